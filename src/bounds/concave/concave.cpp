#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "bounds/concave/plane_search.hpp"
#include "bounds/dual/core_part.hpp"
#include "bounds/findings.hpp"
#include "bounds/ledger.hpp"
#include "bounds/search/dense_problem.hpp"

namespace lode::subgraph {

/// Results about a ledger's graph.
struct ConcaveMemory {
  bool tried = false;
  std::optional<detail::ConcaveShift> shift;  ///< nothing: the graph is not nearly concave
  std::map<Vertex, std::shared_ptr<detail::ConcaveSearch>> searches;
};

namespace {

/// Least density of weights like distances.
constexpr double least_density = 0.5;
/// Nearly concave: the shift takes no more than this part of the mean weight. Beyond it, as with weights
/// drawn independently, the relaxation is weak.
constexpr double most_negative_shift = 0.05;
/// Price of a shift, per third power of the vertices: 0.16 measured for 500.
constexpr double concave_shift_price = 0.3;
constexpr Vertex most_concave_vertices = 3000;

double shift_work(const Graph& graph) {
  const auto n = static_cast<double>(graph.num_vertices());
  return concave_shift_price * n * n * n;
}

bool may_be_distances(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  return graph.weighted() && n <= most_concave_vertices &&
         static_cast<double>(graph.num_edges()) >= least_density * static_cast<double>(possible_edges(n));
}

void find_shift(ConcaveMemory& memory, const Graph& graph, const RunContext& run) {
  std::optional<detail::ConcaveShift> shift;
  run.parallel([&] {
    shift = detail::proven_concave_shift(detail::dense_problem(graph, 0).weights, graph.num_vertices(),
                                         [&] { return run.should_stop(); });
  });
  if (run.should_stop() && !shift) return;
  memory.tried = true;
  const double mean = graph.total_weight() / static_cast<double>(possible_edges(graph.num_vertices()));
  if (shift && shift->diagonal >= -most_negative_shift * mean) memory.shift = shift;
}

void propose_concave(BoundLedger& ledger, Findings& findings, const BoundRequest& request,
                     const RunContext& run) {
  const double start = run.elapsed();
  const Vertex s = request.s;
  const Graph& graph = ledger.graph();
  ConcaveMemory& memory = made(findings.concave_memory);
  double work = request.work;
  if (!may_be_distances(graph) || s < 2) return;
  if (!memory.tried) {
    if (shift_work(graph) > std::min(work, work_per_second * run.time_left())) return;
    find_shift(memory, graph, run);
    findings.spent += shift_work(graph);
    work -= shift_work(graph);
  }
  if (!memory.shift) return;
  auto& search = memory.searches[s];
  if (search && search->done()) return;
  using Keep = detail::ConcaveSearch::Keep;
  const Keep keep = ledger.keeps_multipliers() ? Keep::tree : Keep::nothing;
  if (!search) {
    search =
        std::make_shared<detail::ConcaveSearch>(graph, s, *memory.shift, keep, ledger.vertex_values().all());
  }
  const std::uint64_t before = search->work();
  search->advance(request.incumbent, steps_within({.work = work}, 1.0), run);
  findings.spent += static_cast<double>(search->work() - before);
  const double bound = search->bound();
  if (!std::isfinite(bound)) return;
  const auto tree = search->tree();
  if (keep == Keep::tree && !tree) {  // too large to keep: the bound is trusted
    ledger.lower({s, bound, &search_proof_rule, "concave"});
  } else {
    const dual::DualPart on = dual::whole_part(ledger, s);
    dual::take_bound(ledger, on, s, bound, "concave", dual::kept(ledger, on, tree));
  }
  ledger.record(s, "concave", std::max(bound, ledger.value(s)), run.elapsed() - start);
}

}  // namespace

constexpr BoundRule concave_rule = {
    .name = "concave",
    .statement =
        "For weights like distances: planes that touch a concave function bound the sets, inside a search",
    .cost = "O(n^3) once, and O(n^2) for each node of the search",
    .source = "tangent planes: Spiers, Bui, Loxton, EJOR 310 (2023)",
    .repeatable = false,
    .propose = propose_concave,
    .takes_values = true,
    .proofs = {&outside_proof, &search_proof_rule}};

}  // namespace lode::subgraph
