#!/usr/bin/env python3
"""lode-cluster on one to four ranks: what it reads, cuts, bounds and refuses."""
import gzip
import json
import os
import pathlib
import random
import signal
import subprocess
import time
import unittest

from cluster_test import REPOSITORY, ClusterTest, environment, random_edges, text_of

CONSTANT = ("graph", "core", "bounds")


def constant(document):
    """What does not depend on ranks, clocks or paths."""
    parts = {key: dict(document[key]) if isinstance(document[key], dict) else document[key] for key in CONSTANT}
    parts["core"].pop("path")
    return parts


class AnyRanksTest(ClusterTest):
    """The same bytes for any number of ranks, and what lode does with the graph on one machine."""

    REAL = ["CollegeMsg.txt.gz", "email-Eu-core.txt.gz", "ca-GrQc.txt.gz", "p2p-Gnutella09.txt.gz", "wiki-Vote.txt.gz"]

    def graphs(self):
        """Ten: made ones, and real ones in the place of some where LODE_DATA is."""
        yield REPOSITORY / "datasets/karate.txt", 4
        yield self.write("wide.txt", text_of(random_edges(300, 2000, 2, 1 << 40, 7))), 10
        yield self.write("star.txt", text_of([(0, i) for i in range(1, 200)] + [(5, 6)])), 3
        yield self.write("loops.txt", "7 7\n3 4\n4 3\n3 4\n9 9\n1 2\n"), 2
        yield self.made("rmat", "--scale", 10, "--lines", 6000), 10
        folders = [pathlib.Path(folder) for folder in os.environ.get("LODE_DATA", "").split(":") if folder]
        real = [folder / name for folder in folders for name in self.REAL if (folder / name).exists()]
        yield from ((path, 20) for path in real)
        if not real:
            yield REPOSITORY / "datasets/planted-2000.txt", 20
            yield self.made("regular", "-n", 60, "-d", 5), 10
            yield self.made("gnp", "-n", 100, "-p", 0.1), 10
            yield self.write("dense.txt", text_of(random_edges(40, 500, 1))), 5
            yield self.write("path.txt", text_of([(i, i + 1) for i in range(100)])), 7

    def made(self, kind, *words):
        path = self.path(kind + ".txt")
        self.lode("generate", kind, *words, "-o", path)
        return path

    def check(self, graph, size):
        found = {}
        for ranks in (1, 2, 3, 4):
            core = self.path(f"core{ranks}.lode")
            found[ranks] = self.core(ranks, graph, "-s", size, "-o", core, "--range", 3000, "--force", "-q",
                                     "--lp-rounds", 8)
            self.assertEqual(constant(found[ranks]), constant(found[1]), (graph, ranks))
            self.assertEqual(core.read_bytes(), self.path("core1.lode").read_bytes(), (graph, ranks))
        counts = json.loads(self.lode("info", graph, "--format", "json"))["graph"]
        for name in ("vertices", "edges", "self_loops_dropped", "duplicates_merged", "reciprocal_merged"):
            self.assertEqual(found[1]["graph"][name], counts[name], name)
        k = found[1]["core"]["k"]
        self.lode("convert", graph, self.path("one.lode"), "--core", k, "--force")
        self.same_graph(self.path("one.lode"), self.path("core1.lode"))
        bounds = json.loads(self.lode("bounds", graph, "-s", size, "--effort", "cheap", "--format", "json"))
        here = {bound["bound"]: bound["value"] for bound in found[1]["bounds"] if bound["s"] == size}
        there = {bound["bound_rule"]: bound["bound"] for bound in bounds["results"][0]["bounds"]}
        for rule in ("trivial", "degree"):
            self.assertEqual(here[rule], there[rule], (graph, rule))
        self.assertGreaterEqual(here["lp"], there["lp"] - 1, graph)
        self.assertLessEqual(here["lp"], 2 * there["lp"] + 2, graph)

    def test_bounds_that_cannot_help_are_left_out(self):
        graph = self.write("dense.txt", text_of(random_edges(40, 500, 1)))
        for size, words, rules in ((5, (), {"trivial", "degree"}), (39, (), {"trivial", "degree", "lp"}),
                                   (5, ("--lp-rounds", 8), {"trivial", "degree", "lp"})):
            found = self.core(2, graph, "-s", size, "-o", self.path("core.lode"), "--force", "-q", *words)
            self.assertEqual({bound["bound"] for bound in found["bounds"]}, rules, size)

    def test_ten_graphs(self):
        checked = 0
        for graph, size in self.graphs():
            with self.subTest(graph=graph.name):
                self.check(graph, size)
            checked += 1
        self.assertGreaterEqual(checked, 10)


class ShardsTest(ClusterTest):
    """Shards in any order and number, of any kind, are one graph."""

    def setUp(self):
        super().setUp()
        self.edges = random_edges(200, 1500, 3)
        self.whole = self.write("whole.txt", "# a graph\n" + text_of(self.edges))
        self.one = self.core(1, self.whole, "-s", 10, "-o", self.path("one.lode"), "-q")

    def same(self, document, core):
        self.assertEqual(document["core"] | {"path": ""}, self.one["core"] | {"path": ""})
        self.assertEqual(document["bounds"], self.one["bounds"])
        self.assertEqual(core.read_bytes(), self.path("one.lode").read_bytes())

    def test_compressed_shards_in_another_order(self):
        cuts = [0, 10, 700, 700, 1500, len(self.edges)]
        names = ["part-0.txt.gz", "part-1.csv", "part-2.txt", "part-3.tsv.gz", "part-4.txt"]
        marks = [" ", ",", " ", "\t", ";"]
        for i, name in enumerate(names):
            self.write(name, "".join(f"{u}{marks[i]}{v}\n" for u, v in self.edges[cuts[i]:cuts[i + 1]]))
        random.Random(5).shuffle(names)
        names = [self.path(name) for name in names]
        for ranks in (2, 3):
            done = self.core(ranks, *names, "-s", 10, "-o", self.path(f"s{ranks}.lode"), "-q")
            self.same(done, self.path(f"s{ranks}.lode"))
            for count in ("self_loops_dropped", "duplicates_merged", "reciprocal_merged", "edge_lines"):
                self.assertEqual(done["graph"][count], self.one["graph"][count])

    def test_ranges_of_one_file(self):
        done = self.core(3, self.whole, "-s", 10, "-o", self.path("r.lode"), "-q", "--range", 100)
        self.same(done, self.path("r.lode"))
        self.assertEqual(done["graph"], self.one["graph"])

    def test_empty_shards_add_nothing(self):
        empty = [self.write("e.txt", ""), self.write("e.txt.gz", ""), self.write("c.txt", "# nothing\n\n")]
        done = self.core(2, *empty, self.whole, "-s", 10, "-o", self.path("e.lode"), "-q")
        self.same(done, self.path("e.lode"))
        self.refuse(2, "core", *empty, "-s", 3, "-o", self.path("n.lode"), code=3, says="hold any edges")

    def test_header_of_all_or_of_nothing(self):
        head = self.write("head.txt", f"200 {len(self.edges)}\n" + text_of(self.edges[:300]))
        tail = self.write("tail.txt", text_of(self.edges[300:]))
        done = self.core(2, tail, head, "-s", 10, "-o", self.path("h.lode"), "-q")
        self.same(done, self.path("h.lode"))
        doubt = self.write("doubt.txt", "9 2\n1 2\n2 3\n")
        self.refuse(2, "core", tail, doubt, "-s", 3, "-o", self.path("d.lode"), code=3,
                    says=["doubt.txt:1", "may be an edge"])
        alone = self.core(1, doubt, "-s", 2, "-o", self.path("a.lode"), "-q")
        self.assertEqual(alone["graph"]["vertices"], 3)

    def test_core_numbers(self):
        self.lode("info", self.whole, "--cores", self.path("lode.csv"))
        for ranks in (1, 3):
            out = self.path(f"c{ranks}.csv")
            self.core(ranks, self.whole, "-s", 10, "-o", self.path(f"c{ranks}.lode"), "--cores", out, "-q")
            self.assertEqual(out.read_text(), self.path("lode.csv").read_text())
        done = self.core(2, self.whole, "-s", 4, "--core", 8, "-o", self.path("k.lode"), "-q")
        self.assertEqual(done["core"]["k"], 8)
        numbers = [int(line.split(",")[2]) for line in self.path("lode.csv").read_text().splitlines()[1:]]
        self.assertEqual(done["core"]["vertices"], sum(number >= 8 for number in numbers))


class RefusedInputTest(ClusterTest):
    """Bad input ends every rank with one message and exit code 3."""

    def setUp(self):
        super().setUp()
        self.good = self.write("good.txt", text_of(random_edges(50, 300, 4)))
        self.out = self.path("core.lode")

    def core_of(self, *files, code=3, says, ranks=3, more=()):
        return self.refuse(ranks, "core", *files, "-s", 3, "-o", self.out, *more, code=code, says=says)

    def test_bad_line_of_a_shard(self):
        bad = self.write("bad.txt.gz", "1 2\n# so far\n2 x\n")
        self.core_of(self.good, bad, says="bad.txt.gz:3:3: ")

    def test_bad_line_of_a_range(self):
        lines = text_of(random_edges(50, 400, 5)).splitlines()
        lines[333] = "12 -5"
        bad = self.write("bad.txt", "\n".join(lines) + "\n")
        whole = self.core_of(bad, says="bad.txt:334:4: ", ranks=1)
        self.assertEqual(self.core_of(bad, says="bad.txt:334:4: ", more=["--range", 200]), whole)

    def test_first_of_several_errors(self):
        first = self.write("a.txt", "1 2\nx 3\n")
        second = self.write("b.txt", "y 2\n2 3\n")
        self.core_of(self.good, first, second, says="a.txt:2:1: ")

    def test_files(self):
        self.core_of(self.good, self.path("part-9.txt"), says=["part-9.txt", "no such file"])
        self.core_of(self.folder, says="is a folder", ranks=1)
        torn = self.path("torn.txt.gz")
        torn.write_bytes(gzip.compress(self.good.read_bytes())[:-20])
        self.core_of(self.good, torn, says=["torn.txt.gz", "truncated"], ranks=2)
        self.core_of(self.write("w.txt", "a b\nb c\nc a\n"), says=["w.txt:1", "the ids are words", "--labels"], ranks=1)

    def test_other_formats_weights_and_labels(self):
        self.lode("convert", self.good, "c.lode")
        self.core_of(self.path("c.lode"), says=["c.lode", "parts of a graph are edge lists"], ranks=2)
        self.core_of(self.good, code=2, says="--weighted has no effect", ranks=2, more=["--weighted"])
        self.core_of(self.good, code=2, says="--labels has no effect", ranks=1, more=["--labels"])


class RefusedOutputTest(ClusterTest):
    """What cannot be done or written is told, with the exit code of lode, and nothing half written is left."""

    def setUp(self):
        super().setUp()
        self.graph = self.write("g.txt", text_of(random_edges(300, 3000, 6)))

    def test_usage(self):
        out = ["-o", self.path("c.lode")]
        self.refuse(2, "core", self.graph, "-s", 3, *out, "--memory", "much", code=2, says="--memory")
        self.refuse(1, "core", self.graph, "-s", 3, *out, "--memory", "-5M", code=2, says="--memory")
        self.refuse(1, "core", self.graph, "-s", 0, *out, code=2, says="-s")
        self.refuse(1, "core", self.graph, "-s", 3, "-o", self.path("c.txt"), code=2, says="lode file")
        self.refuse(1, "core", self.graph, "-s", 3, code=2, says="--output")
        self.refuse(2, "core", self.graph, "-s", 290, *out, "--core", 12, code=2, says="sets of 290 vertices")
        self.refuse(1, "core", self.graph, "-s", 3, *out, "--memory", "1M", code=2, says=["1M", "needs"])
        self.refuse(1, "core", self.graph, "-s", 5000, *out, code=2, says="vertices")

    def test_existing_output(self):
        out = self.write("c.lode", "mine")
        self.refuse(2, "core", self.graph, "-s", 3, "-o", out, code=2, says="c.lode")
        self.assertEqual(out.read_text(), "mine")
        self.cluster(2, "core", self.graph, "-s", 3, "-o", out, "--force", "-q")
        self.assertIn("300 vertices", self.lode("info", out))

    def test_no_place_to_write(self):
        self.refuse(2, "core", self.graph, "-s", 3, "-o", self.path("none/c.lode"), code=1, says="none")
        self.refuse(1, "core", self.graph, "-s", 3, "-o", self.path("c.lode"), "--cores", "/dev/full", code=1,
                    says="/dev/full")

    @unittest.skipIf(os.geteuid() != 0, "only root can mount a small disk")
    def test_full_disk(self):
        disk = self.path("disk")
        disk.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", disk]).returncode != 0:
            self.skipTest("no mounting here")
        try:
            self.refuse(2, "core", self.graph, "-s", 3, "-o", disk / "c.lode", code=1, says="No space left")
            self.assertEqual(list(disk.glob("*.tmp")) + list(disk.glob("*.lode")), [])
        finally:
            subprocess.run(["umount", disk])

    def test_death_of_a_rank(self):
        out = self.path("c.lode")
        run = subprocess.Popen(self.command(2, "core", self.graph, "-s", 3, "-o", out, "--lp-rounds", 10000),
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder,
                               env=environment(self.folder))
        # Killed before MPI has started in both, a rank can leave mpirun waiting for ever: a fault of its own.
        children = pathlib.Path(f"/proc/{run.pid}/task/{run.pid}/children")

        def running():
            ranks = children.read_text().split()
            return [rank for rank in ranks if self.catches_sigterm(pathlib.Path(f"/proc/{rank}/status").read_text())]

        deadline = time.monotonic() + 60
        while len(running()) < 2 and time.monotonic() < deadline:
            time.sleep(0.02)
        os.kill(int(running()[-1]), signal.SIGKILL)
        stderr = run.communicate(timeout=60)[1]
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("signal 9", stderr)
        self.assertFalse(out.exists())

    def test_asked_to_end(self):
        out = self.path("c.lode")
        graph = self.write("large.txt", text_of(random_edges(20000, 200000, 7)))
        run = subprocess.Popen(self.command(1, "core", graph, "-s", 300, "-o", out, "--lp-rounds", 10000),
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder,
                               env=environment(self.folder))
        status = pathlib.Path(f"/proc/{run.pid}/status")
        deadline = time.monotonic() + 60
        while not self.catches_sigterm(status.read_text()) and time.monotonic() < deadline:
            time.sleep(0.02)
        run.send_signal(signal.SIGTERM)
        stderr = run.communicate(timeout=300)[1]
        self.assertEqual(run.returncode, 128 + signal.SIGTERM, stderr)
        self.assertIn("lode-cluster: interrupted", stderr)
        self.assertFalse(out.exists())

    @staticmethod
    def catches_sigterm(status):
        caught = next(line for line in status.splitlines() if line.startswith("SigCgt:"))
        return int(caught.split()[1], 16) >> (signal.SIGTERM - 1) & 1


class FindTest(ClusterTest):
    """The core goes on into lode find, and its bounds are of the whole graph."""

    def test_find(self):
        graph = self.write("g.txt", text_of(random_edges(150, 1200, 9)))
        core = self.path("core.lode")
        self.cluster(2, "core", graph, "-s", "8,12", "--core", 6, "-o", core, "-q")
        here = json.loads(self.lode("find", core, "-s", "8,12", "--format", "json"))
        whole = json.loads(self.lode("find", graph, "-s", "8,12", "--format", "json"))
        for mine, best in zip(here["results"], whole["results"]):
            self.assertGreaterEqual(mine["bound"], best["edges"])
            self.assertEqual((mine["s"], mine["edges"]), (best["s"], best["edges"]))
        stated = json.loads(self.lode("bounds", core, "-s", 8, "--format", "json"))["results"][0]["bounds"]
        self.assertIn("stated", {bound["bound_rule"] for bound in stated})

    def test_help_and_version(self):
        self.assertIn("mpirun", self.cluster(1, "--help").stdout)
        self.assertIn("--lp-rounds", self.cluster(2, "core", "--help").stdout)
        self.assertTrue(self.cluster(1, "--version").stdout.startswith("lode-cluster "))
        self.assertIn("lode-cluster core --help", self.cluster(1, "core", "--nonsense", code=2).stderr)


if __name__ == "__main__":
    unittest.main()
