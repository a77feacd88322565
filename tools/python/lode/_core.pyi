"""The C++ library, call for call. Private: the package `lode` is what programs use.

Everywhere:
- Vertices are numbers 0 ... n-1 (ids and labels are names, see Graph.vertices), integers of any width. What is
  returned as an array is a NumPy array: vertices and counts int64, weights float64.
- Every call that computes takes, by keyword: `threads` (0: all cores), `cancel` (a Cancel that another thread may
  set; None), `on_interrupt`. It gives up the GIL while C++ runs.
- Ctrl-C, or any Python signal handler that raises: looked for every 20 ms by calls made from the main thread. The
  work is stopped and ends with the best it has. on_interrupt="raise": what the handler raised (KeyboardInterrupt) is
  raised then, with the answer as its attribute `result` (None where the work is worth nothing half done);
  "return": the answer is returned, with stop_reason "interrupted"; without an answer the exception is raised.
- `cancel`: calls that have an answer return it, stop_reason "interrupted"; others raise Interrupted.
- `progress`: a callable; what it raises stops the work and is raised by the call. It is called from any thread, never
  twice at once, at most every `progress_interval` seconds.
- `time`: seconds; None or inf: no limit.
- Errors: InvalidArgument for a parameter, InputError for the content of a file, TypeError for what has the wrong
  type, MemoryError, LodeError for the rest.
"""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]
Vertices = Sequence[int] | npt.NDArray[np.integer[Any]]
Settings = Mapping[str, str | int | float | bool]
OnInterrupt = Literal["raise", "return"]
StopReason = Literal["converged", "optimal", "target", "iterations", "deadline", "interrupted"]
ProgressSink = Callable[[Progress], object]

__version__: str  # of the library
def compiler() -> str: ...
def architecture() -> str:
    """The value of -march that the library was built with."""
def processor_name() -> str: ...
def missing_instructions() -> str:
    """What this processor lacks to run the build; the module refuses to load (ImportError) when not empty."""

# --- errors ----------------------------------------------------------------------------------------------------

class LodeError(RuntimeError):
    """Base of every error of lode; itself: the system refused something, or an invariant broke."""
class InvalidArgument(LodeError, ValueError):
    """A parameter is outside its range, or arrays are not what they should be."""

    parameter: str  # its name; may be empty
class InputError(LodeError):
    """The content of a file is not what it should be. line and column count from 1, 0: unknown."""

    file: str
    line: int
    column: int
    problem: str
    remedy: str
class VerificationError(LodeError):
    """A claim does not hold."""
class Interrupted(LodeError):
    """A call was stopped by its `cancel`, or its `time` ended, before it had anything to return."""

class Cancel:
    """A flag that stops the calls it was given to."""

    def __init__(self) -> None: ...
    def set(self) -> None: ...
    def clear(self) -> None: ...
    def is_set(self) -> bool: ...

class Progress:
    """What a running method tells."""

    phase: str
    s: int | None  # size of the problem; None: it has none, or several
    best: float | None  # objective so far; None: there is none yet, or this event has none
    bound: float | None  # no set weighs more; None: likewise
    iteration: int
    seconds: float  # of the whole call
    time_limit: float | None  # of the whole call, in seconds

# --- graphs ----------------------------------------------------------------------------------------------------

class Graph:
    """A simple undirected graph, immutable; a handle that shares its arrays."""

    @staticmethod
    def from_csr(
        indptr: npt.ArrayLike,
        indices: npt.ArrayLike,
        data: npt.ArrayLike | None = None,
        *,
        labels: Sequence[str] | Vertices | None = None,
        assume: Literal["nothing", "symmetric", "valid"] = "nothing",
        copy: bool = False,
    ) -> Graph:
        """Rows of neighbours: increasing, without self-loops, each edge in both rows with one weight >= 0.

        indptr, indices: one-dimensional integers of 32 or 64 bits (smaller ones are widened). data: float64, float32,
        integers or bool; None: unweighted.
        Contiguous, aligned arrays are shared and kept alive, not copied: indptr of 64 bits, indices of 32 bits, data
        float64. Others are copied once. `Graph.shared` says what is shared: those must not be changed while the graph
        is in use, since nothing is checked again. copy=True shares nothing.
        labels: as for with_names.
        assume: "nothing": all is checked, O(m). "symmetric": offsets, ranges and weights are checked, and the caller
        promises increasing rows, no self-loops, and both directions. "valid": sizes alone; for arrays of a Graph.
        Errors: InvalidArgument naming the first row, arc or weight that breaks the rules.
        """
    @staticmethod
    def from_edges(
        u: npt.ArrayLike,
        v: npt.ArrayLike,
        w: npt.ArrayLike | None = None,
        n: int | None = None,
        *,
        ids: bool = False,
        labels: Sequence[str] | Vertices | None = None,
        merge: Literal["error", "sum", "max", "min"] = "error",
        threads: int = 0,
        cancel: Cancel | None = None,
    ) -> Graph:
        """Pairs u[i], v[i] in any order. Self-loops are dropped (their ends stay vertices); weights of a repeated
        ordered pair are summed; `merge` is for a pair given in both directions with different weights. `report` counts
        both.

        Integers, ids=False: vertex numbers, n or the largest + 1 of them; `labels` names them.
        Integers, ids=True: any numbers >= 0; those that occur are the vertices, in increasing order.
        Strings (arrays of dtype U or O, sequences of str): labels that occur are the vertices, in the order of their
        bytes. `n` and `labels` go with ids=False only.
        w: finite, >= 0.
        """
    @staticmethod
    def from_dense(
        matrix: npt.ArrayLike,
        threshold: float = 0.0,
        *,
        weighted: bool = True,
        labels: Sequence[str] | Vertices | None = None,
    ) -> Graph:
        """Edges are the entries above `threshold` of a symmetric matrix; its diagonal is not looked at.

        weighted: the entries are the weights (then they must be >= 0, which a threshold >= 0 sees to).
        Errors: InvalidArgument for another shape, NaN or an infinity, and entries [i, j] != [j, i].
        """
    @property
    def n(self) -> int: ...
    @property
    def m(self) -> int: ...
    @property
    def weighted(self) -> bool: ...
    @property
    def integral(self) -> bool:
        """Every sum of weights is an integer (unweighted graphs included)."""
    @property
    def total_weight(self) -> float: ...
    @property
    def max_degree(self) -> int: ...
    @property
    def degrees(self) -> IntArray:
        """A new array."""
    @property
    def strengths(self) -> FloatArray:
        """Sums of the weights at every vertex; the degrees when unweighted. A new array."""
    @property
    def indptr(self) -> IntArray:
        """n+1 offsets, int64: a read-only view that keeps the graph alive."""
    @property
    def indices(self) -> npt.NDArray[np.int32]:
        """2m neighbours: a read-only view, int32 (uint32 from 2^31 vertices on)."""
    @property
    def weights(self) -> FloatArray | None:
        """2m weights: a read-only view; None when unweighted."""
    @property
    def names_kind(self) -> Literal["numbers", "ids", "labels"]: ...
    @property
    def labels(self) -> list[str] | npt.NDArray[np.uint64] | None:
        """Names of all vertices: None (the numbers), ids, or labels. A new list; ids are a read-only view."""
    @property
    def report(self) -> dict[str, Any]:
        """How the graph came to be. Always: "source" ("csr", "edges", "dense", "file", "generated", "subgraph",
        "pickle"), "summary" (one line). edges and dense: "pairs", "self_loops_dropped", "merged" (pairs that were no
        new edge). file: every field of the reader's report ("path", "format", "compression", "lines",
        "comment_lines", "edge_lines", "self_loops_dropped", "duplicates_merged", "reciprocal_merged",
        "bad_lines_skipped", "ignored_columns", "ids_remapped", "core_of", "notes", "bytes", "seconds"). generated:
        "kind" and its arguments; planted: "planted" (the set, an array) and "planted_edges". A new dict."""
    @property
    def shared(self) -> frozenset[str]:
        """Which of "indptr", "indices", "data" are the caller's arrays and not copies (from_csr)."""
    def name(self, v: int) -> str | int:
        """Label, id or number of a vertex. Errors: InvalidArgument."""
    def names(self, vertices: Vertices) -> list[str] | IntArray | npt.NDArray[np.uint64]:
        """Names of some vertices, in order: labels as a list, ids (uint64) or numbers (int64) as an array."""
    def vertex(self, name: str | int) -> int | None:
        """The vertex of this name, or None. Integers for ids and numbers, str for labels."""
    def vertices(self, names: Sequence[str | int] | npt.NDArray[Any]) -> IntArray:
        """The vertices of these names, in order. Errors: InvalidArgument naming the first that is none, with the
        nearest id."""
    def with_names(self, labels: Sequence[str] | Vertices | None) -> Graph:
        """The same graph under other names: n different strings or integers >= 0; None: the numbers."""
    def neighbors(self, v: int) -> npt.NDArray[np.int32]:
        """A read-only view."""
    def edge_weight(self, u: int, v: int) -> float | None:
        """Weight of the edge (1 when unweighted); None if there is none."""
    def edges(self) -> tuple[IntArray, IntArray, FloatArray | None]:
        """Every edge once, u < v, by increasing (u, v). New arrays."""
    def subgraph(self, vertices: Vertices) -> Graph:
        """Induced on distinct vertices; vertex i is the i-th smallest, names are kept (numbers become ids)."""
    def totals(self, vertices: Vertices) -> tuple[int, float]:
        """Edges and weight inside a set of distinct vertices."""
    def write(self, path: str | PathLike[str], *, format: str = "", force: bool = False) -> dict[str, Any]:
        """Writes a file in the format its ending names. Returns "path", "format", "bytes", "lost", "hints",
        "summary". Errors: InvalidArgument if the file exists and not `force`."""
    def summary(self) -> dict[str, Any]:
        """vertices, edges, total_weight, weighted, components, largest_component, isolated, max_degree,
        average_degree, degeneracy."""
    def __len__(self) -> int:
        """n."""
    def __eq__(self, other: object) -> bool:
        """The same arrays and the same names."""
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles as its arrays, which protocol 5 passes out of band; checked in full when read back."""

def read(
    name: str | PathLike[str],
    *,
    format: str = "",
    weighted: bool = False,
    labels: bool = False,
    lenient: bool = False,
    separator: Literal["auto", "blanks", "tab", "comma", "semicolon", "bar"] = "auto",
    header: bool | None = None,
    comment: str | None = None,
    source: int | str | None = None,
    target: int | str | None = None,
    weight_column: int | str | None = None,
    merge: Literal["error", "sum", "max", "min"] = "error",
    verify: bool = False,
    threads: int = 0,
    cancel: Cancel | None = None,
) -> Graph:
    """A path, or a name of a known graph (looked up as the tool does). Columns by number from 1 or by name;
    weight_column implies weighted. comment: the characters that begin comment lines, "" for none. InputError, also for a file that is not there."""
def read_bytes(data: bytes | bytearray | memoryview, **options: Any) -> Graph:
    """The same from bytes; the options of `read`."""
def readable_formats() -> list[str]: ...
def writable_formats() -> list[str]: ...
def generate(kind: str, *, seed: int = 1, threads: int = 0, cancel: Cancel | None = None, **arguments: Any) -> Graph:
    """gnp(n, p), rmat(scale=10, lines=8192, a=.57, b=.19, c=.19, d=.05, permute=True),
    planted(n=1000, average_degree=10., exponent=2.5, max_degree=0., size=30, density=.8, max_weight=0),
    regular(n, degree), multipartite(parts). Errors: InvalidArgument for another kind or a missing, unknown or
    impossible argument."""
def known_graphs() -> list[dict[str, Any]]:
    """The catalogue: "name", "vertices", "edges", "place" ("not here", "bundled", ...), "path"."""
def default_sizes(n: int) -> IntArray:
    """About 16 sizes between 2 and n/2, evenly on a log scale."""

# --- search ----------------------------------------------------------------------------------------------------

class Stationarity:
    """No exchange inside the blocks looked at improves the answer."""

    k: int
    mode: Literal["exhaustive", "sampled"]
    blocks: int
    holds: bool

class Answer:
    """The best set found of one size, and what is proven of it."""

    s: int
    vertices: IntArray  # increasing
    edges: int
    weight: float
    edge_density: float  # weight / (s (s-1) / 2)
    average_degree: float  # 2 weight / s
    upper_bound: float
    bound: str  # its name
    gap: float  # (upper_bound - weight) / upper_bound
    optimal: bool  # proven
    optimality_tolerance: float
    method: str
    preset: str
    seed: int
    threads: int
    rank: int  # 1, 2, ... with `top`; else 0
    stop_reason: StopReason
    iterations: int
    seconds: float
    seconds_to_best: float
    trace: npt.NDArray[Any]  # structured: "seconds" f8, "weight" f8, "iteration" u8
    stationarity: Stationarity | None
    note: str
    include: IntArray
    exclude: IntArray
    connected: bool
    checkable: bool | None
    bound_on: str
    @property
    def names(self) -> list[str] | IntArray | npt.NDArray[np.uint64]:
        """Names of `vertices`, as Graph.names gives them."""
    def __reduce__(self) -> tuple[Any, ...]: ...

class FindResult:
    answers: list[Answer]  # one per size in the order asked, or `top` of each by rank; fewer after an interruption
    sizes: list[int]  # asked for
    seconds: float
    interrupted: bool  # by a signal or `cancel`
    notes: list[str]
    @property
    def has_proofs(self) -> bool: ...
    def certificate(self, *, threads: int = 0, cancel: Cancel | None = None) -> str:
        """JSON that verify_certificate checks; worked out now, from what find(certificate=True) kept. Errors:
        InvalidArgument when nothing was kept."""
    def json(self, graph_name: str = "") -> str:
        """What `lode find --format json` prints."""
    def text(self, graph_name: str = "") -> str: ...
    def csv(self, graph_name: str = "") -> str: ...

class ProofEvent:
    s: int
    seconds: float
    best: float
    bound: float
    gap: float
    by: str

def find(
    graph: Graph,
    sizes: Vertices,
    *,
    method: str = "hybrid",
    settings: Settings = {},
    start: str | Vertices | None = None,
    include: Vertices = (),
    exclude: Vertices = (),
    connected: bool = False,
    core_of: float | None = None,
    memory: int | None = None,
    top: int | None = None,
    max_overlap: float = 0.5,
    effort: Literal["none", "cheap", "auto", "strong", "proof"] = "auto",
    time: float | None = None,
    time_use: Literal["spend", "as_needed"] = "spend",
    target: float | None = None,
    certificate: bool = False,
    seed: int = 1,
    threads: int = 0,
    progress: ProgressSink | None = None,
    progress_interval: float = 0.1,
    proof_log: Callable[[ProofEvent], object] | None = None,
    cancel: Cancel | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> FindResult:
    """The heaviest sets of some sizes, distinct and in any order, each beside a proven upper bound.

    settings: of the method, by name, "_" or "-": see methods(); `preset` among them. Values as the tool takes them;
    numbers and bools are written out. start: "degree", "random", "peeling", or a set of vertices.
    time: seconds per size, all of them one budget. certificate: keep what FindResult.certificate needs.
    """

class Bound:
    name: str
    s: int
    value: float
    seconds: float

class BoundsResult:
    bounds: list[list[Bound]]  # per size in the order asked, the least first
    sizes: list[int]
    seconds: float
    def certificate(self, *, threads: int = 0, cancel: Cancel | None = None) -> str: ...

def bounds(
    graph: Graph,
    sizes: Vertices,
    *,
    effort: Literal["none", "cheap", "auto", "strong"] = "strong",
    core_of: float | None = None,
    time: float | None = 2.0,
    certificate: bool = False,
    seed: int = 1,
    threads: int = 0,
    progress: ProgressSink | None = None,
    progress_interval: float = 0.1,
    cancel: Cancel | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> BoundsResult:
    """Every upper bound of some sizes. time: per size."""

# --- the structure of a graph ----------------------------------------------------------------------------------

class Densest:
    """The largest set of most weight per vertex."""

    vertices: IntArray
    edges: int
    weight: float
    ratio: float  # weight / size
    proven: bool  # False: stopped before
    core_vertices: int
    core_edges: int
    flows: int

def densest(
    graph: Graph, *, time: float | None = None, threads: int = 0, cancel: Cancel | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> Densest: ...

class DenseLayers:
    """Nested sets B_1, B_2, ... = all vertices; B_i is order[:sizes[i]]."""

    order: IntArray
    sizes: IntArray
    edges: IntArray  # inside B_i
    weights: FloatArray  # inside B_i
    densities: FloatArray  # weight that layer i adds / vertices it adds; strictly falling
    load: FloatArray  # by vertex
    complete: bool

def dense_layers(
    graph: Graph, *, time: float | None = None, threads: int = 0, cancel: Cancel | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> DenseLayers: ...
def core_numbers(graph: Graph, *, threads: int = 0) -> IntArray: ...
def core_order(graph: Graph) -> tuple[IntArray, IntArray]:
    """Core numbers by vertex, and a smallest-last order."""
def strength_cores(graph: Graph) -> FloatArray:
    """Core values with degree replaced by strength."""
def k_core(graph: Graph, k: int, *, threads: int = 0) -> IntArray:
    """Vertices of the k-core, increasing."""
def components(graph: Graph) -> IntArray:
    """Component of every vertex, numbered by smallest vertex."""

class Clique:
    vertices: IntArray
    upper_bound: int  # no clique has more vertices
    exact: bool
    nodes: int  # of the search tree

def maximum_clique(
    graph: Graph, *, enough: int | None = None, work_limit: int | None = None, time: float | None = None,
    threads: int = 0, cancel: Cancel | None = None, on_interrupt: OnInterrupt = "raise",
) -> Clique: ...

# --- verification ----------------------------------------------------------------------------------------------

def verify(
    graph: Graph,
    vertices: Vertices,
    *,
    s: int | None = None,
    edges: int | None = None,
    weight: float | None = None,
    density: float | None = None,
    average_degree: float | None = None,
    upper_bound: float | None = None,
    bound: str = "",
    gap: float | None = None,
    optimal: bool | None = None,
    stationarity: Stationarity | None = None,
    include: Vertices = (),
    exclude: Vertices = (),
    connected: bool = False,
    threads: int = 0,
    cancel: Cancel | None = None,
) -> tuple[int, float]:
    """Recounts a set and checks every part of the claim; edges and weight inside. VerificationError naming the first
    part that does not hold."""
def verify_result(
    graph: Graph, text: str | bytes, *, threads: int = 0, cancel: Cancel | None = None,
) -> list[tuple[int, int, float]]:
    """Checks what `lode find --format json` or FindResult.json gave; size, edges and weight of every answer."""

class CheckedBound:
    s: int
    bound: str
    value: float
    unchecked: list[tuple[int, float]]  # sizes and values that rest on a search alone
    stated: list[tuple[int, float]]  # the same that the input stated
    include: list[int]  # it bounds the sets with all of these vertices
    exclude: list[int]  # and none of these
    core_of: float | None  # of every graph whose core of this degree the graph is

def verify_certificate(
    graph: Graph, text: str | bytes, *, trust_search: bool = False, threads: int = 0, cancel: Cancel | None = None,
) -> list[CheckedBound]:
    """Checks a certificate (JSON) step by step. VerificationError for the first step that does not hold."""

# --- studies ---------------------------------------------------------------------------------------------------

class Comparison:
    runs: dict[str, list[Any]]
    """Columns, one entry per finished run: graph, s, method, start, seed, edges, weight (objective), stop_reason,
    iterations, seconds, seconds_to_best, vertices (array)."""
    scores: dict[str, list[Any]]
    """Columns, one entry per method: method, instances, mean_rank, wins, best_found, relative, mean_seconds."""
    instances: dict[str, list[Any]]
    """Columns, one entry per graph and size: graph, s, upper_bound, bound, best, complete."""
    interrupted: bool
    seconds: float
    def text(self) -> str: ...
    def markdown(self) -> str: ...
    def html(self) -> str: ...
    def json(self) -> str: ...
    def csv(self) -> str: ...

class GridProgress:
    event: Literal["began", "ended"]
    key: str
    finished: int
    left: int
    seconds: float
    seconds_left: float | None

def compare(
    graphs: Sequence[tuple[str, Graph, Vertices]],
    *,
    methods: Sequence[str] = (),
    starts: int = 3,
    start: str | None = None,
    seed: int = 1,
    time: float = 30.0,
    parallel: bool = False,
    threads: int = 0,
    journal: str | PathLike[str] = "",
    progress: Callable[[GridProgress], object] | None = None,
    cancel: Cancel | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> Comparison:
    """Every method (NAME or NAME:PRESET; none: all) on every (name, graph, sizes) under the same rules. time: per
    run."""

class DensityReport:
    sizes: dict[str, list[Any]]
    """Columns, one entry per size: s, method, edges, weight, upper_bound, bound, gap, optimal, vertices."""
    stop_reason: StopReason
    seconds: float
    def text(self) -> str: ...
    def markdown(self) -> str: ...
    def html(self) -> str: ...
    def json(self) -> str: ...
    def graphml(self) -> str | None:
        """The best set of largest average degree and its neighbours; None when no size was solved."""
    def gexf(self) -> str | None: ...

def report(
    graph: Graph,
    name: str,
    *,
    sizes: Vertices = (),
    methods: Sequence[str] = (),
    effort: Literal["none", "cheap", "auto", "strong"] = "auto",
    time: float | None = 60.0,
    seed: int = 1,
    threads: int = 0,
    progress: ProgressSink | None = None,
    progress_interval: float = 0.1,
    cancel: Cancel | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> DensityReport:
    """What `lode report` shows. No sizes: default_sizes; no methods: all but exhaustive ones. time: of all of it."""
def write_text(path: str | PathLike[str], text: str, *, force: bool = False) -> None:
    """Writes a file whole or not at all. InvalidArgument if it exists and not `force`."""
def check_output_path(path: str | PathLike[str], *, force: bool = False) -> None:
    """Raises what write_text would raise, before the work whose result goes there."""

# --- what methods there are ------------------------------------------------------------------------------------

class OptionInfo:
    name: str  # "max-iterations"; max_iterations means the same in `settings`
    meaning: str
    unit: str
    kind: Literal["integer", "number", "word", "form"]
    least: float
    most: float
    least_excluded: bool
    most_excluded: bool
    words: list[str]
    range: str
    default: str
    other_defaults: list[tuple[str, str]]  # preset, its own default

class MethodInfo:
    name: str
    summary: str
    guarantee: str
    cost: str
    source: str
    presets: list[str]  # the first is the default
    options: list[OptionInfo]
    uses_start: bool
    monotone: bool
    objective: str  # of graphs only, as the next five; "" and False for least squares
    weights: bool
    include: bool
    connected: bool
    exhaustive: bool
    constraints: list[str]  # of least squares only, as the next
    logistic: bool

class BoundInfo:
    name: str
    statement: str
    cost: str
    source: str
    cheap: bool
    repeatable: bool

def methods() -> list[MethodInfo]: ...
def bound_kinds() -> list[BoundInfo]: ...

# --- least squares ---------------------------------------------------------------------------------------------

class Matrix:
    """A of min F(Ax, b). Immutable; shares the caller's values where it says so."""

    @staticmethod
    def dense(array: npt.ArrayLike) -> Matrix:
        """Two-dimensional numbers. Fortran-ordered, aligned float64 (gaps between columns are copied) is shared and
        kept alive; others are copied once."""
    @staticmethod
    def csc(shape: tuple[int, int], indptr: npt.ArrayLike, indices: npt.ArrayLike, data: npt.ArrayLike) -> Matrix:
        """scipy.sparse.csc: shared when indptr is 64 bits, indices 32 bits, data float64, row numbers increase and
        no zero is stored; else copied, entries of one place summed."""
    @staticmethod
    def csr(shape: tuple[int, int], indptr: npt.ArrayLike, indices: npt.ArrayLike, data: npt.ArrayLike) -> Matrix:
        """scipy.sparse.csr: always copied."""
    @property
    def shape(self) -> tuple[int, int]: ...
    @property
    def is_dense(self) -> bool: ...
    @property
    def num_stored(self) -> int: ...
    @property
    def shared(self) -> bool:
        """The values are the caller's."""

class OptimalityCheck:
    stationarity: list[Stationarity]  # by increasing k
    complete: bool  # False: stopped early
    single_exchange: bool | None  # no exchange of a nonzero for a zero, with refit, lowers F; None: not checked

class Fit:
    x: FloatArray  # one value per column
    support: IntArray  # increasing; columns where x is not 0 (binary: all)
    objective: float
    constraint: Literal["binary", "binary-c", "sparse", "sparse-c"]
    s: int
    loss: Literal["squared", "logistic"]
    method: str
    preset: str
    stop_reason: StopReason
    iterations: int
    seconds: float
    seconds_to_best: float
    trace: npt.NDArray[Any]  # as Answer.trace; "weight" is F
    check: OptimalityCheck | None
    check_sentence: str
    note: str

def lsq_solve(
    a: Matrix,
    b: npt.ArrayLike,
    *,
    sparsity: int | None = None,
    lam: float | None = None,
    box: float | None = None,
    binary: bool = False,
    ones: int | None = None,
    loss: Literal["squared", "logistic"] = "squared",
    method: str = "hybrid",
    settings: Settings = {},
    start: npt.ArrayLike | None = None,
    target: float | None = None,
    raw: bool = False,
    check: bool = True,
    time: float | None = None,
    seed: int = 1,
    threads: int = 0,
    progress: ProgressSink | None = None,
    progress_interval: float = 0.1,
    cancel: Cancel | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> Fit:
    """min 1/2 |Ax - b|^2 (or the logistic loss) under exactly one of: sparsity (at most so many nonzeros), lam
    (+ lam per nonzero, perhaps with |x_i| <= box), binary (x in {-1, 1}^n), ones (x in {0, 1}^n with so many)."""
def lsq_path(
    a: Matrix,
    b: npt.ArrayLike,
    sparsity: int,
    *,
    sweeps: int = 2,
    check: bool = True,
    time: float | None = None,
    seed: int = 1,
    threads: int = 0,
    progress: ProgressSink | None = None,
    progress_interval: float = 0.1,
    cancel: Cancel | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> list[Fit]:
    """Best supports of every size from 1 to `sparsity`; fewer when stopped."""
def lsq_methods() -> list[MethodInfo]: ...
def lsq_regression_data(
    rows: int = 512, columns: int = 2048, *, design: Literal["AI", "AII"] = "AI", noise: Literal["bI", "bII"] = "bI",
    seed: int = 1,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """A (Fortran order), b, and the x that b was made from."""
def lsq_uniform_data(rows: int = 200, columns: int = 500, *, seed: int = 1) -> tuple[FloatArray, FloatArray]: ...
