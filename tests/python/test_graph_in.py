"""Every way into a graph gives the graph that SciPy and networkx see, and counts what it merged."""
import pickle

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import lode
from support import FakeIgraph, dense_of, symmetric_matrices

WEIGHTS = st.sampled_from([1.0, 2.0, 0.5, 3.25, 7.0])
FORMATS = ["csr", "csc", "coo", "lil", "dok", "bsr", "dia"]


@given(symmetric_matrices(weights=WEIGHTS), st.sampled_from([np.int32, np.int64]),
       st.sampled_from([np.float64, np.float32, np.int64]), st.booleans())
def test_csr_arrays_of_every_width(matrix, index_type, value_type, weighted):
    rows = sp.csr_matrix(matrix.astype(value_type))
    matrix = rows.toarray().astype(float)
    data = rows.data if weighted else None
    graph = lode.Graph.from_csr(rows.indptr.astype(index_type), rows.indices.astype(index_type), data)
    expected = matrix if weighted and rows.nnz else (rows.toarray() != 0).astype(float)
    if weighted:  # a value that was rounded to 0 is still stored
        np.testing.assert_array_equal(graph.weights if graph.weights is not None else [], rows.data)
    np.testing.assert_array_equal(dense_of(graph) != 0, expected != 0)
    np.testing.assert_array_equal(graph.indptr, rows.indptr)
    np.testing.assert_array_equal(graph.indices, rows.indices)


@given(symmetric_matrices(weights=WEIGHTS), st.sampled_from(FORMATS), st.booleans())
def test_scipy_of_every_format(matrix, kind, as_array):
    made = (sp.coo_array(matrix) if as_array else sp.coo_matrix(matrix)).asformat(kind)
    graph = lode.Graph.from_scipy(made)
    np.testing.assert_array_equal(dense_of(graph), matrix)
    assert graph.m == np.count_nonzero(matrix) // 2 and graph.n == len(matrix)
    assert graph.weighted == (not np.isin(matrix, (0, 1)).all())
    assert graph.report.self_loops_dropped == graph.report.duplicates_merged == graph.report.reciprocal_merged == 0
    assert lode.Graph(made) == graph


@given(symmetric_matrices(weights=WEIGHTS), st.sampled_from(["csr", "csc", "coo"]))
def test_one_triangle_and_a_diagonal_are_the_same_graph(matrix, kind):
    triangle = sp.coo_matrix(np.triu(matrix) + 4 * np.eye(len(matrix))).asformat(kind)
    graph = lode.Graph.from_scipy(triangle)
    np.testing.assert_array_equal(dense_of(graph), matrix)
    assert graph.report.self_loops_dropped == len(matrix)
    whole = lode.Graph.from_scipy(sp.coo_matrix(matrix + 4 * np.eye(len(matrix))).asformat(kind))
    assert whole == graph and whole.report.reciprocal_merged == 0


def test_directed_matrices_follow_the_merge_rule():
    matrix = np.zeros((3, 3))
    matrix[0, 1], matrix[1, 0], matrix[1, 2], matrix[2, 1], matrix[2, 0] = 2, 5, 3, 3, 1
    with pytest.raises(lode.InvalidArgument):
        lode.Graph.from_scipy(sp.csr_matrix(matrix))
    for rule, weight in (("sum", 7), ("max", 5), ("min", 2)):
        graph = lode.Graph.from_scipy(sp.csr_matrix(matrix), merge=rule)
        both = 6 if rule == "sum" else 3
        assert dense_of(graph).tolist() == [[0, weight, 1], [weight, 0, both], [1, both, 0]]
        assert graph.report.reciprocal_merged == 2


@given(symmetric_matrices(weights=WEIGHTS), st.sampled_from(FORMATS), st.booleans())
def test_a_sum_is_of_both_triangles(matrix, kind, symmetric):
    if not symmetric:
        matrix = np.triu(matrix) + np.tril(2 * matrix)
    graph = lode.Graph.from_scipy(sp.coo_matrix(matrix).asformat(kind), merge="sum", weighted=True)
    np.testing.assert_array_equal(dense_of(graph), matrix + matrix.T)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.sampled_from([0.0, 1.0, 2.0, 3.5])), max_size=25),
       st.sampled_from(["ids", "strings", "negative", "frame", "networkx", "file"]))
def test_sums_of_rows_do_not_depend_on_coincidence(rows, kind):
    """merge="sum" gives every pair the sum of all its rows, whatever their order and whether they agree."""
    name = {"strings": str, "negative": lambda x: x - 3}.get(kind, int)
    expected = {}
    for u, v, w in rows:
        if u != v:
            key = frozenset((name(u), name(v)))
            expected[key] = expected.get(key, 0.0) + w
    u, v, w = ([name(row[0]) for row in rows], [name(row[1]) for row in rows], [row[2] for row in rows])
    if not rows:
        return
    if kind == "networkx":
        made = nx.MultiDiGraph()
        made.add_weighted_edges_from(zip(u, v, w))
        graph = lode.Graph.from_networkx(made, weight="weight", merge="sum")
    elif kind == "frame":
        graph = lode.Graph.from_edges(pd.DataFrame({"u": u, "v": v, "w": w}), merge="sum")
    elif kind == "file":
        text = "".join(f"{a} {b} {c}\n" for a, b, c in zip(u, v, w))
        graph = lode.read_bytes(text.encode(), format="edges", header=False, weighted=True, merge="sum")
    else:
        graph = lode.Graph.from_edges(u, v, w, merge="sum")
    ends = graph.edges()
    names = graph.labels.tolist()
    found = {frozenset((names[a], names[b])): c for a, b, c in zip(*ends)} if graph.weighted else dict.fromkeys(
        (frozenset((names[a], names[b])) for a, b in zip(*ends[:2])), 1.0)
    assert found == pytest.approx(expected)


def test_repeated_entries_of_a_coo_matrix_are_summed():
    twice = sp.coo_matrix(([2.0, 3.0, 5.0], ([0, 0, 1], [1, 1, 0])), shape=(2, 2))
    assert dense_of(lode.Graph.from_scipy(twice))[0, 1] == 5
    truth = sp.coo_matrix(([True, True, True, True], ([0, 0, 1, 1], [1, 1, 0, 0])), shape=(3, 3))
    graph = lode.Graph.from_scipy(truth)
    assert (graph.n, graph.m, graph.weighted) == (3, 1, False)


def test_compressed_arrays_are_shared_and_left_alone():
    rows = sp.csr_matrix(np.array([[0, 2.5, 1], [2.5, 0, 0], [1, 0, 0]]))
    before = rows.copy()
    graph = lode.Graph.from_scipy(rows)
    assert np.shares_memory(graph.indices, rows.indices) and np.shares_memory(graph.weights, rows.data)
    assert graph.shared >= {"indices", "data"}
    assert not graph.indices.flags.writeable and not graph.weights.flags.writeable
    assert (before != rows).nnz == 0
    expected = dense_of(graph)
    del rows
    np.testing.assert_array_equal(dense_of(graph), expected)


def test_unsorted_rows_are_sorted_in_a_copy():
    rows = sp.csr_matrix((np.array([2.0, 1, 1, 2]), np.array([2, 1, 0, 0]), np.array([0, 2, 3, 4])), shape=(3, 3))
    indices = rows.indices.copy()
    np.testing.assert_array_equal(dense_of(lode.Graph.from_scipy(rows)), rows.toarray())
    np.testing.assert_array_equal(rows.indices, indices)


@given(symmetric_matrices(weights=WEIGHTS), st.sampled_from(["C", "F", "reversed", "strided", "read-only", "frame"]))
def test_dense_of_every_layout(matrix, layout):
    n = len(matrix)
    given_as = {
        "C": np.ascontiguousarray(matrix), "F": np.asfortranarray(matrix),
        "reversed": matrix[::-1, ::-1].copy()[::-1, ::-1],
        "strided": np.repeat(np.repeat(matrix, 2, 0), 3, 1)[::2, ::3],
        "read-only": matrix.copy(), "frame": pd.DataFrame(matrix),
    }[layout]
    if layout == "read-only":
        given_as.flags.writeable = False
    graph = lode.Graph.from_dense(given_as)
    np.testing.assert_array_equal(dense_of(graph), matrix)
    assert graph.n == n and lode.Graph(given_as) == graph


def test_dense_threshold_and_names():
    frame = pd.DataFrame([[1, .9, .2], [.9, 1, .6], [.2, .6, 1]], index=list("abc"), columns=list("abc"))
    graph = lode.Graph.from_dense(frame, threshold=0.5)
    assert graph.to_pandas().values.tolist() == [["a", "b", .9], ["b", "c", .6]]
    plain = pd.DataFrame([[0, 1, 0], [1, 0, 1], [0, 1, 0]], index=list("abc"), columns=list("abc"))
    kinds = plain.astype({"a": bool, "b": "Int64", "c": float})
    assert lode.Graph.from_dense(kinds) == lode.Graph.from_dense(plain)
    with pytest.raises(lode.InvalidArgument, match="called differently"):
        lode.Graph.from_dense(frame.rename(columns={"a": "z"}))


def test_normalised_matrices_are_the_same_graph_dense_sparse_and_as_networks():
    plain = np.array([[0, 1, 6, 0], [1, 0, 1, 1], [6, 1, 0, 2], [0, 1, 2, 0.0]])
    scale = sp.diags(plain.sum(axis=1) ** -.5)
    matrix = (scale @ sp.csr_matrix(plain) @ scale).tocsr()
    assert abs(matrix - matrix.T).max() > 0
    network = nx.from_scipy_sparse_array(matrix, create_using=nx.DiGraph)
    for graph in (lode.Graph.from_dense(matrix.toarray()), lode.Graph.from_scipy(matrix),
                  lode.Graph.from_networkx(network, weight="weight")):
        np.testing.assert_allclose(dense_of(graph), ((matrix + matrix.T) / 2).toarray(), rtol=1e-15)
        assert "weights that differ by rounding replaced by their mean" in graph.report.summary


def test_an_edge_with_a_weight_that_is_none_is_named():
    network = nx.Graph()
    network.add_edge("ann", "bob", weight=1.0)
    for wrong in (float("nan"), 1e101):
        network.add_edge("cem", "dan", weight=wrong)
        with pytest.raises(lode.InvalidArgument, match=r"weight of \('cem', 'dan'\) must be 0 or between 1e-100 and 1e100 in magnitude"):
            lode.Graph.from_networkx(network, weight="weight")


def test_rows_of_ends_come_with_the_call_that_takes_them():
    with pytest.warns(lode.LodeWarning, match=r"from_edges\(u\[0\], u\[1\]\)"):
        assert lode.Graph.from_edges(np.array([[0, 1, 2], [1, 2, 3]])).total_weight == 5
    with pytest.raises(lode.InvalidArgument, match=r"from_edges\(u\[0\], u\[1\]\)"):
        lode.Graph.from_edges(np.array([[0, 1, 2, 3], [1, 2, 3, 0]]))


def test_dense_matrices_that_are_symmetric_but_for_rounding():
    matrix = np.array([[1, 0.3, 0.25], [0.3 + 2**-54, 1, 0], [0.25, 0, 1]])
    assert matrix[0, 1] != matrix[1, 0]
    graph = lode.Graph.from_dense(matrix)
    assert dense_of(graph)[0, 1] == dense_of(graph)[1, 0] == pytest.approx(0.3, rel=1e-15)
    assert "rounding" in graph.report.summary and "rounding" not in lode.Graph.from_dense(np.eye(3)).report.summary
    np.testing.assert_array_equal(matrix[1, 0], 0.3 + 2**-54)
    correlations = np.corrcoef(np.random.default_rng(1).normal(size=(30, 9)))
    assert lode.Graph.from_dense(correlations, threshold=0.3).m == np.count_nonzero(np.triu(correlations > 0.3, 1))
    matrix[1, 0] += 1e-9
    with pytest.raises(lode.InvalidArgument):
        lode.Graph.from_dense(matrix)
    with pytest.raises(lode.InvalidArgument):
        lode.Graph.from_dense(np.array([[0, np.inf], [1, 0]]))


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=40),
       st.sampled_from([np.int64, np.int32, np.uint8, np.uint64, "list", "pandas", "strided", "big"]))
def test_pairs_of_ids_are_those_of_networkx(pairs, kind):
    reference = nx.Graph(pairs)
    reference.remove_edges_from(nx.selfloop_edges(reference))
    u, v = np.array([p[0] for p in pairs], np.int64), np.array([p[1] for p in pairs], np.int64)
    if kind == "list":
        graph = lode.Graph.from_edges(u.tolist(), v.tolist())
    elif kind == "pandas":
        frame = pd.DataFrame({"u": u, "v": v})
        graph = lode.Graph.from_edges(frame.u, frame.v.astype("Int64"))
    elif kind == "strided":
        graph = lode.Graph.from_edges(np.stack([u, v], 1))
    elif kind == "big":
        graph = lode.Graph.from_edges(u.astype(">i8"), v.astype(">i4"))
    else:
        graph = lode.Graph.from_edges(u.astype(kind), v.astype(kind))
    assert sorted(reference) == graph.labels.tolist()
    assert nx.utils.graphs_equal(graph.to_networkx(), reference)
    loops = sum(a == b for a, b in pairs)
    distinct = len({p for p in pairs if p[0] != p[1]})
    report = graph.report
    assert report.self_loops_dropped == loops
    assert report.duplicates_merged == len(pairs) - loops - distinct
    assert report.reciprocal_merged == distinct - graph.m


@given(st.lists(st.tuples(st.sampled_from(["ann", "bob", "zoë", "Åsa", "x" * 40, ""]),
                          st.sampled_from(["ann", "bob", "zoë", "dan"])), min_size=1, max_size=12),
       st.sampled_from(["list", "U", "object", "categorical"]))
def test_pairs_of_strings_are_those_of_networkx(pairs, kind):
    u, v = [p[0] for p in pairs], [p[1] for p in pairs]
    if kind != "list":
        make = {"U": np.array, "object": lambda c: np.array(c, dtype=object),
                "categorical": lambda c: pd.Series(c, dtype="category")}[kind]
        u, v = make(u), make(v)
    graph = lode.Graph.from_edges(u, v)
    reference = nx.Graph(pairs)
    reference.remove_edges_from(nx.selfloop_edges(reference))
    assert sorted(reference) == graph.labels.tolist()
    assert nx.utils.graphs_equal(graph.to_networkx(), reference)


def test_numbers_below_n_and_labels_by_place():
    graph = lode.Graph.from_edges([0, 2], [1, 0], n=5)
    assert (graph.n, graph.m, graph.degrees.tolist()) == (5, 2, [2, 1, 1, 0, 0])
    named = lode.Graph.from_edges([0, 2], [1, 0], labels=["x", ("y", 1), None, 2.5])
    assert named.labels.tolist() == ["x", ("y", 1), None, 2.5]
    assert named.labels_of([1, 2]) == [("y", 1), None]
    by_name = lode.Graph.from_edges(["b", "c"], ["a", "b"], labels=["d", "c", "b", "a"])
    assert by_name.degrees.tolist() == [0, 1, 2, 1]
    weighted = lode.Graph.from_edges([3, 9, 9], [9, 3, 40], [2, 2, .5])
    assert weighted.to_pandas().values.tolist() == [[3, 9, 2], [9, 40, .5]]
    assert weighted == lode.Graph.from_edges(np.array([[3, 9, 2], [9, 3, 2], [9, 40, .5]]))


def test_huge_ids_are_names():
    graph = lode.Graph.from_edges(np.array([2**63 + 5, 7], np.uint64), np.array([7, 2**40], np.uint64))
    assert graph.labels.tolist() == [7, 2**40, 2**63 + 5] and graph.m == 2


@given(symmetric_matrices(weights=WEIGHTS), st.booleans(), st.randoms())
def test_networkx_graphs(matrix, directed, random):
    names = [("node", i) if i % 2 else f"n{i}" for i in range(len(matrix))]
    random.shuffle(names)
    made = nx.DiGraph() if directed else nx.Graph()
    made.add_nodes_from(names)
    for u, v in zip(*np.nonzero(np.triu(matrix))):
        a, b = (u, v) if random.random() < .5 else (v, u)
        made.add_edge(names[a], names[b], strength=matrix[u, v])
    graph = lode.Graph.from_networkx(made, weight="strength" if made.number_of_edges() else None)
    np.testing.assert_array_equal(dense_of(graph), matrix)
    assert graph.labels.tolist() == names
    plain = lode.Graph(made)
    np.testing.assert_array_equal(dense_of(plain), matrix != 0)


def test_multigraphs_are_merged_and_counted():
    parallel = nx.MultiGraph([("a", "b", {"w": 2}), ("b", "a", {"w": 3}), ("a", "a", {"w": 9}), ("b", "c", {"w": 1})])
    graph = lode.Graph.from_networkx(parallel, weight="w")
    assert graph.to_pandas().values.tolist() == [["a", "b", 5], ["b", "c", 1]]
    assert (graph.report.self_loops_dropped, graph.report.duplicates_merged) == (1, 1)
    both = nx.MultiDiGraph([(0, 1, {"w": 2}), (0, 1, {"w": 2}), (1, 0, {"w": 4}), (1, 2, {"w": 1})])
    graph = lode.Graph.from_networkx(both, weight="w")
    assert graph.to_pandas().values.tolist() == [[0, 1, 4], [1, 2, 1]]
    assert (graph.report.duplicates_merged, graph.report.reciprocal_merged) == (1, 1)
    assert "1 repeated pairs merged" in graph.report.summary
    with pytest.raises(lode.InvalidArgument, match="'wieght'"):
        lode.Graph.from_networkx(parallel, weight="wieght")
    with pytest.raises(lode.InvalidArgument, match="not a number"):
        lode.Graph.from_networkx(nx.Graph([(0, 1, {"w": "much"})]), weight="w")


def test_igraph_graphs():
    graph = lode.Graph(FakeIgraph(4, [(1, 0), (1, 2), (0, 1)], list("abcd"), weight=[1, 2, 3]), weight="weight")
    assert graph.to_pandas().values.tolist() == [["a", "b", 4], ["b", "c", 2]] and graph.n == 4
    assert lode.Graph(FakeIgraph(0, [])).n == 0
    with pytest.raises(lode.InvalidArgument, match="no attribute"):
        lode.Graph.from_igraph(FakeIgraph(2, [(0, 1)]), weight="weight")


def test_real_igraph_when_it_is_there():
    igraph = pytest.importorskip("igraph")
    graph = lode.Graph(igraph.Graph.Famous("Zachary"))
    assert (graph.n, graph.m, graph.labels.tolist()) == (34, 78, list(range(34)))
    named = igraph.Graph.TupleList([("a", "b", 2.0), ("b", "c", 3.0), ("b", "a", 1.0)], weights=True)
    assert sorted(lode.Graph(named, weight="weight").to_pandas().weight) == [3, 3]


def test_empty_graphs():
    for graph in (lode.Graph(), lode.Graph.from_edges([], []), lode.Graph.from_scipy(sp.csr_matrix((0, 0))),
                  lode.Graph.from_dense(np.zeros((0, 0))), lode.Graph.from_networkx(nx.Graph())):
        assert (graph.n, graph.m, len(graph.labels)) == (0, 0, 0)
        assert pickle.loads(pickle.dumps(graph)) == graph
    assert lode.Graph.from_networkx(nx.empty_graph(3)).n == 3
    assert lode.Graph.from_edges([5], [5]).labels.tolist() == [5]


def test_files_and_names(tmp_path):
    path = tmp_path / "friends.csv"
    path.write_text("source,target,weight\nann,bob,2\nbob,cem,0.5\n")
    graph = lode.read(path, weighted=True)
    assert graph.to_pandas().values.tolist() == [["ann", "bob", 2], ["bob", "cem", .5]]
    assert lode.read_bytes(path.read_bytes(), labels=True, weighted=True) == graph == lode.Graph(
        str(path), labels=True, weighted=True)
    assert lode.read("karate").report.source == "file"
    path.write_text("a,b,c,w\nann,x,bob,2\nbob,x,cem,3\n")
    for made in (lode.Graph(path, labels=True, source="a", target="c", weight="w"),
                 lode.as_graph(path, labels=True, source=1, target=3, weight_column=4),
                 lode.read(path, labels=True, source="a", target="c", weight_column="w")):
        assert made.to_pandas().values.tolist() == [["ann", "bob", 2], ["bob", "cem", 3]]
    with pytest.raises(lode.InputError):
        lode.read(tmp_path / "nothing.txt")
    path.write_text("1 2\n3 x\n")
    with pytest.raises(lode.InputError) as caught:
        lode.read(path)
    assert caught.value.line == 2


def test_attributes_of_vertices_are_kept_for_who_asks():
    text = b'graph [ node [ id 4 value "l" ] node [ id 2 size 3 graphics [ x 1 ] ] node [ id 9 value "caf&#233;" ] ]'
    kept = lode.read_bytes(text, attributes=True).report.details["attributes"]
    assert kept == {"value": ["l", "", "caf\u00e9"], "size": ["", "3", ""]}
    assert lode.read_bytes(text).report.details["attributes"] == {}
    assert lode.read_bytes(b"1 2", attributes=True).report.details["attributes"] == {}


def test_generated_graphs_are_those_of_their_seed():
    graph = lode.generate("planted", n=300, size=12, density=1.0, seed=5)
    assert graph == lode.generate("planted", n=300, size=12, density=1.0, seed=5)
    planted = graph.report.details["planted"]
    assert graph.subgraph(planted).m == 66
    with pytest.raises(lode.InvalidArgument):
        lode.generate("gnp", n=10)


def test_one_long_string_does_not_make_all_of_them_long():
    rows = 200_000
    names = ["a", "b"] * (rows // 2) + ["x" * 1_000_000]
    assert lode.Graph.from_edges(names, names[::-1]).n == 3  # of fixed width: 800 GB


def test_names_that_begin_like_a_comment(tmp_path):
    path = tmp_path / "tags.csv"
    path.write_text("#ai,#ml\n#ml,#nlp\nnews,#ai\nnews,b\n")
    with pytest.raises(lode.InputError, match="'#ai' begins like a comment; comment= names"):
        lode.read(path)
    assert lode.read(path, comment="").m == 4
    assert lode.read(path, comment="#").m == 2
    with pytest.raises(lode.InvalidArgument, match="comment"):
        lode.read(path, comment="1")


@pytest.mark.parametrize("values", [[1, 1, 1, 1], [1, 2, 1, 2], [1, 2, 2, 1], [True] * 4, [1.5, 1, 1, 1.5]])
@pytest.mark.parametrize("merge", ["error", "max", "sum"])
def test_repeated_entries_are_summed_in_every_format(values, merge):
    rows, columns = np.array([0, 0, 1, 1]), np.array([1, 1, 0, 0])
    data = np.array(values)
    coo = sp.coo_array((data, (rows, columns)), shape=(3, 3))
    csr = sp.csr_array((data, columns, np.array([0, 2, 4, 4])), shape=(3, 3))
    csc = sp.csc_array((data, rows[::-1].copy(), np.array([0, 2, 4, 4])), shape=(3, 3))
    graphs = [lode.Graph.from_scipy(A, merge=merge) for A in (coo, csr, csc)]
    assert len({(graph.weighted, graph.total_weight) for graph in graphs}) == 1
    assert csr.nnz == csc.nnz == 4 and not csr.has_canonical_format  # as they were
    if data.dtype != bool:
        assert graphs[0].total_weight == data[:2].sum() * (2 if merge == "sum" else 1)


@pytest.mark.parametrize("ending, write", [(".gexf", nx.write_gexf), (".net", nx.write_pajek)])
def test_files_that_networkx_reads(tmp_path, ending, write):
    path = tmp_path / f"club{ending}"
    club = nx.relabel_nodes(nx.karate_club_graph(), str)
    write(club, path)
    graph = lode.read(path, weighted=True)
    assert (graph.n, graph.m, graph.total_weight) == (34, 78, club.size("weight"))
    assert set(map(str, graph.labels)) == set(club)
