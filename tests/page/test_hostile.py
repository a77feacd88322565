#!/usr/bin/env python3
"""Pages of graphs whose names and labels are hostile: the text is shown, and never becomes anything but text."""
import csv
import io
import json
import os
import pathlib
import sys
import unittest
from urllib.parse import unquote_plus
from xml.etree import ElementTree

os.environ.setdefault("LODE", str(pathlib.Path(__file__).resolve().parents[2] / "build/release/bin/lode"))

from page_test import PageTest

# Each script below would set the title of the page.
LABELS = [
    "</script><script>document.title='run'</script>",
    "<!--<script>",
    "<img src=x onerror=document.title='run'>",
    "\"><svg onload=document.title='run'>",
    "' onmouseover='document.title=\"run\"' x='",
    "</title></style></svg></bdi><h1>escaped</h1>",
    "&lt;b&gt;&amp;&#60;",
    "\u202eright to left\u202c",
    "\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627",
    "\u200f\u200e\u2066isolated\u2069",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467\U0001f3f4 family",
    "zalgo Z\u0351\u036b\u0343\u036a\u0302",
    "${document.title='run'}`\\u003cb>",
    "javascript:document.title='run'",
    "__proto__",
    "constructor",
    "a,b;c|d\"e",
    "@here@",
    "x" * 10_000,
    "\u2028\u2029 lines",
    "=1+1",
    "\u0430dmin",
    "  blanks  ",
    "0",
]
TITLE = "<script>document.title='run'</script><img src=x onerror=1>"


def dense_edges(count):
    """A clique of the first eight vertices, and a path through all."""
    clique = [(a, b) for a in range(8) for b in range(a + 1, 8)]
    return clique + [(i, i + 1) for i in range(7, count - 1)] + [(i, i + 8) for i in range(count - 8)]


def shortened(label, most):
    return label if len(label) <= most else label[:most - 1] + "\u2026"


class HostilePages(PageTest):
    def hostile_graph(self):
        return self.graph(LABELS, dense_edges(len(LABELS)), f"{TITLE.replace('/', '')} \u202e \U0001f600.graphml")

    def check(self, file):
        for scheme, width in (("light", 1200), ("dark", 400)):
            page = self.shown(file, scheme=scheme, width=width, height=900)
            self.assertNotEqual(page.evaluate("document.title"), "run")
            self.assertEqual(page.count("h1"), 1)
            self.assertEqual(page.count("body img, body iframe, body object, body [onerror], body [onload], body [onmouseover]"), 0)
            self.assertEqual(page.evaluate("document.querySelectorAll('script').length"), page.evaluate(
                "[...document.querySelectorAll('script')].filter((one) => one.nonce || one.type === 'application/json').length"))
            self.assertIn("<script", page.text("header") + page.text("main"))
            self.fits(page)
        return page

    def test_report(self):
        file, numbers = self.folder / "report.html", self.folder / "report.json"
        self.succeed("report", self.hostile_graph(), "--time", "5", "-s", "8,24", "--html", file, "--json", numbers)
        listed = json.loads(numbers.read_text())["results"]
        self.assertEqual(sorted(listed[1]["vertices"]), sorted(LABELS))
        self.check(file)
        page = self.shown(file, "#s=24")
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        rows = page.evaluate("[...document.querySelectorAll('#members tbody tr')].map((row) => row.cells[0].textContent)")
        self.assertEqual(sorted(rows), sorted(shortened(label, 40) for label in LABELS))
        for label in LABELS:
            page.click("#search", count=3)
            page.key("Backspace")
            page.type(label[:120])
            page.key("Enter")
            if page.evaluate("document.getElementById('vertex').textContent") == "":
                page.click("#search-said button")  # a part of the name, or its blanks are missing: asked which one
            self.assertTrue(page.text("#vertex").startswith(f"{shortened(label, 60)} has "), label)
            self.assertEqual(unquote_plus(page.evaluate("location.hash").split("v=")[1]), shortened(label, 200))
            self.ready_again(page)
            self.assertTrue(page.text("#vertex").startswith(f"{shortened(label, 60)} has "), label)
            page.click("#vertex button:last-child")
        self.names_leave_whole(page)
        self.fits(page)
        self.assertNotEqual(page.evaluate("document.title"), "run")

    def ready_again(self, page):
        page.reload()
        page.wait("document.documentElement.dataset.ready === 'yes'")
        page.frame()

    def names_leave_whole(self, page):
        """Copies, CSV and SVG hold the labels as they are, but for their length."""
        names = sorted(shortened(label, 200) for label in LABELS)
        page.click("#set-tools button:nth-child(1)")
        page.wait("document.querySelector('#set-tools button').textContent === '24 ids copied'")
        self.assertEqual(sorted(page.clipboard().split("\n")[:-1]), names)
        _, content = page.downloaded(lambda: page.click("#set-tools button:nth-child(2)"))
        self.assertEqual(sorted(row["vertex"] for row in csv.DictReader(io.StringIO(content.decode(), newline=""))), names)
        _, content = page.downloaded(lambda: page.click("#drawing .tools button"))
        titles = [one.text for one in ElementTree.fromstring(content).iter("{http://www.w3.org/2000/svg}title")]
        self.assertEqual(sorted(titles[1:]), names)  # the first is the title of the drawing

    def test_comparison(self):
        file = self.folder / "compare.html"
        other = self.graph(LABELS, dense_edges(len(LABELS)), f"{LABELS[2]} {'n' * 150}.graphml")
        self.succeed("compare", self.hostile_graph(), other, "-s", "5,8", "--methods", "hybrid,peeling,feige", "--html", file)
        self.check(file)
        self.shown(file, "#s=x&graph=%3Cb%3E&method=<b>&pick=,,&measure=__proto__").frame()

    def test_report_of_a_name_with_every_mark(self):
        file = self.folder / "report.html"
        graph = self.graph(["a", "b", "c", "d"], [(0, 1), (1, 2), (0, 2), (2, 3)], "@title@ </title> & \" ' ` \\ % $& $1.graphml".replace("/", ""))
        self.succeed("report", graph, "-s", "3", "--html", file)
        page = self.shown(file)
        self.assertIn("@title@ <title> & \" ' ` \\ % $& $1", page.text("h1"))
        self.assertIn("@title@", page.evaluate("document.title"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
