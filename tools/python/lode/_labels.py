"""Labels of vertices from the caller."""
from __future__ import annotations

from typing import Any, Iterable, Sequence

import numpy as np

from ._ids import plain_list
from .errors import InvalidArgument

__all__ = ["ObjectLabels", "core_names", "encodable", "label_list"]


def label_list(labels: Any, n: int) -> list[Any]:
    """Labels as n distinct plain Python objects. Errors: InvalidArgument."""
    if isinstance(labels, (str, bytes)) or not hasattr(labels, "__iter__"):
        raise InvalidArgument(f"labels is {labels!r}; a list of labels is needed")
    plain = plain_list(labels)
    if len(plain) != n:
        raise InvalidArgument(f"labels has {len(plain)} entries for {n} vertices")
    try:
        distinct = len(set(plain))
    except TypeError:
        raise InvalidArgument("labels are not hashable; strings, numbers or tuples are needed") from None
    if distinct != n:
        seen: set[Any] = set()
        for value in plain:
            if value in seen:
                raise InvalidArgument(f"labels: {value!r} is given twice")
            seen.add(value)
    return plain


def encodable(texts: list[str], name: str) -> list[str]:
    """The strings, checked. Errors: InvalidArgument for a string that UTF-8 cannot encode."""
    try:
        "".join(texts).encode()
    except UnicodeEncodeError:
        at = next(at for at, text in enumerate(texts) if any("\ud800" <= mark <= "\udfff" for mark in text))
        raise InvalidArgument(f"{name}[{at}] is {texts[at]!a}: holds half of a surrogate pair, which is no character; "
                              "replace it: text.encode('utf-8', 'replace').decode()") from None
    return texts


def core_names(plain: list[Any]) -> Any:
    """Labels for the C++ graph: strings, or integers from 0 on. For other objects, None."""
    if all(type(value) is str for value in plain):
        return encodable(plain, "labels")
    if all(type(value) is int and 0 <= value < 2**64 for value in plain):
        return np.array(plain, dtype=np.uint64)
    return None


class ObjectLabels:
    """Any distinct hashable objects as names of the vertices 0, 1, ..., n-1."""

    def __init__(self, values: Sequence[Any]) -> None:
        self.values = list(values)
        self._places = {value: place for place, value in enumerate(self.values)}

    def of(self, vertices: Iterable[int]) -> list[Any]:
        """Labels of some vertices."""
        return [self.values[v] for v in vertices]

    def vertex(self, label: Any) -> int | None:
        """The vertex of this label, or None."""
        try:
            return self._places.get(label)
        except TypeError:  # not hashable, so not a label
            return None
