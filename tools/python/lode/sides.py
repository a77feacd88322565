"""Directed graphs, and graphs with two sides (bipartite): pairs of sets with many arcs or edges between them.

The keywords seed, threads, cancel and on_interrupt are as in `find`. `time` is a limit in seconds: if it does not
suffice, the answer is the best that was found, with an upper bound.
"""
from __future__ import annotations

import math
import os
from dataclasses import dataclass
from numbers import Integral
from typing import Any, Iterable, Literal, NamedTuple

import numpy as np

from . import _core
from ._checks import path_of, refuse
from ._convert import (arcs_of_network, arcs_of_scipy, check_square, has_weights, is_igraph, is_networkx,
                       is_scipy_matrix)
from ._runs import ask
from ._values import ByValue
from .errors import InvalidArgument, warn
from .functions import OnInterrupt
from .graph import Graph, as_graph, read

Effort = Literal["none", "cheap", "auto", "strong", "proof"]


@dataclass(frozen=True, eq=False)
class DirectedDensest(ByValue):
    """The directed densest subgraph: the sets with the largest arcs / sqrt(number of sources * number of targets).

    The two sets may overlap.
    """

    sources: list[Any]
    targets: list[Any]
    arcs: int  #: number of arcs from sources to targets
    rho: float  #: arcs / sqrt(number of sources * number of targets)
    bound: float  #: no pair of sets has a larger rho; equal to rho if that is proven
    proven_optimal: bool
    loops: int  #: loops of the graph that was searched; they count as arcs


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


def directed_arcs(source: Any, labels: bool) -> tuple[_core.DirectedArcs, list[Any] | None]:
    """A directed graph, and the labels of its vertices if the C++ side does not know them."""
    if isinstance(source, Graph):
        refuse("graph", source, "a Graph has no directions; give what it was made of: a path, a DiGraph, a matrix")
    if isinstance(source, (str, os.PathLike)):
        options = {**(read.__kwdefaults__ or {}), "weighted": False, "labels": bool(labels)}
        arcs, told = _core.read_arcs(os.fsencode(path_of("graph", source)), options)
        ignored = [note for note in told["notes"] if note == "entry values ignored" or "weight" in note] + \
            ["further columns ignored"] * (told["ignored_columns"] > 0)
        if ignored:
            warn(f"{told['path']}: {ignored[0]}; edges are counted")
        return arcs, None
    if is_networkx(source) or is_igraph(source):
        if not source.is_directed():
            refuse("graph", source, "the graph is undirected; make it directed, as by to_directed()")
        found = arcs_of_network(source, False)
    elif is_scipy_matrix(source):
        found = arcs_of_scipy(source, False)
    else:
        raise InvalidArgument(f"graph is of type {type(source).__name__}; a path, a networkx DiGraph, a directed "
                              "igraph graph or a SciPy matrix is needed")
    return _core.arcs_from(found.u, found.v, found.n), found.labels


def refuse_weights(graph: Any) -> None:
    """Errors: InvalidArgument for a graph with weights other than 1."""
    if is_scipy_matrix(graph):
        if not (graph.tocoo().data == 1).all():
            refuse("graph", graph, "its entries are not all 1, and edges are counted; give A != 0 for its edges")
    elif (is_networkx(graph) or is_igraph(graph)) and has_weights(graph) or isinstance(graph, Graph) and graph.weighted:
        refuse("graph", graph, "it has weights, and edges are counted; leave the weights out")


@dataclass
class _Named:
    """A graph of _core, and the labels of its vertices by number if it has only numbers."""

    _native: Any
    labels: list[Any] | None

    def named(self, found: Any) -> list[Any]:
        """Labels of vertices from C++."""
        listed = list(found.tolist() if isinstance(found, np.ndarray) else found)
        return listed if self.labels is None else [self.labels[int(v)] for v in listed]

    def pair(self, found: Any) -> Pair:
        """The pair that C++ returns as a tuple."""
        return Pair(self.named(found[0]), self.named(found[1]), *found[2:])


def _arcs_of(keywords: dict[str, Any]) -> _Named:
    if is_scipy_matrix(keywords["graph"]):
        check_square(keywords["graph"].shape, "A")
    return _Named(*directed_arcs(keywords.pop("graph"), keywords.pop("labels")))


def _sides_of(keywords: dict[str, Any]) -> _Named:
    graph, sides, labels = (keywords.pop(name) for name in ("graph", "sides", "labels"))
    refuse_weights(graph)
    if isinstance(sides, str):
        if sides != "columns":
            refuse("sides", sides, '"columns", or a list of the left vertices, is needed')
        arcs, names = directed_arcs(graph, labels)
        return _Named(_core.sides_of_arcs(arcs, graph.shape if is_scipy_matrix(graph) else None), names)
    G = as_graph(graph)
    return _Named(_core.sides_of_graph(G._native, G.vertices_of(sides, "sides")), G._objects)


def _two_sizes(name: str, value: Any) -> tuple[int, int]:
    pair = tuple(value) if isinstance(value, Iterable) and not isinstance(value, str) else ()
    if len(pair) != 2 or not all(isinstance(each, Integral) and 1 <= each < 2**32 for each in pair):
        refuse(name, value, "a pair of sizes (left, right), each 1 or more, is needed")
    return int(pair[0]), int(pair[1])


def densest_directed(graph: Any, *, drop_loops: bool = False, labels: bool = False, time: float | None = None,
                     threads: int = 0, cancel: _core.Cancel | None = None,
                     on_interrupt: OnInterrupt = "raise") -> DirectedDensest:
    """Finds the directed densest subgraph, exactly: sets S and T with the most arcs from S to T / sqrt(|S| |T|).

    graph: a path, name, networkx DiGraph, directed igraph graph, or SciPy matrix. A path or the name of a known graph
        is read with its directions. The stored entries of a square SciPy matrix are arcs from row to column. Every arc
        counts once, whatever its weight.
    drop_loops: leave loops out.
    labels: vertices of a file are words.

    See also: densest, of an undirected graph; densest_pair, of a graph with two sides.
    """
    return ask(_core.densest_directed, lambda arcs, found: DirectedDensest(
        arcs.named(found[0]), arcs.named(found[1]), *found[2:]), locals(), _arcs_of)


def find_pairs(graph: Any, sizes: Iterable[tuple[int, int]], *, sides: Any = "columns", effort: Effort = "auto",
               labels: bool = False, time: float | None = None, seed: int = 1, threads: int = 0,
               cancel: _core.Cancel | None = None, on_interrupt: OnInterrupt = "raise") -> list[Pair]:
    """Finds the left and right set with the most edges between them, for each of the sizes (left, right).

    The answer is exact if one side is small. Otherwise it has an upper bound.

    graph: as in `densest_directed`, or with a list as `sides` anything that `Graph(...)` takes. In place of directions,
        the first column of a file holds left vertices and the second one right vertices; rows of a matrix are on the
        left, its columns on the right, and it need not be square. Weights are refused, and those of a file are ignored
        with a LodeWarning.
    sides: "columns", or a list of the left vertices.
    effort: work on upper bounds, as in `find`.
    labels: vertices of a file are words.
    time: seconds for all sizes together.

    See also: largest_area, the biclique of largest area; densest_pair, of any size.
    """
    sizes = [_two_sizes("sizes", each) for each in sizes]
    return ask(_core.find_pairs, lambda both, found: list(map(both.pair, found)), locals(), _sides_of)


def largest_area(graph: Any, *, sides: Any = "columns", min_sides: tuple[int, int] = (1, 1), labels: bool = False,
                 time: float | None = None, seed: int = 1, threads: int = 0, cancel: _core.Cancel | None = None,
                 on_interrupt: OnInterrupt = "raise") -> Pair:
    """Finds the biclique of largest area: a left and a right set with all edges between them.

    graph, sides, labels: as in `find_pairs`. min_sides: least number of left and of right vertices.
    """
    min_sides = _two_sizes("min_sides", min_sides)
    return ask(_core.largest_area, _Named.pair, locals(), _sides_of)


def densest_pair(graph: Any, *, sides: Any = "columns", labels: bool = False, time: float | None = None,
                 threads: int = 0, cancel: _core.Cancel | None = None, on_interrupt: OnInterrupt = "raise") -> Pair:
    """Finds the left and right set with the largest rho = edges / sqrt(|left| |right|), exactly.

    bound is a bound on rho. graph, sides, labels: as in `find_pairs`.
    """
    return ask(_core.densest_pair, _Named.pair, locals(), _sides_of)


def sided_cores(graph: Any, *, sides: Any = "columns", labels: bool = False, threads: int = 0,
                cancel: _core.Cancel | None = None, on_interrupt: OnInterrupt = "raise") -> list[SidedCore]:
    """The corners of every vertex: the largest alpha and beta of the (alpha, beta)-cores that hold it.

    graph, sides, labels: as in `find_pairs`.
    """
    return ask(_core.sided_cores, lambda both, found: [SidedCore(side, label, alpha, beta) for label, (
        side, alpha, beta) in zip(both.named(found[0]), found[1])], locals(), _sides_of)
