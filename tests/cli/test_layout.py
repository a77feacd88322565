#!/usr/bin/env python3
"""The sources keep the layout that docs/architecture.md describes."""
import collections
import pathlib
import re
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
MOST_FILES = 25
MIRRORED_FROM = 250  # lines of a unit, header and source together


def sources(folder, *suffixes):
    return sorted(path for path in (REPOSITORY / folder).rglob("*") if path.suffix in suffixes)


class Layout(unittest.TestCase):
    def test_no_folder_is_crowded(self):
        for root in ("src", "include", "tests", "tools"):
            counts = collections.Counter(path.parent for path in (REPOSITORY / root).rglob("*")
                                         if path.is_file() and path.suffix != ".pyc" and "corpus" not in path.parts)
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

    def test_large_units_have_tests_of_their_name(self):
        tests = {path.stem for path in sources("tests", ".cpp")}
        lines = collections.Counter()
        for path in sources("src", ".cpp", ".hpp"):
            lines[path.with_suffix("")] += path.read_text().count("\n")
        missing = [f"{unit.relative_to(REPOSITORY)}: {count} lines" for unit, count in sorted(lines.items())
                   if count >= MIRRORED_FROM and f"test_{unit.name}" not in tests]
        self.assertEqual(missing, [])


if __name__ == "__main__":
    unittest.main()
