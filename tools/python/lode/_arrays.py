"""Columns and matrices of any make as NumPy arrays, or an error that names what is wrong."""
from __future__ import annotations

from typing import Any

import numpy as np

from .errors import InvalidArgument

__all__ = ["as_column", "as_real_matrix", "as_weights", "is_text", "read_only"]


def read_only(array: np.ndarray) -> np.ndarray:
    """A view of an array that cannot be written through."""
    view = array.view()
    view.flags.writeable = False
    return view


def _one_dimension(array: np.ndarray, name: str) -> np.ndarray:
    if array.ndim != 1:
        raise InvalidArgument(f"{name} has {array.ndim} dimensions; one is needed")
    return array


def _as_array(values: Any, name: str) -> np.ndarray:
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise InvalidArgument(f"{name} has masked values; fill or drop them")
    if isinstance(values, (str, bytes)) or not hasattr(values, "__len__") and not hasattr(values, "__iter__"):
        raise InvalidArgument(f"{name} is {values!r}; an array is needed")
    if not hasattr(values, "__array__") and not hasattr(values, "__len__"):
        values = list(values)
    # NumPy would make strings of numbers among strings, and all of them as long as the longest.
    texts = not hasattr(values, "__array__") and any(isinstance(value, str) for value in values)
    try:
        return np.asarray(values, dtype=object if texts else None)
    except (ValueError, OverflowError) as error:
        raise InvalidArgument(f"{name} is not an array: {error}") from None


def _of_objects(array: np.ndarray, name: str) -> np.ndarray:
    """Python objects as integers, or as they are if all of them are strings."""
    values = array.tolist()
    for i, value in enumerate(values):
        if value is None or type(value).__name__ in ("NAType", "NaTType") or value != value:
            raise InvalidArgument(f"{name}[{i}] is missing; drop such rows (pandas: dropna)")
    if all(isinstance(value, str) for value in values):
        return array  # as fixed width, one long string would make all of them long
    if all(isinstance(value, (int, np.integer)) and not isinstance(value, bool) for value in values):
        try:
            return np.array(values, dtype=np.int64)
        except OverflowError:
            raise InvalidArgument(f"{name} has integers of more than 64 bits") from None
    kinds = " and ".join(sorted({type(value).__name__ for value in values}))
    raise InvalidArgument(f"{name} holds {kinds}; integers alone or strings alone are needed")


def as_column(values: Any, name: str) -> np.ndarray:
    """Integers (of at most 64 bits, native byte order) or strings (of fixed width or objects), one dimension.

    Takes NumPy arrays, lists, pandas and Arrow columns: whatever has `__array__` or can be iterated.
    """
    array = _one_dimension(_as_array(values, name), name)
    if array.size == 0 and array.dtype.kind in "Of":
        return np.empty(0, dtype=np.int64)
    if array.dtype.kind == "O":
        array = _of_objects(array, name)
    if array.dtype.kind == "S":
        array = np.char.decode(array, "utf-8")
    if array.dtype.kind not in "iuUO":
        raise InvalidArgument(f"{name} holds {array.dtype}; integers or strings are needed")
    return array.astype(array.dtype.newbyteorder("="), copy=False)


def is_text(column: np.ndarray) -> bool:
    """Whether a column holds strings."""
    return column.dtype.kind in "UO"


def as_weights(values: Any, name: str) -> np.ndarray:
    """Numbers as contiguous doubles, one dimension; values are checked where a graph is made of them."""
    array = _one_dimension(_as_array(values, name), name)
    if array.dtype.kind == "O":
        try:
            array = array.astype(np.float64)
        except (TypeError, ValueError):
            raise InvalidArgument(f"{name} holds what is not a number") from None
    if array.dtype.kind not in "iufb":
        raise InvalidArgument(f"{name} holds {array.dtype}; real numbers are needed")
    return np.ascontiguousarray(array, dtype=np.float64)


def as_real_matrix(values: Any, name: str) -> np.ndarray:
    """A matrix of real numbers or truth values."""
    array = _as_array(values, name)
    if array.ndim != 2:
        raise InvalidArgument(f"{name} has {array.ndim} dimensions; a matrix is needed")
    if array.dtype.kind not in "iufb":
        raise InvalidArgument(f"{name} holds {array.dtype}; real numbers are needed")
    return array
