#!/usr/bin/env python3
"""The sources keep the layout that docs/architecture.md describes."""
import collections
import csv
import pathlib
import re
import subprocess
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
MOST_FILES = 40
QUESTION = "question.cpp"  # the record of a question, in each of their folders
MOST_UNUSED_LINES = 150  # of a cap: what is removed lowers it
CAPS = "tests/cli/line_caps.csv"
BUDGETS = "tests/cli/line_budgets.csv"  # lines beyond the caps that a new capability may take, by folder or file
MIRRORED_FROM = 250  # lines of a unit, header and source together
TEXT_FILES = (".cpp", ".hpp", ".h", ".c", ".py", ".pyi", ".js", ".css", ".html", ".cmake", ".txt", ".sh", ".in",
              ".md", ".json", ".toml", ".csv")
# Large units whose tests stand in a file of another name.
TESTED_IN = {
    "bounds/certificate/check": "bounds/certificate/test_certificate.cpp",
    "bounds/dual/alternation": "bounds/dual/test_outside.cpp",
    "bounds/dual/core_part": "bounds/dual/test_outside.cpp",
    "bounds/dual/eigenspace": "bounds/dual/test_outside.cpp",
    "bounds/search/node_bound": "bounds/search/test_lifted_dual.cpp",
    "graph/decomposition/load_component": "graph/decomposition/test_dense_decomposition.cpp",
    "questions/cliques/listed": "questions/cliques/test_clique_density.cpp",
    "questions/sides/question": "questions/sides/test_best_pairs.cpp",
    "questions/groups/quasi_cliques": "questions/groups/test_groups.cpp",
    "questions/directed/ratio_cover": "questions/directed/test_densest_pair.cpp",
    "hybrid/block/triangle": "hybrid/block/test_sparse.cpp",
    "io/csr/compaction": "io/edge_list/test_graph_reader.cpp",
    "io/edge_list/edge_lines": "io/edge_list/test_graph_reader.cpp",
    "io/text/line_reader": "io/test_vertex_values.cpp",
    "least_squares/problem/orthogonal_fit": "least_squares/problem/test_nearly_dependent.cpp",
    "study/compare/runner": "study/compare/test_graph_task.cpp",
    "study/find/answer_bounds": "study/find/test_auto_bounds.cpp",
    "subgraph/search/block_kicks": "subgraph/search/test_team.cpp",
    "subgraph/search/tabu_searcher": "subgraph/search/test_team.cpp",
    "subgraph/state/connections": "subgraph/connected/test_search.cpp",
}
# Rooms that include each other, until one of them gives up a declaration; no pair may join them.
MUTUAL_ROOMS = set()


def sources(folder, *suffixes):
    return sorted(path for path in (REPOSITORY / folder).rglob("*") if path.suffix in suffixes)


def git(*arguments, check=True):
    if not (REPOSITORY / ".git").exists():
        raise unittest.SkipTest("skipped: there is no git repository")
    return subprocess.run(["git", "-c", "safe.directory=*", "-C", str(REPOSITORY), *arguments], check=check, capture_output=True, text=True).stdout


def tracked_lines():
    """Lines of each tracked text file, without seeds of fuzzers and lock files."""
    return {path: (REPOSITORY / path).read_bytes().count(b"\n") for path in git("ls-files", "-z").split("\0")
            if path.endswith(TEXT_FILES) and (REPOSITORY / path).is_file()
            and not path.startswith("tests/fuzz/corpus/") and not path.endswith("package-lock.json")}


def caps_of(text):
    return {row["place"]: int(row["lines"]) for row in csv.DictReader(text.splitlines())}


class Layout(unittest.TestCase):
    def test_no_folder_is_crowded(self):
        for root in ("src", "include", "tests", "tools"):
            counts = collections.Counter(path.parent for path in (REPOSITORY / root).rglob("*")
                                         if path.is_file() and path.suffix not in (".pyc", ".pyi")
                                         and "corpus" not in path.parts)
            crowded = {str(folder): count for folder, count in counts.items() if count > MOST_FILES}
            self.assertEqual(crowded, {})

    def test_names_are_unique_in_a_module(self):
        for module in (path for path in (REPOSITORY / "src").iterdir() if path.is_dir()):
            names = collections.Counter(path.name for path in sources(module, ".cpp", ".hpp"))
            self.assertEqual([name for name, count in names.items()
                              if count > 1 and name != QUESTION], [], module.name)

    def test_names_do_not_repeat_their_room(self):
        for path in sources("src", ".cpp", ".hpp"):
            self.assertFalse(path.stem.startswith(path.parent.name + "_"), path)

    def test_rooms_form_layers(self):
        """No two rooms of a module include each other."""
        edges = set()
        for path in sources("src", ".cpp", ".hpp"):
            room = path.parent.relative_to(REPOSITORY / "src")
            for name in re.findall(r'#include "([^"]+)"', path.read_text()):
                other = pathlib.PurePath(name).parent
                if other != room and other.parts[:1] == room.parts[:1]:
                    edges.add((str(room), str(other)))
        self.assertEqual({(a, b) for a, b in edges if a < b and (b, a) in edges}, MUTUAL_ROOMS)

    def test_places_keep_to_their_caps(self):
        """The lines of every place stay below its cap, and removed lines lower the cap. Files of a new capability count up to
        its budget."""
        counts = tracked_lines()

        def lines_in(place):
            return sum(count for path, count in counts.items() if f"{path}/".startswith(f"{place}/"))
        budgets = caps_of((REPOSITORY / BUDGETS).read_text())
        for part, budget in budgets.items():
            self.assertLessEqual(lines_in(part), budget, f"{part}: beyond its budget in {BUDGETS}")
        for place, cap in caps_of((REPOSITORY / CAPS).read_text()).items():
            lines = lines_in(place) - sum(lines_in(part) for part in budgets if f"{part}/".startswith(f"{place}/"))
            self.assertLessEqual(lines, cap, f"{place}: remove lines; caps of {CAPS} only fall")
            self.assertLessEqual(cap - lines, MOST_UNUSED_LINES, f"{place}: lower its cap in {CAPS} to {lines}")

    def test_caps_only_fall(self):
        """No cap is above its value in any earlier commit."""
        now = caps_of((REPOSITORY / CAPS).read_text())
        for commit in git("log", "--format=%H", "--", CAPS).split():
            before = caps_of(git("show", f"{commit}:{CAPS}", check=False))
            for place, cap in before.items():
                self.assertLessEqual(now.get(place, 0), cap, f"{place}, {commit[:8]}")
            self.assertLessEqual(before.keys(), now.keys(), f"{commit[:8]}: a place has lost its cap")

    def test_clang_14_compiles_the_sources(self):
        """It cannot compile the views of libstdc++ 12, nor the algorithms that return one."""
        views = re.compile(r"std::(?:views::|ranges::(?:unique|remove|remove_if|partition|stable_partition|rotate|shift_left"
                           r"|search|search_n|find_end|equal_range|subrange|view_interface)\b(?!_))")
        found = [f"{path.relative_to(REPOSITORY)}: {match[0]}" for root in ("include", "src", "tools", "tests")
                 for path in sources(root, ".cpp", ".hpp") for match in views.finditer(path.read_text())]
        self.assertEqual(found, [])

    def test_large_units_have_tests_of_their_name(self):
        tests = {path.stem for path in sources("tests", ".cpp")}
        lines = collections.Counter()
        for path in sources("src", ".cpp", ".hpp"):
            lines[path.with_suffix("")] += path.read_text().count("\n")
        large = {str(unit.relative_to(REPOSITORY / "src")): count for unit, count in sorted(lines.items())
                 if count >= MIRRORED_FROM and f"test_{unit.name}" not in tests}
        self.assertEqual({unit: count for unit, count in large.items() if unit not in TESTED_IN}, {})
        self.assertEqual(set(TESTED_IN) - set(large), set(), "need no entry")
        for file in TESTED_IN.values():
            self.assertTrue((REPOSITORY / "tests" / file).exists(), file)


if __name__ == "__main__":
    unittest.main()
