#include <fstream>
#include <optional>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/questions/directed.hpp>

#include "bounds/certificate/fields.hpp"

namespace lode {
namespace detail {
namespace {

struct DirectedSize {
  Vertex vertices = 0;
  EdgeCount arcs = 0;
};

struct DirectedClaim {
  DirectedSize graph;  ///< without the loops that were dropped
  bool drops_loops = false;
  std::optional<double> bound;  ///< empty: the density of the pair
  DirectedDensest answer;
};

}  // namespace

void fields(auto& visit, Is<DirectedSize> auto& size) {
  visit("vertices", size.vertices);
  visit("arcs", size.arcs);
}
void fields(auto& visit, Is<RatioSplit> auto& split) {
  visit("from", split.from);
  visit("to", split.to);
  visit("denominator", split.denominator);
  visit("shares", split.shares);
}
void fields(auto& visit, Is<DirectedClaim> auto& claim) {
  visit("graph", claim.graph);
  visit("drops_loops", claim.drops_loops);
  visit("sources", claim.answer.sources);
  visit("targets", claim.answer.targets);
  visit("arcs", claim.answer.arcs);
  visit.optional("bound", claim.bound);
  visit("splits", claim.answer.splits);
}

}  // namespace detail

namespace {

constexpr const char* kind_of_directed = "directed";

}  // namespace

std::string directed_certificate_json(const Arcs& arcs, const DirectedDensest& densest, bool drops_loops) {
  detail::DirectedClaim claim{{arcs.num_vertices(), arcs.num_arcs()}, drops_loops, {}, densest};
  if (!densest.proven_optimal) claim.bound = densest.bound;
  return detail::certificate_text(kind_of_directed, {}, claim);
}

CheckedDirected check_directed_certificate(const std::string& path, const Arcs& arcs, const RunContext& run) {
  std::ifstream in(path, std::ios::binary);
  auto claim = detail::read_certificate_text<detail::DirectedClaim>(in, path, kind_of_directed,
                                                                    detail::Json::object());
  CheckedDirected checked{std::move(claim.answer), claim.drops_loops};
  checked.answer.proven_optimal = !claim.bound;
  checked.answer.bound = claim.bound.value_or(checked.answer.rho());
  const Arcs checked_arcs = checked.drops_loops ? arcs.without_loops() : arcs;
  if (claim.graph.vertices != checked_arcs.num_vertices() || claim.graph.arcs != checked_arcs.num_arcs()) {
    throw InputError({path},
                     fmt::format("is about a graph of {} vertices and {} arcs; this one has {} and {}",
                                 claim.graph.vertices, claim.graph.arcs, checked_arcs.num_vertices(),
                                 checked_arcs.num_arcs()),
                     "name the graph that the certificate was written for");
  }
  verify_directed(checked_arcs, checked.answer, run);
  return checked;
}

}  // namespace lode
