#include "convert/arithmetic.hpp"

#include <limits>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/arithmetic.hpp>
#include <lode/io/catalogue.hpp>
#include <lode/report/format.hpp>

#include "shell/help/sections.hpp"

namespace lode::tool {
namespace {

std::string outcome(GraphOperation operation, const CombinedGraph& result, const std::string& first,
                    const std::string& second) {
  const char* const word = operation == GraphOperation::minus    ? "minus"
                           : operation == GraphOperation::united ? "united with"
                                                                 : "intersected with";
  std::string text = fmt::format("{} {} {}: {} and {} in common, {} and {} in the result", first, word,
                                 second, format_plural(result.common_vertices, "vertex", "vertices"),
                                 format_plural(result.common_edges, "edge", "edges"),
                                 format_plural(result.graph.num_vertices(), "vertex", "vertices"),
                                 format_plural(result.graph.num_edges(), "edge", "edges"));
  if (result.cancelled_edges > 0) {
    text += fmt::format(", {} of weight 0 left out", format_plural(result.cancelled_edges, "edge", "edges"));
  }
  if (result.graph.signed_weights()) text += ", with negative weights";
  return text;
}

}  // namespace

void GraphArithmetic::add_options(CLI::App& command) {
  begin_section(command, heading::question);
  CLI::Option* const difference = command.add_option(
      "--minus", minus, "Subtract the weights of another graph; an edge without a weight has weight 1");
  CLI::Option* const sum =
      command.add_option("--union", united, "Add the edges of another graph; weights are summed");
  CLI::Option* const common = command.add_option("--intersect", intersected,
                                                 "Keep only edges of another graph, with the smaller weight");
  for (CLI::Option* option : {difference, sum, common}) option->type_name("GRAPH");
  difference->excludes(sum)->excludes(common);
  sum->excludes(common);
}

const std::string& GraphArithmetic::source() const {
  return !minus.empty() ? minus : !united.empty() ? united : intersected;
}

std::vector<std::string> GraphArithmetic::input_paths(const std::string& first) const {
  std::vector<std::string> paths = {resolve_graph(first, default_search_folders()).path};
  if (given()) paths.push_back(resolve_graph(source(), default_search_folders()).path);
  return paths;
}

void GraphArithmetic::apply(const GraphArgument& read, GraphArgument::Loaded& loaded, Session& session,
                            int threads) const {
  if (!given()) return;
  const GraphOperation operation = !minus.empty()    ? GraphOperation::minus
                                   : !united.empty() ? GraphOperation::united
                                                     : GraphOperation::intersected;
  GraphArgument second = read;
  second.name = source();
  auto other = second.load(session, threads);
  session.note(fmt::format("read {}: {}", other.display_name, other.report.summary()));
  for (const auto* graph : {&loaded, &other}) GraphArgument::note_core(session, *graph);
  const RunContext run =
      session.run_context(1, threads, std::numeric_limits<double>::infinity(), "combining two graphs");
  CombinedGraph result = combined(loaded.graph, other.graph, operation, run);
  session.note(outcome(operation, result, loaded.display_name, other.display_name));
  loaded.graph = std::move(result.graph);
  loaded.report.core_of.reset();
}

}  // namespace lode::tool
