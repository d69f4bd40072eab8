"use strict";
/*
 * Search, part 4: reading postings.
 *
 * A list is `-level, number, gap, gap, …, -level, number, gap, …`. A long one is preceded by how
 * many records it has, the file that holds all but the best 128 of them, and the number of files if
 * there are several; then come the best 128.
 */
{
  const HEAD_NUMBERS = 2;
  /** What a level of the title tier is worth. */
  const titleScale = Array.from({ length: 16 }, (_, level) =>
    level ? 0.5 * 26 ** ((level - 1) / 14) : 0,
  );
  /** What a level of the prose tier is worth: the word occurs once, twice, often. */
  const proseScale = [0, 0.5, 0.8, 1.1];

  /** @type {Errbook["isLong"]} */
  const isLong = (list) => list[0] >= 0;

  /** @type {Errbook["count"]} */
  function count(list) {
    if (isLong(list)) return list[0];
    let sum = 0;
    for (const number of list) if (number >= 0) sum++;
    return sum;
  }

  /** Keeps the best impact of each record, or of those among some.
   * @type {Errbook["readHead"]} */
  function readHead(list, scale, factor, into, among) {
    let at = 0;
    while (list[at] >= 0) at++;
    let number = 0;
    let impact = 0;
    for (; at < list.length; at++) {
      const value = list[at];
      if (value < 0) {
        impact = factor * scale[-value];
        number = list[++at];
      } else {
        number += value;
      }
      if (among && !among.has(number)) continue;
      if (!((into.get(number) ?? 0) >= impact)) into.set(number, impact);
    }
  }

  /** The parts of a long list that can hold some records: each covers a range of numbers.
   * @param {NumberList} list @param {Scores} [among] */
  async function parts(list, among) {
    const count = list[HEAD_NUMBERS] >= 0 ? list[HEAD_NUMBERS] : 1;
    const all = Array.from({ length: count }, (_, part) => part);
    if (!among || count === 1) return all;
    const span = Math.ceil((await errbook.root()).n / count);
    const needed = new Set(Array.from(among.keys(), (number) => Math.floor(number / span)));
    return all.filter((part) => needed.has(part));
  }

  /** @type {Errbook["readWhole"]} */
  async function readWhole(kind, { term, list, worth }, scale, into, among) {
    readHead(list, scale, worth, into, among);
    if (!isLong(list)) return;
    const loads = (await parts(list, among)).map((part) => errbook.load(kind, list[1] + part));
    for (const shard of await Promise.all(loads)) {
      readHead(shard[term], scale, worth, into, among);
    }
  }

  /** The records that also have one of several facets. @type {Errbook["restrict"]} */
  async function restrict(terms, scores) {
    /** @type {Scores} */
    const having = new Map();
    for (const term of terms) {
      const list = errbook.listIn(await errbook.titleShard(term), term);
      if (list) await readWhole("al", { term, list, worth: 1 }, titleScale, having, scores);
    }
    return new Map(Array.from(scores).filter(([number]) => having.has(number)));
  }

  Object.assign(errbook, { count, isLong, readHead, readWhole, restrict, titleScale, proseScale });
}
