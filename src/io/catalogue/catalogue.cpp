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

#include "io/catalogue/download_url.hpp"
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
constexpr std::size_t sha256_digits = 64;

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
    attach_second_files();
    return std::move(catalogue_);
  }

 private:
  struct SecondFile {
    std::string graph;
    CatalogueFile file;
    std::uint64_t line;
  };

  [[noreturn]] void fail(const char* at, const std::string& problem, const std::string& remedy) const {
    lines_.fail({at, problem, remedy});
  }

  void read_line(std::string_view text) {
    if (const FieldProblem bad = find_control_byte(text)) {
      fail(bad.at, bad.problem, "a catalogue is plain text");
    }
    const std::vector<std::string_view> cells = split(text, '\t');
    if (lines_.number() == 1) {
      check_header(cells);
      return;
    }
    const std::size_t wanted = columns.size();
    if (cells.size() < wanted) {
      fail(text.data() + text.size(),
           fmt::format("the line ends after {} of {} fields; '{}' is missing", cells.size(), wanted,
                       columns[cells.size()]),
           "separate fields by one tab, empty ones too");
    }
    if (cells.size() > wanted)
      fail(cells[wanted].data(), "more fields than columns", "separate fields by one tab");
    add(cells);
  }

  void check_header(const std::vector<std::string_view>& cells) const {
    const std::string remedy = fmt::format("begin with the tab-separated line: {}", fmt::join(columns, " "));
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (i == cells.size())
        fail(cells.back().data() + cells.back().size(), fmt::format("the column '{}' is missing", columns[i]),
             remedy);
      if (cells[i] != columns[i])
        fail(cells[i].data(),
             fmt::format("the column '{}' stands where '{}' belongs", excerpt(cells[i]), columns[i]), remedy);
    }
    if (cells.size() > columns.size()) {
      std::string_view extra = cells[columns.size()];
      fail(extra.data(), fmt::format("the column '{}' is unknown", excerpt(extra)), remedy);
    }
  }

  void add(const std::vector<std::string_view>& cells) {
    check_name(cells[Column::name], "name");
    CatalogueFile entry{file_name(cells[Column::file]), checksum(cells[Column::sha256]),
                        url(cells[Column::download])};
    if (cells[Column::format] == second_file) {
      for (const Column::Place column : {Column::aliases, Column::vertices, Column::edges}) {
        if (!cells[column].empty())
          fail(cells[column].data(), "a second file has no aliases, vertices and edges of its own",
               "leave the field empty");
      }
      second_files_.push_back({std::string(cells[Column::name]), std::move(entry), lines_.number()});
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
    graph.files.push_back(std::move(entry));
    catalogue_.graphs.push_back(std::move(graph));
  }

  void check_name(std::string_view cell, std::string_view what) const {
    if (cell.empty()) fail(cell.data(), fmt::format("the {} is empty", what), "give the graph a name");
    const std::size_t bad = cell.find_first_of("/,");
    if (bad != std::string_view::npos)
      fail(cell.data() + bad, fmt::format("the {} '{}' holds '{}'", what, excerpt(cell), cell[bad]),
           "use letters, digits and the signs . _ - @");
    if (is_blank(cell.front()) || is_blank(cell.back()))
      fail(cell.data(), fmt::format("the {} '{}' begins or ends with a blank", what, excerpt(cell)),
           "leave the blank out");
    if (cell == "-" || cell == "all")
      fail(cell.data(), fmt::format("the {} '{}' has a meaning of its own", what, cell),
           "choose another one");
  }

  /// Names and aliases are one set, '-' and '_' and the cases of letters being the same.
  void take_name(std::string_view cell, std::string_view what) {
    const auto [before, fresh] = names_.emplace(folded_name(cell), lines_.number());
    if (!fresh)
      fail(cell.data(), fmt::format("the {} '{}' is taken by line {}", what, excerpt(cell), before->second),
           "every name and alias stands for one graph");
  }

  std::string file_name(std::string_view cell) {
    if (cell.empty()) fail(cell.data(), "the file name is empty", "name the file of the graph");
    if (cell.find('/') != std::string_view::npos || cell.front() == '.')
      fail(cell.data(), fmt::format("'{}' is not a plain file name", excerpt(cell)),
           "write it without folder, not beginning with a dot");
    const auto [before, fresh] = files_.emplace(folded_name(plain_file_name(cell)), lines_.number());
    if (!fresh)
      fail(cell.data(), fmt::format("the file '{}' is taken by line {}", excerpt(cell), before->second),
           "every file is listed once, whatever its compression");
    return std::string(cell);
  }

  std::string checksum(std::string_view cell) const {
    const std::size_t bad = cell.find_first_not_of("0123456789abcdef");
    if (bad != std::string_view::npos)
      fail(cell.data() + bad, fmt::format("'{}' is not a SHA-256", excerpt(cell)),
           "write 64 lower-case hexadecimal digits");
    if (cell.size() != sha256_digits)
      fail(cell.data(), fmt::format("a SHA-256 of {} digits", cell.size()),
           "write 64 lower-case hexadecimal digits");
    return std::string(cell);
  }

  std::string url(std::string_view cell) const {
    const std::string problem = cell.empty() ? std::string() : url_problem(cell);
    if (!problem.empty())
      fail(cell.data(), fmt::format("'{}' {}", excerpt(cell), problem),
           "name an https:// URL of the file, or leave the field empty");
    return std::string(cell);
  }

  std::uint64_t count(std::string_view cell, std::string_view what) const {
    std::uint64_t value = 0;
    const char* const end = cell.data() + cell.size();
    const auto [stop, error] = std::from_chars(cell.data(), end, value);
    if (error == std::errc::result_out_of_range)
      fail(cell.data(), fmt::format("'{}' is too large", excerpt(cell)), "counts have 64 bits");
    if (error != std::errc{} || stop != end)
      fail(cell.data(), fmt::format("'{}' is not a number of {}", excerpt(cell), what),
           "write a whole number >= 0");
    return value;
  }

  std::string format_name(std::string_view cell) const {
    std::vector<std::string_view> known;
    for (const Format* one : formats()) known.push_back(one->name);
    known.push_back(second_file);
    if (std::find(known.begin(), known.end(), cell) == known.end())
      fail(cell.data(), fmt::format("'{}' is not a format", excerpt(cell)),
           fmt::format("use one of: {}", fmt::join(known, ", ")));
    return std::string(cell);
  }

  void attach_second_files() {
    for (SecondFile& second : second_files_) {
      const auto graph = std::find_if(catalogue_.graphs.begin(), catalogue_.graphs.end(),
                                      [&](const CatalogueGraph& g) { return g.name == second.graph; });
      if (graph == catalogue_.graphs.end()) {
        throw InputError(
            {input_.display_name(), second.line, 1},
            fmt::format("a second file of '{}', which no line lists as a graph", excerpt(second.graph)),
            "give it the name of the graph beside which it lies");
      }
      graph->files.push_back(std::move(second.file));
    }
  }

  CompressedInput input_;
  LineReader lines_{input_};
  Catalogue catalogue_;
  std::vector<SecondFile> second_files_;
  std::map<std::string, std::uint64_t> names_;  ///< folded names and aliases, and their lines
  std::map<std::string, std::uint64_t> files_;
};

}  // namespace

const CatalogueGraph* Catalogue::find(std::string_view wanted) const {
  const std::string folded = folded_name(wanted);
  for (const CatalogueGraph& graph : graphs) {
    if (folded_name(graph.name) == folded) return &graph;
    for (const std::string& alias : graph.aliases) {
      if (folded_name(alias) == folded) return &graph;
    }
  }
  return nullptr;
}

Catalogue read_catalogue(const std::string& path) { return CatalogueReader(path).read(); }

}  // namespace lode
