/*
 * The browser's half of the search, without a browser: the scripts run in a fresh context, and
 * `fetch` serves a small index written by hand. Run with `node --test tests/js/`.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { asFiles, open, plain, vectors } from "./scripts.mjs";

async function answers(errbook, text, options) {
  const all = [];
  for await (const answer of errbook.search(text, options)) all.push(answer);
  return all;
}

async function titles(errbook, text, options) {
  const [last] = (await answers(errbook, text, options)).reverse();
  return plain(last.rows.map(({ record }) => record.title));
}

const RECORDS = [
  { title: "Connection refused by {host}", terms: ["connection", "refused", "by", "host", "java"] },
  { title: "Connection reset", terms: ["connection", "reset", "e0382"] },
  { title: "constructor is not callable", terms: ["constructor", "is", "not", "callable"] },
  { title: "keystore is empty", terms: ["keystore", "is", "empty", "java"], prose: ["password"] },
  { title: "keystore is locked", terms: ["keystore", "is", "locked"], prose: ["password"] },
  { title: "keystore is locked", terms: ["keystore", "is", "locked"] },
];
const FACETS = {
  "sev:error": [0, 2, 3],
  "sev:info": [1],
  "repo:acme/tool": [0, 1, 2, 3, 4, 5],
};

/** Numbers as a complete list of one level. */
const list = (numbers, level = 9) => [
  -level,
  ...numbers.map((number, at) => (at ? number - numbers[at - 1] : number)),
];

function shard(words) {
  const terms = {};
  for (const term of Array.from(words.keys()).sort()) terms[term] = list(words.get(term));
  return terms;
}

function inverted(field) {
  const words = new Map(field === "terms" ? Object.entries(FACETS) : []);
  RECORDS.forEach((record, number) => {
    for (const word of record[field] ?? []) words.set(word, [...(words.get(word) ?? []), number]);
  });
  return words;
}

/** The hand-made index as files. */
function index({ generation = "g1", change = () => {} } = {}) {
  const kinds = { a: "a", al: "al", b: "b", bl: "bl", d: "d", r: "r", w: "w" };
  const gen = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, generation]));
  const turned = [...inverted("terms").keys()]
    .filter((word) => !/[: ]/.test(word))
    .map((word) => `${[...word].reverse().join("")}1`);
  const rows = RECORDS.map(({ title }, number) =>
    number && title === RECORDS[number - 1].title ? 0 : title,
  );
  const values = {
    root: { v: 1, n: RECORDS.length, dp: 32, df: 0, gram: 200, gen, a: "\ni" },
    "a/0": shard(new Map([...inverted("terms")].filter(([word]) => word < "i"))),
    "a/1": shard(new Map([...inverted("terms")].filter(([word]) => word >= "i"))),
    "b/0": shard(inverted("prose")),
    "d/0": [
      ["Label", "error", "acme/tool", "src/io.rs"],
      rows,
      ...[0, 1, 2, 3].map((text) => rows.map(() => text)),
      rows.map((_, number) => number),
      rows.map((_, number) => `${number}`.repeat(16)).join(""),
      { 3: "errors/über/a b.html", 5: 1 },
    ],
    "r/0": turned.sort().join(" "),
    "w/t": { w: "0connection 0keystore", c: "bb" },
    "b/starts": "",
    "r/starts": "",
  };
  change(values);
  return asFiles(values, generation);
}

test("terms are those that the index was written with", () => {
  const { errbook } = open();
  for (const [text, expected] of vectors("terms")) {
    assert.deepEqual(plain(errbook.terms(text)), expected, JSON.stringify(text));
  }
});

test("an address follows from message, repository and id", async () => {
  const slugs = vectors("slugs");
  const all = (value) => slugs.map(() => value);
  const shard = [["", "o/r"], slugs.map(([title]) => title), all(0), all(0), all(1), all(0), all(0)];
  shard.push(all("0123456789abcdef").join(""), {});
  const { errbook } = open(index({ change: (values) => (values["d/0"] = shard) }));
  const records = await errbook.records(slugs.map((_, number) => number));
  assert.deepEqual(
    plain(records.map(({ address }) => address)),
    slugs.map(([, slug]) => `errors/o/r/${slug}.html`),
  );
});

test("links are built from encoded parts", async () => {
  const { errbook } = open(index());
  const [odd, suffixed] = await errbook.records([3, 5]);
  assert.equal(errbook.href("../", odd), "../errors/%C3%BCber/a%20b.html#3333333333333333");
  assert.equal(suffixed.address, "errors/acme/tool/keystore-is-locked-555555.html");
  assert.equal(errbook.href("", { address: "javascript:x/y", id: "#" }), "javascript%3Ax/y#%23");
});

test("words, beginnings of words, codes and facets find records", async () => {
  const { errbook } = open(index());
  assert.deepEqual(await titles(errbook, "connection refused "), [RECORDS[0].title]);
  assert.deepEqual(await titles(errbook, "conn res"), ["Connection reset"]);
  assert.deepEqual(await titles(errbook, "E0382"), ["Connection reset"]);
  assert.deepEqual(await titles(errbook, "constructor"), [RECORDS[2].title]);
  assert.deepEqual(await titles(errbook, "severity:info connection"), ["Connection reset"]);
  const filters = ["sev:info", "sev:error"];
  assert.deepEqual(await titles(errbook, "is", { filters }), [RECORDS[2].title, RECORDS[3].title]);
  assert.deepEqual(await titles(errbook, "", { filters: ["sev:info"] }), ["Connection reset"]);
  for (const text of ["__proto__", "toString", "tag:none connection", "   ", "…"]) {
    assert.deepEqual(await titles(errbook, text), [], text);
  }
});

test("a typo at the end or the beginning is corrected, and the answer says so", async () => {
  const { errbook } = open(index());
  for (const [typed, read] of [
    ["conection", "connection"],
    ["kyestore", "keystore"],
    ["donstructor", "constructor"],
    ["calable", "callable"],
  ]) {
    const [answer] = await answers(errbook, `${typed} `);
    assert.deepEqual(plain(answer.corrections), [{ typed, read: [read] }]);
    assert.ok(answer.rows.length, typed);
  }
  assert.deepEqual(await titles(errbook, "e0383 "), [], "numbers are taken as they are");
});

test("distance counts swaps as one and gives up beyond its limit", () => {
  const { errbook } = open();
  const cases = [["abcd", "abdc", 2, 1], ["abc", "abc", 0, 0], ["abc", "xbcd", 2, 2]];
  for (const [a, b, most, expected] of cases.concat([["abcdef", "ghijkl", 2, 3]])) {
    assert.equal(errbook.distance(a, b, most), expected, `${a} ${b}`);
  }
  assert.equal(errbook.distance("a".repeat(40), "b".repeat(9999), 2), 3);
});

test("copies of a message are one row", async () => {
  const { errbook } = open(index());
  const [answer] = await answers(errbook, "keystore locked");
  assert.equal(answer.rows.length, 1);
  assert.deepEqual(plain(answer.rows[0].copies.map(({ number }) => number)), [5]);
});

test("prose adds rows below and moves none", async () => {
  const { errbook } = open(index());
  const [first, second] = await answers(errbook, "password java ");
  assert.ok(first.pending && !second.pending);
  const shown = first.rows.map(({ record }) => record.number);
  const all = second.rows.map(({ record }) => record.number);
  assert.deepEqual(all.slice(0, shown.length), shown);
  assert.ok(all.includes(3), "java in the title, password in the prose");
});

test("a word that stands in prose only is taken as it is", async () => {
  const { errbook } = open(
    index({
      change: (values) => {
        values["a/0"].passwords = list([1]);
      },
    }),
  );
  const [answer] = await answers(errbook, "password keystore ");
  assert.deepEqual(plain(answer.corrections), []);
  assert.deepEqual(plain(answer.rows.map(({ record }) => record.number)), [3, 4]);
});

test("of a list in parts only those are loaded that can hold a candidate", async () => {
  const { errbook, asked } = open(
    index({
      change: (values) => {
        values["a/1"]["sev:error"] = [6, 0, 3, ...list([0])];
        values["al/0"] = { "sev:error": list([0, 1]) };
        values["al/1"] = { "sev:error": list([2, 3]) };
        values["al/2"] = { "sev:error": list([4, 5]) };
      },
    }),
  );
  assert.deepEqual(await titles(errbook, "severity:error callable "), [RECORDS[2].title]);
  assert.deepEqual(asked.filter((url) => url.startsWith("al/")), ["al/g1/1.js"]);
});

test("each file is fetched once", async () => {
  const { errbook, asked } = open(index());
  await titles(errbook, "keystore locked");
  await titles(errbook, "keystore empty");
  assert.equal(new Set(asked).size, asked.length);
});

test("an index replaced meanwhile is read anew", async () => {
  const { errbook, files } = open(index());
  await titles(errbook, "connection refused ");
  for (const url of Object.keys(files)) delete files[url];
  Object.assign(files, index({ generation: "g2" }));
  assert.deepEqual(await titles(errbook, "keystore empty "), [RECORDS[3].title]);
});

test("a missing file is said in words, and is asked for again later", async () => {
  const { errbook, files } = open(index());
  const kept = files["a/g1/1.js"];
  delete files["a/g1/1.js"];
  await assert.rejects(titles(errbook, "keystore"), /search\/a\/1\.js is missing/);
  files["a/g1/1.js"] = kept;
  assert.ok((await titles(errbook, "keystore")).length);
});

test("another format is refused in words", async () => {
  const { errbook } = open(index({ change: (values) => (values.root.v = 2) }));
  await assert.rejects(titles(errbook, "keystore"), /another version/);
});
