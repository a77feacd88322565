#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/io/catalogue.hpp>

#include "io/catalogue/download.hpp"
#include "io/formats/declared_graph.hpp"
#include "io/formats/formats.hpp"

namespace lode {
namespace {

using namespace detail;

constexpr std::string_view header =
    "name\taliases\tvertices\tedges\tformat\tfile\tsha256\tdownload\tpage\tnote";
constexpr std::string_view second_file = "properties";

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> cells;
  for (std::size_t at = 0;;) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    cells.push_back(text.substr(at, end - at));
    if (end == text.size()) return cells;
    at = end + 1;
  }
}

}  // namespace

Catalogue read_catalogue(const std::string& path) {
  CompressedInput input(path, {"begin with the line that names the columns"});
  LineReader lines(input);
  const auto require = [&](bool good, std::string_view at, const std::string& problem,
                           const std::string& remedy) {
    if (!good) lines.fail({at.data(), problem, remedy});
  };
  Catalogue catalogue;
  catalogue.path = path;
  while (lines.next()) {
    const std::string_view text = lines.text();
    if (lines.number() == 1) {
      require(text == header, text, "the first line does not name the columns",
              fmt::format("begin with the tab-separated line: {}", fmt::join(split(header, '\t'), " ")));
      continue;
    }
    const FieldProblem bad = find_control_byte(text);
    require(!bad, {bad.at, 0}, bad.problem, "a catalogue is plain text");
    const std::vector<std::string_view> cells = split(text, '\t');
    require(cells.size() == 10, text,
            fmt::format("the line has {}, and a catalogue 10 columns",
                        format_plural(cells.size(), "field", "fields")),
            "separate fields by one tab, empty ones too");
    const std::string_view format = cells[4], file = cells[5], sha256 = cells[6], download = cells[7];
    require(!file.empty() && file.find('/') == file.npos && file.front() != '.', file,
            fmt::format("'{}' is not a plain file name", excerpt(file)),
            "write it without folder, not beginning with a dot");
    require(sha256.size() == 64 && sha256.find_first_not_of("0123456789abcdef") == sha256.npos, sha256,
            fmt::format("'{}' is not a SHA-256", excerpt(sha256)), "write 64 lower-case hexadecimal digits");
    const std::string problem = download.empty() ? "" : url_problem(download);
    require(problem.empty(), download, fmt::format("'{}' {}", excerpt(download), problem),
            "name an https:// URL of the file, or leave the field empty");
    CatalogueGraph graph{std::string(cells[0]),
                         {},
                         0,
                         0,
                         std::string(format),
                         std::string(cells[8]),
                         std::string(cells[9]),
                         {{std::string(file), std::string(sha256), std::string(download)}}};
    if (format == second_file) {
      const auto first = std::ranges::find(catalogue.graphs, graph.name, &CatalogueGraph::name);
      require(first != catalogue.graphs.end(), text,
              fmt::format("a second file of '{}', which no line above lists as a graph", excerpt(graph.name)),
              "give it the name of the graph above");
      first->files.push_back(std::move(graph.files.front()));
      continue;
    }
    for (const std::string_view alias : split(cells[1], ',')) {
      if (!alias.empty()) graph.aliases.emplace_back(alias);
    }
    lines.check(parse_count(cells[2], "the number of vertices", graph.vertices));
    lines.check(parse_count(cells[3], "the number of edges", graph.edges));
    require(find_format(graph.format), format, fmt::format("'{}' is not a format", excerpt(format)),
            fmt::format("use {}, or one of: {}", second_file, fmt::join(readable_formats(), ", ")));
    catalogue.graphs.push_back(std::move(graph));
  }
  if (catalogue.graphs.empty()) lines.fail_at(0, "lists no graph", "write one line per graph");
  return catalogue;
}

}  // namespace lode
