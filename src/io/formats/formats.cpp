#include "io/formats/formats.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>
#include <lode/io/write_graph.hpp>

#include "io/formats/dimacs_reader.hpp"
#include "io/formats/dimacs_writer.hpp"
#include "io/formats/edge_list_reader.hpp"
#include "io/formats/foreign_formats.hpp"
#include "io/formats/gexf_writer.hpp"
#include "io/formats/gml_reader.hpp"
#include "io/formats/gml_writer.hpp"
#include "io/formats/graphml_writer.hpp"
#include "io/formats/graphviz_writer.hpp"
#include "io/formats/lode_reader.hpp"
#include "io/formats/lode_writer.hpp"
#include "io/formats/matrix_market_reader.hpp"
#include "io/formats/matrix_market_writer.hpp"
#include "io/formats/metis_reader.hpp"
#include "io/formats/metis_writer.hpp"
#include "io/formats/webgraph_reader.hpp"
#include "io/text/fields.hpp"

namespace lode::detail {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool starts_with_ignoring_case(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() && equal_ignoring_case(text.substr(0, prefix.size()), prefix);
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (is_blank(text.front()) || text.front() == '\r')) text.remove_prefix(1);
  while (!text.empty() && (is_blank(text.back()) || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

/// The first line of `rest`, trimmed; `rest` moves behind it.
std::string_view take_line(std::string_view& rest) {
  const std::size_t newline = rest.find('\n');
  const std::string_view line = rest.substr(0, newline);
  rest = newline == std::string_view::npos ? std::string_view{} : rest.substr(newline + 1);
  return trimmed(line);
}

std::string_view take_word(std::string_view& line) {
  const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
  const std::string_view word = line.substr(0, end);
  line = trimmed(line.substr(end));
  return word;
}

std::string_view without_byte_order_mark(std::string_view head) {
  if (head.starts_with("\xef\xbb\xbf")) head.remove_prefix(3);
  return head;
}

/// "%%MatrixMarket", and what comes so close that it must be meant.
bool is_matrix_market(std::string_view head) {
  head = without_byte_order_mark(head);
  const std::string_view line = take_line(head);
  return starts_with_ignoring_case(line, "%%MatrixMarket") ||
         starts_with_ignoring_case(line, "%MatrixMarket");
}

/// "p edge n m" or "p col n m" after comment lines "c ...".
bool is_dimacs(std::string_view head) {
  head = without_byte_order_mark(head);
  while (!head.empty()) {
    std::string_view line = take_line(head);
    const std::string_view word = take_word(line);
    if (word.empty() || word == "c") continue;
    if (word != "p") return false;
    const std::string_view kind = take_word(line);
    return (kind == "edge" || kind == "edges" || kind == "col") && !line.empty() && is_digit(line.front());
  }
  return false;
}

/// "graph [", perhaps after comments and "Creator", "Version" and "comment" lines.
bool is_gml(std::string_view head) {
  head = without_byte_order_mark(head);
  while (!head.empty()) {
    std::string_view line = take_line(head);
    if (line.empty() || line.front() == '#') continue;
    if (line == "graph[") return true;
    const std::string_view word = take_word(line);
    if (word == "graph" || word == "graph[") {
      while (line.empty() && !head.empty()) line = take_line(head);
      return !line.empty() && line.front() == '[';
    }
    if (word != "Creator" && word != "Version" && word != "comment") return false;
  }
  return false;
}

/// An XML document with the element `root` near its beginning.
bool has_root(std::string_view head, std::string_view root) {
  head = without_byte_order_mark(head).substr(0, 4096);
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && head[first] == '<' && head.find(root) != std::string_view::npos;
}
bool is_graphml(std::string_view head) { return has_root(head, "<graphml"); }
bool is_gexf(std::string_view head) { return has_root(head, "<gexf"); }

/// "graph NAME {" or "digraph NAME {", the name missing or not, perhaps after "strict".
bool is_graphviz(std::string_view head) {
  head = without_byte_order_mark(head);
  while (!head.empty()) {
    std::string_view line = take_line(head);
    if (line.empty() || line.starts_with("//")) continue;
    std::string_view word = take_word(line);
    if (word == "strict") word = take_word(line);
    return (word == "graph" || word == "digraph") && line.find('{') != std::string_view::npos;
  }
  return false;
}

LoadedGraph read_edges(CompressedInput& input, const ReadOptions& options, const RunContext& run) {
  return read_edge_list(input, options, run);
}

LoadedGraph read_mtx(CompressedInput& input, const ReadOptions& options, const RunContext& run) {
  return read_matrix_market(input, options, run);
}

LoadedGraph read_clq(CompressedInput& input, const ReadOptions& options, const RunContext& run) {
  return read_dimacs(input, options, run);
}

void write_edges(const Graph& graph, const WriteOptions& options, const TextSink& sink) {
  write_edge_list(graph, {.comment = options.comment, .separator = options.separator}, sink);
}

constexpr FormatWriter mtx_writer = {write_matrix_market, HeldWeights::all, HeldNames::none};
constexpr FormatWriter dimacs_writer = {write_dimacs, HeldWeights::none, HeldNames::none};
constexpr FormatWriter gml_writer = {write_gml, HeldWeights::all, HeldNames::printable, true};
constexpr FormatWriter metis_writer = {write_metis, HeldWeights::positive_integers, HeldNames::none};
constexpr FormatWriter lode_writer = {write_lode, HeldWeights::all, HeldNames::all, false, false};
constexpr FormatWriter graphml_writer = {write_graphml, HeldWeights::all, HeldNames::printable, true};
constexpr FormatWriter gexf_writer = {write_gexf, HeldWeights::all, HeldNames::printable, true};
constexpr FormatWriter graphviz_writer = {write_graphviz, HeldWeights::all, HeldNames::printable, true};
constexpr FormatWriter edges_writer = {write_edges, HeldWeights::all, HeldNames::lines};

constexpr std::array<std::string_view, 2> mtx_extensions = {".mtx", ".mm"};
constexpr std::array<std::string_view, 2> dimacs_extensions = {".clq", ".col"};
constexpr std::array<std::string_view, 1> gml_extensions = {".gml"};
constexpr std::array<std::string_view, 1> graph_extensions = {".graph"};
constexpr std::array<std::string_view, 1> lode_extensions = {".lode"};
constexpr std::array<std::string_view, 1> graphml_extensions = {".graphml"};
constexpr std::array<std::string_view, 1> gexf_extensions = {".gexf"};
constexpr std::array<std::string_view, 2> graphviz_extensions = {".dot", ".gv"};
constexpr std::array<std::string_view, 4> edge_extensions = {".txt", ".tsv", ".csv", ".el"};

constexpr std::array<Format, 10> all_formats = {{
    {"lode", "lode", lode_extensions, is_lode, read_lode, lode_writer},
    {"mtx", "Matrix Market", mtx_extensions, is_matrix_market, read_mtx, mtx_writer},
    {"dimacs", "DIMACS clique or colouring", dimacs_extensions, is_dimacs, read_clq, dimacs_writer},
    {"gml", "GML", gml_extensions, is_gml, read_gml, gml_writer},
    {"webgraph", "WebGraph", graph_extensions, nullptr, read_webgraph},
    {"metis", "METIS", graph_extensions, nullptr, read_metis, metis_writer},
    {"graphml", "GraphML", graphml_extensions, is_graphml, nullptr, graphml_writer},
    {"gexf", "GEXF", gexf_extensions, is_gexf, nullptr, gexf_writer},
    {"dot", "Graphviz", graphviz_extensions, is_graphviz, nullptr, graphviz_writer},
    {"edges", "edge list", edge_extensions, nullptr, read_edges, edges_writer},
}};

[[noreturn]] void refuse_format(const std::string& name) {
  throw InvalidArgument("format", name, "is not a format lode reads",
                        fmt::format("use one of: {}", fmt::join(readable_formats(), ", ")));
}

const Format& by_name(const CompressedInput& input, const std::string& name) {
  const auto found =
      std::find_if(all_formats.begin(), all_formats.end(), [&](const Format& f) { return f.name == name; });
  if (found == all_formats.end()) refuse_format(name);
  if (found->name == "mtx" && !is_matrix_market(input.head())) {
    throw InputError({input.display_name(), 1, 1}, "the %%MatrixMarket banner is missing",
                     "read it with option 'format' edges if it is an edge list");
  }
  return *found;
}

void refuse_foreign(const CompressedInput& input, ForeignKinds kinds) {
  const auto foreign = foreign_format(input.head(), plain_file_name(input.path()), kinds);
  if (!foreign) return;
  std::string remedy(foreign->remedy);
  if (kinds == ForeignKinds::all) remedy += "; option 'format' insists on a format";
  throw InputError({input.display_name()}, fmt::format("is {}, which lode does not read", foreign->title),
                   remedy);
}

}  // namespace

std::span<const Format> formats() { return all_formats; }

const Format& detect(const CompressedInput& input, const ReadOptions& options) {
  if (!options.format.empty()) {
    const Format& format = by_name(input, options.format);
    if (!format.read) refuse_format(options.format);
    if (format.name == "edges") refuse_foreign(input, ForeignKinds::binary);
    return format;
  }
  for (const Format& format : all_formats) {
    if (format.recognises && format.recognises(input.head())) return format;
  }
  refuse_foreign(input, ForeignKinds::all);
  const std::string_view end = extension(plain_file_name(input.path()));
  if (equal_ignoring_case(end, ".graph")) {
    return by_name(input, webgraph_properties_path(input.path()) ? "webgraph" : "metis");
  }
  if (!equal_ignoring_case(end, ".mtx")) {
    for (const Format& format : all_formats) {
      for (const std::string_view known : format.extensions) {
        if (equal_ignoring_case(end, known)) return format;
      }
    }
  }
  return all_formats.back();
}

std::string_view plain_file_name(std::string_view path) {
  path = path.substr(path.rfind('/') + 1);
  for (const std::string_view packed : {".gz", ".zst"}) {
    if (path.size() > packed.size() && equal_ignoring_case(extension(path), packed)) {
      return path.substr(0, path.size() - packed.size());
    }
  }
  return path;
}

std::string_view extension(std::string_view plain_name) {
  const std::size_t dot = plain_name.rfind('.');
  return dot == std::string_view::npos ? std::string_view{} : plain_name.substr(dot);
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace lode::detail

namespace lode {

std::vector<std::string_view> readable_formats() {
  std::vector<std::string_view> names;
  for (const detail::Format& format : detail::formats()) {
    if (format.read) names.push_back(format.name);
  }
  return names;
}

}  // namespace lode
