#!/usr/bin/env python3
"""What the worst records cost that errbook takes, and how soon it refuses what is worse.

    benches/worst.py [--errbook PROGRAM]

Builds a site of one harmless record, then of one record at the limits each, made of what parsers find
hardest; prints CPU time and how much more memory each takes. Then a record of 100 MB and 2 GB of zeros
packed by gzip, which have to be refused. Fails where a record takes over 2 s of CPU or 64 MiB more
memory, or a refusal 64 MiB more.
"""

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Prose up to here is read as Markdown.
PROSE = (64 << 10) - 8
CODE = 200 << 10


def record(**fields):
    record = {
        "id": "0123456789abcdef", "repo": "acme/anvil", "slug": "worst", "errorCode": None,
        "errorMessage": "cannot drop the anvil", "messagePattern": "cannot drop the anvil", "errorType": "exception",
        "errorClass": None, "httpStatus": None, "severity": "error", "filePath": "src/drop.py", "lineNumber": 3,
        "sourceCode": "drop()", "sourceCodeStart": 3, "sourceCodeEnd": 3,
        "githubUrl": "https://github.com/acme/anvil/blob/4f0c8d1/src/drop.py#L3", "documentation": "Text.",
        "triggerScenarios": "Text.", "commonSituations": "Text.", "solutions": ["Look down."], "exampleFix": None,
        "handlingStrategy": "retry", "validationCode": None, "typeGuard": None, "tryCatchPattern": None,
        "preventionTips": [], "tags": ["gravity"], "backgroundTag": None, "analyzedSha": "4f0c8d1",
        "analyzedAt": "2026-09-11T21:06:21.487Z", "contentChangedAt": None, "schemaVersion": 2,
    }
    return json.dumps(record | fields)


def filled(piece, size):
    return piece * (size // len(piece.encode()))


WORST = {
    "emphasis, links, tables; brackets and quotes in code": record(
        documentation=filled("*a_", PROSE), triggerScenarios=filled("[a](b ", PROSE),
        commonSituations=filled("|a", PROSE), sourceCode=filled("((", CODE),
        exampleFix=filled('"""\n', CODE), tryCatchPattern=filled("`${", CODE)),
    "quotes, images, tags; comments in code; lists of tables": record(
        documentation=filled("> ", PROSE), triggerScenarios=filled("![a](b)", PROSE),
        commonSituations=filled("<a ", PROSE), sourceCode=filled("/*\n", CODE), validationCode=filled("x\n", CODE),
        solutions=[filled("a\n|-\n", 2400)] * 80),
    "definitions, lists, holes": record(
        documentation=filled("[a]: b\n", PROSE), triggerScenarios=filled("- a\n", PROSE),
        commonSituations=filled("1. *a* `b` ~~c~~\n\n", PROSE), errorMessage=filled("{a} ", CODE),
        messagePattern=filled("(.+?) ", CODE)),
    "prose too long to be read as Markdown": record(
        documentation=filled("*a_", 230 << 10), triggerScenarios=filled("[a](b ", 230 << 10),
        commonSituations=filled("`", 230 << 10), sourceCode=filled("((", 230 << 10)),
}


def build(errbook, records, folder):
    """CPU seconds, wall seconds, peak MiB and exit code of a build."""
    command = [errbook, "build", "--quiet", "--no-cache", "--records", str(records), "--output", str(folder / "site")]
    start = time.monotonic()
    child = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.monotonic() - start
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--errbook", default=str(ROOT / "target" / "release" / "errbook"))
    errbook = parser.parse_args().errbook
    bad = []
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)

        def measured(name, records, expected):
            cpu, wall, peak, code = build(errbook, records, folder)
            print(f"{name:58} cpu {cpu:5.2f} s  wall {wall:5.2f} s  {peak - harmless:+6.1f} MiB  exit {code}")
            if code != expected or cpu > 2 or peak - harmless > 64:
                bad.append(name)

        file = folder / "record.json"
        file.write_text(record())
        harmless = build(errbook, file, folder)[2]
        for name, text in WORST.items():
            assert len(text) <= 1 << 20, name
            file.write_text(text)
            measured(name, file, 0)
        # Piece by piece: what this script has in memory would be counted with what it starts.
        with file.open("w") as out:
            out.write('{"id":"')
            for _ in range(100):
                out.write("a" * 1_000_000)
            out.write('"}')
        measured("a record of 100 MB", file, 1)
        packed = folder / "packed.json.gz"
        with gzip.open(packed, "wb") as out:
            for _ in range(2000):
                out.write(bytes(1 << 20))
        measured("2 GB packed into 2 MB", packed, 1)
    if bad:
        sys.exit(f"too much: {', '.join(bad)}")


if __name__ == "__main__":
    main()
