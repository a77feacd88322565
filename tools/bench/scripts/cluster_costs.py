#!/usr/bin/env python3
"""What lode-cluster costs: cluster_costs.py BUILD [--lines N,N,...] [--ranks R,R,...] [--json FILE]

Runs it on R-MAT graphs with 1, 2 and 4 ranks, prints what every phase took, fits a model by least squares (seconds
per line or per edge and round on one rank, bytes per edge and round), and prints what that says of clusters. Two cores
cannot show how it scales: the table for clusters is arithmetic, not measurement."""
import argparse
import json
import os
import pathlib
import subprocess
import tempfile

LP_ROUNDS = 4
SPECTRAL_ROUNDS = 10
MOST_ROUND_BYTES = 16  # when every arc leads to a ghost of its own, which many ranks come near to
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
    """One run as numbers of the fit."""
    phases = {phase["name"]: phase for phase in run["phases"]}
    bounds_rounds = LP_ROUNDS + run["eigenvalue"]["rounds"]
    return {"lines": run["graph"]["edge_lines"], "edges": run["graph"]["edges"], "ranks": run["run"]["ranks"],
            "ghosts": run["run"]["ghosts"],
            "most_edges": run["run"]["most_edges_per_rank"], "bounds_rounds": bounds_rounds,
            "rounds": sum(level["rounds"] for level in run["levels"]),
            "bytes_per_edge": run["run"]["assembly_bytes_per_edge"],
            "seconds": {name: phases[name]["seconds"] for name in PHASES},
            "sent": {name: phases[name]["bytes_sent_mean"] * run["run"]["ranks"] for name in PHASES}}


def slope(points):
    """Least squares through the origin: y = slope * x."""
    return sum(x * y for x, y in points) / max(sum(x * x for x, y in points), 1e-300)


def line(points):
    """Least squares: y = offset + slope * x."""
    n = len(points)
    mean_x, mean_y = sum(x for x, _ in points) / n, sum(y for _, y in points) / n
    rise = slope([(x - mean_x, y - mean_y) for x, y in points])
    return mean_y - rise * mean_x, rise


def fit(rows):
    """Work of one rank, from runs that have a core per rank; bytes and ghosts, from runs of several ranks."""
    alone = [row for row in rows if row["ranks"] <= 2]
    several = [row for row in rows if row["ranks"] > 1]
    memory_offset, memory = line([(r["most_edges"], r["bytes_per_edge"] * r["most_edges"]) for r in rows])
    return {
        "memory_offset": memory_offset,
        "memory": memory,
        "read_seconds": slope([(r["lines"] / r["ranks"], r["seconds"]["read"]) for r in alone]),
        "graph_seconds": slope([(r["lines"] / r["ranks"], r["seconds"]["graph"]) for r in alone]),
        "round_seconds": slope([(r["edges"] * r["bounds_rounds"] / r["ranks"], r["seconds"]["bounds"]) for r in alone]),
        "peel_seconds": slope([(r["edges"] / r["ranks"], r["seconds"]["core"]) for r in alone]),
        # What leaves a rank: of P ranks, all but 1/P of the arcs.
        "graph_bytes": slope([(r["lines"] * (1 - 1 / r["ranks"]), r["sent"]["graph"]) for r in several]),
        "ghosts_per_edge": slope([(r["edges"] * (1 - 1 / r["ranks"]), r["ghosts"]) for r in several]),
        "round_bytes": slope([(r["edges"] * r["bounds_rounds"] * (1 - 1 / r["ranks"]), r["sent"]["bounds"])
                              for r in several]),
    }


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


def print_model(model, gigabytes_per_second, rounds):
    print(f"Per rank: {1e-6 / model['read_seconds']:.1f} M lines/s read, "
          f"{1e-6 / model['graph_seconds']:.1f} M lines/s assembled, {1e-6 / model['round_seconds']:.0f} M edges/s in a round of a bound, "
          f"{1e-6 / model['peel_seconds']:.1f} M edges/s peeled in all. Sent between different ranks: "
          f"{model['graph_bytes']:.1f} bytes per line once, {model['round_bytes']:.2f} per edge and round, "
          f"{model['ghosts_per_edge']:.2f} ghosts per edge. Memory of a rank while rows are assembled: "
          f"{model['memory']:.0f} bytes per edge of its rows and {model['memory_offset'] / 2**20:.0f} MB.\n")
    lines = []
    for edges in (1e10, 1e12):
        for ranks in (16, 64, 256, 1024):
            own = edges / ranks
            other = 1 - 1 / ranks
            wire = 1e-9 / gigabytes_per_second
            build = own * (model["read_seconds"] + model["graph_seconds"] + model["graph_bytes"] * other * wire)
            bounds = own * rounds * (model["round_seconds"] + MOST_ROUND_BYTES * other * wire)
            peel = own * model["peel_seconds"]
            lines.append([f"{edges:.0e}", ranks, f"{(own * model['memory'] + model['memory_offset']) / 2**30:.0f}", f"{build / 60:.1f}",
                          f"{bounds / 60:.1f}", f"{peel / 60:.1f}"])
    table(["edges", "ranks", "GiB per rank", "read, assemble, min", f"bounds, {rounds} rounds, min", "peel, min"], lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--lines", default="2000000,5000000,20000000")
    parser.add_argument("--ranks", default="1,2,4")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--network", type=float, default=1.0, help="GB/s that a rank can send")
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
    model = fit(rows)
    print_model(model, arguments.network, 188)
    if arguments.json:
        arguments.json.write_text(json.dumps({"runs": rows, "model": model}, indent=2) + "\n")


if __name__ == "__main__":
    main()
