#include "subgraph/methods/tabu_exchanges.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "hybrid/escape/seeds.hpp"

namespace lode::subgraph::detail {
namespace {

/// Vertices looked at in a bucket of equal ones: pairs of them are tested for an edge, so that a step costs
/// at most the square of this (tabu.hpp promises it).
constexpr std::size_t window = 64;

/// Outsiders in buckets: more than are tabu as a rule, and at most twice as many, since moves of others cost
/// less.
constexpr std::size_t usual_filed = 32;
constexpr std::size_t filed_surplus = 2;

/// Draws of an outsider without neighbours in S: one that is free comes up at once unless hardly any is.
constexpr int untouched_attempts = 4;

// Tenures, as in the source: l is at most 10, C is max(s/40, 6), and what comes in stays for 6/10 of them.
constexpr std::uint64_t largest_slack = 10;
constexpr std::uint64_t spread_divisor = 40;
constexpr std::uint64_t least_spread = 6;
constexpr std::uint64_t stay_tenths = 6;

}  // namespace

TabuExchanges::TabuExchanges(SwapState& state, Vertex s, double random_exchange, Rng& draws)
    : graph_(state.graph()),
      state_(state),
      s_(s),
      random_exchange_(random_exchange),
      draws_(draws),
      free_at_(graph_.num_vertices(), 0),
      exchanges_of_(graph_.num_vertices(), 0) {}

std::optional<TabuExchanges::Exchange> TabuExchanges::next() {
  ++clock_;
  collect_free<End::lowest>(state_.member_buckets(), lowest_);
  if (lowest_.empty()) return std::nullopt;
  collect_best_outsiders();
  if (highest_.empty() && !collect_untouched()) return std::nullopt;
  Exchange exchange = choose_pair();
  if (exchange.gain < 0.0 && random_exchange_ > 0.0 && draws_.uniform() < random_chance()) {
    exchange.out = state_.members()[draws_.below(state_.members().size())];
    exchange.in = state_.outsiders()[draws_.below(state_.outsiders().size())];
  }
  return exchange;
}

std::span<const Vertex> TabuExchanges::best_outsiders() {
  collect_best_outsiders();
  return highest_;
}

void TabuExchanges::file_best(std::size_t enough) {
  state_.file_best_outsiders(enough, filed_surplus * enough);
}

/// Those in buckets may all be tabu: then more are filed.
void TabuExchanges::collect_best_outsiders() {
  file_best(usual_filed);
  collect_free<End::highest>(state_.outsider_buckets(), highest_);
  while (highest_.empty() && !state_.files_all_outsiders()) {
    file_best(state_.outsider_buckets().size() + window);
    collect_free<End::highest>(state_.outsider_buckets(), highest_);
  }
}

/// The vertices of extreme d_S that are not tabu: up to `window` of them from a random place of their bucket
/// when unweighted; all of them when weighted, where a bucket spans a factor of 17/16.
template <TabuExchanges::End end>
void TabuExchanges::collect_free(const BucketArray& buckets, std::vector<Vertex>& found) {
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

void TabuExchanges::collect_window(std::span<const Vertex> bucket, std::vector<Vertex>& found) {
  std::size_t at = bucket.size() > window ? draws_.below(bucket.size()) : 0;
  for (std::size_t i = 0; i < bucket.size() && found.size() < window; ++i) {
    if (is_free(bucket[at])) found.push_back(bucket[at]);
    if (++at == bucket.size()) at = 0;
  }
}

template <TabuExchanges::End end>
void TabuExchanges::collect_extreme(std::span<const Vertex> bucket, std::vector<Vertex>& found) {
  Weight extreme = 0.0;
  for (const Vertex v : bucket) {
    if (!is_free(v)) continue;
    const Weight degree = state_.degree_into(v);
    if (found.empty() || (end == End::lowest ? degree < extreme : degree > extreme)) {
      found.clear();
      extreme = degree;
    }
    if (degree == extreme) found.push_back(v);
  }
}

/// An outsider without neighbours in S, when no other is free.
bool TabuExchanges::collect_untouched() {
  const std::span<const Vertex> outsiders = state_.outsiders();
  const Vertex v = hybrid::draw_usable(
      untouched_attempts, [&] { return outsiders[draws_.below(outsiders.size())]; },
      [&](Vertex u) { return is_free(u) && !state_.is_filed(u); }, [] { return no_vertex; });
  if (v != no_vertex) highest_.push_back(v);
  return v != no_vertex;
}

/// The pair of least weight between the candidates, the first one from a random place.
TabuExchanges::Exchange TabuExchanges::choose_pair() {
  std::size_t i = draws_.below(lowest_.size());
  const std::size_t first = draws_.below(highest_.size());
  Exchange best{no_vertex, no_vertex, 0.0};
  Weight least = std::numeric_limits<Weight>::infinity();
  for (std::size_t count = 0; count < lowest_.size() && least > 0.0; ++count) {
    std::size_t j = first;
    for (std::size_t inner = 0; inner < highest_.size() && least > 0.0; ++inner) {
      const Weight between = graph_.edge_weight(lowest_[i], highest_[j]).value_or(0.0);
      if (between < least) {
        least = between;
        best.out = lowest_[i];
        best.in = highest_[j];
      }
      if (++j == highest_.size()) j = 0;
    }
    if (++i == lowest_.size()) i = 0;
  }
  best.gain = state_.degree_into(best.in) - state_.degree_into(best.out) - least;
  return best;
}

double TabuExchanges::missing_edges() const {
  return static_cast<double>(possible_edges(s_)) - (graph_.weighted() ? 0.0 : state_.weight());
}

double TabuExchanges::random_chance() const {
  return std::min((missing_edges() + 2.0) / graph_.num_vertices(), random_exchange_);
}

std::uint64_t TabuExchanges::spread() const {
  return std::max<std::uint64_t>(s_ / spread_divisor, least_spread);
}

void TabuExchanges::make(const Exchange& exchange) {
  const std::uint64_t slack =
      graph_.weighted()
          ? largest_slack
          : static_cast<std::uint64_t>(std::min(missing_edges(), static_cast<double>(largest_slack)));
  state_.remove(exchange.out);
  state_.add(exchange.in);
  free_at_[exchange.out] = clock_ + 1 + slack + draws_.below(spread());
  free_at_[exchange.in] = clock_ + 1 + (stay_tenths * (slack + draws_.below(spread()))) / 10;
  ++exchanges_of_[exchange.out];
  ++exchanges_of_[exchange.in];
}

void TabuExchanges::release_all() {
  // Longer than any tenure.
  clock_ += 2 * (largest_slack + s_ / spread_divisor + least_spread);
}

void TabuExchanges::forbid_dropped(Vertex v, Rng& draws) {
  free_at_[v] = clock_ + 1 + largest_slack + draws.below(least_spread + s_ / spread_divisor);
}

}  // namespace lode::subgraph::detail
