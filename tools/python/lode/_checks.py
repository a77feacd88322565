"""Checks arguments before the C++ side sees them. Errors name arguments as the caller wrote them."""
from __future__ import annotations

import numbers
import operator
import os
import re
from typing import Any, Callable, Mapping, NoReturn, Sequence

import numpy as np

from ._core import Cancel
from .errors import InvalidArgument

__all__ = ["check", "checked_settings", "memory_bytes", "path_of", "refuse"]

_UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40}


def refuse(name: str, value: Any, wanted: str) -> NoReturn:
    """Raises InvalidArgument "NAME is VALUE: WANTED"."""
    shown = repr(value)
    error = InvalidArgument(f"{name} is {shown if len(shown) <= 60 else shown[:57] + '...'}: {wanted}")
    error.parameter = name
    raise error


def path_of(name: str, value: Any, wanted: str = "a path is needed") -> str:
    """A path as text. Errors: InvalidArgument for anything but a valid path."""
    try:
        path = os.fsdecode(value)
    except TypeError:
        refuse(name, value, wanted)
    try:
        possible = b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        possible = False
    if not possible:
        refuse(name, value, "no file has such a name")
    return path


def _number(least: float, wanted: str, none: bool = True) -> Callable[[str, Any], None]:
    def look(name: str, value: Any) -> None:
        if value is None and none:
            return
        try:
            fits = isinstance(value, numbers.Real) and not isinstance(value, bool) and float(value) >= least
        except OverflowError:
            fits = False
        if not fits:
            refuse(name, value, wanted)
    return look


def _integer(least: int, most: int, wanted: str, none: bool = False) -> Callable[[str, Any], None]:
    def look(name: str, value: Any) -> None:
        if value is None and none:
            return
        try:
            fits = not isinstance(value, (bool, np.bool_)) and least <= operator.index(value) <= most
        except TypeError:
            fits = False
        if not fits:
            refuse(name, value, wanted)
    return look


def _word(*words: str | None) -> Callable[[str, Any], None]:
    def look(name: str, value: Any) -> None:
        if not isinstance(value, (str, type(None))) or value not in words:
            refuse(name, value, f"one of {', '.join(map(repr, words))} is needed")
    return look


def _text(name: str, value: Any) -> None:
    if not isinstance(value, str) or not value.isprintable():
        refuse(name, value, "text is needed")


def _one_of(kinds: type | tuple[type, ...], wanted: str, none: bool = True) -> Callable[[str, Any], None]:
    def look(name: str, value: Any) -> None:
        if not (value is None and none or isinstance(value, kinds)):
            refuse(name, value, wanted)
    return look


def _call_back(wanted: str, switch: bool = False) -> Callable[[str, Any], None]:
    def look(name: str, value: Any) -> None:
        if not (value is None or callable(value) or switch and isinstance(value, (bool, np.bool_))):
            refuse(name, value, wanted)
    return look


_switch = _one_of((bool, np.bool_), "True or False is needed", none=False)
_seconds = _number(0, "a number of seconds >= 0, or None for no limit, is needed")

_CHECKS: Mapping[str, Callable[[str, Any], None]] = {
    "time": _seconds,
    "seed": _integer(0, 2**64 - 1, "an integer from 0 to 2**64 - 1 is needed (of a NumPy generator: "
                                   "int(generator.integers(2**32)))"),
    "threads": _integer(0, 2**31 - 1, "a number of threads is needed; 0 for all cores"),
    "cancel": _one_of(Cancel, "a lode.Cancel, or None, is needed"),
    "on_interrupt": _word("raise", "return"),
    "progress": _call_back("True, False or a function of a Progress is needed", switch=True),
    "proof_log": _call_back("a function of a ProofEvent, or None, is needed"),
    "certificate": _switch, "connected": _switch, "minimise": _switch, "force": _switch,
    "trust_search": _switch, "binary": _switch, "refit": _switch, "check": _switch, "labels": _switch,
    "lenient": _switch, "signed": _switch, "verify": _switch, "attributes": _switch,
    "weighted": _one_of((bool, np.bool_), "True, False or None is needed"),
    "header": _one_of((bool, np.bool_), "True, False or None is needed"),
    "method": _text, "format": _text,
    "core_of": _number(1, "the least degree (strength) of the core, a number >= 1, or None, is needed"),
    "target": _number(-np.inf, "a number, or None, is needed"),
    "claimed_weight": _number(-np.inf, "a number, or None, is needed"),
    "threshold": _number(-np.inf, "a number is needed", none=False),
    "max_overlap": _number(0, "a number from 0 to less than 1 is needed"),
    "edges": _integer(0, 2**64 - 1, "a number of edges, or None, is needed", none=True),
    "missing": _integer(0, 2**63 - 1, "a number of pairs, 0 or more, or None, is needed", none=True),
    "plex": _integer(1, 2**31 - 1, "1 for cliques, or more, or None, is needed", none=True),
    "top": _integer(1, 2**31 - 1, "a number of answers, 1 or more, or None, is needed", none=True),
    "k": _integer(3, 6, "a number of vertices from 3 to 6 is needed: 3 for triangles"), "curve": _switch,
    "at_least": _integer(1, 2**32 - 1, "a number of vertices, 1 or more, or None, is needed", none=True),
    "at_most": _integer(1, 2**32 - 1, "a number of vertices, 1 or more, or None, is needed", none=True),
    "weighting": _word("given", "fraudar"),
    "enough": _integer(0, 2**64 - 1, "a number of vertices, or None, is needed", none=True),
    "starts": _integer(1, 2**31 - 1, "a number of starts, 1 or more, is needed"),
    "sweeps": _integer(0, 2**31 - 1, "a number of sweeps is needed"),
    "sparsity": _integer(1, 2**32 - 2, "a number of nonzeros, 1 or more, is needed", none=True),
    "ones": _integer(0, 2**32 - 2, "a number of ones, or None, is needed", none=True),
    "lam": _number(0, "a price >= 0, or None, is needed"),
    "box": _number(0, "a largest |x| >= 0, or None, is needed"),
    "merge": _word("error", "sum", "max", "min"),
    "assume": _word("nothing", "symmetric"),
    "separator": _word("auto", "blanks", "tab", "comma", "semicolon", "bar"),
    "comment": _one_of(str, "the characters that begin a comment, \"none\" or None, is needed"),
    "loss": _word("squared", "logistic"),
}


def check(*, effort: tuple[Any, Sequence[str]] | None = None, **arguments: Any) -> None:
    """Checks arguments by their names. For effort: the word, and the words that the call accepts.

    Errors: InvalidArgument naming the first argument that is of another kind or out of range.
    """
    if effort is not None:
        _word(*effort[1])("effort", effort[0])
    for name, value in arguments.items():
        _CHECKS[name](name, value)


def checked_settings(settings: Mapping[str, Any]) -> dict[str, str]:
    """Settings of a method as text, with the names of the library."""
    written = {}
    for name, value in settings.items():
        value = value.item() if isinstance(value, np.generic) else value
        if not isinstance(value, (str, int, float)):
            refuse(name, value, "is neither an argument nor a setting; settings are text or numbers")
        if isinstance(value, str) and not value.isprintable():
            refuse(name, value, "text is needed")
        if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
            value = int(value)
        written[name.replace("_", "-")] = str(value).lower() if isinstance(value, bool) else str(value)
    return written


def memory_bytes(memory: Any) -> int | None:
    """A number of bytes, given as a number or as text ("4G")."""
    wanted = 'bytes as a number, or text as "512M" or "4G", are needed'
    if memory is None:
        return None
    if isinstance(memory, str):
        parts = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?\s*", memory.lower())
        if parts is None:
            refuse("memory", memory, wanted)
        return int(float(parts[1]) * _UNITS[parts[2]])
    _integer(0, 2**63 - 1, wanted)("memory", memory)
    return operator.index(memory)
