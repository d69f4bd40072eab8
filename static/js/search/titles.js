"use strict";
/*
 * Search, part 9: the title tier: records that hold the words, best first.
 *
 * The heads of the lists are intersected first. Only if that gives too few rows, the lists of
 * pairs and then the whole lists are loaded; last, records that hold most of the words count too.
 */
{
  /** A word in more records than this, or a fiftieth of all, may be missing if there are others. */
  const COMMON = 20000;
  const RELAXED_SHARE = 0.5;
  const RELAXED_FACTOR = 0.3;

  /** @param {Slot[]} required @param {Slot[]} slots @returns {Scores} */
  function intersect(required, slots) {
    const scores = new Map();
    const [first, ...others] = required.slice().sort((a, b) => a.impacts.size - b.impacts.size);
    const optional = slots.filter((slot) => !required.includes(slot));
    for (const [number, impact] of first.impacts) {
      if (!others.every((slot) => slot.impacts.has(number))) continue;
      let score = impact * first.weight;
      for (const slot of others) score += (slot.impacts.get(number) ?? 0) * slot.weight;
      for (const slot of optional) score += (slot.impacts.get(number) ?? 0) * slot.weight;
      scores.set(number, score);
    }
    return scores;
  }

  /** Words that stand next to each other and are both frequent have a list of their own.
   * @param {Slot[]} slots */
  async function readPairs(slots) {
    const { gram } = await errbook.root();
    let read = false;
    for (let at = 0; at + 1 < slots.length; at++) {
      const [first, second] = [slots[at], slots[at + 1]];
      if (Math.min(first.count, second.count) < gram) continue;
      const pair = `${first.word} ${second.word}`;
      const list = errbook.listIn(await errbook.titleShard(pair), pair);
      if (!list) continue;
      for (const { impacts } of [first, second]) {
        errbook.readHead(list, errbook.titleScale, 1, impacts);
      }
      read = true;
    }
    return read;
  }

  /** Adds records that hold at least half of the words by weight. @param {Slot[]} slots
   * @param {Scores} scores */
  function relax(slots, scores) {
    const total = slots.reduce((sum, { weight }) => sum + weight, 0);
    /** @type {Map<number, [number, number]>} */
    const partly = new Map();
    for (const { impacts, weight } of slots) {
      for (const [number, impact] of impacts) {
        const sums = partly.get(number) ?? [0, 0];
        partly.set(number, [sums[0] + impact * weight, sums[1] + weight]);
      }
    }
    for (const [number, [score, weight]] of partly) {
      const share = weight / total;
      if (share > RELAXED_SHARE && !scores.has(number)) {
        scores.set(number, score * share ** 2 * RELAXED_FACTOR);
      }
    }
  }

  /** Facet terms by facet: of one facet any value will do. @param {string[]} filters */
  function byFacet(filters) {
    /** @type {Map<string, string[]>} */
    const facets = new Map();
    for (const filter of filters) {
      const facet = filter.slice(0, filter.indexOf(":"));
      facets.set(facet, [...(facets.get(facet) ?? []), filter]);
    }
    return Array.from(facets.values());
  }

  /** Keeps what has a value of every facet asked for. @type {Errbook["filtered"]} */
  async function filtered(scores, filters) {
    for (const terms of byFacet(filters)) scores = await errbook.restrict(terms, scores);
    return scores;
  }

  /** All records of the rarest facet, as if it were a word. @param {string[]} filters */
  async function rarestFacet(filters) {
    const slots = await Promise.all(byFacet(filters).map(errbook.facetSlot));
    return slots.sort((a, b) => a.count - b.count).slice(0, 1);
  }

  /** The whole list of the rarest word, and of the others what they say of its records.
   * @param {Slot[]} slots */
  async function completeAll(slots) {
    const [rarest, ...others] = slots.slice().sort((a, b) => a.count - b.count);
    await errbook.complete(rarest);
    let among = rarest.impacts;
    for (const slot of others) {
      await errbook.complete(slot, among);
      among = new Map(Array.from(among).filter(([number]) => slot.impacts.has(number)));
    }
  }

  /** @param {Slot[]} slots @param {string[]} filters @param {number} wanted */
  async function searchWords(slots, filters, wanted) {
    const { n } = await errbook.root();
    const rare = slots.filter(({ count }) => count <= Math.max(COMMON, n / 50));
    const required = rare.length ? rare : slots;
    const scored = () => filtered(intersect(required, slots), filters);
    let scores = await scored();
    if (scores.size < wanted && slots.length > 1 && (await readPairs(slots))) {
      scores = await scored();
    }
    if (scores.size < wanted && (slots.length > 1 || filters.length || wanted > 128)) {
      await completeAll(required);
      scores = await scored();
    }
    if (scores.size < wanted && slots.length > 1 && !filters.length) relax(slots, scores);
    return scores;
  }

  /** @type {Errbook["searchTitles"]} */
  async function searchTitles(slots, filters, wanted) {
    const known = slots.filter(({ readings }) => readings.length);
    const used = slots.length ? known : await rarestFacet(filters);
    if (!used.length) return new Map();
    return searchWords(used, filters, wanted);
  }

  Object.assign(errbook, { filtered, searchTitles });
}
