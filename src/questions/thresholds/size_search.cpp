#include "questions/thresholds/size_search.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <utility>

#include <lode/core/error.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/part.hpp>
#include <lode/questions/thresholds.hpp>

#include "subgraph/connected/search.hpp"
#include "subgraph/problem/exclusion.hpp"

namespace lode::detail {
namespace {

/// Share of the time for the first searches; the rest goes to turns of search and proof.
constexpr double climbing_share = 0.4;
constexpr double probe_share = 0.25;                ///< largest share of that time for one search
constexpr std::uint64_t exact_words = 500'000'000;  ///< work of an exhaustive search, about a second
constexpr std::size_t most_planned_sizes = 64;
constexpr int sizes_by_work = 16;  ///< limit of sizes to bound when work is limited in place of time
constexpr double first_turn_seconds = 0.1;
/// Rules that do not fill a turn of this many seconds will not fill a longer one.
constexpr double longest_turn = 1e6;

/// True if an increasing set certainly keeps the demands; false if it would have to be connected.
bool keeps_demands(const FindRequest& request, const VertexSet& set) {
  const auto inside = [&](Vertex v) { return std::ranges::binary_search(set, v); };
  return !request.connected && std::ranges::all_of(request.include, inside) &&
         std::ranges::none_of(request.exclude, inside);
}

/// True if the threshold asks for cliques, in any of its forms.
bool asks_cliques(const Graph& graph, const DensityThreshold& threshold) {
  return !graph.weighted() && threshold.average_degree == 0.0 &&
         (threshold.missing == EdgeCount{0} || threshold.density == 1.0);
}

bool is_connected(const Graph& graph, const VertexSet& set) {
  return connected_components(induced_subgraph(graph, set)).count() == 1;
}

/// The vertices to include, or else the first vertex that is not excluded.
VertexSet least_set(const FindRequest& request) {
  VertexSet least = request.include;
  std::ranges::sort(least);
  if (!least.empty()) return least;
  VertexSet out = request.exclude;
  std::ranges::sort(out);
  Vertex v = 0;
  while (std::ranges::binary_search(out, v)) ++v;
  return {v};
}

/// Options common to the exhaustive searches.
subgraph::NearlyCompleteOptions exhaustive_options(const FindRequest& request) {
  return {.include = request.include, .exclude = request.exclude, .connected = request.connected};
}

}  // namespace

SizeSearch::SizeSearch(const Graph& graph, const FindRequest& request, const DensityThreshold& threshold,
                       const RunContext& run)
    : graph_(graph),
      request_(request),
      threshold_(threshold),
      run_(run),
      plex_(asks_cliques(graph, threshold) ? 1 : threshold.plex),
      sums_(sums_of(graph.integral())),
      free_(request.include.empty() && request.exclude.empty() && !request.connected),
      monotone_(request.include.empty() && threshold.average_degree == 0.0),
      upper_(graph.num_vertices() - static_cast<Vertex>(request.exclude.size())) {}

FindAnswer SizeSearch::find() {
  if (plex_ > 0) {
    search_members();
    return answer();
  }
  best_ = least_set(request_);
  best_weight_ = subgraph::induced_totals(graph_, best_).weight;
  reached_ = reaches(size(), best_weight_) && (!request_.connected || is_connected(graph_, best_));
  if (threshold_.missing && request_.effort >= subgraph::Effort::automatic)
    search_exactly(exact_words, run_.part(climbing_share * run_.time_left()));
  if (!settled()) {
    cap_by_loads();
    if (request_.connected) cap_by_component();
    if (free_) take_orders();
    grow();
  }
  if (!settled() && !run_.should_stop()) climb();
  if (!settled() && !run_.should_stop()) prove();
  return answer();
}

/// Caps the size by loads: s vertices weigh at most the sum of the s largest loads of a split.
void SizeSearch::cap_by_loads() {
  std::vector<Weight> load = dense_decomposition(graph_, run_.part(probe_share * run_.time_left())).load;
  std::ranges::sort(load, std::greater<>());
  constexpr double rounding = 1.0 + 1e-9;
  Vertex largest = 0;
  double sum = 0.0;
  for (Vertex s = 1; s <= graph_.num_vertices(); ++s) {
    sum += load[s - 1];
    const double bound = sums_ == Sums::exact ? std::floor(sum * rounding) : sum * rounding;
    if (!too_little(s, bound)) largest = s;
  }
  if (largest >= upper_) return;
  upper_ = largest;
  by_ = "lp";
}

/// Caps the size by the largest component, since a connected set has vertices of only one.
void SizeSearch::cap_by_component() {
  const subgraph::ReducedProblem reduced =
      subgraph::without_excluded({.graph = graph_,
                                  .s = static_cast<Vertex>(std::max<std::size_t>(1, request_.include.size())),
                                  .include = request_.include,
                                  .exclude = request_.exclude});
  const Components components = connected_components(reduced.problem.graph);
  Vertex largest = 0;
  for (Vertex c = 0; c < components.count(); ++c) {
    const auto is_here = [&](Vertex v) { return components.component[v] == c; };
    if (std::ranges::all_of(reduced.problem.include, is_here))
      largest = std::max(largest, components.size[c]);
  }
  if (largest >= upper_) return;
  upper_ = largest;
  by_ = "component";
}

/// Takes the largest set left by peeling that reaches the threshold.
void SizeSearch::take_orders() {
  const std::optional<CoreDecomposition> cores = core_decomposition(graph_, run_);
  if (!cores) return;
  const std::vector<Weight> weights =
      subgraph::weights_of_last(graph_, cores->order, {}, graph_.num_vertices());
  Vertex largest = graph_.num_vertices();
  while (largest > size() && !reaches(largest, weights[largest])) --largest;
  if (largest <= size()) return;
  VertexSet set(cores->order.end() - largest, cores->order.end());
  std::ranges::sort(set);
  take(std::move(set), weights[largest]);
}

bool SizeSearch::take(VertexSet set, Weight weight) {
  const auto s = static_cast<Vertex>(set.size());
  const bool reached = reaches(s, weight);
  if (reached_ ? !reached || s <= size() : !reached) return false;
  best_ = std::move(set);
  best_weight_ = weight;
  reached_ = true;
  return true;
}

/// Adds the vertex with most edges into the set while the threshold is reached.
void SizeSearch::grow() {
  if (!reached_) return;
  std::vector<Weight> gain(graph_.num_vertices(), 0.0);
  std::vector<bool> closed(graph_.num_vertices(), false);
  const auto add = [&](Vertex v) {
    closed[v] = true;
    graph_.for_each_neighbor(v, [&](Vertex u, Weight w) { gain[u] += w; });
  };
  for (const Vertex v : best_) add(v);
  for (const Vertex v : request_.exclude) closed[v] = true;
  const Vertex before = size();
  while (size() < upper_ && !run_.should_stop()) {
    std::optional<Vertex> next;
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      if (!closed[v] && (!next || gain[v] > gain[*next])) next = v;
    }
    if (!next || (request_.connected && gain[*next] <= 0.0)) break;
    if (!reaches(size() + 1, best_weight_ + gain[*next])) break;
    best_weight_ += gain[*next];
    best_.push_back(*next);
    add(*next);
  }
  if (size() == before) return;
  std::ranges::sort(best_);
  best_weight_ = subgraph::induced_totals(graph_, best_).weight;
}

/// Searches for a set of s vertices. If the vertices to include need more to be connected, the least such
/// size is searched instead.
bool SizeSearch::probe(Vertex s, std::optional<subgraph::StartKind> start, TimeUse use,
                       const RunContext& run) {
  if (s < joined_) return false;
  FindRequest one = request_;
  one.sizes = {s};
  one.target = need(s);
  one.effort = subgraph::Effort::none;
  one.time_use = use;
  one.keep_proofs = false;
  if (start && subgraph::method(one.method).uses_start && !one.start) one.start = start;
  std::vector<FindAnswer> answers;
  try {
    answers = lode::find(graph_, one, run.on_parts()).answers;
  } catch (const subgraph::NotJoined& error) {
    joined_ = std::max(joined_, error.smallest());
  } catch (const SystemError&) {  // no set that connects these vertices was found in time
    const bool joins = one.connected && !one.include.empty();
    if (!joins || (!run.interrupted() && std::isinf(run.time_limit()))) throw;
  }
  if (answers.empty()) return s < joined_ && joined_ <= upper_ && probe(joined_, start, use, run);
  const subgraph::Solution& solution = answers.front().solution;
  if (!take(solution.vertices, solution.weight)) return false;
  grow();
  return true;
}

/// Tries sizes by doubling steps until one is not reached, then by bisection. A search for an impossible size
/// ends by its work, whatever the time limit.
void SizeSearch::climb() {
  const RunContext run = run_.part(climbing_share * run_.time_left());
  const auto try_size = [&](Vertex s) {
    return probe(s, {}, TimeUse::as_needed, run.part(probe_share * run.time_limit()));
  };
  Vertex missed = upper_ + 1;
  for (Vertex step = 1; size() < upper_ && !run.should_stop(); step *= 2) {
    const Vertex s = upper_ - size() > step ? size() + step : upper_;
    if (try_size(s)) continue;
    missed = s;
    if (monotone_ || s == upper_) break;
  }
  while (missed > size() + 1 && !run.should_stop()) {
    const Vertex middle = size() + (missed - size()) / 2;
    if (!try_size(middle)) missed = middle;
  }
}

/// The answer's size and sizes above it: all, or the next one and others evenly spaced. If sizes do not rule
/// out larger ones, the largest sizes.
std::vector<Vertex> SizeSearch::planned_sizes() const {
  std::vector<Vertex> sizes = {size()};
  const Vertex open = settled() ? 0 : upper_ - size();
  const auto count = static_cast<Vertex>(std::min<std::size_t>(open, most_planned_sizes));
  for (Vertex i = 1; i <= count; ++i) {
    sizes.push_back(!monotone_ ? upper_ - count + i
                    : count == open
                        ? size() + i
                        : size() + 1 +
                              static_cast<Vertex>((std::uint64_t{open} - 1) * (i - 1) / (count - 1)));
  }
  return sizes;
}

void SizeSearch::plan_anew() {
  planned_ = planned_sizes();
  const subgraph::SetFamily family{.include = request_.include, .exclude = request_.exclude};
  plan_.emplace(graph_, family, planned_, run_,
                request_.keep_proofs ? subgraph::Proofs::keep : subgraph::Proofs::drop);
  if (request_.effort == subgraph::Effort::none) return;
  const RunContext run = run_.part(subgraph::cheap_bounds_share * run_.time_left());
  plan_->add_cheap(run, subgraph::cheap_bounds_work(request_.effort, run));
  read_bounds();
}

void SizeSearch::read_bounds() {
  const auto ruled_out = [&](Vertex s) { return too_little(s, plan_->ledger().best(s).value); };
  const auto lower_to = [&](Vertex s) {
    upper_ = s;
    by_ = std::string(plan_->ledger().best(s + 1).name);
  };
  if (monotone_) {
    const auto first = std::ranges::find_if(planned_.begin() + 1, planned_.end(),
                                            [&](Vertex s) { return s > size() && ruled_out(s); });
    if (first != planned_.end() && *first - 1 < upper_) lower_to(*first - 1);
    return;
  }
  for (auto s = planned_.rbegin(); s != planned_.rend() && *s > size(); ++s) {
    if (*s == upper_ && ruled_out(*s)) lower_to(*s - 1);
  }
}

/// Searches sets with few missing edges exhaustively, within the work.
void SizeSearch::search_exactly(std::uint64_t work, const RunContext& run) {
  const bool asks_pairs = threshold_.missing || threshold_.density > 0.0;
  if (graph_.weighted() || !asks_pairs || threshold_.average_degree > 0.0) return;
  subgraph::NearlyCompleteOptions options = exhaustive_options(request_);
  if (reached_) options.hint = best_;
  options.missing_at_least = missing_at_least_;
  options.work_limit = work;
  options.upper = threshold_.missing ? no_vertex : upper_;
  subgraph::LargestSet found = subgraph::largest_nearly_complete(graph_, threshold_, options, run.on_parts());
  missing_at_least_ = std::move(found.missing_at_least);
  if (!found.vertices.empty()) {
    const Weight weight = subgraph::induced_totals(graph_, found.vertices).weight;
    take(std::move(found.vertices), weight);
  }
  if (found.upper_bound >= upper_) return;
  upper_ = std::max(found.upper_bound, reached_ ? size() : 0);
  by_ = "missing-edges";
}

/// Searches for a plex, only exhaustively.
void SizeSearch::search_members() {
  constexpr std::uint64_t auto_work = 4'000'000'000;
  using subgraph::Effort;
  subgraph::NearlyCompleteOptions options = exhaustive_options(request_);
  if (std::isinf(run_.time_limit()) && request_.effort <= Effort::automatic) options.work_limit = auto_work;
  const RunContext run = std::isinf(run_.time_limit()) && request_.effort == Effort::strong
                             ? run_.part(subgraph::strong_seconds)
                             : run_.part(run_.time_left());
  subgraph::LargestSet found =
      subgraph::largest_nearly_complete(graph_, {.plex = plex_}, options, run.on_parts());
  best_ = found.vertices.empty() ? least_set(request_) : std::move(found.vertices);
  // A search that is cut short may have found no set.
  reached_ = keeps_degrees(graph_, best_, plex_) && (!request_.connected || is_connected(graph_, best_));
  upper_ = found.upper_bound;
  by_ = "members";
}

/// Asks for a bound on one size just below its need, the largest bound that rules out the size.
void SizeSearch::ask(Vertex s, double work, const RunContext& run) {
  if (std::ranges::find(planned_, s) == planned_.end() || s <= size() || s > upper_) return;
  subgraph::BoundRequest request{.s = s};
  request.incumbent = sums_ == Sums::exact ? need(s) - 1.0 : need(s) * (1.0 - optimality_tolerance);
  request.work = work;
  request.gap = 0.0;
  // With limited work, the plan does not ask this rule by itself.
  if (std::isfinite(work)) plan_->ask("outside", request, run.on_parts());
  if (!too_little(s, plan_->ledger().best(s).value)) plan_->tighten(request, run.on_parts());
  read_bounds();
  bool larger = false;
  for (VertexSet& set : plan_->dense_sets(s)) {
    std::ranges::sort(set);
    if (!keeps_demands(request_, set)) continue;
    const Weight weight = subgraph::induced_totals(graph_, set).weight;
    larger = take(std::move(set), weight) || larger;
  }
  if (!larger) return;
  grow();
  if (!settled()) plan_anew();
}

/// The size to bound next: halfway between the sizes that resisted in this turn and the largest possible
/// size. If sizes do not rule out larger ones, the largest.
Vertex SizeSearch::next_asked(Vertex resisted) const {
  if (!monotone_) return resisted < upper_ ? upper_ : 0;
  std::vector<Vertex> open;
  std::ranges::copy_if(planned_, std::back_inserter(open),
                       [&](Vertex s) { return s > std::max(resisted, size()) && s <= upper_; });
  return open.empty() ? 0 : open[(open.size() - 1) / 2];
}

/// One turn: a search for the next size from other starts, and bounds on some sizes.
void SizeSearch::take_turn(double work, const RunContext& run) {
  constexpr double search_share = 0.25;
  constexpr double exact_share = 0.4;  ///< share of exhaustive search in the rest
  const int asked_sizes = std::isfinite(work) ? sizes_by_work : 4;
  if (settled()) return;
  const Vertex next = std::min(std::max(size() + 1, joined_), upper_);
  const TimeUse use = std::isfinite(work) ? TimeUse::as_needed : TimeUse::spend;
  if (probe(next, subgraph::StartKind::random, use, run.part(search_share * run.time_limit()))) {
    climb();
    if (!settled()) plan_anew();
  }
  const RunContext asking = run.part((1.0 - exact_share) * run.time_left());
  Vertex resisted = 0;
  for (int i = 0; i < asked_sizes && !settled() && !asking.should_stop(); ++i) {
    const Vertex s = next_asked(resisted);
    if (s == 0) break;
    // Limited work is already divided.
    ask(s, work, asking.part(asking.time_left() / (std::isfinite(work) ? 1 : asked_sizes - i)));
    if (s <= upper_) resisted = s;
  }
  // With `missing` and limited work, the first exhaustive search already had this work.
  if (!settled() && !(threshold_.missing && std::isfinite(work))) {
    constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
    const Vertex before = size();
    search_exactly(std::isfinite(work) ? exact_words : unlimited, run.part(run.time_left()));
    if (!settled() && size() > before) plan_anew();
  }
}

void SizeSearch::prove() {
  using subgraph::Effort;
  if (request_.effort == Effort::none) return;
  plan_anew();
  const bool limited = std::isfinite(run_.time_limit());
  constexpr double unlimited_work = std::numeric_limits<double>::infinity();
  if (settled() || request_.effort == Effort::cheap) return;
  // All efforts begin with the work of the default effort.
  constexpr double default_share = 0.6;
  take_turn(subgraph::most_auto_work / (sizes_by_work / 2), run_.part(default_share * run_.time_left()));
  if (!limited && request_.effort == Effort::automatic) return;
  if (!limited && request_.effort == Effort::strong) {
    return take_turn(unlimited_work, run_.part(subgraph::strong_seconds));
  }
  for (double turn = first_turn_seconds; turn < longest_turn && !settled() && !run_.should_stop();
       turn *= 2.0) {
    take_turn(unlimited_work, run_.part(turn));
  }
}

}  // namespace lode::detail
