"""Least squares with few nonzeros or with signs: `lode.lsq.solve` and `lode.lsq.path`."""
from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Callable, Literal

import numpy as np

from . import _core
from ._checks import checked_settings, refuse
from ._convert import is_scipy_matrix
from ._ids import as_real_matrix, as_weights, whole_numbers
from ._methods import Methods, methods_of, settings_text
from ._runs import Progress, ask
from ._values import ByValue, Tabular, table_of
from .result import Stationarity, told

if TYPE_CHECKING:
    import pandas
    from typing_extensions import Unpack

    from ._settings import LsqSettings

__all__ = ["Fit", "Path", "methods", "path", "solve"]


def __dir__() -> list[str]:
    """The public names of the module."""
    return __all__


OnInterrupt = Literal["raise", "return"]
ProgressSink = Callable[[Progress], object]


@dataclass(frozen=True, eq=False)
class Fit(ByValue):
    """The best x found. Two fits are equal if all fields except times and iterations are equal."""

    x: np.ndarray  #: one value per column of A; read-only
    support: np.ndarray  #: columns where x is not 0, increasing (binary: all)
    objective: float  #: F(x), recomputed from A, b and x
    constraint: str  #: binary, binary-c, sparse or sparse-c
    s: int  #: requested number of nonzeros (ones); 0: none
    loss: str
    method: str
    stop_reason: str
    seconds: float = field(compare=False)
    preset: str = ""
    iterations: int = field(default=0, compare=False)
    #: seconds, weight (the objective), iteration
    trace: np.ndarray | None = field(default=None, repr=False, compare=False)
    stationarity: tuple[Stationarity, ...] = ()  #: the tested exchanges, with the result
    single_exchange: bool | None = None  #: True: no exchange of a nonzero for a zero improves x; None: not known
    note: str = ""

    def _shown(self) -> str:
        shown = ", ".join(f"{j}: {self.x[j]:.6g}" for j in self.support[:10].tolist())
        more = self.support.size - 10
        return shown + (f" and {more} more" if more > 0 else "")

    def _repr_html_(self) -> str:
        return table_of(f"{self.constraint} by {self.method}", [
            ("objective", f"{self.objective:.10g}"), ("x", self._shown()),
            ("ended", f"{self.stop_reason} after {self.seconds:.3g} s")])


class Path(Tabular, tuple[Fit, ...]):
    """Fits with 1, 2, ... nonzeros."""

    @property
    def objective(self) -> np.ndarray:
        """The objective of every size. It never rises."""
        return np.array([fit.objective for fit in self])

    def __repr__(self) -> str:
        if not self:
            return "Path(no fits)"
        return (f"Path({len(self)} fits of {self[0].s} to {self[-1].s} nonzeros, objective {self[0].objective:.6g} to "
                f"{self[-1].objective:.6g})")

    def _table(self) -> tuple[str, dict[str, Any]]:
        return f"{len(self)} fits", {
            "s": [fit.s for fit in self], "objective": [fit.objective for fit in self],
            "support": [fit.support.tolist() for fit in self], "values": [fit.x[fit.support].tolist() for fit in self]}

    def to_pandas(self) -> pandas.DataFrame:
        """A frame with one row per size."""
        return super().to_pandas().set_index("s")


def _instance_of(keywords: dict[str, Any]) -> _core.Instance:
    return _instance(keywords.pop("A"), keywords.pop("b"))


def _instance(A: Any, b: Any) -> _core.Instance:
    """A and b as an instance. A is read in place if it is stored by columns."""
    values = as_weights(b, "b")
    if not is_scipy_matrix(A):
        return _core.dense(np.require(as_real_matrix(A, "A"), np.float64, ["F", "A"]), values)
    entries = A.tocoo()
    return _core.sparse(*entries.shape, whole_numbers(entries.row, "row", np.uint32),
                        whole_numbers(entries.col, "col", np.uint32), as_weights(entries.data, "data"), values)


_FIELDS = frozenset(each.name for each in fields(Fit))


def _fits_of(columns: int, text: str) -> list[Fit]:
    """The answers in the JSON of the tool."""
    fits = []
    for row in json.loads(text)["results"]:
        x, support = np.zeros(columns), np.array(row["support"], dtype=np.int64)
        x[support] = row["x"]
        x.flags.writeable = support.flags.writeable = False
        check = row["certificate"] or {"stationarity": (), "single_exchange": None}
        evidence = tuple(Stationarity(each["k"], each["mode"], each["blocks"], each["holds"])
                         for each in check["stationarity"])
        fits.append(Fit(**{**told(row, _FIELDS, "objective"), "x": x, "support": support, "s": row.get("s", 0),
                           "objective": float(row["objective"]), "stationarity": evidence,
                           "single_exchange": check["single_exchange"]}))
    return fits


def solve(A: Any, b: Any, *, sparsity: int | None = None, lam: float | None = None, box: float | None = None,
          binary: bool = False, ones: int | None = None, loss: Literal["squared", "logistic"] = "squared",
          method: str = "hybrid", start: Any = None, target: float | None = None, refit: bool = True,
          check: bool = True, time: float | None = None, seed: int = 1, threads: int = 0,
          progress: bool | ProgressSink | None = None, cancel: _core.Cancel | None = None,
          on_interrupt: OnInterrupt = "raise", **settings: Unpack[LsqSettings]) -> Fit:
    """Minimises 1/2 |Ax - b|^2, or the logistic loss, under exactly one constraint.

    A: an array or a sparse matrix, m x n: of NumPy (read in place if of doubles in Fortran order) or SciPy.
    b: one value per row of A. For the logistic loss every value is -1 or 1.
    sparsity: constraint: at most this many nonzeros.
    lam: constraint: any nonzeros, each at this price.
    box: with lam: |x_i| <= box.
    binary: constraint: x in {-1, 1}^n.
    ones: constraint: x in {0, 1}^n with exactly this many ones.
    loss: the loss.
    method: the method, see `lode.lsq.methods()`. Its settings are further keywords, listed below.
    start: values of x with which the method begins.
    target: stop at this objective.
    refit: end with the best values on the support.
    check: test which exchanges improve x. The test takes a few times the work of a forward selection, or a tenth of a
        second.
    time: seconds.
    seed, threads, progress, cancel, on_interrupt: as in `lode.find`.

    See also: path, answers for every number of nonzeros.
    """
    asked = dict(locals(), settings=checked_settings(settings), b=as_weights(b, "b"),
                 start=None if start is None else as_weights(start, "start"))
    if loss == "logistic" and asked["b"].size and set(np.unique(asked["b"])) <= {0.0, 1.0} and not asked["b"].all():
        refuse("b", b, "labels of the logistic loss are -1 and 1: give 2 * b - 1")
    return ask(_core.lsq_solve, lambda instance, text: _fits_of(instance.columns, text)[0], asked, _instance_of)


def path(A: Any, b: Any, sparsity: int, *, sweeps: int = 2, check: bool = True, time: float | None = None,
         seed: int = 1, threads: int = 0, progress: bool | ProgressSink | None = None,
         cancel: _core.Cancel | None = None, on_interrupt: OnInterrupt = "raise") -> Path:
    """Finds the best supports of every size from 1 to `sparsity`. There are fewer if the call is stopped."""
    if sparsity is None:
        refuse("sparsity", sparsity, "a number of nonzeros, 1 or more, is needed")
    return ask(_core.lsq_path, lambda instance, text: Path(_fits_of(instance.columns, text)), locals(), _instance_of)


def methods() -> Methods:
    """All methods for least squares."""
    return methods_of(_core.lsq_methods())


solve.__doc__ = f"{solve.__doc__}\n    Settings of the methods:\n\n{settings_text(methods(), 4)}"
