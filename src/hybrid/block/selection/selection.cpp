#include "hybrid/block/selection/selection.hpp"

#include <algorithm>
#include <bit>

#include "hybrid/block/selection/sorted_gains.hpp"
#include "hybrid/block/selection/values.hpp"

namespace lode::hybrid {
namespace {

using namespace detail;

/// Depth-first branch and bound by sorted gains.
template <class Problem>
class Search {
 public:
  using Value = SelectionValue<Problem>;

  Search(const Problem& problem, std::uint64_t incumbent, const StopPoll& stop)
      : problem_(problem), stop_(stop), best_{incumbent, selection_value(problem, incumbent), true, 0} {}

  /// The value is what a better set has to exceed.
  SelectionResult<Value> run() {
    descend({0, all_items(problem_.size), std::popcount(best_.chosen), Value{0}});
    return best_;
  }

 private:
  void offer(const Subtree<Value>& leaf) {
    if (leaf.value > best_.value) {
      best_.value = leaf.value;
      best_.chosen = leaf.chosen;
    }
  }

  void include(Subtree<Value>& tree, std::uint64_t items) const {
    for_each_item(items, [&](int item) {
      tree.value += gain_of(problem_, item, tree.chosen);
      tree.chosen |= bit(item);
    });
    tree.candidates &= ~items;
    tree.left -= std::popcount(items);
  }

  void descend(Subtree<Value> tree) {
    for (;;) {
      constexpr std::uint64_t poll_interval = 256;
      if (++best_.nodes % poll_interval == 0 && stop_ && stop_()) best_.exact = false;
      if (!best_.exact) return;
      if (tree.left == std::popcount(tree.candidates)) include(tree, tree.candidates);
      if (tree.left == 0) return offer(tree);

      const GainVerdict verdict = gains_.judge(problem_, tree, best_.value);
      if (verdict.worse) return;
      if (verdict.in | verdict.out) {
        include(tree, verdict.in);
        tree.candidates &= ~verdict.out;
        continue;
      }
      Subtree<Value> with = tree;
      include(with, bit(verdict.largest));
      descend(with);
      tree.candidates &= ~bit(verdict.largest);
    }
  }

  const Problem& problem_;
  const StopPoll& stop_;
  SortedGains<Problem> gains_;
  SelectionResult<Value> best_;
};

/// Sorting needs numbers.
void check_values(const BitSelection<std::int64_t>&) {}
void check_values(const BitSelection<double>& problem) { check_finite("linear", problem.linear); }
void check_values(const DenseSelection& problem) {
  check_finite("linear", problem.linear);
  check_finite("pairs", problem.pairs);
}

}  // namespace

template <class Problem>
SelectionValue<Problem> selection_value(const Problem& problem, std::uint64_t chosen) {
  check_selection(problem, chosen);
  return value_of(problem, chosen);
}

template <class Problem>
SelectionResult<SelectionValue<Problem>> select_by_search(const Problem& problem, std::uint64_t incumbent,
                                                          const StopPoll& stop) {
  check_selection(problem, incumbent);
  check_values(problem);
  auto best = Search<Problem>(problem, incumbent, stop).run();
  best.value = selection_value(problem, best.chosen);
  return best;
}

template std::int64_t selection_value(const BitSelection<std::int64_t>&, std::uint64_t);
template double selection_value(const BitSelection<double>&, std::uint64_t);
template double selection_value(const DenseSelection&, std::uint64_t);
template SelectionResult<std::int64_t> select_by_search(const BitSelection<std::int64_t>&, std::uint64_t,
                                                        const StopPoll&);
template SelectionResult<double> select_by_search(const BitSelection<double>&, std::uint64_t,
                                                  const StopPoll&);
template SelectionResult<double> select_by_search(const DenseSelection&, std::uint64_t, const StopPoll&);

}  // namespace lode::hybrid
