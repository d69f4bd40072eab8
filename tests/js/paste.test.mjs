/*
 * The browser's half of "paste an error": cleaning, lines, matching, values and links, over a small
 * index written by hand. The table in tests/vectors says the same of both halves.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { asFiles, open, plain } from "./scripts.mjs";

const lettersFor = (words, rare = "a") => words.map(() => rare).join("");

/** An index of a few records; each template is filed under the word that is given. */
function index({ change = () => {}, patterns = PATTERNS } = {}) {
  const kinds = ["a", "al", "b", "bl", "d", "p", "r", "w"];
  const gen = Object.fromEntries(kinds.map((kind) => [kind, "g"]));
  const words = patterns.map(({ router }) => router).sort();
  const byWord = words.map((word) => patterns.find(({ router }) => router === word));
  const strings = ["SinkError", "worker.rs"];
  const values = {
    root: { v: 1, n: patterns.length, dp: 32, df: 0, gram: 200, gen, a: "" },
    "a/0": { e4711: [-9, 0], worker: [-3, 0], rs: [-3, 0] },
    "b/0": {},
    "b/starts": "",
    "r/starts": "",
    "r/0": "",
    "w/t": { w: "", c: "" },
    "d/0": [
      ["E4711", "error", "acme/tool", "src/sink/worker.rs"],
      patterns.map(({ title }) => title),
      ...[0, 1, 2, 3].map((text) => patterns.map(() => text)),
      patterns.map((_, number) => number * 10),
      patterns.map((_, number) => `${number}`.repeat(16)).join(""),
      {},
    ],
    "p/routers": {
      n: patterns.length,
      l: 15,
      w: words.map((word) => `0${word}`).join(" "),
      c: lettersFor(words),
      s: words.map((_, at) => (at ? 1 : 0)),
      x: 0,
    },
  };
  byWord.forEach(({ template, title }, at) => {
    const number = patterns.findIndex((pattern) => pattern.title === title);
    values[`p/${at}`] = [strings, 0, template, [number, number === 0 ? 1 : 0, number === 0 ? 2 : 0]];
  });
  change(values);
  return asFiles(values, "g");
}

const PATTERNS = [
  {
    title: "receive AlignInitialEpoch on epoch {} from handle {handle_id}",
    template: ["receive AlignInitialEpoch on epoch ", 0, " from handle ", "handle_id", ""],
    router: "aligninitialepoch",
  },
  {
    title: "could not open the parachute of {name}",
    template: ["could not open the parachute of ", "name", ""],
    router: "parachute",
  },
  { title: "keystore was tampered with", template: "keystore was tampered with", router: "keystore" },
];

async function rows(text, options, found) {
  const { errbook } = open(index(options));
  return plain((await errbook.paste(text, found)).rows);
}

const pairs = ({ values }) => values.map(({ name, value }) => `${name}=${value}`);

const pace = (errbook) => errbook.pace(() => true);

async function cores(text) {
  const { errbook } = open();
  const lines = await errbook.cleanLines(text, pace(errbook));
  return plain(lines.map(({ core, number }) => `${number} ${core}`));
}

test("a log is cleaned of colours, escapes and what loggers put before it", async () => {
  assert.deepEqual(await cores("\u001b[31mERROR\u001b[0m x\r\nb\rc"), ["1 ERROR x", "2 b", "3 c"]);
  assert.deepEqual(await cores("\\u001b[31mred\\x1b[0m ^[[1mbold"), ["1 red bold"]);
  assert.deepEqual(await cores("\u001b]0;title\u0007text \u001b]open"), ["1 text \u001b]open"]);
  assert.deepEqual(await cores('{"msg":"a \\"b\\"\\nc\\td \\u00e9 \\q"}'), [
    '1 {"msg":"a "b"',
    '1 c d é \\q"}',
  ]);
  assert.deepEqual(await cores('{"m":"\\ud83d\\ude00 \\ud83d"}'), ['1 {"m":"😀 \ufffd"}']);
  assert.deepEqual(await cores("web_1  | 2026-05-03T11:22:33,123Z a"), ["1 a"]);
  assert.deepEqual(await cores("2026-05-03T11:22:33Z stderr F > b"), ["1 b"]);
  assert.deepEqual(await cores("C:\\new\\table"), ["1 C:\\new\\table"], "a path is no JSON");
});

test("of a long log the ends are read, and lines keep their numbers", async () => {
  const { errbook } = open();
  const long = `first\n${"x".repeat(99).concat("\n").repeat(1000)}last`;
  assert.ok(errbook.isTooLong(long));
  const lines = await errbook.cleanLines(long, pace(errbook));
  assert.ok(lines.reduce((sum, { core }) => sum + core.length + 1, 0) <= 65_538);
  assert.deepEqual([lines[0].core, lines[0].number], ["first", 1]);
  assert.deepEqual([lines.at(-1).core, lines.at(-1).number], ["last", 1002]);
});

test("calls, files and marks of a trace are aside, unless there is nothing else", async () => {
  const { errbook } = open();
  const text = [
    "Traceback (most recent call last):",
    '  File "/app/main.py", line 3, in run',
    "    raise ValueError(x)",
    "ValueError: no such thing",
    "\tat com.acme.Main.run(Main.java:3)",
    "   3: core::panicking::panic",
    "#0 /app/x.php(3): run()",
    "goroutine 1 [running]:",
    "main.go:17 +0x1d",
    "    ^~~~",
    "Caused by: java.io.IOException: closed",
    "INFO started",
  ].join("\n");
  const lines = await errbook.cleanLines(text, pace(errbook));
  const best = await errbook.weighLines(lines, pace(errbook));
  assert.deepEqual(
    plain(best.map(({ core }) => core)),
    ["Caused by: java.io.IOException: closed", "ValueError: no such thing", "INFO started"],
  );
  const calls = await errbook.cleanLines("  at a.b(c)\n  at d.e(f)", pace(errbook));
  assert.equal((await errbook.weighLines(calls, pace(errbook))).length, 2);
});

test("a hash is the one that the index was split by", () => {
  const { errbook } = open();
  assert.equal(errbook.hash(""), 2166202364);
  assert.equal(errbook.hash("epoch"), 3646594896);
  assert.equal(errbook.hash("<é€😀"), 929069968);
});

test("a line finds its record, with the values of its holes", async () => {
  const noise = "2026-11-30T09:12:44Z ERROR meta::sink: ";
  const [row] = await rows(`${noise}receive AlignInitialEpoch on epoch 73183 from handle 3`);
  assert.equal(row.record.title, PATTERNS[0].title);
  assert.ok(row.isSure);
  assert.deepEqual(pairs(row), ["epoch=73183", "handle_id=3"]);
});

test("a log with several errors finds each, and knows the cause", async () => {
  const found = await rows(
    [
      "INFO starting",
      "Exception in thread main SinkError: could not open the parachute of Ann",
      "\tat acme.Main.run(Main.java:7)",
      "Caused by: SinkError: receive AlignInitialEpoch on epoch 1 from handle 2",
      "\tat acme.Sink.run(Sink.java:9)",
    ].join("\n"),
    {},
    { shards: 30 },
  );
  assert.deepEqual(
    found.filter(({ isSure }) => isSure).map(({ line, isCause }) => [line, isCause]).sort(),
    [[2, false], [4, true]],
  );
});

test("words that a terminal cut in two are one", async () => {
  const text = "ERROR x: receive AlignInitialEpoch on epoch 73183 from handle 3";
  const [row] = await rows(text.replace(/(.{23})/g, "$1\n"));
  assert.equal(row.record.title, PATTERNS[0].title);
  assert.deepEqual(pairs(row), ["epoch=73183", "handle_id=3"]);
});

test("an unrelated text matches nothing", async () => {
  assert.deepEqual(await rows("the quick brown fox\njumps over the lazy dog"), []);
  assert.deepEqual(await rows("\n \n"), []);
});

test("a code and a place lead to their record", async () => {
  const change = (values) => (values["d/0"][2][0] = 0);
  const [code] = await rows("it says E4711 again", { change });
  assert.equal(code.record.number, 0);
  assert.ok(code.isSure);
  const [place] = await rows("see src/sink/worker.rs:1", { change });
  assert.deepEqual([place.record.number, place.isSure], [0, false], "its line is unknown");
  const link = "https://github.com/acme/tool/blob/abc/src/sink/worker.rs#L1";
  assert.deepEqual(await rows(link, { change }), [], "no term says that it is of that repository");
});

test("hostile text and patterns take no time and match nothing", async () => {
  const holes = Array.from({ length: 33 }, (_, at) => (at % 2 ? 0 : "a "));
  const patterns = [{ title: "holes", template: holes, router: "parachute" }, PATTERNS[2]];
  const { errbook } = open(index({ patterns }));
  for (const text of [
    "parachute \u001b]".repeat(9000),
    `parachute ${"a ".repeat(40_000)}`,
    `${"A".repeat(70_000)}:1`,
    `parachute ${"\\".repeat(70_000)}n`,
    "parachute ^[[".repeat(6000),
    `"parachute":"${"\\u001b[".repeat(9000)}`,
    "__proto__ constructor toString \ud800",
  ]) {
    const { rows } = await errbook.paste(text);
    assert.ok(!rows.some(({ isSure }) => isSure), text.slice(0, 20));
  }
});

test("a newer paste ends an older one", async () => {
  const { errbook } = open(index());
  let isCurrent = true;
  const older = errbook.paste("could not open the parachute of Ann", {
    isCurrent: () => isCurrent,
  });
  isCurrent = false;
  await assert.rejects(older, errbook.Outdated);
});

test("a missing shard is said in words", async () => {
  const { errbook } = open(index({ change: (values) => delete values["p/2"] }));
  await assert.rejects(errbook.paste("could not open the parachute of Ann"), /p\/2\.js is missing/);
});

test("values travel behind the #, and never more than fit", () => {
  const { errbook } = open();
  const record = { address: "errors/a/b/c.html", id: "0".repeat(16) };
  const href = (...texts) =>
    errbook.pasteHref("../", { record, values: texts.map((value) => ({ name: "x", value })) });
  assert.equal(href("a b"), "../errors/a/b/c.html#0000000000000000?v=%5B%22a%20b%22%5D");
  assert.equal(href(), "../errors/a/b/c.html#0000000000000000");
  const long = href("é".repeat(900), "b");
  assert.ok(long.length - long.indexOf("#") <= 1024 && long.includes("?v="));
  assert.ok(!href(...Array(40).fill("é".repeat(99))).includes("?v="));
  assert.ok(href("\ud800").includes("?v="));
});
