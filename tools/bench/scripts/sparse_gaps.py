#!/usr/bin/env python3
"""Gaps and memory on sparse graphs with a light, large core, like Gnutella's, drawn by lode:
sparse_gaps.py LODE [SECONDS [THREADS]]. For 10,000 to 60,000 vertices and s = 20, 50, 100 runs `lode find --effort proof`
with SECONDS per size (default 60) and prints a row per size, then the mean gap and the largest memory."""

import json
import os
import sys
import tempfile

VERTICES = (10_000, 20_000, 40_000, 60_000)
SIZES = (20, 50, 100)
# Gnutella31: 62586 vertices, 4.7 neighbours on average, 95 at most.
SHAPE = ["--average-degree", "5", "--exponent", "4", "-s", "300", "--density", "0.03", "--seed", "1"]


def run(words):
    """The standard output of a command and its largest memory in bytes."""
    with tempfile.TemporaryFile("w+") as out:
        actions = [(os.POSIX_SPAWN_DUP2, out.fileno(), 1)]
        child = os.posix_spawnp(words[0], words, os.environ, file_actions=actions)
        _, status, usage = os.wait4(child, 0)
        if status:
            sys.exit(f"{' '.join(words)}: ended with {os.waitstatus_to_exitcode(status)}")
        out.seek(0)
        return out.read(), usage.ru_maxrss * 1024


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    lode = sys.argv[1]
    seconds = sys.argv[2] if len(sys.argv) > 2 else "60"
    threads = sys.argv[3] if len(sys.argv) > 3 else "0"
    gaps, memory = [], 0
    print("vertices  edges    s  answer  bound  by          gap      memory")
    with tempfile.TemporaryDirectory() as folder:
        for vertices in VERTICES:
            graph = os.path.join(folder, f"{vertices}.txt")
            run([lode, "generate", "planted", "-n", str(vertices), *SHAPE, "-o", graph])
            for s in SIZES:
                text, bytes_used = run([lode, "find", graph, "-s", str(s), "--effort", "proof", "--time", seconds,
                                        "--threads", threads, "-q", "--format", "json"])
                found = json.loads(text)
                result = found["results"][0]
                gaps.append(result["gap"])
                memory = max(memory, bytes_used)
                print(f"{vertices:8} {found['graph']['edges']:6} {s:4} {result['edges']:7} {result['bound']:6.0f}"
                      f"  {result['bound_rule']:10} {100 * result['gap']:5.2f} % {bytes_used / 1e6:7.1f} MB", flush=True)
    print(f"mean gap {100 * sum(gaps) / len(gaps):.2f} %, at most {memory / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
