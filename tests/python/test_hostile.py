"""What is not a graph is refused with its name, and never read out of range."""
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import lode

I64 = np.int64


@pytest.mark.parametrize("u, v, w, options, words", [
    ([0, -1], [1, 2], None, {"n": 5}, r"u\[1\] is -1"), ([0], [1, 2], None, {}, "1 entries and v 2"),
    ([0], [1], [1, 2], {}, "w has 2"), ([0.5], [1], None, {}, "float64"), ([0], [7], None, {"n": 5}, r"v\[0\] = 7 is not below n = 5"),
    (["a"], [1], None, {}, "strings"), (["a"], ["b"], None, {"n": 3}, "n:"), ([True], [False], None, {}, "bool"),
    ([None], [1], None, {}, "missing"), (["a", None], ["b", "c"], None, {}, "missing"),
    ([[0, 1]], [[1, 2]], None, {}, "dimensions"), ([1, []], [2, "b"], None, {}, "dimensions"),
    ([{1}], [2], None, {}, r"u\[0\] is \{1\}, which is not hashable"), ("ab", "cd", None, {}, "array"),
    ([0], [1], [np.nan], {}, ""), ([0], [1], [-2], {}, ""), ([0], [1], [np.inf], {}, ""), ([0], [1], ["x"], {}, ""),
    ([0], [1], None, {"n": -1}, "n is -1"), ([0], [1], None, {"n": 2.5}, "n is 2.5"),
    ([0], [1], None, {"n": 3, "labels": ["a"]}, "labels has 1"), ([0, 5], [1, 0], None, {"labels": "abc"}, "labels"),
    (["q"], ["a"], None, {"labels": ["a", "b"]}, "'q'"), ([0], [1], None, {"merge": "mean"}, "merge"),
    ([0, 1], [1, 0], [1, 2], {}, ""), ([[1, 2, 3, 4]], None, None, {}, "two columns"), (7, None, None, {}, ""),
    ([[0.5, 1, 2]], None, None, {}, "integer"), ([[np.nan, 1, 2]], None, None, {}, r"u\[0\] is missing"),
    ([[0, 1, 2]], None, [1], {}, "twice"), ([2**70], [1], None, {"n": 5}, "n:"), ([0], [1], [10**400], {}, r"w\[0\] is larger"),
    ([0], [1], [10**5000], {}, r"w\[0\] is larger"), ([0, 1], [1, 2], [1, "2"], {}, r"w\[1\] is '2'"),
    ([0, 1], [1, 2], [1, None], {}, r"w\[1\] is None"), (["\ud83d"], ["a"], None, {}, r"u\[0\] is '\\ud83d'"),
    (["a"], ["a"], None, {"labels": ["a", "\udc00"]}, r"labels\[1\] is"), ([b"\xff"], [b"a"], None, {}, "UTF-8"),
    (["ab", "cd"], None, None, {}, "two columns"), ([(1, 2), (1, 2, 3)], None, None, {}, "two columns"),
])
def test_columns_that_are_none(u, v, w, options, words):
    with pytest.raises((lode.InvalidArgument, TypeError), match=words):
        lode.Graph.from_edges(u, v, w, **options)


def test_missing_values_of_pandas():
    frame = pd.DataFrame({"u": pd.array([1, None], dtype="Int64"), "v": [2, 3], "s": ["a", np.nan]})
    for column in (frame.u, frame.s):
        with pytest.raises(lode.InvalidArgument, match="missing"):
            lode.Graph.from_edges(column, frame.v.astype(str) if column is frame.s else frame.v)
    with pytest.raises(lode.InvalidArgument, match="masked"):
        lode.Graph.from_edges(np.ma.array([1, 2], mask=[0, 1]), [3, 4])


@pytest.mark.parametrize("matrix", [
    np.zeros((2, 3)), np.zeros(4), np.zeros((2, 2, 2)), [[0, np.nan], [np.nan, 0]], [[0, np.inf], [np.inf, 0]],
    [[0, 1], [2, 0]], [[0, 1j], [1j, 0]], [["a", "b"], ["c", "d"]], [[0, 1], [0, 0]],
])
def test_dense_matrices_that_are_none(matrix):
    with pytest.raises(lode.InvalidArgument):
        lode.Graph.from_dense(np.array(matrix))


def test_dense_thresholds_that_are_none():
    matrix = np.array([[0, -1], [-1, 0]])
    with pytest.raises(lode.InvalidArgument):
        lode.Graph.from_dense(matrix, threshold=-2)  # negative weights
    with pytest.raises(lode.InvalidArgument):
        lode.Graph.from_dense(matrix, threshold=np.nan)


@pytest.mark.parametrize("matrix", [
    sp.csr_matrix((2, 3)), sp.csr_matrix([[0, np.nan], [np.nan, 0]]), sp.csr_matrix([[0, -1], [-1, 0]]),
    sp.csr_matrix([[0, 1j], [1j, 0]]), sp.coo_matrix([[0, 1], [2, 0]]),
])
def test_scipy_matrices_that_are_none(matrix):
    with pytest.raises(lode.InvalidArgument):
        lode.Graph.from_scipy(matrix)


@pytest.mark.parametrize("what", [5, None, object(), [1, 2], np.zeros(3), {"a": 1}, lambda: 1])
def test_what_is_no_graph(what):
    with pytest.raises(lode.InvalidArgument, match="graph is of type"):
        lode.find(what, 2)
    with pytest.raises((lode.InvalidArgument, AttributeError)):
        lode.Graph.from_scipy(what)


def test_errors_are_of_the_kinds_that_are_promised():
    assert issubclass(lode.InvalidArgument, ValueError) and issubclass(lode.InvalidArgument, lode.LodeError)
    assert issubclass(lode.InputError, lode.LodeError) and issubclass(lode.Interrupted, lode.LodeError)
    with pytest.raises(lode.InvalidArgument, match="magic.*hybrid"):
        lode.find("karate", 5, method="magic")


@pytest.mark.parametrize("options", [
    {"threads": 10**6}, {"start": [1, 1]}, {"include": [1, 1]}, {"include": [99]}, {"exclude": [-3]},
    {"exclude": list(range(1, 32))}, {"window": None}, {"theta": [1]}, {"max_overlap": 0.5},
], ids=repr)
def test_demands_that_are_none(options):
    with pytest.raises((lode.InvalidArgument, TypeError)):
        lode.find("karate", 5, **options)


@pytest.mark.parametrize("call", [
    lambda g: lode.densest(5), lambda g: lode.bounds(g, [0]), lambda g: lode.bounds(g, [3], effort="proof"),
    lambda g: g.labels_of([0, 20]), lambda g: g.labels_of(np.array([0.5])), lambda g: g.subgraph([0, 0]), lambda g: g.subgraph([99]),
    lambda g: g.vertices_of(["a"]), lambda g: g.with_labels(["a"]), lambda g: lode.verify(g, [99]),
    lambda g: lode.verify(g, [0, 0]), lambda g: lode.compare([g, g], [99]), lambda g: lode.compare(g, 3, methods=["magic"]),
    lambda g: lode.report(g, s=[99]), lambda g: lode.report(g, method="magic"), lambda g: lode.cliques(g, enough=-1),
    lambda g: lode.read("x", separator="dots"), lambda g: lode.read("karate", source=0), lambda g: lode.read(5),
    lambda g: lode.read_bytes("text"), lambda g: lode.read_bytes(np.zeros((2, 2))), lambda g: g.write("/tmp/x.unknown"),
    lambda g: lode.Graph.from_edges([-1], [1], n=5), lambda g: lode.Graph.from_edges([0], [2**32], n=2**33),
    lambda g: lode.generate("nothing"), lambda g: lode.generate("gnp", n=-1, p=0.5), lambda g: lode.generate("multipartite"),
    lambda g: lode.generate("gnp", n=2.5, p=0.5), lambda g: lode.generate("gnp", n=5, p=0.5, q=1),
    lambda g: lode.generate("gnp", n=5, p=2.0), lambda g: lode.generate("multipartite", parts=["a"]),
], ids=range(31))
def test_calls_refuse(call):
    with pytest.raises((lode.LodeError, TypeError)):
        call(lode.generate("gnp", n=20, p=0.5))


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "\xff", '{"schema_version": 1}', "[" * 10000, "nul", '{"kind": "cliques"}',
                                  '{"kind": "cliques", "schema_version": 1}', '{"a": {"kind": "cliques"}}'])
def test_certificates_that_are_none(text):
    assert repr(lode.Certificate(text)).startswith("Certificate(")
    with pytest.raises(lode.InputError, match="<memory>"):
        lode.verify("karate", lode.Certificate(text))
