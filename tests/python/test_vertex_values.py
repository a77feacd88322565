"""Values of vertices: `lode.find`, `bounds` and `verify` with arrays and mappings."""

import networkx as nx
import numpy as np
import pandas as pd
import pytest

import lode
from support import tool


def test_mappings_and_arrays_say_the_same_as_the_tool(tmp_path):
    values = {34: -6, 1: 2.5, 17: 9}
    path = tmp_path / "values.txt"
    path.write_text("".join(f"{v} {c}\n" for v, c in values.items()))
    printed = tool("find", "karate", "-s", "6", "--values", path, "--format", "json")["results"][0]
    by_label = lode.find("karate", 6, values=values)
    graph = lode.read("karate")
    by_order = lode.find(graph, 6, values=[values.get(v, 0) for v in graph.labels_of(range(graph.n))])
    for result in (by_label, by_order):
        found, = result.to_dict()["results"]
        for name in ("edges", "weight", "value", "objective", "bound", "gap", "vertices"):
            assert found[name] == printed[name], name
    assert "objective" in by_label.summary() and "value=" in repr(by_label) and "objective" in by_label._repr_html_()
    assert lode.find("karate", 6).value is None
    frame = lode.find(graph, [3, 4], values=values).to_pandas()
    assert (frame["weight"] + frame["value"] == frame["objective"]).all()


def test_a_series_is_a_mapping_from_its_index():
    graph = lode.Graph.from_edges(["ann", "bob", "cem"], ["bob", "cem", "ann"])
    scores = pd.Series([0, 0, 5], index=["cem", "bob", "ann"])
    assert lode.find(graph, 1, values=scores).labels == ["ann"]
    assert lode.bounds(graph, 1, values=scores).best[1].bound == lode.verify(graph, lode.find(graph, 1, values=scores), values=scores).edges + 5
    assert lode.densest(graph, values=scores).labels == ["ann"]
    costs = {"cem": 9.0, "ann": 0.1}
    assert lode.densest(graph, costs=pd.Series(costs)) == lode.densest(graph, costs=costs) != lode.densest(graph)
    assert lode.find(graph, 1, values=pd.Series([0, 0, 5])).labels == ["cem"]  # in the order of the vertices
    numbered = lode.Graph.from_edges([0, 1, 2], [1, 2, 0])
    assert lode.find(numbered, 1, values=pd.Series([0, 9, 5], index=[2, 0, 1])).labels == [0]
    for bad in (pd.Series([1, 2], index=["ann", "ann"]), pd.Series([1], index=["dan"])):
        with pytest.raises(lode.InvalidArgument):
            lode.find(graph, 1, values=bad)


def test_claims_about_values_need_them():
    result = lode.find("karate", 5, values={34: 3})
    with pytest.raises(lode.VerificationError):
        lode.verify("karate", result)
    with pytest.raises(lode.VerificationError):
        lode.verify("karate", result, values={34: 4})
    proof = lode.find("karate", 5, values={34: 3}, certificate=True).certificate
    assert lode.verify("karate", proof, values={34: 3}, trust_search=True)[0].bound == result.bound
    with pytest.raises(lode.VerificationError, match="values"):
        lode.verify("karate", proof, trust_search=True)


@pytest.mark.parametrize("values, words", [
    ([1, 2], "one per vertex, 34"), ({99: 1}, "99"), ({1: float("nan")}, "values of vertex 1 is nan: must be 0 or between 1e-100 and 1e100 in magnitude"), ({1: 1e101}, "1e-100 and 1e100"), ({1: "x"}, "not a number"),
    (np.zeros((2, 2)), "dimensions"), (5, "array"), ("weight", "array")])
def test_bad_values_are_refused(values, words):
    with pytest.raises(lode.InvalidArgument, match=words):
        lode.find("karate", 3, values=values)


def test_networks_and_methods():
    network = nx.path_graph(["ann", "bob", "cem", "dee"])
    result = lode.find(network, 2, values={"ann": 5, "dee": 5})
    assert sorted(result) == ["ann", "dee"] and result.objective == 10
    assert lode.find(network, 2, values={"ann": 5, "dee": 5}, connected=True).objective == 6
    for method in lode.methods():
        assert lode.find(network, 2, values={"ann": 5, "dee": 5}, method=method.name).objective <= 10
