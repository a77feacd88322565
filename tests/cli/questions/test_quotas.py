#!/usr/bin/env python3
"""lode find --quota from outside. LODE names the binary."""
import itertools
import json
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from test_cli import ToolTest

EDGES = [(1, 2), (1, 3), (2, 3), (3, 4), (4, 5), (5, 6), (4, 6), (3, 5), (6, 7), (5, 7), (1, 4)]


class Quotas(ToolTest):
    def setUp(self):
        super().setUp()
        self.path = self.write("g.txt", "".join(f"{u} {v}\n" for u, v in EDGES))
        self.groups = self.write("groups.txt", "# who\n1 low\n2 low\n3 low\n2 two\n4 high\n5 high\n")

    def find(self, *arguments):
        return json.loads(self.succeed("find", *arguments, "--format", "json"))["results"]

    def test_answers_agree_with_every_set(self):
        quota = self.write("quota.txt", "group at_least at_most\nlow 2 2\nhigh - 1\n")
        for size in (3, 4, 5):
            best = max(sum(u in chosen and v in chosen for u, v in EDGES)
                       for chosen in itertools.combinations(range(1, 8), size)
                       if len({1, 2, 3} & set(chosen)) == 2 and len({4, 5} & set(chosen)) <= 1)
            result = self.find(self.path, "-s", str(size), "--groups", self.groups, "--quota", quota)[0]
            self.assertEqual((result["edges"], result["quotas"][0]["count"]), (best, 2))
            self.assertLessEqual(result["quotas"][1]["count"], 1)
            self.assertIsNone(self.find(self.path, "-s", "3", "--groups", self.groups, "--quota",
                                        self.write("q2.txt", "low,1,-\n"))[0]["quotas"][0]["at_most"])
        text = self.succeed("find", self.path, "-s", "4", "--groups", self.groups, "--quota", quota)
        for words in ("low 2 (exactly 2)", "(at most 1)", "all quotas kept"):
            self.assertIn(words, text)

    def test_answers_whose_bound_is_by_quotas_are_verified(self):
        # A clique, which has too many sets to try them all, and a path.
        lines = [f"{u} {v}" for u in range(1, 41) for v in range(1, u)] + [f"{v} {v + 1}" for v in range(40, 80)]
        edges = self.write("t.txt", "\n".join(lines))
        groups = self.write("sides.txt", "".join(f"{v} A\n" for v in range(1, 41)))
        quota = self.write("most.txt", "A - 10\n")
        text = self.succeed("find", edges, "-s", "20", "--groups", groups, "--quota", quota, "--format", "json", "-q")
        self.assertEqual(json.loads(text)["results"][0]["bound_rule"], "quotas")
        told = self.succeed("verify", edges, "--result", self.write("answer.json", text))
        self.assertIn("quotas: members of groups were not counted", told)
        self.assertIn("there is no certificate with quotas", told)
        wrong = json.loads(text)
        del wrong["results"][0]["quotas"]
        self.fail_with(4, ["'quotas' for these sets"], "verify", edges, "--result", self.write("wrong.json", json.dumps(wrong)))

    def test_sets_two_exchanges_apart_and_tiny_weights(self):
        panel = "ann bob 3\nann dan 4\nann eve 3\nann fay 3\nbob dan 4\ndan eve 1\ndan fay 5\ncem bob 0\n"
        traits = ("ann woman\nbob woman\neve woman\nfay woman\nbob Oslo\ncem Oslo\ndan Oslo\neve Oslo\n"
                  "ann old\ncem old\n")
        triangle, sides = "0 1 {}\n1 2 {}\n0 2 {}\n", "0 g\n1 g\n"
        for edges, groups, quota, size, best in (
                (panel, traits, "woman 1 1\nOslo 1 1\nold 1 1\n", "2", 4.0),
                (triangle.format(3e-60, 2e-60, 1e-60), sides, "g - 1\n", "2", 2e-60)):
            result, = self.find(self.write("w.txt", edges), "--labels", "--weighted", "-s", size, "--groups",
                                self.write("gr.txt", groups), "--quota", self.write("q.txt", quota))
            self.assertEqual((result["weight"], result["proven_optimal"]), (best, True))
            self.assertAlmostEqual(result["bound"] / best, 1.0)

    def test_wrong_files_and_usage(self):
        quota = self.write("quota.txt", "low 2 2\n")
        self.fail_with(2, ["--groups"], "find", self.path, "-s", "3", "--quota", quota)
        self.fail_with(2, ["--quota"], "find", self.path, "-s", "3", "--groups", self.groups)
        self.fail_with(2, ["low", "at least 4"], "find", self.path, "-s", "5", "--groups", self.groups, "--quota",
                       self.write("q.txt", "low 4 -\n"))
        self.fail_with(2, ["no set of 2 vertices"], "find", self.path, "-s", "2", "--groups", self.groups, "--quota",
                       self.write("q.txt", "low 2 -\nhigh 1 -\n"))
        for content, words in (("low 2\n", ["q.txt", ":1:", "three fields"]), ("low x 2\n", ["'x'"]),
                               ("low 3 2\n", ["at least 3"]), ("none 1 2\n", ["'none' is not a group"]),
                               ("low 1 2\nlow 1 2\n", [":2:", "twice"]), ("\n", ["holds no quotas"])):
            self.fail_with(3, words, "find", self.path, "-s", "3", "--groups", self.groups, "--quota",
                           self.write("q.txt", content))
        for content, words in (("99 low\n", ["'99' is not a vertex"]), ("1\n", ["has no group"]),
                               ("1 low\n1 low\n", ["twice"]), ("# none\n", ["holds no groups"])):
            self.fail_with(3, words, "find", self.path, "-s", "3", "--groups", self.write("gr.txt", content),
                           "--quota", quota)
        for option in (("--connected",), ("--top", "2"), ("--method", "peeling")):
            self.fail_with(2, ["quota"], "find", self.path, "-s", "3", "--groups", self.groups, "--quota", quota, *option)
    def test_results_with_a_vertex_twice_are_refused(self):
        document = json.loads(self.succeed("find", "karate", "-s", "3,5", "--format", "json"))
        document["results"][0]["vertices"][1] = document["results"][0]["vertices"][0]
        self.fail_with(3, ["twice.json", "/results/0/vertices/1", "once more"], "verify", "karate", "--result",
                       self.write("twice.json", json.dumps(document)))


if __name__ == "__main__":
    unittest.main()
