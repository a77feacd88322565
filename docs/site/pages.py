"""Pages of the site: pandoc's HTML of a source with GitHub's anchors, links between pages, and rows for the search."""
from __future__ import annotations

import dataclasses
import html
import html.parser
import pathlib
import re
import shutil
import subprocess
import urllib.parse

# Files that a browser shows as they are; others are copied as text.
SHOWN = {".svg", ".png", ".jpg", ".gif", ".html", ".pdf", ".txt", ".json", ".csv", ".ipynb", ".xml"}
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
HEADING = re.compile(r"h([1-6])")


@dataclasses.dataclass
class Page:
    source: str  # file of the repository, or the name of a page that the site makes itself
    file: str  # in the site
    name: str  # in the menu
    body: str = ""
    title: str = ""
    headings: list[tuple[int, str, str]] = dataclasses.field(default_factory=list)  # level, anchor, text
    anchors: set[str] = dataclasses.field(default_factory=set)
    rows: list[list[str]] = dataclasses.field(default_factory=list)  # of the search: anchor, heading, text
    links: list[tuple[str, str, str]] = dataclasses.field(default_factory=list)  # as written, file of the site, anchor


def github_anchor(text: str) -> str:
    """The anchor that GitHub gives a heading: letters, digits, "_" and "-" stay, blanks become "-"."""
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")


def file_of(source: str) -> str:
    """Name of the page of a source: docs/cli.md is cli.html, the README is the front page."""
    path = pathlib.PurePosixPath(source)
    if path.suffix not in (".md", ".ipynb"):
        return "cpp/index.html" if source == "cpp" else f"{source}.html"
    if path.suffix == ".ipynb":
        return f"{path.stem}-notebook.html"
    if path.stem == "README":
        return f"{path.parent.name}.html" if path.parent.name else "index.html"
    return f"{path.stem.lower()}.html"


def is_path_of(page: Page, text: str) -> bool:
    """Whether the text of a link is the path of the page's source, which readers of the site do not know."""
    return f"/{page.source}".endswith("/" + text) and text.endswith((".md", ".ipynb"))


class Links:
    """Targets of the links of sources in the site; other files than pages are copied into the site."""

    def __init__(self, repository: pathlib.Path, folder: pathlib.Path, pages: list[Page]):
        self.repository, self.folder = repository, folder
        self.page_of = {page.source: page for page in pages}
        self.problems: list[str] = []

    def of(self, link: str, page: Page) -> str | None:
        """The link in the site; None for one that the site cannot have, whose text stays."""
        parts = urllib.parse.urlsplit(link)
        if parts.scheme or parts.netloc:
            if parts.scheme not in ("http", "https", "mailto"):
                self.problems.append(f"{page.source}: the link {link} is of an unknown kind")
            return link
        if not parts.path:
            page.links.append((link, page.file, parts.fragment))
            return link
        relative = urllib.parse.unquote(parts.path)
        if (self.folder / relative).is_file() and page.source.endswith(".ipynb"):  # a picture out of a notebook
            return link
        target = (self.repository / page.source).parent.joinpath(relative).resolve()
        if not target.is_relative_to(self.repository) or not target.exists():
            self.problems.append(f"{page.source}: the link {link} leads to no file of the repository")
            return None
        name = str(target.relative_to(self.repository))
        other = self.page_of.get(name) or self.page_of.get(f"{name}/README.md")
        if other:
            page.links.append((link, other.file, parts.fragment))
            return other.file + (f"#{parts.fragment}" if parts.fragment else "")
        return None if target.is_dir() else self.copied(target, name)

    def page_behind(self, link: str, page: Page) -> Page | None:
        path = urllib.parse.unquote(urllib.parse.urlsplit(link).path)
        target = (self.repository / page.source).parent.joinpath(path).resolve()
        inside = path and target.is_relative_to(self.repository)
        return self.page_of.get(str(target.relative_to(self.repository))) if inside else None

    def copied(self, target: pathlib.Path, name: str) -> str:
        place = f"files/{name}" + ("" if target.suffix.lower() in SHOWN else ".txt")
        (self.folder / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(target, self.folder / place)
        return urllib.parse.quote(place)

    def check_anchors(self, pages: list[Page]) -> None:
        by_file = {page.file: page for page in pages}
        for page in pages:
            for link, file, anchor in page.links:
                if anchor and urllib.parse.unquote(anchor) not in by_file[file].anchors:
                    self.problems.append(f"{page.source}: the link {link} leads to no heading of {by_file[file].source}")


class Rewriter(html.parser.HTMLParser):
    """Copies HTML: headings get anchors, tables a frame that scrolls, links their place in the site."""

    def __init__(self, page: Page, links: Links):
        super().__init__(convert_charrefs=False)
        self.page, self.links = page, links
        self.out: list[str] = []
        self.heading: list[str] | None = None  # text of the heading that is being read
        self.heading_at = 0
        self.open_links: list[tuple[bool, int, int, Page | None]] = []  # copied or not, where it and its text begin, target
        self.row = ["", "", ""]
        self.used: dict[str, int] = {}

    def anchor_of(self, text: str) -> str:
        plain = github_anchor(text)
        before = self.used.get(plain, 0)
        self.used[plain] = before + 1
        return f"{plain}-{before}" if before else plain

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "a" and (given.get("href") or "").startswith("#cb") and given.get("aria-hidden"):
            self.open_links.append((False, 0, 0, None))  # pandoc's links of single lines of programs
            return
        if (tag in ("div", "span") and (given.get("id") or "").startswith("cb")) or tag == "section":
            given.pop("id", None)  # lines of programs; of a notebook's sections, whose headings have anchors
        if given.get("id") or (tag == "a" and given.get("name")):
            self.page.anchors.add(given.get("id") or given["name"])
        if HEADING.fullmatch(tag):
            self.heading, self.heading_at, self.heading_id = [], len(self.out), given
            return
        if tag == "a":
            target = None
            if given.get("href"):
                target = self.links.page_behind(given["href"], self.page)
                given["href"] = self.links.of(given["href"], self.page)
            kept = bool(given.get("href") or given.get("id") or given.get("name"))
            self.open_links.append((kept, len(self.out) + kept, len(self.row[2]), target))
            if not kept:
                return
        if tag == "img":
            given["src"] = self.links.of(given["src"], self.page) or ""
            given.setdefault("alt", "")
        if tag == "table":
            self.out.append('<div class="table" role="region" aria-label="Table" tabindex="0">')
        self.out.append("<" + tag + "".join(
            f" {name}" if value is None else f' {name}="{html.escape(value)}"' for name, value in given.items()) + ">")

    def handle_endtag(self, tag):
        if tag == "a" and self.open_links:
            kept, begin, text_begin, target = self.open_links.pop()
            if target and self.heading is None and is_path_of(target, "".join(self.out[begin:])):
                self.out[begin:] = [html.escape(target.name)]
                self.row[2] = self.row[2][:text_begin] + target.name
            if not kept:
                return
        if HEADING.fullmatch(tag) and self.heading is not None:
            self.end_heading(tag)
            return
        if tag not in VOID:
            self.out.append(f"</{tag}>")
        if tag == "table":
            self.out.append("</div>")
        if tag not in ("a", "b", "code", "em", "i", "span", "strong", "sub", "sup"):
            self.text(" ")

    def end_heading(self, tag):
        text = re.sub(r"\s+", " ", "".join(self.heading)).strip()
        level, given = int(tag[1]), self.heading_id
        anchor = given.get("id") or self.anchor_of(text)
        inside = "".join(self.out[self.heading_at:])
        link = f'<a class="anchor" href="#{anchor}" aria-label="Link to this heading">#</a>'
        self.out[self.heading_at:] = [f'<{tag} id="{html.escape(anchor)}">{inside}{link}</{tag}>']
        self.heading = None
        self.page.anchors.add(anchor)
        self.page.headings.append((level, anchor, text))
        if level == 1 and not self.page.title:
            self.page.title = text
        self.end_row()
        self.row = ["" if level == 1 else anchor, text, ""]

    def text(self, text):
        if self.heading is not None:
            self.heading.append(text)
        else:
            self.row[2] += text

    def handle_data(self, data):
        self.text(data)
        self.out.append(data)

    def handle_entityref(self, name):
        self.text(html.unescape(f"&{name};"))
        self.out.append(f"&{name};")

    def handle_charref(self, name):
        self.text(html.unescape(f"&#{name};"))
        self.out.append(f"&#{name};")

    def end_row(self):
        self.row[2] = re.sub(r"\s+", " ", self.row[2]).strip()
        if self.row[1]:
            self.page.rows.append(self.row)

    def rewritten(self, body: str) -> str:
        self.feed(body)
        self.close()
        self.end_row()
        return "".join(self.out)


def rendered(source: pathlib.Path, folder: pathlib.Path) -> str:
    """pandoc's HTML of a page of Markdown or of a notebook, whose pictures are written into the folder."""
    notebook = source.suffix == ".ipynb"
    form = "ipynb" if notebook else "gfm+tex_math_dollars-gfm_auto_identifiers"
    command = ["pandoc", f"--from={form}", "--to=html5", "--wrap=preserve", "--columns=100000", "--mathml",
               str(source)]
    if notebook:
        command.append(f"--extract-media=files/{source.stem}")
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout
