#include "convert/arithmetic.hpp"

#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/arithmetic.hpp>
#include <lode/report/format.hpp>

#include "shell/options.hpp"

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
  CLI::Option* const difference =
      add_option(command, "--minus", minus, "GRAPH",
                 "Subtract the weights of another graph; an edge without a weight has weight 1");
  CLI::Option* const sum =
      add_option(command, "--union", united, "GRAPH", "Add the edges of another graph; weights are summed");
  CLI::Option* const common = add_option(command, "--intersect", intersected, "GRAPH",
                                         "Keep only edges of another graph, with the smaller weight");
  difference->excludes(sum)->excludes(common);
  sum->excludes(common);
}

const std::string& GraphArithmetic::source() const {
  return !minus.empty() ? minus : !united.empty() ? united : intersected;
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
  session.note(fmt::format("read {}: {}", other.name, other.input.summary()));
  for (const auto* graph : {&loaded, &other}) GraphArgument::note_core(session, *graph);
  const RunContext run = session.run_context("combining two graphs", threads);
  CombinedGraph result = combined(loaded.data, other.data, operation, run);
  session.note(outcome(operation, result, loaded.name, other.name));
  loaded.data = std::move(result.graph);
  loaded.input.core_of.reset();
}

}  // namespace lode::tool
