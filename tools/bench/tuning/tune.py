#!/usr/bin/env python3
"""Tunes the search on graphs outside the benchmarks:

  tune.py graphs BUILD FOLDER            draws the graphs of families.py
  tune.py values BUILD FOLDER            looks for better values of values.csv: long runs of several methods
  tune.py race   BUILD FOLDER METHOD...  CPU time of methods to the values, by family and fold
  tune.py choose BUILD FOLDER METHOD...  which of the methods each fold would choose for another: leave one out

A METHOD is one of bench_targets: hybrid:NAME=VALUE:... A fold is a third of the graphs of every family. Hard rows are
rows where one of the methods needs 3 ms; times are geometric means, misses count as the cap. Graphs are found in FOLDER
and in LODE_DATA. --unseen uses unseen.csv: other graphs of the same kinds, not used for tuning; it needs a separate
FOLDER. --also LABEL=BUILD adds the first METHOD of another build to a race."""
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
FOLDS = 3
HARD_MS = 3.0
FLOOR_MS = 0.2
LONG = ("hybrid:work=1000000000000000", "hybrid:work=1000000000000000:cluster=120", "tabu:restarts=1000000000")


def values_path(arguments):
    return HERE / ("unseen.csv" if arguments.unseen else "values.csv")


def rows(arguments):
    """(family, graph, sizes, weighted), in the order of assignment to folds."""
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
        writer = csv.DictWriter(file, ["family", "fold", "graph", "s", "edges", "weighted"], lineterminator="\n")
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
    place = {}
    for family, graph, sizes, weighted in rows(arguments):
        fold = place[family] = place.get(family, -1) + 1
        for s in sizes:
            best = known.get((graph, str(s)), {}).get("edges", "0")
            values.append({"family": family, "fold": fold % FOLDS, "graph": graph, "s": str(s), "edges": best,
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


class Race:
    """Times of methods, by row."""

    def __init__(self, arguments):
        self.cap_ms = 1000 * arguments.cap
        families = arguments.family.split(",")
        self.values = [v for v in read_values(arguments) if not arguments.family or v["family"] in families]
        table = arguments.folder / "race.csv"
        with table.open("w") as file:
            file.write(",".join(self.values[0]) + "\n")
            file.writelines(",".join(v.values()) + "\n" for v in self.values)
        found = bench(arguments, arguments.build, table, arguments.methods)
        self.methods = list(arguments.methods)
        for text in arguments.also:
            label, build = text.split("=", 1)
            other = bench(arguments, pathlib.Path(build).resolve(), table, arguments.methods[:1])
            found.update({(g, s, label): record for (g, s, _), record in other.items()})
            self.methods.append(label)
        self.found = found

    def times(self, value, method):
        record = self.found[value["graph"], value["s"], method]
        return [self.cap_ms if ms is None else max(FLOOR_MS, ms) for ms in record["ms"]]

    def misses(self, values, method):
        return sum(ms is None for v in values for ms in self.found[v["graph"], v["s"], method]["ms"])

    def hard(self):
        return [v for v in self.values if any(mean(self.times(v, m)) >= HARD_MS for m in self.methods)]

    def mean(self, values, method):
        return mean([ms for v in values for ms in self.times(v, method)])


def print_table(race, title, groups):
    print(f"\n| {title} | rows | " + " | ".join(race.methods) + " |")
    print("|--|--:|" + "--:|" * len(race.methods))
    for name, values in groups:
        if not values:
            continue
        cells = [f"{race.mean(values, m):.2f} ({race.misses(values, m)})" for m in race.methods]
        print(f"| {name} | {len(values)} | " + " | ".join(cells) + " |")


def race(arguments):
    run = Race(arguments)
    hard = run.hard()
    families = list(dict.fromkeys(v["family"] for v in run.values))
    if arguments.rows:
        print_table(run, "row", [(f"{v['graph']} {v['s']}", [v]) for v in hard])
    print_table(run, "hard rows: ms (misses)", [(f, [v for v in hard if v["family"] == f]) for f in families])
    print_table(run, "fold", [(str(k), [v for v in hard if v["fold"] == str(k)]) for k in range(FOLDS)])
    print_table(run, "all", [("hard", hard), ("every row", run.values)])


def choose(arguments):
    run = Race(arguments)
    hard = run.hard()
    race(arguments) if arguments.rows else None
    print("\n| judged on fold | chosen on the others | ms there | ms of the first |\n|--:|--|--:|--:|")
    chosen_times, first_times = [], []
    for fold in range(FOLDS):
        seen = [v for v in hard if v["fold"] != str(fold)]
        unseen = [v for v in hard if v["fold"] == str(fold)]
        best = min(run.methods, key=lambda m: run.mean(seen, m))
        chosen_times += [ms for v in unseen for ms in run.times(v, best)]
        first_times += [ms for v in unseen for ms in run.times(v, run.methods[0])]
        print(f"| {fold} | {best} | {run.mean(unseen, best):.2f} | {run.mean(unseen, run.methods[0]):.2f} |")
    print(f"| all |  | {mean(chosen_times):.2f} | {mean(first_times):.2f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["graphs", "values", "race", "choose"])
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("folder", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("methods", nargs="*")
    parser.add_argument("--cap", type=float, default=5.0, help="CPU seconds per run")
    parser.add_argument("--seeds", default="11,12,13")
    parser.add_argument("--family", default="", help="only these, comma-separated")
    parser.add_argument("--unseen", action="store_true", help="graphs on which nothing was tuned")
    parser.add_argument("--rows", action="store_true", help="print every hard row")
    parser.add_argument("--also", action="append", default=[], metavar="LABEL=BUILD")
    arguments = parser.parse_args()
    arguments.lode = arguments.build / "bin/lode"
    if arguments.command in ("race", "choose") and not arguments.methods:
        sys.exit("no METHOD; as hybrid:work=1000000000000000 tabu:restarts=1000000000")
    {"graphs": draw, "values": improve, "race": race, "choose": choose}[arguments.command](arguments)


if __name__ == "__main__":
    main()
