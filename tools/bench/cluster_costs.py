#!/usr/bin/env python3
"""What lode-cluster costs: R-MAT graphs on 1, 2 and 4 ranks, and what follows for larger ones.

cluster_costs.py [--bin build/release/bin] [--lines 2000000,5000000,20000000] [--ranks 1,2,4]

Prints JSON lines of every run, then tables in Markdown. Ranks that share processors say nothing of scaling: seconds are
fitted to runs whose ranks have a processor each, bytes to all runs on several ranks."""
import argparse
import json
import os
import pathlib
import subprocess
import tempfile

PHASES = ("read", "number", "assemble", "ghosts", "bounds", "peel", "write")


def run(binary, graph, ranks, passes):
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    with tempfile.TemporaryDirectory() as folder:
        told = subprocess.run(
            ["mpirun", "-q", "--oversubscribe", "--bind-to", "none", "-n", str(ranks), binary / "lode-cluster", "core",
             graph, "-s", "50", "--memory", "100M", "--passes", str(passes), "--format", "json",
             "-o", pathlib.Path(folder) / "core.lode"],
            env=environment, check=True, capture_output=True, text=True).stdout
    return json.loads(told)


def least_squares(xs, ys):
    """The slope of a line through the origin."""
    return sum(x * y for x, y in zip(xs, ys)) / sum(x * x for x in xs)


def phase(report, name):
    return next(phase for phase in report["phases"] if phase["name"] == name)


def row(cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--bin", default="build/release/bin", type=pathlib.Path)
    options.add_argument("--lines", default="2000000,5000000,20000000")
    options.add_argument("--ranks", default="1,2,4")
    options.add_argument("--passes", default=16, type=int)
    asked = options.parse_args()
    runs = []
    with tempfile.TemporaryDirectory() as folder:
        for lines in map(int, asked.lines.split(",")):
            graph = pathlib.Path(folder) / "g.txt"
            scale = max(10, (lines // 10).bit_length())
            subprocess.run([asked.bin / "lode", "-q", "generate", "rmat", "--scale", str(scale), "--lines", str(lines),
                            "--as-drawn", "--force", "-o", graph], check=True)
            for ranks in map(int, asked.ranks.split(",")):
                report = run(asked.bin, graph, ranks, asked.passes)
                report["drawn"] = lines
                runs.append(report)
                print(json.dumps(report), flush=True)
    print(table_of_runs(runs))
    print(table_of_larger(runs, asked.passes))


def table_of_runs(runs):
    lines = [row(["lines", "ranks", *(f"{name}, s" for name in PHASES), "sent in assembly, B/line", "ghosts/edge",
                  "sent per pass, B/edge", "peak after assembly, B/line", "rounds"]), row(["--:"] * 14)]
    for report in runs:
        sent = sum(phase(report, "bounds")["sent_bytes"])
        passes = 2 * report["passes"] - 1
        lines.append(row([report["drawn"], report["ranks"], *(f"{phase(report, name)['seconds']:.2f}" for name in PHASES),
                          f"{sum(phase(report, 'assemble')['sent_bytes']) / report['drawn']:.1f}",
                          f"{sum(report['ghosts']) / report['edges']:.2f}", f"{sent / passes / report['edges']:.2f}",
                          f"{phase(report, 'assemble')['peak_bytes_per_line']:.1f}",
                          sum(step["rounds"] for step in report["steps"])]))
    return "\n".join(lines)


def table_of_larger(runs, passes):
    """Seconds of work per line and rank from runs with a processor per rank; bytes sent from runs on several ranks."""
    processors = len(os.sched_getaffinity(0))
    alone = [report for report in runs if report["ranks"] <= processors]
    several = [report for report in runs if report["ranks"] > 1]
    per_rank = [report["drawn"] / report["ranks"] for report in alone]
    building = least_squares(per_rank, [sum(phase(r, name)["seconds"] for name in PHASES[:4]) for r in alone])
    passing = least_squares(per_rank, [phase(r, "bounds")["seconds"] / (2 * passes) for r in alone])
    peeling = least_squares(per_rank, [phase(r, "peel")["seconds"] for r in alone])
    # Each end of a line goes to another rank with chance 1 - 1/P.
    share = [r["drawn"] * (1 - 1 / r["ranks"]) for r in several]
    sent = least_squares(share, [sum(phase(r, "assemble")["sent_bytes"]) for r in several])
    ghost = least_squares([r["edges"] * (1 - 1 / r["ranks"]) for r in several],
                          [sum(phase(r, "bounds")["sent_bytes"]) / (2 * passes - 1) for r in several])
    text = [f"Fitted: {1 / building:.3g} lines/s per rank until rows stand, {1 / passing:.3g} per pass of a bound, "
            f"{1 / peeling:.3g} while peeling; {sent:.1f} bytes sent per line in assembly, {ghost:.2f} per edge and pass.",
            "", row(["lines", "ranks", "building, s", "one pass, s", "peeling, s", "sent per rank in assembly, GB",
                     "sent per rank and pass, GB", "memory per rank, GB"]), row(["--:"] * 8)]
    peak = max(phase(r, "assemble")["peak_bytes_per_line"] for r in several)
    for lines in (10**10, 10**12):
        for ranks in (16, 64, 256, 1024):
            each, away = lines / ranks, 1 - 1 / ranks
            # With more ranks fewer arcs share a ghost; at most every arc between ranks has its own, 8 bytes each way.
            text.append(row([f"{lines:.0e}", ranks, f"{each * building:.3g}", f"{each * passing:.3g}", f"{each * peeling:.3g}",
                             f"{each * away * sent / 1e9:.3g}",
                             f"{each * away * ghost / 1e9:.3g} to {each * away * 16 / 1e9:.3g}",
                             f"{each * peak / 1e9:.3g}"]))
    return "\n".join(text)


if __name__ == "__main__":
    main()
