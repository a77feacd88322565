"""`lode.find` answers what the tool answers, what brute force confirms, and in the user's own words."""
import copy
import io
import json
import pickle
import subprocess
import sys

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lode
from support import DATASETS, heaviest, interrupted, symmetric_matrices, tool


def same_answer(result, printed):
    found, = result.to_dict()["results"]
    assert set(found) == set(printed) - {"rank"}  # an answer alone has no rank
    density = {"weight_per_pair", "average_strength", "edge_density", "average_degree"} & set(printed)
    for name in (*density, "s", "method", "preset", "seed", "edges", "weight", "bound", "gap", "bound_rule", "proven_optimal", "optimality_tolerance", "vertices", "stop_reason", "stationarity"):
        assert found[name] == printed[name], name
    assert [(p["weight"], p["iteration"]) for p in found["trace"]] == [
        (p["weight"], p["iteration"]) for p in printed["trace"]]


@pytest.mark.parametrize("graph, s, options, arguments", [
    ("karate", 5, {}, []), ("karate", 12, {"seed": 3, "threads": 1}, ["--seed", "3", "--threads", "1"]),
    ("planted-2000", 30, {"preset": "fast", "threads": 1}, ["--preset", "fast", "--threads", "2"]),
    ("planted-2000", 25, {"method": "tabu", "restarts": 2}, ["--method", "tabu", "--restarts", "2"]),
    ("planted-2000", 20, {"method": "tpm"}, ["--method", "tpm"]),
    ("karate", 8, {"include": [10, 12], "exclude": [34], "preset": "fast"},
     ["--include", "10,12", "--exclude", "34", "--preset", "fast"]),
    ("karate", 9, {"connected": True, "preset": "descent", "working_set": "R4-G4", "start": "degree"},
     ["--connected", "--preset", "descent", "--working-set", "R4-G4", "--start", "degree"]),
])
def test_answers_are_those_of_the_tool(graph, s, options, arguments):
    printed = tool("find", graph, "-s", s, "--format", "json", *arguments)["results"]
    same_answer(lode.find(graph, s, **options), printed[0])


def test_weighted_answers_are_those_of_the_tool():
    path = DATASETS / "planted-2000-weighted.txt"
    printed = tool("find", path, "-s", "15:17", "--weighted", "--preset", "fast", "--format", "json")["results"]
    curve = lode.find(lode.read(path, weighted=True), range(15, 18), preset="fast")
    assert len(curve) == len(printed) == 3
    for result, expected in zip(curve, printed):
        same_answer(result, expected)
        assert isinstance(result.weight, int)


def test_several_answers_are_those_of_the_tool():
    printed = tool("find", "karate", "-s", "5", "--top", "3", "--max-overlap", "0.4", "--format", "json")["results"]
    results = lode.find("karate", 5, top=3, max_overlap=0.4)
    assert [r.rank for r in results] == [1, 2, 3]
    for result, expected in zip(results, printed):
        same_answer(result, expected)


@pytest.fixture(scope="module")
def planted():
    return lode.generate("planted", n=400, size=20, density=0.9, seed=7)


@pytest.mark.parametrize("name, value", [("work", "much"), ("theta", "-1"), ("block", "65"), ("preset", "bogus"),
                                         ("stop", "soon"), ("working_set", "R6")])
def test_refusals_are_the_sentences_of_the_tool(name, value):
    with pytest.raises(subprocess.CalledProcessError) as refused:
        tool("find", "karate", "-s", "10", "--" + name.replace("_", "-"), value, "-q")
    assert refused.value.returncode == 2
    with pytest.raises(lode.InvalidArgument) as caught:
        lode.find("karate", 10, **{name: value})
    assert str(caught.value).split(" ", 1)[1] in refused.value.stderr


def test_demands_are_kept(planted):
    hidden = planted.report.details["planted"].tolist()
    outside = [v for v in range(400) if v not in hidden][:2]
    assert set(outside) <= set(lode.find(planted, 12, include=outside, work=100000))
    assert not set(hidden[:10]) & set(lode.find(planted, 12, exclude=hidden[:10], work=100000))
    joined = lode.find(planted, 30, connected=True, work=100000)
    assert joined.connected and nx.is_connected(joined.subgraph().to_networkx())
    several = lode.find(planted, 8, top=3, max_overlap=0.25, work=100000)
    assert [answer.rank for answer in several] == [1, 2, 3]
    assert all(len(set(several[a]) & set(several[b])) <= 2 for a in range(3) for b in range(a))
    begun = lode.find(planted, 20, start=hidden, preset="descent", effort="none")
    assert begun.trace[0]["weight"] == planted.report.details["planted_edges"]
    reached = lode.find(planted, 20, target=50.0, effort="none")
    assert reached.stop_reason in ("target", "optimal") and reached.weight >= 50


def test_traces_rise_to_the_answer(planted):
    answer = lode.find(planted, 20, start="random", effort="none")
    assert answer.trace.dtype == [("seconds", "f8"), ("weight", "f8"), ("iteration", "u8")]
    assert np.all(np.diff(answer.trace["weight"]) >= 0) and answer.trace["weight"][-1] == answer.weight
    assert answer.stationarity.holds and answer.stationarity.mode in ("exhaustive", "sampled")
    assert answer.vertices.dtype == np.int64 and type(answer.seconds_to_best) is type(answer.gap) is float


def test_settings_of_every_kind_of_value(planted):
    for value in ("20", 20, np.int64(20), 20.0, np.float32(20)):
        found = lode.find(planted, 20, preset="descent", max_iterations=value, effort="none")
        assert 0 < found.iterations <= 20


def test_notes_of_the_search_are_told():
    noted = lode.find("karate", 5, method="tpm", start="random", effort="none")
    assert isinstance(noted.note, str) and (not noted.note or noted.note in noted._repr_html_())


@settings(max_examples=25)
@given(symmetric_matrices(most=8, weights=st.sampled_from([1.0, 2.0, 0.5])), st.data())
def test_small_graphs_are_solved(matrix, data):
    if not len(matrix):
        return
    s = data.draw(st.integers(1, len(matrix)))
    labels = [("v", i) for i in range(len(matrix))]
    graph = lode.Graph.from_dense(matrix).with_labels(labels)
    best = lode.find(graph, s, effort="strong")
    chosen = [label[1] for label in best.labels]
    assert len(set(chosen)) == s == len(best)
    assert best.weight == pytest.approx(matrix[np.ix_(chosen, chosen)].sum() / 2)
    assert best.weight == pytest.approx(heaviest(matrix, s)) and best.bound >= best.weight
    assert lode.verify(graph, best).weight == best.weight


def test_every_kind_of_graph_is_taken_as_it_is():
    club = nx.karate_club_graph()
    expected = lode.find("karate", 6)
    for graph in (club, nx.to_scipy_sparse_array(club, weight=None), nx.to_numpy_array(club, weight=None),
                  DATASETS / "karate.txt", lode.Graph(club)):
        answer = lode.find(graph, 6)
        assert answer.weight == expected.weight and answer.proven_optimal
    assert lode.densest(club).edges == lode.densest("karate").edges


def test_vertices_are_called_as_the_user_calls_them():
    graph = nx.relabel_nodes(nx.karate_club_graph(), {v: ("member", v) for v in range(34)})
    demanded = [("member", 9), ("member", 16)]
    best = lode.find(graph, 7, include=demanded, exclude=[("member", 0)], start=[("member", 2), ("member", 3)])
    assert set(demanded) <= set(best.labels) and ("member", 0) not in best and ("member", 16) in best
    assert best.include == tuple(demanded) and best.exclude == (("member", 0),)
    assert best.labels == best.graph.labels_of(best.vertices) == list(best)
    again = lode.find(graph, 7, include=demanded, exclude=[("member", 0)], start=best)
    assert again.weight >= best.weight
    assert best.subgraph().m == best.edges
    assert lode.verify(graph, best) == (best.edges, best.weight)
    with pytest.raises(lode.VerificationError):
        lode.verify(graph, demanded, edges=5)


def test_results_as_python_sees_them():
    best = lode.find("karate", 5)
    # One of two cliques of five, the same on every machine.
    assert repr(best) == "Result(s=5, edges=10, weight=10, bound=10, proven_optimal=True, labels=[1, 2, 3, 4, 14])"
    assert str(best) == "5 vertices with 10 edges, optimal"
    assert str(lode.find("karate", 2)) == "2 vertices with 1 edge, optimal"
    assert str(lode.find("karate", 1)) == "1 vertex with 0 edges, optimal"
    assert (best.edge_density, best.average_degree, best.gap, best.proven_optimal) == (1, 4, 0, True)
    html = best._repr_html_()
    assert html.count("<tr>") == 7 and "1, 2, 3, 4, 14" in html and "proven optimal" in html
    tagged = lode.find(lode.Graph.from_edges(["<b>", "x"], ["x", "&"]), 2)
    assert "&lt;b&gt;" in tagged._repr_html_() or "&amp;" in tagged._repr_html_()
    copied = pickle.loads(pickle.dumps(best))
    assert copied.labels == best.labels and copied.graph == best.graph and copied.to_dict() == best.to_dict()
    assert copy.copy(best).labels == best.labels
    with pytest.raises(ValueError):
        best.vertices[0] = 3
    with pytest.raises(AttributeError):
        best.edges = 11
    weighted = lode.find(lode.Graph.from_edges([0, 1, 2], [1, 2, 3], [1.5, 2, 4]), 2)
    assert weighted.weight == 4 and "weight 4" in str(weighted) and weighted.trace["weight"][-1] == 4


def test_curves():
    curve = lode.find("karate", range(2, 12))
    assert curve.s.tolist() == list(range(2, 12)) and len(curve) == 10
    assert curve.edges.tolist() == [r.edges for r in curve] and curve.edges.dtype == np.int64
    np.testing.assert_allclose(curve.edge_density, 2 * curve.weight / (curve.s * (curve.s - 1)))
    np.testing.assert_allclose(curve.average_degree, 2 * curve.weight / curve.s)
    assert (curve.bound >= curve.weight).all() and (curve.gap[curve.proven_optimal] == 0).all()
    dense = [r.s for r in curve if r.edge_density >= 0.8]
    assert curve.largest_with_density(0.8).s == max(dense) and curve.largest_with_density(1).s == 5
    assert curve.largest_with_density(1.5) is None
    assert curve.at(7).s == 7 == curve[5].s and curve[2:4].s.tolist() == [4, 5]
    with pytest.raises(lode.InvalidArgument):
        curve.at(50)
    frame = curve.to_pandas()
    assert frame.index.tolist() == curve.s.tolist() and frame.loc[5, "labels"] == curve.at(5).labels
    assert frame.edges.tolist() == curve.edges.tolist() and bool(frame.loc[5, "proven_optimal"])
    assert repr(curve) == f"Curve(10 sizes from 2 to 11, {curve.proven_optimal.sum()} proven optimal)"
    assert curve._repr_html_().count("<tr>") == 11
    shuffled = lode.find("karate", [9, 3, 6])
    assert shuffled.s.tolist() == [9, 3, 6] and shuffled.at(6).edges == curve.at(6).edges
    assert pickle.loads(pickle.dumps(shuffled)).edges.tolist() == shuffled.edges.tolist()
    empty = curve[:0]
    assert len(empty.weight) == 0 and repr(empty) == "Curve(no sizes)"


def test_curves_are_drawn():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    ax = lode.find("karate", [8, 2, 4]).plot()
    bound, found = ax.get_lines()[:2]
    assert found.get_xdata().tolist() == [2, 4, 8] and found.get_label() == "hybrid"
    assert (bound.get_ydata() >= found.get_ydata() - 1e-12).all()


def test_certificates(tmp_path):
    curve = lode.find("karate", [4, 6], certificate=True, effort="strong")
    proof = curve.certificate
    assert curve[0].certificate is proof
    assert [(b.s, b.bound) for b in proof.check(curve.graph, trust_search=True)] == [
        (r.s, r.bound) for r in curve]
    proof.save(tmp_path / "proof.json")
    assert lode.Certificate.load(tmp_path / "proof.json") == proof
    lower = json.loads(proof.json)
    lower["claims"][0]["steps"][-1]["value"] -= 1
    with pytest.raises(lode.VerificationError):
        lode.verify(curve.graph, lode.Certificate(json.dumps(lower)), trust_search=True)
    other = lode.generate("gnp", n=34, p=0.9, seed=1)
    with pytest.raises(lode.LodeError):
        proof.check(other, trust_search=True)
    plain = lode.find("karate", 4)
    assert plain.certificate is None and plain.checkable is None
    for s in (7, 8, 10):  # which enumeration settles first
        result = lode.find("karate", s, certificate=True)
        assert result.checkable is True and result.certificate.checkable
        assert lode.verify("karate", result.certificate)[0].bound == result.bound
    result = lode.find(lode.generate("gnp", n=400, p=0.08, seed=3), 7, certificate=True)
    assert not result.certificate.checkable
    assert result.checkable is False and "checkable: no" in str(result)
    assert pickle.loads(pickle.dumps(result)).checkable is False


def test_a_certificate_says_which_sets_it_is_about():
    G = lode.Graph.from_networkx(nx.relabel_nodes(nx.karate_club_graph(), lambda v: f"member {v}"))
    found = lode.find(G, 8, include=["member 9"], exclude=["member 33"], certificate=True, effort="strong")
    (bound,) = found.certificate.check(found.graph, trust_search=True)
    assert bound.bound == found.bound >= found.weight
    assert bound.include == ("member 9",) and bound.exclude == ("member 33",)


def test_progress_and_proof_log():
    events, lines = [], []
    lode.find("planted-2000", 20, effort="proof", time=1, progress=events.append, proof_log=lines.append)
    assert events and all(isinstance(e.phase, str) and e.seconds >= 0 and e.time_limit == 1 for e in events)
    assert [e.seconds for e in events] == sorted(e.seconds for e in events)  # of the whole call
    assert all(e.best is None or e.best >= 0 for e in events) and all(e.bound is None or e.bound > 0 for e in events)
    assert lines and lines[-1].bound >= lines[-1].best and [e.best for e in lines] == sorted(e.best for e in lines)


def test_progress_is_shown_in_the_words_of_the_tool():
    from types import SimpleNamespace

    from lode._runs import progress_text

    def told(**facts):
        return progress_text(SimpleNamespace(**{"phase": "tabu", "s": None, "best": None, "bound": None, "iteration": 0,
                                                "seconds": 0.3, "time_limit": None, **facts}))

    assert told() == "tabu" and told(best=10.0) == "best 10, tabu" and told(bound=12.5) == "at most 12.5, tabu"
    assert told(s=5, best=10.0, bound=12.0, iteration=7, seconds=3.7) == "s=5: 10 of at most 12, tabu, 3 s"
    assert told(phase="rule outside: 9 rows", seconds=3.7, time_limit=60.0) == "rule outside, 3 of 60 s"


# Searches that only their time, a signal or a Cancel ends.
ENDLESS = {"method": "tabu", "restarts": 10**9, "time": 120}


def names_a_best(text):
    return "best " in text or " of at most " in text


class StopsAtABest(io.StringIO):
    """Stands in for standard error: ends a search as soon as a display names a best value, alone or with a bound."""

    def __init__(self):
        super().__init__()
        self.cancel = lode.Cancel()

    def write(self, text):
        if names_a_best(text):
            self.cancel.set()
        return super().write(text)


def test_a_display_is_one_line_that_is_erased(monkeypatch):
    shown = StopsAtABest()
    monkeypatch.setattr(sys, "stderr", shown)
    stopped = lode.find("planted-2000", 30, progress=True, cancel=shown.cancel, **ENDLESS)
    assert stopped.stop_reason == "interrupted"
    assert names_a_best(shown.getvalue()) and "\n" not in shown.getvalue() and shown.getvalue().endswith("\r")


def test_ctrl_c_keeps_the_best_answer():
    stopped = interrupted(lambda: lode.find("planted-20000", 60, **ENDLESS))
    assert stopped.stop_reason == "interrupted" and stopped.s == 60 and lode.last_result() is stopped
    assert lode.verify("planted-20000", stopped.labels).weight == stopped.weight


def test_the_last_answer_is_kept():
    best = lode.find("karate", 3)
    assert lode.last_result() is best
    curve = lode.find("karate", [3, 4])
    assert lode.last_result() is curve
