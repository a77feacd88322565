"""Graphs larger than the memory that a search may take: a core of them is found by passes, and searched."""

import pytest

import lode


def clique_in_a_ring(members: int, ring: int) -> lode.Graph:
    edges = [(u, v) for u in range(members) for v in range(u)]
    edges += [(members + i, members + (i + 1) % ring) for i in range(ring)] + [(0, members)]
    return lode.Graph.from_edges([u for u, _ in edges], [v for _, v in edges])


def test_a_core_is_searched_within_the_memory():
    graph = clique_in_a_ring(30, 40_000)
    whole = lode.find(graph, 20)
    part = lode.find(graph, 20, memory=1_000_000)
    assert (part.edges, part.bound, part.proven_optimal) == (whole.edges, whole.bound, True) == (190, 190, True)
    assert set(part.labels) <= set(range(30))


def test_memory_that_holds_no_core_is_refused():
    graph = clique_in_a_ring(30, 40_000)
    with pytest.raises(lode.InvalidArgument, match="memory"):
        lode.find(graph, 20, memory=1000)
    with pytest.raises(lode.InvalidArgument, match="memory"):
        lode.find(graph, 20, memory=1_000_000, certificate=True)
