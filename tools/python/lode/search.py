"""`find`: the heaviest sets of some sizes, each with a proven upper bound."""
from __future__ import annotations

import json
import math
import operator
from typing import TYPE_CHECKING, Any, Callable, Iterable, Literal, Mapping, Union, overload

import numpy as np

from . import _core
from ._ids import vertex_values
from ._checks import check, checked_settings, memory_bytes, refuse
from ._methods import methods, settings_text
from ._runs import Progress, ProofEvent, answer_of, progress_sink, remembered, sizes_of
from .certificate import Certificate
from ._curve import Answers, Curve
from .graph import as_graph
from .result import Result, result_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._settings import FindOptions, FindSettings

__all__ = ["find"]

_STARTS = ("degree", "random", "peeling")
_EFFORTS = ("none", "cheap", "auto", "strong", "proof")


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
         top: int | None = None, **options: Unpack[FindOptions]) -> Answers: ...


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

    Parameters
    ----------
    graph : Graph, or anything that `Graph(...)` takes
        For example a networkx graph, a SciPy matrix, a path, or the name of a known graph.
    s : int or sequence of int
        The size of the set. For a range or a list of sizes the result is a Curve.
    weight : str or bool, optional
        Where the weights are: the name of an attribute of edges, or of a column of a file or frame. True: the weights
        of a file or matrix. False: no weights. None: matrices and frames are used with weights; networks and files
        without, and a LodeWarning says if these have weights.
    method : str
        The method, see `lode.methods()`. Its settings are further keywords, listed below.
    effort : {"none", "cheap", "auto", "strong", "proof"}
        Work on upper bounds. "cheap" costs less than a search. "auto" then spends about 2 s per size (6 s for several
        sizes) if the gap is above 1 %, and as much work as the search took. "strong" then uses the remaining time, at
        most 30 s per size. "proof" then improves bound and answer in turn, until they meet or the time ends.
    time : float, optional
        Seconds per size, for search and bounds together. The method "hybrid" uses all of it unless the answer is proven
        optimal.
    include, exclude : labels of vertices
        Vertices that every answer contains, and vertices that no answer contains.
    values : array or mapping, optional
        Contribution of each vertex to a set, of any sign: an array in the order of the vertices, or a mapping by label
        (missing vertices have 0). Answers are then the sets with the largest weight plus
        values. Bounds, gaps and the target are about that objective.
    connected : bool
        Answers induce connected subgraphs.
    minimise : bool
        Find the lightest sets instead, with the fewest edges. `Result.bound` is then a lower bound.
    core_of : float, optional
        The graph is the core of this minimum degree (strength, with weights) of a larger graph. Bounds, gaps and proofs
        are then about the larger graph. Not needed for a lode file that declares it.
    memory : int or str, optional
        Largest amount of memory in bytes, approximately, or as in "4G". A lode file whose rows take more than half of
        it is read by passes, and the core of it that fits is searched. None: the memory of the machine.
    top : int, optional
        Number of answers of each size. The result is then a list, the best first. The answers are chosen one after the
        other. The upper bound of each is about all sets; for a bound about the sets without earlier answers, use
        `find(..., exclude=...)`. With a threshold all answers have the largest size, and there may be fewer.
    max_overlap : float, optional
        With top: the largest part of its vertices that two answers may share. Default 0.5.
    min_density : float or sequence of float, optional
        In place of s: find the largest set with at least this many edges (this weight) per pair of vertices. For
        several densities the result is a list of answers. `Result.largest_size_proven`, `next_size_possible` and
        `largest_size_possible` have the proof about larger sets.
    min_average_degree : float, optional
        In place of s, or with min_density: find the largest set with at least this average degree.
    missing : int, optional
        In place of s: find the largest set in which at most this many pairs are not joined.
    plex : int, optional
        In place of s: find the largest set in which every vertex misses at most plex - 1 others.
    quotas : mapping, optional
        For each name of a group: its vertices, the least number of them in an answer, and the largest number (None: no
        limit). Groups may overlap.
    start : str or labels of vertices, optional
        Start of the method: "degree", "random", "peeling", or a set.
    target : float, optional
        Stop once the weight (with values: the objective) reaches this number.
    certificate : bool
        Keep the proof of the bounds as Result.certificate.
    seed, threads : int
        Equal seeds give equal answers for any number of threads, unless time ends the search. threads=0: all.
    progress : bool or function, optional
        True: show a display (tqdm if it is installed). A function is called with a Progress.
    proof_log : function, optional
        With effort="proof": called with a ProofEvent for every better answer or bound.
    cancel : Cancel, optional
        Another thread may set it. The answer is then the best so far.
    on_interrupt : {"raise", "return"}
        Effect of Ctrl-C. "raise": KeyboardInterrupt, with the best answer so far as its `result` and as
        `lode.last_result()`. "return": return that answer, with stop_reason "interrupted".

    Returns
    -------
    Result
        For one size, or one threshold.
    Curve
        For several sizes.
    Answers
        With top, or for several thresholds.

    Raises
    ------
    InvalidArgument
        For a size above n, for an unknown vertex, method or setting, and for a request that the method does not support.

    See also
    --------
    bounds : upper bounds alone
    verify : check an answer or a certificate
    compare : several methods on the same graph
    densest : the densest set of any size

    Examples
    --------
    >>> best = lode.find("karate", 5)
    >>> curve = lode.find("karate", range(3, 12))
    >>> largest = lode.find("karate", min_density=0.8)
    """
    check(effort=(effort, _EFFORTS), method=method, time=time, connected=connected, minimise=minimise, core_of=core_of, top=top,
          missing=missing, plex=plex, max_overlap=max_overlap, target=target, certificate=certificate,
          seed=seed, threads=threads,
          progress=progress, proof_log=proof_log, cancel=cancel, on_interrupt=on_interrupt)
    if max_overlap is not None and top is None:
        refuse("max_overlap", max_overlap, "goes with top=, a number of answers")
    if proof_log is not None and effort != "proof":
        refuse("effort", effort, "proof_log goes with effort='proof'")
    plain_settings, bytes_of_memory = checked_settings(settings), memory_bytes(memory)
    densities, single_density = _thresholds(min_density, "min_density")
    degrees, _ = _thresholds(min_average_degree, "min_average_degree")
    thresholds = [given for given in (densities, degrees) if given] + [
        given for given in (missing, plex) if given is not None]
    if bool(thresholds) == (s is not None):
        refuse("s", s, "a size or a list of sizes, or a threshold in its place, as min_density, is needed")
    sizes, single = ([], single_density) if s is None else sizes_of(s)
    if isinstance(start, str) and start not in _STARTS:
        refuse("start", start, f"{', '.join(map(repr, _STARTS))} or vertices are needed")
    G = as_graph(graph, weight=weight)
    held, left_out = G.vertices_of(include, "include"), G.vertices_of(exclude, "exclude")
    both = np.intersect1d(held, left_out)
    if both.size:
        refuse("include", G.labels_of(both[:1])[0], "is excluded too; ask for one of the two")
    numbers = vertex_values(values, G, "values")
    kept = _quotas(G, quotas)
    given = start if isinstance(start, str) or start is None else G.vertices_of(start, "start")

    asked: dict[str, Any] = {"include": tuple(G.labels_of(held)), "exclude": tuple(G.labels_of(left_out)),
                             "connected": bool(connected)}

    def answer(found: _core.Found) -> Any:
        proof = Certificate(found.certificate(_core.How(threads=threads))) if found.has_proof else None
        told = json.loads(found.json())
        asked.update(core_of=told.get("core_of", {}).get("core"), core_in_passes=told.get("core_in_passes"))
        results = [result_of(G, row, vertices, certificate=proof, **asked)
                   for row, vertices in zip(told["results"], found.sets)]
        if top is not None or not sizes and not single:
            return remembered(Answers(results))
        if single:
            return remembered(results[0] if results else None)
        return remembered(Curve(G, results, float(told["seconds"]["total"]), proof))

    with progress_sink(progress) as sink:
        how = _core.How(time=None if time is None else time * max(1, len(sizes), len(densities)), seed=seed, threads=threads,
                        progress=sink, cancel=cancel, on_interrupt=on_interrupt)
        return answer_of(lambda: _core.find(
            G._native, sizes, densities, degrees[0] if degrees else None,
            missing, plex, method=method, settings=plain_settings, start=given, include=held, exclude=left_out,
            values=numbers, connected=connected, minimise=minimise, core_of=core_of, memory=bytes_of_memory, top=top,
            max_overlap=0.5 if max_overlap is None else max_overlap, effort=effort, target=target, keep=certificate, quotas=kept,
            proof_log=None if proof_log is None else lambda **event: proof_log(ProofEvent(**event)), how=how), answer)


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


def _quotas(graph: Any, quotas: Any) -> list[tuple[str, np.ndarray, int, int | None]]:
    """Groups with their members as vertex numbers. Errors: InvalidArgument."""
    if quotas is None:
        return []
    if not isinstance(quotas, Mapping) or not quotas:
        refuse("quotas", quotas, "a mapping from names of groups to (vertices, at_least, at_most) is needed")
    kept = []
    for name, quota in quotas.items():
        try:
            members, least, most = quota
            least, most = operator.index(least), None if most is None else operator.index(most)
        except (TypeError, ValueError):
            refuse("quotas", quota, f"group {name!r} needs (vertices, at_least, at_most)")
        if least < 0 or (most is not None and most < least):
            refuse("quotas", quota, f"group {name!r} needs 0 <= at_least <= at_most")
        kept.append((str(name), graph.vertices_of(members, "quotas"), min(least, 2**32 - 2),
                     None if most is None or most >= 2**32 - 1 else most))
    return kept


find.__doc__ = f"{find.__doc__}\n    Settings of the methods:\n\n{settings_text(methods(), 4)}"
