"""Checks of answers: `verify`."""
from __future__ import annotations

import json
import math
from typing import Any, NamedTuple

from . import _core
from ._checks import check, refuse
from ._curve import Answers, Curve
from ._ids import vertex_values
from .certificate import Certificate, CheckedBound, CheckedCliques, agree
from .errors import VerificationError
from .functions import FoundSet
from .graph import Graph, as_graph
from .questions import Answer, directed_arcs, refuse_weights
from .result import Result, exact


class Counted(NamedTuple):
    """The number of edges inside a set, and their weight."""

    edges: int
    weight: float


def verify(graph: Any, what: Any, *, weight: str | bool | None = None, edges: int | None = None,
           claimed_weight: float | None = None, values: Any = None, sides: Any = "columns", labels: bool = False,
           trust_search: bool = False, threads: int = 0) -> \
        Counted | list[Counted] | list[CheckedBound] | CheckedCliques:
    """Recounts a set and checks the claims about it, or checks a certificate.

    what: an answer of lode, a Certificate, or labels of vertices. A Result, Answers and a Curve are checked as by `lode
        verify --result`: sets, demands, thresholds, quotas, ranks and bounds. Of a Densest, the set is recounted, and
        its density and bound must agree with the counts. Of a Clique, the edges are counted. An answer of
        `densest_cliques` is checked by its certificate. Of the answers about two sets (`densest_directed`,
        `ask` with sides), the edges between the sets are counted. Of a Certificate, every step is checked.
    weight: where the weights are, as in `find`.
    edges, claimed_weight: claims about a set given by labels: the number of edges inside it, and their weight.
    values: values of vertices, as in `find`, if the claims or the certificate count them.
    sides, labels: for answers about two sides, as in `ask`; labels also for `densest_directed`.
    trust_search: accept steps of a certificate that rest on an exhaustive search or on a statement of the input alone.

    Returns the edges and the weight inside the set or between the two sets, a list of them for Answers and a Curve, or
    what a certificate proves. Errors: VerificationError naming the first claim that does not hold.
    """
    check(edges=edges, claimed_weight=claimed_weight, labels=labels, trust_search=trust_search, threads=threads)
    if isinstance(what, Answer) and (hasattr(what, "sources") or hasattr(what, "left")):
        between = _edges_of(graph, what, sides, labels)
        return Counted(between, between)
    G = as_graph(graph, weight=weight)
    if isinstance(what, Answer):
        _check_cliques(G, what)
        what, edges = what.vertices, what.edges
    if isinstance(what, Certificate):
        return what.check(G, values=values, trust_search=trust_search, threads=threads)
    how = {"threads": threads}
    if isinstance(what, (Result, Answers, Curve)):
        numbers, text = vertex_values(values, G, "values"), json.dumps(what.to_dict())
        found = _core.verify_document(G._named_core(), numbers, text, how)
        each = [Counted(inside, exact(weighs, G)) for inside, weighs in found]
        return each[0] if isinstance(what, Result) else each
    if isinstance(what, FoundSet):
        edges, claimed_weight = getattr(what, "edges", edges), getattr(what, "weight", claimed_weight)
    inside, weighs = _core.verify(G._native, G.vertices_of(what), edges, claimed_weight, how)
    if isinstance(what, FoundSet):
        what._check(G, inside)
    return Counted(inside, exact(weighs, G))


def _check_cliques(graph: Graph, what: Answer) -> None:
    """Errors: VerificationError for an answer of `densest_cliques` that its certificate does not prove."""
    if getattr(what, "certificate", None) is None:
        refuse("what", what, "has no certificate, which shows its cliques")
    proven = what.certificate.check(graph)
    bound = what.bound_fraction.numerator, what.bound_fraction.denominator
    if tuple(proven) != (what.k, bound, tuple(what.vertices), what.cliques, what.proven_optimal):
        raise VerificationError(f"the answer and its certificate differ: the certificate proves {proven}")
    agree("ratio", what.ratio.value, what.cliques / max(1, what.size))
    agree("bound", what.bound, bound[0] / bound[1])


def _edges_of(graph: Any, what: Answer, sides: Any, labels: bool) -> int:
    """The edges between two sets, counted again. Errors: VerificationError; InvalidArgument for an unknown vertex."""
    directed = hasattr(what, "sources")
    ends = {"sources": what.sources, "targets": what.targets} if directed else {"left": what.left, "right": what.right}
    if not directed:
        refuse_weights(graph)
    if directed or isinstance(sides, str):
        arcs = directed_arcs(graph, labels)
        places = {name: place for place, name in enumerate(arcs._native.names() if arcs.labels is None else arcs.labels)}
        sets = []
        for name, chosen in ends.items():
            for label in chosen:
                if label not in places:
                    refuse(name, label, "no vertex is called so")
            if len(set(chosen)) < len(chosen):
                refuse(name, chosen, "a vertex is given twice")
            sets.append([places[label] for label in chosen])
        counted = int(arcs._native.count(*sets, not directed or what.loops_counted))
    else:
        G = as_graph(graph)
        left = set(G.vertices_of(sides, "sides"))
        sets = [set(G.vertices_of(chosen, name)) for name, chosen in ends.items()]
        if not sets[0] <= left or sets[1] & left:
            refuse("sides", sides, "the answer has other sides")
        counted = G.subgraph([*what.left, *what.right]).m
    agree("number of edges", what.edges, counted)
    rho = counted / math.sqrt(math.prod(map(len, ends.values())) or 1)
    if hasattr(what, "rho"):
        agree("rho", what.rho, rho)
    elif what.bound_of == "area":  # of sets with all edges between them
        agree("area", what.area, counted)
    agree("bound", what.bound, rho if hasattr(what, "rho") else counted, what.proven_optimal)
    return counted
