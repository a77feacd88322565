"""Graphs: from what there is in Python, and back."""
from __future__ import annotations

import inspect
import os
from numbers import Real
from typing import TYPE_CHECKING, Any, Iterable, Literal, TypedDict

import numpy as np

from . import _core
from ._checks import check, refuse
from ._ids import object_array, plain
from ._labels import ObjectLabels, core_names, label_list
from ._make import (Assume, InputReport, Made, Merge, core_of_rows, from_arcs, from_columns, from_csr, from_dense,
                    from_scipy_rows, report_of)
from ._matrices import Csr, arcs_of_csr, csr_of_scipy, is_scipy_matrix
from ._networks import Weight, arcs_of_igraph, arcs_of_networkx, is_igraph, is_networkx
from ._values import table_of
from .errors import InvalidArgument, warn

if TYPE_CHECKING:
    from os import PathLike

    from typing_extensions import Unpack

    import networkx
    import pandas
    import scipy.sparse

    from ._settings import FileOptions, GraphOptions

__all__ = ["Graph", "InputReport", "as_graph", "generate", "read", "read_bytes"]


Separator = Literal["auto", "blanks", "tab", "comma", "semicolon", "bar"]


def _of_core(name: str, meaning: str) -> Any:
    """A property that the C++ graph has, too."""
    return property(lambda graph: getattr(graph._native, name), doc=meaning)


class Graph:
    """A simple undirected graph that does not change: no self-loops, no parallel edges, perhaps weights, which are
    >= 0 unless signed=True asks for others.

    `Graph(given)` takes whatever a `from_...` takes: a networkx or igraph graph, a SciPy matrix, a square
    NumPy array, a path or the name of a known graph.

    Vertices are the numbers 0, 1, ..., n-1, and may have labels: the ids of an edge list, the nodes of a
    networkx graph, any distinct hashable objects. Wherever vertices are given or printed, it is by label.

    Directions are ignored, self-loops dropped and repeated edges merged; `report` counts them. Of weighted
    edges, a pair that is repeated in the same order is summed; a pair in both orders with one weight is one
    edge of that weight, and with different ones an error. merge="sum" adds the weights of both orders, equal
    ones too; "max" and "min" take one of them.
    """

    __networkx_backend__ = "lode"

    _native: _core.Graph
    _objects: ObjectLabels | None
    _made: Made

    def __init__(self, given: Any = None, /, *, weight: str | bool | None = None,
                 **options: Unpack[GraphOptions]) -> None:
        self._take((Graph.from_csr([0], []) if given is None else as_graph(given, weight, **options))._made)

    @classmethod
    def _of(cls, made: Made) -> Graph:
        graph = cls.__new__(cls)
        graph._take(made)
        return graph

    def _take(self, made: Made) -> None:
        self._native, self._objects, self._made = made.core, made.objects, made

    # --- in ----------------------------------------------------------------------------------------------

    @classmethod
    def from_csr(cls, indptr: Any, indices: Any, data: Any = None, labels: Any = None,
                 assume: Assume = "nothing", signed: bool = False) -> Graph:
        """Compressed sparse rows of a symmetric matrix: rows increasing, no diagonal, both triangles.

        Contiguous arrays are read in place and kept alive where they are as wide as those of lode: indices of
        32 bits, data of doubles; offsets of 64 bits. Do not change them afterwards.

        assume="symmetric" leaves out the check that rows increase and that both triangles agree; ranges and
        weights are still checked. signed=True: weights may be negative. Cost: O(n + m).
        Errors: InvalidArgument naming the first row, arc or weight that breaks the rules.
        """
        check(assume=assume, signed=signed)
        return cls._of(from_csr(Csr(indptr, indices, data, True), labels, assume, signed=signed))

    @classmethod
    def from_scipy(cls, A: scipy.sparse.spmatrix, labels: Any = None, weighted: bool | None = None,
                   merge: Merge = "error", assume: Assume = "nothing", threads: int = 0) -> Graph:
        """A square sparse array or matrix of any format; every stored entry is an edge, zeros too.

        Symmetric compressed rows or columns are read in place, as by `from_csr`; other matrices (one triangle,
        directions, a diagonal, repeated entries) are merged. Entries stored several times are summed first, as
        SciPy reads them; merge is about A[u, v] and A[v, u]. merge="sum": an edge weighs A[u, v] + A[v, u], in
        symmetric matrices, too. weighted=None: unless every entry is 1 or True.
        """
        check(weighted=weighted, merge=merge, assume=assume, threads=threads)
        if not is_scipy_matrix(A):
            raise InvalidArgument(f"A is of type {type(A).__name__}; a SciPy sparse array or matrix is needed")
        return cls._of(from_scipy_rows(csr_of_scipy(A, weighted), labels, assume, merge, threads))

    @classmethod
    def from_edges(cls, u: Any, v: Any = None, w: Any = None, n: int | None = None, labels: Any = None,
                   merge: Merge = "error", threads: int = 0, signed: bool = False) -> Graph:
        """Edges as columns: arrays, lists, pandas or Arrow columns of ids; weights w.

        Ids are integers, strings, dates, tuples, any hashable objects, also several kinds in one column; floats
        if they are whole numbers, as pandas makes ids that were missing once. Dates stay dates. A missing id is
        an error that names its row.

        Without n and labels, the ids that occur are the vertices, in increasing order; ids that do not compare
        are in the order in which they first occur, those of u first. With n, u and v are numbers below n; with
        labels, they are places in labels, or strings and other objects that are among them.
        Without v, u is a frame of two columns (three with weights, or the name of their column as w), an array
        of so many, or a list of pairs or triples. merge="sum" sums all rows of a pair, whatever their order. signed=True: weights may be negative.
        Cost: O(m), of strings O(m log m); categories of pandas by their codes.
        """
        check(merge=merge, threads=threads, signed=signed)
        return cls._of(from_columns(u, v, w, n, labels, merge, threads, signed))

    @classmethod
    def from_dense(cls, S: Any, threshold: float = 0, labels: Any = None, weighted: bool | None = None,
                   signed: bool = False) -> Graph:
        """A symmetric matrix, say of similarities: entries above the threshold are edges of that weight.

        The diagonal does not matter; what differs from its mirror image by rounding alone is replaced by their
        mean, and `report` says so. A DataFrame's index becomes the labels. weighted=None: unless every entry is
        0 or 1. signed=True: every entry other than 0 is an edge, negative ones too, as of correlations.
        """
        check(weighted=weighted, threshold=threshold, signed=signed)
        return cls._of(from_dense(S, float(threshold), labels, weighted, signed))

    @classmethod
    def from_networkx(cls, G: networkx.Graph, weight: Weight = None, merge: Merge = "error",
                      threads: int = 0) -> Graph:
        """A Graph, DiGraph or multigraph of networkx; its nodes are the labels.

        weight: the attribute of the edges that is their weight, 1 where an edge has none. None, the default: no
        weights, and a LodeWarning if edges have an attribute `weight` other than 1; False: no weights. Parallel
        edges are one of summed weight; `report` counts them.
        """
        check(merge=merge, threads=threads)
        return cls._of(from_arcs(arcs_of_networkx(G, weight), "networkx", merge, threads))

    @classmethod
    def from_igraph(cls, g: Any, weight: Weight = None, merge: Merge = "error", threads: int = 0) -> Graph:
        """A graph of python-igraph; the vertex attribute `name`, where there is one, is the label.

        weight: as of `from_networkx`.
        """
        check(merge=merge, threads=threads)
        return cls._of(from_arcs(arcs_of_igraph(g, weight), "igraph", merge, threads))

    # --- what there is -----------------------------------------------------------------------------------

    n: int = _of_core("n", "Vertices.")
    m: int = _of_core("m", "Edges.")
    weighted: bool = _of_core("weighted", "Edges have weights.")
    integral: bool = _of_core("integral", "Weights are integers, or all 1: sums are exact.")
    signed: bool = _of_core("signed", "Some weight is negative.")
    total_weight: float = _of_core("total_weight", "Of all edges; their number when unweighted.")
    degrees: np.ndarray = _of_core("degrees", "Neighbours of every vertex.")
    strengths: np.ndarray = _of_core("strengths", "Sum of the weights at every vertex; the degrees when unweighted.")
    indptr: np.ndarray = _of_core("indptr", "Offsets of the rows, n + 1 of them: a read-only view.")
    indices: np.ndarray = _of_core(
        "indices", "Neighbours, row by row, increasing: a read-only view. Every edge stands in two rows.")
    weights: np.ndarray | None = _of_core(
        "weights", "Weights beside `indices`: a read-only view; None when unweighted.")

    @property
    def shared(self) -> frozenset[str]:
        """Which of "indptr", "indices" and "data" are the arrays that were given, and not copies."""
        return self._made.shared

    @property
    def report(self) -> InputReport:
        """What was dropped and merged to make this graph."""
        return self._made.report

    @property
    def labels(self) -> np.ndarray:
        """Labels of all vertices: integers, or objects (strings among them); the numbers where there are none."""
        if self._objects is not None:
            return object_array(self._objects.values)
        names = self._native.labels
        if names is None:
            return np.arange(self.n)
        if isinstance(names, np.ndarray):
            return names.astype(np.int64) if not names.size or names.max() < 2**63 else names
        return object_array(names)

    def names_of(self, vertices: Iterable[int]) -> list[Any]:
        """Labels of vertices that are given by number, as plain Python objects."""
        numbers = vertices if isinstance(vertices, np.ndarray) else np.fromiter(vertices, dtype=np.int64)
        if self._objects is not None:
            return self._objects.of(numbers.tolist())
        names = self._native.names(numbers.astype(np.int64, casting="same_kind", copy=False))
        return names.tolist() if isinstance(names, np.ndarray) else list(names)

    def vertices_of(self, labels: Iterable[Any], what: str = "vertices") -> np.ndarray:
        """Numbers of vertices that are given by label, increasing.

        Errors: InvalidArgument naming the first that does not exist, or one that is given twice.
        """
        if isinstance(labels, (str, bytes)) or not hasattr(labels, "__iter__"):
            raise InvalidArgument(f"{what} is {labels!r}; a list of vertices is needed")
        wanted = [plain(label) for label in labels]
        found = np.sort(np.array([self._vertex(label, what) for label in wanted], dtype=np.int64))
        twice = found[1:][found[1:] == found[:-1]]
        if twice.size:
            raise InvalidArgument(f"{what}: {self.names_of(twice[:1])[0]!r} is given twice")
        return found

    def _vertex(self, label: Any, what: str) -> int:
        kind = self._native.names_kind
        if self._objects is not None:
            place = self._objects.vertex(label)
        else:
            called = isinstance(label, str if kind == "labels" else int) and not isinstance(label, bool)
            try:
                place = self._native.vertex(label) if called else None
            except TypeError:  # a number out of range, or half of a surrogate pair
                place = None
        if place is None:
            hint = f"; they are numbered 0 to {self.n - 1}" if kind == "numbers" and self._objects is None else ""
            raise InvalidArgument(f"{what}: no vertex is called {label!r}{hint}")
        return place

    def with_labels(self, labels: Any) -> Graph:
        """The same graph under other labels, n different ones; None: the numbers."""
        plain = None if labels is None else label_list(labels, self.n)
        names = None if plain is None else core_names(plain)
        objects = ObjectLabels(plain) if plain is not None and names is None else None
        return Graph._of(Made(self._native.with_names(names), self.report, objects, self.shared))

    def subgraph(self, vertices: Any) -> Graph:
        """The subgraph induced by a `Result`, or by vertices given by label. Labels and weights are kept."""
        numbers = getattr(vertices, "vertices", None)
        if numbers is None or callable(numbers):
            numbers = self.vertices_of(vertices)
        objects = None if self._objects is None else ObjectLabels(self._objects.of(numbers.tolist()))
        return Graph._of(Made(self._native.subgraph(numbers), InputReport("subgraph"), objects))

    def minus(self, other: Graph) -> Graph:
        """All vertices of both graphs; a pair weighs what it weighs here less what it weighs there.

        Vertices are the same where their labels are. An edge without a weight weighs 1; a pair of weight 0 is no edge.
        The result has weights of any sign: `find` contrasts the two graphs.
        Errors: InvalidArgument where one graph is called by strings and the other by numbers.
        """
        return self._combined(other, "minus")

    def union(self, other: Graph) -> Graph:
        """All vertices and edges of both graphs; the weights of an edge of both are added, where there are any."""
        return self._combined(other, "union")

    def intersection(self, other: Graph) -> Graph:
        """The vertices and edges that both graphs have; an edge weighs the smaller of its weights.

        Errors: InvalidArgument also where no vertex is in both.
        """
        return self._combined(other, "intersection")

    def _combined(self, other: Graph, operation: str) -> Graph:
        theirs = as_graph(other)
        if self._objects is None and theirs._objects is None:
            return Graph._of(Made(self._native.combined(theirs._native, operation), InputReport(operation)))
        own, others = (graph.names_of(np.arange(graph.n)) for graph in (self, theirs))
        places = {label: place for place, label in enumerate(dict.fromkeys([*own, *others]))}
        numbered = [graph._native.with_names(np.array([places[label] for label in labels], dtype=np.uint64))
                    for graph, labels in ((self, own), (theirs, others))]
        core = numbered[0].combined(numbered[1], operation)
        labels = list(places)
        kept = [labels[place] for place in Graph._of(Made(core, InputReport(operation))).names_of(np.arange(core.n))]
        return Graph._of(Made(core, InputReport(operation))).with_labels(kept)

    # --- out ---------------------------------------------------------------------------------------------

    def edges(self) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
        """Every edge once, as numbers u < v, and the weights."""
        return self._native.edges()

    def to_scipy(self) -> scipy.sparse.csr_array:
        """The adjacency matrix, a copy; ones where unweighted."""
        from scipy.sparse import csr_array

        weights = np.ones(self.indices.size, np.int64) if self.weights is None else self.weights.copy()
        return csr_array((weights, self.indices.copy(), self.indptr.copy()), shape=(self.n, self.n))

    def to_networkx(self) -> networkx.Graph:
        """A networkx graph with the labels as nodes, and the attribute `weight` where weighted."""
        import networkx

        made = networkx.Graph()
        names = self.names_of(np.arange(self.n))
        made.add_nodes_from(names)
        u, v, w = self.edges()
        ends = [names[i] for i in u.tolist()], [names[i] for i in v.tolist()]
        if w is None:
            made.add_edges_from(zip(*ends))
        else:
            made.add_weighted_edges_from(zip(*ends, w.tolist()))
        return made

    def to_pandas(self) -> pandas.DataFrame:
        """Edges by label: columns source, target, and weight where weighted."""
        import pandas

        u, v, w = self.edges()
        labels = self.labels
        columns = {"source": labels[u], "target": labels[v], **({} if w is None else {"weight": w})}
        return pandas.DataFrame(columns).infer_objects()  # dates and integers as such

    def write(self, path: str | PathLike[str], *, format: str = "", force: bool = False) -> str:
        """Writes a file in the format that its ending names, and says in one line what was written."""
        check(format=format, force=force)
        return str(self._named_core().write(path, format, force))

    def _named_core(self) -> _core.Graph:
        """The C++ graph with every label as text, for files and reports."""
        if self._objects is None:
            return self._native
        texts = [str(value) for value in self._objects.values]
        return self._native.with_names(texts) if len(set(texts)) == len(texts) else self._native

    # --- as Python sees it -------------------------------------------------------------------------------

    def is_directed(self) -> bool:
        """False: directions are ignored."""
        return False

    def is_multigraph(self) -> bool:
        """False: parallel edges are merged."""
        return False

    def __len__(self) -> int:
        return self.n

    def __contains__(self, label: Any) -> bool:
        try:
            self._vertex(plain(label), "")
        except InvalidArgument:
            return False
        return True

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Graph):
            return NotImplemented
        own, others = self._objects, other._objects
        return self._native == other._native and (own.values if own else None) == (others.values if others else None)

    def __hash__(self) -> int:
        return hash((self.n, self.m, self.total_weight))

    def __reduce__(self) -> tuple[Any, ...]:
        names = self._native.labels
        return _restored, (type(self), self.indptr, self.indices, self.weights,
                           names.copy() if isinstance(names, np.ndarray) else names,
                           None if self._objects is None else self._objects.values, self.report)

    def __repr__(self) -> str:
        kinds = ["weighted"] if self.weighted else []
        if self._objects is not None or self._native.names_kind != "numbers":
            kinds.append("labelled")
        return f"Graph({', '.join([f'n={self.n}', f'm={self.m}', *kinds])})"

    def _repr_html_(self) -> str:
        facts = self._native.summary()
        rows = [("vertices", f"{self.n}"), ("edges", f"{self.m}"),
                *([("total weight", f"{self.total_weight:.10g}")] if self.weighted else []),
                ("largest degree", f"{facts['max_degree']}"), ("average degree", f"{facts['average_degree']:.4g}"),
                ("largest core number", f"{facts['degeneracy']}"), ("components", f"{facts['components']}"),
                ("input", self.report.summary)]
        return table_of("Graph", rows)


def _restored(kind: type[Graph], indptr: np.ndarray, indices: np.ndarray, weights: np.ndarray | None, names: Any,
              objects: list[Any] | None, report: InputReport) -> Graph:
    """A graph from what `Graph.__reduce__` kept, checked in full."""
    core = core_of_rows(indptr, indices, weights)[0]
    if names is not None:
        core = core.with_names(core_names(label_list(names, core.n)))
    return kind._of(Made(core, report, None if objects is None else ObjectLabels(label_list(objects, core.n))))


def as_graph(source: Any, /, weight: str | bool | None = None, **options: Unpack[GraphOptions]) -> Graph:
    """A graph of whatever a constructor takes; `options` are those of that constructor.

    A `Graph` as it is; a networkx or igraph graph; a SciPy matrix; a string or path as by `read`; a square
    array or DataFrame as by `Graph.from_dense`; a DataFrame of edges as by `Graph.from_edges`.

    weight: the attribute of edges, or the column of a file or frame, that holds the weights; True: the weights
    of a file or matrix; False: none. None, the default: those of matrices and frames, and none of networks and
    files, with a LodeWarning if these have weights.
    """
    given: dict[str, Any] = dict(options)
    if not (weight is None or isinstance(weight, (str, bool, np.bool_))):
        refuse("weight", weight, "the name of the weights, True, False or None is needed")
    if isinstance(source, Graph):
        if given or not (weight is None or weight is True and source.weighted):
            refuse(next(iter(given), "weight"), next(iter(given.values()), weight),
                   "a Graph is taken as it is; say so when it is made")
        return source
    if isinstance(source, (str, os.PathLike)):
        if isinstance(weight, str):
            return read(source, weight_column=weight, **given)
        return read(source, **{"weighted": weight, **given})
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


def directed_arcs(source: Any, labels: bool) -> tuple[_core.DirectedArcs, list[Any] | None]:
    """A directed graph, and what its vertices are called where the C++ side does not know."""
    if isinstance(source, Graph):
        refuse("graph", source, "a Graph has no directions; give what it was made of: a path, a DiGraph, a matrix")
    if isinstance(source, (str, os.PathLike)):
        options = {name: parameter.default for name, parameter in inspect.signature(read).parameters.items()}
        return _core.read_arcs(os.fsencode(source), {**options, "weighted": False, "labels": bool(labels)},
                               _core.How()), None
    if is_networkx(source) or is_igraph(source):
        if not source.is_directed():
            refuse("graph", source, "the graph is undirected; make it directed, as by to_directed()")
        arcs = (arcs_of_networkx if is_networkx(source) else arcs_of_igraph)(source, False)
    elif is_scipy_matrix(source):
        arcs = arcs_of_csr(csr_of_scipy(source.tocsr(), False), None)  # of columns, the rows are the transpose
    else:
        raise InvalidArgument(f"graph is of type {type(source).__name__}; a path, a networkx DiGraph, a directed igraph "
                              "graph or a SciPy matrix is needed")
    return _core.arcs_from(arcs.u, arcs.v, arcs.n), arcs.labels


def _of_matrix(weight: str | bool | None) -> bool | None:
    if isinstance(weight, str):
        refuse("weight", weight, "entries of a matrix are its weights; True, False or None is needed")
    return weight


def read(name: str | PathLike[str], *, format: str = "", weighted: bool | None = None, signed: bool = False,
         labels: bool = False,
         lenient: bool = False, separator: Separator = "auto", header: bool | None = None,
         comment: str | None = None, source: int | str | None = None, target: int | str | None = None, weight_column: int | str | None = None,
         merge: Merge = "error", verify: bool = False, threads: int = 0,
         cancel: _core.Cancel | None = None) -> Graph:
    """Reads a file of any format that lode knows, or a known graph by its name.

    weighted: read weights; weight_column, a number from 1 or a name, says where they are. None, the default: no
    weights, and a LodeWarning if the file has some or further columns; False: none. signed=True: weights may be negative, and are read. comment: the characters that
    begin a line to skip, or "none". The other options are those of the tool; see docs/formats.md. Vertices are called as in the file.
    Errors: InputError with file, line and column, also for a file that is not there.
    """
    try:
        path = os.fsencode(name)
    except TypeError:
        refuse("name", name, "a path or the name of a known graph is needed")
    except UnicodeEncodeError:
        refuse("name", name, "no file has such a name")
    return _read(_core.read, path, dict(
        format=format, weighted=True if signed and weighted is None else weighted, signed=signed, labels=labels, lenient=lenient, separator=separator, header=header,
        comment=comment, source=source, target=target, weight_column=weight_column, merge=merge, verify=verify, threads=threads,
        cancel=cancel))


def read_bytes(data: bytes, **options: Unpack[FileOptions]) -> Graph:
    """The same from the content of a file, compressed or not; `options` are those of `read`."""
    try:
        memoryview(data)
    except TypeError:
        refuse("data", data, "bytes are needed (of text: text.encode())")
    defaults = {name: parameter.default for name, parameter in inspect.signature(read).parameters.items()
                if name != "name"}
    unknown = [name for name in options if name not in defaults]
    if unknown:
        raise TypeError(f"read_bytes() got an unexpected keyword argument {unknown[0]!r}")
    return _read(_core.read_bytes, data, {**defaults, **options})


def _read(reader: Any, what: Any, options: dict[str, Any]) -> Graph:
    check(**{name: value for name, value in options.items() if name not in ("source", "target", "weight_column")})
    for name in ("source", "target", "weight_column"):
        column = options[name]
        if isinstance(column, bool) or not isinstance(column, (str, int, np.integer, type(None))):
            refuse(name, column, "the number of a column, from 1, or its name is needed")
    how = _core.How(threads=options["threads"], cancel=options["cancel"])
    core, told = reader(what, {**options, "weighted": bool(options["weighted"])}, how)
    report = report_of(told)
    facts, notes = report.details, report.details["notes"]
    for note in notes:
        if "is read as an edge" in note:  # a first line that may name the columns
            warn(f"{facts['path']}: {note}")
    if options["weighted"] is None and options["weight_column"] is None:
        unused = [note for note in notes if "weight" in note and "ignored" in note and "vertex" not in note
                  or note == "entry values ignored"]
        columns = facts["ignored_columns"]
        if columns and not unused:
            unused = [f"{columns} further column{'s'[:columns > 1]} ignored"]
        if unused:
            warn(f"{facts['path']}: {unused[0]}; weighted=True reads weights, weighted=False says that they are not "
                 "wanted")
    return Graph._of(Made(core, report))


class GeneratorOptions(TypedDict, total=False):
    """Arguments of the kinds of graphs that `generate` makes."""

    n: int
    p: float
    scale: int
    lines: int
    a: float
    b: float
    c: float
    d: float
    permute: bool
    average_degree: float
    exponent: float
    max_degree: float
    size: int
    density: float
    max_weight: int
    degree: int
    left: int
    right: int
    edges: float
    left_exponent: float
    right_exponent: float
    parts: Iterable[int]


def generate(kind: str, *, seed: int = 1, threads: int = 0, **arguments: Unpack[GeneratorOptions]) -> Graph:
    """A random or structured graph; the same seed gives the same graph.

    kind and arguments: "gnp" (n, p), "rmat" (scale, lines, a, b, c, d, permute), "planted" (n, average_degree,
    exponent, max_degree, size, density, max_weight), "regular" (n, degree), "bipartite" (left, right, edges,
    left_exponent, right_exponent), "multipartite" (parts).
    `report.details` of a planted graph has the set as "planted".
    """
    check(seed=seed, threads=threads)
    for name, value in arguments.items():
        if name != "parts" and not isinstance(value, Real):
            refuse(name, value, "a number is needed")
    core, planted, edges = _core.generate(kind, dict(arguments), _core.How(seed=seed, threads=threads))
    summary = f"generated: {core.n} vertices, {core.m} edges{', weighted' if core.weighted else ''}"
    details = {**arguments, "kind": kind, "seed": seed, "source": "generated", "summary": summary}
    if kind == "planted":
        details.update(planted=planted, planted_edges=edges)
    return Graph._of(Made(core, InputReport("generated", details=details)))
