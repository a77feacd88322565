#!/usr/bin/env python3
"""lode densest from outside. LODE names the binary; LODE_DATA, when set, the folder of real graphs."""
import collections
import csv
import fractions
import gzip
import json
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from test_cli import DATASETS, ToolTest


def read_edges(path):
    """The distinct edges of an unweighted edge list, without self-loops."""
    opener = gzip.open if str(path).endswith(".gz") else open
    edges = set()
    with opener(path, "rt") as lines:
        for line in lines:
            if line[0] not in "#%":
                u, v = map(int, line.split()[:2])
                if u != v:
                    edges.add((min(u, v), max(u, v)))
    return edges


class Densest(ToolTest):
    def densest(self, *arguments, **more):
        return json.loads(self.succeed("densest", *arguments, "--format", "json", **more))

    def check_decomposition(self, path, edges):
        """Layers by the definition: marginal densities are counted again, exactly, and fall strictly."""
        layer, density = {}, {}
        with open(path, newline="") as file:
            for row in csv.DictReader(file):
                layer[int(row["id"])] = int(row["layer"])
                density[int(row["layer"])] = fractions.Fraction(int(row["numerator"]), int(row["denominator"]))
                self.assertAlmostEqual(float(row["marginal_density"]), float(density[int(row["layer"])]), places=12)
        counted = collections.Counter(max(layer[u], layer[v]) for u, v in edges)
        sizes = collections.Counter(layer.values())
        self.assertEqual(sorted(sizes), list(range(1, len(sizes) + 1)))
        for number, size in sizes.items():
            self.assertEqual(density[number], fractions.Fraction(counted[number], size))
        falling = [density[number] for number in sorted(density)]
        self.assertTrue(all(a > b for a, b in zip(falling, falling[1:])))
        return layer, density

    def test_text_says_what_is_meant(self):
        text = self.succeed("densest", "karate")
        for words in ("edges per vertex", "average degree", "density", "a split of the edges", "vertices"):
            self.assertIn(words, text)

    def test_set_file_verifies_and_the_first_layer_is_the_set(self):
        for name in ("karate", "planted-2000", "planted-20000"):
            set_path, csv_path = self.folder / f"{name}.set", self.folder / f"{name}.csv"
            document = self.densest(name, "-o", set_path, "--decomposition", csv_path)
            result = document["result"]
            self.assertIn(f"{result['edges']} edges",
                          self.succeed("verify", name, "--set", set_path, "--edges", result["edges"]))
            edges = read_edges(DATASETS / f"{name}.txt")
            inside = set(result["vertices"])
            self.assertEqual(sum(u in inside and v in inside for u, v in edges), result["edges"])
            self.assertEqual((result["ratio"]["numerator"], result["ratio"]["denominator"]),
                             (result["edges"], len(inside)))
            layer, density = self.check_decomposition(csv_path, edges)
            self.assertEqual({v for v in layer if layer[v] == 1}, inside)
            self.assertEqual(density[1], fractions.Fraction(result["edges"], len(inside)))
            self.assertEqual(document["layers"][-1]["edges"], len(edges))

    def test_weights_and_labels(self):
        path = self.write("w.txt", "ann bob 2.5\nbob cid 2\nann cid 2\ncid dan 1\n")
        result = self.densest(path, "--weighted", "--labels")["result"]
        self.assertEqual((result["vertices"], result["weight"], result["edges"]), (["ann", "bob", "cid"], 6.5, 3))
        self.assertIn("6.5/3", self.succeed("densest", path, "--weighted", "--labels"))

    def test_bad_use(self):
        self.fail_with(2, ["lode densest --help"], "densest")
        self.fail_with(2, ["--format"], "densest", "karate", "--format", "csv")
        self.fail_with(3, ["LODE_DATA"], "densest", "no-such-graph-at-all")

    def test_real_graphs(self):
        if "LODE_DATA" not in os.environ:
            raise unittest.SkipTest("LODE_DATA is not set")
        data = os.environ["LODE_DATA"]
        # A clique of 239 vertices is the densest part of ca-HepPh.
        result = self.densest("ca-HepPh", LODE_DATA=data)["result"]
        self.assertEqual((result["size"], result["edges"], result["edge_density"]), (239, 239 * 238 // 2, 1))
        path = self.folder / "enron.csv"
        self.succeed("densest", "email-Enron", "--decomposition", path, LODE_DATA=data)
        file = next(p for p in (pathlib.Path(f) / "email-Enron.txt.gz" for f in data.split(":")) if p.exists())
        self.check_decomposition(path, read_edges(file))


if __name__ == "__main__":
    unittest.main(verbosity=2)
