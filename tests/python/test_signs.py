"""Negative weights and arithmetic of graphs."""
import networkx as nx
import numpy as np
import pytest
import scipy.sparse

import lode


def test_negative_weights_are_refused_without_the_word(tmp_path):
    with pytest.raises(lode.InvalidArgument, match="signed=True"):
        lode.Graph.from_edges([0, 1], [1, 2], [1.0, -2.0])
    S = np.array([[0, -1, 2], [-1, 0, 3], [2, 3, 0]])
    with pytest.raises(lode.InvalidArgument, match="signed=True"):
        lode.Graph.from_dense(S, threshold=-5)
    for given in (nx.Graph([(0, 1, {"weight": -1.0})]), scipy.sparse.csr_array([[0, -1], [-1, 0]])):
        weight = "weight" if isinstance(given, nx.Graph) else True
        with pytest.raises(lode.InvalidArgument, match="signed=True"):
            lode.find(given, 2, weight=weight)
        assert lode.Graph(given, weight=weight, signed=True).total_weight == -1
    G = lode.Graph.from_dense(S, signed=True)
    assert (G.m, G.total_weight, G.signed) == (3, 4, True)
    path = tmp_path / "g.txt"
    path.write_text("0 1 -2\n1 2 3\n")
    with pytest.raises(lode.InputError, match="signed=True"):
        lode.read(path, weighted=True)
    assert lode.read(path, signed=True).total_weight == 1
    np.save(tmp_path / "g.npy", S.astype(float))
    assert lode.read(tmp_path / "g.npy", signed=True).total_weight == 4
    with pytest.raises(lode.InvalidArgument, match="densest sets need weights"):
        lode.densest(G)


def test_arithmetic():
    a, b = lode.Graph.from_edges(["a", "b"], ["b", "c"]), lode.Graph.from_edges(["b", "c"], ["c", "d"])
    minus = a.minus(b)
    assert sorted(minus.labels) == ["a", "b", "c", "d"] and sorted(minus.edges()[2]) == [-1, 1] and minus.signed
    assert a.union(b).m == 3 and not a.union(b).weighted
    assert a.intersection(b).m == 1 and sorted(a.intersection(b).labels) == ["b", "c"]
    odd = lode.Graph.from_edges([(1, 2), (3, 4)], [(3, 4), (5, 6)]), lode.Graph.from_edges([(3, 4)], [(5, 6)])
    assert odd[0].minus(odd[1]).m == 1 and set(odd[0].minus(odd[1]).labels) == {(1, 2), (3, 4), (5, 6)}
    with pytest.raises(lode.InvalidArgument, match="labels"):
        a.minus(lode.Graph.from_edges([0], [1]))
