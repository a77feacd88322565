"""Graphs with two sides (bipartite): pairs of a left and a right set with many edges between them."""
from __future__ import annotations

import math
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, Iterable, Literal, NamedTuple

import numpy as np

from . import _core
from ._checks import check, refuse
from ._runs import answer_of
from .functions import OnInterrupt
from .graph import as_graph, directed_arcs

__all__ = ["Pair", "SidedCore", "densest_pair", "find_pairs", "largest_area", "sided_cores"]

Effort = Literal["none", "cheap", "auto", "strong", "proof"]


@dataclass(frozen=True)
class Pair:
    """A left and a right set, by label, and what is proven of them."""

    left: list[Any]
    right: list[Any]
    edges: int  #: between them
    upper_bound: float  #: no pair that was asked for has more edges; of `largest_area`: a larger area; rho
    bound: str  #: why the bound holds
    rule: str  #: of a multiplier: the bound of lode behind it
    proven_optimal: bool  #: the bound is met
    method: str
    stop_reason: str
    seconds: float

    @property
    def area(self) -> int:
        """Pairs of a left and a right vertex."""
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
    """A vertex is in the (alpha, beta)-core, and in none of larger alpha and the same beta, or the other way round."""

    side: str  #: "left" or "right"
    label: Any
    alpha: int
    beta: int


class _Sides:
    """A graph with two sides, and what its vertices are called."""

    def __init__(self, graph: Any, sides: Any, labels: bool) -> None:
        self._names: list[Any] | None = None  # by number, where the C++ side knows numbers alone
        if isinstance(sides, str):
            if sides != "columns":
                refuse("sides", sides, '"columns", or a list of the left vertices, is needed')
            arcs, self._names = directed_arcs(graph, labels)
            self.core = _core.sides_of_arcs(arcs)
        else:
            G = as_graph(graph, None)
            self.core = _core.sides_of_graph(G._native, G.vertices_of(sides, "sides").tolist())
            self._names = None if G._objects is None else G.names_of(range(G.n))

    def named(self, found: Any) -> list[Any]:
        """Labels of what C++ names."""
        listed = list(found.tolist() if isinstance(found, np.ndarray) else found)
        return listed if self._names is None else [self._names[int(v)] for v in listed]

    def pair(self, found: Any) -> Pair:
        """The pair of a tuple of C++."""
        return Pair(self.named(found[0]), self.named(found[1]), *found[2:])


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
    """For each of the sizes (left, right), the left and right vertices with most edges between them.

    graph: with sides="columns", what `densest_directed` takes: a path or the name of a known graph, whose two columns
    are left and right vertices, a DiGraph or a SciPy matrix, rows on the left. With a list of the left vertices as
    sides, any graph. time: seconds for all sizes. Exact if one side is small, else with an upper bound.
    """
    check(effort=(effort, ("none", "cheap", "auto", "strong", "proof")), labels=labels, time=time, seed=seed,
          threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    wanted = [_two_sizes("sizes", each) for each in sizes]
    how = _core.How(seed=seed, time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    both = _Sides(graph, sides, labels)
    return answer_of(lambda: _core.find_pairs(both.core, wanted, effort, how),
                     lambda found: [both.pair(each) for each in found])


def largest_area(graph: Any, min_density: Real | str = 1, *, sides: Any = "columns", missing: int = 0,
                 min_sides: tuple[int, int] = (1, 1), labels: bool = False, time: float | None = None, seed: int = 1,
                 threads: int = 0, cancel: _core.Cancel | None = None, on_interrupt: OnInterrupt = "raise") -> Pair:
    """The left and right set of largest area that have min_density * area - missing edges between them at least.

    With density 1 and nothing missing that is a biclique of most edges. min_density: a number, read as its decimals.
    min_sides: so many vertices of each side at least. graph, sides, time: as for `find_pairs`.
    """
    check(labels=labels, edges=missing, time=time, seed=seed, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    least = _two_sizes("min_sides", min_sides)
    how = _core.How(seed=seed, time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    both = _Sides(graph, sides, labels)
    return answer_of(lambda: _core.largest_area(both.core, str(min_density), missing, least, how), both.pair)


def densest_pair(graph: Any, *, sides: Any = "columns", labels: bool = False, time: float | None = None,
                 threads: int = 0, cancel: _core.Cancel | None = None, on_interrupt: OnInterrupt = "raise") -> Pair:
    """The left and right set of most edges / sqrt(|left| |right|), exact: its `rho`, of which upper_bound is a bound.

    graph, sides, time: as for `find_pairs`.
    """
    check(labels=labels, time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    how = _core.How(time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    both = _Sides(graph, sides, labels)
    return answer_of(lambda: _core.densest_pair(both.core, how),
                     lambda found: Pair(both.named(found[0]), both.named(found[1]), found[2], found[4], "splits", "",
                                        found[5], "directed", "optimal" if found[5] else "deadline", found[6]))


def sided_cores(graph: Any, *, sides: Any = "columns", labels: bool = False, threads: int = 0,
                cancel: _core.Cancel | None = None, on_interrupt: OnInterrupt = "raise") -> list[SidedCore]:
    """The corners of the (alpha, beta)-cores of every vertex: the largest alpha and beta of cores that hold it.

    graph, sides: as for `find_pairs`.
    """
    check(labels=labels, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    how = _core.How(threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    both = _Sides(graph, sides, labels)
    return answer_of(lambda: _core.sided_cores(both.core, how),
                     lambda found: [SidedCore("left" if left else "right", name, alpha, beta)
                                    for name, (left, alpha, beta) in zip(both.named(found[0]), found[1])])
