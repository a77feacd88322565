"""Least squares of lode._core, against brute force over supports and the tool."""
import itertools
import json
import os
import subprocess

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from lode import _core as core


def objective(a, b, x, lam=0.0):
    return 0.5 * np.sum((a @ x - b) ** 2) + lam * np.count_nonzero(x)


def best_support(a, b, s):
    """The least objective with at most s nonzeros, by trying all supports."""
    best = 0.5 * b @ b
    for support in itertools.combinations(range(a.shape[1]), s):
        part = a[:, support]
        x, *_ = np.linalg.lstsq(part, b, rcond=None)
        best = min(best, 0.5 * np.sum((part @ x - b) ** 2))
    return best


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(3)
    return np.asfortranarray(rng.normal(size=(12, 9))), rng.normal(size=12)


# --- matrices ------------------------------------------------------------------------------------

def test_fortran_order_is_shared_and_kept_alive():
    a = np.asfortranarray(np.random.default_rng(1).normal(size=(40, 7)))
    matrix = core.Matrix.dense(a)
    assert matrix.shared and matrix.shape == (40, 7) and matrix.is_dense and matrix.num_stored == 280
    assert not core.Matrix.dense(np.ascontiguousarray(a)).shared
    assert not core.Matrix.dense(a.astype("float32")).shared
    b = a @ np.arange(7.0)
    expected = core.lsq_solve(matrix, b, sparsity=3).x
    del a
    assert np.array_equal(core.lsq_solve(matrix, b, sparsity=3).x, expected)


@pytest.mark.parametrize("layout", [
    np.ascontiguousarray, np.asfortranarray, lambda a: np.repeat(a, 2, axis=0)[::2], lambda a: np.repeat(a, 2, axis=1)[:, ::2],
    lambda a: a[::-1].copy()[::-1], lambda a: np.asfortranarray(np.vstack([a, a]))[:len(a)],
    lambda a: np.ascontiguousarray(np.hstack([a, a]))[:, :a.shape[1]], lambda a: a.astype(">f8"),
    lambda a: np.frombuffer(b"x" + a.tobytes(), dtype="uint8")[1:].view("f8").reshape(a.shape),
    sp.csc_matrix, sp.csr_matrix,
])
def test_every_layout_gives_the_same_answer(data, layout):
    a, b = data
    changed = layout(a)
    if sp.issparse(changed):
        make = core.Matrix.csc if changed.format == "csc" else core.Matrix.csr
        matrix = make(changed.shape, changed.indptr, changed.indices, changed.data)
    else:
        matrix = core.Matrix.dense(changed)
    fit = core.lsq_solve(matrix, b, sparsity=3)
    plain = core.lsq_solve(core.Matrix.dense(a), b, sparsity=3)
    assert np.array_equal(fit.support, plain.support) and np.allclose(fit.x, plain.x)


def test_columns_of_scipy_are_shared_where_they_fit():
    a = sp.random(50, 20, density=0.3, format="csc", random_state=4)
    assert core.Matrix.csc(a.shape, a.indptr.astype("int64"), a.indices, a.data).shared
    assert not core.Matrix.csc(a.shape, a.indptr, a.indices, a.data).is_dense
    assert not core.Matrix.csr(a.shape[::-1], a.indptr, a.indices, a.data).shared


@pytest.mark.parametrize("make", [
    lambda: core.Matrix.dense([[1.0, np.nan]]), lambda: core.Matrix.dense([[np.inf]]), lambda: core.Matrix.dense([1.0]),
    lambda: core.Matrix.dense([["a"]]), lambda: core.Matrix.dense([[1j]]), lambda: core.Matrix.dense(None),
    lambda: core.Matrix.csc((2, 2), [0, 1], [0], [1.0]), lambda: core.Matrix.csc((2, 2), [0, 1, 9], [0, 1], [1.0, 1.0]),
    lambda: core.Matrix.csc((2, 2), [0, 1, 2], [0, 5], [1.0, 1.0]), lambda: core.Matrix.csc((2, 2), [0, 2, 1], [0, 1], [1., 1.]),
    lambda: core.Matrix.csc((2, 2), [0, 1, 2], [0, -1], [1.0, 1.0]), lambda: core.Matrix.csc((2, 2), [0, 1, 2], [0, 1], [1.0]),
    lambda: core.Matrix.csc((-1, 2), [0, 1, 2], [0, 1], [1.0, 1.0]), lambda: core.Matrix.csc((2**40, 2), [0, 0, 0], [], []),
    lambda: core.Matrix.csc((2,), [0], [], []), lambda: core.Matrix.csr((2, 2), [0, 1], [0], [1.0]),
    lambda: core.Matrix.csr((2, 2), [0, 9, 2], [0, 1], [1.0, 1.0]), lambda: core.Matrix.csr((2, 2), [0, 1, 2], [0, 2], [1., 1.]),
    lambda: core.Matrix.csr((2, 2), [0, -1, 2], [0, 1], [1.0, 1.0]), lambda: core.Matrix.csr((2, 2), [1, 1, 2], [0, 1], [1., 1.]),
    lambda: core.Matrix.csc((2, 2), [0, 1, 2], [0, 1], [np.nan, 1.0]),
], ids=range(21))
def test_matrices_that_are_none(make):
    with pytest.raises((TypeError, ValueError)):
        make()


# --- answers -------------------------------------------------------------------------------------

@given(st.integers(0, 50), st.integers(1, 3))
def test_supports_are_the_best(seed, s):
    rng = np.random.default_rng(seed)
    a, b = rng.normal(size=(8, 6)), rng.normal(size=8)
    fit = core.lsq_solve(core.Matrix.dense(a), b, sparsity=s)
    assert fit.objective == pytest.approx(best_support(a, b, s))
    assert objective(a, b, fit.x) == pytest.approx(fit.objective)
    assert np.array_equal(np.flatnonzero(fit.x), fit.support) and len(fit.support) <= s
    assert fit.check.complete and all(one.holds for one in fit.check.stationarity) and fit.check_sentence


def test_every_constraint(data):
    a, b = data
    matrix = core.Matrix.dense(a)
    sparse = core.lsq_solve(matrix, b, lam=0.5, box=0.3)
    assert sparse.constraint == "sparse" and np.abs(sparse.x).max() <= 0.3 + 1e-12
    assert objective(a, b, sparse.x, 0.5) == pytest.approx(sparse.objective)
    signs = core.lsq_solve(matrix, b, binary=True)
    assert set(signs.x) <= {-1.0, 1.0} and len(signs.support) == 9
    assert signs.objective == pytest.approx(min(objective(a, b, np.array(x)) for x in itertools.product([-1., 1.], repeat=9)))
    ones = core.lsq_solve(matrix, b, ones=4)
    assert ones.s == 4 and sorted(ones.x) == [0.0] * 5 + [1.0] * 4
    labels = np.where(b > 0, 1.0, -1.0)
    logistic = core.lsq_solve(matrix, labels, sparsity=1, loss="logistic", check=False, settings={"work": 10000})
    assert logistic.loss == "logistic" and logistic.check is None and logistic.check_sentence == ""
    path = core.lsq_path(matrix, b, 5)
    assert [fit.s for fit in path] == [1, 2, 3, 4, 5]
    assert np.all(np.diff([fit.objective for fit in path]) <= 1e-12)
    started = core.lsq_solve(matrix, b, sparsity=3, start=np.arange(9), settings={"preset": "paper"})
    assert len(started.support) <= 3 and started.trace["weight"][-1] == pytest.approx(started.objective)


@pytest.mark.parametrize("arguments", [
    {}, {"sparsity": 2, "lam": 1.0}, {"sparsity": 10}, {"sparsity": -1}, {"sparsity": 2, "box": 1.0}, {"lam": -1.0},
    {"lam": float("nan")}, {"ones": 10}, {"binary": True, "raw": True}, {"sparsity": 2, "loss": "cubic"},
    {"sparsity": 2, "loss": "logistic"}, {"sparsity": 2, "method": "magic"}, {"sparsity": 2, "settings": {"nothing": 1}},
    {"sparsity": 2, "start": [1.0]}, {"sparsity": 2, "start": [np.nan] * 9}, {"sparsity": 2, "time": -1.0},
    {"sparsity": 2, "target": float("nan")}, {"sparsity": "two"}, {"sparsity": 2.5}, {"binary": True, "method": "omp"},
], ids=repr)
def test_problems_that_are_none(data, arguments):
    a, b = data
    with pytest.raises((TypeError, ValueError)):
        core.lsq_solve(core.Matrix.dense(a), b, **arguments)


def test_right_hand_sides_that_are_none(data):
    a, b = data
    matrix = core.Matrix.dense(a)
    for bad in (b[:-1], [np.nan] * 12, b.reshape(12, 1), "text", None, 1.0):
        with pytest.raises((TypeError, ValueError)):
            core.lsq_solve(matrix, bad, sparsity=2)
    with pytest.raises(TypeError):
        core.lsq_solve(a, b, sparsity=2)
    for arguments in ((matrix, b, 0), (matrix, b, 10), (matrix, b, -1)):
        with pytest.raises(core.InvalidArgument):
            core.lsq_path(*arguments)


def test_answers_are_those_of_the_tool(tmp_path):
    if not os.access(os.environ.get("LODE", ""), os.X_OK):
        pytest.skip("the tool is not there (LODE)")
    a, b, _ = core.lsq_regression_data(30, 80, design="AII", noise="bII", seed=5)
    np.save(tmp_path / "a.npy", a)
    np.save(tmp_path / "b.npy", b)
    run = subprocess.run([os.environ["LODE"], "lsq", "solve", tmp_path / "a.npy", tmp_path / "b.npy", "--sparsity", "6",
                          "--seed", "3", "--format", "json", "-q"], capture_output=True, text=True, check=True,
                         env={key: value for key, value in os.environ.items() if key != "LD_PRELOAD"}, timeout=280)
    theirs, = json.loads(run.stdout)["results"]
    mine = core.lsq_solve(core.Matrix.dense(a), b, sparsity=6, seed=3)
    assert theirs["support"] == mine.support.tolist() and theirs["objective"] == mine.objective
    assert theirs["x"] == mine.x[mine.support].tolist()


def test_cancelled_searches_have_an_answer():
    a, b, truth = core.lsq_regression_data(60, 300)
    assert a.flags.f_contiguous and not a.flags.writeable and np.count_nonzero(truth) == 100
    cancel = core.Cancel()
    fit = core.lsq_solve(core.Matrix.dense(a), b, sparsity=10, time=3600.0, cancel=cancel,
                         progress=lambda report: cancel.set())
    assert fit.stop_reason == "interrupted" and len(fit.support) <= 10
    assert objective(a, b, fit.x) == pytest.approx(fit.objective)
    a, b = core.lsq_uniform_data(10, 5)
    assert a.shape == (10, 5) and 0 <= a.min() and a.max() < 1 and b.shape == (10,)


def test_methods_know_their_constraints():
    methods = {method.name: method for method in core.lsq_methods()}
    assert set(methods["hybrid"].constraints) == {"binary", "binary-c", "sparse", "sparse-c"} and methods["hybrid"].logistic
    assert all(method.options is not None and method.source for method in methods.values())
