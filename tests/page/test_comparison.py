#!/usr/bin/env python3
"""The pages that `lode compare` and `lode lsq compare` write, as somebody uses them."""
import json
import os
import pathlib
import sys
import tempfile
import unittest

os.environ.setdefault("LODE", str(pathlib.Path(__file__).resolve().parents[2] / "build/release/bin/lode"))

from browser import pages_of
from page_test import PageTest
from test_cli import lode

LIT = "(series) => [...document.querySelectorAll('.series')].filter((one) => one.dataset.series === series && !one.classList.contains('dim')).length"
DIM = "[...new Set([...document.querySelectorAll('.series.dim')].map((one) => one.dataset.series))].sort().join(' ')"
OFF = "[...new Set([...document.querySelectorAll('.series.off')].map((one) => one.dataset.series))].sort().join(' ')"
GROUPS = "[...document.querySelectorAll('.chosen')].map((one) => getComputedStyle(one).display !== 'none')"
TIP = "document.querySelector('.tip.on')?.textContent ?? null"


class ComparisonPageTest(PageTest):
    """One page for all tests of a class."""
    ARGUMENTS = ()

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.file = pathlib.Path(scratch.name, "page.html")
        result = lode(*cls.ARGUMENTS, "--html", cls.file, "--format", "json")
        assert result.returncode == 0, result.stderr
        cls.document = json.loads(result.stdout)

    def page(self, rest="", **view):
        return self.shown(self.file, rest, **view)

    def tip(self, page, selector):
        page.hover(selector)
        return page.wait(TIP)


class ComparisonOfGraphs(ComparisonPageTest):
    ARGUMENTS = ("compare", "karate", "planted-2000", "-s", "5,10,20", "--methods", "hybrid,hybrid:paper,peeling")

    def test_a_name_picks_a_method_out(self):
        page = self.page()
        self.assertEqual((page.evaluate(DIM), page.evaluate(OFF)), ("", ""))
        page.click(".keys button[data-key='1']")
        page.leave()
        self.assertEqual(page.evaluate(DIM), "0 2")
        self.assertEqual(page.evaluate("document.querySelector('.keys button[data-key=\"1\"]').getAttribute('aria-pressed')"), "true")
        page.click(".keys button[data-key='2']")
        page.leave()
        self.assertEqual(page.evaluate(DIM), "0")
        page.click(".keys button[data-key='1']")
        page.leave()
        self.assertEqual(page.evaluate(DIM), "0 1")
        page.key("Escape")
        self.assertEqual(page.evaluate(DIM), "")

    def test_the_pointer_picks_a_method_out(self):
        page = self.page()
        page.hover(".keys button[data-key='0']")
        self.assertEqual(page.evaluate(DIM), "1 2")
        page.leave()
        self.assertEqual(page.evaluate(DIM), "")

    def test_a_box_hides_a_method(self):
        page = self.page()
        page.click(".keys input[data-key='0']")
        self.assertEqual(page.evaluate(OFF), "0")
        shown = page.evaluate("getComputedStyle(document.querySelector('.series.off')).display")
        self.assertEqual(shown, "none")
        page.click(".keys .reset")
        self.assertEqual((page.evaluate(OFF), page.evaluate("document.querySelector('.keys input').checked")), ("", True))

    def test_points_tell_their_values(self):
        page = self.page()
        titles = {"hybrid", "hybrid:paper", "peeling"}
        tip = self.tip(page, ".series:last-child .point:last-child")
        method, rest = tip.split(", s = ")
        s, value = rest.split(": ")
        self.assertIn(method, titles)
        cell = next(one for one in self.document["aggregates"]["cells"]
                    if (one["graph"], one["method"], one["s"]) == ("karate", method, int(s)))
        self.assertAlmostEqual(float(value.split(" edges")[0]), cell["average_edges"], delta=0.051)
        page.leave()
        page.wait("!document.querySelector('.tip.on')")

    def test_the_numbers_are_those_of_the_document(self):
        page = self.page()
        tables = page.evaluate("""[...document.querySelectorAll('table.numbers')].map((table) =>
            [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent)))""")
        self.assertEqual(len(tables), 4)  # averages and best values of two graphs
        cells = {(one["graph"], one["method"], one["s"]): one for one in self.document["aggregates"]["cells"]}
        checked = 0
        for i, table in enumerate(tables):
            graph, field = ("karate", "planted-2000")[i // 2], ("average_edges", "best_edges")[i % 2]
            sizes = [int(one.removeprefix("s=")) for one in table[0][1:]]
            self.assertEqual(sizes, [5, 10, 20])
            for row in table[1:4]:
                for s, value in zip(sizes, row[1:]):
                    self.assertAlmostEqual(float(value), cells[graph, row[0], s][field], delta=0.051)
                    checked += 1
            bounds = {one["s"]: one["upper_bound"] for one in self.document["aggregates"]["instances"] if one["graph"] == graph}
            self.assertEqual([float(one) for one in table[4][1:]], [bounds[s] for s in sizes])
        self.assertEqual(checked, 36)

    def test_the_size_of_the_curves_over_time(self):
        page = self.page()
        self.assertEqual(page.evaluate(GROUPS), [False, True, False])
        page.click("label[for='size-2']")
        self.assertEqual(page.evaluate(GROUPS), [False, False, True])
        page.key("ArrowLeft")
        self.assertEqual(page.evaluate(GROUPS), [False, True, False])

    def test_keys_alone(self):
        page = self.page()
        page.key("Tab")
        self.assertEqual(page.evaluate("document.activeElement.dataset.key"), "0")
        page.key(" ")
        self.assertEqual(page.evaluate(OFF), "0")
        page.keys("Tab", "Enter")
        self.assertEqual((page.evaluate(OFF), page.evaluate(DIM)), ("", "1 2"))
        seen = set()
        for _ in range(40):
            page.key("Tab")
            seen.add(page.evaluate("document.activeElement.id || document.activeElement.className || document.activeElement.tagName"))
        self.assertLessEqual({"size-1", "scroll", "SUMMARY"}, seen)

    def test_narrow_screens_and_touch(self):
        for width in (400, 320):
            page = self.page(width=width, height=700, touch=True)
            self.fits(page)
        page.tap(".keys button[data-key='1']")
        page.wait("document.querySelectorAll('.series.dim').length > 0")
        self.assertEqual(page.evaluate(LIT, "0"), 0)
        self.fits(page)

    def test_dark_and_paper(self):
        page = self.page(scheme="dark")
        self.assertLess(self.brightness(page, "background-color"), 80)
        self.assertGreater(self.brightness(page, "color"), 160)
        page.colours("dark", "print")
        self.assertGreater(self.brightness(page, "background-color", "white"), 200)
        self.assertLess(self.brightness(page, "color"), 100)
        page.colours("light")
        self.assertIn(pages_of(page.pdf()), range(2, 7))


class ComparisonOfLeastSquares(ComparisonPageTest):
    ARGUMENTS = ("lsq", "compare", "--experiment", "sparsity", "--rows", "20", "--columns", "30", "--noises", "bI", "-s", "2,4",
                 "--starts", "2", "--methods", "omp,swap,ppa")

    def test_figures_and_tips(self):
        page = self.page()
        page.click(".keys input[data-key='1']")
        self.assertEqual(page.evaluate(OFF), "1")
        self.assertRegex(self.tip(page, ".series:last-child .point:last-child"), r"^(omp|ppa), s = [24]: [\d.]+")
        self.assertEqual(page.count("[title]"), 0)

    def test_narrow_and_dark(self):
        page = self.page(width=400, height=700, scheme="dark")
        self.fits(page)
        self.assertLess(self.brightness(page, "background-color"), 80)


if __name__ == "__main__":
    unittest.main(verbosity=2)
