"""Random graphs with questions."""
import itertools
import math

from checkers import Case


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
            "tiny": lambda: rng.random() * 1e-90, "huge": lambda: rng.choice([rng.random(), rng.random() * 1e100]),
            "zeros": lambda: rng.choice([0, 0, 1, rng.random()]), "mixed": lambda: 10 ** rng.uniform(-12, 12),
            "signed": lambda: rng.uniform(-3, 3), "whole signed": lambda: rng.randint(-5, 5),
            "tenths": lambda: rng.randint(1, 20) / 10, "fives": lambda: 5.0,
            "multiples of 6": lambda: 6 * rng.randint(1, 5)}[kind]()


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
