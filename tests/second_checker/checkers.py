"""The two checkers, in one process: lode, and tools/verify.py. LODE names the tool; else it is that of build/release."""
import collections
import itertools
import json
import math
import os
import pathlib
import subprocess
import sys
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


def tool(*arguments):
    return subprocess.run([TOOL, *map(str, arguments)], capture_output=True, text=True, check=False)


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
