#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/report/compare.hpp>
#include <lode/report/format.hpp>

#include "report/compare/view.hpp"
#include "report/density/sentences.hpp"
#include "report/html/frame.hpp"
#include "report/page/assets.hpp"
#include "study/compare/run_columns.hpp"
#include "study/compare/scores.hpp"

namespace lode {
namespace {

using detail::Columns;
using detail::ComparisonView;
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

/// Shortens all texts, at any depth.
void shorten_texts(Json& json, std::size_t most) {
  if (json.is_string()) json = shorten(json.get<std::string>(), most);
  if (!json.is_structured()) return;
  for (Json& inner : json) shorten_texts(inner, most);
}

/// A comparison reduced to the size of a page, with the values of its JSON document. Lists of objects are
/// written as {"keys": [...], "rows": [[...], ...]}, cases and methods by position, and values that the page
/// can compute from their row are omitted.
class ComparisonDocument {
 public:
  explicit ComparisonDocument(const Comparison& comparison) : all_(comparison), view_(comparison) {
    const auto first = [&](std::size_t limit, std::size_t count, const char* what) {
      if (count <= limit) return count;
      remarks_.push_back(fmt::format("The first {} of {} {} are shown.", limit, grouped(count), what));
      return limit;
    };
    sizes_.resize(first(case_limit, all_.cases.size(), view_.labels.places));
    first(method_limit, all_.methods.size(), "methods");
    std::size_t methods = 1;
    for (std::size_t place = 0; place < sizes_.size(); ++place) {
      methods += static_cast<std::size_t>(
          std::ranges::count_if(all_.cases[place].methods, [](std::size_t m) { return m < method_limit; }));
    }
    const std::size_t room = std::max<std::size_t>(3, cell_limit / methods);
    bool cut = false;
    for (std::size_t place = 0; place < sizes_.size(); ++place) {
      const auto& sizes = all_.cases[place].sizes;
      cut = cut || sizes.size() > room;
      for (const std::size_t i : detail::spread_indices(sizes.size(), room)) sizes_[place].insert(sizes[i]);
    }
    if (cut) {
      remarks_.push_back(
          fmt::format("At most {} sizes of a {} are shown. Ranks, wins and means are over all sizes.", room,
                      view_.labels.place));
    }
  }

  Json fitted() {
    const auto scores = detail::score_columns(view_);
    const std::vector<const ComparisonCell*> cells = kept(all_.cells);
    points_ = std::clamp<std::size_t>(point_limit / std::max<std::size_t>(1, cells.size()), 3,
                                      comparison_trace_limit);
    if (std::ranges::any_of(cells, [&](const auto* cell) { return cell->trace.size() > points_; })) {
      remarks_.push_back("Long curves are drawn through a part of their points.");
    }
    Json document = head();
    document["runs"] = run_rows(cells.size());
    Json& aggregates = document["aggregates"];
    aggregates["methods"] = rows(scores, kept(all_.scores));
    Json& of_cases = aggregates[view_.labels.places] = Json::array();
    for (std::size_t place = 0; place < std::min(sizes_.size(), all_.case_scores.size()); ++place) {
      of_cases.push_back(rows(scores, kept(all_.case_scores[place])));
    }
    aggregates["instances"] = rows(detail::instance_columns(view_), kept(all_.instances));
    aggregates["cells"] = rows(detail::cell_columns(view_), cells);
    document["seconds"] = detail::comparison_seconds(all_);
    document["left_out"] = remarks_;
    return document;
  }

 private:
  /// The rows with a case, size and method of the page.
  template <class Row>
  std::vector<const Row*> kept(const std::vector<Row>& rows) const {
    std::vector<const Row*> list;
    for (const Row& row : rows) {
      if constexpr (requires { row.method; }) {
        if (row.method >= method_limit) continue;
      }
      if constexpr (requires { row.place; }) {
        if (row.place >= sizes_.size() || !sizes_[row.place].contains(row.s)) continue;
      }
      list.push_back(&row);
    }
    return list;
  }

  template <class Row>
  Json rows(const Columns<Row>& columns, const std::vector<const Row*>& list,
            std::initializer_list<std::string_view> without = {}) const {
    std::vector<const detail::Column<Row>*> shown;
    Json keys = Json::array();
    for (const auto& column : columns) {
      if ((column.files & detail::in_json) == 0 || std::ranges::count(without, column.key) > 0) continue;
      shown.push_back(&column);
      keys.push_back(column.key);
    }
    Json values = Json::array();
    for (const Row* row : list) {
      Json line = Json::array();
      for (const auto* column : shown) line.push_back(value(*column, *row));
      values.push_back(std::move(line));
    }
    return {{"keys", std::move(keys)}, {"rows", std::move(values)}};
  }

  template <class Row>
  Json value(const detail::Column<Row>& column, const Row& row) const {
    if constexpr (requires { row.place; }) {
      if (column.key == view_.labels.place) return row.place;
    }
    if constexpr (requires { row.method; }) {
      if (column.key == "method") return row.method;
    }
    if constexpr (std::is_same_v<Row, ComparisonCell>) {
      if (column.key == "trace") {
        ComparisonCell thinned = row;
        thinned.trace = thinned_trace(row.trace, points_);
        return column.value(thinned);
      }
    }
    Json json = column.value(row);
    if (json.is_discarded()) return nullptr;
    shorten_texts(json, name_length);
    return json;
  }

  /// The fields before the runs.
  Json head() const {
    Json head = detail::comparison_head(view_);
    const auto cut = [](Json& list, std::size_t most) {
      if (list.size() > most) list.erase(list.begin() + static_cast<std::ptrdiff_t>(most), list.end());
    };
    cut(head[view_.labels.places], case_limit);
    cut(head["methods"], method_limit);
    for (std::size_t place = 0; place < sizes_.size(); ++place) {
      head[view_.labels.places][place]["sizes"] = sizes_[place];
    }
    const Json words = {{"summary", shorten(head["summary"].get<std::string>(), text_length)},
                        {"meaning", shorten(head["meaning"].get<std::string>(), text_length)}};
    if (!view_.of_graphs()) {
      head["figures"] = detail::json_list(all_.experiment.figures, [&](const LeastSquaresFigure& figure) {
        std::vector<std::size_t> panels = figure.panels;
        std::erase_if(panels, [&](std::size_t place) { return place >= sizes_.size(); });
        return Json{{"title", figure.title}, {"panels", panels}};
      });
    }
    shorten_texts(head, name_length);
    head.update(words);
    return head;
  }

  /// The runs, of fewer starts if necessary.
  Json run_rows(std::size_t cells) {
    std::vector<const ComparisonRun*> runs = kept(all_.runs);
    if (runs.size() > run_limit) {
      const std::size_t starts = std::max<std::size_t>(1, run_limit / std::max<std::size_t>(1, cells));
      std::erase_if(runs,
                    [&](const ComparisonRun* run) { return static_cast<std::size_t>(run->start) > starts; });
      remarks_.push_back(
          fmt::format("Single runs are listed for {} of {} starts; --csv and --json write all.", starts,
                      grouped(static_cast<std::uint64_t>(all_.starts))));
    }
    return rows(detail::run_columns(all_), runs,
                {"preset", "label", "edge_density", "average_degree", "upper_bound", "bound", "vertices",
                 "support", "x", "trace"});
  }

  const Comparison& all_;
  const ComparisonView view_;
  std::vector<std::set<std::uint32_t>> sizes_;  ///< sizes shown, by case
  std::size_t points_ = 0;                      ///< most points of a trace
  std::vector<std::string> remarks_;
};

}  // namespace

std::string render_html(const Comparison& comparison) {
  const Json document = ComparisonDocument(comparison).fitted();
  const bool of_graphs = comparison.kind == ComparisonKind::graphs;
  const std::string title = !of_graphs ? "Least squares: " + shorten(comparison.experiment.title, 200)
                            : comparison.cases.size() == 1
                                ? shorten(comparison.cases[0].name, 200) + ": methods compared"
                                : "Methods compared";
  return detail::page_of(detail::comparison_shell(), escape_markup(title), detail::comparison_style(),
                         document, detail::comparison_script());
}

}  // namespace lode
