#include <algorithm>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/vertex_values.hpp>

#include "io/stream/compressed_input.hpp"
#include "io/text/line_reader.hpp"
#include "io/text/quoted_label.hpp"

namespace lode {
namespace {

using namespace detail;

constexpr auto one_value_per_line = "write 'id value', one vertex per line";
constexpr auto ids_of_the_graph = "list vertices by the ids of the graph's file";

/// A text without the blanks around it.
std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

class VertexValuesReader {
 public:
  VertexValuesReader(CompressedInput& input, const Graph& graph)
      : graph_(graph),
        lines_(input),
        has_labels_(graph.names().kind() == VertexNames::Kind::labels),
        listed_(graph.num_vertices(), false) {
    file_.values.assign(graph.num_vertices(), 0.0);
  }

  VertexValuesFile read() {
    while (lines_.next()) read_line(without_blanks(lines_.text()));
    if (file_.listed == 0) lines_.fail_at(0, "holds no values of vertices", one_value_per_line);
    return std::move(file_);
  }

 private:
  void read_line(std::string_view text) {
    if (text.empty()) return;
    if (const FieldProblem bad = find_control_byte(text)) {
      lines_.fail({bad.at, bad.problem, one_value_per_line});
    }
    const std::size_t before = text.find_last_of(" \t,");
    if (before == std::string_view::npos || text.back() == '"') {
      if (text.front() == '#') return;
      lines_.fail({text.data() + text.size(), "the line has no value", one_value_per_line});
    }
    const std::string_view number = text.substr(before + 1);
    std::string_view name = without_blanks(text.substr(0, before));
    if (text[before] != ',' && name.ends_with(',')) name = without_blanks(name.substr(0, name.size() - 1));
    if (text.front() == '#' && !(has_labels_ && find(name))) return;
    add(name, number);
  }

  std::optional<Vertex> find(std::string_view name) const {
    return graph_.names().find(name, graph_.num_vertices());
  }

  Vertex vertex_called(std::string_view name) const {
    if (!has_labels_) {
      const std::size_t gap = name.find_first_of(" \t,");
      if (gap != std::string_view::npos) {
        lines_.fail({name.data() + gap, "more than an id and a value on the line", one_value_per_line});
      }
      std::uint64_t id = 0;
      if (const FieldProblem bad = parse_id({name.data(), name}, id)) {
        lines_.fail({bad.at, bad.problem, ids_of_the_graph});
      }
      if (const auto vertex = graph_.vertex(id)) return *vertex;
    } else if (const auto vertex = find(unquoted_label(name))) {
      return *vertex;
    }
    lines_.fail(
        {name.data(), fmt::format("'{}' is not a vertex of the graph", excerpt(name)), ids_of_the_graph});
  }

  void add(std::string_view name, std::string_view number) {
    if (name.empty()) lines_.fail({number.data(), "the line has no vertex", one_value_per_line});
    const Vertex v = vertex_called(name);
    if (listed_[v]) {
      lines_.fail(
          {name.data(), fmt::format("vertex {} is listed twice", excerpt(name)), "keep one of the lines"});
    }
    if (number.empty()) lines_.fail({number.data(), "the line has no value", one_value_per_line});
    lines_.check(parse_finite(number, "value ", "values are finite numbers of any sign", file_.values[v]));
    listed_[v] = true;
    ++file_.listed;
  }

  const Graph& graph_;
  LineReader lines_;
  const bool has_labels_;
  std::vector<bool> listed_;
  VertexValuesFile file_;
};

}  // namespace

VertexValuesFile read_vertex_values(const std::string& path, const Graph& graph) {
  CompressedInput input(path, Content::vertex_set);
  return VertexValuesReader(input, graph).read();
}

VertexValuesFile read_vertex_values(std::span<const char> bytes, const Graph& graph) {
  CompressedInput input({bytes.data(), bytes.size()}, memory_name, Content::vertex_set);
  return VertexValuesReader(input, graph).read();
}

}  // namespace lode
