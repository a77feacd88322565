#include <algorithm>
#include <string>

#include <lode/core/error.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/subgraph/bounds/bounds.hpp>
#include <lode/subgraph/bounds/capped_lp.hpp>
#include <lode/subgraph/bounds/chain.hpp>
#include <lode/subgraph/bounds/core.hpp>
#include <lode/subgraph/bounds/ledger.hpp>

#include "subgraph/bounds/rules/degree.hpp"
#include "subgraph/bounds/rules/lp.hpp"
#include "subgraph/bounds/rules/spectral.hpp"
#include "subgraph/bounds/rules/trivial.hpp"
#include "subgraph/bounds/rules/turan.hpp"

namespace lode {

namespace {

constexpr double default_seconds = 10.0;  ///< per size, for bounds that have no end of their own

/// What a ledger's strong bounds come to, as the bound called `name`.
std::vector<Bound> tightened_bounds(std::string_view name, const Graph& graph, std::span<const Vertex> sizes,
                                    const RunContext& run) {
  BoundLedger ledger(graph, sizes, run, BoundLedger::Proofs::drop);
  double start = run.elapsed();
  ledger.add_cheap(run);
  std::vector<Bound> bounds;
  for (const Vertex s : sizes) {
    RunContext part = run.part(default_seconds);
    if (name == "sdp") {
      ledger.add_sdp(s, 0.0, part);
    } else {
      ledger.add_search(s, part);
    }
    bounds.push_back({name, s, ledger.best(s).value, run.elapsed() - start});
    start = run.elapsed();
  }
  return bounds;
}

std::vector<Bound> sdp_bounds(const Graph& graph, std::span<const Vertex> sizes, const RunContext& run) {
  return tightened_bounds("sdp", graph, sizes, run);
}
std::vector<Bound> exact_bounds(const Graph& graph, std::span<const Vertex> sizes, const RunContext& run) {
  return tightened_bounds("exact", graph, sizes, run);
}

}  // namespace

std::span<const BoundRow> bound_rows() {
  static const std::vector<BoundRow> rows = {
      {.name = "trivial",
       .statement = "the min(s(s-1)/2, m) largest weights",
       .cost = "O(1), weighted O(m log m)",
       .source = "immediate",
       .compute = trivial_bounds},
      {.name = "degree",
       .statement = "half the sum of the s largest degrees capped at s-1",
       .cost = "O(n) per size, weighted O(n + m)",
       .source = "immediate",
       .compute = degree_bounds},
      {.name = "lp",
       .statement = "optimum of: sum of w_uv min(x_u, x_v), 0 <= x <= 1, sum of x = s; all sizes at once",
       .cost = "O(n + m) per pass, tens of passes",
       .source = "Danisch, Chan, Sozio, WWW 2017",
       .compute = lp_bounds},
      {.name = "turan",
       .statement = "as many largest weights as s vertices have edges in a Turan graph of the clique number",
       .cost = "one clique search within a work limit",
       .source = "Turan, Mat. Fiz. Lapok 48 (1941)",
       .compute = turan_bounds},
      {.name = "chain",
       .statement = "s/(s-2) times a bound for s-1, and bounds for s+1",
       .cost = "O(1) per size up to s",
       .source = "Katona, Nemetz, Simonovits, Mat. Lapok 15 (1964)",
       .repeatable = false,
       .compute = chain_bounds},
      {.name = "capped-lp",
       .statement = "lp with at most s-1 edges at a member: sum over v of y_uv <= (s-1) x_u",
       .cost = "O(n + m) per step, hundreds to thousands of steps per size",
       .source = "rows: Billionnet 2005; steps: Pock, Chambolle, ICCV 2011",
       .cheap = false,
       .repeatable = false,
       .compute = capped_lp_bounds},
      {.name = "spectral",
       .statement = "s/2 times the largest eigenvalue of the weights",
       .cost = "O(n + m) per step, up to 400 steps",
       .source = "Collatz 1942, Wielandt 1950",
       .cheap = false,
       .compute = spectral_bounds},
      {.name = "core",
       .statement =
           "the larger of a bound inside the c-core and a bound for s-1 plus the core number around it",
       .cost = "the bound inside",
       .source = "peeling: Matula, Beck, J. ACM 30 (1983)",
       .cheap = false,
       .repeatable = false,
       .compute = core_bounds},
      {.name = "sdp",
       .statement =
           "doubly non-negative relaxation: X semidefinite, 0 <= X_ij <= X_ii, row sums s X_ii, trace s",
       .cost = "O(n^2 r) per iteration, r of some tens, hundreds of iterations per size; on cores of up to "
               "5000 vertices",
       .source = "alternating directions: Oliveira, Wolkowicz, Xu 2018; safe: Jansson, Chaykin, Keil 2007",
       .cheap = false,
       .repeatable = false,
       .compute = sdp_bounds},
      {.name = "exact",
       .statement = "exhaustive search: the optimum, or what is proven when it stops",
       .cost = "exponential in s",
       .source = "enumeration: Uno, Algorithmica 56 (2010)",
       .cheap = false,
       .repeatable = false,
       .compute = exact_bounds},
  };
  return rows;
}

const BoundRow& bound_row(std::string_view name) {
  for (const BoundRow& row : bound_rows()) {
    if (row.name == name) return row;
  }
  throw InvalidArgument("bound", std::string(name), "is not known");
}

bool is_repeatable(std::string_view name) {
  return std::any_of(bound_rows().begin(), bound_rows().end(),
                     [&](const BoundRow& row) { return row.name == name && row.repeatable; });
}

std::vector<std::vector<Bound>> cheap_bounds(const Graph& graph, std::span<const Vertex> sizes,
                                             const RunContext& run) {
  BoundLedger ledger(graph, sizes, run, BoundLedger::Proofs::drop);
  ledger.add_cheap(run);
  std::vector<std::vector<Bound>> by_size;
  for (const Vertex s : sizes) by_size.push_back(ledger.bounds(s));
  return by_size;
}

const Bound& best_bound(std::span<const Bound> bounds) {
  if (bounds.empty()) throw InvalidArgument("bounds", "empty", "there is none to choose from");
  return *std::min_element(bounds.begin(), bounds.end(),
                           [](const Bound& a, const Bound& b) { return a.value < b.value; });
}

double relative_gap(double upper_bound, double weight) {
  return upper_bound == 0.0 ? 0.0 : (upper_bound - weight) / upper_bound;
}

bool proves_optimal(const Graph& graph, double upper_bound, double weight) {
  return meets(upper_bound, weight, sums_of(graph.integral()));
}

}  // namespace lode
