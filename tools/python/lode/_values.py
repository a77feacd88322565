"""Answers are equal where they say the same, whenever they were worked out."""
from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np

__all__ = ["ByValue", "same"]


def same(a: Any, b: Any) -> bool:
    """Equal values; arrays and sequences entry by entry."""
    if a is b:
        return True
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return isinstance(a, np.ndarray) and isinstance(b, np.ndarray) and np.array_equal(a, b)
    if isinstance(a, (list, tuple)) and type(a) is type(b):
        return len(a) == len(b) and all(map(same, a, b))
    return bool(a == b)


class ByValue:
    """Compares the fields of a dataclass that are not marked compare=False: times and traces are."""

    def _value(self) -> tuple[Any, ...]:
        return tuple(getattr(self, each.name) for each in fields(self) if each.compare)  # type: ignore[arg-type]

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self is other or same(self._value(), other._value())

    def __hash__(self) -> int:
        return hash((type(self).__name__, *(value for value in self._value() if isinstance(value, (int, float, str)))))
