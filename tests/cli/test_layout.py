#!/usr/bin/env python3
"""The sources keep the layout that docs/architecture.md describes."""
import collections
import pathlib
import re
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
MOST_FILES = 25
MIRRORED_FROM = 250  # lines of a unit, header and source together
# Large units whose tests stand in a file of another name.
TESTED_IN = {
    "bounds/certificate/check": "bounds/certificate/test_certificate.cpp",
    "bounds/concave/plane_search": "bounds/concave/test_concave.cpp",
    "bounds/dual/alternation": "bounds/dual/test_solver.cpp",
    "bounds/enumeration/exact_search": "bounds/enumeration/test_exact.cpp",
    "bounds/search/node_bound": "bounds/search/test_lifted_dual.cpp",
    "least_squares/problem/best_subset": "least_squares/problem/test_nearly_dependent.cpp",
    "least_squares/problem/objective": "least_squares/hybrid/test_hybrid.cpp",
    "report/compare/view": "report/compare/test_written.cpp",
    "report/density/sentences": "report/density/test_profile_page.cpp",
    "study/find/answer_bounds": "study/find/test_auto_bounds.cpp",
    "subgraph/connected/growing_set": "subgraph/connected/test_search.cpp",
    "subgraph/connected/grown_starts": "subgraph/connected/test_search.cpp",
}


def sources(folder, *suffixes):
    return sorted(path for path in (REPOSITORY / folder).rglob("*") if path.suffix in suffixes)


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
            self.assertEqual([name for name, count in names.items() if count > 1], [], module.name)

    def test_names_do_not_repeat_their_room(self):
        for path in sources("src", ".cpp", ".hpp"):
            self.assertFalse(path.stem.startswith(path.parent.name + "_"), path)

    def test_private_headers_have_users(self):
        """A header that only its own source includes is part of that source; the tests count as users."""
        texts = {path: path.read_text() for root in ("src", "tools", "tests") for path in sources(root, ".cpp", ".hpp")}
        for header in sources("src", ".hpp"):
            name = str(header.relative_to(REPOSITORY / "src"))
            users = [path for path, text in texts.items() if f'#include "{name}"' in text]
            self.assertNotEqual([path for path in users if path != header.with_suffix(".cpp")], [], name)

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
