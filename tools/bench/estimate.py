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


def anonymous_bytes(command):
    """Largest anonymous resident set of a process."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command, stdout=out)
        anonymous = 0
        while process.poll() is None:
            try:
                status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
            except OSError:
                break
            for line in status.splitlines():
                if line.startswith("RssAnon:"):
                    anonymous = max(anonymous, 1024 * int(line.split()[1]))
            time.sleep(0.005)
    return anonymous


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    lode = pathlib.Path(sys.argv[1]) / "bin/lode"
    for graph in sys.argv[2:]:
        command = [lode, "-q", "find", graph, "-s", "20", "--preset", "fast", "--threads", "1"]
        estimate = json.loads(subprocess.check_output([*command, "--estimate", "--format", "json"]))
        if estimate["mapped_bytes"]:
            peak = anonymous_bytes(command)
        else:
            with open(os.devnull, "w") as nothing:
                pid = subprocess.Popen(command, stdout=nothing).pid
            peak = 1024 * os.wait4(pid, 0)[2].ru_maxrss
        print(json.dumps({"bench": "estimate", "graph": estimate["graph"], "format": estimate["format"],
                          "estimated_bytes": estimate["peak_bytes"], "peak_bytes": peak,
                          "ratio": round(estimate["peak_bytes"] / peak, 3)}), flush=True)


if __name__ == "__main__":
    main()
