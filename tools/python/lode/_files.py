"""Reads graphs from files, and generates graphs."""
from __future__ import annotations

import os
from numbers import Real
from typing import Any

import numpy as np

from . import _core
from ._checks import check, path_of, refuse
from ._convert import InputReport, Made, arcs_of_network, from_arcs
from .errors import in_python, warn

_KINDS = {"gnp": "n and p", "rmat": "scale, lines, a, b, c, d, permute",
          "planted": "n, average_degree, exponent, max_degree, size, density, max_weight", "regular": "n and degree",
          "bipartite": "left, right, edges, left_exponent, right_exponent", "multipartite": "parts"}


def read(source: Any, word: str, options: dict[str, Any]) -> Made:
    """Reads a path, or bytes, with all options of `lode.read`. `word` is the caller's name of the option `weighted`."""
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
            return from_arcs(arcs, "networkx", options["merge"], options["threads"], options["signed"])
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
    return Made(core, InputReport(*counts, facts))


def generate(kind: str, seed: int, threads: int, arguments: dict[str, Any]) -> Made:
    """A random or structured graph. See `lode.generate`."""
    if kind not in _KINDS:
        refuse("kind", kind, f"one of {', '.join(map(repr, _KINDS))} is needed")
    for name, value in arguments.items():
        if name != "parts" and not isinstance(value, Real):
            refuse(name, value, "a number is needed")
    try:
        core, planted, edges = getattr(_core, f"generate_{kind}")(**arguments, seed=seed, threads=threads)
    except TypeError:
        refuse("arguments", arguments, f"a graph of kind {kind!r} takes {_KINDS[kind]}, each in its range")
    summary = f"generated: {core.n} vertices, {core.m} edges{', weighted' if core.weighted else ''}"
    details = {**arguments, "kind": kind, "seed": seed, "source": "generated", "summary": summary}
    if kind == "planted":
        details.update(planted=planted, planted_edges=edges)
    return Made(core, InputReport("generated", details=details))
