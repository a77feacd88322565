"""Ids of any kind in the columns of edges, and their plain Python objects."""
from __future__ import annotations

from decimal import Decimal
from typing import Any, NamedTuple, Sequence

import numpy as np

from .errors import InvalidArgument

__all__ = ["Ids", "ids_of", "missing", "numbered", "object_array", "plain", "plain_list"]

_EXACT = 2.0**53  # from here on, a float may represent several integers


class Ids(NamedTuple):
    """A column of ids."""

    values: np.ndarray  #: integers from 0 on or strings; with `names`, positions in them
    names: Sequence[Any] | None = None  #: distinct ids, including some that may not occur

    @property
    def text(self) -> bool:
        """The values are strings."""
        return self.names is None and self.values.dtype.kind in "UO"

    def listed(self) -> tuple[np.ndarray, list[Any]]:
        """Positions in a list of the ids that occur, and this list."""
        if self.names is None and self.values.dtype.kind == "O":
            return _by_hash(self.values.tolist())
        occurring, places = np.unique(self.values, return_inverse=True)
        names = occurring.tolist()
        return places, names if self.names is None else [self.names[place] for place in names]


def object_array(values: Sequence[Any]) -> np.ndarray:
    """An array of objects of any kind, with one dimension."""
    array = np.empty(len(values), dtype=object)
    for place, value in enumerate(values):
        array[place] = value
    return array


def plain(value: Any) -> Any:
    """A NumPy scalar as a plain Python object. Dates become datetime, unless they are finer than microseconds."""
    if getattr(value, "nanosecond", 0) and getattr(value, "tzinfo", None) is None and hasattr(value, "to_datetime64"):
        value = value.to_datetime64()  # of pandas
    if not isinstance(value, np.generic):
        return value
    item = value.item()
    if isinstance(value, (np.datetime64, np.timedelta64)) and isinstance(item, int):
        coarse = value.astype(f"{value.dtype.kind}8[us]")
        item = coarse.item() if coarse == value else item
        return value if isinstance(item, int) else item
    return item


def plain_list(values: Any) -> list[Any]:
    """An array, a column or a list as plain objects."""
    if isinstance(values, np.ndarray) and values.dtype.kind not in "MmO":
        return values.tolist()
    return [plain(value) for value in values]


def missing(value: Any) -> bool:
    if isinstance(value, (float, np.floating, Decimal)):
        return value != value
    return value is None or type(value).__name__ in ("NAType", "NaTType") or \
        isinstance(value, (np.datetime64, np.timedelta64)) and bool(np.isnat(value))


def _refuse_missing(name: str, at: int) -> None:
    raise InvalidArgument(f"{name}[{at}] is missing; drop such rows (pandas: dropna)")


def _by_hash(values: Sequence[Any]) -> tuple[np.ndarray, list[Any]]:
    """Positions in the list of distinct values, ordered by first occurrence, and this list. Errors: TypeError."""
    places: dict[Any, int] = {}
    numbers = np.fromiter((places.setdefault(value, len(places)) for value in values), np.int64, len(values))
    return numbers, list(places)


def _of_integers(array: np.ndarray) -> Ids:
    """Native integers. Negative ids are kept as names."""
    if array.dtype.kind == "u" and array.dtype.itemsize < 8:
        array = array.astype(np.int64)
    array = array.astype(array.dtype.newbyteorder("="), copy=False)
    if array.dtype.kind == "u" and int(array.max()) < 2**63:
        array = array.astype(np.int64)
    if array.dtype.kind == "u" or array.min() >= 0:
        return Ids(array)
    occurring, places = np.unique(array, return_inverse=True)
    return Ids(places, occurring.tolist())


def _of_floats(array: np.ndarray, name: str) -> Ids:
    """Whole numbers that floats hold exactly, as pandas makes of ids with missing entries."""
    digits = min(np.finfo(array.dtype).nmant + 1, 53)
    wrong = ~(np.abs(array) < 2.0**digits) | (array != np.floor(array))
    if wrong.any():
        at = int(np.argmax(wrong))
        if np.isnan(array[at]):
            _refuse_missing(name, at)
        why = f"from 2**{digits} on they stand for several integers; give integers" if array[at] == np.floor(array[at]) \
            else "ids that are floats are whole numbers; give integers or strings"
        raise InvalidArgument(f"{name}[{at}] is {array[at]} of a column of {array.dtype}: {why}")
    return _of_integers(array.astype(np.int64))


def _of_dates(array: np.ndarray, name: str) -> Ids:
    missing = np.isnat(array)
    if missing.any():
        _refuse_missing(name, int(np.argmax(missing)))
    occurring, places = np.unique(array, return_inverse=True)
    return Ids(places, plain_list(occurring))


def _of_objects(array: np.ndarray, name: str) -> Ids:
    values = array.tolist()
    kinds = set(map(type, values))
    if kinds == {str}:
        return Ids(array)  # in a fixed-width array, one long string would widen all
    if kinds != {int}:
        for at, value in enumerate(values):
            if missing(value):
                _refuse_missing(name, at)
        values = [plain(value) for value in values]
        kinds = set(map(type, values))
    if kinds == {str}:
        return Ids(object_array(values))
    if kinds == {bool}:
        raise InvalidArgument(f"{name} holds bool; truth values are no ids")
    if kinds == {float}:
        return _of_floats(np.array(values), name)
    if kinds <= {int, float}:
        for at, value in enumerate(values):
            if type(value) is float and not (value.is_integer() and abs(value) < _EXACT):
                _of_floats(np.array([value]), f"{name}[{at}:]")
        values = list(map(int, values))
        for width in (np.int64, np.uint64):
            if min(values) >= np.iinfo(width).min and max(values) <= np.iinfo(width).max:
                return _of_integers(np.array(values, dtype=width))
    try:
        return Ids(*_by_hash(values))
    except TypeError:
        at = next(at for at, value in enumerate(values) if not _hashable(value))
        if isinstance(values[at], (list, np.ndarray)):
            raise InvalidArgument(f"{name} has two dimensions or more; one is needed, and tuples where ids are "
                                  "pairs") from None
        raise InvalidArgument(f"{name}[{at}] is {values[at]!r}, which is not hashable; ids are numbers, strings, "
                              "dates, tuples, ...") from None


def _hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def ids_of(values: Any, name: str) -> Ids:
    """A column of ids: anything that has `__array__` or can be iterated.

    Cost: O(m) for integers and text, which are read again when a graph is made. The codes of categories are used
    directly. Other objects cost one table look-up each.

    Errors: InvalidArgument naming the row of a missing id, or an invalid value.
    """
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise InvalidArgument(f"{name} has masked values; fill or drop them")
    if isinstance(values, (str, bytes)) or not hasattr(values, "__len__") and not hasattr(values, "__iter__"):
        raise InvalidArgument(f"{name} is {values!r}; an array is needed")
    categories = getattr(getattr(values, "dtype", None), "categories", None)
    if categories is not None:
        codes = np.asarray(values.cat.codes if hasattr(values, "cat") else values.codes).astype(np.int64)
        if codes.size and codes.min() < 0:
            _refuse_missing(name, int(np.argmax(codes < 0)))
        return Ids(codes, plain_list(categories))
    if hasattr(values, "__array__"):
        array = np.asarray(values)
    else:
        values = list(values)
        array = object_array(values)
        if set(map(type, values)) == {bytes}:
            array = array.astype("S")
    if array.ndim != 1:
        raise InvalidArgument(f"{name} has {array.ndim} dimensions; one is needed")
    if array.size == 0:
        return Ids(np.empty(0, dtype=np.int64))
    kind = array.dtype.kind
    if kind == "S":
        try:
            array, kind = np.char.decode(array, "utf-8"), "U"
        except UnicodeDecodeError as error:
            raise InvalidArgument(f"{name} holds bytes that are no UTF-8: {error}") from None
    if kind == "U":
        return Ids(array.astype(array.dtype.newbyteorder("="), copy=False))
    if kind in "iu":
        return _of_integers(array)
    if kind == "f":
        return _of_floats(array, name)
    if kind in "Mm":
        return _of_dates(array, name)
    if kind == "O":
        return _of_objects(array, name)
    raise InvalidArgument(f"{name} holds {array.dtype}; ids are integers, strings, dates or other hashable objects")


def numbered(u: Ids, v: Ids) -> tuple[np.ndarray, np.ndarray, list[Any]]:
    """Two columns as numbers of the ids that occur.

    The ids are in increasing order. If they cannot be compared, they are in the order of the columns.
    """
    columns = [u.listed(), v.listed()]
    names = list(dict.fromkeys(name for _, listed in columns for name in listed))
    try:
        names.sort()
    except TypeError:
        pass
    number = {name: place for place, name in enumerate(names)}
    ends = [np.array([number[name] for name in listed], dtype=np.int64)[places] for places, listed in columns]
    return ends[0], ends[1], names
