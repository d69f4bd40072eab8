"use strict";
/*
 * Paste, part 4: the text that patterns are looked for in. A message may go over several lines, so
 * they are joined by spaces; a terminal may have cut lines at its width, in the middle of a word,
 * so then the text exists a second time, with nothing where it was cut.
 */
{
  const WIDTH_MIN = 20;

  /** Letters of ASCII only: each keeps its place. @type {Errbook["small"]} */
  const small = (text) => text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());

  class Stretch {
    /** @param {string} text @param {number[]} ends where each of its lines ends
     * @param {PasteLine[]} lines the line that each of them is, or begins with
     * @param {boolean} isGlued */
    constructor(text, ends, lines, isGlued) {
      this.text = text;
      this.low = small(text);
      this.ends = ends;
      this.lines = lines;
      this.isGlued = isGlued;
    }

    /** Which of its lines a place is in, counted from 0. @param {number} at */
    partAt(at) {
      let low = 0;
      let high = this.ends.length - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (this.ends[middle] >= at) high = middle;
        else low = middle + 1;
      }
      return low;
    }

    /** @param {number} at */
    lineAt(at) {
      return this.lines[this.partAt(at)];
    }

    /** @param {number} at */
    lineStart(at) {
      const part = this.partAt(at);
      return part ? Math.min(this.ends[part - 1] + 1, at) : 0;
    }

    /** @param {number} at */
    lineEnd(at) {
      return Math.max(this.ends[this.partAt(at)], at);
    }
  }

  /** @param {string} text */
  const folded = (text) => text.replace(/\s+/g, " ");

  /** @param {PasteLine[]} lines */
  function flat(lines) {
    const texts = [];
    const ends = [];
    const filled = [];
    let length = -1;
    for (const line of lines) {
      const text = folded(line.core).trim();
      if (!text) continue;
      length += 1 + text.length;
      texts.push(text);
      ends.push(length);
      filled.push(line);
    }
    return new Stretch(texts.join(" "), ends, filled, false);
  }

  /** @param {PasteLine[]} lines @param {number} width */
  function glued(lines, width) {
    let text = "";
    const ends = [];
    const begun = [];
    let isOpen = false;
    for (const line of lines) {
      const piece = folded(line.core);
      text += text === "" || text.endsWith(" ") ? piece.trimStart() : piece;
      if (!isOpen && piece.trim()) begun.push(line);
      isOpen = line.text.length === width;
      if (isOpen) continue;
      text = text.trimEnd();
      if (begun.length > ends.length) ends.push(text.length);
      if (text) text += " ";
    }
    text = text.trimEnd();
    if (begun.length > ends.length) ends.push(text.length);
    return new Stretch(text, ends, begun, true);
  }

  /** @type {Errbook["stretches"]} */
  function stretches(lines) {
    const width = lines.reduce((most, { text }) => Math.max(most, text.length), 0);
    const isCut = width >= WIDTH_MIN && lines.slice(0, -1).some(({ text }) => text.length === width);
    return isCut ? [flat(lines), glued(lines, width)] : [flat(lines)];
  }

  Object.assign(errbook, { small, stretches });
}
