"""What long calls have in common: the last answer, progress, settings."""
from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import Any, Callable, Iterator

from . import _core
from .errors import InvalidArgument

__all__ = ["answer_of", "last_result", "progress_sink", "remembered", "sizes_of"]

_last: Any = None


def last_result() -> Any:
    """What the last `find` of this process answered, also one that Ctrl-C ended; None before the first."""
    return _last


def remembered(answer: Any) -> Any:
    """Keeps an answer for `last_result`."""
    global _last
    _last = answer
    return answer


def answer_of(kind: type, call: Callable[[], Any], made: Callable[[Any], Any]) -> Any:
    """Makes what a call of _core returns, or has in the `result` of the signal that ended it, what users have.

    Exceptions whose `result` is of another kind, those of callbacks, pass as they are.
    """
    try:
        found = call()
    except BaseException as stopped:
        if isinstance(getattr(stopped, "result", None), kind):
            stopped.result = made(stopped.result)  # type: ignore[attr-defined]
        raise
    return made(found)


def sizes_of(s: Any) -> tuple[list[int], bool]:
    """Sizes as a list, and whether one alone was asked for. Errors: InvalidArgument."""
    import operator

    try:
        return [operator.index(s)], True
    except TypeError:
        pass
    if isinstance(s, (str, bytes)) or not hasattr(s, "__iter__"):
        raise InvalidArgument(f"s is {s!r}; a size, a range or a list of sizes is needed")
    try:
        return [operator.index(size) for size in s], False
    except TypeError:
        raise InvalidArgument(f"s is {s!r}; sizes are integers") from None


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
        from tqdm.auto import tqdm
    except ImportError:
        return _Line()
    return _Bar(tqdm(total=total, bar_format="{desc} [{elapsed}]", leave=False))


@contextmanager
def progress_sink(progress: bool | Callable[[_core.Progress], object] | None) -> \
        Iterator[Callable[[_core.Progress], object] | None]:
    """What the C++ side calls: the user's own function, or a display that is gone afterwards."""
    if not progress or callable(progress):
        yield progress if callable(progress) else None
        return
    display = _display(None)

    def sink(state: _core.Progress) -> None:
        known = "" if state.value is None else f", {'bound' if state.is_bound else 'best'} {state.value:.10g}"
        display.show(f"{state.phase}{known}")

    try:
        yield sink
    finally:
        display.close()
