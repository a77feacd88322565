#!/usr/bin/env python3
"""Writes the documentation as static HTML that is read without a server and without a network.

    docs/site/build.py FOLDER --python PACKAGE_FOLDER

FOLDER is written whole or not at all. The pages are the sources that navigation.toml lists. A page of docs/ that is in
no topic, a listed page that does not exist, a link or anchor that leads nowhere, and a warning of Doxygen are errors.
Needed: pandoc, doxygen, and the built Python package.
"""
from __future__ import annotations

import argparse
import concurrent.futures
import html
import json
import os
import pathlib
import re
import shutil
import string
import subprocess
import sys
import tempfile
import tomllib
from xml.etree import ElementTree

sys.dont_write_bytecode = True

import links as checked_links
from pages import Links, Page, Rewriter, file_of, rendered

HERE = pathlib.Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
MADE = ("cpp", "python-reference")  # pages without a source
ASSETS = ("style.css", "page.js", "search.js")
OWN_SIGN = "search-index.js"  # a folder that holds it is a site, and may be replaced


class Problems(Exception):
    """Faults of the pages, one line each."""

    def __init__(self, lines: list[str]):
        super().__init__("\n".join(lines))


def sources_of(repository: pathlib.Path) -> list[str]:
    """Every source that must have a page: pages of docs/ and of the top folder, and the list of graphs."""
    found = [*repository.glob("*.md"), *(repository / "datasets").glob("*.md")]
    found += [path for path in (repository / "docs").rglob("*") if path.suffix in (".md", ".ipynb")
              and not path.is_relative_to(repository / "docs/site") and ".ipynb_checkpoints" not in path.parts]
    return sorted(str(path.relative_to(repository)) for path in found)


def navigation_of(text: str, sources: list[str]) -> list[tuple[str, list[Page]]]:
    """Topics and their pages; `Problems` if they differ from the sources."""
    topics = [(topic, [Page(source, file_of(source), name) for source, name in rows.items()])
              for topic, rows in tomllib.loads(text).items()]
    pages = [page for _, rows in topics for page in rows]
    listed = [page.source for page in pages]
    problems = [f"navigation.toml: {source} is in no topic" for source in sources if source not in listed]
    problems += [f"navigation.toml: {source} does not exist" for source in dict.fromkeys(listed)
                 if source not in (*sources, *MADE)]
    problems += [f"navigation.toml: {source} is there twice" for source in sorted(set(listed)) if listed.count(source) > 1]
    problems += [f"navigation.toml: {source} is missing" for source in MADE if source not in listed]
    files = [page.file for page in pages]
    problems += [f"navigation.toml: two pages would be {file}" for file in sorted(set(files))
                 if len({page.source for page in pages if page.file == file}) > 1]
    if problems:
        raise Problems(problems)
    return topics


def version_of(repository: pathlib.Path) -> str:
    return re.search(r"^project\(lode VERSION (\S+)", (repository / "CMakeLists.txt").read_text(), re.M)[1]


# --- pages ------------------------------------------------------------------------------------------------

def menu_of(topics, here: Page | None) -> str:
    out = []
    for topic, pages in topics:
        out.append(f"<h2>{html.escape(topic)}</h2>\n<ul>")
        for page in pages:
            below = ""
            if page is here:
                parts = [row for row in page.headings if row[0] == 2]
                below = "".join(f'<li><a href="#{anchor}">{html.escape(text)}</a></li>' for _, anchor, text in parts)
                below = f"<ul>{below}</ul>" if below else ""
            current = ' aria-current="page"' if page is here else ""
            out.append(f'<li><a href="{page.file}"{current}>{html.escape(page.name)}</a>{below}</li>')
        out.append("</ul>")
    return "\n".join(out)


def neighbours_of(topics, page: Page) -> str:
    pages = [each for _, rows in topics for each in rows]
    at = pages.index(page)
    before = f'<a rel="prev" href="{pages[at - 1].file}">← {html.escape(pages[at - 1].name)}</a>' if at else "<span></span>"
    after = f'<a rel="next" href="{pages[at + 1].file}">{html.escape(pages[at + 1].name)} →</a>' if at + 1 < len(pages) else ""
    return f'<div class="neighbours">{before}{after}</div>\n'


class Writer:
    def __init__(self, folder: pathlib.Path, topics, version: str):
        self.folder, self.topics, self.version = folder, topics, version
        self.template = string.Template((HERE / "template.html").read_text())

    def write(self, file: str, title: str, content: str, page: Page | None = None, head: str = "") -> None:
        (self.folder / file).write_text(self.template.substitute(
            title=html.escape(title), head=head, version=self.version, menu=menu_of(self.topics, page), content=content,
            neighbours=neighbours_of(self.topics, page) if page else ""))

    def page(self, page: Page) -> None:
        title = "lode" if page.file == "index.html" else f"{page.title} – lode"
        body = page.body
        if page.source.endswith(".ipynb"):
            body = f'<p><a href="files/{page.source}" download>Download this notebook</a></p>\n{body}'
        self.write(page.file, title, body, page)

    def search(self, rows: list[list[str]]) -> None:
        text = json.dumps(rows, ensure_ascii=False, separators=(",", ":")).replace("],[", "],\n[")
        (self.folder / OWN_SIGN).write_text(f"const sections = {text};\n")
        self.write("search.html", "Search – lode", '<h1>Search</h1>\n<form role="search"><input type="search" id="query" '
                   'name="q" aria-label="Search the pages" autocomplete="off"></form>\n<p id="found" role="status">The search '
                   'needs JavaScript.</p>\n<ol id="results"></ol>\n<script src="search-index.js"></script>\n'
                   '<script src="search.js"></script>')


def python_reference(package: pathlib.Path) -> str:
    """Runs in a separate process, because each build has another package."""
    result = subprocess.run([sys.executable, HERE / "python_reference.py", package], capture_output=True, text=True,
                            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    if result.returncode:
        raise Problems(["the Python reference: " + result.stderr.strip()])
    return result.stdout


# --- Doxygen ----------------------------------------------------------------------------------------------

def cpp_reference(repository: pathlib.Path, doxyfile: pathlib.Path, folder: pathlib.Path, version: str) -> list[list[str]]:
    """Writes FOLDER/cpp, and returns the rows of the search for its names."""
    with tempfile.TemporaryDirectory() as scratch:
        warnings, tags = pathlib.Path(scratch, "warnings"), pathlib.Path(scratch, "tags.xml")
        settings = {"OUTPUT_DIRECTORY": folder, "HTML_OUTPUT": "cpp", "GENERATE_HTML": "YES", "GENERATE_LATEX": "NO",
                    "HAVE_DOT": "NO", "PROJECT_NUMBER": version, "QUIET": "YES", "WARNINGS": "YES", "WARN_AS_ERROR": "NO",
                    "WARN_LOGFILE": warnings, "GENERATE_TAGFILE": tags, "HTML_TIMESTAMP": "NO",
                    "HTML_EXTRA_STYLESHEET": HERE / "cpp.css"}
        text = doxyfile.read_text() + "".join(f'\n{name} = "{value}"' for name, value in settings.items()) + "\n"
        result = subprocess.run(["doxygen", "-"], input=text, cwd=repository, capture_output=True, text=True)
        warned = [line for line in (warnings.read_text() if warnings.exists() else "").splitlines() if line.strip()]
        if result.returncode or warned:
            raise Problems(["Doxygen warns:", *warned] if warned else ["Doxygen fails: " + result.stderr.strip()])
        mend(folder / "cpp")
        return names_of(ElementTree.parse(tags).getroot())


def mend(folder: pathlib.Path) -> None:
    """Adds a link to the manual to Doxygen's pages, and removes links without a target.

    Doxygen lists friends without a comment and empty parts of a page, but does not write the targets of these links.
    Links to the page of a friend's class stay, without the anchor.
    """
    pages = {path.name: path.read_text() for path in folder.glob("*.html")}
    anchors = {name: set(re.findall(r'\b(?:id|name)="([^"]*)"', text)) for name, text in pages.items()}
    for name, text in pages.items():
        def led(link):
            page, anchor = link[2] or name, link[3]
            if page not in anchors or anchor in anchors[page]:
                return link[0]
            return f'{link[1]}{page}"' if link[2] else f'{link[1]}#top"'

        text = re.sub(r'(<a\b[^>]*\bhref=")([\w.-]*)#([^"]*)"', led, text)
        text = re.sub(r'<a href="#top">[^<]*</a>( &#124;)?\n?', "", text)
        text = text.replace('<div id="projectname">',
                            '<div id="projectname"><a class="manual" href="../index.html">← Manual</a> ', 1)
        if 'name="viewport"' not in text:
            text = text.replace("<head>", '<head>\n<meta name="viewport" content="width=device-width, initial-scale=1"/>', 1)
        (folder / name).write_text(text)


def names_of(tags: ElementTree.Element) -> list[list[str]]:
    def text(node, name):
        return node.findtext(name) or ""

    rows = []
    for compound in tags.iter("compound"):
        kind, members = compound.get("kind"), compound.findall("member")
        if kind in ("class", "struct"):
            names = dict.fromkeys(text(member, "name") for member in members)
            rows.append([f"cpp/{text(compound, 'filename')}", "", "C++ reference", text(compound, "name"), " ".join(names)])
        if kind == "namespace":
            rows += [[f"cpp/{text(member, 'anchorfile')}", text(member, "anchor"), "C++ reference",
                      f"{text(compound, 'name')}::{text(member, 'name')}", f"{text(member, 'type')} {text(member, 'arglist')}"]
                     for member in members]
    return rows


# --- the site ---------------------------------------------------------------------------------------------

def build(repository: pathlib.Path, folder: pathlib.Path, package: pathlib.Path, doxyfile: pathlib.Path) -> str:
    """Writes the site into an empty folder, and returns a summary in one line."""
    topics = navigation_of((HERE / "navigation.toml").read_text(), sources_of(repository))
    pages = [page for _, rows in topics for page in rows if page.source != "cpp"]
    version = version_of(repository)
    for name in ASSETS:
        shutil.copyfile(HERE / name, folder / name)
    links = Links(repository, folder, [page for _, rows in topics for page in rows])
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        doxygen = pool.submit(cpp_reference, repository, doxyfile, folder, version)
        for page in pages:
            made = page.source == "python-reference"
            body = python_reference(package) if made else rendered(repository / page.source, folder)
            page.body = Rewriter(page, links).rewritten(body)
            if not page.title:
                links.problems.append(f"{page.source}: the page has no heading of the first level")
            if page.source.endswith(".ipynb"):
                links.copied(repository / page.source, page.source)
        rows = [[page.file, anchor, page.title, heading, text] for page in pages for anchor, heading, text in page.rows]
        links.check_anchors(pages)
        if links.problems:
            raise Problems(links.problems)
        writer = Writer(folder, topics, version)
        for page in pages:
            writer.page(page)
        writer.search(rows + doxygen.result())
    problems, followed = checked_links.problems_of(folder)
    if problems:
        raise Problems(problems)
    return f"{len(pages)} pages and the C++ reference; {followed} links lead somewhere"


def main() -> int:
    parser = argparse.ArgumentParser(description="Writes the documentation as static HTML.")
    parser.add_argument("folder", type=pathlib.Path, help="made anew if it is a site, else it must be empty or missing")
    parser.add_argument("--python", type=pathlib.Path, default=REPOSITORY / "build/release/python",
                        help="folder that holds the built package lode (%(default)s)")
    parser.add_argument("--doxyfile", type=pathlib.Path, default=HERE / "Doxyfile", help="%(default)s")
    given = parser.parse_args()
    folder = given.folder.resolve()
    holds = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
    if folder.exists() and not (folder.is_dir() and (OWN_SIGN in holds or holds <= {"cpp"})):
        print(f"{folder} exists and is no site; name another folder or remove it", file=sys.stderr)
        return 2
    for program in ("pandoc", "doxygen"):
        if shutil.which(program) is None:
            print(f"{program} is missing: sudo apt-get install {program}", file=sys.stderr)
            return 1
    if not list(given.python.glob("lode/_core*.so")):
        print(f"{given.python} holds no built package lode; build the target lode_python", file=sys.stderr)
        return 1
    if not given.doxyfile.is_file():
        print(f"{given.doxyfile} is missing; it has the settings of Doxygen", file=sys.stderr)
        return 1
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as scratch:
        new = pathlib.Path(scratch, "site")
        new.mkdir()
        try:
            holds_now = build(REPOSITORY, new, given.python.resolve(), given.doxyfile)
        except Problems as problems:
            print(problems, file=sys.stderr)
            return 1
        if folder.exists():
            folder.rename(pathlib.Path(scratch, "old"))
        new.rename(folder)
    print(f"{holds_now}: open {folder / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
