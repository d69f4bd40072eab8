"use strict";
/*
 * Paste, part 8: the patterns that fit a text, asked for shard by shard. docs/matching.md,
 * sections 3 to 5.
 */
{
  const SHARDS_MAX = 10;
  /** After a certain match other errors of the log get so many shards. */
  const SHARDS_AFTER = 5;
  const STRONG_WEIGHT = 135;
  const ENOUGH_SHARDS = 5;
  const ENOUGH_SCORE = 240;
  const FAINT_SCORE = 45;
  const GLUED_COST = 60;
  const UNLISTED_LINES = 4;
  const UNLISTED_SHARDS = 4;

  /** @param {string | (string | 0)[]} coded @param {RouterList} list */
  function template(coded, list) {
    const all = typeof coded === "string" ? [coded] : coded;
    const literals = all.filter((_, at) => at % 2 === 0).map(String);
    const names = all
      .filter((_, at) => at % 2 === 1)
      .map((name, at) => name || lastWord(literals[at]));
    const small = literals.map(errbook.small);
    return { literals, small, names, information: errbook.information(literals, list) };
  }

  /** @param {string} literal */
  const lastWord = (literal) => literal.match(/[\p{Alphabetic}\p{N}_]+/gu)?.at(-1) ?? "";

  /** The templates of a shard, read as they are needed. @param {number} number
   * @returns {Promise<PatternShard>} */
  const shard = (number) =>
    errbook.load("p", number, ([strings, more, ...rows]) => ({
      strings,
      more: more ? Array.from({ length: more[1] }, (_, at) => more[0] + at) : [],
      rows,
      templates: [],
    }));

  class Search {
    /** @param {PasteLine[]} lines @param {RouterList} list @param {Pace} pace */
    constructor(lines, list, pace) {
      this.lines = lines;
      this.list = list;
      this.pace = pace;
      this.stretches = errbook.stretches(lines);
      /** @type {PatternMatch[]} */
      this.matches = [];
      /** @type {Set<number>} */
      this.tried = new Set();
      /** Words within sure matches. @type {Set<string>} */
      this.explained = new Set();
      /** How many shards were loaded when the first certain match came. */
      this.certainAt = Infinity;
    }

    isSure() {
      return this.matches.some((match) => match.isSure);
    }

    isCertain() {
      return this.certainAt < Infinity;
    }

    async run() {
      const lines = await errbook.weighLines(this.lines, this.pace);
      const sequences = await this.sequences();
      const sorted = await errbook.candidates(lines, sequences, this.list, this.pace);
      for (const candidate of sorted) {
        if (this.explained.has(candidate.word)) continue;
        if (this.isEnough(candidate)) break;
        if (this.isCertain() && (candidate.line?.weight ?? 0) < STRONG_WEIGHT) continue;
        for (const number of errbook.shardsOf(candidate, sequences)) {
          if (this.tried.size >= SHARDS_MAX) break;
          await this.ask(number);
        }
        if (this.tried.size >= SHARDS_MAX) break;
      }
      if (!this.isSure()) await this.askUnlisted(lines);
      return this.sorted();
    }

    /** @param {Candidate} candidate */
    isEnough({ score }) {
      const tried = this.tried.size;
      if (this.isCertain()) return tried - this.certainAt >= SHARDS_MAX / SHARDS_AFTER;
      if (this.isSure() && (score < ENOUGH_SCORE || tried >= ENOUGH_SHARDS)) return true;
      return score < FAINT_SCORE && tried > 0;
    }

    /** All words of each stretch in a row, and where those of a line stand. */
    async sequences() {
      const sequences = [];
      for (const { text, ends, lines } of this.stretches) {
        /** @type {Sequence} */
        const sequence = { words: [], places: new Map() };
        for (let part = 0; part < ends.length; part++) {
          if (this.pace.isDue()) await this.pace.rest();
          const from = sequence.words.length;
          const begin = part ? ends[part - 1] : 0;
          for (const { word } of errbook.placedWords(text.slice(begin, ends[part]))) {
            sequence.words.push(word);
          }
          sequence.places.set(lines[part], [from, sequence.words.length]);
        }
        sequences.push(sequence);
      }
      return sequences;
    }

    /** Patterns none of whose words are listed lie under their longest word.
     * @param {PasteLine[]} lines */
    async askUnlisted(lines) {
      const { unlisted, routers } = this.list;
      if (!unlisted) return;
      const [first, parts] = unlisted;
      const words = lines.slice(0, UNLISTED_LINES).flatMap(({ core }) =>
        errbook
          .placedWords(core)
          .filter((placed) => !routers.has(placed.word) && /[a-z]{3}/.test(placed.word))
          .filter((placed) => errbook.placeCost(core, placed) === 0)
          .map(({ word }) => word),
      );
      const longest = words.sort((a, b) => Array.from(b).length - Array.from(a).length);
      const numbers = longest.map((word) => first + (errbook.hash(word) % parts));
      const all = parts === 1 ? [first] : Array.from(new Set(numbers));
      for (const number of all.slice(0, UNLISTED_SHARDS)) {
        await this.ask(number);
        if (this.isSure()) break;
      }
    }

    /** @param {number} number */
    async ask(number) {
      if (this.tried.has(number)) return;
      this.tried.add(number);
      const loaded = await shard(number);
      await this.scan(loaded);
      for (const more of loaded.more) await this.ask(more);
      this.pace.check();
    }

    /** @param {PatternShard} shard */
    async scan(shard) {
      const { strings, rows, templates } = shard;
      for (let at = 0; at * 2 < rows.length; at++) {
        if (this.pace.isDue()) await this.pace.rest();
        templates[at] ??= template(rows[at * 2], this.list);
        await this.match(templates[at], { strings, coded: rows[at * 2 + 1] });
      }
    }

    /** @param {Template} template @param {CodedRecords} records */
    async match(template, records) {
      for (const stretch of this.stretches) {
        const placed = await errbook.place(template.small, stretch, this.pace);
        if (!placed) continue;
        if (stretch.isGlued) placed.penalty += GLUED_COST;
        const best = errbook.bestRecords(records, stretch.text, placed.start);
        const worth = errbook.worth(template, stretch, placed, best[0]?.bonus ?? 0);
        const total = records.coded.length % 3 ? records.coded[records.coded.length - 1] : best.length;
        this.note({ ...worth, template, stretch, placed, records: best, total });
        return;
      }
    }

    /** @param {PatternMatch} match */
    note(match) {
      this.matches.push(match);
      if (!match.isSure) return;
      const span = match.stretch.text.slice(match.placed.start, match.placed.end);
      for (const { word } of errbook.placedWords(span)) this.explained.add(word);
      if (match.isCertain) this.certainAt = Math.min(this.certainAt, this.tried.size);
    }

    sorted() {
      return this.matches.sort(
        (a, b) =>
          b.score - a.score ||
          b.template.information - a.template.information ||
          a.records[0].number - b.records[0].number,
      );
    }
  }

  /** @type {Errbook["searchPatterns"]} */
  async function searchPatterns(lines, pace) {
    return new Search(lines, await errbook.routerList(), pace).run();
  }

  Object.assign(errbook, { searchPatterns });
}
