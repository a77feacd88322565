"""Ids of any kind: every hashable object is a vertex, what is missing is named, and no id becomes another one."""
import datetime
import pickle
from fractions import Fraction

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import lode
from support import dense_of

DATES = st.dates(datetime.date(1990, 1, 1), datetime.date(2040, 1, 1))
TIMES = st.datetimes(datetime.datetime(1990, 1, 1), datetime.datetime(2040, 1, 1))
KINDS = {
    "small": st.integers(0, 20), "negative": st.integers(-5, 5), "wide": st.integers(2**53 - 3, 2**53 + 3),
    "beyond 64 bits": st.integers(2**63 - 2, 2**64 + 2), "both signs, wide": st.integers(-2**70, 2**70),
    "strings": st.sampled_from(["a", "b", "", "zoë", "1", "#x"]), "dates": DATES, "times": TIMES,
    "tuples": st.tuples(st.integers(0, 2), st.sampled_from("ab")), "sets": st.frozensets(st.integers(0, 3)),
    "mixed": st.one_of(st.integers(-3, 3), st.sampled_from(["1", "x"]), st.just((2, 3)), st.just(Fraction(5, 2)), DATES),
    "bytes in tuples": st.tuples(st.binary(max_size=2)),
}


def edges_of(graph):
    """Pairs of labels as sets."""
    names = graph.labels.tolist()
    return {frozenset((names[u], names[v])) for u, v in zip(*graph.edges()[:2])}


@pytest.mark.parametrize("kind", KINDS)
@given(st.data(), st.sampled_from(["lists", "objects", "rows", "series", "array of rows"]))
def test_any_hashable_is_a_vertex(kind, data, form):
    pairs = data.draw(st.lists(st.tuples(KINDS[kind], KINDS[kind]), min_size=1, max_size=12))
    u, v = [p[0] for p in pairs], [p[1] for p in pairs]
    if all(isinstance(x, str) for x in u) != all(isinstance(x, str) for x in v):
        u, v = u + [(2, 3)], v + [(2, 3)]  # one column of strings beside one of numbers is refused
    expected = nx.Graph(list(zip(u, v)))
    if form == "objects":
        columns = []
        for column in (u, v):
            columns.append(np.empty(len(column), dtype=object))
            for place, value in enumerate(column):
                columns[-1][place] = value
        graph = lode.Graph.from_edges(*columns)
    elif form == "series":
        graph = lode.Graph.from_edges(pd.Series(u, dtype=object), pd.Series(v, dtype=object))
    elif form == "rows":
        graph = lode.Graph.from_edges(list(zip(u, v)))
    elif form == "array of rows":
        rows = np.empty((len(u), 2), dtype=object)
        for place, pair in enumerate(zip(u, v)):
            rows[place, 0], rows[place, 1] = pair
        graph = lode.Graph.from_edges(rows)
    else:
        graph = lode.Graph.from_edges(u, v)
    assert set(graph.labels.tolist()) == set(expected) and graph.n == len(expected)
    assert {type(x) for x in graph.labels.tolist()} == {type(x) for x in expected}
    assert edges_of(graph) == {frozenset(e) for e in expected.edges if len(set(e)) == 2}
    assert all(x in graph for x in expected) and "nobody" not in graph
    assert graph.vertices_of(list(expected)).tolist() == list(range(graph.n))
    assert pickle.loads(pickle.dumps(graph)) == graph == lode.Graph.from_edges(u, v)
    distinct = len({p for p in zip(u, v) if p[0] != p[1]})
    report = graph.report
    assert report.self_loops_dropped == sum(a == b for a, b in zip(u, v))
    assert report.duplicates_merged == len(u) - report.self_loops_dropped - distinct
    assert report.reciprocal_merged == distinct - graph.m


def test_vertices_stand_in_increasing_order_or_as_they_come():
    assert lode.Graph.from_edges([3, -1], [-7, 3]).labels.tolist() == [-7, -1, 3]
    assert lode.Graph.from_edges([(2, "b")], [(1, "z")]).labels.tolist() == [(1, "z"), (2, "b")]
    assert lode.Graph.from_edges(["x", 3, (1,)], [3, "y", "x"]).labels.tolist() == ["x", 3, (1,), "y"]


@given(st.lists(st.tuples(TIMES, TIMES), min_size=1, max_size=8),
       st.sampled_from(["ns", "us", "ms", "s", "D", "pandas", "Timestamp", "tz"]))
def test_dates_stay_dates(pairs, unit):
    u, v = [p[0].replace(microsecond=0) for p in pairs], [p[1].replace(microsecond=0) for p in pairs]
    if unit == "D":
        u, v = [x.date() for x in u], [x.date() for x in v]
    columns = [pd.Series(pd.to_datetime(column)) for column in (u, v)]
    if unit == "tz":
        columns = [column.dt.tz_localize("UTC") for column in columns]
        u, v = [[x.replace(tzinfo=datetime.timezone.utc) for x in column] for column in (u, v)]
    elif unit == "Timestamp":
        columns = [column.tolist() for column in columns]
    elif unit != "pandas":
        columns = [np.array(column, dtype=f"datetime64[{unit}]") for column in (u, v)]
    graph = lode.Graph.from_edges(*columns)
    expected = sorted(set(u) | set(v))
    assert graph.labels.tolist() == expected and all(isinstance(x, datetime.date) for x in graph.labels)
    assert all(x in graph and (unit == "D" or pd.Timestamp(x) in graph) for x in expected)
    if unit not in ("tz", "D"):
        assert all(np.datetime64(x) in graph for x in expected)
        codes = {x: place for place, x in enumerate(expected)}
        named = lode.Graph.from_edges([codes[x] for x in u], [codes[x] for x in v],
                                      labels=np.array(expected, dtype="datetime64[ns]"))
        assert named == graph
    if len(expected) > 1:
        assert set(lode.find(graph, 2, include=[expected[0]]).labels) <= set(expected)


def test_dates_finer_than_microseconds_are_kept_apart():
    fine = np.array(["2020-01-01T00:00:00.000000001", "2020-01-01T00:00:00.000000002"], dtype="datetime64[ns]")
    graph = lode.Graph.from_edges(fine[:1], fine[1:])
    assert graph.n == 2 and all(x in graph for x in fine) and pd.Timestamp(fine[0]) in graph
    assert datetime.datetime(2020, 1, 1) not in graph
    spans = np.array([1, 90], dtype="timedelta64[s]").astype("timedelta64[ns]")
    assert lode.Graph.from_edges(spans, spans[::-1]).labels.tolist() == [
        datetime.timedelta(seconds=1), datetime.timedelta(seconds=90)]


MISSING = [None, np.nan, pd.NA, pd.NaT, np.datetime64("NaT"), np.float32("nan")]


@pytest.mark.parametrize("missing", MISSING, ids=repr)
@pytest.mark.parametrize("others", [[1, 2], ["a", "b"], [(1, 2), "x"], [datetime.date(2020, 1, 1)] * 2], ids=str)
def test_a_missing_id_is_named(missing, others):
    for column in ([*others, missing], pd.Series([*others, missing], dtype=object)):
        with pytest.raises(lode.InvalidArgument, match=r"v\[2\] is missing"):
            lode.Graph.from_edges([1, 2, 3], column)


@pytest.mark.parametrize("column", [
    pd.array([1, None], dtype="Int64"), [1.0, np.nan], np.array([1, np.nan], np.float32),
    pd.Series(["a", None], dtype="category"), pd.Categorical([3, np.nan]), pd.to_datetime(["2020-01-01", None]),
    pd.Series([1, None]), pd.Series(["a", None], dtype="string"), [2**70, None],
], ids=str)
def test_a_missing_id_is_named_in_columns_of_every_type(column):
    with pytest.raises(lode.InvalidArgument, match=r"u\[1\] is missing"):
        lode.Graph.from_edges(column, [1, 2])


@given(st.lists(st.integers(-2**53 + 1, 2**53 - 1), min_size=2, max_size=9))
def test_whole_floats_are_the_ids_they_are(ids):
    u, v = ids[:-1], ids[1:]
    expected = lode.Graph.from_edges(u, v)
    for column in (np.array(u, dtype=float), pd.Series(u, dtype=float), [float(x) for x in u]):
        graph = lode.Graph.from_edges(column, v)
        assert graph == expected and all(type(x) is int for x in graph.labels.tolist())


@pytest.mark.parametrize("value, words", [(0.5, "whole"), (2.0**53, "2\\*\\*53"), (-2.0**60, "2\\*\\*53"),
                                          (np.inf, "2\\*\\*53"), (1e300, "2\\*\\*53")])
def test_floats_that_are_no_ids(value, words):
    for u, v in (([1.0, value], [2.0, 3.0]), (np.array([1, value]), [2, 3]), ([1, value], [2, 3])):
        with pytest.raises(lode.InvalidArgument, match=words):
            lode.Graph.from_edges(u, v)
    with pytest.raises(lode.InvalidArgument, match=words):
        lode.Graph.from_edges(np.array([[1, value, 0.5], [2, 3, 0.5]])[:, [1, 0, 2]])


@given(st.lists(st.tuples(st.integers(2**53, 2**53 + 6), st.integers(2**53, 2**53 + 6), st.sampled_from([0.5, 2.5])),
                min_size=1, max_size=10), st.sampled_from(["frame", "records", "rows", "named"]))
def test_wide_ids_beside_float_weights_stay_apart(rows, form):
    u, v, w = map(list, zip(*rows))
    expected = lode.Graph.from_edges(u, v, w, merge="sum")
    assert expected.labels.tolist() == sorted(set(u) | set(v))
    frame = pd.DataFrame({"w": w, "a": u, "b": v})
    if form == "frame":
        graph = lode.Graph.from_edges(frame[["a", "b", "w"]], merge="sum")
    elif form == "records":
        graph = lode.Graph.from_edges(frame[["a", "b", "w"]].to_records(index=False), merge="sum")
    elif form == "named":
        graph = lode.Graph.from_edges(frame, w="w", merge="sum")
    else:
        graph = lode.Graph.from_edges(rows, merge="sum")
    assert graph == expected


def test_signed_and_unsigned_columns_are_not_compared_as_floats():
    u = np.array([2**62, 2**62 + 1, 5], dtype=np.int64)
    v = np.array([2**62 + 1, 2**63 + 9, 2**63 + 10], dtype=np.uint64)
    graph = lode.Graph.from_edges(u, v)
    assert graph.labels.tolist() == [5, 2**62, 2**62 + 1, 2**63 + 9, 2**63 + 10]
    assert (graph.m, graph.report.self_loops_dropped, graph.report.duplicates_merged) == (3, 0, 0)
    assert lode.Graph.from_edges([2**63, 5], [5, 7]).labels.tolist() == [5, 7, 2**63]


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd"), st.sampled_from([0.5, 2.0])), min_size=1,
                max_size=9))
def test_triples_of_strings_and_numbers(rows):
    graph = lode.Graph.from_edges(rows, merge="max")
    columns = lode.Graph.from_edges(*zip(*rows), merge="max")
    assert graph == columns == lode.Graph.from_edges(iter(rows), merge="max") and graph.weighted == (graph.m > 0)
    frame = pd.DataFrame(rows, columns=["x", "y", "weight"])
    assert lode.Graph.from_edges(frame, merge="max") == graph


@given(st.lists(st.sampled_from(["b", "a", "c", "z"]), min_size=2, max_size=9), st.booleans(), st.booleans())
def test_categories_are_the_ids_they_stand_for(ids, ordered, other):
    u = pd.Series(pd.Categorical(ids[:-1], categories=["z", "unused", "a", "b", "c"], ordered=ordered))
    v = pd.Categorical(ids[1:], categories=["c", "b", "a", "z"]) if other else pd.Series(ids[1:])
    assert lode.Graph.from_edges(u, v) == lode.Graph.from_edges(ids[:-1], ids[1:])
    numbers = pd.Series([3, -1, 3]).astype("category")
    assert lode.Graph.from_edges(numbers, [1, 3, 1]).labels.tolist() == [-1, 1, 3]


def test_categories_are_taken_by_their_codes():
    class Codes(pd.Categorical):
        def __array__(self, *_, **__):
            raise AssertionError("the values were asked for")

        def __iter__(self):
            raise AssertionError("the values were asked for")

    column = Codes(["x", "y", "x"])
    assert lode.Graph.from_edges(column, Codes(["y", "z", "z"])).m == 3


def test_labels_may_be_named_by_ids_of_any_kind():
    names = [datetime.date(2020, 1, 1), (1, 2), "x", -4]
    graph = lode.Graph.from_edges([names[0], "x"], [names[1], names[0]], labels=names)
    assert graph.degrees.tolist() == [2, 1, 1, 0]
    with pytest.raises(lode.InvalidArgument, match="among them"):
        lode.Graph.from_edges([(9, 9)], [names[1]], labels=names)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=6),
       st.sampled_from([np.int8, np.uint8, np.int16, np.uint16, np.int32, np.int64, np.float32]), st.integers(1, 700),
       st.sampled_from(["coo_matrix", "coo_array"]))
def test_entries_of_small_integers_are_summed_without_overflow(pairs, dtype, times, kind):
    row, col = [np.repeat([p[side] for p in pairs], times) for side in (0, 1)]
    matrix = getattr(sp, kind)((np.ones(len(row), dtype=dtype), (row, col)), shape=(4, 4))
    stored = matrix.nnz
    exact = np.zeros((4, 4))
    np.add.at(exact, (row, col), 1.0)
    np.fill_diagonal(exact, 0)
    graph = lode.Graph.from_scipy(matrix, merge="sum", weighted=True)
    np.testing.assert_array_equal(dense_of(graph), exact + exact.T)
    assert matrix.nnz == stored and matrix.dtype == dtype  # it is left as it is


def test_half_of_a_surrogate_pair_is_refused_by_name():
    for make in (lambda: lode.Graph.from_edges(["a"], ["\ud83d"]), lambda: lode.find(nx.Graph([("\ud83d", "a")]), 2),
                 lambda: lode.read("karate").with_labels(["\ud83d", *map(str, range(33))])):
        with pytest.raises(lode.InvalidArgument, match=r"\\ud83d.*surrogate"):
            make()
    assert "\ud83d" not in lode.Graph.from_edges(["a"], ["b"]) and "\ud83d" not in lode.read("karate")
    with pytest.raises(lode.InvalidArgument):
        lode.read("\ud83d")


def test_weights_that_differ_by_direction_are_told_by_label_and_keyword():
    directed = nx.DiGraph()
    directed.add_edge("ann", "bob", weight=1)
    directed.add_edge("bob", "ann", weight=5)
    for make in (lambda: lode.Graph.from_networkx(directed, weight="weight"),
                 lambda: lode.Graph.from_edges([("ann",), ("bob",)], [("bob",), ("ann",)], [1, 5]),
                 lambda: lode.Graph.from_edges(["ann", "bob"], ["bob", "ann"], [1, 5])):
        with pytest.raises(lode.InvalidArgument, match="ann.*bob.*1.*5.*merge=") as caught:
            make()
        assert "MergeRule" not in str(caught.value)


@pytest.mark.parametrize("dtype, digits", [(np.float16, 11), (np.float32, 24), (np.float64, 53)])
def test_floats_are_ids_as_far_as_they_hold_every_integer(dtype, digits):
    exact = 2**digits
    known = [0, 1, exact - 1]
    graph = lode.Graph.from_edges(np.array(known[:-1], dtype), np.array(known[1:], dtype))
    assert list(graph.labels) == known
    for wrong in (exact, exact + 2):
        if not np.isfinite(dtype(wrong)):
            continue
        u = np.array([0, wrong], dtype)
        with pytest.raises(lode.InvalidArgument, match=rf"u\[1\] is .* of a column of {np.dtype(dtype)}: "
                                                       rf"from 2\*\*{digits} on they stand for several integers"):
            lode.Graph.from_edges(u, np.array([1, 2], dtype))
        table = np.array([[0, 1], [1, wrong]], dtype)
        with pytest.raises(lode.InvalidArgument, match="give integers"):
            lode.Graph.from_edges(table)
