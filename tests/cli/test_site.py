#!/usr/bin/env python3
"""The documentation as a site: every page is in the menu, every link leads somewhere, the search works offline."""
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

os.environ.setdefault("LODE", str(pathlib.Path(__file__).resolve().parents[2] / "build/release/bin/lode"))

from test_cli import LODE, REPOSITORY, ToolTest

sys.dont_write_bytecode = True
sys.path[:0] = [str(REPOSITORY / "docs/site"), str(REPOSITORY / "tests/page")]
import browser
import build
import links
import pages

PACKAGE = pathlib.Path(LODE).parent.parent / "python"
DOXYFILE = REPOSITORY / "docs/site/Doxyfile"


def needs(*programs):
    for program in programs:
        if shutil.which(program) is None:
            raise unittest.SkipTest(f"the site needs {program}")


class SiteNavigation(ToolTest):
    """The menu lists the pages that there are, each once."""

    def test_the_menu_is_complete(self):
        sources = build.sources_of(REPOSITORY)
        topics = build.navigation_of((REPOSITORY / "docs/site/navigation.toml").read_text(), sources)
        listed = {page.source for _, rows in topics for page in rows}
        self.assertEqual(listed, {*sources, "cpp", "python-reference"})
        self.assertIn("docs/cli.md", sources)
        self.assertEqual([topic for topic, _ in topics], ["Begin", "Guides", "Reference", "Behind it"])

    def test_anchors_are_those_of_github(self):
        for heading, anchor in {"Larger than memory": "larger-than-memory", "How do I …": "how-do-i-",
                                "`lode find` (short)": "lode-find-short", "max (w(S)+c(S))/b(S)": "max-wscsbs",
                                "Über 100 %: core_of": "über-100--core_of"}.items():
            self.assertEqual(pages.github_anchor(heading.replace("`", "")), anchor)


class SiteLinks(ToolTest):
    """Links of sources, and of what is rendered, are followed."""

    def page(self, text, **others):
        """Rendered pages of a small repository, and what is wrong with their links."""
        needs("pandoc")
        repository, site = self.folder / "repository", self.folder / "site"
        shutil.rmtree(repository, ignore_errors=True)
        (repository / "docs/pictures").mkdir(parents=True)
        site.mkdir(exist_ok=True)
        (repository / "LICENSE").write_text("free")
        found = []
        for name, content in {"a": text, **others}.items():
            (repository / f"docs/{name}.md").write_text(content)
            found.append(pages.Page(f"docs/{name}.md", f"{name}.html", f"Page {name}"))
        followed = pages.Links(repository, site, found)
        for page in found:
            page.body = pages.Rewriter(page, followed).rewritten(pages.rendered(repository / page.source, site))
        followed.check_anchors(found)
        return found[0], followed.problems

    def test_links_between_pages(self):
        page, problems = self.page("# A\n\n[there](b.md#two-words-1), [b.md](b.md), [L](../LICENSE), [here](#a), [p](pictures)\n",
                                   b="# B\n\n## Two words\n\n## Two `words`\n")
        self.assertEqual(problems, [])
        self.assertIn('<a href="b.html#two-words-1">there</a>, <a href="b.html">Page b</a>', page.body)
        self.assertIn('<a href="files/LICENSE.txt">L</a>', page.body)
        self.assertEqual((self.folder / "site/files/LICENSE.txt").read_text(), "free")
        self.assertIn(", p</p>", page.body)

    def test_links_that_lead_nowhere(self):
        _, problems = self.page("# A\n\n[1](c.md) [2](b.md#three) [3](#nowhere) [4](../../out.md) ![5](x.png) [6](#b)\n", b="# B\n")
        self.assertEqual(len(problems), 6, problems)
        for link in ("c.md", "b.md#three", "#nowhere", "../../out.md", "x.png", "#b"):
            self.assertEqual(sum(f"the link {link} leads" in problem for problem in problems), 1, link)

    def test_a_notebook(self):
        needs("pandoc")
        picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
        cells = [{"cell_type": "markdown", "metadata": {}, "source": ["# Title\n", "\n", "[up](#title) [down](a.md)\n"]},
                 {"cell_type": "code", "execution_count": 1, "metadata": {}, "source": ["print(2)"], "outputs": [
                     {"name": "stdout", "output_type": "stream", "text": ["2 < 3\n"]},
                     {"output_type": "display_data", "metadata": {}, "data": {"image/png": picture}}]}]
        book = self.folder / "docs/walk.ipynb"
        book.parent.mkdir()
        book.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
        (self.folder / "docs/a.md").write_text("# A\n")
        site = self.folder / "site"
        site.mkdir()
        page = pages.Page("docs/walk.ipynb", pages.file_of("docs/walk.ipynb"), "Walk")
        followed = pages.Links(self.folder, site, [page, pages.Page("docs/a.md", "a.html", "A")])
        body = pages.Rewriter(page, followed).rewritten(pages.rendered(book, site))
        self.assertEqual((followed.problems, page.file, page.title), ([], "walk-notebook.html", "Title"))
        self.assertIn('<a href="a.html">down</a>', body)
        self.assertIn("2 &lt; 3", body)
        self.assertEqual(body.count('id="title"'), 1)
        self.assertTrue((site / re.search(r'<img src="([^"]*)"', body)[1]).is_file())

    def test_a_folder_of_pages(self):
        self.write("good.html", '<a href="other.html#x">t</a><a href="https://example.org/">out</a><!-- <a href="no"> -->')
        self.write("other.html", '<p id="x"></p><script>"<a href=none>"</script><a name=y></a><a href="#y">u</a>')
        self.assertEqual(links.problems_of(self.folder), ([], 2))
        self.write("bad.html", '<a href="none.html">1</a><a href="other.html#z">2</a><a href="../x">3</a>'
                               '<script src="https://example.org/a.js"></script><img src="//example.org/b.png">')
        self.write("bad.css", "@import 'https://example.org/c.css'; p { background: url(http://example.org/d.png) }")
        problems, _ = links.problems_of(self.folder)
        self.assertEqual(len(problems), 7, problems)
        self.assertEqual(sum("from the network" in problem for problem in problems), 4, problems)


class WholeSiteTest(ToolTest):
    """The site of this repository, written once."""

    @classmethod
    def setUpClass(cls):
        needs("pandoc", "doxygen", "sed")
        if os.environ.get("LODE_SANITIZE"):
            raise unittest.SkipTest("the site needs a build without sanitizers")
        if not list(PACKAGE.glob("lode/_core*.so")):
            raise unittest.SkipTest("the site needs the Python package, which is not built")
        cls.scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.scratch.cleanup)
        cls.site = pathlib.Path(cls.scratch.name, "site")
        cls.result = cls.written(cls.site)

    @classmethod
    def written(cls, folder):
        return subprocess.run([sys.executable, REPOSITORY / "docs/site/build.py", folder, "--python", PACKAGE],
                              capture_output=True, text=True, timeout=280)

    def text(self, name):
        self.assertEqual(self.result.returncode, 0, self.result.stderr)
        return (self.site / name).read_text()


class Site(WholeSiteTest):
    def test_it_is_written_without_a_problem(self):
        self.assertEqual((self.result.returncode, self.result.stderr), (0, ""))
        self.assertRegex(self.result.stdout, r"^\d+ pages and the C\+\+ reference; \d{4,} links lead somewhere")
        for name in ("index", "cli", "python-reference", "cpp/index", "search"):
            self.assertIn("</html>", self.text(f"{name}.html"))

    def test_a_folder_that_is_no_site_stays(self):
        kept = self.write("kept.txt", "x")
        refused = self.written(self.folder)
        self.assertEqual(refused.returncode, 2)
        self.assertIn("is no site", refused.stderr)
        self.assertEqual([path.name for path in self.folder.iterdir()], [kept.name])

    def test_every_public_name_of_python_has_an_anchor(self):
        page = self.text("python-reference.html")
        anchors = set(re.findall(r'id="([\w.]+)"', page))
        package = (PACKAGE / "lode/__init__.py").read_text()
        names = set(re.findall(r'"(\w+)"', re.search(r"__all__ = \[(.*?)\]", package, re.S)[1])) - {"__version__", "lsq"}
        self.assertGreater(len(names), 40)
        self.assertLessEqual(names | {"lsq.solve", "Graph.from_edges", "Result.bound", "Result.gap", "Graph.n"}, anchors)
        signature = html.unescape(re.search(r'id="find".*?<pre class="signature"><code>(.*?)</code>', page, re.S)[1])
        self.assertRegex(signature, r"^lode\.find\(\n    graph: Any,\n    s: Any = None,\n    \*,\n    weight: str \| bool \| None = None,")
        self.assertTrue(signature.endswith(") -> Result | Curve | Answers"), signature)

    def test_names_of_cpp_are_found(self):
        index = self.text("search-index.js")
        for name in ("lode::find", "lode::read_graph", "lode::Graph"):
            found = re.search(rf'^(?:const sections = \[)?\["(cpp/[^"]*)","([^"]*)","C\+\+ reference","{name}"', index, re.M)
            self.assertTrue(found, name)
            self.assertIn(f'id="{found[2]}"' if found[2] else "Graph", self.text(found[1]))


class SiteInChromium(WholeSiteTest):
    """The pages as a browser shows them, from files."""

    @classmethod
    def setUpClass(cls):
        started = browser.Browser()
        cls.browser = started.__enter__()
        cls.addClassCleanup(started.__exit__)
        super().setUpClass()

    def found(self, page):
        return page.evaluate("[...document.querySelectorAll('#results > li > a')].map((link) => link.getAttribute('href'))")

    def test_the_search_finds_sections_from_files(self):
        self.text("search.html")
        page = self.browser.open(self.site / "search.html", "?q=--max-overlap")
        self.addCleanup(page.close)
        self.assertIn("cli.html#lode-find", page.wait(
            "[...document.querySelectorAll('#results > li > a')].map((link) => link.getAttribute('href'))"))
        for query, first in (("lode.find", "python-reference.html#find"),
                             ("larger than memory", "formats.html#larger-than-memory"),
                             ("nosuchwordanywhere", None), ("lode.find", "python-reference.html#find"), ("", None)):
            page.click("#query", count=3)
            page.key("Backspace")
            page.type(query)
            page.frame()
            self.assertEqual(next(iter(self.found(page)), None), first, query)
        self.assertEqual(page.complaints, [])
        self.assertEqual([request for request in page.requests if not request.startswith(self.site.as_uri())], [])

    def test_no_page_is_wider_than_a_telephone(self):
        names = sorted(path.name for path in self.site.glob("*.html"))
        self.assertGreater(len(names), 10)
        wide = {}
        page = self.browser.open(self.site / names[0], width=400, height=800)
        self.addCleanup(page.close)
        for name in names:
            page.go(file=self.site / name)
            width, inside = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
            if width > inside or inside > 400:
                wide[name] = width
        self.assertEqual((wide, page.complaints), ({}, []))


if __name__ == "__main__":
    unittest.main(verbosity=2)
