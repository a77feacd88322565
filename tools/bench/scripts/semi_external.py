#!/usr/bin/env python3
"""Searches of graphs larger than memory: semi_external.py BUILD FOLDER MEMORY LOG2_VERTICES:EDGES...

For each graph, bench_make_large_graph writes a lode file into FOLDER (4 bytes per arc and 8 per vertex), 'lode find -s 200
--memory MEMORY' searches it, and the file is removed. Prints one JSON object per graph: the passes, their reads, the
core, the answer and its bound, seconds, and the peak memory in /proc/PID/smaps_rollup, read every 50 ms: anonymous
bytes, which lode has allocated, also per vertex, and resident bytes, which include pages of the
file that the system may reclaim. The file is dropped from the system's cache before."""
import json
import os
import pathlib
import subprocess
import sys
import time


def drop_from_cache(path):
    descriptor = os.open(path, os.O_RDONLY)
    os.fsync(descriptor)
    os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(descriptor)


def memory_of(pid):
    """Anonymous and resident bytes of a process, or None after its end."""
    try:
        lines = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return None
    sizes = {line.split(":")[0]: 1024 * int(line.split()[1]) for line in lines[1:]}
    return sizes.get("Anonymous", 0), sizes.get("Rss", 0)


def watch(command):
    """The output of a command, its seconds and its largest anonymous and resident memory."""
    began = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    anonymous = resident = 0
    while process.poll() is None:
        seen = memory_of(process.pid)
        if seen:
            anonymous, resident = max(anonymous, seen[0]), max(resident, seen[1])
        time.sleep(0.05)
    out = process.stdout.read()
    if process.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} ended with {process.returncode}")
    return json.loads(out), time.monotonic() - began, anonymous, resident


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    build, folder, memory = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    for graph in sys.argv[4:]:
        bits, edges = graph.split(":")
        path = folder / f"semi_external_{bits}_{edges}.lode"
        began = time.monotonic()
        subprocess.run([build / "tools/bench/bench_make_large_graph", path, bits, edges], check=True)
        writing = time.monotonic() - began
        try:
            drop_from_cache(path)
            found, seconds, anonymous, resident = watch(
                [build / "bin/lode", "-q", "find", path, "-s", "200", "--time", "20", "--memory", memory,
                 "--format", "json"])
            file_bytes = path.stat().st_size
        finally:
            path.unlink()
        result = found["results"][0]
        vertices = found["graph"]["vertices"]
        print(json.dumps({
            "bench": "semi_external", "vertices": vertices, "edges": found["graph"]["edges"], "file_bytes": file_bytes,
            "memory": memory, "core_in_passes": found.get("core_in_passes"), "writing_seconds": round(writing, 1),
            "seconds": round(seconds, 1), "anonymous_bytes": anonymous,
            "anonymous_bytes_per_vertex": round(anonymous / vertices, 2), "resident_bytes": resident,
            "found_edges": result["edges"], "upper_bound": result["bound"], "bound": result["bound_rule"]}), flush=True)


if __name__ == "__main__":
    main()
