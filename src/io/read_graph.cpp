#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/io/catalogue.hpp>
#include <lode/io/read_graph.hpp>

#include "io/edge_list/edge_lines.hpp"
#include "io/formats/formats.hpp"
#include "io/stream/compressed_input.hpp"
#include "io/stream/file_names.hpp"

namespace lode {
namespace {

/// The format of a readable input.
const detail::Format& readable_format(const detail::CompressedInput& input, const ReadOptions& options) {
  const detail::Format& format = detail::detect(input, options);
  if (format.read) return format;
  throw InputError({input.display_name()},
                   fmt::format("is a {} file, a format lode does not read", format.title),
                   fmt::format("convert it to one of: {}; or name its true format with option 'format'",
                               fmt::join(readable_formats(), ", ")));
}

/// True if all weights are integers, but so large that sums are rounded.
bool rounds_integers(const Graph& graph) {
  return graph.weighted() && !graph.integral() && graph.weight_magnitude() >= exact_integer_limit &&
         std::ranges::all_of(graph.weights(), [](Weight weight) { return weight == std::floor(weight); });
}

LoadedGraph read_input(detail::CompressedInput input, const ReadOptions& options, const RunContext& run) {
  const double start = monotonic_clock().seconds();
  if (options.signs == WeightSigns::any && !options.weighted) {
    throw InvalidArgument("option 'signs'", "", "is about weights, but none are read",
                          "read them with option 'weighted'");
  }
  const detail::Format& format = readable_format(input, options);
  LoadedGraph loaded = format.read({input, options, run});
  if (!loaded.vertex_numbers.empty()) {
    loaded.graph = loaded.graph.with_values(loaded.vertex_numbers.front().values);
  }
  loaded.report.signed_weights = loaded.graph.signed_weights();
  if (rounds_integers(loaded.graph)) {
    loaded.report.notes.push_back(
        "integer weights sum to 2^53 or more: sums of them are rounded, with relative errors of up to 1e-12");
  }
  loaded.report.banner_missing = detail::lacks_mark(format, input.path());
  loaded.report.seconds = monotonic_clock().seconds() - start;
  return loaded;
}

LoadedArcs read_directed(detail::CompressedInput input, const ReadOptions& options, const RunContext& run) {
  const double start = monotonic_clock().seconds();
  if (options.weighted) {
    throw InvalidArgument("option 'weighted'", "", "does not go with directions: arcs are counted",
                          "leave it out");
  }
  const detail::Format& format = readable_format(input, options);
  if (!format.read_arcs) {
    throw InputError(
        {input.display_name()}, fmt::format("is a {} file, which holds no directions", format.title),
        "read it without directions, or write its arcs as an edge list, 'source target' per line");
  }
  LoadedArcs loaded = format.read_arcs({input, options, run});
  loaded.report.banner_missing = detail::lacks_mark(format, input.path());
  loaded.report.seconds = monotonic_clock().seconds() - start;
  return loaded;
}

}  // namespace

LoadedGraph read_graph(const std::string& path, const ReadOptions& options, const RunContext& run) {
  return read_input(detail::CompressedInput(path), options, run);
}

LoadedGraph read_graph(std::span<const char> bytes, const ReadOptions& options, const RunContext& run) {
  return read_input({{bytes.data(), bytes.size()}, detail::memory_name}, options, run);
}

LoadedArcs read_arcs(const std::string& path, const ReadOptions& options, const RunContext& run) {
  return read_directed(detail::CompressedInput(path), options, run);
}

LoadedArcs read_arcs(std::span<const char> bytes, const ReadOptions& options, const RunContext& run) {
  return read_directed({{bytes.data(), bytes.size()}, detail::memory_name}, options, run);
}

LoadedGraph load_graph(std::string_view name_or_path, const ReadOptions& options, const RunContext& run) {
  return read_graph(resolve_graph(name_or_path, default_search_folders()).path, options, run);
}

std::string InputReport::summary() const {
  std::string text = format_plural(vertices, "vertex", "vertices") + ", " +
                     (directed ? format_plural(edges, "arc", "arcs") : format_plural(edges, "edge", "edges"));
  const auto add = [&](std::uint64_t count, std::string_view one, std::string_view many, const char* fate) {
    if (count > 0) text += fmt::format("; {} {}", format_plural(count, one, many), fate);
  };
  add(self_loops_dropped, "self-loop", "self-loops", "dropped");
  add(duplicates_merged, "duplicate", "duplicates", "merged");
  add(reciprocal_merged, "reciprocal", "reciprocals", "merged");
  add(bad_lines_skipped, "bad line", "bad lines", "skipped");
  add(static_cast<std::uint64_t>(ignored_columns), "further column", "further columns", "ignored");
  if (banner_missing) {
    text += fmt::format("; not marked as a {} file, read as an edge list",
                        detail::extension(detail::plain_file_name(path)));
  }
  if (header_counts) text += "; first line is a header 'n m'";
  if (header_row) text += "; first line is a header row";
  for (const std::string& note : notes) text += "; " + note;
  return text;
}

std::string InputReport::details() const {
  std::string text = compression.empty() ? format : fmt::format("{} ({})", format, compression);
  if (lines > 0) text += ", " + format_plural(lines, "line", "lines");
  if (comment_lines > 0) text += ", " + format_plural(comment_lines, "comment line", "comment lines");
  if (separator != FieldSeparator::automatic)
    text += fmt::format(", separated by {}", detail::separator_name(detail::separator_mark(separator)));
  if (loops_kept > 0) text += fmt::format(", {} kept", format_plural(loops_kept, "loop", "loops"));
  if (labels && !declared_vertices) text += ", vertices are words";
  if (ids_remapped && !labels && !declared_vertices) text += ", ids renumbered inside";
  if (weighted) text += signed_weights ? ", weighted, with negative weights" : ", weighted";
  return text + fmt::format(", {:.2f} s, {:.0f} MB/s", seconds,
                            seconds > 0.0 ? static_cast<double>(bytes) / 1e6 / seconds : 0.0);
}

}  // namespace lode
