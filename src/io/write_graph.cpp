#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/io/write_graph.hpp>

#include "io/csr/external_graph.hpp"
#include "io/formats/formats.hpp"
#include "io/formats/lode/stored_file.hpp"
#include "io/stream/codecs.hpp"
#include "io/stream/compressed_input.hpp"
#include "io/stream/file_names.hpp"
#include "io/text/fields.hpp"
#include "io/text/pieces.hpp"

namespace lode {
namespace {

using detail::Format;
using detail::HeldNames;
using detail::HeldWeights;

/// Names of the writable formats that pass `test`.
template <class Test>
std::vector<std::string_view> names_of_formats(const Test& test) {
  std::vector<std::string_view> names;
  for (const Format* format : detail::formats()) {
    if (format->writer.write && test(*format)) names.push_back(format->name);
  }
  return names;
}

/// Refuses to write a graph, and names the formats that pass `test`.
template <class Test>
[[noreturn]] void refuse(const Format& format, const std::string& problem, const Test& test) {
  throw InvalidArgument("output format", std::string(format.name), problem,
                        fmt::format("use one of: {}", fmt::join(names_of_formats(test), ", ")));
}

const Format& by_name(std::string_view name) {
  const Format* const format = detail::find_format(name);
  if (format && format->writer.write) return *format;
  throw InvalidArgument("output format", std::string(name), "is not a format lode writes",
                        fmt::format("use one of: {}", fmt::join(writable_formats(), ", ")));
}

/// The format by extension of `path`, or nullptr.
const Format* by_ending(std::string_view path) {
  return detail::format_with_ending(path,
                                    [](const Format& format) { return format.writer.write != nullptr; });
}

const Format& format_of(const std::string& path, const WriteOptions& options) {
  const auto fail = [&](const std::string& problem, const std::string& remedy) {
    throw InvalidArgument("output file", path, problem, remedy);
  };
  const Format* const ending = by_ending(path);
  const Format* const format = options.format.empty() ? ending : &by_name(options.format);
  if (!format) {
    fail("does not say by its ending which format to write",
         fmt::format("name one with option 'WriteOptions::format': {}", fmt::join(writable_formats(), ", ")));
  }
  if (!format->writer.compressible && detail::compression_of(path) != detail::Compression::none) {
    fail(fmt::format("cannot be compressed: a {} file is mapped into memory", format->title),
         "leave the ending of the compression out");
  }
  // Readers would take the file for another format.
  const Format* const named = detail::format_with_ending(path, [](const Format&) { return true; });
  if (!ending && named) {
    fail(fmt::format("has the ending of {}, which lode reads but does not write", named->title),
         "choose another name");
  }
  return *format;
}

// --- limits of a format -----------------------------------------------------------------------------

void check_weights(const Graph& graph, const Format& format) {
  if (!graph.weighted() || format.writer.weights == HeldWeights::all) return;
  const auto fail = [&](const std::string& problem) {
    refuse(format, problem, [](const Format& other) { return other.writer.weights == HeldWeights::all; });
  };
  if (format.writer.weights == HeldWeights::none) {
    fail(fmt::format(": a {} file holds no weights", format.title));
  }
  detail::for_each_edge(graph, [&](Vertex u, Vertex v, Weight weight) {
    if (weight >= 1.0 && weight < 0x1p53 && weight == std::floor(weight)) return;
    fail(fmt::format(": a {} file holds only integer weights from 1 to 2^53 - 1, and edge {} {} has {}",
                     format.title, graph.name(u), graph.name(v), format_exact(weight)));
  });
}

void check_attributes(const Graph& graph, const WriteOptions& options, const Format& format) {
  if (!options.attributes.empty() && !format.writer.attributes) {
    refuse(format, fmt::format(": a {} file holds no attributes of vertices", format.title),
           [](const Format& other) { return other.writer.attributes; });
  }
  constexpr std::string_view taken[] = {"id", "label", "source", "target", "weight"};
  const auto is_plain = [](char c) { return detail::is_letter(c) || detail::is_digit(c) || c == '_'; };
  for (const auto& [name, values] : options.attributes) {
    const auto fail = [&](const std::string& problem, const char* remedy) {
      throw InvalidArgument("attribute", name, problem, remedy);
    };
    if (name.empty() || !detail::is_letter(name.front()) ||
        !std::all_of(name.begin(), name.end(), is_plain) ||
        std::ranges::find(taken, name) != std::end(taken)) {
      fail("cannot be the name of an attribute",
           "use letters, digits and '_', and none of id, label, source, target, weight");
    }
    if (name == format.writer.names_attribute) {
      fail(fmt::format("would be read as the names of the vertices of a {} file", format.title),
           "choose another name");
    }
    if (name == detail::values_name && !graph.values().empty()) {
      fail("is what the values of the vertices are called",
           "choose another name, or write the graph without values");
    }
    if (values.size() != graph.num_vertices()) {
      fail(fmt::format("has {} values and must have one per vertex, {}", values.size(), graph.num_vertices()),
           "");
    }
  }
}

/// The loss of names, in one sentence; empty without a loss.
std::string lost_names(const Graph& graph, const Format& format) {
  const VertexNames& names = graph.names();
  if (format.writer.names == HeldNames::none) {
    bool from_one = names.kind() == VertexNames::Kind::ids || graph.num_vertices() == 0;
    for (Vertex v = 0; v < graph.num_vertices() && from_one; ++v)
      from_one = names.id(v) == v + std::uint64_t{1};
    return from_one ? "" : "names dropped: vertices are numbered 1..n";
  }
  if (names.kind() != VertexNames::Kind::labels || format.writer.names != HeldNames::printable) return "";
  Vertex changed = 0;
  bool empty = false;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    changed += printable_text(names.label(v)) != names.label(v);
    empty |= names.label(v).empty();
  }
  if (empty && format.read) return "names changed: one label is empty, so readers take numbers for names";
  if (changed == 0) return "";
  return fmt::format("{} changed: characters that {} cannot hold became U+FFFD",
                     format_plural(changed, "label", "labels"), format.title);
}

/// The loss of vertex values, likewise.
std::string lost_values(const Graph& graph, const Format& format) {
  const auto values = graph.values();
  if (values.empty() || (format.writer.holds_values && format.writer.holds_values(values))) return "";
  return fmt::format("values of vertices dropped: a {} file holds {}", format.title,
                     format.writer.holds_values ? "only integers from 0 on" : "none");
}

/// Refuses labels with equal written forms if only labels distinguish vertices.
void check_ids(const Graph& graph, const Format& format) {
  if (!format.writer.labels_are_ids || lost_names(graph, format).empty()) return;
  std::vector<std::string> written;
  written.reserve(graph.num_vertices());
  for (Vertex v = 0; v < graph.num_vertices(); ++v) written.push_back(printable_text(graph.names().label(v)));
  std::sort(written.begin(), written.end());
  const auto twice = std::adjacent_find(written.begin(), written.end());
  if (twice == written.end()) return;
  refuse(format,
         fmt::format("would call two vertices '{}': characters of their labels became U+FFFD",
                     detail::excerpt(*twice)),
         [](const Format& other) { return other.writer.names == HeldNames::all; });
}

void check_declaration(const Graph& graph, const WriteOptions& options, const Format& format) {
  if (!options.core_of) return;
  if (!format.writer.core_of) {
    refuse(format, fmt::format(": a {} file cannot declare its graph to be a core", format.title),
           [](const Format& other) { return other.writer.core_of; });
  }
  check_core_origin(graph, *options.core_of, "the graph to be written");
}

// --- writing ----------------------------------------------------------------------------------------

/// The separator of an edge list.
char separator_of(const WriteOptions& options, std::string_view path) {
  const std::string_view end = detail::extension(detail::plain_file_name(path));
  const char of_ending = detail::equal_ignoring_case(end, ".csv")   ? ','
                         : detail::equal_ignoring_case(end, ".tsv") ? '\t'
                                                                    : ' ';
  const char separator = options.separator == 0 ? of_ending : options.separator;
  if (separator == ' ' || separator == '\t' || separator == ',') return separator;
  throw InvalidArgument("separator", fmt::format("'{}'", separator), "does not separate columns",
                        "use a blank, a tab or a comma");
}

OutputReport write_to(const Graph& graph, const Format& format, const std::string& path, WriteOptions options,
                      const RunContext& run, const TextSink& sink) {
  const double start = monotonic_clock().seconds();
  options.separator = separator_of(options, path);
  check_weights(graph, format);
  check_attributes(graph, options, format);
  check_ids(graph, format);
  check_declaration(graph, options, format);
  OutputReport report;
  report.path = path;
  report.format = format.title;
  report.vertices = graph.num_vertices();
  report.edges = graph.num_edges();
  report.weighted = graph.weighted();
  for (std::string lost : {lost_names(graph, format), lost_values(graph, format)}) {
    if (!lost.empty()) report.lost.push_back(std::move(lost));
  }
  if (format.writer.labels_by_option && graph.names().kind() == VertexNames::Kind::labels) {
    Vertex words = 0;
    while (words < graph.num_vertices() && detail::is_word(graph.names().label(words))) ++words;
    if (words < graph.num_vertices()) report.hints.push_back("read it with option 'labels'");
  }
  if (graph.weighted() && format.read) {
    report.hints.push_back(graph.signed_weights() ? "read it with option 'weighted' and option 'signs'"
                                                  : "read it with option 'weighted'");
  }
  const Format* const ending = by_ending(path);
  if (format.read && ending && ending != &format) {
    report.hints.push_back(fmt::format("read it with option 'format' {}", format.name));
  }
  const TextSink polled = [&](std::string_view text) {
    if (run.interrupted()) throw SystemError("writing was interrupted");
    report.bytes += text.size();
    sink(text);
  };
  run.parallel([&] {
    detail::TextPieces out(polled);
    format.writer.write(graph, options, out);
    out.flush();
  });
  report.seconds = monotonic_clock().seconds() - start;
  return report;
}

}  // namespace

std::vector<std::string_view> writable_formats() {
  return names_of_formats([](const Format&) { return true; });
}

std::string_view output_format(const std::string& path, const WriteOptions& options) {
  return format_of(path, options).name;
}

std::optional<std::string_view> format_of_ending(std::string_view path) {
  const Format* const format = by_ending(path);
  return format ? std::optional(format->name) : std::nullopt;
}

OutputReport write_graph(const Graph& graph, const std::string& path, const WriteOptions& options,
                         const RunContext& run) {
  const double start = monotonic_clock().seconds();
  const Format& format = format_of(path, options);
  const detail::Compression compression = detail::compression_of(path);
  OutputFile file(path, options.overwrite);
  std::uint64_t bytes = 0;
  detail::CompressedOutput packed(compression, [&](std::string_view text) {
    bytes += text.size();
    file.write(text);
  });
  OutputReport report =
      write_to(graph, format, path, options, run, [&](std::string_view text) { packed.write(text); });
  packed.finish();
  file.commit();
  report.compression = detail::to_string(compression);
  report.bytes = bytes;
  report.seconds = monotonic_clock().seconds() - start;
  return report;
}

OutputReport write_graph(const Graph& graph, const TextSink& sink, const WriteOptions& options,
                         const RunContext& run) {
  detail::check_sink(sink);
  return write_to(graph, format_of("-", options), "-", options, run, sink);
}

ConvertReport convert_to_lode(const std::string& input_path, const std::string& output,
                              const ConvertOptions& options, const RunContext& run) {
  if (!detail::lode_format.has_extension(detail::extension(output))) {
    throw InvalidArgument("option 'memory'", "", fmt::format("needs a lode file, and {} is none", output),
                          "give the output the ending .lode, or leave out option 'memory'");
  }
  if (options.read.labels) {
    throw InvalidArgument("option 'labels'", "",
                          "does not go with option 'memory': labels are numbered in memory",
                          "leave out option 'memory'");
  }
  const double start = monotonic_clock().seconds();
  check_output_path(output, options.overwrite);
  detail::CompressedInput input(input_path);
  const detail::Format& format = detail::detect(input, options.read);
  if (!format.read_external) {
    throw InvalidArgument("option 'memory'", "",
                          fmt::format("does not go with {}: {} files are converted in memory",
                                      input.display_name(), format.title),
                          "leave out option 'memory'");
  }
  detail::ExternalGraph graph({.folder = output.substr(0, output.rfind('/') + 1) + '.',
                               .memory = options.memory,
                               .weighted = options.read.weighted,
                               .merge = options.read.merge});
  LoadedGraph loaded = format.read_external({input, options.read, run}, graph);
  loaded.report.banner_missing = detail::lacks_mark(format, input.path());
  loaded.report.signed_weights = loaded.graph.signed_weights();
  OutputReport written = write_graph(loaded.graph, output, {.overwrite = options.overwrite}, run);
  written.seconds = loaded.report.seconds = monotonic_clock().seconds() - start;
  return {std::move(loaded.report), std::move(written)};
}

void write_vertex_names(const Graph& graph, std::string_view format, const std::string& path,
                        Overwrite overwrite) {
  const std::uint64_t first = by_name(format).writer.names == HeldNames::none ? 1 : 0;
  OutputFile file(path, overwrite);
  const TextSink sink = [&](std::string_view text) { file.write(text); };
  detail::TextPieces out(sink);
  out.put("vertex,name\n");
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    out.put(v + first, ',', escape_csv(graph.name(v)), '\n');
  }
  out.flush();
  file.commit();
}

std::string OutputReport::summary() const {
  std::string text = format;
  if (!compression.empty()) text += fmt::format(" ({})", compression);
  text += fmt::format(": {}, {}", format_plural(vertices, "vertex", "vertices"),
                      format_plural(edges, "edge", "edges"));
  if (weighted) text += "; weighted";
  for (const std::string& loss : lost) text += "; " + loss;
  for (const std::string& hint : hints) text += "; " + hint;
  text += fmt::format("; {} bytes, {:.2f} s", bytes, seconds);
  return text;
}

}  // namespace lode
