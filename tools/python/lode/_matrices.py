"""Square matrices as compressed rows or as arcs."""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ._arrays import DOMAIN, as_real_matrix, in_domain
from ._edges import Arcs
from .errors import InvalidArgument

__all__ = ["Csr", "arcs_of_csr", "check_dense", "csr_of_scipy", "is_scipy_matrix", "labels_of_frame"]


_BLOCK = 1 << 18  # entries compared at a time
_ROUNDING = 64  # units in the last place of the largest entry that an entry may differ from its mirror image


class Csr(NamedTuple):
    """Compressed rows."""

    indptr: np.ndarray
    indices: np.ndarray
    data: np.ndarray | None
    canonical: bool  #: rows are increasing, without duplicates


def is_scipy_matrix(value: Any) -> bool:
    """True for a SciPy sparse array or matrix. SciPy is not imported."""
    return (type(value).__module__ or "").startswith("scipy.sparse") and hasattr(value, "tocoo")


def in_square(matrix: Any) -> Any:
    """The entries of a SciPy matrix in a square one. The matrix is not changed."""
    rows, columns = matrix.shape
    if rows == columns:
        return matrix
    square = matrix.tocoo(copy=True)
    square.resize(max(rows, columns), max(rows, columns))
    return square


def _check_square(shape: tuple[int, ...], name: str) -> int:
    if len(shape) != 2 or shape[0] != shape[1]:
        raise InvalidArgument(f"{name} is {' x '.join(map(str, shape))}; an adjacency matrix is square")
    return shape[0]


def _values(data: np.ndarray, weighted: bool | None, name: str) -> np.ndarray | None:
    """Stored values as weights; None if all are 1, unless weights are requested."""
    if data.dtype.kind not in "biuf":
        raise InvalidArgument(f"{name} holds {data.dtype}; real numbers are needed")
    if weighted is False or weighted is None and (data.dtype.kind == "b" or _all_ones(data)):
        return None
    return data


def _all_ones(data: np.ndarray) -> bool:
    """True if all values are 1. Values are compared in blocks, since a single comparison would take much
    memory."""
    return all(bool((data[first:first + _BLOCK] == 1).all()) for first in range(0, data.size, _BLOCK))


def csr_of_scipy(matrix: Any, weighted: bool | None) -> Csr:
    """The arrays of a SciPy matrix. They are shared with the matrix if it has compressed rows or columns.

    Compressed columns are returned as rows, since the graph of a matrix is that of its transpose. Entries stored
    several times are summed, in any format. The matrix is not changed.
    """
    _check_square(matrix.shape, "A")
    if matrix.format not in ("csr", "csc") or not matrix.has_canonical_format:
        matrix = matrix.tocoo(copy=False)
        if matrix.data.dtype.kind == "b":  # a repeated entry is an edge, whatever the sum
            weighted = False if weighted is None else weighted
        elif matrix.data.dtype.kind in "iuf":  # duplicates are summed, and small integers would overflow
            values = matrix.data.astype(np.float64)  # (astype of the matrix would sum first)
            matrix = type(matrix)((values, (matrix.row, matrix.col)), shape=matrix.shape)
        matrix = matrix.tocsr()
    data = _values(matrix.data, weighted, "A")
    return Csr(matrix.indptr, matrix.indices, data, bool(matrix.has_canonical_format))


def arcs_of_csr(csr: Csr, labels: list[Any] | None) -> Arcs:
    """Every stored entry as an arc. Duplicate entries are summed when a graph is made."""
    n = csr.indptr.size - 1
    u = np.repeat(np.arange(n, dtype=np.int64), np.diff(csr.indptr))
    data = None if csr.data is None else csr.data.astype(np.float64, copy=False)
    return Arcs(u, csr.indices.astype(np.int64, copy=False), data, n, labels)


def labels_of_frame(matrix: Any) -> list[Any] | None:
    """The names of the rows of a DataFrame whose columns have the same names, unless these are 0, 1, ..."""
    index, columns = getattr(matrix, "index", None), getattr(matrix, "columns", None)
    if index is None or columns is None:
        return None
    names = list(index)
    if names != list(columns):
        raise InvalidArgument("S: rows and columns of the frame are called differently")
    return None if names == list(range(len(names))) else names


def check_dense(matrix: Any, weighted: bool | None) -> tuple[np.ndarray, bool, int]:
    """A square array of doubles, whether its entries are weights, and how many pairs of entries were changed.

    A matrix that is symmetric except for rounding, such as that of `numpy.corrcoef`, is replaced by the mean of itself
    and its mirror image. The diagonal is ignored.
    """
    given = as_real_matrix(matrix, "S")
    _check_square(given.shape, "S")
    if weighted is None:
        weighted = given.dtype.kind != "b" and not bool(((given == 0) | (given == 1)).all())
    values = given.astype(np.float64, copy=False)
    if not in_domain(values).all():
        values = values.copy()
        np.fill_diagonal(values, 0)
        for i, j in np.argwhere(~in_domain(values))[:1]:
            raise InvalidArgument(f"S[{i}, {j}] is {values[i, j]}: {DOMAIN}")
    if np.array_equal(values, values.T):
        return values, weighted, 0
    apart = np.abs(values - values.T)
    whole = values == np.floor(values)
    eps = np.finfo(given.dtype).eps if given.dtype.kind == "f" else 0
    contradict = (apart > _ROUNDING * eps * float(np.abs(values).max())) | (apart > 0) & whole & whole.T
    if not contradict.any():
        return (values + values.T) / 2, weighted, np.count_nonzero(apart) // 2
    i, j = np.unravel_index(np.argmax(np.where(contradict, apart, 0)), values.shape)
    raise InvalidArgument(f"S[{i}, {j}] is {values[i, j]} and S[{j}, {i}] is {values[j, i]}: an adjacency "
                          "matrix is symmetric; say which holds, as by (S + S.T) / 2")
