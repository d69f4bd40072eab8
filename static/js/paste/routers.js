"use strict";
/*
 * Paste, part 5: which shards of patterns to ask, best first. docs/matching.md, section 3.
 *
 * Each pattern lies under its rarest word that is in a public list, its router. A text that fits
 * the pattern holds that word, so the listed words of the text lead to it.
 */
{
  const WORD = /[\p{Alphabetic}\p{N}_]+/gu;
  const IN_NAME = /[\p{Alphabetic}\p{N}_$]/u;
  const JOINS = /[./\\$]/;
  /** A word of a dotted name, a path, a key or a thread is seldom one of a message. */
  const PATH_COST = 120;
  const KEY_COST = 150;
  const THREAD_COST = 90;
  /** Each good line gets its turn. */
  const TURN_COST = 75;
  const WEAK_WEIGHT = 45;
  const WEAK_COST = 150;
  /** Of a word in a line so many places are asked for their neighbours. */
  const PLACES = 2;
  const BIT = 20;

  /** Words with their places, in lower case. @type {Errbook["placedWords"]} */
  function placedWords(text) {
    const found = [];
    for (const { 0: run, index } of text.matchAll(WORD)) {
      let from = index;
      for (const { text: piece, isUnspaced } of errbook.scripts(run)) {
        const end = from + piece.length;
        if (isUnspaced) found.push(...pairs(piece, from));
        else found.push({ word: errbook.lower(piece), from, end });
        from = end;
      }
    }
    return found;
  }

  /** @param {string} piece @param {number} from */
  function pairs(piece, from) {
    const chars = Array.from(piece);
    const found = [];
    let at = from;
    for (let n = 0; n < Math.max(chars.length - 1, 1); n++) {
      const word = chars[n] + (chars[n + 1] ?? "");
      found.push({ word: errbook.lower(word), from: at, end: at + word.length });
      at += chars[n].length;
    }
    return found;
  }

  /** What speaks against a word as one of a message. @param {string} text
   * @param {PlacedWord} word */
  function placeCost(text, { from, end }) {
    const before = text[from - 1] ?? "";
    const after = text[end] ?? "";
    const next = after && String.fromCodePoint(text.codePointAt(end + 1) ?? 32);
    if (JOINS.test(before) || (JOINS.test(after) && IN_NAME.test(next))) return PATH_COST;
    if (after === "=" || (before === '"' && after === '"' && next === ":")) return KEY_COST;
    const isThread =
      (after === "-" && /\d/.test(next)) || (before === "-" && (after === "-" || next === "-"));
    return isThread ? THREAD_COST : 0;
  }

  /** @type {Errbook["routerList"]} */
  function routerList() {
    return errbook.load("p", "routers", (list) => {
      /** @type {Map<string, Router>} */
      const routers = new Map();
      let last = 0;
      const words = list.w ? errbook.unfront(list.w) : [];
      words.forEach((/** @type {string} */ word, /** @type {number} */ at) => {
        const place = list.s[at];
        const [step, parts] = Array.isArray(place) ? place : [place, 1];
        if (step >= 0) last += step;
        const bits = list.l - (list.c.charCodeAt(at) - 97);
        routers.set(word, { bits, shard: step < 0 ? -1 : last, parts });
      });
      return { routers, most: list.l, unlisted: list.x };
    });
  }

  /** The bytes of a character in UTF-8. @param {number} point */
  function utf8(point) {
    if (point < 0x80) return [point];
    const last = 0x80 | (point & 0x3f);
    if (point < 0x800) return [0xc0 | (point >> 6), last];
    const third = 0x80 | ((point >> 6) & 0x3f);
    if (point < 0x10000) return [0xe0 | (point >> 12), third, last];
    return [0xf0 | (point >> 18), 0x80 | ((point >> 12) & 0x3f), third, last];
  }

  /** FNV-1a over UTF-8, stirred. @type {Errbook["hash"]} */
  function hash(text) {
    let value = 0x811c9dc5;
    for (const character of text) {
      for (const byte of utf8(character.codePointAt(0) ?? 0)) {
        value = Math.imul(value ^ byte, 0x01000193);
      }
    }
    return (value ^ (value >>> 15)) >>> 0;
  }

  /** The words that lead to shards, each in the line where it says most.
   * @param {PasteLine[]} lines @param {RouterList} list @param {Pace} pace */
  async function inLines(lines, { routers }, pace) {
    /** @type {Map<string, Candidate>} */
    const found = new Map();
    for (const line of lines) {
      const text = line.core.slice(0, errbook.LINE_MAX);
      for (const placed of placedWords(text)) {
        if (pace.isDue()) await pace.rest();
        const router = routers.get(placed.word);
        if (!router || router.shard < 0) continue;
        const score = BIT * router.bits - placeCost(text, placed) + line.weight;
        const known = found.get(placed.word);
        if (known && known.score >= score) continue;
        if (known) Object.assign(known, { score, line });
        else found.set(placed.word, { word: placed.word, router, score, line, key: 0 });
      }
    }
    return found;
  }

  /** Words that a terminal cut in two. @param {Map<string, Candidate>} found
   * @param {PasteWords} words @param {RouterList} list */
  function addGlued(found, words, { routers }) {
    const known = new Set(words.all);
    for (const word of words.glued) {
      const router = routers.get(word);
      if (!router || router.shard < 0 || known.has(word) || found.has(word)) continue;
      found.set(word, { word, router, score: BIT * router.bits, line: undefined, key: 0 });
    }
  }

  /** All words of a paste. @type {Errbook["pasteWords"]} */
  async function pasteWords(lines, glued, pace) {
    /** @type {PasteWords} */
    const words = { all: [], places: new Map(), glued: [] };
    for (const line of lines) {
      if (pace.isDue()) await pace.rest();
      const from = words.all.length;
      const placed = placedWords(line.core.slice(0, errbook.LINE_MAX));
      for (const { word } of placed) words.all.push(word);
      words.places.set(line, [from, words.all.length]);
    }
    // In pieces that end with a blank: a paste is read whole nowhere.
    for (const [piece] of (glued?.text ?? "").matchAll(/[^ ]* ?/g)) {
      if (pace.isDue()) await pace.rest();
      for (const { word } of placedWords(piece)) words.glued.push(word);
    }
    return words;
  }

  /** @type {Errbook["candidates"]} */
  async function candidates(lines, words, list, pace) {
    const found = await inLines(lines, list, pace);
    addGlued(found, words, list);
    const sorted = Array.from(found.values()).sort((a, b) => b.score - a.score);
    const better = new Map();
    for (const candidate of sorted) {
      const { line, score } = candidate;
      const rank = better.get(line) ?? 0;
      better.set(line, rank + 1);
      const isWeak = line !== undefined && line.weight < WEAK_WEIGHT && lines.length > 1;
      candidate.key = score - TURN_COST * rank - (isWeak ? WEAK_COST : 0);
    }
    return sorted.sort((a, b) => b.key - a.key);
  }

  /** The shards that can hold the patterns of a word: those of its neighbours.
   * @type {Errbook["shardsOf"]} */
  function shardsOf({ word, router, line }, { all, places, glued }) {
    const { shard, parts } = router;
    if (parts === 1) return [shard];
    const words = line ? all : glued;
    const [from, end] = (line && places.get(line)) ?? [0, words.length];
    /** @type {Set<number>} */
    const shards = new Set();
    let at = words.indexOf(word, from);
    for (let place = 0; at >= 0 && at < end && place < PLACES; place++) {
      if (at + 1 < words.length) shards.add(shard + (hash(words[at + 1]) % parts));
      if (at) shards.add(shard + (hash(`<${words[at - 1]}`) % parts));
      at = words.indexOf(word, at + 1);
    }
    shards.add(shard + (hash("") % parts));
    return Array.from(shards);
  }

  Object.assign(errbook, {
    placedWords,
    placeCost,
    routerList,
    hash,
    pasteWords,
    candidates,
    shardsOf,
  });
}
