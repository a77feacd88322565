"""Common parts of answers: comparison by value, sets of vertices by label, and tables for notebooks.

Tables are plain HTML without styles and scripts.
"""
from __future__ import annotations

from dataclasses import fields
from html import escape
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Sequence

import numpy as np

from ._ids import plain

if TYPE_CHECKING:
    import pandas

    from .graph import Graph

MOST_LABELS_SHOWN = 12
_MOST_ROWS_SHOWN = 20


def shortened(first: Iterable[str], of: int) -> str:
    """The first of some words, and the number of further ones."""
    words = list(first)
    return ", ".join(words) + (f" and {of - len(words)} more" if len(words) < of else "")


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun: "1 edge", "2 edges"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def table_of(title: str, rows: Iterable[tuple[str, str]]) -> str:
    """Names and values, one pair per line."""
    lines = "".join(f'<tr><th style="text-align:left">{escape(name)}</th>'
                    f'<td style="text-align:left">{escape(value)}</td></tr>' for name, value in rows)
    return f"<table><caption>{escape(title)}</caption><tbody>{lines}</tbody></table>"


def grid_of(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with a head line and lines of cells."""
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    lines = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><caption>{escape(title)}</caption><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"


def same(a: Any, b: Any) -> bool:
    """True for equal values. Arrays and sequences are compared entry by entry."""
    if a is b:
        return True
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return isinstance(a, np.ndarray) and isinstance(b, np.ndarray) and np.array_equal(a, b)
    if isinstance(a, (list, tuple)) and type(a) is type(b):
        return len(a) == len(b) and all(map(same, a, b))
    return bool(a == b)


class Tabular:
    """An answer that is a table, for pandas and for notebooks."""

    def _table(self) -> tuple[str, dict[str, Any]]:
        """A title, and the columns by name."""
        raise NotImplementedError

    def to_pandas(self) -> pandas.DataFrame:
        """The table as a frame."""
        import pandas

        return pandas.DataFrame(self._table()[1])

    def _repr_html_(self) -> str:
        title, columns = self._table()
        shown = {name: list(values)[:_MOST_ROWS_SHOWN] for name, values in columns.items() if name != "labels"}
        rows = [[f"{cell:.10g}" if isinstance(cell, float) else str(cell) for cell in row]
                for row in zip(*shown.values())]
        more = max(map(len, columns.values()), default=0) - len(rows)
        return grid_of(title + (f", {more} rows not shown" if more else ""), list(shown), rows)


class ByValue:
    """Compares the fields of a dataclass, except fields with compare=False, such as times and traces."""

    def _value(self) -> tuple[Any, ...]:
        return tuple(getattr(self, each.name) for each in fields(self) if each.compare)  # type: ignore[arg-type]

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self is other or same(self._value(), other._value())

    def __hash__(self) -> int:
        return hash((type(self).__name__, *(value for value in self._value() if isinstance(value, (int, float, str)))))


class VertexSet(ByValue):
    """Vertices of a graph. Iterating, `in` and `len` use their labels."""

    if TYPE_CHECKING:
        graph: Graph
        vertices: np.ndarray

    @property
    def labels(self) -> list[Any]:
        """The vertices by their labels, in the order of `vertices`."""
        return self.graph.labels_of(self.vertices)

    def subgraph(self) -> Graph:
        """The subgraph that the set induces."""
        return self.graph.subgraph(self)

    def __len__(self) -> int:
        return int(self.vertices.size)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.labels)

    def __contains__(self, label: Any) -> bool:
        return plain(label) in set(self.labels)

    def _shown(self, written: Any) -> str:
        """The first labels, and the number of further ones."""
        return shortened(map(written, self.graph.labels_of(self.vertices[:MOST_LABELS_SHOWN])), len(self))
