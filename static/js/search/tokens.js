"use strict";
/*
 * Search, part 2: text to terms, by the same rules as src/search/terms.rs.
 * tests/vectors/terms.json holds what both must agree on.
 */
{
  const TERM_MAX = 40;
  const WORD = /[\p{Alphabetic}\p{N}_]+/gu;
  const UNSPACED =
    /[\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\u{20000}-\u{3ffff}]+/gu;
  const CAPITAL = /^\p{Uppercase}/u;
  const SMALL = /^\p{Lowercase}/u;
  const TWO_SMALL = /^\p{Lowercase}{2}/u;
  const NUMBER = /^\p{N}/u;

  /** Cuts a text into what matches and what stands between. @param {string} text @param {RegExp} pattern */
  function cut(text, pattern) {
    const pieces = [];
    let from = 0;
    for (const match of text.matchAll(pattern)) {
      if (match.index > from) pieces.push({ text: text.slice(from, match.index), matched: false });
      pieces.push({ text: match[0], matched: true });
      from = match.index + match[0].length;
    }
    if (from < text.length) pieces.push({ text: text.slice(from), matched: false });
    return pieces;
  }

  /** Character by character: what stands around a letter changes nothing. @param {string} text */
  function lower(text) {
    let small = "";
    for (const c of text) small += c.toLowerCase();
    return small;
  }

  /** The lower-case parts of a run of spaced script. @param {string} run */
  function parts(run) {
    const found = [];
    const chars = Array.from(run);
    let part = "";
    let [afterSmall, afterCapital] = [false, false];
    for (let at = 0; at < chars.length; at++) {
      const c = chars[at];
      const capital = CAPITAL.test(c);
      const begins =
        capital &&
        (afterSmall || (afterCapital && TWO_SMALL.test(chars.slice(at + 1, at + 3).join(""))));
      if (part && (c === "_" || begins)) {
        found.push(part);
        part = "";
      }
      if (c !== "_") part += c.toLowerCase();
      afterSmall = SMALL.test(c) || NUMBER.test(c);
      afterCapital = capital;
    }
    if (part) found.push(part);
    return found;
  }

  /** @param {string} text */
  function pairs(text) {
    const chars = Array.from(text);
    if (chars.length === 1) return chars;
    return chars.slice(1).map((c, at) => chars[at] + c);
  }

  /** @param {string} term */
  const isShort = (term) => term.length <= TERM_MAX || Array.from(term).length <= TERM_MAX;

  /**
   * The ways to read a run: as a whole (empty if that is no term), and in parts.
   * @type {Errbook["readings"]}
   */
  function readings(run) {
    return cut(run, UNSPACED).map((piece) => {
      if (piece.matched) return { whole: "", parts: pairs(piece.text) };
      const found = parts(piece.text);
      const whole = found.join("");
      return {
        whole: found.length > 1 && isShort(whole) ? whole : "",
        parts: found.filter(isShort),
      };
    });
  }

  /** A run cut where scripts that are written without spaces begin or end.
   * @type {Errbook["scripts"]} */
  function scripts(run) {
    return cut(run, UNSPACED).map((piece) => ({ text: piece.text, isUnspaced: piece.matched }));
  }

  /** @type {Errbook["runs"]} */
  function runs(text) {
    return cut(text, WORD).map((piece) => ({ text: piece.text, isWord: piece.matched }));
  }

  /** @type {Errbook["terms"]} */
  function terms(text) {
    const words = runs(text.normalize("NFC")).filter((run) => run.isWord);
    return words
      .flatMap((run) => readings(run.text))
      .flatMap(({ whole, parts }) => (whole ? [whole, ...parts] : parts));
  }

  Object.assign(errbook, { lower, readings, scripts, runs, terms });
}
