#!/usr/bin/env python3
"""Recounts an answer of `lode find --format json` from the graph's text file, sharing no code with lode.

usage: recount.py GRAPH.txt[.gz] RESULT.json      exit 0: every result holds, 1: one does not
"""
import gzip
import json
import sys


def read_edges(path):
    """The simple undirected edges of a whitespace- or comma-separated list, and the ids that occur."""
    opener = gzip.open if path.endswith(".gz") else open
    edges, ids = set(), set()
    with opener(path, "rt") as lines:
        for line in lines:
            fields = line.replace(",", " ").split()
            if not fields or fields[0][0] in "#%" or not fields[0].isdigit():
                continue
            u, v = int(fields[0]), int(fields[1])
            ids.update((u, v))
            if u != v:
                edges.add((min(u, v), max(u, v)))
    return edges, ids


def main(graph_path, result_path):
    edges, ids = read_edges(graph_path)
    with open(result_path) as file:
        document = json.load(file)
    graph = document["graph"]
    wrong = []
    if (graph["vertices"], graph["edges"]) != (len(ids), len(edges)):
        wrong.append(f"graph is {graph['vertices']}/{graph['edges']}, recounted {len(ids)}/{len(edges)}")
    for result in document["results"]:
        chosen = set(result["vertices"])
        if len(result["vertices"]) != result["s"] or len(chosen) != result["s"]:
            wrong.append(f"s={result['s']}: {len(chosen)} distinct vertices")
        if not chosen <= ids:
            wrong.append(f"s={result['s']}: ids that the graph does not have")
        inside = sum(u in chosen and v in chosen for u, v in edges)
        if inside != result["edges"] or inside != result["weight"]:
            wrong.append(f"s={result['s']}: {result['edges']} edges claimed, {inside} recounted")
        if result["bound"] < inside:
            wrong.append(f"s={result['s']}: upper bound {result['bound']} below {inside}")
    for line in wrong:
        print(line)
    if not wrong:
        print(f"{graph['name']}: {graph['vertices']}/{graph['edges']}, "
              + ", ".join(f"s={r['s']} {r['edges']} edges" for r in document["results"]) + ": recounted")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2]))
