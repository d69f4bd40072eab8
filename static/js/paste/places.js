"use strict";
/*
 * Paste, part 9: error codes, places in source files and links to them. docs/matching.md,
 * section 7.
 */
{
  const CODES_MAX = 3;
  const CODE_LENGTH_MAX = 24;
  const CODE_RECORDS_MAX = 64;
  const PLACES_MAX = 3;
  const PLACE_RECORDS_MAX = 200;
  const SURE_LINES = 3;
  const SURE_PARTS = 2;

  // What stands before is looked at too, so that a long run is read once.
  const CODE = /(?<![\w./\\-])[A-Z][A-Z0-9_-]*(?![\w./\\-])/g;
  const LINK =
    /github\.com\/([\w.-]+)\/([\w.-]+)\/blob\/[^/\s]+\/([\w.@+/\\-]+)(?:#L(\d+))?/g;
  const PLACE = /(?<![\w.@+/\\-])([\w.@+/\\-]+):(\d+)|File "([\w.@+/\\-]+)", line (\d+)/g;
  const IS_FILE = /\.[A-Za-z][^/\\]*$/;

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

  /** @param {PasteLine[]} lines */
  function codesIn(lines) {
    /** @type {Map<string, PasteLine>} */
    const codes = new Map();
    for (const line of lines) {
      if (line.isAside) continue;
      for (const [code] of line.core.matchAll(CODE)) {
        const fits = /\d\d/.test(code) && code.length <= CODE_LENGTH_MAX;
        if (fits && !codes.has(code)) codes.set(code, line);
      }
    }
    return Array.from(codes).slice(0, CODES_MAX);
  }

  /** @type {Errbook["searchCodes"]} */
  async function searchCodes(lines) {
    const all = codesIn(lines).map(async ([code, line]) => {
      const numbers = await havingAll(errbook.terms(code));
      const records = await errbook.records(numbers.slice(0, CODE_RECORDS_MAX));
      return records
        .filter(({ label }) => label === code)
        .map((record) => ({ record, line: line.number, isSure: true }));
    });
    return (await Promise.all(all)).flat();
  }

  /** @param {string} path */
  const partsOf = (path) => path.split(/[/\\]/).filter(Boolean);

  /** @param {PasteLine[]} lines @returns {PastedPlace[]} */
  function placesIn(lines) {
    /** @type {PastedPlace[]} */
    const links = [];
    /** @type {PastedPlace[]} */
    const plain = [];
    for (const { core, number } of lines) {
      for (const [, owner, name, path, line] of core.matchAll(LINK)) {
        links.push({ repo: `${owner}/${name}`, path, line: Number(line ?? 0), number });
      }
      for (const [, path, line, file, fileLine] of core.matchAll(PLACE)) {
        plain.push({ repo: "", path: path ?? file, line: Number(line ?? fileLine), number });
      }
    }
    const seen = new Set();
    const different = links.concat(plain).filter(({ repo, path, line }) => {
      const key = JSON.stringify([repo, path, line]);
      return IS_FILE.test(path) && !seen.has(key) && seen.add(key);
    });
    return different.slice(0, PLACES_MAX);
  }

  /** How many parts a record's path and a pasted one have in common; none unless the shorter one
   * is the end of the longer one. @param {string} path @param {string} pasted */
  function commonParts(path, pasted) {
    const [a, b] = [partsOf(path).reverse(), partsOf(pasted).reverse()];
    const most = Math.min(a.length, b.length);
    return a.slice(0, most).every((part, at) => part === b[at]) ? most : 0;
  }

  /** @param {PastedPlace} place @returns {Promise<LookedUp[]>} */
  async function nearest({ repo, path, line, number }) {
    const file = partsOf(path).at(-1) ?? "";
    const terms = errbook.terms(file).concat(repo ? [errbook.facetTerm("repo", repo)] : []);
    const numbers = (await havingAll(terms)).slice(0, PLACE_RECORDS_MAX);
    const fitting = (await errbook.records(numbers))
      .filter((record) => !repo || errbook.lower(record.repo) === errbook.lower(repo))
      .map((record) => ({
        record,
        parts: commonParts(record.path, path),
        far: record.line && line ? Math.abs(record.line - line) : Infinity,
      }))
      .filter(({ parts }) => parts);
    fitting.sort(
      (a, b) =>
        b.parts - a.parts ||
        (a.far === b.far ? 0 : a.far - b.far) ||
        a.record.number - b.record.number,
    );
    const [best] = fitting;
    if (!best) return [];
    const isSure = best.far <= SURE_LINES && (repo !== "" || best.parts >= SURE_PARTS);
    return [{ record: best.record, line: number, isSure }];
  }

  /** @type {Errbook["searchPlaces"]} */
  async function searchPlaces(lines) {
    return (await Promise.all(placesIn(lines).map(nearest))).flat();
  }

  Object.assign(errbook, { searchCodes, searchPlaces });
}
