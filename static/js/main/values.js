/*
 * A reader who comes from a pasted message brings its values along, in the fragment:
 * `#<anchor>?v=<JSON array>`. They are shown beside the names of the holes and inside the title.
 * Nothing is sent anywhere. Whoever made the link may have written anything, so values are only
 * ever text, and a fragment that is not as expected is ignored.
 */
(() => {
  "use strict";
  const MOST_CHARS = 1024;

  /** @param {string} hash @returns {{ anchor: string, values: string[] } | undefined} */
  const parse = (hash) => {
    const at = hash.indexOf("?v=");
    if (at < 0 || hash.length > MOST_CHARS) return undefined;
    try {
      const values = JSON.parse(decodeURIComponent(hash.slice(at + 3)));
      const texts = Array.isArray(values) && values.every((value) => typeof value === "string");
      return texts ? { anchor: decodeURIComponent(hash.slice(1, at)), values } : undefined;
    } catch {
      return undefined;
    }
  };

  /** @param {Element} record @param {string[]} values */
  const fill = (record, values) => {
    const box = record.querySelector("[data-values]");
    const places = box?.querySelectorAll("dd");
    if (places?.length !== values.length) return;
    places.forEach((place, n) => (place.textContent = values[n] ?? ""));
    box?.removeAttribute("hidden");
    const holes = record.querySelectorAll("[data-title] .hole");
    if (holes.length !== values.length) return;
    holes.forEach((hole, n) => {
      const name = hole.getAttribute("title") ?? hole.textContent ?? "";
      hole.setAttribute("title", name);
      hole.textContent = values[n] || name;
      hole.classList.toggle("filled", Boolean(values[n]));
    });
  };

  const show = () => {
    const found = parse(location.hash);
    if (!found) return;
    const place = document.getElementById(found.anchor);
    const record = place?.closest("[data-record]") ?? document.querySelector("[data-record]");
    if (record) fill(record, found.values);
    // The browser does not know such a fragment as an anchor.
    place?.scrollIntoView();
  };

  addEventListener("hashchange", show);
  show();
})();
