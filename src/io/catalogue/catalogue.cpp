#include <algorithm>
#include <map>
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

/// Places of the fields of a line.
struct Column {
  enum Place : std::size_t { name, aliases, vertices, edges, format, file, sha256, download, page, note };
};
constexpr std::string_view header = "name aliases vertices edges format file sha256 download page note";
constexpr std::size_t num_columns = 10;
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
    if (catalogue_.graphs.empty() && second_files_.empty())
      lines_.fail_at(0, "lists no graph", "write one line per graph");
    for (auto& [graph_name, line, second] : second_files_) {
      const auto graph = std::ranges::find(catalogue_.graphs, graph_name, &CatalogueGraph::name);
      if (graph == catalogue_.graphs.end())
        lines_.fail_at(
            line, fmt::format("a second file of '{}', which no line lists as a graph", excerpt(graph_name)),
            "give it the name of the graph beside which it lies", 1);
      graph->files.push_back(std::move(second));
    }
    return std::move(catalogue_);
  }

 private:
  struct SecondFile {
    std::string graph;
    std::uint64_t line;
    CatalogueFile file;
  };

  /// Refuses the line, at the first byte of `at`, unless `good`.
  void require(bool good, std::string_view at, const std::string& problem, const std::string& remedy) const {
    if (!good) lines_.fail({at.data(), problem, remedy});
  }

  void read_line(std::string_view text) {
    if (const FieldProblem bad = find_control_byte(text))
      lines_.fail({bad.at, bad.problem, "a catalogue is plain text"});
    const std::vector<std::string_view> cells = split(text, '\t');
    if (lines_.number() == 1) {
      require(cells == split(header, ' '), text, "the first line does not name the columns",
              fmt::format("begin with the tab-separated line: {}", header));
      return;
    }
    require(cells.size() == num_columns, text,
            fmt::format("the line has {}, and a catalogue {} columns",
                        format_plural(cells.size(), "field", "fields"), num_columns),
            "separate fields by one tab, empty ones too");
    check_name(cells[Column::name]);
    CatalogueFile stored{file_name(cells[Column::file]), std::string(cells[Column::sha256]),
                         std::string(cells[Column::download])};
    require(stored.sha256.size() == 64 && stored.sha256.find_first_not_of("0123456789abcdef") == text.npos,
            cells[Column::sha256], fmt::format("'{}' is not a SHA-256", excerpt(stored.sha256)),
            "write 64 lower-case hexadecimal digits");
    const std::string problem = stored.download.empty() ? "" : url_problem(stored.download);
    require(problem.empty(), cells[Column::download],
            fmt::format("'{}' {}", excerpt(stored.download), problem),
            "name an https:// URL of the file, or leave the field empty");
    if (cells[Column::format] == second_file) {
      for (const Column::Place column : {Column::aliases, Column::vertices, Column::edges})
        require(cells[column].empty(), cells[column],
                "a second file has no aliases, vertices and edges of its own", "leave the field empty");
      second_files_.push_back({std::string(cells[Column::name]), lines_.number(), std::move(stored)});
      return;
    }
    CatalogueGraph graph{.name = std::string(cells[Column::name]),
                         .aliases = {},
                         .format = std::string(cells[Column::format]),
                         .page = std::string(cells[Column::page]),
                         .note = std::string(cells[Column::note]),
                         .files = {std::move(stored)}};
    take_name(cells[Column::name]);
    if (!cells[Column::aliases].empty()) {
      for (const std::string_view alias : split(cells[Column::aliases], ',')) {
        check_name(alias);
        take_name(alias);
        graph.aliases.emplace_back(alias);
      }
    }
    lines_.check(parse_count(cells[Column::vertices], cells[Column::vertices].data(),
                             "the number of vertices", graph.vertices));
    lines_.check(
        parse_count(cells[Column::edges], cells[Column::edges].data(), "the number of edges", graph.edges));
    require(find_format(graph.format), cells[Column::format],
            fmt::format("'{}' is not a format", excerpt(graph.format)),
            fmt::format("use {}, or one of: {}", second_file, fmt::join(readable_formats(), ", ")));
    catalogue_.graphs.push_back(std::move(graph));
  }

  void check_name(std::string_view cell) const {
    const bool plain = !cell.empty() && cell.find_first_of("/,") == cell.npos && !is_blank(cell.front()) &&
                       !is_blank(cell.back());
    require(plain && cell != "-" && cell != "all", cell,
            fmt::format("'{}' cannot be the name of a graph", excerpt(cell)),
            "use letters, digits and the signs . _ - @, and not '-' or 'all'");
  }

  /// Names and aliases are one set, '-' and '_' and the cases of letters being the same.
  void take_name(std::string_view cell) {
    const auto [before, fresh] = names_.emplace(folded_name(cell), lines_.number());
    require(fresh, cell, fmt::format("the name '{}' is taken by line {}", excerpt(cell), before->second),
            "every name and alias stands for one graph");
  }

  std::string file_name(std::string_view cell) {
    require(!cell.empty() && cell.find('/') == cell.npos && cell.front() != '.', cell,
            fmt::format("'{}' is not a plain file name", excerpt(cell)),
            "write it without folder, not beginning with a dot");
    const auto [before, fresh] = files_.emplace(folded_name(plain_file_name(cell)), lines_.number());
    require(fresh, cell, fmt::format("the file '{}' is taken by line {}", excerpt(cell), before->second),
            "every file is listed once, whatever its compression");
    return std::string(cell);
  }

  CompressedInput input_;
  LineReader lines_{input_};
  Catalogue catalogue_;
  std::vector<SecondFile> second_files_;
  std::map<std::string, std::uint64_t> names_;  ///< folded names and aliases, and their lines
  std::map<std::string, std::uint64_t> files_;
};

}  // namespace

Catalogue read_catalogue(const std::string& path) { return CatalogueReader(path).read(); }

}  // namespace lode
