#!/usr/bin/env python3
"""lode densest --clique, and the trusses and trees of lode info, from outside. LODE names the binary."""
import csv
import fractions
import itertools
import json
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from test_cli import DATASETS, ToolTest
from test_densest import read_edges

KARATE = DATASETS / "karate.txt"


def neighbors_of(edges):
    neighbors = {}
    for u, v in edges:
        neighbors.setdefault(u, set()).add(v)
        neighbors.setdefault(v, set()).add(u)
    return neighbors


def cliques_of(edges, k):
    """By the increasing numbers that lode gives the vertices, in lexicographic order."""
    names = sorted(neighbors_of(edges))
    number = {name: i for i, name in enumerate(names)}
    neighbors = neighbors_of((number[u], number[v]) for u, v in edges)
    return [clique for clique in itertools.combinations(range(len(names)), k)
            if all(v in neighbors[u] for u, v in itertools.combinations(clique, 2))]


class Cliques(ToolTest):
    def densest(self, *arguments, **more):
        return json.loads(self.succeed("densest", *arguments, "--format", "json", **more))

    def test_answers_curve_and_certificate(self):
        values = self.write("values.txt", "".join(f"{v} 1\n" for v in range(1, 35)))
        edges = read_edges(KARATE)
        for k, expected in ((3, (16, 6)), (4, (9, 6))):
            curve, proof = self.folder / f"{k}.csv", self.folder / f"{k}.json"
            document = self.densest("karate", "--clique", k, "--curve", curve, "--certificate", proof)
            result, cliques = document["result"], cliques_of(edges, k)
            self.assertEqual((result["cliques"], result["size"]), expected)
            self.assertEqual(document["graph_cliques"], len(cliques))
            self.assertEqual(fractions.Fraction(*expected),
                             fractions.Fraction(*map(result["bound_fraction"].get, ("numerator", "denominator"))))
            self.assertEqual(result["bound"], expected[0] / expected[1])
            self.assertTrue(result["proven_optimal"])
            with open(curve, newline="") as file:
                rows = [tuple(map(int, row)) for row in list(csv.reader(file))[1:]]
            self.assertEqual([s for s, bound in rows], list(range(35)))
            self.assertGreaterEqual(rows[6][1], expected[0])
            self.assertEqual(rows[-1][1], len(cliques))
            self.assertIn("verified, and optimal", self.succeed("verify", "karate", "--certificate", proof))
            for option in (("--values", values), ("--core-of", 1)):
                self.fail_with(2, [option[0], "cliques"], "verify", "karate", "--certificate", proof, *option)

    def test_graphs_without_cliques(self):
        path = self.write("path.txt", "a b\nb c\nc d\n")
        result = self.densest(path, "--labels", "--clique", "3")["result"]
        self.assertEqual((result["cliques"], result["vertices"], result["bound"]), (0, ["a", "b", "c", "d"], 0))
        self.assertIn("no such cliques", self.succeed("densest", path, "--labels", "--clique", "3"))

    def test_bad_use(self):
        self.fail_with(2, ["clique"], "densest", "karate", "--clique", "2")
        self.fail_with(2, ["clique"], "densest", "karate", "--clique", "7")
        self.fail_with(2, ["--curve"], "densest", "karate", "--curve", self.folder / "c.csv")
        self.fail_with(2, ["--decomposition"], "densest", "karate", "--clique", "3", "--decomposition",
                       self.folder / "d.csv")


class Structure(ToolTest):
    def test_trusses(self):
        path = self.folder / "truss.csv"
        document = json.loads(self.succeed("info", "karate", "--truss", path, "--format", "json"))
        self.assertEqual([(row["k"], row["vertices"], row["edges"]) for row in document["trusses"]],
                         [(2, 34, 78), (3, 32, 67), (4, 12, 25), (5, 6, 14)])
        with open(path, newline="") as file:
            rows = {(int(row["u"]), int(row["v"])): int(row["truss"]) for row in csv.DictReader(file)}
        self.assertEqual(set(rows), read_edges(KARATE))
        self.assertEqual(sum(number >= 5 for number in rows.values()), 14)
        self.assertIn("largest k 5", self.succeed("info", "karate", "--truss", path, "--force"))

    def test_trees(self):
        neighbors = neighbors_of(read_edges(KARATE))
        for option, name in (("--core-tree", "cores"), ("--truss-tree", "trusses")):
            path = self.folder / f"{name}.json"
            self.succeed("info", "karate", option, path)
            document = json.loads(path.read_text())
            self.assertEqual(document["tree"], name)
            nodes = document["nodes"]
            self.assertEqual([node["id"] for node in nodes], list(range(len(nodes))))
            self.assertEqual(sorted(v for node in nodes for v in node["members"]), sorted(neighbors))
            whole = [set(node["members"]) for node in nodes]
            for node in reversed(nodes):
                self.assertEqual(len(whole[node["id"]]), node["vertices"])
                if node["parent"] is not None:
                    self.assertLess(nodes[node["parent"]]["k"], node["k"])
                    whole[node["parent"]] |= whole[node["id"]]
                if name == "cores":
                    inside = sum(len(neighbors[v] & whole[node["id"]]) for v in whole[node["id"]])
                    self.assertEqual(inside, 2 * node["edges"])
                    self.assertTrue(all(len(neighbors[v] & whole[node["id"]]) >= node["k"] for v in whole[node["id"]]))

    def test_weighted_cores(self):
        path = self.write("w.txt", "a b 2.5\nb c 2\na c 2\nc d 1\n")
        table = self.folder / "cores.csv"
        self.succeed("info", path, "--labels", "--weighted", "--cores", table)
        self.assertEqual(table.read_text(), "id,degree,core,strength,strength_core\na,2,2,4.5,4\nb,2,2,4.5,4\n"
                                            "c,3,2,5,4\nd,1,1,1,1\n")
        self.succeed("info", path, "--labels", "--cores", table, "--force")
        self.assertTrue(table.read_text().startswith("id,degree,core\n"))

    def test_weighted_cores_without_edges(self):
        path = self.write("none.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 0\n")
        table = self.folder / "cores.csv"
        self.succeed("info", path, "--weighted", "--cores", table)
        self.assertEqual(table.read_text(), "id,degree,core,strength,strength_core\n1,0,0,0,0\n2,0,0,0,0\n")


if __name__ == "__main__":
    unittest.main(verbosity=2)
