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

DIM = "[...new Set([...document.querySelectorAll('#sizes .series.dim')].map((one) => one.dataset.series))].sort().join(' ')"
DRAWN = "[...new Set([...document.querySelectorAll('#sizes .series')].map((one) => one.dataset.series))].sort().join(' ')"
NUMBERS = "[...document.querySelectorAll('#numbers tr')].map((row) => [...row.cells].map((cell) => cell.textContent))"
FIGURE = "document.querySelector('#times svg').getAttribute('aria-label')"
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
        self.assertEqual(page.evaluate(DIM), "")
        page.click("#legend button[data-method='1']")
        page.leave()
        self.assertNotIn("hybrid:paper", page.evaluate(DIM).split())
        self.assertLessEqual({"hybrid", "peeling"}, set(page.evaluate(DIM).split()))
        pressed = "document.querySelector('#legend button[data-method=\"1\"]').getAttribute('aria-pressed')"
        self.assertEqual(page.evaluate(pressed), "true")
        self.assertIn("pick=hybrid%3Apaper", page.evaluate("location.hash"))
        page.key("Escape")
        self.assertEqual(page.evaluate(DIM), "")

    def test_a_box_takes_a_method_out(self):
        page = self.page()
        self.assertIn("hybrid", page.evaluate(DRAWN).split())
        page.click("#legend input")
        page.wait(f"!({DRAWN}).split(' ').includes('hybrid')")
        self.assertLessEqual({"hybrid:paper", "peeling"}, set(page.evaluate(DRAWN).split()))
        page.click("#legend .reset")
        page.wait(f"({DRAWN}).split(' ').includes('hybrid')")
        self.assertTrue(page.evaluate("document.querySelector('#legend input').checked"))

    def test_the_numbers_are_those_of_the_document(self):
        page = self.page()
        cells = {(one["graph"], one["method"], one["s"]): one for one in self.document["aggregates"]["cells"]}
        table = page.evaluate(NUMBERS)
        checked = 0
        for row in table:
            if row[0] not in ("hybrid", "hybrid:paper", "peeling"):
                continue
            for s, value in zip((5, 10, 20), row[1:]):
                self.assertAlmostEqual(float(value.rstrip("*\u2020").replace(",", "")), cells["karate", row[0], s]["average_edges"],
                                       delta=0.051)
                checked += 1
        self.assertEqual(checked, 9)
        bounds = {one["s"]: one["upper_bound"] for one in self.document["aggregates"]["instances"] if one["graph"] == "karate"}
        bound = next(row for row in table if row[0] == "upper bound")
        self.assertEqual([float(one) for one in bound[1:]], [bounds[s] for s in (5, 10, 20)])

    def test_a_number_shows_its_runs(self):
        page = self.page()
        page.click("#numbers button[data-cell='0 10 0']")
        page.wait("document.querySelectorAll('#runs tbody tr').length > 0")
        shown = page.evaluate("[...document.querySelectorAll('#runs tbody tr')].map((row) => [...row.cells].slice(0, 3).map((cell) => cell.textContent).join('/'))")
        runs = [one for one in self.document["runs"] if (one["graph"], one["s"], one["label"]) == ("karate", 10, "hybrid")]
        self.assertEqual(shown, [f"{one['start']}/{one['seed']}/{one['edges']}" for one in runs])

    def test_the_size_of_the_curves_over_time(self):
        page = self.page()
        page.click("#times-tools .choice button:last-child")
        page.wait(f"({FIGURE}).includes('s = 20')")
        self.assertIn("s=20", page.evaluate("location.hash"))
        page.reload()
        page.wait(f"document.querySelector('#times svg') && ({FIGURE}).includes('s = 20')")

    def test_keys_alone(self):
        page = self.page()
        for _ in range(60):
            page.key("Tab")
            if page.evaluate("document.activeElement.matches('#legend input')"):
                break
        page.key(" ")
        page.wait(f"!({DRAWN}).split(' ').includes('hybrid')")
        seen = set()
        for _ in range(80):
            page.key("Tab")
            seen.add(page.evaluate("document.activeElement.closest('[id]')?.id ?? ''"))
        self.assertLessEqual({"sizes-tools", "times-tools", "numbers-tools", "numbers"}, seen)

    def test_narrow_screens_and_touch(self):
        for width in (400, 320):
            page = self.page(width=width, height=700, touch=True)
            self.fits(page)
        page.tap("#legend button[data-method='1']")
        page.wait("document.querySelectorAll('.series.dim').length > 0")
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
        page.click("#legend input")
        page.wait(f"!({DRAWN}).split(' ').includes('omp')")
        self.assertRegex(self.tip(page, "#sizes .series:last-of-type .mark"), r"s = [24]")

    def test_narrow_and_dark(self):
        page = self.page(width=400, height=700, scheme="dark")
        self.fits(page)
        self.assertLess(self.brightness(page, "background-color"), 80)


if __name__ == "__main__":
    unittest.main(verbosity=2)
