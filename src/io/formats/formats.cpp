#include "io/formats/formats.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>

#include "io/text/fields.hpp"
#include "io/text/line_reader.hpp"

namespace lode::detail {

extern const Format lode_format, matrix_market_format, npy_format, matrix_csv_format, dimacs_format,
    shortest_paths_format, gml_format, webgraph_format, metis_format, graphml_format, node_link_format,
    sif_format, graphviz_format, edge_list_format;

std::span<const Format* const> formats() {
  static constexpr const Format* all[] = {
      &lode_format,           &matrix_market_format, &npy_format,      &matrix_csv_format, &dimacs_format,
      &shortest_paths_format, &gml_format,           &webgraph_format, &metis_format,      &graphml_format,
      &node_link_format,      &sif_format,           &graphviz_format, &edge_list_format};
  return all;
}

namespace {

/// The format of a text by its beginning.
const Format* recognised(std::string_view head) {
  for (const Format* format : formats()) {
    if (format->recognise && format->recognise(head)) return format;
  }
  return nullptr;
}

/// True for a digit, # or % behind blanks.
bool begins_like_edges(std::string_view head) {
  const std::size_t first = without_byte_order_mark(head).find_first_not_of(" \t\r\n");
  return first != head.npos && (is_digit(head[first]) || head[first] == '#' || head[first] == '%');
}

bool is_binary(std::string_view head) {
  return std::any_of(head.begin(), head.end(),
                     [](char c) { return (c < ' ' && (c < '\t' || c > '\r')) || c == 0x7f; });
}

/// The format of a file by its name. WebGraph and METIS have the same ending; METIS is text.
const Format* named(const CompressedInput& input) {
  const bool like_edges = begins_like_edges(input.head());
  return format_with_ending(input.path(), [&](const Format& format) {
    return &format == &webgraph_format ? is_binary(input.head()) : !like_edges || !format.recognise;
  });
}

}  // namespace

bool Format::has_extension(std::string_view extension) const {
  return !extension.empty() && std::any_of(extensions.begin(), extensions.end(), [&](std::string_view known) {
    return equal_ignoring_case(known, extension);
  });
}

const Format* find_format(std::string_view name) {
  const auto found = std::ranges::find(formats(), name, [](const Format* format) { return format->name; });
  return found == formats().end() ? nullptr : *found;
}

const Format& detect(const CompressedInput& input, const ReadOptions& options) {
  if (!options.format.empty()) {
    const Format* const format = find_format(options.format);
    if (!format || !format->read) {
      throw InvalidArgument("format", options.format, "is not a format lode reads",
                            fmt::format("use one of: {}", fmt::join(readable_formats(), ", ")));
    }
    return *format;
  }
  if (const Format* const format = recognised(input.head())) return *format;
  if (const Format* const format = named(input)) return *format;
  return *formats().back();
}

bool shows_other_format(std::string_view head) { return recognised(head) || is_foreign_file(head); }

bool lacks_mark(const Format& format, std::string_view path) {
  return &format == formats().back() &&
         format_with_ending(path, [](const Format& other) { return other.recognise != nullptr; });
}

}  // namespace lode::detail

namespace lode {

std::vector<std::string_view> readable_formats() {
  std::vector<std::string_view> names;
  for (const detail::Format* format : detail::formats()) {
    if (format->read) names.push_back(format->name);
  }
  return names;
}

}  // namespace lode
