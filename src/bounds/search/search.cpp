#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "bounds/dual/core_part.hpp"
#include "bounds/search/branch_and_bound.hpp"

namespace lode::subgraph {
/// State of searches.
struct SearchMemory {
  /// The last search, if it did not end by itself; it continues on the same vertices. One at a time, as its
  /// open nodes take up to SdpSearchOptions::max_memory.
  struct Unfinished {
    Vertex s = 0;
    VertexSet vertices;        ///< of the core
    std::vector<Vertex> rows;  ///< of it with dummies
    std::shared_ptr<detail::SdpSearch> search;
    std::uint64_t evaluations = 0;
  };
  Unfinished unfinished;
  std::map<Vertex, double>
      ended;  ///< incumbents of sizes whose search ended by itself: nothing is left to do
};

namespace {

/// Largest number of rows left of a core to be searched: with more, outside lowers the bound faster than the
/// root of a search.
constexpr Vertex searched_remainder = 300;
/// Units of work of an evaluation of the dual, per n^3 and per n^2: 0.8 ms at n = 80, 1.3 ms at 100.
constexpr double evaluation_cube_price = 0.75;
constexpr double evaluation_square_price = 60.0;

/// The rows to search; nothing if they are too many, or if sets outside of them decide.
std::optional<dual::DualRest> rest_for(const BoundLedger& ledger, const Findings& findings,
                                       const BoundRequest& request) {
  if (search_takes_graph(ledger)) {
    std::vector<Vertex> rows(ledger.graph().num_vertices());
    std::iota(rows.begin(), rows.end(), Vertex{0});
    return dual::DualRest{dual::whole_part(ledger, request.s), std::move(rows), request.incumbent};
  }
  const auto found = findings.rests.find(request.s);
  if (found == findings.rests.end()) return std::nullopt;
  const dual::DualRest& rest = *found->second;
  if (rest.rows.size() > searched_remainder || rest.rows.size() < request.s) return std::nullopt;
  if (rest.incumbent > request.incumbent) return std::nullopt;
  const double few = dual::bound_of_few(ledger, rest.on, request.s);
  if (few > request.incumbent && !proves_optimal(ledger.graph(), few, request.incumbent)) return std::nullopt;
  return rest;
}

/// The tree that lets the other rows go, with that of the search at its open node.
std::shared_ptr<const detail::SdpSearchTree> joined(const dual::DualRest& rest,
                                                    std::shared_ptr<const detail::SdpSearchTree> tree) {
  if (!tree || rest.tree.nodes.empty()) return tree;
  auto all = std::make_shared<detail::SdpSearchTree>(rest.tree);
  all->graft(*tree, rest.rows);
  return all;
}

/// A set of rows by the ledger's vertices; empty where it has dummies.
VertexSet set_in_graph(const dual::DualRest& rest, const std::vector<std::size_t>& set) {
  VertexSet vertices;
  for (const std::size_t i : set) {
    const Vertex row = rest.rows[i];
    if (row < rest.on.dummies) return {};
    vertices.push_back(rest.on.part.to_graph(row - rest.on.dummies));
  }
  return vertices;
}

/// The rows left as a problem.
detail::DenseProblem problem_of(const dual::DualRest& rest, bool integral) {
  const PartMultipliers& on = rest.on;
  detail::DenseProblem problem;
  problem.n = rest.rows.size();
  problem.s = on.s;
  problem.integral = integral;
  problem.weights.assign(problem.n * problem.n, 0.0);
  std::vector<std::size_t> place(on.part.graph.num_vertices(), problem.n);
  for (std::size_t i = 0; i < problem.n; ++i) {
    if (rest.rows[i] >= on.dummies) place[rest.rows[i] - on.dummies] = i;
  }
  for (std::size_t i = 0; i < problem.n; ++i) {
    if (rest.rows[i] < on.dummies) {
      problem.linear.push_back(on.outside.each);
      continue;
    }
    const Vertex v = rest.rows[i] - on.dummies;
    problem.linear.push_back(on.part.values.empty() ? 0.0 : on.part.values[v]);
    on.part.graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (place[u] < problem.n) problem.weights[i * problem.n + place[u]] = w;
    });
  }
  return problem;
}

/// The unfinished search of these rows, or a new search.
SearchMemory::Unfinished& search_of(const BoundLedger& ledger, Findings& findings, const dual::DualRest& rest,
                                    const BoundRequest& request) {
  SearchMemory::Unfinished& known = made(findings.search_memory).unfinished;
  if (known.search && known.s == request.s && known.rows == rest.rows &&
      known.vertices == rest.on.part.original) {
    return known;
  }
  known = {};  // frees its memory before the next search
  const detail::SdpSearchOptions options = {.certificate = ledger.keeps_multipliers()};
  detail::DenseProblem problem = problem_of(rest, ledger.graph().integral());
  known = {request.s, rest.on.part.original, rest.rows,
           std::make_shared<detail::SdpSearch>(std::move(problem), options)};
  return known;
}

void propose_search(BoundLedger& ledger, Findings& findings, const BoundRequest& request,
                    const RunContext& run) {
  const Vertex s = request.s;
  std::map<Vertex, double>& ended = made(findings.search_memory).ended;
  // Its proof may have come before one that can be checked was asked for.
  const bool is_settled = !(ledger.keeps_multipliers() && ledger.rests_on_trust(s));
  const auto last = ended.find(s);
  if (is_settled && last != ended.end() && last->second >= request.incumbent) return;
  const std::optional<dual::DualRest> rest = rest_for(ledger, findings, request);
  if (!rest) return;
  const double start = run.elapsed();
  const auto n = static_cast<double>(rest->rows.size());
  if (run.wants_progress()) {
    run.report(fmt::format("rule search: {} vertices left", rest->rows.size()), ledger.value(s), 0,
               ProgressValue::bound);
  }
  const double price = (evaluation_cube_price * n + evaluation_square_price) * n * n;
  SearchMemory::Unfinished& unfinished = search_of(ledger, findings, *rest, request);
  const detail::SdpSearchResult result =
      unfinished.search->advance(request.incumbent, steps_within(request, price), run);
  findings.spent += price * static_cast<double>(result.evaluations - unfinished.evaluations);
  unfinished.evaluations = result.evaluations;
  if (result.proven) unfinished = {};
  if (VertexSet better = set_in_graph(*rest, result.better); !better.empty()) {
    findings.searched_sets[s] = std::move(better);
  }
  if (result.proven) ended[s] = result.value;
  if (!std::isfinite(result.upper_bound)) return;
  dual::take_bound(ledger, rest->on, s, result.upper_bound, "search",
                   dual::kept(ledger, rest->on, joined(*rest, result.tree)));
  ledger.record(s, "search", std::max(result.upper_bound, ledger.value(s)), run.elapsed() - start);
}

}  // namespace

constexpr BoundRule search_rule = {
    .name = "search",
    .statement =
        "Branch and bound with a semidefinite bound at each node, on the vertices that outside could not "
        "exclude",
    .cost = "O(n^3) for each of hundreds of steps for a node; on up to 200 vertices, or few that are left",
    .source = "Krislock, Malick, Roupin, Comput. Oper. Res. 66 (2016)",
    .repeatable = false,
    .propose = propose_search,
    .takes_values = true,
    .proofs = {&outside_proof}};

}  // namespace lode::subgraph
