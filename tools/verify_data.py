"""What tools/verify.py knows of the data of steps, and how it reads fields. docs/certificates.md defines both."""
import collections
import heapq
import itertools
import math
from fractions import Fraction

import numpy as np

U = 2.0 ** -53
MOST_ROWS = 4000  # of a matrix that is factored
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


def factorise(a):
    """(L, unit, lost): the symmetric matrix of integers `a` is at least unit (LL' - lost I) as a quadratic form."""
    n = len(a)
    demand(n <= MOST_ROWS, f"a matrix of {n} rows is too large for this checker")
    unit = 2 ** max(0, int(abs(a).max(initial=0)).bit_length() - 900)
    doubles = (a // unit).astype(float)
    if not doubles.any():
        return doubles, unit, 1.0 * (unit > 1)
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
    return factor, unit, max(0.0, lost - shift)


def negative_part(a):
    """A number d >= 0 so that the symmetric matrix of integers `a` has no eigenvalue below -d."""
    _, unit, lost = factorise(a)
    return Fraction(lost) * unit


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


class Data:
    """Data of steps. g is the least number so that the vertices outside the part can be removed with weights up to g."""

    def __init__(self, problem, data):
        self.problem = problem
        self.part = list(range(problem.n)) if entry(data, "part") is None else vertices(data, "part", problem.n, True)
        self.whole = len(self.part) == problem.n
        place, outside = {v: i for i, v in enumerate(self.part)}, number(data, "outside", 0)
        demand(not problem.integral or type(outside) is int, "`outside` is no integer, and all weights are integers")
        self.others = [v for v in range(problem.n) if v not in place]
        self.g = max([outside, *(w for _, w in peel(problem.near, problem.values, self.others))])
        demand(self.g <= outside + problem.room, f"a vertex outside the part weighs {shown(self.g)}, more than {shown(outside)}")
        self.near = [{place[x]: w for x, w in problem.near[v].items() if x in place} for v in self.part]
        self.values = [problem.values[v] for v in self.part]
        self.arcs = [(i, j) for i, of_i in enumerate(self.near) for j in of_i]
        self.read(data)


class EdgeSplit(Data):
    def read(self, data):
        share = dict(zip(self.arcs, numbers(data, "arc", len(self.arcs), 0)))
        self.loads, self.growth = self.values[:], Fraction(1)  # by which the shares have to grow to cover all weights
        for (i, j), x in share.items():
            self.loads[i] += x
            if (w := self.near[i][j]) > (both := x + share[j, i]):
                demand(both >= w * (1 - Fraction(1, 2 ** 51)), "the arcs of an edge sum to less than its weight")
                self.growth = max(self.growth, Fraction(w) / both)

    def inside(self, s):
        return largest(self.loads, s) * self.growth


class Stages(Data):
    """The data of rule `outside`. w is W 2^shift, with the values times 2 on the diagonal."""

    def read(self, data):
        s = self.s = whole(data, "s", 1, self.problem.n)
        d = self.dummies = whole(data, "dummies", 0, s)
        self.incumbent, stages, tree = number(data, "incumbent", 0), entry(data, "stages", list), entry(data, "tree")
        n, values = d + len(self.part), [self.g] * d + self.values
        demand(s <= n <= MOST_ROWS, f"{n} rows are fewer than s, or too many for this checker")
        self.shift = bits(itertools.chain(values, *(of_i.values() for of_i in self.near)))
        self.w = np.zeros((n, n), dtype=object)
        for i, j in self.arcs:
            self.w[d + i, d + j] = int(self.near[i][j] * 2 ** self.shift)
        np.fill_diagonal(self.w, [int(2 * c * 2 ** self.shift) for c in values])
        rows, self.bounds, prove = list(range(n)), collections.defaultdict(lambda: math.inf), None
        for k, stage in enumerate(stages):
            own, last = vertices(stage, "rows", n, True), k == len(stages) - 1
            demand(own == rows if k == 0 else set(own) <= set(rows), "a stage has rows that the one before has not")
            if k:
                self.check_settled(rows, set(rows) - set(own), prove)
            rows = own
            if k and len(rows) < s:
                self.bounds[s] = self.incumbent
                break
            if last and tree is not None:
                self.bounds[s] = max(self.incumbent, SearchTree(self, rows, tree).bound)
            else:
                prove = self.read_stage(stage, rows)
        else:
            demand(stages, "`stages` is empty")
            if tree is None and len(stages) == 1:
                self.bounds = {t: self.problem.floor(prove(t)[0]) for t in range(1, s + 1)}
            elif tree is None:
                self.bounds[s] = max(self.incumbent, self.problem.floor(prove(s)[0]))

    def read_stage(self, stage, rows):
        """A function t -> (B_t, r)."""
        n, unit, theta = len(rows), number(stage, "unit"), number(stage, "eigenvalue")
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
        c = self.w[np.ix_(rows, rows)] * 2 ** (shift - self.shift) - flat * 2 ** (exponent + 1 + shift)  # 2C 2^shift
        diagonal = c.diagonal()
        others = np.array([np.sort(np.delete(c[i], i)) for i in range(n)], dtype=object).reshape(n, n - 1)

        def prove(t):
            r = [Fraction(int(x), 2 ** (shift + 1)) for x in diagonal + others[:, n - t:].sum(axis=1)]
            return t * eigenvalue + largest(r, t), r

        return prove

    def check_settled(self, rows, dropped, prove):
        """No set heavier than the incumbent holds a dropped row."""
        (total, r), below = prove(self.s), prove(self.s - 1)[0] if self.s > 1 else 0
        kth, limit = heapq.nlargest(self.s, r)[-1], math.floor(self.incumbent) + 1

        def settled(bound):
            return bound < limit if self.problem.integral else bound <= self.incumbent

        gone, before = {v for v, x in zip(rows, r) if v in dropped and settled(total - max(0, kth - x))}, None
        while gone != before and gone != dropped:
            before, left = set(gone), [v for v in rows if v not in gone]
            for v in dropped - gone:
                if settled(Fraction(self.w[v, left].sum() * 2 - self.w[v, v], 2 ** (self.shift + 1)) + below):
                    gone.add(v)
        demand(gone == dropped, "a row is left out that may be in a better set")

    def outside(self, t, tail):
        """`tail` has the least bound of the sizes that the step names."""
        demand(t <= self.s, "the step is about more vertices than its data")
        if self.whole:
            return self.bounds[t]
        demand(t >= self.s - self.dummies, "the step is about fewer vertices than its data allow")
        a = max((self.problem.values[v] for v in self.others), default=0)
        w = max((w for v in self.others for w in self.problem.near[v].values()), default=0)
        bound = min(self.bounds[self.s] - self.g * (self.s - t), self.bounds[t])
        for j in range(min(self.s - self.dummies - 1, len(self.part)) + 1):
            demand(j in tail, f"`tail` has no step of size {j}")
            bound = max(bound, tail[j] + sum(min(self.g, a + w * i) for i in range(j, t)))
        return bound


class SearchTree:
    def __init__(self, stages, rows, tree):
        self.nodes, self.proofs, prove = entry(tree, "nodes", list), entry(tree, "proofs", list), self.prove
        self.s, self.shift, self.w = stages.s, stages.shift, stages.w[np.ix_(rows, rows)]
        self.c, self.proven, self.bound, reached = [x // 2 for x in self.w.diagonal()], {}, 0, set()
        np.fill_diagonal(self.w, 0)
        if "shift" in tree:
            self.proofs, prove = entry(tree, "planes", list) if "planes" in tree else [], self.plane
            self.delta, self.sigma = numbers(tree, "shift", 2)
            shift = max(self.shift, bits([self.delta, self.sigma]))
            a = int(self.sigma * 2 ** shift) - self.w * 2 ** (shift - self.shift)
            np.fill_diagonal(a, a.diagonal() - int(self.delta * 2 ** shift))
            demand(self.sigma >= 0 and negative_part(a) == 0, "the matrix of the planes is not proven")
        todo = [(0, (), tuple(range(len(rows))), {})]  # a node, the vertices held and left, the same of the nodes above
        while todo:
            place, held, left, above = todo.pop()
            node, k, n = entry(self.nodes, place, list), self.s - len(held), len(left)
            demand(place not in reached and len(node) == 5, f"node {place} is reached twice, or has not five fields")
            reached.add(place)
            above = {**above, place: (held, left)}
            if node[0] == "branched":
                demand(whole(node, 1, 0, len(rows) - 1) in left, f"node {place} branches on a vertex that is decided")
                rest = tuple(v for v in left if v != node[1])
                for field, members in ((2, held + (node[1],)), (3, held)):
                    todo.append((whole(node, field, place + 1, len(self.nodes) - 1), members, rest, above))
            elif 0 <= k <= n:
                demand(node[0] in ("enumerated", "proof"), f"the state of node {place}")
                demand(node[0] == "proof" or k in (0, 1, n - 1, n), f"node {place} has too many sets")
                leaf = self.leaf(prove, held, left, above, whole(node, 4, 0, len(self.proofs) - 1)) if node[0] == "proof" else \
                    self.enumerated(held, left, k)
                self.bound = max(self.bound, stages.problem.floor(leaf))
        demand(len(reached) == len(self.nodes), "no way leads to a node")

    def weight(self, members):
        sums = sum(self.c[v] for v in members) + self.w[np.ix_(members, members)].sum() // 2
        return Fraction(sums, 2 ** self.shift)

    def enumerated(self, held, left, k):
        """The largest weight of the sets of a node where one vertex at most is free to choose."""
        if k == 0:
            return self.weight(held)
        members = held if k == 1 else held + left
        shares = [Fraction(self.c[v] + self.w[v, list(members)].sum(), 2 ** self.shift) for v in left]
        return self.weight(members) + (max(shares) if k == 1 else -min(shares) if k < len(left) else 0)

    def leaf(self, prove, held, left, above, place):
        root = entry(self.proofs[place], "node", int)
        demand(root in above, "a proof is for another part of the tree")
        if place not in self.proven:
            self.proven[place] = prove(self.proofs[place], *above[root])
        bound, holding, missing = self.proven[place]
        decided = set(above[root][1]) - set(left)
        return bound - max((holding(v) if v in held else missing(v) for v in decided), default=0)

    def plane(self, plane, held, left):
        """The bound of a plane, and what a set that holds a vertex, or misses it, weighs less."""
        n, k = len(left), self.s - len(held)
        demand(0 < k < n, "a plane is for a node without a choice")
        y, w = numbers(plane, "y", n, 0), self.w[np.ix_(left, left)]
        demand(all(x <= 1 for x in y), "`y` has a number above 1")
        shift = bits(y)
        sums = w.dot(np.array([int(x * 2 ** shift) for x in y], dtype=object))
        product = [Fraction(x, 2 ** (shift + self.shift)) + self.delta * z for x, z in zip(sums, y)]
        h = {v: x + Fraction(self.c[v] + sum(self.w[v, u] for u in held), 2 ** self.shift) for v, x in zip(left, product)}
        order, length = sorted(h.values(), reverse=True), k - sum(y)
        twice = self.sigma * length * length - k * self.delta - sum(x * z for x, z in zip(product, y))
        bound = self.weight(held) + sum(order[:k]) + Fraction(twice) / 2
        return bound, lambda v: max(0, order[k - 1] - h[v]), lambda v: max(0, h[v] - order[k])

    def prove(self, proof, held, left):
        """The same of a proof by multipliers."""
        n, k, tau, value = len(left), self.s - len(held), number(proof, "shift", 0), number(proof, "eigenvalue")
        demand(1 <= k <= n, "a proof is for a node without a choice")
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
