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

  /** The first of some rising numbers that is not below another. @param {number[]} numbers
   * @param {number} least */
  function firstFrom(numbers, least) {
    let low = 0;
    let high = numbers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[middle] < least) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** @param {number[]} numbers @param {number} number */
  const includes = (numbers, number) => numbers[firstFrom(numbers, number)] === number;

  class Stretch {
    /** @param {boolean} isGlued */
    constructor(isGlued) {
      this.isGlued = isGlued;
      this.text = "";
      this.low = "";
      /** Where each line of the paste begins. @type {number[]} */
      this.starts = [];
      /** Where lines begin and end as they were before they were cut. @type {number[]} */
      this.begins = [];
      /** @type {number[]} */
      this.ends = [];
    }

    /** The place in the list of lines of the one that holds a place. @param {number} at */
    lineAt(at) {
      return Math.max(firstFrom(this.starts, at + 1) - 1, 0);
    }

    /** @param {number} at */
    lineStart(at) {
      const line = firstFrom(this.ends, at);
      return this.begins[line] ?? this.text.length;
    }

    /** @param {number} at */
    lineEnd(at) {
      return this.ends[firstFrom(this.ends, at)] ?? this.text.length;
    }

    /** How many lines end from one place on and before another. @param {number} from
     * @param {number} to */
    endsWithin(from, to) {
      return firstFrom(this.ends, to) - firstFrom(this.ends, from);
    }

    /** @param {number} at */
    isStart(at) {
      return includes(this.begins, at);
    }

    /** @param {number} at */
    isEnd(at) {
      return includes(this.ends, at);
    }
  }

  /** @param {PasteLine[]} lines @param {boolean[]} [cut] */
  function join(lines, cut) {
    const stretch = new Stretch(cut !== undefined);
    /** @type {string[]} */
    const pieces = [];
    let length = 0;
    let [space, isOpen] = [false, false];
    lines.forEach(({ core }, at) => {
      const piece = core.trim().replace(/\s+/g, " ");
      if (length && (space || /^\s/.test(core))) {
        pieces.push(" ");
        length++;
      }
      stretch.starts.push(length);
      if (!isOpen) stretch.begins.push(length);
      pieces.push(piece);
      length += piece.length;
      isOpen = cut?.[at] ?? false;
      space = !isOpen || /\s$/.test(core);
      if (!isOpen) stretch.ends.push(length);
    });
    if (isOpen) stretch.ends.push(length);
    stretch.text = pieces.join("");
    stretch.low = small(stretch.text);
    return stretch;
  }

  /** Of each line, whether a terminal seems to have cut it: it is as long as the longest, and what
   * follows is no line of its own. @param {PasteLine[]} lines */
  function cutLines(lines) {
    const width = lines.reduce((most, line) => Math.max(most, line.width), 0);
    return lines.map((line, at) => {
      const isLong = width >= WIDTH_MIN && line.width === width;
      return isLong && at + 1 < lines.length && !errbook.beginsAnew(lines[at + 1]);
    });
  }

  /** @type {Errbook["stretches"]} */
  function stretches(lines) {
    const cut = cutLines(lines);
    const isCut = cut.includes(true);
    return { cut, texts: isCut ? [join(lines), join(lines, cut)] : [join(lines)] };
  }

  Object.assign(errbook, { small, stretches });
}
