"use strict";
/*
 * Search, part 16: the search page: a plain list of links, facets as checkboxes, and an address
 * that holds the query, so that it can be sent to someone.
 */
{
  const ROWS = 20;
  const TYPING_MS = 150;
  /** @type {Record<string, string>} */
  const LEGENDS = { sev: "Severity", type: "Type", tag: "Tag", repo: "Repository" };
  /** Filters are folded away where they would push the results off the screen. */
  const WIDE = "(min-width: 60rem)";
  /** Values shown before one asks for all. */
  const FEW = 8;

  class SearchPage {
    /** @param {HTMLElement} place @param {HTMLFormElement} form @param {HTMLInputElement} input */
    constructor(place, form, input) {
      this.place = place;
      this.input = input;
      this.status = /** @type {HTMLElement} */ (place.querySelector("[data-search-status]"));
      this.list = /** @type {HTMLElement} */ (place.querySelector("[data-search-results]"));
      this.more = errbook.element("button", { type: "button", class: "more", hidden: "" }, "More results");
      this.facets = /** @type {HTMLDetailsElement} */ (
        errbook.element("details", { class: "facets" }, errbook.element("summary", {}, "Filters"))
      );
      this.facets.open = matchMedia(WIDE).matches;
      this.say = errbook.announce(this.status);
      this.rows = ROWS;
      /** What the rows are for, and the messages they show. */
      this.asked = "";
      this.shown = new Set();
      this.turn = 0;
      this.timer = 0;
      place.prepend(this.facets);
      this.list.after(this.more);
      errbook.onPastedLog(input, (words) => this.say(words ?? ""));
      this.listen(form);
      this.restore();
    }

    /** @param {HTMLFormElement} form */
    listen(form) {
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.start();
      });
      this.input.addEventListener("input", () => {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.start(), TYPING_MS);
      });
      this.facets.addEventListener("change", () => this.start());
      this.more.addEventListener("click", () => {
        this.rows += ROWS;
        this.search();
      });
      addEventListener("popstate", () => this.restore());
    }

    /** Takes query and facets from the address. */
    async restore() {
      const given = new URLSearchParams(location.search);
      if (!this.input.value || given.has("q")) this.input.value = given.get("q") ?? "";
      try {
        await this.offer(given);
        await this.search();
      } catch (error) {
        this.status.textContent = errbook.failure(error);
      }
    }

    /** Builds the fieldsets; what the address asks for is checked, listed or not.
     * @param {URLSearchParams} given */
    async offer(given) {
      const values = await errbook.facetValues();
      const sets = Object.keys(LEGENDS).map((facet) => {
        const chosen = new Set(given.getAll(facet).map(errbook.lower));
        const listed = values[facet] ?? [];
        const known = new Set(listed.map(([value]) => errbook.lower(value)));
        const unlisted = given.getAll(facet).filter((value) => !known.has(errbook.lower(value)));
        const rows = listed.map(([value, count]) => this.choice(facet, value, count, chosen));
        rows.unshift(...unlisted.map((value) => this.choice(facet, value, 0, chosen)));
        return this.fieldset(facet, rows);
      });
      for (const old of this.facets.querySelectorAll("fieldset, .shortcut")) old.remove();
      this.facets.append(...sets, this.shortcut());
    }

    /** @param {string} facet @param {HTMLElement[]} rows */
    fieldset(facet, rows) {
      const legend = errbook.element("legend", {}, LEGENDS[facet]);
      const rest = rows.slice(FEW);
      const few = errbook.element("fieldset", {}, legend, ...rows.slice(0, FEW));
      if (rest.length) {
        const summary = errbook.element("summary", {}, `${rest.length} more`);
        few.append(errbook.element("details", {}, summary, ...rest));
      }
      few.hidden = !rows.length;
      return few;
    }

    /** @param {string} facet @param {string} value @param {number} count @param {Set<string>} chosen */
    choice(facet, value, count, chosen) {
      const box = /** @type {HTMLInputElement} */ (
        errbook.element("input", { type: "checkbox", name: facet, value })
      );
      box.checked = chosen.has(errbook.lower(value));
      const label = errbook.element("label", {}, box, ` ${value} `);
      if (count) label.append(errbook.element("span", { class: "soft" }, count.toLocaleString()));
      return label;
    }

    /** A single key as a shortcut can be in the way, so it can be switched off (WCAG 2.1.4). */
    shortcut() {
      const box = /** @type {HTMLInputElement} */ (errbook.element("input", { type: "checkbox" }));
      try {
        box.checked = localStorage.getItem("errbook-slash") !== "off";
      } catch {
        box.disabled = true;
      }
      box.addEventListener("change", (event) => {
        event.stopPropagation();
        localStorage.setItem("errbook-slash", box.checked ? "on" : "off");
      });
      return errbook.element("label", { class: "shortcut" }, box, " / goes to the search box");
    }

    /** The facets that are checked. */
    chosen() {
      const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (
        this.facets.querySelectorAll("input[name]:checked")
      );
      return Array.from(boxes, ({ name, value }) => ({ name, value }));
    }

    /** A new search: its address replaces the one before. */
    start() {
      clearTimeout(this.timer);
      this.rows = ROWS;
      const asked = new URLSearchParams();
      if (this.input.value) asked.set("q", this.input.value);
      for (const { name, value } of this.chosen()) asked.append(name, value);
      const query = asked.toString();
      history.replaceState(null, "", query ? `?${query}` : location.pathname);
      this.search();
    }

    async search() {
      const turn = ++this.turn;
      const text = this.input.value;
      const filters = this.chosen().map(({ name, value }) => errbook.facetTerm(name, value));
      if (!text.trim() && !filters.length) return this.fail("");
      if (errbook.looksPasted(text)) this.read(text, turn);
      try {
        for await (const answer of errbook.search(text, { rows: this.rows, filters })) {
          if (turn !== this.turn) return;
          this.show(answer, JSON.stringify([text, filters]));
        }
      } catch (error) {
        if (turn === this.turn) this.fail(errbook.failure(error));
      }
    }

    /** A line of a log is read as one, too. @param {string} text @param {number} turn */
    async read(text, turn) {
      try {
        await errbook.pasteScript();
        if (turn === this.turn) errbook.panel().fill(text);
      } catch (error) {
        if (turn === this.turn) this.say(errbook.failure(error));
      }
    }

    /** Rows that are shown stay where they are; what is new comes below. @param {Answer} answer
     * @param {string} asked */
    show(answer, asked) {
      if (asked !== this.asked) this.clear();
      this.asked = asked;
      for (const row of answer.rows) {
        if (this.shown.has(row.record.title)) continue;
        this.shown.add(row.record.title);
        this.list.append(this.row(row, answer.marks));
      }
      this.more.hidden = !answer.further;
      this.say(errbook.inWords(answer));
    }

    clear() {
      this.asked = "";
      this.shown.clear();
      this.list.replaceChildren();
      this.more.hidden = true;
    }

    /** @param {string} words */
    fail(words) {
      this.clear();
      this.say(words);
    }

    /** @param {RecordRow} record @param {string} className @param {(Node | string)[]} content */
    link(record, className, content) {
      const href = errbook.href(errbook.site().root, record);
      return errbook.element("a", { class: className, dir: "auto", href }, ...content);
    }

    /** @param {ResultRow} row @param {Marks} marks */
    row({ record, copies }, marks) {
      const row = errbook.element(
        "li",
        {},
        this.link(record, "title", errbook.marked(record.title, marks)),
        " ",
        errbook.pill(record.severity),
        " ",
        errbook.element("span", { class: "where" }, errbook.where(record)),
      );
      if (!copies.length) return row;
      const summary = errbook.element("summary", {}, `${copies.length} more with this message`);
      const places = copies.map((copy) =>
        errbook.element("li", {}, this.link(copy, "copy", [errbook.where(copy)])),
      );
      const list = errbook.element("ul", {}, ...places);
      row.append(errbook.element("details", { class: "where" }, summary, list));
      return row;
    }
  }

  Object.assign(errbook, {
    /** @param {HTMLElement} place @param {HTMLFormElement} form @param {HTMLInputElement} input */
    page: (place, form, input) => new SearchPage(place, form, input),
  });
}
