"""Densest sets of numbers of very different size, against the exact ratios of all sets."""
import itertools
import math
import random
from fractions import Fraction

import pytest

import lode


def graph_of(n, edges):
    return lode.Graph.from_edges([u for u, _, _ in edges], [v for _, v, _ in edges], [w for _, _, w in edges], n=n)


def densities(n, edges, values=None, costs=None, include=(), exclude=(), at_least=1, at_most=math.inf):
    """The exact density of every set that is allowed."""
    found = {}
    for size in range(1, n + 1):
        for chosen in map(frozenset, itertools.combinations(range(n), size)):
            if not at_least <= size <= at_most or not chosen.issuperset(include) or chosen & set(exclude):
                continue
            worth = sum((Fraction(w) for u, v, w in edges if u in chosen and v in chosen), Fraction(0))
            worth += sum((Fraction(values[v]) for v in chosen), Fraction(0)) if values else 0
            found[chosen] = worth / (sum(Fraction(costs[v]) for v in chosen) if costs else size)
    return found


def check(n, edges, **question):
    """Asks, and holds every claim of the answer against all sets."""
    answer = lode.densest(graph_of(n, edges), **question)
    every = densities(n, edges, **question)
    best, own = max(every.values()), every[frozenset(answer.labels)]
    # Of integers, density and bound are the exact fraction, rounded to a double.
    rounding = abs(best) / 2**53 if answer.optimality_tolerance == 0 else 0
    assert Fraction(answer.bound) >= best - rounding
    if answer.proven_optimal:
        assert best - own <= abs(best) / 10**9
    if math.isfinite(answer.optimality_tolerance):
        assert best - own <= Fraction(answer.optimality_tolerance)
        assert abs(Fraction(answer.density) - own) <= Fraction(answer.optimality_tolerance) + rounding
    return answer


def number(rng, kind):
    return {"integer": lambda: float(rng.randint(0, 9)), "decimal": lambda: round(rng.uniform(0, 3), 2),
            "near": lambda: 1 + rng.randint(0, 3) * 10.0 ** -rng.randint(8, 14),
            "wide": lambda: rng.uniform(1, 9) * 10.0 ** rng.randint(-15, 15)}[kind]()


@pytest.mark.parametrize("seed", range(250))
def test_no_claim_is_false(seed):
    rng = random.Random(seed)
    n, kinds = rng.randint(2, 6), ["integer", "decimal", "near", "wide"]
    kind, density = rng.choice(kinds), rng.uniform(0.2, 1)
    edges = [(u, v, number(rng, kind)) for u, v in itertools.combinations(range(n), 2) if rng.random() < density]
    question = {}
    if rng.random() < 0.4:
        of_values = rng.choice(kinds)
        question["values"] = [rng.choice((-1, 1)) * number(rng, of_values) for _ in range(n)]
    if rng.random() < 0.4:
        of_costs = rng.choice(kinds)
        question["costs"] = [number(rng, of_costs) or 1.0 for _ in range(n)]
    roles = rng.sample(range(n), n)
    if rng.random() < 0.4:
        question["include"], question["exclude"] = roles[:rng.randint(0, 1)], roles[1:rng.randint(1, n)]
    elif not question and rng.random() < 0.6:
        question[rng.choice(("at_least", "at_most"))] = rng.randint(1, n)
    answer = check(n, edges, **question)
    if kind != "wide" and not question:
        assert answer.proven_optimal


@pytest.mark.parametrize("n, edges, question, best", [
    (5, [(0, 1, 0.3), (2, 3, 0.4), (2, 4, 0)], {"values": [0, 0, 0, 0, -1e15]}, {2, 3}),
    (6, [(0, 1, 1e17), (2, 3, 0.3), (4, 5, 0.4)], {"include": [2], "exclude": [0]}, {2, 3, 4, 5}),
    (5, [(0, 1, 0.3333333333), (2, 3, 0.4), (2, 4, 0.1)],
     {"costs": [2e11] * 5, "values": [0, 0, 0, 0, -1e6]}, {2, 3}),
    (8, [(0, 1, 0.0)], {"values": [1, 0.1, 0, 0, 0, 0, 0, -1e50]}, {0}),
])
def test_numbers_outside_the_best_set_do_not_blur_it(n, edges, question, best):
    answer = check(n, edges, **question)
    assert answer.proven_optimal and set(answer.labels) == best


def test_an_error_that_is_large_beside_the_answer_is_said():
    answer = check(4, [(0, 1, 1e17), (2, 3, 0.3)], values=[-5e16, -5e16 + 8, -1, -1])
    assert not answer.proven_optimal and 0 < answer.optimality_tolerance < 1e4


def test_sizes_do_not_lower_the_bound_to_the_set():
    edges = [(0, 1, 1.0), (2, 5, 1.0000000003), (3, 6, 1.0), (4, 7, 1.0)]
    for k in range(1, 9):
        check(8, edges, at_least=k)
        check(8, edges, at_most=k)


def test_heavy_layers_do_not_blur_light_ones():
    for heavy in (1e13, 1e17):
        layers = lode.dense_layers(graph_of(6, [(0, 1, 0.3), (2, 3, 0.4), (4, 5, heavy)]))
        assert list(layers.densities) == pytest.approx([heavy / 2, 0.2, 0.15], rel=1e-12)
