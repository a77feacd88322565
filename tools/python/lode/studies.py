"""Comparisons of methods, and density reports."""
from __future__ import annotations

from dataclasses import dataclass, field
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, Callable, Iterable, Literal, Mapping, NamedTuple

from . import _core
from ._checks import check, path_of, refuse
from ._runs import Progress, answer_of, progress_sink, sizes_of
from ._values import ByValue, framed
from .errors import InvalidArgument
from .graph import Graph, as_graph

if TYPE_CHECKING:
    import pandas

__all__ = ["Report", "compare", "report"]


class GridProgress(NamedTuple):
    """The state of a comparison, when a run began or ended."""

    event: Literal["began", "ended"]
    key: str  #: name of the run
    finished: int
    left: int
    seconds: float


#: columns of the tables, in the order of the C++ rows
_TABLES = {
    "runs": ["graph", "s", "method", "start", "seed", "edges", "weight", "stop_reason", "iterations", "seconds",
             "seconds_to_best", "labels"],
    "scores": ["method", "instances", "mean_rank", "wins", "best_found", "relative", "mean_seconds"],
    "instances": ["graph", "s", "bound", "bound_rule", "best", "complete"],
    "sizes": ["s", "method", "edges", "weight", "bound", "bound_rule", "gap", "proven_optimal", "labels"],
}


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

    Parameters
    ----------
    graphs : graph, list of graphs, or mapping from names to graphs
    s : int or sequence of int
        Sizes.
    weight : str or bool, optional
        Where the weights are, as in `find`.
    methods : sequence of str
        "NAME" or "NAME:PRESET"; empty: all methods but exhaustive ones, and "hybrid:paper".
    starts : int
        Number of starts of every method that needs one.
    start : {"degree", "random", "peeling"}, optional
        Start of the methods; None: the default of each method.
    time : float
        Seconds for each run.
    journal : path
        File of finished runs, from which a later call can continue.
    table : {"runs", "scores", "instances"}
        Rows of the frame: every run, the scores of the methods, or the best objective and the bound of every
        instance.
    seed, threads : int
        Seed of the first start, and number of threads for the bounds; 0: all.
    progress : function, optional
        Called with a GridProgress.
    cancel, on_interrupt
        As in `find`.

    Returns
    -------
    pandas.DataFrame
    """
    import pandas

    if table not in ("runs", "scores", "instances"):
        refuse("table", table, "'runs', 'scores' or 'instances' is needed")
    if progress is not None and not callable(progress):
        refuse("progress", progress, "a function of a GridProgress, or None, is needed")
    check(starts=starts, time=time, seed=seed, threads=threads, cancel=cancel,
          on_interrupt=on_interrupt)
    journal = path_of("journal", journal)
    sizes = sizes_of(s)[0]
    named = _named_graphs(graphs, weight)
    cases = [(name, graph._native, sizes) for name, graph in named]
    if isinstance(methods, str):
        methods = [methods]
    sink = None if progress is None else lambda **event: progress(GridProgress(**event))
    return answer_of(lambda: _core.compare(
        cases, list(methods), starts, start, time, journal, table, sink,
        _core.How(seed=seed, threads=threads, cancel=cancel, on_interrupt=on_interrupt)),
        lambda rows: pandas.DataFrame(_labelled(rows, named) if table == "runs" else rows, columns=_TABLES[table]))


def _labelled(rows: list[tuple[Any, ...]], named: list[tuple[str, Graph]]) -> list[tuple[Any, ...]]:
    """Rows that begin with the name of a graph and end in its vertices, by label."""
    graphs = dict(named)
    return [(*row[:-1], graphs[row[0]].labels_of(row[-1])) for row in rows]


class _Written(NamedTuple):
    """The pickled data of a report."""

    sizes: list[tuple[Any, ...]]  #: rows of the table of sizes
    texts: dict[str, str | None]  #: the report in every format


@dataclass(frozen=True, eq=False)
class Report(ByValue):
    """A density report: the density of the best sets of every size."""

    graph: Graph = field(repr=False)
    stop_reason: str
    seconds: float = field(compare=False)
    _report: _core.DensityReport | _Written = field(repr=False)

    #: formats by file ending
    FORMATS = {".html": "html", ".md": "markdown", ".json": "json", ".txt": "text", ".graphml": "graphml"}

    def _value(self) -> tuple[Any, ...]:
        return self.stop_reason, *self._report.sizes

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return framed(self.text("html"))

    def text(self, format: str = "text") -> str:
        """The report as "text", "html", "markdown" or "json", or the best set with its neighbours as
        "graphml"."""
        if format not in self.FORMATS.values():
            refuse("format", format, f"one of {', '.join(self.FORMATS.values())} is needed")
        written = self._written(format)
        if written is None:
            raise InvalidArgument("no size was solved, so there is no set to write")
        return str(written)

    def _written(self, format: str) -> str | None:
        made = self._report
        return made.texts[format] if isinstance(made, _Written) else getattr(made, format)()

    def __reduce__(self) -> tuple[Any, ...]:
        texts = {format: self._written(format) for format in self.FORMATS.values()}
        return Report, (self.graph, self.stop_reason, self.seconds, _Written(self._report.sizes, texts))

    def save(self, path: str | PathLike[str], *, force: bool = False) -> None:
        """Writes a file in the format of its ending, whole or not at all."""
        path = path_of("path", path)
        _core.write_text(path, self.text(self._format_of(path)), force)

    @classmethod
    def _format_of(cls, path: str) -> str:
        import os

        ending = os.path.splitext(path)[1].lower()
        if ending not in cls.FORMATS:
            raise InvalidArgument(f"path: {path!r} ends in none of {', '.join(cls.FORMATS)}")
        return cls.FORMATS[ending]

    def to_pandas(self) -> pandas.DataFrame:
        """A frame with the best answer and the upper bound of every size."""
        import pandas

        rows = [(*row[:-1], self.graph.labels_of(row[-1])) for row in self._report.sizes]
        return pandas.DataFrame(rows, columns=_TABLES["sizes"])


def report(graph: Any, path: str | PathLike[str] | None = None, *, weight: str | bool | None = None,
           name: str | None = None, s: Any = (), methods: Iterable[str] = (), effort: Literal["none", "cheap", "auto", "strong"] = "auto",
           time: float | None = 60.0, force: bool = False, seed: int = 1, threads: int = 0,
           progress: bool | Callable[[Progress], object] | None = None, cancel: _core.Cancel | None = None,
           on_interrupt: Literal["raise", "return"] = "raise") -> Report:
    """Makes a density report: sizes, degrees, cores, and density against size with its upper bound, as `lode report`.

    Parameters
    ----------
    graph : Graph, or anything that `Graph(...)` takes
    path : path, optional
        File to write at the end, in the form that its ending names (.html, .md, .json, .txt, .graphml).
    weight : str or bool, optional
        Where the weights are, as in `find`.
    name : str, optional
        Name of the graph in the report.
    s : sequence of int, optional
        Sizes; none: about 16 between 2 and half the vertices, and the sizes of the densest set and of dense layers.
    methods : sequence of str
        Names of methods; empty: every method that takes the graph, except exhaustive ones.
    effort : {"none", "cheap", "auto", "strong"}
        Work on upper bounds. "auto": about 6 s if gaps are above 1 %, and the work of the first method again.
        "strong": half of the time of the first method.
    time : float, optional
        Seconds for everything.
    force : bool
        Replace a file that exists.
    seed, threads, progress, cancel, on_interrupt
        As in `find`.
    """
    check(effort=(effort, ("none", "cheap", "auto", "strong")), time=time, force=force, seed=seed, threads=threads,
          progress=progress, cancel=cancel, on_interrupt=on_interrupt)
    sizes = sizes_of(s)[0]
    if path is not None:
        if not isinstance(path, (str, PathLike)):
            refuse("path", path, "a path to write to, or None, is needed; sizes are given as s=")
        path = path_of("path", path)
        Report._format_of(path)
        _core.check_output_path(path, force)
    G = as_graph(graph, weight=weight)
    title = name if name is not None else _name_of(graph, "graph")
    if isinstance(methods, str):
        methods = [methods]
    with progress_sink(progress) as sink:
        how = _core.How(time=time, seed=seed, threads=threads, progress=sink, cancel=cancel, on_interrupt=on_interrupt)
        made: Report = answer_of(lambda: _core.report(G._named_core(), title, sizes, list(methods), effort, how),
                                 lambda found: Report(G, found.stop_reason, found.seconds, found))
    if path is not None:
        made.save(path, force=force)
    return made
