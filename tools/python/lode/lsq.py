"""Least squares under sparse and binary constraints, on the same engine: `lode.lsq.solve`, `lode.lsq.path`."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Callable, Literal

import numpy as np

from . import _core
from ._arrays import as_real_matrix, as_weights, read_only
from ._checks import check as check_arguments
from ._checks import checked_settings, refuse
from ._html import grid_of, table_of
from ._matrices import is_scipy_matrix
from ._methods import Methods, _method_of, settings_text
from ._runs import answer_of, progress_sink
from ._values import ByValue
from .result import Stationarity

if TYPE_CHECKING:
    import pandas
    from typing_extensions import Unpack

    from ._settings import LsqSettings

__all__ = ["Fit", "Path", "methods", "path", "solve"]


def __dir__() -> list[str]:
    """What there is to call."""
    return __all__


OnInterrupt = Literal["raise", "return"]
Progress = Callable[[_core.Progress], object]


@dataclass(frozen=True, eq=False)
class Fit(ByValue):
    """The best x that was found. Equal to another one that says the same; times and iterations do not count."""

    x: np.ndarray  #: one value per column of A; read-only
    support: np.ndarray  #: columns where x is not 0, increasing (binary: all)
    objective: float  #: recomputed from A, b and x
    constraint: str  #: binary, binary-c, sparse or sparse-c
    s: int  #: nonzeros (ones) asked for; 0 where none were
    loss: str
    method: str
    stop_reason: str
    seconds: float = field(compare=False)
    preset: str = ""
    iterations: int = field(default=0, compare=False)
    #: seconds, weight (the objective), iteration
    trace: np.ndarray | None = field(default=None, repr=False, compare=False)
    stationarity: tuple[Stationarity, ...] = ()  #: which exchanges are known not to improve x
    single_exchange: bool | None = None  #: no exchange of a nonzero for a zero improves x; None: not checked
    note: str = ""

    def _shown(self) -> str:
        shown = ", ".join(f"{j}: {self.x[j]:.6g}" for j in self.support[:10].tolist())
        more = self.support.size - 10
        return shown + (f" and {more} more" if more > 0 else "")

    def _repr_html_(self) -> str:
        return table_of(f"{self.constraint} by {self.method}", [
            ("objective", f"{self.objective:.10g}"), ("x", self._shown()),
            ("ended", f"{self.stop_reason} after {self.seconds:.3g} s")])


class Path(tuple[Fit, ...]):
    """Fits of 1, 2, ... nonzeros."""

    @property
    def objective(self) -> np.ndarray:
        """Of every size; never rising."""
        return np.array([fit.objective for fit in self])

    def __repr__(self) -> str:
        if not self:
            return "Path(no fits)"
        return (f"Path({len(self)} fits of {self[0].s} to {self[-1].s} nonzeros, objective {self[0].objective:.6g} to "
                f"{self[-1].objective:.6g})")

    def _repr_html_(self) -> str:
        rows = [[f"{fit.s}", f"{fit.objective:.10g}", fit._shown()] for fit in self]
        return grid_of(f"{len(self)} fits", ["nonzeros", "objective", "x"], rows)

    def to_pandas(self) -> pandas.DataFrame:
        """One row per size."""
        import pandas

        rows = [[fit.s, fit.objective, fit.support.tolist(), fit.x[fit.support].tolist()] for fit in self]
        return pandas.DataFrame(rows, columns=["s", "objective", "support", "values"]).set_index("s")


def _matrix(A: Any) -> _core.Matrix:
    if is_scipy_matrix(A):
        if A.format == "csc":
            return _core.Matrix.csc(A.shape, A.indptr, A.indices, A.data)
        rows = A.tocsr()
        return _core.Matrix.csr(rows.shape, rows.indptr, rows.indices, rows.data)
    return _core.Matrix.dense(as_real_matrix(A, "A"))


def _fit_of(fit: _core.Fit) -> Fit:
    check = fit.check
    return Fit(
        x=read_only(fit.x), support=read_only(fit.support), objective=fit.objective, constraint=fit.constraint,
        s=fit.s, loss=fit.loss, method=fit.method, stop_reason=fit.stop_reason, seconds=fit.seconds,
        preset=fit.preset, iterations=fit.iterations, trace=fit.trace,
        stationarity=() if check is None else tuple(Stationarity(each.k, each.mode, each.blocks, each.holds)
                                                    for each in check.stationarity),
        single_exchange=None if check is None else check.single_exchange, note=fit.note)


def solve(A: Any, b: Any, *, sparsity: int | None = None, lam: float | None = None, box: float | None = None,
          binary: bool = False, ones: int | None = None, loss: Literal["squared", "logistic"] = "squared",
          method: str = "hybrid", start: Any = None, target: float | None = None, refit: bool = True,
          check: bool = True, time: float | None = None, seed: int = 1, threads: int = 0,
          progress: bool | Progress | None = None, cancel: _core.Cancel | None = None,
          on_interrupt: OnInterrupt = "raise", **settings: Unpack[LsqSettings]) -> Fit:
    """min 1/2 |Ax - b|^2, or the logistic loss with b of -1 and 1, under exactly one constraint.

    sparsity   at most so many nonzeros
    lam        a price per nonzero, perhaps with |x_i| <= box
    binary     x in {-1, 1}^n;  ones: x in {0, 1}^n with so many ones
    A          NumPy (read in place when of doubles in Fortran order) or SciPy (CSC likewise)
    refit      end with the best values on the support; check: say which exchanges cannot improve x
    start      values of x to begin with; target: stop at this objective; time: seconds
    """
    check_arguments(sparsity=sparsity, lam=lam, box=box, binary=binary, ones=ones, loss=loss, method=method,
                    target=target, refit=refit, check=check, time=time, seed=seed, threads=threads, progress=progress,
                    cancel=cancel, on_interrupt=on_interrupt)
    plain_settings = checked_settings(settings)
    matrix, values = _matrix(A), as_weights(b, "b")
    if loss == "logistic" and values.size and set(np.unique(values)) <= {0.0, 1.0} and not values.all():
        refuse("b", b, "labels of the logistic loss are -1 and 1: give 2 * b - 1")
    with progress_sink(progress) as sink:
        return answer_of(_core.Fit, lambda: _core.lsq_solve(
            matrix, values, sparsity=sparsity, lam=lam, box=box, binary=binary, ones=ones, loss=loss,
            method=method, settings=plain_settings, start=None if start is None else as_weights(start, "start"),
            target=target, raw=not refit, check=check, time=time, seed=seed, threads=threads, progress=sink,
            cancel=cancel, on_interrupt=on_interrupt), _fit_of)


def path(A: Any, b: Any, sparsity: int, *, sweeps: int = 2, check: bool = True, time: float | None = None,
         seed: int = 1, threads: int = 0, progress: bool | Progress | None = None,
         cancel: _core.Cancel | None = None, on_interrupt: OnInterrupt = "raise") -> Path:
    """The best supports of every size from 1 to `sparsity`; fewer when stopped."""
    check_arguments(sparsity=sparsity, sweeps=sweeps, check=check, time=time, seed=seed, threads=threads,
                    progress=progress, cancel=cancel, on_interrupt=on_interrupt)
    if sparsity is None:
        refuse("sparsity", sparsity, "a number of nonzeros, 1 or more, is needed")
    matrix = _matrix(A)
    with progress_sink(progress) as sink:
        return answer_of(list, lambda: _core.lsq_path(
            matrix, as_weights(b, "b"), sparsity, sweeps=sweeps, check=check, time=time, seed=seed, threads=threads,
            progress=sink, cancel=cancel, on_interrupt=on_interrupt), lambda fits: Path(map(_fit_of, fits)))


def methods() -> Methods:
    """All methods for least squares."""
    return Methods(map(_method_of, _core.lsq_methods()))


solve.__doc__ = f"{solve.__doc__}\n    Settings of the methods:\n\n{settings_text(_core.lsq_methods(), 4)}"
