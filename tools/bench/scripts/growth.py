#!/usr/bin/env python3
"""The growth of cost with size: growth.py BUILD FOLDER [LARGEST [THREADS]].

Makes R-MAT edge lists of 10^4, 10^5, ... LARGEST lines (default 10^7) in FOLDER with the tool of BUILD, and measures
reading, opening the converted file, core decomposition and the search for 100 vertices. Prints one JSON object for each
size, and at the end the exponent b of cost = a lines^b, fitted to the sizes from 10^5 lines on.
"""
import json
import math
import pathlib
import subprocess
import sys


def bench(build, name, *arguments):
    command = [build / "tools/bench" / f"bench_{name}", *map(str, arguments)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[0])


def measure(build, folder, lines, threads):
    text, binary = folder / f"growth-{lines}.txt", folder / f"growth-{lines}.lode"
    lode = build / "bin/lode"
    scale = max(8, round(math.log2(lines / 6)))  # about six lines per possible vertex
    subprocess.run([lode, "-q", "generate", "rmat", "--scale", str(scale), "--lines", str(lines), "--as-drawn", "-o",
                    text, "--force"], check=True)
    load = bench(build, "load", text, threads)
    subprocess.run([lode, "-q", "convert", text, binary, "--force", "--memory", "1G"], check=True)
    open_binary = bench(build, "load", binary, threads)
    cores = bench(build, "cores", binary)
    find = bench(build, "find", text, 100, threads)
    text.unlink()
    binary.unlink()
    return {"bench": "growth", "lines": lines, "threads": threads, "vertices": load["vertices"], "edges": load["edges"],
            "load_cpu_seconds": load["cpu_seconds"], "load_peak_rss_bytes": load["peak_rss_bytes"],
            "open_seconds": open_binary["seconds"], "cores_cpu_seconds": cores["cpu_seconds"],
            "bound_cpu_seconds": find["bound_cpu_seconds"], "search_cpu_seconds": find["search_cpu_seconds"],
            "find_cpu_seconds": find["cpu_seconds"], "find_peak_rss_bytes": find["peak_rss_bytes"]}


def exponent(rows, key):
    points = [(math.log(row["lines"]), math.log(max(row[key], 1e-6))) for row in rows if row["lines"] >= 10**5]
    if len(points) < 2:
        return None
    mean_x, mean_y = (sum(values) / len(points) for values in zip(*points))
    return round(sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x)**2 for x, _ in points), 3)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    build, folder = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    largest = int(float(sys.argv[3])) if len(sys.argv) > 3 else 10**7
    threads = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    rows = []
    lines = 10**4
    while lines <= largest:
        rows.append(measure(build, folder, lines, threads))
        print(json.dumps(rows[-1]), flush=True)
        lines *= 10
    costs = [key for key in rows[-1] if key.endswith(("_seconds", "_bytes"))]
    print(json.dumps({"bench": "growth", "exponents": {key: exponent(rows, key) for key in costs}}))


if __name__ == "__main__":
    main()
