#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/report/density_report.hpp>
#include <lode/report/format.hpp>

#include "report/density/sentences.hpp"
#include "report/html/frame.hpp"
#include "report/page/assets.hpp"

namespace lode {
namespace {

using detail::Json;

// Limits that keep the page below 1.5 MB, in bytes of JSON. A run without its trace has up to 230 bytes, a
// point of a trace 60.
constexpr std::size_t run_limit = 1200;
constexpr std::size_t point_limit = 2500;     // of all traces together
constexpr std::size_t edge_room = 200'000;    // edges of drawn sets
constexpr std::size_t set_room = 400'000;     // results of all sizes
constexpr std::size_t member_room = 300'000;  // the table of all members
constexpr std::size_t most_sizes = 500;
constexpr std::size_t most_degrees = 2000;  // bins of a distribution
constexpr std::size_t name_length = 200;    // characters of one name

std::size_t length(const Json& json) { return detail::compact(json).size(); }

/// A report reduced to the size of a page, with unchanged values. Remarks in "left_out" describe the
/// omissions.
class PageDocument {
 public:
  explicit PageDocument(Json report) : report_(std::move(report)) {}

  Json fitted() {
    fit_texts();
    fit_distribution("degrees");
    fit_distribution("cores");
    fit_sizes();
    fit_runs();
    fit_members();
    fit_edges();
    if (!remarks_.empty()) report_["left_out"] = remarks_;
    return std::move(report_);
  }

 private:
  void fit_texts() {
    detail::shorten_texts(report_["graph"]["name"], name_length);
    detail::shorten_texts(report_["graph"]["input"], 1000);
    Json& names = report_["members"]["vertices"];
    Json shortened = names;
    detail::shorten_texts(shortened, name_length);
    if (shortened != names) {
      remarks_.push_back(
          fmt::format("Names of more than {} characters are cut here, in copies and CSV files, too; the JSON "
                      "report has them whole.",
                      name_length));
    }
    names = std::move(shortened);
    // The page finds names in the table of members.
    for (const char* sets : {"results", "largest_sets"}) {
      if (!report_.contains(sets)) continue;
      for (Json& set : report_[sets]) set.erase("vertices");
    }
  }

  /// Merges neighbouring values if there are many. The least value represents its group.
  void fit_distribution(const char* name) {
    Json& bins = report_[name];
    if (bins.size() <= most_degrees) return;
    const std::size_t group = (bins.size() + most_degrees - 1) / most_degrees;
    Json kept = Json::array();
    for (std::size_t i = 0; i < bins.size(); ++i) {
      if (i % group == 0) {
        kept.push_back(bins[i]);
      } else {
        kept.back()["vertices"] =
            kept.back()["vertices"].get<std::uint64_t>() + bins[i]["vertices"].get<std::uint64_t>();
      }
    }
    bins = std::move(kept);
  }

  void fit_sizes() {
    const std::size_t all = report_["results"].size();
    if (all <= most_sizes) return;
    report_["results"] = detail::spread(report_["results"], most_sizes);
    remarks_.push_back(fmt::format("{} of {} sizes are in the page.", most_sizes, grouped(all)));
  }

  /// Keeps all methods for some of the sizes, and a part of their traces, within the limits.
  void fit_runs() {
    Json& runs = report_["runs"];
    if (runs.size() > run_limit) {
      Json sizes = Json::array();
      for (const Json& result : report_["results"]) sizes.push_back(result["s"]);
      const Json kept =
          detail::spread(sizes, std::max<std::size_t>(1, sizes.size() * run_limit / runs.size()));
      const std::set<Vertex> wanted(kept.begin(), kept.end());
      Json kept_runs = Json::array();
      for (Json& run : runs) {
        if (wanted.contains(run["s"].get<Vertex>())) kept_runs.push_back(std::move(run));
      }
      runs = std::move(kept_runs);
      remarks_.push_back(fmt::format("The runs of the methods at {} of {} sizes are in the page.",
                                     wanted.size(), grouped(sizes.size())));
    }
    std::size_t points = 0;
    for (const Json& run : runs) points += run["trace"].size();
    if (points <= point_limit) return;
    for (Json& run : runs) {
      run["trace"] = detail::spread(run["trace"], std::max<std::size_t>(2, point_limit / runs.size()));
    }
    remarks_.push_back("Some moments of the runs are left out.");
  }

  /// The sizes by increasing s.
  std::vector<Json*> sorted_results() {
    std::vector<Json*> results;
    for (Json& result : report_["results"]) results.push_back(&result);
    std::ranges::stable_sort(results, {}, [](const Json* result) { return (*result)["s"].get<Vertex>(); });
    return results;
  }

  /// The end of the members of a set in the table of members.
  static std::size_t end_of(const Json& result) {
    std::size_t end = 0;
    for (const Json& place : result["members"]) end = std::max(end, place.get<std::size_t>() + 1);
    return end;
  }

  void tell_left_out(const char* what, std::size_t sets) {
    if (sets == 0) return;
    remarks_.push_back(
        fmt::format("The {} of {} {} are left out.", what, grouped(sets), sets == 1 ? "set" : "sets"));
  }

  /// Leaves out the members of the largest sets until the rest fits. The table of members is ordered by size
  /// and is cut at its end.
  void fit_members() {
    Json& table = report_["members"];
    const std::size_t per_member = length(table) / std::max<std::size_t>(1, table["vertices"].size());
    std::size_t used = 0;
    std::size_t kept = 0;
    std::size_t left_out = 0;
    for (Json* result : sorted_results()) {
      used += length(*result);
      if (used <= set_room && per_member * end_of(*result) <= member_room) {
        kept = std::max(kept, end_of(*result));
        continue;
      }
      for (const char* list : {"members", "degrees_inside", "weights_inside"}) result->erase(list);
      (*result)["matrix"] = nullptr;
      (*result)["drawn"] = false;
      ++left_out;
    }
    const auto cut = [&](Json& list) {
      if (list.size() > kept) list.erase(list.begin() + static_cast<std::ptrdiff_t>(kept), list.end());
    };
    for (auto& [name, list] : table.items()) {
      if (name != "attributes") cut(list);
    }
    for (Json& attribute : table["attributes"]) cut(attribute["values"]);
    tell_left_out("members", left_out);
  }

  /// Leaves out the drawings of the largest sets until the edges of the rest fit.
  void fit_edges() {
    Json& edges = report_["drawn_edges"];
    const Json all = std::exchange(edges, {{"ends", Json::array()}});
    const std::size_t count = all["ends"].size() / 2;
    const std::size_t room = edge_room * count / length(all);
    const auto later_end = [&](std::size_t e) {
      return std::max(all["ends"][2 * e].get<std::size_t>(), all["ends"][2 * e + 1].get<std::size_t>());
    };
    std::vector<std::size_t> ends;
    for (std::size_t e = 0; e < count; ++e) ends.push_back(later_end(e));
    std::ranges::sort(ends);
    std::size_t within = 0;
    std::size_t left_out = 0;
    for (Json* result : sorted_results()) {
      if ((*result)["drawn"] != true) continue;
      const std::size_t end = std::max(within, end_of(*result));
      const auto inside = static_cast<std::size_t>(std::ranges::lower_bound(ends, end) - ends.begin());
      if (inside <= room) {
        within = end;
      } else {
        (*result)["drawn"] = false;
        ++left_out;
      }
    }
    for (std::size_t e = 0; e < count; ++e) {
      if (later_end(e) >= within) continue;
      for (const std::size_t end : {2 * e, 2 * e + 1}) edges["ends"].push_back(all["ends"][end]);
      if (all.contains("weights")) edges["weights"].push_back(all["weights"][e]);
    }
    tell_left_out("drawings", left_out);
  }

  Json report_;
  std::vector<std::string> remarks_;
};

}  // namespace

std::string render_html(const DensityReport& report) {
  const Json document = PageDocument(detail::density_document(report)).fitted();
  const std::string title = escape_markup(shorten(report.name, 200)) + ": density report";
  return detail::page_of(detail::report_shell(), title, detail::report_style(), document,
                         detail::report_script());
}

}  // namespace lode
