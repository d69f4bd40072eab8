"use strict";
/*
 * Paste, part 3: which lines may be the message, and how likely. docs/matching.md, section 2.
 */
{
  /** Of a long log so many lines are asked for words, and of a line so much. */
  const LINES_MAX = 60;
  const LINE_MAX = 4000;
  const LEVEL_WITHIN = 60;
  /** How calls, files and remarks between traces begin. */
  const FRAME_START =
    /^(?:at \S|goroutine \d|\.\.\. \d|created by |note: run with|stack backtrace:|Stack trace:|Traceback \(most recent|The above exception was|During handling of the above)/;
  const GO_FILE = /^\S+\.go:\d+(?:$| \+0x)/;
  const UNDERLINE = /^[\^~|\s-]*$/;
  const POINTER = /^[\^~\s]*$/;
  const NUMBERED = /^\s+\d+:\s+(\S[^]*)$/;
  const COUNTED = /^#\d+\s+(\S[^]*)$/;
  const SOURCE = /^\s{4}/;
  const ERROR_WORD =
    /error|exception|fail|panic|fatal|cannot|can't|could not|invalid|caused by|assert|unable|denied|refused|not found|timeout|timed out|time out|timedout|warn|illegal|unexpected|unknown|missing|unsupported|must|expected|no such|not allowed/i;
  const NAMED =
    /^(?:Caused by|panic:|error:|error\[|(?:Uncaught |Unhandled )?[\w.$]*(?:Error|Exception|Fault)(?![\w.$]))/;
  const CHATTER = /(?<![\p{Alphabetic}\p{N}_])(?:INFO|DEBUG|TRACE|info:|debug:)/u;
  const PANIC = "panicked at ";
  const CAUSE = "Caused by";

  /** `  12: core::panicking::panic`, but not `0: cannot read the file`. @param {string} core */
  function isNumberedFrame(core) {
    const rest = NUMBERED.exec(core)?.[1].trimEnd();
    return rest !== undefined && (rest.startsWith("0x") || rest.includes("::") || !/\s/.test(rest));
  }

  /** `#0 main (argc=1) at x.c:3`. @param {string} begun */
  function isCountedFrame(begun) {
    const rest = COUNTED.exec(begun)?.[1];
    if (rest === undefined || !(rest.includes("(") || rest.includes("{main}"))) return false;
    return rest.startsWith("0x") || !/^\d/.test(rest);
  }

  /** @param {string} core @param {string} begun the same without blanks before */
  function isFrame(core, begun) {
    return (
      FRAME_START.test(begun) ||
      (begun.startsWith('File "') && begun.includes('", line ')) ||
      (begun.startsWith("from ") && begun.includes(":in ")) ||
      (begun !== core && begun.includes(" called at ")) ||
      (begun.includes("^") && UNDERLINE.test(begun)) ||
      isNumberedFrame(core) ||
      isCountedFrame(begun) ||
      GO_FILE.test(begun)
    );
  }

  /** @param {string} begun */
  const isNamed = (begun) =>
    NAMED.test(begun) || (begun.startsWith("thread '") && begun.includes(" panicked"));

  /** How likely a line is a message, in points. @param {string} whole */
  function weight(whole) {
    const core = whole.slice(0, LINE_MAX);
    const begun = core.trimStart();
    let points = ERROR_WORD.test(core) ? 90 : 0;
    if (core === begun) points += 22;
    if (begun.startsWith(CAUSE)) points += 45;
    if (isNamed(begun)) points += 90;
    if (CHATTER.test(core.slice(0, LEVEL_WITHIN))) points -= 112;
    return points;
  }

  /** Tells lines of traces from messages, weighs these, and returns the best.
   * @type {Errbook["weighLines"]} */
  async function weighLines(lines, pace) {
    let [afterFile, afterPanic] = [false, false];
    for (let at = 0; at < lines.length; at++) {
      if (pace.isDue()) await pace.rest();
      const { core } = lines[at];
      const begun = core.trimStart();
      const next = lines[at + 1]?.core ?? "";
      const isSource = SOURCE.test(core) && (afterFile || (next.includes("^") && POINTER.test(next)));
      lines[at].isAside = isSource || isFrame(core, begun);
      lines[at].weight = weight(core) + (afterPanic ? 135 : 0);
      afterFile = begun.startsWith('File "');
      afterPanic = core.includes(PANIC);
    }
    let messages = lines.filter(({ isAside }) => !isAside);
    if (!messages.length) {
      for (const line of lines) Object.assign(line, { isAside: false, weight: 0 });
      messages = lines.slice();
    }
    return messages.sort((a, b) => b.weight - a.weight).slice(0, LINES_MAX);
  }

  /** Whether a line is surely not the rest of the one before. @type {Errbook["beginsAnew"]} */
  const beginsAnew = ({ core, width, isAside }) =>
    isAside || core.length !== width || isNamed(core.trimStart());

  Object.assign(errbook, { LINE_MAX, weighLines, beginsAnew });
}
