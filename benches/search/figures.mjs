/*
 * What measurements of search share: which records a site has, and how figures are said.
 */
import { readFileSync } from "node:fs";

/** The addresses of the pages of each message of a site, from its rows for programs. */
export function addresses(site) {
  const read = (file) => JSON.parse(readFileSync(`${site}/${file}`, "utf8"));
  const all = new Map();
  for (const { message, address } of read("search/index.json").rows.flatMap(read)) {
    all.set(message, (all.get(message) ?? new Set()).add(address));
  }
  return all;
}

export function quantile(numbers, share) {
  const sorted = Array.from(numbers).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

export const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
export const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/** What became of the queries of one kind: each `{ rank, bytes, requests, warm }`. */
export function summary(results) {
  const of = (key) => results.map((result) => result[key]);
  const two = (key, show) => [0.5, 0.95].map((share) => show(quantile(of(key), share))).join(" / ");
  const hits = of("rank").filter((rank) => rank >= 0);
  return {
    "hit@10": `${((hits.length / results.length) * 100).toFixed(1)} %`,
    MRR: mean(of("rank").map((rank) => (rank < 0 ? 0 : 1 / (rank + 1)))).toFixed(2),
    "bytes p50 / p95": two("bytes", kilobytes),
    "requests p50 / p95": two("requests", String),
    "warm ms p50 / p95": two("warm", (ms) => ms.toFixed(1)),
  };
}

/** Asks all queries one after another and sums them up by kind. */
export async function measure(queries, ask) {
  const kinds = new Map();
  for (const query of queries) {
    kinds.set(query.kind, [...(kinds.get(query.kind) ?? []), await ask(query)]);
  }
  return Object.fromEntries(Array.from(kinds, ([kind, results]) => [kind, summary(results)]));
}
