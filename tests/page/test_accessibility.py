#!/usr/bin/env python3
"""axe-core finds nothing in the pages against the levels A and AA of WCAG 2, in light and in dark."""
import os
import pathlib
import sys
import unittest

os.environ.setdefault("LODE", str(pathlib.Path(__file__).resolve().parents[2] / "build/release/bin/lode"))

import packages
from page_test import PageTest

RUN = """(async () => {
  const found = await axe.run(document, {runOnly: {type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}});
  return {passed: found.passes.length, failed: found.violations.flatMap((rule) =>
    rule.nodes.slice(0, 5).map((node) => `${rule.id}: ${node.html.slice(0, 200)}: ${node.any.concat(node.all, node.none).map((one) => one.message).join("; ")}`))};
})()"""
OPEN = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"


class PageAccessibility(PageTest):
    @classmethod
    def setUpClass(cls):
        cls.axe = (packages.installed() / "node_modules/axe-core/axe.min.js").read_text()
        super().setUpClass()

    def violations(self, page):
        page.frame()
        page.evaluate(f"{self.axe}; null")
        found = page.evaluate(RUN)
        self.assertGreater(found["passed"], 8)
        return found["failed"]

    def check(self, file, act=lambda page: None):
        for scheme, width in (("light", 1200), ("dark", 1200), ("light", 400), ("dark", 400)):
            page = self.shown(file, scheme=scheme, width=width, height=900)
            for state, change in (("as it opens", lambda page: None), ("unfolded", lambda page: page.evaluate(OPEN)), ("in use", act)):
                change(page)
                with self.subTest(f"{scheme}, {width}, {state}"):
                    self.assertEqual(self.violations(page), [])

    def test_report(self):
        file = self.folder / "report.html"
        self.succeed("report", "karate", "--html", file)

        def act(page):
            page.click("#members tbody tr:nth-child(2) button")
            page.click("#members thead th:nth-child(3) button")
            page.click("#search")
            page.type("no such vertex")
            page.key("Enter")

        self.check(file, act)

    def test_comparison(self):
        file = self.folder / "compare.html"
        self.succeed("compare", "karate", "planted-2000", "-s", "5,10", "--methods", "hybrid,peeling,feige", "--html", file)
        self.check(file, lambda page: (page.click("#legend li:nth-child(2) button"), page.click("#legend li:nth-child(1) input")))

    def test_comparison_of_least_squares(self):
        file = self.folder / "lsq.html"
        self.succeed("lsq", "compare", "--experiment", "sparsity", "--rows", "20", "--columns", "30", "--noises", "bI", "-s", "2,4",
                     "--starts", "2", "--methods", "omp,swap", "--html", file)
        self.check(file)

    def test_faults_are_found(self):
        page = self.browser.open(self.write("bad.html", """<!DOCTYPE html><html lang="en"><head><title>t</title></head><body><main>
            <h1>t</h1><p style="color:#aaa;background:#fff">pale</p><button></button><input><p>text <a href="#x">link</a></p></main></body></html>"""))
        self.addCleanup(page.close)
        page.evaluate(f"{self.axe}; null")
        found = {one.split(":")[0] for one in page.evaluate(RUN)["failed"]}
        self.assertLessEqual({"color-contrast", "button-name", "label"}, found)


if __name__ == "__main__":
    unittest.main(verbosity=2)
