"""lode finds dense subgraphs: the s vertices with the most edges among them, with a proven upper bound.

    import lode
    best = lode.find("karate", 5)
    best.labels, best.edges, best.bound, best.proven_optimal

Every function takes a `Graph`, or anything that `Graph(...)` takes: SciPy matrices, NumPy arrays, pandas columns,
networkx and igraph graphs, files, and names of known graphs.

- One size or several: `find`, `bounds`, `verify`, `compare`, `report`
- Any size: `densest`, `densest_directed`, `densest_cliques`, `dense_layers`
- Structure: `cores`, `core_tree`, `truss_numbers`, `truss_tree`, `cliques`
- Two sides, and any further question of the tool: `ask`
- Graphs: `Graph`, `read`, `read_bytes`, `as_graph`, `generate`
- Least squares: `lode.lsq`

Words: a *set* is a set of vertices. An *answer* is the best set found. An *upper bound* is a proven number that no
set of the size exceeds. The *gap* is the distance between answer and upper bound, relative to the bound. An answer
that meets its upper bound is *proven optimal*. A *certificate* is data with which `verify` checks an upper bound.
"""
from __future__ import annotations

from . import lsq
from ._convert import InputReport
from ._core import Cancel, __version__
from ._curve import Answers, Curve
from ._files import generate, read, read_bytes
from ._methods import Method, Methods, Setting, methods
from ._runs import Progress, ProofEvent, last_result
from ._verify import Counted, verify
from .certificate import Certificate, CheckedBound, CheckedCliques
from .errors import InputError, Interrupted, InvalidArgument, LodeError, LodeWarning, VerificationError
from .functions import (Bound, Bounds, Clique, ComponentTree, DenseLayers, Densest, bounds, cliques, core_tree, cores,
                        dense_layers, densest)
from .graph import Graph, as_graph
from .questions import Answer, ask, densest_cliques, densest_directed, truss_numbers, truss_tree
from .result import Result, Stationarity
from .search import find
from .studies import Report, compare, report

__all__ = [
    "Answer", "Answers", "Bound", "Bounds", "Cancel", "Certificate", "CheckedBound", "CheckedCliques", "Clique",
    "ComponentTree", "Counted", "Curve", "DenseLayers", "Densest", "Graph", "InputError", "InputReport",
    "Interrupted", "InvalidArgument", "LodeError", "LodeWarning", "Method", "Methods", "Progress", "ProofEvent",
    "Report", "Result", "Setting", "Stationarity", "VerificationError", "__version__", "as_graph",
    "ask", "bounds", "cliques", "compare", "core_tree", "cores", "dense_layers", "densest", "densest_cliques",
    "densest_directed", "find", "generate", "last_result", "lsq",
    "methods", "read", "read_bytes", "report", "truss_numbers", "truss_tree", "verify",
]


def __dir__() -> list[str]:
    """The public names of the package."""
    return __all__
