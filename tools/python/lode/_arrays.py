"""Columns and matrices of any make as NumPy arrays, or an error that names what is wrong."""
from __future__ import annotations

from typing import Any

import numpy as np

from .errors import InvalidArgument

__all__ = ["as_real_matrix", "as_weights", "read_only"]


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
    # NumPy would make strings of numbers among strings.
    texts = not hasattr(values, "__array__") and any(isinstance(value, str) for value in values)
    try:
        return np.asarray(values, dtype=object if texts else None)
    except (ValueError, OverflowError) as error:
        raise InvalidArgument(f"{name} is not an array: {error}") from None


def _number(value: Any, name: str, at: int) -> float:
    if not isinstance(value, (str, bytes)):
        try:
            return float(value)
        except OverflowError:
            raise InvalidArgument(f"{name}[{at}] is larger than the largest double; scale the numbers down") from None
        except (TypeError, ValueError):
            pass
    raise InvalidArgument(f"{name}[{at}] is {value!r}, which is not a number")


def as_weights(values: Any, name: str) -> np.ndarray:
    """Numbers as contiguous doubles, one dimension; values are checked where a graph is made of them."""
    array = _one_dimension(_as_array(values, name), name)
    if array.dtype.kind in "OUS":
        array = np.array([_number(value, name, at) for at, value in enumerate(array.tolist())], dtype=np.float64)
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
