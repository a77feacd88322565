#include <algorithm>
#include <atomic>
#include <limits>
#include <utility>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "graph/cliques/clique_search.hpp"

namespace lode::detail {
namespace {

using Word = BitRows::Word;

/// A search of less work than this is not parted: about 0.2 s.
constexpr std::uint64_t parted_work = 200'000'000;
/// A branch that takes more is given up and parted into branches of its own: some 10 ms.
constexpr std::uint64_t branch_work = 10'000'000;
/// Tasks side by side know of no better clique than those before them: few at first, when each may find one.
constexpr std::size_t first_batch = 4;
constexpr std::size_t largest_batch = 512;

/// What one task searches: cliques of `taken` and some of the candidates, positions of `whole`.
struct CliqueTask {
  const OrderedGraph* whole;
  std::vector<Vertex> taken;
  std::vector<Word> candidates;
};

/// Branches of one graph, taken from the last to the first.
class BranchList {
 public:
  BranchList(OrderedGraph graph, Vertex spare, std::vector<Vertex> taken)
      : graph_(std::move(graph)), taken_(std::move(taken)), candidates_(graph_.rows.words(), Word{0}) {
    for (Vertex i = 0; i < graph_.n; ++i) candidates_[i / 64] |= BitRows::bit(i);
    CliqueBrancher brancher(graph_.n, graph_.rows);
    brancher.part(candidates_.data(), spare, branches_);
    left_ = branches_.vertex.size();
  }

  /// No clique in what is left has more vertices, those taken before included.
  Vertex bound() const {
    return left_ == 0 ? 0 : static_cast<Vertex>(taken_.size() + branches_.bound[left_ - 1]);
  }
  /// The next branch; it refers to this list.
  CliqueTask next() {
    const Vertex v = branches_.vertex[--left_];
    std::vector<Vertex> taken = taken_;
    taken.push_back(graph_.original[v]);
    candidates_[v / 64] &= ~BitRows::bit(v);
    std::vector<Word> below = candidates_;
    for (std::size_t w = 0; w < below.size(); ++w) below[w] &= graph_.rows.row(v)[w];
    return {&graph_, std::move(taken), std::move(below)};
  }

 private:
  OrderedGraph graph_;
  std::vector<Vertex> taken_;
  std::vector<Word> candidates_;
  CliqueBranches branches_;
  std::size_t left_ = 0;
};

struct TaskAnswer {
  std::vector<Vertex> found;
  std::uint64_t nodes = 0;
  bool stopped = false;
  bool too_long = false;
};

/// The branches of a graph as tasks, in batches, and the branches of those that take long.
class CliqueTasks {
 public:
  CliqueTasks(Vertex n, const BitRows& adjacency, Vertex least, Vertex enough, CliqueBudget& budget)
      : best_(least), enough_(enough), budget_(budget), root_(OrderedGraph(n, adjacency), least, {}) {}

  FoundClique search() {
    std::size_t size = first_batch;
    while (root_.bound() > best_ && !ended()) {
      result_.upper_bound = root_.bound();
      const std::vector<CliqueTask> tasks = batch(root_, size);
      for (const CliqueTask& task : run_batch(tasks, branch_work)) {
        if (ended()) break;
        search_parts(task);
      }
      size = std::min(2 * size, largest_batch);
    }
    if (!budget_.stopped) result_.upper_bound = std::max(best_, root_.bound());
    result_.upper_bound = std::max(best_, result_.upper_bound);
    return std::move(result_);
  }

 private:
  bool ended() const { return budget_.stopped || best_ >= enough_; }

  std::vector<CliqueTask> batch(BranchList& list, std::size_t size) const {
    std::vector<CliqueTask> tasks;
    while (tasks.size() < size && list.bound() > best_) tasks.push_back(list.next());
    return tasks;
  }

  void search_parts(const CliqueTask& task) {
    const auto taken = static_cast<Vertex>(task.taken.size());
    BranchList parts(OrderedGraph(*task.whole, task.candidates.data()), best_ - std::min(best_, taken),
                     task.taken);
    ++budget_.nodes;
    while (parts.bound() > best_ && !ended()) {
      const std::vector<CliqueTask> tasks = batch(parts, largest_batch);
      run_batch(tasks, std::numeric_limits<std::uint64_t>::max());
    }
  }

  TaskAnswer answer(const CliqueTask& task, std::uint64_t work, std::size_t number,
                    const std::atomic<std::size_t>& enough_at) const {
    CliqueBudget own{.run = budget_.run, .left = work, .enough_at = &enough_at, .task = number};
    TaskAnswer result;
    if (own.spend(0)) {
      const OrderedGraph graph(*task.whole, task.candidates.data());
      const auto taken = static_cast<Vertex>(task.taken.size());
      if (graph.n == 0) {
        if (taken > best_) result.found = task.taken;
      } else {
        CliqueSearch search(graph, own);
        search.run(best_ - std::min(best_, taken), enough_ - std::min(enough_, taken));
        if (!search.found().empty()) {
          result.found = task.taken;
          result.found.insert(result.found.end(), search.found().begin(), search.found().end());
        }
      }
    }
    result.nodes = own.nodes;
    result.too_long = own.exhausted;
    result.stopped = own.stopped && !own.exhausted;
    return result;
  }

  /// Those that take more than `work`, in order.
  std::vector<CliqueTask> run_batch(const std::vector<CliqueTask>& tasks, std::uint64_t work) {
    std::vector<TaskAnswer> answers(tasks.size());
    std::atomic<std::size_t> enough_at{tasks.size()};
    budget_.run.parallel([&] {
      tbb::parallel_for(
          tbb::blocked_range<std::size_t>(0, tasks.size(), 1),
          [&](const tbb::blocked_range<std::size_t>& range) {
            for (std::size_t i = range.begin(); i < range.end(); ++i) {
              answers[i] = answer(tasks[i], work, i, enough_at);
              if (answers[i].found.size() < enough_) continue;
              std::size_t first = enough_at.load();
              while (i < first && !enough_at.compare_exchange_weak(first, i)) {
              }
            }
          },
          tbb::simple_partitioner());
    });
    // Tasks behind the first with enough count for nothing: how far they came depends on the threads.
    const std::size_t end = std::min(enough_at.load() + 1, tasks.size());
    std::vector<CliqueTask> too_long;
    for (std::size_t i = 0; i < end; ++i) {
      TaskAnswer& one = answers[i];
      budget_.nodes += one.nodes;
      budget_.stopped = budget_.stopped || one.stopped;
      if (one.too_long) too_long.push_back(tasks[i]);
      if (one.found.size() <= best_) continue;
      best_ = static_cast<Vertex>(one.found.size());
      result_.vertices = std::move(one.found);
    }
    return too_long;
  }

  Vertex best_;
  Vertex enough_;
  CliqueBudget& budget_;
  BranchList root_;
  FoundClique result_;
};

FoundClique search_in_order(const OrderedGraph& graph, Vertex least, Vertex enough, CliqueBudget& budget) {
  CliqueSearch search(graph, budget);
  search.run(least, enough);
  return {search.found(), search.upper_bound()};
}

}  // namespace

FoundClique search_cliques(Vertex n, const BitRows& adjacency, Vertex least, Vertex enough,
                           CliqueBudget& budget) {
  const bool limited = budget.left < std::numeric_limits<std::uint64_t>::max() / 2;
  const OrderedGraph graph(n, adjacency);
  if (limited) return search_in_order(graph, least, enough, budget);
  CliqueBudget trial{.run = budget.run, .left = parted_work};
  FoundClique first = search_in_order(graph, least, enough, trial);
  budget.nodes += trial.nodes;
  const Vertex found = std::max(least, static_cast<Vertex>(first.vertices.size()));
  if (!trial.stopped || found >= enough) return first;
  budget.stopped = budget.run.should_stop();
  if (budget.stopped) return first;
  FoundClique rest = CliqueTasks(n, adjacency, found, enough, budget).search();
  if (rest.vertices.empty()) rest.vertices = std::move(first.vertices);
  rest.upper_bound = std::min(rest.upper_bound, first.upper_bound);
  return rest;
}

}  // namespace lode::detail
