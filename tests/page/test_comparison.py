#!/usr/bin/env python3
"""The pages that `lode compare` and `lode lsq compare` write, as somebody uses them."""
import csv
import io
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

DIM = "[...new Set([...document.querySelectorAll('#sizes .series.dim')].map((one) => one.dataset.series))].sort().join(' ')"
DRAWN = "[...new Set([...document.querySelectorAll('#sizes .series')].map((one) => one.dataset.series))].sort().join(' ')"
TIMES = "document.querySelector('#times svg').getAttribute('aria-label')"
TIP = "document.querySelector('.tip.on')?.innerText ?? null"
NAME = "#legend li:nth-child({}) button"
BOX = "#legend li:nth-child({}) input"


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
        page = self.shown(self.file, rest, **view)
        page.wait("document.documentElement.dataset.ready === 'yes'")
        return page.frame()


class ComparisonOfGraphs(ComparisonPageTest):
    ARGUMENTS = ("compare", "karate", "planted-2000", "-s", "5,10,20", "--methods", "hybrid,hybrid:paper,peeling")

    def test_a_name_picks_a_method_out(self):
        page = self.page()
        self.assertEqual((page.evaluate(DIM), page.evaluate(DRAWN)), ("", "hybrid hybrid:paper peeling upper bound"))
        for method, dim in ((2, "hybrid peeling"), (3, "hybrid"), (2, "hybrid hybrid:paper")):
            page.click(NAME.format(method))
            page.leave()
            self.assertEqual(page.evaluate(DIM), dim)
        self.assertEqual(page.evaluate("(css) => document.querySelector(css).getAttribute('aria-pressed')", NAME.format(3)), "true")
        page.key("Escape")
        self.assertEqual(page.evaluate(DIM), "")

    def test_a_box_hides_a_method(self):
        page = self.page()
        page.click(BOX.format(1))
        self.assertEqual(page.evaluate(DRAWN), "hybrid:paper peeling upper bound")
        page.click("#legend .reset")
        self.assertEqual((page.evaluate(DRAWN), page.evaluate("document.querySelector('#legend input').checked")),
                         ("hybrid hybrid:paper peeling upper bound", True))

    def test_marks_tell_their_values(self):
        page = self.page()
        cells = {(one["graph"], one["method"], one["s"]): one for one in self.document["aggregates"]["cells"]}
        page.hover("#sizes figure .series:last-of-type .mark:last-child")
        tip = page.wait(TIP).splitlines()[0]
        method, rest = tip.split(", s = ")
        s, value = rest.split(": ")
        self.assertAlmostEqual(float(value.split(" edges")[0]), cells["karate", method, int(s)]["average"], delta=0.051)
        page.leave()
        page.wait("!document.querySelector('.tip.on')")

    def test_the_numbers_are_those_of_the_document(self):
        page = self.page()
        cells = {(one["graph"], one["method"], one["s"]): one for one in self.document["aggregates"]["cells"]}
        bounds = {(one["graph"], one["s"]): one["bound"] for one in self.document["aggregates"]["instances"]}
        for i, graph in enumerate(("karate", "planted-2000"), 1):
            page.click(f"#numbers-tools .choice:first-child button:nth-child({i})")
            table = page.evaluate("[...document.querySelectorAll('#numbers tr')].map((row) => [...row.cells].map((cell) => cell.textContent))")
            sizes = [int(one.removeprefix("s = ")) for one in table[0][1:]]
            self.assertEqual((sizes, len(table)), ([5, 10, 20], 5))
            for row in table[1:]:
                for s, value in zip(sizes, row[1:]):
                    wanted = bounds[graph, s] if row[0] == "upper bound" else cells[graph, row[0], s]["average"]
                    self.assertAlmostEqual(float(value.rstrip("*\u2020 ")), wanted, delta=0.051)

    def test_the_size_of_the_curves_over_time(self):
        page = self.page()
        for i, s in ((1, 5), (3, 20), (2, 10)):
            page.click(f"#times-tools .choice button:nth-child({i})")
            self.assertTrue(page.evaluate(TIMES).endswith(f"s = {s}. The largest objective known to each method as time passes, mean over its starts"))

    def test_a_table_leaves_the_page(self):
        page = self.page()
        page.click("#numbers-tools .choice:first-child button:nth-child(2)")
        name, table = page.downloaded(lambda: page.click("#numbers .tools button"))
        rows = {row["method"]: row for row in csv.DictReader(io.StringIO(table.decode()))}
        self.assertEqual((name, set(rows)), ("comparison-2-average.csv", {"hybrid", "hybrid:paper", "peeling", "upper bound"}))
        for one in self.document["aggregates"]["cells"]:
            if one["graph"] == "planted-2000":
                self.assertAlmostEqual(float(rows[one["method"]][f"s = {one['s']}"]), one["average"])

    def test_keys_alone(self):
        page = self.page()
        focus = "(css) => document.activeElement === document.querySelector(css)"
        reach = lambda css: any(page.evaluate(focus, css) or page.key("Tab") for _ in range(40))
        self.assertTrue(reach(BOX.format(1)))
        page.key(" ")
        self.assertNotIn("hybrid ", page.evaluate(DRAWN))
        self.assertTrue(reach(NAME.format(1)))
        page.key("Enter")
        self.assertEqual((page.evaluate(DRAWN), page.evaluate(DIM)), ("hybrid hybrid:paper peeling upper bound", "hybrid:paper peeling"))
        self.assertTrue(reach("#times-tools .choice button:nth-child(3)"))
        page.key("Enter")
        self.assertIn("s = 20", page.evaluate(TIMES))

    def test_narrow_screens_and_touch(self):
        for width in (400, 320):
            page = self.page(width=width, height=700, touch=True)
            self.fits(page)
        page.tap(NAME.format(2))
        page.wait("document.querySelectorAll('#sizes .series.dim').length > 0")
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

    def test_a_box_hides_a_method(self):
        page = self.page()
        self.assertEqual(page.evaluate(DRAWN), "omp ppa swap")
        page.click(BOX.format(2))
        self.assertEqual(page.evaluate(DRAWN), "omp ppa")
        page.hover("#sizes figure .series:last-of-type .mark:last-child")
        self.assertRegex(page.wait(TIP), r"^(omp|ppa), s = [24]: [\d.]+")

    def test_narrow_and_dark(self):
        page = self.page(width=400, height=700, scheme="dark")
        self.fits(page)
        self.assertLess(self.brightness(page, "background-color"), 80)


if __name__ == "__main__":
    unittest.main(verbosity=2)
