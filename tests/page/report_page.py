"""The base of the tests of report pages: a report written once for a class, and the words and numbers that its page shows."""
import json
import os
import pathlib
import re
import sys
import tempfile
import time
import unittest
from xml.etree import ElementTree

sys.dont_write_bytecode = True
os.environ.setdefault("LODE", str(pathlib.Path(__file__).resolve().parents[2] / "build/release/bin/lode"))

from page_test import PageTest
from test_cli import DATASETS, lode

SLIDER = ".slider input"
ROWS = """(css) => [...document.querySelectorAll(`${css} tbody tr`)].map((row) => [...row.cells].map((cell) => cell.textContent))"""
HEADS = """(css) => [...document.querySelectorAll(`${css} thead th`)].map((cell) => [cell.textContent, cell.getAttribute("aria-sort")])"""
FACTS = """(css) => Object.fromEntries([...document.querySelectorAll(`${css} > div`)].map((fact) =>
  [fact.querySelector("dt").textContent, [fact.querySelector("dd").childNodes[0].textContent, fact.querySelector("small")?.textContent ?? null]]))"""
PICTURE = "document.querySelector('svg.drawing').outerHTML"
# Names of the vertices that fade in the drawing.
FAINT = "[...document.querySelectorAll('.drawing .vertex.dim')].map((one) => one.textContent)"


def number(text):
    """A number as the page writes it: 1,234.5 or 12 %."""
    return float(text.replace(",", "").removesuffix(" %"))


def edges_of(path):
    """The edges of an edge list with whole numbers, or of a graph that PageTest.graph wrote, by the names of their ends."""
    text = pathlib.Path(path).read_text()
    if text.startswith("<"):
        graph = ElementTree.fromstring(text)
        names = {node.get("id"): node.findtext("data") for node in graph.iter("node")}
        return [(names[edge.get("source")], names[edge.get("target")], float(edge.findtext("data") or 1)) for edge in graph.iter("edge")]
    rows = [line.split() for line in text.splitlines() if line and line[0] not in "#%"]
    return [(int(row[0]), int(row[1]), float(row[2]) if len(row) > 2 else 1) for row in rows]


class ReportPageTest(PageTest):
    """One report for all tests of a class: `GRAPH`, or what `written` returns, and `OPTIONS`."""
    GRAPH = "karate"
    OPTIONS = ()

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.scratch = pathlib.Path(scratch.name)
        graph = cls.written(cls.scratch)
        cls.file, numbers = cls.scratch / "report.html", cls.scratch / "report.json"
        result = lode("report", graph, "--html", cls.file, "--json", numbers, *cls.OPTIONS)
        assert result.returncode == 0, result.stderr
        cls.report = json.loads(numbers.read_text())
        cls.results = sorted(cls.report["results"], key=lambda one: one["s"])
        cls.edges = edges_of(DATASETS / f"{graph}.txt" if graph == cls.GRAPH and not pathlib.Path(graph).exists() else graph)

    @classmethod
    def written(cls, folder):
        return cls.GRAPH

    def page(self, rest="", **view):
        return self.ready(self.shown(self.file, rest, **view))

    def ready(self, page):
        """Once the script of the page has done its first work."""
        self.browser.until(lambda: page.complaints or page.evaluate("document.documentElement.dataset.ready === 'yes'"),
                           "the page is not ready")
        self.assertEqual(page.complaints, [])
        return page.frame()

    # --- contents ---------------------------------------------------------------------------------------------

    def size(self, page):
        """The size of the set shown, which title, slider and address agree on."""
        s = self.titled(page)
        words = page.evaluate("(css) => document.querySelector(css).getAttribute('aria-valuetext')", SLIDER)
        self.assertTrue(words.startswith(f"s = {s:,}:"), words)
        address = page.evaluate("location.hash")
        if "s=" in address:
            self.assertEqual(int(address.split("s=")[1].split("&")[0]), s)
        return s

    def titled(self, page):
        """The size in the title of the set."""
        return int(number(re.fullmatch(r"(?:Best set found,|Densest set of) ([\d,]+) vert(?:ex|ices)(?:, proven)?", page.text("#set-title"))[1]))

    def go(self, page, s):
        """Shows the set of a size by the table of sizes."""
        page.evaluate("""(s) => [...document.querySelectorAll("#size-table tbody tr")].find((row) => row.row.s === s).firstChild.click()""", s)
        self.assertEqual(self.size(page), s)

    def search(self, page, text):
        """Searches for a vertex, and returns the text about the vertex."""
        page.click("#search", count=3)
        page.key("Backspace")
        page.type(text)
        page.key("Enter")
        return page.evaluate("document.getElementById('vertex').textContent")

    def facts(self, page, place="#set-facts"):
        return page.evaluate(FACTS, place)

    def rows(self, page, table="#members"):
        return page.evaluate(ROWS, table)

    def whole_table(self, page, table="#members"):
        """Every row, after a click on "Show all" if the table has that button."""
        if page.count(f"{table} .more button"):
            page.click(f"{table} .more button")
        return self.rows(page, table)

    def result(self, s):
        return next(one for one in self.results if one["s"] == s)

    def inside(self, members):
        """Edges and weight inside a set, and the weight at each member: counted from the graph."""
        members = set(members)
        kept = [(u, v, w) for u, v, w in self.edges if u in members and v in members]
        at = {v: 0 for v in members}
        for u, v, w in kept:
            at[u] += w
            at[v] += w
        return len(kept), sum(w for _, _, w in kept), at

    def speaks_of_nothing_odd(self, page):
        """Neither a text nor an attribute contains NaN, undefined, null or another missing value."""
        odd = page.evaluate("""[...document.querySelectorAll("body, body *:not(script)")].flatMap((one) =>
          [...[...one.attributes].map((attribute) => attribute.value), ...[...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data)]
            .filter((text) => /NaN|undefined|Infinity|\\bnull\\b|\\[object/.test(text)).map((text) => `${one.tagName}: ${text.slice(0, 100)}`))""")
        self.assertEqual(odd, [])

    def axis_is_readable(self, page):
        """The numbers of the vertical axis touch neither its label nor the edge of the figure."""
        faults = page.evaluate("""(() => {
          const root = document.querySelector("#curve svg.chart"), box = (one) => one.getBoundingClientRect();
          const label = [...root.querySelectorAll(":scope > text")].find((one) => (one.getAttribute("transform") || "").includes("rotate"));
          const numbers = [...root.querySelectorAll(".rule + text")];
          return [numbers.length, numbers.filter((one) => box(one).left < box(root).left || box(one).left < box(label).right).map((one) => one.textContent)];
        })()""")
        self.assertGreater(faults[0], 1)
        self.assertEqual(faults[1], [])

    def places(self, page):
        """The names of the vertices shown in the drawing, with their places."""
        return page.evaluate("document.querySelector('.drawing-box').places()")

    def on_drawing(self, page, place):
        """A point of the drawing as a point of the window."""
        left, top, _, _ = page.box("svg.drawing")
        return left + place[0], top + place[1]


def timed(act):
    before = time.monotonic()
    value = act()
    return value, time.monotonic() - before


def main():
    unittest.main(verbosity=2)
