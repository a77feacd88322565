#!/usr/bin/env python3
"""tools/verify.py and `lode verify` agree on certificates of random graphs, and on certificates that were tampered with.

    test_second_checker.py                                  a short run, always the same
    test_second_checker.py --cases 10000 --tampered 2000    a long one; --seed N, --first N

Each case is a small graph with a question. lode answers it with a certificate, and both checkers read the certificate. Steps that
only a search has shown are refused by both. Nobody may accept a bound that a set exceeds: small graphs are enumerated.
LODE names the tool; the package lode is on PYTHONPATH. Where these are not given, both are taken from build/release.
"""
import argparse
import collections
import contextlib
import copy
import gzip
import itertools
import json
import math
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(name, "1")
REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
try:
    import lode
except ImportError:
    sys.path.insert(0, str(REPOSITORY / "build/release/python"))
    import lode
import numpy as np
sys.path.append(str(REPOSITORY / "tools"))
import verify

TOOL = os.environ.get("LODE", str(REPOSITORY / "build/release/bin/lode"))
Case = collections.namedtuple("Case", "name n edges weights values include exclude minimise core_of sizes")


# Graphs
def pairs_of(rng, kind, n):
    everything = list(itertools.combinations(range(n), 2))
    if kind == "random":
        part = rng.random()
        return {e for e in everything if rng.random() < part}
    if kind == "star":
        return {(0, v) for v in range(1, n)} | {e for e in everything if rng.random() < rng.choice([0, 0.1])}
    if kind == "hubs":
        hubs = rng.randint(1, 3)
        return {e for e in everything if e[0] < hubs and rng.random() < 0.8}
    if kind == "bipartite rest":
        left = rng.randint(0, n)
        return {e for e in everything if (e[0] < left) != (e[1] < left) and rng.random() < 0.7 or rng.random() < 0.05}
    if kind == "isolated vertices":
        last = rng.randint(1, n)
        return {e for e in everything if e[1] < last and rng.random() < 0.6}
    if kind == "cliques":
        group = [v // rng.choice([3, 4]) for v in range(n)]
        return {e for e in everything if group[e[0]] == group[e[1]] or rng.random() < 0.05}
    return set(everything) if kind == "complete" else {e for e in everything if rng.random() < 0.85}


def weight_of(rng, kind):
    return {"whole": lambda: rng.randint(1, 9), "real": rng.random, "nearly equal": lambda: 1 + rng.randint(-3, 3) * 2.0 ** -50,
            "tiny": lambda: rng.random() * 1e-300, "huge": lambda: rng.choice([rng.random(), rng.random() * 1e200]),
            "zeros": lambda: rng.choice([0, 0, 1, rng.random()]), "mixed": lambda: 10 ** rng.uniform(-12, 12),
            "signed": lambda: rng.uniform(-3, 3), "whole signed": lambda: rng.randint(-5, 5), "tenths": lambda: rng.randint(1, 20) / 10,
            "multiples of 6": lambda: 6 * rng.randint(1, 5), "fives": lambda: 5.0}[kind]()


WEIGHTS = ("whole real signed zeros tiny huge mixed tenths fives".split() + ["nearly equal", "whole signed", "multiples of 6"])
GRAPHS = ["random", "star", "hubs", "bipartite rest", "isolated vertices", "cliques", "dense", "complete"]


def small_case(rng):
    n, kind, weights = rng.randint(1, 13), rng.choice(GRAPHS), rng.choice(["none"] * 5 + WEIGHTS + ["distances"])
    if weights == "distances":
        kind = "complete"
        points = [(rng.random(), rng.random()) for _ in range(n)]
    edges = sorted(pairs_of(rng, kind, n))
    chosen = None
    if weights == "distances":
        chosen = [math.dist(points[u], points[v]) for u, v in edges]
    elif weights != "none":
        chosen = [float(weight_of(rng, weights)) for _ in edges]
    values = None
    if rng.random() < 0.3:
        value = rng.choice([lambda: rng.randint(0, 4), lambda: rng.randint(-4, 4), rng.random, lambda: rng.uniform(-1, 1),
                            lambda: rng.choice([0, rng.random() * 1e-9])])
        values = [float(value()) for _ in range(n)]
    order = rng.sample(range(n), n)
    include = order[:rng.randint(0, min(3, n - 1))] if rng.random() < 0.3 else []
    exclude = order[3:3 + rng.randint(0, 2)] if rng.random() < 0.3 else []
    minimise = rng.random() < 0.12
    core_of = None
    if values is None and not minimise and (chosen is None or min(chosen, default=0) >= 0) and rng.random() < 0.2:
        strength = [0.0] * n
        for (u, v), w in zip(edges, chosen or [1.0] * len(edges)):
            strength[u] += w
            strength[v] += w
        if 1e-100 < min(strength) < 1e100:
            core_of = min(strength) * rng.choice([1, 1, 0.5]) if chosen else rng.randint(1, int(min(strength)))
    sizes = list(range(max(1, len(include)), n - len(exclude) + 1))
    sizes = [rng.choice(sizes)] if rng.random() < 0.6 else sizes
    return Case(f"{kind}, weights {weights}", n, edges, chosen, values, include, exclude, minimise, core_of, sizes)


def large_case(rng):
    """A core among other vertices, for rules that rest on a part of the graph."""
    core, n = rng.randint(120, 260), rng.randint(350, 600)
    edges = {e for e in itertools.combinations(range(core), 2) if rng.random() < (0.7 if e[1] < 14 else 0.1)}
    for v in range(core, n):
        edges |= {(u, v) for u in rng.sample(range(v), rng.randint(1, 3))}
    edges = sorted(edges)
    weights = rng.choice([None, None, "whole", "real"])
    chosen = weights and [float(weight_of(rng, weights)) for _ in edges]
    values = rng.choice([None, None, [float(rng.randint(0, 2)) for _ in range(n)], [rng.random() for _ in range(n)]])
    include = rng.sample(range(core), 2) if rng.random() < 0.2 else []
    return Case(f"core of {core}, weights {weights}", n, edges, chosen, values, include, [], False, None, [rng.randint(6, 20)])


def brute_force(case, s):
    """The largest objective of the sets of s vertices, exactly; with `minimise` that of the opposite graph."""
    sign = -1 if case.minimise else 1
    w = {e: sign * Fraction(1 if case.weights is None else case.weights[i]) for i, e in enumerate(case.edges)}
    c = [sign * Fraction(x) for x in case.values or [0] * case.n]
    others = [v for v in range(case.n) if v not in case.include and v not in case.exclude]
    best, k = -math.inf, s - len(case.include)
    for more in itertools.combinations(others, k) if isinstance(k, int) and 0 <= k <= len(others) else ():
        members = sorted([*more, *case.include])
        best = max(best, sum(c[v] for v in members) + sum(w.get(e, 0) for e in itertools.combinations(members, 2)))
    return best


# The two checkers
def graphs_of(case):
    u, v = (np.array([e[i] for e in case.edges], dtype=np.int64) for i in (0, 1))
    signed = case.weights is not None and min(case.weights, default=0) < 0
    theirs = lode.Graph.from_edges(u, v, None if case.weights is None else np.array(case.weights), n=case.n, signed=signed)
    weights = case.weights or [1] * len(case.edges)
    return theirs, verify.Graph(case.n, [(*e, w) for e, w in zip(case.edges, weights)], case.weights is not None)


def certificate_of(case, graph, rng):
    asked = {name: value for name, value in (("values", case.values), ("include", case.include), ("exclude", case.exclude),
             ("minimise", case.minimise), ("core_of", case.core_of)) if value}
    asked.update(certificate=True, threads=1, time=0.2 if case.n < 100 else 1)
    if case.n < 100 and not set(asked) & {"include", "exclude", "minimise"} and rng.random() < 0.3:
        return json.loads(lode.bounds(graph, case.sizes, effort=rng.choice(["cheap", "strong"]), **asked).certificate.json)
    effort = rng.choice(["none", "cheap", "auto", "strong", "proof"] if case.n < 100 else ["auto", "strong", "proof"])
    found = lode.find(graph, case.sizes if len(case.sizes) > 1 else case.sizes[0], effort=effort, **asked)
    return json.loads(found.certificate.json)


def lode_says(graph, certificate, values):
    try:
        lode.verify(graph, lode.Certificate(json.dumps(certificate)), values=values)
        return None
    except lode.LodeError as why:
        return str(why) or "refused"


def verify_says(graph, certificate, values):
    try:
        verify.check(graph, certificate, values)
        return None
    except verify.Refused as why:
        return str(why) or "refused"


# Tampering
def leaves(document, path=()):
    """The paths of all numbers of a document, but few of long lists."""
    if isinstance(document, dict):
        for key, value in document.items():
            yield from leaves(value, path + (key,))
    elif isinstance(document, list):
        for i in range(len(document)) if len(document) < 40 else (0, 1, 2, len(document) // 2, len(document) - 1):
            yield from leaves(document[i], path + (i,))
    elif isinstance(document, (int, float)) and not isinstance(document, bool):
        yield path


def lists(document, path=()):
    if isinstance(document, (dict, list)):
        if isinstance(document, list) and document:
            yield path
        items = document.items() if isinstance(document, dict) else enumerate(document[:40])
        for key, value in items:
            yield from lists(value, path + (key,))


def at(document, path):
    for key in path:
        document = document[key]
    return document


def changed_number(rng, x):
    part = 2.0 ** -rng.randint(1, 54)
    return rng.choice([lambda: x + 1, lambda: x - 1, lambda: x * (1 - part), lambda: x * (1 + part), lambda: -x, lambda: 0, lambda: x / 2,
                       lambda: math.nextafter(float(x), -math.inf), lambda: math.nextafter(float(x), math.inf), lambda: x + 0.5,
                       lambda: x - part, lambda: int(x) + rng.choice([2, 1000, 2 ** 31, 2 ** 53]), lambda: 1e300 * rng.choice([-1, 1])])()


def lower_claim(rng, case, document, unit):
    """Lowers a bound and the step that makes it by the same amount, perhaps to just below what a set weighs."""
    claim = rng.choice(document["claims"])
    claim["steps"][-1]["value"] = value = claim["steps"][-1]["value"]
    by = rng.choice([unit, unit, abs(claim["upper_bound"]) * 2.0 ** -rng.randint(20, 53), 0])
    if case.n <= 13 and rng.random() < 0.6:
        true = brute_force(case, claim["s"])
        by = max(by, claim["upper_bound"] - math.nextafter(float(true), -math.inf)) if rng.random() < 0.7 and true > -math.inf else by
    claim["upper_bound"] = float(claim["upper_bound"]) - by
    claim["steps"][-1]["value"] = max(0.0, value - by / unit)
    if rng.random() < 0.3:
        for step in claim["steps"]:
            step["value"] = max(0.0, step["value"] - by / unit)


def tampered(rng, case, certificate, unit):
    document = copy.deepcopy(certificate)
    what = rng.choice(["number", "number", "number", "multiplier", "lower", "lower", "swap", "cut", "repeat", "delete", "null"])
    if what == "lower":
        lower_claim(rng, case, document, unit)
    elif what in ("number", "multiplier"):
        paths = [p for p in leaves(document) if (p[0] == "multipliers") == (what == "multiplier")] or list(leaves(document))
        path = rng.choice(paths)
        at(document, path[:-1])[path[-1]] = changed_number(rng, at(document, path))
        if what == "multiplier" and rng.random() < 0.5:
            lower_claim(rng, case, document, unit)
    elif what in ("delete", "null"):
        target = rng.choice([document, *document["claims"], *[s for c in document["claims"] for s in c["steps"]], *document["multipliers"]])
        key = rng.choice(list(target))
        if what == "delete":
            del target[key]
        else:
            target[key] = None
    else:
        chosen = at(document, rng.choice(list(lists(document))))
        i, j = rng.randrange(len(chosen)), rng.randrange(len(chosen))
        if what == "swap":
            chosen[i], chosen[j] = chosen[j], chosen[i]
        elif what == "cut":
            del chosen[i]
        else:
            chosen.insert(i, copy.deepcopy(chosen[j]))
    return what, document


# Certificates of random data: rules meet data that lode never writes
def split_data(rng, near, part, arcs):
    """Parts of the weights of the arcs of a part."""
    share = {}
    for i, j in arcs:
        if i < j:
            w, x = near[part[i]][part[j]], Fraction(rng.choice([0.0, 1.0, 0.5, rng.random()]))
            first = number_above(w * x)
            share[i, j], share[j, i] = first, number_above(max(0, w - Fraction(first)))
    return {"arc": [share[a] for a in arcs]}


def number_above(x):
    y = float(x)
    return y if Fraction(y) >= x else math.nextafter(y, math.inf)


def cluster_data(rng, n, arcs, s):
    q = rng.randint(1, n)
    between = [[0.0] * q for _ in range(q)]
    for i, j in itertools.combinations(range(q), 2):
        between[i][j] = between[j][i] = rng.choice([0.0, rng.random()])
    return {"s": s, "vertex": [rng.uniform(-1, 2) for _ in range(n)], "arc": [rng.choice([0.0, rng.random() / 2]) for _ in arcs],
            "cluster": [rng.randrange(q) for _ in range(n)], "clusters": q, "between": [x for row in between for x in row]}


def tree_data(rng, rows, s):
    """A random search tree whose leaves are enumerated or have random multipliers."""
    nodes, proofs = [], []

    def grow(held, left, above):
        place, k, n = len(nodes), s - len(held), len(left)
        nodes.append(None)
        if not 0 <= k <= n or k in (0, 1, n - 1, n) and (k in (0, n) or rng.random() < 0.7):
            nodes[place] = ["enumerated", 0, 0, 0, 0]
        elif above is not None and rng.random() < 0.15:
            nodes[place] = ["proof", 0, 0, 0, above]
        elif rng.random() < 0.5:
            made = {"node": place, "shift": rng.choice([0.0, 0.1, 0.25, 0.75, 1.0]), "rows": [rng.uniform(-0.3, 0.3) for _ in left], "pairs": [],
                    "cuts": []}
            for _ in range(rng.randint(0, 5) if n > 1 else 0):
                i, j = rng.sample(range(n), 2)
                made["pairs"].append([i, j, rng.random() / 2])
            for _ in range(rng.randint(0, 4) if n > 2 else 0):
                kind = rng.choice(["within", "cover", "meeting", "triangle"])
                i, j, l = rng.sample(range(n), 3)
                made["cuts"].append([kind, i, j, l if kind in ("meeting", "triangle") else 0, rng.random() / 4])
            proofs.append(made)
            above = len(proofs) - 1
            if rng.random() < 0.5:
                nodes[place] = ["proof", 0, 0, 0, above]
            else:
                branch(place, held, left, above)
        else:
            branch(place, held, left, above)
        return place

    def branch(place, held, left, above):
        v = rng.choice(left)
        rest = [x for x in left if x != v]
        children = [grow(held + [v], rest, above), grow(held, rest, above)]
        nodes[place] = ["branched", v, *children, 0]

    grow([], list(range(rows)), None)
    return {"nodes": nodes, "proofs": proofs}


def stage_data(rng, n, s, dummies, part):
    rows, stages = list(range(dummies + len(part))), []
    tree = None
    while True:
        k = len(rows)
        unit = 2.0 ** -rng.choice([2, 5, 20])
        most = int(rng.choice([0, 0.3, 1]) / unit)
        stages.append({"rows": rows, "unit": unit, "multipliers": [rng.randint(-most, most) for _ in range(k * k)], "eigenvalue": 0.0,
                       "reserve_shift": rng.choice([0.0, 0.0, 0.5, 2.0])})
        if k < s or rng.random() < 0.5:
            break
        rows = sorted(rng.sample(rows, rng.randint(max(0, k - 3), k)))
    if rng.random() < 0.3 and len(rows) >= s:
        tree = tree_data(rng, len(rows), s)
        stages[-1].update(multipliers=[], eigenvalue=0.0, reserve_shift=0.0)
    return {"s": s, "dummies": dummies, "incumbent": rng.choice([0.0, float(rng.randint(0, s * s)), rng.random() * s]), "stages": stages, "tree": tree}


def plane_data(rng, n, s, heaviest):
    nodes = []

    def grow(members, free, depth):
        place, left = len(nodes), sorted(free)
        nodes.append({"y": [rng.choice([0.0, 1.0, 0.5, rng.random()]) for _ in left], "in": [], "out": [], "vertex": None, "below": None,
                      "holding": None})
        node = nodes[place]
        for name in ("in", "out"):
            node[name] = rng.sample(left, min(len(left), rng.choice([0, 0, 1, 2])))
            left = [v for v in left if v not in node[name]]
        members = members + len(node["in"])
        k = s - members
        if left and rng.random() < 0.5:
            node["vertex"] = rng.choice(left)
            rest = [v for v in left if v != node["vertex"]]
            if depth < 3 and 0 < k - 1 < len(rest) and rng.random() < 0.7:
                node["holding"] = grow(members + 1, rest, depth + 1)
            left = rest
        if depth < 3 and 0 < k < len(left) and rng.random() < 0.7:
            node["below"] = grow(members, left, depth + 1)
        return place

    grow(0, range(n), 0)
    shift = [-float(heaviest) * n * rng.choice([1, 1.5]), rng.choice([0.0, 0.0, float(heaviest)])]
    return {"planes": {"s": s, "shift": shift, "nodes": nodes}}


def set_eigenvalues(graph, certificate, values):
    """Puts in small eigenvalues that can be shown, one after the other. Returns whether there are some."""
    data = certificate["multipliers"][0]
    tree = data.get("tree") or {"proofs": []}
    holders = [data] if "clusters" in data else [s for s in data.get("stages", []) if s["multipliers"]] + tree["proofs"]
    for holder in holders:
        holder["eigenvalue"] = 1e4
    for holder in holders:
        low, high = -1e4, 1e4
        for _ in range(16):
            holder["eigenvalue"] = (low + high) / 2 if abs(low + high) > 1e-3 else 1e-3
            why = verify_says(graph, certificate, values)
            low, high = (holder["eigenvalue"], high) if why and "eigenvalue" in why else (low, holder["eigenvalue"])
            if high - low < 1e-3 * max(1, abs(high)):
                break
        holder["eigenvalue"] = high + 1e-4 * abs(high) + 1e-4


def made_case(rng):
    """A case with a certificate of random data whose value is what verify.py proves."""
    n = rng.randint(1, 8)
    weights = rng.choice(["none", "none", "none", "whole", "real", "tenths", "zeros", "fives", "mixed", "signed", "whole signed"])
    edges = sorted(pairs_of(rng, rng.choice(GRAPHS), n))
    chosen = None if weights == "none" else [float(weight_of(rng, weights)) for _ in edges]
    values = None
    if rng.random() < 0.4:
        value = rng.choice([lambda: rng.randint(0, 4), lambda: rng.randint(-4, 4), rng.random])
        values = [float(value()) for _ in range(n)]
    include = rng.sample(range(n), rng.randint(0, min(2, n - 1))) if rng.random() < 0.3 else []
    case = Case(f"made, weights {weights}", n, edges, chosen, values, include, [], False, None, [])
    theirs, ours = graphs_of(case)
    asked = {"values": values} if values else {}
    empty = json.loads(lode.bounds(theirs, 1, effort="none", certificate=True, threads=1, **asked).certificate.json)
    empty.update({"claims": [], "multipliers": [], "clique_number": None}, **({"include": include} if include else {}))
    problem = verify.Problem(ours, empty, values, None)
    n, t = problem.n, rng.randint(1, problem.n)
    kind = rng.choice(["split", "split", "clusters", "stages", "stages", "stages", "stages", "planes"])
    part = None if rng.random() < 0.4 or kind == "planes" else sorted(rng.sample(range(n), rng.randint(0, n)))
    vertices, place = (range(n) if part is None else part), {}
    place = {v: i for i, v in enumerate(vertices)}
    arcs = [(place[v], place[x]) for v in vertices for x in problem.near[v] if x in place]
    others = [v for v in range(n) if v not in place]
    needed = max([0, *(w for _, w in verify.peel(problem.near, problem.values, others))])
    outside = number_above(needed + rng.choice([0, 0, 0, 1, rng.random()]))
    if not part and part is not None and kind == "clusters":
        kind = "split"
    rule = "multipliers"
    if kind == "split":
        data = split_data(rng, problem.near, list(vertices), arcs)
    elif kind == "clusters":
        data = cluster_data(rng, len(vertices), arcs, rng.randint(1, len(vertices)))
    elif kind == "planes":
        data, rule = plane_data(rng, n, t, problem.heaviest or 1), "concave"
    else:
        s = rng.randint(t, n)
        dummies = rng.choice([d for d in range(s + 1) if d + len(vertices) >= s])
        data, rule = stage_data(rng, n, s, dummies, list(vertices)), "outside"
    steps = [{"s": j, "value": 1e9, "rule": rng.choice(["trivial", "degree", "degeneracy"]), "from": None, "data": None} for j in range(1, n + 1)]
    steps.append({"s": t, "value": 1e9, "rule": rule, "from": t - 2 if t > 1 and rule == "multipliers" else None, "data": 0})
    if rule == "outside":
        steps[-1]["tail"] = list(range(n))
    empty["multipliers"] = [{"part": part, "outside": outside, **data}]
    empty["claims"] = [{"s": t + len(include), "bound": "trivial", "upper_bound": 0, "checkable": True, "steps": steps}]
    if kind in ("clusters", "stages"):
        set_eigenvalues(ours, empty, values)
    return case, theirs, ours, empty, problem


def with_values(certificate, problem, proven, part):
    """The certificate with the values that are proven, the last one multiplied by 1 + part where numbers are real, else plus `part` > 0 or -1."""
    document = copy.deepcopy(certificate)
    claim = document["claims"][0]
    for step, value in zip(claim["steps"], proven):
        step["value"] = number_above(value) if problem.integral else number_above(value * (1 + Fraction(1, 2 ** 30)))
    last = claim["steps"][-1]
    last["value"] = last["value"] + (0 if part > 0 else -1) if problem.integral else number_above(Fraction(proven[-1]) * (1 + Fraction(part)))
    t = last["s"]
    exact = problem.in_graph(Fraction(last["value"]), t)
    slack = 0 if problem.integral else (abs(problem.base) + abs(problem.each) * t + problem.raised * t * t + last["value"]) * problem.unit * 5
    claim["upper_bound"] = number_above(exact + slack / 2 ** 63)
    return document


# Other kinds of certificates, through files
def edge_file(rng, folder):
    """A random edge list, as its path, whether it has weights, and its lines."""
    n = rng.randint(2, 9)
    lines = [(rng.randrange(n) * 3, rng.randrange(n) * 3) for _ in range(rng.randint(1, 3 * n))]
    weight = rng.choice([None, lambda: rng.randint(0, 6), rng.random])
    path = folder / "graph.txt"
    text = "".join(f"{u} {v}" + (f" {weight()!r}" if weight else "") + "\n" for u, v in dict.fromkeys(tuple(sorted(e)) for e in lines))
    path.write_text(text, encoding="utf-8")
    return path, weight is not None, n


def tool(*arguments):
    return subprocess.run([TOOL, *map(str, arguments)], capture_output=True, text=True, check=False)


def kind_certificate(rng, folder):
    """(path of the graph, options, certificate) of a random kind; the certificate is None where the graph has none."""
    path, weighted, n = edge_file(rng, folder)
    kind, written = rng.choice(["directed", "cliques", "densest", "densest"]), folder / "proof.json"
    options = ["--weighted"] if weighted and kind == "densest" else []
    asked = {"directed": ["--directed"] + rng.choice([[], ["--drop-loops"]]), "cliques": ["--clique", 3], "densest": []}[kind]
    if kind == "densest" and rng.random() < 0.5:
        ids = sorted({int(x) for line in path.read_text().splitlines() for x in line.split()[:2]})
        for name in rng.sample(["values", "costs"], rng.randint(1, 2)):
            number = rng.choice([lambda: rng.randint(1, 4), lambda: rng.random() + 0.01])
            (folder / name).write_text("".join(f"{v} {number()}\n" for v in ids))
            asked += [f"--{name}", folder / name]
    done = tool("densest", path, *options, *asked, "--certificate", written, "--force")
    return path, options, json.loads(written.read_text()) if done.returncode == 0 and written.exists() else None


class Disagreement(AssertionError):
    pass


class Run:
    """Counts what was checked, and fails at the first disagreement that matters."""

    def __init__(self, seed, keep_going=False):
        self.seed, self.counts, self.rules, self.keep_going = seed, collections.Counter(), collections.Counter(), keep_going
        self.stricter = collections.Counter()
        self.failures = []

    def fail(self, what, case, document, *reasons):
        text = "\n".join([f"{what}: {case.name}, {case.sizes}", *(f"    {why}" for why in reasons)])
        folder = os.environ.get("DISAGREEMENTS")
        if folder:
            with open(f"{folder}/{len(self.failures)}.json", "w", encoding="utf-8") as file:
                json.dump({"what": what, "case": case._asdict(), "certificate": document, "reasons": reasons}, file)
        self.failures.append(text)
        if not self.keep_going:
            raise Disagreement(text)
        print(text, flush=True)

    def count_rules(self, certificate):
        for claim in certificate["claims"]:
            self.rules.update({"rule " + step["rule"] for step in claim["steps"]})
        for data in certificate["multipliers"]:
            kind = next((k for k in ("clusters", "stages", "planes") if k in data), "edge split")
            self.rules["data " + kind] += 1
            self.rules["data on a part"] += data["part"] is not None
            if kind == "stages":
                self.rules["several stages"] += len(data["stages"]) > 1
                self.rules["search trees"] += data["tree"] is not None
                self.rules["dummies"] += data["dummies"] > 0

    def case(self, number, large=False):
        rng = random.Random(f"{self.seed} {number} {large}")
        case = (large_case if large else small_case)(rng)
        try:
            theirs, ours = graphs_of(case)
            certificate = certificate_of(case, theirs, rng)
        except lode.LodeError:
            self.counts["refused questions"] += 1
            return None
        self.count_rules(certificate)
        self.counts["certificates"] += 1
        lode_why, our_why = lode_says(theirs, certificate, case.values), verify_says(ours, certificate, case.values)
        searched = any(step["rule"] == "search" for claim in certificate["claims"] for step in claim["steps"])
        self.counts["rest on a search"] += searched
        self.counts["accepted by both"] += lode_why is None and our_why is None
        if searched != (lode_why is not None) or searched != (our_why is not None):
            self.fail(f"case {number}", case, certificate, lode_why, our_why)
        if not large and not case.core_of and not searched:
            for claim in certificate["claims"] if rng.random() < 0.2 else []:
                self.counts["compared with enumeration"] += 1
                if brute_force(case, claim["s"]) > claim["upper_bound"]:
                    self.fail(f"case {number}: a bound is false", case, certificate)
        return None if searched else (case, theirs, ours, certificate)

    def tampered(self, number, found):
        rng = random.Random(f"tampered {self.seed} {number}")
        case, theirs, ours, certificate = found
        unit = float(verify.Problem(ours, certificate, case.values, None).unit)
        try:
            what, document = tampered(rng, case, certificate, unit)
        except OverflowError:  # a number that was changed is lowered
            return
        if document == certificate:
            return
        lode_why, our_why = lode_says(theirs, document, case.values), verify_says(ours, document, case.values)
        self.counts["tampered"] += 1
        key = "accepts" if lode_why is None else "refuses", "accepts" if our_why is None else "refuses"
        self.counts["tampered: lode {}, verify.py {}".format(*key)] += 1
        if lode_why is None and our_why is not None:
            self.fail(f"tampered {number} ({what})", case, document, lode_why, our_why)
        elif lode_why is not None and our_why is None:
            self.stricter[f"{what}: {lode_why[:150]}"] += 1
        if (lode_why is None or our_why is None) and case.n <= 13 and not document.get("core_of"):
            asked = case._replace(include=document.get("include", []), exclude=document.get("exclude", []),
                                  minimise=bool(document.get("minimised")), values=case.values)
            for claim in document["claims"]:
                if brute_force(asked, claim["s"]) > claim["upper_bound"]:
                    self.fail(f"tampered {number} ({what}): a false bound is accepted", case, document, lode_why, our_why)

    def made(self, number):
        rng = random.Random(f"made {self.seed} {number}")
        case, theirs, ours, certificate, problem = made_case(rng)
        kind = next((k for k in ("clusters", "stages", "planes") if k in certificate["multipliers"][0]), "edge split")
        self.counts["made"] += 1
        with contextlib.suppress(verify.Refused):
            claims = verify.Claims.__new__(verify.Claims)
            try:
                claims.__init__(ours, certificate, case.values, None)
            except verify.Refused:
                if not claims.proven:
                    raise
            for part in (2.0 ** -16, -2.0 ** -16):
                document = with_values(certificate, problem, claims.proven[0], part)
                lode_why = lode_says(theirs, document, case.values)
                said = re.search(r"at most \S+ is claimed for s = \d+, and the steps are about (\S+)$", lode_why or "")
                if said:  # lode compares with its own double
                    document["claims"][0]["upper_bound"] = float(said[1])
                    lode_why = lode_says(theirs, document, case.values)
                our_why = verify_says(ours, document, case.values)
                self.counts[f"made, {'as proven' if part > 0 else 'lowered'}, {kind}: lode {'refuses' if lode_why else 'accepts'}, "
                            f"verify.py {'refuses' if our_why else 'accepts'}"] += 1
                strict = problem.integral and problem.room  # lode takes sums as large as these for real ones, and floors nothing
                if lode_why is None and our_why is not None or lode_why and not strict and our_why is None:
                    self.fail(f"made {number} {part}", case, document, lode_why, our_why)
                if lode_why is None or our_why is None:
                    claim = document["claims"][0]
                    if brute_force(case, claim["s"]) > claim["upper_bound"]:
                        self.fail(f"made {number}: a false bound is accepted", case, document, lode_why, our_why)
            return
        self.counts[f"made, {kind}: verify.py refuses"] += 1
        for step in certificate["claims"][0]["steps"]:
            step["value"] = 1e9
        certificate["claims"][0]["upper_bound"] = float(problem.in_graph(10 ** 9, certificate["claims"][0]["steps"][-1]["s"]))
        our_why, lode_why = verify_says(ours, certificate, case.values), lode_says(theirs, certificate, case.values)
        if lode_why is None:
            self.fail(f"made {number}", case, certificate, lode_why, our_why)

    def kind(self, number, changes=3):
        rng = random.Random(f"kind {self.seed} {number}")
        with tempfile.TemporaryDirectory() as folder:
            path, options, certificate = kind_certificate(rng, pathlib.Path(folder))
            if certificate is None:
                self.counts["no certificate of a kind"] += 1
                return
            graph, arcs, _ = verify.read_graph(path, bool(options))
            for change in range(1 + changes):
                document = copy.deepcopy(certificate)
                if change:
                    where = rng.choice(list(leaves(document)))
                    at(document, where[:-1])[where[-1]] = changed_number(rng, at(document, where))
                    if rng.random() < 0.2 and (found := list(lists(document))):
                        chosen = at(document, rng.choice(found))
                        del chosen[rng.randrange(len(chosen))]
                (pathlib.Path(folder) / "changed.json").write_text(json.dumps(document))
                done = tool("verify", path, *options, "--certificate", pathlib.Path(folder) / "changed.json")
                try:
                    our_why = verify.check(graph, document, arcs=arcs) and None
                except verify.Refused as why:
                    our_why = str(why)
                name = f"kind {document.get('kind')}, {'changed' if change else 'as written'}"
                self.counts[f"{name}: lode {'refuses' if done.returncode else 'accepts'}, verify.py {'refuses' if our_why else 'accepts'}"] += 1
                if (done.returncode == 0) != (our_why is None) and (change == 0 or done.returncode == 0):
                    case = Case(path.read_text(), graph.n, [], None, None, [], [], False, None, options)
                    self.fail(f"{name} {number}", case, document, done.stderr, our_why)
                elif done.returncode and our_why is None:
                    self.stricter[f"{name}: {done.stderr[:150]}"] += 1

    def all(self, cases, tampered_cases, large_share=0.01, first=0):
        each = max(1, round(tampered_cases / max(1, cases)))
        every = max(1, round(cases / max(1, tampered_cases)))
        for number in range(first, first + cases):
            found = self.case(number, large=number % round(1 / large_share) == 7)
            if found and number % every == 0:
                for i in range(each):
                    self.tampered(number * each + i, found)
        return self


# Certificates of false bounds
def claim_of(s, value, steps):
    return [{"s": s, "bound": "lp", "upper_bound": value, "checkable": True, "steps": steps}]


def step_of(s, value, rule, **more):
    return {"s": s, "value": value, "rule": rule, "from": None, "data": None, **more}


class FalseCertificates(unittest.TestCase):
    def refused(self, n, edges, claims, multipliers, values=None, **fields):
        case = Case("", n, edges, None, values, [], [], False, None, [])
        theirs, ours = graphs_of(case)
        certificate = {"schema_version": 2, "lode_version": "", "command": "certificate", "claims": claims, "clique_number": None,
                       "graph": {"vertices": n, "edges": len(edges), "weight": len(edges)}, "multipliers": multipliers, **fields}
        self.assertIsNotNone(lode_says(theirs, certificate, values), "lode")
        self.assertIsNotNone(verify_says(ours, certificate, values), "verify.py")

    def accepted(self, n, edges, claims, multipliers, values=None, **fields):
        with self.assertRaises(AssertionError):
            self.refused(n, edges, claims, multipliers, values, **fields)

    def test_one_vertex_outside_a_part_has_a_value(self):
        for value in (1, 4):
            step = step_of(1, value, "multipliers", data=0)
            self.refused(3, [(0, 1)], claim_of(1, value, [step]), [{"part": [0, 1], "outside": 5, "arc": [1, 0]}], [0.0, 0.0, 5.0], valued=True)
        self.accepted(3, [(0, 1)], claim_of(1, 5, [step_of(1, 5, "multipliers", data=0)]), [{"part": [0, 1], "outside": 5, "arc": [1, 0]}],
                      [0.0, 0.0, 5.0], valued=True)

    def test_values_of_dummies_are_integers_where_all_else_is(self):
        data = {"part": [0], "outside": 0.9, "s": 2, "dummies": 1, "incumbent": 0, "tree": None,
                "stages": [{"rows": [0, 1], "unit": 1.0, "multipliers": [0] * 4, "eigenvalue": 0, "reserve_shift": 0}]}
        self.refused(2, [], claim_of(1, 0, [step_of(1, 0, "outside", data=0)]), [data], [1.0, 0.0], valued=True)
        self.accepted(2, [], claim_of(1, 1, [step_of(1, 1, "outside", data=0)]), [{**data, "outside": 1}], [1.0, 0.0], valued=True)

    def test_vertices_outside_a_declared_core_have_no_values(self):
        step = step_of(1, 0, "core-of", inside=None)
        triangle = [(0, 1), (0, 2), (1, 2)]
        self.refused(3, triangle, claim_of(1, -3, [step]), [], [-3.0] * 3, valued=True, core_of=2)
        self.accepted(3, triangle, claim_of(1, 0, [step]), [], core_of=2)

    def test_lists_have_their_length(self):
        claims = claim_of(2, 1, [step_of(2, 1, "trivial")])
        self.accepted(2, [(0, 1)], claims, [])
        self.refused(2, [(0, 1)], claims, None)
        proof = {"node": 0, "shift": 0.0, "eigenvalue": 2.0, "rows": [0.0] * 4, "pairs": [], "cuts": [["within", 0, 1, 0, 0.1]]}
        data = {"part": None, "outside": 0, "s": 2, "dummies": 0, "incumbent": 0, "tree": {"nodes": [["proof", 0, 0, 0, 0]], "proofs": [proof]},
                "stages": [{"rows": [0, 1, 2, 3], "unit": 1.0, "multipliers": [], "eigenvalue": 0, "reserve_shift": 0}]}
        claims = claim_of(2, 4, [step_of(2, 4, "outside", data=0)])
        self.accepted(4, [(0, 1), (2, 3)], claims, [data])
        proof["cuts"][0].append(0)
        self.refused(4, [(0, 1), (2, 3)], claims, [data])

    def test_0_0_is_no_ratio_of_a_split(self):
        with tempfile.TemporaryDirectory() as folder:
            graph, written = pathlib.Path(folder) / "graph.txt", pathlib.Path(folder) / "proof.json"
            graph.write_text("0 1\n0 2\n1 2\n2 0\n")
            self.assertEqual(tool("densest", graph, "--directed", "--certificate", written).returncode, 0)
            proof = json.loads(written.read_text())
            ends = [[0, 1], [0, 0], [1, 0]]
            proof.update(bound=0.5, proven_optimal=False, splits=[{"from": ends[i], "to": ends[i + 1], "denominator": 1, "shares": [1 - i] * 4}
                                                                  for i in (0, 1)])
            written.write_text(json.dumps(proof))
            self.assertEqual(tool("verify", graph, "--certificate", written).returncode, 4)
            read, arcs, _ = verify.read_graph(graph)
            with self.assertRaises(verify.Refused):
                verify.check(read, proof, arcs=arcs)


class SecondChecker(unittest.TestCase):
    """A disagreement throws. The counts say that the runs met what they are to compare."""

    def test_certificates_of_lode(self):
        run = Run(3).all(60, 600, large_share=1 / 30)
        self.assertGreater(run.counts["accepted by both"], 50)
        self.assertGreater(run.counts["tampered: lode refuses, verify.py refuses"], 300)
        for name in ("rule trivial", "rule degree", "rule degeneracy", "rule outside", "rule multipliers", "data on a part", "search trees"):
            self.assertGreater(run.rules[name], 0, name)

    def test_certificates_of_random_data(self):
        run = Run(4)
        for number in range(150):
            run.made(number)
        for kind in ("edge split", "clusters", "stages", "planes"):
            self.assertGreater(run.counts[f"made, as proven, {kind}: lode accepts, verify.py accepts"], 3, kind)
            self.assertGreater(run.counts[f"made, lowered, {kind}: lode refuses, verify.py refuses"], 3, kind)

    def test_other_kinds(self):
        run = Run(5)
        for number in range(30):
            run.kind(number)
        for kind in ("directed", "cliques", "densest"):
            self.assertGreater(run.counts[f"kind {kind}, as written: lode accepts, verify.py accepts"], 2, kind)

    def test_command(self):
        script = REPOSITORY / "tools/verify.py"
        with tempfile.TemporaryDirectory() as folder:
            karate, proof = REPOSITORY / "datasets/karate.txt", pathlib.Path(folder) / "proof.json"
            packed = pathlib.Path(folder) / "karate.txt.gz"
            packed.write_bytes(gzip.compress(karate.read_bytes()))
            self.assertEqual(tool("find", karate, "-s", "8", "--certificate", proof, "-q").returncode, 0)
            for path in (karate, packed):
                done = subprocess.run([sys.executable, script, path, proof], capture_output=True, text=True, check=False)
                self.assertEqual((done.returncode, done.stdout), (0, "accepted\ns = 8: at most 18\n"), done.stderr)
            changed = json.loads(proof.read_text())
            changed["claims"][0]["upper_bound"] = changed["claims"][0]["steps"][-1]["value"] = 17
            proof.write_text(json.dumps(changed))
            done = subprocess.run([sys.executable, script, karate, proof], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout[:9]), (1, "refused: "))
            done = subprocess.run([sys.executable, script, karate, folder + "/none"], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (2, ""))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=int, default=0, help="certificates that lode writes of random graphs")
    parser.add_argument("--tampered", type=int, default=0, help="how often they are tampered with")
    parser.add_argument("--made", type=int, default=0, help="certificates of random data")
    parser.add_argument("--kinds", type=int, default=0, help="certificates of densest sets, cliques and directed graphs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    options, rest = parser.parse_known_args()
    if not (options.cases or options.made or options.kinds):
        return unittest.main(argv=sys.argv[:1] + rest)
    run = Run(options.seed, keep_going=True).all(options.cases, options.tampered, first=options.first)
    for number in range(options.first, options.first + options.made):
        run.made(number)
    for number in range(options.first, options.first + options.kinds):
        run.kind(number)
    for title, counts in (("counts", run.counts), ("certificates", run.rules), ("lode is stricter", run.stricter)):
        print(title)
        for name, count in counts.most_common():
            print(f"  {count:7} {name}")
    print(f"{len(run.failures)} disagreements")
    return 1 if run.failures else 0


if __name__ == "__main__":
    sys.exit(main())
