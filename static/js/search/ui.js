"use strict";
/*
 * Search, part 16: where it begins: the search page has a page, every other page a popup.
 */
{
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-search-form]"));
  const input = form?.querySelector("input");
  const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-search-page]"));
  if (form && input) {
    errbook.open(`${errbook.site().root}search/`);
    // What the first keystroke needs; a failure is reported when there is a query.
    errbook.wordList().catch(() => {});
    if (place) errbook.page(place, form, input);
    else errbook.combobox(form, input);
  }
}
