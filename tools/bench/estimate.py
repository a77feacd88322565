#!/usr/bin/env python3
"""How true --estimate is: estimate.py BUILD GRAPH... Runs 'lode find GRAPH -s 20 --preset fast' with one thread, and
prints one JSON object per graph: the memory estimated, the peak that was measured (the mapped pages of lode files apart)
and their ratio."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time


def unmapped_bytes(command, graph):
    """Largest resident set of a process without the pages of the graph's file, looked at every few milliseconds."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command, stdout=out)
        largest = 0
        while process.poll() is None:
            try:
                maps = pathlib.Path(f"/proc/{process.pid}/smaps").read_text()
            except OSError:
                break
            resident, counts = 0, True
            for line in maps.splitlines():
                if "-" in line.split(" ")[0]:
                    counts = not line.endswith(graph)
                elif counts and line.startswith("Rss:"):
                    resident += 1024 * int(line.split()[1])
            largest = max(largest, resident)
            time.sleep(0.002)
    return largest


def resident_bytes(command):
    """Largest resident set of a process."""
    with open(os.devnull, "w") as nothing:
        pid = subprocess.Popen(command, stdout=nothing).pid
    return 1024 * os.wait4(pid, 0)[2].ru_maxrss


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    lode = pathlib.Path(sys.argv[1]) / "bin/lode"
    for graph in sys.argv[2:]:
        command = [lode, "-q", "find", graph, "-s", "20", "--preset", "fast", "--threads", "1"]
        estimate = json.loads(subprocess.check_output([*command, "--estimate", "--format", "json"]))
        if estimate["mapped_bytes"]:
            # Looks may miss a short peak; not all of the file need be in memory.
            peak = max(unmapped_bytes(command, str(pathlib.Path(graph).resolve())),
                       resident_bytes(command) - estimate["mapped_bytes"])
        else:
            peak = resident_bytes(command)
        print(json.dumps({"bench": "estimate", "graph": estimate["graph"], "format": estimate["format"],
                          "estimated_bytes": estimate["peak_bytes"], "peak_bytes": peak,
                          "ratio": round(estimate["peak_bytes"] / peak, 3)}), flush=True)


if __name__ == "__main__":
    main()
