"""lode behind the functions of networkx, called as its dispatcher calls a backend.

networkx 2.8 has no dispatcher: `dispatch` does what that of networkx 3.2 and newer does around one function.
"""
import pathlib
import pickle
import tomllib

import networkx as nx
import pytest
from hypothesis import given

import lode
from lode.nx_backend import FUNCTIONS, BackendInterface, get_info
from support import symmetric_matrices

PROJECT = pathlib.Path(__file__).resolve().parents[2] / "pyproject.toml"


def load_backend():
    """The object behind the entry point, as importlib.metadata loads it."""
    entry = tomllib.loads(PROJECT.read_text())["project"]["entry-points"]["networkx.backends"]["lode"]
    module, _, attribute = entry.partition(":")
    return getattr(__import__(module, fromlist=[attribute]), attribute)


def dispatch(name, graph, *args, **kwargs):
    """Asks, converts with all that networkx says of attributes, calls by name, converts the answer back."""
    backend = load_backend()
    if not hasattr(backend, name):
        raise NotImplementedError(f"{name} is not implemented by lode")
    can = backend.can_run(name, (graph, *args), kwargs)
    if can is not True:
        raise NotImplementedError(can)
    if getattr(graph, "__networkx_backend__", "networkx") == "networkx":
        graph = backend.convert_from_nx(
            graph, edge_attrs=None, node_attrs=None, preserve_edge_attrs=name.startswith("k_"),
            preserve_node_attrs=name.startswith("k_"), preserve_graph_attrs=name.startswith("k_"), name=name,
            graph_name="G")
        assert graph.__networkx_backend__ == "lode"
    return backend.convert_to_nx(getattr(backend, name)(graph, *args, **kwargs), name=name)


@given(symmetric_matrices())
def test_answers_are_those_of_networkx(matrix):
    graph = nx.relabel_nodes(nx.from_numpy_array(matrix), {v: (v, "v") for v in range(len(matrix))})
    numbers = dispatch("core_number", graph)
    assert numbers == nx.core_number(graph) and list(numbers) == list(graph)
    if len(graph):
        for name in ("k_core", "k_shell"):
            for k in (None, 0, 1, 2, 9):
                expected = getattr(nx, name)(graph, k)
                assert nx.utils.graphs_equal(dispatch(name, graph, k=k), expected)
                assert nx.utils.graphs_equal(dispatch(name, graph, k, numbers), expected)
    clique = dispatch("max_clique", graph)
    assert len(clique) == max(map(len, nx.find_cliques(graph)), default=0)
    members, size = dispatch("max_weight_clique", graph, weight=None)
    assert set(members) == clique and size == len(clique)
    density, chosen = dispatch("densest_subgraph", graph, iterations=3, method="greedy++")
    assert density == pytest.approx(graph.subgraph(chosen).number_of_edges() / max(1, len(chosen)))
    assert isinstance(chosen, set) and density == pytest.approx(lode.densest(graph).density)


def test_subgraphs_keep_all_attributes():
    graph = nx.karate_club_graph()
    core = dispatch("k_core", graph, 4)
    assert core.graph == graph.graph and core.nodes[0] == graph.nodes[0] and "weight" in core.edges[0, 1]
    copied = pickle.loads(pickle.dumps(BackendInterface.convert_from_nx(graph)))
    assert nx.utils.graphs_equal(BackendInterface.k_core(copied, 4), core)
    core.nodes[0]["club"] = "another"
    assert graph.nodes[0]["club"] == "Mr. Hi"


def test_a_graph_of_lode_is_taken_as_it_is():
    graph = lode.read("karate")
    assert dispatch("core_number", graph)[1] == 4
    assert sorted(dispatch("k_core", graph, 4)) == sorted(nx.k_core(graph.to_networkx(), 4))
    assert not graph.is_directed() and not graph.is_multigraph()
    assert len(dispatch("max_clique", graph)) == 5


def test_what_is_not_served_is_said():
    club = nx.karate_club_graph()
    assert BackendInterface.can_run("core_number", (club,), {}) is True
    assert BackendInterface.should_run("core_number", (), {"G": club}) is True
    for name, args, kwargs in (("core_number", (club.to_directed(),), {}), ("pagerank", (club,), {}),
                               ("max_weight_clique", (club,), {}), ("max_weight_clique", (club, "age"), {})):
        assert isinstance(BackendInterface.can_run(name, args, kwargs), str)
        with pytest.raises(NotImplementedError):
            dispatch(name, *args, **kwargs)
    club.add_edge(3, 3)
    for name in ("core_number", "k_core", "k_shell", "densest_subgraph"):
        with pytest.raises(nx.NetworkXError, match="self-loops"):
            dispatch(name, club)
    with pytest.raises(ValueError):
        dispatch("densest_subgraph", lode.Graph(), method="magic")
    with pytest.raises(lode.InvalidArgument):
        BackendInterface.max_weight_clique(lode.Graph(), weight="age")


def test_what_is_announced_is_there():
    info = get_info()
    assert set(info["functions"]) == set(FUNCTIONS) and info["backend_name"] == "lode"
    for name in FUNCTIONS:
        assert callable(getattr(BackendInterface, name))


def test_by_networkx_itself_when_it_is_new_enough():
    if not hasattr(nx.utils, "backends"):
        pytest.skip("networkx 3.2 is needed")
    if "lode" not in nx.utils.backends.backends:
        pytest.skip("lode is not installed, so networkx does not know it")
    club = nx.karate_club_graph()
    assert nx.core_number(club, backend="lode") == nx.core_number(club)
