#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/io/matrix_file.hpp>
#include <lode/io/vertex_set.hpp>

#include "shell/questions.hpp"

namespace lode::tool {
namespace {

/// Advice for a word that is not a label: it may be misspelt, or the beginning of a label with commas.
std::string label_remedy(std::string_view word, const Graph& graph) {
  constexpr Vertex most_vertices = 100'000;
  const Vertex n = graph.num_vertices();
  std::vector<std::string> labels;  // of small graphs
  for (Vertex v = 0; v < n && n <= most_vertices; ++v) labels.push_back(graph.name(v));
  const std::string begin = std::string(word) + ',';
  const bool parted =
      std::ranges::any_of(labels, [&](const std::string& label) { return label.starts_with(begin); });
  const std::vector<std::string> near = nearest_names(word, labels);
  return parted || near.empty() ? "for labels with commas use file:PATH" : "nearest: " + near.front();
}

Vertex parse_vertex(const std::string& option, std::string_view text, const Graph& graph) {
  const auto fail = [&](const std::string& problem, const std::string& remedy) {
    return InvalidArgument(option, std::string(text), problem, remedy);
  };
  if (text.empty()) throw fail("is empty", "write 3,17,99 or file:PATH");
  if (graph.names().kind() == VertexNames::Kind::labels) {
    const auto vertex = graph.names().find(text, graph.num_vertices());
    if (!vertex) throw fail("is not a label of the graph", label_remedy(text, graph));
    return *vertex;
  }
  std::uint64_t id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw fail("is not an id", "write 3,17,99 or file:PATH");
  }
  const auto vertex = graph.names().find(std::to_string(id), graph.num_vertices());
  if (!vertex) throw fail("is not a vertex of the graph", "name ids that occur in the graph");
  return *vertex;
}

}  // namespace

const GraphArgument::Loaded& ToolInput::graph() {
  if (graph_) return *graph_;
  graph_ = arguments_.graph.load(session_, arguments_.run.threads,
                                 GraphArgument::checksum_for(arguments_.out.format));
  return *graph_;
}

RunContext ToolInput::run(std::string_view name, std::size_t parts) {
  return session_.run_context(name, arguments_.run.threads, arguments_.run.seed,
                              number("--time", no_limit) * static_cast<double>(parts));
}

VertexSet ToolInput::vertices(const std::string& option) {
  const std::string text = this->option(option);
  const Graph& graph = this->graph().data;
  if (const std::string file = named_file(text); !file.empty()) return read_vertex_set(file, graph).vertices;
  VertexSet vertices;
  for (std::size_t at = 0; !text.empty();) {
    const std::size_t end = text.find(',', at);
    const Vertex v = parse_vertex(option, std::string_view(text).substr(at, end - at), graph);
    if (std::ranges::find(vertices, v) != vertices.end())
      throw InvalidArgument(option, graph.name(v), "is given twice");
    vertices.push_back(v);
    if (end == std::string::npos) break;
    at = end + 1;
  }
  return vertices;
}

std::vector<double> ToolInput::vertex_numbers(const std::string& option) {
  graph();
  return arguments_.graph.read_numbers(option, *graph_);
}

void answer_question(const Question& question, const QuestionArguments& arguments, Session& session) {
  arguments.out.check(session);
  ToolInput input(arguments, session);
  const QuestionAnswer answer = question.ask(input);
  session.clear_progress();
  session.print(answer.document);
  for (const QuestionFile& file : answer.files) {
    const std::string path = input.option(file.option);
    if (!file.values.empty()) {
      write_matrix({file.values.size(), 1, file.values}, path, arguments.out.overwrite());
      session.note_written(path);
    } else if (file.content) {
      arguments.out.write(session, path, *file.content);
    } else {
      const char* const why = session.interrupted() ? "interrupted" : "out of time";
      session.note(fmt::format("{}: {} is not written", why, path));
    }
  }
  if (!answer.no_certificate.empty())
    without_certificate(input.option("--certificate"), answer.no_certificate);
}

}  // namespace lode::tool
