"""Certificates: proofs of bounds, kept in a file and checked by code independent of the search."""
from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _core
from ._ids import vertex_values
from ._checks import check, path_of, refuse
from ._values import Tabular, shortened
from .errors import VerificationError

if TYPE_CHECKING:
    from .graph import Graph

_TAKEN = ("search", "stated")  # steps that rest only on an exhaustive search or on a statement of the input
_MOST_SIZES_SHOWN = 8


def agree(name: str, claimed: float, counted: float, equal: bool = True) -> None:
    """Checks that a number equals the counted one, or for a bound is at least that. Errors: VerificationError."""
    if not (math.isclose(claimed, counted, rel_tol=1e-9) or not equal and claimed > counted):
        raise VerificationError(f"the {name} is claimed as {claimed}, recounted as {counted}")


class CheckedBound(NamedTuple):
    """A bound that a certificate proves."""

    s: int
    bound_rule: str
    bound: float
    unchecked: tuple[tuple[int, float], ...]  #: sizes and values that rest on a search alone
    include: tuple[Any, ...] = ()  #: the bound is about sets that contain all of these vertices
    exclude: tuple[Any, ...] = ()  #: and none of these vertices
    core_of: float | None = None  #: the bound is about larger graphs with this one as core of this degree
    stated: tuple[tuple[int, float], ...] = ()  #: sizes and values that rest on a statement of the input alone
    minimised: bool = False  #: `bound` is a lower bound: no set of s vertices weighs less


class CheckedCliques(NamedTuple):
    """The bound proven by the certificate of `densest_cliques`."""

    k: int  #: vertices of a clique
    bound_fraction: tuple[int, int]  #: numerator and denominator: no set has more cliques per vertex
    vertices: tuple[Any, ...]  #: the set in the certificate
    cliques: int  #: number of cliques inside the set, counted by the check
    proven_optimal: bool  #: the cliques per vertex of the set equal the bound


@dataclass(frozen=True, repr=False)
class Certificate(Tabular):
    """Proofs of upper bounds, as JSON text. `lode verify --certificate` checks the same text, as `verify` does."""

    json: str

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Certificate:
        """Reads a file that `save` or `lode find --certificate` wrote."""
        with open(path_of("path", path), encoding="utf-8") as file:
            return cls(file.read())

    def save(self, path: str | PathLike[str], *, force: bool = False) -> None:
        """Writes a file, whole or not at all. Errors: InvalidArgument if it exists and `force` is false."""
        check(force=force)
        _core.write_text(path_of("path", path), self.json, force)

    def check(self, graph: Graph, *, values: Any = None, trust_search: bool = False, threads: int = 0) -> \
            list[CheckedBound] | CheckedCliques:
        """Checks every step against the graph, and returns the bounds that are proven. The certificate of
        `densest_cliques` proves one bound, on cliques.

        values: values of the vertices, as in `find`, if the bounds count them. trust_search: accept steps that rest on
        an exhaustive search or on a statement of the input alone.

        Errors: VerificationError for the first step that does not hold.
        """
        check(trust_search=trust_search, threads=threads)
        if self._is_of_cliques:
            if values is not None:
                refuse("values", values, "cliques have none: leave it out")
            found = _core.verify_cliques(graph._native, self.json, {"threads": threads})
            return CheckedCliques(*found[:2], tuple(graph.labels_of(found[2])), *found[3:])
        numbers = vertex_values(values, graph, "values")
        checked = _core.verify_certificate(graph._native, numbers, self.json, trust_search, {"threads": threads})
        return [CheckedBound(s, rule, bound, tuple(unchecked), tuple(graph.labels_of(include)),
                             tuple(graph.labels_of(exclude)), core_of, tuple(stated), minimised)
                for s, rule, bound, unchecked, include, exclude, core_of, stated, minimised in checked]

    def to_dict(self) -> dict[str, Any]:
        """The JSON as Python objects."""
        return dict(json.loads(self.json))

    @cached_property
    def _is_of_cliques(self) -> bool:
        return re.search(r'"kind"\s*:\s*"cliques"', self.json) is not None

    @cached_property
    def _claims(self) -> list[tuple[int, str, float, bool]]:
        """Size, bound, value, and whether each step can be checked. Empty if the text is no certificate."""
        try:
            return [(int(claim["s"]), str(claim["bound_rule"]), claim["bound"],
                     not any(step["rule"] in _TAKEN for step in claim["steps"]))
                    for claim in json.loads(self.json)["claims"]]
        except (KeyError, TypeError, ValueError, RecursionError):
            return []

    @property
    def checkable(self) -> bool:
        """True if every bound rests on steps that can be checked. `check` then needs no `trust_search`."""
        return self._is_of_cliques or bool(self._claims) and all(checkable for *_, checkable in self._claims)

    def __getstate__(self) -> dict[str, str]:
        return {"json": self.json}

    def __repr__(self) -> str:
        if self._is_of_cliques:
            return f"Certificate(cliques, {len(self.json)} bytes)"
        sizes = shortened([str(s) for s, *_ in self._claims[:_MOST_SIZES_SHOWN]], len(self._claims))
        return f"Certificate(s=[{sizes}], checkable={self.checkable}, {len(self.json)} bytes)"

    def _table(self) -> tuple[str, dict[str, Any]]:
        columns = zip(*self._claims)
        return f"Certificate, {len(self.json)} bytes", dict(zip(("s", "bound_rule", "bound", "checkable"), columns))
