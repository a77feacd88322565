#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/report/density_report.hpp>
#include <lode/report/format.hpp>

#include "report/density/document.hpp"
#include "report/html/frame.hpp"
#include "report/page/assets.hpp"

namespace lode {
namespace {

using detail::Json;

// What keeps the page below 1.5 MB whatever the report holds, in bytes of JSON.
constexpr std::size_t run_room = 350'000;
constexpr std::size_t trace_room = 150'000;
constexpr std::size_t edge_room = 250'000;    // of the sets that are drawn
constexpr std::size_t set_room = 350'000;     // members, places and matrices, over all sizes
constexpr std::size_t member_room = 350'000;  // the table of all members
constexpr std::size_t most_sizes = 500;
constexpr std::size_t most_degrees = 2000;  // of a distribution
constexpr std::size_t name_length = 200;    // characters of one name

std::size_t length(const Json& json) { return detail::compact(json).size(); }

/// Every `limit`-th element or so.
Json spread(const Json& list, std::size_t limit) {
  Json kept = Json::array();
  for (const std::size_t i : detail::spread_indices(list.size(), limit)) kept.push_back(list[i]);
  return kept;
}

/// A report cut to what a page has room for. What stays are the values of the report. The remarks in
/// "left_out" say what does not.
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
  static constexpr const char* set_lists[] = {"members", "degrees_inside", "weights_inside"};

  void fit_texts() {
    const auto cut = [](Json& text, std::size_t most) {
      if (text.is_string()) text = shorten(text.get<std::string>(), most);
    };
    cut(report_["graph"]["name"], name_length);
    cut(report_["graph"]["input"], 1000);
    bool cut_one = false;
    for (Json& name : report_["members"]["vertices"]) {
      cut_one |= name.is_string() && character_count(name.get_ref<const std::string&>()) > name_length;
      cut(name, name_length);
    }
    if (cut_one) {
      remarks_.push_back(
          fmt::format("Names of more than {} characters are cut here, in copies and CSV files, too; the JSON "
                      "report has them whole.",
                      name_length));
    }
    // The page looks names up in the table of members.
    for (Json& result : report_["results"]) result.erase("vertices");
    if (report_.contains("largest_sets")) {
      for (Json& set : report_["largest_sets"]) set.erase("vertices");
    }
  }

  /// Puts neighbouring values together where there are many; the least value stands for them.
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
    report_["results"] = spread(report_["results"], most_sizes);
    remarks_.push_back(fmt::format("{} of {} sizes are in the page.", most_sizes, grouped(all)));
  }

  void fit_runs() {
    Json& runs = report_["runs"];
    std::size_t points = 0;
    std::size_t bytes = 0;
    for (Json& run : runs) {
      points += run["trace"].size();
      const Json trace = std::exchange(run["trace"], Json::array());
      bytes += length(run) + 1;
      run["trace"] = trace;
    }
    if (bytes > run_room) {
      // All methods of as many sizes as there is room for.
      Json sizes = Json::array();
      for (const Json& result : report_["results"]) sizes.push_back(result["s"]);
      const std::size_t kept_sizes = std::max<std::size_t>(1, sizes.size() * run_room / bytes);
      const Json kept = spread(sizes, kept_sizes);
      const std::set<Vertex> wanted(kept.begin(), kept.end());
      Json kept_runs = Json::array();
      for (Json& run : runs) {
        if (wanted.contains(run["s"].get<Vertex>())) kept_runs.push_back(std::move(run));
      }
      runs = std::move(kept_runs);
      points = 0;
      for (const Json& run : runs) points += run["trace"].size();
      remarks_.push_back(fmt::format("The runs of the methods at {} of {} sizes are in the page.",
                                     wanted.size(), grouped(sizes.size())));
    }
    constexpr std::size_t point_bytes = 60;
    if (points * point_bytes <= trace_room) return;
    const std::size_t each = std::max<std::size_t>(2, trace_room / point_bytes / runs.size());
    for (Json& run : runs) run["trace"] = spread(run["trace"], each);
    remarks_.push_back("Some moments of the runs are left out.");
  }

  /// The sizes by increasing s.
  std::vector<Json*> sorted_results() {
    std::vector<Json*> results;
    for (Json& result : report_["results"]) results.push_back(&result);
    std::stable_sort(results.begin(), results.end(), [](const Json* a, const Json* b) {
      return (*a)["s"].get<Vertex>() < (*b)["s"].get<Vertex>();
    });
    return results;
  }

  /// Bytes of one line of the table of members, on average.
  double bytes_per_member() {
    const Json& table = report_["members"];
    const std::size_t count = table["vertices"].size();
    return count == 0 ? 0.0 : static_cast<double>(length(table)) / static_cast<double>(count);
  }

  /// Leaves out the members of the largest sets until there is room. The table of members is in the order of
  /// the sizes, so its end goes with them.
  void fit_members() {
    const double per_member = bytes_per_member();
    std::size_t used = 0;
    std::size_t kept_members = 0;
    std::size_t left_out = 0;
    for (Json* result : sorted_results()) {
      std::size_t need = length((*result)["matrix"]);
      std::size_t most = 0;
      for (const char* list : set_lists) {
        if (result->contains(list)) need += length((*result)[list]);
      }
      for (const Json& place : (*result)["members"]) most = std::max(most, place.get<std::size_t>() + 1);
      const bool fits = used + need <= set_room && per_member * static_cast<double>(most) <= member_room;
      if (fits) {
        used += need;
        kept_members = std::max(kept_members, most);
      } else {
        for (const char* list : set_lists) result->erase(list);
        (*result)["matrix"] = nullptr;
        (*result)["drawn"] = false;
        ++left_out;
      }
    }
    for (auto& [name, list] : report_["members"].items()) {
      if (name != "attributes") cut_table(list, kept_members);
    }
    for (Json& attribute : report_["members"]["attributes"]) cut_table(attribute["values"], kept_members);
    if (left_out > 0) {
      remarks_.push_back(fmt::format("The members of {} {} are left out.", grouped(left_out),
                                     left_out == 1 ? "set" : "sets"));
    }
  }

  static void cut_table(Json& list, std::size_t count) {
    if (list.size() > count) list.erase(list.begin() + static_cast<std::ptrdiff_t>(count), list.end());
  }

  /// Leaves out the drawings of the largest sets until there is room for the edges of the others.
  void fit_edges() {
    Json& ends = report_["drawn_edges"]["ends"];
    std::vector<Json*> drawn;
    for (Json* result : sorted_results()) {
      if ((*result)["drawn"] == true) drawn.push_back(result);
    }
    const double per_end =
        ends.empty() ? 0.0
                     : static_cast<double>(length(report_["drawn_edges"])) / static_cast<double>(ends.size());
    std::size_t left_out = 0;
    std::size_t within = report_["members"]["vertices"].size();
    while (true) {
      std::size_t count = 0;
      for (std::size_t e = 0; e + 1 < ends.size(); e += 2) {
        if (std::max(ends[e].get<std::size_t>(), ends[e + 1].get<std::size_t>()) < within) count += 2;
      }
      if (per_end * static_cast<double>(count) <= edge_room || drawn.empty()) break;
      (*drawn.back())["drawn"] = false;
      drawn.pop_back();
      ++left_out;
      within = 0;
      for (const Json* result : drawn) {
        for (const Json& place : (*result)["members"])
          within = std::max(within, place.get<std::size_t>() + 1);
      }
    }
    Json kept = Json::array();
    Json kept_weights = Json::array();
    const bool weighted = report_["drawn_edges"].contains("weights");
    for (std::size_t e = 0; e + 1 < ends.size(); e += 2) {
      if (std::max(ends[e].get<std::size_t>(), ends[e + 1].get<std::size_t>()) >= within) continue;
      kept.push_back(ends[e]);
      kept.push_back(ends[e + 1]);
      if (weighted) kept_weights.push_back(report_["drawn_edges"]["weights"][e / 2]);
    }
    ends = std::move(kept);
    if (weighted) report_["drawn_edges"]["weights"] = std::move(kept_weights);
    if (left_out > 0) {
      remarks_.push_back(fmt::format("The drawings of {} {} are left out.", grouped(left_out),
                                     left_out == 1 ? "set" : "sets"));
    }
  }

  Json report_;
  std::vector<std::string> remarks_;
};

}  // namespace

std::string render_html(const DensityReport& report) {
  const Json document = PageDocument(detail::density_document(report)).fitted();
  const std::string title = escape_markup(shorten(report.name, 200)) + ": density report";
  return detail::page_of(detail::report_shell(), {title, detail::report_style(),
                                                  detail::script_data(document), detail::report_script()});
}

}  // namespace lode
