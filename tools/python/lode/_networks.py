"""Graphs of networkx and igraph as arcs."""
from __future__ import annotations

from itertools import chain
from typing import Any, Literal, Union

import numpy as np

from ._arrays import as_weights, number_of
from ._edges import Arcs
from .errors import InvalidArgument, warn

__all__ = ["Weight", "arcs_of_igraph", "arcs_of_networkx", "has_weights", "is_igraph", "is_networkx"]

#: An attribute of edges; False: no weights; None: no weights, with a warning about unused ones.
Weight = Union[str, Literal[False], None]

_USUAL = "weight"  # the usual attribute for weights of edges


def _warn_of_weights() -> None:
    warn(f"edges have weights (attribute {_USUAL!r}), which are not used; weight={_USUAL!r} uses them, weight=False "
         "says that they are not wanted")


def is_networkx(value: Any) -> bool:
    """True for a networkx graph, or for an object that is used like one. networkx is not imported."""
    return all(hasattr(value, name) for name in ("adjacency", "is_multigraph", "is_directed", "nodes", "edges"))


def is_igraph(value: Any) -> bool:
    """True for a graph of python-igraph. It is not imported."""
    return (type(value).__module__ or "").partition(".")[0] == "igraph" and hasattr(value, "get_edgelist")


def has_weights(graph: Any) -> bool:
    """True if some edge has an attribute "weight" that is not 1."""
    if is_networkx(graph):
        return any(value != 1 for _, _, value in graph.edges(data=_USUAL, default=1))
    return _USUAL in graph.es.attributes() and any(value != 1 for value in graph.es[_USUAL])


def arcs_of_networkx(graph: Any, weight: Weight) -> Arcs:
    """Nodes in the order of the graph, and edges with the attribute `weight`. An edge without it weighs 1."""
    nodes = list(graph)
    place = {node: number for number, node in enumerate(nodes)}
    trivial = all(type(node) is int and node == number for number, node in enumerate(nodes))
    labels = None if trivial else nodes
    values = None
    if weight is None and has_weights(graph):
        _warn_of_weights()
    if weight is None or weight is False:
        ends = np.fromiter((place[node] for edge in graph.edges() for node in edge[:2]), dtype=np.int64)
    else:
        triples = list(graph.edges(data=weight, default=1))
        if triples and not any(weight in data for _, _, data in graph.edges(data=True)):
            raise InvalidArgument(f"weight: no edge has an attribute {weight!r}")
        ends = np.fromiter(chain.from_iterable((place[a], place[b]) for a, b, _ in triples), dtype=np.int64,
                           count=2 * len(triples))
        values = np.array([number_of(value, lambda: f"weight: {weight!r} of the edge ({a!r}, {b!r})")
                           for a, b, value in triples], dtype=np.float64)
    u, v = ends[0::2], ends[1::2]
    if not graph.is_directed():
        u, v = np.minimum(u, v), np.maximum(u, v)
    return Arcs(u, v, values, len(nodes), labels)


def arcs_of_igraph(graph: Any, weight: Weight) -> Arcs:
    """Vertices with their attribute `name` as label, if there is one, and edges."""
    ends = np.array(graph.get_edgelist(), dtype=np.int64).reshape(-1, 2)
    u, v = ends[:, 0], ends[:, 1]
    if not graph.is_directed():  # a pair in the other order is a repetition
        u, v = np.minimum(u, v), np.maximum(u, v)
    names = list(graph.vs["name"]) if "name" in graph.vs.attributes() else None
    values = None
    if weight is None and has_weights(graph):
        _warn_of_weights()
    if weight is not None and weight is not False:
        if weight not in graph.es.attributes():
            raise InvalidArgument(f"weight: edges have no attribute {weight!r}")
        values = as_weights(graph.es[weight], weight)
    return Arcs(u, v, values, graph.vcount(), names)
