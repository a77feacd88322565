"""Certificates of random data: the rules of the checks meet data that lode never writes."""
import copy
import json
import math
from fractions import Fraction

from checkers import Case, graphs_of, lode, verify, verify_says
from graphs import GRAPHS, pairs_of, weight_of


def number_above(x):
    y = float(x)
    return y if Fraction(y) >= x else math.nextafter(y, math.inf)


def split_data(rng, near, part, arcs):
    """Parts of the weights of the arcs of a part."""
    share = {}
    for i, j in arcs:
        if i < j:
            w, x = near[part[i]][part[j]], Fraction(rng.choice([0.0, 1.0, 0.5, rng.random()]))
            first = number_above(w * x)
            share[i, j], share[j, i] = first, number_above(max(0, w - Fraction(first)))
    return {"arc": [share[a] for a in arcs]}


def kind_of(data):
    if "tree" not in data:
        return "edge split"
    return "planes" if "planes" in data["tree"] else "stages"


def stage(rng, place, k):
    unit = 2.0 ** -rng.choice([2, 5, 20])
    most = int(rng.choice([0, 0.3, 1]) / unit)
    return {"node": place, "unit": unit, "multipliers": [rng.randint(-most, most) for _ in range(k * k)], "eigenvalue": 0.0}


def tree_data(rng, rows, s, planes=False):
    """A random search tree whose leaves are enumerated or have random multipliers, or planes."""
    nodes, proofs = [], []
    if not planes and rng.random() < 0.3:
        return {"nodes": [["proof", 0, 0, 0, 0]], "stages": [stage(rng, 0, rows)]}

    def grow(held, left, above):
        place, k, n = len(nodes), s - len(held), len(left)
        nodes.append(None)
        if not 0 <= k <= n or k in (0, 1, n - 1, n) and (k in (0, n) or rng.random() < 0.7):
            nodes[place] = ["enumerated", 0, 0, 0, 0]
        elif above is not None and rng.random() < 0.15:
            nodes[place] = ["proof", 0, 0, 0, above]
        elif rng.random() < 0.5:
            made = {"node": place, "shift": rng.choice([0.0, 0.1, 0.25, 0.75, 1.0]), "rows": [rng.uniform(-0.3, 0.3) for _ in left],
                    "pairs": [], "cuts": []}
            for _ in range(rng.randint(0, 5) if n > 1 else 0):
                i, j = rng.sample(range(n), 2)
                made["pairs"].append([i, j, rng.random() / 2])
            for _ in range(rng.randint(0, 4) if n > 2 else 0):
                kind = rng.choice(["within", "cover", "meeting", "triangle"])
                i, j, l = rng.sample(range(n), 3)
                made["cuts"].append([kind, i, j, l if kind in ("meeting", "triangle") else 0, rng.random() / 4])
            if planes:
                made = {"node": place, "y": [rng.choice([0.0, 1.0, 0.5, rng.random()]) for _ in left]}
            elif rng.random() < 0.6:
                made = stage(rng, place, n)
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
    if planes:
        return {"nodes": nodes, "planes": proofs}
    order = sorted(range(len(proofs)), key=lambda i: "unit" not in proofs[i])  # stages come first
    for node in nodes:
        if node[0] == "proof":
            node[4] = order.index(node[4])
    split = sum("unit" in made for made in proofs)
    ordered = [proofs[i] for i in order]
    return {"nodes": nodes, "stages": ordered[:split], "proofs": ordered[split:]}


def plane_data(rng, n, s, heaviest):
    tree = tree_data(rng, n, s, planes=True)
    tree["shift"] = [-float(heaviest) * n * rng.choice([1, 1.5]), rng.choice([0.0, 0.0, float(heaviest)])]
    return {"s": s, "dummies": 0, "tree": tree}


def set_eigenvalues(graph, certificate, values):
    """Puts in small eigenvalues that can be shown, one after the other. Returns whether there are some."""
    data = certificate["multipliers"][0]
    holders = data["tree"].get("stages", []) + data["tree"].get("proofs", [])
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


def add_steps(rng, n, steps, with_core):
    """Further steps, which follow from earlier ones or from nothing. Some of the earlier steps go."""
    for _ in range(rng.choice([0, 0, 1, n])):
        if len(steps) > 1:
            del steps[rng.randrange(len(steps))]
    for _ in range(rng.randint(1, 6)):
        rule = rng.choice(["chain", "monotone", "turan", "trivial"] + ["core-of"] * 4 * with_core)
        steps.append({"s": rng.randint(1, n), "value": 1e9, "rule": rule})


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
    empty.update({"claims": [], "multipliers": []}, **({"include": include} if include else {}))
    problem = verify.Problem(ours, empty, values, None)
    n, t = problem.n, rng.randint(1, problem.n)
    kind = rng.choice(["split", "split", "stages", "stages", "stages", "stages", "planes", "steps", "steps"])
    part = [] if kind not in ("stages", "split") or rng.random() < 0.2 else sorted(rng.sample(range(n), rng.randint(1, n)))
    vertices = part or range(n)
    place = {v: i for i, v in enumerate(vertices)}
    arcs = [(place[v], place[x]) for v in vertices for x in problem.near[v] if x in place]
    others = [v for v in range(n) if v not in place]
    needed = max([0, *(w for _, w in verify.peel(problem.near, problem.values, others))])
    outside = number_above(needed + rng.choice([0, 0, 0, 1, rng.random()]))
    s = rng.randint(t, n)
    dummies = rng.choice([d for d in range(s + 1) if d + len(vertices) >= s])
    if kind in ("split", "steps"):
        data = {"s": s, "dummies": dummies, **split_data(rng, problem.near, list(vertices), arcs)}
    elif kind == "planes":
        data = plane_data(rng, n, t, problem.heaviest or 1)
    else:
        data = {"s": s, "dummies": dummies, "tree": tree_data(rng, dummies + len(vertices), s)}
    steps = [{"s": j, "value": 1e9, "rule": rng.choice(["trivial", "degree", "degeneracy"])}
             for j in range(1, n + 1)]
    steps.append({"s": t, "value": 1e9, "rule": "outside", "data": 0})
    if kind == "steps":
        strengths = [sum(of_v.values()) for of_v in ours.near]
        with_core = values is None and all(w >= 0 for _, _, w in ours.edges()) and min(strengths) > 0 and rng.random() < 0.6
        if with_core:
            empty["core_of"] = float(min(strengths)) * rng.choice([1, 0.5]) if chosen else rng.randint(1, min(strengths))
            problem = verify.Problem(ours, empty, values, None)
        del steps[-1]
        add_steps(rng, n, steps, with_core)
        t = steps[-1]["s"]
        empty["clique_number"] = rng.randint(1, 5)
    empty["multipliers"] = [] if kind == "steps" else [{**({"part": part} if part else {}), "outside": outside, **data}]
    empty["claims"] = [{"s": t + len(include), "bound_rule": "trivial", "bound": 0, "steps": steps}]
    if kind == "stages":
        set_eigenvalues(ours, empty, values)
    return case, theirs, ours, empty, problem


def with_values(certificate, problem, proven, lowered):
    """The certificate with the values that are proven. Real ones are enlarged a little; the last one may be lowered."""
    document = copy.deepcopy(certificate)
    claim = document["claims"][0]
    size, room = problem.weight_sums[-1] + problem.value_sums[-1], Fraction(1, 2 ** 30)
    for step, value in zip(claim["steps"], proven):
        room *= 4 if step["rule"] == "chain" else 1  # an average multiplies what the step before it has too much
        step["value"] = number_above(value if problem.integral else value + max(value, size) * room)
    last, by = claim["steps"][-1], max(proven[-1], size) / Fraction(2 ** 12)
    if lowered:
        last["value"] = number_above(proven[-1] - (1 if problem.integral else by))
    elif not problem.integral:
        last["value"] = number_above(proven[-1] + by)
    exact = problem.in_graph(Fraction(last["value"]), last["s"])
    claim["bound"] = number_above(exact)
    return document
