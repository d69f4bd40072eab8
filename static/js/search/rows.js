"use strict";
/*
 * Search, part 11: scores to rows.
 *
 * Documents are loaded best first until there are enough different messages; copies of a message
 * become one row. Copies have neighbouring numbers, so they usually come with the first one.
 */
{
  const ROUNDS = 4;
  const SAME_SCORE = 1e-6;

  /** Best first; of a run of neighbours with one score only the first is asked for at once.
   * @param {Scores} scores */
  function ranked(scores) {
    const sorted = Array.from(scores).sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    /** @type {{ number: number, score: number, copies: number[] }[]} */
    const heads = [];
    let last = { number: NaN, score: NaN };
    for (const [number, score] of sorted) {
      const isCopy = number === last.number + 1 && Math.abs(score - last.score) < SAME_SCORE;
      if (isCopy) heads[heads.length - 1].copies.push(number);
      else heads.push({ number, score, copies: [] });
      last = { number, score };
    }
    return heads;
  }

  /** The next heads that lie in at most so many shards, with their copies there. Copies elsewhere
   * wait until all others had their turn. @param {ReturnType<typeof ranked>} heads
   * @param {number} shards @param {number} perShard */
  function batch(heads, shards, perShard) {
    const shardOf = (/** @type {number} */ number) => Math.floor(number / perShard);
    const chosen = new Set();
    const taken = [];
    while (heads.length) {
      const shard = shardOf(heads[0].number);
      if (!chosen.has(shard) && chosen.size === shards) break;
      chosen.add(shard);
      const { number, score, copies } = /** @type {typeof heads[0]} */ (heads.shift());
      const here = copies.filter((copy) => shardOf(copy) === shard);
      for (const each of [number, ...here]) taken.push({ number: each, score });
      const [next, ...rest] = copies.slice(here.length);
      if (next !== undefined) heads.push({ number: next, score, copies: rest });
    }
    return taken;
  }

  /** A message that begins like the query is likelier meant. @param {string} title
   * @param {string} text */
  function likeness(title, text) {
    if (title === text) return 3;
    if (title.startsWith(text)) return 1.5;
    return title.includes(text) ? 1.25 : 1;
  }

  /** @type {Errbook["gather"]} */
  async function gather(scores, wanted, text) {
    const { dp } = await errbook.root();
    const heads = ranked(scores);
    const sought = errbook.lower(text);
    /** @type {Map<string, ResultRow & { score: number }>} */
    const rows = new Map();
    for (let round = 0; round < ROUNDS && rows.size < wanted && heads.length; round++) {
      const next = batch(heads, wanted - rows.size, dp);
      const records = await errbook.records(next.map(({ number }) => number));
      records.forEach((record, at) => {
        const title = errbook.lower(record.title);
        const row = rows.get(title);
        if (row) row.copies.push(record);
        else rows.set(title, { record, copies: [], score: next[at].score * likeness(title, sought) });
      });
    }
    const sorted = Array.from(rows.values()).sort((a, b) => b.score - a.score);
    return { rows: sorted.slice(0, wanted), further: heads.length > 0 || sorted.length > wanted };
  }

  Object.assign(errbook, { gather });
}
