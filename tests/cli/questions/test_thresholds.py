#!/usr/bin/env python3
"""lode find --min-density from outside. LODE names the binary; LODE_DATA, when set, the folder of real graphs."""
import csv
import json
import os
import pathlib
import random
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from test_cli import SLOWER, ToolTest, lode


class LargestSets(ToolTest):
    def largest(self, *arguments, **environment):
        return json.loads(self.succeed("find", *arguments, "--format", "json", **environment))["results"]

    def test_karate_by_hand(self):
        half, more, most = self.largest("karate", "--min-density", "0.5,0.7,0.9")
        self.assertEqual([half["s"], more["s"], most["s"]], [11, 7, 6])
        for result, needed in ((half, 28), (more, 15), (most, 14)):
            self.assertEqual(result["needed_weight"], needed)
            self.assertGreaterEqual(result["edges"], needed)
            self.assertTrue(result["threshold_reached"] and result["largest_size_proven"])
            self.assertIsNone(result["next_size_possible"])
            self.assertEqual(result["largest_size_possible"], result["s"])
        text = self.succeed("find", "karate", "--min-density", "0.9")
        self.assertIn("proven: no set of more vertices has density >= 0.9", text)
        degree = self.largest("karate", "--min-average-degree", "5")[0]
        self.assertEqual((degree["min_density"], degree["min_average_degree"]), (None, 5))
        self.assertGreaterEqual(degree["average_degree"], 5)

    def test_answers_that_reach_nothing_are_verified(self):
        path = self.write("g.txt", "1 2\n3 4\n4 5\n3 5\n")
        answer = self.succeed("find", path, "--min-density", "0.9", "--include", "1,3", "--connected", "--format", "json")
        self.assertNotIn("connected", json.loads(answer)["results"][0])
        self.succeed("verify", path, "--result", self.write("r.json", answer))

    def test_two_thresholds_have_one_largest_set(self):
        answer = self.succeed("find", "karate", "--min-density", "0.9,0.91", "--format", "json")
        self.succeed("verify", "karate", "--result", self.write("r.json", answer))
        self.fail_with(2, ["--top"], "find", "karate", "--min-density", "0.9", "--top", "2")

    def test_answers_of_a_false_document_are_refused_together(self):
        answer = self.succeed("find", "karate", "-s", "3", "--top", "3", "--max-overlap", "0", "--format", "json")
        self.succeed("verify", "karate", "--result", self.write("r.json", answer))
        path = self.write("g.txt", "0 1\n0 2\n0 3\n1 2\n1 3\n2 3\n3 4\n4 5\n")
        best = json.loads(self.succeed("find", path, "-s", "3", "--format", "json"))
        worse = {**best["results"][0], "vertices": [3, 4, 5], "edges": 2, "weight": 2, "edge_density": 2 / 3,
                 "average_degree": 4 / 3, "bound": 2, "gap": 0, "bound_rule": "exact", "proven_optimal": True,
                 "stationarity": None}
        both = {**best, "results": [worse, best["results"][0]]}
        self.fail_with(4, ["is refuted by another answer"], "verify", path, "--result",
                       self.write("w.json", json.dumps(both)))
        for name in ("stated", "core-of", "quotas"):
            alone = {**best, "results": [{**worse, "bound_rule": name}]}
            self.fail_with(4, [], "verify", path, "--result", self.write("w.json", json.dumps(alone)))
        for fields in ({"optimum": "minimum"}, {"optimum": "minimum", "bound": 0}):
            alone = {**best, "results": [{**best["results"][0], **fields}]}
            self.fail_with(4, [], "verify", path, "--result", self.write("w.json", json.dumps(alone)))

    def test_certificate_when_the_time_is_over(self):
        draw = random.Random(5)
        path = self.write("g.txt", "".join(f"{u} {v}\n" for u in range(150) for v in range(u)
                                           if draw.random() < 0.5))
        proof = self.folder / "proof.json"
        result = self.largest(path, "--min-density", "0.8", "--time", SLOWER, "--certificate", proof)[0]
        self.assertFalse(result["largest_size_proven"])
        self.assertIn(f"s = {result['largest_size_possible'] + 1}",
                      self.succeed("verify", path, "--certificate", proof))

    def test_wrong_usage(self):
        for text, words in (("1.2", "above 1"), ("x", "not a number above 0"), ("0", "above 0"), ("0.5,", "not a number"),
                            ("-0.5", "above 0"), ("nan", "above 0"), ("2/0", "above 0")):
            self.fail_with(2, [words], "find", "karate", f"--min-density={text}")
        self.fail_with(2, ["leave out one"], "find", "karate", "-s", "5", "--min-density", "0.5")
        self.fail_with(2, ["--min-density"], "find", "karate")
        self.fail_with(2, ["memory"], "find", "karate", "--min-density", "0.5", "--memory", "1G")
        self.fail_with(2, ["target"], "find", "karate", "--min-density", "0.5", "--target", "3")


class PublishedQuasiCliques(ToolTest):  # slow
    """Best known sizes, from the folder `outside` beside the real graphs."""

    def test_sparse_graphs(self):
        if "LODE_DATA" not in os.environ:
            raise unittest.SkipTest("LODE_DATA is not set")
        folder = pathlib.Path(os.environ["LODE_DATA"].split(":")[0]).parent / "outside/quasi-clique"
        if not folder.exists():
            raise unittest.SkipTest(f"{folder} is missing")
        with open(folder / "best.csv", newline="", encoding="utf-8") as table:
            for row in csv.DictReader(table):
                if row["graph"] not in ("USAir97", "netscience", "as-735"):
                    continue
                document = json.loads(self.succeed("find", folder / f"{row['graph']}.edges.gz", "--min-density",
                                                   row["gamma"], "--format", "json"))
                result = document["results"][0]
                where = f"{row['graph']} {row['gamma']}"
                self.assertGreaterEqual(result["s"], int(row["best_known_size_k"]), where)
                self.assertGreaterEqual(result["edges"], int(row["edges_that_k_vertices_must_hold"]), where)
                self.assertTrue(result["largest_size_proven"], where)


if __name__ == "__main__":
    unittest.main()
