"""Square matrices as compressed rows or as arcs."""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ._arrays import as_real_matrix
from ._edges import Arcs
from ._labels import Labels
from .errors import InvalidArgument

__all__ = ["Csr", "arcs_of_csr", "csr_of_dense", "csr_of_scipy", "is_scipy_matrix"]

_DENSE_BLOCK = 1 << 24  # values compared at a time


class Csr(NamedTuple):
    """Compressed rows."""

    indptr: np.ndarray
    indices: np.ndarray
    data: np.ndarray | None
    canonical: bool  #: rows are increasing, nothing is stored twice


def is_scipy_matrix(value: Any) -> bool:
    """A SciPy sparse array or matrix; does not import SciPy."""
    module = type(value).__module__ or ""
    if not module.startswith("scipy.sparse"):
        return False
    from scipy.sparse import issparse

    return bool(issparse(value))


def _check_square(shape: tuple[int, ...], name: str) -> int:
    if len(shape) != 2 or shape[0] != shape[1]:
        raise InvalidArgument(f"{name} is {' x '.join(map(str, shape))}; an adjacency matrix is square")
    return shape[0]


def _values(data: np.ndarray, weighted: bool | None, name: str) -> np.ndarray | None:
    """Stored values as weights; None where all are 1, unless they are asked for."""
    if weighted is False:
        return None
    if data.dtype.kind not in "biuf":
        raise InvalidArgument(f"{name} holds {data.dtype}; real numbers are needed")
    if weighted is None and (data.dtype.kind == "b" or bool(np.all(data == 1))):
        return None
    return np.ascontiguousarray(data, dtype=np.float64)


def csr_of_scipy(matrix: Any, weighted: bool | None) -> Csr:
    """The arrays of a SciPy matrix, shared with it where it has compressed rows or columns.

    Compressed columns are handed out as rows: the graph of a matrix is that of its transpose. The matrix is
    left as it is.
    """
    _check_square(matrix.shape, "A")
    if matrix.format not in ("csr", "csc"):
        matrix = matrix.tocoo(copy=False)
        if matrix.data.dtype.kind == "b":  # stored twice: an edge, whatever the sum
            matrix = type(matrix)((np.ones(matrix.nnz, np.int64), (matrix.row, matrix.col)), shape=matrix.shape)
            weighted = False
        matrix = matrix.tocsr()
    data = _values(matrix.data, weighted, "A")
    canonical = bool(matrix.has_canonical_format)
    return Csr(matrix.indptr, matrix.indices, data, canonical)


def csr_of_dense(matrix: Any, threshold: float, weighted: bool | None) -> tuple[Csr, bool]:
    """Entries above a threshold off the diagonal, and whether they are symmetric."""
    values = as_real_matrix(matrix, "S")
    n = _check_square(values.shape, "S")
    if threshold != threshold:
        raise InvalidArgument("threshold is not a number")
    rows = max(1, _DENSE_BLOCK // max(1, n))
    counts, columns, kept = [np.zeros(1, np.int64)], [], []
    symmetric = True
    for first in range(0, n, rows):
        block = values[first:first + rows]
        if block.dtype.kind == "f" and np.isnan(block).any():
            row, column = np.argwhere(np.isnan(block))[0]
            raise InvalidArgument(f"S[{first + row}, {column}] is not a number")
        above = _above(block, threshold, first)
        mirrored = values[:, first:first + rows].T
        symmetric = symmetric and np.array_equal(above, _above(mirrored, threshold, first)) and \
            np.array_equal(block[above], mirrored[above])
        counts.append(above.sum(axis=1))
        columns.append(np.nonzero(above)[1].astype(np.int32))
        kept.append(block[above])
    indptr = np.cumsum(np.concatenate(counts), dtype=np.int64)
    data = np.concatenate(kept) if kept else np.empty(0, values.dtype)
    indices = np.concatenate(columns) if columns else np.empty(0, np.int32)
    return Csr(indptr, indices, _values(data, weighted, "S"), True), symmetric


def _above(block: np.ndarray, threshold: float, first: int) -> np.ndarray:
    """Which entries of rows `first`, ... exceed the threshold, off the diagonal."""
    above = block > threshold
    rows = np.arange(block.shape[0])
    above[rows, rows + first] = False
    return above


def arcs_of_csr(csr: Csr, labels: Any) -> Arcs:
    """Every stored entry as an arc; several of one place are summed by who makes the graph."""
    n = csr.indptr.size - 1
    u = np.repeat(np.arange(n, dtype=np.int64), np.diff(csr.indptr))
    return Arcs(u, csr.indices.astype(np.int64), csr.data, Labels(n, labels))
