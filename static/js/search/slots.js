"use strict";
/*
 * Search, part 8: words of the query to lists of records.
 *
 * Each word becomes a slot: the word itself, what it may be the beginning of if it is the last
 * one, and what was meant if there is no such word.
 */
{
  /** A word costs a shard. */
  const WORDS_MAX = 12;
  const COMPLETIONS = 12;
  /** Listed words that are asked for besides the shard of what was typed. */
  const LISTED = 2;
  const CORRECTIONS = 2;
  /** Readings whose whole lists are worth loading. */
  const COMPLETED = 3;
  const CORRECTED_WORTH = 0.6;
  /** Words of up to so many letters are completed from the word list: their shard says little. */
  const SHORT = 3;

  /** How much a completion is worth. @param {string} typed @param {string} term */
  const completedWorth = (typed, term) => 0.7 * (typed.length / term.length) ** 0.3;

  /**
   * What a word may be the beginning of: the terms of its own shard, and the likeliest listed
   * words, which may lie in the next ones. For one to three letters the list knows better.
   * @param {string} typed @returns {Promise<Reading[]>}
   */
  async function completions(typed) {
    const listed = errbook.listedWith(await errbook.wordList(), typed, LISTED);
    const keys = typed.length > SHORT || !listed.length ? [typed, ...listed] : listed.slice(0, 1);
    const shards = new Set(await Promise.all(keys.map(errbook.titleShard)));
    /** @type {Reading[]} */
    const found = [];
    for (const shard of shards) {
      for (const term of Object.keys(shard)) {
        if (term.length <= typed.length || !term.startsWith(typed) || /[ :]/.test(term)) continue;
        found.push({ term, worth: completedWorth(typed, term), list: shard[term] });
      }
    }
    const size = new Map(found.map(({ term, list }) => [term, errbook.count(list)]));
    const sizeOf = (/** @type {Reading} */ { term }) => size.get(term) ?? 0;
    found.sort((a, b) => sizeOf(b) - sizeOf(a) || (a.term < b.term ? -1 : 1));
    return found.slice(0, COMPLETIONS);
  }

  /** @param {string} word @param {TermShard} shard @returns {Promise<Reading[]>} */
  async function corrected(word, shard) {
    const found = [];
    for (const term of await errbook.corrections(word, shard)) {
      const list = errbook.listIn(await errbook.titleShard(term), term);
      if (list) found.push({ term, worth: CORRECTED_WORTH, list });
      if (found.length === CORRECTIONS) break;
    }
    return found;
  }

  /** @param {string} word @param {Reading[]} readings @returns {Promise<Slot>} */
  async function filled(word, readings) {
    const { n } = await errbook.root();
    const count = readings.reduce((sum, { list }) => sum + errbook.count(list), 0);
    const impacts = new Map();
    for (const { list, worth } of readings) {
      errbook.readHead(list, errbook.titleScale, worth, impacts);
    }
    const whole = !readings.some(({ list }) => errbook.isLong(list));
    const weight = Math.log(1 + n / (count + 1));
    const known = /** @type {const} */ ("titles");
    return { word, readings, count, weight, impacts, whole, known };
  }

  /** @param {string} word @param {boolean} open @returns {Promise<Slot>} */
  async function slot(word, open) {
    const shard = await errbook.titleShard(word);
    const list = errbook.listIn(shard, word);
    /** @type {Reading[]} */
    const readings = list ? [{ term: word, worth: 1, list }] : [];
    if (open) readings.push(...(await completions(word)));
    if (readings.length) return filled(word, readings);
    // A word of prose is no typo, even if it looks like a word of titles.
    const inProse = errbook.listIn(await errbook.proseShard(word), word);
    if (inProse) return { ...(await filled(word, [])), known: "prose" };
    const meant = await corrected(word, shard);
    return { ...(await filled(word, meant)), known: meant.length ? "corrected" : "nowhere" };
  }

  /** A facet as if it were a word, for a search without words. @type {Errbook["facetSlot"]} */
  async function facetSlot(terms) {
    const readings = terms.map(async (term) => {
      const list = errbook.listIn(await errbook.titleShard(term), term);
      return list ? [{ term, worth: 1, list }] : [];
    });
    return filled(terms[0], (await Promise.all(readings)).flat());
  }

  /** A run in parts is one word if there is such a word. @param {Query["runs"][0]} run */
  async function words({ whole, parts }) {
    if (!whole) return parts;
    return errbook.listIn(await errbook.titleShard(whole), whole) ? [whole] : parts;
  }

  /** @type {Errbook["slots"]} */
  async function slots({ runs, open }) {
    const found = (await Promise.all(runs.map(words))).flat();
    const each = Array.from(new Set(found)).slice(0, WORDS_MAX);
    return Promise.all(each.map((word, at) => slot(word, open && at === each.length - 1)));
  }

  /** Reads the whole lists of a slot's likeliest readings, or what they say of some records.
   * @type {Errbook["complete"]} */
  async function complete(slot, among) {
    if (slot.whole) return;
    slot.whole = true;
    const likeliest = slot.readings.filter(({ worth }, at) => worth === 1 || at < COMPLETED);
    await Promise.all(
      likeliest.map((reading) =>
        errbook.readWhole("al", reading, errbook.titleScale, slot.impacts, among),
      ),
    );
  }

  Object.assign(errbook, { slots, facetSlot, complete });
}
