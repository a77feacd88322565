#!/usr/bin/env python3
"""The documents say what the tool prints, and what they name exists.

`tests/cli/test_docs.py --write` writes the generated parts of docs/ anew, with the tool that LODE names, else the one
of build/release. Such a part stands between <!-- NAME --> and <!-- end of NAME -->; its name says what generates it.

A block ```console behind <!-- session --> shows commands, each behind `$ `, and what they print. All sessions of a
page run one after the other in one empty folder. `<!-- session on GRAPH -->` needs a graph of LODE_DATA, `, exit N`
says how the commands of the block end, and `, varies` that a clock decides on some of the output. What a command prints
is compared without times, or not at all where the page shows none of it. `--write` pastes what commands print now
where that differs.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from xml.etree import ElementTree

os.environ.setdefault("LODE", str(pathlib.Path(__file__).resolve().parents[2] / "build/release/bin/lode"))

from test_cli import REPOSITORY, SLOWER, ToolTest, lode

PAGES = sorted((REPOSITORY / "docs").glob("*.md"))
DOCUMENTS = [*sorted(REPOSITORY.glob("*.md")), REPOSITORY / "datasets/README.md", *PAGES]
PART = re.compile(r"(<!-- ([^>\n]+) -->\n)(.*?)(<!-- end of \2 -->\n)", re.S)
END = re.compile(r"<!-- end of ")

# Tables by name, and the commands that print them as Markdown. "help COMMAND" is generated for every command.
TABLES = {"methods": ["methods"], "options": ["methods", "--options"], "lsq methods": ["lsq", "methods"],
          "lsq options": ["lsq", "methods", "--options"]}

# What stands in documents for a name that the reader chooses.
PLACEHOLDER = re.compile(r"NAME|FORMAT|MODULE|ROOM|COMMAND")


def printed(*arguments):
    result = lode(*arguments)
    if result.returncode != 0:
        raise AssertionError(f"lode {' '.join(arguments)}: {result.stderr}")
    return result.stdout


# The options of a command that say how a graph is read, as `lode help --markdown COMMAND` prints them.
READING = re.compile(r"^\| \*\*Reading the input\*\* \| \|\n((?:\| `.*\n)+)", re.M)


def reading_table():
    return "| | |\n|---|---|\n" + READING.search(printed("help", "--markdown", "info"))[1]


def shared_rows():
    """The rows of options that mean the same in many commands, as `lode help --markdown find` prints them."""
    return re.findall(r"^\| `--(?:weighted|seed N|threads N|force)` .*\n", printed("help", "--markdown", "find"), re.M)


def plan_table():
    """The rows of the plan of bounds in src/bounds/plan/plan.cpp: rule, condition, and time, work or memory."""
    source = (REPOSITORY / "src/bounds/plan/plan.cpp").read_text()
    table = "| rule | asked | time, work, memory |\n|---|---|---|\n"
    for rule, share, spends, asked in re.findall(r'{Stage::\w+, (\w+?)(?:_rule)?, ([\d.]+), "(.*?)",\s*"(.*?)"', source):
        part = "the rest" if share == "1.0" else f"{share} of the rest"
        table += f"| `{rule}` | {asked} | {spends if share == '1.0' and spends else '; '.join(filter(None, [part, spends]))} |\n"
    return table


def help_table(*command):
    """What `lode help --markdown COMMAND` prints, without the options of `reading` and of `shared`."""
    text = READING.sub("", printed("help", "--markdown", *command))
    for row in shared_rows():
        text = text.replace(row, "")
    return re.sub(r"^\| \*\*\w+\*\* \| \|\n(?!\| `)", "", text, flags=re.M)


def options_of(table):
    """The long names in the first column of a table."""
    return set(re.findall(r"--[\w-]+", " ".join(re.findall(r"^\| `(-[^`]+)`", table, re.M))))


def subcommands(*command):
    """Names of all commands below one, each after its parent, as tuples of words."""
    _, _, listed = help_table(*command).partition("| **Commands** | |\n")
    names = re.findall(r"^\| `(\w+)` \|", listed.partition("| **")[0], re.M)
    return [below for name in names for below in ((*command, name), *subcommands(*command, name))]


def generated(name):
    words = name.split()
    if name == "reading":
        return "\n" + reading_table()
    if name == "shared":
        return "\n| | |\n|---|---|\n" + "".join(shared_rows())
    if words[0] == "help":
        return "\n" + help_table(*words[1:])
    if name == "plan":
        return plan_table()
    if name not in TABLES:
        raise AssertionError(f"TABLES has no command for the part '{name}'")
    return printed(*TABLES[name], "--format", "markdown").strip("\n") + "\n"


def written_anew(text):
    return PART.sub(lambda part: part[1] + generated(part[2]) + part[4], text)


class Documents(ToolTest):
    """The generated parts of docs/ are what this tool prints, and every command has its part."""
    maxDiff = None

    def test_generated_parts_are_as_printed(self):
        names = []
        for page in PAGES:
            text = page.read_text()
            parts = PART.findall(text)
            self.assertEqual(len(parts), len(END.findall(text)), f"{page.name}: a part without beginning or end")
            names += [part[1] for part in parts]
            emptied = PART.sub(r"\1\4", text)
            self.assertEqual(text, written_anew(emptied), f"{page.name}: run tests/cli/test_docs.py --write")
        self.assertLessEqual(set(TABLES), set(names), "tables that no page holds")

    def test_every_command_is_introduced(self):
        text = (REPOSITORY / "docs/cli.md").read_text()
        for command in subcommands():
            name = " ".join(command)
            section = re.search(rf"^##+ lode {name}\n[A-Z`][^<]+\n<!-- help {name} -->\n", text, re.M)
            self.assertTrue(section, f"lode {name}: a heading, a line of introduction and the generated part are needed")

    def test_options_of_reading_are_the_same_everywhere(self):
        usual = options_of(reading_table())
        self.assertGreater(len(usual), 10)
        readers = 0
        for command in subcommands():
            reading = READING.search(printed("help", "--markdown", *command))
            if not reading:
                continue
            readers += 1
            # The target of find is a number of edges.
            self.assertEqual(options_of(reading[0]) ^ usual, {"--target"} if command == ("find",) else set(), command)
        self.assertGreater(readers, 6)

    def test_exit_codes_and_environment_are_described(self):
        text = (REPOSITORY / "docs/cli.md").read_text()
        sources = "".join(path.read_text() for folder in ("src", "include", "tools/lode")
                          for path in sorted((REPOSITORY / folder).rglob("*.[ch]pp")))
        read = set(re.findall(r'(?:getenv|environment)\("(\w+)"\)', sources))
        self.assertIn("LODE_DATA", read)
        for name in read:
            self.assertIn(f"| `{name}` |", text)
        codes = re.search(r"enum ExitCode {(.*?)}", sources)[1]
        self.assertEqual(re.findall(r"^\| (\d) \|", text, re.M), re.findall(r"= (\d)", codes))

    def test_the_readme_is_what_one_needs_first(self):
        self.assertLessEqual((REPOSITORY / "README.md").stat().st_size, 8 * 1024)


class DocumentPaths(ToolTest):
    """Files and folders that documents name are there; the picture of the house shows its rooms."""
    TOP = "(?:src|include|tests|tools|docs|datasets)/"
    FROM_TOP = re.compile(rf"(?<![\w/.$-])({TOP}[\w./*+-]*[\w*])")
    SOURCE = re.compile(rf"(?<![\w/.$-])(?!{TOP})([a-z]\w*(?:/\w+)+\.(?:hpp|cpp|py))\b")  # named from any folder

    @classmethod
    def missing(cls, text):
        def exists(path):
            placeholder = PLACEHOLDER.search(path)
            known = path[:placeholder.start()].rpartition("/")[0] if placeholder else path
            return any(REPOSITORY.glob(known))

        def has_source(path):
            return any(any((REPOSITORY / folder).rglob(path)) for folder in ("include", "src", "tests", "tools"))

        return [path for path in cls.FROM_TOP.findall(text) if not exists(path)] + [
            path for path in cls.SOURCE.findall(text) if not has_source(path)]

    def test_commands_parse_and_print(self):
        """What a command does is in the library: no file of the tool is longer than what parses and prints needs."""
        for path in (REPOSITORY / "tools/lode").rglob("*.?pp"):
            text = path.read_text()
            self.assertLessEqual(text.count("\n"), 150, path)
            self.assertNotRegex(text, r"\bBoundLedger\b|\.hints\b", path)

    def test_only_the_plan_knows_several_bounds(self):
        """No file of a bound sees another one or the plan; any other file sees one bound at most, and the plan all."""
        sources = {str(path.relative_to(REPOSITORY / "src")): path.read_text()
                   for path in (REPOSITORY / "src").rglob("*.?pp")}
        file_of = {record: path for path, text in sources.items()
                   for record in re.findall(r"^constexpr BoundRule (\w+_rule) = ", text, re.M)}
        self.assertEqual(set(file_of), set(re.findall(r"&(\w+_rule)\b", sources["bounds/plan/bounds.cpp"])))
        header_of = {path: path.replace(".cpp", ".hpp") for path in file_of.values()}
        bound_files = set(header_of) | set(header_of.values())

        def seen(path):
            included = set(re.findall(r'^#include "(.*)"', sources[path], re.M))
            named = {header_of[file_of[word]] for word in re.findall(r"\w+_rule", sources[path]) if word in file_of}
            own = {header_of.get(path, path)}
            return ((included & bound_files) | named) - own, included

        for path in sources.keys() - {"bounds/rule.hpp", "bounds/plan/bounds.cpp"}:  # which list the rules
            bounds, included = seen(path)
            if path in bound_files:
                self.assertEqual(bounds | (included & {"bounds/plan/plan.hpp"}), set(), path)
            elif path != "bounds/plan/plan.cpp":
                self.assertLessEqual(len(bounds), 1, path)
        self.assertEqual(seen("bounds/plan/plan.cpp")[0], set(header_of.values()))

    def test_paths_exist(self):
        for document in DOCUMENTS:
            self.assertEqual(self.missing(document.read_text()), [], document.name)

    def test_what_does_not_exist_is_found(self):
        self.assertEqual(self.missing("`src/nowhere/x.cpp` tests/golden/*.none (tools/lod) `study/nowhere.hpp`"),
                         ["src/nowhere/x.cpp", "tests/golden/*.none", "tools/lod", "study/nowhere.hpp"])
        self.assertEqual(self.missing("src/nowhere/NAME.cpp, `src/nowhere/rules/test_NAME.cpp`"),
                         ["src/nowhere/NAME.cpp", "src/nowhere/rules/test_NAME.cpp"])
        self.assertEqual(self.missing("`src/MODULE`, tests/golden/*.txt, `study/find.hpp`, <lode/lode.hpp>, "
                                      "`linalg/eigen.hpp`, build/release/tests/test_io, tools/test.sh."), [])

    def test_links_lead_somewhere(self):
        """Links between the documents name files that are there, and headings that these files have."""
        def anchors(text):
            text = re.sub(r"```.*?```", "", text, flags=re.S)
            return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
                    for heading in re.findall(r"^#+ (.*)$", text, re.M)}

        def broken(document, text):
            for file, anchor in re.findall(r"\]\(([^)\s#:]*)(?:#([^)\s]*))?\)", text):
                target = document.parent / file if file else document
                if not target.exists():
                    yield file
                elif anchor and anchor not in anchors(text if target == document else target.read_text()):
                    yield f"{file}#{anchor}"

        for document in DOCUMENTS:
            self.assertEqual(list(broken(document, document.read_text())), [], document.name)
        page = REPOSITORY / "docs/glossary.md"
        self.assertEqual(list(broken(page, "### a b\n[1](#a-b) [2](#a) [3](none.md) [4](methods.md#options)")),
                         ["#a", "none.md"])

    def test_the_glossary_defines_terms(self):
        """Terms in alphabetical order, each once and in one to three sentences."""
        text = (REPOSITORY / "docs/glossary.md").read_text()
        entries = re.findall(r"^### (.+)\n((?:.+\n)+)(?:\n|\Z)", text, re.M)
        terms = [term.lower() for term, _ in entries]
        self.assertEqual(len(terms), text.count("\n### "), "a term without a definition, or without a blank line after it")
        self.assertGreater(len(terms), 75)
        self.assertEqual(terms, sorted(set(terms)))
        for term, definition in entries:
            sentences = re.findall(r"[.](?=\s|$)", definition)
            self.assertIn(len(sentences), (1, 2, 3), term)
            self.assertTrue(definition.rstrip().endswith("."), term)

    def test_the_picture_shows_the_house(self):
        def words(kind):
            return [(text.get("data-module"), text.text) for text in picture.iter()
                    if kind in text.get("class", "").split()]

        picture = ElementTree.parse(REPOSITORY / "docs/architecture.svg")
        modules = {folder.name for folder in (REPOSITORY / "src").iterdir()}
        self.assertEqual({name for _, name in words("module")} - {"tools/lode"}, modules)
        rooms = [(module, room) for module, line in words("rooms") for room in line.split(" · ")]
        self.assertGreater(len(rooms), len(modules))
        for module, room in rooms:
            self.assertTrue((REPOSITORY / "src" / module / room).is_dir(), f"{module}/{room}")


SESSION_PAGES = [REPOSITORY / "README.md", *PAGES]
SESSION = re.compile(r"(<!-- session(?: on (?P<graph>[\w-]+))?(?P<varies>, varies)?(?:, exit (?P<exit>\d+))? -->\n"
                     r"```console\n)(?P<text>.*?)(?=```\n)", re.S)
COMMAND = re.compile(r"^\$ ((?:[^\n]*\\\n)*[^\n]*)\n", re.M)
# What depends on the machine and its load, or on the version: times, rates, memory, threads.
MEASURED = re.compile(r"\b\d+(?:\.\d+)?(?:e[+-]\d+)? (?:ns|us|ms|s|min|h|[kMG]?B/s|[kMG]B)\b|\b\d+ threads?\b|"
                      r"(?<=lode )\d+\.\d+\.\d+|\b(?:gcc|clang) \d+\.\d+\.\d+|(?<=-march=)[\w-]+")


class Session:
    """A block of a page: commands, each with what it prints, and how they end."""

    def __init__(self, block):
        self.graph, self.varies, self.exit = block["graph"], bool(block["varies"]), int(block["exit"] or 0)
        self.text = block["text"]
        begins = list(COMMAND.finditer(self.text))
        ends = [begin.start() for begin in begins[1:]] + [len(self.text)]
        self.steps = [(begin[1], self.text[begin.end():end]) for begin, end in zip(begins, ends)]


def sessions(page, on_real_graphs):
    """Those of a page: all, or those that need no real graph."""
    found = [Session(block) for block in SESSION.finditer(page.read_text())]
    return [session for session in found if on_real_graphs or not session.graph]


def here(graph):
    folders = os.environ.get("LODE_DATA")
    return folders is not None and lode("data", "path", graph, LODE_DATA=folders).returncode == 0


def run_in(folder, command, real_graphs):
    """A command line as a reader types it, in a shell where lode is on the path; output and notes in one text."""
    bin_folder = pathlib.Path(folder) / ".bin"
    if not bin_folder.exists():
        bin_folder.mkdir()
        (bin_folder / "lode").symlink_to(pathlib.Path(os.environ["LODE"]).resolve())
    variables = {key: value for key, value in os.environ.items() if real_graphs or key != "LODE_DATA"}
    variables["PATH"] = f"{bin_folder}:{variables['PATH']}"
    result = subprocess.run(["bash", "-c", command], cwd=folder, env=variables, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, timeout=280 * SLOWER)
    return result.returncode, result.stdout


def unmeasured(text):
    """A text without what each run measures anew, and without where its lines are broken."""
    return " ".join(MEASURED.sub("#", text).split())


def agrees(shown, printed, varies):
    """Whether a page shows what a command printed. Where a clock has decided on some of it, three words are compared of
    every line that begins with blanks or a number, as those of tables do."""
    if varies:
        shown, printed = ("\n".join(" ".join(line.split()[:3]) for line in text.splitlines()
                                    if re.match(r"  |\d+ ", line)) for text in (shown, printed))
    return unmeasured(shown) == unmeasured(printed)


def sessions_run_anew(page, folder):
    """The text of a page with what its commands print now."""
    def anew(block):
        session = Session(block)
        if session.graph and not here(session.graph):
            return block[0]
        text = ""
        for command, shown in session.steps:
            printed = run_in(folder, command, bool(session.graph))[1]
            text += f"$ {command}\n{printed if shown and not agrees(shown, printed, session.varies) else shown}"
        return block[1] + text

    return SESSION.sub(anew, page.read_text())


class SessionTest(ToolTest):
    maxDiff = None

    def check(self, page, on_real_graphs):
        """Runs the sessions of a page; how many commands there were whose output was compared."""
        compared = 0
        for session in sessions(page, on_real_graphs):
            for command, shown in session.steps:
                if "ulimit -v" in command and "address" in os.environ.get("LODE_SANITIZE", ""):
                    continue  # a sanitizer takes all addresses
                code, printed = run_in(self.folder, command, bool(session.graph))
                self.assertEqual(code, session.exit, f"{page.name}: $ {command}\n{printed}")
                if shown and not agrees(shown, printed, session.varies):
                    self.assertEqual(shown, printed, f"{page.name}: $ {command}")
                compared += bool(shown)
        return compared


class Sessions(SessionTest):  # slow
    """What pages show of a terminal is what happens there: the parts that need no graph from elsewhere."""

    def test_they_run_as_shown(self):
        compared = {}
        for page in SESSION_PAGES:
            with self.subTest(page.name), tempfile.TemporaryDirectory() as folder:
                self.folder = pathlib.Path(folder)
                compared[page.name] = self.check(page, on_real_graphs=False)
        self.assertGreaterEqual(compared["tutorial.md"], 3)
        self.assertGreaterEqual(compared["faq.md"], 20)

    def test_every_console_block_is_a_session(self):
        for page in SESSION_PAGES:
            text = page.read_text()
            self.assertEqual(text.count("```console\n"), len(SESSION.findall(text)), page.name)

    def test_what_differs_is_noticed(self):
        shown = "s = 5\n  edges  10\nfound after 3.1 ms\n"
        self.assertTrue(agrees(shown, shown.replace("3.1 ms", "270 us"), False))
        self.assertFalse(agrees(shown, shown.replace("10", "11"), False))
        self.assertFalse(agrees(shown, shown + "more\n", False))
        self.assertTrue(agrees("12 78 9 0.5 %\nbound: 5\n", "12 78 9 0.7 %\nbound: 4\n", True))
        self.assertFalse(agrees("12 78 9 0.5 %\n", "12 79 9 0.5 %\n", True))


class TableOfQuestions(SessionTest):  # slow
    """Every command of the tables of questions and of efforts works, in the folder that the page makes."""

    def test_the_commands_of_the_tables_work(self):
        page = REPOSITORY / "docs/questions.md"
        self.check(page, on_real_graphs=False)
        for name, least in (("questions", 35), ("efforts", 8)):
            table = page.read_text().split(f"<!-- {name} -->\n", 1)[1].split("\n\n", 1)[0]
            rows = [row for row in table.splitlines()[2:] if not row.startswith("| **")]
            self.assertGreater(len(rows), least)
            for row in rows:
                command = re.search(r"\| `(lode [^`]+)` \|", row)
                self.assertTrue(command, row)
                code, printed = run_in(self.folder, command[1], False)
                self.assertEqual(code, 0, f"{command[1]}\n{printed}")


class SessionsOnRealGraphs(SessionTest):  # slow
    """The same pages with the parts that need graphs of LODE_DATA."""

    def test_they_run_as_shown(self):
        for page in SESSION_PAGES:
            graphs = {session.graph for session in sessions(page, True)} - {None}
            missing = [graph for graph in sorted(graphs) if not here(graph)]
            if missing:
                self.skipTest(f"LODE_DATA has no {', '.join(missing)}, which {page.name} looks at")
            if graphs:
                with self.subTest(page.name), tempfile.TemporaryDirectory() as folder:
                    self.folder = pathlib.Path(folder)
                    self.assertGreater(self.check(page, on_real_graphs=True), 0)


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        for page in SESSION_PAGES:
            page.write_text(written_anew(page.read_text()))
            with tempfile.TemporaryDirectory() as folder:
                page.write_text(sessions_run_anew(page, folder))
    else:
        unittest.main(verbosity=2)
