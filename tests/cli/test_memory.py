#!/usr/bin/env python3
"""Graphs larger than the memory they may be searched in: find --memory. LODE names the binary."""
import json
import random
import unittest

from test_cli import ToolTest, lode


def dense_in_sparse(dense=60, others=6000, seed=1):
    """A random graph of average degree 6 with a dense part; ids are far apart."""
    draw = random.Random(seed)
    edges = {tuple(sorted(draw.sample(range(others), 2))) for _ in range(3 * others)}
    part = draw.sample(range(others), dense)
    edges |= {tuple(sorted((u, v))) for u in part for v in part if u < v and draw.random() < 0.7}
    return {(10 * u + 5, 10 * v + 5) for u, v in edges}


class Memory(ToolTest):
    def setUp(self):
        super().setUp()
        self.edges = dense_in_sparse()
        text = self.write("g.txt", "".join(f"{u} {v}\n" for u, v in sorted(self.edges)))
        self.graph = self.folder / "g.lode"
        self.succeed("convert", text, self.graph)

    def test_the_answer_is_that_of_the_search_in_memory(self):
        whole = self.find_json(self.graph, "-s", "25")
        cut = self.find_json(self.graph, "-s", "25", "--memory", "120k")
        self.assertNotIn("core_in_passes", whole)
        passes = cut["core_in_passes"]
        self.assertGreater(passes["core"], 3)
        self.assertEqual(passes["core_vertices"], 60)
        self.assertGreaterEqual(passes["passes"], 3)
        self.assertGreaterEqual(passes["bytes_read"], 8 * len(self.edges))
        self.assertFalse(passes["cut_short"])
        first, second = whole["results"][0], cut["results"][0]
        self.assertEqual(second["edges"], first["edges"])
        chosen = set(second["vertices"])
        self.assertEqual(sum(u in chosen and v in chosen for u, v in self.edges), second["edges"])
        self.assertGreaterEqual(second["bound"], first["edges"])
        self.assertEqual(cut["graph"]["vertices"], whole["graph"]["vertices"])
        self.assertEqual(cut["graph"]["edges"], len(self.edges))
        self.assertEqual(cut["provenance"]["input_sha256"], whole["provenance"]["input_sha256"])
        path = self.folder / "cut.json"
        path.write_text(json.dumps(cut))
        self.assertIn("verified", self.succeed("verify", self.graph, "--result", path))

    def test_small_memory_is_proof_enough_for_small_sets(self):
        cut = self.find_json(self.graph, "-s", "6", "--memory", "120k", "--effort", "proof", "--time", "60")
        self.assertTrue(cut["results"][0]["proven_optimal"])

    def test_text_tells_the_passes(self):
        text = self.succeed("find", self.graph, "-s", "25", "--memory", "120k")
        self.assertRegex(text, r"\nsearched in its \d+-core, 60 vertices and \d+ edges: \d+ passes over the rows, "
                               r"\d+\.\d MB read in .*; bounds are of the whole graph\n")
        self.assertNotIn("passes", self.succeed("find", self.graph, "-s", "25"))
        self.assertNotIn("passes", self.succeed("find", self.graph, "-s", "25", "--memory", "1G"))

    def test_files_of_answers(self):
        chosen, induced = self.folder / "set.txt", self.folder / "induced.txt"
        self.succeed("find", self.graph, "-s", "25", "--memory", "120k", "-o", chosen, "--induced", induced)
        ids = {int(line) for line in chosen.read_text().splitlines() if not line.startswith("#")}
        self.assertEqual(len(ids), 25)
        inside = {(u, v) for u, v in self.edges if u in ids and v in ids}
        lines = [line.split() for line in induced.read_text().splitlines() if not line.startswith("#")]
        self.assertEqual({tuple(sorted(map(int, line))) for line in lines}, inside)

    def test_what_cannot_be(self):
        find = ("find", self.graph, "-s", "25")
        self.fail_with(2, ["--memory", "vertices, which take"], *find, "--memory", "1k")
        self.fail_with(2, ["--memory"], *find, "--memory", "0")
        for size in ("many", "-5", "-1G", "1e9", "1.5X", "9000000T"):
            self.fail_with(2, ["--memory", size, "bytes as a number, or as 512M or 4G"], *find, f"--memory={size}")
        self.assertEqual(lode(*find, "--memory", "0.5G").returncode, 0)
        self.fail_with(2, ["too few for sets of 2500", "--memory"], "find", self.graph, "-s", "2500", "--memory", "120k")
        self.fail_with(2, ["a core is searched"], *find, "--memory", "120k", "--certificate", self.folder / "c.json")
        self.assertFalse((self.folder / "c.json").exists())
        outside = next(str(v) for v in sorted({v for e in self.edges for v in e})
                       if sum(v in e for e in self.edges) < 6)
        self.fail_with(2, [outside, "-core"], *find, "--memory", "120k", "--include", outside)
        self.assertEqual(lode(*find, "--memory", "120k", "--exclude", outside).returncode, 0)
        weighted = self.write("w.txt", "".join(f"{u} {v} 2.5\n" for u, v in self.edges))
        self.fail_with(2, ["--memory", "weights"], "find", weighted, "-s", "9", "--weighted", "--memory", "120k")
        self.assertEqual(lode("find", weighted, "-s", "9", "--weighted", "--memory", "4M").returncode, 0)


if __name__ == "__main__":
    unittest.main()
