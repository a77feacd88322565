#!/usr/bin/env python3
"""Certificates that prove less than the truth, made by hand: both checkers refuse each one.

LODE names the tool; the package lode is on PYTHONPATH. Where these are not given, both are taken from build/release.
"""
import itertools
import json
import unittest
from fractions import Fraction

from by_hand import certificate, step
from checkers import Case, brute_force, graphs_of, lode, lode_says, verify_says

TINY = 1e-100


def stages(rows, s, tree=None, **fields):
    stage = {"node": 0, "eigenvalue": 0, "unit": 1, "multipliers": [0] * rows ** 2}
    tree = tree or {"nodes": [["proof", None, None, None, 0]], "stages": [stage]}
    return {"outside": 0, "s": s, "dummies": 0, "tree": tree, **fields}


def clique(members, weight):
    edges = list(itertools.combinations(members, 2))
    return edges, [weight] * len(edges)


def case(n, edges, weights, s, exclude=()):
    return Case("by hand", n, edges, weights, None, [], list(exclude), False, None, [s])


class FalseCertificates(unittest.TestCase):
    def refused(self, of, document, best):
        """Both refuse what claims less than `best`, the truth."""
        self.assertLess(Fraction(document["claims"][0]["bound"]), best)
        theirs, ours = graphs_of(of)
        self.assertIsNotNone(lode_says(theirs, document, None), "lode accepts")
        self.assertIsNotNone(verify_says(ours, document, None), "verify.py accepts")

    def outside(self, weight, outside, dummies, *, last):
        """A clique of ten vertices and a vertex that `last` joins to it, or to an excluded one; a part of the ten."""
        edges, weights = clique(range(10), weight)
        steps = [step(s, weight * s * (s - 1) // 2, "trivial") for s in range(1, 10)]
        steps.append(step(10, 36 * weight + 9 * (last == (9, 10)), "outside", data=0, tail=list(range(9))))
        tree = {"nodes": [["enumerated", None, None, None, None]], "proofs": []}
        data = stages(10 + dummies, 10 + dummies, tree, part=list(range(10)), outside=outside, dummies=dummies)
        excluded = [11] if last == (10, 11) else []
        of = case(last[1] + 1, [*edges, last], [*weights, 1], 10, excluded)
        self.refused(of, certificate(of.n, of.weights, steps, [data], exclude=excluded), brute_force(of, 10))

    def test_weights_outside_of_a_part_that_are_too_large_for_exact_sums(self):
        kinds = ((1, (10, 11)), (100, (10, 11)), (100, (9, 10)))
        for (weight, last), large, dummies in itertools.product(kinds, (53, 62, 70, 330), (1, 64)):
            with self.subTest(weight=weight, last=last, large=large, dummies=dummies):
                self.outside(weight, 2.0 ** large, dummies, last=last)

    def tiny(self, m, weight, s, rule, value, data, heavy=1.0):
        """A clique of small weights; vertices 0 and 1, which an edge of large weight joins, are excluded."""
        edges, weights = clique(range(2, m + 2), weight)
        of = case(m + 2, [(0, 1), *edges], [heavy, *weights], s, exclude=[0, 1])
        self.refused(of, certificate(m + 2, of.weights, [step(s, value, rule, data=0)], [data], exclude=[0, 1]),
                     s * (s - 1) // 2 * Fraction(weight))

    def test_weights_that_are_tiny_beside_those_that_are_excluded(self):
        self.tiny(10, TINY, 10, "outside", 0, stages(10, 10))
        self.tiny(10, 4e-16, 10, "outside", 0, stages(10, 10), heavy=1e100)
        proof = {"node": 0, "shift": 0, "eigenvalue": 0, "rows": [0] * 10, "pairs": [], "cuts": []}
        self.tiny(10, TINY, 6, "outside", TINY,
                  stages(10, 6, {"nodes": [["proof", None, None, None, 0]], "proofs": [proof]}))
        self.tiny(30, 2 * TINY, 20, "outside", 103 * TINY,
                  stages(30, 20, {"nodes": [["proof", None, None, None, 0]], "proofs": [], "shift": [-10 * TINY, 0],
                                  "planes": [{"node": 0, "y": [0] * 30}]}))

    def test_weights_that_are_tiny_beside_negative_ones(self):
        n, s = 2001, 10
        edges, weights = clique(range(10), TINY)
        path = [(v, v + 1) for v in range(9, n - 1)]
        of = case(n, [*edges, *path], [*weights, *[-1.0] * len(path)], s)
        self.refused(of, certificate(n, of.weights, [step(s, 0, "outside", data=0)],
                                     [stages(20, s, part=list(range(10)), dummies=10)]), 45 * Fraction(TINY))

    def test_real_weights_outside_of_a_core_of_integers(self):
        edges, weights = clique(range(3), 2)
        steps = [step(1, 0, "core-of"), step(2, 2, "trivial"), step(2, 2, "core-of")]
        self.refused(case(3, edges, weights, 2), certificate(3, weights, steps, core_of=2.5), Fraction(2.4))

    def test_a_core_says_nothing_of_the_lightest_sets(self):
        edges, weights = clique(range(3), -2)
        steps = [step(1, 0, "core-of"), step(2, 2, "trivial"), step(2, 2.5, "core-of")]
        self.refused(case(3, edges, weights, 2), certificate(3, weights, steps, core_of=2.5, minimised=True), 2.6)


class TrueCertificates(unittest.TestCase):
    """Certificates that lode writes and both checkers take."""

    def taken(self, of, **asked):
        theirs, ours = graphs_of(of)
        document = json.loads(lode.find(theirs, of.sizes[0], effort="cheap", certificate=True, **asked).certificate.json)
        self.assertIsNone(lode_says(theirs, document, of.values))
        self.assertIsNone(verify_says(ours, document, of.values))

    def test_bounds_of_the_largest_weights(self):
        self.taken(case(3, [(0, 1), (1, 2)], [1e100, 0.5], 2))

    def test_places_of_steps_in_older_files_are_ignored(self):
        theirs, ours = graphs_of(case(3, [(0, 1), (1, 2)], None, 3))
        document = certificate(3, [1, 1], [step(2, 1, "trivial"), step(3, 3, "chain", **{"from": 7, "inside": 0, "tail": [9]})])
        self.assertIsNone(lode_says(theirs, document, None))
        self.assertIsNone(verify_says(ours, document, None))

    def test_values_far_above_edges_without_weights(self):
        for large in (1e60, 1e90, 1e100):
            of = case(4, [(0, 1), (1, 2)], None, 4)._replace(values=[0.0, 0.0, 0.0, large])
            self.taken(of, values=of.values)


class SmallFiles(unittest.TestCase):
    """Files that are small take little memory and time."""

    def test_data_of_no_step_are_not_looked_at(self):
        n = 200_000
        edges = [(0, v) for v in range(1, n)]
        data = [{"outside": 0, "s": 2, "dummies": 0}] * 20_000  # 16 GB, if each had a list of all vertices
        theirs, _ = graphs_of(case(n, edges, None, 2))
        self.assertIsNone(lode_says(theirs, certificate(n, [1] * (n - 1), [step(2, 1, "trivial")], data), None))

    def test_data_are_checked_once(self):
        n = 250
        edges, _ = clique(range(n), 1)
        weights = [1.0 + (u * v) % 7 / 8 for u, v in edges]
        data = stages(n, n, {"nodes": [["enumerated", None, None, None, None]], "proofs": [], "shift": [-3200, 0], "planes": []})
        of = case(n, edges, weights, n)
        steps = [step(n, 8 * sum(weights), "outside", data=0)] * 3000  # in eighths
        document = certificate(n, weights, steps, [data])
        document["claims"][0]["bound"] = sum(weights)
        self.assertIsNone(lode_says(graphs_of(of)[0], document, None))

    def test_an_object_of_many_names_is_refused(self):
        edges, _ = clique(range(3), 1)
        names = {f"name{k}": 0 for k in range(20_000)}
        document = certificate(3, [1] * 3, [step(2, 1, "trivial")], **names)
        self.assertIn("object of more than 10000 names", lode_says(graphs_of(case(3, edges, None, 2))[0], document, None))


if __name__ == "__main__":
    unittest.main(verbosity=2)
