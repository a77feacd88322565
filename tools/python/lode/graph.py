"""Graphs: conversions from and to Python objects, and files."""
from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING, Any, Iterable

import numpy as np

from . import _convert, _core
from ._checks import check, path_of, refuse
from ._convert import Assume, InputReport, Made, Merge, Weight, is_igraph, is_networkx, is_scipy_matrix
from ._ids import label_list, named, object_array, plain
from ._values import same, table_of
from .errors import InvalidArgument

if TYPE_CHECKING:
    from os import PathLike

    from typing_extensions import Unpack

    import networkx
    import pandas
    import scipy.sparse

    from ._settings import GraphOptions


def _of_core(name: str, meaning: str) -> Any:
    """A property that the C++ graph has, too."""
    return property(lambda graph: getattr(graph._native, name), doc=meaning)


class Graph:
    """A simple undirected graph that does not change: no self-loops, no parallel edges, perhaps with weights.

    Weights are >= 0; with signed=True they may have any sign.

    `Graph(given)` takes anything that a `from_...` takes: a networkx or igraph graph, a SciPy matrix, a square NumPy
    array, a path, or the name of a known graph.

    Vertices are the numbers 0, 1, ..., n-1. They may have labels: the ids of an edge list, the nodes of a networkx
    graph, or any distinct hashable objects. Wherever vertices are given or printed, labels are used.

    Directions are ignored, self-loops are dropped, and repeated edges are merged; `report` counts them. The weights of
    a pair that is repeated in the same order are summed. A pair in both orders with equal weights is one edge of that
    weight; with different weights it is an error. merge="sum" adds the weights of both orders, equal ones too. "max"
    and "min" take one of them.
    """

    __networkx_backend__ = "lode"

    _native: _core.Graph
    _objects: list[Any] | None  #: labels that the C++ graph cannot keep
    report: InputReport  #: counts of dropped and merged input
    shared: frozenset[str]  #: names of the caller's arrays that are read in place: "indptr", "indices" and "data"

    def __init__(self, given: Any = None, /, *, weight: str | bool | None = None,
                 **options: Unpack[GraphOptions]) -> None:
        vars(self).update(vars(Graph.from_csr([0], []) if given is None else as_graph(given, weight, **options)))

    @classmethod
    def _of(cls, made: Made) -> Graph:
        graph = cls.__new__(cls)
        graph._native, graph.report, graph._objects, graph.shared = made
        return graph

    # --- input -------------------------------------------------------------------------------------------

    @classmethod
    def from_csr(cls, indptr: Any, indices: Any, data: Any = None, labels: Any = None,
                 assume: Assume = "nothing", signed: bool = False) -> Graph:
        """A graph of compressed sparse rows of a symmetric matrix: rows increasing, no diagonal, both triangles.

        Contiguous arrays are read in place and kept alive if they have the widths of lode: indices of 32 bits, data of
        doubles, offsets of 64 bits. Do not change them afterwards. Cost: O(n + m).

        assume="symmetric" leaves out the check that rows increase and that both triangles agree. Ranges and weights are
        still checked.

        Errors: InvalidArgument naming the first row, arc or weight that breaks the rules.
        """
        check(assume=assume, signed=signed)
        return cls._of(_convert.from_csr(indptr, indices, data, labels, assume, signed))

    @classmethod
    def from_scipy(cls, A: scipy.sparse.spmatrix, labels: Any = None, weighted: bool | None = None,
                   merge: Merge = "error", assume: Assume = "nothing", threads: int = 0, signed: bool = False) -> Graph:
        """A graph of a square sparse array or matrix of any format. Every stored entry is an edge, zeros too.

        Symmetric compressed rows or columns are read in place, as by `from_csr`. Other matrices (one triangle,
        directions, a diagonal, repeated entries) are merged. Entries stored several times are summed first, as SciPy
        reads them.

        merge is about A[u, v] and A[v, u]. With merge="sum" an edge weighs A[u, v] + A[v, u], in symmetric matrices,
        too. weighted=None: the graph has weights unless every entry is 1 or True.
        """
        check(weighted=weighted, merge=merge, assume=assume, threads=threads, signed=signed)
        if not is_scipy_matrix(A):
            raise InvalidArgument(f"A is of type {type(A).__name__}; a SciPy sparse array or matrix is needed")
        return cls._of(_convert.from_scipy(A, weighted, labels, assume, merge, threads, signed))

    @classmethod
    def from_edges(cls, u: Any, v: Any = None, w: Any = None, n: int | None = None, labels: Any = None,
                   merge: Merge = "error", threads: int = 0, signed: bool = False) -> Graph:
        """A graph of edges in columns u and v, with weights w: arrays, lists, pandas or Arrow columns of ids.

        Ids are integers, strings, dates, tuples, or any hashable objects, also of several kinds in one column. Floats
        are accepted if they are whole numbers, as pandas makes of ids with missing entries. Dates stay dates. A missing
        id is an error that names its row.

        Without n and labels, the vertices are the ids that occur, in increasing order. Ids that cannot be compared are
        in the order in which they first occur, those of u first. With n, u and v are numbers below n. With labels, u
        and v are places in labels, or strings and other objects from labels.

        Without v, u is a frame of two columns (three with weights, or the name of their column as w), an array of as
        many columns, or a list of pairs or triples. merge="sum" sums all rows of a pair, in both orders.

        Cost: O(m), for strings O(m log m); categories of pandas are read by their codes.
        """
        check(merge=merge, threads=threads, signed=signed)
        return cls._of(_convert.from_columns(u, v, w, n, labels, merge=merge, threads=threads, signed=signed))

    @classmethod
    def from_dense(cls, S: Any, threshold: float = 0, labels: Any = None, weighted: bool | None = None,
                   signed: bool = False) -> Graph:
        """A graph of a symmetric matrix, for example of similarities: entries above the threshold are edges of that
        weight.

        The diagonal is ignored. If an entry and its mirror image differ by rounding alone, their mean is taken, and
        `report` says so. The index of a DataFrame becomes the labels. weighted=None: the graph has weights unless every
        entry is 0 or 1. signed=True: every entry other than 0 is an edge, negative ones too, as for correlations.
        """
        check(weighted=weighted, threshold=threshold, signed=signed)
        return cls._of(_convert.from_dense(S, float(threshold), labels, weighted, signed))

    @classmethod
    def from_networkx(cls, G: networkx.Graph, weight: Weight = None, merge: Merge = "error",
                      threads: int = 0, signed: bool = False) -> Graph:
        """A graph of a Graph, DiGraph or multigraph of networkx. Its nodes are the labels.

        weight: the attribute of edges that is their weight; an edge without it weighs 1. None, the default: no weights,
        and a LodeWarning if edges have an attribute `weight` other than 1. False: no weights. Parallel edges become one
        edge with the sum of their weights; `report` counts them.
        """
        check(merge=merge, threads=threads, signed=signed)
        return cls._of(_convert.from_arcs(_convert.arcs_of_network(G, weight), "networkx", merge, threads, signed))

    @classmethod
    def from_igraph(cls, g: Any, weight: Weight = None, merge: Merge = "error", threads: int = 0,
                    signed: bool = False) -> Graph:
        """A graph of a python-igraph graph, as by `from_networkx`. The vertex attribute `name`, if any, is the label."""
        check(merge=merge, threads=threads, signed=signed)
        return cls._of(_convert.from_arcs(_convert.arcs_of_network(g, weight), "igraph", merge, threads, signed))

    # --- attributes --------------------------------------------------------------------------------------

    n: int = _of_core("n", "Vertices.")
    m: int = _of_core("m", "Edges.")
    weighted: bool = _of_core("weighted", "Edges have weights.")
    integral: bool = _of_core("integral", "Weights are integers, or all 1: sums are exact.")
    signed: bool = _of_core("signed", "Some weight is negative.")
    total_weight: float = _of_core("total_weight", "Of all edges; their number when unweighted.")
    indptr: np.ndarray = _of_core("indptr", "Offsets of the rows, n + 1 of them: a read-only view.")
    indices: np.ndarray = _of_core(
        "indices", "Neighbours, row by row, increasing: a read-only view. Every edge is in two rows.")
    weights: np.ndarray | None = _of_core(
        "weights", "Weights in the order of `indices`: a read-only view; None when unweighted.")

    @property
    def degrees(self) -> np.ndarray:
        """Neighbours of every vertex."""
        return np.diff(self.indptr)

    @property
    def strengths(self) -> np.ndarray:
        """Sum of the weights at every vertex; the degrees when unweighted."""
        return np.bincount(np.repeat(np.arange(self.n), self.degrees), self.weights, self.n).astype(np.float64)

    @property
    def labels(self) -> np.ndarray:
        """Labels of all vertices: integers, or objects such as strings. Without labels they are the vertex numbers."""
        if self._objects is not None:
            return object_array(self._objects)
        names = self._native.labels
        if names is None:
            return np.arange(self.n)
        if isinstance(names, np.ndarray):
            return names.astype(np.int64) if not names.size or names.max() < 2**63 else names
        return object_array(names)

    def labels_of(self, vertices: Iterable[int]) -> list[Any]:
        """Labels of vertices that are given by number, as plain Python objects."""
        numbers = vertices if isinstance(vertices, np.ndarray) else np.array(list(vertices))
        if numbers.size and (numbers.dtype.kind not in "biu" or int(numbers.max()) >= 2**63):
            refuse("vertices", vertices, "numbers of vertices are needed")
        names = self._native.names(numbers.astype(np.int64, copy=False))
        if self._objects is not None:
            return [self._objects[v] for v in numbers.tolist()]
        return names.tolist() if isinstance(names, np.ndarray) else list(names)

    def vertices_of(self, labels: Iterable[Any], what: str = "vertices") -> np.ndarray:
        """Numbers of vertices that are given by label, increasing.

        Errors: InvalidArgument naming the first label that does not exist or is repeated.
        """
        if isinstance(labels, (str, bytes)) or not hasattr(labels, "__iter__"):
            raise InvalidArgument(f"{what} is {labels!r}; a list of vertices is needed")
        return np.sort(self._places_of(labels, what))

    def _places_of(self, labels: Iterable[Any], what: str) -> np.ndarray:
        """Numbers of vertices that are given by label, each once, in the same order."""
        given = list(labels)
        vertices = [self._vertex(label) for label in given]
        if None in vertices:
            hint = "" if self._is_labelled else f"; they are numbered 0 to {self.n - 1}"
            raise InvalidArgument(f"{what}: no vertex is called {plain(given[vertices.index(None)])!r}{hint}")
        found = np.array(vertices, dtype=np.int64)
        ordered = np.sort(found)
        twice = ordered[1:][ordered[1:] == ordered[:-1]]
        if twice.size:
            raise InvalidArgument(f"{what}: {self.labels_of(twice[:1])[0]!r} is given twice")
        return found

    @cached_property
    def _places(self) -> dict[Any, int]:
        return {label: place for place, label in enumerate(self._objects or ())}

    @property
    def _is_labelled(self) -> bool:
        return self._objects is not None or self._native.names_kind != "numbers"

    def _vertex(self, label: Any) -> int | None:
        """The vertex of a label, or None."""
        label = plain(label)
        try:
            if self._objects is not None:
                return self._places.get(label)
            kind = str if self._native.names_kind == "labels" else int
            return self._native.vertex(label) if isinstance(label, kind) and not isinstance(label, bool) else None
        except TypeError:  # not hashable, a number out of range, or half of a surrogate pair
            return None

    def with_labels(self, labels: Any) -> Graph:
        """This graph with other labels: n distinct ones, or None for the vertex numbers."""
        if labels is None:
            return Graph._of(Made(self._native.with_names(None), self.report, None, self.shared))
        core, objects = named(self._native.with_names(None), label_list(labels, self.n))
        return Graph._of(Made(core, self.report, objects, self.shared))

    def subgraph(self, vertices: Any) -> Graph:
        """The subgraph induced by a `Result`, or by vertices given by label. Labels and weights are kept."""
        numbers = getattr(vertices, "vertices", None)
        if numbers is None or callable(numbers):
            numbers = self.vertices_of(vertices)
        objects = None if self._objects is None else self.labels_of(numbers)
        return Graph._of(Made(self._native.subgraph(numbers), InputReport("subgraph"), objects))

    def minus(self, other: Graph) -> Graph:
        """This graph minus another one, for contrasts: `find` then looks for sets that are heavier here than there.

        The result has all vertices of both graphs. A pair weighs its weight here minus its weight there, of any sign.
        Vertices with equal labels are the same. An edge without a weight weighs 1. A pair of weight 0 is no edge.

        Errors: InvalidArgument if one graph has strings as labels and the other has numbers.
        """
        return self._combined(other, "minus")

    def union(self, other: Graph) -> Graph:
        """All vertices and edges of both graphs. If there are weights, the weights of an edge of both are added."""
        return self._combined(other, "union")

    def intersection(self, other: Graph) -> Graph:
        """The vertices and edges that both graphs have. An edge weighs the smaller of its weights.

        Errors: as `minus`; InvalidArgument also if no vertex is in both.
        """
        return self._combined(other, "intersection")

    def _combined(self, other: Graph, operation: str) -> Graph:
        theirs = as_graph(other)
        if self._objects is None and theirs._objects is None:
            return Graph._of(Made(self._native.combined(theirs._native, operation), InputReport(operation)))
        own, others = (graph.labels_of(np.arange(graph.n)) for graph in (self, theirs))
        places = {label: place for place, label in enumerate(dict.fromkeys([*own, *others]))}
        numbered = [graph._native.with_names(np.array([places[label] for label in labels], dtype=np.uint64))
                    for graph, labels in ((self, own), (theirs, others))]
        core = numbered[0].combined(numbered[1], operation)
        labels = list(places)
        combined = Graph._of(Made(core, InputReport(operation)))
        return combined.with_labels([labels[place] for place in combined.labels])

    # --- output ------------------------------------------------------------------------------------------

    def edges(self) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
        """Every edge once: arrays of the vertex numbers u < v, and of the weights (None when unweighted)."""
        u = np.repeat(np.arange(self.n), self.degrees)
        once = u < self.indices
        return u[once], self.indices[once].astype(np.int64), None if self.weights is None else self.weights[once]

    def to_scipy(self) -> scipy.sparse.csr_array:
        """A copy of the adjacency matrix, with ones for an unweighted graph."""
        from scipy.sparse import csr_array

        weights = np.ones(self.indices.size, np.int64) if self.weights is None else self.weights.copy()
        return csr_array((weights, self.indices.copy(), self.indptr.copy()), shape=(self.n, self.n))

    def to_networkx(self) -> networkx.Graph:
        """A networkx graph with the labels as nodes. Edges of weighted graphs have the attribute `weight`."""
        import networkx

        made = networkx.Graph()
        names = self.labels_of(np.arange(self.n))
        made.add_nodes_from(names)
        u, v, w = self.edges()
        ends = [names[i] for i in u.tolist()], [names[i] for i in v.tolist()]
        if w is None:
            made.add_edges_from(zip(*ends))
        else:
            made.add_weighted_edges_from(zip(*ends, w.tolist()))
        return made

    def to_pandas(self) -> pandas.DataFrame:
        """A frame of the edges by label: columns source and target, and weight for weighted graphs."""
        import pandas

        u, v, w = self.edges()
        labels = self.labels
        columns = {"source": labels[u], "target": labels[v], **({} if w is None else {"weight": w})}
        return pandas.DataFrame(columns).infer_objects()  # dates and integers as such

    def write(self, path: str | PathLike[str], *, format: str = "", force: bool = False) -> str:
        """Writes a file in the format of its ending. Returns a description of the output in one line."""
        check(format=format, force=force)
        return str(self._named_core().write(path_of("path", path), format, force))

    def _named_core(self) -> _core.Graph:
        """The C++ graph with every label as text, for files and reports."""
        if self._objects is None:
            return self._native
        texts = [str(value) for value in self._objects]
        return self._native.with_names(texts) if len(set(texts)) == len(texts) else self._native

    def _file_names(self, vertices: np.ndarray) -> list[Any]:
        """Names of vertices in files: integers or strings."""
        names = self._named_core().names(vertices.astype(np.int64, copy=False))
        return names.tolist() if isinstance(names, np.ndarray) else list(names)

    def _labels_of_names(self, names: list[Any]) -> list[Any]:
        """Labels of vertices that are given by their names in the C++ graph or in files."""
        if self._objects is None or not names or isinstance(names[0], int):
            return names if self._objects is None else [self._objects[v] for v in names]
        labels = {str(label): label for label in self._objects}
        return [labels[name] for name in names]

    # --- Python protocols --------------------------------------------------------------------------------

    def is_directed(self) -> bool:
        """False: directions are ignored."""
        return False

    def is_multigraph(self) -> bool:
        """False: parallel edges are merged."""
        return False

    def __len__(self) -> int:
        return self.n

    def __contains__(self, label: Any) -> bool:
        return self._vertex(label) is not None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Graph):
            return NotImplemented
        own, others = ((graph.indptr, graph.indices, graph.weights, graph._native.labels, graph._objects)
                       for graph in (self, other))
        return same(own, others)

    def __hash__(self) -> int:
        return hash((self.n, self.m, self.total_weight))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.indptr, self.indices, self.weights, self._native.labels, self._objects,
                           self.report)

    def __repr__(self) -> str:
        kinds = ["weighted"] if self.weighted else []
        if self._is_labelled:
            kinds.append("labelled")
        return f"Graph({', '.join([f'n={self.n}', f'm={self.m}', *kinds])})"

    def _repr_html_(self) -> str:
        rows = [("vertices", f"{self.n}"), ("edges", f"{self.m}"),
                *([("total weight", f"{self.total_weight:.10g}")] if self.weighted else []),
                ("largest degree", f"{self.degrees.max(initial=0)}"), ("input", self.report.summary)]
        return table_of("Graph", rows)


def _restored(kind: type[Graph], indptr: np.ndarray, indices: np.ndarray, weights: np.ndarray | None, names: Any,
              objects: list[Any] | None, report: InputReport) -> Graph:
    """A graph from the data of `Graph.__reduce__`, checked in full."""
    made = _convert.from_csr(indptr, indices, weights, names, "nothing", True)
    return kind._of(Made(made.core, report, None if objects is None else label_list(objects, made.core.n)))


def as_graph(source: Any, /, weight: str | bool | None = None, **given: Unpack[GraphOptions]) -> Graph:
    """Makes a graph of anything that a constructor takes, with the further options of the constructor.

    source: a `Graph`, which is returned unchanged, a networkx or igraph graph, a SciPy matrix, a string or path as in
        `read`, a square array or DataFrame as in `Graph.from_dense`, or a DataFrame of edges as in `Graph.from_edges`.
    weight: where the weights are, as in `find`.
    """
    if not (weight is None or isinstance(weight, (str, bool, np.bool_))):
        refuse("weight", weight, "the name of the weights, True, False or None is needed")
    if isinstance(source, Graph):
        if given or not (weight is None or weight is True and source.weighted):
            refuse(next(iter(given), "weight"), next(iter(given.values()), weight),
                   "a Graph is taken as it is; say so when it is made")
        return source
    if isinstance(source, (str, os.PathLike)):
        column = {"weight_column": weight} if isinstance(weight, str) else {"weighted": weight}
        from ._files import graph_of_file

        return graph_of_file(source, "weight", {**column, **given})
    if is_networkx(source) or is_igraph(source):
        if weight is True:
            refuse("weight", weight, "the name of an attribute of edges is needed, 'weight' mostly")
        make = Graph.from_networkx if is_networkx(source) else Graph.from_igraph
        return make(source, weight=weight, **given)
    if is_scipy_matrix(source):
        return Graph.from_scipy(source, **{"weighted": _of_matrix(weight), **given})
    if hasattr(source, "iloc") and hasattr(source, "columns") and \
            (isinstance(weight, str) or source.shape[1] in (2, 3) and list(source.index) != list(source.columns)):
        columns = source.iloc[:, :2] if weight is False else source
        return Graph.from_edges(columns, w=weight if isinstance(weight, str) else None, **given)
    if getattr(source, "ndim", 0) == 2 and source.shape[0] == source.shape[1]:
        return Graph.from_dense(source, **{"weighted": _of_matrix(weight), **given})
    raise InvalidArgument(f"graph is of type {type(source).__name__}; a Graph, a networkx or igraph graph, a SciPy "
                          "matrix, a square array, a path or a name is needed (columns: Graph.from_edges)")


def _of_matrix(weight: str | bool | None) -> bool | None:
    if isinstance(weight, str):
        refuse("weight", weight, "entries of a matrix are its weights; True, False or None is needed")
    return weight
