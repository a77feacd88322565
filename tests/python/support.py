"""What several tests need: random graphs, answers by brute force, the tool."""
import itertools
import json
import os
import pathlib
import signal
import subprocess
import threading

import numpy as np
import pytest
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


def interrupted(call):
    """What Ctrl-C after 0.3 s leaves of a call."""
    over = threading.Event()

    def interrupt():
        if not over.wait(0.3):
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        with pytest.raises(KeyboardInterrupt) as caught:
            call()
    finally:
        over.set()
        thread.join()
    return caught.value.result


class FakeIgraph:
    """What is used of a python-igraph graph."""
    __module__ = "igraph"

    class _Attributes(dict):
        def attributes(self):
            return list(self)

    def __init__(self, n, edges, names=None, directed=False, weight=None):
        self._n, self._edges, self._directed = n, edges, directed
        self.vs = self._Attributes({} if names is None else {"name": names})
        self.es = self._Attributes({} if weight is None else {"weight": weight})

    def get_edgelist(self):
        return self._edges

    def vcount(self):
        return self._n

    def is_directed(self):
        return self._directed
