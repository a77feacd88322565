"""The base of the tests of pages: one browser for each class, and the check that a page logs nothing."""
import json
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))

from browser import Browser
from test_cli import ToolTest


class PageTest(ToolTest):
    """A test with a browser. Each page that it shows must log nothing and ask the network for nothing."""

    @classmethod
    def setUpClass(cls):
        browser = Browser()
        cls.browser = browser.__enter__()
        cls.addClassCleanup(browser.__exit__)

    def shown(self, file, rest="", **view):
        page = self.browser.open(file, rest, **view)
        self.addCleanup(self.left, page)
        return page

    def left(self, page):
        self.stays_quiet(page)
        page.close()

    def stays_quiet(self, page):
        page.frame()
        self.assertEqual(page.complaints, [])
        self.assertEqual(page.requests, [])

    def graph(self, labels, edges, name="graph.json", weights=None):
        """A file with a graph: names of vertices, and edges as pairs of their places."""
        links = [{"source": a, "target": b, **({"weight": weights[i]} if weights else {})} for i, (a, b) in enumerate(edges)]
        nodes = [{"id": i, "label": label} for i, label in enumerate(labels)]
        return self.write(name, json.dumps({"nodes": nodes, "links": links}))

    def fits(self, page):
        """No sideways scrolling."""
        wide, inside = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        self.assertLessEqual(wide, inside, f"the page is {wide} pixels wide in a window of {inside}")

    def brightness(self, page, property_name, clear=None):
        """0 to 255: how bright a colour of the body is; `clear` is what shows where the body has none."""
        colour = page.evaluate("(name) => getComputedStyle(document.body).getPropertyValue(name)", property_name)
        if colour == "rgba(0, 0, 0, 0)" and clear == "white":
            return 255
        found = re.fullmatch(r"rgb\((\d+), (\d+), (\d+)\)", colour)
        self.assertTrue(found, colour)
        return sum(map(int, found.groups())) / 3
