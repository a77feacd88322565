#!/usr/bin/env python3
"""lode convert from outside. LODE names the binary."""
import gzip
import os
import re
import signal
import subprocess
import time
import unittest
import xml.etree.ElementTree

from test_cli import LODE, ToolTest, lode

WEIGHTED = "".join(f"{u} {v} {w}\n" for u, v, w in
                   ((1, 2, 0.1), (1, 3, 1 / 3), (2, 3, 7), (3, 5, 1e90), (5, 2**64 - 1, 1e-100)))
LABELS = 'plain "x,y"\n"a b" "say ""x"""\nplain é→\n"<&>" "<&>"\nplain "<&>"\n'


def local(element):
    return element.tag.rpartition("}")[2]


class Convert(ToolTest):
    def convert(self, *arguments, **more):
        result = lode("convert", *arguments, **more)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stderr

    def test_both_reports(self):
        notes = self.convert("karate", self.folder / "k.mtx.gz").splitlines()
        self.assertEqual(len(notes), 2)
        self.assertRegex(notes[0], r"^read karate: 34 vertices, 78 edges")
        self.assertRegex(notes[1], r"^wrote .*/k\.mtx\.gz: Matrix Market \(gzip\): 34 vertices, 78 edges; \d+ bytes")
        text = gzip.open(self.folder / "k.mtx.gz", "rt").read()
        self.assertIn("\n34 34 78\n", text)
        self.assertEqual(self.convert("-q", "karate", self.folder / "quiet.mtx"), "")

    def test_standard_streams(self):
        result = lode("convert", "-", "-", "--to", "metis", stdin="0 1\n1 2\n3 3\n")
        self.assertEqual(result.stdout, "% lode convert - - --to metis\n4 2\n2\n1 3\n2\n\n")
        self.assertIn("names dropped: vertices are numbered 1..n", result.stderr)
        result = subprocess.run([LODE, "convert", "karate", "-", "--to", "lode"], capture_output=True)
        self.assertEqual(result.stdout[:8], b"\x89lode\r\n\x1a")

    def test_names(self):
        source = self.write("labels.txt", LABELS)
        names = self.folder / "names.csv"
        notes = self.convert(source, self.folder / "x.clq", "--labels", "--names", names)
        self.assertIn("names dropped", notes)
        self.assertEqual(names.read_text(), 'vertex,name\n1,<&>\n2,a b\n3,plain\n4,"say ""x"""\n5,"x,y"\n6,é→\n')
        self.assertNotIn("dropped: vertices", self.convert("karate", self.folder / "k.clq"))

    def test_onto_itself(self):
        for name in ("g.txt", "g.lode"):
            path = self.folder / name
            self.convert("karate", path)
            kept = path.read_bytes()
            hard, soft = self.folder / ("hard" + path.suffix), self.folder / ("soft" + path.suffix)
            os.link(path, hard)
            os.symlink(path, soft)
            for output in (path, hard, soft):
                for options in ((), ("--force",), ("--force", "--memory", "100M")):
                    self.fail_with(2, ["is the input"], "convert", path, output, *options)
            self.assertEqual(path.read_bytes(), kept)
            hard.unlink()
            soft.unlink()
        library = self.folder / "library"
        library.mkdir()
        graph = self.write("library/known.txt", "1 2 5\n2 3 5\n")
        self.fail_with(2, ["is the input"], "convert", "known", graph, "--force",
                       LODE_DATA=str(library))
        self.assertEqual(graph.read_text(), "1 2 5\n2 3 5\n")


class ConvertExports(ToolTest):
    """Formats of other programs, read by other parsers."""

    def export(self, ending, text, *arguments):
        path = self.folder / ("graph." + ending)
        result = lode("convert", self.write("source.txt", text), path, *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return path

    EDGES = {(1, 2): 0.1, (1, 3): 1 / 3, (2, 3): 7.0, (3, 5): 1e90, (5, 2**64 - 1): 1e-100}

    def test_graphml(self):
        root = xml.etree.ElementTree.parse(self.export("graphml", WEIGHTED, "--weighted")).getroot()
        self.assertEqual(local(root), "graphml")
        keys = {key.get("id"): key.get("attr.name") for key in root if local(key) == "key"}
        graph = next(element for element in root if local(element) == "graph")
        self.assertEqual(graph.get("edgedefault"), "undirected")
        values = {element: {keys[data.get("key")]: data.text for data in element} for element in graph}
        names = {node.get("id"): int(values[node]["label"]) for node in graph if local(node) == "node"}
        edges = {(names[edge.get("source")], names[edge.get("target")]): float(values[edge]["weight"])
                 for edge in graph if local(edge) == "edge"}
        self.assertEqual(sorted(names.values()), [1, 2, 3, 5, 2**64 - 1])
        self.assertEqual(edges, self.EDGES)

    def test_labels_and_isolated_vertices(self):
        expected = sorted(["a b", 'say "x"', "plain", "x,y", "é→", "<&>", "alone"])
        text = LABELS + "alone alone\n"
        root = xml.etree.ElementTree.parse(self.export("graphml", text, "--labels")).getroot()
        self.assertEqual(sorted(data.text for node in root.iter() if local(node) == "node" for data in node), expected)
        dot = self.export("dot", text, "--labels").read_text()
        labels = [re.sub(r"\\(.)", r"\1", label) for label in re.findall(r'\[label="((?:[^"\\]|\\.)*)"\];', dot)]
        self.assertEqual(sorted(labels), expected)

    def test_graphviz_is_refused_as_input(self):
        path = self.export("dot", "0 1\n1 2\n")
        self.fail_with(3, ["a format lode does not read", "edges"], "info", path)


class ConvertRefuses(ToolTest):
    def test_usage(self):
        self.fail_with(2, ["lode convert --help"], "convert")
        self.fail_with(2, ["lode convert --help"], "convert", "karate")
        self.fail_with(2, ["--to", "mtx", "graphml"], "convert", "karate", "-")
        self.fail_with(2, ["--to", "its ending"], "convert", "karate", self.folder / "x")
        self.fail_with(2, ["--to", "its ending"], "convert", "karate", self.folder / "x.bz2")
        self.fail_with(2, ["webgraph", "not a format lode writes"], "convert", "karate", "-", "--to", "webgraph")
        self.fail_with(2, ["cannot be compressed"], "convert", "karate", self.folder / "x.lode.zst")
        self.fail_with(3, ["no such file"], "convert", self.folder / "none.txt", self.folder / "x.mtx")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_before_reading(self):
        source = self.write("bad.txt", "0 x\n")
        existing = self.write("old.mtx", "old")
        self.fail_with(2, ["exists already"], "convert", source, existing)
        self.fail_with(1, ["the folder does not exist"], "convert", source, self.folder / "none" / "x.mtx")
        self.fail_with(2, ["exists already"], "convert", source, self.folder / "x.mtx", "--names", existing)
        self.assertEqual(existing.read_text(), "old")

    def refuse(self, code, words, *arguments, **more):
        result = subprocess.run([LODE, "convert", *map(str, arguments)], capture_output=True, text=True, **more)
        self.assertEqual(result.returncode, code, result.stderr)
        for word in words:
            self.assertIn(word, result.stderr)

    def test_weights(self):
        source = self.write("w.txt", "0 1 0.5\n")
        self.refuse(2, ["holds no weights", "mtx"], source, self.folder / "x.clq", "--weighted")
        self.refuse(2, ["edge 0 1 has 0.5"], source, self.folder / "x.graph", "--weighted")
        self.assertEqual([path.name for path in self.folder.iterdir()], ["w.txt"])


class ConvertInterrupted(ToolTest):  # slow
    """A signal in the middle of a write: the old file or the new one, never half of one."""

    def setUp(self):
        super().setUp()
        self.source = self.folder / "source.lode"
        self.succeed("generate", "rmat", "--scale", "15", "--lines", "500000", "-o", self.folder / "source.txt")
        self.succeed("convert", self.folder / "source.txt", self.source)
        self.output = self.write("out.graphml", "old")
        self.before = {path.name for path in self.folder.iterdir()}

    def leftovers(self):
        return {path.name for path in self.folder.iterdir()} - self.before

    def interrupt(self, number):
        """Sends a signal once some of the output has been written; the exit code."""
        process = subprocess.Popen([LODE, "convert", self.source, self.output, "--force"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while process.poll() is None:
            if any(os.path.getsize(self.folder / name) > 0 for name in self.leftovers() if (self.folder / name).exists()):
                process.send_signal(number)
                break
            time.sleep(0.001)
        return process.wait(timeout=280)

    def test_asked_to_stop(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            self.assertEqual(self.interrupt(number), 128 + number)
            self.assertEqual(self.output.read_text(), "old")
            self.assertEqual(self.leftovers(), set())


if __name__ == "__main__":
    unittest.main(verbosity=2)
