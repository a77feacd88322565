"""Answers of several sizes as one object: `Curve`."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Iterable, overload

import numpy as np

from ._checks import refuse
from ._html import grid_of
from ._values import same
from .result import Result

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes

    from .certificate import Certificate
    from .graph import Graph

__all__ = ["Answers", "Curve"]

_MOST_ROWS_SHOWN = 20


def _frame_of(results: Sequence[Result], first: tuple[str, ...]) -> pandas.DataFrame:
    import pandas

    columns = (*first, "edges", "weight", "edge_density", "average_degree", "upper_bound", "bound", "gap", "optimal",
               "stop_reason", "seconds", "labels")
    return pandas.DataFrame([[getattr(result, name) for name in columns] for result in results], columns=list(columns))


def _grid_of(results: Sequence[Result], title: str, first: tuple[str, ...]) -> str:
    heads = [*first, "edges", "weight", "edge density", "average degree", "upper bound", "gap"]
    rows = [[*(f"{getattr(r, name)}" for name in first), f"{r.edges}", f"{r.weight:.10g}", f"{r.edge_density:.4g}",
             f"{r.average_degree:.4g}", f"{r.upper_bound:.10g}", "0 (optimal)" if r.optimal else f"{r.gap:.2%}"]
            for r in results[:_MOST_ROWS_SHOWN]]
    more = len(results) - len(rows)
    return grid_of(title + (f", {more} not shown" if more else ""), heads, rows)


class Answers(list[Result]):
    """Several sets of each size, the best first: what `find` with `top` answers.

    They are chosen one after the other, and the upper bound of each is that of all sets of its size.
    """

    def to_pandas(self) -> pandas.DataFrame:
        """One row per answer."""
        return _frame_of(self, ("s", "rank"))

    def _repr_html_(self) -> str:
        return _grid_of(self, f"{len(self)} answers", ("s", "rank"))


class Curve(Sequence):
    """The best sets of several sizes, in the order of the sizes that were asked for.

    A sequence of `Result`; columns of it are arrays. After an interruption there may be fewer answers than
    sizes were asked for. Equal to another one of equal results on the same graph.
    """

    def __init__(self, graph: Graph, results: Iterable[Result], seconds: float = 0.0,
                 certificate: Certificate | None = None) -> None:
        self.graph = graph
        self.results: tuple[Result, ...] = tuple(results)
        self.seconds = seconds  #: in all
        self.certificate = certificate  #: proof of the bounds, if asked for

    def __len__(self) -> int:
        return len(self.results)

    @overload
    def __getitem__(self, place: int) -> Result: ...

    @overload
    def __getitem__(self, place: slice) -> Curve: ...

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return Curve(self.graph, self.results[place], self.seconds, self.certificate)
        return self.results[place]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Curve):
            return NotImplemented
        return same((self.graph, self.results, self.certificate), (other.graph, other.results, other.certificate))

    def __hash__(self) -> int:
        return hash(self.results)

    def __repr__(self) -> str:
        if not self.results:
            return "Curve(no sizes)"
        return (f"Curve({len(self)} sizes from {self.s.min()} to {self.s.max()}, "
                f"{int(self.optimal.sum())} proven optimal)")

    def at(self, s: int) -> Result:
        """The answer of one size. Errors: InvalidArgument for a size that has none."""
        for result in self.results:
            if result.s == s:
                return result
        refuse("s", s, "there is no answer of this size")

    def _column(self, name: str, dtype: Any = None) -> np.ndarray:
        return np.array([getattr(result, name) for result in self.results], dtype=dtype)

    @property
    def s(self) -> np.ndarray:
        """Sizes."""
        return self._column("s", np.int64)

    @property
    def edges(self) -> np.ndarray:
        """Edges inside each set."""
        return self._column("edges", np.int64)

    @property
    def weight(self) -> np.ndarray:
        """Weights inside: integers where weights are integral."""
        return self._column("weight", None if self.results else np.int64)

    @property
    def upper_bound(self) -> np.ndarray:
        """Proven bounds on the weight: integers where weights are integral."""
        return self._column("upper_bound", None if self.results else np.int64)

    @property
    def edge_density(self) -> np.ndarray:
        """weight / (s (s - 1) / 2)."""
        return self._column("edge_density", np.float64)

    @property
    def average_degree(self) -> np.ndarray:
        """2 weight / s."""
        return self._column("average_degree", np.float64)

    @property
    def gap(self) -> np.ndarray:
        """(upper bound - weight) / upper bound."""
        return self._column("gap", np.float64)

    @property
    def optimal(self) -> np.ndarray:
        """Where the answer is proven optimal."""
        return self._column("optimal", bool)

    def largest_with_density(self, density: float) -> Result | None:
        """The largest answer whose edge density is at least `density`; None if there is none."""
        enough = [result for result in self.results if result.edge_density >= density]
        return max(enough, key=lambda result: (result.s, result.weight)) if enough else None

    def best_average_degree(self) -> Result | None:
        """The answer of largest average degree, the smallest of equal ones; None if there is no answer."""
        if not self.results:
            return None
        return max(self.results, key=lambda result: (result.average_degree, -result.s))

    def to_pandas(self) -> pandas.DataFrame:
        """One row per size, with the columns of this class, the method's words, and the labels as lists."""
        return _frame_of(self.results, ("s",)).set_index("s")

    def plot(self, ax: Axes | None = None) -> Axes:
        """Edge density against size, and the bound above it, with matplotlib; proven answers have a ring."""
        if ax is None:
            from matplotlib import pyplot

            ax = pyplot.subplots()[1]
        from matplotlib.ticker import MaxNLocator

        order = np.argsort(self.s, kind="stable")
        s, density, proven = self.s[order], self.edge_density[order], self.optimal[order]
        pairs = np.maximum(s * (s - 1) / 2, 1)
        # Wide and pale, so that it is seen where the answer meets it.
        ax.plot(s, self.upper_bound[order] / pairs, linewidth=5, color="0.8", label="upper bound")
        ax.plot(s, density, marker=".", label=self.results[0].method if self.results else "found")
        if proven.any():
            ax.plot(s[proven], density[proven], linestyle="", marker="o", fillstyle="none", color="C0",
                    label="proven optimal")
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.set_title(f"Densest sets of a graph of {self.graph.n} vertices")
        ax.set_xlabel("vertices")
        ax.set_ylabel("edge density")
        ax.legend()
        return ax

    def _repr_html_(self) -> str:
        return _grid_of(self.results, f"{len(self)} sizes", ("s",))
