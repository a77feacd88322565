#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/io/catalogue.hpp>

#include "io/catalogue/download.hpp"
#include "io/formats/declared_graph.hpp"
#include "io/formats/formats.hpp"
#include "io/text/file_names.hpp"

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

class CatalogueReader {
 public:
  explicit CatalogueReader(const std::string& path)
      : input_(path, {"begin with the line that names the columns"}) {
    catalogue_.path = path;
  }

  Catalogue read() {
    while (lines_.next()) read_line(lines_.text());
    for (auto& [name, line, file] : second_files_) {
      const auto graph = std::ranges::find(catalogue_.graphs, name, &CatalogueGraph::name);
      if (graph == catalogue_.graphs.end()) {
        lines_.fail_at(line,
                       fmt::format("a second file of '{}', which no line lists as a graph", excerpt(name)),
                       "give it the name of the graph beside which it lies", 1);
      }
      graph->files.push_back(std::move(file));
    }
    if (catalogue_.graphs.empty()) lines_.fail_at(0, "lists no graph", "write one line per graph");
    return std::move(catalogue_);
  }

 private:
  /// Refuses the line, at the first byte of `at`, unless `good`.
  void require(bool good, std::string_view at, const std::string& problem, const std::string& remedy) const {
    if (!good) lines_.fail({at.data(), problem, remedy});
  }

  void read_line(std::string_view text) {
    if (lines_.number() == 1) {
      require(text == header, text, "the first line does not name the columns",
              fmt::format("begin with the tab-separated line: {}", fmt::join(split(header, '\t'), " ")));
      return;
    }
    const FieldProblem bad = find_control_byte(text);
    require(!bad, {bad.at, 0}, bad.problem, "a catalogue is plain text");
    const std::vector<std::string_view> cells = split(text, '\t');
    require(cells.size() == 10, text,
            fmt::format("the line has {}, and a catalogue 10 columns",
                        format_plural(cells.size(), "field", "fields")),
            "separate fields by one tab, empty ones too");
    const auto [name, aliases, vertices, edges, format] =
        std::tie(cells[0], cells[1], cells[2], cells[3], cells[4]);
    const CatalogueFile file = read_file(cells[5], cells[6], cells[7]);
    if (format == second_file) {
      second_files_.push_back({std::string(name), lines_.number(), file});
      return;
    }
    CatalogueGraph graph{std::string(name),     {},    0, 0, std::string(format), std::string(cells[8]),
                         std::string(cells[9]), {file}};
    take_name(name);
    for (const std::string_view alias : split(aliases, ',')) {
      if (aliases.empty()) break;
      take_name(alias);
      graph.aliases.emplace_back(alias);
    }
    lines_.check(parse_count(vertices, vertices.data(), "the number of vertices", graph.vertices));
    lines_.check(parse_count(edges, edges.data(), "the number of edges", graph.edges));
    require(find_format(graph.format), format, fmt::format("'{}' is not a format", excerpt(format)),
            fmt::format("use {}, or one of: {}", second_file, fmt::join(readable_formats(), ", ")));
    catalogue_.graphs.push_back(std::move(graph));
  }

  /// Names and aliases form one set; '-' equals '_', and case is ignored.
  void take_name(std::string_view name) {
    const bool plain =
        !name.empty() && name.find_first_of("/, ") == name.npos && name != "-" && name != "all";
    require(plain, name, fmt::format("'{}' cannot be the name of a graph", excerpt(name)),
            "use letters, digits and the signs . _ - @, and not '-' or 'all'");
    const auto [before, fresh] = taken_.emplace(folded_name(name), lines_.number());
    require(fresh, name, fmt::format("the name '{}' is taken by line {}", excerpt(name), before->second),
            "every name and alias stands for one graph");
  }

  CatalogueFile read_file(std::string_view name, std::string_view sha256, std::string_view download) {
    require(!name.empty() && name.find('/') == name.npos && name.front() != '.', name,
            fmt::format("'{}' is not a plain file name", excerpt(name)),
            "write it without folder, not beginning with a dot");
    const auto [before, fresh] = taken_.emplace("/" + folded_name(plain_file_name(name)), lines_.number());
    require(fresh, name, fmt::format("the file '{}' is taken by line {}", excerpt(name), before->second),
            "every file is listed once, whatever its compression");
    require(sha256.size() == 64 && sha256.find_first_not_of("0123456789abcdef") == sha256.npos, sha256,
            fmt::format("'{}' is not a SHA-256", excerpt(sha256)), "write 64 lower-case hexadecimal digits");
    const std::string problem = download.empty() ? "" : url_problem(download);
    require(problem.empty(), download, fmt::format("'{}' {}", excerpt(download), problem),
            "name an https:// URL of the file, or leave the field empty");
    return {std::string(name), std::string(sha256), std::string(download)};
  }

  CompressedInput input_;
  LineReader lines_{input_};
  Catalogue catalogue_;
  std::vector<std::tuple<std::string, std::uint64_t, CatalogueFile>>
      second_files_;                            ///< with graphs and lines
  std::map<std::string, std::uint64_t> taken_;  ///< lines of names, and of files behind a slash
};

}  // namespace

Catalogue read_catalogue(const std::string& path) { return CatalogueReader(path).read(); }

}  // namespace lode
