"use strict";
/*
 * Search, part 10: the prose tier, asked when titles gave too few rows, or do not know a word.
 *
 * A word counts for a record if it stands in its prose or in its title, as typed or, if it stands
 * nowhere as typed, as corrected.
 */
{
  const PROSE_FACTOR = 0.1;

  /** @param {string} term @returns {Promise<Reading | undefined>} */
  async function proseReading(term) {
    const list = errbook.listIn(await errbook.proseShard(term), term);
    return list && { term, list, worth: 1 };
  }

  /** @param {Slot} slot */
  async function read(slot) {
    let reading = await proseReading(slot.word);
    if (!reading && slot.known === "corrected") reading = await proseReading(slot.readings[0].term);
    const count = reading ? errbook.count(reading.list) : 0;
    return { slot, reading, count };
  }

  /** Records that hold a word in either tier. @param {Awaited<ReturnType<typeof read>>} word
   * @param {boolean} whole @param {Scores} [among] */
  async function either({ slot, reading }, whole, among) {
    /** @type {Scores} */
    const scores = new Map();
    const scale = errbook.proseScale;
    if (reading && whole) await errbook.readWhole("bl", reading, scale, scores, among);
    else if (reading) errbook.readHead(reading.list, scale, 1, scores, among);
    for (const [number, impact] of slot.impacts) {
      if (among && !among.has(number)) continue;
      scores.set(number, (scores.get(number) ?? 0) + impact);
    }
    return scores;
  }

  /** @type {Errbook["searchProse"]} */
  async function searchProse(slots, filters, known) {
    const { n } = await errbook.root();
    const words = await Promise.all(slots.map(read));
    if (!words.some(({ reading }) => reading)) return new Map();
    const total = (/** @type {typeof words[0]} */ word) => word.count + word.slot.count;
    words.sort((a, b) => total(a) - total(b));
    const whole = words.length > 1 || filters.length > 0;
    /** @type {Scores | undefined} */
    let scores;
    for (const word of words) {
      const weight = Math.log(1 + n / (total(word) + 1)) * PROSE_FACTOR;
      /** @type {Scores} */
      const both = new Map();
      for (const [number, impact] of await either(word, whole, scores)) {
        if (!known.has(number)) both.set(number, (scores?.get(number) ?? 0) + impact * weight);
      }
      scores = both;
    }
    return errbook.filtered(scores ?? new Map(), filters);
  }

  Object.assign(errbook, { searchProse });
}
