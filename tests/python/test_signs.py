"""Negative weights, lightest sets and arithmetic of graphs, against all sets."""
import itertools
import random

import networkx as nx
import numpy as np
import pytest
import scipy.sparse

import lode


def drawn(seed, n=8):
    rng = random.Random(seed)
    return {(u, v): rng.randint(-4, 4) for u, v in itertools.combinations(range(n), 2) if rng.random() < 0.7}


def graph_of(edges, n=8):
    u, v = zip(*edges)
    return lode.Graph.from_edges(u, v, list(edges.values()), n=n, signed=True)


def best(edges, s, n=8, lightest=False):
    weights = [sum(w for (u, v), w in edges.items() if u in c and v in c) for c in map(set, itertools.combinations(range(n), s))]
    return min(weights) if lightest else max(weights)


@pytest.mark.parametrize("seed", range(6))
def test_heaviest_and_lightest(seed):
    edges = drawn(seed)
    G = graph_of(edges)
    assert G.signed and G.weighted
    for s in (2, 4, 6):
        heaviest = lode.find(G, s, effort="strong", time=1)
        assert heaviest.weight == best(edges, s) <= heaviest.bound
        assert not heaviest.minimised
        lightest = lode.find(G, s, minimise=True, certificate=True, effort="strong", time=1)
        assert lightest.weight == best(edges, s, lightest=True) >= lightest.bound
        assert lightest.minimised
        assert lode.verify(G, lightest).weight == lightest.weight
        checked = lode.verify(G, lightest.certificate, trust_search=True)
        assert checked[0].minimised and checked[0].bound <= lightest.weight
        assert "at least" in lightest.summary() or lightest.proven_optimal
        assert lightest.to_dict()["results"][0]["optimum"] == "minimum"
    curve = lode.find(G, [2, 3, 4], minimise=True)
    assert "bound" in curve.to_pandas().columns
    assert "lower bound" in curve._repr_html_()


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
