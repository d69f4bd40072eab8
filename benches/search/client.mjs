/*
 * The scripts that browsers get, run over the files of a site on disk. In goes a site's folder, out
 * come clients with an empty cache, which count what they fetch. Knows nothing about queries.
 */
import { readdirSync, readFileSync } from "node:fs";
import vm from "node:vm";
import { gzipSync } from "node:zlib";

/** What the head of one response costs besides its body. */
const HEADER_BYTES = 200;
/** Scripts that need a page around them. */
const OF_PAGES = new Set(["view.js", "combobox.js", "page.js", "ui.js"]);

const folder = new URL("../../static/js/search/", import.meta.url);

/** A script's place in the order of loading, which its head says. */
const part = (text) => Number(/part (\d+)/.exec(text)?.[1] ?? Infinity);

const scripts = readdirSync(folder)
  .filter((name) => name.endsWith(".js") && !OF_PAGES.has(name))
  .map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") }))
  .sort((a, b) => part(a.text) - part(b.text))
  .map(({ name, text }) => new vm.Script(text, { filename: name }));

/** Files of a site by address, each read and compressed once. */
export class Files {
  #known = new Map();

  constructor(site) {
    this.site = site;
  }

  get(address) {
    if (!this.#known.has(address)) this.#known.set(address, this.#read(address));
    return this.#known.get(address);
  }

  #read(address) {
    try {
      const bytes = readFileSync(`${this.site}/${address}`);
      return { text: bytes.toString("utf8"), size: gzipSync(bytes).length + HEADER_BYTES };
    } catch {
      return { text: undefined, size: HEADER_BYTES };
    }
  }
}

/** A reader who comes for the first time: `errbook` is the client, `fetched` what it asked for. */
export function visitor(files) {
  const fetched = [];
  const fetch = async (address) => {
    const { text, size } = files.get(address);
    fetched.push({ address, size });
    return { ok: text !== undefined, text: async () => text };
  };
  const context = vm.createContext({ fetch, location: { protocol: "https:" }, setTimeout });
  for (const script of scripts) script.runInContext(context);
  const errbook = vm.runInContext("errbook", context);
  errbook.open("search/");
  return { errbook, fetched };
}
