"""Any question of the tool, by its record: `ask`. Directed graphs, graphs with two sides, cliques and trusses.

The keywords seed, threads, cancel and on_interrupt are as in `find`. `time` is a limit in seconds: if it does not
suffice, the answer is the best that was found, with an upper bound.
"""
from __future__ import annotations

import csv
import io
import json
import os
from dataclasses import dataclass
from numbers import Integral, Real
from types import SimpleNamespace
from typing import Any, Callable, Iterable, Mapping

import numpy as np

from . import _core, _runs
from ._checks import check, path_of, refuse
from ._convert import (arcs_of_network, arcs_of_scipy, check_square, has_weights, is_igraph, is_networkx,
                       is_scipy_matrix)
from ._files import read
from ._methods import QUESTIONS
from ._runs import Progress
from ._values import same
from .certificate import Certificate
from .errors import Interrupted, InvalidArgument, warn
from .functions import ComponentTree, OnInterrupt, tree_of
from .graph import Graph, as_graph


def keyword_of(option: str) -> str:
    """The keyword of an option: "--min-sides" is min_sides."""
    return "output" if option == "-o" else option.lstrip("-").replace("-", "_")


class Answer(SimpleNamespace):
    """A JSON document of the tool, or an object in it, with its fields as attributes. Vertices are labels.

    Two answers are equal if all fields but `seconds` are equal.
    """

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        mine, theirs = ({**vars(each), "seconds": None} for each in (self, other))
        return mine.keys() == theirs.keys() and all(same(mine[name], theirs[name]) for name in mine)

    __hash__ = None  # type: ignore[assignment]

    def to_dict(self) -> dict[str, Any]:
        """The fields as plain data."""
        def plain(value: Any) -> Any:
            if isinstance(value, list):
                return list(map(plain, value))
            return value.to_dict() if isinstance(value, Answer) else value
        return {name: plain(value) for name, value in vars(self).items()}


# --- graphs for questions --------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Arcs:
    """A directed graph, and the labels of its vertices if the C++ side does not know them."""

    _native: Any
    labels: list[Any] | None

    def _labels_of_names(self, names: list[Any]) -> list[Any]:
        return names if self.labels is None else [self.labels[v] for v in names]


def directed_arcs(source: Any, labels: bool) -> _Arcs:
    """A directed graph of a path, a network or a matrix."""
    if isinstance(source, Graph):
        refuse("graph", source, "a Graph has no directions; give what it was made of: a path, a DiGraph, a matrix")
    if isinstance(source, (str, os.PathLike)):
        options = {**(read.__kwdefaults__ or {}), "weighted": False, "labels": bool(labels)}
        arcs, told = _core.read_arcs(os.fsencode(path_of("graph", source)), options)
        ignored = [note for note in told["notes"] if note == "entry values ignored" or "weight" in note] + \
            ["further columns ignored"] * (told["ignored_columns"] > 0)
        if ignored:
            warn(f"{told['path']}: {ignored[0]}; edges are counted")
        return _Arcs(arcs, None)
    shape = (0, 0)
    if is_networkx(source) or is_igraph(source):
        if not source.is_directed():
            refuse("graph", source, "the graph is undirected; make it directed, as by to_directed()")
        found = arcs_of_network(source, False)
    elif is_scipy_matrix(source):
        found, shape = arcs_of_scipy(source, False), source.shape
    else:
        raise InvalidArgument(f"graph is of type {type(source).__name__}; a path, a networkx DiGraph, a directed "
                              "igraph graph or a SciPy matrix is needed")
    return _Arcs(_core.arcs_from(found.u, found.v, found.n, shape), found.labels)


def refuse_weights(graph: Any) -> None:
    """Errors: InvalidArgument for a graph with weights other than 1."""
    if is_scipy_matrix(graph):
        if not (graph.tocoo().data == 1).all():
            refuse("graph", graph, "its entries are not all 1, and edges are counted; give A != 0 for its edges")
    elif (is_networkx(graph) or is_igraph(graph)) and has_weights(graph) or isinstance(graph, Graph) and graph.weighted:
        refuse("graph", graph, "it has weights, and edges are counted; leave the weights out")


def _subject_of(keywords: dict[str, Any]) -> Graph | _Arcs:
    """The data of a question of the input that its record names, which is taken out of the keywords."""
    graph, weight, labels, left = (keywords.pop(name) for name in ("graph", "weight", "labels", "left"))
    takes, keywords["left"] = QUESTIONS[keywords["question"]]["takes"], None
    if takes == "graph":
        options: dict[str, Any] = {"labels": True} if labels else {}
        whole = graph if weight is False and isinstance(graph, Graph) else as_graph(graph, weight=weight, **options)
        keywords["vertices"] = {option: whole._places_of(chosen, keyword_of(option))
                                for option, chosen in keywords["vertices"].items()}
        return whole
    if weight not in (None, False):
        refuse("weight", weight, "edges are counted, without weights")
    if takes == "sides":
        refuse_weights(graph)
        if left is not None or keywords["options"]["--sides"] != "columns":
            whole = as_graph(graph)
            keywords["left"] = None if left is None else whole.vertices_of(left, "sides")
            return whole
    elif is_scipy_matrix(graph):
        check_square(graph.shape, "A")
    return directed_arcs(graph, labels)


# --- any question ----------------------------------------------------------------------------------------


def _text_of(name: str, value: Any, option: Mapping[str, Any]) -> str:
    """The value of an option as text; vertices are converted with the graph. Errors: InvalidArgument."""
    if option["kind"] == "vertices":
        if isinstance(value, str) or not isinstance(value, Iterable):
            refuse(name, value, "a list of vertices is needed")
        return "given"
    if option["kind"] in ("flag", "output_file"):
        if not isinstance(value, (bool, np.bool_)):
            refuse(name, value, "True or False is needed")
        return "true"
    if option["kind"] == "whole_number":
        if isinstance(value, bool) or not isinstance(value, Integral) or not option["at_least"] <= value < 2**63:
            refuse(name, value, f"an integer from {option['at_least']:g} on is needed")
        return str(int(value))
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    if isinstance(value, Iterable):
        return ",".join(_text_of(name, each, option) for each in value)
    if isinstance(value, bool) or not isinstance(value, Real) and not hasattr(value, "__float__"):
        refuse(name, value, "text or a number is needed")
    return str(int(value)) if isinstance(value, Integral) else repr(float(value))


def question_of(command: str, given: Mapping[str, Any], variant: bool = False) -> tuple[int, dict[str, str]]:
    """The place of a question among the records, and its options as text. `given`: options by keyword. `variant`: a
    variant of `find`.

    Errors: InvalidArgument for options that do not ask a question together.
    """
    unfit: Iterable[str] = given
    alone = sum(record["command"] == command for record in QUESTIONS) == 1
    for place, record in enumerate(QUESTIONS):
        options = {keyword_of(option): {"kind": "output_file" if option in ("-o", "--certificate") else "text",
                                        "name": option} for option in record["honours"]}
        options.update({keyword_of(option["name"]): option for option in record["options"]})
        asking = alone or any(name in given and option.get("asks") for name, option in options.items())
        if record["command"] != command or (record["answer"] == "find") != variant or not asking:
            continue
        unfit = [name for name in given if name not in options] or ()
        if not unfit:
            return place, {options[name]["name"]: _text_of(name, value, options[name]) for name, value in given.items()}
    known = {record["command"]: asked_by(record["command"]) for record in QUESTIONS}
    if command not in known:
        refuse("command", command, f"one of {', '.join(map(repr, known))} is needed")
    name = next(iter(unfit), "command")
    refuse(name, given.get(name, command), "does not go with the other options; the questions of "
           f"{command!r} are asked by {', '.join(known[command])}")


def asked_by(command: str, variants: bool = True) -> dict[str, int]:
    """The keywords that ask the questions of a command, each with the place of its record."""
    return {keyword_of(option["name"]): place for place, record in enumerate(QUESTIONS) for option in record["options"]
            if record["command"] == command and option["asks"] and (variants or record["answer"] != "find")}


def _answer(command: str, options: Mapping[str, Any], how: Mapping[str, Any],
            made: Callable[[Answer, Any], Any] = lambda answer, subject: answer) -> Any:
    """Returns made(answer, graph) of a question. `how`: the graph and further keywords of `ask`."""
    given = {name: value for name, value in options.items()
             if value is not None and not (isinstance(value, (bool, np.bool_)) and not value)}
    left = given.get("sides")
    if isinstance(left, (str, os.PathLike)):
        if left != "columns" and not os.path.exists(left):
            refuse("sides", left, '"columns", a list of the left vertices, or a file of them is needed')
        left = None
    elif left is not None:
        given["sides"] = "columns"
    place, texts = question_of(command, given)

    def result(subject: Any, found: tuple[str, dict[str, str | None]]) -> Any:
        fields, document = QUESTIONS[place]["fields"], json.loads(found[0] or "{}")
        names = {each["path"] for each in fields if each["type"].startswith("vertex[]")}

        def node(value: Any, path: str) -> Any:
            if isinstance(value, dict):
                return Answer(**{name: node(inner, f"{path}.{name}") for name, inner in value.items()})
            if isinstance(value, list):
                is_vertices = path[1:] in names
                return subject._labels_of_names(value) if is_vertices else [node(each, path + "[]") for each in value]
            return value

        top = [each["path"] for each in fields if "." not in each["path"] and each["path"] in document]
        files = {keyword_of(option): text for option, text in found[1].items()}
        return made(Answer(**{name: node(document[name], f".{name}") for name in top}, files=files), subject)

    vertices = {option["name"]: given[keyword_of(option["name"])] for option in QUESTIONS[place]["options"]
                if option["kind"] == "vertices" and keyword_of(option["name"]) in given}
    asked = {"weight": None, "labels": False, **how, "left": left, "question": place, "vertices": vertices,
             "options": {"--effort": "auto", "--format": "json", **texts}}
    return _runs.ask(_core.ask, result, asked, _subject_of)


def _result(answer: Answer, _: Any) -> Answer:
    return answer.result  # type: ignore[no-any-return]


def ask(graph: Any, command: str, *, weight: str | bool | None = None, labels: bool = False, time: float | None = None,
        seed: int = 1, threads: int = 0, progress: bool | Callable[[Progress], object] | None = None,
        cancel: _core.Cancel | None = None, on_interrupt: OnInterrupt = "raise", **options: Any) -> Answer:
    """Asks a question of `lode COMMAND`, by its options as keywords: `lode.ask("karate", "densest", clique=3)`.

    graph: anything that `Graph(...)` takes; with directions as in `densest_directed`. With sides="columns" the first
        column of a file and the rows of a matrix are left vertices; `sides` may also be a list or a file of them.
    weight: where the weights are, as in `find`.
    labels: vertices of a file are words.
    options: options of the tool without dashes, with "_" inside, which are listed below. A flag, and a file that the
        tool would write, is asked for by True. Lists of values may be lists. Without an option of those questions,
        "find" is `find` with the options as its keywords.

    The result has the fields of the document, and `files`: the text of each file that was asked for, or None if the run
    was stopped before the file was complete.
    """
    asked = dict(locals())
    del asked["command"], asked["options"]
    if command == "find" and not options.keys() & asked_by("find", variants=False).keys():
        from .search import find

        del asked["labels"]
        return find(**asked, **options)  # type: ignore[no-any-return]
    return _answer(command, options, asked)  # type: ignore[no-any-return]


def _listed() -> str:
    """The questions, their options and their fields, for a docstring."""
    lines = []
    for record in QUESTIONS:
        if record["answer"] == "find":
            continue
        lines.append(f'"{record["command"]}", of a graph with {record["takes"]}:' if record["takes"] != "graph" else
                     f'"{record["command"]}":')
        meanings = {keyword_of(option["name"]): option["meaning"].splitlines()[0] for option in record["options"]}
        lines += [f"  {name}: {meaning}" for name, meaning in meanings.items()]
        if record["honours"]:
            lines.append(f"  also {', '.join(keyword_of(name) for name in record['honours'])}")
        lines.append(f"  fields {', '.join(each['path'] for each in record['fields'])}")
    return "".join(f"    {line}\n" for line in lines)


ask.__doc__ = f"{ask.__doc__}\n    Questions:\n\n{_listed()}"


# --- directed graphs, cliques and trusses --------------------------------------------------------------


def densest_directed(graph: Any, *, drop_loops: bool = False, labels: bool = False, time: float | None = None,
                     threads: int = 0, cancel: _core.Cancel | None = None,
                     on_interrupt: OnInterrupt = "raise") -> Answer:
    """Finds the directed densest subgraph, exactly: sets S and T with the most arcs from S to T / sqrt(|S| |T|).

    graph: a path, name, networkx DiGraph, directed igraph graph, or SciPy matrix. A path or the name of a known graph
        is read with its directions. The stored entries of a square SciPy matrix are arcs from row to column. Every arc
        counts once, whatever its weight.
    drop_loops: leave loops out.
    labels: vertices of a file are words.

    Returns sources, targets, edges, rho, bound, proven_optimal, ...: the `result` of `ask`.

    See also: densest, of an undirected graph.
    """
    asked = locals()
    options = {"directed": True, "drop_loops": asked.pop("drop_loops")}
    return _answer("densest", options, asked, _result)  # type: ignore[no-any-return]


def _file(answer: Answer, name: str) -> str:
    """The text of a file of an answer. Errors: Interrupted if it is not complete."""
    if answer.files[name] is None:
        raise Interrupted("the call was stopped before its answer was complete")
    return str(answer.files[name])


def _rows(answer: Answer, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(_file(answer, name), newline="")))


def _labels_of_texts(subject: Graph | _Arcs, names: list[str]) -> list[Any]:
    """Labels of vertices that are named in a CSV file."""
    words = isinstance(subject._native.names() if isinstance(subject, _Arcs) else subject._native.labels, list)
    return subject._labels_of_names(names if words else list(map(int, names)))


def densest_cliques(graph: Any, k: int = 3, *, curve: bool = False, time: float | None = None,
                    threads: int = 0, cancel: _core.Cancel | None = None,
                    on_interrupt: OnInterrupt = "raise") -> Answer:
    """Finds the set with the most cliques of k vertices per vertex, exactly. Weights are ignored.

    k: number of vertices of a clique, 3 (triangles) to 6.
    curve: also compute an upper bound on the cliques in any s vertices, for every s.

    Returns vertices (labels), cliques, ratio, bound, proven_optimal, ...: the `result` of `ask`, with `k`, the
    `certificate` of the bound, and the `curve`: an array, or None.
    """
    asked = {name: value for name, value in locals().items() if name not in ("k", "curve")}
    check(k=k, curve=curve)

    def made(answer: Answer, _: Any) -> Answer:
        bounds = np.array([int(row["bound"]) for row in _rows(answer, "curve")], np.uint64) if curve else None
        return Answer(**vars(answer.result), k=answer.clique, curve=bounds,
                      certificate=Certificate(answer.files["certificate"]))

    options = {"clique": k, "curve": curve, "certificate": True}
    return _answer("densest", options, {"weight": False, **asked}, made)  # type: ignore[no-any-return]


def truss_numbers(graph: Any, *, time: float | None = None, threads: int = 0, cancel: _core.Cancel | None = None,
                  on_interrupt: OnInterrupt = "raise") -> dict[tuple[Any, Any], int]:
    """The truss number of every edge, by the labels of its ends, in the order of the vertices. Weights are ignored.

    The k-truss is the largest subgraph in which every edge lies in at least k-2 triangles of the subgraph. The truss
    number of an edge is the largest k whose truss holds it. It is 2 for an edge in no triangle.
    """
    asked = {"weight": False, **locals()}

    def made(answer: Answer, G: Graph) -> dict[tuple[Any, Any], int]:
        rows = _rows(answer, "truss")
        u, v = (_labels_of_texts(G, [row[end] for row in rows]) for end in ("u", "v"))
        return {(a, b): int(row["truss"]) for a, b, row in zip(u, v, rows)}

    return _answer("info", {"truss": True}, asked, made)  # type: ignore[no-any-return]


def truss_tree(graph: Any, *, time: float | None = None, threads: int = 0, cancel: _core.Cancel | None = None,
               on_interrupt: OnInterrupt = "raise") -> ComponentTree:
    """The tree of the components of all k-trusses (see `truss_numbers`). Vertices without an edge are in no truss."""
    return _answer("info", {"truss_tree": True}, {"weight": False, **locals()},  # type: ignore[no-any-return]
                   lambda answer, G: tree_of(G, _file(answer, "truss_tree")))
