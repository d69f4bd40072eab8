/*
 * The same records in every form of input give the same site.
 *
 *   node benches/forms.mjs ERRBOOK RECORDS.jsonl
 *
 * Builds from lines, gzip, zstd (if there is a `zstd`), standard input, and the files of the data
 * set's export, and prints one hash of all files of each site. They are to be equal; the exit code
 * says so.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

const [errbook, lines] = process.argv.slice(2).map((path) => resolve(path));
if (!lines) {
  console.error("usage: node benches/forms.mjs ERRBOOK RECORDS.jsonl");
  process.exit(2);
}
const work = mkdtempSync(join(tmpdir(), "forms-"));
process.on("exit", () => rmSync(work, { recursive: true }));

/** Records by repository, one file each, as the data set exports them. */
function files() {
  const repos = new Map();
  for (const line of readFileSync(lines, "utf8").split("\n").filter(Boolean)) {
    const { record, ...bare } = JSON.parse(line);
    const one = record ?? bare;
    repos.set(one.repo, [...(repos.get(one.repo) ?? []), one]);
  }
  for (const [repo, records] of repos) {
    const file = join(work, "files", "repos", `${repo}.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(records));
  }
  return join(work, "files");
}

function hash(folder) {
  const all = createHash("sha256");
  const names = readdirSync(folder, { recursive: true }).filter((name) => !name.startsWith(".errbook"));
  for (const name of names.sort()) {
    const file = join(folder, name);
    if (statSync(file).isFile()) all.update(`${name}\0`).update(readFileSync(file));
  }
  return all.digest("hex");
}

const hashes = new Set();

function build(what, records, input) {
  const output = join(work, "site");
  const run = spawnSync(errbook, ["build", "-q", "--records", records, "--output", output], { cwd: work, input });
  if (run.status !== 0) throw new Error(`${what}: ${run.stderr}`);
  const found = hash(output);
  hashes.add(found);
  console.log(found, what);
  rmSync(output, { recursive: true });
}

const gzip = join(work, "records.gz");
writeFileSync(gzip, gzipSync(readFileSync(lines)));
build("lines", lines);
build("gzip", gzip);
build("standard input", "-", readFileSync(lines));
build("gzip on standard input", "-", readFileSync(gzip));
build("a file for each repository", files());
const zstd = join(work, "records.zst");
if (spawnSync("zstd", ["-q", lines, "-o", zstd]).status === 0) build("zstd", zstd);
process.exit(hashes.size === 1 ? 0 : 1);
