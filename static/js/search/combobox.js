"use strict";
/*
 * Search, part 15: the popup under the search box: a combobox with a list of options, as the ARIA
 * Authoring Practices describe it. Focus stays in the box; nothing is selected by itself.
 */
{
  const TYPING_MS = 60;
  /** With fewer rows than this, prose is searched too: it costs as much as all of a search in
   * titles, and the search page always does it. */
  const PROSE_BELOW = 1;
  /** And only once the reader pauses: half a word is seldom worth its shards. */
  const PAUSE_MS = 250;

  /** @param {number} ms */
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

  class Combobox {
    /** @param {HTMLFormElement} form @param {HTMLInputElement} input */
    constructor(form, input) {
      this.form = form;
      this.input = input;
      this.list = errbook.element("ul", {
        id: "search-list",
        role: "listbox",
        "aria-label": "Search results",
      });
      this.note = errbook.element("p", { class: "kind" });
      this.popup = errbook.element("div", { class: "results", hidden: "" }, this.note, this.list);
      const status = errbook.element("p", { class: "visually-hidden", role: "status" });
      this.say = errbook.announce(status);
      /** @type {{ option: HTMLElement, href: string }[]} */
      this.options = [];
      this.active = -1;
      /** The text that the options are for. */
      this.shown = "";
      /** Counts searches: an answer to an older one is dropped. */
      this.turn = 0;
      /** What a pasted line is sure to be: these rows come first. @type {PasteRow[]} */
      this.sure = [];
      this.timer = 0;
      form.append(this.popup, status);
      this.describe();
      this.listen();
      errbook.onPastedLog(input, (words) => this.tell(words));
      if (document.activeElement === input && input.value) this.search();
    }

    describe() {
      const attributes = {
        role: "combobox",
        "aria-autocomplete": "list",
        "aria-controls": "search-list",
        "aria-expanded": "false",
      };
      for (const [name, value] of Object.entries(attributes)) this.input.setAttribute(name, value);
    }

    listen() {
      this.input.addEventListener("input", () => {
        clearTimeout(this.timer);
        this.turn++;
        this.timer = setTimeout(() => this.search(), TYPING_MS);
      });
      this.input.addEventListener("keydown", (event) => this.key(event));
      this.input.addEventListener("blur", () => this.close());
      this.input.addEventListener("focus", () => {
        if (this.options.length) this.open();
      });
      // Without this a press on an option would take the focus, and the popup would close first.
      this.popup.addEventListener("mousedown", (event) => event.preventDefault());
      this.list.addEventListener("click", (event) => {
        const found = this.options.find(({ option }) => option.contains(/** @type {Node} */ (event.target)));
        if (found) this.go(found.href, event.ctrlKey || event.metaKey);
      });
    }

    async search() {
      const text = this.input.value;
      const turn = ++this.turn;
      if (!text.trim()) return this.clear();
      try {
        this.sure = await errbook.pastedRows(text, () => turn === this.turn);
        if (turn !== this.turn) return;
        for await (const answer of errbook.search(text, { proseBelow: PROSE_BELOW })) {
          if (turn !== this.turn) return;
          this.show(answer, text);
          if (answer.pending) await pause(PAUSE_MS);
          if (turn !== this.turn) return;
        }
      } catch (error) {
        if (turn === this.turn) this.fail(error);
      }
    }

    /** Rows that stand stay as they are, new ones are added below. @param {Answer} answer
     * @param {string} text */
    show(answer, text) {
      const words = this.sure.length ? errbook.matching(this.sure.length) : errbook.inWords(answer);
      const { root } = errbook.site();
      const known = new Set(this.sure.map(({ record }) => record.number));
      const rows = answer.rows.filter(({ record }) => !known.has(record.number));
      const kept = this.shown === text ? this.options.length - 1 : 0;
      if (kept <= 0) {
        this.empty();
        for (const row of this.sure) this.add(errbook.pasteHref(root, row), this.sureRow(row));
      } else {
        this.drop();
      }
      for (const row of rows.slice(Math.max(kept - this.sure.length, 0))) {
        this.add(errbook.href(root, row.record), this.row(row, answer.marks));
      }
      const all = `${root}search/index.html?q=${encodeURIComponent(text)}`;
      if (this.options.length) this.add(all, [`All results for “${text.trim()}”`]);
      this.shown = text;
      this.note.textContent = words;
      this.say(words);
      if (words) this.open();
    }

    /** @param {PasteRow} row */
    sureRow({ record, values }) {
      const held = values.map(({ name, value }) => `${name} = ${value}`);
      return [
        errbook.element("span", { class: "title" }, record.title),
        " ",
        errbook.pill(record.severity),
        " ",
        errbook.element("span", { class: "where" }, [...held, errbook.where(record)].join(" · ")),
      ];
    }

    /** @param {ResultRow} row @param {Marks} marks */
    row({ record, copies }, marks) {
      const more = copies.length ? ` · +${copies.length} more` : "";
      return [
        errbook.element("span", { class: "title", dir: "auto" }, ...errbook.marked(record.title, marks)),
        " ",
        errbook.pill(record.severity),
        " ",
        errbook.element("span", { class: "where" }, errbook.where(record) + more),
      ];
    }

    /** @param {string} href @param {(Node | string)[]} content */
    add(href, content) {
      const id = `search-option-${this.options.length}`;
      const option = errbook.element("li", { role: "option", id, "aria-selected": "false" }, ...content);
      this.options.push({ option, href });
      this.list.append(option);
    }

    /** Removes the link to all results, which is always last. */
    drop() {
      if (this.active === this.options.length - 1) this.select(-1);
      this.options.pop()?.option.remove();
    }

    empty() {
      this.select(-1);
      this.options = [];
      this.list.replaceChildren();
      this.shown = "";
    }

    clear() {
      this.empty();
      this.close();
      this.say("");
    }

    /** @param {unknown} error */
    fail(error) {
      this.tell(errbook.failure(error));
    }

    /** Says something instead of rows, or nothing. @param {string} [words] */
    tell(words) {
      if (!words) return this.clear();
      this.empty();
      this.note.textContent = words;
      this.say(words);
      this.open();
    }

    open() {
      this.popup.hidden = false;
      this.list.hidden = !this.options.length;
      this.input.setAttribute("aria-expanded", String(this.options.length > 0));
    }

    close() {
      this.select(-1);
      this.popup.hidden = true;
      this.input.setAttribute("aria-expanded", "false");
    }

    /** @param {number} at */
    select(at) {
      this.options[this.active]?.option.setAttribute("aria-selected", "false");
      this.active = at;
      const option = this.options[at]?.option;
      if (!option) return this.input.removeAttribute("aria-activedescendant");
      option.setAttribute("aria-selected", "true");
      this.input.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    }

    /** @param {KeyboardEvent} event */
    key(event) {
      if (event.isComposing) return;
      const count = this.options.length;
      const isOpen = !this.popup.hidden;
      if (event.key === "ArrowDown" && count) {
        if (isOpen) this.select(this.active + 1 === count ? 0 : this.active + 1);
        else this.open();
      } else if (event.key === "ArrowUp" && count) {
        this.open();
        this.select(this.active <= 0 ? count - 1 : this.active - 1);
      } else if (event.key === "Enter" && isOpen && this.active >= 0) {
        this.go(this.options[this.active].href, event.ctrlKey || event.metaKey);
      } else if (event.key === "Escape") {
        if (isOpen) this.close();
        else this.input.value = "";
        this.turn++;
      } else {
        return;
      }
      event.preventDefault();
    }

    /** @param {string} href @param {boolean} inNewTab */
    go(href, inNewTab) {
      if (inNewTab) window.open(href, "_blank", "noopener");
      else location.assign(href);
      this.close();
    }
  }

  Object.assign(errbook, {
    /** @param {HTMLFormElement} form @param {HTMLInputElement} input */
    combobox: (form, input) => new Combobox(form, input),
  });
}
