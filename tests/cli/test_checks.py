#!/usr/bin/env python3
"""tools/check.sh remembers what has passed on the same sources, and tells what has not."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest
from unittest import mock

os.environ.setdefault("LODE", str(pathlib.Path(__file__).resolve().parents[2] / "build/release/bin/lode"))

from test_cli import REPOSITORY, ToolTest

sys.dont_write_bytecode = True
sys.path.insert(0, str(REPOSITORY / "tools/checks"))
import coverage
import fuzz
import page
import parts
import reports
import run
import steps


def shell(name, command, **more):
    return parts.Part(name, ["sh", "-c", command], **more)


class RememberedChecks(ToolTest):
    """Steps go on where they ended."""

    def run_step(self, *step, sources="one"):
        """What is said, and whether all parts have passed."""
        record, said = parts.Record(self.folder / "check", sources), []
        passed = run.run_step("step", lambda: iter(step), record, lambda: None, said.append)
        return "\n".join(said), passed, record

    def runs(self):
        path = self.folder / "runs"
        return path.read_text().split() if path.exists() else []

    def noting(self, name, then="true", **more):
        return shell(name, f"echo {name} >> {self.folder}/runs; {then}", **more)

    def test_every_test_is_in_a_group(self):
        listed = "Test project /x\n  Test   #1: core:a sum: exact\n  Test  #12: cli: Help\n  Test #130: core: spaced\n\nTotal Tests: 3\n"
        found = steps.groups_of(listed)
        self.assertEqual(found, ["core", "cli"])
        names = re.findall(r"#\d+: (.*)", listed)
        for name in names:
            chosen = [group for group in found if re.search(steps.tests("dev", group).command[-1], name)]
            self.assertEqual(chosen, [name.split(":")[0]])

    def test_only_what_has_not_passed_runs_again(self):
        tool = self.folder / "mended"
        step = (self.noting("build", repeat=True), self.noting("good"), self.noting("bad", f"test -e {tool}"),
                self.noting("last"))
        said, passed, record = self.run_step(*step)
        self.assertFalse(passed)
        self.assertFalse(record.complete("step"))
        self.assertIn("bad: FAILED", said)
        self.assertEqual(self.runs(), ["build", "good", "bad", "last"])
        tool.touch()
        said, passed, record = self.run_step(*step)
        self.assertTrue(passed)
        self.assertTrue(record.complete("step"))
        self.assertEqual(self.runs()[4:], ["build", "bad"])  # a build's folder may be gone
        self.assertIn("has passed", self.run_step(*step)[0])
        self.assertEqual(len(self.runs()), 6)
        self.run_step(*step, sources="two")
        self.assertEqual(self.runs()[6:], ["build", "good", "bad", "last"])
        record.forget("step")
        self.assertFalse(record.complete("step"))

    def test_what_a_step_keeps_itself_stays_and_is_no_result(self):
        self.assertNotIn(steps.RESULTS, [steps.FOLDER, *(steps.FOLDER / name for name in run.all_steps())])
        kept = self.folder / "fuzz/counts.json"
        kept.parent.mkdir()
        kept.write_text('{"edges": {"executions": 7}}')
        fake = {"fuzz": lambda: iter([shell("executions", "true")])}
        with mock.patch.multiple(steps, FOLDER=self.folder, RESULTS=self.folder / "results", LONG_STEPS=fake), \
             mock.patch("sys.stdout"):
            self.assertEqual(run.main(["fuzz", "--again"]), 0)
        self.assertTrue(kept.exists())
        self.assertIn("executions", (self.folder / "results.md").read_text())

    def test_a_failed_build_ends_the_step(self):
        said, passed, _ = self.run_step(self.noting("build", "exit 3", repeat=True), self.noting("tests"))
        self.assertFalse(passed)
        self.assertEqual(self.runs(), ["build"])

    def test_what_was_stopped_counts_as_not_run(self):
        record = parts.Record(self.folder / "check", "one")
        record.run("step", shell("part", "true"))
        with self.assertRaises(FileNotFoundError):
            record.run("step", parts.Part("part", [str(self.folder / "missing")]))
        self.assertFalse(record.passed("step", "part"))

    def test_the_page(self):
        _, _, record = self.run_step(shell("good", "echo 5 things", summary=str.strip), shell("bad", "echo why; exit 7"))
        text = page.page(record, {"step": None, "other": None}, "commit x")
        self.assertRegex(text, r"\| step \| good \| passed \| 0 s \| 0 s \| 5 things \|")
        self.assertRegex(text, r"\| step \| bad \| \*\*failed\*\* \(7\) \|")
        self.assertIn("Not complete on these sources: step, other.", text)
        self.assertIn("\nwhy\n", text)
        later = page.page(parts.Record(self.folder / "check", "two"), {"step": None}, "commit y")
        self.assertIn("passed, on other sources", later)

    def test_a_fingerprint_follows_the_sources(self):
        def git(*words):
            subprocess.run(["git", "-C", str(self.folder), *words], check=True, capture_output=True)
        git("init", "-q")
        self.write("a.cpp", "1")
        self.write(".gitignore", "/build/\n")
        seen = [parts.fingerprint(self.folder)]
        git("add", "a.cpp")
        self.assertEqual(parts.fingerprint(self.folder), seen[0])
        for change in (lambda: self.write("a.cpp", "2"), lambda: self.write("b.cpp", "1"),
                       lambda: (self.folder / "a.cpp").unlink()):
            change()
            seen.append(parts.fingerprint(self.folder))
        self.assertEqual(len(set(seen)), 4)
        (self.folder / "build").mkdir()
        self.write("build/x.o", "x")
        self.assertEqual(parts.fingerprint(self.folder), seen[-1])


class ReadChecks(ToolTest):
    """What the checks print is understood."""

    def test_ctest(self):
        log = ("1/3 Test #1: core: a ....   Passed    0.01 sec\n2/3 Test #2: core: b ....***Skipped   0.01 sec\n"
               "67% tests passed, 1 tests failed out of 3\n\nThe following tests did not run:\n\t  2 - core: b (Skipped)\n\n"
               "The following tests FAILED:\n\t  3 - core: c (of d) (Timeout)\n")
        self.assertEqual(steps.tests_summary(log), "3 tests, 1 skipped; failed: core: c (of d)")
        self.assertEqual(steps.tests_summary("Segmentation fault"), "ctest did not end")

    def test_findings(self):
        finding = "\x1b[1m/a/b.hpp:22:88: \x1b[0;1;31merror: \x1b[0mcopied [performance-x,-warnings-as-errors]\x1b[0m\n"
        self.assertEqual(steps.findings(finding + "/a/c.cpp:1: warning: b[i] is read [arrayIndex]\n" + finding),
                         "2 findings: arrayIndex, performance-x")
        self.assertEqual(steps.findings("45355 warnings generated.\n"), "0 findings")

    def reported(self, command):
        return subprocess.run([sys.executable, str(REPOSITORY / "tools/checks/reports.py"), str(self.folder / "r"),
                               str(self.folder / "log"), "sh", "-c", command], capture_output=True, text=True, cwd=self.folder)

    def test_a_report_fails_a_command_that_succeeds(self):
        self.assertEqual(self.reported("true").returncode, 0)
        self.assertEqual(self.reported("exit 8").returncode, 8)
        result = self.reported("echo 'a.cpp:1:2: runtime error: division of 0x12 by zero' > r/report.7;"
                               "echo 'a.cpp:1:2: runtime error: division of 0x34 by zero' > r/report.8")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stdout.count("reports: a.cpp:1:2: runtime error: division of 0x... by zero"), 1)
        result = self.reported("printf 'passed\\nb.cpp:3:4: runtime error: overflow\\n    #0 f\\n' > log")
        self.assertEqual(result.returncode, 1)
        self.assertIn("    #0 f\nreports: b.cpp:3:4: runtime error: overflow\n", result.stdout)
        self.assertEqual(self.reported("true").returncode, 0)  # earlier reports are gone

    def test_lines_of_a_template_count_once(self):
        counts = {"src/a.hpp": {}}
        for count, name in ((0, "build/clang/src/a.hpp"), (3, f"{REPOSITORY}/src/a.hpp")):
            coverage.add(counts, [f"SF:{name}", f"DA:4,{count}", "DA:5,0", "DA:6,0", "DA:9,0", "end_of_record",
                                  "SF:/usr/include/c.h", "DA:1,0", "end_of_record", "SF:tools/b.hpp", "DA:1,0"],
                         lambda name: coverage.source_name(name, REPOSITORY / "build/clang"))
        text, total, covered = coverage.page(counts)
        self.assertEqual((total, covered), (4, 1))
        self.assertIn("| src/a.hpp | 4 | 3 | 5-6, 9 |", text)

    @unittest.skipUnless(shutil.which("clang++") and shutil.which("llvm-cov"), "clang and llvm are needed")
    def test_programs_that_ran_are_counted(self):
        (self.folder / "src").mkdir()
        self.write("src/a.cpp", "int f(int x) {\n  if (x > 1)\n    return 7;\n  return 8;\n}\nint main() { return f(1) - 8; }\n")
        subprocess.run(["clang++", f"-fprofile-instr-generate={self.folder}/profiles/%4m.profraw", "-fcoverage-mapping",
                        "src/a.cpp", "-o", "a"], cwd=self.folder, check=True)
        subprocess.run(["./a"], cwd=self.folder, check=True)
        counts = {"src/a.cpp": {}}
        coverage.add(counts, coverage.traced(self.folder), lambda name: "src/a.cpp" if name.endswith("a.cpp") else None)
        self.assertEqual(counts["src/a.cpp"][3], 0)
        self.assertGreater(counts["src/a.cpp"][4], 0)

    def test_usage(self):
        script = str(REPOSITORY / "tools/checks/run.py")
        listed = subprocess.run([sys.executable, script, "--list"], capture_output=True, text=True)
        self.assertEqual(listed.returncode, 0)
        self.assertEqual([line.split()[0] for line in listed.stdout.splitlines()], [*steps.STEPS, *steps.LONG_STEPS])
        wrong = subprocess.run([sys.executable, script, "everything"], capture_output=True, text=True)
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("there is no step everything; steps are dev, tsan", wrong.stderr)


class Suppressions(ToolTest):
    """What is left out is TBB's own, and what is gone needs no exception."""

    def test_threads(self):
        lines = [line for line in (REPOSITORY / "tools/cmake/tsan.supp").read_text().splitlines() if line[:1] not in ("", "#")]
        # `race:` would also leave out what tasks of lode do: TBB's functions have called them.
        self.assertEqual(lines, ["race_top:^tbb::detail::r1"])

    def test_files_of_cppcheck_exist(self):
        for line in (REPOSITORY / "tools/checks/cppcheck.txt").read_text().splitlines():
            if line and not line.startswith("#") and ":" in line:
                self.assertTrue((REPOSITORY / line.split(":")[1]).exists(), line)


class FuzzCounts(ToolTest):
    """Runs of fuzzers are added up, and go on in the next call."""

    PROGRAM = """#!/bin/sh
printf '#2\tINITED cov: 7 ft: 9\n#40\tDONE cov: 11 ft: 20\nstat::number_of_executed_units: 50\n'
exit ${STATUS:-0}
"""

    def campaign(self):
        (self.folder / "tests/fuzz").mkdir(parents=True, exist_ok=True)
        program = self.folder / "tests/fuzz/fuzz_edges"
        program.write_text(self.PROGRAM)
        program.chmod(0o755)
        kept = self.folder / "kept"
        kept.mkdir(exist_ok=True)
        return fuzz.Campaign(self.folder, ["edges"], kept)

    def test_executions_count_over_calls(self):
        campaign = self.campaign()
        campaign.run(executions=120, seconds=60, slice_seconds=1, jobs=1)
        self.assertEqual(campaign.executions(), 150)
        self.assertEqual(campaign.counts["edges"].edges, 11)
        again = self.campaign()
        again.run(executions=150, seconds=60, slice_seconds=1, jobs=1)
        self.assertEqual(again.executions(), 150)
        self.assertIn("| edges | 150 |", again.table())

    def test_a_target_that_crashes_is_left_alone_in_the_end(self):
        campaign = self.campaign()
        program = campaign.program("edges")
        program.write_text(self.PROGRAM.replace("${STATUS:-0}", "77"))
        campaign.run(executions=1e9, seconds=60, slice_seconds=1, jobs=1)
        self.assertEqual(campaign.counts["edges"].crashes, fuzz.MOST_CRASHES)

    def test_a_run_that_a_signal_ends_is_no_crash(self):
        campaign = self.campaign()
        program = campaign.program("edges")
        program.write_text(self.PROGRAM.replace("${STATUS:-0}", "72"))
        campaign.run(executions=100, seconds=60, slice_seconds=1, jobs=1)
        self.assertEqual((campaign.executions(), campaign.counts["edges"].crashes), (100, 0))


if __name__ == "__main__":
    unittest.main()
