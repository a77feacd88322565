"""Answers of several sizes as one object: `Curve`."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from ._checks import refuse
from ._values import ByValue, Tabular
from .result import Result, densities_of, document_of

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes

    from .certificate import Certificate
    from .graph import Graph


def _columns_of(results: Sequence[Result], first: tuple[str, ...]) -> dict[str, Any]:
    valued = ("value", "objective") if any(result.value is not None for result in results) else ()
    densities = densities_of(results[0].graph) if results else ()
    names = (*first, "edges", "weight", *valued, *densities, "bound", "bound_rule", "gap", "proven_optimal",
             "stop_reason", "seconds", "labels")
    return {name: [getattr(result, name) for result in results] for name in names}


class Answers(Tabular, list[Result]):
    """Several sets of each size, the best first: the answer of `find` with `top`.

    The sets are chosen one after the other. The upper bound of each is about all sets of its size.
    """

    def to_dict(self) -> dict[str, Any]:
        """The answers as a document of plain data that `lode verify --result` takes."""
        return document_of(self)

    def _table(self) -> tuple[str, dict[str, Any]]:
        return f"{len(self)} answers", _columns_of(self, ("s", "rank"))


def _column(name: str, meaning: str, dtype: Any = None) -> np.ndarray:
    """A property: an attribute of all answers as an array. Without dtype, the values determine it; integers for an
    empty curve."""
    def of_all(curve: Curve) -> np.ndarray:
        values = [getattr(result, name) for result in curve.results]
        return np.array(values, dtype=dtype if values or dtype else np.int64)
    return property(of_all, doc=meaning)  # type: ignore[return-value]


@dataclass(frozen=True, eq=False, repr=False)
class Curve(Tabular, ByValue, Sequence):
    """The best sets of several sizes, in the order in which the sizes were asked for.

    A Curve is a sequence of `Result`, and its columns are arrays. After an interruption there may be fewer answers than
    sizes. Two curves are equal if their results are equal and on the same graph.
    """

    graph: Graph
    results: tuple[Result, ...]
    seconds: float = field(default=0.0, compare=False)  #: time of the whole call
    certificate: Certificate | None = None  #: proof of the bounds, if requested

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

    def __repr__(self) -> str:
        if not self.results:
            return "Curve(no sizes)"
        return (f"Curve({len(self)} sizes from {self.s.min()} to {self.s.max()}, "
                f"{int(self.proven_optimal.sum())} proven optimal)")

    def at(self, s: int) -> Result:
        """The answer of one size. Errors: InvalidArgument for a size that has none."""
        for result in self.results:
            if result.s == s:
                return result
        refuse("s", s, "there is no answer of this size")

    s = _column("s", "Sizes.", np.int64)
    edges = _column("edges", "Edges inside each set.", np.int64)
    weight = _column("weight", "Weights inside: integers where weights are integral.")
    objective = _column("objective", "Weights, and the values of vertices where they have any.")
    bound = _column("bound", "Proven bounds on the objective: integers where weights are integral.")
    edge_density = _column("edge_density", "edges / (s (s - 1) / 2).", np.float64)
    weight_per_pair = _column("weight_per_pair", "weight / (s (s - 1) / 2).", np.float64)
    average_degree = _column("average_degree", "2 edges / s.", np.float64)
    average_strength = _column("average_strength", "2 weight / s.", np.float64)
    gap = _column("gap", "(bound - objective) / bound.", np.float64)
    proven_optimal = _column("proven_optimal", "Where the answer is proven optimal.", bool)

    def largest_with_density(self, density: float) -> Result | None:
        """The largest answer with at least this weight per pair of vertices (without weights: edge density), or None."""
        enough = [result for result in self.results if result.weight_per_pair >= density]
        return max(enough, key=lambda result: (result.s, result.weight)) if enough else None

    def to_dict(self) -> dict[str, Any]:
        """The answers as a document of plain data that `lode verify --result` takes."""
        return document_of(self.results)

    def to_pandas(self) -> pandas.DataFrame:
        """A frame with one row per size: the columns of this class, notes of the method, and the labels as lists."""
        return super().to_pandas().set_index("s")

    def _table(self) -> tuple[str, dict[str, Any]]:
        limits = ", each with a lower bound" if any(result.minimised for result in self.results) else ""
        return f"{len(self)} sizes{limits}", _columns_of(self.results, ("s",))

    def plot(self, ax: Axes | None = None) -> Axes:
        """Plots edge density and its upper bound against size, with matplotlib. Answers that are proven optimal have a
        ring.

        With values of vertices it plots the objective, and its upper bound.
        """
        if ax is None:
            from matplotlib import pyplot

            ax = pyplot.subplots()[1]
        from matplotlib.ticker import MaxNLocator

        order = np.argsort(self.s, kind="stable")
        s, density, proven = self.s[order], self.weight_per_pair[order], self.proven_optimal[order]
        pairs = np.maximum(s * (s - 1) / 2, 1)
        if valued := any(result.value is not None for result in self.results):
            pairs, density = np.ones(len(s)), self.objective[order]
        # The wide pale line is visible even under the line of the answers.
        minimised = any(result.minimised for result in self.results)
        bounds = np.array([result.bound for result in self.results], dtype=np.float64)
        ax.plot(s, bounds[order] / pairs, linewidth=5, color="0.8", label="lower bound" if minimised else "upper bound")
        ax.plot(s, density, marker=".", label=self.results[0].method if self.results else "found")
        if proven.any():
            ax.plot(s[proven], density[proven], linestyle="", marker="o", fillstyle="none", color="C0",
                    label="proven optimal")
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.set_title(f"{'Sparsest' if minimised else 'Densest'} sets of a graph of {self.graph.n} vertices")
        ax.set_xlabel("vertices")
        ax.set_ylabel("objective" if valued else densities_of(self.graph)[0].replace("_", " "))
        ax.legend()
        return ax
