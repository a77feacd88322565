#!/usr/bin/env python3
"""The compare command as a user meets it. LODE names the binary."""
import csv
import io
import json
import signal
import subprocess
import sys
import unittest

from test_cli import DATASETS, LODE, ToolTest

sys.dont_write_bytecode = True


class Compare(ToolTest):
    def compare_json(self, *arguments):
        return json.loads(self.succeed("compare", *arguments, "--format", "json"))

    def test_every_run_is_there_and_its_set_recounts(self):
        document = self.compare_json("karate", "-s", "5,9", "--methods", "hybrid,peeling,hybrid:paper", "--starts", "2")
        self.assertEqual((document["schema_version"], document["command"], document["seed"]), (1, "compare", 1))
        runs = document["runs"]
        bounds = {one["s"]: one["bound"] for one in document["aggregates"]["instances"]}
        self.assertEqual([(r["s"], r["method"], r["start"], r["seed"]) for r in runs],
                         [(s, m, k, k) for s in (5, 9) for m, k in (("hybrid", 1), ("hybrid", 2), ("peeling", 1),
                                                                    ("hybrid:paper", 1), ("hybrid:paper", 2))])
        edges = {frozenset(map(int, line.split()[:2])) for line in self.karate().splitlines() if line[0] != "#"}
        for run in runs:
            inside = sum(1 for edge in edges if edge <= set(run["vertices"]))
            self.assertEqual((run["edges"], run["weight"], len(run["vertices"])), (inside, inside, run["s"]))
            self.assertLessEqual(inside, bounds[run["s"]])
            self.assertGreaterEqual(run["seconds"], run["seconds_to_best"])
            self.assertEqual(run["trace"][-1]["weight"], inside)
        self.assertEqual([m["method"] for m in document["aggregates"]["methods"]], ["hybrid", "peeling", "hybrid:paper"])
        self.assertEqual(document["aggregates"]["methods"][0]["instances"], 2)

    @staticmethod
    def karate():
        return (DATASETS / "karate.txt").read_text()

    def test_all_methods_and_every_form_of_output(self):
        names = {m["name"] for m in json.loads(self.succeed("methods", "--format", "json"))["methods"]}
        paths = {form: self.folder / f"out.{form}" for form in ("csv", "json", "html")}
        options = [part for form, path in paths.items() for part in (f"--{form}", path)]
        text = self.succeed("compare", "karate", "-s", "5:15:5", "--methods", "all", "--starts", "2", *options)
        document = json.loads(paths["json"].read_text())
        self.assertIn("exact", names)  # runs until the optimum is proven: only when named
        self.assertEqual({run["method"] for run in document["runs"]}, names - {"exact"} | {"hybrid:paper"})
        rows = list(csv.DictReader(io.StringIO(paths["csv"].read_text())))
        self.assertEqual(len(rows), len(document["runs"]))
        self.assertEqual([int(row["edges"]) for row in rows], [run["edges"] for run in document["runs"]])
        for words in ("hybrid:paper", "mean rank", "upper bound", "average over 2 starts"):
            self.assertIn(words, text)
        page = paths["html"].read_text()
        self.assertNotRegex(page, r'src=|href="(?!#)|https?://(?!www\.w3\.org/)|url\(|@import')  # names of XML are no requests
        self.assertLess(len(page), 2_000_000)
        for path in paths.values():
            self.fail_with(2, ["--force", str(path)], "compare", "karate", "-s", "5", "--methods", "peeling",
                           f"--{[f for f, p in paths.items() if p == path][0]}", path)

    def test_methods_may_come_before_graphs(self):
        document = self.compare_json("--methods", "peeling", "-s", "5", "karate", "planted-2000")
        self.assertEqual([graph["name"] for graph in document["graphs"]], ["karate", "planted-2000"])

    def test_a_start_rule_for_all(self):
        document = self.compare_json("planted-2000", "-s", "30", "--methods", "hybrid,peeling", "--start", "random",
                                     "--seed", "5")
        self.assertEqual([run["seed"] for run in document["runs"]], [5, 6, 7, 5])
        self.assertEqual(document["start_rule"], "random")
        firsts = {run["trace"][0]["weight"] for run in document["runs"] if run["method"] == "hybrid"}
        self.assertLess(max(firsts), 30)

    def test_mistakes_are_found_before_any_run(self):
        slow = ("--methods", "hybrid", "--start", "random", "--time", "1000")
        self.fail_with(3, ["karatte"], "compare", "planted-20000", "karatte", "-s", "300", *slow)
        self.fail_with(2, ["34 vertices"], "compare", "planted-20000", "karate", "-s", "300", *slow)
        self.fail_with(2, ["magic"], "compare", "karate", "-s", "5", "--methods", "peeling,magic")
        self.fail_with(2, ["paper"], "compare", "karate", "-s", "5", "--methods", "hybrid:magic")
        self.fail_with(2, ["given twice"], "compare", "karate", "karate", "-s", "5")
        self.fail_with(2, ["random, degree, peeling"], "compare", "karate", "-s", "5", "--start", "magic")
        for option, value in (("--starts", "0"), ("--time", "-1"), ("--threads", "-1"), ("--format", "xml")):
            self.fail_with(2, [option], "compare", "karate", "-s", "5", option, value)
        self.fail_with(2, ["--size"], "compare", "karate")
        self.fail_with(2, ["two different files"], "compare", "karate", "-s", "5", "--resume", self.folder / "x",
                       "--html", self.folder / "x")
        self.fail_with(2, ["two different files"], "compare", "karate", "-s", "5", "--resume", self.folder / "x",
                       "--html", f"{self.folder}/./x")
        self.fail_with(2, ["--resume", "is no file"], "compare", "karate", "-s", "5", "--resume", "-")
        self.fail_with(2, ["--starts", "more than 10000000"], "compare", "karate", "-s", "5", "--methods", "hybrid",
                       "--starts", "2000000000")
        graph = self.write("g.txt", "1 2\n2 3\n")
        self.fail_with(2, ["--resume", "is also an input"], "compare", graph, "-s", "2", "--resume", graph)
        self.fail_with(1, ["missing"], "compare", "karate", "-s", "5", "--resume", self.folder / "missing" / "x")

    def test_graphs_called_the_same(self):
        for name in ("one", "two"):
            (self.folder / name).mkdir()
            (self.folder / name / "g.txt").write_text("0 1\n1 2\n2 0\n")
        paths = [str(self.folder / name / "g.txt") for name in ("one", "two")]
        document = self.compare_json(*paths, "-s", "2", "--methods", "peeling")
        self.assertEqual([graph["name"] for graph in document["graphs"]], paths)


class CompareInterrupted(ToolTest):
    ARGUMENTS = ("compare", "planted-20000", "-s", "200,300", "--methods", "peeling,hybrid", "--start", "random",
                 "--starts", "2", "--time", "2", "--format", "json")

    def begin(self, *more):
        """Starts a comparison and returns once a run is finished."""
        process = subprocess.Popen([LODE, "-v", *self.ARGUMENTS, *map(str, more)], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        for line in process.stderr:
            if "finished" in line:
                self.assertRegex(line, r"\d of 6 runs left: finished planted-20000, s = \d+, \w+, start \d")
                return process
        self.fail("no run was finished: " + process.communicate()[0])

    def finished(self, journal):
        return journal.read_text().count("\n") - 1

    def test_a_killed_comparison_goes_on(self):
        journal = self.folder / "runs.jsonl"
        process = self.begin("--resume", journal)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
        before = self.finished(journal)
        self.assertGreaterEqual(before, 1)
        kept = journal.read_text()
        with open(journal, "a") as file:
            file.write('{"graph":"planted-20000","s":200,"met')  # torn by the end of the writer
        document = json.loads(self.succeed(*self.ARGUMENTS, "--resume", journal))
        self.assertEqual(document["resumed_runs"], before)
        self.assertEqual((document["total_runs"], len(document["runs"])), (6, 6))
        self.assertTrue(journal.read_text().startswith(kept))
        self.assertEqual(self.finished(journal), 6)
        again = json.loads(self.succeed(*self.ARGUMENTS, "--resume", journal))
        self.assertEqual(again["resumed_runs"], 6)
        self.assertEqual(again["runs"], document["runs"])

    def test_journals_of_other_options_are_refused(self):
        journal = self.folder / "runs.jsonl"
        base = ("compare", "karate", "-s", "5", "--methods", "peeling", "--resume", journal)
        self.succeed(*base)
        content = journal.read_text()
        self.fail_with(2, ["seed 1, not 2"], *base, "--seed", "2")
        self.fail_with(2, ["time limit 30, not 31"], *base, "--time", "31")
        self.fail_with(2, ["planted-2000", "give the same graphs", "or name a new file"], *base, "planted-2000")
        self.assertEqual(journal.read_text(), content)
        foreign = self.write("precious.txt", "0 1\n")
        self.fail_with(3, [f"{foreign}:1", "not a journal"], *base[:-1], foreign)
        self.assertEqual(foreign.read_text(), "0 1\n")

    def interrupt(self, number):
        journal, page = self.folder / f"{number}.jsonl", self.folder / f"{number}.html"
        process = self.begin("--resume", journal, "--html", page)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 128 + number, err)
        self.assertIn(f"interrupted: {journal} keeps the finished runs; the same command goes on, with --force added",
                      err)
        document = json.loads(out)
        self.assertIs(document["interrupted"], True)
        self.assertEqual(len(document["runs"]), self.finished(journal))
        self.assertGreaterEqual(len(document["runs"]), 1)
        self.assertLess(len(document["runs"]), 6)
        self.assertIn("Interrupted", page.read_text())
        self.assertEqual(json.loads(self.succeed(*self.ARGUMENTS, "--resume", journal))["resumed_runs"],
                         len(document["runs"]))

    def test_interrupt(self):
        self.interrupt(signal.SIGINT)

    def test_terminate(self):
        self.interrupt(signal.SIGTERM)


if __name__ == "__main__":
    unittest.main(verbosity=2)
