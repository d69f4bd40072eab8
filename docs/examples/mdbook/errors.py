"""A preprocessor of mdBook: [[code]] and [[id]] become links to the site of errors.

mdBook gives it the book as JSON and takes it back the same way; see
https://rust-lang.github.io/mdBook/for_developers/preprocessors.html.
"""

import json
import pathlib
import re
import sys

NAME = re.compile(r"\[\[([A-Za-z0-9._~-]+)\]\]")


def main() -> None:
    if sys.argv[1:2] == ["supports"]:
        return
    context, book = json.load(sys.stdin)
    settings = context["config"]["preprocessor"]["errors"]
    base = settings["base"].rstrip("/")
    rows = json.loads(pathlib.Path(context["root"], settings["rows"]).read_text("utf-8"))
    addresses = {row["id"]: f"id/{row['id']}.html" for row in rows}
    addresses |= {row["code"]: f"codes/{row['code']}.html" for row in rows if row["code"]}

    def link(found: re.Match) -> str:
        name = found[1]
        if name not in addresses:
            sys.exit(f"errors.py: no error is known as `{name}`")
        return f"[{name}]({base}/{addresses[name]})"

    def walk(items: list) -> None:
        for item in items:
            chapter = item.get("Chapter") if isinstance(item, dict) else None
            if chapter:
                chapter["content"] = NAME.sub(link, chapter["content"])
                walk(chapter["sub_items"])

    walk(book.get("items") or book.get("sections") or [])
    json.dump(book, sys.stdout)


if __name__ == "__main__":
    main()
