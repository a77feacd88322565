#!/usr/bin/env python3
"""Negative weights, lightest sets, arithmetic of graphs and matrices from outside. LODE names the binary. Optima are found
here by looking at every set."""
import itertools
import json
import os
import pathlib
import random
import struct
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from test_cli import ToolTest, lode


def drawn(seed, n=9, p=0.6, whole=True):
    """Edges by ids 1 ... n with weights of both signs."""
    rng = random.Random(seed)
    edges = {}
    for u, v in itertools.combinations(range(1, n + 1), 2):
        if rng.random() < p:
            edges[u, v] = rng.randint(-5, 5) if whole else rng.uniform(-2, 2)
    edges.setdefault((1, 2), -3)
    return edges


def weight_of(edges, chosen):
    return sum(w for (u, v), w in edges.items() if u in chosen and v in chosen)


def best(edges, s, lightest=False):
    vertices = sorted({v for edge in edges for v in edge})
    return (min if lightest else max)(weight_of(edges, set(c)) for c in itertools.combinations(vertices, s))


def npy(rows, order=False, kind="<f8"):
    """A NumPy file, written here byte by byte."""
    n = len(rows)
    values = [rows[j][i] if order else rows[i][j] for i in range(n) for j in range(n)]
    head = f"{{'descr': '{kind}', 'fortran_order': {order}, 'shape': ({n}, {n}), }}"
    head += " " * (63 - (len(head) + 10) % 64) + "\n"
    data = struct.pack(f"<{n * n}{'d' if kind == '<f8' else 'i'}", *values)
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + data


def matrix_of(edges):
    n = max(v for edge in edges for v in edge)
    rows = [[0.0] * n for _ in range(n)]
    for (u, v), w in edges.items():
        rows[u - 1][v - 1] = rows[v - 1][u - 1] = w
    return rows


class SignsTest(ToolTest):
    def graph(self, edges, name="g.txt"):
        return self.write(name, "".join(f"{u} {v} {w!r}\n" for (u, v), w in edges.items()))

    def refused(self, *arguments):
        """What convert says after it has told what it read."""
        result = lode(*arguments)
        self.assertEqual(result.returncode, 2, result.stderr)
        return result.stderr


class Signed(SignsTest):
    def test_answers_are_optimal_and_verified(self):
        for seed, whole in ((1, True), (2, False), (3, True)):
            edges = drawn(seed, whole=whole)
            graph = self.graph(edges)
            for lightest in (False, True):
                flags = ("--signed", "--minimise") if lightest else ("--signed",)
                certificate = self.folder / f"c{seed}{lightest}.json"
                document = self.find_json(graph, "-s", "1:8", *flags, "--effort", "strong", "--time", "0.4",
                                          "--certificate", certificate)
                for each in document["results"]:
                    optimum = best(edges, each["s"], lightest)
                    self.assertAlmostEqual(each["weight"], optimum)
                    self.assertAlmostEqual(each["weight"], weight_of(edges, set(each["vertices"])))
                    if lightest:
                        self.assertEqual(each["optimum"], "minimum")
                        self.assertLessEqual(each["bound"], optimum + 1e-9)
                    else:
                        self.assertGreaterEqual(each["bound"], optimum - 1e-9)
                result = self.folder / f"r{seed}{lightest}.json"
                result.write_text(json.dumps(document))
                self.assertEqual(self.succeed("verify", graph, "--signed", "--result", result).count("verified"), 8)
                text = self.succeed("verify", graph, "--signed", "--certificate", certificate, "--trust-search")
                self.assertEqual(text.count("at least" if lightest else "at most"), 8)
                document["results"][3]["bound"] += 100 if lightest else -100
                result.write_text(json.dumps(document))
                self.fail_with(4, [], "verify", graph, "--signed", "--result", result)

    def test_negative_weights_are_refused_without_the_flag(self):
        graph = self.graph({(1, 2): 1, (2, 3): -4})
        self.fail_with(3, [":2:5: weight -4 is negative", "with --signed\n"], "find", graph, "--weighted", "-s", "2")
        self.fail_with(3, [":2:5: weight -4 is negative", "with --signed of 'lode find'\n"], "report", graph, "--weighted")
        mapped = self.folder / "g.lode"
        self.succeed("convert", graph, "--signed", mapped)
        self.fail_with(2, ["--signed"], "find", mapped, "--weighted", "-s", "2")
        self.assertEqual(self.find_json(mapped, "--signed", "-s", "2")["graph"]["signed_weights"], True)
        self.assertIn("METIS", self.refused("convert", mapped, "--signed", self.folder / "g.graph"))
        for name in ("g.mtx", "g.gml", "h.txt"):
            self.succeed("convert", mapped, "--signed", self.folder / name)
            self.assertEqual(self.find_json(self.folder / name, "--signed", "-s", "2", "--minimise")["results"][0]["weight"], -4)

    def test_text_of_the_lightest(self):
        text = self.succeed("find", self.write("p.txt", "1 2\n2 3\n3 1\n3 4\n"), "-s", "3", "--minimise")
        self.assertIn("lower bound     1 edges", text)
        self.assertIn("no set of 3 vertices has fewer edges", text)


class Arithmetic(SignsTest):
    def combined(self, a, b, *options):
        out = self.folder / "out.txt"
        self.succeed("convert", a, *options, b, out, "--force")
        rows = [line.split() for line in out.read_text().splitlines() if not line.startswith("#")]
        return {(int(r[0]), int(r[1])): float(r[2]) if len(r) > 2 else 1.0 for r in rows if r[0] != r[1]}

    def test_minus_union_and_intersect(self):
        first, second = drawn(5), drawn(6)
        a, b = self.graph(first, "a.txt"), self.graph(second, "b.txt")
        pairs = set(first) | set(second)
        minus = {pair: first.get(pair, 0) - second.get(pair, 0) for pair in pairs}
        self.assertEqual(self.combined(a, b, "--signed", "--minus"), {p: w for p, w in minus.items() if w})
        self.assertEqual(self.combined(a, b, "--signed", "--union"),
                         {pair: first.get(pair, 0) + second.get(pair, 0) for pair in pairs})
        self.assertEqual(self.combined(a, b, "--signed", "--intersect"),
                         {pair: min(first[pair], second[pair]) for pair in set(first) & set(second)})
        self.assertEqual(self.combined(a, b, "--minus"),
                         {p: (p in first) - (p in second) for p in pairs if (p in first) != (p in second)})
        self.assertEqual(set(self.combined(a, b, "--union")), pairs)

    def test_what_does_not_fit_is_refused(self):
        a = self.write("a.txt", "1 2\n")
        b = self.write("b.txt", "8 9\n")
        out = self.folder / "o.txt"
        self.assertIn("no vertex in common", self.refused("convert", a, "--intersect", b, out))
        self.fail_with(2, [], "convert", a, "--minus", b, "--union", b, out)
        self.fail_with(2, [], "convert", a, "--minus", b, b, "--force")
        self.fail_with(3, [], "convert", a, "--minus", self.folder / "missing.txt", out)


class WideRanges(SignsTest):
    """Weights beside which an answer is small: exact sums decide what is true."""

    STAR = "0 3 4.2571299301273875\n1 3 -6.114140960492341\n2 3 -10000000000000.0\n"
    NINE = "0 1 2.615909430717183\n0 2 1000000000.0\n0 3 3.541697400766258\n1 2 1.6431883173340365\n1 3 4.52232019960519\n"
    TWELVE = "0 3 1000000000000.0\n0 4 0.6119820370694171\n1 2 8.727898800944509\n1 4 0.4474028955574551\n2 3 2.7488128784168473\n"

    def test_small_exchanges_are_seen_beside_huge_weights(self):
        for text, options, answer in ((self.STAR, ("--signed", "-s", "2"), 4.2571299301273875),
                                      (self.NINE, ("--weighted", "-s", "2", "--minimise", "--method", "tabu"), 0),
                                      (self.NINE + "2 3 8.3\n", ("--weighted", "-s", "2", "--minimise", "--method", "tabu"),
                                       1.6431883173340365),
                                      (self.TWELVE, ("--weighted", "-s", "3", "--minimise"), 0.4474028955574551)):
            found = self.find_json(self.write("wide.txt", text), *options)["results"][0]
            self.assertEqual(found["weight"], answer)
            if "--minimise" in options:
                self.assertGreaterEqual(found["bound"], 0)

    def test_verify_adds_without_rounding(self):
        graph = self.write("sg.txt", "0 1 1000000000000.5\n1 2 -1000000000000.25\n0 2 0.5\n2 3 0.25\n")
        text = self.succeed("find", graph, "--signed", "-s", "3", "--include", "0,1,2", "--format", "json", "--effort", "none")
        for changes in ({"weight": 2000, "weight_per_pair": 2000 / 3, "average_strength": 4000 / 3},
                        {"bound": 0.7499999, "bound_rule": "search", "gap": 0},
                        {"bound": -500, "bound_rule": "trivial", "gap": -1.0015, "proven_optimal": True}):
            changed = json.loads(text)
            changed["results"][0].update(changes)
            self.fail_with(4, [], "verify", graph, "--signed", "--result", self.write("r.json", json.dumps(changed)))


class Matrices(SignsTest):
    def test_matrices_answer_as_lists_of_edges(self):
        edges = drawn(7, p=1.0)
        rows = matrix_of(edges)
        files = {"a.npy": npy(rows), "f.npy": npy(rows, order=True), "i.npy": npy([[int(x) for x in row] for row in rows], kind="<i4")}
        for name, data in files.items():
            (self.folder / name).write_bytes(data)
        self.write("m.csv", "".join(",".join(map(str, row)) + "\n" for row in rows))
        n = len(rows)
        self.write("m.mtx", "%%MatrixMarket matrix array real general\n" + f"{n} {n}\n" +
                   "".join(f"{rows[i][j]}\n" for j in range(n) for i in range(n)))
        for name in (*files, "m.csv", "m.mtx"):
            options = ("--from", "matrix-csv") if name == "m.csv" else ()
            answer = self.find_json(self.folder / name, *options, "--signed", "-s", "4")["results"][0]
            self.assertEqual(answer["weight"], best(edges, 4), name)
        rows[2][3] += 1
        (self.folder / "b.npy").write_bytes(npy(rows))
        self.fail_with(3, ["row 3, column 4"], "find", self.folder / "b.npy", "--signed", "-s", "4")

    def test_most_diverse_sets(self):
        folder = pathlib.Path(os.environ.get("LODE_DATA", "/").split(":")[0]).parent / "outside/max-diversity"
        if not (folder / "best.csv").exists():
            self.skipTest("the instances of max-diversity are missing")
        for name, s, value in (("eil51", 6, 829.678685515), ("MDG-a_1_n100", 10, 360.15)):
            text = self.succeed("convert", folder / f"{name}.edges.gz", "--weighted", "--to", "edges", "-")
            edges = {(int(r[0]) + 1, int(r[1]) + 1): float(r[2]) for r in map(str.split, text.splitlines())
                     if not r[0].startswith("#") and r[0] != r[1]}
            (self.folder / f"{name}.npy").write_bytes(npy(matrix_of(edges)))
            answer = self.find_json(self.folder / f"{name}.npy", "--weighted", "-s", s, "--time", "2")["results"][0]
            self.assertAlmostEqual(answer["weight"], value, 5)


if __name__ == "__main__":
    unittest.main()
