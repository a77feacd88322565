#!/usr/bin/env python3
"""Every input format as a user of the tool meets it. LODE names the binary; LODE_DATA, when set, the folder of
real graphs and their MANIFEST.csv."""
import bz2
import csv
import gzip
import json
import lzma
import pathlib
import random
import re
import struct
import subprocess
import sys
import unittest
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from test_cli import ToolTest, lode  # noqa: E402

KITE = {  # a triangle 1 2 3 with a tail 3 4 and the isolated vertex 5
    "kite.mtx": "%%MatrixMarket matrix coordinate pattern symmetric\n5 5 4\n2 1\n3 1\n3 2\n4 3\n",
    "kite.graph": "5 4\n2 3\n1 3\n1 2 4\n3\n\n",
    "kite.clq": "c a kite\np edge 5 4\ne 1 2\ne 1 3\ne 2 3\ne 3 4\n",
    "kite.gml": "graph [ node [ id 1 ] node [ id 2 ] node [ id 3 ] node [ id 4 ] node [ id 5 ]\n"
                "edge [ source 1 target 2 ] edge [ source 1 target 3 ] edge [ source 2 target 3 ]\n"
                "edge [ source 3 target 4 ] ]\n",
}


class Formats(ToolTest):
    def test_every_format_gives_the_same_answer_in_the_ids_of_the_file(self):
        for name, text in KITE.items():
            path = self.write(name, text)
            files = [path]
            for ending, pack in (("gz", gzip), ("bz2", bz2), ("xz", lzma)):
                files.append(self.folder / f"{name}.{ending}")
                files[-1].write_bytes(pack.compress(text.encode()))
            for file in files:
                document = self.find_json(file, "-s", "3")
                self.assertEqual(document["graph"]["vertices"], 5, name)
                self.assertEqual(document["graph"]["edges"], 4, name)
                self.assertEqual(document["graph"]["reciprocal_merged"], 0, name)
                self.assertEqual(sorted(document["results"][0]["vertices"]), [1, 2, 3], name)
                self.assertEqual(document["results"][0]["edges"], 3, name)

    def test_standard_input_is_recognised_by_content_or_told(self):
        for name in ("kite.mtx", "kite.clq", "kite.gml"):
            text = self.succeed("info", "-", stdin=KITE[name])
            self.assertIn("5 vertices, 4 edges", text)
        self.assertIn("5 vertices, 4 edges", self.succeed("info", "-", "--from", "metis", stdin=KITE["kite.graph"]))

    def test_weights_of_both_directions_that_differ_by_rounding_have_their_mean(self):
        one_way = [f"1 2 {w}\n" for w in (0.1, 0.2, 0.3)]
        sums = "".join(one_way + ["2 1 0.3\n", "2 1 0.2\n", "2 1 0.1\n", "2 3 1\n"])
        banner = "%%MatrixMarket matrix coordinate real general\n3 3 3\n"
        files = {"r.txt": (sums, 1.6), "r.mtx": (banner + "1 2 0.6\n2 1 0.6000000000000001\n2 3 1\n", 1.6),
                 "r.graph": ("3 2 1\n2 0.6\n1 0.6000000000000001 3 1\n2 1\n", 1.6)}
        for name, (text, total) in files.items():
            path = self.write(name, text)
            self.assertIn("1 pair of weights of both directions differ by rounding: their mean is taken",
                          self.succeed("info", path, "--weighted"), name)
            whole = self.find_json(path, "-s", "3", "--weighted")["results"][0]
            self.assertAlmostEqual(whole["weight"], total, 15, name)
        for lines in ("1 2 0.6\n2 1 0.6000000001\n", "1 2 5\n2 1 7\n2 3 1e16\n"):  # far apart; integers
            self.fail_with(3, ["--merge"], "info", self.write("r.txt", lines), "--weighted")

    def test_weights_outside_of_the_domain_are_refused(self):
        for weight in ("1e101", "1e-101", "-1e101", "1e-400"):
            self.fail_with(3, [":2:5", weight, "0 or between 1e-100 and 1e100"], "info",
                           self.write("w.txt", f"1 2 1\n2 3 {weight}\n"), "--weighted", "--signed")

    def test_a_weighted_matrix_without_edges_is_read_again(self):
        empty = self.write("empty.mtx", "%%MatrixMarket matrix coordinate real symmetric\n3 3 0\n")
        self.succeed("convert", empty, self.folder / "again.mtx", "--weighted")
        self.assertIn("3 vertices, 0 edges", self.succeed("info", self.folder / "again.mtx", "--weighted"))

    def test_weights(self):
        weighted = {
            "w.mtx": "%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 2.5\n3 2 1\n",
            "w.graph": "3 2 1\n2 2.5\n1 2.5 3 1\n2 1\n",
            "w.gml": "graph [ node [ id 1 ] node [ id 2 ] node [ id 3 ] edge [ source 1 target 2 value 2.5 ]\n"
                     "edge [ source 2 target 3 value 1 ] ]\n",
        }
        for name, text in weighted.items():
            path = self.write(name, text)
            result = self.find_json(path, "-s", "2", "--weighted")["results"][0]
            self.assertEqual((result["weight"], result["vertices"]), (2.5, [1, 2]), name)
            self.assertIn("ignored", self.succeed("info", path))
        for name in KITE:
            self.fail_with(2 if name.endswith("clq") else 3, ["weight"], "info", self.write(name, KITE[name]),
                           "--weighted")

    def test_from_lists_every_format_and_refuses_others(self):
        text = self.succeed("info", "--help-all")
        for name in ("mtx", "dimacs", "gml", "webgraph", "metis", "edges"):
            self.assertIn(name, text)
        self.fail_with(2, ["metis"], "info", self.write("a.txt", "0 1\n"), "--from", "dot")


class Tables(ToolTest):
    """Edge lists as other programs write them."""

    def test_columns_of_find_have_their_long_names(self):
        path = self.write("g.csv", "a,b,c\n9,1,2\n8,2,3\n")
        for source in ("--source", "--source-column"):
            document = self.find_json(path, "-s", "2", source, "2", "--target-column", "3")
            self.assertEqual(document["graph"]["vertices"], 3)
        # The target of find is a number of edges.
        self.fail_with(2, ["--target: 'c' is not a number"], "find", path, "-s", "2", "--source", "b", "--target", "c")
        for names in (("--source", "--target"), ("--source-column", "--target-column")):
            self.assertIn("3 vertices", self.succeed("info", path, names[0], "2", names[1], "3"))

    def test_columns(self):
        path = self.write("g.csv", "time,src,dst,strength\n9,1,2,5\n8,2,3,7\n")
        self.assertIn("3 vertices, 2 edges", self.succeed("info", path))
        for more in (("--weight-column", "strength"), ("--weight-column", "4")):
            result = self.find_json(path, "-s", "2", *more)["results"][0]
            self.assertEqual((result["vertices"], result["weight"]), ([2, 3], 7))
        text = self.succeed("info", path, "--source", "time", "--target", "4")
        self.assertIn("4 vertices, 2 edges", text)
        self.assertIn("4 vertices, 2 edges", self.succeed("info", path, "--source-column", "time", "--target-column", "4"))
        found = self.find_json(path, "-s", "2", "--source-column", "time", "--target-column", "4", "--target", "1")
        self.assertEqual(found["graph"]["vertices"], 4)
        self.fail_with(3, ["no column is called 'nobody'"], "info", path, "--source", "nobody")
        self.fail_with(2, ["--source", "columns count from 1"], "info", path, "--source", "0")
        metis = self.write("a.graph", KITE["kite.graph"])
        self.fail_with(2, ["--source-column does not apply"], "info", metis, "--source", "1")
        self.fail_with(2, ["--no-header does not apply"], "info", metis, "--no-header")
        self.fail_with(2, ["--header does not apply"], "info", metis, "--header")

    def test_labels_are_utf8(self):
        path = self.folder / "latin1.txt"
        path.write_bytes("jos\u00e9 ann\n".encode("latin-1"))
        self.fail_with(3, [f"{path}:1:4", "0xe9", "not UTF-8", "iconv"], "info", path, "--labels")
        path.write_bytes("jos\u00e9 ann\n".encode())
        result = self.write("result.json", self.succeed("find", path, "--labels", "-s", "2", "--format", "json"))
        self.succeed("verify", path, "--labels", "--result", result)

    def test_an_empty_set(self):
        graph = self.write("g.txt", "0 1\n")
        for text in ("", "# edges 1\n"):
            self.fail_with(3, ["set.txt", "write one vertex per line"], "verify", graph, "--set",
                           self.write("set.txt", text))


class BadFormats(ToolTest):
    def test_files_of_other_programs_come_with_a_command_that_names_them(self):
        for name, content, words in (
                ("a.parquet", b"PAR1\x15\x04", ["Parquet", "pandas.read_parquet('{0}').to_csv('{0}.csv', index=False)"]),
                ("a.h5", b"\x89HDF\r\n\x1a\n", ["HDF5", "pandas.read_hdf('{0}').to_csv('{0}.csv', index=False)"]),
                ("a.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500),
                 ["Excel", "pandas.read_excel('{0}').to_csv('{0}.csv', index=False)"]),
        ):
            path = self.folder / name
            path.write_bytes(content)
            for more in ((), ("--labels",), ("--from", "edges")):
                self.fail_with(3, [word.format(path) for word in words], "info", path, *more)

    def test_labels_cannot_send_commands_to_a_terminal(self):
        names = ["plain-word", "b", "c", "d"]
        self.succeed("convert", self.write("k4.txt", "".join(f"{u} {v}\n" for u in names for v in names if u < v)),
                     self.folder / "k4.lode", "--labels")
        stored = (self.folder / "k4.lode").read_bytes()
        self.assertIn(b"plain-word", stored)
        data = stored[64:].replace(b"plain-word", b"ab\x1b]0;b\x07\xc2\x9b")
        head = stored[:56] + struct.pack("<I", zlib.crc32(data))
        hostile = self.folder / "hostile.lode"
        hostile.write_bytes(head + struct.pack("<I", zlib.crc32(head)) + data)
        for command in (["find", "-s", "4"], ["densest"], ["convert", "-", "--to", "edges"]):
            out = lode(command[0], hostile, *command[1:])
            self.assertNotRegex(out.stdout + out.stderr, "[\x1b\x07\x9b]")
            self.assertIn("ab\\x1b]0;b\\x07\\xc2\\x9b", out.stdout + out.stderr)

    def test_options_without_meaning(self):
        self.fail_with(2, ["--lenient"], "info", self.write("a.graph", KITE["kite.graph"]), "--lenient")
        self.fail_with(2, ["--labels"], "info", self.write("a.clq", KITE["kite.clq"]), "--labels")


def networkx_graphs():
    """Graphs of every kind that the formats hold: names, weights, directions, loops, edges that repeat."""
    import networkx
    random.seed(7)
    graphs = {"karate": networkx.karate_club_graph(), "novel": networkx.les_miserables_graph()}
    ring = networkx.Graph()
    ring.add_weighted_edges_from((f"Zoë {i}", f"Zoë {(i + 1) % 9}", 0.1 * i + 0.3) for i in range(9))
    ring.add_node("Łódź <&> \"q\" 'x' \\ →")
    graphs["unicode"] = ring
    directed = networkx.DiGraph()
    for _ in range(200):
        directed.add_edge(random.randrange(40), random.randrange(40), weight=random.randrange(1, 9))
    graphs["directed"] = directed
    several = networkx.MultiGraph(title="several <edges>")
    several.add_nodes_from((f"n{i}", {"kind": "a & b", "size": i}) for i in range(30))
    for _ in range(120):
        u, v = sorted(random.choices(range(30), k=2))
        several.add_edge(f"n{u}", f"n{v}", weight=float(random.randrange(1, 5)), colour="<red>")
    graphs["several"] = several
    arcs = networkx.MultiDiGraph()
    for _ in range(150):
        arcs.add_edge(random.randrange(25), random.randrange(25), weight=float(random.randrange(1, 5)))
    graphs["arcs"] = arcs
    return graphs


def simple_edges(graph):
    """The weights of the simple graph: those of repeated edges add up, and so do both directions."""
    edges = {}
    for u, v, weight in graph.edges(data="weight"):
        if u != v:
            pair = frozenset((str(u), str(v)))
            edges[pair] = edges.get(pair, 0) + weight
    return edges


class Networks(ToolTest):
    """Files that networkx and SciPy write hold the graphs they were made from."""

    def setUp(self):
        super().setUp()
        try:
            import networkx  # noqa: F401
            import scipy.sparse  # noqa: F401
        except ImportError:
            self.skipTest("networkx or SciPy is not installed")

    def edges_of(self, path, *options):
        """All names, and the weight of every edge, as lode reads the file."""
        table = self.folder / "read.csv"
        self.succeed("convert", path, table, "--force", *options)
        names, edges = set(), {}
        with open(table, newline="") as file:
            for u, v, *weight in csv.reader(file):
                names |= {u, v}
                if u != v:
                    edges[frozenset((u, v))] = float(weight[0]) if weight else 1.0
        return names, edges

    def compare(self, path, graph, *options):
        weights = simple_edges(graph)
        names = {str(node) for node in graph}
        read, edges = self.edges_of(path, "--weighted", "--merge", "sum", *options)
        self.assertEqual(read, names, path)
        self.assertEqual(edges.keys(), weights.keys(), path)
        for pair, weight in weights.items():
            self.assertAlmostEqual(edges[pair], weight, places=9, msg=(path, pair))
        read, edges = self.edges_of(path, *options)
        self.assertEqual((read, edges.keys()), (names, weights.keys()), path)

    def test_files_of_networkx(self):
        import networkx
        for name, graph in networkx_graphs().items():
            path = self.folder / f"{name}.graphml"
            networkx.write_graphml_xml(graph, path)
            self.compare(path, graph)
            path = self.folder / f"{name}.json"
            for indent in (None, 1):
                path.write_text(json.dumps(networkx.node_link_data(graph), indent=indent))
                self.compare(path, graph)
            path.write_text(json.dumps(networkx.node_link_data(graph), ensure_ascii=False, sort_keys=True),
                            encoding="utf-8")
            self.compare(path, graph)

    def test_what_lode_writes_comes_back_in_lode_and_in_networkx(self):
        import networkx
        readers = {
            "graphml": networkx.read_graphml,
            "json": lambda path: networkx.node_link_graph(json.loads(path.read_text())),
        }
        graphs = networkx_graphs()
        for name in ("novel", "unicode", "karate"):
            graph = graphs[name]
            source = self.folder / f"{name}-source.json"
            source.write_text(json.dumps(networkx.node_link_data(graph)))
            for ending, read in readers.items():
                for packed in ("", ".gz", ".bz2", ".xz", ".zst"):
                    path = self.folder / f"{name}.{ending}{packed}"
                    self.succeed("convert", source, path, "--weighted")
                    if packed in ("", ".bz2"):
                        self.compare(path, graph)
                    else:
                        self.assertEqual(self.edges_of(path, "--weighted"), self.edges_of(source, "--weighted"))
                theirs = read(self.folder / f"{name}.{ending}")
                label = {node: data.get("label", node) for node, data in theirs.nodes(data=True)}
                found = {frozenset((str(label[u]), str(label[v]))): float(data["weight"])
                         for u, v, data in theirs.edges(data=True)}
                self.assertEqual(found, simple_edges(graph), (name, ending))
                self.assertEqual({str(label[node]) for node in theirs}, {str(node) for node in graph})

    def test_packed_files_are_those_of_other_programs(self):
        for ending, pack in (("bz2", bz2), ("xz", lzma), ("gz", gzip)):
            path = self.folder / f"k.mtx.{ending}"
            self.succeed("convert", "karate", path)
            self.assertIn("\n34 34 78\n", pack.decompress(path.read_bytes()).decode())
            twice = self.folder / f"twice.{ending}"
            twice.write_bytes(pack.compress(b"1 2\n2 ") + pack.compress(b"3\n3 1\n"))
            self.assertIn("3 vertices, 3 edges", self.succeed("info", twice))
            twice.write_bytes(pack.compress(b"1 2\n") + b"junk")
            self.fail_with(3, [str(twice), "the "], "info", twice)

    def test_archives_of_sparse_matrices_come_with_the_command_that_converts_them(self):
        import numpy
        import scipy.sparse
        matrix = scipy.sparse.csr_matrix(numpy.array([[0, 2, 1], [2, 0, 0], [1, 0, 0]]))
        path = self.folder / "m.npz"
        scipy.sparse.save_npz(path, matrix)
        refusal = self.fail_with(3, [".npz", "load_npz"], "info", path)
        command = re.search(r'python3 -c "(.*)"', refusal.stderr).group(1)
        subprocess.run([sys.executable, "-c", command], check=True)
        self.assertIn("3 vertices, 2 edges", self.succeed("info", f"{path}.mtx", "--weighted"))

    def test_networks_that_networkx_reads_come_with_the_command_that_converts_them(self):
        import networkx
        for ending, write in (("gexf", networkx.write_gexf), ("net", networkx.write_pajek)):
            path = self.folder / f"club.{ending}"
            write(networkx.karate_club_graph(), path)
            refusal = self.fail_with(3, ["networkx"], "info", path)
            command = re.search(r'python3 -c "(.*)"', refusal.stderr).group(1)
            subprocess.run([sys.executable, "-c", command], check=True)
            self.assertIn("34 vertices, 78 edges", self.succeed("info", f"{path}.graphml"))

    def test_directions(self):
        import networkx
        graph = networkx_graphs()["directed"]
        writers = {"graphml": networkx.write_graphml,
                   "json": lambda g, path: path.write_text(json.dumps(networkx.node_link_data(g)))}
        found = {}
        for ending, write in writers.items():
            path = self.folder / f"d.{ending}"
            write(graph, path)
            document = json.loads(self.succeed("densest", path, "--directed", "--format", "json"))
            found[ending] = (document["graph"]["vertices"], document["graph"]["edges"], document["graph"]["loops"])
            write(networkx.karate_club_graph(), path)
            self.fail_with(3, [str(path), "direct"], "densest", path, "--directed")
        wanted = (len(graph), graph.number_of_edges(), networkx.number_of_selfloops(graph))
        self.assertEqual(found, dict.fromkeys(found, wanted))

    def test_labels_of_other_programs(self):
        import networkx
        graph = networkx.path_graph(3)
        for names, expected in ((["Ann", "Bob", "Cy"], {"Ann", "Bob", "Cy"}), (["Ann", "Ann", "Cy"], {"0", "1", "2"})):
            for key in ("label", "name"):
                named = graph.copy()
                for node, name in enumerate(names):
                    named.nodes[node][key] = name
                path = self.folder / "named.graphml"
                networkx.write_graphml(named, path)
                self.assertEqual(self.edges_of(path)[0], expected)
                if key == "label":
                    document = networkx.node_link_data(named)
                    (self.folder / "named.json").write_text(json.dumps(document))
                    self.assertEqual(self.edges_of(self.folder / "named.json")[0], expected)
                text = self.succeed("info", path)
                self.assertEqual("'Ann' repeats" in text, expected != {"Ann", "Bob", "Cy"})


if __name__ == "__main__":
    unittest.main(verbosity=2)
