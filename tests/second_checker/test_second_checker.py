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
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

import by_hand
from checkers import REPOSITORY, Case, brute_force, certificate_of, graphs_of, lode, lode_says, tool, verify, verify_says
from graphs import large_case, small_case
from kinds import kind_certificate
from made import kind_of, made_case, with_values
from tampering import at, changed_number, leaves, lists, tampered


class Disagreement(AssertionError):
    pass


def verdicts(lode_why, our_why):
    return f"lode {'refuses' if lode_why else 'accepts'}, verify.py {'refuses' if our_why else 'accepts'}"


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
            kind = kind_of(data)
            self.rules["data " + kind] += 1
            self.rules["data on a part"] += "part" in data
            if kind == "stages":
                self.rules["search trees"] += len(data["tree"]["nodes"]) > 1
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
                if brute_force(case, claim["s"]) > claim["bound"]:
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
        self.counts[f"tampered: {verdicts(lode_why, our_why)}"] += 1
        if lode_why is None and our_why is not None:
            self.fail(f"tampered {number} ({what})", case, document, lode_why, our_why)
        elif lode_why is not None and our_why is None:
            self.stricter[f"{what}: {lode_why[:150]}"] += 1
        if (lode_why is None or our_why is None) and case.n <= 13 and not document.get("core_of"):
            asked = case._replace(include=document.get("include", []), exclude=document.get("exclude", []),
                                  minimise=bool(document.get("minimised")), values=case.values)
            for claim in document["claims"]:
                if brute_force(asked, claim["s"]) > claim["bound"]:
                    self.fail(f"tampered {number} ({what}): a false bound is accepted", case, document, lode_why, our_why)

    def made(self, number):
        rng = random.Random(f"made {self.seed} {number}")
        case, theirs, ours, certificate, problem = made_case(rng)
        kind = "steps"
        for data in certificate["multipliers"]:
            kind = kind_of(data)
        self.counts["made"] += 1
        with contextlib.suppress(verify.Refused):
            claims = verify.Claims.__new__(verify.Claims)
            try:
                claims.__init__(ours, certificate, case.values, None)
            except verify.Refused:
                if not claims.proven:
                    raise
            for lowered in (False, True):
                document = with_values(certificate, problem, claims.proven[0], lowered)
                lode_why = lode_says(theirs, document, case.values)
                said = re.search(r"at most \S+ is claimed for s = \d+, and the steps are about (\S+)$", lode_why or "")
                if said:  # lode compares with its own double
                    document["claims"][0]["bound"] = float(said[1])
                    lode_why = lode_says(theirs, document, case.values)
                our_why = verify_says(ours, document, case.values)
                self.counts[f"made, {'lowered' if lowered else 'as proven'}, {kind}: {verdicts(lode_why, our_why)}"] += 1
                strict = problem.integral and problem.room  # lode takes sums as large as these for real ones, and floors nothing
                if lode_why is None and our_why is not None or lode_why and not strict and our_why is None:
                    self.fail(f"made {number}", case, document, lode_why, our_why)
                if lode_why is None or our_why is None:
                    claim = document["claims"][0]
                    if brute_force(case, claim["s"]) > claim["bound"]:
                        self.fail(f"made {number}: a false bound is accepted", case, document, lode_why, our_why)
            return
        self.counts[f"made, {kind}: verify.py refuses"] += 1
        for step in certificate["claims"][0]["steps"]:
            step["value"] = 1e9
        certificate["claims"][0]["bound"] = float(problem.in_graph(10 ** 9, certificate["claims"][0]["steps"][-1]["s"]))
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
                name = f"kind {certificate['kind']}, {'changed' if change else 'as written'}"
                self.counts[f"{name}: {verdicts(done.returncode, our_why)}"] += 1
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


class FalseCertificates(unittest.TestCase):
    def verdicts(self, n, edges, steps, data, values=None, **fields):
        theirs, ours = graphs_of(Case("", n, edges, None, values, [], [], False, None, []))
        document = by_hand.certificate(n, [1] * len(edges), steps, data, **fields)
        return lode_says(theirs, document, values), verify_says(ours, document, values)

    def refused(self, *arguments, **fields):
        self.assertNotIn(None, self.verdicts(*arguments, **fields))

    def accepted(self, *arguments, **fields):
        self.assertEqual(self.verdicts(*arguments, **fields), (None, None))

    def test_an_edge_split_of_a_part_knows_the_vertices_outside(self):
        data = {"part": [0, 1], "outside": 0, "s": 2, "dummies": 0, "arc": [0.5, 0.5]}
        steps = [by_hand.step(1, 0, "trivial"), by_hand.step(2, 1, "outside", data=0)]
        self.refused(3, [(0, 1)], steps[1:], [data])
        self.accepted(3, [(0, 1)], steps, [data])
        self.refused(3, [(0, 1), (0, 2), (1, 2)], steps, [data])
        self.refused(3, [(0, 1)], steps, [{**data, "arc": [0.5, 0.25]}])

    def test_values_of_dummies_are_integers_where_all_else_is(self):
        stage = {"node": 0, "unit": 1.0, "multipliers": [0] * 4, "eigenvalue": 0}
        data = {"part": [0], "outside": 0.9, "s": 2, "dummies": 1,
                "tree": {"nodes": [["proof", 0, 0, 0, 0]], "stages": [stage]}}
        self.refused(2, [], [by_hand.step(1, 0, "outside", data=0)], [data], [1.0, 0.0], valued=True)
        self.accepted(2, [], [by_hand.step(1, 1, "outside", data=0)], [{**data, "outside": 1}], [1.0, 0.0], valued=True)

    def test_vertices_outside_a_declared_core_have_no_values(self):
        steps, triangle = [by_hand.step(1, 0, "core-of")], [(0, 1), (0, 2), (1, 2)]
        claims = [{"s": 1, "bound_rule": "lp", "bound": -3, "steps": steps}]
        self.refused(3, triangle, steps, [], [-3.0] * 3, valued=True, core_of=2, claims=claims)
        self.accepted(3, triangle, steps, [], core_of=2)

    def test_lists_have_their_length(self):
        self.accepted(2, [(0, 1)], [by_hand.step(2, 1, "trivial")], [])
        self.refused(2, [(0, 1)], [by_hand.step(2, 1, "trivial")], [], multipliers=None)
        proof = {"node": 0, "shift": 0.0, "eigenvalue": 2.0, "rows": [0.0] * 4, "pairs": [], "cuts": [["within", 0, 1, 0, 0.1]]}
        data = {"outside": 0, "s": 2, "dummies": 0, "tree": {"nodes": [["proof", 0, 0, 0, 0]], "proofs": [proof]}}
        steps = [by_hand.step(2, 4, "outside", data=0)]
        self.accepted(4, [(0, 1), (2, 3)], steps, [data])
        proof["cuts"][0].append(0)
        self.refused(4, [(0, 1), (2, 3)], steps, [data])

    def test_0_0_is_no_ratio_of_a_split(self):
        with tempfile.TemporaryDirectory() as folder:
            graph, written = pathlib.Path(folder) / "graph.txt", pathlib.Path(folder) / "proof.json"
            graph.write_text("0 1\n0 2\n1 2\n2 0\n")
            self.assertEqual(tool("densest", graph, "--directed", "--certificate", written).returncode, 0)
            proof = json.loads(written.read_text())
            ends = [{"numerator": p, "denominator": q} for p, q in ((0, 1), (0, 0), (1, 0))]
            splits = [{"from": ends[i], "to": ends[i + 1], "denominator": 1, "shares": [1 - i] * 4} for i in (0, 1)]
            proof.update(bound=0.5, splits=splits)
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
        for name in ("rule trivial", "rule degree", "rule degeneracy", "rule outside", "data edge split", "data on a part"):
            self.assertGreater(run.rules[name], 0, name)

    def test_certificates_of_random_data(self):
        run = Run(4)
        for number in range(250):
            run.made(number)
        for kind in ("edge split", "stages", "planes", "steps"):
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
            changed["claims"][0]["bound"] = changed["claims"][0]["steps"][-1]["value"] = 17
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
