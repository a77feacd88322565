#!/usr/bin/env python3
"""lode-cluster as a user meets it. LODE and LODE_CLUSTER name the binaries; LODE_DATA the folder of real graphs."""
import gzip
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

LODE = os.environ["LODE"]
CLUSTER = os.environ["LODE_CLUSTER"]
DATA = os.environ.get("LODE_DATA")
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_mpi_yield_when_idle="1")
PROGRAM = 16_500_000  # bytes that `--memory` counts for the program itself


def mpirun(ranks, *arguments):
    return subprocess.run(["mpirun", "-q", "--oversubscribe", "--bind-to", "none", "-n", str(ranks), CLUSTER,
                           *map(str, arguments)], capture_output=True, text=True, timeout=60, env=ENVIRONMENT)


def lode(*arguments):
    return subprocess.run([LODE, *map(str, arguments)], capture_output=True, text=True, timeout=60, check=True).stdout


def draw(lines, ids, seed=1, times=1):
    numbers = random.Random(seed)
    return [(int(numbers.random() ** 2 * ids) * times, int(numbers.random() ** 2 * ids) * times)
            for _ in range(lines)]


def text_of(pairs):
    return "".join(f"{u} {v}\n" for u, v in pairs)


class ClusterTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def core(self, ranks, files, *options, output="core.lode"):
        path = self.folder / output
        result = mpirun(ranks, "core", *files, "-o", path, "--force", "--format", "json", *options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout), path.read_bytes()

    def fail_with(self, code, words, ranks, *arguments):
        """One line, said once, on all ranks the same code, and no file that was not there."""
        before = sorted(path.name for path in self.folder.iterdir())
        result = mpirun(ranks, *arguments)
        self.assertEqual(result.returncode, code, result.stderr)
        self.assertEqual(result.stdout, "")
        said = [line for line in result.stderr.splitlines() if line.startswith("lode-cluster: ")]
        self.assertEqual(len(said), 1, result.stderr)
        for word in words:
            self.assertIn(word, result.stderr)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), before)

    def check_against_one_machine(self, graph, *options, ranks=(1, 2, 3, 4)):
        """The same file, bounds and counts for any number of ranks, and those of lode itself."""
        told = [self.core(n, [graph], "--cores", self.folder / f"cores-{n}.csv", *options) for n in ranks]
        report, content = told[0]
        for other, other_content in told[1:]:
            self.assertEqual(other_content, content)
            for field in ("input", "vertices", "edges", "max_degree", "bounds"):
                self.assertEqual(other[field], report[field])
            self.assertEqual({**other["core"], "file": ""}, {**report["core"], "file": ""})
        info = json.loads(lode("info", graph, "--format", "json", "--cores", self.folder / "lode.csv", "--force"))
        cores = (self.folder / "lode.csv").read_bytes()
        for n in ranks:
            self.assertEqual((self.folder / f"cores-{n}.csv").read_bytes(), cores)
        for field in ("vertices", "edges"):
            self.assertEqual(report[field], info["graph"][field])
        for field in ("self_loops_dropped", "duplicates_merged", "reciprocal_merged"):
            self.assertEqual(report["input"][field], info["graph"][field], field)
        lode("convert", graph, self.folder / "cut.lode", "--core", int(report["core"]["core"]), "--force")
        lode("convert", self.folder / "cut.lode", self.folder / "cut.edges", "--to", "edges", "--force")
        lode("convert", self.folder / "core.lode", self.folder / "core.edges", "--to", "edges", "--force")
        lines = [[line for line in (self.folder / name).read_text().splitlines() if not line.startswith("#")]
                 for name in ("cut.edges", "core.edges")]
        self.assertEqual(*lines)
        return report


class SameForAnyNumberOfRanks(ClusterTest):
    def test_generated_graphs(self):
        for seed, (lines, ids, times) in enumerate([(4000, 300, 1), (9000, 2000, 10**12), (500, 600, 7)]):
            pairs = draw(lines, ids, seed, times)
            graph = self.write("g.txt", "# drawn\n\n" + text_of(pairs))
            report = self.check_against_one_machine(graph, "-s", "5,20", "--core", "2")
            neighbours = {}
            for u, v in pairs:
                if u != v:
                    neighbours.setdefault(u, set()).add(v)
                    neighbours.setdefault(v, set()).add(u)
            degrees = sorted((len(others) for others in neighbours.values()), reverse=True)
            values = {(bound["size"], bound["rule"]): bound["value"] for bound in report["bounds"]}
            for s in (5, 20):
                self.assertEqual(values[s, "degree"], sum(min(d, s - 1) for d in degrees[:s]) // 2)
                self.assertEqual(values[s, "trivial"], min(s * (s - 1) // 2, report["edges"]))
                found = json.loads(lode("find", graph, "-s", s, "--format", "json", "--effort", "none"))
                for rule in ("lp", "spectral"):
                    self.assertGreaterEqual(values[s, rule], found["results"][0]["edges"])

    def test_the_lp_and_spectral_bounds_come_near_those_of_lode(self):
        graph = self.write("g.txt", text_of(draw(20000, 500)))
        report, _ = self.core(3, [graph], "-s", "40", "--core", "1", "--passes", "200")
        values = {bound["rule"]: bound["value"] for bound in report["bounds"]}
        of_lode = json.loads(lode("bounds", graph, "-s", "40", "--format", "json"))["results"][0]["bounds"]
        for rule in ("lp", "spectral"):
            bound = next(row["upper_bound"] for row in of_lode if row["bound"] == rule)
            self.assertGreaterEqual(values[rule], bound - 1)
            self.assertLess(values[rule], 1.03 * bound + 2)

    @unittest.skipUnless(DATA, "LODE_DATA names no folder of graphs")
    def test_real_graphs(self):
        for name in ("CollegeMsg.txt.gz", "email-Eu-core.txt.gz", "ca-GrQc.txt.gz", "p2p-Gnutella08.txt.gz",
                     "facebook_combined.txt.gz", "lastfm_asia_edges.txt.gz", "karate.gml.gz", "jazz.graph.gz",
                     "C125.9.clq.gz", "p2p-Gnutella04.txt.gz"):
            with self.subTest(name):
                path = pathlib.Path(DATA) / name
                if not path.exists():
                    continue
                if name.endswith(".txt.gz"):
                    self.check_against_one_machine(path, "-s", "10", "--core", "3", ranks=(1, 3))
                else:
                    (first, content), (second, other) = (self.core(n, [path], "-s", "10", "--core", "3")
                                                         for n in (1, 4))
                    self.assertEqual(content, other)
                    self.assertEqual(first["bounds"], second["bounds"])


class Shards(ClusterTest):
    def test_any_order_number_and_kind(self):
        pairs = draw(3000, 300)
        whole = self.write("whole.txt", text_of(pairs))
        expected, content = self.core(1, [whole], "-s", "10", "--core", "3")
        parts = [text_of(pairs[i::5]) for i in range(5)]
        shards = [self.write("part-0.txt", "# a\n" + parts[0]), self.write("part-1.csv", parts[1].replace(" ", ",")),
                  self.write("part-2.txt.gz", gzip.compress(parts[2].encode())), self.write("part-3.txt", parts[3]),
                  self.write("part-4.txt", parts[4]), self.write("empty.txt", ""),
                  self.write("empty.gz", gzip.compress(b"")), self.write("comments.txt", "# nothing\n")]
        for ranks, files in ((1, shards), (3, shards[::-1]), (4, shards[2:] + shards[:2])):
            report, other = self.core(ranks, files, "-s", "10", "--core", "3")
            self.assertEqual(other, content)
            for field in ("self_loops_dropped", "duplicates_merged", "reciprocal_merged", "edge_lines"):
                self.assertEqual(report["input"][field], expected["input"][field])

    def test_lode_files_among_them(self):
        pairs = [(u, v) for u, v in draw(2000, 200) if u != v]
        half = self.write("half.txt", text_of(pairs[:1000]))
        lode("convert", half, self.folder / "half.lode")
        rest = self.write("rest.txt", text_of(pairs[1000:]))
        _, content = self.core(2, [half, rest], "-s", "10", "--core", "2")
        for ranks in (1, 3):
            _, other = self.core(ranks, [rest, self.folder / "half.lode"], "-s", "10", "--core", "2")
            self.assertEqual(other, content)

    def test_files_that_are_cut(self):
        pairs = draw(150_000, 3000)
        text = "# " + "x" * 70_000 + "\n3000 150000\n" + text_of(pairs)
        graph = self.write("g.txt", text)  # a header "n m", behind more comments than lode looks at first
        self.assertGreater(len(text), 1 << 20)
        self.check_against_one_machine(graph, "-s", "10", "--memory", PROGRAM + 5_000_000)
        edge = self.write("edge.txt", text.replace("3000 150000", "3000 150001"))
        one, content = self.core(1, [edge], "-s", "10", "--core", "5")
        four, other = self.core(4, [edge], "-s", "10", "--core", "5")
        self.assertEqual(content, other)
        self.assertEqual(one["input"]["edge_lines"], 150_001)
        self.assertEqual(four["input"], one["input"])


class HostileInput(ClusterTest):
    def test_the_first_bad_line_is_named_wherever_the_file_is_cut(self):
        lines = text_of(draw(200_000, 3000)).splitlines()
        lines[120_000], lines[190_000] = "7 x", "y"
        bad = self.write("bad.txt", "\n".join(lines) + "\n")
        worse = self.write("z.txt", "1 2\n3\n")
        for ranks in (1, 2, 4):
            self.fail_with(3, [f"{bad}:120001:3: "], ranks, "core", bad, worse, "-s", "5", "--core", "1", "-o",
                           self.folder / "o.lode")
        self.fail_with(3, [f"{worse}:2:"], 3, "core", worse, bad, "-s", "5", "--core", "1", "-o", self.folder / "o.lode")

    def test_files_that_cannot_be_read(self):
        good = self.write("g.txt", "1 2\n2 3\n1 3\n")
        out = self.folder / "o.lode"
        common = ("-s", "3", "--core", "2", "-o", out)
        self.fail_with(3, ["nowhere.txt", "no such file"], 2, "core", good, self.folder / "nowhere.txt", *common)
        self.fail_with(3, ["part.gz"], 2, "core", good, self.write("part.gz", gzip.compress(b"1 2\n" * 9000)[:-9]), *common)
        self.fail_with(3, ["holds no edges"], 2, "core", self.write("c.txt", "# 1 2\n"), *common)
        self.fail_with(3, ["self-loops"], 2, "core", self.write("l.txt", "1 1\n2 2\n3 3\n"), *common)
        self.fail_with(3, [str(self.folder)], 2, "core", self.folder, *common)
        core = self.folder / "core.lode"
        self.core(2, [good], "-s", "3", "--core", "2")
        self.fail_with(3, ["is the 2-core"], 2, "core", core, good, *common)

    def test_options(self):
        good = self.write("g.txt", "1 2\n2 3\n1 3\n3 4\n")
        out = ("-o", self.folder / "o.lode")
        self.fail_with(2, ["--memory"], 2, "core", good, "-s", "3", "--memory", "8x", *out)
        self.fail_with(2, ["--memory", "give the memory"], 2, "core", good, "-s", "3", *out)
        self.fail_with(2, ["2-core with 3 vertices and 3 edges", "allow more"], 3, "core", good, "-s", "3", "--memory",
                       "1M", *out)
        self.fail_with(2, ["--core", "smaller"], 3, "core", good, "-s", "3", "--core", "3", *out)
        self.fail_with(2, ["-s is 4", "2-core has 3"], 3, "core", good, "-s", "4", "--core", "2", *out)
        self.fail_with(2, ["-s is 5"], 3, "core", good, "-s", "5", "--core", "2", *out)
        for option in ("--weighted", "--labels", "--lenient"):
            self.fail_with(2, [option], 2, "core", good, "-s", "3", "--core", "2", option, *out)
        self.fail_with(2, ["standard input"], 2, "core", "-", "-s", "3", "--core", "2", *out)

    def test_output(self):
        good = self.write("g.txt", "1 2\n2 3\n1 3\n")
        there = self.write("there.lode", "mine")
        common = ("core", good, "-s", "3", "--core", "2", "-o")
        self.fail_with(2, ["exists already", "--force"], 2, *common, there)
        self.assertEqual(there.read_text(), "mine")
        self.fail_with(1, ["folder does not exist"], 2, *common, self.folder / "no" / "o.lode")
        self.fail_with(1, ["/dev/full", "No space"], 2, *common, "/dev/full", "--force")


class Checkpoints(ClusterTest):
    def setUp(self):
        super().setUp()
        self.graph = self.write("g.txt", text_of(draw(5000, 400)))
        self.kept = self.folder / "kept"
        self.options = ("-s", "10", "--core", "4", "--checkpoint", self.kept)

    def test_every_step_leads_to_the_same_file(self):
        report, content = self.core(3, [self.graph], *self.options)
        for missing in ((), ("peel",), ("peel", "bounds")):
            for step in missing:
                (self.kept / f"rank-1.{step}").unlink()
            again, other = self.core(3, [self.graph], *self.options, "--resume")
            self.assertEqual(other, content)
            for field in ("input", "bounds", "vertices", "edges"):
                self.assertEqual(again[field], report[field])

    def test_a_run_that_failed_goes_on(self):
        self.fail_with_kept(1, "core", self.graph, *self.options, "-o", "/dev/full", "--force")
        _, content = self.core(2, [self.graph], *self.options, "--resume")
        _, fresh = self.core(2, [self.graph], "-s", "10", "--core", "4")
        self.assertEqual(content, fresh)

    def fail_with_kept(self, code, *arguments):
        result = mpirun(2, *arguments)
        self.assertEqual(result.returncode, code, result.stderr)
        return result.stderr

    def test_what_does_not_fit_is_refused(self):
        out = ("-o", self.folder / "o.lode")
        self.assertIn("holds no state", self.fail_with_kept(2, "core", self.graph, *self.options, "--resume", *out))
        self.core(2, [self.graph], *self.options)
        self.assertIn("--core 5", self.fail_with_kept(3, "core", self.graph, "-s", "10", "--core", "5", "--checkpoint",
                                                      self.kept, "--resume", *out))
        result = mpirun(1, "core", self.graph, *self.options, "--resume", *out)
        self.assertEqual(result.returncode, 3)
        self.assertIn("'ranks: 2', and now 'ranks: 1'", result.stderr)
        state = self.kept / "rank-1.assemble"
        whole = state.read_bytes()
        state.write_bytes(whole[:100] + bytes([whole[100] ^ 1]) + whole[101:])
        self.assertIn("damaged", self.fail_with_kept(3, "core", self.graph, *self.options, "--resume", *out))
        state.write_bytes(whole[:50])
        self.assertIn("damaged", self.fail_with_kept(3, "core", self.graph, *self.options, "--resume", *out))
        state.write_bytes(whole)
        self.graph.write_text(self.graph.read_text() + "1 2\n")
        self.assertIn("g.txt", self.fail_with_kept(3, "core", self.graph, *self.options, "--resume", *out))
        self.assertFalse((self.folder / "o.lode").exists())


class Find(ClusterTest):
    def test_as_lode_find_on_the_core(self):
        graph = self.write("g.txt", text_of(draw(5000, 400)))
        core = self.folder / "core.lode"
        result = mpirun(3, "find", graph, "-s", "10", "--core", "4", "-o", core, "--format", "json", "--", "--seed", "3")
        self.assertEqual(result.returncode, 0, result.stderr)
        found = json.loads(result.stdout)["results"][0]
        alone = json.loads(lode("find", core, "-s", "10", "--format", "json", "--seed", "3"))["results"][0]
        for field in ("edges", "upper_bound", "vertices"):
            self.assertEqual(found[field], alone[field])
        result = mpirun(2, "find", graph, "-s", "10", "--core", "4", "--", "--effort", "much")
        self.assertEqual(result.returncode, 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv)
