#!/usr/bin/env python3
"""Values of vertices from outside: --values of find, bounds, verify and convert. LODE names the binary. Optima are
found here by looking at every set."""
import gzip
import itertools
import json
import pathlib
import random
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

    def test_bounds_are_on_the_objective(self):
        graph, values = self.graph()
        document = json.loads(self.succeed("bounds", graph, "-s", "4", "--values", values, "--format", "json"))
        bounds = document["results"][0]["bounds"]
        self.assertGreater(len(bounds), 3)
        for bound in bounds:
            self.assertGreaterEqual(bound["bound"], best(EDGES, VALUES, 4))

    def test_large_sparse_graphs_take_values(self):
        draws = random.Random(5)
        edges = sorted({tuple(sorted(draws.sample(range(3000), 2))) for _ in range(9000)})
        path = self.write("large.txt", "".join(f"{u} {v}\n" for u, v in edges))
        values = {v: 4 for v in range(0, 3000, 7)}
        given = self.write("v.txt", "".join(f"{v} {c}\n" for v, c in values.items() if any(v in e for e in edges)))
        result = self.find_json(path, "-s", "12", "--values", given)["results"][0]
        self.assertGreaterEqual(result["objective"], 48)
        self.assertLessEqual(result["objective"], result["bound"])
        self.fail_with(2, ["tabu", "2000 vertices", "use hybrid"], "find", path, "-s", "12", "--values", given,
                       "--method", "tabu")


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

    def test_metis_weights_of_vertices(self):
        lists = {v: [] for v in range(1, 9)}
        for u, v in EDGES:
            lists[u].append(v)
            lists[v].append(u)
        values = {v: (3 * v) % 5 for v in lists}
        text = "".join(f"{values[v]} {9 - v} {' '.join(map(str, lists[v]))}\n" for v in lists)
        path = self.write("g.graph", f"8 10 10 2\n{text}")
        self.check(self.find_json(path, "-s", "4", "--values", "weight")["results"][0], values)
        self.check(self.find_json(path, "-s", "4", "--values", "1")["results"][0], values)
        self.check(self.find_json(path, "-s", "4", "--values", "2")["results"][0], {v: 9 - v for v in lists})
        self.fail_with(2, ["--values 3"], "find", path, "-s", "4", "--values", "3")

    def test_values_survive_conversion_where_the_format_holds_them(self):
        graph, values = self.graph()
        for name in ("g.gml", "g.graphml", "g.json", "g.lode"):
            path = self.folder / name
            run = self.succeed_noting("convert", graph, path, "--values", values)
            self.assertNotIn("values of vertices", run)
            self.check(self.find_json(path, "-s", "4", "--values", "value")["results"][0])
        positive = self.write("p.txt", "".join(f"{v} {v % 3}\n" for v in range(1, 9)))
        path = self.folder / "p.graph"
        self.succeed("convert", graph, path, "--values", positive)
        self.assertEqual(path.read_text().splitlines()[1], "8 10 010")
        self.check(self.find_json(path, "-s", "4", "--values", "weight")["results"][0],
                   {v: v % 3 for v in range(1, 9)})
        self.assertIn("values of vertices dropped: a METIS file holds only integers from 0 on",
                      self.succeed_noting("convert", graph, self.folder / "n.graph", "--values", values))
        self.assertIn("values of vertices dropped: a Matrix Market file holds none",
                      self.succeed_noting("convert", graph, self.folder / "n.mtx", "--values", values))
        self.assertIn("values of vertices left out", self.succeed("find", self.folder / "g.lode", "-s", "2"))
        text = (self.folder / "g.graphml").read_text()
        self.assertIn('"double"', text)
        self.assertIn("-2", text)

    def succeed_noting(self, *arguments):
        from test_cli import lode
        result = lode(*arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stderr

    def test_files_of_values(self):
        graph, _ = self.graph()
        packed = self.folder / "v.txt.gz"
        packed.write_bytes(gzip.compress(b"1,2.5\n2 , -1e1\n3,0\n"))
        self.check(self.find_json(graph, "-s", "3", "--values", packed)["results"][0], {1: 2.5, 2: -10})
        labelled = self.write("l.txt", "ann bob\nbob cid\ncid ann\ncid \"d e\"\n")
        named = self.write("n.txt", '"d e" 7\nbob -1\n')
        result = self.find_json(labelled, "--labels", "--separator", "blanks", "-s", "2", "--values", named)["results"][0]
        self.assertEqual((sorted(result["vertices"]), result["objective"]), (["cid", "d e"], 8))

    def test_bad_files_are_refused_with_their_place(self):
        graph, _ = self.graph()
        for text, words in (("1 2\n9 1\n", [":2:1: ", "'9' is not a vertex"]),
                            ("1 2\n1 3\n", [":2:1: ", "listed twice"]),
                            ("1 2\n2 nan\n", [":2:3: ", "is not finite"]),
                            ("1 2\n2 inf\n", [":2:3: ", "is not finite"]),
                            ("1 2\n2 x\n", [":2:3: ", "is not a number"]),
                            ("1 2 3\n", [":1:5: ", "more than a vertex and a value"]),
                            ("1\n", [":1:", "has no value"]), ("# none\n", ["holds no values"]),
                            ("1 1e999\n", [":1:3: ", "0 or between 1e-100 and 1e100"])):
            self.fail_with(3, words, "find", graph, "-s", "3", "--values", self.write("bad.txt", text))
        self.fail_with(2, ["--values nowhere", "neither a file"], "find", graph, "-s", "3", "--values", "nowhere")
        self.fail_with(2, [], "find", graph, "-s", "3", "--values", "")


if __name__ == "__main__":
    unittest.main()
