"""The density tracker against brute force and lode.densest."""
import itertools
import random

import networkx as nx
import numpy as np
import pytest

import lode


def largest(vertices, edges):
    """Most weight / number of vertices of all sets."""
    best = 0.0
    for size in range(1, len(vertices) + 1):
        for chosen in itertools.combinations(vertices, size):
            inside = set(chosen)
            best = max(best, sum(w for (u, v), w in edges.items() if u in inside and v in inside) / size)
    return best


@pytest.mark.parametrize("seed", range(12))
def test_the_bound_is_never_below_the_optimum(seed):
    draw = random.Random(seed)
    names = ["a", ("b", 1), 3, "d", 4.5, "f", "g"]
    tracker, edges, seen = lode.DensityTracker(), {}, []
    for _ in range(40):
        u, v = draw.sample(names, 2)
        known = (u, v) if (u, v) in edges else (v, u)
        if known in edges and draw.random() < 0.7:
            tracker.remove(u, v)
            del edges[known]
        else:
            weight = draw.choice([1, 2, 0.25]) if seed % 2 else 1
            tracker.add(u, v, weight)
            edges[known] = edges.get(known, 0) + weight
            seen += [x for x in (u, v) if x not in seen]
        optimum = largest(seen, edges)
        assert tracker.bound() >= optimum and (tracker.n, tracker.m) == (len(seen), len(edges))
        if draw.random() < 0.2:
            best = tracker.solve()
            assert best.proven_optimal and best.density == pytest.approx(optimum) and set(best.labels) <= set(seen)
            assert tracker.bound() == pytest.approx(optimum)
            inside = set(best.labels)
            assert best.weight == pytest.approx(sum(w for (a, b), w in edges.items() if a in inside and b in inside))


def test_a_tracker_begins_with_a_graph():
    tracker = lode.DensityTracker("karate")
    best = lode.densest("karate")
    assert tracker.bound() >= best.density
    assert tracker.solve() == best or tracker.solve().labels == best.labels
    assert tracker.bound() == best.density
    named = lode.DensityTracker(nx.Graph([("x", "y"), ("y", "z")]))
    named.add("z", "x")
    assert sorted(named.solve().labels) == ["x", "y", "z"] and named.bound() == 1.0


def test_numbers_are_vertices_of_graphs_without_labels():
    tracker = lode.DensityTracker(lode.Graph.from_dense([[0, 1], [1, 0]]))
    tracker.add(4, 0)
    assert tracker.n == 5 and tracker.m == 2
    assert list(tracker.solve().labels) == [0, 1, 4]


def test_refusals_name_edges_by_their_labels():
    tracker = lode.DensityTracker(nx.path_graph([7, 8, 9]))
    with pytest.raises(lode.InvalidArgument, match=r"edge is \(8, 8\): joins a vertex to itself"):
        tracker.add(8, 8)
    with pytest.raises(lode.InvalidArgument, match=r"edge is \(7, 9\): does not exist"):
        tracker.remove(7, 9)


def test_changes_that_are_none_are_refused():
    tracker = lode.DensityTracker()
    tracker.add("a", "b")
    for call in (lambda: tracker.add("a", "a"), lambda: tracker.add("c", "c"), lambda: tracker.add("a", "b", -1),
                 lambda: tracker.add("a", "b", float("nan")), lambda: tracker.add("a", "b", "1"),
                 lambda: tracker.remove("a", "c"), lambda: tracker.add([], "a"), lambda: tracker.remove([], "a")):
        with pytest.raises(lode.InvalidArgument):
            call()
    assert tracker.n == 2 and tracker.m == 1
    numbers = lode.DensityTracker(lode.Graph.from_dense([[0, 1], [1, 0]]))
    for call in (lambda: numbers.add(0, -1), lambda: numbers.add(0, 1.5), lambda: numbers.add(0, 2**40),
                 lambda: numbers.add(0, "x"), lambda: numbers.remove(0, 5), lambda: numbers.remove(0, None)):
        with pytest.raises(lode.InvalidArgument):
            call()


@pytest.mark.parametrize("label", [float("nan"), None, True, np.float64("nan"), np.bool_(False)])
def test_labels_that_name_nothing_are_refused(label):
    tracker = lode.DensityTracker()
    tracker.add("a", "b")
    for ends in ((label, "a"), ("a", label), (label, "c")):
        with pytest.raises(lode.InvalidArgument, match="no labels"):
            tracker.add(*ends)
    assert (tracker.n, tracker.m) == (2, 1)
