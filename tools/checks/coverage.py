#!/usr/bin/env python3
"""coverage.py BUILD PAGE [--least PERCENT]: sums what gcov says of all programs of a build, writes a page with the
lines of src that none has run, and fails if fewer of them were run than PERCENT says."""
import argparse
import collections
import json
import pathlib
import subprocess
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


def source_name(name, repository=REPOSITORY):
    """The name within the repository if the file belongs to src; else nothing."""
    path = pathlib.PurePath(name)
    if path.is_absolute():
        if not path.is_relative_to(repository):
            return None
        path = path.relative_to(repository)
    return str(path) if path.parts[0] == "src" else None


def add(counts, document, name_of=source_name):
    """Adds one document of gcov to counts[file][line]. Several functions may be made of one line (of a template, say):
    the line was run if one of them was."""
    for file in document["files"]:
        name = name_of(file["file"])
        if name is None:
            continue
        lines = counts[name]
        for line in file["lines"]:
            lines[line["line_number"]] = lines.get(line["line_number"], 0) + line["count"]


def documents(build):
    for path in sorted(pathlib.Path(build).rglob("*.gcda")):
        printed = subprocess.run(["gcov", "--json-format", "--stdout", str(path)], check=True, capture_output=True,
                                 cwd=REPOSITORY).stdout
        for line in printed.splitlines():
            yield json.loads(line)


def runs(lines):
    """1, 2, 3, 7 as 1-3, 7."""
    found = []
    for line in sorted(lines):
        if found and found[-1][1] == line - 1:
            found[-1][1] = line
        else:
            found.append([line, line])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in found)


def page(counts):
    """The page, the number of lines, and the number of lines that were run."""
    rows, total, covered = [], 0, 0
    for name, lines in counts.items():
        missed = [line for line, count in lines.items() if count == 0]
        total += len(lines)
        covered += len(lines) - len(missed)
        if missed:
            rows.append((len(missed), name, len(lines), runs(missed)))
    text = ["# Lines of src that no test runs", "", "| file | lines | not run | which |", "| --- | --- | --- | --- |"]
    text += [f"| {name} | {size} | {missed} | {which} |" for missed, name, size, which in
             sorted(rows, key=lambda row: (-row[0], row[1]))]
    return "\n".join(text) + "\n", total, covered


def main(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--least", type=float, default=0.0)
    chosen = parser.parse_args(arguments)
    counts = collections.defaultdict(dict)
    for document in documents(chosen.build):
        add(counts, document)
    text, total, covered = page(counts)
    if total == 0:
        print("No program of this build has run.")
        return 1
    chosen.page.parent.mkdir(parents=True, exist_ok=True)
    chosen.page.write_text(text)
    percent = 100.0 * covered / total
    print(f"{covered} of {total} lines of src were run: {percent:.1f} % (the aim is {chosen.least:g} %)")
    return 0 if percent >= chosen.least else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
