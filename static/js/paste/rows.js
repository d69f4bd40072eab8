"use strict";
/*
 * Paste, part 11: an error of a paste as a row, and the link that carries its values.
 */
{
  /** The fragment that a record's page reads is no longer. */
  const FRAGMENT_MAX = 1024;
  /** Values are cut to so many characters, until they fit. */
  const VALUE_CUTS = [400, 100, 30];

  /** @param {string} value @param {number} most */
  const cut = (value, most) => (value.length > most ? `${value.slice(0, most)}…` : value);

  /** Nothing is sent: a fragment stays in the browser. @type {Errbook["pasteHref"]} */
  function pasteHref(root, { record, values }) {
    const href = errbook.href(root, record);
    const own = href.length - href.indexOf("#");
    for (const most of values.length ? VALUE_CUTS : []) {
      const texts = values.map(({ value }) => cut(value, most));
      const given = `?v=${encodeURIComponent(JSON.stringify(texts))}`;
      if (own + given.length <= FRAGMENT_MAX) return href + given;
    }
    return href;
  }

  /** @param {string} title */
  const wordsOf = (title) =>
    new Set(errbook.runs(title).flatMap(({ text, isWord }) => (isWord ? errbook.lower(text) : [])));

  /** A title with the words marked that another one does not have; none where most are.
   * @param {string} title @param {string} other @returns {(Node | string)[]} */
  function beside(title, other) {
    const known = wordsOf(other);
    const differs = (/** @type {string} */ text) => !known.has(errbook.lower(text));
    const words = Array.from(wordsOf(title));
    if (words.filter(differs).length * 2 > words.length) return [title];
    return errbook
      .runs(title)
      .map(({ text, isWord }) => (isWord && differs(text) ? errbook.element("mark", {}, text) : text));
  }

  /** @param {PasteRow["values"]} values */
  function valueList(values) {
    const pairs = values.map(({ name, value }) =>
      errbook.element(
        "div",
        {},
        errbook.element("dt", {}, name),
        errbook.element("dd", {}, value),
      ),
    );
    return errbook.element("dl", { class: "held" }, ...pairs);
  }

  /** @param {PasteRow} row @param {PasteRow} [above] the row that it is the runner-up of */
  function pasteRow(row, above) {
    const { record, further, line, values, isCause } = row;
    const title = above ? beside(record.title, above.record.title) : [record.title];
    const where = [`line ${line}`, errbook.where(record)];
    if (further > 0) where.push(`${further.toLocaleString()} more with this message`);
    const item = errbook.element(
      "li",
      {},
      errbook.element(
        "a",
        { class: "title", href: pasteHref(errbook.site().root, row) },
        ...title,
      ),
      errbook.pill(record.severity),
      errbook.element("span", { class: "where" }, where.join(" · ")),
    );
    if (isCause) item.prepend(errbook.element("b", { class: "cause" }, "Root cause"));
    if (values.length) item.append(valueList(values));
    return item;
  }

  Object.assign(errbook, { pasteHref, pasteRow });
}
