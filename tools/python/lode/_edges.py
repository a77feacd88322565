"""Edges as columns of numbers, whatever they were given as."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ._arrays import as_column, as_weights, is_text
from .errors import InvalidArgument

__all__ = ["Arcs", "columns_of", "merged_pairs", "numbers_of_strings"]


@dataclass
class Arcs:
    """Ordered pairs of vertex numbers in any order, loops and repetitions included."""

    u: np.ndarray
    v: np.ndarray
    w: np.ndarray | None  #: doubles
    n: int
    labels: list[Any] | None = None  #: None: vertices are called by their numbers
    directed: bool = True  #: False: a pair in the other order is the same pair again; u <= v then


def columns_of(u: Any, v: Any, w: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
    """Two columns of integers or two of strings, and weights; see `Graph.from_edges`."""
    if v is None:
        u, v, w = _split(u, w)
    first, second = as_column(u, "u"), as_column(v, "v")
    if first.size != second.size:
        raise InvalidArgument(f"u has {first.size} entries and v {second.size}")
    if first.size and is_text(first) != is_text(second):
        raise InvalidArgument("one of u and v holds strings and the other integers; give both as strings")
    weights = None if w is None else as_weights(w, "w")
    if weights is not None and weights.size != first.size:
        raise InvalidArgument(f"w has {weights.size} entries for {first.size} edges")
    for name, ends in (("u", first), ("v", second)):
        if ends.dtype.kind == "i" and ends.size and ends.min() < 0:
            at = int(np.argmax(ends < 0))
            raise InvalidArgument(f"{name}[{at}] is {ends[at]}; ids are not negative")
    return first, second, weights


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
    if not np.isfinite(table[:, :2]).all() or not np.array_equal(table[:, :2].astype(np.int64), table[:, :2]):
        raise InvalidArgument("u: the first two of three columns hold what is not an integer")
    return table[:, 0].astype(np.int64), table[:, 1].astype(np.int64), table[:, 2]


def numbers_of_strings(u: np.ndarray, v: np.ndarray, labels: list[Any]) -> tuple[np.ndarray, np.ndarray]:
    """Columns of strings as places in a list of labels."""
    places = {label: place for place, label in enumerate(labels)}
    try:
        ends = [np.array([places[name] for name in column.tolist()], dtype=np.int64) for column in (u, v)]
    except KeyError as unknown:
        raise InvalidArgument(f"labels: {unknown.args[0]!r} of the edges is not among them") from None
    return ends[0], ends[1]


def merged_pairs(arcs: Arcs, edges: int) -> tuple[int, int, int]:
    """Loops dropped, pairs given again in the same order, pairs given in both orders.

    `edges`: of the graph made of the arcs. Cost: O(m), and a sort where something was merged.
    """
    loops = int(np.count_nonzero(arcs.u == arcs.v))
    pairs = arcs.u.size - loops
    if pairs == edges:
        return loops, 0, 0
    if not arcs.directed or not is_text(arcs.u) and (bool((arcs.u <= arcs.v).all()) or bool((arcs.u >= arcs.v).all())):
        return loops, pairs - edges, 0
    distinct = _distinct_pairs(arcs.u, arcs.v)
    return loops, pairs - distinct, distinct - edges


def _distinct_pairs(u: np.ndarray, v: np.ndarray) -> int:
    """Different ordered pairs of two different ends."""
    if is_text(u):
        return len({(a, b) for a, b in zip(u.tolist(), v.tolist()) if a != b})
    n = int(max(u.max(), v.max())) + 1
    if n > 2**32:  # ids of any size
        ids, places = np.unique(np.concatenate([u, v]), return_inverse=True)
        u, v, n = places[:u.size], places[u.size:], ids.size
    keys = u.astype(np.uint64) * np.uint64(n) + v.astype(np.uint64)  # below 2^64
    keys = keys[u != v]
    keys.sort()
    return int(np.count_nonzero(keys[1:] != keys[:-1])) + min(1, keys.size)
