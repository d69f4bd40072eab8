"use strict";
/*
 * Search, part 1: loading the index.
 *
 * Every file of the index is `eb("<name>",<JSON>)`. Over http it is fetched as text and parsed as
 * JSON: data, never run. From disk, where fetch is refused, the same file is loaded as a script,
 * and its call of `eb` hands the value over.
 */
globalThis.errbook = /** @type {Errbook} */ ({});
{
  const FORMAT = 1;

  /** @type {Map<string, (value: any) => void>} Scripts on their way, by name. */
  const awaited = new Map();
  /** @type {Map<string, Promise<any>>} Values by address, so that each is loaded once. */
  const loaded = new Map();
  let base = "";
  /** @type {Promise<IndexRoot> | undefined} */
  let current;

  /** @type {typeof eb} */
  globalThis.eb = (name, value) => {
    awaited.get(name)?.(value);
    awaited.delete(name);
  };

  class Replaced extends Error {}

  /** @param {string} name */
  const missing = (name) => new Error(`the file search/${name}.js is missing or broken`);

  /** @param {string} url @param {string} name */
  function viaScript(url, name) {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      const end = () => {
        script.remove();
        if (awaited.delete(name)) reject(missing(name));
      };
      awaited.set(name, resolve);
      script.onload = end;
      script.onerror = end;
      script.src = url;
      document.head.append(script);
    });
  }

  /** @param {string} url @param {string} name @param {RequestCache} cache */
  async function viaFetch(url, name, cache) {
    const response = await fetch(url, { cache });
    if (!response.ok) throw missing(name);
    const text = await response.text();
    const comma = text.indexOf(",");
    if (text.slice(0, comma) !== `eb("${name}"`) throw missing(name);
    return JSON.parse(text.slice(comma + 1, text.lastIndexOf(")")));
  }

  /** @param {string} url @param {string} name @param {RequestCache} [cache] */
  async function read(url, name, cache = "default") {
    if (!/^https?:$/.test(location.protocol)) return viaScript(url, name);
    try {
      return await viaFetch(url, name, cache);
    } catch (error) {
      // fetch itself refuses with a TypeError, in a sandbox or under a stricter policy.
      if (error instanceof TypeError) return viaScript(url, name);
      throw error;
    }
  }

  async function readRoot() {
    const root = await read(`${base}root.js`, "root", "no-cache");
    if (root.v !== FORMAT) {
      throw new Error("the index was made by another version: reload the page");
    }
    root.starts = root.a.split("\n");
    return root;
  }

  function root() {
    if (!current) {
      current = readRoot();
      current.catch(() => (current = undefined));
    }
    return current;
  }

  /**
   * After a file was not found: if the site was published anew meanwhile, everything read so far
   * belongs to the old index, whose files may be gone.
   * @param {IndexRoot} before
   */
  async function checkReplaced(before) {
    const now = await readRoot();
    if (JSON.stringify(now.gen) === JSON.stringify(before.gen)) return;
    loaded.clear();
    current = Promise.resolve(now);
    throw new Replaced();
  }

  /** @param {string} kind @param {string | number} name @param {(value: any) => any} take */
  async function loadFile(kind, name, take) {
    const known = await root();
    const folder = kind === "d" && known.df ? `${Math.floor(Number(name) / known.df)}/` : "";
    const url = `${base}${kind}/${known.gen[kind]}/${folder}${name}.js`;
    try {
      return take(await read(url, `${kind}/${name}`));
    } catch (error) {
      await checkReplaced(known);
      throw error;
    }
  }

  /** @type {Errbook["load"]} */
  function load(kind, name, take = (/** @type {any} */ value) => value) {
    const key = `${kind}/${name}`;
    let value = loaded.get(key);
    if (!value) {
      value = loadFile(kind, name, take);
      value.catch(() => loaded.delete(key));
      loaded.set(key, value);
    }
    return value;
  }

  Object.assign(errbook, {
    /** @param {string} folder */
    open: (folder) => (base = folder),
    root,
    load,
    Replaced,
  });
}
