"use strict";
/*
 * Search, part 6: words that were meant.
 *
 * One typo leaves the first or the last half of a word as it was. So the word stands near it in
 * its own shard, in the list of frequent words, or near it in the reversed vocabulary.
 */
{
  const MOST = 3;
  /** A letter of size is worth so much of one typo. */
  const SIZE_WORTH = 0.04;
  const PREFIX_COST = 1.2;

  // Rows of the table of distances, reused: thousands of words are compared for one typo.
  let before = new Uint8Array(64);
  let last = new Uint8Array(64);
  let row = new Uint8Array(64);

  /**
   * Edit distance with swaps of neighbours, or more than `most`.
   * @type {Errbook["distance"]}
   */
  function distance(a, b, most) {
    const far = most + 1;
    const width = b.length;
    if (Math.abs(a.length - width) > most || width >= row.length) return far;
    for (let j = 0; j <= width; j++) last[j] = j;
    for (let i = 1; i <= a.length; i++) {
      row[0] = i;
      let least = i;
      for (let j = 1; j <= width; j++) {
        const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
        let cost = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1));
        if (i > 1 && j > 1 && isSwap(a, i, b, j)) cost = Math.min(cost, before[j - 2] + 1);
        row[j] = cost;
        if (cost < least) least = cost;
      }
      if (least > most) return far;
      [before, last, row] = [last, row, before];
    }
    return last[width];
  }

  /** @param {string} a @param {number} i @param {string} b @param {number} j */
  const isSwap = (a, i, b, j) =>
    a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);

  /** How many typos a word may have: none in short ones and numbers. @param {string} word */
  function tolerance(word) {
    if (word.length < 4 || /\p{N}/u.test(word)) return 0;
    return word.length < 8 ? 1 : 2;
  }

  /** Notes candidates by cost. @param {string} word @param {number} most @param {Map<string, number>} into */
  function scorer(word, most, into) {
    return (/** @type {string} */ candidate, /** @type {() => number} */ size) => {
      const cost = distance(word, candidate, most);
      if (cost <= most && !into.has(candidate)) into.set(candidate, cost - size() * SIZE_WORTH);
    };
  }

  /** Beginnings of listed words with one typo. @param {string} word @param {WordList} list
   * @param {Map<string, number>} into */
  function longerWords(word, list, into) {
    list.words.forEach((candidate, at) => {
      if (candidate.length <= word.length) return;
      const cost = distance(word, candidate.slice(0, word.length), 1);
      if (cost <= 1) into.set(candidate, PREFIX_COST + cost - list.sizes[at] * SIZE_WORTH);
    });
  }

  /** @type {Errbook["corrections"]} */
  async function corrections(word, shard) {
    const most = tolerance(word);
    if (!most) return [];
    /** @type {Map<string, number>} */
    const found = new Map();
    const note = scorer(word, most, found);
    const list = await errbook.wordList();
    list.words.forEach((candidate, at) => note(candidate, () => list.sizes[at]));
    for (const candidate of Object.keys(shard)) {
      if (!/[ :]/.test(candidate)) note(candidate, () => Math.log2(errbook.count(shard[candidate])));
    }
    if (!found.size) longerWords(word, list, found);
    if (!found.size) {
      // The half is taken one letter short: a swap across the middle changes both halves.
      const letters = Array.from(word);
      const ending = letters.slice(Math.floor(letters.length / 2) + 1).join("");
      for (const candidate of await errbook.wordsEnding(ending)) note(candidate, () => 0);
    }
    return Array.from(found)
      .sort((a, b) => a[1] - b[1])
      .slice(0, MOST)
      .map(([candidate]) => candidate);
  }

  Object.assign(errbook, { distance, corrections });
}
