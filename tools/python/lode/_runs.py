"""Questions to the C++ library: `ask`, the last answer, and the display of progress."""
from __future__ import annotations

import operator
import sys
from contextlib import contextmanager
from typing import Any, Callable, Iterator, NamedTuple

import numpy as np

from ._checks import check, refuse
from ._ids import vertex_values
from .graph import Graph, as_graph


class Progress(NamedTuple):
    """The state of a method that is running."""

    phase: str
    s: int | None  #: size of the problem; None: no size, or several sizes
    best: float | None  #: best objective found; None: not known, or not in this event
    bound: float | None  #: current upper bound; None: not known, or not in this event
    iteration: int
    seconds: float  #: seconds since the start of the whole call
    time_limit: float | None  #: time limit of the whole call, in seconds


class ProofEvent(NamedTuple):
    """One line of the log of a proof: a better answer or a better bound."""

    s: int
    seconds: float  #: seconds since the call began
    best: float
    bound: float
    gap: float
    by: str  #: the method or bound that changed last


_last: Any = None


def last_result() -> Any:
    """The answer of the last `find` of this process, even after Ctrl-C; before the first call, None."""
    return _last


def remembered(answer: Any) -> Any:
    """Keeps an answer for `last_result`."""
    global _last
    _last = answer
    return answer


def graph_of(keywords: dict[str, Any]) -> Graph:
    """The graph of a question, which is taken out of its keywords."""
    return as_graph(keywords.pop("graph"), weight=keywords.pop("weight"))


def unweighted_graph_of(keywords: dict[str, Any]) -> Graph:
    """The graph of a question that ignores weights."""
    graph = keywords.pop("graph")
    return graph if isinstance(graph, Graph) else as_graph(graph, weight=False)


_SETS = ("anchors", "include", "exclude")
_VALUES = {"values": 0.0, "costs": 1.0}  # with the number of a vertex that a mapping does not list


def ask(call: Callable[..., Any], made: Callable[[Any, Any], Any], keywords: dict[str, Any],
        subject_of: Callable[[dict[str, Any]], Any] = graph_of) -> Any:
    """Asks the C++ library: checks all keywords of a public function, converts them, and calls call(subject, keywords).
    Returns made(subject, answer), also as the `result` of the exception of a signal that ended the call.

    `subject_of` takes the data of the question out of the keywords. Exceptions of callbacks pass unchanged.
    """
    keywords = dict(keywords)
    check(**keywords)
    if "s" in keywords:
        keywords["s"] = [] if keywords["s"] is None else sizes_of(keywords["s"])[0]
    subject = subject_of(keywords)
    for name in keywords.keys() & _SETS:
        keywords[name] = subject.vertices_of(keywords[name], name)
    for v in np.intersect1d(keywords.get("include", ()), keywords.get("exclude", ()))[:1]:
        refuse("include", subject.labels_of([int(v)])[0], "is excluded too; ask for one of the two")
    for name in keywords.keys() & _VALUES:
        keywords[name] = vertex_values(keywords[name], subject, name, _VALUES[name])
    with _progress_sink(keywords.get("progress")) as keywords["progress"]:
        try:
            found = call(getattr(subject, "_native", subject), keywords)
        except BaseException as stopped:
            if hasattr(stopped, "lode_found"):
                stopped.result = made(subject, vars(stopped).pop("lode_found"))  # type: ignore[attr-defined]
            raise
        return made(subject, found)


def sizes_of(s: Any) -> tuple[list[int], bool]:
    """Sizes as a list, and True for a single size. Errors: InvalidArgument."""
    if isinstance(s, (str, bytes)) or not hasattr(s, "__index__") and not hasattr(s, "__iter__"):
        refuse("s", s, "a size, a range or a list of sizes is needed")
    single = not hasattr(s, "__iter__") or getattr(s, "shape", None) == ()
    return [_size_of(size) for size in ([s] if single else s)], single


def _size_of(size: Any) -> int:
    try:
        number = -1 if isinstance(size, (bool, np.bool_)) else operator.index(size)
    except TypeError:
        number = -1
    if not 1 <= number < 2**32 - 1:
        refuse("s", size, "sizes are integers from 1 to the number of vertices")
    return number


def progress_text(state: Progress) -> str:
    """A progress report in one line, in the words of the tool."""
    size = "" if state.s is None else f"s={state.s}: "
    bound = "" if state.bound is None else f"at most {state.bound:.10g}"
    best = "" if state.best is None else f"{state.best:.10g} of " if bound else f"best {state.best:.10g}"
    known = f"{best}{bound}, " if best or bound else ""
    of = "" if state.time_limit is None else f" of {state.time_limit:.4g}"
    over = f", {int(state.seconds)}{of} s" if state.seconds >= 1 else ""
    return f"{size}{known}{state.phase.split(':')[0]}{over}"


@contextmanager
def _progress_sink(progress: bool | Callable[[Progress], object] | None) -> Iterator[Callable[..., object] | None]:
    """The function that the C++ side calls: the user's, or a line of standard error, erased at the end."""
    if callable(progress) or not progress:
        yield (lambda *state: progress(Progress(*state))) if callable(progress) else None
        return
    width = 0

    def show(text: str) -> None:
        nonlocal width
        sys.stderr.write("\r" + text.ljust(width))
        sys.stderr.flush()
        width = len(text)

    try:
        yield lambda *state: show(progress_text(Progress(*state)))
    finally:
        if width:
            show("")
            sys.stderr.write("\r")
