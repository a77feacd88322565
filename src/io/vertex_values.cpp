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
#include "io/text/line_reader.hpp"
#include "io/text/quoted_label.hpp"

namespace lode {
namespace {

using namespace detail;

constexpr auto ids_of_the_graph = "list vertices by the ids of the graph's file";

/// A text without the blanks around it.
std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Reads lines "id field" or "label field". The field is the last one of its line.
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
    while (lines_.next()) any = read_line(without_blanks(lines_.text()), take) || any;
    if (!any) lines_.fail_at(0, fmt::format("holds no {}s of vertices", what_), form_);
  }
  const LineReader& lines() const { return lines_; }

 private:
  template <class Take>
  bool read_line(std::string_view text, const Take& take) {
    if (text.empty()) return false;
    if (const FieldProblem bad = find_control_byte(text)) lines_.fail({bad.at, bad.problem, form_});
    const std::size_t before = text.find_last_of(" \t,");
    if (before == std::string_view::npos || text.back() == '"') {
      if (text.front() == '#') return false;
      lines_.fail({text.data() + text.size(), fmt::format("the line has no {}", what_), form_});
    }
    const std::string_view field = text.substr(before + 1);
    std::string_view name = without_blanks(text.substr(0, before));
    if (text[before] != ',' && name.ends_with(',')) name = without_blanks(name.substr(0, name.size() - 1));
    if (text.front() == '#' && !(has_labels_ && find(name))) return false;
    if (name.empty()) lines_.fail({field.data(), "the line has no vertex", form_});
    const Vertex v = vertex_called(name);
    if (field.empty()) lines_.fail({field.data(), fmt::format("the line has no {}", what_), form_});
    take(v, name, field);
    return true;
  }

  std::optional<Vertex> find(std::string_view name) const {
    return graph_.names().find(name, graph_.num_vertices());
  }

  Vertex vertex_called(std::string_view name) const {
    if (!has_labels_) {
      const std::size_t gap = name.find_first_of(" \t,");
      if (gap != std::string_view::npos) {
        lines_.fail({name.data() + gap, fmt::format("more than an id and a {} on the line", what_), form_});
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

  const Graph& graph_;
  LineReader lines_;
  const std::string_view what_;
  const std::string form_;
  const bool has_labels_;
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
        parse_finite(number, "value ", "values are finite numbers of any sign", file.values[v]));
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
  lines.read([&](Vertex v, std::string_view vertex, std::string_view name) {
    const auto [at, is_new] = place.try_emplace(std::string(name), groups.size());
    if (is_new) groups.push_back({std::string(name), {}});
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
