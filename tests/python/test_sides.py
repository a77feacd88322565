"""Graphs with two sides: pairs of sets, largest areas, cores."""
import itertools
import math

import numpy as np
import pytest

import lode

nx = pytest.importorskip("networkx")
scipy_sparse = pytest.importorskip("scipy.sparse")

ROWS = [(5, 5), (5, 6), (5, 7), (6, 5), (6, 6), (9, 7), (9, 5)]


def find_pairs(graph, sizes, sides="columns", **more):
    """The pairs of these sizes."""
    return lode.ask(graph, "find", sides=sides, s=[f"{a}x{b}" for a, b in sizes], **more).results


def largest_area(graph, sides="columns", **more):
    return lode.ask(graph, "find", sides=sides, min_density=1, **more).results[0]


def densest_pair(graph, sides="columns"):
    return lode.ask(graph, "densest", sides=sides).result


def most_edges(rows, a, b, left=None, right=None):
    """By all pairs of sets."""
    rows, left, right = set(rows), left or {u for u, _ in rows}, right or {v for _, v in rows}
    return max(sum((u, v) in rows for u in s for v in t)
               for s in itertools.combinations(left, a) for t in itertools.combinations(right, b))


def check(pairs, rows, sizes, *sides):
    for pair, (a, b) in zip(pairs, sizes):
        assert (len(pair.left), len(pair.right)) == (a, b)
        assert pair.edges == sum((u, v) in set(rows) for u in pair.left for v in pair.right)
        assert pair.edges == pair.bound == most_edges(rows, a, b, *sides) and pair.proven_optimal


def test_a_name_in_both_columns_is_two_vertices(tmp_path):
    path = tmp_path / "rows.txt"
    path.write_text("".join(f"{u}\t{v}\n" for u, v in ROWS + ROWS[:2]))
    sizes = [(a, b) for a in (1, 2, 3) for b in (1, 2, 3)]
    check(find_pairs(path, sizes), ROWS, sizes)
    check(find_pairs(nx.DiGraph(ROWS), sizes), ROWS, sizes)
    largest = largest_area(path)
    assert (largest.left, largest.right, largest.area) == ([5, 6], [5, 6], 4) and largest.proven_optimal
    assert largest_area(path, min_sides="3x1").area == 3
    dense = densest_pair(path)
    assert dense.proven_optimal and dense.rho == pytest.approx(dense.bound)
    best = max(most_edges(ROWS, a, b) / math.sqrt(a * b) for a, b in sizes)
    assert dense.rho == pytest.approx(best)
    assert "left,5,1,3\n" in lode.ask(path, "info", sides="columns", sided_cores=True).files["sided_cores"]


def test_left_vertices_of_a_graph_and_labels(tmp_path):
    graph = nx.Graph([("ann", "x"), ("ann", "y"), ("bob", "x"), ("bob", "y"), ("cid", "y")])
    pair, = find_pairs(graph, [(2, 2)], sides=["bob", "ann", "cid"])
    assert (sorted(pair.left), sorted(pair.right), pair.edges) == (["ann", "bob"], ["x", "y"], 4)
    with pytest.raises(lode.InvalidArgument, match="does not cross"):
        find_pairs(graph, [(1, 1)], sides=["ann", "x"])
    with pytest.raises(lode.InvalidArgument, match="columns"):
        find_pairs(graph, [(1, 1)], sides="rows")
    left = tmp_path / "left.txt"
    left.write_text("ann\nbob\ncid\n")
    assert find_pairs(graph, [(2, 2)], sides=left) == find_pairs(graph, [(2, 2)], sides=["ann", "bob", "cid"])


def test_rows_and_columns_of_a_matrix_need_not_be_as_many():
    entries = np.array([[1, 1, 0, 0], [1, 1, 0, 1]])
    for make in (scipy_sparse.csr_matrix, scipy_sparse.csc_matrix, scipy_sparse.coo_array):
        for turned in (False, True):
            matrix = make(entries.T if turned else entries)
            pair = largest_area(matrix)
            assert (pair.left, pair.right, pair.area, pair.proven_optimal) == ([0, 1], [0, 1], 4, True)
            assert matrix.shape == ((4, 2) if turned else (2, 4))
            whole, = find_pairs(matrix, [matrix.shape])
            assert (len(whole.left), len(whole.right)) == matrix.shape and whole.edges == 5
    with pytest.raises(lode.InvalidArgument, match="2 x 4"):
        lode.Graph.from_scipy(scipy_sparse.csr_matrix(entries))


def test_weights_are_not_dropped_in_silence(tmp_path):
    matrix = scipy_sparse.csr_matrix([[5.0, 0.0], [1.0, 2.0]])
    network = nx.DiGraph([(0, 5), (1, 5)])
    network[0][5]["weight"] = 3
    weighted = lode.Graph.from_edges(["a", "a", "b"], ["x", "y", "x"], [5, 1, 7.0])
    for graph, sides in ((matrix, "columns"), (network, "columns"), (weighted, ["a", "b"]), (network.to_undirected(), [5])):
        for ask in (largest_area, densest_pair, lambda g, **more: find_pairs(g, [(1, 1)], **more)):
            with pytest.raises(lode.InvalidArgument, match="edges are counted"):
                ask(graph, sides=sides)
    assert find_pairs(matrix != 0, [(2, 1)])[0].edges == 2
    path = tmp_path / "ratings.txt"
    path.write_text("1 1 5\n1 2 3\n")
    with pytest.warns(lode.LodeWarning, match="further columns ignored; edges are counted"):
        assert largest_area(path).area == 2
