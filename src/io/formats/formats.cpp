#include "io/formats/formats.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>

#include "io/stream/foreign_files.hpp"
#include "io/text/file_names.hpp"

namespace lode::detail {

extern const Format lode_format, matrix_market_format, npy_format, matrix_csv_format, dimacs_format,
    shortest_paths_format, gml_format, webgraph_format, metis_format, graphml_format, node_link_format,
    graphviz_format, edge_list_format;

std::span<const Format* const> formats() {
  static constexpr const Format* all[] = {
      &lode_format,           &matrix_market_format, &npy_format,      &matrix_csv_format, &dimacs_format,
      &shortest_paths_format, &gml_format,           &webgraph_format, &metis_format,      &graphml_format,
      &node_link_format,      &graphviz_format,      &edge_list_format};
  return all;
}

namespace {

/// The format that the beginning of a text shows.
const Format* recognised(std::string_view head) {
  for (const Format* format : formats()) {
    if (format->recognise && format->recognise(head)) return format;
  }
  return nullptr;
}

/// The format that the name of a file says.
const Format* named(const std::string& path) {
  const std::string_view end = extension(plain_file_name(path));
  for (const Format* format : formats()) {
    if (!format->has_extension(end) || equal_ignoring_case(end, format->doubtful_extension)) continue;
    if (format->companion.empty() || companion_path(*format, path)) return format;
  }
  return nullptr;
}

}  // namespace

bool Format::has_extension(std::string_view extension) const {
  return !extension.empty() && std::any_of(extensions.begin(), extensions.end(), [&](std::string_view known) {
    return equal_ignoring_case(known, extension);
  });
}

const Format* find_format(std::string_view name) {
  const auto all = formats();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Format* f) { return f->name == name; });
  return found == all.end() ? nullptr : *found;
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
  if (const Format* const format = named(input.path())) return *format;
  return *formats().back();
}

bool shows_other_format(std::string_view head) { return recognised(head) || is_foreign_file(head); }

bool lacks_mark(const Format& format, std::string_view path) {
  if (&format != formats().back()) return false;
  const std::string_view end = extension(plain_file_name(path));
  return !end.empty() && std::any_of(formats().begin(), formats().end(), [&](const Format* other) {
    return equal_ignoring_case(other->doubtful_extension, end);
  });
}

std::optional<std::string> companion_path(const Format& format, const std::string& path) {
  const std::string_view plain = plain_file_name(path);
  const std::string_view end = extension(plain);
  if (format.companion.empty() || !format.has_extension(end)) return std::nullopt;
  const std::string folder = path.substr(0, path.rfind('/') + 1);
  const std::string stem = folder + std::string(plain.substr(0, plain.size() - end.size()));
  std::error_code ignored;
  std::vector<std::string_view> endings = {""};
  endings.insert(endings.end(), packed_extensions.begin(), packed_extensions.end());
  for (const std::string_view packed : endings) {
    const std::string beside = stem + std::string(format.companion) + std::string(packed);
    if (std::filesystem::exists(beside, ignored)) return beside;
  }
  return std::nullopt;
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
