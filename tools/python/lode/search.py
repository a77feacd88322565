"""`find`: the heaviest sets of some sizes, each with a proven upper bound."""
from __future__ import annotations

import json
import math
import operator
from typing import TYPE_CHECKING, Any, Callable, Iterable, Literal, Mapping, Union, overload

import numpy as np

from . import _core
from ._checks import checked_settings, memory_bytes, refuse
from ._curve import Answers, Curve
from ._methods import QUESTIONS, methods, settings_text
from ._runs import Progress, ProofEvent, ask, graph_of, remembered, sizes_of
from .certificate import Certificate
from .graph import Graph
from .questions import asked_by, question_of
from .result import Result, result_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._settings import FindOptions, FindSettings

Size = Union[int, "np.integer[Any]"]
Sizes = Union[Iterable[int], Iterable["np.integer[Any]"], "np.ndarray[Any, Any]"]


@overload
def find(graph: Any, s: Size, *, top: None = None, **options: Unpack[FindOptions]) -> Result: ...


@overload
def find(graph: Any, s: Sizes, *, top: None = None, **options: Unpack[FindOptions]) -> Curve: ...


@overload
def find(graph: Any, s: Size | Sizes, *, top: int, **options: Unpack[FindOptions]) -> Answers: ...


@overload
def find(graph: Any, s: None = None, *, min_density: float | None = None, min_average_degree: float | None = None,
         missing: int | None = None, plex: int | None = None, top: None = None,
         **options: Unpack[FindOptions]) -> Result: ...


@overload
def find(graph: Any, s: None = None, *, min_density: float | Iterable[float] | np.ndarray[Any, Any] | None = None,
         min_average_degree: float | None = None, missing: int | None = None, plex: int | None = None,
         top: None = None, **options: Unpack[FindOptions]) -> Answers: ...


def find(graph: Any, s: Any = None, *, weight: str | bool | None = None, method: str = "hybrid",
         effort: Literal["none", "cheap", "auto", "strong", "proof"] = "auto", time: float | None = None,
         include: Iterable[Any] = (), exclude: Iterable[Any] = (), values: Any = None, connected: bool = False,
         minimise: bool = False,
         core_of: float | None = None, memory: int | str | None = None, top: int | None = None,
         max_overlap: float | None = None, min_density: float | Iterable[float] | None = None,
         min_average_degree: float | None = None, missing: int | None = None, plex: int | None = None,
         quotas: Mapping[str, tuple[Iterable[Any], int, int | None]] | None = None,
         start: str | Iterable[Any] | None = None, target: float | None = None,
         certificate: bool = False, seed: int = 1, threads: int = 0,
         progress: bool | Callable[[Progress], object] | None = None,
         proof_log: Callable[[ProofEvent], object] | None = None, cancel: _core.Cancel | None = None,
         on_interrupt: Literal["raise", "return"] = "raise", **settings: Unpack[FindSettings]) -> Any:
    """Finds the s vertices with the most edges (or the largest weight) among them, and a proven upper bound.

    graph: a Graph, or anything that `Graph(...)` takes: a networkx graph, a SciPy matrix, a path, or the name of a
        known graph.
    s: the size of the set. For a range or a list of sizes the result is a Curve.
    weight: where the weights are: the name of an attribute of edges, or of a column of a file or frame. True: the
        weights of a file or matrix. False: no weights. None: matrices and frames are used with weights; networks and
        files without, and a LodeWarning says if these have weights.
    method: the method, see `lode.methods()`. Its settings are further keywords, listed below.
    effort: work on upper bounds. "cheap" costs less than a search. "auto" then spends about 2 s per size (6 s for
        several sizes) if the gap is above 1 %, and as much work as the search took. "strong" then uses the remaining
        time, at most 30 s per size. "proof" then improves bound and answer in turn, until they meet or the time ends.
    time: seconds per size, for search and bounds together. The method "hybrid" uses all of it unless the answer is
        proven optimal.
    include, exclude: labels of vertices that every answer contains, and that no answer contains.
    values: contribution of each vertex to a set, of any sign: an array in the order of the vertices, or a mapping by
        label (missing vertices have 0). Answers are then the sets with the largest weight plus values. Bounds, gaps and
        the target are about that objective.
    connected: answers induce connected subgraphs.
    minimise: find the lightest sets instead, with the fewest edges. `Result.bound` is then a lower bound.
    core_of: the graph is the core of this minimum degree (strength, with weights) of a larger graph. Bounds, gaps and
        proofs are then about the larger graph. Not needed for a lode file that declares it.
    memory: largest amount of memory in bytes, approximately, or as in "4G". A lode file whose rows take more than half
        of it is read by passes, and the core of it that fits is searched. None: the memory of the machine.
    top: number of answers of each size. The result is then a list, the best first. The answers are chosen one after the
        other. The upper bound of each is about all sets; for a bound about the sets without earlier answers, use
        `find(..., exclude=...)`. With a threshold all answers have the largest size, and there may be fewer.
    max_overlap: with top: the largest part of its vertices that two answers may share. Default 0.5.
    min_density: in place of s: find the largest set with at least this many edges (this weight) per pair of vertices.
        For several densities the result is a list of answers. `Result.largest_size_proven`, `next_size_possible` and
        `largest_size_possible` have the proof about larger sets.
    min_average_degree: in place of s, or with min_density: find the largest set with at least this average degree.
    missing: in place of s: find the largest set in which at most this many pairs are not joined.
    plex: in place of s: find the largest set in which every vertex misses at most plex - 1 others.
    quotas: for each name of a group: its vertices, the least number of them in an answer, and the largest number (None:
        no limit). Groups may overlap.
    start: start of the method: "degree", "random", "peeling", or a set.
    target: stop once the weight (with values: the objective) reaches this number.
    certificate: keep the proof of the bounds as Result.certificate.
    seed, threads: equal seeds give equal answers for any number of threads, unless time ends the search. 0: all.
    progress: True: show a line on standard error. A function is called with a Progress.
    proof_log: with effort="proof": called with a ProofEvent for every better answer or bound.
    cancel: another thread may set it. The answer is then the best so far.
    on_interrupt: effect of Ctrl-C. "raise": KeyboardInterrupt, with the best answer so far as its `result` and as
        `lode.last_result()`. "return": return that answer, with stop_reason "interrupted".

    Returns a Result for one size or one threshold, a Curve for several sizes, and Answers with top or for several
    thresholds. Errors: InvalidArgument for a size above n, for an unknown vertex, method or setting, and for a request
    that the method does not support.

    See also: bounds, upper bounds alone; verify, to check an answer; compare, several methods; densest, of any size.

    >>> best = lode.find("karate", 5)
    >>> curve = lode.find("karate", range(3, 12))
    >>> largest = lode.find("karate", min_density=0.8)
    """
    asked = dict(locals())
    if max_overlap is not None and top is None:
        refuse("max_overlap", max_overlap, "goes with top=, a number of answers")
    if proof_log is not None and effort != "proof":
        refuse("effort", effort, "proof_log goes with effort='proof'")
    if isinstance(start, str) and start not in ("degree", "random", "peeling"):
        refuse("start", start, "'degree', 'random', 'peeling' or vertices are needed")
    densities, one_density = _thresholds(min_density, "min_density")
    degrees, _ = _thresholds(min_average_degree, "min_average_degree")
    given = {"min_density": densities or None, "min_average_degree": degrees or None, "missing": missing, "plex": plex,
             **{name: settings.pop(name) for name in settings.keys() & asked_by("find").keys()}}  # type: ignore[misc]
    given = {name: value for name, value in given.items() if value is not None}
    asked["question"], asked["options"] = question_of("find", given, variant=True) if given else (None, {})
    asked["vertices"] = {}
    if given and quotas is not None:
        refuse("quotas", quotas, f"does not go with {next(iter(given))}; leave out one of them")
    if ("-s" in QUESTIONS[asked["question"]]["refuses"] if given else False) == (s is not None):
        refuse("s", s, "a size or a list of sizes, or a threshold in its place, as min_density, is needed")
    asked["s"], single = (None, one_density) if s is None else sizes_of(s)
    asked.update(settings=checked_settings(settings), memory=memory_bytes(memory))
    if callable(proof_log):
        asked["proof_log"] = lambda *event: proof_log(ProofEvent(*event))

    def subject(keywords: dict[str, Any]) -> Graph:
        G = graph_of(keywords)
        keywords["quotas"] = _quotas(G, quotas)
        if not isinstance(start, (str, type(None))):
            keywords["start"] = G.vertices_of(start, "start")
        return G

    def made(G: Graph, found: tuple[str, list[np.ndarray], str | None]) -> Any:
        told, proof = json.loads(found[0]), None if found[2] is None else Certificate(found[2])
        of_all = {"certificate": proof, "core_of": told.get("core_of", {}).get("core"),
                  "core_in_passes": told.get("core_in_passes")}
        results = [result_of(G, row, vertices, **of_all) for row, vertices in zip(told["results"], found[1])]
        if top is not None or not asked["s"] and not single:
            return remembered(Answers(results))
        if single:
            return remembered(results[0] if results else None)
        return remembered(Curve(G, tuple(results), float(told["seconds"]["total"]), proof))

    return ask(_core.find, made, asked, subject)


def _thresholds(given: Any, name: str) -> tuple[list[float], bool]:
    """Numbers as doubles, and True for at most one number. Errors: InvalidArgument."""
    single = not hasattr(given, "__iter__") or getattr(given, "shape", None) == ()
    numbers = [] if given is None else [given] if single else list(given)
    for number in numbers:
        if isinstance(number, (str, bytes, bool, np.bool_)) or not hasattr(number, "__float__") or not 0 < float(number) < math.inf:
            refuse(name, number, "a number above 0 is needed")
    if not numbers and given is not None:
        refuse(name, given, "there is no number in it")
    return [float(number) for number in numbers], single


def _quotas(graph: Any, quotas: Any) -> list[tuple[str, np.ndarray, int, int]]:
    """Groups with their members as vertex numbers; 2**32 - 1: no limit. Errors: InvalidArgument."""
    if quotas is None:
        return []
    if not isinstance(quotas, Mapping) or not quotas:
        refuse("quotas", quotas, "a mapping from names of groups to (vertices, at_least, at_most) is needed")
    kept = []
    for name, quota in quotas.items():
        try:
            members, least, most = quota
            least, most = operator.index(least), 2**32 - 1 if most is None else operator.index(most)
        except (TypeError, ValueError):
            least, most = 0, -1
        if not 0 <= least <= most:
            refuse("quotas", quota, f"group {name!r} needs (vertices, at_least, at_most) with 0 <= at_least <= at_most")
        kept.append((str(name), graph.vertices_of(members, "quotas"), min(least, 2**32 - 2), min(most, 2**32 - 1)))
    return kept


find.__doc__ = f"{find.__doc__}\n    Settings of the methods:\n\n{settings_text(methods(), 4)}"
