/*
 * The same pages and the same queries in Pagefind and in errbook's own index.
 *
 *   node benches/pagefind.mjs SITE PAGEFIND [--queries 100] [--seed 1]
 *
 * SITE is a built site, PAGEFIND its program (npm's `pagefind` brings one). It indexes the pages of
 * records only; its scripts run in this process, with `fetch` reading its files. Files that it
 * compressed itself count as they are, its script as gzip sends it, each with 200 bytes for the
 * head of the response, as in search.mjs.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { addresses, kilobytes, measure } from "./search/figures.mjs";
import { queries } from "./search/queries.mjs";

const HEADER_BYTES = 200;
const SHOWN = 10;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { queries: { type: "string", default: "100" }, seed: { type: "string", default: "1" } },
});
const [site, program] = positionals;
if (!program) {
  console.error("usage: node benches/pagefind.mjs SITE PAGEFIND [--queries 100] [--seed 1]");
  process.exit(2);
}
const pages = addresses(site);
const folder = mkdtempSync(join(tmpdir(), "pagefind-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

/** Indexes the site; returns seconds of CPU in all. */
function build() {
  const time = 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>&1';
  const command = [program, "--site", site, "--glob", "errors/**/*.html", "--output-path", folder];
  const { status, stderr } = spawnSync("bash", ["-c", time, "bash", ...command], { encoding: "utf8" });
  if (status !== 0) throw new Error(`Pagefind failed: ${stderr}`);
  return stderr.trim().split(" ").reduce((sum, seconds) => sum + Number(seconds), 0);
}

function weigh() {
  const entries = readdirSync(folder, { recursive: true }).map((entry) => statSync(join(folder, entry)));
  const files = entries.filter((entry) => entry.isFile());
  return { files: files.length, bytes: kilobytes(files.reduce((sum, { size }) => sum + size, 0)) };
}

/** What its script asks a browser for. */
let fetched = [];
Object.assign(globalThis, {
  window: globalThis,
  location: { href: "https://errors.example/", origin: "https://errors.example" },
  document: { querySelector: () => ({ getAttribute: () => "en" }) },
  fetch: async (url) => {
    const name = String(url).replace(/^.*\/pagefind\//, "").replace(/\?.*/, "");
    const bytes = readFileSync(join(folder, name));
    fetched.push(bytes.length + HEADER_BYTES);
    return new Response(bytes);
  },
});

async function search(pagefind, text) {
  const { results } = await pagefind.search(text);
  const shown = await Promise.all(results.slice(0, SHOWN).map((result) => result.data()));
  return shown.map(({ url }) => decodeURIComponent(url.slice(1)));
}

const script = pathToFileURL(resolve(folder, "pagefind.js")).href;
let visits = 0;

async function ask({ text, message }) {
  fetched = [gzipSync(readFileSync(join(folder, "pagefind.js"))).length + HEADER_BYTES];
  // A fresh copy of the module for each visitor.
  const pagefind = await import(`${script}?${visits++}`);
  await pagefind.options({ noWorker: true, basePath: "/pagefind/", baseUrl: "/" });
  await pagefind.init();
  const rows = await search(pagefind, text.trim());
  const [bytes, requests] = [fetched.reduce((sum, size) => sum + size, 0), fetched.length];
  const begun = performance.now();
  await search(pagefind, text.trim());
  const rank = rows.findIndex((address) => pages.get(message).has(address));
  return { rank, bytes, requests, warm: performance.now() - begun };
}

const seconds = build();
console.table({ index: { "CPU, s": seconds.toFixed(1), ...weigh() } });
const messages = Array.from(pages.keys()).sort();
console.table(await measure(queries(messages, Number(values.queries), Number(values.seed)), ask));
