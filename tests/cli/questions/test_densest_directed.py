#!/usr/bin/env python3
"""lode densest --directed from outside. LODE names the binary; LODE_DATA, when set, the folder of real graphs."""
import json
import math
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from test_cli import ToolTest

TRIANGLE = "1 2\n2 1\n1 1\n3 1\n3 2\n4 4\n"


class DirectedDensest(ToolTest):
    def directed(self, *arguments):
        return json.loads(self.succeed("densest", *arguments, "--directed", "--format", "json"))["result"]

    def test_loops_count_unless_they_are_dropped(self):
        path = self.write("g.txt", TRIANGLE)
        result = self.directed(path)
        self.assertEqual((result["sources"], result["targets"], result["edges"]), ([1, 2, 3], [1, 2], 5))
        self.assertTrue(result["proven_optimal"] and result["loops_counted"])
        self.assertAlmostEqual(result["rho"], 5 / math.sqrt(6), places=12)
        self.assertEqual((result["bound"], result["size"], result["vertices"]), (result["rho"], 3, [1, 2, 3]))
        self.assertEqual(result["weight"], 5)
        less = self.directed(path, "--drop-loops")
        self.assertFalse(less["loops_counted"])
        self.assertAlmostEqual(less["rho"], 4 / math.sqrt(6), places=12)
        text = self.succeed("densest", path, "--directed")
        for words in ("loops           counted, 2 loops", "5/sqrt(3*2)", "no pair has a larger rho", "6 arcs"):
            self.assertIn(words, text)
        self.assertIn("left out, 2 loops", self.succeed("densest", path, "--directed", "--drop-loops"))

    def test_certificates_say_what_becomes_of_loops(self):
        path, proof = self.write("g.txt", TRIANGLE), self.folder / "proof.json"
        for loops in ((), ("--drop-loops",)):
            self.succeed("densest", path, "--directed", "--certificate", proof, "--force", *loops)
            text = self.succeed("verify", path, "--certificate", proof)
            self.assertIn("left out: verified" if loops else "counted: verified", text)
            self.assertIn("the pair is optimal", text)
        values = self.write("values.txt", "1 1\n2 1\n3 1\n4 1\n")
        for option in (("--values", values), ("--core-of", 1)):
            self.fail_with(2, [option[0], "directed"], "verify", path, "--certificate", proof, *option)

    def test_files(self):
        path, pair = self.write("g.txt", TRIANGLE), self.folder / "pair.txt"
        self.succeed("densest", path, "--directed", "-o", pair)
        self.assertEqual(pair.read_text(), "# arcs 5\nsource\t1\nsource\t2\nsource\t3\ntarget\t1\ntarget\t2\n")

    def test_wrong_usage(self):
        path = self.write("g.txt", TRIANGLE)
        self.fail_with(2, ["goes with --directed"], "densest", path, "--drop-loops")
        self.fail_with(2, ["--decomposition"], "densest", path, "--directed", "--decomposition", self.folder / "x")
        self.fail_with(2, ["--weighted"], "densest", path, "--directed", "--weighted")
        clique = self.write("g.clq", "p edge 2 1\ne 1 2\n")
        self.fail_with(3, ["no directions"], "densest", clique, "--directed")


class RealDirectedGraphs(ToolTest):
    """Published optima and floors, from LODE_DATA and the questions beside it."""

    def setUp(self):
        super().setUp()
        if "LODE_DATA" not in os.environ:
            raise unittest.SkipTest("LODE_DATA is not set")

    def solve(self, name, *options):
        document = json.loads(self.succeed("densest", name, "--directed", "--format", "json", *options,
                                           LODE_DATA=os.environ["LODE_DATA"]))
        self.assertTrue(document["result"]["proven_optimal"], name)
        return document["result"]

    def test_advogato(self):
        path = pathlib.Path(os.environ["LODE_DATA"].split(":")[0]).parent / "questions/advogato.txt.gz"
        if not path.exists():
            raise unittest.SkipTest(f"{path} is missing")
        result = self.solve(path)
        self.assertEqual((len(result["sources"]), len(result["targets"]), result["edges"]), (453, 195, 9416))
        self.assertAlmostEqual(result["rho"], 31.681085, places=6)
        self.assertGreaterEqual(self.solve(path, "--drop-loops")["rho"], 31.470103)

    def test_floors(self):
        for name, floor in (("CollegeMsg", 27.154209), ("email-Eu-core", 46.354267)):
            self.assertGreaterEqual(self.solve(name, "--drop-loops")["rho"], floor)


if __name__ == "__main__":
    unittest.main()
