#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/io/catalogue.hpp>

#include "io/catalogue/download.hpp"
#include "io/formats/formats.hpp"
#include "io/stream/compressed_input.hpp"
#include "io/text/fields.hpp"
#include "io/text/file_names.hpp"
#include "io/text/line_reader.hpp"

namespace lode {
namespace {

using namespace detail;

/// Places of the fields of a line.
struct Column {
  enum Place : std::size_t { name, aliases, vertices, edges, format, file, sha256, download, page, note };
};
constexpr std::array<std::string_view, 10> columns = {"name", "aliases", "vertices", "edges", "format",
                                                      "file", "sha256",  "download", "page",  "note"};
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
  explicit CatalogueReader(const std::string& path) : input_(path, Content::catalogue) {
    catalogue_.path = path;
  }

  Catalogue read() {
    while (lines_.next()) read_line(lines_.text());
    if (catalogue_.graphs.empty() && second_files_.empty())
      throw InputError({input_.display_name()}, "lists no graph", "write one line per graph");
    for (auto& [name, line, file] : second_files_) {
      const auto graph = std::ranges::find(catalogue_.graphs, name, &CatalogueGraph::name);
      if (graph == catalogue_.graphs.end())
        throw InputError({input_.display_name(), line, 1},
                         fmt::format("a second file of '{}', which no line lists as a graph", excerpt(name)),
                         "give it the name of the graph beside which it lies");
      graph->files.push_back(std::move(file));
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
    const std::string_view end = text.substr(text.size());
    if (lines_.number() == 1) return check_header(cells, end);
    require(cells.size() >= columns.size(), end,
            fmt::format("the line ends after {} of {} fields; '{}' is missing", cells.size(), columns.size(),
                        columns[std::min(cells.size(), columns.size() - 1)]),
            "separate fields by one tab, empty ones too");
    require(cells.size() == columns.size(), cells[std::min(columns.size(), cells.size() - 1)],
            "more fields than columns", "separate fields by one tab");
    add(cells);
  }

  void check_header(const std::vector<std::string_view>& cells, std::string_view end) const {
    const std::string remedy = fmt::format("begin with the tab-separated line: {}", fmt::join(columns, " "));
    for (std::size_t i = 0; i < columns.size(); ++i) {
      require(i < cells.size(), end, fmt::format("the column '{}' is missing", columns[i]), remedy);
      require(cells[i] == columns[i], cells[i],
              fmt::format("the column '{}' stands where '{}' belongs", excerpt(cells[i]), columns[i]),
              remedy);
    }
    require(cells.size() == columns.size(), cells.back(),
            fmt::format("the column '{}' is unknown", excerpt(cells.back())), remedy);
  }

  void add(const std::vector<std::string_view>& cells) {
    check_name(cells[Column::name], "name");
    CatalogueFile file{file_name(cells[Column::file]), checksum(cells[Column::sha256]),
                       url(cells[Column::download])};
    if (cells[Column::format] == second_file) {
      for (const Column::Place column : {Column::aliases, Column::vertices, Column::edges})
        require(cells[column].empty(), cells[column],
                "a second file has no aliases, vertices and edges of its own", "leave the field empty");
      second_files_.push_back({std::string(cells[Column::name]), lines_.number(), std::move(file)});
      return;
    }
    CatalogueGraph graph;
    graph.name = cells[Column::name];
    take_name(cells[Column::name], "name");
    if (!cells[Column::aliases].empty()) {
      for (std::string_view alias : split(cells[Column::aliases], ',')) {
        check_name(alias, "alias");
        take_name(alias, "alias");
        graph.aliases.emplace_back(alias);
      }
    }
    graph.vertices = count(cells[Column::vertices], "vertices");
    graph.edges = count(cells[Column::edges], "edges");
    graph.format = format_name(cells[Column::format]);
    graph.page = cells[Column::page];
    graph.note = cells[Column::note];
    graph.files.push_back(std::move(file));
    catalogue_.graphs.push_back(std::move(graph));
  }

  void check_name(std::string_view cell, std::string_view what) const {
    require(!cell.empty(), cell, fmt::format("the {} is empty", what), "give the graph a name");
    const std::string shown = fmt::format("the {} '{}'", what, excerpt(cell));
    const std::size_t bad = std::min(cell.find_first_of("/,"), cell.size());
    require(bad == cell.size(), cell.substr(bad), fmt::format("{} holds '{}'", shown, cell.substr(bad, 1)),
            "use letters, digits and the signs . _ - @");
    require(!is_blank(cell.front()) && !is_blank(cell.back()), cell, shown + " begins or ends with a blank",
            "leave the blank out");
    require(cell != "-" && cell != "all", cell, shown + " has a meaning of its own", "choose another one");
  }

  /// Names and aliases are one set, '-' and '_' and the cases of letters being the same.
  void take_name(std::string_view cell, std::string_view what) {
    const auto [before, fresh] = names_.emplace(folded_name(cell), lines_.number());
    require(fresh, cell, fmt::format("the {} '{}' is taken by line {}", what, excerpt(cell), before->second),
            "every name and alias stands for one graph");
  }

  std::string file_name(std::string_view cell) {
    require(!cell.empty(), cell, "the file name is empty", "name the file of the graph");
    require(cell.find('/') == std::string_view::npos && cell.front() != '.', cell,
            fmt::format("'{}' is not a plain file name", excerpt(cell)),
            "write it without folder, not beginning with a dot");
    const auto [before, fresh] = files_.emplace(folded_name(plain_file_name(cell)), lines_.number());
    require(fresh, cell, fmt::format("the file '{}' is taken by line {}", excerpt(cell), before->second),
            "every file is listed once, whatever its compression");
    return std::string(cell);
  }

  std::string checksum(std::string_view cell) const {
    constexpr auto remedy = "write 64 lower-case hexadecimal digits";
    const std::size_t bad = std::min(cell.find_first_not_of("0123456789abcdef"), cell.size());
    require(bad == cell.size(), cell.substr(bad), fmt::format("'{}' is not a SHA-256", excerpt(cell)),
            remedy);
    require(cell.size() == 64, cell, fmt::format("a SHA-256 of {} digits", cell.size()), remedy);
    return std::string(cell);
  }

  std::string url(std::string_view cell) const {
    const std::string problem = cell.empty() ? std::string() : url_problem(cell);
    require(problem.empty(), cell, fmt::format("'{}' {}", excerpt(cell), problem),
            "name an https:// URL of the file, or leave the field empty");
    return std::string(cell);
  }

  std::uint64_t count(std::string_view cell, std::string_view what) const {
    std::uint64_t value = 0;
    const char* const end = cell.data() + cell.size();
    const auto [stop, error] = std::from_chars(cell.data(), end, value);
    require(error != std::errc::result_out_of_range, cell, fmt::format("'{}' is too large", excerpt(cell)),
            "counts have 64 bits");
    require(error == std::errc{} && stop == end, cell,
            fmt::format("'{}' is not a number of {}", excerpt(cell), what), "write a whole number >= 0");
    return value;
  }

  std::string format_name(std::string_view cell) const {
    std::vector<std::string_view> known;
    for (const Format* one : formats()) known.push_back(one->name);
    known.push_back(second_file);
    require(std::ranges::find(known, cell) != known.end(), cell,
            fmt::format("'{}' is not a format", excerpt(cell)),
            fmt::format("use one of: {}", fmt::join(known, ", ")));
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
