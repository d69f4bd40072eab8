"use strict";
/*
 * Paste, part 8: the patterns that fit a text, asked for shard by shard. docs/matching.md,
 * sections 3 to 6.
 */
{
  /** With a certain match found, other lines get this part of the budget, if they weigh so much. */
  const CERTAIN_SHARE = 10;
  const CERTAIN_WEIGHT_MIN = 135;
  /** With a sure match found, words that say less are not tried, nor more shards. */
  const SURE_SCORE_MIN = 240;
  const SURE_SHARDS_MAX = 5;
  const SCORE_MIN = 45;
  const GLUED_COST = 60;
  const UNLISTED_LINES = 4;
  const UNLISTED_SHARDS = 4;

  /** @param {string} literal */
  const lastWord = (literal) => literal.match(/[\p{Alphabetic}\p{N}_]+/gu)?.at(-1) ?? "";

  /** @param {string | (string | 0)[]} coded @param {RouterList} list @returns {Template} */
  function template(coded, list) {
    const all = typeof coded === "string" ? [coded] : coded;
    const literals = all.filter((_, at) => at % 2 === 0).map(String);
    const given = all.filter((_, at) => at % 2 === 1);
    const names = given.map((name, at) => name || lastWord(literals[at]));
    const small = literals.map(errbook.small);
    return { literals, small, names, information: errbook.information(literals, list) };
  }

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
    /** @param {PasteLine[]} lines @param {RouterList} list @param {number} budget
     * @param {Pace} pace */
    constructor(lines, list, budget, pace) {
      this.lines = lines;
      this.list = list;
      this.budget = budget;
      this.pace = pace;
      /** @type {boolean[]} */
      this.cut = [];
      /** @type {Stretch[]} */
      this.texts = [];
      /** @type {PatternMatch[]} */
      this.matches = [];
      /** The best that is sure. @type {PatternMatch | undefined} */
      this.best = undefined;
      /** @type {Set<number>} */
      this.tried = new Set();
      /** Words within sure matches. @type {Set<string>} */
      this.explained = new Set();
      /** How many shards had been tried when a certain match was met. */
      this.certainAt = -1;
    }

    /** @param {PasteLine[]} messages the lines that may be messages, best first */
    async run(messages) {
      Object.assign(this, errbook.stretches(this.lines));
      const words = await errbook.pasteWords(this.lines, this.texts[1], this.pace);
      await this.askRouters(messages, words);
      if (!this.best) await this.askUnlisted(messages);
      return this.answer();
    }

    /** @param {PasteLine[]} messages @param {PasteWords} words */
    async askRouters(messages, words) {
      for (const candidate of await errbook.candidates(messages, words, this.list, this.pace)) {
        if (this.explained.has(candidate.word)) continue;
        if (this.isEnough(candidate)) return;
        if (this.best?.isCertain && (candidate.line?.weight ?? 0) < CERTAIN_WEIGHT_MIN) continue;
        for (const number of errbook.shardsOf(candidate, words)) {
          if (this.tried.has(number)) continue;
          if (this.tried.size >= this.budget) return;
          await this.ask(number);
        }
      }
    }

    /** @param {Candidate} candidate */
    isEnough({ score }) {
      const tried = this.tried.size;
      if (this.best?.isCertain) {
        if (this.certainAt < 0) this.certainAt = tried;
        if (tried - this.certainAt >= Math.floor(this.budget / CERTAIN_SHARE)) return true;
      } else if (this.best && (score < SURE_SCORE_MIN || tried >= SURE_SHARDS_MAX)) {
        return true;
      }
      return score < SCORE_MIN && tried > 0;
    }

    /** Patterns none of whose words are listed lie under their longest word.
     * @param {PasteLine[]} messages */
    async askUnlisted(messages) {
      if (!this.list.unlisted) return;
      const [first, parts] = this.list.unlisted;
      const words = messages.slice(0, UNLISTED_LINES).flatMap((line) => this.unlistedIn(line));
      words.sort((a, b) => Array.from(b).length - Array.from(a).length);
      const numbers = words.map((word) => first + (errbook.hash(word) % parts));
      const all = parts === 1 ? [first] : Array.from(new Set(numbers));
      for (const number of all.slice(0, UNLISTED_SHARDS)) {
        if (this.tried.has(number)) continue;
        await this.ask(number);
        if (this.best) return;
      }
    }

    /** @param {PasteLine} line */
    unlistedIn({ core }) {
      const text = core.slice(0, errbook.LINE_MAX);
      return errbook
        .placedWords(text)
        .filter(({ word }) => !this.list.routers.has(word) && /[a-z]{3}/.test(word))
        .filter((placed) => errbook.placeCost(text, placed) === 0)
        .map(({ word }) => word);
    }

    /** @param {number} number */
    async ask(number) {
      this.tried.add(number);
      const loaded = await shard(number);
      await this.scan(loaded);
      for (const more of loaded.more) await this.scan(await shard(more));
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
      for (const stretch of this.texts) {
        const isAside = (/** @type {number} */ at) =>
          !stretch.isGlued && this.lines[stretch.lineAt(at)].isAside;
        const placed = await errbook.place(template.small, stretch, isAside, this.pace);
        if (!placed) continue;
        if (stretch.isGlued) placed.penalty += GLUED_COST;
        const best = errbook.bestRecords(records, stretch.text, placed.start);
        const worth = errbook.worth(template, stretch, placed, best[0]?.bonus ?? 0);
        const { coded } = records;
        const total = coded.length % 3 ? coded[coded.length - 1] : best.length;
        this.note({ ...worth, template, stretch, placed, records: best, total });
        return;
      }
    }

    /** @param {PatternMatch} match */
    note(match) {
      if (match.isSure || match.isPossible) this.matches.push(match);
      if (!match.isSure) return;
      if (!this.best || match.score > this.best.score) this.best = match;
      const span = match.stretch.text.slice(match.placed.start, match.placed.end);
      for (const { word } of errbook.placedWords(span)) this.explained.add(word);
    }

    /** Best first; what is not sure and stands within what is is left out. */
    async answer() {
      const first = (/** @type {PatternMatch} */ { records }) => records[0]?.number ?? 0;
      const sorted = this.matches.sort(
        (a, b) =>
          b.score - a.score ||
          b.template.information - a.template.information ||
          first(a) - first(b),
      );
      const sure = sorted.filter(({ isSure }) => isSure);
      const isWithin = (/** @type {PatternMatch} */ { stretch, placed }) =>
        sure.some(
          (other) =>
            other.stretch === stretch &&
            other.placed.start <= placed.start &&
            placed.end <= other.placed.end,
        );
      const kept = sorted.filter((match) => match.isSure || !isWithin(match));
      const withValues = kept.map(async (match) => ({ match, values: await this.values(match) }));
      return Promise.all(withValues);
    }

    /** What stands in the holes; where a terminal cut a value, as it was before.
     * @param {PatternMatch} match */
    async values({ template, stretch, placed }) {
      const glued = this.texts[1];
      if (glued && !stretch.isGlued && this.isCut(template, stretch, placed)) {
        const whole = await errbook.place(template.small, glued, () => false, this.pace);
        if (whole) return errbook.valuesIn(template, glued, whole);
      }
      return errbook.valuesIn(template, stretch, placed);
    }

    /** Whether a terminal cut a line within a match. That the last line goes on is only believed if
     * another one is cut as well: else it is just the longest.
     * @param {Template} template @param {Stretch} stretch @param {Placed} placed */
    isCut({ literals }, stretch, { start, end, holes }) {
      const first = stretch.lineAt(start) - (literals.length > 1 && !literals[0] ? 1 : 0);
      const trails = holes.at(-1)?.[1] === -1 && this.cut.filter(Boolean).length > 1;
      const last = stretch.lineAt(end) + (trails ? 1 : 0);
      return this.cut.slice(Math.max(first, 0), last).includes(true);
    }
  }

  /** @type {Errbook["searchPatterns"]} */
  async function searchPatterns(lines, messages, budget, pace) {
    return new Search(lines, await errbook.routerList(), budget, pace).run(messages);
  }

  Object.assign(errbook, { searchPatterns });
}
