"""The errors that lode raises, and the warning it gives. All errors are a `LodeError`, except TypeError,
OverflowError, MemoryError, and what `open` raises for a file that is loaded."""
from __future__ import annotations

import re
import sys
import warnings
from typing import Any

from . import _core

__all__ = ["InputError", "Interrupted", "InvalidArgument", "LodeError", "LodeWarning", "VerificationError"]


class LodeError(RuntimeError):
    """Base of every error of lode. Raised itself if the system refused something, or if an invariant of lode is
    broken."""


class InvalidArgument(LodeError, ValueError):
    """A parameter is outside its range, or an array is invalid."""

    parameter: str = ""  #: name of the parameter; may be empty


class InputError(LodeError):
    """The content of a file is invalid."""

    file: str = ""
    line: int = 0  #: from 1; 0: not known, here and for the column
    column: int = 0
    problem: str = ""
    remedy: str = ""


class VerificationError(LodeError):
    """A claim does not hold."""


class Interrupted(LodeError):
    """A call was stopped by its `cancel` or its `time` before it had an answer."""


class LodeWarning(UserWarning):
    """A part of the input is not used, for example weights."""


for _name in __all__:  # tracebacks show the public names
    globals()[_name].__module__ = "lode"


def warn(text: str) -> None:
    """Warns the first caller outside of this package."""
    level, frame = 1, sys._getframe()
    while frame is not None and str(frame.f_globals.get("__name__", "")).partition(".")[0] == "lode":
        level, frame = level + 1, frame.f_back  # type: ignore[assignment]
    warnings.warn(text, LodeWarning, stacklevel=level)


# --- the words of the library ----------------------------------------------------------------------------

_NAMES = {
    "side sizes": "sizes", "least sizes": "min_sides", "min-density": "min_density", "left vertices": "sides",
    "sizes": "s", "size": "s", "number of answers": "top", "lambda": "lam", "time limit": "time",
    "edge probability": "p", "planted size": "size", "planted density": "density", "average degree": "average_degree",
    "largest expected degree": "max_degree", "number of lines": "lines", "values in b": "length of b",
    "output file": "path", "WriteOptions::format": "format", "signs": "signed",
    "header=present": "header", "header=absent": "header",
}
#: the options of questions: their keywords are without dashes
_OPTIONS = re.compile("|".join(sorted(set(re.findall('"(--[a-z-]+)"', _core.questions())), reverse=True)))
_SWITCHES = ("labels", "weighted", "signs", "force", "trust_search", "lenient", "header")


def _name(parameter: str) -> str:
    """The keyword of a parameter: "max-overlap" is max_overlap, and "A(2,1)", counted from 1, is A[1, 0].

    Other texts, such as texts with the label of a vertex, are unchanged.
    """
    whole, bracket, place = re.sub("^option '(.*)'$|^--?", r"\1", parameter).partition("[")
    if whole in _NAMES:
        return _NAMES[whole] + bracket + place
    entry = re.fullmatch(r"([\w-]+)(?:\(([1-9]\d*(?:,[1-9]\d*)*)\))?", whole)
    if entry is None:
        return parameter
    name = entry[1].replace("-", "_") + bracket + place
    return name if entry[2] is None else f"{name}[{', '.join(str(int(at) - 1) for at in entry[2].split(','))}]"


def _keyword(option: re.Match[str]) -> str:
    name, _, state = option[1].partition("=")
    value = "False" if state == "absent" else "True" if name in _SWITCHES else ""
    return f"{_name(option[1])}={value}"


def in_python(message: str) -> str:
    """A message for Python: the library's "option 'labels'" is the keyword labels=True."""
    message = _OPTIONS.sub(lambda option: _name(option[0]), re.sub("option '([^']*)'", _keyword, message))
    before, said, settings = message.partition("; it has ")
    return before + said + settings.replace("-", "_") if " is not a setting of method " in before else message


def error_of(kind: str, text: str, **facts: Any) -> LodeError:
    """An error of the class `kind`, with the facts as attributes. The C++ side calls this function."""
    parameter = facts.get("parameter", "")
    facts = {name: in_python(fact) if name in ("problem", "remedy") else fact for name, fact in facts.items()}
    if parameter:
        facts["parameter"] = _name(parameter)
    error: LodeError = globals()[kind](facts.get("parameter", "") + in_python(text[len(parameter):]))
    vars(error).update(facts)
    return error
