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
import { queries } from "./search/queries.mjs";

const SHOWN = 10;
/** As the popup under the search box asks. */
const OPTIONS = { rows: SHOWN, proseBelow: 1 };
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

/** The different messages of a site, from its rows for programs. */
function messages() {
  const { rows } = JSON.parse(readFileSync(`${site}/search/index.json`, "utf8"));
  const read = (file) => JSON.parse(readFileSync(`${site}/${file}`, "utf8"));
  return Array.from(new Set(rows.flatMap(read).map(({ message }) => message))).sort();
}

async function answer(errbook, text) {
  let last;
  for await (const next of errbook.search(text, OPTIONS)) last = next;
  return last.rows.map(({ record }) => record);
}

/** What rows show of a message: longer ones are cut, some characters are replaced. */
const shown = (message) => message.slice(0, 200);

/** One query with an empty cache and once more with a full one. */
async function ask(files, { text, message }) {
  const { errbook, fetched } = visitor(files);
  await errbook.wordList();
  const rows = await answer(errbook, text);
  const begun = performance.now();
  await answer(errbook, text);
  const warm = performance.now() - begun;
  const sum = (list) => list.reduce((total, { size }) => total + size, 0);
  const kindOf = ({ address }) => /^search\/(\w+)/.exec(address)[1];
  const bytes = sum(fetched);
  const byKind = {};
  for (const one of fetched) byKind[kindOf(one)] = (byKind[kindOf(one)] ?? 0) + one.size;
  const rank = rows.findIndex(({ title }) => message && shown(title) === shown(message));
  return { rank, bytes, byKind, requests: fetched.length, warm };
}

function quantile(numbers, share) {
  const sorted = Array.from(numbers).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const percent = (share) => `${(share * 100).toFixed(1)} %`;
const mean = (numbers) => numbers.reduce((a, b) => a + b, 0) / numbers.length;

function report(kind, results) {
  const of = (pick) => results.map(pick);
  const [bytes, requests, warm] = [of((r) => r.bytes), of((r) => r.requests), of((r) => r.warm)];
  const two = (numbers, show) => `${show(quantile(numbers, 0.5))} / ${show(quantile(numbers, 0.95))}`;
  const kinds = Array.from(new Set(results.flatMap(({ byKind }) => Object.keys(byKind)))).sort();
  const parts = kinds.map((k) => `${k} ${(mean(of((r) => r.byKind[k] ?? 0)) / 1000).toFixed(1)}`);
  return {
    kind,
    "hit@10": percent(results.filter(({ rank }) => rank >= 0).length / results.length),
    MRR: mean(of(({ rank }) => (rank < 0 ? 0 : 1 / (rank + 1)))).toFixed(2),
    "bytes p50 / p95": two(bytes, kilobytes),
    "requests p50 / p95": two(requests, String),
    "warm ms p50 / p95": two(warm, (ms) => ms.toFixed(1)),
    "mean kB by kind": parts.join(", "),
  };
}

/** Number and size of the index's files by kind, rows for programs apart. */
function weigh() {
  const kinds = new Map();
  for (const entry of readdirSync(`${site}/search`, { recursive: true })) {
    const file = `${site}/search/${entry}`;
    if (!entry.endsWith(".js") || !statSync(file).isFile()) continue;
    const bytes = readFileSync(file);
    const kind = entry.split("/")[0].replace(".js", "");
    const sums = kinds.get(kind) ?? { files: 0, raw: 0, gzip: 0, largest: 0 };
    const gzip = gzipSync(bytes).length;
    sums.files += 1;
    sums.raw += bytes.length;
    sums.gzip += gzip;
    sums.largest = Math.max(sums.largest, gzip);
    kinds.set(kind, sums);
  }
  const all = { files: 0, raw: 0, gzip: 0, largest: 0 };
  for (const sums of kinds.values()) {
    for (const key of ["files", "raw", "gzip"]) all[key] += sums[key];
    all.largest = Math.max(all.largest, sums.largest);
  }
  return Object.fromEntries([...kinds].sort().concat([["all", all]]));
}

const files = new Files(site);
const single = {};
for (const text of SINGLE) {
  const { bytes, requests, byKind } = await ask(files, { text });
  const parts = Object.entries(byKind).map(([kind, size]) => `${kind} ${(size / 1000).toFixed(1)}`);
  single[text] = { bytes: kilobytes(bytes), requests, "kB by kind": parts.join(", ") };
}
const asked = queries(messages(), Number(values.queries), Number(values.seed));
const results = new Map();
for (const query of asked) {
  const result = await ask(files, query);
  results.set(query.kind, [...(results.get(query.kind) ?? []), result]);
}
console.table(weigh());
console.table(single);
for (const [kind, list] of results) console.log(JSON.stringify(report(kind, list)));
