"""Makes NumPy arrays from columns and matrices of any kind, or raises an error that names the problem."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Mapping

import numpy as np

from .errors import InvalidArgument

if TYPE_CHECKING:
    from .graph import Graph

__all__ = ["DOMAIN", "as_real_matrix", "as_weights", "by_label", "in_domain", "number_of", "read_only", "vertex_values", "whole_numbers"]


#: The rule for weights, values and data, in the words of the library.
DOMAIN = "must be 0 or between 1e-100 and 1e100 in magnitude"


def in_domain(numbers: np.ndarray) -> np.ndarray:
    """A mask of the numbers that are valid weights, values or data."""
    magnitudes = np.abs(numbers)
    return (magnitudes == 0) | (magnitudes >= 1e-100) & (magnitudes <= 1e100)


def read_only(array: np.ndarray) -> np.ndarray:
    """A read-only view of an array."""
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
    # NumPy would convert numbers among strings to strings.
    texts = not hasattr(values, "__array__") and any(isinstance(value, str) for value in values)
    try:
        return np.asarray(values, dtype=object if texts else None)
    except (ValueError, OverflowError) as error:
        raise InvalidArgument(f"{name} is not an array: {error}") from None


def number_of(value: Any, what: Callable[[], str]) -> float:
    """A weight as a double. `what` is its name in an error. Errors: InvalidArgument."""
    try:
        if not isinstance(value, (str, bytes)):
            return float(value)
    except OverflowError:
        raise InvalidArgument(f"{what()} is larger than the largest double; scale the numbers down") from None
    except (TypeError, ValueError):
        pass
    raise InvalidArgument(f"{what()} is {value!r}, which is not a number")


def as_weights(values: Any, name: str) -> np.ndarray:
    """Numbers as contiguous doubles of one dimension. Their values are checked when a graph is made from them."""
    array = _one_dimension(_as_array(values, name), name)
    if array.dtype.kind in "OUS":
        array = np.array([number_of(value, lambda: f"{name}[{at}]") for at, value in enumerate(array.tolist())])
    if array.dtype.kind not in "iufb":
        raise InvalidArgument(f"{name} holds {array.dtype}; real numbers are needed")
    return np.require(array, np.float64, ["C", "A"])


def by_label(values: Any) -> tuple[list[Any], Any] | None:
    """Labels and values of a mapping, or of a pandas Series whose index is not 0, 1, ..., n-1; otherwise None."""
    if isinstance(values, Mapping):
        return list(values.keys()), list(values.values())
    if not hasattr(values, "iloc") or not hasattr(values, "index") or values.ndim != 1:
        return None
    labels = list(values.index)
    return None if labels == list(range(len(labels))) else (labels, values)


def vertex_values(values: Any, graph: Graph, name: str, missing: float = 0.0) -> np.ndarray:
    """A number in the domain for each vertex: an array in the order of the vertices, or a mapping by label.

    A pandas Series is a mapping from its index, unless that is 0, 1, ..., n-1. A vertex that the mapping does not list
    gets the number `missing`. None gives no numbers.
    """
    if values is None:
        return np.zeros(0)
    listed = by_label(values)
    if listed is not None:
        numbers = np.full(graph.n, missing)
        numbers[graph._places_of(listed[0], name)] = as_weights(listed[1], name)
    else:
        numbers = as_weights(values, name)
        if numbers.size != graph.n:
            raise InvalidArgument(f"{name} holds {numbers.size} numbers; one per vertex, {graph.n}, or a mapping by label "
                                  "is needed")
    if not in_domain(numbers).all():
        at = int(np.argmin(in_domain(numbers)))
        raise InvalidArgument(f"{name} of vertex {graph.labels_of([at])[0]!r} is {numbers[at]}: {DOMAIN}")
    return numbers


def whole_numbers(values: Any, name: str, dtype: Any) -> np.ndarray:
    """Non-negative integers in a contiguous array of another width; the array itself if it has that width."""
    array = _one_dimension(_as_array(values, name), name)
    if array.size and array.dtype.kind not in "iu":
        raise InvalidArgument(f"{name} holds {array.dtype}; integers are needed")
    most = np.iinfo(dtype).max
    if array.size and not (array.min() >= 0 and array.max() <= most):
        at = int(np.argmax((array < 0) | (array > most)))
        raise InvalidArgument(f"{name}[{at}] is {array[at]}: is negative or too large")
    return np.require(array, dtype, ["C", "A"])


def as_real_matrix(values: Any, name: str) -> np.ndarray:
    """A matrix of real numbers or truth values. Columns of a frame may be of several kinds of numbers."""
    array = _as_array(values, name)
    if array.dtype.kind == "O" and hasattr(values, "iloc") and values.ndim == 2:
        array = np.column_stack([as_weights(values.iloc[:, place], f"{name}[{label!r}]")
                                 for place, label in enumerate(values.columns)])
    if array.ndim != 2:
        raise InvalidArgument(f"{name} has {array.ndim} dimensions; a matrix is needed")
    if array.dtype.kind not in "iufb":
        raise InvalidArgument(f"{name} holds {array.dtype}; real numbers are needed")
    return array
