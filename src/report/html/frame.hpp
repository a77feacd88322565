#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "core/json.hpp"
#include "report/svg/chart.hpp"
#include "report/tables/table.hpp"

namespace lode::detail {

/// What stands at the places of a shell (report/page/assets.hpp). `title` is markup.
struct PageParts {
  std::string_view title;
  std::string_view style;
  std::string_view document;  ///< markup, or a JSON document as script_data makes it
  std::string_view script;
};

/// A complete page that needs no other file. Its content policy forbids any request and any other script.
std::string page_of(std::string_view shell, const PageParts& parts);

/// A JSON document on one line that may stand inside of a <script> element: no "<" is in it.
std::string script_data(const Json& document);

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
