#!/usr/bin/env python3
"""The scripts of the pages keep the rules of eslint.config.mjs."""
import json
import os
import pathlib
import subprocess
import sys
import unittest

os.environ.setdefault("LODE", str(pathlib.Path(__file__).resolve().parents[2] / "build/release/bin/lode"))
sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))

import packages
from test_cli import REPOSITORY, ToolTest

SCRIPTS = REPOSITORY / "src/report/page"


class PageScripts(ToolTest):
    def faults(self, folder):
        """[file, line, rule, message] of everything that eslint finds, and how many files it has read."""
        place = packages.installed()
        result = subprocess.run(
            ["node", place / "node_modules/eslint/bin/eslint.js", "--config", place / "eslint.config.mjs", "--format", "json", "."],
            cwd=folder, capture_output=True, text=True, timeout=300)
        self.assertIn(result.returncode, (0, 1), result.stderr)
        files = json.loads(result.stdout)
        return [[pathlib.Path(file["filePath"]).name, one["line"], one["ruleId"], one["message"]]
                for file in files for one in file["messages"]], len(files)

    def test_the_scripts_keep_the_rules(self):
        faults, files = self.faults(SCRIPTS)
        self.assertEqual(faults, [])
        self.assertEqual(files, len(list(SCRIPTS.glob("*.js"))))
        self.assertGreater(files, 3)

    def test_the_rules_find_what_they_are_for(self):
        for name, text, rule in (("markup", "export const f = (element, text) => { element.innerHTML = text; };", "no-restricted-properties"),
                                 ("network", "export const f = () => fetch('x');", "no-restricted-globals"),
                                 ("code", "export const f = (text) => new Function(text);", "no-new-func"),
                                 ("unknown", "export const f = () => nowhere();", "no-undef"),
                                 ("silenced", "/* eslint-disable */ export const f = () => nowhere();", "no-undef"),
                                 ("unused", "const f = 1;", "no-unused-vars")):
            with self.subTest(name):
                folder = self.folder / name
                folder.mkdir()
                (folder / "a.js").write_text(f"{text}\n")
                self.assertIn(rule, [fault[2] for fault in self.faults(folder)[0]])

    def test_without_a_registry_it_is_skipped(self):
        if reason := packages.node_is_missing():
            raise unittest.SkipTest(reason)
        with self.assertRaisesRegex(unittest.SkipTest, "^npm does not reach its registry: ECONNREFUSED$"):
            packages.install(self.folder / "packages", "--registry=http://127.0.0.1:9/", "--fetch-retries=0", "--cache", self.folder / "cache")


if __name__ == "__main__":
    unittest.main(verbosity=2)
