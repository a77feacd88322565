#include "hybrid/block/selection/selection.hpp"

#include <algorithm>
#include <bit>

#include "hybrid/block/selection/relaxed_search.hpp"
#include "hybrid/block/selection/sorted_gains.hpp"
#include "hybrid/block/selection/values.hpp"

namespace lode::hybrid {
namespace {

using namespace detail;

/// Depth-first branch and bound by sorted gains, for at most `most_nodes`.
template <class Problem>
class Search {
 public:
  using Value = SelectionValue<Problem>;

  Search(const Problem& problem, std::uint64_t incumbent, std::uint64_t most_nodes)
      : problem_(problem),
        most_nodes_(most_nodes),
        best_{incumbent, selection_value(problem, incumbent), true, 0} {}

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
      if (best_.nodes == most_nodes_) best_.exact = false;
      if (!best_.exact) return;
      ++best_.nodes;
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
  std::uint64_t most_nodes_;
  SortedGains<Problem> gains_;
  SelectionResult<Value> best_;
};

/// Nodes with sorted gains after which the better and slower bounds of the relaxation take over: as long as
/// the first of those takes, about.
template <class Value>
std::uint64_t most_sorted_nodes(const BitSelection<Value>& problem) {
  const auto k = static_cast<std::uint64_t>(problem.size);
  return std::max<std::uint64_t>(512, k * k * k / 250);
}
std::uint64_t most_sorted_nodes(const DenseSelection& problem) {
  const auto k = static_cast<std::uint64_t>(problem.size);
  return std::max<std::uint64_t>(64, k * k * k / 1000);
}

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
  auto best = Search<Problem>(problem, incumbent, most_sorted_nodes(problem)).run();
  if (!best.exact) best = ProofSearch<Problem>(problem, best, stop).run();
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
