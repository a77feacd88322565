#!/usr/bin/env python3
"""Checks certificates of lode. It shares no code with lode; docs/certificates.md defines the file and the rules.

    tools/verify.py GRAPH CERTIFICATE [--weighted] [--signed] [--values FILE] [--core-of C]

GRAPH is an edge list, plain or .gz. The program prints `accepted` and the bounds, or `refused: ` and the reason. It exits with 0
(accepted), 1 (refused) or 2 (a wrong command or graph).

All sums are sums of integers and fractions, so the bounds need no margins. Where a matrix must have no negative eigenvalue, numpy
factors it in doubles, and the difference of the matrix and the product of the factors is bounded afterwards. A later step rests on
what the earlier steps prove, not on what they say. The program refuses what it cannot check.
"""
import argparse
import collections
import functools
import gzip
import heapq
import itertools
import json
import math
import re
import sys
from fractions import Fraction

import numpy as np

U = 2.0 ** -53
MOST_ROWS = 4000  # of a matrix that is factored
MOST_CLIQUE_NODES = 1_000_000  # of the search for a larger clique
MOST_LOOKS = 4_000_000  # at edges, of the search of rule `enumerate`
MOST_CLIQUES = 10_000_000  # that are listed for the kind `cliques`, the smaller ones among them
CUTS = {  # b, and the entries of 2T: two of the places i, j, l, and the number
    "within": (0, ((0, 1, 1), (0, 0, -2))), "cover": (1, ((0, 0, 2), (1, 1, 2), (0, 1, -1))),
    "meeting": (0, ((0, 2, 1), (1, 2, 1), (2, 2, -2), (0, 1, -1))),
    "triangle": (1, ((0, 0, 2), (1, 1, 2), (2, 2, 2), (0, 1, -1), (0, 2, -1), (1, 2, -1)))}


class Refused(Exception):
    pass


def demand(condition, why):
    if not condition:
        raise Refused(why)


def entry(data, key, kind=object):
    """A field of an object or an element of a list."""
    present = key in data if isinstance(data, dict) else isinstance(data, list) and type(key) is int and key < len(data)
    demand(present, f"`{key}` is missing")
    is_kind = isinstance(data[key], kind) and (kind in (object, bool) or not isinstance(data[key], bool))
    demand(is_kind, f"`{key}` is of a wrong kind")
    return data[key]


def whole(data, key, least, most):
    demand(least <= entry(data, key, int) <= most, f"`{key}` is {data[key]}, not from {least} to {most}")
    return data[key]


def number(data, key, least=-math.inf):
    """The double that the file names, exactly."""
    try:
        x = float(entry(data, key, (int, float)))
    except OverflowError:
        x = math.inf
    demand(math.isfinite(x) and x >= least, f"`{key}` is {x}")
    return int(x) if x.is_integer() else Fraction(x)


def numbers(data, key, count, least=-math.inf):
    values = entry(data, key, list)
    demand(len(values) == count, f"`{key}` has not {count} numbers")
    return [number(values, i, least) for i in range(count)]


def vertices(data, key, n, increasing=False):
    found = [whole(data[key], i, 0, n - 1) for i in range(len(entry(data, key, list)))]
    demand(len(set(found)) == len(found), f"`{key}` repeats a vertex")
    demand(not increasing or found == sorted(found), f"`{key}` is not in increasing order")
    return found


def shortest(x):
    return x.numerator if x.denominator == 1 else x


def shown(x):
    return float(x) if abs(x) < 2 ** 1000 else math.inf if x > 0 else -math.inf


def bits(xs):
    """The most bits that one of these dyadic numbers has behind the point."""
    return max((x.denominator.bit_length() - 1 for x in xs), default=0)


def largest(values, count):
    return sum(heapq.nlargest(count, values)) if count > 0 else 0


def negative_part(a):
    """A number d >= 0 so that the symmetric matrix of integers `a` has no eigenvalue below -d."""
    n = len(a)
    demand(n <= MOST_ROWS, f"a matrix of {n} rows is too large for this checker")
    unit = 2 ** max(0, int(abs(a).max(initial=0)).bit_length() - 900)
    doubles = (a // unit).astype(float)
    if not doubles.any():
        return Fraction(unit > 1) * unit
    shift = 2 * (n + 2) * U * np.abs(doubles.diagonal()).sum()
    moved = doubles - shift * np.eye(n)
    try:
        factor = np.linalg.cholesky(moved)
    except np.linalg.LinAlgError:
        raise Refused("an eigenvalue is not proven: the Cholesky factorisation fails") from None
    size = float(np.abs(doubles).max())
    rest = np.abs(moved - factor @ factor.T)
    lost = float(max(rest.sum(axis=0).max(), rest.sum(axis=1).max())) * (1 + (n + 4) * U)  # and what rounding may hide:
    lost += 1.01 * U * (n * float((factor ** 2).sum()) + size + size * float(np.linalg.norm(doubles / size))) + n * (unit > 1)
    return Fraction(max(0.0, lost - shift)) * unit


def peel(near, values, removable):
    """Removes these vertices, the lightest first: (vertex, its value and its weights to all that are left)."""
    weight, waiting, gone = [c + sum(of_u.values()) for of_u, c in zip(near, values)], set(removable), set()
    queue = [(weight[v], v) for v in waiting]
    heapq.heapify(queue)
    while queue:
        w, v = heapq.heappop(queue)
        if v in gone or w != weight[v]:
            continue
        gone.add(v)
        yield v, w
        for x, a in near[v].items():
            if x in waiting and x not in gone:
                weight[x] -= a
                heapq.heappush(queue, (weight[x], x))


class Graph:
    """A simple graph: for every vertex a dictionary of its neighbours and exact weights."""

    def __init__(self, n, edges, weighted=False):
        self.n, self.weighted, self.near = n, weighted, [{} for _ in range(n)]
        for u, v, w in edges:
            self.near[u][v] = self.near[v][u] = number({"weight": w}, "weight")
        self.m = sum(map(len, self.near)) // 2

    def edges(self):
        """In the order of the smaller end, then of the larger end."""
        return ((u, v, near[v]) for u, near in enumerate(self.near) for v in sorted(near) if v > u)


def unit_of(graph, values):
    """The number that the steps count in: the largest of which all numbers are multiples, if sums of them are exact; else 1."""
    every = [abs(x) for x in itertools.chain((w for _, _, w in graph.edges()), values) if x]
    shift = bits(every)
    common = math.gcd(*(int(x * 2 ** shift) for x in every)) or 1
    unit, factor = Fraction(common, 2 ** shift), common >> ((common & -common).bit_length() - 1)
    return unit if sum(every) / unit * factor < 2 ** 53 else 1


class Problem:
    """The graph of the steps: without included and excluded vertices, without negative weights, in one unit, all exact."""

    def __init__(self, graph, c, values, core_of):
        minimised, valued = (name in c and entry(c, name, bool) for name in ("minimised", "valued"))
        sign = -1 if minimised else 1
        include, exclude = (vertices(c, name, graph.n) if name in c else [] for name in ("include", "exclude"))
        demand(not set(include) & set(exclude), "a vertex is included and excluded")
        demand((values is not None) == valued, "`valued` differs from what is given")
        given = numbers({"values": values or [0] * graph.n}, "values", graph.n)
        self.core = number(c, "core_of") if "core_of" in c else None
        if self.core is not None:
            demand(self.core > 0 and (graph.weighted or type(self.core) is int), "`core_of` is not above 0, or no integer")
            demand(values is None and sign > 0, "a declared core with values, or with weights times -1")
        demand(core_of is None or core_of == self.core, "`core_of` differs from what is given")
        self.unit = Fraction(1)
        if self.core is None:
            self.unit = Fraction(unit_of(graph, given))
        near = [{v: shortest(sign * w / self.unit) for v, w in sorted(of_u.items())} for of_u in graph.near]
        given = [shortest(sign * x / self.unit) for x in given]
        self.integral = all(type(x) is int for of_u in near for x in of_u.values()) and \
            all(type(x) is int for v, x in enumerate(given) if v not in exclude)
        chosen = set(include)
        left = [v for v in range(graph.n) if v not in chosen and v not in exclude]
        place = {v: i for i, v in enumerate(left)}
        self.n, self.include, self.weighted = len(left), len(include), graph.weighted
        held = [given[v] for v in include] + [w for u in include for v, w in near[u].items() if v in chosen and v > u]
        self.base = sum(held)
        more = [given[v] + sum(w for x, w in near[v].items() if x in chosen) for v in left]
        self.each = min(more, default=0)
        self.values = [x - self.each for x in more]
        self.near = [{place[v]: w for v, w in near[u].items() if v in place} for u in left]
        self.remove_signs()
        flat = sorted((w for u, of_u in enumerate(self.near) for v, w in of_u.items() if v > u), reverse=True)
        self.m, self.heaviest = len(flat), max(flat, default=0)
        self.weight_sums = [0, *itertools.accumulate(flat)]
        self.value_sums = [0, *itertools.accumulate(sorted(self.values, reverse=True))]
        removed = [w for _, w in peel(self.near, self.values, range(self.n))]
        self.cores = list(itertools.accumulate(removed, max))[::-1]
        # Largest difference between numbers of the file and exact numbers: the writer of the file rounds large and real sums.
        total = sum(map(abs, held)) + abs(self.each) * (graph.n + 1) + self.raised * self.n ** 2
        total += self.weight_sums[-1] + self.value_sums[-1]
        self.room = 0 if self.integral and total < 2 ** 49 else total / Fraction(2 ** 40) + Fraction(1, 2 ** 1000)
        if self.core is not None:
            demand(all(sum(of_u.values()) >= self.core - self.room for of_u in near), "a vertex is not in the core")

    def remove_signs(self):
        """Raises all pairs of vertices if there are few, many edges or mostly losses; else leaves negative weights out."""
        every, n, self.raised = [w for u, of_u in enumerate(self.near) for v, w in of_u.items() if v > u], self.n, 0
        self.gains = min(every, default=0) >= 0 or max(every) > 0 or any(self.values)
        if min(every, default=0) >= 0:
            return
        demand(self.core is None, "a declared core with negative weights")
        if n <= 200 or n <= 2000 and (4 * len(every) >= n * (n - 1) or sum(every) <= 0):
            r = self.raised = -min(every)
            self.near = [{v: of_u.get(v, 0) + r for v in range(n) if v != u and of_u.get(v, 0) != -r}
                         for u, of_u in enumerate(self.near)]
        else:
            self.near = [{v: w for v, w in of_u.items() if w > 0} for of_u in self.near]

    def in_graph(self, value, t):
        added = value - self.raised * (t * (t - 1) // 2)
        return (self.base + self.each * t + (added if self.gains else min(added, 0))) * self.unit

    def floor(self, x):
        return math.floor(x) if self.integral and x < math.inf else x


class Data:
    """Data of rule `outside`. The rows are the dummies and the vertices of the part. bounds[t]: no set of t rows weighs more. g is the
    least number so that the vertices outside the part can be removed with weights up to g; it is the value of a dummy."""

    def __init__(self, problem, data):
        self.problem = problem
        part = vertices(data, "part", problem.n, True) if "part" in data else []
        part = part or list(range(problem.n))
        place, outside = {v: i for i, v in enumerate(part)}, number(data, "outside", 0)
        demand(not problem.integral or type(outside) is int, "`outside` is no integer, and all weights are integers")
        self.others = [v for v in range(problem.n) if v not in place]
        self.g = max([outside, *(w for _, w in peel(problem.near, problem.values, self.others))])
        demand(self.g <= outside + problem.room, f"a vertex outside the part weighs {shown(self.g)}, more than {shown(outside)}")
        s, d = self.s, self.dummies = whole(data, "s", 1, problem.n), whole(data, "dummies", 0, problem.n)
        demand(d <= s <= d + len(part), "the sets have fewer vertices than dummies, or more than there are rows")
        values = [self.g] * d + [problem.values[v] for v in part]
        weights = {(d + i, d + place[x]): w for i, v in enumerate(part) for x, w in problem.near[v].items() if x in place}
        if "tree" in data:
            self.bounds = SearchTree(problem, s, values, weights, entry(data, "tree", dict)).bounds
        else:
            self.bounds = self.edge_split(values, weights, data)

    def edge_split(self, values, weights, data):
        arc = numbers(data, "arc", len(weights), 0) if weights else []
        share, growth = dict(zip(weights, arc)), Fraction(1)  # by which the shares have to grow to cover all weights
        for (i, j), x in share.items():
            values[i] += x
            if weights[i, j] > (both := x + share[j, i]):
                demand(both >= weights[i, j] * (1 - Fraction(1, 2 ** 51)), "the arcs of an edge sum to less than its weight")
                growth = max(growth, Fraction(weights[i, j]) / both)
        sums = itertools.accumulate(sorted(values, reverse=True)[:self.s], initial=0)
        return [self.problem.floor(x * growth) for x in sums]

    def outside(self, t, least):
        """`least` has the least bounds of earlier steps, by size."""
        demand(t <= self.s, "the step is about more vertices than its data")
        bound = self.bounds[t]
        if self.others:
            demand(t >= self.s - self.dummies, "the step is about fewer vertices than its data allow")
            a = max(self.problem.values[v] for v in self.others)
            w = max((w for v in self.others for w in self.problem.near[v].values()), default=0)
            bound = min(self.bounds[self.s] - self.g * (self.s - t), bound)
            for j in range(min(self.s - self.dummies, self.problem.n - len(self.others) + 1)):
                demand(j in least, f"no step is about {j} vertices")
                bound = max(bound, least[j] + sum(min(self.g, a + w * i) for i in range(j, t)))
        demand(bound < math.inf, "the data prove nothing of this size")
        return bound


class SearchTree:
    """bounds[t]: no set of t rows weighs more. A proof gives a bound of the sets of its node, and two functions: how much less a
    set weighs that holds a vertex, or misses it. Multipliers give a third one: a bound of the sets of one vertex less."""

    def __init__(self, problem, s, values, weights, tree):
        """w is W 2^shift, with a zero diagonal; c has the values, times 2^shift."""
        demand(len(values) <= MOST_ROWS, f"{len(values)} rows are too many for this checker")
        self.s, self.shift, self.w = s, bits([*values, *weights.values()]), np.zeros((len(values), len(values)), dtype=object)
        self.c = [int(c * 2 ** self.shift) for c in values]
        for arc, w in weights.items():
            self.w[arc] = int(w * 2 ** self.shift)
        lists = {name: entry(tree, name, list) if name in tree else [] for name in ("stages", "proofs", "planes")}
        others, prove = (lists["planes"], self.plane) if "shift" in tree else (lists["proofs"], self.cuts)
        self.nodes, self.sets, self.proven, bound = entry(tree, "nodes", list), {}, {}, 0
        self.proofs = [(x, self.multipliers) for x in lists["stages"]] + [(x, prove) for x in others]
        roots = {x["node"] for x, _ in self.proofs if isinstance(x, dict) and isinstance(x.get("node"), int)}
        if "shift" in tree:
            self.check_shift(numbers(tree, "shift", 2))
        self.parents, todo = {}, [(0, None, (), tuple(range(len(self.c))))]  # a node, its parent, the vertices held and left
        while todo:
            place, parent, held, left = todo.pop()
            node, k, n = entry(self.nodes, place, list), self.s - len(held), len(left)
            demand(place not in self.parents and len(node) == 5, f"node {place} is reached twice, or has not five fields")
            self.parents[place] = parent
            if place in roots:
                self.sets[place] = held, left
            if node[0] == "branched":
                demand(whole(node, 1, 0, len(self.c) - 1) in left, f"node {place} branches on a vertex that is decided")
                rest = tuple(v for v in left if v != node[1])
                for field, members in ((3, held), (2, held + (node[1],))):
                    todo.append((whole(node, field, place + 1, len(self.nodes) - 1), place, members, rest))
            elif 0 <= k <= n:
                demand(node[0] in ("enumerated", "proof"), f"the state of node {place}")
                demand(node[0] == "proof" or k in (0, 1, n - 1, n), f"node {place} has too many sets")
                leaf = self.leaf(place, held, left, node) if node[0] == "proof" else self.enumerated(held, left, k)
                bound = max(bound, problem.floor(leaf))
        demand(len(self.parents) == len(self.nodes), "no way leads to a node")
        self.bounds = collections.defaultdict(lambda: math.inf, {self.s: bound})
        if len(self.nodes) == 1 and lists["stages"]:
            smaller = self.proven[self.nodes[0][4]][3]
            self.bounds.update((t, problem.floor(smaller(t))) for t in range(1, self.s))

    def weight(self, members):
        sums = sum(self.c[v] for v in members) + self.w[np.ix_(members, members)].sum() // 2
        return Fraction(sums, 2 ** self.shift)

    def towards(self, v, members):
        """The value of a vertex and its weights to others."""
        return Fraction(self.c[v] + self.w[v, list(members)].sum(), 2 ** self.shift)

    def enumerated(self, held, left, k):
        """The largest weight of the sets of a node where one vertex at most is free to choose."""
        if k == 0:
            return self.weight(held)
        members = held if k == 1 else held + left
        shares = [self.towards(v, members) for v in left]
        return self.weight(members) + (max(shares) if k == 1 else -min(shares) if k < len(left) else 0)

    def leaf(self, place, held, left, node):
        proof, prove = self.proofs[whole(node, 4, 0, len(self.proofs) - 1)]
        root, at = entry(proof, "node", int), place
        while at is not None and at > root:
            at = self.parents[at]
        demand(at == root, "a proof is for another part of the tree")
        if node[4] not in self.proven:
            demand(1 <= self.s - len(self.sets[root][0]) <= len(self.sets[root][1]), "a proof is for a node without a choice")
            self.proven[node[4]] = prove(proof, *self.sets[root])
        bound, holding, missing, *smaller = self.proven[node[4]]
        chosen, decided = self.sets[root][0], set(self.sets[root][1]) - set(left)
        bounds = [bound - max((holding(v) if v in held else missing(v) for v in decided), default=0)]
        if smaller and len(held) == len(chosen) + 1:
            v, k = held[-1], self.s - len(chosen)
            bounds.append((smaller[0](k - 1) if k > 1 else self.weight(chosen)) + self.towards(v, chosen + left))
        return min(bounds)

    def multipliers(self, stage, held, left):
        n, k, unit, theta = len(left), self.s - len(held), number(stage, "unit"), number(stage, "eigenvalue")
        flat, exponent = entry(stage, "multipliers", list), math.frexp(float(unit))[1] - 1
        demand(abs(exponent) <= 900 and unit == Fraction(2) ** exponent, "`unit` is no power of two in its range")
        demand(len(flat) == n * n, "`multipliers` has not a number for every pair of rows")
        demand(all(type(x) is int and -2 ** 31 <= x < 2 ** 31 for x in flat), "a multiplier is no integer of 32 bits")
        flat = np.array(flat, dtype=object).reshape(n, n)
        value = 2 * Fraction(theta) / unit
        spread = bits([value])
        matrix = np.diag([int(value * 2 ** spread)] * n) - (flat + flat.T) * 2 ** spread
        eigenvalue = theta + negative_part(matrix) * unit / Fraction(2 * 2 ** spread)
        shift = max(self.shift, -exponent - 1)
        c = self.w[np.ix_(left, left)] * 2 ** (shift - self.shift) - flat * 2 ** (exponent + 1 + shift)  # 2C 2^shift
        diagonal = c.diagonal() + np.array([int(2 * self.towards(v, held) * 2 ** shift) for v in left], dtype=object)
        others = np.array([np.sort(np.delete(c[i], i)) for i in range(n)], dtype=object).reshape(n, n - 1)

        def rows(t):
            return [Fraction(int(x), 2 ** (shift + 1)) for x in diagonal + others[:, n - t:].sum(axis=1)]

        def smaller(t):
            return self.weight(held) + t * eigenvalue + largest(rows(t), t)

        r = dict(zip(left, rows(k)))
        kth = heapq.nlargest(k, r.values())[-1]
        return smaller(k), lambda v: max(0, kth - r[v]), lambda v: 0, functools.cache(smaller)

    def check_shift(self, given):
        self.delta, self.sigma = given
        shift = max(self.shift, bits(given))
        a = int(self.sigma * 2 ** shift) - self.w * 2 ** (shift - self.shift)
        np.fill_diagonal(a, a.diagonal() - int(self.delta * 2 ** shift))
        demand(self.sigma >= 0 and negative_part(a) == 0, "the matrix of the planes is not proven")

    def plane(self, plane, held, left):
        n, k = len(left), self.s - len(held)
        demand(0 < k < n, "a plane is for a node without a choice")
        y, w = numbers(plane, "y", n, 0), self.w[np.ix_(left, left)]
        demand(all(x <= 1 for x in y), "`y` has a number above 1")
        shift = bits(y)
        sums = w.dot(np.array([int(x * 2 ** shift) for x in y], dtype=object))
        product = [Fraction(x, 2 ** (shift + self.shift)) + self.delta * z for x, z in zip(sums, y)]
        h = {v: x + self.towards(v, held) for v, x in zip(left, product)}
        order, length = sorted(h.values(), reverse=True), k - sum(y)
        twice = self.sigma * length * length - k * self.delta - sum(x * z for x, z in zip(product, y))
        bound = self.weight(held) + sum(order[:k]) + Fraction(twice) / 2
        return bound, lambda v: max(0, order[k - 1] - h[v]), lambda v: max(0, h[v] - order[k])

    def cuts(self, proof, held, left):
        n, k, tau, value = len(left), self.s - len(held), number(proof, "shift", 0), number(proof, "eigenvalue")
        demand(tau <= 1 and abs(1 - 2 * tau) >= Fraction(1, 2), "`shift` is not in its range")
        rho, added, constant = numbers(proof, "rows", n), collections.defaultdict(int), 0  # added: entries of 2M
        for pair in entry(proof, "pairs", list):
            demand(isinstance(pair, list) and len(pair) == 3, "a pair has not three fields")
            places = vertices({"pair": pair[:2]}, "pair", n)
            added[min(places), max(places)] += 2 * number(pair, 2, 0)
        nu = collections.defaultdict(list)
        for places, x in added.items():
            for i in places:
                nu[left[i]].append(x / Fraction(2))
        for cut in entry(proof, "cuts", list):
            demand(entry(cut, 0, str) in CUTS and len(cut) == 5, "a cut is of no known kind, or has not five fields")
            (b, parts), gamma = CUTS[cut[0]], number(cut, 4, 0)
            places = vertices({"cut": cut[1:4] if len(parts) > 3 else cut[1:3]}, "cut", n)
            constant += b * gamma
            for i, j, x in parts:
                added[min(places[i], places[j]), max(places[i], places[j])] -= x * gamma
        shift = bits([Fraction(1, 2 ** self.shift), tau, value, *rho, *added.values()])
        row = np.array([int(x * 2 ** shift) for x in rho], dtype=object)
        m = self.w[np.ix_(left, left)] * 2 ** (shift - self.shift) + row[:, None] + row[None, :]  # 2M 2^shift
        linear = [(self.c[v] + sum(self.w[v, x] for x in held)) * 2 ** (shift - self.shift + 1) for v in left]
        np.fill_diagonal(m, np.array(linear, dtype=object) + 2 * (1 - k) * row)
        for (i, j), x in added.items():
            m[i, j] += int(x * 2 ** shift)
            m[j, i] += int(x * 2 ** shift) * (i != j)
        one = 2 ** bits([tau])
        slope, twice = int((1 - 2 * tau) * one), int(2 * tau * one)
        a = -slope * m  # becomes (1 - 2 tau)(value I - P), times 2 one 2^shift
        np.fill_diagonal(a, a.diagonal() + slope * 2 * int(value * 2 ** shift) - twice * m.sum(axis=1))
        value += negative_part(a if slope > 0 else -a) / (2 * 2 ** shift * abs(slope))
        total = Fraction(m.sum(), 2 * 2 ** shift)
        kappa = k * (1 - 2 * tau) + tau * tau * n
        bound = self.weight(held) + constant + kappa * value - tau * tau * total / (1 - 2 * tau)
        return bound, lambda v: 2 * sum(sorted(nu[v])[:max(0, k - 1 - (n - 1 - len(nu[v])))]), lambda v: 0


def check_clique_number(near, omega):
    """No clique has more than omega vertices. Every clique consists of one vertex and of later ones in the order of peeling."""
    place = {v: i for i, (v, _) in enumerate(peel([dict.fromkeys(x, 1) for x in near], [0] * len(near), range(len(near))))}
    nodes = itertools.count()

    def is_free(candidates, masks, k):
        """Returns True if the candidates, a set of bits, hold no clique of more than k vertices."""
        demand(next(nodes) < MOST_CLIQUE_NODES, "the search for a larger clique is too long for this checker")
        if candidates.bit_count() <= k:
            return True
        rest = candidates
        for _ in range(k):  # colours; a larger clique has a vertex without a colour
            colour = rest
            while colour:
                low = colour & -colour
                rest ^= low
                colour &= ~(masks[low.bit_length() - 1] | low)
        while rest:
            v = rest.bit_length() - 1
            rest, candidates = rest ^ 1 << v, candidates ^ 1 << v
            if k == 0 or not is_free(candidates & masks[v], masks, k - 1):
                return False
        return True

    for v in place:
        later = {x: i for i, x in enumerate(x for x in near[v] if place[x] > place[v])}
        masks = [sum(1 << later[y] for y in near[x] if y in later) for x in later]
        demand(is_free((1 << len(later)) - 1, masks, omega - 1), f"a clique has more than {omega} vertices")


class Claims:
    """The claims of a certificate that has no kind."""

    def __init__(self, graph, c, values, core_of):
        self.problem, self.c, self.data, self.proven = Problem(graph, c, values, core_of), c, {}, []
        self.multipliers = entry(c, "multipliers", list)
        if "clique_number" in c:
            check_clique_number(self.problem.near, whole(c, "clique_number", 1, 2 ** 32))
        demand(entry(c, "claims", list), "there is no claim")
        self.bounds = [self.check_claim(claim) for claim in c["claims"]]

    def check_claim(self, claim):
        problem, proven, steps = self.problem, [], entry(claim, "steps", list)
        least, least_of_all = {}, {}  # what earlier steps prove, by size: all of them, and those about all sets of a larger graph
        demand(steps, "a claim has no steps")
        for place, step in enumerate(steps):
            s = whole(step, "s", 0 if entry(step, "rule") == "trivial" else 1, problem.n)
            is_of_all = s == 0 or step["rule"] == "core-of"
            try:
                bound = self.prove(step, s, least, least_of_all)
                if step["rule"] != "core-of":  # which is about vertices that are not in the graph, with any weights
                    bound = problem.floor(bound)
                demand(bound <= number(step, "value", 0) + problem.room, f"it says {step['value']}, and proves {shown(bound)}")
            except Refused as why:
                raise Refused(f"step {place} for s = {s} by the rule {step['rule']}: {why}") from None
            proven.append(bound)
            for bounds in (least, least_of_all)[:1 + is_of_all]:
                bounds[s] = min(bound, bounds.get(s, bound))
        self.proven.append(proven)
        t, bound = s, number(claim, "bound")
        demand(whole(claim, "s", 0, 2 ** 32) == t + problem.include, "the last step is about another size")
        demand(problem.core is None or is_of_all, "the last step is about the core alone")
        exact, said = problem.in_graph(proven[-1], t), problem.in_graph(number(steps[-1], "value"), t)
        demand(exact <= bound and abs(said - bound) <= max(problem.room * problem.unit, Fraction(math.ulp(float(bound)))),
               f"`bound` is {shown(bound)}, but the last step says {shown(said)} and proves {shown(exact)}")
        return f"s = {claim['s']}: " + (f"at least {-claim['bound']}" if self.c.get("minimised") else f"at most {claim['bound']}")

    def prove(self, step, s, least, least_of_all):
        problem, rule = self.problem, step["rule"]
        if rule in ("trivial", "turan"):
            pairs = s * (s - 1) // 2
            if rule == "turan":
                omega = whole(self.c, "clique_number", 1, 2 ** 32)
                small, more = divmod(s, omega)
                pairs -= more * (small + 1) * small // 2 + (omega - more) * small * (small - 1) // 2
            return problem.weight_sums[min(pairs, problem.m)] + problem.value_sums[s]
        if rule == "degree":
            return Fraction(largest([largest(of_v.values(), s - 1) + 2 * c for of_v, c in zip(problem.near, problem.values)], s), 2)
        if rule == "degeneracy":
            value = max(problem.values)
            return sum(min(k, j * problem.heaviest + value) for j, k in enumerate(problem.cores[:s]))
        if rule == "chain":
            demand(s >= 3 and s - 1 in least, "no step is about one vertex less, or the size is below three")
            total = s * least[s - 1] - sum(sorted(problem.values)[:s])
            demand(total >= 0, "the bound of one vertex less is too small")
            return Fraction(total) / (s - 2)
        if rule == "monotone":
            larger = min((t for t in least if t > s), default=None)
            demand(larger, "no step is about more vertices")
            return least[larger]
        if rule == "core-of":
            demand(problem.core is not None, "the certificate has no `core_of`")
            t = s + problem.include
            if t == 1:
                return 0
            pairs = math.inf if problem.weighted else t * (t - 1) // 2 - problem.base - problem.each * s
            below = least_of_all.get(s - 1, math.inf) if s > 1 else 0
            lifted = max(least.get(s, math.inf), below + problem.core - (not problem.weighted) - problem.each)
            demand(min(pairs, lifted) < math.inf, "no step is about the core, or none about all sets of one vertex less")
            return min(pairs, lifted)
        if rule == "enumerate":
            value = number(step, "value")
            for limit in dict.fromkeys((value, value + problem.room)):  # where the writer rounds weights, the second one may hold
                if weighs_at_most(problem, s, limit):
                    return limit
            raise Refused("a set is heavier")
        if rule == "outside":
            place = whole(step, "data", 0, len(self.multipliers) - 1)
            if place not in self.data:
                self.data[place] = Data(problem, entry(self.multipliers, place, dict))
            return self.data[place].outside(s, {0: 0, **{j: bound for j, bound in least.items() if j > 0}})
        raise Refused("nobody can check this rule")


def weighs_at_most(problem, s, limit):
    """Returns True if no set of s vertices weighs more than the limit, by branch and bound over all sets."""
    near, looks, twice = problem.near, [0], 2 * problem.floor(limit) + problem.integral  # halves are floored

    def holds(chosen, k, free, added):
        """Does the same for the sets of the chosen vertices and k free ones. added[v] is the weight of v with the chosen ones."""
        if k == 0:
            return 2 * chosen <= twice
        while len(free) >= k:
            looks[0] += sum(len(near[v]) + 1 for v in free)
            demand(looks[0] <= MOST_LOOKS, "the search takes too long for this checker")
            # Twice the weight of a member: every edge between two free members counts half at each of them.
            most = {v: 2 * added[v] + largest([w for x, w in near[v].items() if x in free], k - 1) for v in free}
            best = sorted(free, key=most.get, reverse=True)
            others = 2 * chosen + sum(most[v] for v in best[:k - 1])
            free = {v for v in free if others + most[v] > twice}
            if len(free) < k:
                return True
            free.remove(first := best[0])
            if not holds(chosen + added[first], k - 1, free, {v: added[v] + near[first].get(v, 0) for v in free}):
                return False
        return True

    demand(s <= 300, "the search is too deep")
    return holds(0, s, set(range(problem.n)), dict(enumerate(problem.values)))


def cliques(near, k):
    """All cliques of k vertices, in lexicographic order."""
    later, listed = [{x for x in of_v if x > v} for v, of_v in enumerate(near)], itertools.count()

    def extended(members, candidates):
        for v in sorted(candidates):
            demand(next(listed) < MOST_CLIQUES, "the graph has too many cliques for this checker")
            if len(members) == k - 1:
                yield (*members, v)
            else:
                yield from extended((*members, v), candidates & later[v])

    return extended((), set(range(len(near))))


def fraction(data, key, least=0, below=1):
    """Numerator and denominator, which are no less than these numbers."""
    ratio = entry(data, key, dict)
    return whole(ratio, "numerator", least, 2 ** 64 - 1), whole(ratio, "denominator", below, 2 ** 64 - 1)


def check_cliques(graph, c):
    k, (p, q), first = whole(c, "clique", 3, 6), fraction(c, "bound"), vertices(c, "outside", graph.n)
    demand(q < 2 ** 32, "the denominator of `bound` is too large")
    d, shares, members = whole(c, "denominator", 1, 2 ** 32 - 1), entry(c, "shares", list), set(vertices(c, "vertices", graph.n))
    rank, loads, place, inside = {v: i for i, v in enumerate(first)}, [0] * graph.n, 0, 0
    for clique in cliques(graph.near, k):
        inside += members.issuperset(clique)
        takers = sorted((rank[v], v) for v in clique if v in rank)
        if takers:
            loads[takers[0][1]] += d
            continue
        parts = [whole(shares, place + i, 0, 2 ** 32 - 1) for i in range(k)]
        demand(sum(parts) == d, f"the shares of the clique {clique} do not sum to the denominator")
        for v, part in zip(clique, parts):
            loads[v] += part
        place += k
    demand(place == len(shares), "shares are left over")
    demand(entry(c, "cliques", int) == inside, f"`vertices` holds {inside} cliques")
    demand(max(loads, default=0) * q <= p * d, "a vertex gets more than the bound")
    return [f"at most {p}/{q} cliques of {k} per vertex"]


def check_directed(graph, arcs, c):
    arcs = sorted(a for a in arcs if a[0] != a[1] or not entry(c, "drops_loops", bool))
    demand(entry(c["graph"], "arcs") == len(arcs), f"the graph has {len(arcs)} arcs")
    sources, targets = set(vertices(c, "sources", graph.n)), set(vertices(c, "targets", graph.n))
    inside = sum(u in sources and v in targets for u, v in arcs)
    demand(entry(c, "arcs", int) == inside, f"the pair has {inside} arcs")
    if "bound" not in c:
        bound, square = f"{inside} / sqrt({len(sources)} * {len(targets)})", Fraction(inside ** 2, max(1, len(sources) * len(targets)))
    else:
        bound, square = c["bound"], Fraction(number(c, "bound", 0)) ** 2
    end = 0, 1
    for split in entry(c, "splits", list):
        begin, before, end = fraction(split, "from", below=0), end, fraction(split, "to", below=0)
        demand(any(begin) and begin[0] * before[1] == before[0] * begin[1], "a split does not begin where the one before ends")
        demand(begin[0] * end[1] < end[0] * begin[1], "a split does not end at a larger ratio")
        d, shares = whole(split, "denominator", 1, 2 ** 63), entry(split, "shares", list)
        demand(len(shares) == len(arcs), "a split has too few shares")
        out, into = collections.Counter(), collections.Counter()
        for i, (u, v) in enumerate(arcs):
            out[u] += whole(shares, i, 0, d)
            into[v] += d - shares[i]
        for p, q in (begin, end):
            sums = max(out.values(), default=0) * p + max(into.values(), default=0) * q
            demand(sums * sums <= d * d * square * p * q, "a split does not prove the bound at an end")
    demand(end[1] == 0 or not arcs, "the last split does not end at 1/0")
    return [f"at most {bound} arcs per root of |S||T|"]


def check_densest(graph, c, given):
    if given is not None:
        demand("values" in c, "values are given, and the certificate has none")
        demand(numbers(c, "values", graph.n) == numbers({"values": given}, "values", graph.n), "other values are given")
    values, costs = (numbers(c, name, graph.n) if c.get(name, []) != [] else [default] * graph.n
                     for name, default in (("values", 0), ("costs", 1)))
    bound, q, shares = entry(c, "bound"), whole(c, "denominator", 1, 2 ** 53), numbers(c, "shares", graph.m, 0)
    if isinstance(bound, dict):
        bound = Fraction(*fraction(c, "bound", -2 ** 63))
        every = itertools.chain(values, costs, shares, (w for _, _, w in graph.edges()))
        demand(all(type(x) is int for x in every), "not all numbers are integers")
    else:
        bound = number(c, "bound")
    loads = values[:]
    for (u, v, w), share in zip(graph.edges(), shares):
        demand(share <= q * w, "a share is more than the weight of its edge")
        loads[u] += Fraction(share) / q
        loads[v] += w - Fraction(share) / q
    demand(all(b > 0 for b in costs), "a cost is not above 0")
    demand(all(r <= bound * b for r, b in zip(loads, costs)), "a vertex gets more than the bound")
    return [f"at most {bound} of weight{' and value' * ('values' in c)} per {'cost' if 'costs' in c else 'vertex'}"]


def check(graph, c, values=None, core_of=None, arcs=()):
    """Returns the bounds that a certificate proves, as sentences. Throws Refused."""
    demand(isinstance(c, dict) and entry(c, "command") == "certificate", "this is no certificate")
    demand(entry(c, "schema_version") == 3, "the format is not 3")
    kind, every = c.get("kind"), [w for _, _, w in graph.edges()]
    demand(entry(entry(c, "graph", dict), "vertices", int) == graph.n, f"the graph has {graph.n} vertices")
    demand(kind == "directed" or entry(c["graph"], "edges", int) == graph.m, f"the graph has {graph.m} edges")
    if kind in (None, "densest"):
        off = abs(number(c["graph"], "weight") - sum(every))
        real = any(type(w) is not int for w in every)
        demand(off * 2 ** 40 <= real * sum(map(abs, every)), f"the graph weighs {shown(sum(every))}")
    if kind is None:
        return Claims(graph, c, values, core_of).bounds
    demand(kind in ("cliques", "directed", "densest"), f"nobody knows the kind {kind}")
    demand(core_of is None, f"certificates of the kind {kind} know of no declared core")
    if kind == "densest":
        return check_densest(graph, c, values)
    demand(values is None, f"certificates of the kind {kind} know of no values")
    return check_directed(graph, arcs, c) if kind == "directed" else check_cliques(graph, c)


def rows_of(path):
    """The fields of the lines of a text file, without comments."""
    with (gzip.open if str(path).endswith(".gz") else open)(path, "rt", encoding="utf-8") as file:
        for line in file:
            if line.strip() and line[0] not in "#%":
                yield [field.strip('"') for field in re.split(r"[\s,;|]+", line.strip())]


def read_graph(path, weighted=False, signed=False):
    """The graph of an edge list, its arcs (loops, too), and the place of every id."""
    rows, weights = list(rows_of(path)), {}
    if rows and (not re.fullmatch(r"[+-]?\d+", rows[0][0]) or rows[0][1:] == [str(len(rows) - 1)] and
                 int(rows[0][0]) >= max((int(x) for row in rows[1:] for x in row[:2]), default=0)):
        del rows[0]  # the names of the columns, or n and m
    for row in rows:
        if not all(re.fullmatch(r"[+-]?\d+", name) for name in row[:2]):
            raise ValueError(f"{' '.join(row[:2])}: ids are whole numbers here, and names are not read")
        arc = int(row[0]), int(row[1])
        weights[arc] = weights.get(arc, 0) + (float(row[2]) if weighted else 1)
        if weights[arc] < 0 and not signed:
            raise ValueError("a weight is negative; --signed allows that")
    place = {name: i for i, name in enumerate(sorted({v for arc in weights for v in arc}))}
    edges = {}
    for (u, v), w in weights.items():
        if weighted and weights.get((v, u), w) != w:
            raise ValueError(f"{u} and {v} have two weights")
        if u != v:
            edges[min(u, v), max(u, v)] = w if weighted else 1
    graph = Graph(len(place), ((place[u], place[v], w) for (u, v), w in edges.items()), weighted)
    return graph, [(place[u], place[v]) for u, v in weights], place


def main():
    parser = argparse.ArgumentParser(description="Checks a certificate of lode.")
    parser.add_argument("graph")
    parser.add_argument("certificate")
    parser.add_argument("--weighted", action="store_true")
    parser.add_argument("--signed", action="store_true")
    parser.add_argument("--values", help="a file of lines 'id value'")
    parser.add_argument("--core-of", type=float)
    asked = parser.parse_args()
    try:
        graph, arcs, place = read_graph(asked.graph, asked.weighted or asked.signed, asked.signed)
        values = asked.values and [0.0] * graph.n
        for row in rows_of(asked.values) if asked.values else ():
            values[place[int(row[0])]] = float(row[-1])
        with open(asked.certificate, encoding="utf-8") as file:
            certificate = json.load(file)
    except RecursionError:
        print("refused: the certificate has too many lists and objects within each other")
        return 1
    except (OSError, ValueError, KeyError, IndexError, Refused) as error:
        print(f"verify.py: {type(error).__name__}: {error}", file=sys.stderr)
        return 2
    try:
        sentences = check(graph, certificate, values, asked.core_of, arcs)
    except (Refused, RecursionError) as why:
        print(f"refused: {why}")
        return 1
    print("accepted")
    ids = sorted(place)
    for name, meaning in (("include", "of sets that hold"), ("exclude", "of sets without")):
        if "kind" not in certificate and certificate.get(name):
            print(meaning, *(ids[v] for v in certificate[name]))
    if "kind" not in certificate and "core_of" in certificate:
        print(f"of every graph whose {certificate['core_of']}-core this graph is")
    print(*sentences, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
