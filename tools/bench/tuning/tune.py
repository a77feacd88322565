#!/usr/bin/env python3
"""Tunes the search on graphs outside the benchmarks:

  tune.py graphs BUILD FOLDER            draws the graphs of families.py
  tune.py values BUILD FOLDER            looks for better values of values.csv: long runs of several methods
  tune.py race   BUILD FOLDER METHOD...  CPU time of methods to the values, by family

A METHOD is one of bench_targets: hybrid:NAME=VALUE:... Hard rows are rows where one of the methods needs 3 ms; times are
geometric means, misses count as the cap. Graphs are found in FOLDER and in LODE_DATA. --unseen uses unseen.csv: other
graphs of the same kinds, not used for tuning; it needs a separate FOLDER."""
import argparse
import csv
import json
import math
import os
import pathlib
import subprocess
import sys

from families import REAL, UNSEEN, made

HERE = pathlib.Path(__file__).resolve().parent
HARD_MS = 3.0
FLOOR_MS = 0.2
LONG = ("hybrid:work=1000000000000000", "hybrid:work=1000000000000000:cluster=120", "tabu:restarts=1000000000")


def values_path(arguments):
    return HERE / ("unseen.csv" if arguments.unseen else "values.csv")


def rows(arguments):
    """(family, graph, sizes, weighted)"""
    for family, (graphs, sizes) in (UNSEEN if arguments.unseen else REAL).items():
        yield from ((family, graph, sizes, False) for graph in graphs)
    for family, graphs in made(arguments.lode, int(arguments.unseen)).items():
        yield from ((family, graph, sizes, weighted) for graph, sizes, weighted, _ in graphs)


def draw(arguments):
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for graphs in made(arguments.lode, int(arguments.unseen)).values():
        for graph, _, _, write in graphs:
            path = arguments.folder / f"{graph}.txt"
            if not path.exists():
                print(path, flush=True)
                write(path)


def read_values(arguments):
    with values_path(arguments).open() as file:
        return list(csv.DictReader(file))


def write_values(arguments, values):
    with values_path(arguments).open("w", newline="") as file:
        writer = csv.DictWriter(file, ["family", "graph", "s", "edges", "weighted"], lineterminator="\n")
        writer.writeheader()
        writer.writerows(values)


def bench(arguments, build, table, methods, *words):
    """Rows of bench_targets: (graph, s, method): record."""
    command = [build / "tools/bench/bench_targets", table, "--cpu", "--methods", ",".join(methods),
               "--cap", str(arguments.cap), "--seeds", arguments.seeds, *words]
    folders = [str(arguments.folder), os.environ.get("LODE_DATA", "")]
    run = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True,
                         env={**os.environ, "LODE_DATA": ":".join(filter(None, folders))})
    records = [json.loads(line) for line in run.stdout.splitlines()]
    return {(r["graph"], str(r["s"]), r["method"]): r for r in records if "graph" in r}


def improve(arguments):
    known = {}
    if values_path(arguments).exists():
        known = {(value["graph"], value["s"]): value for value in read_values(arguments)}
    values = []
    for family, graph, sizes, weighted in rows(arguments):
        for s in sizes:
            best = known.get((graph, str(s)), {}).get("edges", "0")
            values.append({"family": family, "graph": graph, "s": str(s), "edges": best,
                           "weighted": "yes" if weighted else "no"})
    for value in values:
        table = arguments.folder / "one.csv"
        table.write_text(",".join(value) + "\n" + ",".join(map(str, value.values())) + "\n")
        found = bench(arguments, arguments.build, table, LONG, "--beyond")
        best = max(float(record["best"]) for record in found.values())
        if best > float(value["edges"]) * (1 + 1e-12):
            print(f"{value['graph']} {value['s']}: {value['edges']} -> {best:.15g}", flush=True)
            value["edges"] = f"{best:.15g}"
        agreed = [name for (_, _, name), record in found.items() if float(record["best"]) >= float(value["edges"])]
        print(f"{value['graph']} {value['s']}: {value['edges']} by {len(agreed)} of {len(LONG)}", flush=True)
    write_values(arguments, values)


def mean(times):
    return math.exp(sum(map(math.log, times)) / len(times)) if times else float("nan")


def race(arguments):
    values = read_values(arguments)
    found = bench(arguments, arguments.build, values_path(arguments), arguments.methods)
    records = {(v["graph"], v["s"], m): found[v["graph"], v["s"], m]["ms"] for v in values for m in arguments.methods}

    def times(rows, method):
        return [1000 * arguments.cap if ms is None else max(FLOOR_MS, ms)
                for v in rows for ms in records[v["graph"], v["s"], method]]

    hard = [v for v in values if any(mean(times([v], m)) >= HARD_MS for m in arguments.methods)]
    groups = [(family, [v for v in hard if v["family"] == family]) for family in dict.fromkeys(v["family"] for v in values)]
    print("| hard rows: ms (misses) | rows | " + " | ".join(arguments.methods) + " |")
    print("|--|--:|" + "--:|" * len(arguments.methods))
    for name, rows in [*filter(lambda group: group[1], groups), ("all hard", hard), ("every row", values)]:
        misses = [sum(ms is None for v in rows for ms in records[v["graph"], v["s"], m]) for m in arguments.methods]
        cells = [f"{mean(times(rows, m)):.2f} ({missed})" for m, missed in zip(arguments.methods, misses)]
        print(f"| {name} | {len(rows)} | " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["graphs", "values", "race"])
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("folder", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("methods", nargs="*")
    parser.add_argument("--cap", type=float, default=5.0, help="CPU seconds per run")
    parser.add_argument("--seeds", default="11,12,13")
    parser.add_argument("--unseen", action="store_true", help="graphs on which nothing was tuned")
    arguments = parser.parse_args()
    arguments.lode = arguments.build / "bin/lode"
    if arguments.command == "race" and not arguments.methods:
        sys.exit("no METHOD; as hybrid:work=1000000000000000 tabu:restarts=1000000000")
    {"graphs": draw, "values": improve, "race": race}[arguments.command](arguments)


if __name__ == "__main__":
    main()
