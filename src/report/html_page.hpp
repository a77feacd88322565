#pragma once

#include <string>
#include <string_view>

namespace lode::detail {

/// A complete self-contained HTML page around `body`: no script, and a content policy that forbids any
/// request. `title` is escaped, `body` is markup. The style holds chart_style() and:
///   .eyebrow .lead .note  small heading, summary, remark
///   dl.facts              names and values in a grid
///   .wide .narrow         shown only on wide or narrow screens (print counts as wide)
///   .pair .panels         figures side by side; small multiples
///   .scroll table         a table that scrolls sideways when it must
///   .badge .gap           proven mark; a value with a bar of length --share
///   details .names        folded lists of vertex names
std::string html_page(std::string_view title, std::string_view body);

}  // namespace lode::detail
