#!/usr/bin/env python3
"""Largest sets of given densities: largest_sets.py LODE TABLE [--time SEC] [--rows TEXT] [--effort WORD] [--threads N]

TABLE is a CSV of best known sizes (graph, gamma, best_known_size_k) with GRAPH.edges.gz next to it, or of published upper
bounds (graph, gamma, lower_bound_shipped, upper_bound_shipped), whose graphs lode finds by name. Hamming and
Johnson graphs are made; other missing graphs are skipped.

Prints a line per row: the size found by `lode find --min-density`, the largest possible size, and the time; then
the numbers of rows that reached the known size, were proven, or went below the published bound."""
import argparse
import csv
import itertools
import json
import pathlib
import subprocess
import tempfile
import time


def apart(left, right, least):
    return sum(a != b for a, b in zip(left, right)) >= least


def words_of(name):
    """The vertices of hammingN-D or johnsonN-W-D, words of N bits, joined if they differ in at least D places."""
    kind, *numbers = name.replace("hamming", "hamming-").replace("johnson", "johnson-").split("-")
    n, *weight, least = map(int, numbers)
    words = [word for word in itertools.product((0, 1), repeat=n) if kind == "hamming" or sum(word) == weight[0]]
    return words, least


def graph_of(name, beside, folder):
    """A path, or a name known to lode."""
    near = beside / f"{name}.edges.gz"
    if near.exists():
        return near
    if not name.startswith(("hamming", "johnson")):
        return name
    words, least = words_of(name)
    path = pathlib.Path(folder) / f"{name}.txt"
    path.write_text("".join(f"{i} {j}\n" for i, j in itertools.combinations(range(len(words)), 2)
                            if apart(words[i], words[j], least)), encoding="utf-8")
    return path


def solve(graph, gamma, options):
    command = [options.lode, "-q", "find", graph, "--min-density", gamma, "--format", "json", "--effort", options.effort,
               "--threads", str(options.threads)]
    if options.time:
        command += ["--time", str(options.time)]
    begin = time.monotonic()
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode == 3:
        return None, run.stderr.strip()
    run.check_returncode()
    return json.loads(run.stdout)["results"][0], time.monotonic() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lode")
    parser.add_argument("table", type=pathlib.Path)
    parser.add_argument("--time", type=float)
    parser.add_argument("--rows", default="", help="only rows 'GRAPH GAMMA' that hold this text")
    parser.add_argument("--effort", default="auto")
    parser.add_argument("--threads", type=int, default=0)
    options = parser.parse_args()
    rows = reached = proven = below = left_out = 0
    with open(options.table, newline="", encoding="utf-8") as table, tempfile.TemporaryDirectory() as folder:
        for row in csv.DictReader(table):
            if options.rows not in f"{row['graph']} {row['gamma']}":
                continue
            known = int(row.get("best_known_size_k") or row["lower_bound_shipped"])
            answer, seconds = solve(graph_of(row["graph"], options.table.parent, folder), row["gamma"], options)
            if answer is None:
                left_out += 1
                continue
            rows += 1
            reached += answer["s"] >= known
            proven += answer["largest_size_proven"]
            limit = row.get("upper_bound_shipped")
            below += limit is not None and answer["largest_size_possible"] < int(limit)
            print(f"{row['graph']:14} {row['gamma']:5} known {known:4} found {answer['s']:4} possible "
                  f"{answer['largest_size_possible']:4} by {answer['largest_size_bound']:13} "
                  + (f"published {limit:>4} " if limit else "") + f"{seconds:7.2f} s", flush=True)
    print(f"{rows} rows, {left_out} without their graph: {reached} reach the known size, {proven} are proven, {below} go "
          "below the published bound")


if __name__ == "__main__":
    main()
