"""The densest pair of sets of a directed graph."""
import math

import numpy as np
import pytest

import lode
from test_sides import densest_pair, find_pairs, largest_area

nx = pytest.importorskip("networkx")
scipy_sparse = pytest.importorskip("scipy.sparse")

def changed(answer, **fields):
    return lode.Answer(**{**vars(answer), **fields})


ARCS = [(1, 2), (2, 1), (1, 1), (3, 1), (3, 2), (4, 4)]


def check(found, labels=(1, 2, 3)):
    assert (found.sources, found.targets) == (list(labels), list(labels[:2]))
    assert found.edges == 5 and found.loops_counted and found.proven_optimal
    assert found.rho == found.bound == pytest.approx(5 / math.sqrt(6))


def test_every_source_gives_the_same(tmp_path):
    path = tmp_path / "arcs.txt"
    path.write_text("".join(f"{u} {v}\n" for u, v in ARCS))
    check(lode.densest_directed(path))
    check(lode.densest_directed(nx.DiGraph(ARCS)))
    words = {1: "a", 2: "b", 3: "c", 4: "d"}
    check(lode.densest_directed(nx.DiGraph((words[u], words[v]) for u, v in ARCS)), ("a", "b", "c"))
    matrix = np.zeros((5, 5))
    for u, v in ARCS:
        matrix[u, v] = 2
    for make in (scipy_sparse.csr_array, scipy_sparse.csc_array, scipy_sparse.coo_array):
        check(lode.densest_directed(make(matrix)))
    named = tmp_path / "named.txt"
    named.write_text("".join(f"{words[u]} {words[v]}\n" for u, v in ARCS))
    check(lode.densest_directed(named, labels=True), ("a", "b", "c"))


def test_what_has_no_directions_is_refused():
    for graph in (nx.karate_club_graph(), lode.read("karate"), 5, np.eye(3), scipy_sparse.csr_array(np.ones((2, 3)))):
        with pytest.raises(lode.InvalidArgument):
            lode.densest_directed(graph)


def test_pairs_of_sets_are_verified():
    G = nx.DiGraph([("a", "x"), ("a", "y"), ("b", "x"), ("b", "y"), ("c", "z"), ("c", "c"), ("x", "a")])
    for options in ({}, {"drop_loops": True}):
        found = lode.densest_directed(G, **options)
        assert lode.verify(G, found).edges == found.edges
        for change in ({"edges": found.edges + 1}, {"rho": found.rho + 1}, {"bound": found.rho / 2},
                       {"targets": found.targets[:1]}):
            with pytest.raises(lode.VerificationError):
                lode.verify(G, changed(found, **change))
    pairs = [*find_pairs(G, [(2, 2), (1, 1)]), largest_area(G), densest_pair(G)]
    whole = lode.Graph.from_edges(["a", "a", "b"], ["x", "y", "x"])
    of_sides = find_pairs(whole, [(1, 2)], sides=["a", "b"])
    for graph, sides, found in [*((G, "columns", pair) for pair in pairs), (whole, ["a", "b"], of_sides[0])]:
        assert lode.verify(graph, found, sides=sides) == (found.edges, found.edges)
        for change in ({"edges": found.edges + 1}, {"bound": 0.5}, {"bound": found.bound + 1}):
            with pytest.raises(lode.VerificationError):
                lode.verify(graph, changed(found, **change), sides=sides)
        with pytest.raises(lode.InvalidArgument, match="no vertex is called"):
            lode.verify(graph, changed(found, left=["nobody"]), sides=sides)
