#include <functional>
#include <set>

#include <lode/report/compare.hpp>
#include <lode/report/format.hpp>

#include "report/compare/document.hpp"
#include "report/html/frame.hpp"

namespace lode {
namespace {

using detail::Json;

// Limits that keep the page below 2 MB for up to 5000 pairs of a case and a method. A cell without its trace
// has up to 170 bytes, a point of a trace 34.
constexpr std::size_t cell_limit = 5000;
constexpr std::size_t point_limit = 10'000;  // of all traces together
constexpr std::size_t name_length = 200;     // characters of one name
constexpr std::size_t text_length = 4000;    // characters of a paragraph

/// The JSON document of a comparison without its runs, reduced to the size of a page. A table is {"keys":
/// [...], "rows": [[...], ...]}, where cases and methods are given by position; values that a row lacks are
/// null.
Json page_document(const Comparison& all) {
  std::vector<std::string> remarks;
  const std::string place = detail::place_key(all);
  const std::size_t pairs = std::max<std::size_t>(1, all.cases.size() * all.methods.size());
  const std::size_t sizes_shown = std::max<std::size_t>(1, cell_limit / pairs);
  std::vector<Json> sizes;
  std::vector<std::set<std::uint32_t>> is_size;
  bool thinned = false;
  for (const ComparisonCase& one : all.cases) {
    sizes.push_back(detail::spread(one.sizes, sizes_shown));
    is_size.emplace_back(sizes.back().begin(), sizes.back().end());
    thinned |= one.sizes.size() > sizes_shown;
  }
  if (thinned) {
    remarks.push_back(fmt::format(
        "At most {} sizes of a {} are shown. Ranks, wins and means are over all sizes.", sizes_shown, place));
  }

  const auto shown = [&](const auto& row) {
    if constexpr (requires { row.place; }) return is_size[row.place].contains(row.s);
    return true;
  };
  const auto cells = static_cast<std::size_t>(std::ranges::count_if(all.cells, shown));
  const std::size_t points =
      std::clamp<std::size_t>(point_limit / std::max<std::size_t>(1, cells), 3, comparison_trace_limit);
  bool traces_thinned = false;
  const auto table = [&]<class Row>(const detail::Columns<Row>& columns, const std::vector<Row>& rows) {
    Json keys = Json::array();
    std::vector<std::function<Json(const Row&)>> values;
    for (const auto& column : columns) {
      keys.push_back(column.key);
      values.push_back(column.value);
      if constexpr (requires(Row row) { row.method; }) {
        if (column.key == "method") values.back() = [](const Row& row) { return Json(row.method); };
      }
      if constexpr (requires(Row row) { row.place; }) {
        if (column.key == place) values.back() = [](const Row& row) { return Json(row.place); };
      }
    }
    Json list = Json::array();
    for (const Row& row : rows) {
      if (!shown(row)) continue;
      Json& cells_of_row = list.emplace_back(Json::array());
      for (const auto& value_of : values) {
        Json value = value_of(row);
        traces_thinned |= value.is_array() && value.size() > points;
        if (value.is_array()) value = detail::spread(value, points);
        cells_of_row.push_back(value.is_discarded() ? Json(nullptr) : std::move(value));
      }
    }
    return Json{{"keys", std::move(keys)}, {"rows", std::move(list)}};
  };
  Json document = detail::comparison_document(all, table);
  if (traces_thinned) remarks.push_back("Long curves are drawn through a part of their points.");

  document["aggregates"].erase(place + "s");
  for (std::size_t i = 0; i < sizes.size(); ++i) document[place + "s"][i]["sizes"] = sizes[i];
  for (auto& [key, value] : document.items()) {
    detail::shorten_texts(value, key == "summary" || key == "meaning" ? text_length : name_length);
  }
  document["left_out"] = remarks;
  return document;
}

}  // namespace

std::string render_html(const Comparison& comparison) {
  const std::string title =
      !detail::of_graphs(comparison) ? "Least squares: " + shorten(comparison.experiment.title, 200)
      : comparison.cases.size() == 1 ? shorten(comparison.cases[0].name, 200) + ": methods compared"
                                     : "Methods compared";
  return detail::page_of(detail::comparison_assets(), title, page_document(comparison));
}

}  // namespace lode
