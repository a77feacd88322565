"""What vertices are called by the one who made the graph."""
from __future__ import annotations

from typing import Any, Iterable, Sequence

import numpy as np

from .errors import InvalidArgument

__all__ = ["Labels"]

_MOST_NAMES_FOR_HINTS = 100_000  # comparing a word with that many names takes about a tenth of a second


class Labels:
    """Names of the vertices 0, 1, ..., n-1: any distinct hashable objects, or the numbers themselves."""

    def __init__(self, n: int, values: np.ndarray | Sequence[Any] | None = None) -> None:
        if values is not None and len(values) != n:
            raise InvalidArgument(f"labels has {len(values)} entries for {n} vertices")
        self._n = n
        self._values = None if values is None else _plain_values(values)
        self._places: dict[Any, int] | None = None

    @property
    def trivial(self) -> bool:
        """Vertices are called by their numbers."""
        return self._values is None

    @property
    def values(self) -> np.ndarray | list[Any] | None:
        """An array of integers or strings, a list of other objects, or nothing for `trivial`."""
        return self._values

    def __len__(self) -> int:
        return self._n

    def all(self) -> np.ndarray | list[Any]:
        """Every label, in the order of the vertices."""
        return np.arange(self._n) if self._values is None else self._values

    def of(self, vertices: np.ndarray) -> list[Any]:
        """Labels of some vertices, as plain Python objects."""
        if self._values is None:
            return vertices.tolist()
        if isinstance(self._values, np.ndarray):
            return self._values[vertices].tolist()
        return [self._values[v] for v in vertices]

    def vertex(self, label: Any, what: str = "vertex") -> int:
        """The number of the vertex with this label.

        Errors: InvalidArgument naming `what` asked for it, with the nearest labels.
        """
        place = self._place(label)
        if place is None:
            raise InvalidArgument(f"{what}: no vertex is called {label!r}{self._hint(label)}")
        return place

    def vertices(self, labels: Iterable[Any], what: str) -> np.ndarray:
        """The numbers of some vertices, in increasing order; each may be given once."""
        if isinstance(labels, (str, bytes)) or not hasattr(labels, "__iter__"):
            raise InvalidArgument(f"{what} is {labels!r}; a list of vertices is needed")
        found = np.array([self.vertex(label, what) for label in labels], dtype=np.int64)
        found.sort()
        twice = found[1:][found[1:] == found[:-1]]
        if twice.size:
            raise InvalidArgument(f"{what}: vertex {self.of(twice[:1])[0]!r} is given twice")
        return found

    def _place(self, label: Any) -> int | None:
        if self._values is None:
            if isinstance(label, (bool, np.bool_)) or not isinstance(label, (int, np.integer)):
                return None
            return int(label) if 0 <= label < self._n else None
        if self._places is None:
            plain = self._values.tolist() if isinstance(self._values, np.ndarray) else self._values
            self._places = {value: place for place, value in enumerate(plain)}
            if len(self._places) != self._n:
                self._places = None
                raise InvalidArgument("several vertices have the same label; they cannot be asked for by label")
        try:
            return self._places.get(label)
        except TypeError:  # not hashable, so nobody is called that
            return None

    def _hint(self, label: Any) -> str:
        if self._values is None:
            return f"; vertices are numbered 0 to {self._n - 1}" if self._n else "; the graph has no vertices"
        if self._n > _MOST_NAMES_FOR_HINTS:
            return ""
        import difflib

        names = {str(value): value for value in self._values}
        near = difflib.get_close_matches(str(label), names, n=3)
        return "; nearest: " + ", ".join(repr(_plain(names[name])) for name in near) if near else ""


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


def _plain_values(values: np.ndarray | Sequence[Any]) -> np.ndarray | list[Any]:
    """Integers and strings as a read-only array; a list of whatever else."""
    if isinstance(values, np.ndarray) and values.dtype.kind in "iuU":
        array = values.copy() if values.flags.writeable else values
        array.flags.writeable = False
        return array
    if hasattr(values, "dtype") and getattr(values.dtype, "kind", "O") in "iuU":  # a pandas column
        return _plain_values(np.asarray(values))
    plain = [_plain(value) for value in values]
    if plain and (all(type(value) is int for value in plain) or all(type(value) is str for value in plain)):
        try:
            array = np.array(plain)
        except OverflowError:
            return plain
        if array.dtype.kind in "iuU":
            array.flags.writeable = False
            return array
    return plain
