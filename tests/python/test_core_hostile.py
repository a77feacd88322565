"""Arrays and values that are not what they should be: an error each, and never a crash."""
import numpy as np
import pytest

from lode import _core as core

FROM_CSR = core.Graph.from_csr
FROM_EDGES = core.Graph.from_edges
FROM_DENSE = core.Graph.from_dense
ARGUMENT = core.InvalidArgument

ROWS = [
    ("empty indptr", [], [], None, "indptr is empty"),
    ("first offset", [1, 2], [0, 0], None, r"indptr\[0\] is 1"),
    ("last offset beyond", [0, 9], [0], None, r"indptr\[1\] is 9"),
    ("last offset short", [0, 0, 1], [1, 0], None, r"indptr\[2\] is 1"),
    ("falling offsets", [0, 2, 1, 2], [1, 2], None, r"indptr\[2\] is 1"),
    ("offset beyond and back", [0, 7, 1, 2], [1, 0], None, r"indptr\[1\] is 7"),
    ("negative offset", [0, -1, 2], [1, 0], None, r"indptr\[1\] is -1"),
    ("negative index", [0, 1, 2], [-1, 0], None, r"indices\[0\] is -1"),
    ("index n", [0, 1, 2], [2, 0], None, r"indices\[0\] is 2"),
    ("index above 32 bits", [0, 1, 2], [2**40, 0], None, r"indices\[0\] is 1099511627776"),
    ("self-loop", [0, 1, 2], [0, 0], None, "self-loop"),
    ("unsorted row", [0, 2, 3, 4], [2, 1, 0, 0], None, "strictly increasing"),
    ("twice in a row", [0, 2, 4], [1, 1, 0, 0], None, "strictly increasing"),
    ("one direction", [0, 1, 1], [1], None, "no reverse arc"),
    ("other weight back", [0, 1, 2], [1, 0], [1.0, 2.0], r"data\[0\] is 1"),
    ("NaN", [0, 1, 2], [1, 0], [np.nan, np.nan], r"data\[0\] is nan"),
    ("infinite", [0, 1, 2], [1, 0], [np.inf, np.inf], r"data\[0\] is inf"),
    ("negative weight", [0, 1, 2], [1, 0], [-1.0, -1.0], r"data\[0\] is -1"),
    ("too few weights", [0, 1, 2], [1, 0], [1.0], "length of data is 1"),
    ("too many weights", [0, 1, 2], [1, 0], [1.0] * 3, "length of data is 3"),
    ("no weights", [0, 1, 2], [1, 0], [], "length of data is 0"),
]


@pytest.mark.parametrize("indptr, indices, data, message", [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
@pytest.mark.parametrize("offset, target", [("int64", "int64"), ("int64", "int32"), ("int32", "int32")])
def test_rows_that_are_none(indptr, indices, data, message, offset, target):
    if any(abs(value) >= 2**31 for value in indices) and target == "int32":
        pytest.skip("does not fit")
    with pytest.raises(ARGUMENT, match=message):
        FROM_CSR(np.array(indptr, dtype=offset), np.array(indices, dtype=target), data)


@pytest.mark.parametrize("indptr, indices, data", [row[1:4] for row in ROWS], ids=[row[0] for row in ROWS])
def test_ranges_hold_under_an_assumption(indptr, indices, data):
    """What the caller promised may be wrong; what is read stays inside the arrays."""
    try:
        graph = FROM_CSR(indptr, indices, data, assume="symmetric")
    except ARGUMENT:
        return
    assert graph.indices.max() < graph.n
    core.core_numbers(graph)


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
        FROM_CSR(*arguments)


@pytest.mark.parametrize("arguments, keywords", [
    (([0, 1], [1]), {}),
    (([0], [1], [1.0, 2.0]), {}),
    (([-1], [1]), {}),
    (([0], [-1]), {}),
    (([0], [2**32]), {}),
    (([0], [2**63]), {}),
    (([0], [3]), {"n": 3}),
    (([0], [1]), {"n": -1}),
    (([0], [1]), {"n": 2**32}),
    (([0], [1]), {"n": 2**70}),
    (([0], [1], [np.nan]), {}),
    (([0], [1], [-1.0]), {}),
    (([0, 1], [1, 0], [1.0, 2.0]), {}),
    (([0], [1]), {"merge": "average"}),
    (([0], [1]), {"ids": True, "n": 5}),
    (([-1], [1]), {"ids": True}),
    ((["a"], ["b"]), {"n": 5}),
    ((["a"], ["b", "c"]), {}),
    (([0], [1]), {"labels": ["a"]}),
    (([0], [1]), {"labels": ["a", "a"]}),
    (([0], [1]), {"labels": [5, 5]}),
    (([0], [1]), {"labels": [-5, 5]}),
], ids=repr)
def test_edges_that_are_none(arguments, keywords):
    with pytest.raises(ARGUMENT):
        FROM_EDGES(*arguments, **keywords)


@pytest.mark.parametrize("u, v", [([0.5], [1]), (["a"], [1]), ([1], ["a"]), ([b"a"], [b"b"]), ("ab", "cd"), ([None], [1])],
                         ids=repr)
def test_ends_of_the_wrong_kind(u, v):
    with pytest.raises((TypeError, ValueError)):
        FROM_EDGES(u, v)


def test_more_vertices_than_memory_are_refused():
    with pytest.raises((ARGUMENT, MemoryError)):
        # 34 GB of offsets; more on a machine that has them
        core.Graph.from_edges([0], [1], n=2**32 - 2)
        pytest.skip("this machine has the memory")


@pytest.mark.parametrize("matrix", [np.zeros(3), np.zeros((2, 3)), np.zeros((1, 2, 2)), [[0, 1], [2, 0]], [[0, np.nan]] * 2,
                                    [[0, np.nan], [np.nan, 0]], [[0, 1], [np.nan, 0]], [[0, np.inf], [np.inf, 0]]],
                         ids=repr)
def test_matrices_that_are_none(matrix):
    with pytest.raises(ARGUMENT):
        FROM_DENSE(matrix)


def test_matrices_of_the_wrong_kind():
    for matrix in ("text", [["a", "b"], ["c", "d"]], [[0, 1j], [1j, 0]], None):
        with pytest.raises((TypeError, ValueError)):
            FROM_DENSE(matrix)
    with pytest.raises(ARGUMENT, match="negative"):
        FROM_DENSE([[0, -1], [-1, 0]], -2.0)
    assert FROM_DENSE([[0, -1], [-1, 0]], -2.0, weighted=False).m == 1
    with pytest.raises(ARGUMENT):
        FROM_DENSE([[0, 1], [1, 0]], np.nan)


@pytest.fixture(scope="module")
def graph():
    return core.generate("gnp", n=20, p=0.5)


@pytest.mark.parametrize("arguments", [
    {"sizes": [0]}, {"sizes": [21]}, {"sizes": [-1]}, {"sizes": [2**40]}, {"sizes": [3, 3]}, {"sizes": []},
    {"sizes": [2**70]}, {"sizes": ["5"]}, {"sizes": [2.5]}, {"sizes": None}, {"sizes": [[3]]},
    {"method": "magic"}, {"effort": "much"}, {"time": -1.0}, {"time": float("nan")}, {"threads": -1},
    {"threads": 10**6}, {"start": "anywhere"}, {"start": [0, 0]}, {"start": [20]}, {"start": [-1]},
    {"include": [20]}, {"include": [0, 0]}, {"include": list(range(6))}, {"exclude": [99]}, {"exclude": [-3]},
    {"exclude": list(range(16))}, {"top": 0}, {"top": 2, "max_overlap": 1.5}, {"target": float("nan")},
    {"settings": {"work": "much"}}, {"settings": {"no_such": 1}}, {"settings": {"work": None}}, {"settings": {1: 2}},
    {"settings": {"max_iterations": 1, "max-iterations": 2}}, {"settings": 5}, {"progress": 5}, {"proof_log": 5},
    {"on_interrupt": "ignore"}, {"time_use": "all"}, {"progress_interval": -1.0}, {"cancel": 1}, {"seed": -1},
], ids=repr)
def test_find_refuses(graph, arguments):
    with pytest.raises((TypeError, ValueError)):
        core.find(graph, arguments.pop("sizes", [5]), **arguments)


@pytest.mark.parametrize("call", [
    lambda g: core.find(None, [3]), lambda g: core.densest(5), lambda g: core.bounds(g, [0]),
    lambda g: core.bounds(g, [3], effort="proof"), lambda g: core.k_core(g, -1), lambda g: core.k_core(g, "x"),
    lambda g: g.neighbors(20), lambda g: g.neighbors(-1), lambda g: g.edge_weight(0, 2**64), lambda g: g.name(99),
    lambda g: g.names([0, 20]), lambda g: g.subgraph([0, 0]), lambda g: g.subgraph([99]), lambda g: g.totals([-1]),
    lambda g: g.vertices(["a"]), lambda g: g.with_names(["a"]), lambda g: core.verify(g, [99]),
    lambda g: core.verify(g, [0, 0]), lambda g: core.compare([("a", g, [3]), ("a", g, [3])]),
    lambda g: core.compare([("a", g)]), lambda g: core.compare([("a", g, [99])]), lambda g: core.compare(g),
    lambda g: core.report(g, "g", sizes=[99]), lambda g: core.report(g, "g", methods=["magic"]),
    lambda g: core.maximum_clique(g, enough=-1), lambda g: core.read("x", separator="dots"),
    lambda g: core.read("x", source=0), lambda g: core.read(5), lambda g: core.read_bytes("text"),
    lambda g: core.read_bytes(np.zeros((2, 2))), lambda g: g.write("/tmp/x.unknown-ending"),
], ids=range(31))
def test_calls_refuse(graph, call):
    with pytest.raises((TypeError, ValueError)):
        call(graph)


def test_damaged_pickles_are_refused(graph):
    for state in ((), (np.array([0, 5]), np.array([0]), None, None, {}), (1, 2, 3, 4, 5)):
        with pytest.raises((TypeError, ValueError)):
            core.Graph.__new__(core.Graph).__setstate__(state)


@pytest.mark.parametrize("protocol", range(6))
def test_what_has_no_pickle_is_refused_in_every_protocol(graph, protocol):
    for value in (core.Cancel(), core.find(graph, [2]), core.Matrix.dense(np.eye(2))):
        with pytest.raises(TypeError, match="cannot pickle"):
            value.__reduce_ex__(protocol)
    for reduce in (core.Graph.__reduce_ex__, core.Cancel.__reduce_ex__):
        with pytest.raises(TypeError):
            reduce(protocol)


def test_a_graph_that_was_never_made_is_refused():
    with pytest.raises(TypeError):
        core.Graph()
    with pytest.raises((TypeError, RuntimeError)):
        core.core_numbers(core.Graph.__new__(core.Graph))


def test_certificates_and_results_that_are_none(graph):
    for text in ("", "{", "[]", "{}", b"\xff\xfe", '{"schema_version": 1}', "[" * 10000, "nul"):
        with pytest.raises(core.InputError, match="<memory>"):
            core.verify_certificate(graph, text)
        with pytest.raises(core.InputError, match="<memory>"):
            core.verify_result(graph, text)
    with pytest.raises(TypeError):
        core.verify_certificate(graph, 5)
