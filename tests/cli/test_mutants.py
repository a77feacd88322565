#!/usr/bin/env python3
"""tools/checks/mutants.py tells small changes that tests notice from those that they do not."""
import contextlib
import importlib.util
import io
import json
import os
import pathlib
import subprocess
import sys
import unittest

os.environ.setdefault("LODE", str(pathlib.Path(__file__).resolve().parents[2] / "build/release/bin/lode"))

from test_cli import REPOSITORY, ToolTest

sys.dont_write_bytecode = True
sys.path.insert(0, str(REPOSITORY / "tools/checks"))
import mutants

PROJECT = {
    "CMakeLists.txt": """cmake_minimum_required(VERSION 3.25)
project(few LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 20)
add_library(few src/io/few.cpp)
if(NOT DEFINED LODE_BUILD_TESTS)
  enable_testing()
  add_executable(test_few tests/test_few.cpp)
  target_link_libraries(test_few few)
  add_test(NAME "few: all" COMMAND test_few)
endif()
""",
    "src/io/few.cpp": """constexpr int limit = 2 + 3;
int unused() { return 7; }
bool below(int a) { const bool is = a < limit; return is; }
int last(int a) {
  int ends[4] = {};
  switch (a) {
    case 9: return -a;
    default: return ends[a] + a;
  }
}
""",
    "tests/test_few.cpp": """bool below(int);
int last(int);
int main() { return below(4) && !below(6) && last(3) == 3 ? 0 : 1; }
""",
    ".gitignore": "/build/\n"}


class Mutants(ToolTest):
    def setUp(self):
        super().setUp()
        if importlib.util.find_spec("clang") is None:
            self.skipTest("built without python3-clang-14")
        self.project = self.folder / "few"
        for name, text in PROJECT.items():
            (self.project / name).parent.mkdir(parents=True, exist_ok=True)
            (self.project / name).write_text(text)
        subprocess.run(["git", "init", "-q"], cwd=self.project, check=True)
        folder = self.project / "build/check/mutants"
        places = {"REPOSITORY": self.project, "FOLDER": folder, "COPY": folder / "source", "BUILD": folder / "build",
                  "CHECKS": self.project}
        for name, value in places.items():
            self.addCleanup(setattr, mutants, name, getattr(mutants, name))
            setattr(mutants, name, value)
        self.page = folder / "mutants.md"

    def run_steps(self, *steps):
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(mutants.main([*steps, "--targets", "test_few", "--jobs", "1"]), 0)
        return [line for line in self.page.read_text().splitlines() if line.startswith("- ")]

    def test_survivors_are_listed_and_go_when_a_test_is_added(self):
        survivors = self.run_steps("find", "build", "reach", "run", "table")
        self.assertEqual(len(survivors), 2, survivors)
        self.assertIn("- src/io/few.cpp:2: `7` -> `(7 + 1)`: not reached", survivors[0] + survivors[1])
        self.assertIn("- src/io/few.cpp:3: `a < limit` -> `a <= limit`: survived", survivors[0] + survivors[1])
        found = json.loads((self.page.parent / "found.json").read_text())
        # Neither lengths of arrays nor labels nor constants: 7, a < limit, the negation of is, ends[a] + a.
        self.assertEqual(sorted(m["line"] for m in found), [2, 3, 3, 8])
        test = self.project / "tests/test_few.cpp"
        test.write_text(test.read_text().replace("!below(6)", "!below(5)"))
        survivors = self.run_steps("build", "reach", "run", "table", "--again")
        self.assertEqual(len(survivors), 1, survivors)
        self.assertIn("not reached", survivors[0])
        line = ("src/io/few.cpp", "int unused() { return 7; }", "7", "(7 + 1)", "nobody asks")
        (self.project / "equivalent.txt").write_text("\t".join(line) + "\n")
        self.assertIn("nobody asks", self.run_steps("table")[0])


class EquivalentMutants(ToolTest):
    def test_each_is_in_the_sources(self):
        for name, line, before, after in mutants.equivalents():
            self.assertIn(line, map(mutants.flat, (REPOSITORY / name).read_text().splitlines()))
            self.assertTrue(line[:1] and after != before)


if __name__ == "__main__":
    unittest.main()
