#!/usr/bin/env python3
"""Negative weights, lightest sets and arithmetic of graphs from outside. LODE names the binary."""
import json
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from test_cli import ToolTest, lode


class SignsTest(ToolTest):
    def graph(self, edges, name="g.txt"):
        return self.write(name, "".join(f"{u} {v} {w!r}\n" for (u, v), w in edges.items()))

    def refused(self, *arguments):
        """What convert says after it has told what it read."""
        result = lode(*arguments)
        self.assertEqual(result.returncode, 2, result.stderr)
        return result.stderr


class Signed(SignsTest):
    def test_negative_weights_are_refused_without_the_flag(self):
        graph = self.graph({(1, 2): 1, (2, 3): -4})
        self.fail_with(3, [":2:5: weight -4 is negative", "with --signed\n"], "find", graph, "--weighted", "-s", "2")
        self.fail_with(3, [":2:5: weight -4 is negative", "with --signed of 'lode find'\n"], "report", graph, "--weighted")
        mapped = self.folder / "g.lode"
        self.succeed("convert", graph, "--signed", mapped)
        self.fail_with(2, ["--signed"], "find", mapped, "--weighted", "-s", "2")
        self.assertEqual(self.find_json(mapped, "--signed", "-s", "2")["graph"]["signed_weights"], True)
        self.assertIn("METIS", self.refused("convert", mapped, "--signed", self.folder / "g.graph"))
        for name in ("g.mtx", "g.gml", "h.txt"):
            self.succeed("convert", mapped, "--signed", self.folder / name)
            self.assertEqual(self.find_json(self.folder / name, "--signed", "-s", "2", "--minimise")["results"][0]["weight"], -4)

    def test_text_of_the_lightest(self):
        text = self.succeed("find", self.write("p.txt", "1 2\n2 3\n3 1\n3 4\n"), "-s", "3", "--minimise")
        self.assertIn("lower bound     1 edges", text)
        self.assertIn("no set of 3 vertices has fewer edges", text)


class Arithmetic(SignsTest):
    def test_what_does_not_fit_is_refused(self):
        a = self.write("a.txt", "1 2\n")
        b = self.write("b.txt", "8 9\n")
        out = self.folder / "o.txt"
        self.assertIn("no vertex in common", self.refused("convert", a, "--intersect", b, out))
        self.fail_with(2, [], "convert", a, "--minus", b, "--union", b, out)
        self.fail_with(2, [], "convert", a, "--minus", b, b, "--force")
        self.fail_with(3, [], "convert", a, "--minus", self.folder / "missing.txt", out)


class WideRanges(SignsTest):
    """Weights beside which an answer is small: exact sums decide what is true."""

    STAR = "0 3 4.2571299301273875\n1 3 -6.114140960492341\n2 3 -10000000000000.0\n"
    NINE = "0 1 2.615909430717183\n0 2 1000000000.0\n0 3 3.541697400766258\n1 2 1.6431883173340365\n1 3 4.52232019960519\n"
    TWELVE = "0 3 1000000000000.0\n0 4 0.6119820370694171\n1 2 8.727898800944509\n1 4 0.4474028955574551\n2 3 2.7488128784168473\n"

    def test_small_exchanges_are_seen_beside_huge_weights(self):
        for text, options, answer in ((self.STAR, ("--signed", "-s", "2"), 4.2571299301273875),
                                      (self.NINE, ("--weighted", "-s", "2", "--minimise", "--method", "tabu"), 0),
                                      (self.NINE + "2 3 8.3\n", ("--weighted", "-s", "2", "--minimise", "--method", "tabu"),
                                       1.6431883173340365),
                                      (self.TWELVE, ("--weighted", "-s", "3", "--minimise"), 0.4474028955574551)):
            found = self.find_json(self.write("wide.txt", text), *options)["results"][0]
            self.assertEqual(found["weight"], answer)
            if "--minimise" in options:
                self.assertGreaterEqual(found["bound"], 0)

    def test_verify_adds_without_rounding(self):
        graph = self.write("sg.txt", "0 1 1000000000000.5\n1 2 -1000000000000.25\n0 2 0.5\n2 3 0.25\n")
        text = self.succeed("find", graph, "--signed", "-s", "3", "--include", "0,1,2", "--format", "json", "--effort", "none")
        for changes in ({"weight": 2000, "weight_per_pair": 2000 / 3, "average_strength": 4000 / 3},
                        {"bound": 0.7499999, "bound_rule": "search", "gap": 0},
                        {"bound": -500, "bound_rule": "trivial", "gap": -1.0015, "proven_optimal": True}):
            changed = json.loads(text)
            changed["results"][0].update(changes)
            self.fail_with(4, [], "verify", graph, "--signed", "--result", self.write("r.json", json.dumps(changed)))


if __name__ == "__main__":
    unittest.main()
