#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>

#include <lode/hybrid/selection.hpp>

#include "hybrid/selection_proof.hpp"
#include "hybrid/selection_values.hpp"

namespace lode::hybrid {
namespace {

using namespace detail;

/// Upper bound on what pairs with `item` can add when `others` more items join it from `candidates`.
template <class Value>
Value potential(const BitSelection<Value>& problem, int item, std::uint64_t candidates, int others) {
  return static_cast<Value>(
      std::min(others, std::popcount(problem.rows[static_cast<std::size_t>(item)] & candidates)));
}

double potential(const DenseSelection& problem, int item, std::uint64_t candidates, int others) {
  std::array<double, max_block_size> weights;
  std::size_t count = 0;
  for_each_item(candidates & ~bit(item), [&](int other) {
    const double weight = problem.pair(item, other);
    if (weight > 0.0) weights[count++] = weight;
  });
  const std::size_t take = std::min(count, static_cast<std::size_t>(others));
  std::partial_sort(weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(take),
                    weights.begin() + static_cast<std::ptrdiff_t>(count), std::greater<>());
  double sum = 0.0;
  for (std::size_t i = 0; i < take; ++i) sum += weights[i];
  return sum;
}

/// Depth-first branch and bound over (chosen, candidates), for at most `most_nodes`.
template <class Problem>
class Search {
 public:
  using Value = std::decay_t<decltype(std::declval<Problem>().linear[0])>;

  Search(const Problem& problem, std::uint64_t incumbent, Ties ties, std::uint64_t most_nodes)
      : problem_(problem),
        most_nodes_(most_nodes),
        best_{incumbent, value_to_beat(selection_value(problem, incumbent), ties), true, 0} {}

  /// The value is what a better set has to exceed.
  SelectionResult<Value> run() {
    descend(0, all_items(problem_.size), std::popcount(best_.chosen), Value{0});
    return best_;
  }

 private:
  struct Scored {
    Value score;
    int item;
  };

  void offer(std::uint64_t chosen, Value value) {
    if (value > best_.value) {
      best_.value = value;
      best_.chosen = chosen;
    }
  }

  bool stopped() {
    if (best_.nodes > most_nodes_) best_.exact = false;
    return !best_.exact;
  }

  /// Half of a sum of scores, rounded down where values are integers.
  static Value half(Value doubled) {
    if constexpr (std::is_integral_v<Value>) {
      return doubled >> 1;
    } else {
      return doubled / 2;
    }
  }

  void include(std::uint64_t& chosen, std::uint64_t& candidates, int& left, Value& value, int item) {
    value += gain_of(problem_, item, chosen);
    chosen |= bit(item);
    candidates &= ~bit(item);
    --left;
  }

  void descend(std::uint64_t chosen, std::uint64_t candidates, int left, Value value) {
    for (;;) {
      ++best_.nodes;
      if (stopped()) return;
      const int count = std::popcount(candidates);
      if (left == 0) return offer(chosen, value);
      if (count == left) {
        for_each_item(candidates, [&](int item) {
          value += gain_of(problem_, item, chosen);
          chosen |= bit(item);
        });
        return offer(chosen, value);
      }

      std::array<Scored, max_block_size> scored;
      const Value sum = score(chosen, candidates, left, scored);
      if (value + half(sum) <= best_.value) return;
      if (fix(scored, count, sum, chosen, candidates, left, value)) continue;

      const int branch = scored[0].item;
      std::uint64_t chosen_with = chosen;
      std::uint64_t candidates_with = candidates;
      int left_with = left;
      Value value_with = value;
      include(chosen_with, candidates_with, left_with, value_with, branch);
      descend(chosen_with, candidates_with, left_with, value_with);
      candidates &= ~bit(branch);
    }
  }

  /// Scores all candidates and sorts them: larger scores first, then smaller items. Returns the sum of the
  /// `left` largest. Counting comparisons is quicker than a sort: there is nothing to mispredict.
  Value score(std::uint64_t chosen, std::uint64_t candidates, int left,
              std::array<Scored, max_block_size>& scored) const {
    std::array<Value, max_block_size> scores;
    std::array<int, max_block_size> items;
    std::size_t count = 0;
    for_each_item(candidates, [&](int item) {
      scores[count] = 2 * gain_of(problem_, item, chosen) + potential(problem_, item, candidates, left - 1);
      items[count++] = item;
    });
    for (std::size_t i = 0; i < count; ++i) {
      const Value score = scores[i];
      std::int64_t before = 0;
      for (std::size_t j = 0; j < i; ++j) before += scores[j] >= score ? 1 : 0;
      for (std::size_t j = i + 1; j < count; ++j) before += scores[j] > score ? 1 : 0;
      scored[static_cast<std::size_t>(before)] = {score, items[i]};
    }
    Value sum{0};
    for (std::size_t j = 0; j < static_cast<std::size_t>(left); ++j) sum += scored[j].score;
    return sum;
  }

  /// Drops candidates that no better set can hold and takes those that every better set must hold.
  bool fix(const std::array<Scored, max_block_size>& scored, int count, Value sum, std::uint64_t& chosen,
           std::uint64_t& candidates, int& left, Value& value) {
    const Value last_in = scored[static_cast<std::size_t>(left - 1)].score;
    const Value first_out = scored[static_cast<std::size_t>(left)].score;
    const Value before = value;
    const int to_choose = left;
    bool changed = false;
    for (int j = count - 1; j >= to_choose; --j) {
      const Scored& s = scored[static_cast<std::size_t>(j)];
      if (before + half(sum - last_in + s.score) > best_.value) break;
      candidates &= ~bit(s.item);
      changed = true;
    }
    for (int j = 0; j < to_choose; ++j) {
      const Scored& s = scored[static_cast<std::size_t>(j)];
      if (before + half(sum - s.score + first_out) > best_.value) break;
      include(chosen, candidates, left, value, s.item);
      changed = true;
    }
    return changed;
  }

  const Problem& problem_;
  std::uint64_t most_nodes_;
  SelectionResult<Value> best_;
};

/// Nodes with sorted gains after which the better and slower bounds of the relaxation take over.
constexpr std::uint64_t most_sorted_nodes = 256;

template <class Problem>
auto search(const Problem& problem, std::uint64_t incumbent, const StopPoll& stop, Ties ties) {
  check_size(problem.size);
  auto best = Search<Problem>(problem, incumbent, ties, most_sorted_nodes).run();
  if (!best.exact) best = ProofSearch<Problem>(problem, best, stop).run();
  best.value = selection_value(problem, best.chosen);
  return best;
}

}  // namespace

template <class Value>
Value selection_value(const BitSelection<Value>& problem, std::uint64_t chosen) {
  return value_of(problem, chosen);
}
double selection_value(const DenseSelection& problem, std::uint64_t chosen) {
  return value_of(problem, chosen);
}

template <class Value>
SelectionResult<Value> select_by_search(const BitSelection<Value>& problem, std::uint64_t incumbent,
                                        const StopPoll& stop, Ties ties) {
  return search(problem, incumbent, stop, ties);
}
SelectionResult<double> select_by_search(const DenseSelection& problem, std::uint64_t incumbent,
                                         const StopPoll& stop, Ties ties) {
  return search(problem, incumbent, stop, ties);
}

template std::int64_t selection_value(const BitSelection<std::int64_t>&, std::uint64_t);
template double selection_value(const BitSelection<double>&, std::uint64_t);
template SelectionResult<std::int64_t> select_by_search(const BitSelection<std::int64_t>&, std::uint64_t,
                                                        const StopPoll&, Ties);
template SelectionResult<double> select_by_search(const BitSelection<double>&, std::uint64_t, const StopPoll&,
                                                  Ties);

}  // namespace lode::hybrid
