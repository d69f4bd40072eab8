"use strict";
/*
 * Paste, part 7: what a match is worth, which of its records are meant, and what stood in its
 * holes. docs/matching.md, sections 5 and 6.
 */
{
  const WORD_WORTH = 16;
  const WORD_BITS_MAX = 21;
  const START_WORTH = [90, -60];
  const END_WORTH = [45, -45];
  const LABEL_WORTH = 150;
  const LABEL_NEAR_WORTH = 90;
  const NEAR = 80;
  const FILE_WORTH = 120;

  const CLEAN_START = /[:\]"'`>|\-=(] ?$/;
  const CLEAN_END = /^(?:["'`.,;:)\]}]| (?:at|File|Caused|[\d[{]))/;
  const IN_LABEL = /[A-Za-z0-9_]/;
  const BEFORE_FILE = /[A-Za-z0-9_.-]/;

  const LEAD_MAX = 200;
  const TAIL_MAX = 300;
  /** What a value at the start of a message follows. */
  const MARKERS = [": ", "] ", " - ", 'msg="', '"msg":"', '"message":"', ': "', "##[error]"]
    .concat(["ERROR ", "FATAL ", "CRITICAL ", "WARNING ", "WARN "]);
  /** A quote that closes a string: the end follows, or another key. */
  const CLOSED = /"(?:[}\]]*$|[,\s]+"?[\w.]+"?[:=])/g;
  const PERL_PLACE = /^\S+ line \d+\.?$/;
  /** What a web server adds to a message. */
  const AFTER = ", client: ";

  /** @type {Errbook["information"]} */
  function information(literals, { routers, most }) {
    let points = 0;
    for (const literal of literals) {
      for (const { word } of errbook.placedWords(literal)) {
        if (Array.from(word).length < 2) continue;
        points += WORD_WORTH * Math.min(routers.get(word)?.bits ?? most, WORD_BITS_MAX);
      }
    }
    return points;
  }

  /** Whether a name stands in a text with none of some characters around it.
   * @param {string} text @param {string} name @param {RegExp} before @param {RegExp} after */
  function holds(text, name, before, after) {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      const ends = !after.test(text[at + name.length] ?? "");
      if (ends && !before.test(text[at - 1] ?? "")) return true;
    }
    return false;
  }

  /** What speaks for a record besides its message. @param {string} text @param {number} start
   * @param {string} label @param {string} file */
  function bonus(text, start, label, file) {
    let points = 0;
    if (label && holds(text, label, IN_LABEL, IN_LABEL)) {
      points += LABEL_WORTH;
      if (text.slice(Math.max(start - NEAR, 0), start).includes(label)) points += LABEL_NEAR_WORTH;
    }
    if (file && holds(text, file, BEFORE_FILE, IN_LABEL)) points += FILE_WORTH;
    return points;
  }

  /** @param {string[]} strings @param {number[]} coded */
  function* recordsIn(strings, coded) {
    let number = 0;
    for (let at = 0; at + 2 < coded.length; at += 3) {
      number += coded[at];
      const [label, file] = [strings[coded[at + 1] - 1] ?? "", strings[coded[at + 2] - 1] ?? ""];
      yield { number, label, file };
    }
  }

  /** @type {Errbook["bestRecords"]} */
  function bestRecords({ strings, coded }, text, start) {
    const found = [];
    for (const { number, label, file } of recordsIn(strings, coded)) {
      found.push({ number, bonus: bonus(text, start, label, file) });
    }
    return found.sort((a, b) => b.bonus - a.bonus || a.number - b.number);
  }

  /** @param {Template} template @param {Stretch} stretch @param {Placed} placed */
  function edges({ literals }, stretch, { start, end }) {
    const { text } = stretch;
    const startsClean =
      !literals[0] ||
      stretch.isStart(start) ||
      CLEAN_START.test(text.slice(Math.max(start - 2, 0), start));
    const endsClean =
      !literals[literals.length - 1] ||
      end === text.length ||
      stretch.isEnd(end) ||
      CLEAN_END.test(text.slice(end, end + 8));
    return { startsClean, endsClean };
  }

  /** @type {Errbook["worth"]} */
  function worth(template, stretch, placed, bonus) {
    const { startsClean, endsClean } = edges(template, stretch, placed);
    const { information } = template;
    const { penalty } = placed;
    const isClean = startsClean && endsClean;
    const score =
      information - penalty + START_WORTH[startsClean ? 0 : 1] + END_WORTH[endsClean ? 0 : 1] + bonus;
    const isSure =
      (information >= 540 && penalty < 180) ||
      (isClean && information >= 300 && penalty < 120) ||
      (bonus >= 150 && information >= 240 && startsClean && penalty < 180);
    const isCertain = isSure && (bonus >= 270 || (isClean && (information >= 720 || bonus >= 150)));
    const isPossible = information + bonus - penalty >= 240 || (isClean && penalty < 120);
    return { score, isSure, isCertain, isPossible };
  }

  /** A hole at the start: what stands before the match. @param {Stretch} stretch
   * @param {number} start */
  function lead(stretch, start) {
    const from = Math.max(Math.min(stretch.lineStart(start), start), start - LEAD_MAX);
    const text = stretch.text.slice(from, start).trimEnd();
    const ends = MARKERS.map((mark) => {
      // It must leave something after it.
      const last = text.length - mark.length - 1;
      const at = last < 0 ? -1 : text.lastIndexOf(mark, last);
      return at < 0 ? 0 : at + mark.length;
    });
    return text.slice(Math.max(...ends));
  }

  /** A hole at the end. @param {Stretch} stretch @param {number} from */
  function tail(stretch, from) {
    const end = Math.max(stretch.lineEnd(from), from);
    let text = stretch.text.slice(from, Math.min(end, from + TAIL_MAX));
    CLOSED.lastIndex = 1;
    text = text.slice(0, CLOSED.exec(text)?.index);
    const place = text.lastIndexOf(" at ");
    if (place >= 0 && PERL_PLACE.test(text.slice(place + 4))) text = text.slice(0, place);
    const after = text.indexOf(AFTER);
    return after < 0 ? text : text.slice(0, after);
  }

  /** @type {Errbook["valuesIn"]} */
  function valuesIn({ literals, names }, stretch, placed) {
    const values = placed.holes.map(([from, end]) =>
      end < 0 ? tail(stretch, from) : stretch.text.slice(from, end),
    );
    if (!literals[0]) values.unshift(lead(stretch, placed.start));
    return names.map((name, at) => ({ name, value: (values[at] ?? "").trim() }));
  }

  Object.assign(errbook, { information, bestRecords, worth, valuesIn });
}
