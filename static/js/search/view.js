"use strict";
/*
 * Search, part 13: what both the popup and the search page show. Everything from a record becomes
 * a text node; links are built from encoded parts.
 */
{
  const ANNOUNCE_AFTER_MS = 500;

  /** @type {Errbook["element"]} */
  function element(name, properties = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  /** How much of a run is marked: a beginning that was typed, or all of it if it holds a term.
   * @param {string} run @param {Marks} marks */
  function markedLength(run, { beginnings, terms }) {
    const small = errbook.lower(run);
    const longest = beginnings
      .filter((beginning) => small.startsWith(beginning))
      .reduce((most, beginning) => Math.max(most, beginning.length), 0);
    if (longest) return longest;
    return errbook.terms(run).some((term) => terms.has(term)) ? run.length : 0;
  }

  /** @type {Errbook["marked"]} */
  function marked(title, marks) {
    return errbook.runs(title).flatMap(({ text, isWord }) => {
      const length = isWord ? markedLength(text, marks) : 0;
      if (!length) return text;
      const rest = text.slice(length);
      const mark = element("mark", {}, text.slice(0, length));
      return rest ? [mark, rest] : mark;
    });
  }

  /** @type {Errbook["pill"]} */
  const pill = (severity) =>
    severity && element("span", { class: "pill severity", "data-severity": severity }, severity);

  /** @type {Errbook["where"]} */
  function where({ label, repo, path, line }) {
    return [label, repo, line ? `${path}:${line}` : path].filter(Boolean).join(" · ");
  }

  /** @type {Errbook["site"]} */
  function site() {
    const meta = /** @type {HTMLElement | null} */ (document.querySelector('meta[name="errbook"]'));
    return { root: meta?.dataset.root ?? "", paste: meta?.dataset.pasteScript ?? "" };
  }

  /** Says the last of several texts once nothing new came for a while, so that a screen reader is
   * not cut short at each key. @type {Errbook["announce"]} */
  function announce(status) {
    let timer = 0;
    return (text) => {
      clearTimeout(timer);
      timer = setTimeout(() => (status.textContent = text), ANNOUNCE_AFTER_MS);
    };
  }

  /** @type {Errbook["inWords"]} */
  function inWords({ rows, corrections, further, pending }) {
    if (!rows.length) return pending ? "" : "No record matches";
    const read = corrections.map(({ read }) => read.join(" or ")).join(", ");
    const results = rows.length === 1 ? "1 result" : `${rows.length} results`;
    const count = further ? `First ${results}` : results;
    return read ? `${count}, showing results for ${read}` : count;
  }

  /** @type {Errbook["matching"]} */
  const matching = (count) => (count === 1 ? "1 matching record" : `${count} matching records`);

  /** @type {Errbook["failure"]} */
  function failure(error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `Search could not read its index: ${reason}`;
  }

  Object.assign(errbook, {
    element,
    marked,
    pill,
    where,
    site,
    announce,
    inWords,
    matching,
    failure,
  });
}
