/*
 * The site's scripts without a browser: they run in a fresh context, in the order in which they
 * are shipped, and `fetch` serves files by address.
 */
import { readFileSync } from "node:fs";
import vm from "node:vm";

const SEARCH = ["core", "tokens", "directory", "lists", "documents", "typos", "query", "slots"]
  .concat(["titles", "prose", "rows", "search"])
  .map((name) => `search/${name}.js`);
const PASTE = ["pace", "clean", "lines", "stretch", "routers", "match", "score", "patterns"]
  .concat(["places", "answer", "rows"])
  .map((name) => `paste/${name}.js`);

const source = (name) =>
  readFileSync(new URL(`../../static/js/${name}`, import.meta.url), "utf8");

export const vectors = (name) =>
  JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), "utf8"));

/** Plain copies: values of another context are not deeply equal to ours. */
export const plain = (value) => JSON.parse(JSON.stringify(value));

/** The scripts over files by address; `asked` lists what was fetched. */
export function open(files = {}) {
  const asked = [];
  const fetch = async (url) => {
    asked.push(url);
    const text = files[url];
    return { ok: text !== undefined, text: async () => text };
  };
  const context = vm.createContext({ fetch, location: { protocol: "https:" }, console });
  for (const name of [...SEARCH, ...PASTE]) vm.runInContext(source(name), context);
  const errbook = vm.runInContext("errbook", context);
  errbook.open("");
  return { errbook, asked, files };
}

/** Files of an index, from values by name. */
export function asFiles(values, generation) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name === "root" ? "root.js" : `${name.replace("/", `/${generation}/`)}.js`,
      `eb("${name}",${JSON.stringify(value)})\n`,
    ]),
  );
}
