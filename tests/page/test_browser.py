#!/usr/bin/env python3
"""The driver of Chromium reports errors and requests of pages, and leaves no process or file behind."""
import os
import pathlib
import signal
import subprocess
import sys
import unittest

os.environ.setdefault("LODE", str(pathlib.Path(__file__).resolve().parents[2] / "build/release/bin/lode"))

import browser
from page_test import PageTest

PAGE = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>t</title><style>
body { margin: 0 } #far { margin-top: 3000px } #cover { position: fixed; inset: 0 0 auto auto; width: 90px; height: 90px }
#under { position: fixed; top: 0; right: 0 } @media (prefers-color-scheme: dark) { body { color: white; background: black } }
</style></head><body><input id="field" aria-label="f"><button id="far">far</button><button id="under">u</button><div id="cover"></div>
<input id="range" type="range" min="0" max="100" value="50" aria-label="r"><canvas id="pad" width="100" height="100"></canvas>
<script>
window.seen = [];
pad.addEventListener("wheel", (event) => event.preventDefault(), {passive: false});  // else the page scrolls before anybody is told
for (const kind of ["click", "dblclick", "pointerdown", "pointermove", "pointerup", "wheel", "touchstart", "touchend", "keydown"])
  document.addEventListener(kind, (event) => window.seen.push([kind, event.target.id, event.pointerType || event.key || "", event.isTrusted]));
</script></body></html>"""


class DriverOfPages(PageTest):
    """Pages that this file writes."""

    def page(self, script="", rest="", **view):
        return self.browser.open(self.write("page.html", PAGE.replace("</body>", f"<script>{script}</script></body>")), rest, **view)

    def complaints(self, script):
        page = self.page(script)
        page.frame()
        page.close()
        return page.complaints

    def test_what_goes_wrong_is_seen(self):
        self.assertEqual(self.complaints(""), [])
        for script, words in (("console.log('a', 1)", "console.log: a 1"), ("console.error('b')", "console.error: b"),
                              ("no.such.thing()", "ReferenceError"), ("Promise.reject(new Error('c'))", "Error: c"),
                              ("alert('d')", "dialog: d"), ("dispatchEvent(new ErrorEvent('error', {message: 'e'}))", "console.error: e")):
            with self.subTest(script):
                self.assertRegex("\n".join(self.complaints(script)), words)

    def test_a_policy_that_is_broken_is_seen(self):
        text = PAGE.replace("<title>", "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\"><title>")
        page = self.browser.open(self.write("policy.html", text))
        self.assertIn("Content Security Policy", "\n".join(page.complaints))

    def test_requests_are_seen_and_lead_nowhere(self):
        for script, address in (("fetch('https://example.org/a').catch(() => 0)", "https://example.org/a"),
                                ("new Image().src = 'http://192.0.2.1/b.png'", "http://192.0.2.1/b.png"),
                                ("new WebSocket('wss://example.org/c')", "wss://example.org/c"),
                                ("navigator.sendBeacon('https://example.org/d')", "https://example.org/d"),
                                ("document.body.append(Object.assign(document.createElement('script'), {src: 'other.js'}))", "other.js")):
            with self.subTest(script):
                page = self.page(script)
                self.browser.until(lambda: page.requests, "no request is noted")
                self.assertTrue(page.requests[0].endswith(address), page.requests)
        page = self.page("new Image().src = URL.createObjectURL(new Blob(['<svg xmlns=\"http://www.w3.org/2000/svg\"/>'], {type: 'image/svg+xml'}))")
        page.frame()
        self.assertEqual((page.requests, page.complaints), ([], []))

    def test_mouse_and_keys(self):
        page = self.page()
        page.click("#far")
        page.click("#far", count=2)
        kinds = [tuple(one) for one in page.evaluate("seen")]
        self.assertEqual(kinds.count(("click", "far", "mouse", True)), 3)
        self.assertEqual(kinds.count(("dblclick", "far", "", True)), 1)
        page.click("#field")
        page.type("h\u00e9\u05e9\U0001f600")
        page.keys("x", "Home", "Delete")
        self.assertEqual(page.evaluate("field.value"), "\u00e9\u05e9\U0001f600x")
        page.click("#range", across=0.02)
        page.keys("ArrowRight", "ArrowRight")
        near = page.evaluate("range.valueAsNumber")
        self.assertLess(near, 15)
        page.key("End")
        self.assertEqual(page.evaluate("range.value"), "100")
        with self.assertRaisesRegex(browser.BrowserError, "no element #none"):
            page.click("#none")
        with self.assertRaisesRegex(browser.BrowserError, 'lies <div id="cover">'):
            page.click("#under")

    def test_touch_and_wheel(self):
        page = self.page(touch=True, width=400)
        page.tap("#far")
        page.wait("seen.some((one) => one[0] === 'click' && one[1] === 'far')")
        left, top, _, _ = page.box("#pad")
        page.swipe(((left + 10, top + 10), (left + 50, top + 50)), ((left + 90, top + 90), (left + 60, top + 60)))
        kinds = [tuple(one) for one in page.evaluate("seen")]
        self.assertEqual(kinds.count(("pointerdown", "pad", "touch", True)), 2)
        other = self.page()
        left, top, _, _ = other.box("#pad")
        other.wheel(left + 5, top + 5, -100)
        other.wait("seen.some((one) => one[0] === 'wheel' && one[1] === 'pad')")

    def test_views(self):
        page = self.page(rest="#s=5", scheme="dark", width=500, height=300)
        self.assertEqual(page.evaluate("[location.hash, innerWidth, innerHeight]"), ["#s=5", 500, 300])
        self.assertEqual(page.evaluate("getComputedStyle(document.body).color"), "rgb(255, 255, 255)")
        dark = page.screenshot()
        page.colours("light")
        self.assertEqual(page.evaluate("getComputedStyle(document.body).color"), "rgb(0, 0, 0)")
        light = page.screenshot(self.folder / "light.png")
        self.assertTrue(light.startswith(b"\x89PNG") and light != dark)
        self.assertEqual((self.folder / "light.png").read_bytes(), light)
        page.go("#s=6")
        self.assertEqual(page.evaluate("location.hash"), "#s=6")
        page.evaluate("document.title = 'changed'")
        self.assertEqual(page.reload().evaluate("[document.title, location.hash]"), ["t", "#s=6"])
        self.assertEqual(page.evaluate("(a, b) => a + b", 3, "x"), "3x")
        with self.assertRaisesRegex(browser.BrowserError, "ReferenceError"):
            page.evaluate("no.such")

    def test_pages_of_paper_are_counted(self):
        for count in (1, 2, 7):
            text = "".join(f'<p style="break-after:{"page" if i + 1 < count else "auto"}">{i}</p>' for i in range(count))
            page = self.browser.open(self.write("paper.html", f"<!DOCTYPE html><title>p</title>{text}"))
            self.assertEqual(browser.pages_of(page.pdf()), count)

    def test_what_leaves_a_page(self):
        page = self.page("""const link = document.createElement('a');
            link.id = 'link'; link.download = 'a b.csv'; link.textContent = 'file';
            link.href = URL.createObjectURL(new Blob(['x,y\\n1,\\u00e9\\n'])); document.body.prepend(link);
            const copy = document.createElement('button'); copy.id = 'copy'; copy.textContent = 'copy';
            copy.onclick = () => navigator.clipboard.writeText('copied'); document.body.prepend(copy);""")
        self.assertEqual(page.downloaded(lambda: page.click("#link")), ("a b.csv", "x,y\n1,\u00e9\n".encode()))
        page.click("#copy")
        page.wait("navigator.clipboard.readText().then((text) => text === 'copied')")
        self.assertEqual(page.clipboard(), "copied")
        page.click("#field")
        page.key("v", browser.CONTROL, commands=["paste"])
        self.assertEqual(page.evaluate("field.value"), "copied")

    def test_waiting_ends(self):
        page = self.page("setTimeout(() => (window.later = 7), 300)")
        self.assertEqual(page.wait("window.later"), 7)
        with self.assertRaisesRegex(browser.BrowserError, "waited 0.2 s in vain: never"):
            self.browser.until(lambda: page.evaluate("window.never"), "never", 0.2)


class DriverOfBrowsers(PageTest):
    """The process itself."""

    @staticmethod
    def processes(group):
        listed = subprocess.run(["ps", "-eo", "pgid,stat"], capture_output=True, text=True, check=True).stdout
        return sum(1 for line in listed.splitlines()[1:] if line.split()[0] == str(group) and line.split()[1][0] != "Z")

    def test_nothing_stays_behind(self):
        class Intended(Exception):
            pass

        with self.assertRaises(Intended):
            with browser.Browser() as other:
                group, scratch = other.process.pid, other.scratch
                other.open(self.write("page.html", PAGE))
                self.assertGreater(self.processes(group), 1)
                raise Intended
        self.browser.until(lambda: self.processes(group) == 0, "processes stay")
        self.assertFalse(scratch.exists())

    def test_a_browser_that_dies_is_an_error(self):
        with browser.Browser() as other:
            page = other.open(self.write("page.html", PAGE))
            group, scratch = other.process.pid, other.scratch
            os.kill(group, signal.SIGKILL)
            with self.assertRaisesRegex(browser.BrowserError, "Chromium has ended"):
                for _ in range(1000):
                    page.evaluate("1")
        self.browser.until(lambda: self.processes(group) == 0, "processes stay")
        self.assertFalse(scratch.exists())

    def test_without_chromium_tests_are_skipped(self):
        kept = browser.PROGRAMS
        self.addCleanup(setattr, browser, "PROGRAMS", kept)
        browser.PROGRAMS = ("no-such-browser",)
        with self.assertRaisesRegex(unittest.SkipTest, "^chromium is not installed$"):
            browser.Browser()


if __name__ == "__main__":
    unittest.main(verbosity=2)
