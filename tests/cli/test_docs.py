#!/usr/bin/env python3
"""The documents say what the tool prints, and what they name exists.

`tests/cli/test_docs.py --write` writes the generated parts of docs/ anew, with the tool that LODE names, else the one
of build/release. Such a part stands between <!-- NAME --> and <!-- end of NAME -->; its name says what generates it.
"""
import os
import pathlib
import re
import sys
import unittest
from xml.etree import ElementTree

os.environ.setdefault("LODE", str(pathlib.Path(__file__).resolve().parents[2] / "build/release/bin/lode"))

from test_cli import REPOSITORY, ToolTest, lode

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


def help_table(*command):
    """What `lode help --markdown COMMAND` prints, without the options of `reading`."""
    return READING.sub("", printed("help", "--markdown", *command))


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
    if words[0] == "help":
        return "\n" + help_table(*words[1:])
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
        listed = re.findall(r"^  RULE\((\w+)\)", sources["bounds/rule.hpp"], re.M)
        self.assertEqual(set(file_of), {f"{name}_rule" for name in listed})
        header_of = {path: path.replace(".cpp", ".hpp") for path in file_of.values()}
        bound_files = set(header_of) | set(header_of.values())

        def seen(path):
            included = set(re.findall(r'^#include "(.*)"', sources[path], re.M))
            named = {header_of[file_of[word]] for word in re.findall(r"\w+_rule", sources[path]) if word in file_of}
            own = {header_of.get(path, path)}
            return ((included & bound_files) | named) - own, included

        for path in sources:
            bounds, included = seen(path)
            if path in bound_files:
                self.assertEqual(bounds | (included & {"bounds/plan.hpp"}), set(), path)
            elif path != "bounds/plan.cpp":
                self.assertLessEqual(len(bounds), 1, path)
        self.assertGreater(len(seen("bounds/plan.cpp")[0]), 10)

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


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        for page in PAGES:
            page.write_text(written_anew(page.read_text()))
    else:
        unittest.main(verbosity=2)
