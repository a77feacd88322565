#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "report/svg/chart.hpp"
#include "report/tables/table.hpp"

namespace lode::detail {

/// What a page has besides the common style.
struct PageExtras {
  std::string style = {};        ///< CSS, after the common one
  std::string_view script = {};  ///< run once the page is read; without "</"
};

/// A complete self-contained HTML page around `body`: no script but that of `extras`, and a content policy
/// that forbids any request and any other script. `title` is escaped, `body` is markup. The style holds
/// chart_style() and:
///   .eyebrow .lead .note  small heading, summary, remark
///   dl.facts              names and values in a grid
///   .wide .narrow         shown only on wide or narrow screens (print counts as wide)
///   .pair .panels         figures side by side; small multiples
///   .scroll table         a table that scrolls sideways when it must
///   .swatch               a style of chart, in a legend
///   details .names        folded lists of vertex names
std::string html_page(std::string_view title, std::string_view body, const PageExtras& extras = {});

/// How a row of a table begins: its tag, attributes and first cell, as markup.
using RowHead = std::function<std::string(std::size_t row)>;

/// A table of the class `style`, which scrolls sideways when it must. The first cell of a row is that of
/// `head`; the others are escaped, numbers get commas between thousands, and a star behind a value makes it
/// bold.
std::string table_html(const Table& table, std::string_view style, const RowHead& head);

/// A figure below its caption, which is markup; empty: none.
std::string figure_html(const Chart& chart, const std::string& caption);
/// The same as wide as the page; drawn once for wide screens and once, without hover texts, for narrow ones.
std::string large_figure(Chart chart, const std::string& caption);

/// `text` escaped for a page, with the micro sign.
std::string markup(std::string text);

}  // namespace lode::detail
