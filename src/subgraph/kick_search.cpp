#include <algorithm>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <lode/core/error.hpp>
#include <lode/subgraph/kick_search.hpp>

#include "subgraph/kick_searcher.hpp"

namespace lode {
namespace {

/// The searchers of one run, and the exchange between their slices.
class KickTeam {
 public:
  KickTeam(SwapState& state, const KickSearchOptions& options, std::uint64_t seed, const RunContext& run,
           const ImprovementSink& improved)
      : state_(state), options_(options), seed_(seed), run_(run), progress_(state.weight(), improved) {
    join(state_);
  }

  KickSearchResult search() {
    const std::uint64_t largest_slice = std::max(
        first_slice, options_.work / (4 * static_cast<std::uint64_t>(std::max(1, options_.searchers))));
    std::uint64_t slice = first_slice;
    Weight best = searchers_.front()->best().weight;
    std::uint64_t work_at_best = 0;
    for (;;) {
      const std::vector<KickSearchResult> before = counts();
      advance(slice);
      const std::size_t winner = best_searcher();
      const detail::Found& found = searchers_[winner]->best();
      if (found.weight > best + hybrid::least_decrease(best)) {
        best = found.weight;
        work_at_best = work();
      }
      const auto reason = reason_to_end(work_at_best);
      if (reason) return end(*reason, winner, before);
      const detail::Found shared = found;
      while (static_cast<int>(searchers_.size()) < options_.searchers) join(copies_.emplace_back(state_));
      for (const auto& searcher : searchers_) searcher->offer(shared);
      slice = std::min(2 * slice, largest_slice);
    }
  }

 private:
  static constexpr std::uint64_t first_slice = 1 << 18;

  void join(SwapState& state) {
    searchers_.push_back(detail::make_kick_searcher(state, options_, static_cast<int>(searchers_.size()),
                                                    seed_, run_, progress_));
  }

  void advance(std::uint64_t slice) {
    run_.parallel([&] {
      tbb::parallel_for(
          tbb::blocked_range<std::size_t>(0, searchers_.size(), 1),
          [&](const tbb::blocked_range<std::size_t>& range) {
            for (std::size_t i = range.begin(); i != range.end(); ++i) {
              if (!progress_.overtaken(static_cast<int>(i))) {
                searchers_[i]->advance(searchers_[i]->work() + slice);
              }
            }
          },
          tbb::simple_partitioner());
    });
  }

  std::uint64_t work() const {
    std::uint64_t total = 0;
    for (const auto& searcher : searchers_) total += searcher->work();
    return total;
  }
  std::vector<KickSearchResult> counts() const {
    std::vector<KickSearchResult> all;
    for (const auto& searcher : searchers_) all.push_back(searcher->counts());
    return all;
  }

  /// The first one to reach the target, else the one with the heaviest set, ties to the smaller number.
  std::size_t best_searcher() const {
    const int first = progress_.first_to_target();
    if (first != std::numeric_limits<int>::max()) return static_cast<std::size_t>(first);
    std::size_t best = 0;
    for (std::size_t i = 1; i < searchers_.size(); ++i) {
      if (searchers_[i]->best().weight > searchers_[best]->best().weight) best = i;
    }
    return best;
  }

  std::optional<StopReason> reason_to_end(std::uint64_t work_at_best) const {
    if (progress_.first_to_target() != std::numeric_limits<int>::max()) return StopReason::target;
    if (run_.should_stop()) return run_.stop_reason();
    if (state_.graph().num_arcs() == 0 || work() - work_at_best >= options_.work)
      return StopReason::converged;
    return std::nullopt;
  }

  /// Those behind the winner may have been cut short: their last slice does not count, so that the counts do
  /// not depend on threads.
  KickSearchResult end(StopReason reason, std::size_t winner, const std::vector<KickSearchResult>& before) {
    KickSearchResult total{reason, 0, 0, 0};
    const std::vector<KickSearchResult> now = counts();
    for (std::size_t i = 0; i < now.size(); ++i) {
      const KickSearchResult& counted = reason == StopReason::target && i > winner ? before[i] : now[i];
      total.kicks += counted.kicks;
      total.starts += counted.starts;
      total.blocks += counted.blocks;
    }
    const VertexSet best = searchers_[winner]->best().vertices;
    state_.end_journal();
    state_.file_outsiders_from(0.0);
    state_.move_to(best);
    return total;
  }

  SwapState& state_;
  const KickSearchOptions& options_;
  std::uint64_t seed_;
  const RunContext& run_;
  detail::SharedProgress progress_;
  std::deque<SwapState> copies_;
  std::vector<std::unique_ptr<detail::KickSearcher>> searchers_;
};

}  // namespace

KickSearchResult kick_search(SwapState& state, const KickSearchOptions& options, std::uint64_t seed,
                             const RunContext& run, const ImprovementSink& improved) {
  if (options.block_size < 2 || options.block_size > 64) {
    throw InvalidArgument("block", std::to_string(options.block_size), "must be between 2 and 64");
  }
  if (options.searchers < 1 || options.searchers > 64) {
    throw InvalidArgument("searchers", std::to_string(options.searchers), "must be between 1 and 64");
  }
  if (options.largest_cluster < 1) throw InvalidArgument("cluster", "0", "must be at least 1");
  if (state.outsiders().empty() || state.members().empty()) return {};
  return KickTeam(state, options, seed, run, improved).search();
}

}  // namespace lode
