"use strict";
/*
 * The search box of every page, and home's box for logs, before anyone uses them: the form works
 * without scripts, this file adds the shortcut and fetches the search script at the first sign of
 * use. A log pasted into the search box, which has one line, waits for that script; so does a long
 * one pasted into the box for logs, which is slow to lay out whole.
 */
{
  const LONG_CHARS = 16 * 1024;
  const meta = /** @type {HTMLElement | null} */ (document.querySelector('meta[name="errbook"]'));
  const form = document.querySelector("[data-search-form]");
  const input = form?.querySelector("input");
  const log = document.querySelector("[data-paste] textarea");

  /** Whether the shortcut was switched off on the search page. */
  const isOff = () => {
    try {
      return localStorage.getItem("errbook-slash") === "off";
    } catch {
      return false;
    }
  };

  /** @param {EventTarget | null} target */
  const isTyping = (target) =>
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

  let asked = false;
  const load = () => {
    if (asked || !meta?.dataset.search) return;
    asked = true;
    const script = document.createElement("script");
    script.src = meta.dataset.search;
    // Without it the form still leads to the search page; the next use tries again.
    script.onerror = () => {
      asked = false;
      script.remove();
      const status = document.querySelector("[data-paste-status]");
      if (status) status.textContent = "The search script is missing: use the search page.";
      if (input && globalThis.pastedLog) input.value = globalThis.pastedLog.replace(/\s+/g, " ");
    };
    document.head.append(script);
  };

  if (form && input && meta) {
    for (const part of form.querySelectorAll("[hidden]")) part.removeAttribute("hidden");
    for (const box of [input, log]) {
      box?.addEventListener("focus", load);
      if (box && document.activeElement === box) load();
    }
    if (location.search.length > 1 && document.querySelector("[data-search-page]")) load();
    document.addEventListener("paste", (event) => {
      const text = event.clipboardData?.getData("text").trimEnd() ?? "";
      const isBox = event.target instanceof Element && event.target.matches("[data-paste] textarea");
      const isLog = event.target === input && /[\r\n]/.test(text.trim());
      if (!isLog && !(isBox && text.length > LONG_CHARS)) return;
      event.preventDefault();
      globalThis.pastedLog = text;
      load();
      input.dispatchEvent(new Event("pastedlog"));
    });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.isComposing || isTyping(event.target) || isOff()) return;
      event.preventDefault();
      input.focus();
      input.select();
    });
  }
}
