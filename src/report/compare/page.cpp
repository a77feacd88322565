#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/report/compare.hpp>
#include <lode/report/format.hpp>

#include "report/compare/document.hpp"
#include "report/html/frame.hpp"
#include "report/page/assets.hpp"

namespace lode {
namespace {

using detail::Json;

// Limits that keep the page below 2 MB. A cell without its trace has up to 170 bytes, a run 110, a point of a
// trace 34.
constexpr std::size_t case_limit = 32;
constexpr std::size_t method_limit = 32;
constexpr std::size_t cell_limit = 5000;
constexpr std::size_t run_limit = 4000;
constexpr std::size_t point_limit = 10'000;  // of all traces together
constexpr std::size_t name_length = 200;     // characters of one name
constexpr std::size_t text_length = 4000;    // characters of a paragraph

/// Objects as {"keys": [...], "rows": [[...], ...]}; missing fields become null.
Json as_table(const Json& objects) {
  std::map<std::string, std::size_t> columns;
  Json keys = Json::array();
  for (const Json& object : objects) {
    for (const auto& [key, value] : object.items()) {
      if (columns.try_emplace(key, keys.size()).second) keys.push_back(key);
    }
  }
  Json rows = Json::array();
  for (const Json& object : objects) {
    Json& row = rows.emplace_back(std::vector<Json>(keys.size()));
    for (const auto& [key, value] : object.items()) row[columns.at(key)] = value;
  }
  return {{"keys", std::move(keys)}, {"rows", std::move(rows)}};
}

/// The JSON document of a comparison reduced to the size of a page. Cases and methods of rows are given by
/// position.
class ComparisonPage {
 public:
  explicit ComparisonPage(const Comparison& comparison)
      : document_(detail::comparison_document(comparison)),
        place_(comparison.kind == ComparisonKind::graphs ? "graph" : "panel") {}

  Json fitted() {
    Json& cases = document_[place_ + "s"];
    Json& methods = document_["methods"];
    cut(cases, case_limit, place_ + "s");
    cut(methods, method_limit, "methods");
    const std::size_t rows_per_size = 1 + cases.size() * methods.size();
    fit_sizes(cases, std::max<std::size_t>(3, cell_limit / rows_per_size));
    for (const Json& method : methods) methods_.try_emplace(method["label"], methods_.size());
    Json& aggregates = document_["aggregates"];
    keep(aggregates["methods"]);
    Json& of_cases = aggregates[place_ + "s"];
    cut(of_cases, case_limit, "");
    for (Json& one : of_cases) {
      keep(one["methods"]);
      one = as_table(one["methods"]);
    }
    keep(aggregates["instances"]);
    keep(aggregates["cells"]);
    fit_traces(aggregates["cells"]);
    fit_runs(aggregates["cells"].size());
    for (Json* rows :
         {&aggregates["methods"], &aggregates["instances"], &aggregates["cells"], &document_["runs"]}) {
      *rows = as_table(*rows);
    }
    for (const char* key : {"summary", "meaning"}) {
      texts_[key] = shorten(document_[key].get<std::string>(), text_length);
    }
    detail::shorten_texts(document_, name_length);
    document_.update(texts_);
    document_["left_out"] = remarks_;
    return std::move(document_);
  }

 private:
  void cut(Json& list, std::size_t limit, const std::string& what) {
    if (list.size() <= limit) return;
    if (!what.empty()) {
      remarks_.push_back(fmt::format("The first {} of {} {} are shown.", limit, grouped(list.size()), what));
    }
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(limit), list.end());
  }

  void fit_sizes(Json& cases, std::size_t room) {
    bool thinned = false;
    for (Json& one : cases) {
      places_.try_emplace(one["name"], places_.size());
      Json& sizes = one["sizes"];
      thinned |= sizes.size() > room;
      sizes = detail::spread(sizes, room);
      std::set<std::uint32_t> kept(sizes.begin(), sizes.end());
      sizes_.push_back(std::move(kept));
    }
    if (!thinned) return;
    remarks_.push_back(fmt::format(
        "At most {} sizes of a {} are shown. Ranks, wins and means are over all sizes.", room, place_));
  }

  /// Keeps the rows with a case, size and method of the page, and replaces both names by positions.
  void keep(Json& rows) const {
    Json kept = Json::array();
    for (Json& row : rows) {
      if (row.contains("method")) {
        const auto method = methods_.find(row["method"].get_ref<const std::string&>());
        if (method == methods_.end()) continue;
        row["method"] = method->second;
      }
      if (row.contains(place_)) {
        const auto place = places_.find(row[place_].get_ref<const std::string&>());
        if (place == places_.end() || !sizes_[place->second].contains(row["s"])) continue;
        row[place_] = place->second;
      }
      kept.push_back(std::move(row));
    }
    rows = std::move(kept);
  }

  void fit_traces(Json& cells) {
    const std::size_t points = std::clamp<std::size_t>(point_limit / std::max<std::size_t>(1, cells.size()),
                                                       3, comparison_trace_limit);
    bool thinned = false;
    for (Json& cell : cells) {
      Json& trace = cell["trace"];
      if (trace.size() <= points) continue;
      thinned = true;
      trace = detail::spread(trace, points);
    }
    if (thinned) remarks_.push_back("Long curves are drawn through a part of their points.");
  }

  /// Keeps the runs of fewer starts if necessary, without sets and traces.
  void fit_runs(std::size_t cells) {
    Json& runs = document_["runs"];
    keep(runs);
    if (runs.size() > run_limit) {
      const std::size_t starts = std::max<std::size_t>(1, run_limit / std::max<std::size_t>(1, cells));
      runs.erase(
          std::remove_if(runs.begin(), runs.end(), [&](const Json& run) { return run["start"] > starts; }),
          runs.end());
      remarks_.push_back(
          fmt::format("Single runs are listed for {} of {} starts; --csv and --json write all.", starts,
                      grouped(document_["starts"].get<std::uint64_t>())));
    }
    for (Json& run : runs) {
      for (const char* key : {"bound", "bound_rule", "vertices", "support", "x", "trace"}) run.erase(key);
    }
  }

  Json document_;
  const std::string place_;  ///< "graph" or "panel"
  std::map<std::string, std::size_t> places_, methods_;
  std::vector<std::set<std::uint32_t>> sizes_;  ///< sizes shown, by case
  Json texts_ = Json::object();
  std::vector<std::string> remarks_;
};

}  // namespace

std::string render_html(const Comparison& comparison) {
  const Json document = ComparisonPage(comparison).fitted();
  const bool of_graphs = comparison.kind == ComparisonKind::graphs;
  const std::string title = !of_graphs ? "Least squares: " + shorten(comparison.experiment.title, 200)
                            : comparison.cases.size() == 1
                                ? shorten(comparison.cases[0].name, 200) + ": methods compared"
                                : "Methods compared";
  return detail::page_of(detail::comparison_shell(), escape_markup(title), detail::comparison_style(),
                         document, detail::comparison_script());
}

}  // namespace lode
