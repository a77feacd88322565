#!/usr/bin/env python3
"""Cores cut elsewhere: find, bounds, verify and convert speak of the graph that the input is a core of."""
import json
import os
import pathlib
import random
import re
import sqlite3
import subprocess
import unittest

from test_cli import LODE, ToolTest, lode

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


def random_edges(n, p, seed):
    rng = random.Random(seed)
    return [(u, v) for u in range(n) for v in range(u) if rng.random() < p]


def peeled(edges, c):
    """The c-core, in the plainest way."""
    while True:
        degree = {}
        for u, v in edges:
            degree[u] = degree.get(u, 0) + 1
            degree[v] = degree.get(v, 0) + 1
        fewer = [(u, v) for u, v in edges if degree[u] >= c and degree[v] >= c]
        if len(fewer) == len(edges):
            return edges
        edges = fewer


def lines(edges):
    return "".join(f"{u} {v}\n" for u, v in edges)


class CoreOf(ToolTest):
    def setUp(self):
        super().setUp()
        #: A clique of 6 (0..5) and a cycle of 8 around it with three edges to it: the 3-core is the clique.
        self.clique = [(u, v) for u in range(6) for v in range(u)]
        self.whole = self.clique + [(6 + i, 6 + (i + 1) % 8) for i in range(8)] + [(6 + 2 * i, i) for i in range(3)]
        self.core_path = self.write("core.txt", lines(self.clique))
        self.whole_path = self.write("whole.txt", lines(self.whole))

    def declared(self, c=3, *more):
        path = self.folder / "core.lode"
        self.succeed("convert", self.whole_path, path, "--core", c, "--force", *more)
        return path

    def test_the_method_exact_proves_nothing_of_what_lies_outside(self):
        cube = [(u, u | bit) for u in range(8) for bit in (1, 2, 4) if not u & bit]
        path = self.write("cube.txt", lines(cube))
        found = json.loads(self.succeed("find", path, "-s", "8", "--core-of", 3, "--method", "exact",
                                        "--format", "json"))["results"][0]
        # Eight vertices outside a 3-core have up to 13 edges.
        self.assertEqual((found["edges"], found["bound_rule"], found["bound"]), (12, "core-of", 13))
        self.assertFalse(found["proven_optimal"])

    def test_what_is_printed(self):
        text = self.succeed("find", self.core_path, "-s", "5", "--core-of", "3")
        self.assertIn("input declared to be the 3-core of a larger graph: bounds are of that graph", text)
        self.assertIn("10 edges (core-of): proven optimal", text)
        declared = self.declared()
        for command in (("find", declared, "-s", "5"), ("bounds", declared, "-s", "5"),
                        ("find", declared, "-s", "5", "--core-of", "3")):
            self.assertIn("input declared to be the 3-core of a graph with 14 vertices, 26 edges",
                          self.succeed(*command))
        found = json.loads(self.succeed("find", declared, "-s", "5", "--format", "json"))
        self.assertEqual(found["core_of"], {"core": 3, "vertices": 14, "edges": 26, "weight": 26, "bounds": []})
        self.assertNotIn("core_of", json.loads(self.succeed("find", self.core_path, "-s", "5", "--format", "json")))

    def test_other_commands_say_that_they_speak_of_the_input_alone(self):
        declared = self.declared()
        for command in (("info", declared), ("densest", declared), ("report", declared),
                        ("compare", declared, "-s", "3", "--methods", "peeling")):
            result = lode(*command)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn("the 3-core of a graph with 14 vertices, 26 edges: what follows is about the input alone",
                          result.stderr)

    def test_certificates(self):
        declared = self.declared()
        certificate = self.folder / "certificate.json"
        for command, source in (("find", declared), ("bounds", self.core_path)):
            more = ("--core-of", "3") if source == self.core_path else ()
            self.succeed(command, source, "-s", "3:6", "--certificate", certificate, "--force", *more)
            for graph in (declared, self.core_path):
                text = self.succeed("verify", graph, "--certificate", certificate)
                self.assertEqual(text.count(": verified"), 4)
                self.assertIn("bounds of every graph that the input is the 3-core of", text)
            self.succeed("verify", self.core_path, "--certificate", certificate, "--core-of", "3")
            self.fail_with(4, ["declared to be the 4-core"], "verify", self.core_path, "--certificate", certificate,
                           "--core-of", "4")
        good = json.loads(certificate.read_text())
        self.assertEqual(good["core_of"], 3)

        def refused(words, change):
            changed = json.loads(certificate.read_text())
            change(changed)
            self.fail_with(4, words, "verify", self.core_path, "--certificate",
                           self.write("bad.json", json.dumps(changed)))

        refused(["vertex 0 has degree 5"], lambda json: json.update(core_of=6))
        refused(["no core is declared"], lambda json: json.pop("core_of"))
        refused(["step"], lambda json: json["claims"][0]["steps"][-1].update(value=2))
        # Bounds of the core alone say nothing of the whole graph.
        self.succeed("find", self.core_path, "-s", "5", "--certificate", certificate, "--force")
        self.succeed("verify", self.core_path, "--certificate", certificate)
        self.fail_with(4, ["of the graph itself"], "verify", declared, "--certificate", certificate)

    def test_results_are_verified(self):
        declared = self.declared()
        result = self.write("result.json", self.succeed("find", declared, "-s", "4:5", "--format", "json"))
        self.assertIn("verified", self.succeed("verify", declared, "--result", result))
        self.fail_with(4, ["declared to be the 2-core"], "verify", self.core_path, "--result", result, "--core-of", "2")
        kept = self.folder / "set.txt"
        self.succeed("find", declared, "-s", "4", "-o", kept)
        self.assertIn("verified", self.succeed("verify", declared, "--set", kept))
        self.fail_with(4, ["vertex 0 has degree 5"], "verify", self.core_path, "--set", kept, "--core-of", "6")

    def test_wrong_declarations(self):
        for command in ("find", "bounds"):
            self.fail_with(3, ["core.txt", "6-core", "vertex 0 has degree 5"], command, self.core_path, "-s", "3",
                           "--core-of", "6")
            self.fail_with(3, ["integer"], command, self.core_path, "-s", "3", "--core-of", "1.5")
            self.fail_with(3, ["at least 1"], command, self.core_path, "-s", "3", "--core-of", "0")
            self.fail_with(2, ["--core-of"], command, self.core_path, "-s", "3", "--core-of", "-1")
            self.fail_with(2, ["the core has 6 vertices", "outside"], command, self.core_path, "-s", "7", "--core-of", "3")
            self.fail_with(2, ["--core-of", "3-core of a graph with 14"], command, self.declared(), "-s", "3",
                           "--core-of", "4")

    def test_convert_cuts_cores(self):
        declared = self.declared()
        plain = self.folder / "plain.lode"
        self.succeed("convert", self.core_path, plain)
        self.assertEqual(plain.read_bytes()[12], 2)
        self.assertEqual(declared.read_bytes()[12], 3)
        # A core of a core is one of the whole graph; copies keep what they declare.
        self.succeed("convert", self.declared(2), self.folder / "inner.lode", "--core", "3")
        self.succeed("convert", self.folder / "inner.lode", self.folder / "copy.lode")
        for name in ("inner.lode", "copy.lode"):
            self.assertEqual((self.folder / name).read_bytes(), self.declared().read_bytes(), name)
        note = lode("convert", declared, self.folder / "list.txt")
        self.assertEqual(note.returncode, 0, note.stderr)
        self.assertIn("does not say that it is the 3-core", note.stderr)
        out = self.folder / "out.lode"
        for words, arguments in ((["already"], (declared, out, "--core", "2")),
                                 (["no subgraph"], (self.whole_path, out, "--core", "6")),
                                 (["integer"], (self.whole_path, out, "--core", "2.5")),
                                 (["lode"], (self.whole_path, self.folder / "out.txt", "--core", "3")),
                                 (["--memory"], (self.whole_path, out, "--core", "3", "--memory", "1G"))):
            self.fail_with(2, words, "convert", *arguments)
        self.assertFalse(out.exists())


class Recipes(ToolTest):
    """What docs/distributed.md shows."""

    def setUp(self):
        super().setUp()
        self.page = (REPOSITORY / "docs/distributed.md").read_text()
        self.edges = random_edges(60, 0.07, 5) + [(u, v) for u in range(12) for v in range(u)]
        self.simple = sorted({(min(e), max(e)) for e in self.edges})
        self.core = peeled(self.simple, 3)
        self.assertLess(len(self.core), len(self.simple))

    def test_awk_and_sort(self):
        rng = random.Random(7)
        messy = [edge if rng.random() < 0.5 else edge[::-1] for edge in self.edges * 2] + [(3, 3)]
        rng.shuffle(messy)
        self.write("whole.txt", "# a comment\n" + lines(messy))
        script = re.search(r"## sort and awk.*?```sh\n(.*?)```", self.page, re.S).group(1)
        folder = pathlib.Path(LODE).resolve().parent
        run = subprocess.run(["sh", "-e", "-c", script], cwd=self.folder, capture_output=True, text=True, timeout=120,
                             env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
        self.assertEqual(run.returncode, 0, run.stderr)
        cut = {tuple(map(int, line.split())) for line in (self.folder / "core.txt").read_text().splitlines()}
        self.assertEqual(cut, set(self.core))
        self.assertIn("declared to be the 3-core of a larger graph", run.stdout)
        self.assertIn("45 edges (core-of): proven optimal", run.stdout)

    def test_sql(self):
        statements = re.search(r"## DuckDB.*?```sql\n(.*?)```", self.page, re.S).group(1).split(";\n")
        database = sqlite3.connect(":memory:")
        database.execute("CREATE TABLE whole (source INTEGER, target INTEGER)")
        database.executemany("INSERT INTO whole VALUES (?, ?)", self.edges + [(3, 3)] + [e[::-1] for e in self.edges])
        create = statements[0].replace("least", "min").replace("greatest", "max")
        database.execute(create.replace("read_parquet('whole/*.parquet')", "whole"))
        while database.execute(statements[1]).rowcount > 0:
            pass
        self.assertEqual(set(database.execute("SELECT u, v FROM edges")), set(self.core))


if __name__ == "__main__":
    unittest.main()
