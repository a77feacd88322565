#!/usr/bin/env python3
"""Largest sets of given densities: largest_sets.py LODE FOLDER [--time SEC] [--rows TEXT] [--effort WORD]

FOLDER holds best.csv (graph, gamma, best known size) and GRAPH.edges.gz. Prints a line per row: what `lode find
--min-density` found, the largest size that it did not rule out, and the time; then how many rows reached the best
known size and how many sizes were proven."""
import argparse
import csv
import json
import pathlib
import subprocess
import time


def solve(lode, path, gamma, options):
    command = [lode, "-q", "find", path, "--min-density", gamma, "--format", "json", "--effort", options.effort]
    if options.time:
        command += ["--time", str(options.time)]
    begin = time.monotonic()
    printed = subprocess.run([*command, "--threads", str(options.threads)], check=True, capture_output=True, text=True)
    return json.loads(printed.stdout)["results"][0], time.monotonic() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lode")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--time", type=float)
    parser.add_argument("--rows", default="", help="only rows 'GRAPH GAMMA' that hold this text")
    parser.add_argument("--effort", default="auto")
    parser.add_argument("--threads", type=int, default=0)
    options = parser.parse_args()
    reached, proven, rows = 0, 0, 0
    with open(options.folder / "best.csv", newline="", encoding="utf-8") as table:
        for row in csv.DictReader(table):
            graph, gamma, known = row["graph"], row["gamma"], int(row["best_known_size_k"])
            if options.rows not in f"{graph} {gamma}":
                continue
            answer, seconds = solve(options.lode, options.folder / f"{graph}.edges.gz", gamma, options)
            rows += 1
            reached += answer["s"] >= known
            proven += answer["largest_size_proven"]
            print(f"{graph:14} {gamma:5} known {known:4} found {answer['s']:4} possible "
                  f"{answer['largest_size_possible']:4} by {answer['largest_size_bound']:10} {seconds:7.2f} s", flush=True)
    print(f"{rows} rows: {reached} reach the best known size, {proven} sizes proven")


if __name__ == "__main__":
    main()
