"""Answers as values: equal where they say the same, whole after pickling, and shown as tables and pages."""
import copy
import dataclasses
import html
import html.parser
import json
import pathlib
import pickle
import subprocess
import sys

import networkx as nx
import numpy as np
import pandas as pd
import pytest

import lode
from support import REPOSITORY

SOURCE = pathlib.Path(lode.__file__).parents[1]
A = np.random.default_rng(0).normal(size=(12, 8))
B = A[:, 0] - 2 * A[:, 3]
LABELLED = nx.relabel_nodes(nx.karate_club_graph(), {v: ("member", v) for v in range(34)})
ANSWERS = {
    "result": lambda s=6: lode.find("karate", s), "labelled": lambda s=6: lode.find(LABELLED, s, weight="weight"),
    "certified": lambda s=6: lode.find("karate", s, certificate=True, include=[10]),
    "curve": lambda s=6: lode.find("karate", [s, 9]), "answers": lambda s=6: lode.find("karate", s, top=3),
    "densest": lambda s=6: lode.densest(lode.generate("gnp", n=40, p=s / 20)),
    "clique": lambda s=6: lode.cliques(lode.generate("gnp", n=40, p=s / 20)),
    "layers": lambda s=6: lode.dense_layers(lode.generate("gnp", n=40, p=s / 20)),
    "bounds": lambda s=6: lode.bounds("karate", [s, 9], effort="cheap", certificate=True),
    "fit": lambda s=6: lode.lsq.solve(A, B, sparsity=s - 4), "path": lambda s=6: lode.lsq.path(A, B, s - 3),
    "report": lambda s=6: lode.report("karate", s=[s], method="hybrid", time=10),
    "certificate": lambda s=6: lode.bounds("karate", [s, 9], effort="cheap", certificate=True).certificate,
    "graph": lambda s=6: lode.generate("gnp", n=40, p=s / 20), "methods": lambda s=6: lode.methods()[:s],
}


@pytest.mark.parametrize("kind", ANSWERS)
def test_answers_are_equal_where_they_say_the_same(kind):
    first, again, other = ANSWERS[kind](), ANSWERS[kind](), ANSWERS[kind](5)
    assert first == again and not first != again and first == first
    assert first != other and not first == other and first != "something else" and first != None  # noqa: E711
    if not isinstance(first, list):
        assert hash(first) == hash(again) and len({first, again, other}) == 2
    assert pickle.loads(pickle.dumps(first)) == first == copy.copy(first)
    assert copy.deepcopy(first) == first


def graphs_of_every_kind():
    edges = [0, 1, 2, 3], [1, 2, 0, 2]
    yield lode.Graph()
    for labels in (None, [7, 5, 9, 11], ["a", "b-c", "d", "e"], [("x", 1), -3, 2.5, "z"]):
        yield lode.Graph.from_edges(*edges, n=4).with_labels(labels)
        yield lode.Graph.from_edges(*edges, [1, 2.5, 3, 4], n=4).with_labels(labels)
        yield lode.Graph.from_edges(*edges, [1, -2.5, 3, -4], n=4, signed=True).with_labels(labels)
    yield lode.generate("gnp", n=9, p=0.4).minus(lode.generate("gnp", n=9, p=0.4, seed=2))


@pytest.mark.parametrize("again", [lambda each: pickle.loads(pickle.dumps(each)), copy.copy, copy.deepcopy])
def test_graphs_and_results_of_every_kind_are_copied_whole(again):
    results = [lode.densest_directed(nx.DiGraph([(0, 5), (1, 5), (1, 6)])), lode.ask(nx.DiGraph([(0, 5), (1, 5), (1, 6)]), "find", sides="columns", s="1x1"),
               lode.densest_cliques("karate", curve=True),
               lode.core_tree("karate"), lode.truss_tree("karate"), lode.truss_numbers("karate"),
               lode.find("karate", min_density=[0.8, 0.5]), lode.find("karate", 5, quotas={"a": ([1, 2], 1, None)}),
               lode.find("karate", 5, minimise=True), lode.lsq.solve(A, B, lam=0.1),
               lode.verify("karate", lode.bounds("karate", 5, effort="cheap", certificate=True).certificate)]
    for graph in graphs_of_every_kind():
        assert again(graph) == graph and again(graph).labels.tolist() == graph.labels.tolist()
        assert again(graph).signed == graph.signed
        results += [lode.find(graph, 2, top=2, max_overlap=0)] if graph.n else []
    for result in results:
        assert again(result) == result and type(again(result)) is type(result)


def test_what_a_result_says_counts_and_how_long_it_took_does_not():
    best = lode.find("karate", 6)
    for change in ({"seconds": 99.0}, {"seconds_to_best": 5.0}, {"trace": None}, {"iterations": 7}):
        assert dataclasses.replace(best, **change) == best
    for change in ({"edges": 3}, {"weight": 3}, {"bound": 99}, {"bound_rule": "x"}, {"proven_optimal": not best.proven_optimal},
                   {"vertices": best.vertices[::-1]}, {"include": (1,)}, {"note": "x"}, {"method": "x"}, {"rank": 2},
                   {"graph": lode.generate("gnp", n=34, p=0.1)}, {"connected": True}, {"stop_reason": "deadline"}):
        assert dataclasses.replace(best, **change) != best, change


class Shape(html.parser.HTMLParser):
    """Tags that are opened and closed, and the text between them."""

    def __init__(self, page):
        super().__init__()
        self.open, self.text, self.tags = [], [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, _):
        self.open.append(tag)
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


@pytest.mark.parametrize("kind", ANSWERS)
def test_everything_is_shown_as_a_table_or_a_page(kind):
    answer = lode.methods() if kind == "methods" else ANSWERS[kind]()
    shape = Shape(answer._repr_html_())
    assert not shape.open and {"table"} <= set(shape.tags) or shape.tags == ["iframe"]
    assert len("".join(shape.text)) > 30 or kind == "report"
    if kind not in ("methods", "answers"):
        assert len(repr(answer).splitlines()) == 1 or kind in ("fit", "layers")


def test_lists_of_answers():
    answers = lode.find("karate", [5, 6], top=3, max_overlap=0.4)
    assert isinstance(answers, list) and isinstance(answers, lode.Answers) and answers == list(answers)
    frame = answers.to_pandas()
    assert frame.s.tolist() == [a.s for a in answers] and frame["rank"].tolist() == [a.rank for a in answers]
    assert frame.labels.tolist() == [a.labels for a in answers]
    shape = Shape(answers._repr_html_())
    assert shape.tags.count("tr") == len(answers) + 1 and f"{len(answers)} answers" in shape.text


def test_paths_methods_and_certificates_are_short():
    path = lode.lsq.path(A, B, 4)
    assert repr(path).startswith("Path(4 fits of 1 to 4 nonzeros, objective ")
    assert Shape(path._repr_html_()).tags.count("tr") == 5
    for methods in (lode.methods(), lode.lsq.methods()):
        assert len(repr(methods).splitlines()) == len(methods) and isinstance(methods, lode.Methods)
        assert Shape(methods._repr_html_()).tags.count("tr") == len(methods) + 1
    proof = lode.bounds("karate", [5, 9], effort="cheap", certificate=True).certificate
    assert repr(proof) == f"Certificate(s=[5, 9], checkable=True, {len(proof.json)} bytes)"
    assert Shape(proof._repr_html_()).tags.count("tr") == 3
    assert repr(lode.Certificate("x")) == "Certificate(s=[], checkable=False, 1 bytes)"


def test_checkable_is_what_verify_says():
    """`checkable` is True where `verify` needs no trust, and False where it does: for graphs, sizes and efforts of
    every kind."""
    seen = set()
    for n, p, s, effort in [(12, 0.5, 4, "cheap"), (12, 0.5, 4, "auto"), (30, 0.3, 8, "strong"), (30, 0.3, 8, "auto"),
                            (34, 0.2, 6, "none"), (16, 0.8, 7, "auto"), (25, 0.5, 9, "strong")]:
        graph = lode.generate("gnp", n=n, p=p, seed=3)
        best = lode.find(graph, s, effort=effort, certificate=True, time=5)
        if best.certificate is None:
            assert best.checkable is None
            continue
        try:
            best.certificate.check(graph)
            held = True
        except lode.VerificationError as error:
            assert "trust_search=True" in str(error)
            held = False
        assert best.checkable == held == best.certificate.checkable
        said = [text for text in (repr(best), str(best), "".join(Shape(best._repr_html_()).text)) if "checkable" in text]
        assert len(said) == (0 if held else 3)
        assert pickle.loads(pickle.dumps(best)).checkable == held
        seen.add(held)
    stated = lode.Certificate('{"claims": [{"s": 3, "bound_rule": "x", "bound": 3, "steps": [{"rule": "stated"}]}, '
                              '{"s": 4, "bound_rule": "x", "bound": 3, "steps": [{"rule": "degree"}]}]}')
    assert not stated.checkable
    assert True in seen and lode.find("karate", 5).checkable is None


def test_a_report_is_shown_as_its_own_page():
    made = lode.report("karate", s=[5], method="hybrid", time=5)
    shown = made._repr_html_()
    assert html.unescape(shown.partition('srcdoc="')[2].partition('" style')[0]) == made.text("html")


def test_curves_are_drawn_so_that_the_bound_is_seen():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    curve = lode.find("karate", [2, 3, 4, 5])
    ax = curve.plot()
    bound, found, proven = ax.get_lines()
    assert bound.get_linewidth() > found.get_linewidth() and proven.get_xdata().tolist() == curve.s[curve.proven_optimal].tolist()
    assert all(tick == int(tick) for tick in ax.get_xticks()) and ax.get_title()


def test_dir_names_what_there_is_to_call():
    assert sorted(dir(lode)) == sorted(lode.__all__)
    modules = {name for name in dir(lode) if type(getattr(lode, name)) is type(lode)}
    assert modules == {"lsq"}


def test_types_catch_wrong_names(tmp_path):
    """With pyright of npm: mypy reads the keywords of `find` from version 1.7 on alone. Settings and their words are
    compared with the records elsewhere."""
    sys.path.append(str(REPOSITORY / "tests/page"))
    import packages

    right = ["find('karate', 5).gap", "find('karate', np.int64(5)).gap", "find('karate', np.arange(3)).s.size",
             "find('karate', {3, 4}).s.size", "find('karate', (s for s in (3, 4))).s.size", "find('karate', 5, top=2)[0].gap",
             "find('karate', missing=2).gap", "find('karate', plex=2).gap", "find('karate', min_density=0.5).gap",
             "find('karate', 5, quotas={'a': ([1, 2], 1, None)}).gap", "bounds('karate', 5, effort='auto')",
             "verify('karate', lode.find('karate', 5), weight=False)"]
    wrong = ["find('karate', 5, effort='max')", "find('karate', 5, time='1')", "find('karate', 5, presett='fast')",
             "read('karate', weigthed=True)", "find('karate', 5, quotas=3)", "find('karate', 5).optimal"]
    (tmp_path / "calls.py").write_text("import lode\nimport numpy as np\n" + "".join(f"lode.{call}\n" for call in right + wrong))
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"pythonVersion": "3.11", "extraPaths": [str(SOURCE), str(pathlib.Path(np.__file__).parents[1])]}))
    program = packages.installed() / "node_modules/pyright/index.js"
    printed = subprocess.run(["node", program, "--outputjson", "-p", tmp_path], capture_output=True, text=True).stdout
    lines = {each["range"]["start"]["line"] - 2 for each in json.loads(printed)["generalDiagnostics"]
             if each["severity"] == "error"}
    assert lines == set(range(len(right), len(right + wrong)))


def test_frames_come_back_with_the_types_they_had():
    times = pd.to_datetime(["2020-01-01", "2020-01-02", "2020-02-01 03:04"])
    for ids in (times, pd.Index([-3, 5, 7]), pd.Index([3, 5, 2**40]), pd.Index(["x", "y", "z"]),
                pd.Index([2**65, 2**66, 2**67], dtype=object)):
        frame = pd.DataFrame({"source": ids[[0, 1]], "target": ids[[2, 2]], "weight": [0.5, 2.0]})
        pd.testing.assert_frame_equal(lode.Graph.from_edges(frame).to_pandas(), frame)
