"""Makes C++ graphs from the user's data, with their names and reports."""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from . import _core
from ._arrays import as_weights, whole_numbers
from ._edges import Arcs, columns_of, places_of
from ._ids import numbered
from ._labels import ObjectLabels, core_names, encodable, label_list
from ._matrices import Csr, arcs_of_csr, check_dense, labels_of_frame
from ._words import in_python
from .errors import InvalidArgument

__all__ = ["Assume", "InputReport", "Made", "Merge", "core_of_rows", "from_arcs", "from_columns", "from_csr", "from_dense",
           "from_scipy_rows", "report_of"]

Assume = Literal["nothing", "symmetric"]
Merge = Literal["error", "sum", "max", "min"]


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


@dataclass
class Made:
    """A graph, the names that the C++ side cannot keep, its report, and the arrays that it reads in place."""

    core: _core.Graph
    report: InputReport
    objects: ObjectLabels | None = None
    shared: frozenset[str] = frozenset()


def report_of(facts: dict[str, Any]) -> InputReport:
    """The report of the C++ side about reading a file."""
    facts = {**facts, "summary": in_python(facts["summary"]), "notes": [in_python(note) for note in facts["notes"]]}
    return InputReport(facts["source"], facts["self_loops_dropped"], facts["duplicates_merged"],
                       facts["reciprocal_merged"], facts)


def _named(core: _core.Graph, labels: list[Any] | None) -> tuple[_core.Graph, ObjectLabels | None]:
    if labels is None:
        return core, None
    names = core_names(labels)
    if names is None:
        return core, ObjectLabels(labels)
    return core.with_names(names), None


def core_of_rows(indptr: Any, indices: Any, data: Any, assume: Assume = "nothing",
                 signed: bool = False) -> tuple[_core.Graph, frozenset[str]]:
    """A graph of compressed rows, and the names of the arrays of matching width, which it reads in place."""
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
    return core, frozenset(name for name, (given, taken) in pairs.items()
                           if isinstance(given, np.ndarray) and given.size and np.may_share_memory(given, taken))


def from_csr(csr: Csr, labels: Any, assume: Assume, source: str = "csr", signed: bool = False) -> Made:
    """A graph of symmetric compressed rows, increasing, without self-loops."""
    core, shared = core_of_rows(csr.indptr, csr.indices, csr.data, assume, signed)
    named, objects = _named(core, None if labels is None else label_list(labels, core.n))
    return Made(named, InputReport(source), objects, shared)


def from_dense(matrix: Any, threshold: float, labels: Any, weighted: bool | None, signed: bool = False) -> Made:
    """A graph of the entries of a symmetric matrix above a threshold, or with signs of all entries other than 0.

    See `Graph.from_dense`.
    """
    values, weighted, rounded = check_dense(matrix, weighted)
    if signed and threshold != 0:
        raise InvalidArgument(f"threshold is {threshold:g}; with signed=True every entry other than 0 is an edge")
    above = values != 0 if signed else values > threshold
    np.fill_diagonal(above, False)
    if weighted and threshold < 0 and bool((values[above] < 0).any()):
        i, j = np.argwhere(above & (values < 0))[0]
        raise InvalidArgument(f"S[{i}, {j}] is {values[i, j]}: is negative, and weights are not; use a threshold of 0 or "
                              "more, or signed=True")
    indptr = np.concatenate([[0], np.cumsum(np.count_nonzero(above, axis=1))]).astype(np.int64)
    indices = np.concatenate([np.empty(0, np.int32), *(np.flatnonzero(row).astype(np.int32) for row in above)])
    made = from_csr(Csr(indptr, indices, values[above] if weighted else None, True),
                    labels_of_frame(matrix) if labels is None else labels, "symmetric", signed=signed)
    return Made(made.core, InputReport("dense", details={"rounded": rounded}), made.objects)


def _bits(ends: np.ndarray, name: str) -> Any:
    """Numbers in the widths of the C++ side. Strings become a list."""
    if ends.dtype.kind in "UO":
        return encodable(ends.tolist(), name)
    return np.require(ends, ends.dtype if ends.dtype == np.uint64 else np.int64, ["C", "A"]).view(np.uint64)


def _core_of_pairs(arcs: Arcs, n: int | None, source: str, merge: Merge, threads: int,
                   signed: bool = False) -> tuple[_core.Graph, InputReport]:
    if arcs.w is not None and arcs.w.size != arcs.u.size:
        raise InvalidArgument(f"w has {arcs.w.size} entries for {arcs.u.size} edges")
    core, loops, distinct = _core.Graph.from_edges(_bits(arcs.u, "u"), _bits(arcs.v, "v"), arcs.w, n, merge, signed,
                                                   _core.How(threads=threads))
    rounded = _differing(arcs) if merge == "error" and distinct > core.m else 0  # only by rounding, otherwise an error
    return core, InputReport(source, loops, arcs.u.size - loops - distinct, distinct - core.m, {"rounded": rounded})


def _differing(arcs: Arcs) -> int:
    """Number of pairs with different weights in their two directions, without pairs that are listed more often."""
    if arcs.w is None or arcs.u.dtype.kind not in "iu":
        return 0
    low, high = np.minimum(arcs.u, arcs.v), np.maximum(arcs.u, arcs.v)
    order = np.lexsort((high, low))
    u, low, high, w = arcs.u[order], low[order], high[order], arcs.w[order]
    return int(np.count_nonzero((low[1:] == low[:-1]) & (high[1:] == high[:-1]) & (u[1:] != u[:-1]) & (w[1:] != w[:-1])))


def from_arcs(arcs: Arcs, source: str, merge: Merge, threads: int, signed: bool = False) -> Made:
    """A graph of pairs of numbers, by the rules for files of edges."""
    try:
        core, report = _core_of_pairs(arcs, arcs.n, source, merge, threads, signed)
    except InvalidArgument as error:
        raise _in_labels(error, arcs) from None
    named, objects = _named(core, None if arcs.labels is None else label_list(arcs.labels, arcs.n))
    return Made(named, report, objects)


def _in_labels(error: InvalidArgument, arcs: Arcs) -> InvalidArgument:
    """The error about the weights of a pair, with labels in place of numbers of vertices and weights."""
    place = re.fullmatch(r"weights\[(\d+)\]", error.parameter)
    if place and arcs.labels is not None and arcs.w is not None:
        at = int(place[1])
        x, y = arcs.labels[int(arcs.u[at])], arcs.labels[int(arcs.v[at])]
        made = InvalidArgument(f"weight of ({x!r}, {y!r})" + str(error)[place.end():])
        made.parameter = "weight"
        return made
    words = error.parameter.split()
    if arcs.labels is None or arcs.w is None or words[:2] != ["weight", "of"]:
        return error
    a, b = int(words[2]), int(words[3])
    there, back = (arcs.w[(arcs.u == x) & (arcs.v == y)].sum() for x, y in ((a, b), (b, a)))
    x, y = arcs.labels[a], arcs.labels[b]
    made = InvalidArgument(f"weight of ({x!r}, {y!r}) is {there:g}: differs from that of ({y!r}, {x!r}), {back:g}; "
                           "say with merge= which holds: sum, max or min")
    made.parameter = "weight"
    return made


def from_columns(u: Any, v: Any, w: Any, n: int | None, labels: Any, merge: Merge, threads: int,
                 signed: bool = False) -> Made:
    """A graph of pairs of ids of any kind. See `Graph.from_edges`."""
    first, second, weights = columns_of(u, v, w)
    by_number = not (first.text or second.text) and first.names is None and second.names is None
    if n is not None and first.values.size and not by_number:
        for name, ids in (("u", first), ("v", second)):
            negative = [at for at in ids.names or () if isinstance(at, int) and at < 0]
            if negative:
                place = int(np.argmax(ids.values == list(ids.names or ()).index(negative[0])))
                raise InvalidArgument(f"{name}[{place}] is {negative[0]}; with n, vertices are numbered from 0 on")
        raise InvalidArgument("n: vertices that are not numbered from 0 on are counted by labels= instead")
    if labels is not None:
        plain = label_list(labels, len(labels) if n is None else n)
        ends = places_of(first, plain), places_of(second, plain)
        return from_arcs(Arcs(*ends, weights, len(plain), plain), "edges", merge, threads, signed)
    if n is not None:
        if isinstance(n, (bool, np.bool_)) or not isinstance(n, (int, np.integer)) or not 0 <= n < 2**32 - 1:
            raise InvalidArgument(f"n is {n!r}; a number of vertices is needed")
        return from_arcs(Arcs(first.values, second.values, weights, n), "edges", merge, threads, signed)
    if first.text != second.text or first.names is not None or second.names is not None:
        from_ids = numbered(first, second)
        return from_arcs(Arcs(from_ids[0], from_ids[1], weights, len(from_ids[2]), from_ids[2]), "edges", merge,
                         threads, signed)
    core, report = _core_of_pairs(Arcs(first.values, second.values, weights, 0), None, "edges", merge, threads, signed)
    if not first.text and core.labels is not None and core.n and int(core.labels[-1]) == core.n - 1:
        core = core.with_names(None)  # the ids are 0, 1, ..., n-1
    return Made(core, report)


def from_scipy_rows(csr: Csr, labels: Any, assume: Assume, merge: Merge, threads: int, signed: bool = False) -> Made:
    """A graph of stored entries. They are read in place if they are an undirected graph; otherwise they are merged."""
    if assume != "nothing":
        return from_csr(csr, labels, assume, signed=signed)
    if csr.canonical and (csr.data is None or merge != "sum"):  # a sum adds both triangles, equal or not
        try:
            return from_csr(csr, labels, assume, "scipy", signed)
        except InvalidArgument:
            pass  # one triangle, directions, a diagonal; other errors are found below
    n = csr.indptr.size - 1
    arcs = arcs_of_csr(csr, None if labels is None else label_list(labels, n))
    made = from_arcs(arcs, "scipy", merge, threads, signed)
    report = made.report
    if 2 * report.reciprocal_merged == arcs.u.size - report.self_loops_dropped - \
            report.duplicates_merged:  # both triangles, as matrices store an undirected graph
        made.report = InputReport("scipy", report.self_loops_dropped, report.duplicates_merged, 0, report.details)
    return made
