"""From what a user has to a graph of the C++ library, with the names and the report that go with it."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from . import _core
from ._arrays import is_text
from ._edges import Arcs, columns_of, merged_pairs, numbers_of_strings
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
    core = _core.Graph.from_edges(arcs.u, arcs.v, arcs.w, arcs.n, merge=merge, threads=threads)
    named, objects = _named(core, None if arcs.labels is None else label_list(arcs.labels, arcs.n))
    return Made(named, objects, InputReport(source, *merged_pairs(arcs, core.m)))


def from_columns(u: Any, v: Any, w: Any, n: int | None, labels: Any, merge: Merge, threads: int) -> Made:
    """Pairs of ids, numbers or strings; see `Graph.from_edges`."""
    first, second, weights = columns_of(u, v, w)
    strings = is_text(first) and first.size > 0
    if n is not None and strings:
        raise InvalidArgument("n: vertices that are strings are counted by labels= instead")
    if labels is not None:
        plain = label_list(labels, len(labels) if n is None else n)
        if strings:
            first, second = numbers_of_strings(first, second, plain)
        _check_numbers(first, second, len(plain))
        return from_arcs(Arcs(first, second, weights, len(plain), plain), "edges", merge, threads)
    if n is not None:
        _check_numbers(first, second, n)
        return from_arcs(Arcs(first, second, weights, n), "edges", merge, threads)
    core = _core.Graph.from_edges(first, second, weights, ids=not strings, merge=merge, threads=threads)
    if not strings and core.labels is not None and core.n and int(core.labels[-1]) == core.n - 1:
        core = core.with_names(None)  # the ids are 0, 1, ..., n-1
    return Made(core, None, InputReport("edges", *merged_pairs(Arcs(first, second, weights, core.n), core.m)))


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
    if csr.canonical:
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
