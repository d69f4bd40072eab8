"use strict";
/*
 * Search, part 14: what looks like a piece of a log. It is read by a script of its own, which is
 * fetched when there is one.
 */
{
  /** Few search for that many words. */
  const LONG = 70;
  const WORDS = 4;
  const LOG_START =
    /^\s*(?:\[?\d{4}-\d\d-\d\d[T ]|\[?\d\d:\d\d:\d\d|\[?(?:ERROR|FATAL|CRITICAL|PANIC|WARN)\b|\w{3} +\d+ \d\d:\d\d|>?\s*File "|\{")/;
  const TELLING = /(?:Error|Exception|error|panic|fatal): |panicked|Traceback/;

  /** @type {Errbook["looksPasted"]} */
  function looksPasted(text) {
    const trimmed = text.trim();
    if (trimmed.length > LONG || /[\n\u001b]/.test(trimmed) || LOG_START.test(trimmed)) return true;
    return TELLING.test(trimmed) && trimmed.split(/\s+/).length >= WORDS;
  }

  /** @type {Promise<void> | undefined} */
  let loading;

  /** @type {Errbook["pasteScript"]} */
  function pasteScript() {
    loading ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = errbook.site().paste;
      script.onload = () => resolve();
      script.onerror = () => {
        script.remove();
        loading = undefined;
        reject(new Error("the script that reads pasted logs is missing"));
      };
      document.head.append(script);
    });
    return loading;
  }

  /** What is sure to be meant by a line in a search box. @type {Errbook["pastedRows"]} */
  async function pastedRows(text, isCurrent) {
    if (!looksPasted(text)) return [];
    await pasteScript();
    const { rows } = await errbook.paste(text, { isCurrent });
    return rows.filter(({ isSure }) => isSure);
  }

  /** Lines of a log, put into a box that has one line, go to the box for logs.
   * @type {Errbook["onPastedLog"]} */
  function onPastedLog(input, taken) {
    const take = async () => {
      const text = globalThis.pastedLog;
      if (!text) return;
      globalThis.pastedLog = undefined;
      try {
        await pasteScript();
        errbook.panel().take(text);
        taken();
      } catch (error) {
        taken(errbook.failure(error));
      }
    };
    input.addEventListener("pastedlog", take);
    take();
  }

  Object.assign(errbook, { looksPasted, pasteScript, pastedRows, onPastedLog });
}
