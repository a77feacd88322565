"""Checks a folder of HTML: every relative link and anchor exists, and nothing is loaded from the network."""
from __future__ import annotations

import functools
import html
import pathlib
import re
import sys
import urllib.parse

TAG = re.compile(r"<([a-zA-Z][\w-]*)((?:\s+[\w:-]+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'>]+))?)*)\s*/?>")
ATTRIBUTE = re.compile(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
NO_TEXT = re.compile(r"<!--.*?-->|(<script\b[^>]*>).*?</script>", re.S)
LOADS_IN_CSS = re.compile(r"(?:url\(\s*|@import\s+)[\"']?((?:https?:)?//[^\"')\s]+)")
LOADS_IN_SCRIPT = re.compile(r"(?:fetch|importScripts|import|open)\(\s*[\"'`]((?:https?:)?//[^\"'`]+)")


def tags_of(text: str):
    """Tags and their attributes outside of comments and scripts."""
    for found in TAG.finditer(NO_TEXT.sub(lambda part: part[1] or "", text)):
        yield found[1].lower(), {name.lower(): html.unescape(a or b or c) for name, a, b, c in ATTRIBUTE.findall(found[2])}


def problems_of(folder: pathlib.Path) -> tuple[list[str], int]:
    """Faults of the files of a folder, and the number of relative links."""
    folder = folder.resolve()
    problems, anchors, links = [], {}, []
    target_of = functools.cache(lambda place, relative: (place / urllib.parse.unquote(relative)).resolve())
    is_file = functools.cache(pathlib.Path.is_file)
    for path in sorted(folder.rglob("*.html")):
        name = path.relative_to(folder)
        anchors[path] = ids = set()
        for tag, given in tags_of(path.read_text(encoding="utf-8", errors="replace")):
            ids.update(filter(None, (given.get("id"), given.get("name") if tag == "a" else None)))
            for attribute in ("href", "src", "data", "poster"):
                link = given.get(attribute)
                if link is None or tag == "param" or (attribute == "data" and tag != "object"):
                    continue
                parts = urllib.parse.urlsplit(link)
                if parts.scheme or parts.netloc:
                    if parts.scheme not in ("data", "javascript", "mailto") and tag not in ("a", "area"):
                        problems.append(f"{name}: <{tag}> loads {link} from the network")
                elif link != "":
                    links.append((path, link, parts))
    for path, link, parts in links:
        target = target_of(path.parent, parts.path) if parts.path else path
        if not target.is_relative_to(folder):
            problems.append(f"{path.relative_to(folder)}: the link {link} leads out of the folder")
        elif not is_file(target):
            problems.append(f"{path.relative_to(folder)}: the link {link} leads to no file")
        elif parts.fragment and target in anchors and urllib.parse.unquote(parts.fragment) not in anchors[target]:
            problems.append(f"{path.relative_to(folder)}: the link {link} leads to no anchor")
    for path in sorted([*folder.rglob("*.css"), *folder.rglob("*.js"), *folder.rglob("*.svg")]):
        text = path.read_text(encoding="utf-8", errors="replace")
        for pattern in (LOADS_IN_CSS, LOADS_IN_SCRIPT):
            problems += [f"{path.relative_to(folder)}: loads {link} from the network" for link in pattern.findall(text)]
    return problems, len(links)


if __name__ == "__main__":
    found, followed = problems_of(pathlib.Path(sys.argv[1]))
    print(*found, f"{followed} links, {len(found)} problems", sep="\n")
    sys.exit(bool(found))
