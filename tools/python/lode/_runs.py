"""Common parts of long calls: the last answer, progress, settings."""
from __future__ import annotations

import operator
import sys
import warnings
from contextlib import contextmanager
from typing import Any, Callable, Iterator, NamedTuple

import numpy as np

from ._checks import refuse

__all__ = ["Progress", "ProofEvent", "answer_of", "last_result", "progress_sink", "progress_text", "remembered",
           "sizes_of"]


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


def answer_of(call: Callable[[], Any], made: Callable[[Any], Any]) -> Any:
    """Turns the result of a call of _core into the object that users get, also if a signal ended the call.

    Exceptions of callbacks pass unchanged.
    """
    try:
        found = call()
    except BaseException as stopped:
        if hasattr(stopped, "lode_found"):
            stopped.result = made(vars(stopped).pop("lode_found"))  # type: ignore[attr-defined]
        raise
    return made(found)


def sizes_of(s: Any) -> tuple[list[int], bool]:
    """Sizes as a list, and True for a single size. Errors: InvalidArgument."""
    if isinstance(s, (str, bytes)) or not hasattr(s, "__index__") and not hasattr(s, "__iter__"):
        refuse("s", s, "a size, a range or a list of sizes is needed")
    single = not hasattr(s, "__iter__") or getattr(s, "shape", None) == ()
    return [_size_of(size, s) for size in ([s] if single else s)], single


def _size_of(size: Any, s: Any) -> int:
    if isinstance(size, (bool, np.bool_)) or not hasattr(size, "__index__"):
        refuse("s", s, "sizes are integers")
    try:
        number = operator.index(size)
    except TypeError:  # of an array
        refuse("s", s, "sizes are integers")
    if not 1 <= number < 2**32 - 1:
        refuse("s", number, "sizes are from 1 to the number of vertices")
    return number


class _Line:
    """Progress on one line of standard error."""

    def __init__(self) -> None:
        self._width = 0

    def show(self, text: str) -> None:
        sys.stderr.write("\r" + text.ljust(self._width))
        sys.stderr.flush()
        self._width = len(text)

    def close(self) -> None:
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()


class _Bar:
    """Progress as a bar of tqdm, in notebooks too."""

    def __init__(self, bar: Any) -> None:
        self._bar = bar

    def show(self, text: str) -> None:
        self._bar.set_description_str(text)

    def close(self) -> None:
        self._bar.close()


def _display(total: float | None) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # in a notebook without widgets, a line of text suffices
            from tqdm.auto import tqdm
    except ImportError:
        return _Line()
    return _Bar(tqdm(total=total, bar_format="{desc} [{elapsed}]", leave=False))


def progress_text(state: Progress) -> str:
    """A progress report in one line, in the words of the tool."""
    size = "" if state.s is None else f"s = {state.s}: "
    if state.best is not None and state.bound is not None:
        known = f"{state.best:.10g} <= {state.bound:.10g}, "
    elif state.best is not None:
        known = f"best {state.best:.10g}, "
    else:
        known = "" if state.bound is None else f"at most {state.bound:.10g}, "
    step = f", step {state.iteration}" if state.iteration else ""
    of = "" if state.time_limit is None else f" of {state.time_limit:.4g}"
    over = f", {int(state.seconds)}{of} s" if state.seconds >= 1 else ""
    return f"{size}{known}{state.phase}{step}{over}"


@contextmanager
def progress_sink(progress: bool | Callable[[Progress], object] | None) -> Iterator[Callable[..., object] | None]:
    """The function that the C++ side calls with keywords: the user's, or a display that is removed at the end."""
    if callable(progress):
        yield lambda **state: progress(Progress(**state))
    elif not progress:
        yield None
    else:
        display = _display(None)
        try:
            yield lambda **state: display.show(progress_text(Progress(**state)))
        finally:
            display.close()
