"use strict";
/*
 * Search, part 12: the answer to a query, in steps that only ever append rows.
 */
{
  const ROWS = 10;

  /** @param {Query} query @param {Slot[]} slots @returns {Marks} */
  function marks({ runs }, slots) {
    return {
      beginnings: runs.flatMap(({ whole, parts }) => (whole ? [whole, ...parts] : parts)),
      terms: new Set(slots.flatMap(({ readings }) => readings.map(({ term }) => term))),
    };
  }

  /** @param {Slot[]} slots */
  function corrections(slots) {
    return slots
      .filter(({ known }) => known === "corrected")
      .map(({ word, readings }) => ({ typed: word, read: readings.map(({ term }) => term) }));
  }

  /** Where rows come from, best source first: titles, unless a word stands in prose only.
   * @param {Slot[]} slots @param {string[]} filters @param {number} wanted
   * @returns {((known: Scores) => Promise<Scores>)[]} */
  function sources(slots, filters, wanted) {
    const prose = (/** @type {Scores} */ known) => errbook.searchProse(slots, filters, known);
    const titles = async (/** @type {Scores} */ known) => {
      const scores = await errbook.searchTitles(slots, filters, wanted);
      return new Map(Array.from(scores).filter(([number]) => !known.has(number)));
    };
    if (!slots.length) return [titles];
    return slots.some(({ known }) => known === "prose") ? [prose, titles] : [titles, prose];
  }

  /** @param {string} text @param {Required<SearchOptions>} options
   * @returns {AsyncGenerator<Answer, void>} */
  async function* answers(text, { rows: wanted, filters: chosen, proseBelow }) {
    const query = errbook.parse(text);
    const filters = query.filters.concat(chosen);
    const slots = await errbook.slots(query);
    const [first, second] = sources(slots, filters, wanted);
    const scores = await first(new Map());
    const { rows, further } = await errbook.gather(scores, wanted, query.text);
    const pending = second !== undefined && rows.length < Math.min(wanted, proseBelow);
    /** @type {Answer} */
    const answer = {
      rows,
      marks: marks(query, slots),
      corrections: corrections(slots),
      further,
      pending,
    };
    yield answer;
    if (!pending) return;
    const below = await errbook.gather(await second(scores), wanted - rows.length, query.text);
    const titles = new Set(rows.map(({ record }) => record.title));
    const fresh = below.rows.filter(({ record }) => !titles.has(record.title));
    yield {
      ...answer,
      rows: rows.concat(fresh),
      further: further || below.further,
      pending: false,
    };
  }

  /** Asks again once if the index was replaced meanwhile. @type {Errbook["search"]} */
  async function* search(text, { rows = ROWS, filters = [], proseBelow = rows } = {}) {
    const options = { rows, filters, proseBelow };
    try {
      yield* answers(text, options);
    } catch (error) {
      if (!(error instanceof errbook.Replaced)) throw error;
      yield* answers(text, options);
    }
  }

  Object.assign(errbook, { search });
}
