"""lode finds the densest part of a graph: the s vertices with the most edges among them, with a proven bound.

    import lode
    best = lode.find("karate", 5)
    best.labels, best.edges, best.upper_bound, best.optimal

`Graph` takes SciPy matrices, NumPy arrays, pandas columns and networkx graphs; so does every function.
"""
from __future__ import annotations

from . import lsq
from ._core import Cancel, __version__
from ._methods import Method, Methods, Setting, methods
from ._runs import Progress, ProofEvent, last_result
from .certificate import Certificate, CheckedBound
from ._curve import Answers, Curve
from .errors import InputError, Interrupted, InvalidArgument, LodeError, LodeWarning, VerificationError
from .search import find
from .functions import (Bound, Bounds, Clique, CliqueDensest, ComponentTree, Counted, DenseLayers, Densest,
                        DensityTracker, DirectedDensest, bounds, cliques, core_tree, cores, dense_layers, densest,
                        densest_cliques, densest_directed, truss_numbers, truss_tree, verify)
from .graph import Graph, InputReport, as_graph, generate, read, read_bytes
from .result import Result, Stationarity
from .sides import Pair, SidedCore, densest_pair, find_pairs, largest_area, sided_cores
from .studies import Report, compare, report

__all__ = [
    "Answers", "Bound", "Bounds", "Cancel", "Certificate", "CheckedBound", "Clique", "CliqueDensest", "ComponentTree",
    "Counted", "Curve", "DenseLayers", "Densest", "DensityTracker", "DirectedDensest", "Graph", "InputError",
    "InputReport", "Interrupted", "InvalidArgument", "LodeError", "LodeWarning", "Method", "Methods", "Pair",
    "Progress", "ProofEvent", "Report", "Result", "Setting", "SidedCore", "Stationarity", "VerificationError",
    "__version__", "as_graph", "bounds", "cliques", "compare", "core_tree", "cores", "dense_layers", "densest",
    "densest_cliques", "densest_directed", "densest_pair", "find", "find_pairs", "generate", "largest_area",
    "last_result", "lsq", "methods", "read", "read_bytes", "report", "sided_cores", "truss_numbers", "truss_tree",
    "verify",
]


def __dir__() -> list[str]:
    """What there is to call; modules of the package are none of it."""
    return __all__
