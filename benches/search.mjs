/*
 * Text search as a reader has it: the scripts that browsers get, over the index of a built site.
 *
 *   node benches/search.mjs SITE [--queries 300] [--seed 1]
 *
 * Prints how often the record that was meant is among the first ten, what a first query costs in
 * bytes and requests with an empty cache, and how long one takes once its files are there.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { Files, visitor } from "./search/client.mjs";
import { addresses, kilobytes, measure } from "./search/figures.mjs";
import { queries } from "./search/queries.mjs";

/** As the popup under the search box asks. */
const OPTIONS = { rows: 10, proseBelow: 1 };
/** Queries that are looked at one by one. */
const SINGLE = ["so", "socket", "socket clo", "keystore password incorrect", "conection refused"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { queries: { type: "string", default: "300" }, seed: { type: "string", default: "1" } },
});
const [site] = positionals;
if (!site) {
  console.error("usage: node benches/search.mjs SITE [--queries 300] [--seed 1]");
  process.exit(2);
}
const files = new Files(site);
const pages = addresses(site);

async function answer(errbook, text) {
  let last;
  for await (const next of errbook.search(text, OPTIONS)) last = next;
  return last.rows.map(({ record }) => record.address);
}

/** One query with an empty cache and once more with a full one. */
async function ask({ text, message }) {
  const { errbook, fetched } = visitor(files);
  await errbook.wordList();
  const rows = await answer(errbook, text);
  const begun = performance.now();
  await answer(errbook, text);
  const warm = performance.now() - begun;
  const byKind = {};
  for (const { address, size } of fetched) {
    const kind = /^search\/(\w+)/.exec(address)[1];
    byKind[kind] = (byKind[kind] ?? 0) + size;
  }
  const bytes = Object.values(byKind).reduce((sum, size) => sum + size, 0);
  const rank = rows.findIndex((address) => pages.get(message)?.has(address));
  return { rank, bytes, byKind, requests: fetched.length, warm };
}

async function one(text) {
  const { bytes, requests, byKind } = await ask({ text });
  const parts = Object.entries(byKind).map(([kind, size]) => `${kind} ${kilobytes(size)}`);
  return [text, { bytes: kilobytes(bytes), requests, "by kind": parts.join(", ") }];
}

/** Number and size of the index's files by kind, rows for programs apart. */
function weigh() {
  const kinds = { all: { files: 0, raw: 0, gzip: 0, "largest gzip": 0 } };
  for (const entry of readdirSync(`${site}/search`, { recursive: true })) {
    const file = `${site}/search/${entry}`;
    if (!entry.endsWith(".js") || !statSync(file).isFile()) continue;
    const bytes = readFileSync(file);
    const gzip = gzipSync(bytes).length;
    for (const kind of [entry.split("/")[0], "all"]) {
      const sums = (kinds[kind] ??= { files: 0, raw: 0, gzip: 0, "largest gzip": 0 });
      sums.files += 1;
      sums.raw += bytes.length;
      sums.gzip += gzip;
      sums["largest gzip"] = Math.max(sums["largest gzip"], gzip);
    }
  }
  return kinds;
}

console.table(weigh());
console.table(Object.fromEntries(await Promise.all(SINGLE.map(one))));
const messages = Array.from(pages.keys()).sort();
console.table(await measure(queries(messages, Number(values.queries), Number(values.seed)), ask));
