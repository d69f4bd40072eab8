/*
 * Queries whose answer is known: a few words of a message, whole, begun or mistyped. The same
 * messages and seed give the same queries.
 */

/** Mulberry32: numbers from 0 to below `n`. */
export function random(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * n);
  };
}

/** The different plain words of a message: what stands in a hole is no word of it. */
function words(message) {
  const plain = message.replace(/\{[^}]*\}|%[a-z]|\$\w+/gi, " ");
  return Array.from(new Set(plain.toLowerCase().match(/[a-z]{3,}/g)));
}

/** So many of a list, in the order in which they stand in it. */
function some(list, count, below) {
  const left = list.map((_, at) => at);
  while (left.length > count) left.splice(below(left.length), 1);
  return left.map((at) => list[at]);
}

/** One letter changed, left out, doubled, or swapped with the next. */
function mistyped(word, below) {
  const at = 1 + below(word.length - 2);
  const letter = String.fromCharCode(97 + below(26));
  const [before, here, after] = [word.slice(0, at), word[at], word.slice(at + 1)];
  switch (below(4)) {
    case 0:
      return before + letter + after;
    case 1:
      return before + after;
    case 2:
      return before + here + here + after;
    default:
      return before + after[0] + here + after.slice(1);
  }
}

/** What is asked of the words of a message, and how many words of which length it takes. */
const KINDS = {
  "two words": { count: 2, ask: (chosen) => `${chosen.join(" ")} ` },
  "three words": { count: 3, ask: (chosen) => `${chosen.join(" ")} ` },
  "word and a half": {
    count: 2,
    least: 4,
    ask: ([first, second]) => `${first} ${second.slice(0, Math.ceil(second.length / 2))}`,
  },
  "typo and a word": {
    count: 2,
    least: 5,
    ask: ([first, second], below) => `${mistyped(first, below)} ${second} `,
  },
};

/** `count` queries of each kind as `{ kind, text, message }`. */
export function queries(messages, count, seed) {
  return Object.entries(KINDS).flatMap(([kind, { count: taken, least = 3, ask }], row) => {
    const below = random(seed + row);
    const made = [];
    for (let tries = 0; made.length < count && tries < count * 100; tries++) {
      const message = messages[below(messages.length)];
      const fit = words(message).filter((word) => word.length >= least);
      if (fit.length < taken) continue;
      made.push({ kind, text: ask(some(fit, taken, below), below), message });
    }
    return made;
  });
}
