"use strict";
/*
 * Paste, part 3: which lines may be the message, and how likely. docs/matching.md, section 2.
 */
{
  /** Of a long log so many lines are asked for words. */
  const LINES_MAX = 60;
  const CHATTER_WITHIN = 60;
  /** How calls, files and remarks between traces begin. */
  const FRAME_START =
    /^(?:at \S|goroutine \d|created by |note: run with|stack backtrace:|Traceback \(most recent|The above exception was|During handling of the above|\.\.\. \d)/;
  const GO_FILE = /^\S+\.go:\d+(?:$| \+0x)/;
  const UNDERLINE = /^[\^~|\s-]*$/;
  const POINTER = /^[\^~\s]*$/;
  const NUMBERED = /^\s+\d+:\s+(\S[^]*)$/;
  const COUNTED = /^#\d+\s+(\S[^]*)$/;
  const SOURCE = /^\s{4}/;
  const ERROR_WORD =
    /error|exception|fail|panic|fatal|cannot|can't|could not|invalid|caused by|assert|unable|denied|refused|not found|timeout|timed out|time out|timedout|warn|illegal|unexpected|unknown|missing|unsupported|must|expected/i;
  const NAMED =
    /^(?:Caused by|panic:|error:|error\[|(?:Uncaught |Unhandled )?[\w.$]*(?:Error|Exception|Fault)(?![\w.$]))/;
  const CHATTER = /(?<![\p{Alphabetic}\p{N}_])(?:INFO|DEBUG|TRACE|info:|debug:)/u;
  const PANIC = "panicked at ";
  const CAUSE = "Caused by";

  /** @param {string} core */
  function isNumberedFrame(core) {
    const rest = NUMBERED.exec(core)?.[1];
    return rest !== undefined && (rest.startsWith("0x") || rest.includes("::") || !/\s/.test(rest));
  }

  /** @param {string} begun */
  function isCountedFrame(begun) {
    const rest = COUNTED.exec(begun)?.[1];
    if (rest === undefined || !(rest.includes("(") || rest.includes("{main}"))) return false;
    return rest.startsWith("0x") || !/^\d/.test(rest);
  }

  /** @param {string} begun */
  const isFile = (begun) => begun.startsWith('File "') && begun.includes('", line ');

  /** Whether a line is one of a stack trace. @param {string} core */
  function isFrame(core) {
    const begun = core.trimStart();
    return (
      FRAME_START.test(begun) ||
      isFile(begun) ||
      (begun.startsWith("from ") && begun.includes(":in ")) ||
      core.includes(" called at ") ||
      (UNDERLINE.test(core) && core.includes("^")) ||
      isNumberedFrame(core) ||
      isCountedFrame(begun) ||
      GO_FILE.test(begun)
    );
  }

  /** How likely a line is a message, in points. @param {string} core @param {string} before */
  function weight(core, before) {
    const begun = core.trimStart();
    let points = ERROR_WORD.test(core) ? 90 : 0;
    if (before.includes(PANIC)) points += 135;
    if (core && core === begun) points += 22;
    if (begun.startsWith(CAUSE)) points += 45;
    if (NAMED.test(begun) || (begun.startsWith("thread '") && begun.includes(" panicked"))) {
      points += 90;
    }
    if (CHATTER.test(core.slice(0, CHATTER_WITHIN))) points -= 112;
    return points;
  }

  /** @type {Errbook["weighLines"]} */
  async function weighLines(lines, pace) {
    for (let at = 0; at < lines.length; at++) {
      if (pace.isDue()) await pace.rest();
      const { core } = lines[at];
      const before = lines[at - 1]?.core ?? "";
      const after = lines[at + 1]?.core ?? "";
      const isPointed = POINTER.test(after) && after.includes("^");
      const isSource = (isFile(before.trimStart()) && SOURCE.test(core)) || isPointed;
      lines[at].isAside = isSource || isFrame(core);
      lines[at].weight = weight(core, before);
    }
    const filled = lines.filter(({ core }) => core.trim());
    let messages = filled.filter(({ isAside }) => !isAside);
    if (!messages.length) {
      for (const line of filled) Object.assign(line, { isAside: false, weight: 0 });
      messages = filled;
    }
    const best = messages.slice().sort((a, b) => b.weight - a.weight);
    return best.slice(0, LINES_MAX);
  }

  Object.assign(errbook, { weighLines });
}
