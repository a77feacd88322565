"""Densest subgraphs, layers, cores, cliques, bounds, reports and comparisons against networkx and brute force."""
import dataclasses
import html
import itertools
import json
import os
import subprocess
from fractions import Fraction

import networkx as nx
import numpy as np
import pandas
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lode
from support import heaviest, interrupted, symmetric_matrices, tool

WEIGHTS = st.sampled_from([1.0, 2.0, 0.5])


@given(symmetric_matrices())
def test_cores_and_cliques_are_those_of_networkx(matrix):
    reference = nx.from_numpy_array(matrix)
    graph = lode.Graph(reference)
    assert dict(enumerate(lode.cores(graph).tolist())) == nx.core_number(reference)
    best = lode.cliques(graph)
    assert len(best) == max(map(len, nx.find_cliques(reference)), default=0) == best.bound and best.exact
    assert all(reference.has_edge(u, v) for u, v in itertools.combinations(best.labels, 2))
    if len(best) > 2:
        assert len(lode.cliques(graph, enough=2)) >= 2


@settings(max_examples=30)
@given(symmetric_matrices(most=8, weights=WEIGHTS))
def test_densest_and_layers(matrix):
    graph = lode.Graph.from_dense(matrix)
    found = lode.densest(graph)
    largest = max((heaviest(matrix, s) / s for s in range(1, len(matrix) + 1)), default=0)
    assert found.density == pytest.approx(largest) and found.proven_optimal
    assert found.weight == pytest.approx(matrix[np.ix_(found.vertices, found.vertices)].sum() / 2)
    assert found.subgraph().m == found.edges
    layers = lode.dense_layers(graph)
    assert layers.complete
    if graph.n:
        assert layers.densities[0] == pytest.approx(largest) and (np.diff(layers.densities) < 0).all()
        assert layers.sizes[-1] == graph.n and layers.labels(0) == found.labels
        assert layers.to_pandas()["size"].tolist() == layers.sizes.tolist()


def test_sets_are_shown_by_label():
    graph = lode.Graph(nx.relabel_nodes(nx.complete_graph(14), {v: f"<{v}>" for v in range(14)}))
    assert repr(lode.cliques("karate")) == "Clique(bound=5, exact=True, labels=[1, 2, 3, 4, 14])"
    assert repr(lode.densest(graph)).endswith("'<11>' and 2 more])")
    html = lode.densest(graph)._repr_html_()
    assert "&lt;11&gt; and 2 more" in html and "6.5" in html and "<0>" not in html
    assert repr(lode.find(graph, 13)).endswith(" and 1 more])")


def test_bounds_are_those_of_the_tool():
    printed = tool("bounds", "karate", "-s", "5,9", "--effort", "cheap", "--format", "json")
    found = lode.bounds("karate", [5, 9], effort="cheap")
    expected = {(of_size["s"], b["bound_rule"]): b["bound"] for of_size in printed["results"]
                for b in of_size["bounds"]}
    assert {(b.s, b.bound_rule): b.bound for size in (5, 9) for b in found[size]} == expected
    frame = found.to_pandas()
    assert frame.columns.tolist() == ["bound_rule", "s", "bound", "seconds"]
    for size in (5, 9):
        of_size = frame[frame.s == size].bound.tolist()
        assert of_size == sorted(of_size) and len(of_size) > 3 and found[size][0] == found.best[size]
    assert "<caption>Upper bounds</caption>" in found._repr_html_()


def test_verify_refuses_false_claims():
    graph = lode.read("karate")
    assert lode.verify(graph, [1, 2, 3, 4, 14], edges=10) == (10, 10)
    for claim in ({"edges": 9}, {"claimed_weight": 11}):
        with pytest.raises(lode.VerificationError):
            lode.verify(graph, [1, 2, 3, 4, 14], **claim)
    best = lode.find(graph, 6)
    for change in ({"bound": best.weight - 1}, {"edges": best.edges + 1}, {"bound": best.weight + 1},
                   {"include": (17,)}, {"gap": 0.5}):
        with pytest.raises(lode.VerificationError):
            lode.verify(graph, dataclasses.replace(best, **change))


def honest_answers():
    """Answers to every kind of question, each with its graph and the values of its vertices."""
    karate, officers = lode.read("karate"), [1, 2, 3, 4, 8, 14]
    for options in ({"s": 6}, {"s": 6, "top": 4, "max_overlap": 0}, {"s": 6, "top": 3}, {"s": [3, 5, 8]},
                    {"s": 6, "minimise": True}, {"s": 8, "quotas": {"officers": (officers, 3, 3), "hubs": ([1, 34], 1, None)}},
                    {"s": 7, "include": [9], "exclude": [1], "connected": True}, {"s": 5, "effort": "none"},
                    {"min_density": 0.8}, {"min_density": [0.9, 0.5]}, {"missing": 2}, {"plex": 2},
                    {"s": 6, "certificate": True}, {"s": 6, "core_of": 1}, {"s": 12, "preset": "descent"}):
        yield karate, lode.find(karate, **options), None
    values = {34: -6, 1: 2.5, 17: 9}
    yield karate, lode.find(karate, 6, values=values), values
    for graph in (lode.Graph(nx.relabel_nodes(nx.karate_club_graph(), {v: ("member", v) for v in range(34)})),
                  lode.generate("planted", n=60, size=8, seed=7, max_weight=9)):
        yield graph, lode.find(graph, 6, top=3, max_overlap=0, exclude=[graph.labels[2]]), None
        yield graph, lode.densest(graph), None
        yield graph, lode.cliques(graph), None
        yield graph, lode.densest_cliques(graph), None


def test_verify_takes_every_honest_answer():
    for graph, answer, values in honest_answers():
        counted = lode.verify(graph, answer, values=values)
        if isinstance(answer, (lode.Answers, lode.Curve)):
            assert [each.edges for each in counted] == [one.edges for one in answer]
            assert [lode.verify(graph, one, values=values) for one in answer] == counted
        else:
            inside = graph.subgraph(answer.vertices) if isinstance(answer, lode.Answer) else answer.subgraph()
            assert counted.edges == inside.m and counted.weight == inside.total_weight


@settings(max_examples=60)
@given(symmetric_matrices(most=6, weights=st.floats(-9, 9, allow_subnormal=False).map(lambda w: round(w, 3))), st.data())
def test_verify_takes_answers_on_signed_weights(matrix, data):
    if len(matrix) < 2:
        return
    graph = lode.Graph.from_dense(matrix, signed=True)
    answer = lode.find(graph, data.draw(st.integers(1, len(matrix))), minimise=data.draw(st.booleans()))
    assert lode.verify(graph, answer).weight == pytest.approx(answer.weight)


def test_verify_and_the_tool_refuse_the_same_false_claims(tmp_path):
    graph, others = lode.read("karate"), lode.find("karate", 6, top=3, max_overlap=0)
    best, largest = lode.find(graph, 6), lode.find(graph, min_density=0.8)
    for claim in (dataclasses.replace(best, bound=best.weight - 1), dataclasses.replace(best, edges=best.edges + 1),
                  dataclasses.replace(largest, further={**largest.further, "min_density": 0.99}), dataclasses.replace(best, s=7),
                  dataclasses.replace(best, gap=0.5), dataclasses.replace(best, bound_rule="magic"), lode.Answers([]),
                  dataclasses.replace(best, graph=lode.generate("gnp", n=34, p=0.2))):
        with pytest.raises(lode.LodeError) as refused:
            lode.verify(graph, claim)
        path = tmp_path / "claim.json"
        path.write_text(json.dumps(claim.to_dict()))
        printed = subprocess.run([os.environ["LODE"], "verify", "karate", "--result", path], capture_output=True, text=True)
        assert printed.returncode == (4 if isinstance(refused.value, lode.VerificationError) else 3), printed.stderr
    for good in (best, largest, others, others[2]):
        path.write_text(json.dumps(good.to_dict()))
        subprocess.run([os.environ["LODE"], "verify", "karate", "--result", path], check=True, capture_output=True)
    dense, clique = lode.densest(graph), lode.cliques(graph)
    for claim in (dataclasses.replace(dense, density=3.0), dataclasses.replace(dense, bound=2.0),
                  dataclasses.replace(dense, edges=1), dataclasses.replace(clique, vertices=np.array([0, 9])),
                  dataclasses.replace(clique, bound=4),
                  lode.Answer(**{**vars(lode.densest_cliques(graph)), "cliques": 99})):
        with pytest.raises(lode.VerificationError):
            lode.verify(graph, claim)


def test_weights_have_one_word():
    answer = lode.find("lesmis", 5, weight=True)
    assert lode.verify("lesmis", answer, weight=True).weight == answer.weight
    for claim in (lambda: lode.find("lesmis", 5), lambda: lode.densest("lesmis")):
        with pytest.warns(lode.LodeWarning, match="weight=True reads weights, weight=False"):
            claim()
    with pytest.warns(lode.LodeWarning), pytest.raises(lode.VerificationError, match="with its weights"):
        lode.verify("lesmis", answer)
    with pytest.warns(lode.LodeWarning, match="weighted=True"):
        lode.read("lesmis")


def test_comparisons(tmp_path):
    runs = lode.compare("karate", [4, 6], methods=["hybrid", "tpm"], starts=2, time=1)
    for labels, edges in zip(runs.labels, runs.edges):  # karate begins with 1
        assert lode.verify("karate", labels).edges == edges and 0 not in labels
    assert len(runs) >= 6 and set(runs.method) == {"hybrid", "tpm"} and set(runs.s) == {4, 6}
    assert runs[runs.method == "hybrid"].edges.groupby(runs.s).max().tolist() == [
        lode.find("karate", s).edges for s in (4, 6)]
    named = {"club": nx.karate_club_graph(), "random": lode.generate("gnp", n=30, p=0.3)}
    scores = lode.compare(named, 5, methods="tpm", starts=1, time=1, table="scores")
    assert scores.method.tolist() == ["tpm"] and scores.instances.tolist() == [2]
    instances = lode.compare(named, 5, methods=["tpm"], starts=1, time=1, table="instances")
    assert instances.graph.tolist() == ["club", "random"] and (instances.best <= instances.bound).all()
    told = []
    graph = lode.generate("planted", n=200, size=12, seed=7)
    runs = lode.compare({"planted": graph}, [10, 20], methods=["hybrid:fast", "tabu"], starts=2, time=2,
                        progress=told.append, journal=tmp_path / "journal")
    assert len(runs) == 8 and set(runs.method) == {"hybrid:fast", "tabu"} and (tmp_path / "journal").stat().st_size > 0
    for s, vertices, weight in zip(runs.s, runs.labels, runs.weight):
        assert len(vertices) == s and lode.verify(graph, vertices).weight == weight
    assert {event.event for event in told} == {"began", "ended"} and told[-1].left == 0
    with pytest.raises(lode.InvalidArgument):
        lode.compare(named, 5, table="tables")
    with pytest.raises(lode.InvalidArgument):
        lode.compare(named, 5, methods=["magic"])


def test_reports(tmp_path):
    graph = lode.Graph(nx.relabel_nodes(nx.karate_club_graph(), {v: ("v", v) for v in range(34)}))
    made = lode.report(graph, tmp_path / "club.html", name="<club>", s=[3, 5, 8], method="hybrid", time=5)
    page = (tmp_path / "club.html").read_text()
    assert "&lt;club&gt;" in page and "<club>" not in page
    frame = made.to_pandas()
    assert frame.s.tolist() == [3, 5, 8] and frame.edges.tolist()[:2] == [3, 10]
    shown = html.unescape(made._repr_html_().partition('srcdoc="')[2].partition('"')[0])
    assert "<club>" in str(made) and shown.splitlines()[:5] == page.splitlines()[:5] and "&lt;club&gt;" in shown
    assert json.loads(made.text("json"))["command"] == "report"
    for ending in (".json", ".txt"):
        made.save(tmp_path / f"club{ending}")
        assert (tmp_path / f"club{ending}").stat().st_size > 100
    with pytest.raises(lode.InvalidArgument):
        made.save(tmp_path / "club.html")
    with pytest.raises(lode.InvalidArgument, match="ends in none"):
        lode.report(graph, tmp_path / "club.pdf")
    with pytest.raises(lode.InvalidArgument, match="format is"):
        made.text("pdf")


def test_long_calls_can_be_cancelled():
    cancel = lode.Cancel()
    cancel.set()
    graph = lode.generate("gnp", n=300, p=0.9, seed=2)
    assert not lode.cliques(graph, cancel=cancel).exact
    assert lode.bounds(graph, 20, cancel=cancel).best[20].bound >= lode.find(graph, 20, cancel=cancel).weight
    cancel.clear()
    assert not cancel.is_set()


def test_ctrl_c_keeps_what_a_call_has():
    graph = lode.generate("gnp", n=400, p=0.9, seed=2)
    best = interrupted(lambda: lode.cliques(graph, time=120))
    assert isinstance(best, lode.Clique) and not best.exact and len(best) < best.bound
    assert best.subgraph().m == len(best) * (len(best) - 1) // 2


def test_ctrl_c_keeps_what_a_report_and_a_comparison_have():
    graph = lode.read("planted-20000")
    made = interrupted(lambda: lode.report(graph, name="planted", time=120))
    assert isinstance(made, lode.Report) and made.stop_reason == "interrupted" and "planted" in str(made)
    runs = interrupted(lambda: lode.compare(graph, [60], methods="tabu", time=120))
    assert isinstance(runs, pandas.DataFrame)


def test_what_a_callback_raises_keeps_its_own_result():
    class Enough(Exception):
        result = "its own"

    def refuse(_):
        raise Enough

    A = np.random.default_rng(1).normal(size=(40, 30))
    for call in (lambda: lode.find("planted-2000", 30, method="tabu", time=5, progress=refuse),
                 lambda: lode.lsq.solve(A, A[:, 0], sparsity=5, progress=refuse),
                 lambda: lode.report("karate", progress=refuse)):
        with pytest.raises(Enough) as caught:
            call()
        assert caught.value.result == "its own"


def test_a_call_that_has_nothing_yet_is_interrupted():
    cancel = lode.Cancel()
    cancel.set()
    with pytest.raises(lode.Interrupted):
        lode.read("planted-20000", cancel=cancel)


@settings(max_examples=40)
@given(symmetric_matrices(most=8))
def test_clique_densities_trusses_and_trees_by_their_definitions(matrix):
    reference = nx.from_numpy_array(matrix)
    graph = lode.Graph(reference)
    for k in (3, 4):
        cliques = [set(c) for c in itertools.combinations(range(len(matrix)), k)
                   if all(reference.has_edge(u, v) for u, v in itertools.combinations(c, 2))]
        sets = (set(s) for size in range(1, len(matrix) + 1) for s in itertools.combinations(range(len(matrix)), size))
        most = [0] * (len(matrix) + 1)
        for chosen in sets:
            most[len(chosen)] = max(most[len(chosen)], sum(c <= chosen for c in cliques))
        found = lode.densest_cliques(graph, k, curve=True)
        assert found.proven_optimal and found.k == k and found.cliques == sum(c <= set(found.vertices) for c in cliques)
        best = max((count / size for size, count in enumerate(most) if size), default=0)
        assert found.ratio.value == pytest.approx(best) == found.bound
        assert (found.curve >= most).all()
    trusses = lode.truss_numbers(graph)
    assert set(map(frozenset, trusses)) == set(map(frozenset, reference.edges))
    for k in range(2, 8):  # an edge of networkx's k-truss is in k-2 triangles, too
        edges = {frozenset(edge) for edge, number in trusses.items() if number >= k}
        assert edges == set(map(frozenset, nx.k_truss(reference, k).edges))
    tree = lode.core_tree(graph)
    assert sorted(v for node in range(len(tree)) for v in tree.members(node)) == sorted(reference)
    numbers = nx.core_number(reference)
    assert all(numbers[v] == tree.k[node] for node in range(len(tree)) for v in tree.members(node))
    assert (tree.parents < range(len(tree))).all() and len(tree.to_pandas()) == len(tree)
    assert sum(map(len, map(lode.truss_tree(graph).members, range(len(lode.truss_tree(graph)))))) == \
        sum(degree > 0 for _, degree in reference.degree)


def test_clique_densities_are_shown():
    found = lode.densest_cliques("karate")
    assert (found.cliques, found.size) == (16, 6)
    assert Fraction(found.bound_fraction.numerator, found.bound_fraction.denominator) == Fraction(8, 3)
    assert json.loads(found.certificate.json)["kind"] == "cliques" and found.curve is None
    assert found.certificate.checkable and repr(found.certificate).startswith("Certificate(cliques, ")
    checked = lode.verify("karate", found.certificate)
    assert checked == lode.CheckedCliques(3, (8, 3), tuple(found.vertices), 16, True)
    false = lode.Certificate(found.certificate.json.replace('"numerator":8', '"numerator":7'))
    with pytest.raises(lode.VerificationError):
        false.check(lode.Graph("karate"))
    with pytest.raises(lode.InvalidArgument, match="values"):
        lode.verify("karate", found.certificate, values=[0] * 34)


def test_densest_with_terms_and_demands():
    G = lode.Graph("karate")
    plain = lode.densest(G)
    assert plain.bound == plain.density == 42 / 16
    anchored = lode.densest(G, anchors=[1, 2, 3, 4])
    assert anchored.density == 16 / 5 and list(anchored) == [1, 2, 3, 4, 8]
    valued = lode.densest(G, values={1: 50.0, 34: -60.0})
    assert valued.proven_optimal and valued.density == 50.0 and list(valued) == [1]
    costs = np.ones(G.n)
    costs[0] = 100.0
    assert 1 not in list(lode.densest(G, costs=costs))
    held = lode.densest(G, include=[17], exclude=[1])
    assert 17 in list(held) and 1 not in list(held) and held.proven_optimal
    assert len(list(lode.densest(G, at_least=20))) >= 20
    assert lode.densest(G, at_most=6).density == 14 / 6
    assert lode.densest(G, weighting="fraudar").density < 1.0
    stopped = lode.densest(G, time=0.0, on_interrupt="return")
    assert stopped.bound >= plain.density


@pytest.mark.parametrize("options, words", [
    ({"values": [1.0, 2.0]}, "values holds 2 numbers"),
    ({"costs": {1: -1.0}}, "costs"),
    ({"anchors": [99]}, "anchors"),
    ({"at_most": 99}, "at_most"),
    ({"at_least": 0}, "at_least"),
    ({"weighting": "tfidf"}, "weighting"),
    ({"anchors": [1], "include": [2]}, "anchors"),
])
def test_questions_about_densities_that_cannot_be_asked(options, words):
    with pytest.raises(lode.InvalidArgument, match=words):
        lode.densest("karate", **options)
