"""Checks arguments before the C++ side sees them. Errors name arguments as the caller wrote them."""
from __future__ import annotations

import numbers
import operator
import os
import re
from typing import Any, Callable, Mapping, NoReturn

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


def _real(least: float) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, numbers.Real) and not isinstance(value, bool) and float(value) >= least


def _whole(least: int, most: int) -> Callable[[Any], bool]:
    return lambda value: not isinstance(value, (bool, np.bool_)) and least <= operator.index(value) <= most


def _one_of(*words: str) -> tuple[Callable[[Any], bool], str]:
    return lambda value: isinstance(value, str) and value in words, f"one of {', '.join(map(repr, words))} is needed"


def _is_switch(value: Any) -> bool:
    return isinstance(value, (bool, np.bool_))


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and value.isprintable()


_SWITCH = _is_switch, "True or False is needed"
_PERHAPS = _is_switch, "True, False or None is needed"
_VERTICES = _whole(1, 2**32 - 1), "a number of vertices, 1 or more, or None, is needed"

#: For each argument, the values that fit, and what is needed in words; None fits if the words name it.
_CHECKS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "time": (_real(0), "a number of seconds >= 0, or None for no limit, is needed"),
    "seed": (_whole(0, 2**64 - 1), "an integer from 0 to 2**64 - 1 is needed (of a NumPy generator: "
                                   "int(generator.integers(2**32)))"),
    "threads": (_whole(0, 2**31 - 1), "a number of threads is needed; 0 for all cores"),
    "cancel": (lambda value: isinstance(value, Cancel), "a lode.Cancel, or None, is needed"),
    "on_interrupt": _one_of("raise", "return"),
    "progress": (lambda value: callable(value) or _is_switch(value),
                 "True, False, None or a function of a Progress is needed"),
    "grid_progress": (callable, "a function of a GridProgress, or None, is needed"),
    "proof_log": (callable, "a function of a ProofEvent, or None, is needed"),
    **dict.fromkeys(("certificate", "connected", "minimise", "force", "trust_search", "binary", "refit", "check",
                     "labels", "lenient", "signed", "verify", "attributes", "curve"), _SWITCH),
    "weighted": _PERHAPS, "header": _PERHAPS,
    "effort": _one_of("none", "cheap", "auto", "strong", "proof"),
    "method": (_is_text, "text is needed"), "format": (_is_text, "text is needed"),
    "core_of": (_real(1), "the least degree (strength) of the core, a number >= 1, or None, is needed"),
    "target": (_real(-np.inf), "a number, or None, is needed"),
    "claimed_weight": (_real(-np.inf), "a number, or None, is needed"),
    "threshold": (_real(-np.inf), "a number is needed"),
    "max_overlap": (_real(0), "a number from 0 to less than 1, or None, is needed"),
    "edges": (_whole(0, 2**64 - 1), "a number of edges, or None, is needed"),
    "top": (_whole(1, 2**31 - 1), "a number of answers, 1 or more, or None, is needed"),
    "k": (_whole(3, 6), "a number of vertices from 3 to 6 is needed: 3 for triangles"),
    "at_least": _VERTICES, "at_most": _VERTICES,
    "weighting": _one_of("given", "fraudar"),
    "enough": (_whole(0, 2**32 - 1), "a number of vertices, or None, is needed"),
    "starts": (_whole(1, 2**31 - 1), "a number of starts, 1 or more, is needed"),
    "sweeps": (_whole(0, 2**31 - 1), "a number of sweeps is needed"),
    "sparsity": (_whole(1, 2**32 - 2), "a number of nonzeros, 1 or more, or None, is needed"),
    "ones": (_whole(0, 2**32 - 2), "a number of ones, or None, is needed"),
    "lam": (_real(0), "a price >= 0, or None, is needed"),
    "box": (_real(0), "a largest |x| >= 0, or None, is needed"),
    "merge": _one_of("error", "sum", "max", "min"),
    "assume": _one_of("nothing", "symmetric"),
    "separator": _one_of("auto", "blanks", "tab", "comma", "semicolon", "bar"),
    "comment": (lambda value: isinstance(value, str),
                "the characters that begin a comment, \"none\" or None, is needed"),
    "loss": _one_of("squared", "logistic"),
    "table": _one_of("runs", "scores", "instances"),
}


def check(**arguments: Any) -> None:
    """Checks the arguments that the table lists. Errors: InvalidArgument naming the first one that does not fit."""
    for name, value in arguments.items():
        if name not in _CHECKS:
            continue
        fits, wanted = _CHECKS[name]
        try:
            good = value is None and "None" in wanted or fits(value)
        except (TypeError, OverflowError):
            good = False
        if not good:
            refuse(name, value, wanted)


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
    parts = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?\s*", str(memory).lower())
    if memory is None:
        return None
    if parts is None or not isinstance(memory, (str, numbers.Integral)):
        refuse("memory", memory, 'bytes as a number, or text as "512M" or "4G", are needed')
    return min(int(float(parts[1]) * _UNITS[parts[2]]), 2**63 - 1)
