"""Graphs of lode._core: made of arrays as SciPy has them, sharing what fits, alive as long as anyone looks at them."""
import gc
import pickle
import sys
import weakref

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from lode import _core as core
from support import dense_of, symmetric_matrices

OFFSETS = ["int32", "int64", "uint32", "uint64", "int16"]
TARGETS = ["int32", "uint32", "int64", "uint64", "uint8"]
WEIGHTS = ["float64", "float32", "int64", "bool"]


def csr_of(matrix):
    csr = sp.csr_matrix(matrix)
    csr.sort_indices()
    return csr


def path(n):
    """0 - 1 - ... - n-1 with weights that differ."""
    upper = sp.diags([np.arange(1.0, n)], [1], format="csr")
    return csr_of(upper + upper.T)


# --- from arrays ---------------------------------------------------------------------------------

@given(symmetric_matrices(weights=st.integers(1, 5).map(float)), st.sampled_from(OFFSETS), st.sampled_from(TARGETS),
       st.sampled_from(WEIGHTS))
def test_rows_of_every_width_are_the_matrix(matrix, offset, target, weight):
    csr = csr_of(matrix)
    data = csr.data.astype(weight)
    graph = core.Graph.from_csr(csr.indptr.astype(offset), csr.indices.astype(target), data)
    assert graph.n == len(matrix) and graph.m == csr.nnz // 2
    expected = matrix.astype(weight).astype(float)
    assert np.array_equal(dense_of(graph), expected)
    assert np.array_equal(graph.degrees, (matrix > 0).sum(axis=1))
    assert np.allclose(graph.strengths, expected.sum(axis=1))


@given(symmetric_matrices(weights=st.integers(1, 5).map(float)), st.booleans(), st.sampled_from(["C", "F", "strided"]))
def test_dense_matrices_give_the_entries_above_the_threshold(matrix, weighted, order):
    threshold = 2.0
    given_matrix = {"C": np.ascontiguousarray, "F": np.asfortranarray,
                    "strided": lambda a: np.repeat(np.repeat(a, 2, axis=0), 3, axis=1)[::2, ::3]}[order](matrix)
    graph = core.Graph.from_dense(given_matrix, threshold, weighted=weighted)
    expected = np.where(matrix > threshold, matrix if weighted else 1.0, 0.0)
    assert np.array_equal(dense_of(graph), expected)


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(1, 4)), max_size=25),
       st.sampled_from(["sum", "max", "min"]))
def test_pairs_are_merged_by_the_rule(arcs, merge):
    u, v, w = (np.array([arc[i] for arc in arcs], dtype="int64") for i in range(3))
    graph = core.Graph.from_edges(u, v, w, 7, merge=merge)
    ordered = {}
    for a, b, weight in arcs:
        if a != b:
            ordered[a, b] = ordered.get((a, b), 0) + weight
    expected = np.zeros((7, 7))
    for (a, b), weight in ordered.items():
        other = ordered.get((b, a), weight)
        both = {"sum": weight + other, "max": max(weight, other), "min": min(weight, other)}[merge]
        expected[a, b] = weight if (b, a) not in ordered else both
    for (a, b) in ordered:
        expected[b, a] = expected[a, b]
    assert np.array_equal(dense_of(graph), expected)
    loops = sum(a == b for a, b, _ in arcs)
    assert graph.report["self_loops_dropped"] == loops
    assert graph.report["merged"] == len(arcs) - loops - graph.m


@given(st.lists(st.tuples(st.integers(0, 2**40), st.integers(0, 2**40)), max_size=20))
def test_ids_of_any_size_are_the_names(pairs):
    u, v = (np.array([pair[i] for pair in pairs], dtype="uint64") for i in range(2))
    graph = core.Graph.from_edges(u, v, ids=True)
    ids = sorted({end for pair in pairs for end in pair})
    assert graph.names(np.arange(graph.n)).tolist() == ids
    assert graph.vertices(np.array(ids, dtype="uint64")).tolist() == list(range(len(ids)))
    edges = {tuple(sorted(pair)) for pair in pairs if pair[0] != pair[1]}
    u, v, w = graph.edges()
    assert {(ids[a], ids[b]) for a, b in zip(u, v)} == edges and w is None


@given(st.lists(st.tuples(st.text(max_size=3), st.text(max_size=3)), max_size=12), st.booleans())
def test_strings_are_labels_in_the_order_of_their_bytes(pairs, as_array):
    try:
        names = sorted({end for pair in pairs for end in pair}, key=lambda label: label.encode())
    except UnicodeEncodeError:  # lone surrogates have no bytes
        with pytest.raises(UnicodeEncodeError):
            core.Graph.from_edges([pair[0] for pair in pairs], [pair[1] for pair in pairs])
        return
    u, v = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    if as_array:
        u, v = np.array(u, dtype=object), np.array(v, dtype=object)
    graph = core.Graph.from_edges(u, v)
    assert (graph.labels or []) == names
    for label in names:
        assert graph.name(graph.vertex(label)) == label


def test_pairs_in_numpy_strings():
    graph = core.Graph.from_edges(np.array(["b", "ä", "c"]), np.array(["ä", "c", "c"]), [1.0, 2.0, 3.0])
    assert graph.labels == ["b", "c", "ä"]
    assert graph.edge_weight(graph.vertex("b"), graph.vertex("ä")) == 1.0
    assert graph.report["self_loops_dropped"] == 1


def test_empty_graphs():
    for graph in (core.Graph.from_csr([0], []), core.Graph.from_edges([], []), core.Graph.from_dense(np.zeros((0, 0)))):
        assert (graph.n, graph.m) == (0, 0)
        assert graph.indptr.tolist() == [0] and len(graph.indices) == 0
    isolated = core.Graph.from_edges([], [], n=4)
    assert (isolated.n, isolated.m) == (4, 0)


# --- sharing -------------------------------------------------------------------------------------

def test_arrays_that_fit_are_read_in_place():
    csr = path(50)
    indptr = csr.indptr.astype("int64")
    graph = core.Graph.from_csr(indptr, csr.indices, csr.data)
    assert graph.shared == {"indptr", "indices", "data"}
    for mine, its in ((indptr, graph.indptr), (csr.indices, graph.indices), (csr.data, graph.weights)):
        assert np.shares_memory(mine, its)
        assert mine.ctypes.data == its.ctypes.data and mine.dtype == its.dtype
        with pytest.raises(ValueError):
            its[0] = 0
    narrow = core.Graph.from_csr(csr.indptr, csr.indices, csr.data.astype("float32"))
    assert narrow.shared == {"indices"}
    assert not np.shares_memory(narrow.indptr, csr.indptr)
    copied = core.Graph.from_csr(indptr, csr.indices, csr.data, copy=True)
    assert copied.shared == frozenset()
    assert not np.shares_memory(copied.indices, csr.indices)
    assert copied == graph == narrow


@pytest.mark.parametrize("change", [
    lambda a: np.repeat(a, 2)[::2],
    lambda a: a[::-1].copy()[::-1],
    lambda a: a.astype(a.dtype.newbyteorder()),
    lambda a: np.frombuffer(b"x" + a.tobytes(), dtype="uint8")[1:].view(a.dtype),
])
def test_arrays_that_do_not_lie_plainly_are_copied(change):
    csr = path(20)
    arrays = [csr.indptr.astype("int64"), csr.indices, csr.data]
    plain = core.Graph.from_csr(*arrays)
    changed = core.Graph.from_csr(*[change(a) for a in arrays])
    assert changed == plain
    assert changed.shared == frozenset()


def test_read_only_arrays_are_shared():
    csr = path(20)
    arrays = [csr.indptr.astype("int64"), csr.indices, csr.data]
    for array in arrays:
        array.flags.writeable = False
    assert core.Graph.from_csr(*arrays).shared == {"indptr", "indices", "data"}


class Watched(np.ndarray):
    """An array that can be watched as it goes."""

    @classmethod
    def of(cls, values):
        array = cls(values.shape, values.dtype)
        array[:] = values
        return array


def test_shared_arrays_live_as_long_as_the_graph_and_its_views():
    csr = path(1000)
    indices = Watched.of(csr.indices)
    gone = weakref.ref(indices)
    graph = core.Graph.from_csr(csr.indptr.astype("int64"), indices, csr.data)
    expected = csr.indices.tolist()
    del indices, csr
    gc.collect()
    view = graph.indices
    assert view.tolist() == expected
    renamed = graph.with_names(np.arange(1000) + 7)
    del graph
    gc.collect()
    assert view.tolist() == expected
    assert gone() is not None
    del view
    assert renamed.indices.tolist() == expected
    del renamed
    gc.collect()
    assert gone() is None


def test_widened_arrays_are_let_go():
    csr = path(1000)
    indptr = Watched.of(csr.indptr)
    gone = weakref.ref(indptr)
    graph = core.Graph.from_csr(indptr, csr.indices)
    del indptr
    gc.collect()
    assert gone() is None
    assert graph.m == 999


def test_results_outlive_their_graph():
    graph = core.generate("gnp", n=40, p=0.3)
    result = core.find(graph, [5], effort="none")
    neighbors = graph.neighbors(0)
    expected = neighbors.tolist()
    del graph
    gc.collect()
    assert neighbors.tolist() == expected
    assert "density" in result.text("g")


# --- names, parts, copies ------------------------------------------------------------------------

def test_names_both_ways():
    csr = path(4)
    labelled = core.Graph.from_csr(csr.indptr, csr.indices, labels=["d", "c", "b", "a"])
    assert labelled.names_kind == "labels" and labelled.labels == ["d", "c", "b", "a"]
    assert labelled.vertices(["a", "d"]).tolist() == [3, 0]
    assert labelled.vertices(["a", "b", "c", "d"] * 5).tolist() == [3, 2, 1, 0] * 5
    assert labelled.vertex("x") is None and labelled.vertex(3) is None
    with pytest.raises(core.InvalidArgument, match="x: is not a label"):
        labelled.vertices(["x"])
    ids = core.Graph.from_csr(csr.indptr, csr.indices, labels=[40, 10, 30, 20])
    assert ids.names_kind == "ids" and ids.labels.tolist() == [40, 10, 30, 20]
    assert ids.vertices([10, 20]).tolist() == [1, 3] and ids.vertex(30) == 2 and ids.name(0) == 40
    with pytest.raises(core.InvalidArgument, match="11: is not a vertex of the graph; the nearest id is 10"):
        ids.vertices([11])
    numbers = ids.with_names(None)
    assert numbers.labels is None and numbers.vertices([3, 1]).tolist() == [3, 1]
    assert numbers == core.Graph.from_csr(csr.indptr, csr.indices) != ids


@given(symmetric_matrices(weights=st.integers(1, 3).map(float)), st.data())
def test_subgraphs_are_parts_of_the_matrix(matrix, data):
    graph = core.Graph.from_dense(matrix)
    chosen = data.draw(st.lists(st.integers(0, len(matrix) - 1), unique=True)) if len(matrix) else []
    part = graph.subgraph(chosen)
    kept = sorted(chosen)
    assert np.array_equal(dense_of(part), matrix[np.ix_(kept, kept)])
    assert part.names(np.arange(part.n)).tolist() == kept
    edges, weight = graph.totals(chosen)
    assert (edges, weight) == (part.m, matrix[np.ix_(kept, kept)].sum() / 2)


@given(symmetric_matrices(weights=st.floats(0.5, 2.0)), st.sampled_from([None, "ids", "labels"]), st.integers(0, 5))
def test_pickles_are_equal(matrix, names, protocol):
    n = len(matrix)
    labels = {None: None, "ids": [7 * v + 1 for v in range(n)], "labels": [f"v{v}" for v in range(n)]}[names]
    graph = core.Graph.from_dense(matrix, labels=labels)
    copy = pickle.loads(pickle.dumps(graph, protocol))
    assert copy == graph and hash(copy) == hash(graph)
    assert copy.report == graph.report


def test_protocol_five_copies_no_array():
    graph = core.generate("gnp", n=300, p=0.5)
    buffers = []
    text = pickle.dumps(graph, 5, buffer_callback=buffers.append)
    assert len(text) < 2000 < sum(buffer.raw().nbytes for buffer in buffers)
    assert pickle.loads(text, buffers=buffers) == graph


def test_references_are_given_back():
    csr = path(30)
    indices = csr.indices
    before = sys.getrefcount(indices)
    for _ in range(50):
        graph = core.Graph.from_csr(csr.indptr, indices, csr.data)
        graph.indices, graph.weights
        with pytest.raises(core.InvalidArgument):
            core.Graph.from_csr(csr.indptr[:-1], indices, csr.data)
    del graph
    gc.collect()
    assert sys.getrefcount(indices) == before


# --- files and generators ------------------------------------------------------------------------

def test_files_and_bytes_give_the_same_graph(tmp_path):
    graph = core.generate("planted", n=60, size=8, density=1.0, max_weight=5, seed=4)
    path_of = tmp_path / "g.txt"
    report = graph.write(path_of)
    assert report["path"] == str(path_of)
    with pytest.raises(core.InvalidArgument, match="exists"):
        graph.write(path_of)
    graph.write(path_of, force=True)
    read = core.read(path_of, weighted=True)
    again = core.read_bytes(path_of.read_bytes(), weighted=True)
    assert read == again
    assert read.report["edges"] == graph.m and read.report["format"] == "edge list"
    assert np.array_equal(dense_of(read), dense_of(graph))
    assert graph.totals(graph.report["planted"])[0] == graph.report["planted_edges"] == 28


def test_merged_lines_are_reported():
    graph = core.read_bytes(b"1 2\n2 1\n1 2\n3 3\n")
    assert graph.report["self_loops_dropped"] == 1
    assert graph.report["duplicates_merged"] + graph.report["reciprocal_merged"] == 2
    assert graph.labels.tolist() == [1, 2, 3]


def test_errors_of_files_say_where():
    with pytest.raises(core.InputError) as caught:
        core.read_bytes(b"1 2\n1 x\n")
    error = caught.value
    assert (error.file, error.line) == ("<memory>", 2) and error.problem
    assert isinstance(error, core.LodeError) and not isinstance(error, ValueError)
    with pytest.raises(core.InputError):
        core.read("no-such-graph-anywhere")


def test_generators_know_their_arguments():
    same = [core.generate("gnp", n=50, p=0.2, seed=9, threads=threads) for threads in (1, 2)]
    assert same[0] == same[1] != core.generate("gnp", n=50, p=0.2, seed=10)
    assert set(core.generate("regular", n=10, degree=4).degrees) == {4}
    assert core.generate("multipartite", parts=[2, 3]).m == 6
    assert core.generate("rmat", scale=5, lines=50).n == 32
    for kind, arguments in [("gnp", {"n": 5}), ("gnp", {"n": 5, "p": 2.0}), ("gnp", {"n": 5, "p": 0.5, "q": 1}),
                            ("nothing", {}), ("gnp", {"n": -1, "p": 0.5}), ("multipartite", {})]:
        with pytest.raises(core.InvalidArgument):
            core.generate(kind, **arguments)
