#!/usr/bin/env python3
"""lode densest with values, costs, anchors, demands and sizes, from outside. LODE names the binary."""
import csv
import gzip
import json
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from test_cli import DATASETS, ToolTest, lode

KARATE = DATASETS / "karate.txt"


class Questions(ToolTest):
    def result(self, *arguments):
        return json.loads(self.succeed("densest", *arguments, "--format", "json"))["result"]

    def test_locally_densest_sets_are_listed_and_written(self):
        path = self.folder / "layers.csv"
        text = self.succeed("densest", KARATE, "--layers", path)
        self.assertIn("locally densest sets: 1", text)
        rows = list(csv.DictReader(path.read_text().splitlines()))
        self.assertEqual(len(rows), 16)
        self.assertEqual({row["density"] for row in rows}, {"2.625"})
        document = json.loads(self.succeed("densest", KARATE, "--layers", path, "--force", "--format", "json"))
        self.assertEqual(document["locally_densest"][0]["size"], 16)

    def test_what_cannot_be_asked(self):
        for arguments, words in (
                (("--anchors", "99"), "--anchors"),
                (("--at-most", "99"), "from 1 to 34"),
                (("--at-least", "3", "--at-most", "5"), "--at-least does not go with --at-most"),
                (("--anchors", "1", "--include", "2"), "--include does not go with --anchors"),
                (("--include", "1", "--exclude", "1"), "is included too"),
                (("--clique", "3", "--at-most", "5"), "does not go with --clique"),
                (("--directed", "--anchors", "1"), "does not go with --directed"),
                (("--drop-loops",), "goes with --directed")):
            self.fail_with(2, [words], "densest", KARATE, *arguments)
        costs = self.folder / "costs.txt"
        costs.write_text("1 1\n2 -1\n")
        self.fail_with(2, ["costs.txt", "gives vertex 2 the cost -1", "above 0"], "densest", KARATE, "--costs", costs)
        costs.write_text("2 1\n")
        self.fail_with(2, ["costs.txt", "gives vertex 1 the cost 0", "above 0"], "densest", KARATE, "--costs", costs)

    def test_a_huge_negative_value_excludes_its_vertex_and_a_note_says_so(self):
        graph, values = self.folder / "g.txt", self.folder / "v.txt"
        graph.write_text("0 1 0.3\n2 3 0.4\n2 4 0\n")
        values.write_text("4 -1e15\n")
        run = lode("densest", graph, "--weighted", "--values", values, "--format", "json")
        found = json.loads(run.stdout)["result"]
        self.assertEqual((found["vertices"], found["proven_optimal"]), ([2, 3], True))
        self.assertIn("values exclude 4", run.stderr)
        self.assertLess(found["optimality_tolerance"], 1e-12)
        proof = self.folder / "p.json"
        again = self.result(graph, "--weighted", "--values", values, "--certificate", proof)
        self.assertEqual(again["bound"], json.loads(proof.read_text())["bound"])

    def test_a_claim_within_an_error_says_so(self):
        graph, values = self.folder / "g.txt", self.folder / "v.txt"
        graph.write_text("0 1 1e17\n2 3 0.3\n")
        values.write_text("0 -5e16\n1 -49999999999999992\n2 -1\n3 -1\n")
        self.assertIn("proven within ±", self.succeed("densest", graph, "--weighted", "--values", values))
        self.assertFalse(self.result(graph, "--weighted", "--values", values)["proven_optimal"])

    def test_known_sets_of_at_most_15_vertices(self):
        folder = os.environ.get("LODE_DATA")
        path = folder and pathlib.Path(folder).parent / "questions" / "twitch-egos-at-most-15.json.gz"
        if not path or not path.exists():
            self.skipTest("LODE_DATA names no folder beside questions/twitch-egos-at-most-15.json.gz")
        egos = json.load(gzip.open(path))
        graph = self.folder / "ego.txt"
        for ego in list(egos.values())[::37]:
            graph.write_text("".join(f"{u} {v}\n" for u, v in ego["edges"]))
            found = self.result(graph, "--at-most", 15)
            self.assertAlmostEqual(found["ratio"]["value"], ego["damks_density"], places=9)
            self.assertTrue(found["proven_optimal"])


if __name__ == "__main__":
    unittest.main()
