#include "subgraph/bounds/rules/search.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "subgraph/bounds/ledger.hpp"
#include "subgraph/bounds/rules/chain.hpp"
#include "subgraph/bounds/rules/multipliers.hpp"
#include "subgraph/bounds/rules/sdp.hpp"
#include "subgraph/bounds/search/sdp_search.hpp"

namespace lode::subgraph {
namespace {

/// Cores and what fixing leaves of them are searched up to so many vertices: beyond, sdp lowers the bound
/// more in the same time than the root of a search does.
constexpr Vertex searched_remainder = 300;
/// Of the time left, for graphs whose other strong bound is exhaustive search; and what sdp leaves.
constexpr double search_share_of_graph = 0.8;
constexpr double search_share_of_remainder = 0.9;
/// Units of work of an evaluation of the dual, per n^3 and per n^2: 0.8 ms at n = 80, 1.3 ms at 100.
constexpr double evaluation_cube_price = 0.75;
constexpr double evaluation_square_price = 60.0;
/// Seconds per size on its own.
constexpr double search_seconds_alone = 10.0;

/// Sizes whose search ended by itself: nothing is left to do.
struct SearchedSizes {
  std::map<Vertex, double> incumbents;
};
/// The last search, if it did not end by itself: on the same vertices it goes on. One at a time, as its open
/// nodes take up to SdpSearchOptions::max_memory.
struct UnfinishedSearch {
  Vertex s = 0;
  VertexSet vertices;
  std::shared_ptr<detail::SdpSearch> search;
  std::uint64_t evaluations = 0;
};
/// Sets that searches came across, by size.
using SetsOfSearches = std::map<Vertex, VertexSet>;

SdpRemainder whole_remainder(const BoundLedger& ledger, double incumbent) {
  SdpRemainder whole;
  whole.part.graph = ledger.graph();
  whole.part.vertices.resize(ledger.graph().num_vertices());
  std::iota(whole.part.vertices.begin(), whole.part.vertices.end(), Vertex{0});
  whole.left = whole.part.vertices;
  whole.part.values = ledger.vertex_values().of(whole.part.vertices);
  whole.incumbent = incumbent;
  return whole;
}

/// What there is to search; nothing where it is too large, or where what lies outside of it decides.
std::optional<SdpRemainder> remainder_for(BoundLedger& ledger, const BoundRequest& request) {
  if (search_takes_graph(ledger)) return whole_remainder(ledger, request.incumbent);
  const auto& remainders = ledger.memory<SdpRemainders>();
  const auto found = remainders.find(request.s);
  if (found == remainders.end()) return std::nullopt;
  const SdpRemainder& rest = found->second;
  if (rest.left.size() > searched_remainder || rest.left.size() < request.s) return std::nullopt;
  if (rest.incumbent > request.incumbent) return std::nullopt;
  const double outside = core_step(ledger.graph(), rest.part, 0.0, ledger.value(request.s - 1));
  if (!proves_optimal(ledger.graph(), outside, request.incumbent)) return std::nullopt;
  return rest;
}

/// The certificate of what let the other vertices go, and of the search.
SdpCertificate search_certificate(const SdpRemainder& rest, const BoundRequest& request,
                                  std::shared_ptr<const detail::SdpSearchTree> tree) {
  SdpCertificate certificate{.s = request.s, .incumbent = request.incumbent, .stages = rest.stages};
  certificate.stages.push_back({.vertices = rest.left, .multipliers = {}});
  certificate.tree = std::move(tree);
  return certificate;
}

VertexSet outward_set(const SdpRemainder& rest, const std::vector<std::size_t>& set) {
  VertexSet vertices;
  for (const std::size_t i : set) vertices.push_back(rest.part.vertices[rest.left[i]]);
  return vertices;
}

/// The search of what there is to search: the one left unfinished, or a new one.
UnfinishedSearch& search_of(BoundLedger& ledger, const SdpRemainder& rest, const Graph& graph,
                            const BoundRequest& request) {
  auto& known = ledger.memory<UnfinishedSearch>();
  VertexSet vertices;
  for (const Vertex v : rest.left) vertices.push_back(rest.part.vertices[v]);
  if (known.search && known.s == request.s && known.vertices == vertices) return known;
  known = {};  // its memory goes before that of the next
  const detail::SdpSearchOptions options = {.incumbent = request.incumbent,
                                            .certificate = ledger.keeps_multipliers()};
  detail::DenseProblem problem = detail::dense_problem(graph, request.s);
  for (std::size_t i = 0; i < rest.left.size() && !rest.part.values.empty(); ++i) {
    problem.linear[i] = rest.part.values[rest.left[i]];
  }
  auto search = std::make_shared<detail::SdpSearch>(std::move(problem), options);
  known = {request.s, std::move(vertices), std::move(search)};
  return known;
}

void propose_search(BoundLedger& ledger, const BoundRequest& request, const RunContext& run) {
  const Vertex s = request.s;
  auto& ended = ledger.memory<SearchedSizes>().incumbents;
  // Its proof may have come before one that can be checked was asked for.
  const bool is_settled = !(ledger.keeps_multipliers() && ledger.is_trusted(s));
  const auto last = ended.find(s);
  if (is_settled && last != ended.end() && last->second >= request.incumbent) return;
  const std::optional<SdpRemainder> rest = remainder_for(ledger, request);
  if (!rest) return;
  const double start = run.elapsed();
  const Graph graph = induced_subgraph(rest->part.graph, rest->left);
  if (run.wants_progress()) {
    run.report(fmt::format("search: {} vertices left", graph.num_vertices()), ledger.value(s), 0,
               ProgressValue::bound);
  }
  const double n = graph.num_vertices();
  const double price = (evaluation_cube_price * n + evaluation_square_price) * n * n;
  UnfinishedSearch& unfinished = search_of(ledger, *rest, graph, request);
  const detail::SdpSearchResult result =
      unfinished.search->advance(request.incumbent, steps_within(request, price), run);
  ledger.spend(price * static_cast<double>(result.evaluations - unfinished.evaluations));
  unfinished.evaluations = result.evaluations;
  if (result.proven) unfinished = {};
  if (!result.better.empty()) ledger.memory<SetsOfSearches>()[s] = outward_set(*rest, result.better);
  if (result.proven) ended[s] = result.value;
  std::vector<double> inside(s + std::size_t{1}, std::numeric_limits<double>::infinity());
  inside[s] = result.upper_bound;
  take_multipliers(ledger,
                   std::make_shared<PartMultipliers>(
                       PartMultipliers{rest->part, search_certificate(*rest, request, result.tree)}),
                   "search", inside);
  ledger.record(s, "search", std::max(result.upper_bound, ledger.value(s)), run.elapsed() - start);
  close_chain(ledger, run);
}

double share_for_search(BoundLedger& ledger, const BoundRequest&, double, const RunContext&) {
  return search_takes_graph(ledger) ? search_share_of_graph : search_share_of_remainder;
}

std::vector<Bound> search_bounds(const Graph& graph, std::span<const Vertex> sizes, const RunContext& run) {
  return bounds_by_ledger("search", graph, sizes, run, search_seconds_alone);
}

std::vector<VertexSet> sets_of_searches(const BoundLedger& ledger, Vertex s) {
  const auto* sets = ledger.remembered<SetsOfSearches>();
  if (!sets || !sets->contains(s)) return {};
  return {sets->at(s)};
}

}  // namespace

bool search_takes_graph(const BoundLedger& ledger) {
  return ledger.graph().num_vertices() <= searched_graph &&
         squares_fit(ledger.graph(), ledger.vertex_values().all());
}

void forget_unfinished_search(BoundLedger& ledger) { ledger.forget<UnfinishedSearch>(); }

constexpr BoundRule search_rule = {
    .name = "search",
    .statement =
        "branch and bound with sdp bounds and triangle inequalities on what sdp lets no vertex go of",
    .cost = "O(n^3) per step, hundreds of steps per node; on graphs of up to 200 vertices and small rests",
    .source = "Krislock, Malick, Roupin, Comput. Oper. Res. 66 (2016)",
    .tier = BoundTier::strong,
    .repeatable = false,
    .compute = search_bounds,
    .propose = propose_search,
    .share = share_for_search,
    .counts_work = true,
    .takes_values = true,
    .dense_sets = sets_of_searches,
    .proofs = {&multipliers_proof}};

}  // namespace lode::subgraph
