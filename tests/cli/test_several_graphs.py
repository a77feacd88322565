#!/usr/bin/env python3
"""Several graphs in one call, and names of output files with places to fill."""
import csv
import io
import json
import unittest

from test_cli import ToolTest, lode


class SeveralGraphs(ToolTest):
    def rows(self, *arguments):
        return list(csv.DictReader(io.StringIO(self.succeed(*arguments, "--format", "csv"))))

    def test_one_table(self):
        lines = self.succeed("find", "karate", "planted-2000", "-s", "5,8", "--effort", "cheap").splitlines()
        self.assertEqual([line.split()[0] for line in lines], ["graph", "karate", "karate", "planted-2000", "planted-2000"])
        self.assertEqual(lines[1].split()[1:5], ["34", "78", "5", "10"])
        lines = self.succeed("densest", "karate", "planted-2000").splitlines()
        self.assertIn("2.625", lines[1])
        self.assertEqual(len(lines), 3)
        lines = self.succeed("report", "karate", "planted-2000", "-s", "5,10", "--method", "hybrid").splitlines()
        self.assertEqual([line.split()[0] for line in lines], ["graph", "karate", "planted-2000"])
        self.assertEqual(lines[1].split()[4], "10")  # of 5 and 10 the one of largest average degree

    def test_the_answers_are_those_of_each_graph_alone(self):
        together = self.rows("find", "karate", "planted-2000", "-s", "5,8", "--effort", "cheap")
        alone = [row for graph in ("karate", "planted-2000")
                 for row in self.rows("find", graph, "-s", "5,8", "--effort", "cheap")]
        for row in (*together, *alone):
            for clock in ("solve_seconds", "bound_seconds", "to_best_seconds"):
                row.pop(clock)
        self.assertEqual(together, alone)
        document = json.loads(self.succeed("densest", "karate", "planted-2000", "--format", "json"))
        sets = [part["result"]["vertices"] for part in document["documents"]]
        self.assertEqual(sets, [json.loads(self.succeed("densest", graph, "--format", "json"))["result"]["vertices"]
                                for graph in ("karate", "planted-2000")])

    def test_a_graph_that_fails_keeps_no_other_from_being_answered(self):
        bad = self.write("bad.txt", "1 2\n3 x\n")
        result = lode("densest", "karate", bad, "nosuch", "planted-2000")
        self.assertEqual(result.returncode, 3)
        self.assertEqual([line.split()[0] for line in result.stdout.splitlines()], ["graph", "karate", "planted-2000"])
        self.assertIn("bad.txt:2", result.stderr)
        self.assertIn("nosuch", result.stderr)
        self.fail_with(2, ["twice"], "find", "karate", "karate", "-s", "5")
        self.fail_with(2, ["standard input"], "find", "karate", "-", "-s", "5", stdin="1 2\n")

    def test_two_files_of_one_name_are_told_apart(self):
        (self.folder / "a").mkdir()
        (self.folder / "b").mkdir()
        for folder in "ab":
            self.write(f"{folder}/g.txt", "1 2\n2 3\n")
        graphs = [row["graph"] for row in self.rows("find", self.folder / "a/g.txt", self.folder / "b/g.txt", "-s", "2")]
        self.assertEqual(graphs, [str(self.folder / "a/g.txt"), str(self.folder / "b/g.txt")])
        text = self.succeed("find", self.folder / "a/g.txt", self.folder / "b/g.txt", "-s", "2")
        self.assertIn("a/g.txt", text)
        self.assertIn("b/g.txt", text)


class OutputPatterns(ToolTest):
    def test_a_file_for_every_answer(self):
        self.succeed("find", "karate", "planted-2000", "-s", "5,8", "--effort", "cheap", "-o", self.folder / "{graph}-{s}.txt")
        for graph in ("karate", "planted-2000"):
            for s in (5, 8):
                path = self.folder / f"{graph}-{s}.txt"
                lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
                self.assertEqual(len(lines), s)
                self.assertIn("verified", self.succeed("verify", graph, "--set", path))
        found = json.loads(self.succeed("find", "karate", "-s", "6", "--top", "2", "-o", self.folder / "top-{rank}.txt",
                                        "--format", "json"))["results"]
        for answer in found:
            written = (self.folder / f"top-{answer['rank']}.txt").read_text()
            self.assertEqual([int(line) for line in written.splitlines() if not line.startswith("#")], answer["vertices"])

    def test_names_without_a_place_are_refused(self):
        self.fail_with(2, ["several sizes", "x-{s}.txt"], "find", "karate", "-s", "5,6", "-o", self.folder / "x.txt")
        self.fail_with(2, ["several graphs", "{graph}"], "find", "karate", "planted-2000", "-s", "5", "-o", self.folder / "{s}.txt")
        self.fail_with(2, ["--top", "{rank}"], "find", "karate", "-s", "5", "--top", "2", "-o", self.folder / "x.txt")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_no_input_is_overwritten(self):
        """Not those of other graphs, nor other files that the command reads, whatever --force says."""
        graph = "1 2\n2 3\n1 3\n3 4\n"
        a, b = self.write("a.txt", graph), self.write("a-core.txt", graph)
        values = self.write("v3.csv", "1 5\n")
        page = self.folder / "{graph}-core.txt"
        for arguments in (("densest", a, b, "-o", page), ("report", a, b, "-s", "2", "--html", page),
                          ("find", a, b, "-s", "2", "-o", page),
                          ("find", a, "-s", "3", "--values", values, "-o", self.folder / "v{s}.csv")):
            self.fail_with(2, ["input"], *arguments, "--force")
        three = self.write("3.txt", graph)
        result = lode("find", three, "--min-density", "0.9", "-o", self.folder / "{s}.txt", "--force")
        self.assertEqual(result.returncode, 2)
        self.assertIn("input", result.stderr)
        self.assertEqual([path.read_text() for path in (a, b, three)], [graph] * 3)
        self.assertEqual(values.read_text(), "1 5\n")

    def test_every_failure_is_told(self):
        result = lode("-q", "find", "nosuch", "karate", "noother", "-s", "3", "--format", "json")
        self.assertEqual(result.returncode, 3)
        self.assertIn("nosuch", result.stderr)
        self.assertIn("noother", result.stderr)
        self.assertEqual(json.loads(result.stdout)["not_answered"], ["nosuch", "noother"])

    def test_places_in_folders(self):
        (self.folder / "3").mkdir()
        self.succeed("find", "karate", "-s", "3", "-o", self.folder / "{s}/set.txt")
        self.assertTrue((self.folder / "3/set.txt").exists())
        pairs = self.write("pairs.txt", "1 2\n1 3\n2 3\n")
        self.fail_with(2, ["--sides"], "find", pairs, "--sides", "columns", "-s", "1x1", "-o", self.folder / "{s}.txt")

    def test_nothing_is_overwritten(self):
        (self.folder / "set-6.txt").write_text("mine")
        self.fail_with(2, ["set-6.txt", "--force"], "find", "karate", "-s", "5,6", "-o", self.folder / "set-{s}.txt")
        self.assertEqual([path.name for path in self.folder.iterdir()], ["set-6.txt"])
        graph = self.write("g.txt", "1 2\n2 3\n")
        self.fail_with(2, ["g.txt"], "find", graph, "-s", "2", "-o", self.folder / "{graph}.txt", "--force")
        self.assertEqual(graph.read_text(), "1 2\n2 3\n")


if __name__ == "__main__":
    unittest.main()
