#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/stream/compressed_input.hpp"
#include "io/stream/file_names.hpp"

namespace lode::detail {
namespace {

struct ForeignFile {
  std::string_view signature;  ///< the first bytes
  std::string_view within;     ///< text in the following bytes; empty: any
  std::string_view title;
  std::string_view remedy;
  std::string_view reader = {};  ///< pandas function that reads the table, instead of a remedy
};

constexpr std::string_view edges_remedy = "write one edge per line, as two ids separated by a tab or a comma";

constexpr std::string_view gexf_remedy =
    "write GraphML: python3 -c \"import networkx; networkx.write_graphml(networkx.read_gexf('FILE'), "
    "'FILE.graphml')\"";
constexpr std::string_view pajek_remedy =
    "write GraphML: python3 -c \"import networkx; networkx.write_graphml(networkx.Graph(networkx.read_pajek("
    "'FILE')), 'FILE.graphml')\"";

// The first matching row counts.
constexpr std::array foreign_files = {
    ForeignFile{"PK\3\4", ".npy", "an archive of NumPy arrays (.npz)",
                "write a sparse matrix as Matrix Market: python3 -c \"import scipy.io, scipy.sparse; "
                "scipy.io.mmwrite('FILE.mtx', scipy.sparse.load_npz('FILE'))\""},
    ForeignFile{"PK\3\4", "xl/w", "an Excel workbook (.xlsx)", {}, "read_excel"},
    ForeignFile{"PK\3\4", "opendocument.spreadsheet", "a spreadsheet (.ods)", {}, "read_excel"},
    ForeignFile{"PK\3\4", "", "a zip archive", "unpack it, or use gzip, zstd, bzip2 or xz"},
    ForeignFile{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "", "an Excel workbook (.xls)", {}, "read_excel"},
    ForeignFile{"PAR1\x15", "", "a Parquet file", {}, "read_parquet"},
    ForeignFile{"\x89HDF\r\n\x1a\n", "", "an HDF5 file", {}, "read_hdf"},
    ForeignFile{"SQLite format 3", "", "an SQLite data base", "write CSV: sqlite3 -csv 'FILE' 'select ...'"},
    ForeignFile{"<?xml", "<gexf ", "a GEXF file", gexf_remedy},
    ForeignFile{"<gexf", "", "a GEXF file", gexf_remedy},
    ForeignFile{"*Vertices", "", "a Pajek network", pajek_remedy},
    ForeignFile{"*vertices", "", "a Pajek network", pajek_remedy},
    ForeignFile{"*Network", "", "a Pajek network", pajek_remedy},
    ForeignFile{"%", "\n*Vertices", "a Pajek network", pajek_remedy},
    ForeignFile{"\x89PNG\r\n\x1a\n", "", "an image (PNG)", edges_remedy},
    ForeignFile{"\xff\xd8\xff", "", "an image (JPEG)", edges_remedy},
    ForeignFile{"GIF8", "", "an image (GIF)", edges_remedy},
};

const ForeignFile* foreign_file(std::string_view head) {
  const auto found = std::find_if(foreign_files.begin(), foreign_files.end(), [&](const ForeignFile& file) {
    return head.starts_with(file.signature) && head.find(file.within) != std::string_view::npos;
  });
  return found == foreign_files.end() ? nullptr : &*found;
}

}  // namespace

bool is_foreign_file(std::string_view head) { return foreign_file(head) != nullptr; }

void refuse_foreign_file(std::string_view head, const std::string& display_name) {
  const ForeignFile* const file = foreign_file(head);
  if (!file) return;
  constexpr auto csv_remedy =
      "write the table as CSV: python3 -c \"import pandas; pandas.{}('FILE').to_csv('FILE.csv', "
      "index=False)\"";
  const std::string remedy =
      file->reader.empty() ? std::string(file->remedy) : fmt::format(csv_remedy, file->reader);
  throw InputError({display_name}, fmt::format("is {}, which lode does not read", file->title),
                   naming_file(remedy, display_name));
}

}  // namespace lode::detail
