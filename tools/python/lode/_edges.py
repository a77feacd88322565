"""Converts edges in any form to columns of numbers."""
from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Sequence

import numpy as np

from ._arrays import as_weights
from ._ids import Ids, ids_of
from .errors import InvalidArgument, warn

__all__ = ["Arcs", "columns_of", "places_of"]

_BY_ROWS = "from_edges(u[0], u[1])"


@dataclass
class Arcs:
    """Ordered pairs of vertex numbers in any order, with loops and repetitions."""

    u: np.ndarray
    v: np.ndarray
    w: np.ndarray | None  #: doubles
    n: int
    labels: list[Any] | None = None  #: None: labels are the vertex numbers


def columns_of(u: Any, v: Any, w: Any) -> tuple[Ids, Ids, np.ndarray | None]:
    """Two columns of ids, and weights. See `Graph.from_edges`."""
    if v is None:
        u, v, w = _columns_of_rows(u, w)
    first, second = ids_of(u, "u"), ids_of(v, "v")
    if first.values.size != second.values.size:
        raise InvalidArgument(f"u has {first.values.size} entries and v {second.values.size}")
    if first.values.size and first.text != second.text and first.names is None and second.names is None:
        raise InvalidArgument("one of u and v holds strings and the other integers; give both as strings, or numbers "
                              "as strings in one column with the others")
    weights = None if w is None else as_weights(w, "w")
    if weights is not None and weights.size != first.values.size:
        raise InvalidArgument(f"w has {weights.size} entries for {first.values.size} edges")
    return first, second, weights


def _columns_of_rows(rows: Any, w: Any) -> tuple[Any, Any, Any]:
    """The columns of a frame, of an array of two or three columns, of records, or of a list of pairs or triples."""
    if hasattr(rows, "iloc") and hasattr(rows, "columns"):
        return _columns_of_frame(rows, w)
    if isinstance(rows, (str, bytes)) or not hasattr(rows, "__len__") and not hasattr(rows, "__iter__"):
        raise InvalidArgument(f"u is {rows!r}; without v, an array of two columns (three with weights) is needed")
    if hasattr(rows, "__array__"):
        table = np.asarray(rows)
        if table.dtype.names is not None:
            columns = [table[name] for name in table.dtype.names]
        else:
            columns = list(table.T) if table.ndim == 2 else [] if table.size else [table, table]
            if table.shape == (2, 3) and table.dtype.kind in "iu" and w is None:
                warn(f"u has 2 rows of 3 integers, which are 2 edges with weights; for 3 edges call {_BY_ROWS}")
    else:
        rows = list(rows)
        widths = {len(row) if isinstance(row, (tuple, list, np.ndarray)) else 0 for row in rows}
        width = widths.pop() if len(widths) == 1 else 0
        columns = [list(map(itemgetter(place), rows)) for place in range(width)] if rows else [[], []]
    if len(columns) not in (2, 3):
        by_rows = f"; of an array of two rows, call {_BY_ROWS}" if len(rows) == 2 else ""
        raise InvalidArgument(f"u: without v, an array of two columns (three with weights) is needed{by_rows}")
    if len(columns) == 3 and w is not None:
        raise InvalidArgument("w: weights are given twice, here and as the third column of u")
    return columns[0], columns[1], columns[2] if len(columns) == 3 else w


def _columns_of_frame(frame: Any, w: Any) -> tuple[Any, Any, Any]:
    """The columns of a frame one by one, so that each keeps its type. The weights may be given by the name of their
    column."""
    columns = [frame.iloc[:, place] for place in range(frame.shape[1])]
    names = list(frame.columns)
    if isinstance(w, str):
        if names.count(w) != 1:
            raise InvalidArgument(f"w: {names.count(w) or 'no'} columns of u are called {w!r}; its columns are "
                                  f"{', '.join(map(str, names))}")
        w = columns.pop(names.index(w))
        columns = columns[:2]
    if len(columns) not in (2, 3):
        raise InvalidArgument(f"u has {len(columns)} columns; without v, two columns (three with weights) are needed, "
                              "or w='NAME' of the column of weights")
    if len(columns) == 3 and w is not None:
        raise InvalidArgument("w: weights are given twice, here and as the third column of u")
    return columns[0], columns[1], columns[2] if len(columns) == 3 else w


def places_of(ids: Ids, labels: Sequence[Any]) -> np.ndarray:
    """Numbers unchanged; strings and other objects become their positions in a list of labels."""
    if not ids.text and ids.names is None:
        return ids.values
    number = {label: place for place, label in enumerate(labels)}
    places, names = ids.listed()
    try:
        return np.array([number[name] for name in names], dtype=np.int64)[places]
    except KeyError as unknown:
        raise InvalidArgument(f"labels: {unknown.args[0]!r} of the edges is not among them") from None
