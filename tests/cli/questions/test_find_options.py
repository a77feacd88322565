#!/usr/bin/env python3
"""What find may be asked of its answers, from outside: --include, --exclude, --connected, --top, --start file:.
LODE names the binary; LODE_DATA, when set, the folder of real graphs. Answers are recounted here."""
import json
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from test_cli import DATASETS, ToolTest
from test_densest import read_edges

CLIQUES = [range(0, 8), range(100, 107), range(200, 206)]


def clique_chain():
    """Cliques of 8, 7 and 6 vertices, joined 7-50-51-100 and 106-60-200, as lines of an edge list."""
    lines = [f"{u} {v}" for clique in CLIQUES for u in clique for v in clique if u < v]
    return "\n".join(lines + ["7 50", "50 51", "51 100", "106 60", "60 200"]) + "\n"


def components(vertices, edges):
    """The number of components of the induced subgraph."""
    parent = {v: v for v in vertices}

    def root(v):
        while parent[v] != v:
            parent[v] = parent[parent[v]]
            v = parent[v]
        return v
    for u, v in edges:
        if u in parent and v in parent:
            parent[root(u)] = root(v)
    return len({root(v) for v in parent})


class OptionsTest(ToolTest):
    def recount(self, document, edges, include=(), exclude=(), connected=False, overlap=None):
        """Everything that the answers of one size claim, by the definitions."""
        results = document["results"]
        for number, result in enumerate(results):
            chosen = set(result["vertices"])
            self.assertEqual(len(chosen), result["s"])
            self.assertEqual(len(result["vertices"]), result["s"])
            self.assertEqual(sum(u in chosen and v in chosen for u, v in edges), result["edges"])
            self.assertGreaterEqual(result["bound"], result["edges"])
            self.assertLessEqual(set(include), chosen)
            self.assertFalse(set(exclude) & chosen)
            self.assertEqual(set(result.get("include", [])), set(include))
            self.assertEqual(set(result.get("exclude", [])), set(exclude))
            self.assertEqual(result.get("connected", False), connected)
            if connected:
                self.assertEqual(components(chosen, edges), 1)
            if overlap is not None:
                self.assertEqual(result["rank"], number + 1)
                for earlier in results[:number]:
                    self.assertLessEqual(len(chosen & set(earlier["vertices"])), overlap)

    def verify(self, graph, document, **more):
        path = self.folder / "result.json"
        path.write_text(json.dumps(document))
        self.assertIn("verified", self.succeed("verify", graph, "--result", path, **more))
        return path


class IncludeExclude(OptionsTest):
    def test_both_are_kept_and_verified(self):
        edges = read_edges(DATASETS / "karate.txt")
        document = self.find_json("karate", "-s", "8", "--include", "12,27", "--exclude", "34,1")
        self.recount(document, edges, include=[12, 27], exclude=[34, 1])
        path = self.verify("karate", document)
        for tamper in ({"include": [5]}, {"exclude": [12]}, {"connected": True}):
            changed = json.loads(json.dumps(document))
            changed["results"][0].update(tamper)
            if "connected" in tamper:
                self.assertGreater(components(document["results"][0]["vertices"], edges), 1)
            path.write_text(json.dumps(changed))
            self.fail_with(4, [], "verify", "karate", "--result", path)

    def test_labels_with_commas(self):
        path = self.write("commas.csv", '"x,y",z\nz,w\nw,"x,y"\n')
        self.fail_with(2, ["--include x is not a label of the graph; for labels with commas use file:PATH"],
                       "find", path, "--labels", "-s", "2", "--include", "x,y")

    def test_files_labels_and_text(self):
        path = self.write("labels.txt", "ann bob\nbob cid\nann cid\ncid dan\ndan eve\neve ann\n")
        ids = self.write("ids.txt", "# mine\neve\n")
        result = self.find_json(path, "--labels", "-s", "3", "--include", f"file:{ids}")["results"][0]
        self.assertEqual(result["include"], ["eve"])
        self.assertIn("eve", result["vertices"])
        text = self.succeed("find", path, "--labels", "-s", "3", "--include", "eve,dan", "--exclude", "ann")
        self.assertIn("includes        eve dan\n", text)
        self.assertIn("excludes        ann\n", text)

    def test_given_start_and_sizes(self):
        start = self.write("start.txt", "34\n33\n1\n9\n14\n")
        before = self.find_json("karate", "-s", "5", "--start", f"file:{start}", "--preset", "descent")["results"][0]
        self.assertGreaterEqual(before["edges"], before["trace"][0]["weight"])
        document = self.find_json("karate", "-s", "3,5", "--start", f"file:{start}", "--exclude", "34")
        self.recount(document, read_edges(DATASETS / "karate.txt"), exclude=[34])

    def test_bad_use(self):
        def refused(code, words, *arguments):
            self.fail_with(code, words, "find", "karate", "-s", "5", *arguments)
        refused(2, ["--include 99", "not a vertex", "name ids that occur"], "--include", "1,99")
        refused(2, ["--exclude x", "not an id"], "--exclude", "x")
        refused(2, ["--include", "empty"], "--include", "1,,2")
        refused(2, ["--include 3", "twice"], "--include", "3,4,3")
        refused(2, ["2", "excluded too"], "--include", "2,3", "--exclude", "1,2")
        refused(2, ["6 vertices", "s is 5"], "--include", "1,2,3,4,5,6")
        refused(2, ["peeling", "use hybrid"], "--method", "peeling", "--include", "1")
        self.fail_with(2, ["at most 32", "2 of 34"], "find", "karate", "-s", "33", "--exclude", "1,2")
        bad = self.write("bad.txt", "1\n99\n")
        refused(3, [f"{bad}:2:1", "99"], "--include", f"file:{bad}")
        refused(3, ["no-such-file"], "--exclude", "file:no-such-file")


class Connected(OptionsTest):
    def setUp(self):
        super().setUp()
        self.path = self.write("chain.txt", clique_chain())
        self.edges = read_edges(self.path)

    def test_the_answer_is_connected(self):
        plain = self.find_json(self.path, "-s", "15")
        self.recount(plain, self.edges)
        self.assertEqual((plain["results"][0]["edges"], components(plain["results"][0]["vertices"], self.edges)), (49, 2))
        document = self.find_json(self.path, "-s", "15", "--connected")
        self.recount(document, self.edges, connected=True)
        # The clique of 8, the two vertices after it and five of the next clique: 28 + 3 + 10.
        self.assertEqual(document["results"][0]["edges"], 41)
        self.verify(self.path, document)
        self.assertIn("connected       yes", self.succeed("find", self.path, "-s", "15", "--connected"))
        self.assertIn("49 in 2 parts", self.succeed("find", self.path, "-s", "15", "--connected"))

    def test_bad_use(self):
        self.fail_with(2, ["at most 9", "largest component"], "find", self.path, "-s", "14", "--connected",
                       "--exclude", "51,106")
        self.fail_with(2, ["different components"], "find", self.path, "-s", "5", "--connected",
                       "--exclude", "51", "--include", "0,100")
        self.fail_with(2, ["smallest connected set", "has 4"], "find", self.path, "-s", "3", "--connected",
                       "--include", "7,100")
        self.fail_with(2, ["use hybrid"], "find", self.path, "-s", "5", "--connected", "--method", "tabu")


class Top(OptionsTest):
    def test_overlap_is_half_unless_said(self):
        edges = read_edges(DATASETS / "planted-2000.txt")
        for more, overlap in (((), 7), (("--max-overlap", "0.2"), 3)):
            document = self.find_json("planted-2000", "-s", "15", "--top", "3", "--preset", "fast", *more)
            self.recount(document, edges, overlap=overlap)
            self.assertEqual(len(document["results"]), 3)

    def test_bounds_of_connected_sets_are_verified(self):
        edges = "".join(f"{u} {v}\n" for u in range(1, 13) for v in range(1, u)) + "101 102\n102 103\n103 104\n101 104\n"
        path, certificate = self.write("two.txt", edges), self.folder / "c.json"
        for arguments, words in ((("-s", "4", "--include", "101"), "connected sets with all that is included"),
                                 (("-s", "4,12"), "connected sets"), (("-s", "5", "--minimise"), "connected sets")):
            document = self.find_json(path, *arguments, "--connected", "--certificate", certificate, "--force")
            for result in document["results"]:
                self.assertTrue(result["proven_optimal"])
                self.assertEqual(result["bound_on"], words)
            self.verify(path, document)
            self.succeed("verify", path, "--certificate", certificate, "--trust-search")
        self.fail_with(2, ["at most 4", "component"], "find", path, "-s", "3,6", "--include", "101", "--connected")

    def test_the_sets_of_each_bound_are_named(self):
        arguments = ("-s", "5", "--top", "3", "--max-overlap")
        document = self.find_json("karate", *arguments, "0")
        first, *later = document["results"]
        self.assertNotIn("bound_on", first)
        earlier = set(first["vertices"])
        for result in later:
            self.assertEqual(result["bound_on"], "sets with no vertex of earlier answers")
            self.assertEqual(set(result["bound_excludes"]), earlier)
            self.assertLess(result["bound"], first["bound"])
            earlier |= set(result["vertices"])
        self.verify("karate", document)
        changed = json.loads(json.dumps(document))
        changed["results"][1]["bound_excludes"] = changed["results"][1]["vertices"]
        path = self.write("changed.json", json.dumps(changed))
        self.fail_with(4, ["which it should not"], "verify", "karate", "--result", path)
        self.assertIn(", of sets with no vertex of earlier answers\n",
                      self.succeed("find", "karate", *arguments, "0"))
        shared = self.find_json("karate", *arguments, "0.5")
        words = "all sets, whatever they share with earlier answers"
        self.assertEqual([r.get("bound_on") for r in shared["results"]], [None, words, words])
        self.assertEqual(len({r["bound"] for r in shared["results"]}), 1)
        self.assertIn(f", of {words}\n", self.succeed("find", "karate", *arguments, "0.5"))
        self.verify("karate", shared)

    def test_the_end_is_noted(self):
        text = self.succeed("find", "karate", "-s", "20", "--top", "3", "--max-overlap", "0")
        self.assertIn("no answer 2 of 3: 14 vertices are left, and s is 20", text)

    def test_bad_use(self):
        def refused(words, *arguments):
            self.fail_with(2, words, "find", "karate", "-s", "5", *arguments)
        refused(["--top"], "--top", "0")
        refused(["--top"], "--max-overlap", "0.5")
        refused(["below 1"], "--top", "2", "--max-overlap", "1")
        refused(["finite number"], "--top", "2", "--max-overlap", "nan")
        refused(["several answers"], "--top", "2", "-o", self.folder / "x")
        refused(["share at most 1"], "--top", "2", "--max-overlap", "0.2", "--include", "1,2")


if __name__ == "__main__":
    unittest.main(verbosity=2)
