#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/arithmetic.hpp>
#include <lode/io/vertex_values.hpp>
#include <lode/report/format.hpp>

#include "shell/arguments/graph.hpp"

// Further input of a graph: numbers of its vertices, and a second graph.

namespace lode::tool {
namespace {

/// Arithmetic with a second graph.
struct Operation {
  const char* option;
  const char* words;
  GraphOperation operation;
  const char* meaning;
};
constexpr Operation operations[] = {
    {"--minus", "minus", GraphOperation::minus,
     "Subtract the weights of another graph; an edge without a weight has weight 1"},
    {"--union", "united with", GraphOperation::united, "Add the edges of another graph; weights are summed"},
    {"--intersect", "intersected with", GraphOperation::intersected,
     "Keep only edges of another graph, with the smaller weight"}};

}  // namespace

void GraphArgument::add_vertex_numbers(CLI::App& command, const std::string& flag,
                                       const std::string& meaning) {
  add_option(command, flag, numbers[flag], "FILE|COLUMN",
             meaning + "\nThey are in a file of lines 'id value', where " +
                 (flag == "--costs" ? "every vertex has a line" : "a vertex without a line has 0") +
                 ", or have a name in the graph's own file: a number of the nodes in GML, GraphML and JSON; "
                 "weight or 1, 2, ... in METIS; value in lode files");
}

std::vector<double> GraphArgument::read_numbers(const std::string& flag, Loaded& loaded) const {
  const auto option = numbers.find(flag);
  if (option == numbers.end() || option->second.empty()) return {};
  const std::string& source = option->second;
  const auto held = std::ranges::find(loaded.vertex_numbers, source, &VertexNumbers::name);
  if (held != loaded.vertex_numbers.end()) {
    loaded.input.notes.push_back(fmt::format("{}: '{}' in the graph's own file", flag, source));
    return held->values;
  }
  if (source == "-" && loaded.input.path == "-") {
    throw InvalidArgument(flag, source, "is standard input, but so is the graph",
                          "give one of them as a file");
  }
  std::error_code failure;
  if (source != "-" && !std::filesystem::exists(source, failure)) {
    throw InvalidArgument(
        flag, source,
        fmt::format("is neither a file nor the name of vertex numbers in the graph, {}", loaded.input.format),
        "write lines 'id value' to a file, or name what the graph's file holds");
  }
  VertexValuesFile file = read_vertex_values(source, loaded.data);
  loaded.input.notes.push_back(fmt::format("{}: file {}, which lists {} of {} vertices", flag, source,
                                           file.listed, loaded.data.num_vertices()));
  return std::move(file.values);
}

void GraphArgument::add_arithmetic(CLI::App& command) {
  begin_section(command, heading::question);
  for (const Operation& operation : operations) {
    CLI::Option* const option =
        add_option(command, operation.option, others[operation.option], "GRAPH", operation.meaning);
    for (const Operation& before : operations) {
      if (before.operation < operation.operation) option->excludes(before.option);
    }
  }
}

bool GraphArgument::combines() const {
  return std::ranges::any_of(others, [](const auto& option) { return !option.second.empty(); });
}

void GraphArgument::combine(Loaded& loaded, Session& session, int threads) const {
  if (!combines()) return;
  const Operation& operation = *std::ranges::find_if(
      operations, [&](const Operation& each) { return !others.at(each.option).empty(); });
  GraphArgument second = *this;
  second.name = others.at(operation.option);
  auto other = second.load(session, threads);
  session.note(fmt::format("read {}: {}", other.name, other.input.summary()));
  for (const auto* graph : {&loaded, &other}) GraphArgument::note_core(session, *graph);
  const RunContext run = session.run_context("combining two graphs", threads);
  CombinedGraph result = combined(loaded.data, other.data, operation.operation, run);
  const auto counted = [](Vertex vertices, EdgeCount edges) {
    return fmt::format("{} and {}", format_plural(vertices, "vertex", "vertices"),
                       format_plural(edges, "edge", "edges"));
  };
  const std::string cancelled =
      fmt::format(", {} of weight 0 left out", format_plural(result.cancelled_edges, "edge", "edges"));
  session.note(fmt::format("{} {} {}: {} in common, {} in the result{}{}", loaded.name, operation.words,
                           other.name, counted(result.common_vertices, result.common_edges),
                           counted(result.graph.num_vertices(), result.graph.num_edges()),
                           result.cancelled_edges > 0 ? cancelled : "",
                           result.graph.signed_weights() ? ", with negative weights" : ""));
  loaded.data = std::move(result.graph);
  loaded.input.core_of.reset();
}

}  // namespace lode::tool
