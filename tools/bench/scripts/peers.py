#!/usr/bin/env python3
"""Compares lode with what Python users have otherwise: answers and CPU seconds, in one run.

    tools/bench/scripts/peers.py email-Enron ca-AstroPh -s 20 100 [--json | --markdown]

Every peer gets the graph in its own form, made before the clock starts. Times are CPU seconds of all threads, nearly
independent of other load. The package lode must be importable: PYTHONPATH=build/release/python. igraph is left out
where it is not installed.
"""
import argparse
import heapq
import json
import time

import networkx as nx
import numpy as np
import scipy.sparse as sp

import lode

try:
    import igraph
except ImportError:
    igraph = None


def peel(graph, s):
    """Removes the node of least degree until s remain, on a networkx graph with a heap."""
    degree = dict(graph.degree())
    heap = [(d, node) for node, d in degree.items()]
    heapq.heapify(heap)
    while len(degree) > s:
        d, node = heapq.heappop(heap)
        if degree.get(node) != d:
            continue
        del degree[node]
        for neighbour in graph.adj[node]:
            if neighbour in degree:
                degree[neighbour] -= 1
                heapq.heappush(heap, (degree[neighbour], neighbour))
    return np.array(sorted(degree))


def frank_wolfe(matrix, s, steps=1000):
    """Maximises x'Ax over 0 <= x <= 1 with sum s by steps of optimal length; the s largest entries of x at the end."""
    n = matrix.shape[0]
    x = np.full(n, s / n)
    product = matrix @ x
    for _ in range(steps):
        corner = np.zeros(n)
        corner[np.argpartition(-product, s - 1)[:s]] = 1
        direction = corner - x
        along = matrix @ direction
        slope, bend = direction @ product, direction @ along
        if slope <= 1e-9 * s:
            break
        step = 1.0 if bend >= 0 else min(1.0, -slope / bend)
        x += step * direction
        product += step * along
    return np.sort(np.argpartition(-x, s - 1)[:s])


def rows_of(name, sizes, time_limit):
    """One row per question and tool: the graph, the question, the tool, its answer, seconds and upper bound."""
    graph = lode.read(name)
    matrix = sp.csr_matrix(graph.to_scipy(), dtype=np.float64)
    ends = [end.tolist() for end in graph.edges()[:2]]
    network = nx.Graph()
    network.add_nodes_from(range(graph.n))
    network.add_edges_from(zip(*ends))
    other = igraph.Graph(n=graph.n, edges=list(zip(*ends))) if igraph else None

    def inside(chosen):
        return int(matrix[chosen][:, chosen].sum()) // 2

    def row(question, tool, call, answer, bound=lambda found: None):
        begin = time.process_time()
        found = call()
        seconds = time.process_time() - begin
        return {"graph": name, "question": question, "tool": tool, "answer": int(answer(found)), "seconds": seconds,
                "upper_bound": bound(found)}

    for s in sizes:
        question = f"edges of {s} vertices"
        yield row(question, "lode", lambda: lode.find(graph, s, time=time_limit), lambda found: found.edges,
                  lambda found: found.bound)
        yield row(question, "greedy peeling, networkx", lambda: peel(network, s), inside)
        yield row(question, "Frank-Wolfe, NumPy", lambda: frank_wolfe(matrix, s), inside)
    yield row("largest clique", "lode", lambda: lode.cliques(graph), lambda found: len(found.vertices))
    if other:
        yield row("largest clique", "igraph", other.clique_number, int)
    yield row("degeneracy", "lode", lambda: lode.cores(graph), max)
    if other:
        yield row("degeneracy", "igraph", other.coreness, max)
    yield row("degeneracy", "networkx", lambda: nx.core_number(network), lambda found: max(found.values()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("graphs", nargs="+")
    parser.add_argument("-s", type=int, nargs="+", required=True)
    parser.add_argument("--time", type=float, help="seconds per size for lode.find; it ends by itself otherwise")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true")
    form.add_argument("--markdown", action="store_true")
    arguments = parser.parse_args()
    rows = [row for name in arguments.graphs for row in rows_of(name, arguments.s, arguments.time)]
    if arguments.json:
        print(json.dumps(rows, indent=1))
        return
    if arguments.markdown:
        print("| graph | question | tool | answer | CPU seconds |\n|---|---|---|--:|--:|")
    for row in rows:
        bound = "" if row["upper_bound"] is None else f", at most {row['upper_bound']:g}"
        cells = [row["graph"], row["question"], row["tool"], f"{row['answer']}{bound}", f"{row['seconds']:.2g}"]
        print("| " + " | ".join(cells) + " |" if arguments.markdown else "  ".join(cells))


if __name__ == "__main__":
    main()
