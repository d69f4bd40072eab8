"use strict";
/*
 * Search, part 3: which shard holds a key, and the word list.
 */
{
  /** The last start that is not above the key. @type {Errbook["shardAt"]} */
  function shardAt(starts, key) {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= key) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** What the first key of each shard of a kind is. @param {string} kind */
  const directory = (kind) => errbook.load(kind, "starts", (text) => text.split("\n"));

  /** @type {Errbook["titleShard"]} */
  async function titleShard(term) {
    const { starts } = await errbook.root();
    return errbook.load("a", shardAt(starts, term));
  }

  /** @type {Errbook["proseShard"]} */
  async function proseShard(term) {
    return errbook.load("b", shardAt(await directory("b"), term));
  }

  /** Own properties only: `constructor` is a word like any other. @type {Errbook["listIn"]} */
  function listIn(shard, term) {
    return Object.hasOwn(shard, term) ? shard[term] : undefined;
  }

  /** Words joined by spaces, each as one digit (letters kept of the last word) and the rest.
   * @type {Errbook["unfront"]} */
  function unfront(text) {
    let last = "";
    return text.split(" ").map((entry) => (last = last.slice(0, Number(entry[0])) + entry.slice(1)));
  }

  /** @type {Errbook["wordList"]} */
  function wordList() {
    return errbook.load("w", "t", (list) => ({
      words: list.w ? unfront(list.w) : [],
      sizes: Array.from(/** @type {string} */ (list.c), (letter) => letter.charCodeAt(0) - 97),
    }));
  }

  /** The most frequent listed words with a beginning. @type {Errbook["listedWith"]} */
  function listedWith({ words, sizes }, beginning, most) {
    const found = [];
    let at = shardAt(words, beginning);
    if (words[at] < beginning) at++;
    for (; at < words.length && words[at].startsWith(beginning); at++) found.push(at);
    found.sort((a, b) => sizes[b] - sizes[a] || a - b);
    return found.slice(0, most).map((at) => words[at]);
  }

  /** @param {string} word */
  const reverse = (word) => Array.from(word).reverse().join("");

  /** Shards of reversed words looked at for one ending. */
  const REVERSED_SHARDS = 2;

  /** @param {string} text */
  const turnedWords = (text) => text.split(" ").map((entry) => reverse(entry.slice(0, -1)));

  /** Words that end like this, and their neighbours. @type {Errbook["wordsEnding"]} */
  async function wordsEnding(ending) {
    const starts = await directory("r");
    const turned = reverse(ending);
    const first = shardAt(starts, turned);
    const last = Math.min(shardAt(starts, `${turned}\uffff`), first + REVERSED_SHARDS - 1);
    const shards = [];
    for (let at = first; at <= last; at++) shards.push(errbook.load("r", at, turnedWords));
    return (await Promise.all(shards)).flat();
  }

  const facetValues = () => errbook.load("w", "f");

  Object.assign(errbook, {
    shardAt,
    titleShard,
    proseShard,
    listIn,
    unfront,
    wordList,
    listedWith,
    wordsEnding,
    facetValues,
  });
}
