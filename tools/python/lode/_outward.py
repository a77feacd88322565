"""Graphs as other packages have them. SciPy, networkx and pandas are imported where they are asked for."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ._html import table_of

if TYPE_CHECKING:
    import networkx
    import pandas
    import scipy.sparse

    from .graph import Graph

__all__ = ["to_html", "to_networkx", "to_pandas", "to_scipy"]


def to_scipy(graph: Graph) -> scipy.sparse.csr_array:
    """The adjacency matrix, a copy; ones where unweighted."""
    from scipy.sparse import csr_array

    weights = np.ones(graph.indices.size, np.int64) if graph.weights is None else graph.weights.copy()
    return csr_array((weights, graph.indices.copy(), graph.indptr.copy()), shape=(graph.n, graph.n))


def to_networkx(graph: Graph) -> networkx.Graph:
    """A networkx graph with the labels as nodes."""
    import networkx

    made = networkx.Graph()
    names = graph.names_of(np.arange(graph.n))
    made.add_nodes_from(names)
    u, v, w = graph.edges()
    ends = [names[i] for i in u.tolist()], [names[i] for i in v.tolist()]
    if w is None:
        made.add_edges_from(zip(*ends))
    else:
        made.add_weighted_edges_from(zip(*ends, w.tolist()))
    return made


def to_pandas(graph: Graph) -> pandas.DataFrame:
    """Edges by label."""
    import pandas

    u, v, w = graph.edges()
    labels = graph.labels
    columns = {"source": labels[u], "target": labels[v]}
    if w is not None:
        columns["weight"] = w
    return pandas.DataFrame(columns).infer_objects()  # dates and integers as such


def to_html(graph: Graph) -> str:
    """What a notebook shows of a graph."""
    facts = graph._native.summary()
    rows = [("vertices", f"{graph.n}"), ("edges", f"{graph.m}")]
    if graph.weighted:
        rows.append(("total weight", f"{graph.total_weight:.10g}"))
    rows += [("largest degree", f"{facts['max_degree']}"), ("average degree", f"{facts['average_degree']:.4g}"),
             ("largest core number", f"{facts['degeneracy']}"), ("components", f"{facts['components']}"),
             ("input", graph.report.summary)]
    return table_of("Graph", rows)
