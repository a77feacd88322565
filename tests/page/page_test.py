"""The base of the tests of pages: one browser for each class, and the check that a page logs nothing."""
import pathlib
import re
import sys
from xml.sax.saxutils import escape, quoteattr

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))

from browser import Browser
from test_cli import ToolTest


def graphml(labels, edges, weights=None, attributes=None):
    """GraphML: labels of vertices, edges as pairs of their places, and lists of values by the names of attributes."""
    columns = {"label": labels, **(attributes or {})}
    keys = "".join(f'<key id="k{i}" for="node" attr.name={quoteattr(name)}/>\n' for i, name in enumerate(columns))
    nodes = "".join(f'<node id="{v}">' + "".join(f'<data key="k{i}">{escape(column[v])}</data>' for i, column in enumerate(columns.values()))
                    + "</node>\n" for v in range(len(labels)))
    links = "".join(f'<edge source="{a}" target="{b}">' + (f'<data key="weight">{weights[i]}</data>' if weights else "") + "</edge>\n"
                    for i, (a, b) in enumerate(edges))
    return f"<graphml>\n{keys}<graph>\n{nodes}{links}</graph>\n</graphml>\n"


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

    def graph(self, labels, edges, name="graph.graphml", weights=None):
        """A file with a graph: names of vertices, and edges as pairs of their places."""
        return self.write(name, graphml(labels, edges, weights))

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
