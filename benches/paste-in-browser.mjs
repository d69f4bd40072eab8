/*
 * How a page feels while a log of 100 KB is pasted into it: the longest task on the main thread,
 * and how long until the first result stands there. In Chromium, over HTTP, nothing cached.
 *
 *     node benches/paste-in-browser.mjs public [runs]
 *
 * The log is made of lines that the site knows and of lines of traces, always the same ones.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, normalize } from "node:path";

const LOG_CHARS = 100_000;
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--remote-debugging-pipe",
];
const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml" };

/** Messages of the site, as they stand in its index for other programs. */
function messages(site) {
  const rows = join(site, "search/records.json");
  const parts = join(site, "search/records");
  const files = tryRead(rows) ? [rows] : [join(parts, "0.json"), join(parts, "7.json")];
  return files
    .flatMap((file) => JSON.parse(readFileSync(file, "utf8")))
    .map(({ message }) => message.replace(/\s+/g, " ").slice(0, 200));
}

function tryRead(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** A log: now and then an error with its trace, between lines that tell nothing. */
function log(site) {
  const known = messages(site);
  const lines = [];
  let chars = 0;
  for (let n = 0; chars < LOG_CHARS; n++) {
    const time = `2026-05-03 11:${String(n % 60).padStart(2, "0")}:07,123`;
    let line = `${time} INFO [worker-${n % 9}] com.acme.pool.Pool - connection ${n} returned to pool`;
    if (n % 7 > 3) line = `\tat com.acme.billing.Invoice${n}.run(Invoice${n}.java:${n})`;
    if (n % 50 === 20) line = `${time} ERROR [main] com.acme.Main - ${known[(n * 131) % known.length]}`;
    lines.push(line);
    chars += line.length + 1;
  }
  return lines.join("\n");
}

function serve(site) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    const bytes = path.includes("..") ? undefined : tryRead(join(site, path));
    const type = TYPES[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream";
    response.writeHead(bytes ? 200 : 404, { "content-type": type });
    response.end(bytes);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** A browser, spoken to over a pipe: messages end with a zero byte. */
class Browser {
  constructor() {
    this.profile = mkdtempSync(join(tmpdir(), "paste-in-browser-"));
    const chromium = process.env.ERRBOOK_CHROMIUM ?? "chromium";
    this.process = spawn(chromium, [...FLAGS, `--user-data-dir=${this.profile}`], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    this.waiting = new Map();
    this.events = [];
    this.count = 0;
    let rest = "";
    this.process.stdio[4].setEncoding("utf8").on("data", (text) => {
      const parts = (rest + text).split("\0");
      rest = parts.pop();
      for (const part of parts) this.take(JSON.parse(part));
    });
  }

  take(message) {
    if (message.id === undefined) {
      this.events.push(message);
      return;
    }
    const { resolve, reject } = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) reject(new Error(message.error.message));
    else resolve(message.result);
  }

  call(method, params = {}, sessionId = this.session) {
    const id = ++this.count;
    this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  async tab() {
    const { targetId } = await this.call("Target.createTarget", { url: "about:blank" }, undefined);
    const attached = await this.call("Target.attachToTarget", { targetId, flatten: true }, undefined);
    this.session = attached.sessionId;
  }

  async eval(expression) {
    const params = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
    const { result, exceptionDetails } = await this.call("Runtime.evaluate", params);
    if (exceptionDetails) throw new Error(exceptionDetails.exception.description);
    return result.value;
  }

  async until(expression) {
    for (;;) {
      if (await this.eval(expression)) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async event(name) {
    for (;;) {
      const found = this.events.find(({ method }) => method === name);
      if (found) return found.params;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async close() {
    const ended = new Promise((resolve) => this.process.on("exit", resolve));
    await this.call("Browser.close", {}, undefined).catch(() => {});
    await ended;
    rmSync(this.profile, { recursive: true, force: true });
  }
}

/** The longest task of the page's main thread, in ms: as the clock says, and of the processor. */
function longestTask(events) {
  const main = events.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const threads = new Set(main.map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = events.filter(
    ({ name, pid, tid, dur }) => name === "RunTask" && dur && threads.has(`${pid} ${tid}`),
  );
  const longest = (/** @type {string} */ key) =>
    tasks.reduce((most, task) => Math.max(most, task[key] ?? 0), 0) / 1000;
  return { wall: longest("dur"), cpu: longest("tdur") };
}

async function measure(address, text) {
  const browser = new Browser();
  await browser.tab();
  await browser.call("Page.enable");
  await browser.call("Browser.grantPermissions", {
    permissions: ["clipboardReadWrite", "clipboardSanitizedWrite"],
  }, undefined);
  await browser.call("Page.navigate", { url: address });
  await browser.until("document.readyState === 'complete' && !!document.querySelector('[data-paste]')");
  await browser.eval(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await browser.eval(`(() => {
    globalThis.seen = {};
    document.addEventListener("paste", () => (seen.pasted = performance.now()), true);
    new MutationObserver(() => (seen.first ??= performance.now())).observe(
      document.querySelector("[data-paste-results]"), { childList: true });
    document.querySelector("[data-paste] textarea").focus();
  })()`);
  await browser.call("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel", "disabled-by-default-devtools.timeline", "devtools.timeline", "__metadata"] },
  });
  const key = { key: "v", code: "KeyV", windowsVirtualKeyCode: 86, modifiers: 2, commands: ["paste"] };
  await browser.call("Input.dispatchKeyEvent", { type: "rawKeyDown", ...key });
  await browser.until("!!seen.first");
  await new Promise((resolve) => setTimeout(resolve, 500));
  const first = await browser.eval("seen.first - seen.pasted");
  const shown = await browser.eval("document.querySelector('[data-paste-status]').textContent");
  const rows = await browser.eval("document.querySelectorAll('[data-paste-results] li').length");
  await browser.call("Tracing.end");
  await browser.event("Tracing.tracingComplete");
  const events = browser.events
    .filter(({ method }) => method === "Tracing.dataCollected")
    .flatMap(({ params }) => params.value);
  await browser.close();
  if (process.env.TRACE) (await import("node:fs")).writeFileSync(process.env.TRACE, JSON.stringify(events));
  return { first, rows, shown, ...longestTask(events) };
}

const [site, runs = "5"] = process.argv.slice(2);
if (!site || !readdirSync(site).includes("index.html")) {
  console.error("usage: node benches/paste-in-browser.mjs SITE [RUNS]");
  process.exit(2);
}
const text = log(site);
const server = await serve(site);
console.log(`${text.length} characters, ${text.split("\n").length} lines`);
for (let run = 0; run < Number(runs); run++) {
  const { first, rows, shown, wall, cpu } = await measure(`http://127.0.0.1:${server.address().port}/index.html`, text);
  console.log(
    `first result after ${first.toFixed(0)} ms, ${rows} rows (${shown}); longest task ${wall.toFixed(1)} ms, ` +
      `${cpu.toFixed(1)} ms of the processor`,
  );
}
server.close();
