#!/usr/bin/env python3
"""lode find --sides and its neighbours from outside. LODE names the binary; LODE_DATA the folder of real graphs."""
import csv
import io
import json
import math
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from test_cli import SLOWER, ToolTest

ROWS = "5 5\n5 6\n5 7\n6 5\n6 6\n9 7\n9 5\n"


def questions():
    data = os.environ.get("LODE_DATA", "").split(":")[0]
    folder = pathlib.Path(data).parent / "questions"
    if not data or not folder.is_dir():
        raise unittest.SkipTest("LODE_DATA is not set, or there is no folder questions beside it")
    return folder


class Sides(ToolTest):
    def find(self, *arguments):
        return json.loads(self.succeed("find", *arguments, "--format", "json"))["results"]

    def test_columns_are_two_name_spaces(self):
        path = self.write("rows.csv", "user,item\n" + ROWS.replace(" ", ",") + "5,5\n")
        document = json.loads(self.succeed("find", path, "--sides", "columns", "-s", "2x2", "--format", "json"))
        self.assertEqual((document["graph"]["left"], document["graph"]["right"], document["graph"]["vertices"]), (3, 3, 6))
        self.assertEqual(document["graph"]["duplicates_merged"], 1)
        result = document["results"][0]
        self.assertEqual((result["left"], result["right"]), ([5, 6], [5, 6]))
        self.assertEqual([result[key] for key in ("s", "left_size", "right_size", "area", "edges", "weight", "bound")],
                         [4, 2, 2, 4, 4, 4, 4])
        self.assertTrue(result["proven_optimal"])
        self.assertEqual((result["bound_of"], result["gap"], result["method"]), ("edges", 0, "subsets"))

    def test_a_matrix_with_more_columns_than_rows(self):
        path = self.write("m.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 4 5\n1 1\n1 2\n1 4\n2 2\n2 4\n")
        result, = self.find(path, "--sides", "columns", "-s", "2x2")
        self.assertEqual((result["left"], result["right"], result["edges"]), ([1, 2], [2, 4], 4))
        self.assertNotIn("one vertex", self.succeed("find", path, "--sides", "columns", "-s", "2x2"))
        self.assertIn("2 rows and 4 columns: what is called alike in both is one vertex",
                      self.succeed("densest", path, "--directed"))
        self.fail_with(3, [":2: the matrix has 2 rows but 4 columns", "--sides columns"], "find", path, "-s", "2")

    def test_verify_says_what_it_does_not_check(self):
        path = self.write("rows.csv", "user,item\n" + ROWS.replace(" ", ","))
        document = self.succeed("find", path, "--sides", "columns", "-s", "2x2", "--format", "json")
        self.fail_with(3, ["holds sets of a graph with two sides", "without --sides"], "verify", path, "--result",
                       self.write("sides.json", document))

    def test_a_file_of_left_vertices(self):
        graph = self.write("g.txt", "1 10\n10 2\n1 11\n2 11\n3 11\n")
        left = self.write("left.txt", "3\n1\n2\n")
        result, = self.find(graph, "--sides", left, "-s", "2x2")
        self.assertEqual((result["left"], result["right"], result["edges"]), ([1, 2], [10, 11], 4))
        for text, words in (("1\n2\n10\n", "the edge 1 10 does not cross: both ends are on the left side"),
                            ("1\n2\n", "the edge 3 11 does not cross: both ends are on the right side"),
                            ("1\n99\n", ":2:"), ("1\n1\n", ":2:"), ("# none\n", "holds no vertices"),
                            ("1\n2\n3\n10\n11\n", "leaves no vertex on the right side")):
            self.fail_with(3, [words], "find", graph, "--sides", self.write("bad.txt", text), "-s", "1x1")

    def test_labels_and_output(self):
        path = self.write("g.tsv", "ann\tred wine\nann\tbeer\nbob\tbeer\nbob\tred wine\ncid\tbeer\n")
        out = self.folder / "pair.txt"
        self.succeed("find", path, "--sides", "columns", "--labels", "--min-density", "1", "-o", out)
        self.assertEqual(out.read_text(), "# edges 4\nleft\tann\nleft\tbob\nright\tbeer\nright\t\"red wine\"\n")
        text = self.succeed("find", path, "--sides", "columns", "--labels", "-s", "1:3x1:2")
        self.assertIn("sides: 3 left and 2 right vertices, 5 edges", text)
        self.assertEqual(text.count("optimal"), 6)

    def test_what_is_refused(self):
        path = self.write("rows.txt", ROWS)
        sides = ("find", path, "--sides", "columns")
        for more, words in ((("-s", "5"), "has no x"), (("-s", "4x1"), "the left side has 3 vertices"), (("-s", "0x1"), "sizes start at 1"),
                            (("-s", "1x"), "not a size"), ((), "-s,--size is required"), (("-s", "1x1", "--min-density", "1"), "does not go with -s"),
                            (("-s", "1x1", "--include", "5"), "--include does not go with --sides"),
                            (("-s", "1x1", "--top", "2"), "--top"), (("-s", "1x1", "--weighted"), "--weighted does not go with --sides"),
                            (("-s", "1x1", "--method", "tabu"), "--method"), (("-s", "1x1", "--min-sides", "1x1"), "goes with"),
                            (("--missing", "1"), "--missing"), (("--min-density", "1", "--min-sides", "1:2x1"), "not one size"),
                            (("--min-density", "0"), "only bicliques"), (("--min-density", "0.9"), "only bicliques"), (("--min-density", "1,0.9"), "only bicliques"),
                            (("-s", "1x1,2x2", "-o", "x.txt"), "one pair")):
            self.fail_with(2, [words], *sides, *more)
        self.fail_with(2, ["--sides"], "find", path, "-s", "2", "--min-sides", "1x1")
        self.fail_with(2, ["--sided-cores"], "info", path, "--sided-cores", "x.csv")
        self.fail_with(2, ["--directed"], "densest", path, "--sides", "columns", "--directed")
        self.fail_with(3, ["no edges"], "find", self.write("empty.txt", "# nothing\n"), "--sides", "columns", "-s", "1x1")
        self.fail_with(3, [":2:"], "find", self.write("bad.txt", "1 2\n1 x\n3 4\n"), "--sides", "columns", "-s", "1x1")

    def test_densest_and_cores(self):
        path = self.write("rows.txt", ROWS)
        result = json.loads(self.succeed("densest", path, "--sides", "columns", "--format", "json"))["result"]
        self.assertTrue(result["proven_optimal"])
        self.assertAlmostEqual(result["rho"], result["edges"] / math.sqrt(len(result["left"]) * len(result["right"])))
        out = self.folder / "cores.csv"
        self.succeed("info", path, "--sides", "columns", "--sided-cores", out)
        rows = list(csv.DictReader(io.StringIO(out.read_text())))
        self.assertIn({"side": "left", "id": "5", "alpha": "1", "beta": "3"}, rows)
        self.assertIn({"side": "right", "id": "5", "alpha": "3", "beta": "1"}, rows)
        info = json.loads(self.succeed("info", path, "--sides", "columns", "--format", "json"))
        self.assertEqual((info["left"]["vertices"], info["right"]["most_degree"]), (3, 3))


class PublishedSides(ToolTest):  # slow
    def test_southern_women(self):
        folder = questions()
        rows = csv.DictReader(io.StringIO(self.succeed("find", folder / "southern-women.tsv", "--sides", "columns",
                                                       "-s", "1:18x1:14", "--format", "csv")))
        found = {(row["left_size"], row["right_size"]): (row["edges"], row["proven_optimal"]) for row in rows}
        self.assertEqual(len(found), 252)
        for row in csv.DictReader(io.StringIO((folder / "southern-women-optima.csv").read_text())):
            left = row.pop("left_size\\right_size")
            for right, edges in row.items():
                self.assertEqual(found[left, right], (edges, "true"), (left, right))

    def test_southern_women_areas(self):
        path = questions() / "southern-women.tsv"
        result, = json.loads(self.succeed("find", path, "--sides", "columns", "--min-density", "1", "--format", "json"))["results"]
        self.assertEqual((result["left_size"], result["right_size"], result["edges"], result["proven_optimal"]), (5, 4, 20, True))
        dense = json.loads(self.succeed("densest", path, "--sides", "columns", "--format", "json"))["result"]
        self.assertEqual((dense["edges"], dense["left_size"], dense["right_size"], dense["proven_optimal"]), (69, 15, 9, True))

    def test_best_known_bicliques(self):
        folder = questions()
        for row in csv.DictReader(io.StringIO((folder / "biclique-best.csv").read_text())):
            hard = "r_0.2_p_0.8" in row["file"]
            result, = json.loads(self.succeed("find", folder / row["file"], "--sides", "columns", "--min-density", "1", "--min-sides",
                                              "2x2", "--time", SLOWER * (5 if hard else 60), "--format", "json"))["results"]
            best = int(row["best_product"])
            if hard:  # takes others hours to prove: what is found depends on the time
                self.assertGreaterEqual(result["area"], 0.85 * best)
            else:
                self.assertEqual(result["area"], best, row["file"])
            self.assertEqual(result["edges"], result["area"])
            self.assertGreaterEqual(result["bound"], result["area"])
            self.assertTrue(hard or result["proven_optimal"], row["file"])


if __name__ == "__main__":
    unittest.main()
