"use strict";
/*
 * Paste, part 6: one pattern in one text: its literals in their order, with something in each
 * hole. `indexOf` only, so time is bounded whatever the pattern is. docs/matching.md, section 4.
 */
{
  /** So many occurrences of the first literal are tried, and of the last one in each try. */
  const STARTS_MAX = 100;
  const ENDS_MAX = 8;
  const ASIDE_COST = 240;
  /** No value is longer, nor goes over more ends of lines. */
  const HOLE_MAX = 500;
  const HOLE_LINES_MAX = 3;
  const LINE_COST = 60;
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

  /** Where the last literal ends the match: where a whole line ends with it, since values hold dots
   * and brackets too; else at the first place not within a word; else at the leftmost.
   * @param {string} literal @param {Stretch} stretch @param {number} leftmost */
  function lastPlace(literal, stretch, leftmost) {
    const lineEnd = stretch.lineEnd(leftmost);
    let clear = -1;
    let found = leftmost;
    for (let times = 0; times < ENDS_MAX; times++) {
      const end = found + literal.length;
      if (end === lineEnd) return found;
      if (clear < 0 && !isWithinWord(stretch.text, end)) clear = found;
      const next = stretch.low.indexOf(literal, found + 1);
      if (next < 0 || (next >= lineEnd && clear >= 0)) break;
      found = next;
    }
    return clear < 0 ? leftmost : clear;
  }

  /** @param {number} length */
  function holeCost(length) {
    if (length > HUGE_HOLE) return HUGE_HOLE_COST;
    return length > LONG_HOLE ? LONG_HOLE_COST : 0;
  }

  /** Looks for the literals after the first. @param {string[]} literals @param {Stretch} stretch
   * @param {Placed} placed @param {number} first */
  function follow(literals, stretch, placed, first) {
    for (let at = first + 1; at < literals.length; at++) {
      const literal = literals[at];
      const begin = placed.end;
      if (!literal) {
        placed.holes.push([begin, -1]);
        return begin < stretch.text.length;
      }
      const within = stretch.low.slice(begin + 1, begin + HOLE_MAX + literal.length);
      let found = within.indexOf(literal);
      if (found < 0) return false;
      found += begin + 1;
      if (at === literals.length - 1) found = lastPlace(literal, stretch, found);
      const length = found - begin;
      const lines = stretch.endsWithin(begin, found);
      if (length > HOLE_MAX || lines > HOLE_LINES_MAX) return false;
      placed.holes.push([begin, found]);
      placed.held += length;
      placed.penalty += holeCost(length) + LINE_COST * lines;
      placed.end = found + literal.length;
    }
    if (!isWithinWord(stretch.text, placed.end)) return true;
    placed.penalty += CUT_END_COST;
    return literals[literals.length - 1].length >= CUT_END_MIN;
  }

  /** One try. @param {string[]} literals @param {Stretch} stretch @param {number} first
   * @param {number} start @param {(at: number) => boolean} isAside */
  function attempt(literals, stretch, first, start, isAside) {
    const head = literals[first];
    /** @type {Placed} */
    const placed = { start, end: start + head.length, holes: [], penalty: 0, held: 0 };
    if (first === 0 && isWithinWord(stretch.text, start)) {
      if (head.length < CUT_START_MIN) return undefined;
      placed.penalty += CUT_START_COST;
    }
    if (isAside(start)) placed.penalty += ASIDE_COST;
    return follow(literals, stretch, placed, first) ? placed : undefined;
  }

  /** @param {Placed} placed */
  const badness = ({ penalty, held }) => PENALTY_WORTH * penalty + HELD_WORTH * held;

  /** The best place of a pattern in a text. @type {Errbook["place"]} */
  async function place(literals, stretch, isAside, pace) {
    const first = literals.length > 1 && !literals[0] ? 1 : 0;
    if (!literals[first]) return undefined;
    /** @type {Placed | undefined} */
    let best;
    let start = stretch.low.indexOf(literals[first]);
    for (let tries = 0; start >= 0 && tries < STARTS_MAX; tries++) {
      if (pace.isDue()) await pace.rest();
      const placed = attempt(literals, stretch, first, start, isAside);
      if (placed && (!best || badness(placed) < badness(best))) best = placed;
      if (best && !badness(best)) break;
      start = stretch.low.indexOf(literals[first], start + 1);
    }
    return best;
  }

  Object.assign(errbook, { place });
}
