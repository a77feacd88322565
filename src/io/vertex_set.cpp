#include <charconv>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/vertex_set.hpp>

#include "io/edge_list/edge_lines.hpp"
#include "io/stream/compressed_input.hpp"
#include "io/text/line_reader.hpp"
#include "io/text/quoted_label.hpp"

namespace lode {
namespace {

using namespace detail;

constexpr auto one_vertex_per_line = "write one vertex per line";
constexpr auto ids_of_the_file = "list vertices by the ids of the graph's file";

class VertexSetReader {
 public:
  VertexSetReader(CompressedInput& input, const Graph& graph)
      : graph_(graph), lines_(input), listed_(graph.num_vertices(), 0) {}

  VertexSetFile read() {
    while (lines_.next()) read_line(lines_.begin(), lines_.end());
    if (set_.vertices.empty()) lines_.fail_at(0, "holds no vertices", one_vertex_per_line);
    return std::move(set_);
  }

 private:
  void read_line(const char* begin, const char* end) {
    while (begin < end && is_blank(*begin)) ++begin;
    while (begin < end && is_blank(end[-1])) --end;
    if (begin == end) return;
    const std::string_view text(begin, static_cast<std::size_t>(end - begin));
    if (const FieldProblem bad = find_control_byte(text))
      lines_.fail({bad.at, bad.problem, one_vertex_per_line});
    if (text.front() != '#' || !read_comment(text)) add(text);
  }

  /// False for a label of the graph that begins like a comment.
  bool read_comment(std::string_view text) {
    std::string_view rest = text.substr(1);
    while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
    if (!rest.starts_with("edges") || (rest.size() > 5 && !is_blank(rest[5]))) {
      return graph_.names().kind() != VertexNames::Kind::labels ||
             !graph_.names().find(text, graph_.num_vertices());
    }
    rest.remove_prefix(5);
    while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
    EdgeCount edges = 0;
    const auto [stop, error] = std::from_chars(rest.data(), rest.data() + rest.size(), edges);
    if (error != std::errc{} || stop != rest.data() + rest.size()) {
      lines_.fail(
          {rest.data(), fmt::format("'{}' is not a number of edges", excerpt(rest)), "write '# edges N'"});
    }
    if (set_.edges && *set_.edges != edges)
      lines_.fail({text.data(), "a second '# edges' comment says something else", "keep one"});
    set_.edges = edges;
    return true;
  }

  void add(std::string_view text) {
    const bool labels = graph_.names().kind() == VertexNames::Kind::labels;
    std::optional<Vertex> vertex;
    if (labels) {
      vertex = graph_.names().find(unquoted_label(text), graph_.num_vertices());
    } else {
      vertex = find_id(text);
    }
    if (!vertex) {
      lines_.fail(
          {text.data(), fmt::format("'{}' is not a vertex of the graph", excerpt(text)), ids_of_the_file});
    }
    if (listed_[*vertex])
      lines_.fail(
          {text.data(), fmt::format("vertex {} is listed twice", excerpt(text)), "keep one of the lines"});
    listed_[*vertex] = true;
    set_.vertices.push_back(*vertex);
  }

  std::optional<Vertex> find_id(std::string_view text) const {
    FieldCursor cursor(text.data(), text.data() + text.size(), by_blanks_or_comma);
    Field field;
    cursor.next(field);
    if (field.begin != text.data() || field.text.size() != text.size()) {
      const std::size_t at = text.find_first_of(" \t,");
      lines_.fail({text.data() + (at == std::string_view::npos ? 0 : at), "more than one id on the line",
                   one_vertex_per_line});
    }
    std::uint64_t id = 0;
    if (const FieldProblem bad = parse_id(field, id)) lines_.fail({bad.at, bad.problem, ids_of_the_file});
    return graph_.names().find(std::to_string(id), graph_.num_vertices());
  }

  const Graph& graph_;
  LineReader lines_;
  std::vector<bool> listed_;
  VertexSetFile set_;
};

}  // namespace

VertexSetFile read_vertex_set(const std::string& path, const Graph& graph) {
  CompressedInput input(path, Content::vertex_set);
  return VertexSetReader(input, graph).read();
}

VertexSetFile read_vertex_set(std::span<const char> bytes, const Graph& graph) {
  CompressedInput input({bytes.data(), bytes.size()}, memory_name, Content::vertex_set);
  return VertexSetReader(input, graph).read();
}

void write_vertex_set(const Graph& graph, std::span<const Vertex> set, EdgeCount edges,
                      const std::string& path, Overwrite overwrite) {
  for (const Vertex v : set) {
    if (v >= graph.num_vertices()) throw InvalidArgument("vertex", std::to_string(v), "does not exist");
  }
  OutputFile file(path, overwrite);
  file.write(fmt::format("# edges {}\n", edges));
  const bool labels = graph.names().kind() == VertexNames::Kind::labels;
  for (const Vertex v : set) {
    const std::string name = graph.name(v);
    file.write(labels ? quoted_if_needed(name) : name);
    file.write("\n");
  }
  file.commit();
}

}  // namespace lode
