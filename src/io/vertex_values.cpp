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
#include "io/stream/file_names.hpp"
#include "io/text/line_reader.hpp"

namespace lode {
namespace {

using namespace detail;

constexpr auto values_form = "write 'id value', one vertex per line";
constexpr auto ids_of_the_graph =
    "list vertices by the ids of the graph's file; a line that names the columns begins with 'id' or '#'";

/// Calls take(table, vertex, its field, field of `what`) for the lines of a table with vertices and one value
/// field, perhaps below a header line. Errors: InputError for a file without lines.
template <class Take>
void read_vertex_lines(CompressedInput& input, const Graph& graph, std::string_view what, const Take& take) {
  const bool has_labels = graph.names().kind() == VertexNames::Kind::labels;
  TableReader table(input, fmt::format("write 'id {}', one vertex per line", what));
  bool any = false;
  while (table.next()) {
    const std::vector<Field>& fields = table.fields();
    const Field& name = fields.front();
    if (name.text.empty()) table.fail(name, "the line has no vertex");
    std::uint64_t id = 0;
    FieldProblem problem = has_labels ? FieldProblem() : parse_id(name, id);
    std::optional<Vertex> vertex;
    if (!problem)
      vertex = has_labels ? graph.names().find(label_text(name), graph.num_vertices()) : graph.vertex(id);
    if (table.is_first() && !vertex && names_vertices(name.text) && fields.size() == 2) continue;
    if (fields.size() < 2 || fields[1].text.empty())
      table.fail(name, fmt::format("the line has no {}", what));
    if (fields.size() > 2) {
      table.fail(fields[2], fmt::format("more than a vertex and a {} on the line", what),
                 "write names with blanks in double quotes, or separate the fields by tabs or commas");
    }
    if (problem) table.fail(name, problem.problem, ids_of_the_graph);
    if (!vertex) {
      table.fail(name, fmt::format("'{}' is not a vertex of the graph", excerpt(name.text)),
                 ids_of_the_graph);
    }
    take(table, *vertex, name, fields[1]);
    any = true;
  }
  if (!any) {
    table.lines().fail_at(0, fmt::format("holds no {}s of vertices", what),
                          fmt::format("write 'id {}', one vertex per line", what));
  }
}

VertexValuesFile values_of(CompressedInput input, const Graph& graph) {
  std::vector<bool> listed(graph.num_vertices(), false);
  VertexValuesFile file;
  file.values.assign(graph.num_vertices(), 0.0);
  read_vertex_lines(
      input, graph, "value", [&](const TableReader& table, Vertex v, const Field& name, const Field& number) {
        if (listed[v]) {
          table.fail(name, fmt::format("vertex {} is listed twice", excerpt(name.text)),
                     "keep one of the lines");
        }
        table.lines().check(
            parse_finite(number.text, "value ", "values are numbers of any sign", file.values[v]));
        listed[v] = true;
        ++file.listed;
      });
  return file;
}

}  // namespace

VertexValuesFile read_vertex_values(const std::string& path, const Graph& graph) {
  return values_of(CompressedInput(path, {values_form}), graph);
}

VertexValuesFile read_vertex_values(std::span<const char> bytes, const Graph& graph) {
  return values_of(CompressedInput({bytes.data(), bytes.size()}, memory_name, {values_form}), graph);
}

std::vector<VertexGroup> read_vertex_groups(const std::string& path, const Graph& graph) {
  CompressedInput input(path, {"write 'id group', one vertex per line"});
  std::vector<VertexGroup> groups;
  std::map<std::string, std::size_t, std::less<>> place;
  std::set<std::pair<std::size_t, Vertex>> listed;
  read_vertex_lines(input, graph, "group",
                    [&](const TableReader& table, Vertex v, const Field& vertex, const Field& field) {
                      const std::string name = label_text(field);
                      const auto [at, is_new] = place.try_emplace(name, groups.size());
                      if (is_new) groups.push_back({name, {}});
                      if (!listed.emplace(at->second, v).second) {
                        table.fail(vertex,
                                   fmt::format("vertex {} is listed twice in group {}", excerpt(vertex.text),
                                               excerpt(name)),
                                   "keep one of the lines");
                      }
                      groups[at->second].members.push_back(v);
                    });
  for (VertexGroup& group : groups) std::ranges::sort(group.members);
  return groups;
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
