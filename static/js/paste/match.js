"use strict";
/*
 * Paste, part 6: one pattern in one text: its literals in their order, with something in each
 * hole. `indexOf` only, so time is linear whatever the pattern is. docs/matching.md, section 4.
 */
{
  /** So many occurrences of the first literal are tried, and of the last one in each try. */
  const STARTS_MAX = 48;
  const ENDS_MAX = 8;
  const ASIDE_COST = 240;
  const LONG_HOLE = 60;
  const LONG_HOLE_COST = 60;
  const HUGE_HOLE = 160;
  const HUGE_HOLE_COST = 180;
  /** A literal may begin or end within a word only if it is long enough to be meant. */
  const CUT_START_MIN = 12;
  const CUT_START_COST = 120;
  const CUT_END_MIN = 8;
  const CUT_END_COST = 90;
  /** What counts among tries. */
  const PENALTY_WORTH = 5;
  const HELD_WORTH = 3;

  const WORD_BEFORE = /[\p{Alphabetic}\p{N}_]$/u;
  const WORD_AFTER = /^[\p{Alphabetic}\p{N}_]/u;

  /** Whether a word goes on over a place. @param {string} text @param {number} at */
  const isWithinWord = (text, at) =>
    WORD_BEFORE.test(text.slice(Math.max(at - 2, 0), at)) && WORD_AFTER.test(text.slice(at, at + 2));

  /** Where the last literal ends the match best: not within a word, if that is near.
   * @param {string} literal @param {Stretch} stretch @param {number} first */
  function lastPlace(literal, { text, low }, first) {
    let at = first;
    for (let times = 0; at >= 0 && times < ENDS_MAX; times++) {
      if (!isWithinWord(text, at + literal.length)) return { at, cost: 0 };
      at = low.indexOf(literal, at + 1);
    }
    return literal.length < CUT_END_MIN ? undefined : { at: first, cost: CUT_END_COST };
  }

  /** @param {number} length */
  function holeCost(length) {
    if (length > HUGE_HOLE) return HUGE_HOLE_COST;
    return length > LONG_HOLE ? LONG_HOLE_COST : 0;
  }

  /** The literals after the first. `missing`: one is nowhere behind, so it is nowhere behind any
   * later start either. @param {string[]} literals @param {Stretch} stretch @param {Placed} placed
   * @param {number} first */
  function follow(literals, stretch, placed, first) {
    for (let at = first + 1; at < literals.length; at++) {
      const literal = literals[at];
      if (!literal) {
        placed.holes.push([placed.end, -1]);
        return placed.end < stretch.text.length ? "placed" : "missing";
      }
      let found = stretch.low.indexOf(literal, placed.end + 1);
      if (found < 0) return "missing";
      if (at === literals.length - 1) {
        const last = lastPlace(literal, stretch, found);
        if (!last) return "unfit";
        found = last.at;
        placed.penalty += last.cost;
      }
      const length = found - placed.end;
      placed.holes.push([placed.end, found]);
      placed.held += length;
      placed.penalty += holeCost(length);
      placed.end = found + literal.length;
    }
    return "placed";
  }

  /** One try. @param {string[]} literals @param {Stretch} stretch @param {number} first
   * @param {number} start */
  function attempt(literals, stretch, first, start) {
    const head = literals[first];
    /** @type {Placed} */
    const placed = { start, end: start + head.length, holes: [], penalty: 0, held: 0 };
    const result = follow(literals, stretch, placed, first);
    if (result !== "placed") return { result, placed };
    if (!stretch.isGlued && stretch.lineAt(start).isAside) placed.penalty += ASIDE_COST;
    if (first === 0 && isWithinWord(stretch.text, start)) {
      if (head.length < CUT_START_MIN) return { result: "unfit", placed };
      placed.penalty += CUT_START_COST;
    }
    if (literals.length === 1 && isWithinWord(stretch.text, placed.end)) {
      if (head.length < CUT_END_MIN) return { result: "unfit", placed };
      placed.penalty += CUT_END_COST;
    }
    return { result, placed };
  }

  /** @param {Placed} placed */
  const badness = ({ penalty, held }) => PENALTY_WORTH * penalty + HELD_WORTH * held;

  /** The best place of a pattern in a text. @type {Errbook["place"]} */
  async function place(literals, stretch, pace) {
    const first = literals.findIndex((literal) => literal);
    if (first < 0) return undefined;
    /** @type {Placed | undefined} */
    let best;
    let start = stretch.low.indexOf(literals[first]);
    for (let tries = 0; start >= 0 && tries < STARTS_MAX; tries++) {
      if (pace.isDue()) await pace.rest();
      const { result, placed } = attempt(literals, stretch, first, start);
      if (result === "missing") break;
      if (result === "placed") {
        if (!best || badness(placed) < badness(best)) best = placed;
        if (!badness(best)) break;
      }
      start = stretch.low.indexOf(literals[first], start + 1);
    }
    return best;
  }

  Object.assign(errbook, { place });
}
