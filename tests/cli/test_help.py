#!/usr/bin/env python3
"""Help, manual pages and completion: all of them from the records of options."""
import json
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import time
import unittest

os.environ.setdefault("LODE", str(pathlib.Path(__file__).resolve().parents[2] / "build/release/bin/lode"))

from test_cli import LODE, ToolTest, lode

HEADINGS = ["Commands", "Input", "Reading the input", "Question", "Effort", "Output", "General"]
SHORT = 30  # lines of --help
WIDTH = 100


def sections(text):
    """The lines below each heading of a help page, by heading."""
    return {heading: lines for heading, lines in re.findall(r"^(\w[\w -]*):\n((?:  .*\n)+)", text, re.M)}


def options(text):
    """The long names of the options that a help page lists."""
    return set(re.findall(r"^  (?:-\w, )?(--[\w-]+)", text, re.M))


def commands(*above):
    """Every command below one, as tuples of words."""
    text = lode(*above, "--help").stdout
    names = re.findall(r"^  (\S+)", sections(text).get("Commands", ""), re.M)
    return [command for name in names for command in ((*above, name), *commands(*above, name))]


def examples(text):
    """The command lines that stand below the usage of a help page."""
    below = text.partition("Usage: ")[2].partition("\n\n")[0].partition("\n")[2]
    return [re.split(r"  +", line.strip())[0] for line in below.splitlines() if line.startswith("  lode")]


class HelpPages(ToolTest):
    @classmethod
    def setUpClass(cls):
        cls.commands = commands()

    def test_there_are_commands(self):
        self.assertGreater(len(self.commands), 25)
        for command in (("find",), ("help",), ("completion",), ("lsq", "solve"), ("data", "get"), ("generate", "gnp")):
            self.assertIn(command, self.commands)

    def test_help_is_short(self):
        for command in [(), *self.commands]:
            lines = self.succeed(*command, "--help").splitlines()
            self.assertLessEqual(len(lines), SHORT, command)
            self.assertLessEqual(max(map(len, lines)), WIDTH, command)

    def test_pages_begin_with_what_they_are_for_usage_and_an_example(self):
        for command in [(), *self.commands]:
            text = self.succeed(*command, "--help")
            name = " ".join(("lode", *command))
            self.assertRegex(text, rf"^[A-Zl][^\n]+\.\n(?:[^\n]+\n)?\nUsage: {name}(?: |\n)", command)
            if command != ("help",):
                self.assertTrue(examples(text), command)

    def test_every_option_stands_under_a_heading_and_is_explained(self):
        for command in self.commands:
            text = self.succeed(*command, "--help-all")
            self.assertLessEqual(set(sections(text)), set(HEADINGS), command)
            for name, meaning in re.findall(r"^  (-[^\n]*?)(?:  +|\n +)(\S[^\n]*)$", text, re.M):
                self.assertRegex(meaning, r"^[A-Z]", (command, name))
            self.assertLessEqual(max(map(len, text.splitlines())), WIDTH, command)
            self.assertLessEqual(options(self.succeed(*command, "--help")), options(text), command)

    def test_help_all_has_more(self):
        short, full = self.succeed("find", "--help"), self.succeed("find", "--help-all")
        self.assertIn("'lode find --help-all' lists every option", short)
        self.assertNotIn("--separator", short)
        for option in ("--separator", "--quota", "--memory", "--induced", "--source"):
            self.assertIn(option, full)
        self.assertEqual(self.succeed("help", "find"), short)
        self.assertEqual(self.succeed("help", "--all", "find"), full)
        self.assertEqual(self.succeed("help", "lsq", "path"), self.succeed("lsq", "path", "--help"))

    def test_examples_work(self):
        slow = ("lode lsq compare", "lode data get", "lode data verify")
        for name, text in (("FILE", "1 2\n2 3\n1 3\n"), ("calls.csv", "from,to,weight\na,b,2\nb,c,1\n")):
            self.write(name, text)
        first = ["lode lsq generate A.npy b.npy -m 50 -n 100", "lode find karate -s 5 -o set.txt",
                 "lode bounds karate -s 5 --certificate proof.json", "lode convert karate big.txt.gz"]
        all_of_them = [line for command in [(), *self.commands] for line in examples(self.succeed(*command, "--help"))]
        run = 0
        for line in dict.fromkeys(first + all_of_them):
            if line.startswith(slow) or "~" in line:
                continue
            words = line.split()[1:]
            if {"generate", "convert", "report"} & set(words) and line not in first and "--help" not in words:
                words += ["--force"]
            result = subprocess.run([LODE, *words], cwd=self.folder, capture_output=True, text=True, timeout=120)
            self.assertEqual(result.returncode, 0, (line, result.stderr))
            run += 1
        self.assertGreater(run, 25)

    def test_lines_are_wrapped_to_the_terminal(self):
        for columns in (60, 80):
            text = on_terminal([LODE, "find", "--help"], columns)
            lines = [line for line in text.splitlines() if not line.startswith("  lode ")]
            self.assertLessEqual(max(map(len, lines)), columns)
            self.assertGreater(len(lines), SHORT)
            self.assertIn("Usage: lode find GRAPH", text)

    def test_lode_alone_says_where_to_begin(self):
        result = lode()
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        lines = result.stderr.splitlines()
        self.assertEqual(len(lines), 8)
        self.assertLessEqual(max(map(len, lines)), WIDTH)
        self.assertIn("lode finds the s vertices of a graph with the most edges", lines[1])
        self.assertIn("lode find karate -s 5", result.stderr)
        self.assertIn("'lode --help' lists the commands", lines[-1])


class HelpTopics(ToolTest):
    def records(self, *group):
        return json.loads(self.succeed(*group, "methods", "--options", "--format", "json"))["methods"]

    def test_settings_are_shown_for_the_chosen_method_alone(self):
        for group, command in (((), ("find",)), (("lsq",), ("lsq", "solve"))):
            records = self.records(*group)
            shown = options(self.succeed(*command, "--help-all"))
            settings = {"--" + option["name"] for method in records for option in method["options"]}
            self.assertGreater(len(settings), 10)
            self.assertEqual(shown & settings, set())
            for method in records:
                text = self.succeed(*command, "--method", method["name"], "--help")
                own = {"--" + option["name"] for option in method["options"]}
                self.assertEqual(options(text) & settings, own, method["name"])

    def test_help_of_a_method_has_its_settings_with_ranges_and_defaults(self):
        for group in ((), ("lsq",)):
            for method in self.records(*group):
                text = self.succeed("help", *group, method["name"])
                flat = " ".join(text.split())
                self.assertEqual(self.succeed(*group, "methods", method["name"]), text)
                self.assertIn(f"--method {method['name']}", text)
                self.assertLessEqual(max(map(len, text.splitlines())), WIDTH)
                for option in method["options"]:
                    self.assertIn("--" + option["name"], text)
                    self.assertIn(option["meaning"], flat)
                    self.assertIn(option["range"], flat)
                    if option["type"] == "integer":
                        self.assertIn("default " + option["default"], flat)
        self.assertIn("default 3.1623", self.succeed("help", "mpec-epm"))
        self.assertNotIn("3.16227", self.succeed("help", "mpec-epm"))
        self.assertIn("lode help lsq hybrid", self.succeed("help", "hybrid"))

    def test_help_of_a_bound(self):
        bounds = json.loads(self.succeed("methods", "--format", "json"))["bounds"]
        self.assertGreater(len(bounds), 5)
        for bound in bounds:
            flat = " ".join(self.succeed("help", bound["name"]).split())
            self.assertIn(f"{bound['name']}, an upper bound: ", flat)
            self.assertIn(" ".join(bound["statement"].split()), flat)

    def test_methods_of_one_name_in_every_format(self):
        one = json.loads(self.succeed("methods", "hybrid", "--format", "json"))
        self.assertEqual(([row["name"] for row in one["methods"]], one["bounds"]), (["hybrid"], []))
        table = self.succeed("methods", "tpm", "--options", "--format", "markdown")
        self.assertEqual(set(re.findall(r"^\| (\S+) \|", table, re.M)), {"method", "tpm"})

    def test_names_that_are_nearly_right(self):
        for words, arguments in ((["nearest: hybrid"], ["help", "hybird"]),
                                 (["nearest: degeneracy"], ["help", "degenracy"]),
                                 (["nearest: omp"], ["help", "lsq", "ompp"]),
                                 (["nearest: hybrid"], ["methods", "hybird"]),
                                 (["--method: 'hybird' is not known", "nearest: hybrid"],
                                  ["find", "karate", "-s", "5", "--method", "hybird"]),
                                 (["--methods hybird", "nearest: hybrid"], ["compare", "karate", "-s", "5", "--methods", "hybird"]),
                                 (["--preset papr", "nearest: paper"], ["find", "karate", "-s", "5", "--preset", "papr"]),
                                 (["--effort: 'prof'", "nearest: proof"], ["find", "karate", "-s", "5", "--effort", "prof"]),
                                 (["'bsh'", "nearest: bash"], ["completion", "bsh"]), (["bash, zsh, fish"], ["completion"]),
                                 (["no option --folde", "--folder"], ["help", "--man", "--folde", "x"])):
            self.fail_with(2, words, *arguments)

    def test_labels_that_are_nearly_right(self):
        path = self.write("novel.txt", "Valjean Javert\nValjean Cosette\nJavert Fantine\n")
        self.fail_with(2, ["--include valjean", "nearest: Valjean"], "find", path, "--labels", "-s", "2", "--include", "valjean")
        self.fail_with(2, ["--exclude Zzzzz", "file:PATH"], "find", path, "--labels", "-s", "2", "--exclude", "Zzzzz")

    def test_words_at_the_wrong_place(self):
        for words, arguments in ((["lode find karate -s 5"], ["karate", "-s", "5"]),
                                 (["no option -k", "-s"], ["find", "karate", "-k", "5"]),
                                 (["'5' is taken for a graph", "-s 5"], ["find", "karate", "5"]),
                                 (["--time belongs behind the command: lode find"], ["--time", "3", "find", "karate"])):
            self.fail_with(2, words, *arguments)

    def test_source_is_a_column_in_find_too(self):
        path = self.write("t.csv", "x,y,z\n1,2,3\n2,3,1\n1,3,2\n")
        text = self.succeed("find", path, "-s", "3", "--source", "x", "--target-column", "y")
        self.assertIn("3", text)
        self.assertEqual(text.splitlines()[1:3],
                         self.succeed("find", path, "-s", "3", "--source-column", "x", "--target-column", "y").splitlines()[1:3])

    def test_the_library_is_quoted_with_the_options_of_the_tool(self):
        for words, arguments in ((["--block bogus"], ["--block", "bogus"]), (["--theta x"], ["--theta=x"]),
                                 (["-s 0: sizes start at 1"], ["-s", "0"])):
            result = lode("find", "karate", *(() if "-s" in arguments else ("-s", "5")), *arguments)
            self.assertEqual(result.returncode, 2)
            self.assertTrue(result.stderr.startswith("lode: " + words[0]), result.stderr)
        result = lode("find", "karate", "--min-density", "2")
        self.assertEqual(result.returncode, 2, result.stdout)
        self.assertIn("--min-density", result.stderr)
        self.assertNotIn("min_density", result.stderr)


class ManualPages(ToolTest):
    def test_every_page_is_well_formed(self):
        folder = self.folder / "man"
        self.succeed("help", "--man", "--folder", folder)
        pages = sorted(page.name for page in folder.iterdir())
        self.assertEqual(pages, sorted("-".join(("lode", *command)) + ".1" for command in [(), *commands()]))
        if not shutil.which("mandoc"):
            self.skipTest("mandoc is not installed")
        for page in folder.iterdir():
            lint = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", page], capture_output=True, text=True)
            self.assertEqual((lint.returncode, lint.stdout), (0, ""), page.name)

    def test_man_shows_every_option(self):
        page = self.write("lode-find.1", self.succeed("help", "--man", "find", SOURCE_DATE_EPOCH="86400"))
        self.assertIn("1970\\-01\\-02" if "1970\\-" in page.read_text() else "1970-01-02", page.read_text())
        if not shutil.which("man"):
            self.skipTest("man is not installed")
        shown = subprocess.run(["man", "--warnings", "-l", page], capture_output=True, text=True,
                               env={**os.environ, "MANWIDTH": "200", "MAN_KEEP_FORMATTING": "", "PAGER": "cat", "LC_ALL": "C.UTF-8"})
        self.assertEqual((shown.returncode, shown.stderr), (0, ""))
        text = re.sub(".\b", "", shown.stdout)
        for option in options(self.succeed("find", "--help-all")):
            self.assertIn(option, text)
        self.assertIn("lode find karate -s 5", text)


def on_terminal(command, columns):
    """What a command prints to a terminal of so many columns."""
    import fcntl
    import struct
    import termios
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, close_fds=True)
    os.close(slave)
    text = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:
            break
        if not part:
            break
        text += part
    process.wait()
    os.close(master)
    return text.decode().replace("\r\n", "\n")


class Shell:
    """An interactive bash on a terminal, with the completion of lode."""

    def __init__(self, folder):
        (folder / "bin").mkdir()
        (folder / "bin/lode").symlink_to(LODE)
        (folder / "inputrc").write_text("set bell-style none\nset enable-bracketed-paste off\nset page-completions off\n"
                                        "set completion-query-items 0\nset show-all-if-ambiguous on\n")
        (folder / "here").mkdir()
        (folder / "here/karma.txt").write_text("1 2\n")
        (folder / "here/karst.txt").write_text("1 2\n")
        environment = {"PATH": f"{folder / 'bin'}:/usr/bin:/bin", "HOME": str(folder), "TERM": "dumb", "PS1": "READY> ",
                       "INPUTRC": str(folder / "inputrc"), "COLUMNS": "200"}
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(folder / "here")
            os.execve("/bin/bash", ["bash", "--norc", "--noprofile", "-i"], environment)
        self.read_until(r"READY> $")
        self.type("source <(lode completion bash)\n")
        self.read_until(r"READY> $")

    def type(self, text):
        os.write(self.terminal, text.encode())

    def read_until(self, pattern):
        text, deadline = "", time.monotonic() + 60
        while not re.search(pattern, text):
            if time.monotonic() > deadline:
                raise AssertionError(f"{pattern} is not in {text!r}")
            if select.select([self.terminal], [], [], 1)[0]:
                text += os.read(self.terminal, 65536).decode(errors="replace").replace("\a", "").replace("\r\n", "\n")
        return text

    def offered(self, typed, pattern):
        """What stands on the terminal once a pattern does after a word was typed and TAB."""
        self.type(typed + "\t")
        text = self.read_until(pattern)
        self.type("\x15\n")  # a line of its own
        self.read_until(r"READY> $")
        return text

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.pid, 0)


class Completion(ToolTest):
    def test_words_come_from_the_records(self):
        for shell in ("bash", "zsh", "fish"):
            script = self.succeed("completion", shell)
            for words in ("none cheap auto strong proof", "default fast thorough descent paper", "bash zsh fish", "lode mtx dimacs gml"):
                self.assertIn(words, script, shell)

    def test_bash(self):
        shell = Shell(self.folder)
        self.addCleanup(shell.close)
        self.assertIn("lode find ", shell.offered("lode fi", r"lode find "))
        self.assertIn("karma.txt", shell.offered("lode find kar", r"karma\.txt[^$]*karst\.txt"))
        several = shell.offered("lode find karate --me", r"--method[^$]*READY>|READY>[^$]*--method")
        for option in ("--memory", "--merge", "--method"):
            self.assertIn(option, several)
        self.assertIn("--method hybrid ", shell.offered("lode find karate --method hy", r"--method hybrid "))
        self.assertIn("--method=hybrid ", shell.offered("lode find karate --method=hy", r"--method=hybrid "))
        self.assertIn("--methods tpm,hybrid ", shell.offered("lode compare karate --methods tpm,hyb", r"tpm,hybrid "))
        self.assertIn("--method omp ", shell.offered("lode lsq solve --method om", r"--method omp "))
        self.assertIn("-o karma.txt ", shell.offered("lode find karate -o karm", r"-o karma.txt "))
        self.assertIn("help hybrid ", shell.offered("lode help hybr", r"help hybrid "))

    def test_scripts_are_well_formed(self):
        missing = []
        for shell, check in (("bash", ["bash", "-n"]), ("zsh", ["zsh", "-n"]), ("fish", ["fish", "--no-execute"])):
            path = self.folder / "deep/folder" / shell
            self.succeed("completion", shell, "-o", path)
            self.assertEqual(path.read_text(), self.succeed("completion", shell))
            if not shutil.which(check[0]):
                missing.append(shell)
                continue
            result = subprocess.run([*check, path], capture_output=True, text=True)
            self.assertEqual((result.returncode, result.stderr), (0, ""), shell)
        if missing:
            self.skipTest(f"not installed: {', '.join(missing)}")


if __name__ == "__main__":
    unittest.main(verbosity=2)
