"""Converts numbers, ids and labels of any kind to arrays and lists, or raises an error that names the problem."""
from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Callable, NamedTuple, NoReturn, Sequence

import numpy as np

from .errors import InvalidArgument

if TYPE_CHECKING:
    from . import _core
    from .graph import Graph

#: The rule for weights, values and data, in the words of the library.
DOMAIN = "must be 0 or between 1e-100 and 1e100 in magnitude"

# --- numbers ---------------------------------------------------------------------------------------------


def in_domain(numbers: np.ndarray) -> np.ndarray:
    """A mask of the numbers that are valid weights, values or data."""
    magnitudes = np.abs(numbers)
    return (magnitudes == 0) | (magnitudes >= 1e-100) & (magnitudes <= 1e100)


def object_array(values: Sequence[Any]) -> np.ndarray:
    """An array of objects of any kind, with one dimension."""
    array = np.empty(len(values), dtype=object)
    for place, value in enumerate(values):
        array[place] = value
    return array


def _as_array(values: Any, name: str, dimensions: int = 1) -> np.ndarray:
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise InvalidArgument(f"{name} has masked values; fill or drop them")
    if isinstance(values, (str, bytes)) or not hasattr(values, "__len__") and not hasattr(values, "__iter__"):
        raise InvalidArgument(f"{name} is {values!r}; an array is needed")
    if not hasattr(values, "__array__") and not hasattr(values, "__len__"):
        values = list(values)
    # NumPy would convert numbers among strings to strings.
    texts = not hasattr(values, "__array__") and any(isinstance(value, str) for value in values)
    try:
        array = np.asarray(values, dtype=object if texts else None)
    except (ValueError, OverflowError) as error:
        raise InvalidArgument(f"{name} is not an array: {error}") from None
    if array.ndim != dimensions:
        needed = "one is" if dimensions == 1 else "two are"
        raise InvalidArgument(f"{name} has {array.ndim} dimensions; {needed} needed")
    return array


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


def real(array: np.ndarray, name: str) -> np.ndarray:
    if array.dtype.kind not in "iufb":
        raise InvalidArgument(f"{name} holds {array.dtype}; real numbers are needed")
    return array


def as_weights(values: Any, name: str) -> np.ndarray:
    """Numbers as contiguous doubles of one dimension. Their values are checked when a graph is made from them."""
    array = _as_array(values, name)
    if array.dtype.kind in "OUS":
        array = np.array([number_of(value, lambda: f"{name}[{at}]") for at, value in enumerate(array.tolist())])
    return np.require(real(array, name), np.float64, ["C", "A"])


def as_real_matrix(values: Any, name: str) -> np.ndarray:
    """A matrix of real numbers or truth values. Columns of a frame may be of several kinds of numbers."""
    array = _as_array(values, name, 2)
    if array.dtype.kind == "O" and hasattr(values, "iloc"):
        array = np.column_stack([as_weights(values.iloc[:, place], f"{name}[{label!r}]")
                                 for place, label in enumerate(values.columns)])
    return real(array, name)


def whole_numbers(values: Any, name: str, dtype: Any) -> np.ndarray:
    """Non-negative integers in a contiguous array of another width; the array itself if it has that width."""
    array = _as_array(values, name)
    if array.size and array.dtype.kind not in "iu":
        raise InvalidArgument(f"{name} holds {array.dtype}; integers are needed")
    most = np.iinfo(dtype).max
    if array.size and not (array.min() >= 0 and array.max() <= most):
        at = int(np.argmax((array < 0) | (array > most)))
        raise InvalidArgument(f"{name}[{at}] is {array[at]}: is negative or too large")
    return np.require(array, dtype, ["C", "A"])


def vertex_values(values: Any, graph: Graph, name: str, missing: float = 0.0) -> np.ndarray:
    """A number for each vertex: an array in the order of the vertices, or a mapping by label. None gives no numbers.

    A pandas Series is a mapping from its index, unless that is 0, 1, ..., n-1. A vertex that the mapping does not list
    gets the number `missing`.
    """
    if values is None:
        return np.zeros(0)
    labels = None
    if isinstance(values, Mapping):
        labels, values = list(values.keys()), list(values.values())
    elif hasattr(values, "iloc") and values.ndim == 1 and list(values.index) != list(range(len(values))):
        labels = list(values.index)
    numbers = as_weights(values, name)
    if labels is not None:
        listed, numbers = numbers, np.full(graph.n, missing)
        numbers[graph._places_of(labels, name)] = listed
    if numbers.size != graph.n:
        raise InvalidArgument(f"{name} holds {numbers.size} numbers; one per vertex, {graph.n}, or a mapping by label "
                              "is needed")
    if not in_domain(numbers).all():
        at = int(np.argmin(in_domain(numbers)))
        raise InvalidArgument(f"{name} of vertex {graph.labels_of([at])[0]!r} is {numbers[at]}: {DOMAIN}")
    return numbers


# --- ids and labels --------------------------------------------------------------------------------------


class Ids(NamedTuple):
    """A column of ids."""

    values: np.ndarray  #: integers from 0 on; with `names`, positions in them
    names: Sequence[Any] | None = None  #: distinct ids, including some that may not occur

    @property
    def text(self) -> bool:
        """Every id is a string."""
        return self.names is not None and all(type(name) is str for name in self.names)

    def listed(self) -> tuple[np.ndarray, list[Any]]:
        """Positions in a list of the ids that occur, and this list."""
        occurring, places = np.unique(self.values, return_inverse=True)
        names = occurring.tolist()
        return places, names if self.names is None else [self.names[place] for place in names]


def plain(value: Any) -> Any:
    """A NumPy scalar as a plain Python object. Dates become datetime, unless they are finer than microseconds."""
    if getattr(value, "nanosecond", 0) and getattr(value, "tzinfo", None) is None and hasattr(value, "to_datetime64"):
        value = value.to_datetime64()  # of pandas
    if not isinstance(value, np.generic):
        return value
    item = value.item()
    if isinstance(value, (np.datetime64, np.timedelta64)) and isinstance(item, int):
        coarse = value.astype(f"{value.dtype.kind}8[us]")
        return coarse.item() if coarse == value and not isinstance(coarse.item(), int) else value
    return item


def _plain_list(values: Any) -> list[Any]:
    if isinstance(values, np.ndarray) and values.dtype.kind not in "MmO":
        return values.tolist()
    return [plain(value) for value in values]


def _missing(value: Any) -> bool:
    if isinstance(value, (float, np.floating, Decimal)):
        return value != value
    return value is None or type(value).__name__ in ("NAType", "NaTType") or \
        isinstance(value, (np.datetime64, np.timedelta64)) and bool(np.isnat(value))


def _refuse_missing(name: str, at: int) -> NoReturn:
    raise InvalidArgument(f"{name}[{at}] is missing; drop such rows (pandas: dropna)")


def _of_integers(array: np.ndarray) -> Ids:
    """Negative ids are kept as names."""
    wide = array.dtype.kind == "u" and int(array.max()) >= 2**63
    array = array.astype(np.uint64 if wide else np.int64, copy=False)
    if wide or array.min() >= 0:
        return Ids(array)
    occurring, places = np.unique(array, return_inverse=True)
    return Ids(places, occurring.tolist())


def _check_floats(array: np.ndarray, name: str) -> None:
    """Whole numbers that floats hold exactly, as pandas makes of ids with missing entries, are ids."""
    digits = min(np.finfo(array.dtype).nmant + 1, 53)
    wrong = ~(np.abs(array) < 2.0**digits) | (array != np.floor(array))
    if not wrong.any():
        return
    at = int(np.argmax(wrong))
    if np.isnan(array[at]):
        _refuse_missing(name, at)
    why = f"from 2**{digits} on they stand for several integers; give integers" if array[at] == np.floor(array[at]) \
        else "ids that are floats are whole numbers; give integers or strings"
    raise InvalidArgument(f"{name}[{at}] is {array[at]} of a column of {array.dtype}: {why}")


def _of_objects(values: list[Any], name: str) -> Ids:
    kinds = set(map(type, values))
    if not kinds <= {int, str}:
        for at, value in enumerate(values):
            if _missing(value):
                _refuse_missing(name, at)
        values = [plain(value) for value in values]
        kinds = set(map(type, values))
    if kinds in ({bool}, {bytes}):
        remedy = "truth values are no ids" if kinds == {bool} else "give strings, as by decode('UTF-8')"
        raise InvalidArgument(f"{name} holds {kinds.pop().__name__}; {remedy}")
    if kinds <= {int, float}:
        _check_floats(np.array([value if type(value) is float else 0.0 for value in values]), name)
        values = list(map(int, values))
        for width in (np.int64, np.uint64):
            if min(values) >= np.iinfo(width).min and max(values) <= np.iinfo(width).max:
                return _of_integers(np.array(values, dtype=width))
    places: dict[Any, int] = {}
    try:
        numbers = np.fromiter((places.setdefault(value, len(places)) for value in values), np.int64, len(values))
    except TypeError:
        at = next(at for at, value in enumerate(values) if not _hashable(value))
        if isinstance(values[at], (list, np.ndarray)):
            raise InvalidArgument(f"{name} has two dimensions or more; one is needed, and tuples where ids are "
                                  "pairs") from None
        raise InvalidArgument(f"{name}[{at}] is {values[at]!r}, which is not hashable; ids are numbers, strings, "
                              "dates, tuples, ...") from None
    if kinds == {str}:
        encodable(list(places), lambda text: f"{name}[{values.index(text)}]")
    return Ids(numbers, list(places))


def _hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def ids_of(values: Any, name: str) -> Ids:
    """A column of ids: anything that has `__array__` or can be iterated.

    Cost: O(m) for integers, which are read again when a graph is made. The codes of categories are used directly. Other
    ids cost one table look-up each.

    Errors: InvalidArgument naming the row of a missing id, or an invalid value.
    """
    categories = getattr(getattr(values, "dtype", None), "categories", None)
    if categories is not None:
        codes = np.asarray(values.cat.codes if hasattr(values, "cat") else values.codes).astype(np.int64)
        if codes.size and codes.min() < 0:
            _refuse_missing(name, int(np.argmax(codes < 0)))
        return Ids(codes, _plain_list(categories))
    if not hasattr(values, "__array__") and hasattr(values, "__iter__") and not isinstance(values, (str, bytes)):
        values = object_array(list(values))
    array = _as_array(values, name)
    if array.size == 0:
        return Ids(np.empty(0, dtype=np.int64))
    kind = array.dtype.kind
    if kind == "f":
        _check_floats(array, name)
    if kind in "iuf":
        return _of_integers(array if kind != "f" else array.astype(np.int64))
    if kind in "OUSMm":
        return _of_objects(array.tolist() if kind in "OUS" else list(array), name)
    raise InvalidArgument(f"{name} holds {array.dtype}; ids are integers, strings, dates or other hashable objects")


def encodable(texts: list[str], name: Callable[[str], str]) -> list[str]:
    """The strings, checked. Errors: InvalidArgument for a string that UTF-8 cannot encode, by its `name`."""
    try:
        "".join(texts).encode()
    except UnicodeEncodeError:
        text = next(text for text in texts if any("\ud800" <= mark <= "\udfff" for mark in text))
        raise InvalidArgument(f"{name(text)} is {text!a}: holds half of a surrogate pair, which is no character; "
                              "replace it: text.encode('utf-8', 'replace').decode()") from None
    return texts


def label_list(labels: Any, n: int) -> list[Any]:
    """Labels as n distinct plain Python objects. Errors: InvalidArgument."""
    if isinstance(labels, (str, bytes)) or not hasattr(labels, "__iter__"):
        raise InvalidArgument(f"labels is {labels!r}; a list of labels is needed")
    names = _plain_list(labels)
    if len(names) != n:
        raise InvalidArgument(f"labels has {len(names)} entries for {n} vertices")
    seen: set[Any] = set()
    try:
        for value in names:
            if value in seen:
                raise InvalidArgument(f"labels: {value!r} is given twice")
            seen.add(value)
    except TypeError:
        raise InvalidArgument("labels are not hashable; strings, numbers or tuples are needed") from None
    return names


def named(core: _core.Graph, labels: list[Any] | None) -> tuple[_core.Graph, list[Any] | None]:
    """The graph with strings or integers from 0 on as names, and None; or unchanged, with labels of other kinds."""
    if labels is None:
        return core, None
    if all(type(value) is str for value in labels):
        return core.with_names(encodable(labels, lambda text: f"labels[{labels.index(text)}]")), None
    if all(type(value) is int and 0 <= value < 2**64 for value in labels):
        return core.with_names(np.array(labels, dtype=np.uint64)), None
    return core, labels
