"""Graphs as other packages see them, copies of them, and vertices by label."""
import copy
import pickle

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lode
from support import dense_of, symmetric_matrices

WEIGHTS = st.sampled_from([1.0, 2.0, 0.5, 3.25])
OBJECTS = ["a", ("b", 1), False, 2.5, frozenset({3}), -4, 7, "h", b"i"]


def labelled(matrix, kind):
    graph = lode.Graph.from_dense(matrix)
    n = graph.n
    labels = {"numbers": None, "ids": [10 * v + 3 for v in range(n)], "strings": [f"ü{v}" for v in range(n)],
              "objects": OBJECTS[:n]}[kind]
    return graph.with_labels(labels), list(range(n)) if labels is None else labels


KINDS = st.sampled_from(["numbers", "ids", "strings", "objects"])


@given(symmetric_matrices(weights=WEIGHTS), KINDS)
def test_what_goes_out_comes_back(matrix, kind):
    graph, labels = labelled(matrix, kind)
    assert graph.labels.tolist() == labels == graph.labels_of(range(graph.n))
    weight = "weight" if graph.weighted and graph.m else None
    assert lode.Graph.from_networkx(graph.to_networkx(), weight=weight).labels.tolist() == labels
    np.testing.assert_array_equal(dense_of(lode.Graph.from_networkx(graph.to_networkx(), weight=weight)),
                                  dense_of(graph))
    np.testing.assert_array_equal(graph.to_scipy().toarray(), matrix)
    assert lode.Graph.from_scipy(graph.to_scipy()).with_labels(None if kind == "numbers" else labels) == graph
    frame = graph.to_pandas()
    assert len(frame) == graph.m and ("weight" in frame) == graph.weighted
    u, v, w = graph.edges()
    assert (u < v).all() and (w is None) == (not graph.weighted)
    np.testing.assert_array_equal(graph.degrees, (matrix != 0).sum(axis=1))
    np.testing.assert_allclose(graph.strengths, matrix.sum(axis=1))
    assert graph.total_weight == pytest.approx(matrix.sum() / 2)


@given(symmetric_matrices(weights=WEIGHTS), KINDS, st.integers(0, 5))
def test_copies_are_equal_and_their_own(matrix, kind, protocol):
    graph, _ = labelled(matrix, kind)
    for other in (pickle.loads(pickle.dumps(graph, protocol=protocol)), copy.deepcopy(graph), copy.copy(graph)):
        assert other == graph and hash(other) == hash(graph) and repr(other) == repr(graph)
        assert other.labels.tolist() == graph.labels.tolist() and other.report == graph.report
        np.testing.assert_array_equal(dense_of(other), dense_of(graph))
    if graph.m:
        assert graph != lode.Graph.from_dense(np.zeros_like(matrix))


@given(symmetric_matrices(weights=WEIGHTS), KINDS, st.data())
def test_subgraphs_keep_labels_and_weights(matrix, kind, data):
    graph, labels = labelled(matrix, kind)
    kept = sorted(data.draw(st.sets(st.integers(0, max(0, graph.n - 1)), max_size=graph.n) if graph.n else
                            st.just(set())))
    part = graph.subgraph([labels[v] for v in reversed(kept)])
    assert part.labels.tolist() == [labels[v] for v in kept]
    np.testing.assert_array_equal(dense_of(part), matrix[np.ix_(kept, kept)])
    if kept:
        assert lode.verify(graph, part.labels) == (part.m, part.total_weight)
    for v in kept:
        assert labels[v] in graph and graph.vertices_of([labels[v]]).tolist() == [v]


@pytest.mark.parametrize("kind", ["numbers", "ids", "strings", "objects"])
def test_vertices_that_are_not_there(kind):
    graph, labels = labelled(np.ones((4, 4)) - np.eye(4), kind)
    for unknown in ("nobody", 4, -1, 2**70, 1.5, True, [], ("b", 2)):
        assert unknown not in graph
        with pytest.raises(lode.InvalidArgument, match="include: no vertex is called"):
            lode.find(graph, 2, include=[unknown])
    with pytest.raises(lode.InvalidArgument, match="twice"):
        graph.subgraph([labels[1], labels[0], labels[1]])
    with pytest.raises(lode.InvalidArgument, match="a list of vertices"):
        graph.subgraph("word")
    assert graph.vertices_of(np.array(labels[:2], dtype=object)).tolist() == [0, 1]


def test_labels_that_cannot_be():
    graph = lode.Graph.from_edges([0], [1])
    for labels in (["a"], ["a", "a"], [[], []], "ab", 5, [1, 1], np.array([2, 2])):
        with pytest.raises(lode.InvalidArgument, match="labels"):
            graph.with_labels(labels)


def test_reprs():
    graph = lode.Graph.from_edges(["<a>", "b"], ["b", "c"], [1, 2.5])
    assert repr(graph) == "Graph(n=3, m=2, weighted, labelled)"
    assert repr(lode.Graph.from_edges([0, 1], [1, 2])) == "Graph(n=3, m=2)"
    html = graph._repr_html_()
    assert "<td style=\"text-align:left\">3</td>" in html and "3.5" in html
    assert graph.report.summary == "from edges: nothing dropped or merged"
    assert "1 self-loops dropped" in lode.Graph.from_edges([0, 1], [0, 2]).report.summary


def test_views_cannot_be_written():
    graph = lode.Graph.from_edges([0, 1], [1, 2], [1, 2])
    for view in (graph.indptr, graph.indices, graph.weights):
        with pytest.raises(ValueError):
            view[0] = 7


def test_files_are_written_once(tmp_path):
    graph = lode.Graph.from_networkx(nx.karate_club_graph())
    path = tmp_path / "karate.mtx.gz"
    assert "78" in graph.write(path)
    assert lode.read(path).m == 78
    with pytest.raises(lode.InvalidArgument):
        graph.write(path)
    graph.write(path, force=True)
    tuples = graph.with_labels([("v", v) for v in range(34)])
    tuples.write(tmp_path / "tuples.gml")
    assert "('v', 33)" in lode.read(tmp_path / "tuples.gml", labels=True).labels.tolist() or \
        lode.read(tmp_path / "tuples.gml").n == 34
