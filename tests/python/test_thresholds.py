"""`find` with thresholds of density and with quotas."""
import itertools
import math
from decimal import Decimal
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest

import lode


def density(graph, vertices):
    inside = graph.subgraph(vertices)
    return inside.number_of_edges() / max(1, len(vertices) * (len(vertices) - 1) / 2)


def test_one_density():
    G = nx.karate_club_graph()
    result = lode.find(G, min_density=0.8, weight=False)
    assert isinstance(result, lode.Result)
    assert result.s == 6 and result.largest_size_proven and result.next_size_possible is None
    assert result.largest_size_possible == 6 and result.min_density == 0.8 and result.min_average_degree is None
    assert density(G, list(result)) >= 0.8 and result.needed_weight == 12
    assert "no larger set" in str(result)
    assert result.to_dict()["results"][0]["largest_size_proven"] is True
    assert "largest_size_proven" not in lode.find(G, 3, weight=False).to_dict()["results"][0]


def test_several_densities_and_an_average_degree():
    G = nx.karate_club_graph()
    answers = lode.find(G, min_density=[0.9, 0.5], weight=False)
    assert [answer.s for answer in answers] == [6, 11]
    assert [answer.min_density for answer in answers] == [0.9, 0.5]
    assert [answer.s for answer in lode.find(G, min_density=np.array([0.9]), weight=False)] == [6]
    whole = lode.find(G, min_average_degree=4, weight=False)
    assert whole.s == 34 and whole.largest_size_bound == "vertices"
    both = lode.find(G, min_average_degree=5, min_density=0.5, weight=False)
    assert both.average_degree >= 5 and both.edge_density >= 0.5


def test_fractions_and_floats_as_python_computes_them():
    G = nx.cycle_graph(4)
    for share in (2 / 3, Fraction(2, 3), Decimal(2) / 3, np.float64(2) / 3, nx.density(G)):
        assert lode.find(G, min_density=share).s == 4
    assert lode.find(G, min_density=math.nextafter(2 / 3, 1)).s == 2
    for seed in range(40):  # all sets
        H = nx.gnp_random_graph(8, 0.6, seed=seed)
        asked = Fraction(1 + seed % 7, 7 + seed % 3)
        best = max(len(S) for k in range(1, 9) for S in itertools.combinations(H, k)
                   if k < 2 or Fraction(H.subgraph(S).number_of_edges() * 2, k * (k - 1)) >= asked)
        result = lode.find(H, min_density=asked)
        assert result.s == best and result.largest_size_proven
        lode.verify(H, result)


def test_the_certificate_rules_out_the_next_size():
    G = nx.gnp_random_graph(30, 0.4, seed=3)
    result = lode.find(G, min_density=0.7, certificate=True)
    assert result.certificate is not None
    bounds = result.certificate.check(lode.Graph(G), trust_search=True)
    assert [bound.s for bound in bounds] == [result.largest_size_possible + 1]
    assert bounds[0].bound < np.ceil(0.7 * bounds[0].s * (bounds[0].s - 1) / 2)


def test_what_cannot_be_asked():
    G = nx.path_graph(4)
    for options in ({}, {"s": 2, "min_density": 0.5}, {"min_density": 0}, {"min_density": "0.5"}, {"min_density": []},
                    {"min_density": 1.5}, {"min_density": float("nan")}, {"min_average_degree": -1},
                    {"min_density": 0.5, "target": 3}, {"min_density": 0.5, "memory": "1G"}):
        with pytest.raises(lode.InvalidArgument):
            lode.find(G, **options)


def test_missing_edges_and_plexes():
    G = nx.karate_club_graph()
    clique = lode.find(G, missing=0, weight=False)
    assert clique.s == 5 and clique.largest_size_proven and clique.missing == 0 and clique.to_dict()["results"][0]["missing"] == 0
    assert lode.find(G, missing=1, weight=False).s == 6
    plex = lode.find(G, plex=2, weight=False)
    assert plex.s == 6 and plex.plex == 2
    inside = G.subgraph(list(plex))
    assert min(dict(inside.degree()).values()) >= 4
    for options in ({"missing": -1}, {"plex": 0}, {"plex": 2, "missing": 1}, {"plex": 1.5}):
        with pytest.raises(lode.InvalidArgument):
            lode.find(G, weight=False, **options)


def test_quotas():
    G = nx.karate_club_graph()
    officers = [v for v in G if G.nodes[v]["club"] == "Officer"]
    result = lode.find(G, 8, weight=False, quotas={"officers": (officers, 3, 3), "hubs": ([0, 33], 1, None)})
    assert len(set(result) & set(officers)) == 3 and set(result) & {0, 33}
    assert [quota["count"] for quota in result.quotas] == [3, len(set(result) & {0, 33})]
    assert result.quotas[1]["at_most"] is None and result.to_dict()["results"][0]["quotas"] == list(result.quotas)
    free = lode.find(G, 8, weight=False)
    assert result.weight <= free.bound and result.bound >= result.weight
    for bad in ({"a": ([0], 2, 3)}, {"a": ([0], 1, 0)}, {"a": [0]}, {}, [1], {"a": ([99], 1, 1)}, {"a": ([0], -1, 1)}):
        with pytest.raises(lode.InvalidArgument):
            lode.find(G, 8, weight=False, quotas=bad)
