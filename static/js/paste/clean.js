"use strict";
/*
 * Paste, part 2: a log as it was copied to plain lines: bounded, without terminal codes, without
 * the escapes of JSON, without what loggers put before. docs/matching.md, section 1.
 */
{
  /** A longer log is cut: its beginning and its end say most. */
  const HALF = 32 * 1024;
  const ESCAPES_MAX = 3;
  const PREFIXES_MAX = 3;
  /** Titles and links of terminals; colours and movements. */
  const CODES =
    /\u001b\][^\u0007\u001b]{0,1999}(?:\u0007|\u001b\\)|(?:\u001b|\\u001[bB]|\\x1[bB]|\\033|\\e|\^\[)\[[0-9;:?]*[@-~]/g;
  const LINE_END = /\r\n?|\n/g;
  const ESCAPE = /\\(u[0-9a-fA-F]{4}|[^])/g;
  const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
  const PREFIXES = [
    /^[\w.-]+\s+\|\s/,
    /^\S+ (?:stdout|stderr) [FP] /,
    /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:[+-]\d\d:?\d\d|Z)?\s+/,
    /^>(?: |$)/,
  ];

  /** Whether a pair of surrogates would be parted. @param {string} text @param {number} at */
  const parts = (text, at) =>
    /[\ud800-\udbff]/.test(text[at - 1]) && /[\udc00-\udfff]/.test(text[at]);

  /** @type {Errbook["isTooLong"]} */
  const isTooLong = (text) => text.length > 2 * HALF;

  /** What is read of a text, and the number of the line that each part begins in.
   * @type {Errbook["readParts"]} */
  function readParts(text) {
    if (!isTooLong(text)) return [{ text, first: 1 }];
    const head = parts(text, HALF) ? HALF - 1 : HALF;
    const half = text.length - HALF;
    const tail = parts(text, half) ? half + 1 : half;
    const skipped = text.slice(0, tail).match(LINE_END)?.length ?? 0;
    return [
      { text: text.slice(0, head), first: 1 },
      { text: text.slice(tail), first: 1 + skipped },
    ];
  }

  /** @param {string} text */
  const withoutCodes = (text) => text.replace(CODES, "");

  /** @param {string} line */
  function isEscaped(line) {
    if (line.includes('\\"')) return true;
    return /\\[ntu]/.test(line) && (/":|="/.test(line) || /^\s*["{]/.test(line));
  }

  /** @param {string} whole @param {string} escaped */
  function unescaped(whole, escaped) {
    if (escaped === "n" || escaped === "r") return "\n";
    if (escaped === "t") return " ";
    if (escaped.length === 5) return String.fromCharCode(parseInt(escaped.slice(1), 16));
    return /["'/\\]/.test(escaped) ? escaped : whole;
  }

  /** A line as it was before it was put into JSON, once or several times. @param {string} line */
  function withoutEscapes(line) {
    for (let times = 0; times < ESCAPES_MAX && isEscaped(line); times++) {
      line = withoutCodes(line.replace(ESCAPE, unescaped).replace(LONE, "\ufffd"));
    }
    return line;
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

  /** The lines that are not empty. @type {Errbook["cleanLines"]} */
  async function cleanLines(input, pace) {
    /** @type {PasteLine[]} */
    const lines = [];
    for (const { text, first } of readParts(input)) {
      let number = first;
      for (const line of withoutCodes(text).split(LINE_END)) {
        if (pace.isDue()) await pace.rest();
        for (const part of withoutEscapes(line).split("\n")) {
          const core = withoutPrefixes(part);
          if (core.trim()) {
            lines.push({ core, width: part.length, number, weight: 0, isAside: false });
          }
        }
        number++;
      }
    }
    return lines;
  }

  Object.assign(errbook, { isTooLong, readParts, cleanLines });
}
