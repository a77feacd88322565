#!/usr/bin/env python3
"""Microseconds of one change and the bound asked, of lode.DensityTracker, as JSON.

PYTHONPATH=build/release/python python3 tools/bench/scripts/density_tracker.py GRAPH ...
"""
import json
import random
import sys
import time

import lode

CHANGES = 200_000

for name in sys.argv[1:] or ["karate"]:
    graph = lode.Graph(name).with_labels(None)
    tracker = lode.DensityTracker(graph)
    begin = time.process_time()
    best = tracker.solve()
    solved = time.process_time() - begin
    draw = random.Random(1)
    pairs = [tuple(draw.sample(range(graph.n), 2)) for _ in range(CHANGES)]
    begin = time.process_time()
    for u, v in pairs:
        tracker.add(u, v)
        tracker.bound()
    added = time.process_time() - begin
    after_adding = tracker.bound()
    removed = list(set(map(tuple, map(sorted, pairs))))
    draw.shuffle(removed)
    begin = time.process_time()
    for u, v in removed:
        tracker.remove(u, v)
        tracker.bound()
    taken = time.process_time() - begin
    begin = time.process_time()
    tracker.solve()
    again = time.process_time() - begin
    print(json.dumps({"graph": name, "vertices": graph.n, "edges": graph.m, "density": best.density,
                      "bound_after_adding": after_adding, "microseconds_add": 1e6 * added / CHANGES,
                      "microseconds_remove": 1e6 * taken / len(removed), "seconds_first_solve": solved,
                      "seconds_solve_again": again}))
