#include "subgraph/search/moves/bucket_tabu_set.hpp"

#include <algorithm>
#include <cstddef>

#include "hybrid/escape/seeds.hpp"
#include "subgraph/problem/valued_graph.hpp"

namespace lode::subgraph::detail {
namespace {

/// Outsiders in buckets: more than are tabu as a rule, and at most twice as many, since moves of others cost
/// less.
constexpr std::size_t usual_filed = 32;
constexpr std::size_t filed_surplus = 2;

/// Draws of an outsider without neighbours in S: one that is free comes up at once unless hardly any is.
constexpr int untouched_attempts = 4;

/// Work of an exchange besides its rows, in arcs: the choice, and two places of memory at random.
constexpr std::uint64_t bucket_choice = 16;

}  // namespace

BucketTabuSet::BucketTabuSet(SwapState& state, Vertex s, const TabuRules& rules, Rng& draws)
    : graph_(state.graph()),
      state_(state),
      s_(s),
      rules_(rules),
      draws_(draws),
      raise_(graph_.signed_weights() ? least_raise(graph_) : 0.0),
      tenures_(graph_.num_vertices(), s, rules.slack) {}

std::optional<TabuSet::Exchange> BucketTabuSet::next() {
  tenures_.advance();
  exchange_work_ += bucket_choice;
  collect_free<End::lowest>(state_.member_buckets(), lowest_);
  if (lowest_.empty()) return std::nullopt;
  collect_best_outsiders();
  if (highest_.empty() && !collect_untouched()) return std::nullopt;
  Exchange exchange = choose();
  if (exchange.gain < 0.0 && rules_.random_exchange > 0.0 &&
      draws_.uniform() <
          random_exchange_chance(missing_edges(), graph_.num_vertices(), rules_.random_exchange)) {
    exchange.out = state_.members()[draws_.below(state_.members().size())];
    exchange.in = state_.outsiders()[draws_.below(state_.outsiders().size())];
  }
  return exchange;
}

Vertex BucketTabuSet::weakest() const {
  const BucketArray& buckets = state_.member_buckets();
  const std::span<const Vertex> lowest = buckets.bucket(buckets.lowest());
  if (!graph_.weighted()) return lowest.front();
  return *std::ranges::min_element(lowest, {}, [&](Vertex v) { return state_.degree_into(v); });
}

std::span<const Vertex> BucketTabuSet::best_outsiders() {
  collect_best_outsiders();
  return highest_;
}

void BucketTabuSet::file_best(std::size_t enough) {
  state_.file_best_outsiders(enough, filed_surplus * enough);
}

/// Those in buckets may all be tabu: then more are filed.
void BucketTabuSet::collect_best_outsiders() {
  file_best(usual_filed);
  collect_free<End::highest>(state_.outsider_buckets(), highest_);
  while (highest_.empty() && !state_.files_all_outsiders()) {
    file_best(state_.outsider_buckets().size() + window);
    collect_free<End::highest>(state_.outsider_buckets(), highest_);
  }
}

/// The vertices of extreme d_S that are not tabu: up to `window` of them from a random place of their bucket
/// when unweighted; all of them when weighted, where a bucket spans a factor of 17/16.
template <BucketTabuSet::End end>
void BucketTabuSet::collect_free(const BucketArray& buckets, std::vector<Vertex>& found) {
  found.clear();
  if (buckets.empty()) return;
  constexpr bool low = end == End::lowest;
  std::size_t seen = 0;
  for (std::size_t key = low ? buckets.lowest() : buckets.highest();; low ? ++key : --key) {
    const std::span<const Vertex> bucket = buckets.bucket(key);
    if (graph_.weighted()) {
      collect_extreme<end>(bucket, found);
    } else {
      collect_window(bucket, found);
    }
    seen += bucket.size();
    if (!found.empty() || seen == buckets.size()) return;
  }
}

void BucketTabuSet::collect_window(std::span<const Vertex> bucket, std::vector<Vertex>& found) {
  std::size_t at = bucket.size() > window ? draws_.below(bucket.size()) : 0;
  for (std::size_t i = 0; i < bucket.size() && found.size() < window; ++i) {
    if (tenures_.list().is_free(bucket[at])) found.push_back(bucket[at]);
    if (++at == bucket.size()) at = 0;
  }
}

template <BucketTabuSet::End end>
void BucketTabuSet::collect_extreme(std::span<const Vertex> bucket, std::vector<Vertex>& found) {
  Weight extreme = 0.0;
  for (const Vertex v : bucket) {
    if (!tenures_.list().is_free(v)) continue;
    const Weight degree = state_.degree_into(v);
    if (found.empty() || (end == End::lowest ? degree < extreme : degree > extreme)) {
      found.clear();
      extreme = degree;
    }
    if (degree == extreme) found.push_back(v);
  }
}

/// An outsider without neighbours in S, when no other is free.
bool BucketTabuSet::collect_untouched() {
  const std::span<const Vertex> outsiders = state_.outsiders();
  const Vertex v = hybrid::draw_usable(
      untouched_attempts, [&] { return outsiders[draws_.below(outsiders.size())]; },
      [&](Vertex u) { return tenures_.list().is_free(u) && !state_.is_filed(u); }, [] { return no_vertex; });
  if (v != no_vertex) highest_.push_back(v);
  return v != no_vertex;
}

TabuSet::Exchange BucketTabuSet::choose() {
  const auto degree_into = [&](Vertex v) { return state_.degree_into(v); };
  return choose_pair<Weight>(
      lowest_, highest_, degree_into(highest_.front()) - degree_into(lowest_.front()), -raise_, draws_,
      degree_into, [&](Vertex out, Vertex in) { return graph_.edge_weight(out, in).value_or(0.0); });
}

double BucketTabuSet::missing_edges() const {
  return tabu_missing_edges(graph_.weighted(), s_, state_.weight());
}

void BucketTabuSet::make(const Exchange& exchange) {
  const double missing = graph_.weighted() ? unlimited_missing : missing_edges();
  state_.remove(exchange.out);
  state_.add(exchange.in);
  tenures_.exchanged(exchange.out, exchange.in, missing, draws_);
}

}  // namespace lode::subgraph::detail
