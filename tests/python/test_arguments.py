"""Every argument is looked at before the C++ side sees it, and errors speak Python: its names, its indices."""
import inspect
import re
import threading
import warnings

import networkx as nx
import numpy as np
import pandas as pd
import pytest

import lode
from lode import _checks
from support import FakeIgraph

A, B = np.eye(3), np.ones(3)
CALLS = {
    lode.find: lambda **o: lode.find("karate", 5, **o), lode.bounds: lambda **o: lode.bounds("karate", 5, **o),
    lode.densest: lambda **o: lode.densest("karate", **o),
    lode.dense_layers: lambda **o: lode.dense_layers("karate", **o),
    lode.cores: lambda **o: lode.cores("karate", **o), lode.cliques: lambda **o: lode.cliques("karate", **o),
    lode.densest_cliques: lambda **o: lode.densest_cliques("karate", **o),
    lode.truss_numbers: lambda **o: lode.truss_numbers("karate", **o),
    lode.core_tree: lambda **o: lode.core_tree("karate", **o), lode.truss_tree: lambda **o: lode.truss_tree("karate", **o),
    lode.compare: lambda **o: lode.compare("karate", 5, **o), lode.report: lambda **o: lode.report("karate", **o),
    lode.verify: lambda **o: lode.verify("karate", [1, 2], **o), lode.read: lambda **o: lode.read("karate", **o),
    lode.read_bytes: lambda **o: lode.read_bytes(b"0 1", **o),
    lode.generate: lambda **o: lode.generate("gnp", n=5, p=0.5, **o),
    lode.lsq.solve: lambda **o: lode.lsq.solve(A, B, **{"sparsity": 1, **o}),
    lode.lsq.path: lambda **o: lode.lsq.path(A, B, **{"sparsity": 1, **o}),
    lode.Graph.from_edges: lambda **o: lode.Graph.from_edges([0], [1], **o),
    lode.Graph.from_networkx: lambda **o: lode.Graph.from_networkx(nx.path_graph(3), **o),
    lode.Graph.from_dense: lambda **o: lode.Graph.from_dense(A, **o),
}
WRONG = {
    "time": ["1s", "1", -1, np.nan, [1], True, 10**400],
    "seed": [None, -1, 1.5, "1", np.random.default_rng(1), 2**64, True],
    "threads": [1.5, "2", -1, None, 2**40], "cancel": [threading.Event(), True, "x"],
    "on_interrupt": ["ignore", None, 1], "certificate": ["x", 1, None], "connected": ["yes", 0], "force": ["yes"],
    "trust_search": ["x"], "lenient": ["x", 1], "verify": ["x"], "attributes": ["x", 1], "merge": ["mean", 1, None], "effort": ["max", 3, None],
    "memory": ["4X", "G", "", -1, 1.5, [1]], "top": [0, -1, 2.5, "3", True], "target": ["much", np.nan],
    "core_of": ["x", -1], "binary": ["x"], "refit": ["x"], "check": ["x"], "lam": ["x", -1], "box": ["x", -1],
    "loss": ["cubed"], "enough": [1.5, "3", -1], "starts": [0, "x"], "separator": ["x", None],
    "header": ["x", 2], "weight": [3, 1.5, []], "method": [3, None], "threshold": ["x", None], "sweeps": [1.5],
    "weighted": ["x", 2], "format": [3], "k": [2, 7, "3", 3.5, None], "curve": ["x", 1],
    "claimed_weight": ["x", np.nan, True],
}
# Here the word is the name of a column or of an attribute.
NAMES = {(lode.read, "target"), (lode.read_bytes, "target"),
         (lode.Graph.from_networkx, "weight")}


def parameters(call):
    names = set(inspect.signature(call).parameters)
    return names | (set(inspect.signature(lode.read).parameters) if call is lode.read_bytes else set())


@pytest.mark.parametrize("call, name", [(call, name) for call in CALLS for name in sorted(WRONG)
                                        if name in parameters(call) and (call, name) not in NAMES],
                         ids=lambda part: getattr(part, "__name__", str(part)))
def test_wrong_arguments_are_named(call, name):
    for value in WRONG[name]:
        with pytest.raises(lode.InvalidArgument) as caught:
            CALLS[call](**{name: value})
        text = str(caught.value)
        assert text.startswith(f"{name} is ") and caught.value.parameter == name, text
        assert "incompatible" not in text and len(text) < 250


def test_progress_is_a_switch_or_a_function():
    for call in (lode.find, lode.bounds, lode.report, lode.lsq.solve, lode.lsq.path, lode.compare):
        for value in ("yes", 1, [print]):
            with pytest.raises(lode.InvalidArgument, match="progress is .*: "):
                CALLS[call](progress=value)
    with pytest.raises(lode.InvalidArgument, match="proof_log is 'x'"):
        lode.find("karate", 5, effort="proof", proof_log="x")


def test_every_parameter_is_checked_or_has_a_test_of_its_own():
    """A new keyword gets a check: what is not among these is looked at elsewhere, by the name that stands there."""
    elsewhere = {"graph", "graphs", "s", "include", "exclude", "start", "weight", "progress", "settings", "memory", "name",
                 "values", "costs", "anchors", "path", "journal", "methods", "table", "what", "sides", "edges", "data", "options", "kind", "arguments", "A", "b",
                 "u", "v", "w", "n", "labels", "G", "S", "source", "target", "weight_column", "effort", "min_density", "min_average_degree", "quotas",
                 "missing", "plex"}
    for call in CALLS:
        assert set(inspect.signature(call).parameters) <= elsewhere | set(_checks._CHECKS), call


@pytest.mark.parametrize("s", [True, [True], [5, False], "5", 2.5, [2.5], None, 0, -1, [0], 2**40, [[3]], np.bool_(True)],
                         ids=repr)
def test_sizes_are_told_as_s(s):
    with pytest.raises(lode.InvalidArgument, match=r"^s\b"):
        lode.find("karate", s)
    with pytest.raises(lode.InvalidArgument, match=r"^s\b"):
        lode.bounds("karate", s)


@pytest.mark.parametrize("options, words", [
    ({"max_overlap": 0.3}, "max_overlap is 0.3: goes with top="), ({"proof_log": print}, "effort is 'auto': proof_log"),
    ({"top": 2, "max_overlap": 1}, "max_overlap must be at least 0 and below 1, not 1"), ({"top": 2, "max_overlap": 1.5}, r"max_overlap must be at least 0 and below 1, not 1\.5"),
    ({"working_set": "R100-G100"}, "working_set R100-G100 holds more than 32 coordinates"), ({"presett": "fast"}, "presett .* working_set"),
    ({"colour": [1]}, r"colour is \[1\]"), ({"memory": 1}, "memory 1 bytes does not suffice for 34 vertices, which take 540 bytes"),
    ({"include": [1], "exclude": [1]}, "include is 1: is excluded too"), ({"preset": "\ud800"}, "preset"),
    ({"method": "\ud800"}, "method is"), ({"include": ["\ud800"]}, "no vertex is called"),
])
def test_words_are_those_of_the_caller(options, words):
    with pytest.raises(lode.InvalidArgument, match=words) as caught:
        lode.find("karate", 5, **options)
    assert not re.search(r"option '|function '|[a-z]-[a-z]+ is |^sizes|^number of answers", str(caught.value))


@pytest.mark.parametrize("call, words", [
    (lambda: lode.lsq.solve(np.array([[1, 2], [np.nan, 3]]), np.ones(2), sparsity=1), r"A\[1, 0\] must be 0 or between 1e-100 and 1e100 in magnitude, not nan"),
    (lambda: lode.lsq.solve(A, [1, np.nan, 1], sparsity=1), r"b\[1\] must be 0 or between 1e-100 and 1e100 in magnitude, not nan"),
    (lambda: lode.lsq.solve(A, np.ones(2), sparsity=1), "b has 2 values, but A has 3 rows"),
    (lambda: lode.lsq.solve(A, [0, 1, True], sparsity=1, loss="logistic"), r"b is \[0, 1, True\]: .* 2 \* b - 1"),
    (lambda: lode.read("karate").write("/tmp/x.gml", force="yes"), "force is 'yes'"),
    (lambda: lode.Certificate("{}").save("/tmp/x.json", force="yes"), "force is 'yes'"),
    (lambda: lode.generate("gnp", n=3, p=2), r"p must be a number from 0 to 1, not 2\.000000"), (lambda: lode.generate("gnp", n=3, p="x"), "p is 'x'"),
    (lambda: lode.generate("planted", n=100, size=200), "size must be at most the number of vertices, 100, not 200"),
    (lambda: lode.generate("planted", average_degree=-1), r"average_degree must be from 0 to the number of vertices - 1, not -1\.000000"),
    (lambda: lode.report("karate", s=[0]), "s is 0"), (lambda: lode.bounds("karate", 5)[7], "s is 7.* 5$"),
    (lambda: lode.find("karate", [4, 5]).at(9), "s is 9"),
    (lambda: lode.read("karate").write("/tmp/x.foo"), "format=:"), (lambda: lode.read_bytes("1 2"), "data is '1 2'.*encode"),
    (lambda: lode.read("karate", source=2.5), "source is 2.5"),
    (lambda: lode.as_graph(lode.read("karate"), threads=2), "threads is 2: a Graph is taken as it is"),
])
def test_every_call_speaks_python(call, words):
    with pytest.raises(lode.InvalidArgument, match=words):
        call()


@pytest.mark.parametrize("label", ["a-b", "weight(3)", "max-overlap", "A(2,1)"])
def test_labels_in_errors_are_those_of_the_caller(label):
    with pytest.raises(lode.InvalidArgument, match=re.escape(repr(label))) as caught:
        lode.Graph.from_edges([label, "c"], ["c", label], [1, 2])
    assert label in caught.value.parameter


def test_files_and_certificates_are_told_in_python_s_words():
    with pytest.raises(lode.InputError, match="read without weights") as caught:
        lode.read("karate", weighted=True)
    assert "option" not in caught.value.remedy
    with pytest.raises(lode.InputError, match="labels=True"):
        lode.read_bytes(b"1 2\nbob cem\n")
    with pytest.raises(lode.InputError, match="merge="):
        lode.read_bytes(b"0 1 2\n1 0 3\n", weighted=True)
    with pytest.raises(lode.InputError, match="certificate of this graph that lode wrote"):
        lode.verify("karate", lode.Certificate("{}"))


def test_unknown_keywords_are_python_s_own_errors():
    for call in (lambda: lode.read("karate", weigthed=True), lambda: lode.read_bytes(b"0 1", weigthed=True),
                 lambda: lode.Graph("karate", weigthed=True), lambda: lode.Graph(nx.path_graph(3), weigthed=True),
                 lambda: lode.densest("karate", colour=1)):
        with pytest.raises(TypeError, match="unexpected keyword argument '(weigthed|colour)'"):
            call()


def test_memory_is_taken_as_by_the_tool():
    for text, size in (("4G", 2**32), ("512M", 2**29), ("1.5k", 1536), ("2 GiB", 2**31), ("77", 77), (5, 5), (None, None),
                       (np.int64(9), 9), ("3mb", 3 * 2**20)):
        assert _checks.memory_bytes(text) == size
    assert lode.find("karate", 5, memory="1G").proven_optimal


def test_numbers_of_every_kind_are_taken():
    best = lode.find("karate", np.int64(5), seed=np.uint8(1), threads=np.int32(1), time=np.float32(5), top=None,
                     certificate=np.bool_(False), target=np.inf, work=np.int64(10**6))
    assert best == lode.find("karate", np.array(5), threads=1, work=10**6, time=5)
    assert lode.find("karate", np.array([4, 5])).s.tolist() == [4, 5]


def test_a_matrix_that_is_not_symmetric_is_told_where_it_differs_most():
    wrong = np.corrcoef(np.random.default_rng(1).normal(size=(9, 40)))
    wrong[3, 4] += 0.125
    with pytest.raises(lode.InvalidArgument, match=r"S\[3, 4\] is .* and S\[4, 3\] is "):
        lode.Graph.from_dense(wrong)


# --- weights that are there -------------------------------------------------------------------------------

WEIGHTED = nx.Graph()
WEIGHTED.add_weighted_edges_from([("a", "b", 3), ("b", "c", 1), ("a", "c", 7), ("c", "d", 2)])
TABLE = pd.DataFrame({"from": ["a", "b", "a", "c"], "to": ["b", "c", "c", "d"], "minutes": [3, 1, 7, 2]})


@pytest.fixture
def weighted_file(tmp_path):
    def write(content, name="x.csv"):
        (tmp_path / name).write_text(content)
        return tmp_path / name
    return write


CSV = "source,target,weight\n0,1,3\n1,2,1\n0,2,7\n2,3,2\n"
MTX = "%%MatrixMarket matrix coordinate real symmetric\n4 4 4\n2 1 3\n3 2 1\n3 1 7\n4 3 2\n"
METIS = "4 4 001\n2 3 3 7\n1 3 3 1\n2 1 1 7 4 2\n3 2\n"
GML = "graph [ " + "".join(f"node [ id {i} ] " for i in range(4)) + "".join(
    f"edge [ source {u} target {v} weight {w} ] " for u, v, w in ((0, 1, 3), (1, 2, 1), (0, 2, 7), (2, 3, 2))) + "]\n"


@pytest.mark.parametrize("content, name", [(CSV, "x.csv"), (CSV.partition("\n")[2].replace(",", " "), "x.txt"),
                                           (MTX, "x.mtx"), (METIS, "x.graph"), (GML, "x.gml")])
def test_files_with_weights_say_that_they_are_not_used(weighted_file, content, name):
    path = weighted_file(content, name)
    with pytest.warns(lode.LodeWarning, match="ignored.*weight=True") as caught:
        assert lode.find(path, 2).weight == 1
    assert len(caught) == 1 and caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert lode.find(path, 2, weight=True).weight == 7 == lode.find(lode.read(path, weighted=True), 2).weight
        assert lode.find(path, 2, weight=False).weight == 1 == lode.find(lode.read(path, weighted=False), 2).weight
        if name == "x.csv":
            assert lode.find(path, 2, weight="weight").weight == 7 == lode.densest(path, weight="weight").weight - 4


@pytest.mark.parametrize("network", [WEIGHTED, nx.DiGraph(WEIGHTED), nx.MultiGraph(WEIGHTED),
                                     FakeIgraph(4, [(0, 1), (1, 2), (0, 2), (2, 3)], weight=[3, 1, 7, 2])],
                         ids=lambda n: type(n).__name__)
def test_networks_with_weights_say_that_they_are_not_used(network):
    calls = {
        lode.find: lambda **o: lode.find(network, 2, **o).weight,
        lode.densest: lambda **o: lode.densest(network, **o).weight,
        lode.bounds: lambda **o: lode.bounds(network, 2, **o).best[2].bound,
        lode.dense_layers: lambda **o: lode.dense_layers(network, **o).weights[0],
        lode.Graph: lambda **o: lode.Graph(network, **o).total_weight,
        lode.compare: lambda **o: lode.compare(network, 2, methods="peeling", starts=1, time=1, **o).weight.max(),
        lode.report: lambda **o: lode.report(network, s=[2], method="hybrid", time=1, **o).to_pandas().weight[0],
    }
    for name, call in calls.items():
        with pytest.warns(lode.LodeWarning, match="weight='weight'") as caught:
            without = call()
        assert len(caught) == 1 and caught[0].filename == __file__, name
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert call(weight=False) == without < call(weight="weight"), name
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lode.cores(network), lode.cliques(network)  # weights do not matter there


def test_no_warning_where_all_weights_are_one():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lode.find(nx.path_graph(3), 2)
        lode.find(nx.Graph([(0, 1, {"weight": 1}), (1, 2, {"weight": 1.0})]), 2)
        lode.read("karate")
        lode.read_bytes(b"0 1\n1 2\n")


def test_frames_of_edges_are_graphs():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert lode.find(TABLE, 2).weight == 7 == lode.find(TABLE, 2, weight="minutes").weight
        assert lode.find(TABLE.assign(day=1), 2, weight="minutes").weight == 7
        assert lode.find(TABLE[:3], 2).weight == 7  # three rows and three columns are no matrix
        assert lode.find(TABLE[["from", "to"]], 2).weight == 1 == lode.find(TABLE, 2, weight=False).weight
    square = pd.DataFrame([[0, 2.5, 0], [2.5, 0, 1], [0, 1, 0]])
    assert lode.find(square, 2).weight == 2.5 and lode.find(square, 2, weight=False).weight == 1
    with pytest.raises(lode.InvalidArgument, match="'hours'.*minutes"):
        lode.find(TABLE, 2, weight="hours")
    with pytest.raises(lode.InvalidArgument, match="entries of a matrix"):
        lode.find(np.ones((3, 3)), 2, weight="minutes")


def test_a_first_line_that_may_be_a_header_is_told(tmp_path):
    path = tmp_path / "calls.csv"
    path.write_text("caller,callee\nqq,ww\nww,ee\nqq,ee\nee,rr\n")
    with pytest.warns(lode.LodeWarning, match="is read as names of columns, header=False makes it an edge"):
        assert lode.read(path).n == 4
    path.write_text("source,target\nann,bob\nsource,bob\n")
    with pytest.warns(lode.LodeWarning, match="is read as an edge, header=True if it names"):
        assert lode.read(path).m == 3
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert lode.read(path, header=False).m == 3


def test_paths_that_no_file_can_have(tmp_path):
    graph = lode.generate("gnp", n=9, p=0.5, seed=1)
    there = tmp_path / "g.txt"
    graph.write(there)
    proof = lode.find(graph, 3, certificate=True).certificate
    made = lode.report(graph, s=[3], method="peeling", effort="none", time=5)
    for path, words in ((f"{there}\0.txt", "no file has such a name"), ("\ud800.txt", "no file has such a name"),
                        (None, "a path"), (5, "a path")):
        calls = [lambda: graph.write(path), lambda: proof.save(path), lambda: lode.Certificate.load(path),
                 lambda: made.save(path), lambda: lode.read(path), lambda: lode.compare(graph, 3, journal=path)]
        if isinstance(path, str):
            calls += [lambda: lode.find(path, 3), lambda: lode.densest_directed(path), lambda: lode.report(graph, path)]
        for call in calls:
            with pytest.raises(lode.InvalidArgument, match=words):
                call()
    assert list(tmp_path.iterdir()) == [there]
    assert lode.read(str(there)) == lode.read(there) == lode.read(bytes(there))


def test_content_is_bytes_one_after_the_other():
    content = b"1 2\n2 3\n"
    assert lode.read_bytes(memoryview(content)).m == lode.read_bytes(bytearray(content)).m == 2
    for data in (memoryview(content)[::2], np.zeros((2, 2)), np.arange(4)):
        with pytest.raises(lode.InvalidArgument, match="bytes are needed, one after the other"):
            lode.read_bytes(data)


def test_headers_of_other_formats_are_not_chosen(tmp_path):
    path = tmp_path / "g.mtx"
    path.write_text("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n2 1\n")
    for header in (True, False):
        with pytest.raises(lode.InvalidArgument, match="^header does not apply: Matrix Market files have headers") as refused:
            lode.read(path, header=header)
        assert refused.value.parameter == "header"
