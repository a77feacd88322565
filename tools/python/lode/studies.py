"""Comparisons of methods, and density reports."""
from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from html import escape
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, Callable, Iterable, Literal, Mapping, NamedTuple

from . import _core
from ._checks import path_of, refuse
from ._runs import Progress, ask, graph_of
from ._values import ByValue
from .errors import InvalidArgument
from .graph import Graph, as_graph

if TYPE_CHECKING:
    import pandas


class GridProgress(NamedTuple):
    """The state of a comparison, when a run began or ended."""

    event: Literal["began", "ended"]
    key: str  #: name of the run
    finished: int
    left: int
    seconds: float


#: columns of the frames
_TABLES = {
    "runs": ["graph", "s", "method", "start", "seed", "edges", "weight", "stop_reason", "iterations", "seconds",
             "seconds_to_best", "labels"],
    "scores": ["method", "instances", "mean_rank", "wins", "best_found", "relative", "mean_seconds"],
    "instances": ["graph", "s", "bound", "bound_rule", "best", "complete"],
    "sizes": ["s", "method", "edges", "weight", "bound", "bound_rule", "gap", "proven_optimal", "labels"],
}
_REAL = ("weight", "bound", "best", "gap", "mean_rank", "relative", "seconds", "seconds_to_best", "mean_seconds")


def _frame(table: str, rows: list[dict[str, Any]], graphs: Mapping[str, Graph]) -> pandas.DataFrame:
    """A frame of rows of the tool's JSON; those with vertices get labels."""
    import pandas

    for row in rows:
        if "vertices" in row:
            graph = graphs[row.get("graph", "")]
            row["labels"] = graph._labels_of_names(row["vertices"])
    frame = pandas.DataFrame(rows, columns=_TABLES[table])
    return frame.astype({name: float for name in _REAL if name in frame})


def _named_graphs(graphs: Any, weight: str | bool | None) -> list[tuple[str, Graph]]:
    """Named graphs from a mapping, from names and paths, or from a single graph."""
    if isinstance(graphs, Mapping):
        return [(str(name), as_graph(graph, weight=weight)) for name, graph in graphs.items()]
    if isinstance(graphs, (list, tuple)):
        return [(_name_of(graph, f"graph {place + 1}"), as_graph(graph, weight=weight))
                for place, graph in enumerate(graphs)]
    return [(_name_of(graphs, "graph"), as_graph(graphs, weight=weight))]


def _name_of(graph: Any, otherwise: str) -> str:
    return fspath(graph) if isinstance(graph, (str, PathLike)) else otherwise


def compare(graphs: Any, s: Any, *, weight: str | bool | None = None, methods: Iterable[str] = (), starts: int = 3,
            start: Literal["degree", "random", "peeling"] | None = None, time: float = 30.0,
            journal: str | PathLike[str] = "", table: Literal["runs", "scores", "instances"] = "runs",
            seed: int = 1, threads: int = 0, progress: Callable[[GridProgress], object] | None = None,
            cancel: _core.Cancel | None = None, on_interrupt: Literal["raise", "return"] = "raise") -> \
        pandas.DataFrame:
    """Compares methods on graphs, sizes and starts, with one thread and equal time for every run.

    graphs: a graph, a list of graphs, or a mapping from names to graphs.
    s: a size, or several.
    weight: where the weights are, as in `find`.
    methods: "NAME" or "NAME:PRESET"; empty: all methods but exhaustive ones, and "hybrid:paper".
    starts: number of starts of every method that needs one.
    start: start of the methods; None: the default of each method.
    time: seconds for each run.
    journal: file of finished runs, from which a later call can continue.
    table: rows of the frame: every run, the scores of the methods, or the best objective and the bound of every
        instance.
    seed, threads: seed of the first start, and number of threads for the bounds; 0: all.
    progress: called with a GridProgress.
    cancel, on_interrupt: as in `find`.
    """
    asked = dict(locals(), journal=path_of("journal", journal), grid_progress=progress, methods=_names(methods))
    if not isinstance(start, (str, type(None))) or start not in ("degree", "random", "peeling", None):
        refuse("start", start, "'degree', 'random', 'peeling' or None is needed")
    if callable(asked.pop("progress")):
        asked["grid_progress"] = lambda *event: progress(GridProgress(*event))
    elif progress is not None:
        refuse("progress", progress, "a function of a GridProgress, or None, is needed")
    named: list[tuple[str, Graph]] = []

    def cases(keywords: dict[str, Any]) -> list[tuple[str, _core.Graph, list[int]]]:
        keywords["run_time"] = keywords.pop("time")
        named.extend(_named_graphs(keywords.pop("graphs"), keywords.pop("weight")))
        return [(name, graph._native, keywords["s"]) for name, graph in named]

    def made(_: Any, found: str) -> pandas.DataFrame:
        told = json.loads(found)
        rows = told["runs"] if table == "runs" else told["aggregates"]["methods" if table == "scores" else table]
        return _frame(table, rows, dict(named))

    return ask(_core.compare, made, asked, cases)


def _names(methods: Iterable[str]) -> list[str]:
    return [methods] if isinstance(methods, str) else list(methods)


@dataclass(frozen=True, eq=False)
class Report(ByValue):
    """A density report: the density of the best sets of every size."""

    graph: Graph = field(repr=False)
    stop_reason: str
    seconds: float = field(compare=False)
    _texts: dict[str, str] = field(repr=False)  #: the report in every format

    #: formats by file ending
    FORMATS = {".html": "html", ".json": "json", ".txt": "text"}

    def _value(self) -> tuple[Any, ...]:
        return self.stop_reason, *([row[name] for name in (*_TABLES["sizes"][:-1], "vertices")] for row in self._rows)

    @property
    def _rows(self) -> list[dict[str, Any]]:
        return list(json.loads(self.text("json"))["results"])

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        page = escape(self.text("html"), quote=True)  # in a frame, since it has its own styles
        return (f'<iframe srcdoc="{page}" style="width:100%;height:40em;border:0" '
                'sandbox="allow-scripts allow-downloads"></iframe>')

    def text(self, format: str = "text") -> str:
        """The report as "text", "html" or "json"."""
        if format not in self.FORMATS.values():
            refuse("format", format, f"one of {', '.join(self.FORMATS.values())} is needed")
        return self._texts[format]

    def save(self, path: str | PathLike[str], *, force: bool = False) -> None:
        """Writes a file in the format of its ending, whole or not at all."""
        path = path_of("path", path)
        _core.write_text(path, self.text(self._format_of(path)), force)

    @classmethod
    def _format_of(cls, path: str) -> str:
        ending = os.path.splitext(path)[1].lower()
        if ending not in cls.FORMATS:
            raise InvalidArgument(f"path: {path!r} ends in none of {', '.join(cls.FORMATS)}")
        return cls.FORMATS[ending]

    def to_pandas(self) -> pandas.DataFrame:
        """A frame with the best answer and the upper bound of every size."""
        return _frame("sizes", self._rows, {"": self.graph})


def report(graph: Any, path: str | PathLike[str] | None = None, *, weight: str | bool | None = None,
           name: str | None = None, s: Any = (), method: str = "hybrid",
           effort: Literal["none", "cheap", "auto", "strong"] = "auto",
           time: float | None = 60.0, force: bool = False, seed: int = 1, threads: int = 0,
           progress: bool | Callable[[Progress], object] | None = None, cancel: _core.Cancel | None = None,
           on_interrupt: Literal["raise", "return"] = "raise") -> Report:
    """Makes a density report: sizes, degrees, cores, and density against size with its upper bound, as `lode report`.

    graph, weight, seed, threads, progress, cancel, on_interrupt: as in `find`.
    path: file to write at the end, in the form that its ending names (.html, .json, .txt).
    name: name of the graph in the report.
    s: sizes; none: about 16 between 2 and half the vertices, and the sizes of the densest set and of dense layers.
    method: name of the method of the searches; `compare` runs several.
    effort: work on upper bounds. "auto": about 6 s if gaps are above 1 %, and the work of the searches again.
        "strong": half of the time of the searches.
    time: seconds for everything.
    force: replace a file that exists.
    """
    asked = dict(locals(), name=_name_of(graph, "graph") if name is None else str(name))
    if effort == "proof":
        refuse("effort", effort, "of a report it is 'strong' at most")
    if path is not None:
        if not isinstance(path, (str, PathLike)):
            refuse("path", path, "a path to write to, or None, is needed; sizes are given as s=")
        path = path_of("path", path)
        Report._format_of(path)
        _core.write_text(path, None, bool(force))
    graphs: list[Graph] = []

    def subject(keywords: dict[str, Any]) -> _core.Graph:
        graphs.append(graph_of(keywords))
        return graphs[0]._named_core()

    made: Report = ask(_core.report, lambda _, found: Report(graphs[0], *found), asked, subject)
    if path is not None:
        made.save(path, force=force)
    return made
