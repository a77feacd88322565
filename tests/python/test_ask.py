"""Any question of the tool, by its record."""
import json
import pathlib
import sys

import networkx as nx
import pytest

import lode
from lode._methods import QUESTIONS
from support import tool

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from asked import standard_questions, words_of  # noqa: E402

#: record, and values by option; find answers its own questions
ASKED = [(record, values) for record, values in standard_questions(QUESTIONS) if record["answer"] != "find"]


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "g.txt"
    nx.write_edgelist(nx.gnp_random_graph(14, 0.5, seed=4), path, data=False)
    return path


def values(node):
    """Without what differs from run to run, and without the facts about the file."""
    if isinstance(node, dict):
        return {name: values(inner) for name, inner in node.items() if name not in ("seconds", "graph")}
    return list(map(values, node)) if isinstance(node, list) else node


@pytest.mark.parametrize("record, asked", ASKED, ids=lambda part: " ".join(words_of(part)) if "command" not in part else part["command"])
def test_answers_are_the_documents_of_the_tool(path, record, asked):
    written = {option["name"] for option in record["options"] if option["kind"] == "output_file"} & set(asked)
    keywords = {name.lstrip("-").replace("-", "_"): True if name in written or not value else
                int(value) if value.isdigit() else value for name, value in asked.items()}
    found = lode.ask(path, record["command"], **keywords).to_dict()
    files = found.pop("files")
    document = tool(record["command"], path, *words_of(asked), "--format", "json")
    assert values(found) == values({name: document[name] for name in found})
    assert files.keys() == {name.lstrip("-").replace("-", "_") for name in written}
    for mine, theirs in ((files[name.lstrip("-").replace("-", "_")], open(asked[name]).read()) for name in written):
        if mine[0] == "{":
            mine, theirs = values(json.loads(mine)), values(json.loads(theirs))
            theirs = {name: theirs[name] for name in mine}
        assert mine == theirs


def test_variants_of_find_are_asked_by_their_options(path):
    assert lode.ask(path, "find", missing=2) == lode.find(path, missing=2)
    assert lode.ask(path, "find", s=5, include=[1]) == lode.find(path, 5, include=[1])
    groups, quota = path.with_name("groups.txt"), path.with_name("quota.txt")
    groups.write_text("1 a\n2 a\n3 b\n")
    quota.write_text("group at_least at_most\na 2 -\nb - 0\n")
    found = lode.find(path, 5, groups=groups, quota=quota)
    assert {1, 2} <= set(found) and 3 not in found
    assert found == lode.find(path, 5, quotas={"a": ([1, 2], 2, None), "b": ([3], 0, 0)})


def test_expected_weights_are_terms_of_modularity():
    for seed in range(20):
        graph = nx.gnp_random_graph(40, 0.2, seed=seed)
        for u, v in graph.edges:
            graph[u][v]["weight"] = 1 + (u * v + seed) % 7 / 4
        weight = "weight" if seed % 2 else None
        total = graph.size(weight)
        for group in lode.ask(graph, "groups", weight=weight or False, most=3).groups:
            rest = [{v} for v in graph if v not in group.vertices]
            loops = sum(degree ** 2 for _, degree in graph.degree(weight=weight)) / (2 * total) ** 2
            terms = nx.community.modularity(graph, [set(group.vertices), *rest], weight=weight) + loops
            own = sum(graph.degree(v, weight=weight) ** 2 for v in group.vertices)
            inside = graph.subgraph(group.vertices).size(weight)
            strength = sum(graph.degree(v, weight=weight) for v in group.vertices)
            assert terms == pytest.approx((inside - (strength ** 2 - own) / (4 * total)) / total, abs=1e-12)
            assert group.expected == pytest.approx((strength ** 2 - own) / (4 * total), rel=1e-12)
            assert group.expected == pytest.approx(inside - terms * total, rel=1e-11, abs=1e-11)


def test_answers_are_shown_and_compared():
    found, again = (lode.ask("karate", "densest", clique=3, certificate=True) for _ in range(2))
    assert found == again and found.result == again.result and found != found.result
    assert found.result.ratio.value == 16 / 6 and found.clique == 3 and "cliques=16" in repr(found)
    assert json.loads(found.files["certificate"])["kind"] == "cliques" and not hasattr(found, "cliques")
    assert "clique: Count cliques of K vertices" in lode.ask.__doc__ and "result.cliques" in lode.ask.__doc__


@pytest.mark.parametrize("command, keywords, words", [
    ("densest", {}, "command is 'densest': .*asked by clique, directed, sides"), ("dense", {"clique": 3}, "command is 'dense'"),
    ("densest", {"clique": 2}, "clique is 2: an integer from 3 on"), ("densest", {"clique": True}, "clique is True"),
    ("densest", {"clique": 3, "drop_loops": True}, "drop_loops is True: does not go"),
    ("densest", {"directed": 1}, "directed is 1: True or False"), ("densest", {"clique": 7}, "clique"),
    ("densest", {"clique": 3, "time": "1"}, "time is '1'"), ("densest", {"clique": 3, "curve": "c.csv"}, "curve is 'c.csv'"),
    ("info", {"truss": True, "min_sides": "1x1"}, "min_sides is"), ("find", {"sides": "columns"}, "s,--size|s is"),
])
def test_what_does_not_fit_is_refused(path, command, keywords, words):
    with pytest.raises(lode.InvalidArgument, match=words):
        lode.ask(path, command, **keywords)


def test_a_stopped_file_is_none():
    cancel = lode.Cancel()
    cancel.set()
    assert lode.ask("karate", "info", truss=True, cancel=cancel).files == {"truss": None}
    with pytest.raises(lode.Interrupted):
        lode.truss_numbers("karate", cancel=cancel)
