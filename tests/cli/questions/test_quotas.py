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
        self.groups = self.write("groups.txt", "# who\n1 low\n2 low\n3 low\n2,two\n4 high\n5 high\n")

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
        edges = self.write("t.txt", "1 2\n2 3\n1 3\n3 4\n4 5\n")
        groups = self.write("sides.txt", "1 A\n2 A\n3 A\n4 B\n5 B\n")
        quota = self.write("most.txt", "A - 1\n")
        text = self.succeed("find", edges, "-s", "3", "--groups", groups, "--quota", quota, "--format", "json", "-q")
        self.assertEqual(json.loads(text)["results"][0]["bound"], "quotas")
        told = self.succeed("verify", edges, "--result", self.write("answer.json", text))
        self.assertIn("quotas: members of groups were not counted", told)
        self.assertIn("there is no certificate with quotas", told)
        wrong = json.loads(text)
        wrong["results"][0]["quotas"][0]["count"] = 2
        self.fail_with(4, ["the count of group A"], "verify", edges, "--result",
                       self.write("wrong.json", json.dumps(wrong)))
        del wrong["results"][0]["quotas"]
        self.fail_with(4, ["no quota"], "verify", edges, "--result", self.write("wrong.json", json.dumps(wrong)))

    def test_wrong_files_and_usage(self):
        quota = self.write("quota.txt", "low 2 2\n")
        self.fail_with(2, ["--groups"], "find", self.path, "-s", "3", "--quota", quota)
        self.fail_with(2, ["--quota"], "find", self.path, "-s", "3", "--groups", self.groups)
        self.fail_with(2, ["low", "at least 4"], "find", self.path, "-s", "5", "--groups", self.groups, "--quota",
                       self.write("q.txt", "low 4 -\n"))
        self.fail_with(2, ["no set of 2 vertices"], "find", self.path, "-s", "2", "--groups", self.groups, "--quota",
                       self.write("q.txt", "low 2 -\nhigh 1 -\n"))
        for content, words in (("low 2\n", ["q.txt", ":1:", "fewer than three"]), ("low x 2\n", ["'x'"]),
                               ("low 3 2\n", ["at least 3"]), ("none 1 2\n", ["'none' is not a group"]),
                               ("low 1 2\nlow 1 2\n", [":2:", "twice"]), ("\n", ["holds no quotas"])):
            self.fail_with(3, words, "find", self.path, "-s", "3", "--groups", self.groups, "--quota",
                           self.write("q.txt", content))
        for content, words in (("99 low\n", ["'99' is not a vertex"]), ("1\n", ["has no group"]),
                               ("1 low\n1 low\n", ["twice"]), ("# none\n", ["holds no groups"])):
            self.fail_with(3, words, "find", self.path, "-s", "3", "--groups", self.write("gr.txt", content),
                           "--quota", quota)
        for option in (("--connected",), ("--top", "2"), ("--method", "peeling")):
            self.fail_with(2, ["quotas"], "find", self.path, "-s", "3", "--groups", self.groups, "--quota", quota, *option)
    def test_results_with_a_vertex_twice_are_refused(self):
        document = json.loads(self.succeed("find", "karate", "-s", "3,5", "--format", "json"))
        document["results"][0]["vertices"][1] = document["results"][0]["vertices"][0]
        self.fail_with(3, ["twice.json", "/results/0/vertices/1", "once more"], "verify", "karate", "--result",
                       self.write("twice.json", json.dumps(document)))


if __name__ == "__main__":
    unittest.main()
