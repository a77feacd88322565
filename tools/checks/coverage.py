#!/usr/bin/env python3
"""coverage.py BUILD PAGE [--least PERCENT]: sums the execution counts of all programs of a clang build, writes a page
with the lines of src that no program has run, and fails if less than PERCENT of the lines were run. The build has
-fcoverage-mapping and writes its counts into BUILD/profiles."""
import argparse
import collections
import pathlib
import subprocess
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


def source_name(name, build, repository=REPOSITORY):
    """The name within the repository for a file of src; otherwise None. If -ffile-prefix-map removes the repository
    from names, clang inserts the build folder."""
    path = pathlib.PurePath(repository, name)
    for root in (build, repository):
        if path.is_relative_to(root):
            path = path.relative_to(root)
            return str(path) if path.parts[0] == "src" else None
    return None


def add(counts, traced, name_of):
    """Adds lines of lcov to counts[file][line]: SF:FILE, and below it DA:LINE,COUNT. A line of a template was run if it
    was run for one of its types."""
    lines = {}
    for text in traced:
        kind, _, rest = text.strip().partition(":")
        if kind == "SF":
            name = name_of(rest)
            lines = {} if name is None else counts[name]
        elif kind == "DA":
            line, count = (int(number) for number in rest.split(",")[:2])
            lines[line] = lines.get(line, 0) + count


def programs(build):
    """The programs with a map from counters to lines."""
    for path in sorted(build.rglob("*")):
        if path.is_file() and not path.is_symlink() and path.suffix in ("", ".so", ".1"):
            data = path.read_bytes()
            if data[:4] == b"\x7fELF" and b"__llvm_covmap" in data:
                yield path


def traced(build):
    """The lcov lines of all programs that have run."""
    profiles = sorted((build / "profiles").glob("*.profraw"))
    if not profiles:
        return
    merged, named = build / "profiles/all.profdata", build / "profiles/list"
    named.write_text("".join(f"{path}\n" for path in profiles))
    subprocess.run(["llvm-profdata", "merge", "-sparse", "-f", str(named), "-o", str(merged)], check=True)
    first, *more = programs(build)
    command = ["llvm-cov", "export", "-format=lcov", f"-instr-profile={merged}", str(first)]
    for path in more:
        command += ["-object", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=REPOSITORY) as process:
        yield from process.stdout
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)


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
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--least", type=float, default=0.0)
    chosen = parser.parse_args(arguments)
    counts = collections.defaultdict(dict)
    build = chosen.build.resolve()
    add(counts, traced(build), lambda name: source_name(name, build))
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
