#!/usr/bin/env python3
"""What tools/verify.py says of certificates that were made to mislead it or to take its time. It needs no lode."""
import itertools
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction

sys.dont_write_bytecode = True
SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "tools/verify.py"
sys.path.append(str(SCRIPT.parent))
import numpy as np
import verify
from by_hand import certificate, step

SECONDS = 30
TRIANGLE = [(0, 1), (0, 2), (1, 2)]


def of_kind(kind, n, m, **fields):
    return {"command": "certificate", "schema_version": 3, "lode_version": "", "kind": kind,
            "graph": {"vertices": n, "edges": m, "arcs": m, "weight": m}, **fields}


def densest(**fields):
    return of_kind("densest", 3, 3, **{"bound": 1, "denominator": 1, "shares": [1, 0, 1], **fields})


def cliques_of(n, edges, k=3, **fields):
    return of_kind("cliques", n, len(edges), clique=k, bound=ratio(math.comb(n - 1, k - 1), 1), vertices=[0],
                   cliques=0, outside=list(range(n)), denominator=1, shares=[], **fields)


def ratio(numerator, denominator):
    return {"numerator": numerator, "denominator": denominator}


def fork(bound=None, splits=None):
    """One vertex has two successors."""
    whole = [{"from": ratio(0, 1), "to": ratio(1, 2), "denominator": 1, "shares": [1, 1]},
             {"from": ratio(1, 2), "to": ratio(1, 0), "denominator": 1, "shares": [0, 0]}]
    return of_kind("directed", 3, 2, drops_loops=False, sources=[0], targets=[1, 2], arcs=2, splits=splits or whole,
                   **({} if bound is None else {"bound": bound}))


class Hostile(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.folder = pathlib.Path(self.scratch.name)

    def write(self, name, content):
        (self.folder / name).write_text(content, encoding="utf-8")
        return self.folder / name

    def run_on(self, edges, document, *options):
        graph = self.write("graph.txt", "".join(" ".join(map(str, edge)) + "\n" for edge in edges))
        proof = self.write("proof.json", document if isinstance(document, str) else json.dumps(document))
        return subprocess.run([sys.executable, "-B", SCRIPT, graph, proof, *options], capture_output=True, text=True, check=False,
                              timeout=SECONDS)

    def accepted(self, edges, document, sentence, *options):
        done = self.run_on(edges, document, *options)
        self.assertEqual((done.returncode, done.stdout), (0, f"accepted\n{sentence}\n"), done.stderr)

    def refused(self, edges, document, words, *options):
        done = self.run_on(edges, document, *options)
        self.assertEqual((done.returncode, done.stdout[:9], done.stderr), (1, "refused: ", ""))
        self.assertIn(words, done.stdout)

    def test_vertices_outside_a_core_have_weights_that_are_no_integers(self):
        edges = [(u, v, 2) for u, v in TRIANGLE]

        def core(value):
            steps = [step(1, 0, "core-of"), step(2, 2, "trivial"), step(2, value, "core-of")]
            return certificate(3, [2] * 3, steps, core_of=2.5)
        self.refused(edges, core(2), "proves 2.5", "--weighted")
        self.accepted(edges, core(2.5), "of every graph whose 2.5-core this graph is\ns = 2: at most 2.5", "--weighted")

    def test_leaves_with_all_vertices_but_one_are_fast(self):
        n = 400
        tree = {"nodes": [["enumerated", 0, 0, 0, 0]], "proofs": []}
        data = {"outside": 0, "s": n - 1, "dummies": 0, "tree": tree}
        path = [(v, v + 1) for v in range(n - 1)]
        self.accepted(path, certificate(n, [1] * (n - 1), [step(n - 1, n - 2, "outside", data=0)], [data]), f"s = {n - 1}: at most {n - 2}")
        self.refused(path, certificate(n, [1] * (n - 1), [step(n - 1, n - 3, "outside", data=0)], [data]), f"proves {n - 2}")

    def test_enumerated_leaves_are_enumerated(self):
        rng = random.Random(1)
        for n in range(1, 7):
            edges = [(u, v, rng.randint(-4, 4)) for u, v in itertools.combinations(range(n), 2)]
            for held, k in ((0, 0), (0, 1), (1, 1), (0, n - 1), (2, n - 3), (1, n - 1)):
                if k < 0 or held + k > n or k not in (0, 1, n - held - 1, n - held):
                    continue
                tree = verify.SearchTree.__new__(verify.SearchTree)
                tree.shift, tree.c, tree.w = 0, [rng.randint(-4, 4) for _ in range(n)], np.zeros((n, n), dtype=object)
                for u, v, w in edges:
                    tree.w[u, v] = tree.w[v, u] = w
                fixed, left = tuple(range(held)), tuple(range(held, n))
                sets = [fixed + more for more in itertools.combinations(left, k)]
                best = max(sum(tree.c[v] for v in s) + sum(tree.w[e] for e in itertools.combinations(s, 2)) for s in sets)
                self.assertEqual(tree.enumerated(fixed, left, k), best)

    def test_files_that_python_cannot_read_end_with_a_message(self):
        text = json.dumps(densest())
        deep = text.replace('"lode_version": ""', '"lode_version": ' + "[" * 100000 + "]" * 100000)
        self.refused(TRIANGLE, deep, "within each other")
        for weight in ("inf", "-inf"):
            done = self.run_on([(0, 1, weight)], text, "--signed")
            self.assertEqual((done.returncode, done.stdout, done.stderr), (2, "", f"verify.py: Refused: `weight` is {weight}\n"))

    def test_sentences_say_what_is_counted(self):
        half = ratio(1, 1000000)
        self.accepted(TRIANGLE, densest(), "at most 1 of weight per vertex")
        self.accepted(TRIANGLE, densest(costs=[1000000] * 3, bound=half), "at most 1/1000000 of weight per cost")
        self.accepted(TRIANGLE, densest(values=[1, 1, 1], bound=2), "at most 2 of weight and value per vertex")
        self.accepted(TRIANGLE, densest(minimised=True, include=[9], core_of="x"), "at most 1 of weight per vertex")

    def test_values_and_cores_that_are_given_are_those_of_the_certificate(self):
        values, valued = self.write("values", "0 1\n1 1\n2 1\n"), densest(values=[1, 1, 1], bound=2)
        other = self.write("other", "0 1\n1 1\n2 1.5\n")
        self.accepted(TRIANGLE, valued, "at most 2 of weight and value per vertex", "--values", values)
        self.refused(TRIANGLE, valued, "other values", "--values", other)
        self.refused(TRIANGLE, densest(), "values", "--values", values)
        self.refused(TRIANGLE, densest(), "core", "--core-of", "2")
        triangle = cliques_of(3, TRIANGLE)
        self.accepted(TRIANGLE, triangle, "at most 1/1 cliques of 3 per vertex")
        for edges, document in ((TRIANGLE, triangle), ([(0, 1), (0, 2)], fork())):
            self.refused(edges, document, "no values", "--values", values)
            self.refused(edges, document, "no declared core", "--core-of", "2")

    def test_a_bound_is_that_of_the_pair_or_a_number(self):
        arcs, root = [(0, 1), (0, 2)], math.sqrt(2)
        self.accepted(arcs, fork(), "at most 2 / sqrt(1 * 2) arcs per root of |S||T|")
        self.accepted(arcs, fork(math.nextafter(root, 2)), f"at most {math.nextafter(root, 2)} arcs per root of |S||T|")
        for bound, words in ((math.nextafter(root, 0), "at an end"), (0, "at an end"), (-root, "`bound`"), ("x", "`bound`")):
            self.refused(arcs, fork(bound), words)

    def test_splits_advance(self):
        first, last = fork(0)["splits"]
        arcs = [(0, 1), (0, 2)]
        for splits in ([first, {**last, "to": ratio(1, 2)}, last], [first, {**last, "to": ratio(1, 3)}, {**last, "from": ratio(1, 3)}]):
            self.refused(arcs, fork(splits=splits), "larger ratio")

    def test_cliques_of_stars_are_fast(self):
        n = 20000
        star = [(0, v) for v in range(1, n)]
        done = self.run_on(star, {**cliques_of(n, star), "bound": ratio(0, 1)})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_there_is_a_limit_of_cliques(self):
        before = verify.MOST_CLIQUES
        self.addCleanup(setattr, verify, "MOST_CLIQUES", before)
        edges = list(itertools.combinations(range(9), 2))
        graph = verify.Graph(9, [(*e, 1) for e in edges])
        verify.check(graph, cliques_of(9, edges, 6))
        verify.MOST_CLIQUES = 100
        with self.assertRaisesRegex(verify.Refused, "too many cliques"):
            verify.check(graph, cliques_of(9, edges, 6))


if __name__ == "__main__":
    unittest.main()
