"""Reads graphs from files, and generates graphs."""
from __future__ import annotations

import os
from numbers import Real
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from . import _core
from ._checks import check, path_of, refuse
from ._convert import InputReport, Made, Merge, arcs_of_network, from_arcs
from .errors import in_python, warn
from .graph import Graph

if TYPE_CHECKING:
    from os import PathLike

    from typing_extensions import Unpack

    from ._settings import FileOptions

Separator = Literal["auto", "blanks", "tab", "comma", "semicolon", "bar"]

#: the arguments of each kind of graph, the necessary ones first, and their number
_KINDS = {"gnp": ("n p", 2), "rmat": ("scale lines a b c d permute", 0),
          "planted": ("n average_degree exponent max_degree size density max_weight", 0), "regular": ("n degree", 2),
          "bipartite": ("left right edges left_exponent right_exponent", 0), "multipartite": ("parts", 1)}


def read(name: str | PathLike[str], *, format: str = "", weighted: bool | None = None, signed: bool = False,
         labels: bool = False, lenient: bool = False, separator: Separator = "auto", header: bool | None = None,
         comment: str | None = None, source: int | str | None = None, target: int | str | None = None,
         weight_column: int | str | None = None, merge: Merge = "error", verify: bool = False,
         attributes: bool = False, threads: int = 0,
         cancel: _core.Cancel | None = None) -> Graph:
    """Reads a file of any format that lode knows, or a known graph by its name.

    Vertices keep their names from the file. docs/formats.md describes the formats and all options. networkx reads
    GEXF (.gexf) and Pajek (.net) files, with the options `weighted`, `signed` and `merge`.

    format: name of the format; "": the reader detects it.
    weighted: read weights. None: no weights, and a LodeWarning if the file has weights or further columns. False: no
        weights.
    signed: read weights that may be negative.
    labels: vertices are words, even if they look like numbers. A file of other words needs no option.
    lenient: skip and count bad lines.
    separator, header, source, target, weight_column: how an edge list is laid out. A column is given by its number,
        from 1, or by its name.
    comment: the characters that begin a line to skip, or "none".
    merge: weight of an edge that is listed in both directions, see `Graph`.
    verify: check all data of a file in the lode format.
    attributes: keep the attributes of the vertices of GML, GraphML and JSON files: `report.details["attributes"]` is a
        dictionary with a list of texts for each attribute, one text per vertex, "" for a vertex without one.

    Errors: InputError with file, line and column; also for a file that does not exist.
    """
    options = dict(locals())
    return graph_of_file(options.pop("name"), "weighted", options)


def read_bytes(data: bytes, **options: Unpack[FileOptions]) -> Graph:
    """Reads a graph from the content of a file, compressed or not, with the `options` of `read`."""
    try:
        view = memoryview(data)
    except TypeError:
        refuse("data", data, "bytes are needed (of text: text.encode())")
    if view.ndim != 1 or view.itemsize != 1 or not view.contiguous:
        refuse("data", data, "bytes are needed, one after the other: bytes(data)")
    return graph_of_file(view, "weighted", dict(options))


def graph_of_file(source: Any, word: str, given: dict[str, Any]) -> Graph:
    """Reads a path, or bytes, with some options of `read`. `word` is the caller's name of the option `weighted`."""
    options: dict[str, Any] = {**(read.__kwdefaults__ or {}), **given}
    for name in given.keys() - (read.__kwdefaults__ or {}).keys():
        raise TypeError(f"read got an unexpected keyword argument {name!r}")
    if options["signed"] and options["weighted"] is None:
        options["weighted"] = True
    check(**{name: value for name, value in options.items() if name not in ("source", "target", "weight_column")})
    for name in ("source", "target", "weight_column"):
        column = options[name]
        if isinstance(column, bool) or not isinstance(column, (str, int, np.integer, type(None))):
            refuse(name, column, "the number of a column, from 1, or its name is needed")
    reader = _core.read_bytes
    if not isinstance(source, memoryview):
        path = path_of("name", source, "a path or the name of a known graph is needed")
        reader, source = _core.read, os.fsencode(path)
        by_networkx = {".gexf": "read_gexf", ".net": "read_pajek"}.get(os.path.splitext(path)[1].lower())
        if by_networkx and not options["format"] and os.path.exists(path):
            import networkx

            weight = "weight" if options["weighted"] else options["weighted"]
            arcs = arcs_of_network(getattr(networkx, by_networkx)(path), weight)
            return Graph._of(from_arcs(arcs, "networkx", options["merge"], options["threads"], options["signed"]))
    core, facts = reader(source, {**options, "weighted": bool(options["weighted"])})
    notes = [in_python(note) for note in facts["notes"]]
    facts.update(notes=notes, summary=in_python(facts["summary"]))
    for note in notes:
        if "is read as" in note:  # a first line that may name the columns
            warn(f"{facts['path']}: {note}")
    if options["weighted"] is None and options["weight_column"] is None:
        unused = [note for note in notes if "weight" in note and "ignored" in note and "vertex" not in note
                  or note == "entry values ignored"]
        columns = facts["ignored_columns"]
        if columns and not unused:
            unused = [f"{columns} further column{'s'[:columns > 1]} ignored"]
        if unused:
            warn(f"{facts['path']}: {unused[0]}; {word}=True reads weights, {word}=False says that they are not wanted")
    counts = [facts[name] for name in ("source", "self_loops_dropped", "duplicates_merged", "reciprocal_merged")]
    return Graph._of(Made(core, InputReport(*counts, facts)))


def generate(kind: str, *, seed: int = 1, threads: int = 0, **arguments: Any) -> Graph:
    """Makes a random or structured graph. Equal seeds give equal graphs.

    kind: the kind of graph. Its arguments are further keywords:

    - "gnp": n, p
    - "rmat": scale, lines, a, b, c, d, permute
    - "planted": n, average_degree, exponent, max_degree, size, density, max_weight
    - "regular": n, degree
    - "bipartite": left, right, edges, left_exponent, right_exponent
    - "multipartite": parts

    The planted set of a "planted" graph is in `report.details["planted"]`.
    """
    check(seed=seed, threads=threads)
    if kind not in _KINDS:
        refuse("kind", kind, f"one of {', '.join(map(repr, _KINDS))} is needed")
    for name, value in arguments.items():
        if name != "parts" and not isinstance(value, Real):
            refuse(name, value, "a number is needed")
    known, needed = _KINDS[kind][0].split(), _KINDS[kind][1]
    if not set(known[:needed]) <= arguments.keys() <= set(known):
        refuse("arguments", arguments, f"a graph of kind {kind!r} takes {', '.join(known)}")
    core, planted, edges = _core.generate(kind, {**arguments, "seed": seed, "threads": threads})
    summary = f"generated: {core.n} vertices, {core.m} edges{', weighted' if core.weighted else ''}"
    details = {**arguments, "kind": kind, "seed": seed, "source": "generated", "summary": summary}
    if kind == "planted":
        details.update(planted=planted, planted_edges=edges)
    return Graph._of(Made(core, InputReport("generated", details=details)))
