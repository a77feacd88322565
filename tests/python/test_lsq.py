"""Least squares against brute force over supports, from NumPy and SciPy."""
import itertools
import pickle
import sys

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import lode
from support import tool


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
         "strided": lambda A: np.repeat(A, 2, axis=1)[:, ::2], "rows": lambda A: np.repeat(A, 2, axis=0)[::2],
         "reversed": lambda A: A[::-1].copy()[::-1], "part": lambda A: np.asfortranarray(np.vstack([A, A]))[:len(A)],
         "big": lambda A: A.astype(">f8"),
         "unaligned": lambda A: np.frombuffer(b"x" + A.tobytes(), dtype="uint8")[1:].view("f8").reshape(A.shape), "csc": sp.csc_matrix, "csr": sp.csr_array,
         "coo": sp.coo_matrix, "list": lambda A: A.tolist()}


def is_kept(array, A):
    """Whether what is made of A reads an array of it in place, and so keeps it alive."""
    before = sys.getrefcount(array)
    instance = lode.lsq._instance(A, np.ones(A.shape[0]))
    return instance.columns == A.shape[1] and sys.getrefcount(array) > before


def test_fortran_order_is_read_in_place():
    A = np.asfortranarray(np.random.default_rng(1).normal(size=(40, 7)))
    assert is_kept(A, A)
    for copied in (np.ascontiguousarray(A), A.astype("float32"), A.astype(">f8")):
        assert not is_kept(copied, copied)
    columns = sp.random(50, 20, density=0.3, format="csc", random_state=4)
    assert not is_kept(columns.data, columns)


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


def test_answers_are_those_of_the_tool(tmp_path):
    A, b = instance(5, rows=30, columns=80)
    np.save(tmp_path / "a.npy", A)
    np.save(tmp_path / "b.npy", b)
    theirs, = tool("lsq", "solve", tmp_path / "a.npy", tmp_path / "b.npy", "--sparsity", "6", "--seed", "3", "--format",
                   "json", "-q")["results"]
    mine = lode.lsq.solve(A, b, sparsity=6, seed=3)
    assert theirs["support"] == mine.support.tolist() and theirs["objective"] == mine.objective
    assert theirs["x"] == mine.x[mine.support].tolist() and mine.x.dtype == float and mine.support.dtype == np.int64
    assert mine.trace["weight"][-1] == pytest.approx(mine.objective) and mine.iterations == theirs["iterations"]
    assert [(e.k, e.mode, e.blocks, e.holds) for e in mine.stationarity] == [
        (e["k"], e["mode"], e["blocks"], e["holds"]) for e in theirs["certificate"]["stationarity"]]


def test_nearly_dependent_columns_are_used():
    A = np.array([[1, 1, 0], [0, 1e-6, 0.5], [0, 0, 1]])
    fit = lode.lsq.solve(A, np.array([0, 1, 0]), sparsity=2)
    assert fit.stop_reason == "optimal" and fit.objective < 1e-18
    assert fit.x == pytest.approx([-1e6, 1e6, 0])


def test_cancelled_searches_have_an_answer():
    A, b = instance(7, rows=60, columns=300)
    cancel = lode.Cancel()
    fit = lode.lsq.solve(A, b, sparsity=10, time=3600, cancel=cancel, progress=lambda state: cancel.set())
    assert fit.stop_reason == "interrupted" and len(fit.support) <= 10
    assert fit.objective == pytest.approx(0.5 * ((A @ fit.x - b) ** 2).sum())


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
    (np.ones((2, 2)), [1, 2], {"sparsity": 3}), (np.ones((2, 2)), [1, 2], {"sparsity": 1, "box": 1.0}),
    (np.ones((2, 2)), [1, 2], {"binary": True, "refit": False}), (np.ones((2, 2)), [1, 2], {"sparsity": 1, "start": [1]}),
    (np.ones((2, 2)), [1, 2], {"sparsity": 1, "start": [1, np.nan]}), (np.ones((2, 2)), [1, 2], {"lam": np.nan}),
    (np.ones((2, 2)), [1, 2], {"binary": True, "method": "omp"}), (np.ones((2, 2)), [[1], [2]], {"sparsity": 1}),
    (np.ones((2, 2)), "text", {"sparsity": 1}), (np.ones((2, 2)), None, {"sparsity": 1}),
    (sp.csc_matrix([[np.nan, 1.0]]), [1], {"sparsity": 1}), ([[1j]], [1], {"sparsity": 1}), (None, [1], {"sparsity": 1}),
    (np.ones((2, 2)), [1, 2], {"sparsity": 1, "colour": 2}), (sp.csr_matrix([[1j]]), [1], {"sparsity": 1}),
])
def test_problems_that_are_none(A, b, options):
    with pytest.raises((lode.InvalidArgument, TypeError)):
        lode.lsq.solve(A, b, **options)


def test_columns_of_a_frame_may_be_of_several_kinds():
    draw = np.random.default_rng(3)
    frame = pd.DataFrame({"age": draw.normal(size=9), "smoker": draw.random(9) < 0.5, "visits": draw.integers(0, 9, 9),
                          "children": pd.array(draw.integers(0, 4, 9), dtype="Int64"),
                          "dose": pd.array(draw.normal(size=9), dtype="Float64"),
                          "member": pd.array(draw.random(9) < 0.5, dtype="boolean")})
    b = draw.normal(size=9)
    assert lode.lsq.solve(frame, b, sparsity=2) == lode.lsq.solve(frame.astype(float), b, sparsity=2)
    with pytest.raises(lode.InvalidArgument, match=r"A\['word'\]\[0\] is 'x'"):
        lode.lsq.solve(frame.assign(word="x"), b, sparsity=2)
    with pytest.raises(lode.InvalidArgument, match=r"A\['children'\]\[0\] is <NA>"):
        lode.lsq.solve(frame.assign(children=pd.array([None] * 9, dtype="Int64")), b, sparsity=2)
