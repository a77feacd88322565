#!/usr/bin/env python3
"""Compares lode.find with simple Python alternatives: edges found and seconds, in one run.

    tools/bench/scripts/python_side_by_side.py email-Enron -s 20 50 100 200 [--json | --markdown]

Every method gets the graph in its preferred form, made before the clock starts. Times are CPU seconds of all
threads, nearly independent of other load. The package lode must be importable: PYTHONPATH=build/release/python.
"""
import argparse
import heapq
import json
import time

import networkx as nx
import numpy as np
import scipy.sparse as sp

import lode


def peel_networkx(graph, s):
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


def peel_scipy(matrix, s):
    """Peeling as above on rows of a SciPy matrix, with degrees in a NumPy array."""
    degree = np.diff(matrix.indptr).astype(np.int64)
    alive = np.ones(degree.size, dtype=bool)
    heap = list(zip(degree.tolist(), range(degree.size)))
    heapq.heapify(heap)
    left = degree.size
    while left > s:
        d, v = heapq.heappop(heap)
        if not alive[v] or degree[v] != d:
            continue
        alive[v] = False
        left -= 1
        neighbours = matrix.indices[matrix.indptr[v]:matrix.indptr[v + 1]]
        neighbours = neighbours[alive[neighbours]]
        degree[neighbours] -= 1
        for entry in zip(degree[neighbours].tolist(), neighbours.tolist()):
            heapq.heappush(heap, entry)
    return np.flatnonzero(alive)


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


def timed(call):
    begin = time.process_time()
    answer = call()
    return answer, time.process_time() - begin


def rows_of(graph, sizes, time_limit):
    matrix = sp.csr_matrix(graph.to_scipy(), dtype=np.float64)
    network = nx.Graph()
    network.add_nodes_from(range(graph.n))
    network.add_edges_from(zip(*(end.tolist() for end in graph.edges()[:2])))
    for s in sizes:
        for name, call in (("greedy peeling, networkx", lambda: peel_networkx(network, s)),
                           ("greedy peeling, SciPy", lambda: peel_scipy(matrix, s)),
                           ("Frank-Wolfe, NumPy", lambda: frank_wolfe(matrix, s))):
            chosen, seconds = timed(call)
            yield {"s": s, "method": name, "edges": int(matrix[chosen][:, chosen].sum()) // 2, "seconds": seconds}
        best, seconds = timed(lambda: lode.find(graph, s, time=time_limit))
        yield {"s": s, "method": "lode.find", "edges": best.edges, "seconds": seconds,
               "upper_bound": best.upper_bound}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("graph")
    parser.add_argument("-s", type=int, nargs="+", required=True)
    parser.add_argument("--time", type=float, help="seconds per size for lode.find; it ends by itself otherwise")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true")
    form.add_argument("--markdown", action="store_true")
    arguments = parser.parse_args()
    rows = list(rows_of(lode.read(arguments.graph), arguments.s, arguments.time))
    if arguments.json:
        print(json.dumps(rows, indent=1))
        return
    if arguments.markdown:
        print("| s | method | edges | CPU seconds |\n|--:|---|--:|--:|")
    for row in rows:
        bound = f" (at most {row['upper_bound']})" if "upper_bound" in row else ""
        cells = [str(row["s"]), row["method"], f"{row['edges']}{bound}", f"{row['seconds']:.2g}"]
        print("| " + " | ".join(cells) + " |" if arguments.markdown else "  ".join(cells))


if __name__ == "__main__":
    main()
