#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include <lode/core/error.hpp>
#include <lode/subgraph/bounds/chain.hpp>
#include <lode/subgraph/bounds/exact.hpp>
#include <lode/subgraph/bounds/ledger.hpp>

#include "core/linalg/portable_math.hpp"
#include "graph/decomposition/densest_layers.hpp"
#include "subgraph/bounds/rules/degree.hpp"
#include "subgraph/bounds/rules/lp.hpp"
#include "subgraph/bounds/rules/sizes.hpp"
#include "subgraph/bounds/rules/spectral.hpp"
#include "subgraph/bounds/rules/trivial.hpp"
#include "subgraph/bounds/rules/turan.hpp"
#include "subgraph/bounds/sdp/sdp_proof.hpp"

namespace lode {
namespace {

/// Work of the kicks that exact search begins with: answers are the caller's business.
constexpr std::uint64_t search_start_work = 300'000;
/// A part of this many vertices makes good use of this many seconds of sdp; the time of a run grows with
/// about the second power of its vertices.
constexpr double sdp_reference_size = 1000.0;
constexpr double sdp_reference_seconds = 5.0;
constexpr double sdp_smallest = 60.0;
constexpr double sdp_largest = 5000.0;
/// What is outside of the part has to be worth less than the growth of the answer: core values up to these
/// fractions of its average degree are left out, the former where that takes little of the time.
constexpr double sdp_outside = 0.35;
constexpr double sdp_most_outside = 0.5;
constexpr double sdp_little = 0.6;
/// Where that does not suffice, the next call goes further out.
constexpr double sdp_outside_factor = 0.6;

/// Semidefinite bounds square weights and add up the squares.
bool squares_fit(const Graph& graph) {
  const Weight weight = graph.total_weight();
  return std::isfinite(weight * weight * graph.num_vertices());
}

}  // namespace

std::string_view to_string(ProofRule rule) {
  switch (rule) {
    case ProofRule::trivial:
      return "trivial";
    case ProofRule::degree:
      return "degree";
    case ProofRule::lp:
      return "lp";
    case ProofRule::turan:
      return "turan";
    case ProofRule::chain:
      return "chain";
    case ProofRule::monotone:
      return "monotone";
    case ProofRule::multipliers:
      return "multipliers";
    case ProofRule::spectral:
      return "spectral";
    case ProofRule::search:
      return "search";
  }
  throw InternalError("a rule without a name");
}

BoundLedger::BoundLedger(Graph graph, std::span<const Vertex> sizes, const RunContext& run, Proofs proofs)
    : graph_(std::move(graph)),
      keeps_multipliers_(proofs == Proofs::keep),
      sizes_(sizes.begin(), sizes.end()) {
  detail::check_sizes(graph_, sizes_);
  std::sort(sizes_.begin(), sizes_.end());
  sizes_.erase(std::unique(sizes_.begin(), sizes_.end()), sizes_.end());
  const Vertex largest = sizes_.empty() ? 0 : sizes_.back();
  linked_.resize(std::min(largest, chain_limit));
  std::iota(linked_.begin(), linked_.end(), Vertex{1});
  for (const Vertex s : sizes_) {
    if (s > chain_limit) linked_.push_back(s);
  }
  best_.assign(largest + std::size_t{1}, no_step);
  recorded_.resize(sizes_.size());
  for (const Bound& bound : trivial_bounds(graph_, linked_, run)) {
    lower({bound.s, bound.value, ProofRule::trivial, "trivial"});
    record(bound.s, "trivial", bound.value, bound.seconds);
  }
}

double BoundLedger::value(Vertex t) const {
  if (t == 0) return 0.0;
  return best_[t] == no_step ? std::numeric_limits<double>::infinity() : steps_[best_[t]].value;
}

/// Keeps the step if it lowers the bound of its size.
void BoundLedger::lower(ProofStep step) {
  if (step.value >= value(step.s)) return;
  best_[step.s] = steps_.size();
  steps_.push_back(std::move(step));
}

void BoundLedger::record(Vertex s, std::string_view name, double value, double seconds) {
  const auto place = std::lower_bound(sizes_.begin(), sizes_.end(), s);
  if (place == sizes_.end() || *place != s) return;
  std::vector<Bound>& of_size = recorded_[static_cast<std::size_t>(place - sizes_.begin())];
  for (Bound& bound : of_size) {
    if (bound.name != name) continue;
    bound.value = std::min(bound.value, value);
    bound.seconds += seconds;
    return;
  }
  of_size.push_back({name, s, value, seconds});
}

void BoundLedger::add_cheap(const RunContext& run) { add_cheap(nullptr, run); }

void BoundLedger::add_cheap(std::shared_ptr<const DensePart> part, const RunContext& run) {
  dense_part_ = std::move(part);
  for (const Bound& bound : degree_bounds(graph_, sizes_, run)) {
    lower({bound.s, bound.value, ProofRule::degree, "degree"});
    record(bound.s, "degree", bound.value, bound.seconds);
  }
  if (!linked_.empty()) {
    const Vertex largest = *std::max_element(linked_.begin(), linked_.end());
    // A core of minimum degree s - 1 has s vertices or more, and a concave bound that is exact there is no
    // less than s(s-1)/2 at s.
    const bool lp_is_trivial = dense_part_ && dense_part_->cores.degeneracy + 1 >= largest;
    if (!lp_is_trivial) add_lp(largest, run);
    add_turan(largest, run);
  }
  close_chain(run);
}

void BoundLedger::add_lp(Vertex largest, const RunContext& run) {
  const double start = run.elapsed();
  decomposition_ = dense_part_ ? densest_layers(graph_, dense_part_->core, dense_part_->cores, largest, run)
                               : densest_layers(graph_, largest, run);
  const std::vector<double> values = lp_bound_values(graph_, decomposition_, linked_);
  const double seconds = run.elapsed() - start;
  for (std::size_t i = 0; i < linked_.size(); ++i) {
    lower({linked_[i], values[i], ProofRule::lp, "lp"});
    record(linked_[i], "lp", values[i], linked_[i] == sizes_.front() ? seconds : 0.0);
  }
}

void BoundLedger::add_turan(Vertex largest, const RunContext& run) {
  const double start = run.elapsed();
  CliqueOptions options{.work_limit = cheap_clique_work};
  if (dense_part_) {
    options.enough = largest;  // with it turan is no better than the trivial bound
    options.work_limit /= 10;  // little of such a graph is in cache
    Clique clique = maximum_clique(dense_part_->core.graph, dense_part_->cores, options, run);
    clique_limit_ = std::max(dense_part_->core.k + 1, clique.upper_bound);
    clique_ = std::move(clique.vertices);
    for (Vertex& v : clique_) v = dense_part_->core.original[v];
  } else {
    Clique clique = maximum_clique(graph_, options, run);
    clique_limit_ = clique.upper_bound;
    clique_ = std::move(clique.vertices);
  }
  const std::vector<double> values = turan_bound_values(graph_, clique_limit_, linked_, run);
  const double seconds = run.elapsed() - start;
  for (std::size_t i = 0; i < linked_.size(); ++i) {
    lower({linked_[i], values[i], ProofRule::turan, "turan"});
    record(linked_[i], "turan", values[i], linked_[i] == sizes_.front() ? seconds : 0.0);
  }
}

void BoundLedger::add_spectral(const RunContext& run) {
  for (const Bound& bound : spectral_bounds(graph_, sizes_, run)) {
    lower({bound.s, bound.value, ProofRule::spectral, "spectral"});
    record(bound.s, "spectral", bound.value, bound.seconds);
  }
}

/// A set weighs no less for a further vertex; averages carry bounds upwards.
void BoundLedger::close_chain(const RunContext& run) {
  const double start = run.elapsed();
  const Vertex last = std::min(best_.empty() ? 0 : static_cast<Vertex>(best_.size() - 1), chain_limit);
  for (Vertex t = last; t-- > 1;) {
    lower({t, value(t + 1), ProofRule::monotone, "chain", best_[t + 1]});
  }
  for (Vertex t = 3; t <= last; ++t) {
    lower({t, chain_step(graph_, t, value(t - 1)), ProofRule::chain, "chain", best_[t - 1]});
  }
  const double seconds = run.elapsed() - start;
  for (const Vertex s : sizes_) {
    if (s <= last) record(s, "chain", value(s), s == sizes_.front() ? seconds : 0.0);
  }
}

/// What the lp bound grows by at s: no core below it can hold up the bound.
double BoundLedger::growth(Vertex s) const {
  if (decomposition_.layers.empty()) return value(s) / s;
  const auto layer = std::lower_bound(decomposition_.layers.begin(), decomposition_.layers.end(), s,
                                      [](const DenseLayer& l, Vertex size) { return l.size < size; });
  return decomposition_.marginal_density(static_cast<std::size_t>(layer - decomposition_.layers.begin()));
}

/// Turns values inside a part, by size, into bounds of the whole graph, from small sizes to large ones.
void BoundLedger::take(std::shared_ptr<const PartMultipliers> multipliers, std::string_view name,
                       std::span<const double> inside) {
  const bool whole = multipliers->part.vertices.size() == graph_.num_vertices();
  for (Vertex t = 1; t < inside.size(); ++t) {
    if (best_[t] == no_step) continue;
    const double smaller = value(t - 1);
    const double result = whole ? inside[t] : core_step(graph_, multipliers->part, inside[t], smaller);
    lower({t, result, ProofRule::multipliers, result > inside[t] ? "core" : name,
           whole || t == 1 ? no_step : best_[t - 1], keeps_multipliers_ ? multipliers : nullptr});
  }
}

void BoundLedger::add_capped(Vertex s, double target, const RunContext& run) {
  check_asked(s);
  if (!parts_) parts_.emplace(graph_);
  double outside = 2.0 / 3.0 * growth(s);
  for (int round = 0; round < 3; ++round, outside *= 0.5) {
    const double start = run.elapsed();
    CorePart part = parts_->above(outside);
    // Caps that no degree reaches change nothing; parts this large take too long.
    if (part.vertices.size() < s || part.graph.max_degree() < s || part.graph.num_edges() > 3'000'000) return;
    auto multipliers = std::make_shared<PartMultipliers>();
    RunContext share = run.part(std::max(0.0, 0.5 * (run.time_limit() - run.elapsed())));
    multipliers->capped = capped_lp_multipliers(part.graph, s, {.target = target}, share);
    const std::vector<double> inside = capped_lp_values(part.graph, multipliers->capped, s, run);
    multipliers->part = std::move(part);
    take(multipliers, "capped-lp", inside);
    record(s, "capped-lp", std::max(inside[s], value(s)), run.elapsed() - start);
    close_chain(run);
    if (value(s) <= inside[s] || run.should_stop()) return;
  }
}

/// The vertices that sdp can serve in the given time.
Vertex BoundLedger::sdp_vertices(double seconds) {
  const double size = sdp_reference_size * std::sqrt(std::max(0.0, seconds) / sdp_reference_seconds);
  return static_cast<Vertex>(std::clamp(size, sdp_smallest, sdp_largest));
}

/// The core for sdp on at most `affordable` vertices. Cut: it should be larger.
BoundLedger::SdpPart BoundLedger::sdp_part(Vertex s, Weight incumbent, Vertex affordable) {
  if (!parts_) parts_.emplace(graph_);
  const double weight = incumbent > 0.0 ? incumbent : 0.7 * value(s);  // a guess where nothing is known
  const double degree = detail::portable_pow(sdp_outside_factor, sdp_[s].round) * average_degree(weight, s);
  const Vertex little = static_cast<Vertex>(sdp_little * affordable);
  CorePart part = parts_->above(sdp_outside * degree);
  if (part.vertices.size() > little) part = parts_->of_size(little);
  if (part.outside <= sdp_most_outside * degree) return {std::move(part), false};
  part = parts_->above(sdp_most_outside * degree);
  if (part.vertices.size() <= affordable) return {std::move(part), false};
  return {parts_->of_size(affordable), true};
}

/// Doubly non-negative bounds of a core. Vertices go that no set heavier than the incumbent needs; the
/// multipliers before that serve smaller sizes too. In a core that should be larger none go: the bounds of
/// smaller sizes decide.
void BoundLedger::add_sdp(Vertex s, Weight incumbent, const RunContext& run) {
  check_asked(s);
  const double start = run.elapsed();
  const Vertex affordable = sdp_vertices(run.time_limit() - start);
  auto [part, cut] = sdp_part(s, incumbent, affordable);
  SdpProgress& progress = sdp_[s];
  if (progress.ended || part.vertices.size() < s || !squares_fit(part.graph)) return;
  SdpResult result = sdp_bound(
      part.graph, s,
      {.incumbent = cut ? 0.0 : incumbent, .max_vertices = part.graph.num_vertices(), .certificate = true},
      run);
  if (run.interrupted()) return;  // who asks for an end does not wait for proofs
  const double proven = result.upper_bound;
  take_first_stage(part, s, result.certificate, run);
  if (result.certificate.stages.size() > 1) {
    std::vector<double> inside(s + std::size_t{1}, std::numeric_limits<double>::infinity());
    inside[s] = proven;
    take(std::make_shared<PartMultipliers>(std::move(part), CappedMultipliers{},
                                           std::move(result.certificate)),
         "sdp", inside);
  }
  // Once the vertices outside decide, only a larger part helps; once the multipliers do, no more of this.
  if (!cut && proven < value(s)) ++progress.round;
  progress.ended = !cut && proven >= value(s) && result.stop_reason == StopReason::converged;
  record(s, "sdp", std::max(proven, value(s)), run.elapsed() - start);
  close_chain(run);
}

/// What the multipliers on a whole part prove of all sizes up to s.
void BoundLedger::take_first_stage(const CorePart& part, Vertex s, const SdpCertificate& certificate,
                                   const RunContext& run) {
  const SdpStage& stage = certificate.stages.front();
  std::vector<double> inside;
  run.parallel([&] {
    inside =
        detail::proven_sdp_bounds(detail::dense_weights(part.graph), stage.multipliers, s, stage.eigenvalue);
  });
  if (graph_.integral()) {
    for (double& value : inside) value = std::floor(value);
  }
  for (Vertex t = s; t > 1; --t) inside[t - 1] = std::min(inside[t - 1], inside[t]);
  SdpCertificate first{.s = s, .incumbent = 0.0, .stages = {stage}};
  take(std::make_shared<PartMultipliers>(part, CappedMultipliers{}, std::move(first)), "sdp", inside);
}

/// Exhaustive search settles small sizes first, and they carry the others.
void BoundLedger::add_search(Vertex s, const RunContext& run) {
  check_asked(s);
  const double start = run.elapsed();
  ExactOptions options;
  options.start_work = search_start_work;
  options.known_bounds = values();
  Problem problem;
  problem.graph = graph_;
  problem.s = s;
  const ExactResult result = exact_search(problem, options, run);
  for (Vertex t = 1; t <= s; ++t) {
    lower({t, result.upper_bounds[t], ProofRule::search, "exact"});
    record(t, "exact", result.upper_bounds[t], t == s ? run.elapsed() - start : 0.0);
  }
  close_chain(run);
}

void BoundLedger::tighten(Vertex s, Weight incumbent, const RunContext& run) {
  check_asked(s);
  if (s > chain_limit) return;
  const auto left = [&] { return run.time_left(); };
  const auto done = [&] { return proves_optimal(graph_, value(s), incumbent) || run.should_stop(); };
  if (done()) return;
  // Where sdp can take all of the part that it should, it is the strongest; where not, a search may do more.
  constexpr double sdp_share = 0.8;
  constexpr double cut_share = 0.4;
  const bool sdp_fits = !sdp_part(s, incumbent, sdp_vertices(sdp_share * left())).cut;
  if (!sdp_fits && capped_.insert(s).second) {
    RunContext part = run.part(0.25 * left());
    add_capped(s, incumbent, part);
  }
  if (!done()) {
    RunContext part = run.part((sdp_fits ? sdp_share : cut_share) * left());
    add_sdp(s, incumbent, part);
  }
  if (!done() && s <= search_limit) {
    RunContext part = run.part(left());
    add_search(s, part);
  }
  const Bound now = best(s);
  record(s, now.name, now.value, 0.0);
}

std::vector<double> BoundLedger::values() const {
  std::vector<double> all(best_.size());
  for (Vertex t = 0; t < all.size(); ++t) all[t] = value(t);
  return all;
}

std::vector<VertexSet> BoundLedger::dense_sets(Vertex s) const {
  std::vector<VertexSet> sets = layers_around(decomposition_, s);
  if (!clique_.empty()) sets.push_back(clique_);
  return sets;
}

/// The place of a size that was given.
std::size_t BoundLedger::check_asked(Vertex s) const {
  const auto place = std::lower_bound(sizes_.begin(), sizes_.end(), s);
  if (place == sizes_.end() || *place != s) {
    throw InvalidArgument("s", std::to_string(s), "was not asked for");
  }
  return static_cast<std::size_t>(place - sizes_.begin());
}

Bound BoundLedger::best(Vertex s) const {
  const std::size_t place = check_asked(s);
  const ProofStep& step = steps_[best_[s]];
  Bound bound{step.name, s, step.value, 0.0};
  for (const Bound& known : recorded_[place]) {
    if (known.name == bound.name) bound.seconds = known.seconds;
  }
  return bound;
}

std::vector<Bound> BoundLedger::bounds(Vertex s) const {
  const Bound least = best(s);
  std::vector<Bound> all = recorded_[check_asked(s)];
  const auto rank = [](const Bound& bound) {
    const auto rows = bound_rows();
    return std::find_if(rows.begin(), rows.end(),
                        [&](const BoundRow& row) { return row.name == bound.name; }) -
           rows.begin();
  };
  if (std::none_of(all.begin(), all.end(), [&](const Bound& bound) { return bound.name == least.name; })) {
    all.push_back(least);
  }
  std::stable_sort(all.begin(), all.end(), [&](const Bound& a, const Bound& b) { return rank(a) < rank(b); });
  // Averages repeat what others prove: the one behind the best bound comes first.
  std::stable_partition(all.begin(), all.end(), [&](const Bound& bound) { return bound.name == least.name; });
  return all;
}

std::vector<ProofStep> BoundLedger::proof(Vertex s) const {
  std::vector<std::size_t> chain;
  for (std::size_t at = best_[best(s).s]; at != no_step; at = steps_[at].from) chain.push_back(at);
  std::reverse(chain.begin(), chain.end());
  std::vector<ProofStep> steps;
  for (const std::size_t at : chain) {
    steps.push_back(steps_[at]);
    if (steps.back().from != no_step) steps.back().from = steps.size() - 2;
  }
  return steps;
}

}  // namespace lode
