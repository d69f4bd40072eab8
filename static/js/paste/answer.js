"use strict";
/*
 * Paste, part 10: the answer to a paste: its errors in order, or what is similar.
 */
{
  /** How far to search, unless one asks for more. */
  const SHARDS = 10;
  const ROWS = 10;
  /** Records of one message that nothing in the paste tells apart. */
  const ALIKE_MAX = 3;
  const CAUSE = /^\s*Caused by/;
  const CHAINED = /^(?:The above exception was|During handling of the above)/;
  const SIMILAR_WORDS = 4;
  const SIMILAR_ROWS = 5;

  /** Whether an error is what its trace goes back to. @param {PasteLine[]} lines
   * @param {PasteLine} line */
  function isRootCause(lines, line) {
    const after = lines.slice(lines.indexOf(line) + 1);
    if (CAUSE.test(line.core)) {
      const next = after.find(({ isAside }) => !isAside);
      return !next || !CAUSE.test(next.core);
    }
    // Python tells the cause first.
    return CHAINED.test(after[0]?.core ?? "");
  }

  /** The records of a match that nothing tells apart. @param {FoundPattern} found
   * @param {PasteLine[]} lines @returns {{ number: number, row: Omit<PasteRow, "record"> }[]} */
  function alike({ match, values }, lines) {
    const { records, isSure, total, stretch, placed } = match;
    const best = records.filter(({ bonus }) => bonus === records[0].bonus);
    const shown = best.slice(0, isSure ? ALIKE_MAX : 1);
    const line = lines[stretch.lineAt(placed.start)];
    const isCause = isSure && isRootCause(lines, line);
    return shown.map(({ number }, at) => {
      const further = at === shown.length - 1 ? total - shown.length : 0;
      return { number, row: { values, further, line: line.number, isSure, isCause } };
    });
  }

  /** @param {FoundPattern[]} found @param {PasteLine[]} lines @param {number} most
   * @returns {Promise<PasteRow[]>} */
  async function ofPatterns(found, lines, most) {
    const seen = new Set();
    const all = found.flatMap((each) => alike(each, lines));
    const rows = all.filter(({ number }) => !seen.has(number) && seen.add(number)).slice(0, most);
    const records = await errbook.records(rows.map(({ number }) => number));
    return rows.map(({ row }, at) => ({ record: records[at], ...row }));
  }

  /** Records that are not listed yet. @param {PasteRow[]} rows @param {LookedUp[]} found
   * @param {number} most */
  function append(rows, found, most) {
    for (const { record, line, isSure } of found) {
      if (rows.length >= most) return;
      if (rows.some((row) => row.record.number === record.number)) continue;
      rows.push({ record, values: [], further: 0, line: line.number, isSure, isCause: false });
    }
  }

  /** Records with the rarest words of the likeliest line. @param {PasteLine | undefined} best */
  async function similar(best) {
    if (!best) return undefined;
    const { routers, most } = await errbook.routerList();
    const core = best.core.slice(0, errbook.LINE_MAX);
    const words = errbook.placedWords(core).filter(({ word }) => !/^\p{N}*$/u.test(word));
    const rarity = (/** @type {PlacedWord} */ { word }) => routers.get(word)?.bits ?? most;
    const costs = (/** @type {PlacedWord} */ word) => errbook.placeCost(core, word);
    words.sort((a, b) => costs(a) - costs(b) || rarity(b) - rarity(a));
    const rarest = Array.from(new Set(words.map(({ word }) => word))).slice(0, SIMILAR_WORDS);
    if (!rarest.length) return undefined;
    for await (const answer of errbook.search(`${rarest.join(" ")} `, { rows: SIMILAR_ROWS })) {
      if (!answer.pending) return answer.rows.length ? answer : undefined;
    }
    return undefined;
  }

  /** @param {string} text @param {Required<PasteOptions>} options @returns {Promise<PasteAnswer>} */
  async function answer(text, { isCurrent, shards, rows: most }) {
    const pace = errbook.pace(isCurrent);
    const lines = await errbook.cleanLines(text, pace);
    const messages = await errbook.weighLines(lines, pace);
    const found = await errbook.searchPatterns(lines, messages, shards, pace);
    const rows = await ofPatterns(found, lines, most);
    const sure = found.filter(({ match }) => match.isSure);
    const known = new Set(sure.map(({ match }) => lines[match.stretch.lineAt(match.placed.start)]));
    append(rows, await errbook.searchCodes(messages, known), most);
    if (!rows.some(({ isSure }) => isSure)) append(rows, await errbook.searchPlaces(lines), most);
    pace.check();
    return { rows, similar: rows.length ? undefined : await similar(messages[0]) };
  }

  /** Asks again once if the index was replaced meanwhile. @type {Errbook["paste"]} */
  async function paste(text, { isCurrent = () => true, shards = SHARDS, rows = ROWS } = {}) {
    const options = { isCurrent, shards, rows };
    try {
      return await answer(text, options);
    } catch (error) {
      if (!(error instanceof errbook.Replaced)) throw error;
      return answer(text, options);
    }
  }

  Object.assign(errbook, { paste });
}
