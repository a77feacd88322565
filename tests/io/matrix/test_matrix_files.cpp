#include <cmath>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <string>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/io/matrix_file.hpp>

#include "io/gzip.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using Catch::Matchers::Contains;

namespace {

using Values = std::vector<double>;

constexpr const char* array_banner = "%%MatrixMarket matrix array real general\n";
constexpr const char* coordinate_banner = "%%MatrixMarket matrix coordinate real general\n";

MatrixFile read(const std::string& path) { return read_matrix(path, RunContext({.threads = 1})); }

MatrixFile read_matrix_text(const std::string& name, const std::string& content) {
  const test::TemporaryFolder folder;
  return read(folder.write(name, content));
}

template <class Number>
std::string number_bytes(std::initializer_list<Number> values) {
  std::string bytes;
  for (const Number value : values) {
    char raw[sizeof(Number)];
    std::memcpy(raw, &value, sizeof raw);
    bytes.append(raw, sizeof raw);
  }
  return bytes;
}

/// An .npy file of version 1, or of a later one.
std::string npy(const std::string& header, const std::string& data, int version = 1) {
  std::string file = "\x93NUMPY";
  file += static_cast<char>(version);
  file += '\0';
  const std::size_t size = header.size();
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i) file += static_cast<char>(size >> (8 * i) & 0xff);
  return file + header + data;
}

std::string npy_header(const std::string& type, bool by_columns, const std::string& shape) {
  return "{'descr': '" + type + "', 'fortran_order': " + (by_columns ? "True" : "False") +
         ", 'shape': " + shape + ", }\n";
}

/// What the reader says, after the path.
std::string refusal(const std::string& name, const std::string& content) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write(name, content);
  try {
    return "was read: " + read(path).summary();
  } catch (const InputError& error) {
    const std::string message = error.what();
    return message.rfind(path, 0) == 0 ? message.substr(path.size()) : message;
  }
}

}  // namespace

TEST_CASE("Matrix Market files hold dense and sparse matrices") {
  const MatrixFile dense =
      read_matrix_text("a.mtx", std::string(array_banner) + "% a comment\n\n2 3\n1\n-2.5\n3e1\n+4\n5 6\n");
  CHECK(dense.dense);
  CHECK(dense.rows == 2);
  CHECK(dense.columns == 3);
  CHECK(dense.values == Values{1, -2.5, 30, 4, 5, 6});
  CHECK(dense.summary() == "Matrix Market, 2 x 3, dense");

  const MatrixFile symmetric =
      read_matrix_text("a.mtx", "%%MatrixMarket matrix array integer symmetric\n3 3\n1\n2\n3\n4\n5\n6\n");
  CHECK(symmetric.values == Values{1, 2, 3, 2, 4, 5, 3, 5, 6});

  const MatrixFile sparse =
      read_matrix_text("a.mtx", std::string(coordinate_banner) + "3 4 2\n3 1 .5\n1 4 -1e-3\n");
  CHECK_FALSE(sparse.dense);
  REQUIRE(sparse.entries.size() == 2);
  CHECK((sparse.entries[0].row == 2 && sparse.entries[0].column == 0 && sparse.entries[0].value == 0.5));
  CHECK((sparse.entries[1].row == 0 && sparse.entries[1].column == 3 && sparse.entries[1].value == -1e-3));

  const MatrixFile mirrored = read_matrix_text(
      "a.mtx", "%%matrixmarket MATRIX coordinate integer symmetric\r\n2 2 2\r\n1 1 7\r\n2 1 -8\r\n");
  REQUIRE(mirrored.entries.size() == 3);
  CHECK((mirrored.entries[2].row == 0 && mirrored.entries[2].column == 1 && mirrored.entries[2].value == -8));
}

TEST_CASE("CSV files hold one row per line") {
  const Values expected = {1, 4, 2, 5, 3, 6};
  CHECK(read_matrix_text("a.csv", "1,2,3\n4,5,6\n").values == expected);
  CHECK(read_matrix_text("a.txt", "# rows\n 1 2\t3\n\n4  5 6").values == expected);
  const MatrixFile named = read_matrix_text("a.csv", "height,\"mass\",age\r\n1, 2 ,3\r\n4,5,6\r\n");
  CHECK(named.values == expected);
  CHECK(named.summary() == "CSV, 2 x 3, dense; column names skipped");
  const MatrixFile column = read_matrix_text("b", "1\n2\n");
  CHECK((column.rows == 2 && column.columns == 1));
}

TEST_CASE("NumPy files are read in every version, order and type") {
  const auto values = [&](const std::string& content) { return read_matrix_text("a.npy", content).values; };
  const std::string six = number_bytes<double>({1, 2, 3, 4, 5, 6});
  CHECK(values(npy(npy_header("<f8", false, "(2, 3)"), six)) == Values{1, 4, 2, 5, 3, 6});
  CHECK(values(npy(npy_header("<f8", true, "(2, 3)"), six)) == Values{1, 2, 3, 4, 5, 6});
  CHECK(values(npy(npy_header("<f8", false, "(2, 3)"), six, 2)) == Values{1, 4, 2, 5, 3, 6});
  CHECK(values(npy("{\"shape\":(6,),\"fortran_order\":False,\"descr\":\"<f8\"}", six)) ==
        Values{1, 2, 3, 4, 5, 6});
  CHECK(values(npy(npy_header("<f4", false, "(2,)"), number_bytes<float>({0.5f, -2.0f}))) == Values{0.5, -2});
  CHECK(values(npy(npy_header("|i1", false, "(2,)"), number_bytes<std::int8_t>({-1, 2}))) == Values{-1, 2});
  CHECK(values(npy(npy_header("<u2", false, "(2,)"), number_bytes<std::uint16_t>({65535, 2}))) ==
        Values{65535, 2});
  CHECK(values(npy(npy_header("<i4", false, "(1, 1)"), number_bytes<std::int32_t>({-70000}))) ==
        Values{-70000});
  CHECK(values(npy(npy_header("<i8", false, "(1,)"),
                   number_bytes<std::int64_t>({-(std::int64_t{1} << 53)}))) == Values{-9007199254740992.0});
  const auto rounded = [](const std::string& name, const std::string& content) {
    const MatrixFile file = read_matrix_text(name, content);
    CHECK(file.notes == std::vector<std::string>{"integers of 2^53 or more are held as doubles, to 53 bits"});
    return file.values;
  };
  CHECK(rounded("a.npy",
                npy(npy_header("<i8", false, "(1,)"), number_bytes<std::int64_t>({-9007199254740993}))) ==
        Values{-9007199254740992.0});
  CHECK(rounded("a.mtx", "%%MatrixMarket matrix array integer general\n2 1\n1\n9007199254740995\n") ==
        Values{1.0, 9007199254740996.0});
  const std::string big_endian("\x3f\xf8\0\0\0\0\0\0", 8);
  CHECK(values(npy(npy_header(">f8", false, "(1,)"), big_endian)) == Values{1.5});
  const MatrixFile packed =
      read_matrix_text("a.npy.gz", test::gzip(npy(npy_header("<f8", false, "(6,)"), six), 6));
  CHECK(packed.values == Values{1, 2, 3, 4, 5, 6});
  CHECK(packed.compression == "gzip");
}

TEST_CASE("matrices written and read back keep every bit") {
  const test::TemporaryFolder folder;
  Rng rng(3);
  for (const auto& [rows, columns] : {std::pair{7u, 5u}, {1u, 4u}, {6u, 1u}, {70u, 41u}}) {
    Values values(rows * columns);
    for (double& value : values) value = (rng.uniform() - 0.5) * std::exp2(60.0 * rng.uniform() - 30.0);
    for (const char* name : {"a.npy", "a.mtx", "a.csv", "a.npy.gz", "a.mtx.zst", "a.CSV.gz"}) {
      const std::string path = (folder.path() / name).string();
      write_matrix({rows, columns, values}, path, Overwrite::yes);
      const MatrixFile back = read(path);
      INFO(name << " " << rows << " x " << columns);
      CHECK((back.rows == rows && back.columns == columns && back.dense));
      CHECK(back.values == values);
    }
  }
  const std::string path = (folder.path() / "a.npy").string();
  CHECK_THROWS_WITH(write_matrix({1, 1, Values{1}}, path, Overwrite::no), Contains("exists"));
  CHECK_THROWS_AS(write_matrix({2, 1, Values{1}}, path, Overwrite::yes), InvalidArgument);
  constexpr std::uint64_t large = std::uint64_t{1} << 32;
  CHECK_THROWS_AS(write_matrix({large, large, {}}, path, Overwrite::yes), InvalidArgument);
  CHECK_THROWS_AS(write_matrix({0, 3, Values{1}}, path, Overwrite::yes), InvalidArgument);
  CHECK_THROWS_WITH(check_matrix_path("a.mat", Overwrite::no), Contains("end it in .npy, .mtx or .csv"));
}

TEST_CASE("matrices that would not be read back are not written") {
  const test::TemporaryFolder folder;
  for (const std::string ending : {".npy", ".mtx", ".csv"}) {
    INFO(ending);
    const std::string path = (folder.path() / ("m" + ending)).string();
    const Values none;
    CHECK_THROWS_AS(write_matrix({0, 0, none}, path, Overwrite::yes), InvalidArgument);
    CHECK_THROWS_AS(write_matrix({3, 0, none}, path, Overwrite::yes), InvalidArgument);
    for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
      const Values values = {1, 2, 3, bad, 5, 6};
      CHECK_THROWS_WITH(write_matrix({2, 3, values}, path, Overwrite::yes),
                        Contains("row 2, column 2") && Contains("not finite"));
    }
    CHECK_FALSE(std::filesystem::exists(path));
  }
}

TEST_CASE("a byte order mark before a Matrix Market banner is passed over") {
  CHECK(read_matrix_text("bom.mtx", "\xef\xbb\xbf" + std::string(array_banner) + "1 2\n3\n4\n").values ==
        Values{3, 4});
}

TEST_CASE("vectors have one column or one row") {
  CHECK(vector_from(read_matrix_text("b.csv", "1,2,3\n")) == Values{1, 2, 3});
  CHECK(vector_from(read_matrix_text("b.csv", "1\n2\n3\n")) == Values{1, 2, 3});
  CHECK(vector_from(read_matrix_text("b.mtx", std::string(coordinate_banner) + "4 1 2\n2 1 5\n4 1 6\n")) ==
        Values{0, 5, 0, 6});
  const MatrixFile matrix = read_matrix_text("b.csv", "1,2\n3,4\n");
  CHECK_THROWS_AS(vector_from(matrix), InputError);
  MatrixFile made;
  made.rows = 3;
  made.columns = 1;
  made.dense = false;
  made.entries = {{.row = 2, .column = 0, .value = 1.0}};
  CHECK(vector_from(made) == Values{0, 0, 1});
  made.entries.push_back({.row = 3, .column = 0, .value = 1.0});
  CHECK_THROWS_AS(vector_from(made), InputError);
  made.entries.back() = {.row = 0, .column = 1, .value = 1.0};
  CHECK_THROWS_AS(vector_from(made), InputError);
  CHECK_THROWS_WITH(vector_from(matrix), Contains("b.csv: holds a 2 x 2 matrix; a vector has one column"));
}

TEST_CASE("hostile matrix files name the place, the problem and the remedy") {
  const std::string array = array_banner;
  const std::string coordinate = coordinate_banner;
  const std::string data = number_bytes<double>({1, 2});
  const auto npy_of = [&](const std::string& type, const std::string& shape) {
    return npy(npy_header(type, false, shape), data);
  };
  struct Row {
    std::string name, content, message;
  };
  const std::vector<Row> rows = {
      // Matrix Market
      {"a.mtx", "1 2\n", ":1:1: the %%MatrixMarket banner is missing;"},
      {"a.mtx", "%%MatrixMarketx matrix array real general\n1 1\n1\n", ":1:1: '%%MatrixMarketx' is not the"},
      {"a.mtx", "%%MatrixMarket vector array real general\n1 1\n1\n", ":1:16: 'vector' is not a matrix;"},
      {"a.mtx", "%%MatrixMarket matrix list real general\n1 1\n1\n",
       ":1:23: 'list' is not a form of storage"},
      {"a.mtx", "%%MatrixMarket matrix array complex general\n1 1\n1 0\n",
       ":1:29: 'complex' entries are not"},
      {"a.mtx", "%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n",
       ":1: a pattern matrix holds no values"},
      {"a.mtx", "%%MatrixMarket matrix array real hermitian\n1 1\n1\n",
       ":1:34: 'hermitian' matrices are not"},
      {"a.mtx", "%%MatrixMarket matrix array\n1 1\n1\n", ":1:28: the banner is incomplete"},
      {"a.mtx", "%%MatrixMarket matrix array real general x\n1 1\n1\n", ":1:42: text follows the banner"},
      {"a.mtx", array, ":1: the file ends before its size line"},
      {"a.mtx", array + "2\n1\n2\n", ":2:2: the number of columns is missing"},
      {"a.mtx", array + "2 1 2\n1\n2\n", ":2:5: text follows the size of the matrix"},
      {"a.mtx", array + "0 1\n", ":2:1: 0 rows are too few"},
      {"a.mtx", array + "-1 1\n", ":2:1: the number of rows -1 is negative"},
      {"a.mtx", array + "1 99999999999\n1\n", ":2:3: 99999999999 columns are too many"},
      {"a.mtx", array + "4294967295 4294967295\n1\n", ":2:1: 4294967295 rows are too many"},
      {"a.mtx", array + "2 1\n1\n",
       ":2: the size line declares 2 entries, but the file holds 1; the file is cut"},
      {"a.mtx", array + "1 1\n1\n2\n", ":4:1: the size line declares 1 entry, and this is one more"},
      {"a.mtx", array + "1 1\nnan\n", ":3:1: nan is not finite; values are finite decimal numbers"},
      {"a.mtx", array + "1 1\n -inf\n", ":3:2: -inf is not finite"},
      {"a.mtx", array + "1 1\n1e999\n", ":3:1: 1e999 must be 0 or between 1e-100 and 1e100 in magnitude"},
      {"a.mtx", array + "1 1\n1.5d0\n", ":3:1: '1.5d0' is not a number"},
      {"a.mtx", "%%MatrixMarket matrix array real symmetric\n1 2\n1\n", ":2: a symmetric matrix has 1"},
      {"a.mtx", "%%MatrixMarket matrix array integer general\n1 1\n1.5\n", ":3:1: '1.5' is not an integer"},
      {"a.mtx", coordinate + "2 2\n1 1 1\n", ":2:4: the number of entries is missing"},
      {"a.mtx", coordinate + "2 2 1\n3 1 1\n", ":3:1: row 3 is not declared; rows are numbered from 1 to 2"},
      {"a.mtx", coordinate + "2 2 1\n1 0 1\n", ":3:3: column 0 does not exist"},
      {"a.mtx", coordinate + "2 2 1\n1 1\n", ":3:4: the entry has no value"},
      {"a.mtx", coordinate + "2 2 1\n1 1 1 1\n", ":3:7: text follows the entry"},
      {"a.mtx", coordinate + "2 2 1\n1 1 1\n1 2 1\n",
       ":4:1: the size line declares 1 entry, and this is one"},
      {"a.mtx", coordinate + "2 2 3\n1 1 1\n", ":2: the size line declares 3 entries, but the file holds 1"},
      {"a.mtx", coordinate + "4000000000 1 1\n1 1 1\n", ":2: 4000000000 x 1 is declared for 1 entry"},
      {"a.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 1\n",
       ":3:1: entry 1 2 lies above the diagonal"},
      // CSV
      {"a.csv", "1,2\n3\n", ":2:2: the row has 1 value instead of 2; every row has as many as the first"},
      {"a.csv", "1,2\n3,4,5\n", ":2:5: the row has more than 2 values"},
      {"a.csv", "1,2\n3,x\n", ":2:3: 'x' is not a number"},
      {"a.csv", "1,x\n", ":1:3: 'x' is not a number"},
      {"a.csv", "1,,2\n", ":1:3: a value is missing"},
      {"a.csv", "1,2\n3,NaN\n", ":2:3: NaN is not finite"},
      {"a.csv", "1;2\n", ":1:1: '1;2' is not a number"},
      {"a.csv", "a,b\n", ": holds no numbers; write one row of the matrix per line"},
      {"a.csv", "# nothing\n\n", ": holds no numbers"},
      {"a.csv", "a,b\nc,d\n", ":2:1: 'c' is not a number"},
      {"a.csv", std::string("1,\0\n", 4), ":1:3: byte 0x00 is not text"},
      // NumPy
      {"a.npy", "1,2\n", ": the file does not begin as .npy files do"},
      {"a.npz", "PK\3\4" + std::string(22, '\0') + std::string("\5\0\0\0a.npy", 9),
       ": is an archive of NumPy arrays (.npz), which lode does not read; write a sparse matrix as Matrix "},
      {"a.npy", "\x93NUMPY\x01", ": the file ends inside the .npy header; the file is cut off"},
      {"a.npy", npy("{", "", 9), ": version 9 of .npy is not read"},
      {"a.npy", npy("", ""), ": the .npy header lacks 'descr'; write the file with numpy.save"},
      {"a.npy", npy("{'descr' '<f8'}", ""), ": the .npy header lacks 'descr'"},
      {"a.npy", npy("{'descr': '<f8'}", ""), ": the .npy header lacks 'fortran_order'"},
      {"a.npy", npy("{'descr': '<f8', 'fortran_order': maybe, 'shape': (1,)}", ""),
       ": fortran_order is 'maybe'"},
      {"a.npy", npy_of("<f8", "(1, 2, 1)"), ": the shape is (1, 2, 1); a matrix has one or two dimensions"},
      {"a.npy", npy_of("<f8", "()"), ": the shape is ()"},
      {"a.npy", npy_of("<f8", "(2"), ": the .npy header lacks 'shape'"},
      {"a.npy", npy_of("<f8", "2"), ": the shape is 2"},
      {"a.npy", npy_of("<f8", "(-2,)"), ": the shape is (-2,)"},
      {"a.npy", npy_of("<f8", "(0, 3)"), ": the shape is (0, 3); rows and columns must be from 1"},
      {"a.npy", npy_of("<f8", "(99999999999999999999,)"), ": the shape is (99999999999999999999,)"},
      {"a.npy", npy_of("<f8", "(4000000000, 4000000000)"),
       ": the shape asks for 16000000000000000000 values"},
      {"a.npy", npy_of("<f8", "(3,)"),
       ": the shape asks for 3 values, but the file holds 2; the file is cut"},
      {"a.npy", npy_of("<f8", "(1,)"), ": bytes follow the 1 values of the shape"},
      {"a.npy", npy_of("<c16", "(1,)"), ": values of type '<c16' are not read; save real numbers"},
      {"a.npy", npy_of("|O8", "(1,)"), ": values of type '|O8' are not read"},
      {"a.npy", npy_of("<f2", "(1,)"), ": values of type '<f2' are not read"},
      {"a.npy", npy_of("<i3", "(1,)"), ": values of type '<i3' are not read"},
      {"a.npy", npy(npy_header("<f8", false, "(2, 2)"), number_bytes<double>({1, 2, std::nan(""), 4})),
       ": row 2, column 1 is nan, but must be 0 or between 1e-100 and 1e100 in magnitude; fill or drop such "
       "rows"},
      {"a.npy", npy(npy_header("<f8", true, "(2, 2)"), number_bytes<double>({1, 2, -HUGE_VAL, 4})),
       ": row 1, column 2 is -inf"},
  };
  for (const Row& row : rows) {
    const std::string said = refusal(row.name, row.content);
    INFO(row.content);
    CHECK_THAT(said, Catch::Matchers::StartsWith(row.message));
  }
}

TEST_CASE("a matrix file cut anywhere is refused or complete") {
  const std::string whole = npy(npy_header("<f8", false, "(2, 2)"), number_bytes<double>({1, 2, 3, 4}));
  for (std::size_t size = 1; size < whole.size(); ++size) {
    CHECK_THAT(refusal("a.npy", whole.substr(0, size)), !Catch::Matchers::StartsWith("was read"));
  }
  const std::string text = std::string(array_banner) + "2 2\n1.5\n2.5\n3.5\n4.5\n";
  for (std::size_t size = 1; size + 4 < text.size(); ++size) {
    CHECK_THAT(refusal("a.mtx", text.substr(0, size)), !Catch::Matchers::StartsWith("was read"));
  }
}
