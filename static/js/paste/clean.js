"use strict";
/*
 * Paste, part 2: a log as it was copied to plain lines: bounded, without terminal codes, without
 * the escapes of JSON, without the prefixes of loggers. docs/matching.md, section 1, has the rules.
 */
{
  /** A longer log is cut: its beginning and its end say most. */
  const HALF = 32 * 1024;
  const ESCAPES_MAX = 3;
  const PREFIXES_MAX = 3;
  const OSC = "\u001b]";
  const OSC_END = /\u0007|\u001b\\/g;
  const OSC_MAX = 2000;
  const CSI = /(?:\u001b|\\u001[bB]|\\x1[bB]|\\033|\\e|\^\[)\[[0-9;:?]*[@-~]/g;
  const LINE_END = /\r\n?|\n/g;
  const ESCAPE = /\\(u[0-9a-fA-F]{4}|[^])/g;
  const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
  const PREFIXES = [
    /^[\w.-]+\s+\|\s/,
    /^\S+ (?:stdout|stderr) [FP] /,
    /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\s+/,
    /^> /,
  ];

  /** Whether a pair of surrogates would be parted. @param {string} text @param {number} at */
  const parts = (text, at) =>
    /[\ud800-\udbff]/.test(text[at - 1]) && /[\udc00-\udfff]/.test(text[at]);

  /** @type {Errbook["isTooLong"]} */
  const isTooLong = (text) => text.length > 2 * HALF;

  /** @type {Errbook["bounded"]} */
  function bounded(text) {
    if (!isTooLong(text)) return { text, cutLine: Infinity, skipped: 0 };
    const head = text.slice(0, parts(text, HALF) ? HALF - 1 : HALF);
    const from = text.length - HALF;
    const tail = text.slice(parts(text, from) ? from + 1 : from);
    const count = (/** @type {string} */ piece) => piece.match(LINE_END)?.length ?? 0;
    const cutLine = count(head) + 1;
    return {
      text: `${head}\n${tail}`,
      cutLine,
      skipped: count(text.slice(0, from)) - cutLine,
    };
  }

  /** Titles of windows, links. An end that is not there is not looked for again.
   * @param {string} text */
  function withoutOsc(text) {
    let start = text.indexOf(OSC);
    if (start < 0) return text;
    let kept = "";
    let from = 0;
    let end = -1;
    for (; start >= 0; start = text.indexOf(OSC, from > start ? from : start + 1)) {
      if (end < start + OSC.length) {
        OSC_END.lastIndex = start + OSC.length;
        const found = OSC_END.exec(text);
        if (!found) break;
        end = found.index + found[0].length;
      }
      if (end - start > OSC_MAX) continue;
      kept += text.slice(from, start);
      from = end;
    }
    return kept + text.slice(from);
  }

  /** @param {string} text */
  const withoutCodes = (text) => withoutOsc(text).replace(CSI, "");

  /** @param {string} line */
  function isEscaped(line) {
    if (line.includes('\\"')) return true;
    if (!/\\[ntu]/.test(line)) return false;
    return /":|="/.test(line) || /^\s*["{]/.test(line);
  }

  /** @param {string} whole @param {string} escaped */
  function unescaped(whole, escaped) {
    if (escaped === "n" || escaped === "r") return "\n";
    if (escaped === "t") return " ";
    if (escaped.length === 5) return String.fromCharCode(parseInt(escaped.slice(1), 16));
    return /["'/\\]/.test(escaped) ? escaped : whole;
  }

  /** A line as it was before it was put into JSON, once or several times.
   * @param {PasteLine} line @param {number} times @returns {PasteLine[]} */
  function unescapedLines(line, times) {
    if (!times || !isEscaped(line.text)) return [line];
    const text = withoutCodes(line.text.replace(ESCAPE, unescaped).replace(LONE, "\ufffd"));
    const made = text.split("\n").map((piece) => ({ ...line, text: piece }));
    return made.flatMap((each) => unescapedLines(each, times - 1));
  }

  /** @param {string} line */
  function withoutPrefixes(line) {
    for (let times = 0; times < PREFIXES_MAX; times++) {
      const prefix = PREFIXES.find((each) => each.test(line));
      if (!prefix) break;
      line = line.replace(prefix, "");
    }
    return line;
  }

  /** @type {Errbook["cleanLines"]} */
  async function cleanLines(input, pace) {
    const { text, cutLine, skipped } = bounded(input);
    const lines = withoutCodes(text).split(LINE_END);
    /** @type {PasteLine[]} */
    const clean = [];
    for (let at = 0; at < lines.length; at++) {
      if (pace.isDue()) await pace.rest();
      const number = at + 1 > cutLine ? at + 1 + skipped : at + 1;
      const line = { text: lines[at], core: "", number, weight: 0, isAside: false };
      clean.push(...unescapedLines(line, ESCAPES_MAX));
    }
    for (const line of clean) line.core = withoutPrefixes(line.text);
    return clean;
  }

  Object.assign(errbook, { isTooLong, bounded, cleanLines });
}
