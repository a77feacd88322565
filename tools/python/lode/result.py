"""The answer of a search: `Result`, the best set found of one size, with its bounds and facts."""
from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Mapping, NamedTuple, Sequence

import numpy as np

from ._core import __version__
from ._methods import QUESTIONS
from ._values import counted, table_of, VertexSet

if TYPE_CHECKING:
    from ._settings import FindFields
    from .certificate import Certificate
    from .graph import Graph
else:
    FindFields = object


class Stationarity(NamedTuple):
    """Evidence that no exchange inside the visited blocks improves an answer."""

    k: int  #: block size
    mode: str  #: "exhaustive" or "sampled"
    blocks: int  #: number of blocks visited
    holds: bool | None  #: False: an improving block was found; None: not all were visited, or rounding hides one


@dataclass(frozen=True, eq=False, repr=False)
class Result(VertexSet, FindFields):
    """The answer for one size: the heaviest set of `s` vertices that was found, with a proven upper bound.

    `len`, `in` and iteration use the vertices by their labels. Two results are equal if they say the same about the
    same graph; times, iterations and traces do not count.
    """

    graph: Graph
    s: int
    vertices: np.ndarray  #: vertex numbers, increasing: rows of `graph`; read-only
    edges: int  #: number of edges inside the set
    weight: float  #: weight of these edges, an int when weights are integral; equals `edges` when unweighted
    #: no set of this size (of `bound_on`) has a larger objective, or with `minimised` a smaller one; an int when weights
    #: are integral
    bound: float
    bound_rule: str  #: name of the rule that proved the bound
    gap: float  #: (bound - objective) / bound (or / the larger magnitude of both), 0 when they are equal
    proven_optimal: bool  #: the answer is proven optimal
    stop_reason: str  #: converged, optimal, target, iterations, deadline or interrupted
    seconds: float = field(compare=False)  #: time of the search
    method: str = "hybrid"
    preset: str = ""
    seed: int = 1
    threads: int = 1
    optimality_tolerance: float = 0.0  #: with real weights, a better set may be above by this part of the weight
    #: no set is better by more than this, in units of weight; set if rounding alone separates the answer from its bound
    proven_within: float | None = None
    iterations: int = field(default=0, compare=False)  #: step count of the method
    seconds_to_best: float = field(default=0.0, compare=False)
    trace: np.ndarray | None = field(default=None, compare=False)  #: improvements: seconds, weight, iteration
    stationarity: Stationarity | None = None
    note: str = ""  #: a remark for readers of the answer; usually empty
    rank: int = 0  #: 1, 2, ... among several answers of one size; 0: one answer was requested
    include: tuple[Any, ...] = ()  #: labels of vertices that the set had to contain
    exclude: tuple[Any, ...] = ()  #: labels of vertices that the set had to avoid
    connected: bool = False  #: the set had to be connected
    certificate: Certificate | None = None  #: proof of the bound, if requested
    #: True: the whole proof can be checked; False: `lode.verify` takes it only with trust_search=True
    checkable: bool | None = None
    minimised: bool = False  #: the lightest set was asked for, and `bound` is a lower bound
    value: float | None = None  #: the sum of the values of its vertices; None: no values were given
    #: what the options of `find` for largest sets and quotas say about the answer: the fields of the records of questions,
    #: which are attributes, too; None if the question was another one
    further: dict[str, Any] = field(default_factory=dict)
    bound_on: str = ""  #: the sets that `bound` is about, in words; empty: all sets of this size
    bound_excludes: tuple[Any, ...] = ()  #: labels of the earlier answers' vertices, which these sets do not contain
    #: `graph` is the core of this minimum degree (strength) of a larger graph, and the bound is about that graph
    core_of: float | None = None
    core_in_passes: dict[str, Any] | None = None  #: statistics of the core that was searched for want of memory
    bound_seconds: float = field(default=0.0, compare=False)  #: time of the bounds
    row: dict[str, Any] = field(default_factory=dict, compare=False)  #: the answer in the JSON of the tool

    if not TYPE_CHECKING:  # type checkers know FindFields
        def __getattr__(self, name: str) -> Any:
            if name in _FURTHER:
                return self.further.get(name)
            raise AttributeError(f"a Result has no attribute {name!r}")

    @property
    def objective(self) -> float:
        """The number that was maximised or minimised: weight, plus value if vertices have values."""
        return self.weight if self.value is None else self.weight + self.value

    @property
    def edge_density(self) -> float:
        """edges / (s (s - 1) / 2); 0 for one vertex."""
        return 0.0 if self.s < 2 else self.edges / (self.s * (self.s - 1) / 2)

    @property
    def weight_per_pair(self) -> float:
        """weight / (s (s - 1) / 2); 0 for one vertex."""
        return 0.0 if self.s < 2 else self.weight / (self.s * (self.s - 1) / 2)

    @property
    def average_degree(self) -> float:
        """2 edges / s."""
        return 2 * self.edges / self.s

    @property
    def average_strength(self) -> float:
        """2 weight / s."""
        return 2 * self.weight / self.s

    def __repr__(self) -> str:
        value = "" if self.value is None else f"value={self.value}, objective={self.objective}, "
        minimised = ", minimised=True" if self.minimised else ""
        return (f"Result(s={self.s}, edges={self.edges}, weight={self.weight}, {value}bound={self.bound}{minimised}, "
                f"proven_optimal={self.proven_optimal}, {'checkable=False, ' if self.checkable is False else ''}labels=[{self._shown(repr)}])")

    def __str__(self) -> str:
        return self.summary()

    def summary(self) -> str:
        """The answer in one line for people."""
        what = counted(self.edges, "edge") + ("" if self.weight == self.edges else f", weight {self.weight:g}")
        if self.value is not None:
            what += f", value {self.value:g}, objective {self.objective:g}"
        limit = f"at {'least' if self.minimised else 'most'} {self.bound:g}"
        proof = "optimal" if self.proven_optimal else f"{limit} ({self.bound_rule}), gap {self.gap:.2%}"
        sets = f" of {self.bound_on}" if self.bound_on else ""
        trust = ", checkable: no" if self.checkable is False else ""
        return f"{counted(self.s, 'vertex', 'vertices')} with {what}, {proof}{sets}{trust}{self._of_larger()}"

    def _of_larger(self) -> str:
        if self.threshold_reached is None:
            return ""
        if not self.threshold_reached:
            return "; no set was found that reaches the threshold"
        return "; no larger set reaches the threshold" if self.largest_size_proven else \
            f"; sets of {self.next_size_possible} to {self.largest_size_possible} vertices may reach the threshold"

    def to_dict(self) -> dict[str, Any]:
        """The answer as a document of plain data that `lode verify --result` takes, as `lode find --format json`
        writes it. An answer with a rank becomes a single answer without the vertices of earlier answers.
        """
        alone = self if self.rank == 0 else replace(self, rank=0, bound_excludes=(), exclude=tuple(dict.fromkeys(
            [*self.exclude, *self.bound_excludes])))
        return document_of([alone])

    def _row(self) -> dict[str, Any]:
        """The entry of a document: that of the tool, with the values of the attributes."""
        names = self.graph._file_names
        row = {name: getattr(self, name, told) for name, told in self.row.items() if name != "rank" or self.rank}
        for name in ("include", "exclude", "bound_excludes"):
            row.pop(name, None)
            if getattr(self, name):
                row[name] = names(self.graph.vertices_of(getattr(self, name), name))
        points = [] if self.trace is None else self.trace.tolist()
        return {**row, "vertices": names(self.vertices),
                "stationarity": None if self.stationarity is None else self.stationarity._asdict(),
                "seconds": {"solve": self.seconds, "bound": self.bound_seconds, "to_best": self.seconds_to_best},
                "trace": [dict(zip(_POINT.names or (), point)) for point in points]}

    def _repr_html_(self) -> str:
        rows = [
            ("vertices", self._shown(str)),
            ("edges", f"{self.edges}"),
            *([] if self.weight == self.edges else [("weight", f"{self.weight:.10g}")]),
            *([] if self.value is None else [("value", f"{self.value:.10g}"), ("objective", f"{self.objective:.10g}")]),
            *((name.replace("_", " "), f"{getattr(self, name):.4g}") for name in densities_of(self.graph)),
            ("lower bound" if self.minimised else "upper bound", f"{self.bound:.10g} ({self.bound_rule})"),
            *([("bound on", self.bound_on)] if self.bound_on else []),
            ("gap", "0, proven optimal" if self.proven_optimal else f"{self.gap:.2%}" if self.proven_within is None else
             f"proven within ±{self.proven_within:.3g}"),
            *([("checkable", "no")] if self.checkable is False else []),
            ("ended", f"{self.stop_reason} after {self.seconds:.3g} s"),
            *([("note", self.note)] if self.note else []),
        ]
        return table_of(f"{self.s} vertices by {self.method}", rows)


def densities_of(graph: Graph) -> tuple[str, str]:
    """The attributes with the densities of a set: of weights, or of edges."""
    return ("weight_per_pair", "average_strength") if graph.weighted else ("edge_density", "average_degree")


def document_of(results: Sequence[Result]) -> dict[str, Any]:
    """Answers as a document of `lode find --format json`, with names as in files of their graph."""
    first = results[0] if results else None
    graph = None if first is None else first.graph
    return {
        "schema_version": 1, "lode_version": __version__, "command": "find",
        "graph": {} if graph is None else {"vertices": graph.n, "edges": graph.m, "weighted": graph.weighted},
        **({} if first is None or first.core_of is None else {"core_of": {"core": first.core_of}}),
        **({} if first is None or first.core_in_passes is None else {"core_in_passes": first.core_in_passes}),
        "results": [result._row() for result in results],
        "provenance": {"input_sha256": ""},
    }


def exact(value: float, graph: Graph) -> float:
    """A weight or bound of a graph: an int if weights are integral."""
    return int(value) if graph.integral and value == int(value) else float(value)


#: a row of a trace
_POINT = np.dtype([("seconds", np.float64), ("weight", np.float64), ("iteration", np.uint64)])
_FIELDS = frozenset(each.name for each in fields(Result))
#: the fields that questions add to an answer
_FURTHER = frozenset(each["path"].partition("].")[2] for record in QUESTIONS if record["answer"] == "find"
                     for each in record["fields"] if each["path"].count(".") == 1)


def told(row: Mapping[str, Any], names: frozenset[str], value: str) -> dict[str, Any]:
    """The fields of an answer in the JSON of the tool that are in `names`. `value` is the key of the objective in the
    trace."""
    trace = [(point["seconds"], point[value], point["iteration"]) for point in row["trace"]]
    return {**{name: row[name] for name in names & row.keys()}, "trace": np.array(trace, dtype=_POINT),
            "seconds": float(row["seconds"]["solve"])}


def result_of(graph: Graph, row: Mapping[str, Any], vertices: np.ndarray, **asked: Any) -> Result:
    """An answer from its JSON, its set, and the request."""
    evidence = row["stationarity"]
    return Result(**{
        **told(row, _FIELDS, "weight"), "graph": graph, "vertices": vertices, "row": row,
        "weight": exact(row["weight"], graph), "bound": exact(row["bound"], graph), "minimised": row.get("optimum") == "minimum",
        "further": {name: row[name] for name in _FURTHER & row.keys()},
        **({"value": exact(row["value"], graph)} if "value" in row else {}),
        **{name: tuple(graph._labels_of_names(row.get(name, []))) for name in ("include", "exclude", "bound_excludes")},
        "seconds_to_best": float(row["seconds"]["to_best"]), "bound_seconds": float(row["seconds"]["bound"]),
        "gap": float(row["gap"]), "optimality_tolerance": float(row["optimality_tolerance"]),
        "stationarity": None if evidence is None else Stationarity(**evidence), **asked})
