#!/usr/bin/env python3
"""The driver of Chromium sees what goes wrong in a page."""
import os
import pathlib
import sys
import unittest

os.environ.setdefault("LODE", str(pathlib.Path(__file__).resolve().parents[2] / "build/release/bin/lode"))

from page_test import PageTest

PAGE = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>t</title><style>p { color: red }</style></head><body></body></html>"""


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


if __name__ == "__main__":
    unittest.main(verbosity=2)
