#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <lode/report/format.hpp>

#include "report/compare/view.hpp"
#include "study/compare/scores.hpp"

namespace lode::detail {
namespace {

/// "a", "a and b", "a, b and c", "7 methods".
std::string named_methods(const std::vector<std::string>& labels) {
  constexpr std::size_t most_named = 3;
  if (labels.size() > most_named) return fmt::format("{} methods", labels.size());
  std::string text;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (i > 0) text += i + 1 == labels.size() ? " and " : ", ";
    text += labels[i];
  }
  return text;
}

/// Methods that share a mean rank, and the range of their relative scores.
struct RankGroup {
  std::vector<std::string> labels = {};
  double mean_rank = 0.0;
  double least = 0.0;
  double most = 0.0;
};

/// The group of the best mean rank, then of the worst; one group if all methods share it, none without
/// scores.
std::vector<RankGroup> rank_groups(const Comparison& comparison) {
  constexpr double same_rank = 1e-9;
  double best = std::numeric_limits<double>::infinity();
  double worst = 0.0;
  for (const ComparisonScore& score : comparison.scores) {
    if (score.instances == 0) continue;
    best = std::min(best, score.mean_rank);
    worst = std::max(worst, score.mean_rank);
  }
  std::vector<RankGroup> groups;
  const auto add = [&](double rank) {
    RankGroup group{.mean_rank = rank};
    for (const ComparisonScore& score : comparison.scores) {
      if (score.instances == 0 || std::abs(score.mean_rank - rank) > same_rank) continue;
      group.least = group.labels.empty() ? score.relative : std::min(group.least, score.relative);
      group.most = group.labels.empty() ? score.relative : std::max(group.most, score.relative);
      group.labels.push_back(comparison.methods[score.method].label);
    }
    groups.push_back(std::move(group));
  };
  if (worst == 0.0) return groups;
  add(best);
  if (worst - best > same_rank) add(worst);
  return groups;
}

/// The methods with the largest relative score, and that score.
std::string closest_methods(const Comparison& comparison) {
  double highest = -1.0;
  for (const ComparisonScore& score : comparison.scores) {
    if (score.instances > 0) highest = std::max(highest, score.relative);
  }
  std::vector<std::string> labels;
  for (const ComparisonScore& score : comparison.scores) {
    const double relative = score.instances > 0 ? score.relative : -1.0;
    if (reaches(relative, highest, Better::larger)) labels.push_back(comparison.methods[score.method].label);
  }
  return fmt::format("{} with {}", named_methods(labels),
                     ComparisonView(comparison).labels.relative(highest));
}

/// The relative scores of a group in words: one text if both ends have the same text, otherwise "X to Y".
std::string range_words(const ComparisonView& view, const RankGroup& group) {
  const auto words = [&](double relative) {
    if (view.of_graphs() || !std::isfinite(relative)) return view.labels.relative(relative);
    return relative < 1.0 + 5e-7 ? std::string("nothing") : format_percent(relative - 1.0);
  };
  const std::string low = words(group.least);
  const std::string high = words(group.most);
  return low == high ? low : low + " to " + high;
}

}  // namespace

std::string comparison_summary(const ComparisonView& view) {
  const Comparison& all = view.all;
  const ComparisonLabels& labels = view.labels;
  std::string text;
  if (all.runs.size() != all.total_runs) {
    text = fmt::format("{}: {} of {} runs are finished. ", all.interrupted ? "Interrupted" : "Not complete",
                       grouped(all.runs.size()), grouped(all.total_runs));
  }
  const auto scored = static_cast<std::size_t>(std::count_if(
      all.instances.begin(), all.instances.end(), [](const auto& instance) { return instance.complete; }));
  if (scored == 0) {
    return text + fmt::format("No {} and size has all of its runs yet, so nothing is ranked.", labels.place);
  }
  text += fmt::format("{} on {} of {}. ", format_plural(all.methods.size(), "method", "methods"),
                      format_plural(scored, labels.instance, labels.instances),
                      format_plural(all.cases.size(), labels.place, labels.places));
  const std::vector<RankGroup> groups = rank_groups(all);
  if (all.methods.size() == 1 || groups.empty()) return text;
  const RankGroup& first = groups.front();
  const std::string first_rank = format_rounded(first.mean_rank, 3);
  const std::string first_range = range_words(view, first);
  if (groups.size() == 1) {
    return text + (view.of_graphs()
                       ? fmt::format("All share the mean rank {}, with {} of the best objective found.",
                                     first_rank, first_range)
                       : fmt::format("All share the mean rank {}, on average {} above the least objective "
                                     "found.",
                                     first_rank, first_range));
  }
  const RankGroup& last = groups.back();
  const std::string last_words =
      fmt::format("{} {}", last.labels.size() == 1 ? "is" : "are", named_methods(last.labels));
  text += fmt::format("The best mean rank, {}, is that of {}", first_rank, named_methods(first.labels));
  if (view.of_graphs()) {
    return text + fmt::format(
                      ". Closest to the best objective found, by geometric mean: {}; last in mean rank "
                      "{} with {}.",
                      closest_methods(all), last_words, range_words(view, last));
  }
  return text + fmt::format(", on average {} above the least objective found. Last {}, {} above it.",
                            first_range, last_words, range_words(view, last));
}

std::string comparison_meaning(const ComparisonView& view) {
  const Comparison& all = view.all;
  const ComparisonLabels& labels = view.labels;
  return fmt::format(
      "Each run had one thread and {}{}. Averages are over {}; a method that takes no start is run once. "
      "Ranks "
      "compare the {} on one {} and size, equal ones (to 1e-9 of them) share. Wins: {} where no method's "
      "average is {}. Best found: {} where a run of the method reached the {} objective of all runs. {}: "
      "average / that {} objective, geometric mean over {}. Only {} with all runs are scored.",
      std::isfinite(all.time_limit) ? "at most " + format_seconds(all.time_limit) : "no time limit",
      view.of_graphs() ? ""
                       : "; the Gram matrix and its largest eigenvalue were computed before and are in no "
                         "run's time",
      format_plural(static_cast<std::uint64_t>(all.starts), "start", "starts"), labels.averages, labels.place,
      labels.instances, labels.better, labels.instances, labels.best, labels.relative_word, labels.best,
      labels.instances, labels.instances);
}

}  // namespace lode::detail
