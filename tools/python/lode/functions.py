"""Questions that take one call: densest subgraphs, layers, bounds, cores and cliques.

`graph` is a `Graph` or anything that `Graph(...)` takes. The keywords weight, values, include, exclude, seed, threads,
progress, cancel and on_interrupt are as in `find`. `time` is a limit in seconds: if it does not suffice, the answer is
the best that was found, with an upper bound.
"""
from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from typing import Any, Callable, Iterable, Literal, NamedTuple

import numpy as np

from . import _core
from ._checks import refuse
from ._runs import Progress, ask, sizes_of, unweighted_graph_of
from ._values import ByValue, Tabular, VertexSet, counted, table_of
from .certificate import Certificate, agree
from .graph import Graph
from .result import exact

OnInterrupt = Literal["raise", "return"]


@dataclass(frozen=True, eq=False, repr=False)
class FoundSet(VertexSet):
    """A set, with fields that are facts about it."""

    graph: Graph
    vertices: np.ndarray  #: numbers, increasing

    def _facts(self) -> list[tuple[str, str]]:
        """The fields that are shown."""
        return [(each.name, f"{getattr(self, each.name)}") for each in fields(self)[2:] if each.repr]

    def _check(self, graph: Graph, inside: int) -> None:
        """Checks its further facts; `inside`: the counted edges. Errors: VerificationError."""
        raise NotImplementedError

    def __repr__(self) -> str:
        facts = ", ".join(f"{name}={value}" for name, value in self._facts())
        return f"{type(self).__name__}({facts}, labels=[{self._shown(repr)}])"

    def _repr_html_(self) -> str:
        title = f"{type(self).__name__}: {counted(len(self), 'vertex', 'vertices')}"
        return table_of(title, [("vertices", self._shown(str)), *self._facts()])


@dataclass(frozen=True, eq=False, repr=False)
class Densest(FoundSet):
    """The largest densest set: no set has more weight per vertex."""

    edges: int  #: number of edges inside the set
    weight: float
    density: float  #: weight / number of vertices; with values, costs or anchors their ratio
    proven_optimal: bool  #: no set is denser by more than 1e-9 of the density
    bound: float  #: no set is denser, rounding included; the density where all numbers are integers
    optimality_tolerance: float  #: limit of the rounding error of the proof; infinity: stopped before the proof
    #: the question had no values, costs, anchors or weighting: the density is weight / vertices
    plain: bool = field(default=True, repr=False)

    def _check(self, graph: Graph, inside: int) -> None:
        agree("density", self.density, self.weight / len(self) if self.plain else self.density)
        agree("bound", self.bound, self.density, self.proven_optimal)


def densest(graph: Any, *, weight: str | bool | None = None, values: Any = None, costs: Any = None,
            anchors: Iterable[Any] = (), weighting: Literal["given", "fraudar"] = "given",
            include: Iterable[Any] = (), exclude: Iterable[Any] = (), at_least: int | None = None,
            at_most: int | None = None, time: float | None = None, threads: int = 0,
            cancel: _core.Cancel | None = None, on_interrupt: OnInterrupt = "raise") -> Densest:
    """Finds the densest subgraph of any size, exactly: the set with the largest weight / number of vertices.

    values, costs: numbers of vertices, as arrays or mappings by label. The answer is then the set with the largest
        (weight + values) / costs. A vertex that a mapping does not list has value 0 and cost 1.
    anchors: find a dense set near these vertices: the set S with the largest (2 weight - degrees of the vertices of S
        that are no anchors) / number of vertices.
    weighting: "fraudar" divides the weight of an edge by log(d + 5), where d is the larger degree of its ends.
    include, exclude: vertices that the set must contain, and vertices that it must not contain.
    at_least, at_most: limits of the number of vertices of the set.

    See also: densest_directed, densest_cliques, dense_layers; find, for a given size.
    """
    return ask(_core.densest, lambda G, found: Densest(G, *found[:2], exact(found[2], G), *found[3:]), locals())


@dataclass(frozen=True, eq=False)
class DenseLayers(Tabular, ByValue):
    """Nested sets, the densest first: the corners of the curve of largest weight against size.

    Set i holds `order[:sizes[i]]`. The last set holds all vertices.
    """

    graph: Graph = field(repr=False)
    order: np.ndarray  #: vertex numbers
    sizes: np.ndarray
    edges: np.ndarray  #: number of edges inside each set
    weights: np.ndarray
    densities: np.ndarray  #: weight that a set adds to the set before, per vertex that it adds; strictly falling
    complete: bool  #: False: the call was stopped before the end

    def labels(self, layer: int) -> list[Any]:
        """The labels of the vertices of one set."""
        return self.graph.labels_of(np.sort(self.order[:self.sizes[layer]]))

    def _table(self) -> tuple[str, dict[str, Any]]:
        return "Dense layers" + ("" if self.complete else ", stopped before the end"), {
            "size": self.sizes, "edges": self.edges, "weight": self.weights, "density": self.densities}


def dense_layers(graph: Any, *, weight: str | bool | None = None, time: float | None = None, threads: int = 0,
                 cancel: _core.Cancel | None = None, on_interrupt: OnInterrupt = "raise") -> DenseLayers:
    """Finds the locally-dense decomposition: nested sets from the densest subgraph to the whole graph.

    It is exact for integral weights.
    """
    return ask(_core.dense_layers, lambda G, found: DenseLayers(G, *found), locals())


def cores(graph: Any, *, threads: int = 0) -> np.ndarray:
    """Core numbers of all vertices. Cost: O(n + m). Weights are ignored.

    The core number of a vertex is the largest c such that the vertex lies in a subgraph of minimum degree c. See also:
    core_tree, the components of the cores.
    """
    return ask(_core.cores, lambda G, found: found, locals(), unweighted_graph_of)


@dataclass(frozen=True, eq=False, repr=False)
class Clique(FoundSet):
    """A clique. If `exact` is true, no clique is larger."""

    bound: int  #: no clique has more vertices
    exact: bool

    def _check(self, graph: Graph, inside: int) -> None:
        agree("number of edges", len(self) * (len(self) - 1) // 2, inside)
        agree("bound", self.bound, len(self), self.exact)


def cliques(graph: Any, *, enough: int | None = None, time: float | None = None, threads: int = 0,
            cancel: _core.Cancel | None = None, on_interrupt: OnInterrupt = "raise") -> Clique:
    """Finds a largest clique, by branch and bound. Weights are ignored.

    enough: the search ends with the first clique of this many vertices.
    """
    return ask(_core.cliques, lambda G, found: Clique(G, *found), locals(), unweighted_graph_of)


@dataclass(frozen=True, eq=False)
class ComponentTree(Tabular, ByValue):
    """The connected components of all k-cores, or of all k-trusses, as a tree by inclusion.

    Parents come before their children.
    """

    graph: Graph = field(repr=False)
    parents: np.ndarray  #: parent of each node; -1: none
    k: np.ndarray  #: the largest k at which the node is a component
    vertices: np.ndarray  #: number of vertices
    edges: np.ndarray  #: number of edges
    _members: list[list[Any]] = field(repr=False)

    def __len__(self) -> int:
        return int(self.parents.size)

    def members(self, node: int) -> list[Any]:
        """The labels of the vertices that are in the node and in none of its children."""
        return list(self._members[node])

    def _table(self) -> tuple[str, dict[str, Any]]:
        return f"{len(self)} components", {"parent": self.parents, "k": self.k, "vertices": self.vertices,
                                           "edges": self.edges}


def tree_of(G: Graph, found: str) -> ComponentTree:
    """A tree from its JSON."""
    nodes = json.loads(found)["nodes"]
    columns = [np.array([-1 if node[name] is None else node[name] for node in nodes], dtype=np.int64)
               for name in ("parent", "k", "vertices", "edges")]
    return ComponentTree(G, *columns, [G._labels_of_names(node["members"]) for node in nodes])


def core_tree(graph: Any, *, time: float | None = None, threads: int = 0, cancel: _core.Cancel | None = None,
              on_interrupt: OnInterrupt = "raise") -> ComponentTree:
    """The tree of the components of all k-cores. Weights are ignored."""
    return ask(_core.core_tree, tree_of, locals(), unweighted_graph_of)


class Bound(NamedTuple):
    """An upper bound: no set of s vertices weighs more than `bound`."""

    bound_rule: str
    s: int
    bound: float
    seconds: float


@dataclass(frozen=True, eq=False)
class Bounds(Tabular, ByValue):
    """Upper bounds for several sizes."""

    sizes: tuple[int, ...]
    bounds: tuple[tuple[Bound, ...], ...] = field(repr=False)  #: bounds of each size, the least first
    seconds: float
    certificate: Certificate | None = field(default=None, repr=False)

    @property
    def best(self) -> dict[int, Bound]:
        """The least bound of every size."""
        return {s: of_size[0] for s, of_size in zip(self.sizes, self.bounds) if of_size}

    def __getitem__(self, s: int) -> tuple[Bound, ...]:
        if s not in self.sizes:
            refuse("s", s, f"there are bounds of the sizes {', '.join(map(str, self.sizes))}")
        return self.bounds[self.sizes.index(s)]

    def _value(self) -> tuple[Any, ...]:
        return self.sizes, tuple(tuple(bound[:3] for bound in of_size) for of_size in self.bounds), self.certificate

    def _table(self) -> tuple[str, dict[str, Any]]:
        columns = zip(*(bound for of_size in self.bounds for bound in of_size))
        return "Upper bounds", dict(zip(Bound._fields, columns))


def bounds(graph: Any, s: Any, *, weight: str | bool | None = None, values: Any = None,
           effort: Literal["none", "cheap", "auto", "strong"] = "strong", time: float | None = 2.0,
           core_of: float | None = None, certificate: bool = False, seed: int = 1, threads: int = 0,
           progress: bool | Callable[[Progress], object] | None = None, cancel: _core.Cancel | None = None,
           on_interrupt: OnInterrupt = "raise") -> Bounds:
    """Computes every upper bound on the heaviest sets of some sizes.

    s: a size, or several.
    values: bounds are then about weights with values added.
    effort: "none": the trivial bound. "cheap": bounds that cost less than a search. "auto": also the cheaper ones of
        the strong bounds. "strong": all.
    time: seconds per size.
    core_of: the graph is the core of this minimum degree (strength) of a larger graph, which the bounds are about.
    certificate: keep the proof of the bounds.
    """
    sizes = s = sizes_of(s)[0]

    def made(G: Graph, found: Any) -> Bounds:
        of_sizes = (sorted((Bound(rule, size, exact(value, G), seconds) for rule, size, value, seconds in each),
                           key=lambda each: each.bound) for each in found[0])
        proof = None if found[2] is None else Certificate(found[2])
        return Bounds(tuple(sizes), tuple(map(tuple, of_sizes)), found[1], proof)

    if effort == "proof":
        refuse("effort", effort, "of bounds alone it is 'strong' at most")
    return ask(_core.bounds, made, locals())
