#include "graph/cliques/clique_tasks.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

namespace lode::detail {
namespace {

using Word = BitRows::Word;

/// A search of less work than this is not parted: some 0.5 s.
constexpr std::uint64_t parted_work = 200'000'000;
/// A branch that takes more is given up and parted into branches of its own: some 30 ms.
constexpr std::uint64_t branch_work = 10'000'000;
/// Tasks side by side know of no better clique than those before them: few at first, when each may find one.
constexpr std::size_t first_batch = 4;
constexpr std::size_t largest_batch = 512;

}  // namespace

/// Branches of one graph, taken from the last to the first.
class CliqueBranchList {
 public:
  CliqueBranchList(OrderedGraph graph, Vertex spare, std::vector<Vertex> taken)
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

struct CliqueTasks::Answer {
  std::vector<Vertex> found;
  std::uint64_t nodes = 0;
  bool stopped = false;
  bool too_long = false;
};

CliqueTasks::CliqueTasks(Vertex n, const BitRows& adjacency, Vertex least, Vertex enough)
    : best_(least),
      enough_(enough),
      root_(std::make_unique<CliqueBranchList>(OrderedGraph(n, adjacency), least, std::vector<Vertex>())),
      open_bound_(root_->bound()),
      batch_(first_batch) {}

CliqueTasks::~CliqueTasks() = default;

bool CliqueTasks::ended() const {
  if (best_ >= enough_) return true;
  const bool parts_left = !parts_.empty() || (parted_ && parted_->bound() > best_);
  return !parts_left && long_ones_.empty() && branches_.empty() && root_->bound() <= best_;
}

Vertex CliqueTasks::upper_bound() const {
  return ended() && best_ < enough_ ? best_ : std::max(best_, open_bound_);
}

void CliqueTasks::advance(const RunContext& run) {
  while (!ended() && !run.should_stop()) {
    if (!advance_parts(run)) advance_branches(run);
  }
}

/// One batch of the branches of a long task; false if there is none.
bool CliqueTasks::advance_parts(const RunContext& run) {
  if (parts_.empty() && (!parted_ || parted_->bound() <= best_)) {
    if (long_ones_.empty()) return false;
    const CliqueTask task = std::move(long_ones_.front());
    long_ones_.pop_front();
    const auto taken = static_cast<Vertex>(task.taken.size());
    parted_ = std::make_unique<CliqueBranchList>(OrderedGraph(*task.whole, task.candidates.data()),
                                                 best_ - std::min(best_, taken), task.taken);
    ++nodes_;
  }
  fill(*parted_, parts_, largest_batch);
  run_batch(parts_, std::numeric_limits<std::uint64_t>::max(), run);
  return true;
}

/// One batch of the branches of the root, after all else.
void CliqueTasks::advance_branches(const RunContext& run) {
  if (branches_.empty()) {
    open_bound_ = root_->bound();
    fill(*root_, branches_, batch_);
    batch_ = std::min(2 * batch_, largest_batch);
  }
  for (CliqueTask& task : run_batch(branches_, branch_work, run)) long_ones_.push_back(std::move(task));
}

void CliqueTasks::fill(CliqueBranchList& list, std::vector<CliqueTask>& tasks, std::size_t size) const {
  while (tasks.size() < size && list.bound() > best_) tasks.push_back(list.next());
}

CliqueTasks::Answer CliqueTasks::answer(const CliqueTask& task, std::uint64_t work, std::size_t number,
                                        const std::atomic<std::size_t>& enough_at,
                                        const RunContext& run) const {
  CliqueBudget own{.run = run, .left = work, .enough_at = &enough_at, .task = number};
  Answer result;
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

/// Answers tasks and takes the finished ones out; those given up, in order.
std::vector<CliqueTask> CliqueTasks::run_batch(std::vector<CliqueTask>& tasks, std::uint64_t work,
                                               const RunContext& run) {
  std::vector<Answer> answers(tasks.size());
  std::atomic<std::size_t> enough_at{tasks.size()};
  run.parallel([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, tasks.size(), 1),
        [&](const tbb::blocked_range<std::size_t>& range) {
          for (std::size_t i = range.begin(); i < range.end(); ++i) {
            answers[i] = answer(tasks[i], work, i, enough_at, run);
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
  std::vector<CliqueTask> given_up;
  std::vector<CliqueTask> left;
  for (std::size_t i = 0; i < end; ++i) {
    Answer& one = answers[i];
    nodes_ += one.nodes;
    if (one.found.size() > best_) {
      best_ = static_cast<Vertex>(one.found.size());
      found_ = std::move(one.found);
    }
    if (one.too_long) given_up.push_back(std::move(tasks[i]));
    if (one.stopped) left.push_back(std::move(tasks[i]));
  }
  tasks = std::move(left);
  return given_up;
}

namespace {

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
  CliqueTasks tasks(n, adjacency, found, enough);
  tasks.advance(budget.run);
  budget.nodes += tasks.nodes();
  budget.stopped = !tasks.ended();
  if (!tasks.found().empty()) first.vertices = tasks.found();
  first.upper_bound = std::min(first.upper_bound, tasks.upper_bound());
  return first;
}

}  // namespace lode::detail
