"""`find` with thresholds of density and with quotas."""
import itertools
import math
from decimal import Decimal
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest

import lode


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


def test_what_cannot_be_asked():
    G = nx.path_graph(4)
    for options in ({}, {"s": 2, "min_density": 0.5}, {"min_density": 0}, {"min_density": "0.5"}, {"min_density": []},
                    {"min_density": 1.5}, {"min_density": float("nan")}, {"min_average_degree": -1},
                    {"min_density": 0.5, "target": 3}, {"min_density": 0.5, "memory": "1G"}):
        with pytest.raises(lode.InvalidArgument):
            lode.find(G, **options)


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
