"""Errors of the C++ library in the words of a Python caller: its keywords, its indices, its functions."""
from __future__ import annotations

import re
from typing import Any

from . import errors

__all__ = ["error_of", "in_python"]

_NAMES = {
    "side sizes": "sizes", "least sizes": "min_sides", "min-density": "min_density", "left vertices": "sides",
    "sizes": "s", "size": "s", "number of answers": "top", "lambda": "lam", "time limit": "time",
    "edge probability": "p", "planted size": "size", "planted density": "density", "average degree": "average_degree",
    "largest expected degree": "max_degree", "number of lines": "lines", "values in b": "length of b",
    "output file": "path", "WriteOptions::format": "format", "signs": "signed",
    "header=present": "header", "header=absent": "header",
}
_SWITCHES = ("labels", "weighted", "signs", "force", "trust_search", "lenient", "header")


def _name(parameter: str) -> str:
    """The keyword of a parameter: "max-overlap" is max_overlap, and "A(2,1)", counted from 1, is A[1, 0].

    Other texts, such as texts with the label of a vertex, are unchanged.
    """
    whole, bracket, place = re.sub("^option '(.*)'$", r"\1", parameter).partition("[")
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
    message = re.sub("option '([^']*)'", _keyword, message)
    before, said, settings = message.partition("; it has ")
    return before + said + settings.replace("-", "_") if " is not a setting of method " in before else message


def error_of(kind: str, text: str, **facts: Any) -> errors.LodeError:
    """An error of the class `kind`, with the facts as attributes. The C++ side calls this function."""
    parameter = facts.get("parameter", "")
    facts = {name: in_python(fact) if name in ("problem", "remedy") else fact for name, fact in facts.items()}
    if parameter:
        facts["parameter"] = _name(parameter)
    error: errors.LodeError = getattr(errors, kind)(facts.get("parameter", "") + in_python(text[len(parameter):]))
    vars(error).update(facts)
    return error
