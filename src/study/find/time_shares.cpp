#include "study/find/time_shares.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

namespace lode::detail {
namespace {

/// With strong efforts, the search gets this share of the time after the cheap bounds, or this many seconds
/// per size if that is more, but at most its time under the effort `automatic`.
constexpr double search_share = 0.5;
constexpr double strong_search_seconds = 3.0;
/// With the effort `automatic`, a search that uses all of its time leaves this share to bounds, up to this
/// many seconds per size.
constexpr double auto_share = 0.5;
constexpr double auto_seconds = subgraph::most_auto_work / subgraph::work_per_second;
/// Sizes solved together share the work of this many sizes (hybrid_curve.cpp).
constexpr double worked_sizes_of_curve = 8.0;
/// Graphs of up to this many vertices are usually proven by `small_work` on the bound of one answer. The
/// second limit is for all answers together.
constexpr Vertex small_graph = 300;
constexpr double small_work = 2.0 * subgraph::work_per_second;
constexpr double small_work_of_all = 6.0 * subgraph::work_per_second;
/// Units per arc visited by a search: measured 10 to 15 ns on graphs of 10,000 to 3,000,000 edges, 30 ns on
/// 65 edges.
constexpr double searched_arc_work = 15.0;

/// The number of a setting: as given, or the default of the preset.
double number_of(const OptionInfo& option, const subgraph::MethodSettings& settings) {
  std::string text = option.default_value;
  const auto preset = settings.find("preset");
  for (const auto& [name, value] : option.other_defaults) {
    if (preset != settings.end() && preset->second == name) text = value;
  }
  if (const auto given = settings.find(option.name); given != settings.end()) text = given->second;
  double number = 0.0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

TimeShares::TimeShares(const FindRequest& request, const RunContext& whole)
    : request_(request),
      row_(subgraph::method(request.method)),
      spends_(request.time_use == TimeUse::spend && std::isfinite(whole.time_limit())) {}

double TimeShares::search_seconds(double left, std::size_t sizes) const {
  if (!std::isfinite(left)) return left;
  const auto count = static_cast<double>(sizes);
  const double of_auto = left - std::min(auto_seconds * count, auto_share * left);
  if (exceeds_automatic()) {
    return std::min(of_auto, std::max(search_share * left, strong_search_seconds * count));
  }
  return request_.effort == subgraph::Effort::automatic && spends_ ? of_auto : left;
}

double TimeShares::strong_seconds(double left) const {
  const bool without_end = request_.effort == subgraph::Effort::proof && request_.top;
  return without_end ? left : std::min(subgraph::strong_seconds, left);
}

subgraph::SearchedSize TimeShares::searched(const Graph& graph, const subgraph::Solution& solution,
                                            const subgraph::MethodSettings& settings, std::size_t answers,
                                            std::size_t together) const {
  const double share = std::min(1.0, worked_sizes_of_curve / static_cast<double>(together));
  double work = search_work(row_, settings, graph, solution) * share;
  if (work > 0.0 && graph.num_vertices() <= small_graph) {
    work = std::max(work, std::min(small_work, small_work_of_all / static_cast<double>(answers)));
  }
  return {static_cast<Vertex>(solution.vertices.size()), solution.objective(), work};
}

subgraph::MethodSettings TimeShares::settings() const {
  subgraph::MethodSettings all = request_.settings;
  const bool takes_work = !row_.exhaustive && row_.takes("work");
  if (takes_work && preset() != "paper" && preset() != "descent" && spends_) {
    all.try_emplace("work", std::to_string(std::numeric_limits<std::int64_t>::max()));
  }
  return all;
}

std::string TimeShares::preset() const {
  const auto preset = request_.settings.find("preset");
  if (preset != request_.settings.end()) return preset->second;
  return row_.presets.empty() ? std::string() : std::string(row_.presets.front());
}

double search_work(const subgraph::MethodRow& row, const subgraph::MethodSettings& settings,
                   const Graph& graph, const subgraph::Solution& solution) {
  const StopReason reason = solution.stop_reason;
  if (row.exhaustive || reason == StopReason::target || reason == StopReason::interrupted) return 0.0;
  const double visit = static_cast<double>(graph.num_vertices()) + static_cast<double>(graph.num_arcs());
  double arcs = visit;
  const auto option = [&](std::string_view name) {
    return std::ranges::find(row.options, name, &OptionInfo::name);
  };
  if (const auto work = option("work"); work != row.options.end()) arcs = number_of(*work, settings);
  if (const auto passes = option("passes"); passes != row.options.end() && !settings.contains("work")) {
    arcs = std::min(arcs, number_of(*passes, settings) * visit);
  }
  return searched_arc_work * arcs;
}

}  // namespace lode::detail
