"""What needs one call: densest subgraph, bounds, cores, cliques, and checks of claims."""
from __future__ import annotations

from dataclasses import dataclass, field, fields
from numbers import Real
from typing import TYPE_CHECKING, Any, Callable, Iterable, Literal, NamedTuple

import numpy as np

from . import _core
from ._arrays import read_only, vertex_values
from ._checks import check, refuse
from ._make import InputReport, Made
from ._runs import Progress, answer_of, progress_sink, sizes_of
from ._values import grid_of, table_of, ByValue, VertexSet
from .certificate import Certificate, CheckedBound
from .graph import Graph, as_graph, directed_arcs
from .result import Result, exact

if TYPE_CHECKING:
    import pandas

__all__ = ["Bound", "Bounds", "Clique", "CliqueDensest", "ComponentTree", "Counted", "DenseLayers", "Densest",
           "DensityTracker", "DirectedDensest", "bounds", "cliques", "core_tree", "cores", "dense_layers", "densest",
           "densest_cliques", "densest_directed", "truss_numbers", "truss_tree", "verify"]

OnInterrupt = Literal["raise", "return"]


@dataclass(frozen=True, eq=False, repr=False)
class _Set(VertexSet):
    """A set, and fields that are the facts of it."""

    graph: Graph
    vertices: np.ndarray  #: numbers, increasing

    def _facts(self) -> list[tuple[str, str]]:
        """All fields but the set itself."""
        return [(each.name, f"{getattr(self, each.name)}") for each in fields(self)
                if each.name not in ("graph", "vertices")]

    def __repr__(self) -> str:
        facts = ", ".join(f"{name}={value}" for name, value in self._facts())
        return f"{type(self).__name__}({facts}, labels=[{self._shown(repr)}])"

    def _repr_html_(self) -> str:
        return table_of(f"{type(self).__name__}: {len(self)} vertices", [("vertices", self._shown(str)), *self._facts()])


@dataclass(frozen=True, eq=False, repr=False)
class Densest(_Set):
    """The largest of the sets of most weight per vertex."""

    edges: int  #: inside
    weight: float
    density: float  #: weight / number of vertices; with values, costs or anchors what was asked for
    proven: bool  #: False: stopped before the proof; the densest set found
    bound: float  #: no set is denser; the density if proven


def densest(graph: Any, *, weight: str | bool | None = None, values: Any = None, costs: Any = None,
            anchors: Iterable[Any] = (), weighting: Literal["given", "fraudar"] = "given",
            include: Iterable[Any] = (), exclude: Iterable[Any] = (), at_least: int | None = None,
            at_most: int | None = None, time: float | None = None, threads: int = 0,
            cancel: _core.Cancel | None = None, on_interrupt: OnInterrupt = "raise") -> Densest:
    """The densest subgraph of any size, exact: the vertices of most weight / number of vertices.

    weight: where the weights are, as of `find`. values, costs: numbers of vertices (an array, or a mapping from
    labels; vertices without one have value 0 and cost 1): the set of most (weight + values) / costs. anchors: the
    set S of most (2 weight - degrees of S without the anchors) / number of vertices, near the anchors. weighting:
    "fraudar" divides the weight of an edge by log(d + 5), d the larger degree of its ends. include, exclude: what
    the set must and must not hold. at_least, at_most: limits of its number of vertices. time: seconds; then the best
    set found, with a bound.
    """
    check(weighting=weighting, at_least=at_least, at_most=at_most, time=time, threads=threads, cancel=cancel,
          on_interrupt=on_interrupt)
    G = as_graph(graph, weight=weight)
    how = _core.How(time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    question = _core.DensestQuestion()
    question.values = vertex_values(values, G, "values")
    question.costs = vertex_values(costs, G, "costs", missing=1.0)
    question.anchors = G.vertices_of(anchors, "anchors")
    question.fraudar = weighting == "fraudar"
    question.include = G.vertices_of(include, "include")
    question.exclude = G.vertices_of(exclude, "exclude")
    question.at_least = at_least
    question.at_most = at_most
    return answer_of(lambda: _core.densest(G._native, question, how),
                     lambda found: Densest(G, read_only(found[0]), found[1], exact(found[2], G), *found[3:]))


class DensityTracker:
    """An upper bound of the density (weight / number of vertices) of all sets, of a graph whose edges come and go.

    graph: what it begins with, as of `densest`; None: nothing. weight: where the weights are, as of `find`. Vertices
    are given by label. A label that is new is a new vertex; in a graph without labels vertices are numbers, and a
    number above all others makes all numbers up to it vertices. Calls of one tracker must not overlap.
    """

    def __init__(self, graph: Any = None, *, weight: str | bool | None = None) -> None:
        G = Graph() if graph is None else as_graph(graph, weight=weight)
        self._native = _core.DensityTracker(G._native)
        self._places: dict[Any, int] | None = None
        if graph is None or G._objects is not None or G._native.names_kind != "numbers":
            self._places = {label: place for place, label in enumerate(G.labels.tolist())}

    def add(self, u: Any, v: Any, weight: float = 1.0) -> None:
        """Adds weight to the edge between u and v, which comes into being if there is none. O(1)."""
        places = self._places
        try:
            if places is None:
                return self._native.add(u, v, weight)
            n = len(places)
            first = places.get(u, n)
            second = places.get(v, n if first < n or u == v else n + 1)
            self._native.add(first, second, weight)
            if first >= n or second >= n:
                places[u] = first
                places[v] = second
        except TypeError:
            self._refuse(u, v, weight)

    def remove(self, u: Any, v: Any) -> None:
        """Removes the edge between u and v; the vertices stay. Errors: InvalidArgument if there is none. O(1)."""
        places = self._places
        try:
            if places is None:
                return self._native.remove(u, v)
            if u not in places or v not in places:
                refuse("edge", (u, v), "does not exist")
            self._native.remove(places[u], places[v])
        except TypeError:
            self._refuse(u, v, 1.0)

    def bound(self) -> float:
        """No set of vertices has a larger density. The density of the densest set right after `solve`."""
        return self._native.bound()

    def solve(self, *, time: float | None = None, threads: int = 0, cancel: _core.Cancel | None = None,
              on_interrupt: OnInterrupt = "raise") -> Densest:
        """The densest subgraph of the present graph, exact, and from now on the bound that it proves."""
        check(time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
        how = _core.How(time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)

        def made(found: Any) -> Densest:
            G = Graph._of(Made(found[0], InputReport("tracked"))).with_labels(
                None if self._places is None else list(self._places))
            return Densest(G, read_only(found[1]), found[2], exact(found[3], G), *found[4:])

        return answer_of(lambda: self._native.solve(how), made)

    @property
    def n(self) -> int:
        """Vertices."""
        return self._native.n

    @property
    def m(self) -> int:
        """Edges."""
        return self._native.m

    def _refuse(self, u: Any, v: Any, weight: Any) -> None:
        if not isinstance(weight, Real):
            refuse("weight", weight, "a number is needed")
        refuse("edge", (u, v), "vertices are numbers from 0 on here" if self._places is None else
               "vertices are hashable: strings, numbers or tuples")


@dataclass(frozen=True, eq=False)
class DirectedDensest(ByValue):
    """The sets of most arcs / sqrt(number of sources * number of targets), by label; they may overlap."""

    sources: list[Any]
    targets: list[Any]
    arcs: int  #: from sources to targets
    rho: float  #: arcs / sqrt(number of sources * number of targets)
    bound: float  #: no pair of sets has more; equal to rho if proven
    proven: bool
    loops: int  #: of the graph that was searched; loops count as arcs


def densest_directed(graph: Any, *, drop_loops: bool = False, labels: bool = False, time: float | None = None,
                     threads: int = 0, cancel: _core.Cancel | None = None,
                     on_interrupt: OnInterrupt = "raise") -> DirectedDensest:
    """The directed densest subgraph, exact: sets S and T of most arcs from S to T / sqrt(|S| |T|).

    graph: a path or the name of a known graph, whose directions are kept; a networkx DiGraph or a directed igraph
    graph; a square SciPy matrix, whose stored entries are arcs from row to column. Arcs are counted once each,
    whatever their weight. drop_loops: leave loops out. labels: vertices of a file are words. time: seconds; with what
    is then proven.
    """
    check(time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    how = _core.How(time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    arcs, names = directed_arcs(graph, labels)

    def named(found: Any) -> list[Any]:
        return list(found.tolist() if isinstance(found, np.ndarray) else found) if names is None else \
            [names[int(v)] for v in found]

    return answer_of(lambda: _core.densest_directed(arcs, bool(drop_loops), how),
                     lambda found: DirectedDensest(named(found[0]), named(found[1]), *found[2:]))


@dataclass(frozen=True, eq=False)
class DenseLayers(ByValue):
    """Nested sets, densest first: the corners of the curve of largest weight against size.

    Set i holds `order[:sizes[i]]`; the last one is all vertices.
    """

    graph: Graph = field(repr=False)
    order: np.ndarray  #: vertex numbers
    sizes: np.ndarray
    edges: np.ndarray  #: inside each set
    weights: np.ndarray
    densities: np.ndarray  #: weight that a set adds to the one before, per vertex added; strictly falling
    complete: bool  #: False: stopped before the end

    def labels(self, layer: int) -> list[Any]:
        """Vertices of a set by label."""
        return self.graph.names_of(np.sort(self.order[:self.sizes[layer]]))

    def _repr_html_(self) -> str:
        rows = [[f"{size}", f"{edges}", f"{exact(weight, self.graph):.10g}", f"{density:.6g}"] for size, edges, weight,
                density in zip(self.sizes.tolist(), self.edges.tolist(), self.weights.tolist(),
                               self.densities.tolist())]
        return grid_of("Dense layers" + ("" if self.complete else ", stopped before the end"),
                       ["vertices", "edges", "weight", "density of the layer"], rows)

    def to_pandas(self) -> pandas.DataFrame:
        """One row per set."""
        import pandas

        return pandas.DataFrame({"size": self.sizes, "edges": self.edges, "weight": self.weights,
                                 "density": self.densities})


def dense_layers(graph: Any, *, weight: str | bool | None = None, time: float | None = None, threads: int = 0,
                 cancel: _core.Cancel | None = None, on_interrupt: OnInterrupt = "raise") -> DenseLayers:
    """The locally-dense decomposition, exact for integral weights. weight: where the weights are, as of `find`."""
    check(time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    G = as_graph(graph, weight=weight)
    how = _core.How(time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    return answer_of(lambda: _core.dense_layers(G._native, how), lambda found: DenseLayers(G, *found))


def cores(graph: Any, *, threads: int = 0) -> np.ndarray:
    """Core numbers, by vertex. Cost: O(n + m). Weights are ignored."""
    check(threads=threads)
    return np.asarray(_core.core_numbers(_unweighted(graph)._native, _core.How(threads=threads)))


def _unweighted(graph: Any) -> Graph:
    """The graph where weights do not matter: none are looked for."""
    return graph if isinstance(graph, Graph) else as_graph(graph, weight=False)


@dataclass(frozen=True, eq=False, repr=False)
class Clique(_Set):
    """A clique, the largest one when `exact`."""

    upper_bound: int  #: no clique has more vertices
    exact: bool


def cliques(graph: Any, *, enough: int | None = None, time: float | None = None, threads: int = 0,
            cancel: _core.Cancel | None = None, on_interrupt: OnInterrupt = "raise") -> Clique:
    """A largest clique, by branch and bound; `enough`: end with the first one of so many vertices."""
    check(enough=enough, time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    G = _unweighted(graph)
    how = _core.How(time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    return answer_of(lambda: _core.maximum_clique(G._native, enough, how),
                     lambda found: Clique(G, read_only(found[0]), *found[1:]))


@dataclass(frozen=True, eq=False, repr=False)
class CliqueDensest(_Set):
    """The largest of the sets of most k-cliques per vertex."""

    k: int  #: vertices of a clique
    cliques: int  #: inside the set
    edges: int  #: inside
    density: float  #: cliques / number of vertices
    upper_bound: float  #: no set has more cliques per vertex
    proven: bool  #: False: stopped before the proof; the densest set found
    bound: tuple[int, int]  #: numerator and denominator of the upper bound
    curve: np.ndarray | None = field(default=None)  #: by s, a number of cliques that no s vertices exceed
    certificate: Certificate | None = field(default=None)  #: why the bound holds

    def _facts(self) -> list[tuple[str, str]]:
        return [fact for fact in super()._facts() if fact[0] not in ("bound", "curve", "certificate")]


def densest_cliques(graph: Any, k: int = 3, *, curve: bool = False, time: float | None = None,
                    threads: int = 0, cancel: _core.Cancel | None = None,
                    on_interrupt: OnInterrupt = "raise") -> CliqueDensest:
    """The vertices with the most cliques of k vertices per vertex, exact; 3 for triangles, up to 6.

    curve: also bound the cliques of every number of vertices. Weights are ignored.
    """
    check(k=k, curve=curve, time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    G = _unweighted(graph)
    how = _core.How(time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    return answer_of(lambda: _core.densest_cliques(G._native, k, curve, how),
                     lambda found: CliqueDensest(G, read_only(found[0]), *found[1:9], Certificate(found[9])))


def truss_numbers(graph: Any, *, time: float | None = None, threads: int = 0, cancel: _core.Cancel | None = None,
                  on_interrupt: OnInterrupt = "raise") -> dict[tuple[Any, Any], int]:
    """The truss number of every edge, by the labels of its ends, in the order of the vertices.

    The k-truss is the largest subgraph whose edges are each in at least k-2 triangles of it, and the number of an
    edge is the largest k whose truss holds it: 2 for an edge in no triangle. Weights are ignored.
    """
    check(time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    G = _unweighted(graph)
    how = _core.How(time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)

    def made(found: Any) -> dict[tuple[Any, Any], int]:
        return dict(zip(zip(G.names_of(found[0]), G.names_of(found[1])), found[2].tolist()))

    return answer_of(lambda: _core.truss_numbers(G._native, how), made)


@dataclass(frozen=True, eq=False)
class ComponentTree(ByValue):
    """The connected components of all k-cores, or k-trusses, and which lies in which; parents come first."""

    graph: Graph = field(repr=False)
    parents: np.ndarray  #: by node; -1: none
    k: np.ndarray  #: the largest k at which the node is a component
    vertices: np.ndarray  #: number of vertices
    edges: np.ndarray  #: number of edges
    _members: np.ndarray = field(repr=False)
    _begin: np.ndarray = field(repr=False)

    def __len__(self) -> int:
        return int(self.parents.size)

    def members(self, node: int) -> list[Any]:
        """The vertices, by label, that are in the node and in none of its children."""
        begin, end = self._begin[2 * node:2 * node + 2]
        return self.graph.names_of(self._members[begin:end])

    def to_pandas(self) -> pandas.DataFrame:
        """One row per node."""
        import pandas

        return pandas.DataFrame({"parent": self.parents, "k": self.k, "vertices": self.vertices, "edges": self.edges})


def core_tree(graph: Any, *, time: float | None = None, threads: int = 0, cancel: _core.Cancel | None = None,
              on_interrupt: OnInterrupt = "raise") -> ComponentTree:
    """The components of all k-cores. Weights are ignored."""
    return _tree(graph, False, time, threads, cancel, on_interrupt)


def truss_tree(graph: Any, *, time: float | None = None, threads: int = 0, cancel: _core.Cancel | None = None,
               on_interrupt: OnInterrupt = "raise") -> ComponentTree:
    """The components of all k-trusses, as of `truss_numbers`. Vertices without an edge are in none."""
    return _tree(graph, True, time, threads, cancel, on_interrupt)


def _tree(graph: Any, trusses: bool, time: float | None, threads: int, cancel: _core.Cancel | None,
          on_interrupt: OnInterrupt) -> ComponentTree:
    check(time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    G = _unweighted(graph)
    how = _core.How(time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    return answer_of(lambda: _core.component_tree(G._native, trusses, how), lambda found: ComponentTree(G, *found))


class Bound(NamedTuple):
    """No set of s vertices weighs more than `value`."""

    name: str
    s: int
    value: float
    seconds: float


@dataclass(frozen=True, eq=False)
class Bounds(ByValue):
    """Upper bounds by size."""

    sizes: tuple[int, ...]
    bounds: tuple[tuple[Bound, ...], ...] = field(repr=False)  #: per size, the least first
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

    def to_pandas(self) -> pandas.DataFrame:
        """One row per size and bound, the least first."""
        import pandas

        return pandas.DataFrame([bound for of_size in self.bounds for bound in of_size],
                                columns=list(Bound._fields))

    def _repr_html_(self) -> str:
        rows = [[f"{b.s}", b.name, f"{b.value:.10g}", f"{b.seconds:.3g}"] for of_size in self.bounds for b in of_size]
        return grid_of("Upper bounds", ["s", "bound", "at most", "seconds"], rows)


def bounds(graph: Any, s: Any, *, weight: str | bool | None = None, values: Any = None,
           effort: Literal["none", "cheap", "auto", "strong"] = "strong", time: float | None = 2.0,
           core_of: float | None = None, certificate: bool = False, seed: int = 1, threads: int = 0,
           progress: bool | Callable[[Progress], object] | None = None, cancel: _core.Cancel | None = None,
           on_interrupt: OnInterrupt = "raise") -> Bounds:
    """Every upper bound on the heaviest sets of some sizes; `time` in seconds per size.

    weight: where the weights are, as of `find`.
    values: those of vertices, as of `find`; bounds are then on weights with values added.
    effort: "none": the trivial one; "cheap": those that take less than a search; "auto": cheaper ones of the others;
    "strong", the default: all.
    core_of: the graph is the core of this minimum degree (strength) of a larger one, and the bounds are of that one.
    """
    check(effort=(effort, ("none", "cheap", "auto", "strong")), time=time, core_of=core_of, certificate=certificate,
          seed=seed, threads=threads, progress=progress, cancel=cancel, on_interrupt=on_interrupt)
    sizes = sizes_of(s)[0]
    G = as_graph(graph, weight=weight)
    numbers = vertex_values(values, G, "values")

    def made(found: _core.FoundBounds) -> Bounds:
        proof = Certificate(found.certificate(_core.How(threads=threads))) if certificate else None
        of_sizes = tuple(tuple(sorted((Bound(name, size, exact(value, G), seconds)
                                       for name, size, value, seconds in each), key=lambda bound: bound.value))
                         for each in found.bounds)
        return Bounds(tuple(sizes), of_sizes, found.seconds, proof)

    with progress_sink(progress) as sink:
        how = _core.How(time=None if time is None else time * max(1, len(sizes)), seed=seed, threads=threads,
                        progress=sink, cancel=cancel, on_interrupt=on_interrupt)
        return answer_of(lambda: _core.bounds(G._native, sizes, numbers, effort, core_of, certificate, how), made)


class Counted(NamedTuple):
    """What is inside a set."""

    edges: int
    weight: float


def verify(graph: Any, what: Result | Certificate | Iterable[Any], *, edges: int | None = None,
           weight: float | None = None, values: Any = None, trust_search: bool = False, threads: int = 0) -> \
        Counted | list[CheckedBound]:
    """Recounts a set and checks what is claimed of it, or checks a certificate.

    A Result: what it says of the set, its demands and its bound. Vertices by label: `edges` and `weight` if
    given. A Certificate: every step; the bounds it proves are returned.
    values: those of the vertices, as of `find`, where the claims or the certificate count them.
    Errors: VerificationError naming the first claim that does not hold.
    """
    check(edges=edges, trust_search=trust_search, threads=threads)
    if weight is not None and not isinstance(weight, Real):
        refuse("weight", weight, "a number, or None, is needed")
    G = as_graph(graph)
    if isinstance(what, Certificate):
        return what.check(G, values=values, trust_search=trust_search, threads=threads)
    claims: dict[str, Any] = {"edges": edges, "weight": weight}
    if isinstance(what, Result):
        claims = {name: getattr(what, name) for name in ("s", "edges", "weight", "average_degree", "upper_bound", "bound",
                                                         "gap", "optimal", "connected")}
        claims.update(density=what.edge_density, include=G.vertices_of(what.include, "include"),
                      exclude=G.vertices_of(what.exclude, "exclude"))
        claims["lower_bound"] = what.lower_bound
        if what.value is not None:
            claims.update(value=what.value, objective=what.objective)
    claims["vertices"] = G.vertices_of(what)
    inside = _core.verify(G._native, vertex_values(values, G, "values"), {name: value for name, value in claims.items() if value is not None},
                          _core.How(threads=threads))
    return Counted(inside[0], exact(inside[1], G))
