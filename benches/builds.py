#!/usr/bin/env python3
"""Whole builds, measured beside other generators' in one run.

    benches/builds.py RECORDS.jsonl [--errbook PROGRAM] [--peers DIR] [--peer NAME ...] [--runs N] [--work DIR]

RECORDS.jsonl holds one record a line. DIR holds a script `run.sh NAME RECORDS OUT` for each peer, which builds
a site of the same records and prints a line `NAME STEP: wall … s, cpu … s, peak … MiB` for each of its steps.
Printed are CPU time (user and system), wall time and peak memory of every build, the medians of N runs, and how
errbook's CPU time compares with each peer's. What is built and what differs from the peers' sites is said in
benches/README.md.
"""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

EVERYTHING = '[site]\ntitle = "Errors"\n'
LIKE_PEERS = EVERYTHING + """
[output]
permalinks = false
source = false

[[facets]]
field = "tags"
title = "Tags"
path = "tags"
"""


def run(command):
    """Wall seconds, CPU seconds and peak MiB of a command, and what it said."""
    with tempfile.TemporaryFile("w+") as said:
        start = time.monotonic()
        pid = os.posix_spawnp(
            command[0],
            command,
            os.environ,
            file_actions=[(os.POSIX_SPAWN_DUP2, said.fileno(), 1), (os.POSIX_SPAWN_DUP2, said.fileno(), 2)],
        )
        _, status, usage = os.wait4(pid, 0)
        wall = time.monotonic() - start
        said.seek(0)
        text = said.read()
    if status != 0:
        sys.exit(f"{' '.join(command)}: exit {os.waitstatus_to_exitcode(status)}\n{text}")
    return {"wall": wall, "cpu": usage.ru_utime + usage.ru_stime, "peak": usage.ru_maxrss / 1024, "said": text}


class Site:
    """A site of errbook's, with records and theme of its own to be edited."""

    def __init__(self, folder, errbook, records, settings):
        self.folder, self.errbook = folder, errbook
        folder.mkdir(parents=True)
        (folder / "site.toml").write_text(settings + f'\n[input]\npaths = ["{records}"]\n')

    def build(self, *more):
        # What was changed within two seconds is never trusted, so let it grow old.
        time.sleep(2.5)
        return run([self.errbook, "build", "--config", str(self.folder / "site.toml"), *more])


def in_files(source, folder, edited=False):
    """The records as the data set's export has them: a file for each repository."""
    repos = {}
    with source.open() as lines:
        for line in lines:
            record = json.loads(line)
            record = record.get("record", record)
            repos.setdefault(record["repo"], []).append(line.strip())
    for repo, lines in repos.items():
        file = folder / "repos" / f"{repo}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("[" + ",\n".join(lines) + "]\n")
    (folder / "manifest.json").write_text(json.dumps({"datasetVersion": "2026-01-01", "counts": {}}))


def edit_prose(folder):
    """Changes one record's prose; the first one of the middle file."""
    files = sorted((folder / "repos").rglob("*.json"))
    file = files[len(files) // 2]
    records = json.loads(file.read_text())
    record = records[0].get("record", records[0])
    record["documentation"] += f" Edited at {time.monotonic_ns()}."
    file.write_text(json.dumps(records))


def edit_template(folder):
    """Changes the template of record pages."""
    text = (ROOT / "templates" / "record.html").read_text()
    (folder / "templates").mkdir(exist_ok=True)
    mark = f'<main id="main" data-edited="{time.monotonic_ns()}">'
    (folder / "templates" / "record.html").write_text(text.replace('<main id="main">', mark))


def state(output):
    """What the file system says of every file and folder of a site."""
    found = {}
    for folder, _, names in os.walk(output):
        for path in [folder, *(os.path.join(folder, name) for name in names)]:
            stat = os.lstat(path)
            found[path] = (stat.st_ino, stat.st_mtime_ns, stat.st_ctime_ns)
    return found


def own_builds(errbook, source, work):
    """One run of each kind of build."""
    records = work / "export"
    in_files(source, records)
    whole = Site(work / "whole", errbook, records, EVERYTHING)
    yield "errbook, everything", whole.build()
    before = state(work / "whole" / "public")
    yield "errbook, nothing changed", whole.build()
    if state(work / "whole" / "public") != before:
        sys.exit("a build of the same records touched the output")
    edit_prose(records)
    yield "errbook, one record's prose changed", whole.build()
    edit_template(work / "whole")
    yield "errbook, one template changed", whole.build()
    shutil.rmtree(work / "export")
    in_files(source, records)
    yield "errbook, what the peers build", Site(work / "like", errbook, records, LIKE_PEERS).build()


def peer_build(peers, name, source, work):
    """One run of a peer: its steps added up."""
    out = work / f"peer-{name}"
    os.environ["WORK"] = str(work.parent / "peers")
    said = run([str(peers / "run.sh"), name, str(source), str(out)])["said"]
    steps = re.findall(rf"^{name} \w+: wall ([\d.]+) s, cpu ([\d.]+) s, peak (\d+) MiB", said, re.M)
    if not steps:
        sys.exit(f"{name} printed no step:\n{said}")
    wall, cpu, peak = ([float(step[n]) for step in steps] for n in range(3))
    return {"wall": sum(wall), "cpu": sum(cpu), "peak": max(peak)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", type=Path)
    parser.add_argument("--errbook", default=str(ROOT / "target" / "release" / "errbook"))
    parser.add_argument("--peers", type=Path)
    parser.add_argument("--peer", action="append", default=[])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()) / "errbook-builds")
    given = parser.parse_args()
    source = given.records.resolve()
    rows = {}
    for turn in range(given.runs):
        work = given.work.resolve() / f"run-{os.getpid()}-{turn}"
        work.mkdir(parents=True)
        for label, taken in own_builds(given.errbook, source, work):
            rows.setdefault(label, []).append(taken)
        for name in given.peer:
            rows.setdefault(name, []).append(peer_build(given.peers.resolve(), name, source, work))
        shutil.rmtree(work)
    medians = {
        label: {what: statistics.median(taken[what] for taken in runs) for what in ("wall", "cpu", "peak")}
        for label, runs in rows.items()
    }
    for label, taken in medians.items():
        ratios = "".join(f", {medians[peer]['cpu'] / taken['cpu']:.1f} x {peer}" for peer in given.peer if peer != label)
        print(f"{label:<40} cpu {taken['cpu']:8.2f} s  wall {taken['wall']:8.2f} s  peak {taken['peak']:6.0f} MiB{ratios}")


if __name__ == "__main__":
    main()
