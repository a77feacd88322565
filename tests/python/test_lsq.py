"""Least squares against brute force over supports, from NumPy and SciPy."""
import itertools
import pickle

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import lode


def best_of_supports(A, b, s):
    def value(support):
        chosen = A[:, list(support)]
        x = np.linalg.lstsq(chosen, b, rcond=None)[0]
        return 0.5 * float(((chosen @ x - b) ** 2).sum())
    return min(value(support) for support in itertools.combinations(range(A.shape[1]), s))


def instance(seed, rows=12, columns=7):
    draw = np.random.default_rng(seed)
    A = draw.normal(size=(rows, columns))
    return A * (draw.random(A.shape) < 0.8), draw.normal(size=rows)


FORMS = {"C": np.ascontiguousarray, "F": np.asfortranarray, "float32": lambda A: A.astype(np.float32),
         "strided": lambda A: np.repeat(A, 2, axis=1)[:, ::2], "csc": sp.csc_matrix, "csr": sp.csr_array,
         "coo": sp.coo_matrix, "list": lambda A: A.tolist()}


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.sampled_from(sorted(FORMS)), st.integers(1, 4))
def test_sparse_fits_are_best(seed, form, s):
    A, b = instance(seed)
    A = A.astype(np.float32).astype(np.float64) if form == "float32" else A
    fit = lode.lsq.solve(FORMS[form](A), b, sparsity=s)
    assert fit.objective == pytest.approx(best_of_supports(A, b, s), abs=1e-9)
    assert fit.objective == pytest.approx(0.5 * ((A @ fit.x - b) ** 2).sum(), abs=1e-12)
    assert np.flatnonzero(fit.x).tolist() == fit.support.tolist() and len(fit.support) <= s
    assert fit.constraint == "sparse-c" and fit.s == s


def test_binary_and_priced_fits_are_best():
    A, b = instance(3, columns=6)
    signs = [np.array(x) for x in itertools.product((-1.0, 1.0), repeat=6)]
    best = min(0.5 * ((A @ x - b) ** 2).sum() for x in signs)
    assert lode.lsq.solve(A, b, binary=True).objective == pytest.approx(best)
    ones = lode.lsq.solve(A, b, ones=2)
    assert ones.x.sum() == 2 and set(ones.x.tolist()) == {0.0, 1.0}
    priced = lode.lsq.solve(A, b, lam=0.5, box=0.3)
    assert abs(priced.x).max() <= 0.3
    assert priced.objective == pytest.approx(0.5 * ((A @ priced.x - b) ** 2).sum() + 0.5 * len(priced.support))
    labels = np.where(np.arange(12) % 3 > 0, 1.0, -1.0)
    logistic = lode.lsq.solve(A, labels, sparsity=2, loss="logistic")
    assert logistic.objective == pytest.approx(np.log1p(np.exp(-labels * (A @ logistic.x))).sum())


def test_paths():
    A, b = instance(11)
    path = lode.lsq.path(A, b, 5)
    assert [fit.s for fit in path] == [1, 2, 3, 4, 5] and (np.diff(path.objective) <= 1e-12).all()
    assert path[0].objective == pytest.approx(best_of_supports(A, b, 1))
    frame = path.to_pandas()
    assert frame.index.tolist() == [1, 2, 3, 4, 5] and frame.loc[3, "support"] == path[2].support.tolist()


def test_fits_as_python_sees_them():
    A, b = instance(1)
    fit = lode.lsq.solve(A, b, sparsity=2, seed=4)
    assert "objective" in fit._repr_html_() and fit.stationarity
    assert pickle.loads(pickle.dumps(fit)).x.tolist() == fit.x.tolist()
    with pytest.raises(ValueError):
        fit.x[0] = 1
    assert lode.lsq.solve(A, b, sparsity=2, seed=4).x.tolist() == fit.x.tolist()
    unchecked = lode.lsq.solve(A, b, sparsity=2, check=False, method="omp")
    assert unchecked.stationarity == () and unchecked.method == "omp"


@pytest.mark.parametrize("A, b, options", [
    (np.zeros(3), [1, 2, 3], {"sparsity": 1}), (np.ones((3, 2)), [1, 2], {"sparsity": 1}),
    (np.full((2, 2), np.nan), [1, 2], {"sparsity": 1}), (np.ones((2, 2)), [1, np.inf], {"sparsity": 1}),
    (np.ones((2, 2)), [1, 2], {}), (np.ones((2, 2)), [1, 2], {"sparsity": 1, "binary": True}),
    (np.ones((2, 2)), [1, 2], {"sparsity": -1}), (np.ones((2, 2)), [1, 2], {"lam": -1}),
    (np.ones((2, 2)), [1, 2], {"sparsity": 1, "method": "magic"}), ([["a"]], [1], {"sparsity": 1}),
    (np.ones((2, 2)), [1, 2], {"sparsity": 1, "loss": "logistic"}), (np.ones((2, 2)), [1, 2], {"ones": 3}),
    (np.ones((2, 2)), [1, 2], {"sparsity": 1, "colour": 2}), (sp.csr_matrix([[1j]]), [1], {"sparsity": 1}),
])
def test_problems_that_are_none(A, b, options):
    with pytest.raises((lode.InvalidArgument, TypeError)):
        lode.lsq.solve(A, b, **options)
