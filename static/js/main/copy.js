/*
 * Buttons that copy: a link, a text, the code of their figure, which get their button here since
 * it needs scripts anyway. What came of it is said aloud.
 */
(() => {
  "use strict";
  const SAID_MS = 2000;
  const status = document.createElement("p");
  status.className = "visually-hidden";
  status.setAttribute("role", "status");

  /** The code without its line numbers. @param {Element} button */
  const code = (button) => {
    const copy = /** @type {Element | undefined} */ (
      button.closest("figure")?.querySelector("code")?.cloneNode(true)
    );
    copy?.querySelectorAll("a").forEach((number) => number.remove());
    return copy?.textContent ?? "";
  };

  /** @param {HTMLElement} button */
  const wanted = (button) => {
    const { copy, text = "" } = button.dataset;
    if (copy === "code") return code(button);
    return copy === "link" ? new URL(text, location.href).href : text;
  };

  /** For pages that the browser does not call secure. @param {string} text */
  const copyBySelection = (text) => {
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "visually-hidden";
    document.body.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    if (!copied) throw new Error("refused");
  };

  /** @param {string} text */
  const copyText = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      copyBySelection(text);
    }
  };

  /** @param {HTMLElement} button @param {string} text */
  const say = (button, text) => {
    button.dataset.label ??= button.textContent ?? "";
    button.textContent = status.textContent = text;
    setTimeout(() => {
      button.textContent = button.dataset.label ?? "";
      status.textContent = "";
    }, SAID_MS);
  };

  document.querySelectorAll(".code > figcaption").forEach((caption) => {
    const button = document.createElement("button");
    button.dataset.copy = "code";
    button.setAttribute("aria-label", `Copy: ${caption.firstChild?.textContent}`);
    button.textContent = "Copy";
    caption.append(button);
  });

  document.addEventListener("click", async (event) => {
    const button = event.target instanceof Element && event.target.closest("[data-copy]");
    if (!(button instanceof HTMLElement)) return;
    try {
      await copyText(wanted(button));
      say(button, "Copied");
    } catch {
      say(button, "Not allowed");
    }
    button.focus();
  });
  document.body.append(status);
})();
