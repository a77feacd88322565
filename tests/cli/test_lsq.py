#!/usr/bin/env python3
"""The lsq commands as a user meets them. LODE names the binary."""
import csv
import io
import json
import math
import os
import signal
import subprocess
import sys
import time
import unittest

from test_cli import LODE, ToolTest, wait_until_caught

sys.dont_write_bytecode = True


class LsqTest(ToolTest):
    def generate(self, name="d", *options):
        """Writes a small instance as CSV and returns the paths of A and b."""
        a, b = self.folder / f"{name}A.csv", self.folder / f"{name}b.csv"
        self.succeed("lsq", "generate", a, b, "-m", "20", "-n", "30", *options)
        return a, b

    def solve_json(self, *arguments):
        if "--method" not in arguments:
            arguments += ("--work", "1e5")  # enough on instances this small
        return json.loads(self.succeed("lsq", "solve", *arguments, "--format", "json"))

    @staticmethod
    def matrix(path):
        return [[float(value) for value in line.split(",")] for line in path.read_text().splitlines()]

    def objective(self, a, b, result):
        """F of an answer, from the files."""
        value = result.get("lambda", 0) * len(result["support"])
        for row, right in zip(self.matrix(a), self.matrix(b)):
            product = sum(row[j] * x for j, x in zip(result["support"], result["x"]))
            value += (math.log(1 + math.exp(-right[0] * product)) if result["loss"] == "logistic"
                      else 0.5 * (product - right[0]) ** 2)
        return value


class LsqSolve(LsqTest):
    def test_the_certificate_comes_with_every_answer(self):
        a, b = self.generate()
        for options in (["-s", "4"], ["--lambda", "20"], ["--binary"], ["--ones", "4"]):
            result = self.solve_json(a, b, *options)["results"][0]
            checks = result["certificate"]["stationarity"]
            self.assertTrue(checks)
            for check in checks:
                self.assertTrue(check["holds"], (options, check))
                self.assertIn(check["mode"], ("exhaustive", "sampled"))
                self.assertGreaterEqual(check["blocks"], 0 if check["k"] == 1 else 1)  # binary-c: no blocks of one
            self.assertIn("stationary (", self.succeed("lsq", "solve", a, b, *options))
        omp = self.solve_json(a, b, "-s", "4", "--method", "omp")["results"][0]
        self.assertEqual([c["k"] for c in omp["certificate"]["stationarity"]][:2], [1, 2])
        self.assertIn(omp["certificate"]["single_exchange"], (True, False))
        swap = self.solve_json(a, b, "-s", "4", "--method", "swap")["results"][0]
        self.assertIs(swap["certificate"]["single_exchange"], True)
        self.assertIsNone(swap["certificate"]["stopped"])
        late = self.solve_json(a, b, "-s", "4", "--time", "0")["results"][0]
        self.assertEqual(late["certificate"], {"stationarity": [], "single_exchange": None, "stopped": "deadline"})
        self.assertIn("not checked: time limit", self.succeed("lsq", "solve", a, b, "-s", "4", "--time", "0"))
        none = self.solve_json(a, b, "-s", "4", "--no-certificate")["results"][0]
        self.assertIsNone(none["certificate"])

    def test_settings_starts_and_raw_values(self):
        a, b = self.generate("d", "--design", "AII", "--noise", "bII")
        unit = self.solve_json(a, b, "-s", "4", "--method", "omp")["results"][0]
        raw = self.solve_json(a, b, "-s", "4", "--method", "omp", "--raw-columns")["results"][0]
        same = self.solve_json(a, b, "-s", "4", "--method", "omp", "--columns", "raw")["results"][0]
        self.assertEqual(raw["support"], same["support"])
        self.assertEqual(raw["objective"], same["objective"])
        for value in ("unit", "raw"):
            self.fail_with(2, ["--raw-columns", "--columns"], "lsq", "solve", a, b, "-s", "4", "--method", "omp",
                           "--columns", value, "--raw-columns")
        self.assertNotEqual(raw["objective"], unit["objective"])
        fitted = self.solve_json(a, b, "-s", "4", "--method", "gp")["results"][0]
        own = self.solve_json(a, b, "-s", "4", "--method", "gp", "--raw")["results"][0]
        self.assertEqual(fitted["support"], own["support"])
        self.assertLess(fitted["objective"], own["objective"])
        x = self.folder / "x.csv"
        self.succeed("lsq", "solve", a, b, "-s", "4", "--method", "omp", "-o", x)
        self.assertEqual(sum(1 for row in self.matrix(x) if row[0] != 0), 4)
        better = self.solve_json(a, b, "-s", "4", "--method", "swap", "--start", x)["results"][0]
        self.assertLessEqual(better["objective"], unit["objective"] + 1e-9)
        self.fail_with(2, ["takes no start"], "lsq", "solve", a, b, "-s", "4", "--method", "omp", "--start", x)
        self.fail_with(2, ["theta"], "lsq", "solve", a, b, "-s", "4", "--method", "omp", "--theta", "1")
        self.fail_with(2, ["preset"], "lsq", "solve", a, b, "-s", "4", "--preset", "magic")
        self.fail_with(2, ["theta", "preset paper"], "lsq", "solve", a, b, "-s", "4", "--theta", "1")
        self.fail_with(2, ["--raw does not go with --binary"], "lsq", "solve", a, b, "--binary", "--raw")
        one = self.solve_json(a, b, "-s", "4", "--max-iterations", "1")["results"][0]
        self.assertEqual((one["iterations"], one["stop_reason"]), (1, "iterations"))

    def test_the_logistic_loss(self):
        a, _ = self.generate()
        labels = self.write("labels.csv", "\n".join("1" if i % 3 else "-1" for i in range(20)) + "\n")
        result = self.solve_json(a, labels, "-s", "2", "--loss", "logistic")["results"][0]
        self.assertEqual(result["loss"], "logistic")
        self.assertAlmostEqual(result["objective"], self.objective(a, labels, result), delta=1e-6)
        self.assertLess(result["objective"], 20 * math.log(2))
        self.fail_with(2, ["logistic"], "lsq", "solve", a, labels, "-s", "2", "--loss", "logistic", "--method", "omp")
        signs = self.write("signs.csv", "".join("1\n" if row[0] > 0 else "-1\n" for row in self.matrix(a)))
        separated = self.solve_json(a, signs, "-s", "1", "--loss", "logistic")["results"][0]
        self.assertIn("separate the labels", separated["note"])
        self.assertIn("(--lambda, --box)", separated["note"])
        self.assertIn("separate the labels",
                      self.succeed("lsq", "solve", a, signs, "-s", "1", "--loss", "logistic", "--work", "1e5"))
        self.assertLess(separated["objective"], 1e-9)
        self.fail_with(2, ["use -1 and 1"], "lsq", "solve", *self.generate("e"), "-s", "2", "--loss", "logistic")

    def test_no_file_is_overwritten_unasked(self):
        a, b = self.generate()
        out = self.write("x.npy", "mine")
        self.fail_with(2, ["--force"], "lsq", "solve", a, b, "-s", "3", "-o", out)
        self.assertEqual(out.read_text(), "mine")
        self.succeed("lsq", "solve", a, b, "-s", "3", "-o", out, "--force")
        self.assertTrue(out.read_bytes().startswith(b"\x93NUMPY"))
        self.fail_with(2, [".npy, .mtx or .csv"], "lsq", "solve", a, b, "-s", "3", "-o", self.folder / "x.txt")


class LsqBadInput(LsqTest):
    def test_constraints(self):
        a, b = self.generate()
        self.fail_with(2, ["constraint is missing", "one of --sparsity"], "lsq", "solve", a, b)
        self.fail_with(2, ["--sparsity does not go with --binary"], "lsq", "solve", a, b, "-s", "3", "--binary")
        self.fail_with(2, ["--box", "--lambda"], "lsq", "solve", a, b, "-s", "3", "--box", "2")
        self.fail_with(2, ["31", "30 columns"], "lsq", "solve", a, b, "-s", "31")
        self.fail_with(2, ["--ones", "30 columns"], "lsq", "solve", a, b, "--ones", "31")
        self.fail_with(2, ["-s", "x"], "lsq", "solve", a, b, "-s", "x")
        self.fail_with(2, ["lambda"], "lsq", "solve", a, b, "--lambda", "-1")
        self.fail_with(2, ["hybrid, ", "omp"], "lsq", "solve", a, b, "-s", "3", "--method", "lars")
        self.fail_with(2, ["lode lsq solve --help"], "lsq", "solve", a)
        self.fail_with(2, ["lode lsq --help"], "lsq")

    def test_files(self):
        a, b = self.generate()
        self.fail_with(3, ["19 values", "20 rows"], "lsq", "solve", a,
                       self.write("short.csv", "1\n" * 19), "-s", "3")
        self.fail_with(3, ["20 x 30", "one column or one row"], "lsq", "solve", a, a, "-s", "3")
        self.fail_with(3, ["nan.csv:2:3", "nan is not finite"], "lsq", "solve",
                       self.write("nan.csv", "1,2\n3,nan\n"), b, "-s", "1")
        self.fail_with(3, ["no such"], "lsq", "solve", self.folder / "none.npy", b, "-s", "1")
        (self.folder / "cut.npy").write_bytes(b"\x93NUMPY\x01\x00")
        self.fail_with(3, ["cut off"], "lsq", "solve", self.folder / "cut.npy", b, "-s", "1")
        self.fail_with(2, ["standard input"], "lsq", "solve", "-", "-", "-s", "1")

    def test_outputs_are_different_files_and_not_the_input(self):
        a, b = self.generate()
        kept = b.read_bytes()
        self.fail_with(2, ["is the input"], "lsq", "solve", a, b, "-s", "3", "-o", b, "--force")
        self.assertEqual(b.read_bytes(), kept)
        same = self.folder / "same.npy"
        self.fail_with(2, ["is given twice"], "lsq", "generate", same,
                       f"{self.folder}/./same.npy", "-m", "20", "-n", "30")
        self.assertFalse(same.exists())


class LsqPath(LsqTest):
    def test_a_path_has_sizes(self):
        a, b = self.generate()
        self.fail_with(2, ["--sparsity", "at least 1"], "lsq", "path", a, b, "-s", "0")


class LsqGenerate(LsqTest):
    def test_a_signal_ends_it_and_leaves_no_temporary_file(self):
        for stop in (signal.SIGINT, signal.SIGTERM):
            a, b = self.folder / "A.csv", self.folder / "b.npy"
            process = subprocess.Popen([LODE, "lsq", "generate", str(a), str(b), "-m", "8000", "-n", "8000"],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.wait_until_busy(process)
            wait_until_caught(process, stop)
            process.send_signal(stop)
            _, err = process.communicate(timeout=120)
            self.assertEqual((process.returncode, err),
                             (128 + stop, "lode: making the instance was stopped (interrupted)\n"))
            self.assertEqual(list(self.folder.iterdir()), [])

    def wait_until_busy(self, process):
        """Until it holds 100 MB: its signal handlers are there, and its values on the way."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with open(f"/proc/{process.pid}/statm", encoding="ascii") as statm:
                if int(statm.read().split()[1]) * 4096 > 100_000_000:
                    return
            time.sleep(0.01)
        self.fail("the instance was not begun")

    def test_refusals(self):
        a, b = self.folder / "A.npy", self.folder / "b.npy"
        for option, value in (("--design", "AII"), ("--noise", "bII")):
            self.fail_with(2, [option, "leave it out"], "lsq", "generate", a, b, "--kind", "uniform", option, value)
        self.fail_with(2, ["2^40"], "lsq", "generate", a, b, "-m", "4000000000000", "-n", "4000")
        self.fail_with(2, ["given twice"], "lsq", "generate", a, a)
        self.fail_with(2, ["--truth"], "lsq", "generate", a, b, "--kind", "uniform", "--truth", self.folder / "x.npy")
        self.fail_with(2, ["--columns must be at least 1"], "lsq", "generate", a, b, "-n", "0")
        self.fail_with(2, [".npy"], "lsq", "generate", self.folder / "A.mat", b)
        self.assertEqual(list(self.folder.iterdir()), [])
        self.succeed("lsq", "generate", a, b, "-m", "3", "-n", "4")
        self.fail_with(2, ["--force"], "lsq", "generate", a, b, "-m", "3", "-n", "4")


class LsqCompare(LsqTest):
    SMALL = ["--experiment", "sparsity", "--rows", "20", "--columns", "30", "--noises", "bI", "-s", "2,4", "--starts", "2"]

    def test_every_form_of_output(self):
        paths = {form: self.folder / f"out.{form}" for form in ("csv", "json", "html")}
        options = [part for form, path in paths.items() for part in (f"--{form}", path)]
        text = self.succeed("lsq", "compare", *self.SMALL, *options)
        document = json.loads(paths["json"].read_text())
        self.assertEqual((document["command"], document["experiment"]), ("lsq compare", "sparsity"))
        self.assertEqual(len(document["panels"]), 2)
        runs = document["runs"]
        self.assertEqual(len(runs), document["total_runs"])
        self.assertEqual({run["s"] for run in runs}, {2, 4})
        rows = list(csv.DictReader(io.StringIO(paths["csv"].read_text())))
        self.assertEqual([float(row["objective"]) for row in rows], [run["objective"] for run in runs])
        for words in ("hybrid:paper", "omp@columns=raw", "mean rank", "AII + bI, 20 x 30"):
            self.assertIn(words, text)
        page = paths["html"].read_text()
        self.assertNotRegex(page, r'src=|href="(?!#)|https?://(?!www\.w3\.org/)|url\(|@import')  # names of XML are no requests
        self.assertLess(len(page), 2_000_000)
        self.fail_with(2, ["--force"], "lsq", "compare", *self.SMALL, "--html", paths["html"])

    def test_the_other_experiments(self):
        first = self.succeed("lsq", "compare", "--experiment", "figure1", "--rows", "10", "--columns", "20",
                             "--starts", "1", "--time", "0.2")
        for words in ("+-1, start scale 0.001, 10 x 20", "sparse, start scale 0.01, 10 x 20", "R10-G0"):
            self.assertIn(words, first)
        curves = self.succeed("lsq", "compare", "--experiment", "convergence", "--rows", "20", "--columns", "40",
                              "--starts", "1", "--time", "0.2")
        self.assertIn("AII + bII, 20 x 40", curves)

    def test_given_data_and_resume(self):
        a, b = self.generate()
        journal = self.folder / "runs.jsonl"
        base = ["lsq", "compare", a, b, "-s", "2:6:2", "--methods", "omp,swap,ppa", "--resume", journal, "--format", "json"]
        first = json.loads(self.succeed(*base))
        self.assertEqual((len(first["runs"]), first["resumed_runs"]), (3 * 7, 0))
        again = json.loads(self.succeed(*base))
        self.assertEqual(again["resumed_runs"], 21)
        self.assertEqual([r["objective"] for r in again["runs"]], [r["objective"] for r in first["runs"]])
        self.fail_with(2, ["seed"], *base, "--seed", "2")
        for constraint, count in ((["-s", "2"], 12), (["--lambda", "5"], 6), (["--binary"], 5), (["--ones", "2"], 3)):
            document = json.loads(self.succeed("lsq", "compare", a, b, *constraint, "--starts", "1", "--time", "0.05",
                                               "--format", "json"))
            self.assertEqual(len({r["method"] for r in document["runs"]}), count, constraint)
        penalised = json.loads(self.succeed("lsq", "compare", a, b, "--lambda", "5", "--methods", "gpm,msm",
                                            "--format", "json"))
        self.assertEqual({r["method"] for r in penalised["runs"]}, {"gpm", "msm"})

    def test_refusals(self):
        a, b = self.generate()
        self.fail_with(2, ["data is missing", "--experiment"], "lsq", "compare")
        self.fail_with(2, ["b is missing"], "lsq", "compare", a, "-s", "2")
        self.fail_with(2, ["own instances"], "lsq", "compare", a, b, "--experiment", "sparsity")
        self.fail_with(2, ["own constraint"], "lsq", "compare", "--experiment", "sparsity", "--binary")
        self.fail_with(2, ["figure1"], "lsq", "compare", "--experiment", "figure1", "-s", "5")
        self.fail_with(2, ["lars"], "lsq", "compare", a, b, "-s", "2", "--methods", "lars")
        self.fail_with(2, ["none of the constraints"], "lsq", "compare", a, b, "-s", "2", "--methods", "msm")
        self.fail_with(2, ["30 columns"], "lsq", "compare", a, b, "-s", "31")
        self.fail_with(2, ["designs"], "lsq", "compare", "--experiment", "sparsity", "--designs", "AIII")
        self.fail_with(2, ["designs"], "lsq", "compare", "--experiment", "sparsity", "--designs", "0")
        self.fail_with(2, ["--designs", "figure1"], "lsq", "compare", "--experiment", "figure1", "--designs", "AI")
        for option, value in (("--rows", "5"), ("--columns", "5"), ("--designs", "AI"), ("--noises", "bI"),
                              ("--instance-seed", "3")):
            self.fail_with(2, [f"{option} goes with --experiment"], "lsq", "compare", a, b, "-s", "2", option, value)
        for option, value in (("--rows", "99999999999999999999"), ("--columns", "0"), ("--designs", "0")):
            self.fail_with(2, [option], "lsq", "compare", a, b, "-s", "2", option, value)
            self.fail_with(2, [option], "lsq", "compare", "--experiment", "sparsity", option, value)

    def test_too_many_runs_and_sizes(self):
        a, b = self.generate()
        self.fail_with(2, ["--starts", "more than 10000000"], "lsq", "compare", a, b, "-s", "2", "--methods", "hybrid",
                       "--starts", "2000000000")
        self.fail_with(2, ["more than 60000000 sizes"], "lsq", "compare", "--experiment", "convergence", "-s",
                       "1:4294967294")
        self.fail_with(2, ["more than 60000000 sizes"], "lsq", "compare", "--experiment", "convergence", "-s",
                       "1:40000000,3:40000000")


class LsqInterrupted(LsqTest):
    def run_until_signal(self, *arguments):
        process = subprocess.Popen([LODE, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.wait_until_worked(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    def wait_until_worked(self, process):
        """Until half a second of processor time is spent: reading the data takes a hundredth of that."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with open(f"/proc/{process.pid}/stat", encoding="ascii") as stat:
                user_ticks = int(stat.read().rsplit(")", 1)[1].split()[11])
            if user_ticks >= os.sysconf("SC_CLK_TCK") // 2:
                return
            time.sleep(0.01)
        self.fail("the search was not begun")

    def test_solve_prints_the_best_so_far(self):
        a, b = self.folder / "A.npy", self.folder / "b.npy"
        self.succeed("lsq", "generate", a, b, "--kind", "uniform")
        code, out, err = self.run_until_signal("lsq", "solve", a, b, "--binary", "--time", "60", "--format", "json")
        self.assertEqual(code, 130, err)
        result = json.loads(out)["results"][0]
        self.assertEqual(result["stop_reason"], "interrupted")
        self.assertEqual(len(result["x"]), 500)

    def test_compare_keeps_what_is_finished(self):
        journal = self.folder / "runs.jsonl"
        code, out, err = self.run_until_signal("lsq", "compare", "--experiment", "figure1", "--time", "60",
                                               "--methods", "gpm,hybrid@work=1e15", "--resume", journal, "--format", "json")
        self.assertEqual(code, 130, err)
        document = json.loads(out)
        self.assertTrue(document["interrupted"])
        self.assertEqual(len(journal.read_text().splitlines()) - 1, len(document["runs"]))


if __name__ == "__main__":
    unittest.main(verbosity=2)
