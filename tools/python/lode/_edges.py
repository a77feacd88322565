"""Edges as columns of numbers, whatever they were given as."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ._arrays import as_column, as_weights
from ._labels import Labels
from .errors import InvalidArgument

__all__ = ["Arcs", "arcs_of_columns", "merged_pairs"]

#: Vertices are numbered in 32 bits, and the last number means "none".
MOST_VERTICES = 2**32 - 2

_ROOM_FOR_MARKS = 1_000_000  # ids below four times the pairs and this are numbered by marking, not by sorting


@dataclass
class Arcs:
    """Ordered pairs of vertex numbers in any order, loops and repetitions included."""

    u: np.ndarray  #: int64
    v: np.ndarray  #: int64
    w: np.ndarray | None  #: doubles
    labels: Labels
    directed: bool = True  #: False: a pair given again in the other order is the same pair again

    @property
    def n(self) -> int:
        return len(self.labels)


def arcs_of_columns(u: Any, v: Any, w: Any, n: int | None, labels: Any) -> Arcs:
    """Columns of ids or strings as arcs; see `Graph.from_edges`."""
    if v is None:
        u, v, w = _split(u, w)
    ends = as_column(u, "u"), as_column(v, "v")
    if ends[0].size == 0 or ends[1].size == 0:  # an empty column is of any kind
        kind = ends[0].dtype if ends[1].size == 0 else ends[1].dtype
        ends = tuple(end.astype(kind) if end.size == 0 else end for end in ends)
    if ends[0].size != ends[1].size:
        raise InvalidArgument(f"u has {ends[0].size} entries and v {ends[1].size}")
    if (ends[0].dtype.kind == "U") != (ends[1].dtype.kind == "U"):
        raise InvalidArgument("one of u and v holds strings and the other integers; give both as strings")
    weights = None if w is None else as_weights(w, "w")
    if weights is not None and weights.size != ends[0].size:
        raise InvalidArgument(f"w has {weights.size} entries for {ends[0].size} edges")
    if ends[0].dtype.kind == "U":
        return _of_strings(ends[0], ends[1], weights, n, labels)
    return _of_integers(ends[0], ends[1], weights, n, labels)


def _split(rows: Any, w: Any) -> tuple[Any, Any, Any]:
    """An array of two columns, or of three with the weights in the last."""
    table = np.asarray(rows if hasattr(rows, "__array__") or hasattr(rows, "__len__") else list(rows))
    if table.ndim == 1 and table.size == 0:
        return table, table, w
    if table.ndim != 2 or table.shape[1] not in (2, 3):
        raise InvalidArgument("u: without v, an array of two columns (three with weights) is needed")
    if table.shape[1] == 2:
        return table[:, 0], table[:, 1], w
    if w is not None:
        raise InvalidArgument("w: weights are given twice, here and as the third column of u")
    if table.dtype.kind != "f":
        return table[:, 0], table[:, 1], table[:, 2]
    ends = table[:, :2].astype(np.int64)
    if not np.array_equal(ends, table[:, :2]):
        raise InvalidArgument("u: the first two of three columns hold what is not an integer")
    return ends[:, 0], ends[:, 1], table[:, 2]


def _checked_count(n: Any, name: str = "n") -> int:
    if isinstance(n, bool) or not isinstance(n, (int, np.integer)) or not 0 <= n <= MOST_VERTICES:
        raise InvalidArgument(f"{name} is {n!r}; a number of vertices from 0 to {MOST_VERTICES} is needed")
    return int(n)


def _of_strings(u: np.ndarray, v: np.ndarray, w: np.ndarray | None, n: int | None, labels: Any) -> Arcs:
    if n is not None:
        raise InvalidArgument("n: vertices that are strings are counted by labels= instead")
    if labels is not None:
        known = Labels(len(labels), labels)
        names, places = np.unique(np.concatenate([u, v]), return_inverse=True)
        numbers = np.array([known.vertex(str(name), "labels") for name in names], dtype=np.int64)[places]
        return Arcs(numbers[:u.size], numbers[u.size:], w, known)
    names, places = np.unique(np.concatenate([u, v]), return_inverse=True)
    places = places.astype(np.int64, copy=False)
    return Arcs(places[:u.size], places[u.size:], w, Labels(names.size, names))


def _of_integers(u: np.ndarray, v: np.ndarray, w: np.ndarray | None, n: int | None, labels: Any) -> Arcs:
    for name, ends in (("u", u), ("v", v)):
        if ends.size and ends.min() < 0:
            at = int(np.argmax(ends < 0))
            raise InvalidArgument(f"{name}[{at}] is {ends[at]}; ids are not negative")
    if labels is not None and n is not None and len(labels) != n:
        raise InvalidArgument(f"labels has {len(labels)} entries for {n} vertices")
    if labels is None and n is None:
        return _of_ids(u, v, w)
    count = _checked_count(len(labels) if n is None else n)
    for name, ends in (("u", u), ("v", v)):
        if ends.size and ends.max() >= count:
            at = int(np.argmax(ends >= count))
            raise InvalidArgument(f"{name}[{at}] is {ends[at]}; with {count} vertices numbers end at {count - 1}")
    return Arcs(u.astype(np.int64, copy=False), v.astype(np.int64, copy=False), w, Labels(count, labels))


def _of_ids(u: np.ndarray, v: np.ndarray, w: np.ndarray | None) -> Arcs:
    """The ids that occur, numbered by increasing id."""
    if u.size == 0:
        return Arcs(np.empty(0, np.int64), np.empty(0, np.int64), w, Labels(0))
    most = max(int(u.max()), int(v.max()))
    if most < 8 * u.size + _ROOM_FOR_MARKS:
        occurs = np.zeros(most + 1, dtype=bool)
        occurs[u] = True
        occurs[v] = True
        ids = np.flatnonzero(occurs)
        if ids.size == most + 1:
            return Arcs(u.astype(np.int64, copy=False), v.astype(np.int64, copy=False), w, Labels(ids.size))
        numbers = np.cumsum(occurs) - 1
        return Arcs(numbers[u], numbers[v], w, Labels(ids.size, ids))
    wide = np.uint64 if most > np.iinfo(np.int64).max else np.int64
    ids, places = np.unique(np.concatenate([u.astype(wide), v.astype(wide)]), return_inverse=True)
    places = places.astype(np.int64, copy=False)
    return Arcs(places[:u.size], places[u.size:], w, Labels(ids.size, ids))


def merged_pairs(arcs: Arcs, edges: int) -> tuple[int, int, int]:
    """Loops dropped, pairs given again in the same order, pairs given in both orders.

    `edges`: of the graph made of the arcs. Cost: O(m), and a sort where something was merged.
    """
    loops = int(np.count_nonzero(arcs.u == arcs.v))
    pairs = arcs.u.size - loops
    if pairs == edges:
        return loops, 0, 0
    if not arcs.directed:
        return loops, pairs - edges, 0
    keys = arcs.u.astype(np.uint64) * np.uint64(arcs.n) + arcs.v.astype(np.uint64)  # n < 2^32: no overflow
    distinct = np.unique(keys[arcs.u != arcs.v]).size
    return loops, pairs - distinct, distinct - edges

