#!/usr/bin/env python3
"""The page of `lode report` for graphs of many kinds: one size, weights, no edges, labels, many sizes, no time."""
import collections
import csv
import gzip
import io
import json
import os
import pathlib
import unittest

from browser import pages_of
from report_page import SLIDER, ReportPageTest, main, number, timed
from test_cli import PAPER_GRAPHS, SLOWER

# Durations of the drawings, by the clock of the page.
TIMES = "performance.getEntriesByType('measure').filter((one) => one.name === 'show').map((one) => one.duration)"


class ReportOfOneSize(ReportPageTest):
    OPTIONS = ("-s", "10")

    def test_the_page(self):
        page = self.page(width=400)
        self.assertEqual(self.size(page), 10)
        self.assertTrue(page.evaluate("(css) => document.querySelector(css).disabled", SLIDER))
        self.assertEqual(len(self.rows(page)), 10)
        self.assertEqual(page.count("#curve .series.s0 .mark"), 1)
        self.assertEqual(len(self.rows(page, "#size-table")), 1)
        self.axis_is_readable(page)
        self.fits(page)


class ReportWithWeights(ReportPageTest):
    GRAPH = "planted-2000-weighted"
    OPTIONS = ("-s", "10,20,40", "--weighted", "--time", "6")

    def test_the_numbers(self):
        page = self.page()
        for result in self.results:
            self.go(page, result["s"])
            edges, weight, at = self.inside(result["vertices"])
            facts = self.facts(page)
            self.assertEqual(number(facts["edges inside"][0]), edges)
            self.assertAlmostEqual(number(facts["weight inside"][0]), weight, delta=1e-5 * weight)
            self.assertAlmostEqual(number(facts["average strength"][0]), 2 * weight / result["s"], delta=1e-3 * weight)
            rows = {int(row[0]): number(row[1]) for row in self.rows(page)}
            self.assertEqual(set(rows), set(at))
            for v, strength in at.items():
                self.assertAlmostEqual(rows[v], strength, delta=1e-4 * strength + 1e-9)

    def test_wider_edges_have_more_weight(self):
        widths = self.page("#s=10").evaluate("[...document.querySelectorAll('.drawing .edges')].map((one) => one.getAttribute('stroke-width'))")
        self.assertGreater(len(set(widths)), 2)

    def test_measures_speak_of_weight(self):
        page = self.page()
        labels = page.evaluate("[...document.querySelectorAll('#curve .choice button')].map((one) => one.textContent)")
        self.assertEqual(labels, ["weight per pair", "average strength", "weight inside"])
        name, content = page.downloaded(lambda: page.click("#set-tools button:nth-child(2)"))
        rows = list(csv.DictReader(io.StringIO(content.decode())))
        _, _, at = self.inside(self.result(self.size(page))["vertices"])
        for row in rows:
            self.assertAlmostEqual(float(row["weight_inside"]), at[int(row["vertex"])], delta=1e-6)
        self.assertTrue(name.endswith(".csv"))


class ReportWithoutEdges(ReportPageTest):
    OPTIONS = ("-s", "1,3")

    @classmethod
    def written(cls, folder):
        path = folder / "empty.json"
        path.write_text(json.dumps({"nodes": [{"id": i, "label": f"v{i}"} for i in range(5)], "links": []}))
        return path

    def test_the_page(self):
        page = self.page()
        for result in self.results:
            self.go(page, result["s"])
            facts = self.facts(page)
            self.assertEqual((number(facts["edges inside"][0]), facts["gap"][0]), (0, "proven optimal"))
            self.assertEqual(sorted(row[0] for row in self.rows(page)), sorted(result["vertices"]))
        for i in (1, 2, 3):
            page.click(f"#curve .choice button:nth-child({i})")
        page.click("#curve .switch input")
        self.speaks_of_nothing_odd(page)


class ReportWithLabels(ReportPageTest):
    OPTIONS = ("-s", "3:8")
    SHORT = 200  # characters of a name in the page
    NAMES = ["Ada Lovelace", "Grace Hopper", "Emmy Noether", "\u05e9\u05dc\u05d5\u05dd", "\U0001f600 smile", "a,b \"c\"", "<b>bold</b>", "7", "x" * 10_000]

    @classmethod
    def written(cls, folder):
        path = folder / "people.json"
        names = cls.NAMES
        links = [{"source": a, "target": b} for a in range(len(names)) for b in range(a) if (a + b) % 4 or a < 5]
        path.write_text(json.dumps({"nodes": [{"id": i, "label": name} for i, name in enumerate(names)], "links": links}))
        return path

    def test_search_by_label(self):
        page = self.page()
        held = {name for result in self.results for name in result["vertices"]}
        for name in self.NAMES:
            if name in held and len(name) < 60:
                self.assertTrue(self.search(page, name).startswith(f"{name} has "), name)
        self.search(page, "lovel")
        self.assertIn("Ada Lovelace", page.text("#search-said"))
        page.click("#search-said button")
        self.assertTrue(page.evaluate("document.getElementById('vertex').textContent").startswith("Ada Lovelace has "))
        self.search(page, "x" * 500)
        self.assertIn("xxx", page.text("#search-said"))
        self.fits(page)

    def test_labels_stay_text(self):
        page = self.page(width=400)
        for result in self.results:
            self.go(page, result["s"])
            shown = [row[0] for row in self.rows(page)]
            for name in result["vertices"]:
                self.assertIn(name if len(name) <= 40 else name[:39] + "\u2026", shown)
            self.fits(page)
        self.assertEqual(page.count("#members b"), 0)
        names = sorted(name if len(name) <= self.SHORT else name[:self.SHORT - 1] + "\u2026" for name in self.results[-1]["vertices"])
        self.assertIn("Names of more than 200 characters are cut here", page.text("footer"))
        page.click("#set-tools button")
        page.wait("document.querySelector('#set-tools button').textContent.endsWith('copied')")
        self.assertEqual(sorted(page.clipboard().split("\n")[:-1]), names)
        _, content = page.downloaded(lambda: page.click("#set-tools button:nth-child(2)"))
        rows = list(csv.DictReader(io.StringIO(content.decode(), newline="")))
        self.assertEqual(sorted(row["vertex"] for row in rows), names)

    def test_a_label_in_the_address(self):
        page = self.page("#s=8&v=Ada%20Lovelace")
        self.assertTrue(page.evaluate("document.getElementById('vertex').textContent").startswith("Ada Lovelace has "))
        name = next(name for name in self.result(8)["vertices"] if name[0] in "<\u05e9\U0001f600a")
        self.search(page, name)
        self.ready(page.reload())
        self.assertTrue(page.evaluate("document.getElementById('vertex').textContent").startswith(f"{name} has "), name)


class ReportWithAttributes(ReportPageTest):
    """Attributes of the file, and groups of a table: how often each value occurs in the set and in the graph."""
    TEAMS = ["red", "blue", "red", "<b>green</b>", "red", "blue", "\u202eodd", "blue", "red", "red", "blue", "red"]

    @classmethod
    def written(cls, folder):
        nodes = [{"id": i, "label": f"v{i}", "team": team, "<i>kind</i>": f"k{i}"} for i, team in enumerate(cls.TEAMS)]
        links = [{"source": a, "target": b} for a in range(12) for b in range(a) if a < 7 or (a * b) % 5 == 1]
        (folder / "teams.json").write_text(json.dumps({"nodes": nodes, "links": links}))
        (folder / "groups.txt").write_text("".join(f"v{i} {'even' if i % 2 == 0 else 'odd'}\n" for i in range(12)))
        cls.OPTIONS = ("-s", "4,7,11", "--groups", folder / "groups.txt")
        return folder / "teams.json"

    def test_the_counts(self):
        page = self.page(width=400)
        of = {"team": lambda i: self.TEAMS[i], "<i>kind</i>": lambda i: f"k{i}", "group": lambda i: "even" if i % 2 == 0 else "odd"}
        for result in self.results:
            self.go(page, result["s"])
            shown = page.evaluate("""[...document.querySelectorAll(".attribute")].map((one) => [one.querySelector("h3").textContent,
              [...one.querySelectorAll("li")].map((row) => [row.children[0].textContent, row.children[1].textContent]), one.querySelector("p")?.textContent ?? null])""")
            self.assertEqual({name for name, _, _ in shown}, set(of))
            members = [int(name[1:]) for name in result["vertices"]]
            for name, rows, more in shown:
                counts = collections.Counter(map(of[name], members))
                graph = collections.Counter(map(of[name], range(12)))
                percent = lambda count, whole: f"{round(1000 * count / whole) / 10:g} %"
                wanted = [[text, f"{count} = {percent(count, len(members))}; graph {percent(graph[text], 12)}"]
                          for text, count in sorted(counts.items(), key=lambda one: (-one[1], one[0]))]
                self.assertEqual(rows, wanted[:8])
                self.assertEqual(more is not None, len(counts) > 8)
            self.fits(page)
        self.assertEqual(page.count(".attribute b, .attribute h3 i"), 0)


class ReportOfManySizes(ReportPageTest):
    """500 sizes. The largest sets are not drawn."""
    GRAPH = "planted-2000"
    OPTIONS = ("-s", "2:501", "--method", "peeling", "--effort", "cheap", "--time", str(60 * SLOWER))

    def test_every_size_can_be_reached(self):
        page = self.page("#s=2")
        self.assertEqual(len(self.results), 500)
        page.evaluate("(css) => document.querySelector(css).focus()", SLIDER)
        for s in (2, 3, 4):
            self.assertEqual(self.size(page), s)
            page.key("ArrowRight")
        page.key("PageUp")
        self.assertEqual(self.size(page), 55)
        for s in (100, 299, 300, 301, 350, 501):
            self.ready(page.go(f"#s={s}"))
            self.assertEqual(self.size(page), s)
            edges, _, degrees = self.inside(self.result(s)["vertices"])
            self.assertEqual(number(self.facts(page)["edges inside"][0]), edges)
            hidden = page.evaluate("document.getElementById('members-left-out').hidden")
            rows = self.whole_table(page)
            self.assertEqual({int(row[0]): number(row[1]) for row in rows}, degrees if hidden else {})
            self.fits(page)

    def test_the_file_and_the_paper(self):
        self.assertLess(self.file.stat().st_size, 1.5e6)
        page = self.page("#s=501")
        self.assertIn(pages_of(page.pdf()), range(2, 10))
        self.assertIn("440 more", page.text("#size-table"))
        self.assertLess(page.count("#curve .mark"), 600)
        self.assertEqual(len(self.whole_table(page, "#size-table")), 500)

    def test_frames(self):
        page = self.page("#s=2")
        page.evaluate("(css) => document.querySelector(css).focus()", SLIDER)
        for _ in range(60):
            page.key("ArrowRight")
        times = sorted(page.evaluate(TIMES))
        self.assertGreater(len(times), 60)
        print(f"500 sizes: {self.file.stat().st_size / 1e6:.2f} MB; a step of the slider takes {times[len(times) // 2]:.1f} ms, "
              f"{times[int(0.95 * len(times))]:.1f} ms at most in 95 % of {len(times)} steps")


class ReportOfLargeSets(ReportPageTest):
    GRAPH = "planted-2000"
    OPTIONS = ("-s", "20,350,900", "--method", "peeling", "--effort", "cheap")

    def test_large_sets_are_not_drawn(self):
        page = self.page("#s=350")
        self.assertTrue(page.evaluate("document.querySelector('svg.drawing').hasAttribute('hidden')"))
        self.assertIn("Sets of up to 300 vertices are drawn", page.text("#drawing"))
        self.go(page, 20)
        page.wait("document.querySelectorAll('.drawing .vertex').length === 20")


class ReportWithoutTime(ReportPageTest):
    GRAPH = "planted-20000"
    OPTIONS = ("--time", "0.01")

    def test_the_page(self):
        page = self.page()
        self.assertEqual(self.report["stop_reason"], "deadline")
        self.assertIn("stopped by the time limit", page.text("footer"))
        self.assertEqual(page.evaluate("document.getElementById('explore').hidden"), not self.results)
        for result in self.results:
            self.go(page, result["s"])
            edges, _, _ = self.inside(result["vertices"])
            self.assertEqual(number(self.facts(page)["edges inside"][0]), edges)
        self.speaks_of_nothing_odd(page)


class ReportOfEmailEnron(ReportPageTest):
    """The main job: its file is small, and the page is quick. Times are printed, not asserted."""
    OPTIONS = ("--time", str(20 * SLOWER))

    @classmethod
    def written(cls, folder):
        place = next((path for one in os.environ.get("LODE_DATA", "").split(":") if one
                      for path in pathlib.Path(one).glob("email-Enron.txt*")), None)
        if place is None:
            raise unittest.SkipTest("LODE_DATA has no email-Enron")
        text = (gzip.open if place.suffix == ".gz" else open)(place, "rt").read()
        path = folder / "email-Enron.txt"
        path.write_text(text)
        return path

    def test_size_speed_and_numbers(self):
        graph = self.report["graph"]
        self.assertEqual((graph["vertices"], graph["edges"]), PAPER_GRAPHS["email-Enron"])
        size = self.file.stat().st_size
        self.assertLess(size, 1.5e6)
        page, seconds = timed(self.page)
        opened = page.evaluate("performance.getEntriesByName('open')[0].startTime")
        edges = {tuple(sorted(edge[:2])) for edge in self.edges}
        type(self).edges = [(u, v, 1) for u, v in edges if u != v]
        for result in self.results:
            self.go(page, result["s"])
            inside, _, _ = self.inside(result["vertices"])
            self.assertEqual(number(self.facts(page)["edges inside"][0]), inside)
        for i in (3, 2, 1):
            page.click(f"#curve .choice button:nth-child({i})")
            for _ in range(2):
                self.axis_is_readable(page)
                page.click("#curve .switch input")
        page.evaluate("(css) => document.querySelector(css).focus()", SLIDER)
        page.key("Home")
        page.evaluate("performance.clearMeasures()")
        for _ in range(30):
            page.keys("ArrowRight")
        page.keys(*["ArrowLeft"] * 30)
        page.frame()
        times = sorted(page.evaluate(TIMES))
        self.assertGreater(len(times), len(self.results))
        print(f"email-Enron: {size / 1e6:.2f} MB, {len(self.results)} sizes; drawn {opened:.0f} ms after the start of the page "
              f"({1000 * seconds:.0f} ms with a new browser window); a step of the slider takes {times[len(times) // 2]:.1f} ms, at most {times[-1]:.1f} ms")
        self.fits(page)


if __name__ == "__main__":
    main()
