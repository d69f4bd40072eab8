"use strict";
/*
 * Paste, part 10: the answer to a paste: its errors in order, or what is similar.
 */
{
  const ROWS_MAX = 50;
  const CAUSE = /^\s*Caused by/;
  const CHAINED = /^(?:The above exception was|During handling of the above)/;
  const SIMILAR_WORDS = 4;
  const SIMILAR_ROWS = 5;

  /** Whether the cause of an error is a further line of its trace. @param {PasteLine[]} lines
   * @param {PasteLine} line */
  function hasCause(lines, line) {
    const next = lines.slice(lines.indexOf(line) + 1).find(({ core, isAside }) => core && !isAside);
    return next !== undefined && CAUSE.test(next.core);
  }

  /** Whether an error is what its trace goes back to. @param {PasteLine[]} lines
   * @param {PasteLine} line */
  function isRootCause(lines, line) {
    if (CAUSE.test(line.core)) return !hasCause(lines, line);
    // Python tells the cause first.
    const after = lines.slice(lines.indexOf(line) + 1).find(({ core }) => core.trim());
    return after !== undefined && CHAINED.test(after.core);
  }

  /** @param {PatternMatch[]} matches @param {PasteLine[]} lines @returns {Promise<PasteRow[]>} */
  async function ofPatterns(matches, lines) {
    const best = matches.slice(0, ROWS_MAX);
    const records = await errbook.records(best.map(({ records }) => records[0].number));
    return best.map(({ template, stretch, placed, isSure, total }, at) => {
      const line = stretch.lineAt(placed.start);
      return {
        record: records[at],
        further: total - 1,
        values: errbook.valuesIn(template, stretch, placed),
        line: line.number,
        isSure,
        isCause: isSure && isRootCause(lines, line),
      };
    });
  }

  /** @param {LookedUp} found @returns {PasteRow} */
  const ofLookUp = ({ record, line, isSure }) => ({
    record,
    further: 0,
    values: [],
    line,
    isSure,
    isCause: false,
  });

  /** Records that are not listed yet. @param {PasteRow[]} rows @param {LookedUp[]} found */
  function append(rows, found) {
    for (const each of found) {
      if (rows.length === ROWS_MAX) return;
      if (!rows.some(({ record }) => record.number === each.record.number)) rows.push(ofLookUp(each));
    }
  }

  /** Records with the rarest words of the likeliest line. @param {PasteLine[]} lines
   * @param {Pace} pace */
  async function similar(lines, pace) {
    const [best] = await errbook.weighLines(lines, pace);
    if (!best) return undefined;
    const { routers, most } = await errbook.routerList();
    const words = errbook.placedWords(best.core).filter(({ word }) => !/^\p{N}*$/u.test(word));
    const rarity = (/** @type {PlacedWord} */ { word }) => routers.get(word)?.bits ?? most;
    const costs = (/** @type {PlacedWord} */ word) => errbook.placeCost(best.core, word);
    words.sort((a, b) => costs(a) - costs(b) || rarity(b) - rarity(a));
    const rarest = Array.from(new Set(words.map(({ word }) => word))).slice(0, SIMILAR_WORDS);
    for await (const answer of errbook.search(`${rarest.join(" ")} `, { rows: SIMILAR_ROWS })) {
      if (!answer.pending) return answer.rows.length ? answer : undefined;
    }
    return undefined;
  }

  /** @param {string} text @param {Pace} pace @returns {Promise<PasteAnswer>} */
  async function answer(text, pace) {
    const lines = await errbook.cleanLines(text, pace);
    const rows = await ofPatterns(await errbook.searchPatterns(lines, pace), lines);
    append(rows, await errbook.searchCodes(lines));
    if (!rows.some(({ isSure }) => isSure)) append(rows, await errbook.searchPlaces(lines));
    pace.check();
    return { rows, similar: rows.length ? undefined : await similar(lines, pace) };
  }

  /** Asks again once if the index was replaced meanwhile. @type {Errbook["paste"]} */
  async function paste(text, isCurrent = () => true) {
    const pace = errbook.pace(isCurrent);
    try {
      return await answer(text, pace);
    } catch (error) {
      if (!(error instanceof errbook.Replaced)) throw error;
      return answer(text, pace);
    }
  }

  Object.assign(errbook, { paste });
}
