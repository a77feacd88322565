#!/usr/bin/env python3
"""The page of `lode report`, used as a person uses it: by mouse, keys and touch."""
import collections
import csv
import html
import io
import re
from xml.etree import ElementTree

from browser import CONTROL, pages_of
from report_page import FAINT, HEADS, PICTURE, SLIDER, ReportPageTest, main, number
from test_cli import REPOSITORY

AXIS = "[...document.querySelectorAll('#curve .chart > text')].map((one) => one.textContent)"
SERIES = "[...document.querySelectorAll('#curve .series')].map((one) => one.dataset.series)"
PRESSED = "[...document.querySelectorAll('#curve .choice button')].map((one) => one.getAttribute('aria-pressed') === 'true')"
TIP = "document.querySelector('.tip.on')?.innerText ?? null"
VERTEX = "document.getElementById('vertex').textContent"


class ReportSizes(ReportPageTest):
    """Every size of a small graph: which set is shown, and its numbers."""
    OPTIONS = ("-s", "2:34")

    def test_the_slider_by_mouse(self):
        page = self.page()
        page.click(SLIDER, across=0.02)
        small = self.size(page)
        self.assertLessEqual(small, 3)
        page.click(SLIDER, across=0.98)
        self.assertGreaterEqual(self.size(page), 33)
        left, top, width, height = page.box(SLIDER)
        page.drag((left + width * 0.97, top + height / 2), (left + width * 0.4, top + height / 2))
        self.assertIn(self.size(page), range(10, 20))

    def test_the_slider_by_keys(self):
        page = self.page("#s=10")
        page.evaluate("(css) => document.querySelector(css).focus()", SLIDER)
        for key, s in (("ArrowRight", 11), ("ArrowUp", 12), ("ArrowLeft", 11), ("ArrowDown", 10), ("End", 34), ("ArrowRight", 34),
                       ("Home", 2), ("ArrowLeft", 2), ("PageUp", 5), ("PageDown", 2)):
            page.key(key)
            self.assertEqual(self.size(page), s, key)

    def test_the_slider_by_touch(self):
        page = self.page("#s=10", width=400, height=800, touch=True)
        page.tap(SLIDER, across=0.95)
        page.frame()
        far = self.size(page)
        self.assertGreater(far, 28)
        left, top, width, height = page.box(SLIDER)
        page.swipe(((left + width * 0.95, top + height / 2), (left + width * 0.3, top + height / 2)))
        page.frame()
        self.assertIn(self.size(page), range(7, 17))

    def test_a_click_into_the_curve(self):
        page = self.page("#s=10")
        page.click("#curve .chart", across=0.97, down=0.5)
        self.assertGreater(self.size(page), 30)
        page.click("#curve .chart", across=0.12, down=0.9)
        self.assertLess(self.size(page), 5)

    def test_the_address(self):
        page = self.page("#s=7&v=34")
        self.assertEqual(self.size(page), 7)
        self.assertRegex(page.evaluate(VERTEX), r"^34 has 17 neighbours, core number 4\.")
        page.evaluate("location.hash = '#s=12&v=1'")
        page.wait("document.getElementById('set-title').textContent.includes('12')")
        self.assertRegex(page.evaluate(VERTEX), r"^1 has 16 neighbours")
        page.click(SLIDER, across=0.5)
        chosen = self.size(page)
        self.assertEqual(page.evaluate("location.hash"), f"#s={chosen}&v=1")
        self.ready(page.reload())
        self.assertEqual(self.size(page), chosen)
        self.assertRegex(page.evaluate(VERTEX), r"^1 has 16 neighbours")

    def test_addresses_of_what_there_is_not(self):
        usual = self.size(self.page())
        for address, s in (("#s=1000000", 34), ("#s=-5", 2), ("#s=abc", usual), ("#v=no%20such", usual), ("#s=NaN&v=", usual),
                           ("#%ff", usual), ("#s=9.4", 9), ("#s=1e1", 10)):
            page = self.page(address)
            self.assertEqual(self.titled(page), s, address)
            self.assertEqual(page.evaluate(VERTEX), "", address)

    def test_numbers_of_every_size_are_those_of_the_json_report_and_of_the_graph(self):
        page = self.page("#s=2")
        page.evaluate("(css) => document.querySelector(css).focus()", SLIDER)
        for result in self.results:
            s = self.size(page)
            self.assertEqual(s, result["s"])
            facts = self.facts(page)
            edges, _, degrees = self.inside(result["vertices"])
            self.assertEqual((number(facts["edges inside"][0]), facts["edges inside"][1]), (edges, f"of {s * (s - 1) // 2:,}"))
            self.assertEqual(number(facts["upper bound"][0]), result["bound"])
            self.assertEqual(facts["upper bound"][1], result["bound_rule"])
            self.assertAlmostEqual(number(facts["edge density"][0]), edges / (s * (s - 1) / 2), delta=5e-4)
            self.assertAlmostEqual(number(facts["average degree"][0]), 2 * edges / s, delta=5e-4)
            self.assertEqual(number(facts["connected parts"][0]), result["components"])
            self.assertEqual(facts["found by"][0], result["method"])
            self.assertEqual(page.text("#set-title").endswith("proven"), result["proven_optimal"])
            if result["proven_optimal"]:
                self.assertEqual(facts["gap"][0], "proven optimal")
            else:
                self.assertAlmostEqual(number(facts["gap"][0]), 100 * result["gap"], delta=0.01)
            rows = self.rows(page)
            self.assertEqual({int(row[0]): int(row[1]) for row in rows}, degrees)
            self.assertEqual([int(row[1]) for row in rows], sorted(degrees.values(), reverse=True))
            page.key("ArrowRight")

    def test_degrees_outside_cores_and_since_when(self):
        page = self.page("#s=20")
        whole = collections.Counter(v for u, v, _ in self.edges) + collections.Counter(u for u, v, _ in self.edges)
        members = set(self.result(20)["vertices"])
        for name, inside, outside, _, since in self.rows(page):
            v = int(name)
            self.assertEqual(int(inside) + int(outside), whole[v])
            held = [one["s"] for one in self.results if one["s"] <= 20 and v not in one["vertices"]]
            self.assertEqual(int(since), max(held, default=1) + 1)
            members.remove(v)
        self.assertEqual(members, set())

    def test_vertices_that_enter_and_leave(self):
        page = self.page("#s=3")
        page.evaluate("(css) => document.querySelector(css).focus()", SLIDER)
        for before, now in zip(self.results[1:], self.results[2:]):
            page.key("ArrowRight")
            self.size(page)
            entered = set(now["vertices"]) - set(before["vertices"])
            left = set(before["vertices"]) - set(now["vertices"])
            text = page.text("#changes")
            self.assertIn(f"{len(entered)} {'vertex enters' if len(entered) == 1 else 'vertices enter'}", text)
            self.assertIn(f"{len(left)} vert" if left else "None leaves", text)
            if len(entered) + len(left) <= 12:
                named = page.evaluate("[...document.querySelectorAll('#changes button')].map((one) => Number(one.textContent))")
                self.assertEqual(sorted(named), sorted([*entered, *left]))

    def test_the_table_of_sizes(self):
        page = self.page()
        rows = self.rows(page, "#size-table")
        heads = [name for name, _ in page.evaluate(HEADS, "#size-table")]
        self.assertEqual(len(rows), len(self.results))
        for row, result in zip(rows, self.results):
            cells = dict(zip(heads, row))
            self.assertEqual([number(cells[name]) for name in ("s", "edges", "upper bound", "components")],
                             [result[name] for name in ("s", "edges", "bound", "components")])
            self.assertAlmostEqual(number(cells["edge density"]), result["edge_density"], delta=1e-4)
            self.assertEqual((cells["bound"], cells["method"]), (result["bound_rule"], result["method"]))
            self.assertEqual(cells["gap"] == "optimal", result["proven_optimal"])
        page.click("#size-table tbody tr:nth-child(5) td")
        self.assertEqual(self.size(page), self.results[4]["s"])
        self.assertEqual(page.evaluate("[...document.querySelectorAll('#size-table tr.picked')].map((row) => row.rowIndex)"), [5])


class ReportCurve(ReportPageTest):
    """The figure above the slider."""
    OPTIONS = ("-s", "2:34:4")

    def test_measures(self):
        page = self.page()
        self.assertEqual(page.evaluate(PRESSED), [True, False, False])
        self.assertIn("edge density", page.evaluate(AXIS))
        for i, (label, value) in enumerate((("edge density", "edge_density"), ("average degree", "average_degree"), ("edges inside", "edges")), 1):
            page.click(f"#curve .choice button:nth-child({i})")
            self.assertEqual(page.evaluate(PRESSED), [i == j for j in (1, 2, 3)])
            self.assertIn(label, page.evaluate(AXIS))
            self.axis_is_readable(page)
            self.check_tips(page, label, value)

    def check_tips(self, page, label, value):
        """The tip of each mark of the best sets has the numbers of the set, and higher marks have larger numbers."""
        count = page.count("#curve .series.s0 .mark")
        self.assertEqual(count, len(self.results))
        heights = []
        for i, result in enumerate(self.results, 1):
            left, top, width, height = page.evaluate("""(i) => {
              const box = document.querySelectorAll("#curve .series.s0 .mark")[i - 1].getBoundingClientRect();
              return [box.left, box.top, box.width, box.height]; }""", i)
            page.mouse("mouseMoved", left + width / 2, top + height / 2)
            tip = page.evaluate(TIP)
            self.assertIsNotNone(tip)
            lines = tip.splitlines()
            if not lines[0].startswith(f"s = {result['s']}: {result['edges']} edge"):  # a bound, a layer or another set is as near
                self.assertRegex(lines[0], "no set|dense layer|set found|locally densest")
                continue
            self.assertAlmostEqual(number(lines[1].removeprefix(f"{label} ")), result[value], delta=2e-3 * result[value])
            heights.append((result[value], -top))
        self.assertGreater(len(heights), 3)
        heights.sort()
        for one, other in zip(heights, heights[1:]):
            self.assertLess(one[1], other[1] + 0.5)
        page.leave()

    def test_the_log_axis(self):
        page = self.page()
        page.click("#curve .choice button:nth-child(3)")
        ticks = lambda: [number(one) for one in page.evaluate("[...document.querySelectorAll('#curve .rule + text')].map((one) => one.textContent)")]
        at = lambda: page.evaluate("document.querySelector('#curve .switch input').checked")
        if at():
            page.click("#curve .switch input")
        linear = ticks()
        steps = {round(b - a, 6) for a, b in zip(linear, linear[1:])}
        self.assertEqual(len(steps), 1, linear)
        page.click("#curve .switch input")
        self.assertTrue(at())
        logarithmic = ticks()
        self.assertGreater(len(logarithmic), 2)
        self.assertGreater(len({round(b - a, 6) for a, b in zip(logarithmic, logarithmic[1:])}), 1, logarithmic)
        self.assertGreater(min(logarithmic), 0)

    def test_the_legend_has_two_kinds_of_sets_and_hides_a_kind(self):
        page = self.page()
        shapes = lambda place: set(page.evaluate("(css) => [...document.querySelectorAll(css)].map((one) => one.getAttribute('d'))", f"#curve {place} .mark"))
        self.assertEqual((len(shapes(".quiet")), shapes(".series.quiet")), (2, shapes(".swatch .quiet")))
        for shown in (False, True):
            page.click("#curve ul.keys li:nth-child(2) input")
            self.assertEqual("upper bound" in page.evaluate(SERIES), shown)

    def test_the_figure_as_a_file(self):
        page = self.page()
        name, content = page.downloaded(lambda: page.click("#curve > .tools > button"))
        self.assertEqual(name, "karate-density.svg")
        root = ElementTree.fromstring(content)
        self.assertGreaterEqual(sum(1 for one in root.iter("{http://www.w3.org/2000/svg}path")), len(self.results))
        self.assertIn("edge density", [one.text for one in root.iter("{http://www.w3.org/2000/svg}text")])


class ReportMembers(ReportPageTest):
    """The table of members, the search, and what leaves the page."""
    OPTIONS = ("-s", "5,12,20")

    def test_the_table_sorts(self):
        page = self.page("#s=20")
        for column in range(5):
            for order in ("ascending", "descending") if column == 0 else ("descending", "ascending"):
                page.click(f"#members thead th:nth-child({column + 1}) button")
                self.assertEqual(page.evaluate(HEADS, "#members")[column][1], order)
                values = [number(row[column]) for row in self.rows(page)]
                self.assertEqual(values, sorted(values, reverse=order == "descending"))
                self.assertEqual(len(values), 20)
        self.assertEqual(sum(1 for _, state in page.evaluate(HEADS, "#members") if state != "none"), 1)
        self.go(page, 12)
        values = [number(row[4]) for row in self.rows(page)]
        self.assertEqual((values, len(values)), (sorted(values), 12))

    def test_search(self):
        page = self.page("#s=5")
        self.assertRegex(self.search(page, "34"), r"^34 has 17 neighbours, core number 4\. It is in \d sets? of 3:")
        self.assertIn("v=34", page.evaluate("location.hash"))
        self.assertRegex(self.search(page, " 34 "), "^34 has 17")
        outside = next(v for v in self.result(20)["vertices"] if v not in self.result(12)["vertices"] + self.result(5)["vertices"])
        self.assertIn("It is not in the set shown.", self.search(page, str(outside)))
        page.click("#vertex button")
        self.assertEqual(self.size(page), 20)
        self.assertEqual(page.evaluate("[...document.querySelectorAll('#members tr.picked')].map((row) => row.cells[0].textContent)"), [str(outside)])
        self.search(page, "no such vertex")
        self.assertEqual(page.text("#search-said"), "No vertex of these sets is called no such vertex.")
        self.assertRegex(self.search(page, "3"), "^3 has 10 neighbours")
        self.assertEqual(page.text("#search-said"), "")

    def test_a_vertex_of_the_table(self):
        page = self.page("#s=12")
        first = self.rows(page)[0][0]
        page.click("#members tbody button")
        self.assertTrue(page.evaluate(VERTEX).startswith(f"{first} has "))
        self.assertEqual(page.evaluate("location.hash"), f"#s=12&v={first}")
        page.click("#members tbody button")
        self.assertEqual((page.evaluate(VERTEX), page.evaluate("location.hash")), ("", "#s=12"))

    def button(self, words):
        """A selector of the tool below the title of the set."""
        return f"#set-tools button:nth-child({['Copy ids', 'Download CSV', 'Copy link to this view'].index(words) + 1})"

    def test_ids_are_copied(self):
        page = self.page("#s=12")
        page.click(self.button("Copy ids"))
        page.wait("document.querySelector('#set-tools button').textContent === '12 ids copied'")
        self.assertEqual(sorted(map(int, page.clipboard().split())), sorted(self.result(12)["vertices"]))
        page.click(self.button("Copy link to this view"))
        page.wait("navigator.clipboard.readText().then((text) => text.endsWith('#s=12'))")
        self.assertEqual(page.clipboard(), page.evaluate("location.href"))
        page.click("#search")
        page.key("v", CONTROL, commands=["paste"])
        self.assertTrue(page.evaluate("document.getElementById('search').value").endswith("#s=12"))

    def test_ids_are_copied_where_a_page_has_no_clipboard(self):
        page = self.page("#s=12")
        page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))")
        page.click(self.button("Copy ids"))
        page.wait("document.querySelector('#set-tools button').textContent === '12 ids copied'")
        page.click("#search")
        page.key("v", CONTROL, commands=["paste"])
        self.assertEqual(sorted(map(int, page.evaluate("document.getElementById('search').value").split())), sorted(self.result(12)["vertices"]))

    def test_csv_of_the_set(self):
        page = self.page("#s=20")
        name, content = page.downloaded(lambda: page.click(self.button("Download CSV")))
        self.assertEqual(name, "karate-set-20.csv")
        rows = list(csv.DictReader(io.StringIO(content.decode())))
        _, _, degrees = self.inside(self.result(20)["vertices"])
        self.assertEqual({int(row["vertex"]): int(row["degree_inside"]) for row in rows}, degrees)
        for row in rows:
            v = int(row["vertex"])
            self.assertEqual(int(row["degree_inside"]) + int(row["degree_outside"]), sum(v in edge[:2] for edge in self.edges))
            self.assertEqual(int(row["member_from_s"]), min(s for s in (5, 12, 20) if all(
                v in one["vertices"] for one in self.results if s <= one["s"] <= 20)))

    def test_csv_of_the_sizes(self):
        page = self.page()
        name, content = page.downloaded(lambda: page.click("#size-table .tools button"))
        self.assertEqual(name, "karate-sizes.csv")
        rows = list(csv.DictReader(io.StringIO(content.decode())))
        self.assertEqual([[int(row["s"]), int(row["edges"]), float(row["edge density"]), float(row["upper bound"]), float(row["gap"]), row["method"]] for row in rows],
                         [[one["s"], one["edges"], one["edge_density"], one["bound"], one["gap"], one["method"]] for one in self.results])


class ReportDrawing(ReportPageTest):
    """The drawing of the set."""
    OPTIONS = ("-s", "5,14,20")

    def spots(self, page):
        """A vertex apart from all others, one of its neighbours, and a vertex that is not a neighbour, with their places."""
        places = {name: tuple(place) for name, place in self.places(page)}
        apart = lambda a, b: (places[a][0] - places[b][0]) ** 2 + (places[a][1] - places[b][1]) ** 2 > 900
        near = {v: {b if a == v else a for a, b, _ in self.edges if v in (a, b)} & set(places) for v in places}
        for v in places:
            if all(v == w or apart(v, w) for w in places):
                friends = [w for w in near[v] if all(w == x or apart(w, x) for x in places)]
                others = [w for w in places if w != v and w not in near[v] and all(w == x or apart(w, x) for x in places)]
                if friends and others:
                    return [(one, places[one]) for one in (v, friends[0], others[0])]
        raise AssertionError("no vertex lies alone")

    def test_hover_dims_what_is_far(self):
        page = self.page("#s=14")
        (vertex, at), (friend, _), (stranger, _) = self.spots(page)
        before = page.evaluate(PICTURE)
        self.assertEqual(page.evaluate(FAINT), [])
        page.mouse("mouseMoved", *self.on_drawing(page, at))
        page.frame()
        faint = page.evaluate(FAINT)
        self.assertNotIn(str(vertex), faint)
        self.assertNotIn(str(friend), faint)
        self.assertIn(str(stranger), faint)
        page.leave()
        page.frame()
        self.assertEqual(page.evaluate(PICTURE), before)

    def test_names_stay_inside_of_the_drawing(self):
        page = self.page("#s=20")
        self.assertEqual(page.evaluate("""(() => {
          const box = document.querySelector("svg.drawing").getBoundingClientRect();
          return [...document.querySelectorAll(".drawing text")].map((one) => one.getBoundingClientRect())
            .filter((one) => one.left < box.left || one.right > box.right || one.top < box.top).length;
        })()"""), 0)

    def test_a_click_picks_a_vertex(self):
        page = self.page("#s=14")
        (vertex, at), _, (stranger, _) = self.spots(page)
        page.click_at(*self.on_drawing(page, at))
        self.assertTrue(page.evaluate(VERTEX).startswith(f"{vertex} has "))
        page.leave()
        page.frame()
        self.assertIn(str(stranger), page.evaluate(FAINT))
        page.click_at(*self.on_drawing(page, at))
        self.assertEqual(page.evaluate(VERTEX), "")

    def test_the_drawing_as_a_file(self):
        page = self.page("#s=14")
        name, content = page.downloaded(lambda: page.click("#drawing .tools button"))
        self.assertTrue(name.endswith("set-14.svg"), name)
        space = "{http://www.w3.org/2000/svg}"
        root = ElementTree.fromstring(content)
        named = [one.find(f"{space}title") for one in root.iter() if one.tag != f"{space}svg"]
        self.assertEqual(sorted(int(title.text) for title in named if title is not None), sorted(self.result(14)["vertices"]))
        self.assertEqual(sum(one.get("d", "").count("M") for one in root.iter(f"{space}path")), self.result(14)["edges"])


class ReportViews(ReportPageTest):
    """Small screens, dark screens, paper, and keys alone."""
    OPTIONS = ("-s", "2:34:4")

    def test_narrow_screens(self):
        for width in (400, 320):
            page = self.page("#s=10&v=34", width=width, height=800, touch=True)
            page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            for result in self.results:
                self.go(page, result["s"])
                self.fits(page)

    def test_the_window_changes(self):
        """Slider and curve stay in line, whatever the width."""
        page = self.page("#s=10")
        for width in (400, 1200, 320, 700):
            page.resize(width, 800)
            page.frame()
            self.fits(page)
            cursor, thumb = page.evaluate("""(css) => {
              const range = document.querySelector(css), box = range.getBoundingClientRect();
              return [document.querySelector("#curve .cursor").getBoundingClientRect().left, box.left + 8 + (box.width - 16) * range.value / range.max];
            }""", SLIDER)
            self.assertAlmostEqual(cursor, thumb, delta=2)

    def test_inside_of_another_page(self):
        """As in a notebook: the page works, and stays itself."""
        frame = self.write("frame.html", '<!DOCTYPE html><html lang="en"><title>f</title><iframe title="r" style="width:1000px;height:800px" '
                           f'srcdoc="{html.escape(self.file.read_text())}"></iframe></html>')
        page = self.shown(frame)
        inside = "document.querySelector('iframe').contentDocument"
        page.wait(f"{inside}?.documentElement.dataset.ready === 'yes'")
        page.evaluate(f"{inside}.querySelector('.slider input').focus()")
        page.keys("Home", "ArrowRight", "ArrowRight")
        page.frame()
        self.assertEqual(page.evaluate(f"{inside}.getElementById('set-title').textContent.match(/[0-9]+/)[0]"), "10")

    def test_inside_of_a_notebook(self):
        """In the frame that the Python package writes, which isolates its page from the page around it."""
        sandbox = re.search(r'sandbox="([^"]*)"', (REPOSITORY / "tools/python/lode/studies.py").read_text())[1]
        frame = self.write("notebook.html", '<!DOCTYPE html><html lang="en"><title>n</title><body style="margin:0"><input id="note" aria-label="n">'
                           f'<iframe title="r" style="border:0;display:block;width:1000px;height:3000px" sandbox="{sandbox}" '
                           f'srcdoc="{html.escape(self.file.read_text())}"></iframe></body></html>')
        page, alone = self.shown(frame, height=3100), self.page(width=1000, height=3000)
        _, top, _, _ = page.box("iframe")
        place = lambda words: [a + b for a, b in zip(alone.evaluate("""(css) => {
          const box = document.querySelector(css).getBoundingClientRect();
          return [box.left + box.width / 2, box.top + box.height / 2]; }""", words), (0, top))]
        spots = [place(f"#set-tools button:nth-child({i})") for i in (1, 2)]
        members = sorted(self.result(self.size(alone))["vertices"])
        page.call("Page.bringToFront")
        page.click_at(*spots[0])
        page.click("#note")
        page.key("v", CONTROL, commands=["paste"])
        self.assertEqual(sorted(map(int, page.evaluate("note.value").split())), members)
        name, content = page.downloaded(lambda: page.click_at(*spots[1]))
        self.assertEqual(sorted(int(row["vertex"]) for row in csv.DictReader(io.StringIO(content.decode()))), members)
        self.assertTrue(name.startswith("karate-set-"))

    def test_without_scripts(self):
        page = self.shown(self.file)
        page.call("Emulation.setScriptExecutionDisabled", value=True)
        page.go()
        self.assertIn("This page needs scripts", page.evaluate("document.body.innerText"))
        page.call("Emulation.setScriptExecutionDisabled", value=False)
        page.go()

    def test_dark(self):
        page = self.page("#s=10", scheme="dark")
        self.assertLess(self.brightness(page, "background-color"), 80)
        self.assertGreater(self.brightness(page, "color"), 160)
        fill = "getComputedStyle(document.querySelector('.drawing .vertex')).fill"
        dark = page.evaluate(fill)
        page.colours("light")
        page.frame()
        self.assertGreater(self.brightness(page, "background-color"), 200)
        self.assertNotEqual(page.evaluate(fill), dark)

    def test_paper(self):
        page = self.page("#s=34", scheme="dark")
        page.colours("dark", "print")
        self.assertLess(self.brightness(page, "color"), 100)
        self.assertEqual(page.evaluate("""[...document.querySelectorAll("button:not(.link), input, select, summary")]
          .filter((one) => one.checkVisibility() && !one.closest("thead")).length"""), 0)
        page.colours("light")
        self.assertIn(pages_of(page.pdf()), range(2, 7))

    def test_keys_alone(self):
        page = self.page("#s=10")
        page.key("Tab")
        self.assertEqual(page.evaluate("document.activeElement.getAttribute('href')"), "#explore")
        self.assertGreater(page.evaluate("document.activeElement.getBoundingClientRect().width"), 10)
        order = []
        for _ in range(200):
            page.key("Tab")
            order.append(page.evaluate("""(() => { const one = document.activeElement;
              return one.id || one.dataset?.value || one.type || one.className?.baseVal || one.className || one.tagName; })()"""))
            if order[-1] == "BODY":
                break
        self.assertEqual(order[-1], "BODY", "the focus never leaves the page")
        for one in ("density", "degree", "weight", "range", "search", "scroll"):
            self.assertIn(one, order)
        page = self.page("#s=10")
        reach = lambda test: any(page.evaluate(test) or page.key("Tab") for _ in range(60))
        self.assertTrue(reach("document.activeElement.type === 'range'"))
        page.key("End")
        self.assertEqual(self.size(page), 34)
        self.assertTrue(reach("document.activeElement.id === 'search'"))
        page.type("33")
        page.key("Enter")
        self.assertTrue(page.evaluate(VERTEX).startswith("33 has 12 neighbours"))

    def test_what_has_the_focus_is_outlined(self):
        page = self.page("#s=10")
        for selector in ("#curve .choice button", SLIDER, "#search", "#size-table thead button"):
            page.evaluate("document.activeElement.blur()")
            plain = page.evaluate("(css) => { const style = getComputedStyle(document.querySelector(css)); return style.outlineStyle + style.outlineWidth + style.boxShadow; }", selector)
            page.evaluate("(css) => document.querySelector(css).focus({focusVisible: true})", selector)
            seen = page.evaluate("(css) => { const style = getComputedStyle(document.querySelector(css)); return style.outlineStyle + style.outlineWidth + style.boxShadow; }", selector)
            self.assertNotEqual(seen, plain, selector)


if __name__ == "__main__":
    main()
