"""Cores that were cut elsewhere: find, bounds and certificates speak of the whole graph."""

import pytest

import lode

#: A clique of 6 with a ring of 8 vertices around it, every second of which has an edge to the clique: its 3-core is the
#: clique, and the ring hangs on it.
CLIQUE = [(u, v) for u in range(6) for v in range(u)]
WHOLE = CLIQUE + [(6 + i, 6 + (i + 1) % 8) for i in range(8)] + [(6 + 2 * i, i) for i in range(3)]


def graph_of(edges):
    return lode.Graph.from_edges([u for u, _ in edges], [v for _, v in edges])


def test_a_declared_core_is_bounded_as_the_whole_graph():
    core = graph_of(CLIQUE)
    for s in range(2, 7):
        of_core = lode.find(core, s, core_of=3)
        assert of_core.bound >= lode.find(graph_of(WHOLE), s, effort="proof", time=5).weight
        assert of_core.bound_rule == "core-of"
        assert of_core.proven_optimal
    for s, bounds in zip(range(2, 7), lode.bounds(core, range(2, 7), core_of=3).bounds):
        assert all(bound.bound >= s * (s - 1) / 2 for bound in bounds)


def test_certificates_say_of_which_graphs_they_are():
    core = graph_of(CLIQUE)
    found = lode.find(core, 5, core_of=3, certificate=True)
    checked, = lode.verify(core, found.certificate, trust_search=True)
    assert (checked.s, checked.core_of, checked.stated) == (5, 3.0, ())


def test_wrong_declarations_are_errors():
    with pytest.raises(lode.InputError, match="degree 5"):
        lode.find(graph_of(CLIQUE), 3, core_of=6)
    with pytest.raises(lode.InvalidArgument, match="reach outside"):
        lode.find(graph_of(CLIQUE), 7, core_of=3)
