#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/io/vertex_values.hpp>

#include "io/stream/compressed_input.hpp"
#include "io/text/file_names.hpp"
#include "io/text/line_reader.hpp"
#include "io/text/quoted_label.hpp"
#include "io/text/table_fields.hpp"

namespace lode {
namespace {

using namespace detail;

constexpr auto ids_of_the_graph =
    "list vertices by the ids of the graph's file; a line that names the columns begins with 'id' or '#'";

/// Reads the lines of a table with a vertex and a field of it, perhaps below a line that names the columns.
class VertexLines {
 public:
  /// `what`: the field, in messages.
  VertexLines(CompressedInput& input, const Graph& graph, std::string_view what)
      : graph_(graph),
        lines_(input),
        what_(what),
        form_(fmt::format("write 'id {}', one vertex per line", what)),
        has_labels_(graph.names().kind() == VertexNames::Kind::labels) {}

  /// Calls take(vertex, its name, field) for every line. Errors: InputError for a file without lines.
  template <class Take>
  void read(const Take& take) {
    bool any = false;
    while (lines_.next()) any = read_line(table_fields(lines_.text(), 2), take) || any;
    if (!any) lines_.fail_at(0, fmt::format("holds no {}s of vertices", what_), form_);
  }
  const LineReader& lines() const { return lines_; }

 private:
  template <class Take>
  bool read_line(const std::vector<std::string_view>& fields, const Take& take) {
    if (fields.empty()) return false;
    if (const FieldProblem bad = find_control_byte(lines_.text())) lines_.fail({bad.at, bad.problem, form_});
    const std::string_view name = fields.front();
    if (name.starts_with('#') && !(has_labels_ && find(name))) return false;
    const char* const line_end = fields.back().data() + fields.back().size();
    if (name.empty()) lines_.fail({fields.back().data(), "the line has no vertex", form_});
    if (std::exchange(is_first_, false) && names_columns(fields)) return false;
    if (fields.size() < 2 || fields.back().empty()) {
      lines_.fail({line_end, fmt::format("the line has no {}", what_), form_});
    }
    take(vertex_called(name), name, fields.back());
    return true;
  }

  std::optional<Vertex> find(std::string_view name) const {
    return graph_.names().find(unquoted_label(name), graph_.num_vertices());
  }

  /// True for a first line that names the columns: `id score`.
  bool names_columns(const std::vector<std::string_view>& fields) const {
    static constexpr std::string_view usual[] = {"id", "vertex", "node", "name", "label"};
    const std::string_view name = unquoted_field(fields.front());
    return fields.size() == 2 && !find(name) &&
           std::ranges::any_of(usual, [&](std::string_view word) { return equal_ignoring_case(name, word); });
  }

  Vertex vertex_called(std::string_view name) const {
    if (!has_labels_) {
      name = unquoted_field(name);
      const std::size_t gap = name.find_first_of(" \t,;");
      if (gap != std::string_view::npos) {
        lines_.fail({name.data() + gap, fmt::format("more than an id and a {} on the line", what_), form_});
      }
      std::uint64_t id = 0;
      if (const FieldProblem bad = parse_id({name.data(), name}, id)) {
        lines_.fail({bad.at, bad.problem, ids_of_the_graph});
      }
      if (const auto vertex = graph_.vertex(id)) return *vertex;
    } else if (const auto vertex = find(name)) {
      return *vertex;
    }
    lines_.fail(
        {name.data(), fmt::format("'{}' is not a vertex of the graph", excerpt(name)), ids_of_the_graph});
  }

  const Graph& graph_;
  LineReader lines_;
  const std::string_view what_;
  const std::string form_;
  const bool has_labels_;
  bool is_first_ = true;  ///< no line but comments was read
};

VertexValuesFile values_of(CompressedInput& input, const Graph& graph) {
  VertexLines lines(input, graph, "value");
  std::vector<bool> listed(graph.num_vertices(), false);
  VertexValuesFile file;
  file.values.assign(graph.num_vertices(), 0.0);
  lines.read([&](Vertex v, std::string_view name, std::string_view number) {
    if (listed[v]) {
      lines.lines().fail(
          {name.data(), fmt::format("vertex {} is listed twice", excerpt(name)), "keep one of the lines"});
    }
    lines.lines().check(
        parse_finite(unquoted_field(number), "value ", "values are numbers of any sign", file.values[v]));
    listed[v] = true;
    ++file.listed;
  });
  return file;
}

std::vector<VertexGroup> groups_of(CompressedInput& input, const Graph& graph) {
  VertexLines lines(input, graph, "group");
  std::vector<VertexGroup> groups;
  std::map<std::string, std::size_t, std::less<>> place;
  std::set<std::pair<std::size_t, Vertex>> listed;
  lines.read([&](Vertex v, std::string_view vertex, std::string_view field) {
    const std::string name = unquoted_label(field);
    const auto [at, is_new] = place.try_emplace(name, groups.size());
    if (is_new) groups.push_back({name, {}});
    if (!listed.emplace(at->second, v).second) {
      lines.lines().fail(
          {vertex.data(),
           fmt::format("vertex {} is listed twice in group {}", excerpt(vertex), excerpt(name)),
           "keep one of the lines"});
    }
    groups[at->second].members.push_back(v);
  });
  for (VertexGroup& group : groups) std::ranges::sort(group.members);
  return groups;
}

}  // namespace

VertexValuesFile read_vertex_values(const std::string& path, const Graph& graph) {
  CompressedInput input(path, Content::vertex_values);
  return values_of(input, graph);
}

VertexValuesFile read_vertex_values(std::span<const char> bytes, const Graph& graph) {
  CompressedInput input({bytes.data(), bytes.size()}, memory_name, Content::vertex_values);
  return values_of(input, graph);
}

std::vector<VertexGroup> read_vertex_groups(const std::string& path, const Graph& graph) {
  CompressedInput input(path, Content::vertex_groups);
  return groups_of(input, graph);
}

VertexTexts attribute_of_groups(std::span<const VertexGroup> groups, std::size_t num_vertices) {
  VertexTexts attribute{"group", std::vector<std::string>(num_vertices)};
  for (const VertexGroup& group : groups) {
    const std::string name = printable_text(group.name);
    for (const Vertex v : group.members) {
      if (v >= num_vertices) {
        throw InvalidArgument("member of a group", std::to_string(v),
                              fmt::format("is not a vertex of a graph with {} vertices", num_vertices));
      }
      std::string& names = attribute.values[v];
      if (!names.empty()) names += ", ";
      names += name;
    }
  }
  return attribute;
}

}  // namespace lode
