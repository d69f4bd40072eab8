/*
 * A permalink leads to where its record stands now, and takes the fragment along: `#fix` becomes
 * `#<id>-fix`, no fragment the record itself.
 */
(() => {
  "use strict";
  const meta = /** @type {HTMLElement | null} */ (document.querySelector("meta[name=forward]"));
  const { target, anchor } = meta?.dataset ?? {};
  if (!target) return;
  const asked = location.hash.slice(1);
  let fragment = anchor;
  // A page that stands elsewhere as a whole has its anchors there.
  if (!anchor) fragment = asked;
  else if (asked.startsWith(anchor)) fragment = asked;
  else if (asked.startsWith("?")) fragment += asked;
  else if (asked) fragment += `-${asked}`;
  location.replace(fragment ? `${target}#${fragment}` : target);
})();
