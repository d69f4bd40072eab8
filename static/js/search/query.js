"use strict";
/*
 * Search, part 7: what was typed.
 *
 * Words, and facets as `severity:critical`, `type:io`, `tag:parsing`, `repo:owner/name`.
 */
{
  const RUNS_MAX = 12;
  const TEXT_MAX = 2000;
  const FACET = /^(severity|sev|type|tag|repo):(\S+)$/i;
  const ENDS_IN_WORD = /[\p{Alphabetic}\p{N}_]$/u;

  /** @param {string} name @param {string} value */
  function facetTerm(name, value) {
    const facet = name.toLowerCase() === "severity" ? "sev" : name.toLowerCase();
    return `${facet}:${errbook.lower(value)}`;
  }

  /** @type {Errbook["parse"]} */
  function parse(input) {
    const filters = [];
    const words = [];
    for (const piece of input.slice(0, TEXT_MAX).normalize("NFC").split(/\s+/)) {
      const facet = FACET.exec(piece);
      if (facet) filters.push(facetTerm(facet[1], facet[2]));
      else words.push(piece);
    }
    const text = words.join(" ").trim();
    const seen = new Set();
    const runs = errbook
      .runs(text)
      .filter((run) => run.isWord)
      .flatMap((run) => errbook.readings(run.text))
      .filter(({ whole, parts }) => {
        const key = whole || parts.join(" ");
        return key && !seen.has(key) && seen.add(key);
      })
      .slice(0, RUNS_MAX);
    return { runs, filters, open: ENDS_IN_WORD.test(input), text };
  }

  Object.assign(errbook, { facetTerm, parse });
}
