#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "bounds/certificate/check.hpp"
#include "bounds/certificate/multipliers.hpp"
#include "bounds/certificate/writer.hpp"
#include "bounds/concave/plane_search.hpp"
#include "bounds/findings.hpp"
#include "bounds/ledger.hpp"
#include "bounds/search/dense_problem.hpp"

namespace lode::subgraph {

/// What is known of a ledger's graph.
struct ConcaveMemory {
  bool tried = false;
  std::optional<detail::ConcaveShift> shift;  ///< nothing: the graph is not nearly concave
  std::map<Vertex, std::shared_ptr<detail::ConcaveSearch>> searches;
};

namespace {

/// Of all pairs, edges that weights like distances have at least.
constexpr double least_density = 0.5;
/// Nearly concave: the shift takes no more than this part of the mean weight. Beyond it, as with weights
/// drawn independently, the relaxation says little.
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

void write_concave(const ProofStep& step, double, detail::CertificateWriter& writer,
                   BoundCertificate::Step& written) {
  if (!step.multipliers) {
    throw InvalidArgument("ledger", "Proofs::drop", "keeps no trees for a certificate", "use Proofs::keep");
  }
  written.data = writer.stored(step.multipliers);
  // What the check will find: its sums are not the search's, and may be larger by rounding.
  const auto& tree = std::get<detail::ConcaveTree>(step.multipliers->multipliers);
  const BoundLedger& ledger = writer.ledger();
  const auto proven =
      detail::check_concave_tree(ledger.graph(), ledger.vertex_values().all(), tree, writer.run());
  constexpr double above = std::numeric_limits<double>::infinity();
  if (proven > written.value) written.value = std::nextafter(static_cast<double>(proven), above);
}

std::optional<detail::ProofSum> check_concave_step(const detail::CertificateCheck& check,
                                                   const detail::ClaimedStep& claimed) {
  const auto& all = check.certificate().multipliers;
  const std::size_t data = claimed.step.data;
  detail::require_certified(data < all.size(), fmt::format("step {} has no data", claimed.number));
  const auto* tree = std::get_if<detail::ConcaveTree>(&all[data]->multipliers);
  detail::require_certified(tree && check.part(data).whole(),
                            fmt::format("step {} has no tree of planes of the whole graph", claimed.number));
  detail::require_certified(tree->s == claimed.step.s,
                            fmt::format("the tree of step {} is about another size", claimed.number));
  const auto proven = [&] {
    return std::vector{
        detail::check_concave_tree(check.graph(), check.part(data).values, *tree, check.run())};
  };
  return check.once_found(tree, proven).front();
}

constexpr ProofRule concave_proof = {.name = "concave", .write = write_concave, .check = check_concave_step};

/// Notes the bound of a search, with what proves it; a tree too large to be kept leaves it to be trusted.
void lower_by_search(BoundLedger& ledger, Vertex s, const detail::ConcaveSearch& search) {
  const double bound = search.bound();
  if (bound >= ledger.value(s)) return;
  const bool trusted = ledger.keeps_multipliers() && !search.tree();
  ProofStep step{s, bound, trusted ? &search_proof_rule : &concave_proof, "concave"};
  if (search.tree()) {
    step.multipliers =
        std::make_shared<const PartMultipliers>(PartMultipliers{ledger.whole_part(), *search.tree()});
  }
  ledger.lower(std::move(step));
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
    find_shift(memory, graph, run);
    findings.spent += shift_work(graph);
    work -= shift_work(graph);
  }
  if (!memory.shift) return;
  auto& search = memory.searches[s];
  using Keep = detail::ConcaveSearch::Keep;
  const Keep keep = ledger.keeps_multipliers() ? Keep::tree : Keep::nothing;
  if (!search) {
    search =
        std::make_shared<detail::ConcaveSearch>(graph, s, *memory.shift, keep, ledger.vertex_values().all());
  }
  const std::uint64_t before = search->work();
  search->aim(request.incumbent);
  search->advance(steps_within({.work = work}, 1.0), run);
  findings.spent += static_cast<double>(search->work() - before);
  lower_by_search(ledger, s, *search);
  ledger.record(s, "concave", search->bound(), run.elapsed() - start);
}

}  // namespace

bool concave_goes_on(const BoundLedger& ledger, const Findings& findings, const BoundRequest& request,
                     double seconds) {
  if (!may_be_distances(ledger.graph()) || request.s < 2) return false;
  const ConcaveMemory* memory = findings.concave_memory.get();
  if (!memory || !memory->tried) {
    return 2.0 * shift_work(ledger.graph()) <= std::min(request.work, seconds * work_per_second);
  }
  const auto search = memory->searches.find(request.s);
  return memory->shift && (search == memory->searches.end() || !search->second->done());
}

constexpr BoundRule concave_rule = {
    .name = "concave",
    .statement =
        "For weights like distances: planes that touch a concave function bound the sets, inside a search",
    .cost = "O(n^3) once, and O(n^2) for each node of the search",
    .source = "tangent planes: Spiers, Bui, Loxton, EJOR 310 (2023)",
    .repeatable = false,
    .propose = propose_concave,
    .takes_values = true,
    .proofs = {&concave_proof, &search_proof_rule}};

}  // namespace lode::subgraph
