#!/usr/bin/env python3
"""The cost of lode-cluster: cluster_costs.py BUILD [--lines N,N,...] [--ranks R,R,...] [--json FILE]

Runs it on R-MAT graphs with 1, 2 and 4 ranks and prints the cost of every phase."""
import argparse
import json
import os
import pathlib
import subprocess
import tempfile

LP_ROUNDS = 4
SPECTRAL_ROUNDS = 10
PHASES = ("read", "graph", "bounds", "core", "gather")
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_mpi_yield_when_idle": "1", "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
               "OPENBLAS_NUM_THREADS": "1"}


def graph_file(build, folder, lines):
    path = pathlib.Path(folder) / f"rmat-{lines}.txt"
    scale = max(10, (lines // 16).bit_length())
    subprocess.check_call([build / "bin/lode", "-q", "generate", "rmat", "--scale", str(scale), "--lines", str(lines),
                           "--as-drawn", "-o", path])
    return path


def measure(build, path, ranks, folder):
    out = pathlib.Path(folder) / "core.lode"
    command = ["mpirun", "--oversubscribe", "-n", str(ranks), build / "bin/lode-cluster", "core", path, "-s", "50",
               "--core", "16", "-o", out, "--force", "-q", "--format", "json", "--lp-rounds", str(LP_ROUNDS),
               "--spectral-rounds", str(SPECTRAL_ROUNDS)]
    run = json.loads(subprocess.run(command, check=True, capture_output=True, text=True, env=ENVIRONMENT).stdout)
    run["file_bytes"] = path.stat().st_size
    return run


def row(run):
    """One run as a row of the table."""
    phases = {phase["name"]: phase for phase in run["phases"]}
    bounds_rounds = LP_ROUNDS + run["eigenvalue"]["rounds"]
    return {"lines": run["graph"]["edge_lines"], "edges": run["graph"]["edges"], "ranks": run["run"]["ranks"],
            "ghosts": run["run"]["ghosts"],
            "most_edges": run["run"]["most_edges_per_rank"], "bounds_rounds": bounds_rounds,
            "rounds": sum(level["rounds"] for level in run["levels"]),
            "bytes_per_edge": run["run"]["assembly_bytes_per_edge"],
            "seconds": {name: phases[name]["seconds"] for name in PHASES},
            "sent": {name: phases[name]["bytes_sent_mean"] * run["run"]["ranks"] for name in PHASES}}


def table(header, lines):
    print("| " + " | ".join(header) + " |")
    print("|" + "--:|" * len(header))
    for line in lines:
        print("| " + " | ".join(str(cell) for cell in line) + " |")
    print()


def print_runs(rows):
    table(["lines", "edges", "ranks", *(f"{name} s" for name in PHASES), "graph B/line sent",
           "bounds B/edge/round sent", "ghosts/edge", "peeling rounds", "assembly B/edge/rank"],
          [[f"{r['lines'] / 1e6:.0f}M", f"{r['edges'] / 1e6:.2f}M", r["ranks"],
            *(f"{r['seconds'][name]:.2f}" for name in PHASES), f"{r['sent']['graph'] / r['lines']:.1f}",
            f"{r['sent']['bounds'] / r['edges'] / r['bounds_rounds']:.2f}", f"{r['ghosts'] / r['edges']:.2f}",
            r["rounds"], f"{r['bytes_per_edge']:.0f}"] for r in rows])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--lines", default="2000000,5000000,20000000")
    parser.add_argument("--ranks", default="1,2,4")
    parser.add_argument("--json", type=pathlib.Path)
    arguments = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for lines in map(int, arguments.lines.split(",")):
            path = graph_file(arguments.build.resolve(), folder, lines)
            for ranks in map(int, arguments.ranks.split(",")):
                rows.append(row(measure(arguments.build.resolve(), path, ranks, folder)))
                print(json.dumps(rows[-1]), flush=True)
            path.unlink()
    print()
    print_runs(rows)
    if arguments.json:
        arguments.json.write_text(json.dumps({"runs": rows}, indent=2) + "\n")


if __name__ == "__main__":
    main()
