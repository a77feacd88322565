#include <algorithm>
#include <cstdint>
#include <numeric>
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

// Limits that keep the page below 1.5 MB, in bytes of JSON.
constexpr std::size_t edge_room = 200'000;    // edges of drawn sets
constexpr std::size_t set_room = 400'000;     // results of all sizes
constexpr std::size_t member_room = 300'000;  // the table of all members
constexpr std::size_t most_sizes = 500;
constexpr std::size_t most_degrees = 2000;  // bins of a distribution
constexpr std::size_t name_length = 200;    // characters of one name

using Remarks = std::vector<std::string>;

std::size_t length(const Json& json) { return detail::compact(json).size(); }

void fit_texts(Json& report, Remarks& remarks) {
  detail::shorten_texts(report["graph"]["name"], name_length);
  detail::shorten_texts(report["graph"]["input"], 1000);
  Json& names = report["members"]["vertices"];
  const Json whole = names;
  detail::shorten_texts(names, name_length);
  if (names != whole) {
    remarks.push_back(
        fmt::format("Names of more than {} characters are cut here, in copies and CSV files, too; the JSON "
                    "report has them whole.",
                    name_length));
  }
  // The page finds names in the table of members.
  for (Json& set : report["results"]) {
    for (const char* list : {"vertices", "trace"}) set.erase(list);
  }
}

/// Merges neighbouring values of a distribution with many values. The least value represents its group.
Json merged(const Json& bins) {
  const std::size_t group = (bins.size() + most_degrees - 1) / most_degrees;
  Json kept = Json::array();
  for (std::size_t i = 0; i < bins.size(); ++i) {
    if (i % group == 0) kept.push_back(bins[i]);
    if (i % group == 0) continue;
    Json& count = kept.back()["vertices"];
    count = count.get<std::uint64_t>() + bins[i]["vertices"].get<std::uint64_t>();
  }
  return kept;
}

/// Leaves out the members of the largest sets, and the drawings of the largest sets, until the rest fits. The
/// table of members is ordered by size and is cut at its end.
void fit_members(Json& report, Remarks& remarks) {
  Json& table = report["members"];
  const std::size_t members = table["vertices"].size();
  const std::size_t per_member = length(table) / std::max<std::size_t>(1, members);
  const Json edges = std::exchange(report["drawn_edges"], {{"ends", Json::array()}});
  const auto ends = edges["ends"].get<std::vector<std::size_t>>();
  const std::size_t edge_limit = edge_room * (ends.size() / 2) / length(edges);
  std::vector<std::size_t> edges_below(members + 1, 0);  // edges between the first members, by their number
  for (std::size_t e = 0; e < ends.size(); e += 2) ++edges_below[std::max(ends[e], ends[e + 1]) + 1];
  std::partial_sum(edges_below.begin(), edges_below.end(), edges_below.begin());
  std::vector<Json*> results;
  for (Json& result : report["results"]) results.push_back(&result);
  std::ranges::stable_sort(results, {}, [](const Json* result) { return (*result)["s"].get<Vertex>(); });

  std::size_t used = 0;
  std::size_t kept = 0;   // members in the table
  std::size_t drawn = 0;  // members in drawings
  for (Json* result : results) {
    std::size_t end = kept;
    for (const Json& place : (*result)["members"]) end = std::max(end, place.get<std::size_t>() + 1);
    used += length(*result);
    const bool fits = used <= set_room && per_member * end <= member_room;
    if (fits) kept = end;
    Json& is_drawn = (*result)["drawn"];
    is_drawn = is_drawn == true && fits && edges_below[end] <= edge_limit;
    if (is_drawn == true) drawn = end;
    for (const char* list : {"members", "degrees_inside", "weights_inside"}) {
      if (!fits) result->erase(list);
    }
  }
  for (std::size_t e = 0; e < ends.size(); e += 2) {
    if (std::max(ends[e], ends[e + 1]) >= drawn) continue;
    for (const std::size_t end : {ends[e], ends[e + 1]}) report["drawn_edges"]["ends"].push_back(end);
    if (edges.contains("weights")) report["drawn_edges"]["weights"].push_back(edges["weights"][e / 2]);
  }
  const auto cut = [&](Json& list) {
    auto& elements = list.get_ref<Json::array_t&>();
    elements.resize(std::min(elements.size(), kept));
  };
  for (auto& [name, list] : table.items()) {
    if (name != "attributes") cut(list);
  }
  for (Json& attribute : table["attributes"]) cut(attribute["values"]);
  if (kept < members) remarks.push_back("The members of the largest sets are left out.");
}

/// A report reduced to the size of a page, with unchanged values. Remarks in "left_out" describe the
/// omissions.
Json fitted(Json report) {
  Remarks remarks;
  fit_texts(report, remarks);
  for (const char* bins : {"degrees", "cores"}) report[bins] = merged(report[bins]);
  const std::size_t sizes = report["results"].size();
  report["results"] = detail::spread(report["results"], most_sizes);
  if (sizes > most_sizes) {
    remarks.push_back(fmt::format("{} of {} sizes are in the page.", most_sizes, grouped(sizes)));
  }
  fit_members(report, remarks);
  if (!remarks.empty()) report["left_out"] = std::move(remarks);
  return report;
}

}  // namespace

std::string render_html(const DensityReport& report) {
  return detail::page_of(detail::report_assets(), shorten(report.name, 200) + ": density report",
                         fitted(detail::density_document(report)));
}

}  // namespace lode
