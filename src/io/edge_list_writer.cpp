#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include <lode/io/edge_list_writer.hpp>

#include "io/quoted_label.hpp"

namespace lode {
namespace {

constexpr std::size_t piece_bytes = std::size_t{1} << 16;

std::string comment_lines(std::string_view comment) {
  std::string text;
  while (!comment.empty()) {
    const std::size_t end = std::min(comment.find('\n'), comment.size());
    text += fmt::format("# {}\n", comment.substr(0, end));
    comment.remove_prefix(std::min(end + 1, comment.size()));
  }
  return text;
}

}  // namespace

void write_edge_list(const Graph& graph, std::string_view comment, const TextSink& sink) {
  sink(comment_lines(comment) +
       fmt::format("# vertices {} edges {}\n", graph.num_vertices(), graph.num_edges()));
  const bool labels = graph.names().kind() == VertexNames::Kind::labels;
  const auto append_name = [&](fmt::memory_buffer& line, Vertex v) {
    if (labels) {
      fmt::format_to(std::back_inserter(line), "{}", detail::quoted_if_needed(graph.names().label(v)));
    } else {
      fmt::format_to(std::back_inserter(line), "{}", graph.names().id(v));
    }
  };
  fmt::memory_buffer lines;
  const auto append_edge = [&](Vertex u, Vertex v, Weight weight) {
    append_name(lines, u);
    lines.push_back(' ');
    append_name(lines, v);
    if (graph.weighted()) fmt::format_to(std::back_inserter(lines), " {}", weight);
    lines.push_back('\n');
  };
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    if (graph.degree(u) == 0) append_edge(u, u, 0.0);
    graph.for_each_neighbor(u, [&](Vertex v, Weight weight) {
      if (u < v) append_edge(u, v, weight);
    });
    if (lines.size() >= piece_bytes) {
      sink({lines.data(), lines.size()});
      lines.clear();
    }
  }
  sink({lines.data(), lines.size()});
}

void write_edge_list(const Graph& graph, std::string_view comment, const std::string& path,
                     Overwrite overwrite) {
  OutputFile file(path, overwrite);
  write_edge_list(graph, comment, [&](std::string_view text) { file.write(text); });
  file.commit();
}

}  // namespace lode
