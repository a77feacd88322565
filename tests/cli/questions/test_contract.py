#!/usr/bin/env python3
"""Properties of every question, from one table: answers recount, formats agree, results and certificates are verified and
refused when they are changed, files stay, no time leaves a bound, wrong values are refused. LODE names the binary."""
import json
import pathlib
import sys
import unittest

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[up]) for up in (1, 2)]

from asked import standard_questions, words_of, writes_files
from test_cli import DATASETS, ToolTest, lode
from test_densest import read_edges

KARATE = DATASETS / "karate.txt"
FIND = ["-s 6", "-s 6 --include 12,27 --exclude 34,1", "-s 8 --connected", "-s 5 --minimise", "-s 6 --values values.txt",
        "-s 5 --top 2 --max-overlap 0"]
DENSEST = ["", "--values values.txt --costs costs.txt", "--anchors 33,34", "--include 17 --exclude 1", "--at-least 20",
           "--at-most 6"]
QUESTIONS = [f"find karate {one}" for one in FIND] + [f"densest karate {one}" for one in DENSEST]
# Without a proof of a claim there is no certificate.
CERTIFIED = [one for one in QUESTIONS if not any(word in one for word in ("--at-", "--anchors", "densest karate --include"))]
for record, values in standard_questions(json.loads(lode("help", "records").stdout)["questions"]):
    if record["command"] != "info" and not writes_files(record, values):
        graph = "pairs.txt" if record["takes"] == "sides" else "karate"
        QUESTIONS.append(" ".join([record["command"], graph, *words_of(values)]))
        if "--certificate" in record["honours"] or record["answer"] == "find" and "--certificate" not in record["refuses"]:
            CERTIFIED.append(QUESTIONS[-1])
# Several answers have one certificate and no file of a set.
ONE_SET = [one for one in QUESTIONS if "--top" not in one]
CERTIFIED = [one for one in CERTIFIED if one in ONE_SET]
ON_KARATE = [one for one in QUESTIONS if " karate " in f"{one} "]


class EveryQuestion(ToolTest):
    def setUp(self):
        super().setUp()
        self.edges = read_edges(KARATE)
        self.write("values.txt", "".join(f"{v} {v % 3 - 1}\n" for v in range(1, 35)))
        self.write("costs.txt", "".join(f"{v} {1 + v % 2}\n" for v in range(1, 35)))
        self.write("groups.txt", "".join(f"{v} {'low' if v < 18 else 'high'}\n" for v in range(1, 35)))
        self.write("quota.txt", "low 2 3\n")
        self.write("pairs.txt", "5 5\n5 6\n5 7\n6 5\n6 6\n9 7\n9 5\n")

    def words(self, question):
        return [str(self.folder / one) if one.endswith(".txt") else one for one in question.split()]

    @staticmethod
    def values_of(words):
        return words[words.index("--values"):][:2] if "--values" in words and words[0] == "find" else []

    def answers(self, question, *more):
        document = json.loads(self.succeed(*self.words(question), "--format", "json", *more))
        return document["groups"] if "groups" in document else document.get("results") or [document["result"]]

    def each(self, questions, check):
        for question in questions:
            with self.subTest(question):
                check(question, self.words(question))

    def test_answers_recount(self):
        def check(question, _):
            for answer in self.answers(question):
                chosen = answer["vertices"]
                self.assertEqual(len(set(chosen)), answer.get("s", answer.get("size")))
                if "--directed" not in question:
                    self.assertEqual(sum(u in chosen and v in chosen for u, v in self.edges), answer["edges"])
                if "--values" in question:
                    self.assertEqual(answer["value"], sum(v % 3 - 1 for v in chosen))
        self.each(ON_KARATE, check)

    def test_no_time_leaves_a_bound(self):
        def check(question, _):
            for answer in self.answers(question, "--time", "0"):
                bound = answer["bound"]["value"] if isinstance(answer["bound"], dict) else answer["bound"]
                held = (answer.get("objective", answer.get("weight")) if question.startswith("find") else
                        answer["value"] if question.startswith("groups") else answer.get("rho") or answer["ratio"]["value"])
                self.assertTrue(bound is None or (bound <= held if "--minimise" in question else bound >= held), answer)
        self.each(QUESTIONS, check)

    def test_text_and_csv_have_every_answer(self):
        def check(question, words):
            self.assertTrue(self.succeed(*words))
            if question.startswith("find"):
                lines = self.succeed(*words, "--format", "csv").splitlines()
                self.assertEqual(len(lines), 1 + len(self.answers(question)))
        self.each(QUESTIONS, check)

    def test_files_stay_without_force(self):
        for option, questions in (("-o", ONE_SET), ("--certificate", CERTIFIED)):
            def check(_, words):
                path = self.write("there", "mine\n")
                self.fail_with(2, ["--force"], *words, option, path)
                self.assertEqual(path.read_text(), "mine\n")
                self.succeed(*words, option, path, "--force")
                self.assertNotEqual(path.read_text(), "mine\n")
            self.each(questions, check)

    def test_results_are_verified_and_false_ones_refused(self):
        def check(_, words):
            text, more = self.succeed(*words, "--format", "json"), self.values_of(words)
            self.assertIn("verified", self.succeed("verify", "karate", *more, "--result", self.write("r.json", text)))
            answer = json.loads(text)["results"][0]
            for change in ({"edges": answer["edges"] + 1}, {"vertices": answer["vertices"][1:]}, {"bound_rule": "magic"}):
                document = json.loads(text)
                document["results"][0].update(change)
                self.fail_with(4, [], "verify", "karate", *more, "--result", self.write("w.json", json.dumps(document)))
        self.each([one for one in ON_KARATE if one.startswith("find")], check)

    def test_certificates_are_verified_and_false_ones_refused(self):
        path = self.folder / "proof.json"

        def check(_, words):
            self.succeed(*words, "--certificate", path, "--force")
            whole, verify = json.loads(path.read_text()), ("verify", "karate", *self.values_of(words), "--certificate")
            self.assertTrue(self.succeed(*verify, path, "--trust-search"))
            wrong = [{**whole, "schema_version": 99}, {**whole, "graph": {"vertices": 34, "edges": 77}}]
            for key in whole.keys() & {"shares", "claims", "splits", "outside", "bound"}:
                wrong.append({name: value for name, value in whole.items() if name != key})
            for document in wrong:
                self.fail_with(3, ["w.json"], *verify, self.write("w.json", json.dumps(document)))
        self.each(CERTIFIED, check)

    def test_empty_values_are_refused(self):
        def check(_, words):
            for at, word in enumerate(words[:-1]):
                if word.startswith("--") and not words[at + 1].startswith("-"):
                    self.fail_with(2, [word[2:]], *words[:at], f"{word}=", *words[at + 2:])
        self.each(QUESTIONS, check)


if __name__ == "__main__":
    unittest.main()
