"""lode as a backend of networkx (3.2 and newer): `nx.core_number(G, backend="lode")`.

Answers equal networkx's exact answers; `max_clique` and `densest_subgraph`, which networkx approximates, are
exact here. Graphs are converted once and cached by networkx; a `lode.Graph` is used directly.
"""
from __future__ import annotations

from typing import Any

from .errors import InvalidArgument
from .functions import cliques, cores, densest
from .graph import Graph

#: The supported functions, and the difference of their answers from networkx.
FUNCTIONS = {
    "core_number": "Core numbers in O(m); undirected graphs.",
    "k_core": "Undirected graphs.",
    "k_shell": "Undirected graphs.",
    "densest_subgraph": "Exact, by a largest flow: `iterations` and `method` change nothing. Graphs without self-loops.",
    "max_clique": "Exact: a largest clique, in exponential time in the worst case.",
    "max_weight_clique": "With weight=None.",
}


class NetworkxGraph(Graph):
    """A graph with a reference to its networkx graph. Its subgraphs keep the attributes of that graph."""

    original: Any

    @classmethod
    def of(cls, original: Any) -> NetworkxGraph:
        """Converts without weights: no function of this backend uses them."""
        graph = cls(original, weight=False)
        graph.original = original
        return graph

    def is_directed(self) -> bool:
        return bool(self.original.is_directed())

    def is_multigraph(self) -> bool:
        return bool(self.original.is_multigraph())

    def __reduce__(self) -> tuple[Any, ...]:
        return NetworkxGraph.of, (self.original,)


class BackendInterface:
    """The functions that networkx calls. Every method has the name of a networkx function."""

    @staticmethod
    def convert_from_nx(graph: Any, **_: Any) -> Graph:
        """Converts a networkx graph; the list of attributes to keep is ignored."""
        return graph if isinstance(graph, Graph) else NetworkxGraph.of(graph)

    @staticmethod
    def convert_to_nx(result: Any, *, name: str | None = None) -> Any:
        """Converts lode graphs to networkx; other objects are unchanged."""
        return result.to_networkx() if isinstance(result, Graph) else result

    @staticmethod
    def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
        """True, or the reason for refusal."""
        if name not in FUNCTIONS:
            return f"lode does not have {name}"
        graph = args[0] if args else kwargs.get("G")
        if graph is not None and graph.is_directed():
            return "lode reads graphs without directions"
        if name == "max_weight_clique" and (args[1] if len(args) > 1 else kwargs.get("weight", "weight")) is not None:
            return "lode knows no weights of nodes; use weight=None"
        return True

    should_run = can_run

    @staticmethod
    def core_number(G: Graph) -> dict[Any, int]:
        _refuse_loops(G)
        return dict(zip(G.labels_of(range(G.n)), cores(G).tolist()))

    @staticmethod
    def k_core(G: Graph, k: int | None = None, core_number: dict[Any, int] | None = None) -> Any:
        return _part(G, k, core_number, lambda core, least: core >= least)

    @staticmethod
    def k_shell(G: Graph, k: int | None = None, core_number: dict[Any, int] | None = None) -> Any:
        return _part(G, k, core_number, lambda core, least: core == least)

    @staticmethod
    def densest_subgraph(G: Graph, iterations: int = 1, *, method: str = "fista") -> tuple[float, set[Any]]:
        if method not in ("fista", "greedy++"):
            raise ValueError(f"method is {method!r}; networkx knows 'fista' and 'greedy++'")
        _refuse_loops(G)
        if G.m == 0:
            return 0.0, set()
        found = densest(G)
        return found.edges / len(found), set(found.labels)

    @staticmethod
    def max_clique(G: Graph) -> set[Any]:
        return set(cliques(G).labels)

    @staticmethod
    def max_weight_clique(G: Graph, weight: None = None) -> tuple[list[Any], int]:
        if weight is not None:
            raise InvalidArgument("weight: lode knows no weights of nodes; use weight=None")
        found = cliques(G)
        return found.labels, len(found)


def _refuse_loops(graph: Graph) -> None:
    if graph.report.self_loops_dropped:
        from networkx import NetworkXError

        raise NetworkXError("The graph has self-loops, which are not permitted here; "
                            "drop them with G.remove_edges_from(nx.selfloop_edges(G))")


def _part(graph: Graph, k: int | None, given: dict[Any, int] | None, keep: Any) -> Any:
    """The subgraph of the vertices whose core number is kept; of the networkx graph if there is one."""
    names = graph.labels_of(range(graph.n))
    numbers = BackendInterface.core_number(graph) if given is None else given
    least = max(numbers.values()) if k is None else k
    kept = [name for name in names if name in numbers and keep(numbers[name], least)]
    if isinstance(graph, NetworkxGraph):
        return graph.original.subgraph(kept).copy()
    return graph.subgraph(kept)


def get_info() -> dict[str, Any]:
    """The entry of this backend in the documentation of networkx."""
    return {
        "backend_name": "lode",
        "project": "lode",
        "package": "lode",
        "short_summary": "Exact dense subgraphs, cliques and cores in C++.",
        "functions": {name: {"additional_docs": text} for name, text in FUNCTIONS.items()},
    }
