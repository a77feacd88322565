"""Makes C++ graphs of columns, compressed rows, matrices and networks."""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, Literal, NamedTuple, Union

import numpy as np

from . import _core
from ._ids import (DOMAIN, as_real_matrix, as_weights, ids_of, in_domain, label_list, named, number_of, real,
                   whole_numbers)
from .errors import InvalidArgument, warn

Assume = Literal["nothing", "symmetric"]
Merge = Literal["error", "sum", "max", "min"]
#: An attribute of edges; False: no weights; None: no weights, with a warning about unused ones.
Weight = Union[str, Literal[False], None]

_EDGES_IN_ROWS = "from_edges(u[0], u[1])"
_ROUNDING = 64  # units in the last place of the largest entry that an entry may differ from its mirror image
_USUAL = "weight"  # the usual attribute for weights of edges


@dataclass(frozen=True)
class InputReport:
    """Counts of dropped and merged input when a simple undirected graph is made."""

    source: str  #: "csr", "edges", "networkx", "file", ...
    self_loops_dropped: int = 0
    duplicates_merged: int = 0  #: repetitions of the same ordered pair
    reciprocal_merged: int = 0  #: pairs given in both directions
    details: dict[str, Any] = field(default_factory=dict, repr=False)  #: all further facts, mainly about files

    @property
    def summary(self) -> str:
        """The report in one line for people."""
        if self.details.get("summary"):
            return str(self.details["summary"])
        counts = [(self.self_loops_dropped, "self-loops dropped"), (self.duplicates_merged, "repeated pairs merged"),
                  (self.reciprocal_merged, "pairs of both directions merged"),
                  (self.details.get("rounded", 0), "pairs of weights that differ by rounding replaced by their mean")]
        said = ", ".join(f"{count} {what}" for count, what in counts if count)
        return f"from {self.source}: {said or 'nothing dropped or merged'}"


class Made(NamedTuple):
    """A graph, its report, labels that the C++ graph cannot keep, and names of the arrays that it reads in place."""

    core: _core.Graph
    report: InputReport
    labels: list[Any] | None = None
    shared: frozenset[str] = frozenset()


# --- edges -----------------------------------------------------------------------------------------------


class Arcs(NamedTuple):
    """Ordered pairs of vertex numbers in any order, with loops and repetitions."""

    u: np.ndarray
    v: np.ndarray
    w: np.ndarray | None  #: doubles
    n: int | None  #: None: u and v are ids
    labels: list[Any] | None = None  #: None: labels are the vertex numbers


def _columns_of_rows(rows: Any, w: Any) -> tuple[Any, Any, Any]:
    """The columns of a frame, of an array of two or three columns, of records, or of a list of pairs or triples. The
    weights of a frame may be given by the name of their column."""
    names: list[Any] = []
    if hasattr(rows, "iloc") and hasattr(rows, "columns"):  # one by one, so that each column keeps its type
        columns, names = [rows.iloc[:, place] for place in range(rows.shape[1])], list(rows.columns)
    elif isinstance(rows, (str, bytes)) or not hasattr(rows, "__len__") and not hasattr(rows, "__iter__"):
        raise InvalidArgument(f"u is {rows!r}; without v, an array of two columns (three with weights) is needed")
    elif hasattr(rows, "__array__"):
        table = np.asarray(rows)
        if table.dtype.names is not None:
            columns = [table[name] for name in table.dtype.names]
        else:
            columns = list(table.T) if table.ndim == 2 else [] if table.size else [table, table]
            if table.shape == (2, 3) and table.dtype.kind in "iu" and w is None:
                warn(f"u has 2 rows of 3 integers, which are 2 edges with weights; for 3 edges call {_EDGES_IN_ROWS}")
    else:
        rows = list(rows)
        widths = {len(row) if isinstance(row, (tuple, list, np.ndarray)) else 0 for row in rows}
        width = widths.pop() if len(widths) == 1 else 0
        columns = [list(map(itemgetter(place), rows)) for place in range(width)] if rows else [[], []]
    if isinstance(w, str):
        if names.count(w) != 1:
            raise InvalidArgument(f"w: {names.count(w) or 'no'} columns of u are called {w!r}; its columns are "
                                  f"{', '.join(map(str, names))}")
        w = columns.pop(names.index(w))
        columns = columns[:2]
    if len(columns) not in (2, 3):
        more = ", or w='NAME' of the column of weights" if names else \
            f"; of an array of two rows, call {_EDGES_IN_ROWS}" if len(rows) == 2 else ""
        raise InvalidArgument(f"u: without v, an array of two columns (three with weights) is needed{more}")
    if len(columns) == 3 and w is not None:
        raise InvalidArgument("w: weights are given twice, here and as the third column of u")
    return columns[0], columns[1], columns[2] if len(columns) == 3 else w


def from_columns(u: Any, v: Any, w: Any, n: int | None, labels: Any, **how: Any) -> Made:
    """A graph of pairs of ids of any kind. See `Graph.from_edges`."""
    if v is None:
        u, v, w = _columns_of_rows(u, w)
    first, second = ids_of(u, "u"), ids_of(v, "v")
    if first.values.size != second.values.size:
        raise InvalidArgument(f"u has {first.values.size} entries and v {second.values.size}")
    weights = None if w is None else as_weights(w, "w")
    if weights is not None and weights.size != first.values.size:
        raise InvalidArgument(f"w has {weights.size} entries for {first.values.size} edges")
    numbers = first.names is None and second.names is None
    if first.text and second.names is None or second.text and first.names is None:
        if first.values.size:
            raise InvalidArgument("one of u and v holds strings and the other integers; give both as strings, or "
                                  "numbers as strings in one column with the others")
    if n is not None and first.values.size and not numbers:
        for name, ids in (("u", first), ("v", second)):
            for at in np.flatnonzero([isinstance(each, int) and each < 0 for each in ids.names or ()])[:1]:
                raise InvalidArgument(f"{name}[{int(np.argmax(ids.values == at))}] is {ids.names[at]}; with n, "
                                      "vertices are numbered from 0 on")
        raise InvalidArgument("n: vertices that are not numbered from 0 on are counted by labels= instead")
    if labels is not None:
        given = label_list(labels, len(labels) if n is None else n)
        ends = [ids.values if ids.names is None else _numbers_of(ids.listed(), given) for ids in (first, second)]
        return from_arcs(Arcs(*ends, weights, len(given), given), "edges", **how)
    if n is not None:
        if isinstance(n, (bool, np.bool_)) or not isinstance(n, (int, np.integer)) or not 0 <= n < 2**32 - 1:
            raise InvalidArgument(f"n is {n!r}; a number of vertices is needed")
        return from_arcs(Arcs(first.values, second.values, weights, n), "edges", **how)
    if not numbers:
        columns = [first.listed(), second.listed()]
        names = list(dict.fromkeys(name for _, listed in columns for name in listed))
        try:
            names.sort()
        except TypeError:
            pass  # ids that cannot be compared are in the order of the columns
        return from_arcs(Arcs(*[_numbers_of(column, names) for column in columns], weights, len(names), names), "edges",
                         **how)
    made = from_arcs(Arcs(first.values, second.values, weights, None), "edges", **how)
    ids = made.core.labels
    if ids is not None and made.core.n and int(ids[-1]) == made.core.n - 1:
        return made._replace(core=made.core.with_names(None))  # the ids are 0, 1, ..., n-1
    return made


def _numbers_of(column: tuple[np.ndarray, list[Any]], labels: list[Any]) -> np.ndarray:
    """Positions of the ids of a column in a list of labels."""
    number = {label: place for place, label in enumerate(labels)}
    places, listed = column
    try:
        return np.array([number[name] for name in listed], dtype=np.int64)[places]
    except KeyError as unknown:
        raise InvalidArgument(f"labels: {unknown.args[0]!r} of the edges is not among them") from None


def from_arcs(arcs: Arcs, source: str, merge: Merge, threads: int, signed: bool) -> Made:
    """A graph of pairs of numbers, by the rules for files of edges."""
    u, v = (np.require(ends, ends.dtype if ends.dtype == np.uint64 else np.int64, ["C", "A"]).view(np.uint64)
            for ends in (arcs.u, arcs.v))
    try:
        core, loops, distinct = _core.Graph.from_edges(u, v, arcs.w, arcs.n, merge, signed, threads)
    except InvalidArgument as error:
        raise _in_labels(error, arcs) from None
    rounded = _differing(arcs) if merge == "error" and distinct > core.m else 0  # only by rounding, otherwise an error
    report = InputReport(source, loops, arcs.u.size - loops - distinct, distinct - core.m, {"rounded": rounded})
    names = None if arcs.labels is None else label_list(arcs.labels, core.n)
    core, labels = named(core, names)
    return Made(core, report, labels)


def _differing(arcs: Arcs) -> int:
    """Number of pairs with different weights in their two directions, without pairs that are listed more often."""
    if arcs.w is None:
        return 0
    low, high = np.minimum(arcs.u, arcs.v), np.maximum(arcs.u, arcs.v)
    order = np.lexsort((high, low))
    u, low, high, w = arcs.u[order], low[order], high[order], arcs.w[order]
    same_pair = (low[1:] == low[:-1]) & (high[1:] == high[:-1])
    return int(np.count_nonzero(same_pair & (u[1:] != u[:-1]) & (w[1:] != w[:-1])))


def _in_labels(error: InvalidArgument, arcs: Arcs) -> InvalidArgument:
    """The error about the weights of a pair, with labels in place of numbers."""
    def pair(ends: Any) -> str:
        return repr(tuple(int(end) if arcs.labels is None else arcs.labels[int(end)] for end in ends))

    def place(found: re.Match[str]) -> str:
        return "weight of " + pair((arcs.u[int(found[1])], arcs.v[int(found[1])]))

    text = re.sub(r"^weights\[(\d+)\]", place, str(error))
    text = re.sub(r"of (\d+) (\d+)", lambda ends: "of " + pair(ends.groups()), text)
    made = InvalidArgument(text)
    made.parameter = text.partition(" is ")[0] if text != str(error) else error.parameter
    return made


def from_csr(indptr: Any, indices: Any, data: Any, labels: Any, assume: Assume, signed: bool,
             source: str = "csr") -> Made:
    """A graph of symmetric compressed rows, increasing, without self-loops. Arrays of matching width are shared."""
    offsets = whole_numbers(indptr, "indptr", np.int64)
    wide = getattr(indices, "dtype", None) == np.uint32 or offsets.size > 2**31
    targets = whole_numbers(indices, "indices", np.uint32 if wide else np.int32)
    weights = None if data is None else as_weights(data, "data")
    pairs = {"indptr": (indptr, offsets), "indices": (indices, targets), "data": (data, weights)}
    try:
        core = _core.Graph.from_csr(offsets.view(np.uint64), targets.view(np.uint32), weights, assume, signed)
    except InvalidArgument as error:  # with the library's names of the arrays
        text = str(error)
        for theirs, ours in (("offsets", "indptr"), ("targets", "indices"), ("weights", "data")):
            text = text.replace(theirs, ours)
        raise InvalidArgument(text) from None
    shared = frozenset(name for name, (given, taken) in pairs.items()
                       if isinstance(given, np.ndarray) and given.size and np.may_share_memory(given, taken))
    core, objects = named(core, None if labels is None else label_list(labels, core.n))
    return Made(core, InputReport(source), objects, shared)


# --- matrices --------------------------------------------------------------------------------------------


def is_scipy_matrix(value: Any) -> bool:
    """True for a SciPy sparse array or matrix. SciPy is not imported."""
    return (type(value).__module__ or "").startswith("scipy.sparse") and hasattr(value, "tocoo")


def arcs_of_scipy(matrix: Any, weighted: bool | None) -> Arcs:
    """The stored entries as arcs from row to column. Repeated entries are summed; the matrix is not changed."""
    entries = matrix.tocoo(copy=True)
    if entries.data.dtype.kind == "b":  # a repeated entry is an edge, whatever the sum
        weighted = False if weighted is None else weighted
    entries.data = real(entries.data, "A").astype(np.float64)  # small integers would overflow
    entries.sum_duplicates()
    weights = None if weighted is False or weighted is None and (entries.data == 1).all() else entries.data
    return Arcs(entries.row.astype(np.int64), entries.col.astype(np.int64), weights, max(matrix.shape))


def from_scipy(matrix: Any, weighted: bool | None, labels: Any, assume: Assume, merge: Merge, threads: int,
               signed: bool) -> Made:
    """A graph of stored entries, which are read in place if they are an undirected graph; otherwise they are merged.

    Compressed columns are read as rows, since the graph of a matrix is that of its transpose.
    """
    check_square(matrix.shape, "A")
    if matrix.format in ("csr", "csc") and matrix.has_canonical_format:
        data = real(matrix.data, "A")
        if weighted is False or weighted is None and (data.dtype.kind == "b" or (data == 1).all()):
            data = None
        if data is None or merge != "sum" or assume != "nothing":  # a sum adds both triangles, equal or not
            try:
                return from_csr(matrix.indptr, matrix.indices, data, labels, assume, signed, "scipy")
            except InvalidArgument:  # one triangle, directions, a diagonal; other errors are found below
                if assume != "nothing":
                    raise
    arcs = arcs_of_scipy(matrix, weighted)
    made = from_arcs(arcs._replace(labels=labels), "scipy", merge, threads, signed)
    report = made.report
    if 2 * report.reciprocal_merged == arcs.u.size - report.self_loops_dropped:  # as matrices store undirected graphs
        report = InputReport("scipy", report.self_loops_dropped, details=report.details)
    return made._replace(report=report)


def check_square(shape: tuple[int, ...], name: str) -> None:
    """Errors: InvalidArgument for a matrix of another shape."""
    if len(shape) != 2 or shape[0] != shape[1]:
        raise InvalidArgument(f"{name} is {' x '.join(map(str, shape))}; an adjacency matrix is square")


def _labels_of_frame(matrix: Any) -> list[Any] | None:
    """The names of the rows of a DataFrame whose columns have the same names, unless these are 0, 1, ..."""
    if not hasattr(matrix, "index") or not hasattr(matrix, "columns"):
        return None
    names = list(matrix.index)
    if names != list(matrix.columns):
        raise InvalidArgument("S: rows and columns of the frame are called differently")
    return None if names == list(range(len(names))) else names


def _symmetric(given: np.ndarray) -> tuple[np.ndarray, int]:
    """A square array of doubles, and how many pairs of entries were changed.

    A matrix that is symmetric except for rounding, such as that of `numpy.corrcoef`, is replaced by the mean of itself
    and its mirror image. The diagonal becomes 0.
    """
    values = given.astype(np.float64)
    np.fill_diagonal(values, 0)
    for i, j in np.argwhere(~in_domain(values))[:1]:
        raise InvalidArgument(f"S[{i}, {j}] is {values[i, j]}: {DOMAIN}")
    apart = np.abs(values - values.T)
    whole = values == np.floor(values)
    eps = np.finfo(given.dtype).eps if given.dtype.kind == "f" else 0
    largest = float(np.abs(values).max(initial=0))
    contradict = (apart > _ROUNDING * eps * largest) | (apart > 0) & whole & whole.T
    if contradict.any():
        i, j = np.unravel_index(np.argmax(np.where(contradict, apart, 0)), values.shape)
        raise InvalidArgument(f"S[{i}, {j}] is {values[i, j]} and S[{j}, {i}] is {values[j, i]}: an adjacency "
                              "matrix is symmetric; say which holds, as by (S + S.T) / 2")
    return (values + values.T) / 2, np.count_nonzero(apart) // 2


def from_dense(matrix: Any, threshold: float, labels: Any, weighted: bool | None, signed: bool) -> Made:
    """A graph of the entries of a symmetric matrix above a threshold, or with signs of all entries other than 0."""
    given = as_real_matrix(matrix, "S")
    check_square(given.shape, "S")
    if weighted is None:
        weighted = given.dtype.kind != "b" and not bool(((given == 0) | (given == 1)).all())
    values, rounded = _symmetric(given)
    if signed and threshold != 0:
        raise InvalidArgument(f"threshold is {threshold:g}; with signed=True every entry other than 0 is an edge")
    above = values != 0 if signed else values > threshold
    np.fill_diagonal(above, False)
    if weighted and not signed:
        for i, j in np.argwhere(above & (values < 0))[:1]:
            raise InvalidArgument(f"S[{i}, {j}] is {values[i, j]}: is negative, and weights are not; use a threshold of "
                                  "0 or more, or signed=True")
    indptr = np.concatenate([[0], np.cumsum(np.count_nonzero(above, axis=1))]).astype(np.int64)
    indices = np.nonzero(above)[1].astype(np.int32)
    made = from_csr(indptr, indices, values[above] if weighted else None,
                    _labels_of_frame(matrix) if labels is None else labels, "symmetric", signed)
    return Made(made.core, InputReport("dense", details={"rounded": rounded}), made.labels)


# --- networks --------------------------------------------------------------------------------------------


def is_networkx(value: Any) -> bool:
    """True for a networkx graph, or for an object that is used like one. networkx is not imported."""
    return all(hasattr(value, name) for name in ("adjacency", "is_multigraph", "is_directed", "nodes", "edges"))


def is_igraph(value: Any) -> bool:
    """True for a graph of python-igraph. It is not imported."""
    return (type(value).__module__ or "").partition(".")[0] == "igraph" and hasattr(value, "get_edgelist")


def _weights_of_network(graph: Any, attribute: str, networkx: bool) -> list[Any] | None:
    """The values of an attribute of the edges; None if no edge has it. An edge without it weighs 1."""
    if not networkx:
        return list(graph.es[attribute]) if attribute in graph.es.attributes() else None
    if not any(attribute in data for *_, data in graph.edges(data=True)):
        return None
    return [value for *_, value in graph.edges(data=attribute, default=1)]


def has_weights(graph: Any) -> bool:
    """True if some edge of a network has an attribute "weight" that is not 1."""
    return any(value != 1 for value in _weights_of_network(graph, _USUAL, is_networkx(graph)) or ())


def arcs_of_network(graph: Any, weight: Weight) -> Arcs:
    """The edges of a networkx or igraph graph, with the attribute `weight`. Labels are the nodes, or igraph's names."""
    networkx = is_networkx(graph)
    if weight is None and has_weights(graph):
        warn(f"edges have weights (attribute {_USUAL!r}), which are not used; weight={_USUAL!r} uses them, "
             "weight=False says that they are not wanted")
    nodes = list(graph) if networkx else None
    if nodes is not None:
        place = {node: number for number, node in enumerate(nodes)}
        ends = np.fromiter((place[node] for edge in graph.edges() for node in edge[:2]), dtype=np.int64).reshape(-1, 2)
        labels = None if all(type(node) is int and node == number for number, node in enumerate(nodes)) else nodes
    else:
        ends = np.array(graph.get_edgelist(), dtype=np.int64).reshape(-1, 2)
        labels = list(graph.vs["name"]) if "name" in graph.vs.attributes() else None
    values = None
    if weight is not None and weight is not False and (not networkx or ends.size):
        given = _weights_of_network(graph, weight, networkx)
        if given is None:
            raise InvalidArgument(f"weight: {'no edge has an' if networkx else 'edges have no'} attribute {weight!r}")
        names = range(graph.vcount()) if nodes is None else nodes
        values = np.array([number_of(value, lambda: f"weight: {weight!r} of the edge ({names[a]!r}, {names[b]!r})")
                           for value, (a, b) in zip(given, ends)], dtype=np.float64)
    if not graph.is_directed():  # a pair in the other order is a repetition
        ends = np.sort(ends, axis=1)
    return Arcs(ends[:, 0], ends[:, 1], values, graph.vcount() if nodes is None else len(nodes), labels)
