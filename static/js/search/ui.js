"use strict";
/*
 * Search, part 17: where it begins: the search page has a page, every other page a popup; and home
 * and the search page have a box for logs, which needs its script once there is one.
 */
{
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-search-form]"));
  const input = form?.querySelector("input");
  const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-search-page]"));
  if (form && input) {
    errbook.open(`${errbook.site().root}search/`);
    // What the first keystroke needs; a failure is reported when there is a query.
    const prepare = () => errbook.wordList().catch(() => {});
    if (document.activeElement === input) prepare();
    else input.addEventListener("focus", prepare, { once: true });
    if (place) errbook.page(place, form, input);
    else errbook.combobox(form, input);
  }

  const box = document.querySelector("[data-paste]");
  const log = box?.querySelector("textarea");
  const status = box?.querySelector("[data-paste-status]");

  async function read() {
    try {
      await errbook.pasteScript();
      errbook.panel().search();
    } catch (error) {
      if (status) status.textContent = errbook.failure(error);
    }
  }

  if (log) {
    log.addEventListener("input", read, { once: true });
    if (log.value) read();
  }
}
