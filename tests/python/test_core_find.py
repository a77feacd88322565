"""Search, bounds, structure, verification and studies of lode._core, against brute force, the tool and networkx."""
import json
import os
import pickle
import subprocess

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lode import _core as core
from support import heaviest, symmetric_matrices


def tool(*arguments):
    if not os.access(os.environ.get("LODE", ""), os.X_OK):
        pytest.skip("the tool is not there (LODE)")
    variables = {key: value for key, value in os.environ.items() if key != "LD_PRELOAD"}
    return subprocess.run([os.environ["LODE"], *map(str, arguments)], capture_output=True, text=True, check=False,
                          env=variables, timeout=280)


@pytest.fixture(scope="module")
def graph():
    return core.generate("planted", n=400, size=20, density=0.9, seed=7)


@pytest.fixture(scope="module")
def path_of(graph, tmp_path_factory):
    path = tmp_path_factory.mktemp("graph") / "g.txt"
    graph.write(path)
    return path


# --- find ----------------------------------------------------------------------------------------

@given(symmetric_matrices(most=8, weights=st.sampled_from([0.5, 1.0, 2.25])), st.data())
def test_answers_are_optimal_and_bounds_hold(matrix, data):
    n = len(matrix)
    if n == 0:
        return
    graph = core.Graph.from_dense(matrix)
    sizes = data.draw(st.lists(st.integers(1, n), unique=True, min_size=1, max_size=3))
    result = core.find(graph, sizes, effort="proof")
    assert [answer.s for answer in result.answers] == sizes == result.sizes
    for answer in result.answers:
        best = heaviest(matrix, answer.s)
        assert answer.weight == pytest.approx(best)
        assert answer.upper_bound >= best * (1 - 1e-9)
        assert answer.optimal
        inside = matrix[np.ix_(answer.vertices, answer.vertices)]
        assert inside.sum() / 2 == pytest.approx(answer.weight)
        assert answer.edges == np.count_nonzero(inside) // 2
        assert answer.average_degree == pytest.approx(2 * answer.weight / answer.s)
    by_size = core.bounds(graph, sizes).bounds
    for s, kinds in zip(sizes, by_size):
        assert min(bound.value for bound in kinds) >= heaviest(matrix, s) * (1 - 1e-9)
        assert [bound.value for bound in kinds] and kinds[0].value == min(bound.value for bound in kinds)


@pytest.mark.parametrize("method, settings, arguments", [
    ("hybrid", {}, []),
    ("hybrid", {"work": 50000, "preset": "fast"}, ["--work", "50000", "--preset", "fast"]),
    ("hybrid", {"preset": "descent", "max_iterations": 20}, ["--preset", "descent", "--max-iterations", "20"]),
    ("tabu", {}, ["--method", "tabu"]),
])
def test_answers_are_those_of_the_tool(graph, path_of, method, settings, arguments):
    run = tool("find", path_of, "-s", "10,20,25", "--seed", 3, "--format", "json", "-q", *arguments)
    assert run.returncode == 0, run.stderr
    read = core.read(path_of)
    result = core.find(read, [10, 20, 25], method=method, settings=settings, seed=3)
    for theirs, mine in zip(json.loads(run.stdout)["results"], result.answers):
        assert theirs["vertices"] == list(mine.names)
        assert theirs["edges"] == mine.edges and theirs["gap"] == mine.gap
        assert [point["iteration"] for point in theirs["trace"]] == mine.trace["iteration"].tolist()
        assert theirs["upper_bound"] == mine.upper_bound and theirs["stop_reason"] == mine.stop_reason
    own = json.loads(result.json("g.txt"))
    assert [one["vertices"] for one in own["results"]] == [list(answer.names) for answer in result.answers]


@pytest.mark.parametrize("name, value", [("work", "much"), ("theta", "-1"), ("block", "65"), ("preset", "bogus"),
                                         ("stop", "soon"), ("working_set", "R6")])
def test_refusals_are_the_sentences_of_the_tool(path_of, name, value):
    flag = "--" + name.replace("_", "-")
    run = tool("find", path_of, "-s", "10", flag, value, "-q")
    with pytest.raises(core.InvalidArgument) as caught:
        core.find(core.read(path_of), [10], settings={name: value})
    assert run.returncode == 2
    assert str(caught.value).split(": ", 1)[1] in run.stderr


def test_demands_are_kept(graph):
    outside = [v for v in range(400) if v not in set(graph.report["planted"])][:2]
    held = core.find(graph, [12], include=outside, settings={"work": 100000}).answers[0]
    assert set(outside) <= set(held.vertices) and held.include.tolist() == outside
    banned = graph.report["planted"][:10]
    left = core.find(graph, [12], exclude=banned, settings={"work": 100000}).answers[0]
    assert not set(banned) & set(left.vertices)
    joined = core.find(graph, [30], connected=True, settings={"work": 100000}).answers[0]
    assert joined.connected and max(core.components(graph.subgraph(joined.vertices))) == 0
    several = core.find(graph, [8], top=3, max_overlap=0.25, settings={"work": 100000}).answers
    assert [answer.rank for answer in several] == [1, 2, 3]
    for a in range(3):
        for b in range(a):
            assert len(set(several[a].vertices) & set(several[b].vertices)) <= 2
    given_start = core.find(graph, [20], start=graph.report["planted"], settings={"preset": "descent"}, effort="none")
    assert given_start.answers[0].trace[0]["weight"] == graph.report["planted_edges"]
    reached = core.find(graph, [20], target=50.0, effort="none").answers[0]
    assert reached.stop_reason in ("target", "optimal") and reached.weight >= 50


def test_traces_rise_to_the_answer(graph):
    answer = core.find(graph, [20], start="random", effort="none").answers[0]
    assert answer.trace.dtype.names == ("seconds", "weight", "iteration")
    assert np.all(np.diff(answer.trace["weight"]) >= 0) and answer.trace["weight"][-1] == answer.weight
    assert answer.stationarity.holds and answer.stationarity.mode in ("exhaustive", "sampled")


@pytest.mark.parametrize("protocol", range(6))
def test_answers_pickle(graph, protocol):
    answer = core.find(graph, [20], settings={"preset": "descent"}, effort="none").answers[0]
    copy = pickle.loads(pickle.dumps(answer, protocol))
    for name in dir(answer):
        if name.startswith("_") or name == "stationarity":
            continue
        assert np.array_equal(getattr(copy, name), getattr(answer, name)), name
    assert copy.stationarity.blocks == answer.stationarity.blocks and copy.stationarity.mode == answer.stationarity.mode


def test_settings_of_every_kind_of_value(graph):
    for value in ("20", 20, np.int64(20), 20.0, np.float32(20)):
        answers = core.find(graph, [10], settings={"preset": "descent", "max_iterations": value}).answers
        assert answers[0].iterations <= 20


# --- proofs --------------------------------------------------------------------------------------

def test_certificates_prove_the_bounds(graph, path_of, tmp_path):
    result = core.find(graph, [5, 12], effort="strong", time=2.0, certificate=True)
    assert result.has_proofs
    text = result.certificate()
    checked = core.verify_certificate(graph, text, trust_search=True)
    assert [one.s for one in checked] == [5, 12]
    for one, answer in zip(checked, result.answers):
        assert one.bound == answer.bound and one.value >= answer.upper_bound >= answer.weight
    assert core.verify_certificate(graph, text.encode(), trust_search=True)[0].value == checked[0].value
    with pytest.raises(core.InputError):
        core.verify_certificate(core.generate("gnp", n=30, p=0.3), text)
    with pytest.raises(core.VerificationError):
        lower = json.loads(text)
        lower["claims"][0]["steps"][-1]["value"] -= 1
        core.verify_certificate(graph, json.dumps(lower), trust_search=True)
    with pytest.raises(core.InvalidArgument, match="certificate=True"):
        core.find(graph, [5]).certificate()
    bounds = core.bounds(graph, [5], certificate=True)
    assert core.verify_certificate(graph, bounds.certificate(), trust_search=True)[0].s == 5


def test_results_and_claims_are_verified(graph):
    result = core.find(graph, [10, 20], settings={"work": 100000})
    assert core.verify_result(graph, result.json()) == [(a.s, a.edges, a.weight) for a in result.answers]
    changed = json.loads(result.json())
    changed["results"][0]["edges"] += 1
    with pytest.raises(core.VerificationError, match="edges"):
        core.verify_result(graph, json.dumps(changed))
    answer = result.answers[1]
    claim = {"s": 20, "edges": answer.edges, "weight": answer.weight, "density": answer.edge_density,
             "average_degree": answer.average_degree, "upper_bound": answer.upper_bound, "bound": answer.bound,
             "gap": answer.gap, "optimal": answer.optimal, "stationarity": answer.stationarity}
    assert core.verify(graph, answer.vertices, **claim) == (answer.edges, answer.weight)
    for name, value in [("s", 21), ("edges", answer.edges + 1), ("weight", 0.5), ("density", 2.0), ("gap", 0.9),
                        ("upper_bound", answer.weight - 1), ("bound", "no-such"), ("include", [399 - 0]),
                        ("exclude", answer.vertices[:1])]:
        if name == "include":
            value = [next(v for v in range(400) if v not in set(answer.vertices))]
        with pytest.raises(core.VerificationError):
            core.verify(graph, answer.vertices, **{**claim, name: value})


# --- structure -----------------------------------------------------------------------------------

@given(symmetric_matrices(most=9))
def test_structure_is_that_of_networkx(matrix):
    graph = core.Graph.from_dense(matrix)
    theirs = nx.from_numpy_array(matrix)
    cores = nx.core_number(theirs)
    assert core.core_numbers(graph).tolist() == [cores[v] for v in range(len(matrix))]
    numbers, order = core.core_order(graph)
    assert np.array_equal(numbers, core.core_numbers(graph)) and sorted(order) == list(range(len(matrix)))
    assert core.strength_cores(graph).tolist() == numbers.tolist()
    for k in range(3):
        assert core.k_core(graph, k).tolist() == sorted(nx.k_core(theirs, k))
    component = core.components(graph)
    for part in nx.connected_components(theirs):
        assert len({component[v] for v in part}) == 1
    assert len(set(component)) == nx.number_connected_components(theirs) if len(matrix) else len(component) == 0
    clique = core.maximum_clique(graph)
    assert clique.exact and len(clique.vertices) == max(map(len, nx.find_cliques(theirs)), default=0)
    densest = core.densest(graph)
    ratios = [heaviest(matrix, s) / s for s in range(1, len(matrix) + 1)]
    assert densest.proven and densest.ratio == pytest.approx(max(ratios, default=0.0))
    layers = core.dense_layers(graph)
    assert layers.complete and sorted(layers.order) == list(range(len(matrix)))
    assert np.all(np.diff(layers.densities) < 0) and layers.load.sum() == pytest.approx(graph.m)
    if len(matrix):
        assert layers.sizes[0] == len(densest.vertices) and layers.sizes[-1] == len(matrix)


def test_summary(graph):
    summary = graph.summary()
    assert (summary["vertices"], summary["edges"]) == (graph.n, graph.m)
    assert summary["degeneracy"] == core.core_numbers(graph).max() and summary["max_degree"] == graph.max_degree


# --- studies -------------------------------------------------------------------------------------

def test_comparisons_are_tables(graph, tmp_path):
    told = []
    comparison = core.compare([("planted", graph, [10, 20])], methods=["hybrid:fast", "greedy", "tabu"][::2], starts=2,
                              time=2.0, progress=told.append, journal=tmp_path / "journal")
    runs = comparison.runs
    assert set(map(len, runs.values())) == {8} and set(runs["method"]) == {"hybrid:fast", "tabu"}
    for s, vertices, weight in zip(runs["s"], runs["vertices"], runs["weight"]):
        assert len(vertices) == s and graph.totals(vertices)[1] == weight
    assert comparison.scores["instances"] == [2, 2] and len(comparison.instances["s"]) == 2
    assert {event.event for event in told} == {"began", "ended"} and told[-1].left == 0
    for text in (comparison.text(), comparison.markdown(), comparison.html(), comparison.csv()):
        assert "hybrid" in text
    assert json.loads(comparison.json())["runs"]
    assert not comparison.interrupted


def test_reports_are_pages(graph, tmp_path):
    report = core.report(graph, "planted & <found>", sizes=[10, 20], methods=["hybrid"], time=5.0)
    assert report.sizes["s"] == [10, 20] and len(report.sizes["vertices"][1]) == 20
    assert json.loads(report.json()) and "planted &amp; &lt;found&gt;" in report.html()
    assert report.graphml().startswith("<?xml") and "<gexf" in report.gexf()
    path = tmp_path / "r.html"
    core.check_output_path(path)
    core.write_text(path, report.html())
    with pytest.raises(core.InvalidArgument, match="exists"):
        core.write_text(path, "other")
    with pytest.raises(core.InvalidArgument, match="exists"):
        core.check_output_path(path)
    core.write_text(path, "other", force=True)
    assert path.read_text() == "other" and os.listdir(tmp_path) == ["r.html"]
    with pytest.raises(core.LodeError):
        core.write_text(tmp_path / "missing" / "r.html", "text")


# --- registries ----------------------------------------------------------------------------------

def test_methods_are_those_of_the_tool():
    listed = json.loads(tool("methods", "--options", "--format", "json").stdout)
    by_name = {method.name: method for method in core.methods()}
    text = json.dumps(listed)
    assert len(by_name) >= 15 and all(name in text for name in by_name)
    hybrid = by_name["hybrid"]
    assert hybrid.presets[0] == "default" and hybrid.include and hybrid.connected and hybrid.weights
    work = next(option for option in hybrid.options if option.name == "work")
    assert work.kind == "integer" and work.least == 0 and work.default and work.meaning
    assert {bound.name for bound in core.bound_kinds()} >= {"trivial", "degree", "lp", "turan", "outside"}


def test_catalogue_and_sizes():
    karate, = [known for known in core.known_graphs() if known["name"] == "karate"]
    assert karate["vertices"] == 34 and karate["place"] in ("bundled", "LODE_DATA") and os.path.exists(karate["path"])
    assert core.read("karate").m == core.read(karate["path"]).m == karate["edges"] == 78
    sizes = core.default_sizes(1000)
    assert sizes[0] >= 2 and sizes[-1] <= 500 and list(sizes) == sorted(set(sizes))
