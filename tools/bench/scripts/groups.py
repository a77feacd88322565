#!/usr/bin/env python3
"""Planted groups that methods recover: groups.py [--lode BINARY] [--graphs N]

Every graph has groups of 5 to 40 vertices with densities of 0.5 to 1, on a background of average degree 6 and twice as many
vertices. A planted group is recovered if some answer has a Jaccard index of 0.8 or more with it. Prints a table."""
import argparse
import json
import os
import pathlib
import random
import resource
import subprocess
import tempfile
import time

import networkx as nx
import numpy as np

BUILD = pathlib.Path(__file__).resolve().parents[3] / "build/release/bin/lode"
COUNTS, DENSITIES = (5, 20, 50), (0.5, 0.7, 1.0)
OTHERS = {"k_clique_communities, k = 4": lambda graph: nx.community.k_clique_communities(graph, 4),
          "greedy modularity": nx.community.greedy_modularity_communities,
          "Louvain": lambda graph: nx.community.louvain_communities(graph, seed=1)}


def planted(count, density, background, seed):
    """A graph and its planted groups."""
    draw = random.Random(seed)
    sizes = [draw.randint(5, 40) for _ in range(count)]
    n = 2 * sum(sizes)
    if background == "G(n, p)":
        graph = nx.fast_gnp_random_graph(n, 6 / (n - 1), seed=seed)
    else:
        degrees = np.minimum(np.random.default_rng(seed).pareto(1.5, n) + 1, n ** 0.5)
        graph = nx.expected_degree_graph(list(6 * degrees / degrees.mean()), seed=seed, selfloops=False)
    vertices = list(range(n))
    draw.shuffle(vertices)
    groups = []
    for size in sizes:
        members, vertices = vertices[:size], vertices[size:]
        pairs = [(u, v) for i, u in enumerate(members) for v in members[:i]]
        graph.remove_edges_from(pairs)
        graph.add_edges_from(draw.sample(pairs, round(density * len(pairs))))
        groups.append(set(members))
    return graph, groups


def recovered(groups, answers):
    answers = list(map(set, answers))
    return sum(any(len(group & answer) >= 0.8 * len(group | answer) for answer in answers) for group in groups)


def lode_groups(binary, path):
    """The groups of the tool, and its CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = json.loads(subprocess.check_output([binary, "groups", path, "--threads", "1", "--format", "json"]))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return [group["vertices"] for group in answer["groups"]], after.ru_utime - before.ru_utime


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lode", default=os.environ.get("LODE", BUILD))
    parser.add_argument("--graphs", type=int, default=3, help="graphs of each family")
    arguments = parser.parse_args()
    names = ["lode groups", *OTHERS]
    print(f"| background | density | groups | {' | '.join(names)} |\n|---|---|--:|{'--:|' * len(names)}")
    for background in ("G(n, p)", "power law"):
        for density in DENSITIES:
            total, found, seconds = 0, dict.fromkeys(names, 0), dict.fromkeys(names, 0.0)
            for count in COUNTS:
                for seed in range(1, arguments.graphs + 1):
                    graph, groups = planted(count, density, background, seed)
                    total += count
                    with tempfile.TemporaryDirectory() as folder:
                        path = pathlib.Path(folder) / "graph.txt"
                        nx.write_edgelist(graph, path, data=False)
                        answers, cpu = lode_groups(arguments.lode, path)
                    found["lode groups"] += recovered(groups, answers)
                    seconds["lode groups"] += cpu
                    for name, method in OTHERS.items():
                        begin = time.process_time()
                        found[name] += recovered(groups, method(graph))
                        seconds[name] += time.process_time() - begin
            cells = [f"{found[name]} in {seconds[name]:.1f} s" for name in names]
            print(f"| {background} | {density} | {total} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
