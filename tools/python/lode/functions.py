"""Questions that take one call: densest subgraphs, bounds, cores, cliques, and checks of claims."""
from __future__ import annotations

import json
import math
from dataclasses import dataclass, field, fields
from numbers import Real
from typing import TYPE_CHECKING, Any, Callable, Iterable, Literal, NamedTuple

import numpy as np

from . import _core
from ._ids import read_only, vertex_values
from ._checks import check, refuse
from ._curve import Answers, Curve
from ._convert import InputReport, Made
from ._runs import Progress, answer_of, progress_sink, sizes_of
from ._values import counted, grid_of, table_of, ByValue, VertexSet
from .certificate import Certificate, CheckedBound, CheckedCliques
from .errors import VerificationError
from .graph import Graph, as_graph, directed_arcs
from .result import Result, exact

if TYPE_CHECKING:
    import pandas

__all__ = ["Bound", "Bounds", "Clique", "CliqueDensest", "ComponentTree", "Counted", "DenseLayers", "Densest",
           "DirectedDensest", "bounds", "cliques", "core_tree", "cores", "dense_layers", "densest",
           "densest_cliques", "densest_directed", "truss_numbers", "truss_tree", "verify"]

OnInterrupt = Literal["raise", "return"]


def agree(name: str, claimed: float, counted: float, equal: bool = True) -> None:
    """Checks that a number equals the counted one, or for a bound is at least that. Errors: VerificationError."""
    if not (math.isclose(claimed, counted, rel_tol=1e-9) or not equal and claimed > counted):
        raise VerificationError(f"the {name} is claimed as {claimed}, recounted as {counted}")


def places_in(names: list[Any], labels: list[Any], what: str) -> list[int]:
    """Positions of labels in a list of names. Errors: InvalidArgument for an unknown or repeated label."""
    places = {name: place for place, name in enumerate(names)}
    for label in labels:
        if label not in places:
            refuse(what, label, "no vertex is called so")
    if len(set(labels)) < len(labels):
        refuse(what, labels, "a vertex is given twice")
    return [places[label] for label in labels]


@dataclass(frozen=True, eq=False, repr=False)
class _Set(VertexSet):
    """A set, with fields that are facts about it."""

    graph: Graph
    vertices: np.ndarray  #: numbers, increasing

    def _facts(self) -> list[tuple[str, str]]:
        """All fields except the set itself."""
        return [(each.name, f"{getattr(self, each.name)}") for each in fields(self)
                if each.name not in ("graph", "vertices")]

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
class Densest(_Set):
    """The largest densest set: no set has more weight per vertex."""

    edges: int  #: number of edges inside the set
    weight: float
    density: float  #: weight / number of vertices; with values, costs or anchors their ratio
    proven_optimal: bool  #: no set is denser by more than 1e-9 of the density
    bound: float  #: no set is denser, rounding included; the density where all numbers are integers
    optimality_tolerance: float  #: limit of the rounding error of the proof; infinity: stopped before the proof
    plain: bool = True  #: the question had no values, costs, anchors or weighting: the density is weight / vertices

    def _facts(self) -> list[tuple[str, str]]:
        return [fact for fact in super()._facts() if fact[0] != "plain"]

    def _check(self, graph: Graph, inside: int) -> None:
        agree("density", self.density, self.weight / len(self) if self.plain else self.density)
        agree("bound", self.bound, self.density, self.proven_optimal)


def densest(graph: Any, *, weight: str | bool | None = None, values: Any = None, costs: Any = None,
            anchors: Iterable[Any] = (), weighting: Literal["given", "fraudar"] = "given",
            include: Iterable[Any] = (), exclude: Iterable[Any] = (), at_least: int | None = None,
            at_most: int | None = None, time: float | None = None, threads: int = 0,
            cancel: _core.Cancel | None = None, on_interrupt: OnInterrupt = "raise") -> Densest:
    """Finds the densest subgraph of any size, exactly: the set with the largest weight / number of vertices.

    Parameters
    ----------
    graph : Graph, or anything that `Graph(...)` takes
    weight : str or bool, optional
        Where the weights are, as in `find`.
    values, costs : array or mapping, optional
        Numbers of vertices. The answer is then the set with the largest (weight + values) / costs. A vertex that a
        mapping does not list has value 0 and cost 1.
    anchors : labels of vertices
        Find a dense set near these vertices: the set S with the largest (2 weight - degrees of the vertices of S that
        are no anchors) / number of vertices.
    weighting : {"given", "fraudar"}
        "fraudar" divides the weight of an edge by log(d + 5), where d is the larger degree of its ends.
    include, exclude : labels of vertices
        Vertices that the set must contain, and vertices that it must not contain.
    at_least, at_most : int, optional
        Limits of the number of vertices of the set.
    time : float, optional
        Seconds. If they do not suffice, the answer is the best set found, with an upper bound.
    threads, cancel, on_interrupt
        As in `find`.

    See also
    --------
    densest_directed : the densest subgraph of a directed graph
    densest_cliques : cliques in place of edges
    dense_layers : all layers, from the densest to the whole graph
    find : the heaviest set of a given size
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
    plain = values is None and costs is None and not question.anchors and weighting == "given"
    return answer_of(lambda: _core.densest(G._native, question, how),
                     lambda found: Densest(G, read_only(found[0]), found[1], exact(found[2], G), *found[3:], plain))


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

    def _counted(self, graph: Any, labels: bool) -> int:
        """The arcs between the sets, counted again. Errors: VerificationError."""
        arcs, names = directed_arcs(graph, labels)
        known = list(arcs.names()) if names is None else names
        sets = places_in(known, self.sources, "sources"), places_in(known, self.targets, "targets")
        counted = arcs.count(*sets, self.loops > 0)
        agree("number of arcs", self.arcs, counted)
        agree("rho", self.rho, counted / math.sqrt(len(self.sources) * len(self.targets) or 1))
        agree("bound", self.bound, self.rho, self.proven_optimal)
        return counted


def densest_directed(graph: Any, *, drop_loops: bool = False, labels: bool = False, time: float | None = None,
                     threads: int = 0, cancel: _core.Cancel | None = None,
                     on_interrupt: OnInterrupt = "raise") -> DirectedDensest:
    """Finds the directed densest subgraph, exactly: sets S and T with the most arcs from S to T / sqrt(|S| |T|).

    Parameters
    ----------
    graph : path, name, networkx DiGraph, directed igraph graph, or SciPy matrix
        A path or the name of a known graph is read with its directions. The stored entries of a square SciPy matrix are
        arcs from row to column. Every arc counts once, whatever its weight.
    drop_loops : bool
        Leave loops out.
    labels : bool
        Vertices of a file are words.
    time : float, optional
        Seconds. If they do not suffice, the answer is the best pair found, with an upper bound.
    threads, cancel, on_interrupt
        As in `find`.

    See also
    --------
    densest : the densest subgraph of an undirected graph
    densest_pair : the densest pair of a graph with two sides
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

    def _repr_html_(self) -> str:
        rows = [[f"{size}", f"{edges}", f"{exact(weight, self.graph):.10g}", f"{density:.6g}"] for size, edges, weight,
                density in zip(self.sizes.tolist(), self.edges.tolist(), self.weights.tolist(),
                               self.densities.tolist())]
        return grid_of("Dense layers" + ("" if self.complete else ", stopped before the end"),
                       ["vertices", "edges", "weight", "density of the layer"], rows)

    def to_pandas(self) -> pandas.DataFrame:
        """A frame with one row per set."""
        import pandas

        return pandas.DataFrame({"size": self.sizes, "edges": self.edges, "weight": self.weights,
                                 "density": self.densities})


def dense_layers(graph: Any, *, weight: str | bool | None = None, time: float | None = None, threads: int = 0,
                 cancel: _core.Cancel | None = None, on_interrupt: OnInterrupt = "raise") -> DenseLayers:
    """Finds the locally-dense decomposition: nested sets from the densest subgraph to the whole graph.

    It is exact for integral weights. weight: where the weights are, as in `find`.
    """
    check(time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    G = as_graph(graph, weight=weight)
    how = _core.How(time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    return answer_of(lambda: _core.dense_layers(G._native, how), lambda found: DenseLayers(G, *found))


def cores(graph: Any, *, threads: int = 0) -> np.ndarray:
    """Core numbers of all vertices. Cost: O(n + m). Weights are ignored.

    The core number of a vertex is the largest c such that the vertex lies in a subgraph of minimum degree c.

    See also
    --------
    core_tree : the components of the cores
    """
    check(threads=threads)
    return np.asarray(_core.core_numbers(_unweighted(graph)._native, _core.How(threads=threads)))


def _unweighted(graph: Any) -> Graph:
    """The graph for a function that ignores weights."""
    return graph if isinstance(graph, Graph) else as_graph(graph, weight=False)


@dataclass(frozen=True, eq=False, repr=False)
class Clique(_Set):
    """A clique. If `exact` is true, no clique is larger."""

    bound: int  #: no clique has more vertices
    exact: bool

    def _check(self, graph: Graph, inside: int) -> None:
        agree("number of edges", len(self) * (len(self) - 1) // 2, inside)
        agree("bound", self.bound, len(self), self.exact)


def cliques(graph: Any, *, enough: int | None = None, time: float | None = None, threads: int = 0,
            cancel: _core.Cancel | None = None, on_interrupt: OnInterrupt = "raise") -> Clique:
    """Finds a largest clique, by branch and bound. Weights are ignored.

    Parameters
    ----------
    graph : Graph, or anything that `Graph(...)` takes
    enough : int, optional
        The search ends with the first clique of this many vertices.
    time : float, optional
        Seconds. If they do not suffice, the answer is the best clique found, with an upper bound on the size.
    threads, cancel, on_interrupt
        As in `find`.
    """
    check(enough=enough, time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    G = _unweighted(graph)
    how = _core.How(time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    return answer_of(lambda: _core.maximum_clique(G._native, enough, how),
                     lambda found: Clique(G, read_only(found[0]), *found[1:]))


@dataclass(frozen=True, eq=False, repr=False)
class CliqueDensest(_Set):
    """The largest set with the most cliques of k vertices per vertex."""

    k: int  #: vertices of a clique
    cliques: int  #: number of cliques inside the set
    edges: int  #: number of edges inside the set
    density: float  #: cliques / number of vertices
    bound: float  #: no set has more cliques per vertex
    proven_optimal: bool  #: False: stopped before the proof; the densest set found
    bound_fraction: tuple[int, int]  #: numerator and denominator of the upper bound
    curve: np.ndarray | None = field(default=None)  #: for every s, a number of cliques that no s vertices exceed
    certificate: Certificate | None = field(default=None)  #: proof of the upper bound

    def _facts(self) -> list[tuple[str, str]]:
        return [fact for fact in super()._facts() if fact[0] not in ("bound_fraction", "curve", "certificate")]

    def _check(self, graph: Graph, inside: int) -> None:
        if self.certificate is None:
            refuse("what", self, "has no certificate, which shows its cliques")
        proven = self.certificate.check(graph)
        named = (self.k, self.bound_fraction, tuple(self.labels), self.cliques, self.proven_optimal)
        if not isinstance(proven, CheckedCliques) or tuple(proven) != named:
            raise VerificationError(f"the answer and its certificate differ: the certificate proves {proven}")
        agree("density", self.density, self.cliques / len(self))
        agree("bound", self.bound, self.bound_fraction[0] / self.bound_fraction[1])


def densest_cliques(graph: Any, k: int = 3, *, curve: bool = False, time: float | None = None,
                    threads: int = 0, cancel: _core.Cancel | None = None,
                    on_interrupt: OnInterrupt = "raise") -> CliqueDensest:
    """Finds the set with the most cliques of k vertices per vertex, exactly. Weights are ignored.

    Parameters
    ----------
    graph : Graph, or anything that `Graph(...)` takes
    k : int
        Number of vertices of a clique, 3 (triangles) to 6.
    curve : bool
        Also compute an upper bound on the cliques in any s vertices, for every s.
    time : float, optional
        Seconds. If they do not suffice, the answer is the best set found, with an upper bound.
    threads, cancel, on_interrupt
        As in `find`.
    """
    check(k=k, curve=curve, time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    G = _unweighted(graph)
    how = _core.How(time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    return answer_of(lambda: _core.densest_cliques(G._native, k, curve, how),
                     lambda found: CliqueDensest(G, read_only(found[0]), *found[1:9], Certificate(found[9])))


def truss_numbers(graph: Any, *, time: float | None = None, threads: int = 0, cancel: _core.Cancel | None = None,
                  on_interrupt: OnInterrupt = "raise") -> dict[tuple[Any, Any], int]:
    """The truss number of every edge, by the labels of its ends, in the order of the vertices. Weights are ignored.

    The k-truss is the largest subgraph in which every edge lies in at least k-2 triangles of the subgraph. The truss
    number of an edge is the largest k whose truss holds it. It is 2 for an edge in no triangle.
    """
    check(time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    G = _unweighted(graph)
    how = _core.How(time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)

    def made(found: Any) -> dict[tuple[Any, Any], int]:
        return dict(zip(zip(G.labels_of(found[0]), G.labels_of(found[1])), found[2].tolist()))

    return answer_of(lambda: _core.truss_numbers(G._native, how), made)


@dataclass(frozen=True, eq=False)
class ComponentTree(ByValue):
    """The connected components of all k-cores, or of all k-trusses, as a tree by inclusion.

    Parents come before their children.
    """

    graph: Graph = field(repr=False)
    parents: np.ndarray  #: parent of each node; -1: none
    k: np.ndarray  #: the largest k at which the node is a component
    vertices: np.ndarray  #: number of vertices
    edges: np.ndarray  #: number of edges
    _members: np.ndarray = field(repr=False)
    _begin: np.ndarray = field(repr=False)

    def __len__(self) -> int:
        return int(self.parents.size)

    def members(self, node: int) -> list[Any]:
        """The labels of the vertices that are in the node and in none of its children."""
        begin, end = self._begin[2 * node:2 * node + 2]
        return self.graph.labels_of(self._members[begin:end])

    def to_pandas(self) -> pandas.DataFrame:
        """A frame with one row per node."""
        import pandas

        return pandas.DataFrame({"parent": self.parents, "k": self.k, "vertices": self.vertices, "edges": self.edges})


def core_tree(graph: Any, *, time: float | None = None, threads: int = 0, cancel: _core.Cancel | None = None,
              on_interrupt: OnInterrupt = "raise") -> ComponentTree:
    """The tree of the components of all k-cores. Weights are ignored."""
    return _tree(graph, False, time, threads, cancel, on_interrupt)


def truss_tree(graph: Any, *, time: float | None = None, threads: int = 0, cancel: _core.Cancel | None = None,
               on_interrupt: OnInterrupt = "raise") -> ComponentTree:
    """The tree of the components of all k-trusses (see `truss_numbers`). Vertices without an edge are in no truss."""
    return _tree(graph, True, time, threads, cancel, on_interrupt)


def _tree(graph: Any, trusses: bool, time: float | None, threads: int, cancel: _core.Cancel | None,
          on_interrupt: OnInterrupt) -> ComponentTree:
    check(time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    G = _unweighted(graph)
    how = _core.How(time=time, threads=threads, cancel=cancel, on_interrupt=on_interrupt)
    return answer_of(lambda: _core.component_tree(G._native, trusses, how), lambda found: ComponentTree(G, *found))


class Bound(NamedTuple):
    """An upper bound: no set of s vertices weighs more than `value`."""

    name: str
    s: int
    value: float
    seconds: float


@dataclass(frozen=True, eq=False)
class Bounds(ByValue):
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

    def to_pandas(self) -> pandas.DataFrame:
        """A frame with one row per size and bound, the least bound of a size first."""
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
    """Computes every upper bound on the heaviest sets of some sizes.

    Parameters
    ----------
    graph : Graph, or anything that `Graph(...)` takes
    s : int or sequence of int
        The sizes.
    weight : str or bool, optional
        Where the weights are, as in `find`.
    values : array or mapping, optional
        Values of vertices, as in `find`. Bounds are then about weights with values added.
    effort : {"none", "cheap", "auto", "strong"}
        "none": the trivial bound. "cheap": bounds that cost less than a search. "auto": also the cheaper ones of the
        strong bounds. "strong": all.
    time : float, optional
        Seconds per size.
    core_of : float, optional
        The graph is the core of this minimum degree (strength) of a larger graph, and the bounds are about the larger
        graph.
    certificate : bool
        Keep the proof of the bounds.
    seed, threads, progress, cancel, on_interrupt
        As in `find`.

    See also
    --------
    find : answers, each with an upper bound
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
    """The number of edges inside a set, and their weight."""

    edges: int
    weight: float


def verify(graph: Any, what: Any, *, weight: str | bool | None = None, edges: int | None = None,
           claimed_weight: float | None = None, values: Any = None, sides: Any = "columns", labels: bool = False,
           trust_search: bool = False, threads: int = 0) -> \
        Counted | list[Counted] | list[CheckedBound] | CheckedCliques:
    """Recounts a set and checks the claims about it, or checks a certificate.

    Parameters
    ----------
    graph : Graph, or anything that `Graph(...)` takes
    what : answer of lode, Certificate, or labels of vertices
        A Result, Answers and a Curve are checked as by `lode verify --result`: sets, demands, thresholds, quotas, ranks
        and bounds. Of a Densest, the set is recounted, and its density and bound must agree with the counts. Of a
        Clique, the edges are counted. A CliqueDensest is checked by its certificate. Of a Pair and a DirectedDensest,
        the edges (arcs) between the sets are counted. Of a set given by labels, `edges` and `claimed_weight` are
        checked if they are given. Of a Certificate, every step is checked.
    weight : str or bool, optional
        Where the weights are, as in `find`.
    edges, claimed_weight : optional
        Claims about a set given by labels: the number of edges inside it, and their weight.
    values : array or mapping, optional
        Values of vertices, as in `find`, if the claims or the certificate count them.
    sides, labels
        For a Pair, as in `find_pairs`; labels also for a DirectedDensest.
    trust_search : bool
        Accept steps of a certificate that rest on an exhaustive search or on a statement of the input alone.
    threads : int
        Number of threads; 0: all.

    Returns
    -------
    Counted
        Edges and weight inside the set, or between the two sets.
    list of Counted
        For Answers and for a Curve.
    list of CheckedBound
        For a Certificate: the bounds that it proves.
    CheckedCliques
        For the certificate of `densest_cliques`.

    Raises
    ------
    VerificationError
        It names the first claim that does not hold.
    """
    check(edges=edges, claimed_weight=claimed_weight, labels=labels, trust_search=trust_search, threads=threads)
    if isinstance(what, DirectedDensest):
        between = what._counted(graph, labels)
        return Counted(between, between)
    from .sides import Pair, verified_pair  # imported here, because it imports this module

    if isinstance(what, Pair):
        between = verified_pair(graph, what, sides, labels)
        return Counted(between, between)
    G = as_graph(graph, weight=weight)
    if isinstance(what, Certificate):
        return what.check(G, values=values, trust_search=trust_search, threads=threads)
    how = _core.How(threads=threads)
    if isinstance(what, (Result, Answers, Curve)):
        numbers = vertex_values(values, G, "values")
        found = _core.verify_document(G._named_core(), numbers, json.dumps(what.to_dict()), how)
        each = [Counted(inside, exact(weighs, G)) for inside, weighs in found]
        return each[0] if isinstance(what, Result) else each
    if isinstance(what, _Set):
        edges, claimed_weight = getattr(what, "edges", edges), getattr(what, "weight", claimed_weight)
    inside, weighs = _core.verify(G._native, G.vertices_of(what), edges, claimed_weight, how)
    if isinstance(what, _Set):
        what._check(G, inside)
    return Counted(inside, exact(weighs, G))
