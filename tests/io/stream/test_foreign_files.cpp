#include <string>
#include <string_view>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>

#include "io/gzip.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace std::string_view_literals;

namespace {

/// What the reader says, after the path.
std::string foreign_refusal(std::string_view bytes, const std::string& name, const ReadOptions& options) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write(name, std::string(bytes));
  try {
    read_graph(path, options, RunContext({.threads = 1}));
  } catch (const InputError& error) {
    return std::string(error.what()).substr(path.size());
  }
  return "no error";
}

std::string archive_of(std::string_view member) {
  return "PK\3\4" + std::string(26, '\0') + std::string(member);
}

}  // namespace

TEST_CASE("files of other programs are named, with a command") {
  const struct {
    std::string bytes;
    std::string message;
    std::string name = "g.txt";
  } rows[] = {
      {archive_of("indices.npy"),
       ": is an archive of NumPy arrays (.npz), which lode does not read; write a"},
      {archive_of("xl/worksheets/sheet1.xml"), ": is an Excel workbook (.xlsx), which lode does not read"},
      {archive_of("mimetypeapplication/vnd.oasis.opendocument.spreadsheet"), ": is a spreadsheet (.ods)"},
      {archive_of("a.txt"), ": is a zip archive, which lode does not read; unpack it"},
      {std::string("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0"sv), ": is an Excel workbook (.xls)"},
      {"PAR1\x15\x04",
       ": is a Parquet file, which lode does not read; write the table as CSV: python3 -c \""},
      {"\x89HDF\r\n\x1a\n", ": is an HDF5 file"},
      {std::string("SQLite format 3\0"sv), ": is an SQLite data base"},
      {"\x89PNG\r\n\x1a\n", ": is an image (PNG)"},
      {"\xff\xd8\xff\xe0", ": is an image (JPEG)"},
      {"GIF89a", ": is an image (GIF)"},
  };
  ReadOptions words;
  words.labels = true;
  ReadOptions insists = words;
  insists.format = "edges";
  for (const auto& row : rows) {
    INFO(row.message);
    for (const ReadOptions& options : {ReadOptions(), words, insists}) {
      CHECK(foreign_refusal(row.bytes, "g.txt", options).starts_with(row.message));
      CHECK(foreign_refusal(test::gzip(row.bytes, 6), "g.txt.gz", options).starts_with(row.message));
    }
  }
  CHECK(foreign_refusal("PAR1\x15", "my table.parquet", {}).find("pandas.read_parquet('/") !=
        std::string::npos);
  CHECK(foreign_refusal("PAR1\x15", "a'b.parquet", {}).find("pandas.read_parquet('FILE')") !=
        std::string::npos);
}

TEST_CASE("other binary files are no edges") {
  for (const std::string_view other :
       {"\xff\xfe\x30\0\x20\0\x31\0\n\0"sv, "ARROW1\0\0"sv, "Obj\1\4"sv, "\x80\x04\x95\x10\0\0\0"sv,
        "MATLAB 5.0 MAT-file, on\0\1IM"sv, "RDX3\nX\n\0\0\0\3"sv, "\x7f\x45LF\2\1"sv, ">>graph6<<A_\n"sv,
        "DL n=2 format=edgelist1\nlabels:\na,b\ndata:\na b\n"sv}) {
    INFO(other.substr(0, 8));
    ReadOptions words;
    words.labels = true;
    CHECK(foreign_refusal(other, "g.txt", {}).starts_with(":"));
    CHECK(foreign_refusal(other, "g.txt", words).starts_with(":"));
  }
}
