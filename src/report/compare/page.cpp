#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
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
using detail::compact;
using detail::ComparisonView;
using detail::Json;

// What keeps the page below 2 MB whatever the comparison holds; rooms are bytes of JSON.
constexpr std::size_t case_limit = 32;
constexpr std::size_t method_limit = 32;
constexpr std::size_t cell_room = 500'000;  // without traces
constexpr std::size_t run_room = 450'000;
constexpr std::size_t trace_room = 350'000;
constexpr std::size_t point_bytes = 34;    // of a trace, about
constexpr std::size_t curve_limit = 1000;  // traces
constexpr std::size_t name_length = 200;   // characters of one name
constexpr std::size_t text_length = 4000;  // of a paragraph

/// Cuts every text, however deep.
void shorten_texts(Json& json, std::size_t most) {
  if (json.is_string()) json = shorten(json.get<std::string>(), most);
  if (!json.is_structured()) return;
  for (Json& inner : json) shorten_texts(inner, most);
}

/// A comparison cut to what a page has room for. What stays are the values of the JSON document. Three things
/// are written shorter: {"keys": [...], "rows": [[...], ...]} stands for a list of objects, the position of a
/// case or a method for its name, and nothing for what the page computes from other values of the row.
class ComparisonDocument {
 public:
  explicit ComparisonDocument(const Comparison& comparison) : all_(comparison), view_(comparison) {
    choose_sizes();
  }

  Json fitted() {
    const auto scores = detail::score_columns(view_);
    Json document = head();
    Json cells = cell_rows();
    document["runs"] = run_rows();
    Json& aggregates = document["aggregates"];
    aggregates["methods"] = rows(scores, kept(all_.scores));
    aggregates[view_.labels.places] = Json::array();
    for (std::size_t place = 0; place < std::min(cases_, all_.case_scores.size()); ++place) {
      aggregates[view_.labels.places].push_back(rows(scores, kept(all_.case_scores[place])));
    }
    aggregates["instances"] = rows(detail::instance_columns(view_), kept(all_.instances));
    aggregates["cells"] = std::move(cells);
    document["seconds"] = detail::comparison_seconds(all_);
    document["left_out"] = remarks_;
    return document;
  }

 private:
  /// Whether the page has a row of its case, size and method.
  template <class Row>
  bool is_kept(const Row& row) const {
    if constexpr (requires { row.method; }) {
      if (row.method >= method_limit) return false;
    }
    if constexpr (requires { row.place; }) {
      if (row.place >= cases_ || !sizes_[row.place].contains(row.s)) return false;
    }
    return true;
  }

  template <class Row>
  std::vector<const Row*> kept(const std::vector<Row>& rows) const {
    std::vector<const Row*> list;
    for (const Row& row : rows) {
      if (is_kept(row)) list.push_back(&row);
    }
    return list;
  }

  template <class Row>
  Json rows(const Columns<Row>& columns, const std::vector<const Row*>& list,
            std::initializer_list<std::string_view> without = {}) const {
    Json keys = Json::array();
    Json values = Json::array();
    const auto shown = [&](const detail::Column<Row>& column) {
      return (column.files & detail::in_json) != 0 &&
             std::find(without.begin(), without.end(), column.key) == without.end();
    };
    for (const auto& column : columns) {
      if (shown(column)) keys.push_back(column.key);
    }
    for (const Row* row : list) {
      Json line = Json::array();
      for (const auto& column : columns) {
        if (shown(column)) line.push_back(value(column, *row));
      }
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
    Json json = column.value(row);
    if (json.is_discarded()) return nullptr;
    shorten_texts(json, name_length);
    return json;
  }

  std::size_t methods_of_cases() const {
    std::size_t count = 0;
    for (std::size_t place = 0; place < cases_; ++place) {
      const auto& methods = all_.cases[place].methods;
      count += static_cast<std::size_t>(
          std::count_if(methods.begin(), methods.end(), [](std::size_t m) { return m < method_limit; }));
    }
    return std::max<std::size_t>(1, count);
  }

  /// Bytes of a row, on average over some of them.
  template <class Row>
  std::size_t row_bytes(const Columns<Row>& columns, const std::vector<Row>& list,
                        std::initializer_list<std::string_view> without) const {
    constexpr std::size_t sample = 500;
    std::vector<const Row*> some;
    for (const std::size_t i : detail::spread_indices(list.size(), sample)) some.push_back(&list[i]);
    return compact(rows(columns, some, without)["rows"]).size() / std::max<std::size_t>(1, some.size()) + 1;
  }

  void choose_sizes() {
    cases_ = std::min(case_limit, all_.cases.size());
    sizes_.resize(cases_);
    const auto first = [&](std::size_t limit, std::size_t count, const char* what) {
      if (count > limit) {
        remarks_.push_back(fmt::format("The first {} of {} {} are shown.", limit, grouped(count), what));
      }
    };
    first(case_limit, all_.cases.size(), view_.labels.places);
    first(method_limit, all_.methods.size(), "methods");
    const std::size_t bytes = row_bytes(detail::cell_columns(view_), all_.cells, {"trace"});
    const std::size_t room = std::max<std::size_t>(3, cell_room / bytes / methods_of_cases());
    bool cut = false;
    for (std::size_t place = 0; place < cases_; ++place) {
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

  /// What stands above the runs.
  Json head() const {
    Json head = detail::comparison_head(view_);
    const auto cut = [](Json& list, std::size_t most) {
      if (list.size() > most) list.erase(list.begin() + static_cast<std::ptrdiff_t>(most), list.end());
    };
    cut(head[view_.labels.places], case_limit);
    cut(head["methods"], method_limit);
    for (std::size_t place = 0; place < cases_; ++place) {
      head[view_.labels.places][place]["sizes"] = sizes_[place];
    }
    const Json words = {{"summary", shorten(head["summary"].get<std::string>(), text_length)},
                        {"meaning", shorten(head["meaning"].get<std::string>(), text_length)}};
    if (!view_.of_graphs()) {
      head["figures"] = detail::json_list(all_.experiment.figures, [&](const LeastSquaresFigure& figure) {
        std::vector<std::size_t> panels = figure.panels;
        std::erase_if(panels, [&](std::size_t place) { return place >= cases_; });
        return Json{{"title", figure.title}, {"panels", panels}};
      });
    }
    shorten_texts(head, name_length);
    head.update(words);
    return head;
  }

  /// The cells; the sizes spread over all that are there keep their traces, thinned to the room.
  Json cell_rows() {
    const std::vector<const ComparisonCell*> cells = kept(all_.cells);
    std::set<std::uint32_t> all_sizes;
    for (const ComparisonCell* cell : cells) all_sizes.insert(cell->s);
    const std::vector<std::uint32_t> sizes(all_sizes.begin(), all_sizes.end());
    std::set<std::uint32_t> drawn;
    const std::size_t room = std::max<std::size_t>(1, curve_limit / methods_of_cases());
    for (const std::size_t i : detail::spread_indices(sizes.size(), room)) drawn.insert(sizes[i]);
    const auto curves = static_cast<std::size_t>(std::count_if(
        cells.begin(), cells.end(), [&](const ComparisonCell* cell) { return drawn.contains(cell->s); }));
    const std::size_t points = std::clamp<std::size_t>(
        trace_room / point_bytes / std::max<std::size_t>(1, curves), 5, comparison_trace_limit);
    bool thinned = false;
    std::vector<ComparisonCell> part;
    for (const ComparisonCell* cell : cells) {
      ComparisonCell& copy = part.emplace_back(*cell);
      copy.trace = drawn.contains(cell->s) ? thinned_trace(cell->trace, points) : Trace{};
      thinned = thinned || (drawn.contains(cell->s) && copy.trace.size() < cell->trace.size());
    }
    if (drawn.size() < sizes.size()) {
      remarks_.push_back(
          fmt::format("Objective against time is drawn for {} of {} sizes.", drawn.size(), sizes.size()));
    }
    if (thinned) remarks_.push_back("Long curves are drawn through a part of their points.");
    return rows(detail::cell_columns(view_), kept(part));
  }

  /// The runs of as many starts as there is room for.
  Json run_rows() {
    const std::initializer_list<std::string_view> without = {
        "preset",  "label", "edge_density", "average_degree", "upper_bound", "bound", "vertices",
        "support", "x",     "trace"};
    const auto columns = detail::run_columns(all_);
    std::vector<const ComparisonRun*> runs = kept(all_.runs);
    const std::size_t room = run_room / row_bytes(columns, all_.runs, without);
    if (runs.size() > room) {
      const std::size_t starts =
          std::max<std::size_t>(1, room / std::max<std::size_t>(1, kept(all_.cells).size()));
      std::erase_if(runs,
                    [&](const ComparisonRun* run) { return static_cast<std::size_t>(run->start) > starts; });
      remarks_.push_back(
          fmt::format("Single runs are listed for {} of {} starts; --csv and --json write all.", starts,
                      grouped(static_cast<std::uint64_t>(all_.starts))));
    }
    return rows(columns, runs, without);
  }

  const Comparison& all_;
  const ComparisonView view_;
  std::size_t cases_ = 0;
  std::vector<std::set<std::uint32_t>> sizes_;  ///< of each case
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
  return detail::page_of(detail::comparison_shell(),
                         {escape_markup(title), detail::comparison_style(), detail::script_data(document),
                          detail::comparison_script()});
}

}  // namespace lode
