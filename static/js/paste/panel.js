"use strict";
/*
 * Paste, part 12: the box that takes a whole log, and the list of the errors in it. Home and the
 * search page have one; on other pages it appears when a log is pasted into the search box.
 */
{
  const TYPING_MS = 150;
  /** Before that a word on what is going on would only flash. */
  const WAITING_MS = 400;
  const ROWS = 50;
  /** Shards to ask for; and if one asks for more, as many as `errbook find` does. */
  const SHARDS = 10;
  const SHARDS_FURTHER = 200;
  /** Beside errors that are sure, few want to see many that are not. */
  const POSSIBLE_MAX = 5;
  const NOTE =
    "The text stays in your browser; only files of the index are fetched. Values that it holds go " +
    "into the links, behind the #, which browsers do not send.";
  /** Laying out all of a long log would make the page wait. */
  const SHOWN_MAX = 16 * 1024;
  const SHORT = "The box shows the beginning and the end of this log; all of it is read.";
  const CUT =
    "The box shows the beginning and the end of this long log; its first and last 32 KB are read, " +
    "what stands between is not.";

  /** @param {string} text */
  function shortened(text) {
    if (text.length <= SHOWN_MAX) return text;
    return `${text.slice(0, SHOWN_MAX / 2)}\n…\n${text.slice(-SHOWN_MAX / 2)}`;
  }

  /** The box, for a page that has none. */
  function made() {
    const { element } = errbook;
    const label = element("label", { for: "paste-text" }, "Paste an error, or a whole log");
    const close = element("button", { type: "button", class: "close" }, "Close");
    const box = element(
      "section",
      { class: "paste", "data-paste": "", "aria-label": "Errors in a log" },
      close,
      label,
      element("textarea", { id: "paste-text", rows: "6", spellcheck: "false", autocomplete: "off" }),
      element("p", { class: "soft" }, NOTE),
      element("p", { role: "status", "data-paste-status": "" }),
      element("div", { "data-paste-results": "" }),
    );
    close.addEventListener("click", () => {
      box.hidden = true;
      /** @type {HTMLElement | null} */ (document.querySelector("[data-search-form] input"))?.focus();
    });
    document.querySelector("main")?.prepend(box);
    return box;
  }

  class Panel {
    /** @param {HTMLElement} box */
    constructor(box) {
      this.box = box;
      this.text = /** @type {HTMLTextAreaElement} */ (box.querySelector("textarea"));
      this.status = /** @type {HTMLElement} */ (box.querySelector("[data-paste-status]"));
      this.results = /** @type {HTMLElement} */ (box.querySelector("[data-paste-results]"));
      this.note = errbook.element("p", { class: "soft", hidden: "" });
      this.further = errbook.element("button", { type: "button", class: "more" }, "Look for more errors");
      /** What was read last: all of a log that the box shows in part. */
      this.read = "";
      this.text.after(this.note);
      this.further.addEventListener("click", () => this.search(this.read, SHARDS_FURTHER));
      /** Counts pastes: work for an older one ends. */
      this.turn = 0;
      this.timer = 0;
      this.text.addEventListener("input", () => {
        clearTimeout(this.timer);
        this.turn++;
        this.timer = setTimeout(() => this.search(), TYPING_MS);
      });
    }

    /** Reads a log that was pasted, here or into the search box. @param {string} text */
    take(text) {
      this.box.hidden = false;
      this.text.value = shortened(text);
      this.text.focus({ preventScroll: true });
      this.text.setSelectionRange(0, 0);
      this.text.scrollTop = 0;
      this.box.scrollIntoView({ block: "nearest" });
      this.search(text);
    }

    /** Shows what another box holds. @param {string} text */
    fill(text) {
      this.text.value = text;
      this.search();
    }

    async search(text = this.text.value, shards = SHARDS) {
      clearTimeout(this.timer);
      const turn = ++this.turn;
      this.read = text;
      const isShort = text.length > SHOWN_MAX && text !== this.text.value;
      this.note.hidden = !isShort && !errbook.isTooLong(text);
      this.note.textContent = errbook.isTooLong(text) ? CUT : SHORT;
      if (!text.trim()) return this.show([], "");
      const isCurrent = () => turn === this.turn;
      const waiting = setTimeout(() => {
        if (isCurrent()) this.status.textContent = "Reading…";
      }, WAITING_MS);
      try {
        const answer = await errbook.paste(text, { isCurrent, shards, rows: ROWS });
        const found = sections(answer);
        // One line has one error.
        if (shards === SHARDS && text.trim().includes("\n")) found.push(this.further);
        this.show(found, inWords(answer));
      } catch (error) {
        if (isCurrent()) this.show([], errbook.failure(error));
      } finally {
        clearTimeout(waiting);
      }
    }

    /** @param {HTMLElement[]} sections @param {string} words */
    show(sections, words) {
      this.results.replaceChildren(...sections);
      this.status.textContent = words;
    }
  }

  /** @param {string} heading @param {HTMLElement[]} rows */
  function section(heading, rows) {
    return errbook.element(
      "section",
      {},
      errbook.element("h2", {}, heading),
      errbook.element("ol", { class: "records" }, ...rows),
    );
  }

  /** @param {Answer} answer */
  function similarRows({ rows, marks }) {
    const { root } = errbook.site();
    return rows.map(({ record }) =>
      errbook.element(
        "li",
        {},
        errbook.element(
          "a",
          { class: "title", href: errbook.href(root, record) },
          ...errbook.marked(record.title, marks),
        ),
        errbook.pill(record.severity),
        errbook.element("span", { class: "where" }, errbook.where(record)),
      ),
    );
  }

  /** @param {PasteAnswer} answer */
  function sections({ rows, similar }) {
    const sure = rows.filter(({ isSure }) => isSure);
    const possible = rows.filter(({ isSure }) => !isSure);
    const shown = sure.length ? possible.slice(0, POSSIBLE_MAX) : possible;
    const above = sure[0] ?? possible[0];
    const found = [];
    if (sure.length) {
      const heading = sure.length === 1 ? "The error" : "The errors, best match first";
      found.push(section(heading, sure.map((row) => errbook.pasteRow(row))));
    }
    if (shown.length) {
      const rows = shown.map((row) => errbook.pasteRow(row, row === above ? undefined : above));
      found.push(section(sure.length ? "Possible, too" : "Possible", rows));
    }
    if (similar) found.push(section("Similar by words", similarRows(similar)));
    return found;
  }

  /** @param {PasteAnswer} answer */
  function inWords({ rows, similar }) {
    const sure = rows.filter(({ isSure }) => isSure).length;
    const possible = rows.length - sure;
    const records = errbook.matching(sure);
    if (sure) return possible ? `${records}, ${possible} possible` : records;
    if (possible) return `No record matches for sure, ${possible} possible`;
    return similar ? "No record matches. These have words of it:" : "No record matches";
  }

  /** @type {Panel | undefined} */
  let panel;

  Object.assign(errbook, {
    /** @type {Errbook["panel"]} */
    panel() {
      panel ??= new Panel(document.querySelector("[data-paste]") ?? made());
      return panel;
    },
  });
}
