"use strict";
/*
 * Paste, part 9: error codes, places in source files and links to them. docs/matching.md,
 * section 7.
 */
{
  const CODES_MAX = 3;
  const CODE_LENGTH_MAX = 24;
  const CODE_RECORDS_MAX = 64;
  /** What a line weighs that holds a word of errors. */
  const ERROR_WEIGHT = 90;
  const PLACES_MAX = 3;
  const PLACE_RECORDS_MAX = 64;
  const SURE_LINES = 3;
  const FAR = 0xffffffff;

  const RUN = /[\w./\\-]+/g;
  const CODE = /^[A-Z][A-Z0-9_-]*$/;
  const LINK = /github\.com\/([^\s"'<>()[\]]*)/g;
  const PATH = /[\w.@+/\\-]+/g;
  const LINE = /(?::|", line )(\d+)/y;
  const HAS_ENDING = /\.[A-Za-z][^./\\]*$/;

  /** The numbers of the records that have all of some terms, rising. @param {string[]} terms */
  async function havingAll(terms) {
    const found = await Promise.all(
      terms.map(async (term) => {
        const list = errbook.listIn(await errbook.titleShard(term), term);
        return { term, list: list ?? [], worth: 1 };
      }),
    );
    if (!found.length || found.some(({ list }) => !list.length)) return [];
    found.sort((a, b) => errbook.count(a.list) - errbook.count(b.list));
    /** @type {Scores | undefined} */
    let among;
    for (const reading of found) {
      /** @type {Scores} */
      const having = new Map();
      await errbook.readWhole("al", reading, errbook.titleScale, having, among);
      among = having;
    }
    return Array.from(among?.keys() ?? []).sort((a, b) => a - b);
  }

  /** @param {string} core */
  const codesOf = (core) =>
    (core.match(RUN) ?? [])
      .map((run) => run.replace(/\.+$/, ""))
      .filter((run) => run.length <= CODE_LENGTH_MAX && CODE.test(run) && /\d\d/.test(run));

  /** Codes in message lines whose errors are not known yet. @param {PasteLine[]} messages
   * @param {Set<PasteLine>} known */
  function codesIn(messages, known) {
    /** @type {Map<string, PasteLine>} */
    const codes = new Map();
    for (const line of messages) {
      if (known.has(line) || (known.size && line.weight < ERROR_WEIGHT)) continue;
      for (const code of codesOf(line.core)) {
        if (codes.size < CODES_MAX && !codes.has(code)) codes.set(code, line);
      }
    }
    return Array.from(codes);
  }

  /** @type {Errbook["searchCodes"]} */
  async function searchCodes(messages, known) {
    const all = codesIn(messages, known).map(async ([code, line]) => {
      const numbers = await havingAll(errbook.terms(code));
      const records = await errbook.records(numbers.slice(0, CODE_RECORDS_MAX));
      return records
        .filter(({ label }) => label === code)
        .map((record) => ({ record, line, isSure: true }));
    });
    return (await Promise.all(all)).flat();
  }

  /** A line's number; 0 if there is none. @param {string | undefined} digits */
  const lineNumber = (digits) => (Number(digits) <= FAR ? Number(digits) : 0);

  /** @param {PasteLine} line @returns {PastedPlace[]} */
  function linksIn(line) {
    return Array.from(line.core.matchAll(LINK)).flatMap(([, link]) => {
      const [whole, fragment = ""] = link.split(/#(.*)/);
      const [owner, name, blob, , ...rest] = whole.split("/");
      const path = rest.join("/").split("?")[0];
      if (blob !== "blob" || !HAS_ENDING.test(path)) return [];
      const number = lineNumber(/^L(\d+)/.exec(fragment)?.[1]);
      return [{ repo: `${owner}/${name}`, path, number, line }];
    });
  }

  /** `path:line` and `File "path", line 3`. @param {PasteLine} line @returns {PastedPlace[]} */
  function pathsIn(line) {
    return Array.from(line.core.matchAll(PATH)).flatMap(({ 0: path, index }) => {
      LINE.lastIndex = index + path.length;
      const number = lineNumber(LINE.exec(line.core)?.[1]);
      if (!number || !HAS_ENDING.test(path) || path.startsWith("//")) return [];
      return [{ repo: "", path, number, line }];
    });
  }

  /** @param {PasteLine[]} lines */
  function placesIn(lines) {
    const paths = lines.filter(({ isAside }) => !isAside).flatMap(pathsIn);
    const seen = new Set();
    const different = lines.flatMap(linksIn).concat(paths).filter(({ repo, path, number }) => {
      const key = JSON.stringify([repo, path, number]);
      return !seen.has(key) && seen.add(key);
    });
    return different.slice(0, PLACES_MAX);
  }

  /** @param {string} path */
  const partsOf = (path) => path.split(/[/\\]/).filter((part) => part && part !== ".");

  /** How many parts a record's path and a pasted one have in common; none unless the shorter one
   * is the end of the longer one. @param {string} path @param {string} pasted */
  function commonParts(path, pasted) {
    const [a, b] = [partsOf(path).reverse(), partsOf(pasted).reverse()];
    const most = Math.min(a.length, b.length);
    return a.slice(0, most).every((part, at) => part === b[at]) ? most : 0;
  }

  /** @param {PastedPlace} place @returns {Promise<LookedUp[]>} */
  async function nearest({ repo, path, number, line }) {
    const terms = errbook.terms(partsOf(path).at(-1) ?? "");
    if (repo) terms.push(errbook.facetTerm("repo", repo));
    const numbers = (await havingAll(terms)).slice(0, PLACE_RECORDS_MAX);
    const fitting = (await errbook.records(numbers))
      .filter((record) => !repo || errbook.lower(record.repo) === errbook.lower(repo))
      .map((record) => ({
        record,
        parts: commonParts(record.path, path),
        apart: record.line && number ? Math.abs(record.line - number) : FAR,
      }))
      .filter(({ parts }) => parts);
    fitting.sort(
      (a, b) => b.parts - a.parts || a.apart - b.apart || a.record.number - b.record.number,
    );
    const [best] = fitting;
    if (!best) return [];
    const isSure = best.apart <= SURE_LINES && (repo !== "" || best.parts > 1);
    return [{ record: best.record, line, isSure }];
  }

  /** @type {Errbook["searchPlaces"]} */
  async function searchPlaces(lines) {
    return (await Promise.all(placesIn(lines).map(nearest))).flat();
  }

  Object.assign(errbook, { searchCodes, searchPlaces });
}
