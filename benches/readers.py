#!/usr/bin/env python3
"""Publishes a site again and again while readers walk through it, by a web server and by direct opens.

Counts answers that no version of the site has (truncated, mixed), empty ones, and links that lead to
what is not there. Needs nginx; the site lies in --folder, best in memory (/dev/shm), so that the disk
does not set the pace.

    python3 benches/readers.py --errbook target/release/errbook --publishes 1000 --requests 1000000

Of versions that differ in pages, a page that is gone may be asked for: those are counted apart. So are
parts of a version that is two publishes old when they are asked for, which errbook does not keep.
"""

import argparse
import hashlib
import http.client
import json
import multiprocessing
import os
import pickle
import posixpath
import random
import re
import shutil
import subprocess
import sys
import time
from urllib.parse import unquote

LINK = re.compile(rb'<(?:a|link|script|img|use)\b[^>]*?\b(?:href|src)="([^"#?]*)')


def record(n, version):
    repo = ["acme/anvil", "acme/rocket", "wile/traps"][n % 3]
    path = f"src/part{n % 7}.rs"
    message = f"cannot drop {{name}} on road runner {n}: gravity is {{}}"
    if version == 2 and n % 10 == 0:
        message += " now"
    ident = hashlib.sha256(f"{repo}\x01{message}\x01{path}".encode()).hexdigest()[:16]
    return {
        "id": ident, "repo": repo, "slug": f"cannot-drop-{n}", "errorCode": None, "errorMessage": message,
        "messagePattern": "cannot drop (.+?)", "errorType": "exception", "errorClass": None, "httpStatus": None,
        "severity": "error", "filePath": path, "lineNumber": 3, "sourceCode": "fn f() {\n}\n", "sourceCodeStart": 3,
        "sourceCodeEnd": 4, "githubUrl": f"https://github.com/{repo}/blob/4f0c8d1/{path}#L3-L4",
        "documentation": f"Text of version {version}. " * (1 + 40 * (n % 3)), "triggerScenarios": "At the edge.",
        "commonSituations": "Deserts.", "solutions": ["Look down."], "exampleFix": None, "handlingStrategy": "retry",
        "validationCode": None, "typeGuard": None, "tryCatchPattern": None, "preventionTips": [],
        "tags": ["gravity", f"cliff-{n % 11}"], "backgroundTag": None, "analyzedSha": "4f0c8d1",
        "analyzedAt": "2026-09-11T21:06:21.487Z", "contentChangedAt": None, "schemaVersion": 2,
    }


def write_version(folder, count, version):
    """Three versions: other texts and another look; in the last a tenth of the permalinks are others."""
    os.makedirs(f"{folder}/records", exist_ok=True)
    os.makedirs(f"{folder}/static/css", exist_ok=True)
    with open(f"{folder}/records/all.jsonl", "w") as out:
        for n in range(count):
            out.write(json.dumps(record(n, version)) + "\n")
    with open(f"{folder}/static/css/own.css", "w") as out:
        out.write("body { --version: %d }\n" % version)


def build(errbook, folder):
    ran = subprocess.run([errbook, "build", "-q", "--allow-mass-delete"], cwd=folder, capture_output=True)
    if ran.returncode != 0:
        sys.exit(ran.stderr.decode())


def tree(folder):
    files = {}
    for at, folders, names in os.walk(folder):
        if ".errbook" in folders:
            folders.remove(".errbook")
        for name in names:
            path = os.path.join(at, name)
            with open(path, "rb") as held:
                files[os.path.relpath(path, folder)] = held.read()
    return files


def is_needed(path):
    return path.startswith("assets/") or (path.startswith("search/") and path.endswith(".js") and path != "search/root.js")


class Http:
    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port)

    def get(self, path):
        self.connection.request("GET", "/" + path)
        answer = self.connection.getresponse()
        body = answer.read()
        if answer.status == 404:
            return None
        if answer.status != 200:
            raise RuntimeError(f"{answer.status} for {path}")
        return body


class Direct:
    def __init__(self, folder):
        self.folder = folder

    def get(self, path):
        try:
            with open(f"{self.folder}/{path}", "rb") as held:
                size = os.fstat(held.fileno()).st_size
                body = held.read()
                if len(body) != size:
                    raise RuntimeError(f"{path}: {len(body)} bytes of {size}")
                return body
        except FileNotFoundError:
            return None


def read(door, known_file, requests, generation, stop, seed, results):
    with open(known_file, "rb") as held:
        known, always, shards = pickle.load(held)
    random.seed(seed)
    links = {}
    counts = dict.fromkeys(["requests", "wrong", "empty", "dangling", "gone pages", "late"], 0)
    examples = []

    def get(path, since):
        counts["requests"] += 1
        body = door.get(path)
        if body is None:
            if generation.value - since >= 2 and is_needed(path):
                counts["late"] += 1
            elif path in always or is_needed(path):
                counts["dangling"] += 1
                examples.append(f"dangling {path}")
            else:
                counts["gone pages"] += 1
            return None
        digest = hashlib.md5(body).digest()
        if not body and path != ".nojekyll":
            counts["empty"] += 1
            examples.append(f"empty {path}")
        elif digest not in known.get(path, ()):
            counts["wrong"] += 1
            examples.append(f"wrong {path}, {len(body)} bytes")
        if digest not in links and path.endswith(".html"):
            found = (unquote(link.decode()) for link in LINK.findall(body))
            inside = (link for link in found if link and ":" not in link and not link.startswith("//"))
            links[digest] = [posixpath.normpath(posixpath.join(posixpath.dirname(path), link)) for link in inside]
        return digest

    # To the end of the publishes, and to the number of requests.
    while counts["requests"] < requests or not stop.value:
        since = generation.value
        root = get("search/root.js", since)
        for shard in random.choices(shards.get(root, ["index.html"]), k=3):
            get(shard, since)
        page = "index.html"
        for _ in range(25):
            since = generation.value
            digest = get(page, since)
            ahead = links.get(digest)
            if not ahead:
                break
            for needed in random.sample(ahead, min(3, len(ahead))):
                if is_needed(needed):
                    get(needed, since)
            page = random.choice(ahead)
    results.put((counts, examples[:10]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--errbook", default="target/release/errbook")
    parser.add_argument("--folder", default="/dev/shm/errbook-readers")
    parser.add_argument("--records", type=int, default=60)
    parser.add_argument("--publishes", type=int, default=1000)
    parser.add_argument("--requests", type=int, default=1_000_000)
    parser.add_argument("--port", type=int, default=18080)
    given = parser.parse_args()
    errbook = os.path.abspath(given.errbook)
    folder = given.folder
    shutil.rmtree(folder, ignore_errors=True)
    versions = []
    for version in range(3):
        fresh = f"{folder}/fresh-{version}"
        write_version(fresh, given.records, version)
        build(errbook, fresh)
        versions.append(tree(f"{fresh}/public"))
    known, shards = {}, {}
    for files in versions:
        for path, body in files.items():
            known.setdefault(path, set()).add(hashlib.md5(body).digest())
        root = hashlib.md5(files["search/root.js"]).digest()
        shards[root] = [path for path in files if is_needed(path) and path.startswith("search/")]
    always = set.intersection(*(set(files) for files in versions))
    with open(f"{folder}/known", "wb") as out:
        pickle.dump((known, always, shards), out)
    site = f"{folder}/site"
    write_version(site, given.records, 0)
    build(errbook, site)
    conf = f"{folder}/nginx.conf"
    with open(conf, "w") as out:
        out.write(
            "user root; worker_processes 1; daemon off; pid %s/pid; error_log %s/error.log crit;\n"
            "events {} http { include /etc/nginx/mime.types; access_log off; sendfile on; keepalive_requests 1000000000;\n"
            "server { listen 127.0.0.1:%d; root %s/public; } }\n" % (folder, folder, given.port, site)
        )
    nginx = subprocess.Popen(["nginx", "-c", conf])
    generation, stop = multiprocessing.Value("i", 0), multiprocessing.Value("i", 0)
    results = multiprocessing.Queue()
    time.sleep(1)
    doors = [Http(given.port), Http(given.port), Direct(f"{site}/public")]
    readers = [
        multiprocessing.Process(
            target=read, args=(door, f"{folder}/known", -(-given.requests // len(doors)), generation, stop, seed, results)
        )
        for seed, door in enumerate(doors)
    ]
    for reader in readers:
        reader.start()
    began = time.time()
    for n in range(1, given.publishes + 1):
        write_version(site, given.records, n % 3)
        # Before and not after: what is asked for from now on may be two versions old when it ends.
        with generation.get_lock():
            generation.value += 1
        build(errbook, site)
    took = time.time() - began
    stop.value = 1
    total, examples = {}, []
    for _ in readers:
        counts, some = results.get()
        examples += some
        for key, count in counts.items():
            total[key] = total.get(key, 0) + count
    for reader in readers:
        reader.join()
    nginx.terminate()
    nginx.wait()
    print(f"{given.publishes} publishes in {took:.0f} s;", ", ".join(f"{count:,} {key}" for key, count in total.items()))
    print("\n".join(examples))
    shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if total["wrong"] + total["empty"] + total["dangling"] else 0)


if __name__ == "__main__":
    main()
