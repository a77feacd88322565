#!/usr/bin/env python3
"""Values of vertices from outside: --values of find and verify. LODE names the binary. Optima are
found here by looking at every set."""
import itertools
import json
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from test_cli import ToolTest, lode

EDGES = [(1, 2), (1, 3), (2, 3), (3, 4), (4, 5), (5, 6), (4, 6), (6, 7), (7, 8), (2, 8)]
VALUES = {1: -2, 2: 1, 5: 3, 6: 1, 7: 2, 8: -1}


def best(edges, values, s):
    """The largest number of edges plus values of a set of s vertices."""
    vertices = sorted({v for edge in edges for v in edge})
    return max(sum(u in chosen and v in chosen for u, v in edges) + sum(values.get(v, 0) for v in chosen)
               for chosen in map(set, itertools.combinations(vertices, s)))


class ValuesTest(ToolTest):
    def graph(self, edges=None, values=None):
        path = self.write("g.txt", "".join(f"{u} {v}\n" for u, v in edges or EDGES))
        return path, self.write("values.txt", "# mine\n\n" + "".join(f"{v} {c}\n" for v, c in (values or VALUES).items()))

    def gml(self):
        nodes = "".join(f"node [ id {v} value {c} cost 0.5 name \"x\" ]\n" if (c := VALUES.get(v)) is not None
                        else f"node [ id {v} ]\n" for v in range(1, 9))
        edges = "".join(f"edge [ source {u} target {v} ]\n" for u, v in EDGES)
        return self.write("g.gml", f"graph [\n{nodes}{edges}]\n")

    def check(self, result, values=VALUES, edges=EDGES):
        chosen = result["vertices"]
        self.assertEqual(result["edges"], sum(u in chosen and v in chosen for u, v in edges))
        self.assertEqual(result["weight"], result["edges"])
        self.assertAlmostEqual(result["value"], sum(values.get(v, 0) for v in chosen))
        self.assertAlmostEqual(result["objective"], result["weight"] + result["value"])
        self.assertAlmostEqual(result["objective"], best(edges, values, len(chosen)))
        self.assertGreaterEqual(result["bound"], result["objective"] - 1e-9)


class Demands(ValuesTest):
    def test_a_huge_value_excludes_or_includes_its_vertex(self):
        weights = [(0, 1, 0.9), (1, 2, 0.4), (2, 3, 0.7), (3, 4, 0.3)]
        graph = self.write("fb.txt", "".join(f"{u} {v} {w}\n" for u, v, w in weights))
        for value in (-1e6, -1e16, -1e20):
            values = self.write("fb.val", f"4 {value}\n")
            options = ("find", graph, "--weighted", "-s", "2", "--values", values)
            found = json.loads(self.succeed(*options, "--format", "json"))["results"][0]
            self.assertEqual((found["vertices"], found["objective"], found["proven_optimal"], found["exclude"]),
                             ([0, 1], 0.9, True, [4]))
            self.assertIn("exclude 1 vertex", lode(*options).stderr)
            result = self.write("r.json", self.succeed(*options, "--format", "json"))
            self.succeed("verify", graph, "--weighted", "--values", values, "--result", result)
        found = self.find_json(graph, "--weighted", "-s", "2", "--values", self.write("in.val", "4 1e18\n"))["results"][0]
        self.assertEqual((found["vertices"], found["include"]), ([3, 4], [4]))

    def test_a_forbidden_pair_of_karate_hides_no_edge(self):
        values = self.write("no.val", "1 -1e18\n34 -1e18\n")
        found = self.find_json("karate", "-s", "6", "--values", values)["results"][0]
        self.assertEqual((found["objective"], found["exclude"]), (10, [1, 34]))
        self.assertLessEqual(found["bound"], 11)

    def test_values_in_proportion_demand_nothing(self):
        costs = {v: -v for v in range(1, 9)}
        graph, values = self.graph(values=costs)
        found = self.find_json(graph, "-s", "3", "--values", values)["results"][0]
        self.check(found, costs)
        self.assertNotIn("exclude", found)

    def test_a_proof_with_decimal_values_ends(self):
        graph = self.write("p3.txt", "0 1\n1 2\n")
        values = self.write("p3.val", "0 -0.14\n1 -1.2\n2 -0.4\n")
        found = self.find_json(graph, "-s", "2", "--values", values, "--effort", "proof")["results"][0]
        self.assertAlmostEqual(found["objective"], -0.34)
        self.assertTrue(found["proven_optimal"] or 0 < found["proven_within"] < 1e-8, found)


class FindValues(ValuesTest):
    def test_answers_certificate_and_result_are_verified(self):
        graph, values = self.graph()
        certificate, result = self.folder / "c.json", self.folder / "r.json"
        document = self.find_json(graph, "-s", "1:8", "--values", values, "--certificate", certificate)
        self.assertEqual(len(document["results"]), 8)
        for each in document["results"]:
            self.check(each)
            self.assertTrue(each["proven_optimal"])
        result.write_text(json.dumps(document))
        text = self.succeed("verify", graph, "--values", values, "--result", result)
        self.assertIn("objective", text)
        self.assertIn("verified", text)
        trust = ("--trust-search",)
        self.assertIn("values of vertices counted",
                      self.succeed("verify", graph, "--values", values, "--certificate", certificate, *trust))
        self.fail_with(4, ["--values"], "verify", graph, "--result", result)
        self.fail_with(4, ["values of vertices"], "verify", graph, "--certificate", certificate, *trust)
        other = self.write("other.txt", "1 5\n")
        self.fail_with(4, [], "verify", graph, "--values", other, "--result", result)
        self.fail_with(4, [], "verify", graph, "--values", self.write("more.txt", "".join(
            f"{v} {VALUES.get(v, 0) + 3}\n" for v in range(1, 9))), "--certificate", certificate, *trust)
        for tamper in ({"objective": 50}, {"weight": 9}, {"bound": -20}):
            changed = json.loads(json.dumps(document))
            changed["results"][3].update(tamper)
            result.write_text(json.dumps(changed))
            self.fail_with(4, [], "verify", graph, "--values", values, "--result", result)


class ValueSources(ValuesTest):
    def test_attributes_of_the_file_come_before_files(self):
        gml = self.gml()
        result = self.find_json(gml, "-s", "3", "--values", "value")
        self.check(result["results"][0])
        self.assertTrue(any("'value' in the graph's own file" in note for note in [
            self.succeed("find", gml, "-s", "3", "--values", "value").splitlines()[0]]))
        self.fail_with(2, ["--values worth", "neither a file"], "find", gml, "-s", "3", "--values", "worth")
        self.fail_with(3, ["g.gml:", "'name' of the node '1'", "is not a number"], "find", gml, "-s", "3",
                       "--values", "name")


if __name__ == "__main__":
    unittest.main()
