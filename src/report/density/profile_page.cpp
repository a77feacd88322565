#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/report/density_report.hpp>
#include <lode/report/format.hpp>

#include "report/density/profile.hpp"
#include "report/html/frame.hpp"

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
    fit_distributions();
    fit_sizes();
    fit_runs();
    fit_members();
    if (!remarks_.empty()) report_["left_out"] = remarks_;
    return std::move(report_);
  }

 private:
  void fit_texts() {
    detail::shorten_texts(report_["graph"]["name"], name_length);
    detail::shorten_texts(report_["graph"]["input"], 1000);
    Json& names = report_["members"]["vertices"];
    const Json whole = names;
    detail::shorten_texts(names, name_length);
    if (names != whole) {
      remarks_.push_back(
          fmt::format("Names of more than {} characters are cut here, in copies and CSV files, too; the JSON "
                      "report has them whole.",
                      name_length));
    }
    // The page finds names in the table of members.
    for (const char* sets : {"results", "largest_sets"}) {
      if (!report_.contains(sets)) continue;
      for (Json& set : report_[sets]) set.erase("vertices");
    }
  }

  /// Merges neighbouring values if there are many. The least value represents its group.
  void fit_distributions() {
    for (Json* bins : {&report_["degrees"], &report_["cores"]}) {
      const std::size_t group = (bins->size() + most_degrees - 1) / most_degrees;
      Json kept = Json::array();
      for (std::size_t i = 0; i < bins->size(); ++i) {
        if (i % group == 0) {
          kept.push_back((*bins)[i]);
        } else {
          Json& count = kept.back()["vertices"];
          count = count.get<std::uint64_t>() + (*bins)[i]["vertices"].get<std::uint64_t>();
        }
      }
      *bins = std::move(kept);
    }
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
      const Json sizes =
          detail::json_list(report_["results"], [](const Json& result) { return result["s"]; });
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

  /// Leaves out the members of the largest sets, and the drawings of the largest sets, until the rest fits.
  /// The table of members is ordered by size and is cut at its end.
  void fit_members() {
    Json& table = report_["members"];
    const std::size_t per_member = length(table) / std::max<std::size_t>(1, table["vertices"].size());
    Json& edges = report_["drawn_edges"];
    const Json all_edges = std::exchange(edges, {{"ends", Json::array()}});
    const Json& ends = all_edges["ends"];
    const std::size_t edge_limit = edge_room * (ends.size() / 2) / length(all_edges);
    std::vector<std::size_t> later_ends;  // of each edge
    for (std::size_t e = 0; 2 * e < ends.size(); ++e) {
      later_ends.push_back(std::max(ends[2 * e].get<std::size_t>(), ends[2 * e + 1].get<std::size_t>()));
    }
    std::vector<std::size_t> sorted_ends = later_ends;
    std::ranges::sort(sorted_ends);
    std::vector<Json*> results;
    for (Json& result : report_["results"]) results.push_back(&result);
    std::ranges::stable_sort(results, {}, [](const Json* result) { return (*result)["s"].get<Vertex>(); });

    std::size_t used = 0;
    std::size_t members_kept = 0;
    std::size_t members_drawn = 0;
    std::size_t without_members = 0;
    std::size_t without_drawing = 0;
    for (Json* result : results) {
      std::size_t end = 0;  // of the members in the table
      for (const Json& place : (*result)["members"]) end = std::max(end, place.get<std::size_t>() + 1);
      used += length(*result);
      if (used > set_room || per_member * end > member_room) {
        for (const char* list : {"members", "degrees_inside", "weights_inside"}) result->erase(list);
        (*result)["matrix"] = nullptr;
        (*result)["drawn"] = false;
        ++without_members;
        continue;
      }
      members_kept = std::max(members_kept, end);
      if ((*result)["drawn"] != true) continue;
      end = std::max(members_drawn, end);
      const auto inside = std::ranges::lower_bound(sorted_ends, end) - sorted_ends.begin();
      if (static_cast<std::size_t>(inside) <= edge_limit) {
        members_drawn = end;
      } else {
        (*result)["drawn"] = false;
        ++without_drawing;
      }
    }
    for (std::size_t e = 0; e < later_ends.size(); ++e) {
      if (later_ends[e] >= members_drawn) continue;
      for (const std::size_t end : {2 * e, 2 * e + 1}) edges["ends"].push_back(ends[end]);
      if (all_edges.contains("weights")) edges["weights"].push_back(all_edges["weights"][e]);
    }
    const auto cut = [&](Json& list) {
      if (list.size() > members_kept) {
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(members_kept), list.end());
      }
    };
    for (auto& [name, list] : table.items()) {
      if (name != "attributes") cut(list);
    }
    for (Json& attribute : table["attributes"]) cut(attribute["values"]);
    for (const auto& [what, sets] : {std::pair("members", without_members), {"drawings", without_drawing}}) {
      if (sets == 0) continue;
      remarks_.push_back(
          fmt::format("The {} of {} {} are left out.", what, grouped(sets), sets == 1 ? "set" : "sets"));
    }
  }

  Json report_;
  std::vector<std::string> remarks_;
};

}  // namespace

std::string render_html(const DensityReport& report) {
  return detail::page_of(detail::report_assets(), shorten(report.name, 200) + ": density report",
                         PageDocument(detail::density_document(report)).fitted());
}

}  // namespace lode
