"""Graphs made of arrays: of every width, sharing what fits, alive as long as anyone looks at them; errors for the rest."""
import gc
import pickle
import sys
import weakref

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import lode
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
    graph = lode.Graph.from_csr(csr.indptr.astype(offset), csr.indices.astype(target), data)
    assert graph.n == len(matrix) and graph.m == csr.nnz // 2
    expected = matrix.astype(weight).astype(float)
    assert np.array_equal(dense_of(graph), expected)
    assert np.array_equal(graph.degrees, (matrix > 0).sum(axis=1))
    assert np.allclose(graph.strengths, expected.sum(axis=1))


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(1, 4)), max_size=25),
       st.sampled_from(["sum", "max", "min"]))
def test_pairs_are_merged_by_the_rule(arcs, merge):
    u, v, w = (np.array([arc[i] for arc in arcs], dtype="int64") for i in range(3))
    graph = lode.Graph.from_edges(u, v, w, n=7, merge=merge)
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
    report = graph.report
    assert report.self_loops_dropped == loops
    assert report.duplicates_merged + report.reciprocal_merged == len(arcs) - loops - graph.m


@given(st.lists(st.tuples(st.text(max_size=3), st.text(max_size=3)), max_size=12), st.booleans())
def test_strings_are_labels_in_the_order_of_their_bytes(pairs, as_array):
    u, v = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    if as_array:
        u, v = np.array(u, dtype=object), np.array(v, dtype=object)
    try:
        names = sorted({end for pair in pairs for end in pair}, key=lambda label: label.encode())
    except UnicodeEncodeError:  # lone surrogates have no bytes
        with pytest.raises(lode.InvalidArgument, match="half of a surrogate pair"):
            lode.Graph.from_edges(u, v)
        return
    graph = lode.Graph.from_edges(u, v)
    assert graph.labels.tolist() == names
    assert graph.vertices_of(names).tolist() == list(range(graph.n))


# --- sharing -------------------------------------------------------------------------------------

def test_arrays_that_fit_are_read_in_place():
    csr = path(50)
    indptr = csr.indptr.astype("int64")
    graph = lode.Graph.from_csr(indptr, csr.indices, csr.data)
    assert graph.shared == {"indptr", "indices", "data"}
    for mine, its in ((indptr, graph.indptr), (csr.indices, graph.indices), (csr.data, graph.weights)):
        assert np.shares_memory(mine, its)
        assert mine.ctypes.data == its.ctypes.data and mine.dtype == its.dtype
        with pytest.raises(ValueError):
            its[0] = 0
    narrow = lode.Graph.from_csr(csr.indptr, csr.indices, csr.data.astype("float32"))
    assert narrow.shared == {"indices"}
    assert not np.shares_memory(narrow.indptr, csr.indptr)
    assert graph == narrow and graph.with_labels(np.arange(50) + 3).shared == graph.shared


@pytest.mark.parametrize("change", [
    lambda a: np.repeat(a, 2)[::2],
    lambda a: a[::-1].copy()[::-1],
    lambda a: a.astype(a.dtype.newbyteorder()),
    lambda a: np.frombuffer(b"x" + a.tobytes(), dtype="uint8")[1:].view(a.dtype),
])
def test_arrays_that_do_not_lie_plainly_are_copied(change):
    csr = path(20)
    arrays = [csr.indptr.astype("int64"), csr.indices, csr.data]
    plain = lode.Graph.from_csr(*arrays)
    changed = lode.Graph.from_csr(*[change(a) for a in arrays])
    assert changed == plain
    assert changed.shared == frozenset()


def test_read_only_arrays_are_shared():
    csr = path(20)
    arrays = [csr.indptr.astype("int64"), csr.indices, csr.data]
    for array in arrays:
        array.flags.writeable = False
    assert lode.Graph.from_csr(*arrays).shared == {"indptr", "indices", "data"}


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
    graph = lode.Graph.from_csr(csr.indptr.astype("int64"), indices, csr.data)
    expected = csr.indices.tolist()
    del indices, csr
    gc.collect()
    view = graph.indices
    assert view.tolist() == expected
    renamed = graph.with_labels(np.arange(1000) + 7)
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
    graph = lode.Graph.from_csr(indptr, csr.indices)
    del indptr
    gc.collect()
    assert gone() is None
    assert graph.m == 999


# --- names, parts, copies ------------------------------------------------------------------------

def test_names_both_ways():
    csr = path(4)
    labelled = lode.Graph.from_csr(csr.indptr, csr.indices, labels=["d", "c", "b", "a"])
    assert labelled.labels.tolist() == ["d", "c", "b", "a"] and labelled.labels_of([3, 0]) == ["a", "d"]
    assert labelled.vertices_of(["a", "d"]).tolist() == [0, 3] and "x" not in labelled and 3 not in labelled
    ids = lode.Graph.from_csr(csr.indptr, csr.indices, labels=[40, 10, 30, 20])
    assert ids.labels.tolist() == [40, 10, 30, 20] and ids.labels_of([0]) == [40]
    assert ids.vertices_of([10, 20]).tolist() == [1, 3] and 11 not in ids and -1 not in ids and 2**70 not in ids
    numbers = ids.with_labels(None)
    assert numbers == lode.Graph.from_csr(csr.indptr, csr.indices) != ids and 3 in numbers
    for graph in (labelled, ids, numbers):
        for vertices in ([4], [-1], [0, 2**40]):
            with pytest.raises(lode.InvalidArgument, match=r"vertices\[\d\] = .* the 4 numbers of vertices"):
                graph.labels_of(vertices)
    objects = ids.with_labels([(0,), (1,), (2,), (3,)])
    assert objects.labels_of([3, 0]) == [(3,), (0,)] and objects.labels_of([]) == [] == labelled.labels_of([])
    for graph in (labelled, ids, numbers, objects):
        with pytest.raises(lode.InvalidArgument, match="the 4 numbers of vertices"):
            graph.labels_of([-1])
        for vertices in ([2**63], [2**70], [1.5], ["1"], [None], np.array([1.5]), np.array([2**63], dtype=np.uint64)):
            with pytest.raises(lode.InvalidArgument, match="numbers of vertices are needed"):
                graph.labels_of(vertices)


def test_protocol_five_copies_no_array():
    graph = lode.generate("gnp", n=300, p=0.5)
    buffers = []
    text = pickle.dumps(graph, 5, buffer_callback=buffers.append)
    assert len(text) < 2000 < sum(buffer.raw().nbytes for buffer in buffers)
    assert pickle.loads(text, buffers=buffers) == graph


def test_references_are_given_back():
    csr = path(30)
    indices = csr.indices
    before = sys.getrefcount(indices)
    for _ in range(50):
        graph = lode.Graph.from_csr(csr.indptr, indices, csr.data)
        graph.indices, graph.weights
        with pytest.raises(lode.InvalidArgument):
            lode.Graph.from_csr(csr.indptr[:-1], indices, csr.data)
    del graph
    gc.collect()
    assert sys.getrefcount(indices) == before


# --- what is no graph ----------------------------------------------------------------------------

ROWS = [
    ("empty indptr", [], [], None, r"indptr must hold n\+1 values, not empty"),
    ("first offset", [1, 2], [0, 0], None, r"indptr\[0\] must be 0, not 1"),
    ("last offset beyond", [0, 9], [0], None, r"indptr\[1\] must be the number of indices, 1, not 9"),
    ("last offset short", [0, 0, 1], [1, 0], None, r"indptr\[2\] must be the number of indices, 2, not 1"),
    ("falling offsets", [0, 2, 1, 2], [1, 2], None, r"indptr\[2\] must be at least the previous one"),
    ("offset beyond and back", [0, 7, 1, 2], [1, 0], None, r"indptr\[1\] must be at least the previous one and at most the number of indices, not 7"),
    ("negative offset", [0, -1, 2], [1, 0], None, r"indptr\[1\] is -1"),
    ("negative index", [0, 1, 2], [-1, 0], None, r"indices\[0\] is -1"),
    ("index n", [0, 1, 2], [2, 0], None, r"indices\[0\] = 2 is not a vertex"),
    ("index above 32 bits", [0, 1, 2], [2**40, 0], None, r"indices\[0\] is 1099511627776"),
    ("self-loop", [0, 1, 2], [0, 0], None, "self-loop"),
    ("unsorted row", [0, 2, 3, 4], [2, 1, 0, 0], None, r"indices\[1\] = 1 does not follow a smaller one in its row"),
    ("twice in a row", [0, 2, 4], [1, 1, 0, 0], None, r"indices\[1\] = 1 does not follow a smaller one in its row"),
    ("one direction", [0, 1, 1], [1], None, "no reverse arc"),
    ("other weight back", [0, 1, 2], [1, 0], [1.0, 2.0], r"data\[0\] = 1 differs from the weight of the reverse arc, 2"),
    ("NaN", [0, 1, 2], [1, 0], [np.nan, np.nan], r"data\[0\] must be 0 or between 1e-100 and 1e100 in magnitude, not nan"),
    ("infinite", [0, 1, 2], [1, 0], [np.inf, np.inf], r"data\[0\] must be 0 or between 1e-100 and 1e100 in magnitude, not inf"),
    ("negative weight", [0, 1, 2], [1, 0], [-1.0, -1.0], r"data\[0\] must be >= 0, not -1"),
    ("too few weights", [0, 1, 2], [1, 0], [1.0], "length of data must be that of indices, 2, not 1"),
    ("too many weights", [0, 1, 2], [1, 0], [1.0] * 3, "length of data must be that of indices, 2, not 3"),
    ("no weights", [0, 1, 2], [1, 0], [], "length of data must be that of indices, 2, not 0"),
]


@pytest.mark.parametrize("indptr, indices, data, message", [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
@pytest.mark.parametrize("offset, target", [("int64", "int64"), ("int64", "int32"), ("int32", "int32")])
def test_rows_that_are_none(indptr, indices, data, message, offset, target):
    if any(abs(value) >= 2**31 for value in indices) and target == "int32":
        pytest.skip("does not fit")
    with pytest.raises(lode.InvalidArgument, match=message):
        lode.Graph.from_csr(np.array(indptr, dtype=offset), np.array(indices, dtype=target), data)


@pytest.mark.parametrize("indptr, indices, data", [row[1:4] for row in ROWS], ids=[row[0] for row in ROWS])
def test_ranges_hold_under_an_assumption(indptr, indices, data):
    """What the caller promised may be wrong; what is read stays inside the arrays."""
    try:
        graph = lode.Graph.from_csr(indptr, indices, data, assume="symmetric")
    except lode.InvalidArgument:
        return
    assert graph.indices.max() < graph.n
    lode.cores(graph)


@pytest.mark.parametrize("bad", [None, 3, "text", [[0, 1]], [0.5, 1.0], ["a"], [None, 1], [2**70], np.array(0), object(),
                                 {0: 1}, np.array([0], dtype="datetime64[s]"), np.array([1j])],
                         ids=repr)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_arrays_of_the_wrong_kind(bad, place):
    arguments = [[0, 1, 2], [1, 0], [1.0, 1.0]]
    if place == 2 and (bad is None or (isinstance(bad, list) and bad == [0.5, 1.0])):
        pytest.skip("is right there, or has an error of its own")
    arguments[place] = bad
    with pytest.raises((TypeError, ValueError)):
        lode.Graph.from_csr(*arguments)


def test_more_vertices_than_memory_are_refused():
    with pytest.raises((lode.InvalidArgument, MemoryError)):
        # 34 GB of offsets; more on a machine that has them
        lode.Graph.from_edges([0], [1], n=2**32 - 2)
        pytest.skip("this machine has the memory")


def test_damaged_pickles_are_refused():
    graph = lode.generate("gnp", n=20, p=0.5)
    make, (kind, indptr, indices, weights, names, objects, report) = graph.__reduce__()
    for change in ((indptr[:-1], indices, weights, names, objects), (indptr, indices[::-1].copy(), weights, names, objects),
                   (indptr, indices, [1.0], names, objects), (indptr, indices, weights, ["a"], objects),
                   (indptr, indices, weights, names, [()]), (1, 2, 3, 4, 5)):
        with pytest.raises((TypeError, ValueError)):
            make(kind, *change, report)


@pytest.mark.parametrize("protocol", range(6))
def test_what_has_no_pickle_is_refused_in_every_protocol(protocol):
    instance = lode.lsq._instance(np.eye(2), np.ones(2))
    for value in (lode.Cancel(), instance, lode.read("karate")._native):
        with pytest.raises(TypeError, match="cannot pickle"):
            value.__reduce_ex__(protocol)
