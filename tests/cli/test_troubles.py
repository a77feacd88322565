#!/usr/bin/env python3
"""Inputs that gave trouble to other programs, each with what lode must make of it. LODE names the binary; the inputs
are in reference/bug-hunt beside the folder that LODE_DATA names, and the test is skipped without them."""
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from test_cli import ToolTest  # noqa: E402

DATA = os.environ.get("LODE_DATA", "").split(":")[0]
INPUTS = pathlib.Path(DATA).parent / "reference" / "bug-hunt" if DATA else pathlib.Path("missing")

# Name, options: vertices and edges, and the weight of the best set of a size, if given.
READ = (
    ("01-hashtags.csv", "--comment none", 6, 6, (4, 5)),
    ("03-url-fragment.txt", "", 3, 3, (3, 3)),
    ("04-string-links.txt", "", 4, 4, (3, 3)),
    ("04-string-links.txt", "--weighted", 4, 4, (3, 1294)),
    ("06-flights.csv", "", 4, 4, (3, 3)),
    ("08-decimal-comma.txt", "--separator blanks", 4, 4, (3, 3)),
    ("10-comma-names.txt", "--separator blanks", 4, 4, (3, 3)),
    ("11-words-like-header.csv", "--no-header", 6, 5, None),
    ("13-quoted-semicolon.csv", "", 4, 4, (3, 3)),
    ("17-one-edge.csv", "", 2, 1, None),
    ("19-selfloop-vertices.txt", "", 5, 3, None),
    ("20-one-loop.txt", "--no-header", 1, 0, None),
    ("21-inline-comment.txt", "", None, 4, None),
    ("22-hashed-ids.txt", "", None, None, (3, 3)),
    ("23-mm-leading-blank.mtx", "", 5, 3, None),
    ("24-mm-indented.mtx", "", 4, 4, (3, 3)),
    ("25-mm-free-format.mtx", "--weighted", None, None, (3, 299.75)),
    ("27-mm-explicit-zero.mtx", "", None, 4, (3, 3)),
    ("28-mm-diagonal.mtx", "", None, 6, None),
    ("30-mm-duplicates.mtx", "", None, 2, None),
    ("31-gml-wide-ids.gml", "", 3, None, None),
    ("33-gml-nan-weight.gml", "", None, None, None),
    ("35-gml-gephi.gml", "--weighted", None, None, (2, 0.00068709)),
    ("36-gml-multigraph.gml", "", None, 2, None),
    ("39-metis-tabs.graph", "", None, None, (3, 3)),
    ("40-metis-node-weights.graph", "", None, 7, None),
    ("41-metis-vertex-weights.graph", "", None, 4, None),
    ("43-metis-self-loop.graph", "", 4, None, None),
    ("44-metis-parallel.graph", "", 3, None, None),
    ("45-metis-zero-weights.graph", "--weighted", None, None, (3, 7)),
    ("46-metis-trailing.graph", "", 4, 4, None),
    ("48-dimacs.col", "", 5, 4, None),
    ("50-shortest-paths.gr", "", 4, 4, (3, 3)),
    ("50-shortest-paths.gr", "--weighted", 4, 4, (3, 11)),
    ("51-dimacs-both-ways.clq", "", None, 4, None),
    ("53-konect-bip.edges", "", 3, None, None),
    ("55-netrepo.edges", "--weighted", None, None, None),
    ("56-weights-decimal.txt", "--weighted", None, None, None),
    ("61-dl-names.txt", "", None, None, (3, 3)),
    ("75-quoted-everything.csv", "--weighted", 3, 3, (3, 4.5)),
    ("76-sp-without-comments.gr", "", 4, 3, (3, 3)),
    ("76-sp-without-comments.gr", "--weighted", 4, 3, (3, 8)),
    ("81-angle-labels.txt", "", 3, 3, (3, 3)),
    ("84-zero-zero.txt", "--no-header", 1, 0, None),
    ("86-quoted-hash.csv", "", 3, 3, (3, 3)),
)

# Name, options, words of the message; the exit code is that of bad input.
REFUSED = (
    ("01-hashtags.csv", "", ("'#ai' begins like a comment; --comment names",)),
    ("08-decimal-comma.txt", "", (":1: commas and blanks may both separate the fields", "--separator")),
    ("10-comma-names.txt", "", (":1: commas and blanks may both separate the fields", "--separator")),
    ("09-semicolon-decimal-comma.csv", "--weighted", (":2:5: ", "'0,5' is not a number")),
    ("12-backslash-quotes.csv", "", (":2:11: ", "text follows a closing quote")),
    ("15-newline-in-quotes.csv", "", ("a quoted field does not end on its line",)),
    ("18-degrees.nde", "", (":1:2: ", "only one number on the line")),
    ("26-mm-one-percent.mtx", "", ("banner",)),
    ("29-mm-fortran.mtx", "--weighted", ("'1.5D+00' is not a number",)),
    ("32-gml-negative-ids.gml", "", (":2:12: ", "id -5 is negative")),
    ("33-gml-nan-weight.gml", "--weighted", ("not finite",)),
    ("34-gml-raw-quote.gml", "", ("&quot;",)),
    ("38-gml-word-ids.gml", "", ("'n42' is not an integer",)),
    ("42-metis-arcs-counted.graph", "", ("declares 8 edges",)),
    ("47-metis-last-isolated-line-missing.graph", "", ("an isolated vertex has an empty line",)),
    ("52-pajek.net", "", ("a Pajek network", "read_pajek")),
    ("54-konect-signed.edges", "--weighted", ("weight -1 is negative",)),
    ("57-thousands.csv", "", (":1:", "is not an integer id")),
    ("58-excel-ids.csv", "", ("is not an integer id",)),
    ("60-missing-end.csv", "", ("a field is empty where an id belongs",)),
    ("84-zero-zero.txt", "", ("--no-header",)),
    ("20-one-loop.txt", "", ("--no-header",)),
)


@unittest.skipUnless(INPUTS.is_dir(), "reference/bug-hunt is not beside the folder that LODE_DATA names")
class Troubles(ToolTest):
    def test_what_is_read(self):
        for name, options, vertices, edges, best in READ:
            with self.subTest(name=name, options=options):
                size = str(best[0]) if best else "1"
                document = self.find_json(INPUTS / name, *options.split(), "-s", size)
                graph = document["graph"]
                if vertices is not None:
                    self.assertEqual(graph["vertices"], vertices)
                if edges is not None:
                    self.assertEqual(graph["edges"], edges)
                if best:
                    self.assertAlmostEqual(document["results"][0]["weight"], best[1])

    def test_what_is_refused(self):
        for name, options, words in REFUSED:
            with self.subTest(name=name, options=options):
                self.fail_with(3, words, "info", INPUTS / name, *options.split())

    def test_every_header_is_one(self):
        for header in (INPUTS / "83-header-rows.txt").read_text().split():
            with self.subTest(header=header):
                text = self.succeed("info", self.write("g.csv", header + "\nqq,ww\nww,ee\nqq,ee\nee,rr\n"))
                self.assertIn("4 vertices, 4 edges", text)

    def test_the_screen_tells_of_comments_and_marks(self):
        text = self.succeed("info", INPUTS / "53-konect-bip.edges")
        self.assertIn("two kinds of vertices", text)
        text = self.succeed("info", INPUTS / "01-hashtags.csv", "--comment", "#")
        self.assertIn("4 comment lines", text)


if __name__ == "__main__":
    unittest.main()
