"""What several tests need: random graphs, answers by brute force, the tool."""
import itertools
import json
import os
import pathlib
import subprocess

import numpy as np
from hypothesis import strategies as st

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
DATASETS = REPOSITORY / "datasets"


@st.composite
def symmetric_matrices(draw, most=9, weights=st.just(1.0)):
    """Dense symmetric matrices with a zero diagonal, isolated vertices among them."""
    n = draw(st.integers(0, most))
    matrix = np.zeros((n, n))
    for u, v in itertools.combinations(range(n), 2):
        if draw(st.booleans()):
            matrix[u, v] = matrix[v, u] = draw(weights)
    return matrix


def heaviest(matrix, s):
    """The largest weight inside s vertices, by trying all sets."""
    return max(float(matrix[np.ix_(chosen, chosen)].sum()) / 2
               for chosen in map(list, itertools.combinations(range(len(matrix)), s)))


def dense_of(graph):
    """The matrix of a graph of lode, from its arrays alone."""
    matrix = np.zeros((graph.n, graph.n))
    indptr, indices = graph.indptr, graph.indices
    weights = np.ones(len(indices)) if graph.weights is None else graph.weights
    for u in range(graph.n):
        for arc in range(indptr[u], indptr[u + 1]):
            matrix[u, indices[arc]] = weights[arc]
    return matrix


def tool(*arguments):
    """What the lode tool prints as JSON; it sees the bundled graphs alone, and no sanitizer of the interpreter."""
    variables = {key: value for key, value in os.environ.items() if key not in ("LODE_DATA", "LD_PRELOAD")}
    result = subprocess.run([os.environ["LODE"], *map(str, arguments)], capture_output=True, text=True,
                            env=variables, timeout=280, check=True)
    return json.loads(result.stdout)
