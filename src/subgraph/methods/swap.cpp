#include "subgraph/methods/swap.hpp"

#include <algorithm>
#include <vector>

#include "core/options/option_table.hpp"
#include "subgraph/state/exchange_descent.hpp"

namespace lode::subgraph {
namespace {

/// The vertices of a bucket array by d_S and then by number, from one end on, as far as they are asked for.
/// Cost: the sizes of the buckets opened, and O(log n) per vertex asked for.
class Ranking {
 public:
  enum class From { lowest, highest };

  Ranking(const SwapState& state, const BucketArray& buckets, From from)
      : buckets_(buckets), later_{state, from == From::lowest} {
    if (!buckets.empty()) key_ = later_.lowest_first ? buckets.lowest() : buckets.highest();
  }

  /// The vertex of rank i, or nothing when there are not so many.
  std::optional<Vertex> at(std::size_t i) {
    while (ranked_.size() <= i) {
      if (heap_.empty() && !open_bucket()) return std::nullopt;
      std::pop_heap(heap_.begin(), heap_.end(), later_);
      ranked_.push_back(heap_.back());
      heap_.pop_back();
    }
    return ranked_[i];
  }

 private:
  /// Heap order: whether a comes after b.
  struct Later {
    const SwapState& state;
    bool lowest_first;
    bool operator()(Vertex a, Vertex b) const {
      const Weight da = state.degree_into(a);
      const Weight db = state.degree_into(b);
      if (da != db) return lowest_first ? da > db : da < db;
      return a > b;
    }
  };

  bool open_bucket() {
    while (opened_ < buckets_.size()) {
      const auto bucket = buckets_.bucket(key_);
      later_.lowest_first ? ++key_ : --key_;
      if (bucket.empty()) continue;
      opened_ += bucket.size();
      heap_.assign(bucket.begin(), bucket.end());
      std::make_heap(heap_.begin(), heap_.end(), later_);
      return true;
    }
    return false;
  }

  const BucketArray& buckets_;
  const Later later_;
  std::size_t key_ = 0;     ///< of the next bucket
  std::size_t opened_ = 0;  ///< vertices in the buckets opened
  std::vector<Vertex> heap_;
  std::vector<Vertex> ranked_;
};

/// The improving exchange of largest gain, ties to the smaller `out`, then the smaller `in`. Outsiders that
/// do not touch S never improve.
std::optional<detail::Exchange> best_exchange(const SwapState& state) {
  Ranking members(state, state.member_buckets(), Ranking::From::lowest);
  Ranking outsiders(state, state.outsider_buckets(), Ranking::From::highest);
  const Weight least = detail::least_gain(state);
  detail::Exchange best{no_vertex, no_vertex, least};
  // A pair gains at most its gain without the edge between. From a hopeless one on no later pair is better:
  // those of equal d_S have larger numbers, the others lower bounds.
  const auto hopeless = [&](Vertex out, Vertex in) {
    const Weight bound = state.degree_into(in) - state.degree_into(out);
    if (bound <= least || bound < best.gain) return true;
    return bound == best.gain && (out > best.out || (out == best.out && in > best.in));
  };
  const std::optional<Vertex> top = outsiders.at(0);
  if (!top) return std::nullopt;
  for (std::size_t i = 0;; ++i) {
    const std::optional<Vertex> out = members.at(i);
    if (!out || hopeless(*out, *top)) break;
    for (std::size_t j = 0;; ++j) {
      const std::optional<Vertex> in = outsiders.at(j);
      if (!in || hopeless(*out, *in)) break;
      const detail::Exchange exchange{*out, *in, detail::exchange_gain(state, *out, *in)};
      const bool smaller = *out < best.out || (*out == best.out && *in < best.in);
      if (exchange.gain > best.gain || (exchange.gain == best.gain && best.out != no_vertex && smaller)) {
        best = exchange;
      }
    }
  }
  if (best.out == no_vertex) return std::nullopt;
  return best;
}

const lode::detail::OptionTable<SwapOptions>& exchange_options() {
  static const lode::detail::OptionTable<SwapOptions> table = {
      {"max-iterations", &SwapOptions::max_iterations, "Exchanges at most; 0: no limit", "exchanges",
       lode::detail::at_least(0)},
  };
  return table;
}

}  // namespace

Solution swap_descent(const Problem& problem, const SwapOptions& options, const RunContext& run) {
  check_problem(problem);
  return detail::descend_by_exchanges(problem, options.start, options.max_iterations, "swap", run,
                                      [](const SwapState& state, bool&) { return best_exchange(state); });
}

namespace detail {

MethodRow exchange_row(std::string_view name, std::string_view summary, ExchangeDescent* descend) {
  MethodRow row;
  row.name = name;
  row.summary = summary;
  row.objective = "w(S)";
  row.guarantee = "no exchange of one pair improves";
  row.cost = "O(n + m) + exchanges x (degrees moved + extreme buckets)";
  row.source = "folklore";
  row.options = exchange_options().infos();
  row.solve = [descend](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    return descend(problem, exchange_options().read(settings), run);
  };
  return row;
}

MethodRow swap_row() {
  return exchange_row("swap", "exchange descent, the best exchange each time", swap_descent);
}

}  // namespace detail

}  // namespace lode::subgraph
