#include <string>
#include <vector>

#include "io/formats/networks/network_texts.hpp"
#include "io/formats/npz/zip_files.hpp"
#include "io/gzip.hpp"
#include "support/catch.hpp"

using namespace lode;
using test::arcs_of_text;
using test::error_of_text;
using test::npy_of;
using test::npy_text;
using test::read_text;
using test::shape_of_text;
using test::Zip;
using test::zip_of;

namespace {

using Int = std::int32_t;
using Long = std::int64_t;

/// The matrix 0 2 0 / 0 0 3 / 0 0 5.
test::ZipContent rows_of_three() {
  return {{"indices.npy", npy_of<Int>("<i4", {1, 2, 2})},
          {"indptr.npy", npy_of<Int>("<i4", {0, 1, 2, 3})},
          {"format.npy", npy_text("csr")},
          {"shape.npy", npy_of<Long>("<i8", {3, 3})},
          {"data.npy", npy_of<double>("<f8", {2, 3, 5})}};
}
test::ZipContent pairs_of_three() {
  return {{"row.npy", npy_of<Long>("<i8", {0, 1, 2})},
          {"col.npy", npy_of<Long>("<i8", {1, 2, 2})},
          {"format.npy", npy_of("<U3", "()", std::string("c\0\0\0o\0\0\0o\0\0\0", 12))},
          {"shape.npy", npy_of<Long>("<i8", {3, 3})},
          {"data.npy", npy_of<float>("<f4", {2, 3, 5})}};
}
test::ZipContent changed(test::ZipContent content, const std::string& name, const std::string& array) {
  for (auto& [member, bytes] : content) {
    if (member == name) bytes = array;
  }
  return content;
}
test::ZipContent without(test::ZipContent content, const std::string& name) {
  std::erase_if(content, [&](const auto& member) { return member.first == name; });
  return content;
}

}  // namespace

TEST_CASE("sparse matrices of SciPy: rows, columns and pairs, packed or not") {
  for (const Zip kind : {Zip::stored, Zip::deflated, Zip::zip64}) {
    for (const test::ZipContent& content : {rows_of_three(), pairs_of_three()}) {
      const LoadedGraph loaded = read_text(zip_of(content, kind), {.weighted = true});
      CHECK(test::shape_of(loaded.graph) == "0 1 2: 0-1 2, 1-2 3");
      CHECK(loaded.report.self_loops_dropped == 1);
      CHECK(loaded.report.edge_lines == 3);
      CHECK(shape_of_text(zip_of(content, kind)) == "0 1 2: 0-1, 1-2");
      CHECK(arcs_of_text(zip_of(content, kind)) == "0 1 2: 0->1, 1->2, 2->2");
    }
    const auto columns = changed(rows_of_three(), "format.npy", npy_text("csc"));
    CHECK(arcs_of_text(zip_of(columns, kind)) == "0 1 2: 1->0, 2->1, 2->2");
    CHECK(read_text(zip_of(columns, kind)).report.format == "SciPy csc");
  }
  CHECK_THAT(read_text(zip_of(rows_of_three())).report.summary(), Catch::Contains("entry values ignored"));
}

TEST_CASE("sparse matrices of SciPy: rows and columns of two sides are arcs") {
  const auto with_shape = [](test::ZipContent content, Long rows, Long columns) {
    return changed(std::move(content), "shape.npy", npy_of<Long>("<i8", {rows, columns}));
  };
  const auto wide = [&](const std::string& form, Long rows, Long columns) {
    test::ZipContent content = changed(rows_of_three(), "indptr.npy", npy_of<Int>("<i4", {0, 1, 3}));
    content = changed(content, "indices.npy", npy_of<Int>("<i4", {1, 0, 3}));
    return zip_of(with_shape(changed(content, "format.npy", npy_text(form)), rows, columns));
  };
  CHECK(arcs_of_text(wide("csr", 2, 4)) == "0 1 2 3: 0->1, 1->0, 1->3");
  CHECK(arcs_of_text(wide("csc", 4, 2)) == "0 1 2 3: 0->1, 1->0, 3->1");
  CHECK(arcs_of_text(zip_of(with_shape(pairs_of_three(), 3, 4))) == "0 1 2 3: 0->1, 1->2, 2->2");
  CHECK_THROWS_WITH(arcs_of_text(wide("csr", 2, 3)),
                    Catch::Contains("numbered from 0 to 2, as the shape says"));
  CHECK_THROWS_WITH(arcs_of_text(wide("csc", 4, 3)), Catch::Contains("3 values for 3 columns"));
  CHECK_THROWS_WITH(arcs_of_text(zip_of(with_shape(pairs_of_three(), 2, 3))),
                    Catch::Contains("numbered from 0 to 1, as the shape says"));
  CHECK_THROWS_WITH(arcs_of_text(wide("csr", 2, 0)), Catch::Contains("the graph has no vertices"));
}

TEST_CASE("sparse matrices of SciPy: types of values and both directions") {
  const auto with = [](const std::string& data) {
    return shape_of_text(zip_of(changed(rows_of_three(), "data.npy", data)), {.weighted = true});
  };
  CHECK(with(npy_of<Long>("<i8", {2, 3, 5})) == "0 1 2: 0-1 2, 1-2 3");
  CHECK(with(npy_of("|b1", "(3,)", std::string("\1\1\0", 3))) == "0 1 2: 0-1 1, 1-2 1");
  CHECK(with(npy_of("|u1", "(3,)", "\xff\x02\x03")) == "0 1 2: 0-1 255, 1-2 2");
  CHECK(with(npy_of(">i2", "(3,)", std::string("\1\0\0\2\0\0", 6))) == "0 1 2: 0-1 256, 1-2 2");
  CHECK(with(npy_of<std::uint64_t>("<u8", {std::uint64_t{1} << 52, 1, 0})) ==
        "0 1 2: 0-1 4503599627370496, 1-2 1");
  const auto pairs = [](double a, double b) {
    auto content = changed(pairs_of_three(), "row.npy", npy_of<Long>("<i8", {0, 1, 0}));
    content = changed(content, "col.npy", npy_of<Long>("<i8", {1, 0, 1}));
    return zip_of(changed(content, "data.npy", npy_of<double>("<f8", {a, b, 1})));
  };
  CHECK(shape_of_text(pairs(2, 3), {.weighted = true}) == "0 1 2: 0-1 3");
  CHECK(error_of_text(pairs(2, 2), {.weighted = true}) ==
        " edge 0 1 has weight 3 but 1 0 has weight 2; say with option 'merge' which holds: sum, max or min");
  CHECK(read_text(pairs(2, 3)).report.reciprocal_merged == 1);
}

TEST_CASE("sparse matrices of SciPy: what is wrong is named with its array") {
  const struct {
    test::ZipContent content;
    std::string message;
    bool weighted = false;
  } rows[] = {
      {{{"arr_0.npy", npy_of<Int>("<i4", {1})}},
       " holds no sparse matrix of SciPy, but arr_0.npy; write it with scipy.sparse.save_npz, or a dense "
       "matrix "
       "with numpy.save (.npy)"},
      {changed(rows_of_three(), "format.npy", npy_text("bsr")),
       " the sparse matrix has the form 'bsr', which lode does not read; write it with "
       "scipy.sparse.save_npz(path, matrix.tocsr())"},
      {changed(rows_of_three(), "format.npy", npy_of<Int>("<i4", {1})),
       " 'format.npy': values of type '<i4' are not read; write it with scipy.sparse.save_npz"},
      {changed(rows_of_three(), "shape.npy", npy_of<Long>("<i8", {3, 4})),
       " 'shape.npy': the matrix has 3 rows but 4 columns; the adjacency matrix of a graph is square; where "
       "rows and columns are two sides, read it as arcs (--sides columns)"},
      {changed(rows_of_three(), "shape.npy", npy_of<Long>("<i8", {3})),
       " 'shape.npy': 1 dimensions; a matrix has two"},
      {changed(rows_of_three(), "shape.npy", npy_of<Long>("<i8", {0, 0})),
       " 'shape.npy': the graph has no vertices; a graph needs at least one vertex"},
      {changed(rows_of_three(), "shape.npy", npy_of<Long>("<i8", {4294967295, 4294967295})),
       " 'shape.npy': 4294967295 vertices are too many; lode reads graphs of up to 2^32-2 vertices"},
      {changed(pairs_of_three(), "shape.npy", npy_of<Long>("<i8", {4000000000, 4000000000})),
       " 4000000000 vertices are declared for 3 edges; correct the count, or number only the vertices that "
       "have "
       "edges"},
      {without(rows_of_three(), "indices.npy"),
       " the sparse matrix lacks the array 'indices'; write it with scipy.sparse.save_npz"},
      {changed(rows_of_three(), "indices.npy", npy_of<Int>("<i4", {1, 3, 2})),
       " 'indices.npy': value 1 is 3; rows and columns are numbered from 0 to 2, as the shape says"},
      {changed(rows_of_three(), "indices.npy", npy_of<Int>("<i4", {-1, 2, 2})),
       " 'indices.npy': value 0 is -1; rows and columns are numbered from 0 to 2, as the shape says"},
      {changed(rows_of_three(), "indices.npy",
               npy_of<std::uint64_t>("<u8", {(std::uint64_t{1} << 63) + 1, 2, 2})),
       " 'indices.npy': value 0 is 9223372036854775809; rows and columns are numbered from 0 to 2, as the "
       "shape "
       "says"},
      {changed(rows_of_three(), "indices.npy", npy_of<double>("<f8", {1, 2, 2})),
       " 'indices.npy': values of type '<f8' are not read; write it with scipy.sparse.save_npz"},
      {changed(rows_of_three(), "indices.npy", npy_of("<i4", "(3,)", "1234")),
       " 'indices.npy': value 0 is 875770417; rows and columns are numbered from 0 to 2, as the shape says"},
      {changed(rows_of_three(), "indices.npy", npy_of("<i4", "(3,)", std::string(4, '\0'))),
       " 'indices.npy': the shape asks for 3 values, but there are fewer; the file is damaged"},
      {changed(rows_of_three(), "indices.npy", npy_of("<i4", "(3, 1)", std::string(12, '\0'))),
       " 'indices.npy': the shape is (3, 1); write it with scipy.sparse.save_npz"},
      {changed(rows_of_three(), "indptr.npy", npy_of<Int>("<i4", {0, 1, 2})),
       " 'indptr.npy': 3 values for 3 rows; write it with scipy.sparse.save_npz"},
      {changed(rows_of_three(), "indptr.npy", npy_of<Int>("<i4", {1, 1, 2, 3})),
       " 'indptr.npy': the first value is 1; it must be 0"},
      {changed(rows_of_three(), "indptr.npy", npy_of<Int>("<i4", {0, 2, 1, 3})),
       " 'indptr.npy': value 2 is 1, behind 2; values rise from 0 to 3, the number of entries"},
      {changed(rows_of_three(), "indptr.npy", npy_of<Int>("<i4", {0, 1, 2, 9})),
       " 'indptr.npy': value 3 is 9, behind 2; values rise from 0 to 3, the number of entries"},
      {changed(rows_of_three(), "indptr.npy", npy_of<Int>("<i4", {0, 1, 2, 2})),
       " 'indptr.npy': the last value is 2; it must be 3, the number of entries"},
      {changed(pairs_of_three(), "col.npy", npy_of<Int>("<i4", {1, 2})),
       " 'col.npy': 2 values for 3 entries; write it with scipy.sparse.save_npz"},
      {changed(rows_of_three(), "data.npy", npy_of<double>("<f8", {1, 2})),
       " 'data.npy': 2 values for 3 entries; write it with scipy.sparse.save_npz", true},
      {changed(rows_of_three(), "data.npy", npy_of("<c16", "(3,)", std::string(48, '\0'))),
       " 'data.npy': values of type '<c16' are not read; write it with scipy.sparse.save_npz", true},
      {changed(rows_of_three(), "data.npy", npy_of("|O", "(3,)", "")),
       " 'data.npy': values of type '|O' are not read; write it with scipy.sparse.save_npz", true},
      {changed(rows_of_three(), "data.npy", npy_of<double>("<f8", {1, -2, 2})),
       " 'data.npy': row 1, column 2: weight -2 is negative; weights are finite numbers >= 0, or of any sign "
       "with option 'signs'",
       true},
      {changed(rows_of_three(), "data.npy", npy_of<double>("<f8", {1, std::nan(""), 2})),
       " 'data.npy': row 1, column 2: weight nan is not finite; weights are finite numbers >= 0", true},
  };
  for (const auto& row : rows) {
    CHECK(error_of_text(zip_of(row.content), {.weighted = row.weighted}) == row.message);
  }
  CHECK(error_of_text(test::gzip(zip_of(rows_of_three()))) ==
        " is compressed with gzip, and packed in itself; unpack it");
  CHECK(error_of_text("0 1\n", {.format = "npz"}) ==
        " the file does not begin as .npz files do; write it with scipy.sparse.save_npz");
  const std::string archive = zip_of(rows_of_three());
  for (std::size_t size = 60; size < archive.size(); size += 7) {
    CHECK(error_of_text(archive.substr(0, size)) ==
          " the zip archive is cut off or damaged; download or copy the file again");
  }
}
