"""From what a user has to a graph of the C++ library, with the names and the report that go with it."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from . import _core
from ._edges import Arcs, columns_of, merged_pairs, places_of
from ._ids import numbered
from ._labels import ObjectLabels, core_names, label_list
from ._matrices import Csr, arcs_of_csr
from .errors import InvalidArgument

__all__ = ["Assume", "InputReport", "Made", "Merge", "from_arcs", "from_columns", "from_csr", "from_scipy_rows", "report_of"]

Assume = Literal["nothing", "symmetric"]
Merge = Literal["error", "sum", "max", "min"]


@dataclass(frozen=True)
class InputReport:
    """What was dropped and merged on the way to a simple undirected graph."""

    source: str  #: "csr", "edges", "networkx", "file", ...
    self_loops_dropped: int = 0
    duplicates_merged: int = 0  #: the same ordered pair again
    reciprocal_merged: int = 0  #: pairs given in both directions
    details: dict[str, Any] = field(default_factory=dict, repr=False)  #: all there is to say, of files above all

    @property
    def summary(self) -> str:
        """One line for people."""
        if self.details.get("summary"):
            return str(self.details["summary"])
        counts = [(self.self_loops_dropped, "self-loops dropped"), (self.duplicates_merged, "repeated pairs merged"),
                  (self.reciprocal_merged, "pairs of both directions merged")]
        said = ", ".join(f"{count} {what}" for count, what in counts if count)
        return f"from {self.source}: {said or 'nothing dropped or merged'}"


@dataclass
class Made:
    """A graph, names that the C++ side cannot keep, and a report where the C++ side has none."""

    core: _core.Graph
    objects: ObjectLabels | None = None
    report: InputReport | None = None


def report_of(core: _core.Graph) -> InputReport:
    """What the C++ side says of how a graph came to be."""
    facts = core.report
    return InputReport(str(facts.get("source", "")), int(facts.get("self_loops_dropped", 0)),
                       int(facts.get("duplicates_merged", 0)), int(facts.get("reciprocal_merged", 0)), facts)


def _named(core: _core.Graph, labels: list[Any] | None) -> tuple[_core.Graph, ObjectLabels | None]:
    if labels is None:
        return core, None
    names = core_names(labels)
    if names is None:
        return core, ObjectLabels(labels)
    return core.with_names(names), None


def from_csr(csr: Csr, labels: Any, assume: Assume) -> Made:
    """Compressed rows as they are: symmetric, increasing, without self-loops."""
    core = _core.Graph.from_csr(csr.indptr, csr.indices, csr.data, assume=assume)
    named, objects = _named(core, None if labels is None else label_list(labels, core.n))
    return Made(named, objects, InputReport("csr"))


def from_arcs(arcs: Arcs, source: str, merge: Merge, threads: int) -> Made:
    """Pairs of numbers, by the rules for files of edges."""
    try:
        core = _core.Graph.from_edges(arcs.u, arcs.v, arcs.w, arcs.n, merge=merge, threads=threads)
    except InvalidArgument as error:
        raise _in_labels(error, arcs) from None
    named, objects = _named(core, None if arcs.labels is None else label_list(arcs.labels, arcs.n))
    return Made(named, objects, InputReport(source, *merged_pairs(arcs, core.m)))


def _in_labels(error: InvalidArgument, arcs: Arcs) -> InvalidArgument:
    """The weights of a pair that differ in its two directions, by label where the error has numbers."""
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


def from_columns(u: Any, v: Any, w: Any, n: int | None, labels: Any, merge: Merge, threads: int) -> Made:
    """Pairs of ids of any kind; see `Graph.from_edges`."""
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
        _check_numbers(*ends, len(plain))
        return from_arcs(Arcs(*ends, weights, len(plain), plain), "edges", merge, threads)
    if n is not None:
        _check_numbers(first.values, second.values, n)
        return from_arcs(Arcs(first.values, second.values, weights, n), "edges", merge, threads)
    if first.text != second.text or first.names is not None or second.names is not None:
        from_ids = numbered(first, second)
        return from_arcs(Arcs(from_ids[0], from_ids[1], weights, len(from_ids[2]), from_ids[2]), "edges", merge,
                         threads)
    arcs = Arcs(first.values, second.values, weights, 0)
    core = _core.Graph.from_edges(arcs.u, arcs.v, weights, ids=not first.text, merge=merge, threads=threads)
    if not first.text and core.labels is not None and core.n and int(core.labels[-1]) == core.n - 1:
        core = core.with_names(None)  # the ids are 0, 1, ..., n-1
    return Made(core, None, InputReport("edges", *merged_pairs(arcs, core.m)))


def _check_numbers(u: np.ndarray, v: np.ndarray, n: Any) -> None:
    if isinstance(n, (bool, np.bool_)) or not isinstance(n, (int, np.integer)) or n < 0:
        raise InvalidArgument(f"n is {n!r}; a number of vertices is needed")
    for name, ends in (("u", u), ("v", v)):
        if ends.size and ends.max() >= n:
            at = int(np.argmax(ends >= n))
            raise InvalidArgument(f"{name}[{at}] is {ends[at]}; with {n} vertices numbers end at {int(n) - 1}")


def from_scipy_rows(csr: Csr, labels: Any, assume: Assume, merge: Merge, threads: int) -> Made:
    """Stored entries as edges: in place where they are an undirected graph, merged by the rules where not."""
    if assume != "nothing":
        return from_csr(csr, labels, assume)
    if csr.canonical and (csr.data is None or merge != "sum"):  # a sum is of both triangles, whether they agree or not
        try:
            made = from_csr(csr, labels, assume)
            made.report = InputReport("scipy")
            return made
        except InvalidArgument:
            pass  # one triangle, directions, a diagonal: what else is wrong is found again
    n = csr.indptr.size - 1
    arcs = arcs_of_csr(csr, None if labels is None else label_list(labels, n))
    made = from_arcs(arcs, "scipy", merge, threads)
    report = made.report
    if report is not None and 2 * report.reciprocal_merged == arcs.u.size - report.self_loops_dropped - \
            report.duplicates_merged:  # both triangles, as matrices store an undirected graph
        made.report = InputReport("scipy", report.self_loops_dropped, report.duplicates_merged, 0)
    return made
