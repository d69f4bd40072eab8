/*
 * Runs before anything is drawn: tells the stylesheet that scripts run, and which colours the
 * reader chose. Small and blocking, so that nothing flashes or moves.
 */
(() => {
  "use strict";
  const { dataset } = document.documentElement;
  dataset.js = "";
  try {
    const theme = localStorage.getItem("errbook-theme");
    if (theme === "light" || theme === "dark") dataset.theme = theme;
  } catch {
    // Storage may be forbidden; the system's colours hold.
  }
})();
