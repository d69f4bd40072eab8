/* The button that changes colours: as the system, light, dark. The choice is kept. */
(() => {
  "use strict";
  const NAMES = { "": "as the system", light: "light", dark: "dark" };
  const NEXT = /** @type {const} */ ({ "": "light", light: "dark", dark: "" });
  const { dataset } = document.documentElement;
  const button = document.querySelector("[data-theme-button]");
  if (!button) return;

  const current = () => (dataset.theme === "light" || dataset.theme === "dark" ? dataset.theme : "");

  const name = () => {
    const text = `Colours: ${NAMES[current()]}`;
    button.setAttribute("aria-label", text);
    button.setAttribute("title", text);
  };

  button.addEventListener("click", () => {
    const theme = NEXT[current()];
    if (theme) dataset.theme = theme;
    else delete dataset.theme;
    try {
      if (theme) localStorage.setItem("errbook-theme", theme);
      else localStorage.removeItem("errbook-theme");
    } catch {
      // Storage may be forbidden; the choice holds for this page.
    }
    name();
  });
  name();
})();
