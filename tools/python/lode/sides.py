"""Graphs with two sides (bipartite): pairs of a left and a right set with many edges between them."""
from __future__ import annotations

import math
from dataclasses import dataclass
from numbers import Integral
from typing import Any, Iterable, Literal, NamedTuple

import numpy as np

from . import _core
from ._checks import check, refuse
from ._convert import has_weights, is_igraph, is_networkx, is_scipy_matrix
from ._runs import answer_of
from .functions import OnInterrupt, agree, places_in
from .graph import Graph, as_graph, directed_arcs

__all__ = ["Pair", "SidedCore", "densest_pair", "find_pairs", "largest_area", "sided_cores"]

Effort = Literal["none", "cheap", "auto", "strong", "proof"]


@dataclass(frozen=True)
class Pair:
    """A left set and a right set, by label, with their bound."""

    left: list[Any]
    right: list[Any]
    edges: int  #: number of edges between them
    bound: float  #: no requested pair has more edges (`largest_area`: a larger area; `densest_pair`: a larger rho)
    bound_rule: str  #: name of the rule that proved it
    rule: str  #: for a multiplier: the rule behind it
    proven_optimal: bool  #: the answer meets the bound
    method: str
    stop_reason: str
    seconds: float

    @property
    def area(self) -> int:
        """Number of pairs of a left and a right vertex."""
        return len(self.left) * len(self.right)

    @property
    def density(self) -> float:
        """edges / area; 0 without vertices."""
        return self.edges / self.area if self.area else 0.0

    @property
    def rho(self) -> float:
        """edges / sqrt(area); 0 without vertices."""
        return self.edges / math.sqrt(self.area) if self.area else 0.0


class SidedCore(NamedTuple):
    """A corner of a vertex: it is in the (alpha, beta)-core, but in no core with one larger number and the other equal.

    In the (alpha, beta)-core left vertices have at least alpha neighbours, and right vertices at least beta.
    """

    side: str  #: "left" or "right"
    label: Any
    alpha: int
    beta: int


def _refuse_weights(graph: Any) -> None:
    if is_scipy_matrix(graph):
        if not (graph.tocoo().data == 1).all():
            refuse("graph", graph, "its entries are not all 1, and edges are counted; give A != 0 for its edges")
    elif (is_networkx(graph) or is_igraph(graph)) and has_weights(graph) or isinstance(graph, Graph) and graph.weighted:
        refuse("graph", graph, "it has weights, and edges are counted; leave the weights out")


class _Sides:
    """A graph with two sides, and the labels of its vertices."""

    def __init__(self, graph: Any, sides: Any, labels: bool) -> None:
        self._names: list[Any] | None = None  # by number, if the C++ side has only numbers
        _refuse_weights(graph)
        if isinstance(sides, str):
            if sides != "columns":
                refuse("sides", sides, '"columns", or a list of the left vertices, is needed')
            shape = graph.shape if is_scipy_matrix(graph) else None
            arcs, self._names = directed_arcs(graph, labels)
            self.core = _core.sides_of_arcs(arcs, shape)
        else:
            G = as_graph(graph, None)
            self.core = _core.sides_of_graph(G._native, G.vertices_of(sides, "sides").tolist())
            self._names = None if G._objects is None else list(G._objects)

    def named(self, found: Any) -> list[Any]:
        """Labels of vertices from C++."""
        listed = list(found.tolist() if isinstance(found, np.ndarray) else found)
        return listed if self._names is None else [self._names[int(v)] for v in listed]

    def pair(self, found: Any) -> Pair:
        """The pair that C++ returns as a tuple."""
        return Pair(self.named(found[0]), self.named(found[1]), *found[2:])


def verified_pair(graph: Any, pair: Pair, sides: Any, labels: bool) -> int:
    """Counts the edges between the sets of a pair again.

    Errors: VerificationError, and InvalidArgument for a vertex that its side does not have.
    """
    both = _Sides(graph, sides, labels)
    names, left = both.named(both.core.names()), both.core.left
    counted = both.core.count(places_in(names[:left], pair.left, "left"),
                              [left + at for at in places_in(names[left:], pair.right, "right")])
    agree("number of edges", pair.edges, counted)
    reached = min((counted, pair.area, pair.rho), key=lambda number: abs(number - pair.bound))
    agree("bound", pair.bound, reached if pair.proven_optimal else pair.rho, pair.proven_optimal)
    return counted


def _two_sizes(name: str, value: Any) -> tuple[int, int]:
    if not isinstance(value, Iterable) or isinstance(value, str):
        refuse(name, value, "a pair of sizes (left, right) is needed")
    pair = tuple(value)
    if len(pair) != 2 or not all(isinstance(each, Integral) and 1 <= each < 2**32 for each in pair):
        refuse(name, value, "a pair of sizes (left, right), each 1 or more, is needed")
    return int(pair[0]), int(pair[1])


def find_pairs(graph: Any, sizes: Iterable[tuple[int, int]], *, sides: Any = "columns", effort: Effort = "auto",
               labels: bool = False, time: float | None = None, seed: int = 1, threads: int = 0,
               cancel: _core.Cancel | None = None, on_interrupt: OnInterrupt = "raise") -> list[Pair]:
    """Finds the left and right set with the most edges between them, for each of the sizes (left, right).

    The answer is exact if one side is small. Otherwise it has an upper bound.

    Parameters
    ----------
    graph : path, name, networkx DiGraph, directed igraph graph, SciPy matrix, or any graph
        With sides="columns", the first column of a file holds left vertices and the second one right vertices; rows of
        a matrix are on the left, its columns on the right, and it need not be square. Weights are refused, and those of
        a file are ignored with a LodeWarning. With a list of left vertices as
        sides, it is anything that `Graph(...)` takes.
    sizes : sequence of pairs
        Sizes (left, right).
    sides : "columns" or labels of vertices
        The left side.
    effort : {"none", "cheap", "auto", "strong", "proof"}
        Work on upper bounds.
    labels : bool
        Vertices of a file are words.
    time : float, optional
        Seconds for all sizes together.
    seed, threads, cancel, on_interrupt
        As in `find`.

    See also
    --------
    largest_area : the biclique of largest area
    densest_pair : the densest pair of sets of any size
    """
    check(effort=(effort, ("none", "cheap", "auto", "strong", "proof")), labels=labels, time=time, seed=seed,
          threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    wanted = [_two_sizes("sizes", each) for each in sizes]
    how = _core.How(seed=seed, time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    both = _Sides(graph, sides, labels)
    return answer_of(lambda: _core.find_pairs(both.core, wanted, effort, how),
                     lambda found: [both.pair(each) for each in found])


def largest_area(graph: Any, *, sides: Any = "columns", min_sides: tuple[int, int] = (1, 1), labels: bool = False,
                 time: float | None = None, seed: int = 1, threads: int = 0, cancel: _core.Cancel | None = None,
                 on_interrupt: OnInterrupt = "raise") -> Pair:
    """Finds the biclique of largest area: a left and a right set with all edges between them.

    Parameters
    ----------
    graph, sides, labels, time, seed, threads, cancel, on_interrupt
        As in `find_pairs`.
    min_sides : pair of int
        Least number of left and of right vertices.
    """
    check(labels=labels, time=time, seed=seed, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    least = _two_sizes("min_sides", min_sides)
    how = _core.How(seed=seed, time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    both = _Sides(graph, sides, labels)
    return answer_of(lambda: _core.largest_area(both.core, least, how), both.pair)


def densest_pair(graph: Any, *, sides: Any = "columns", labels: bool = False, time: float | None = None,
                 threads: int = 0, cancel: _core.Cancel | None = None, on_interrupt: OnInterrupt = "raise") -> Pair:
    """Finds the left and right set with the largest rho = edges / sqrt(|left| |right|), exactly.

    bound is a bound on rho. graph, sides, labels, time: as in `find_pairs`.
    """
    check(labels=labels, time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    how = _core.How(time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    both = _Sides(graph, sides, labels)
    return answer_of(lambda: _core.densest_pair(both.core, how),
                     lambda found: Pair(both.named(found[0]), both.named(found[1]), found[2], found[4], "splits", "",
                                        found[5], "directed", "optimal" if found[5] else "deadline", found[6]))


def sided_cores(graph: Any, *, sides: Any = "columns", labels: bool = False, threads: int = 0,
                cancel: _core.Cancel | None = None, on_interrupt: OnInterrupt = "raise") -> list[SidedCore]:
    """The corners of every vertex: the largest alpha and beta of the (alpha, beta)-cores that hold it.

    graph, sides, labels: as in `find_pairs`.
    """
    check(labels=labels, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    how = _core.How(threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    both = _Sides(graph, sides, labels)
    return answer_of(lambda: _core.sided_cores(both.core, how),
                     lambda found: [SidedCore("left" if left else "right", name, alpha, beta)
                                    for name, (left, alpha, beta) in zip(both.named(found[0]), found[1])])
