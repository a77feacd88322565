#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string>

#include "fuzz/fuzz_target.hpp"
#include "fuzz/mutation.hpp"
#include "io/formats/formats.hpp"
#include "io/formats/lode/stored_file.hpp"

// Options, the format to read, the format to write, then a text. What is read is written and read back: the
// same graph, with the same bits of all weights, and the same names where the format holds them.

namespace {

using namespace lode;
using detail::Format;

constexpr detail::ReadTrust little_trust = {.vertices = 256, .arcs = 1024, .arcs_per_byte = 8};

LoadedGraph read_text(const Format& format, std::string_view text, const ReadOptions& options) {
  if (&format == &detail::lode_format) {
    return read_graph(std::span(text.data(), text.size()), options, fuzz::run_context());
  }
  detail::CompressedInput input(text, "input");
  LoadedGraph loaded = format.read({input, options, fuzz::run_context(), little_trust});
  if (!loaded.vertex_numbers.empty()) {
    loaded.graph = loaded.graph.with_values(loaded.vertex_numbers.front().values);
  }
  return loaded;
}

/// Edges under the names of their ends, or by their numbers where names are lost.
std::map<std::pair<std::string, std::string>, std::uint64_t> named_edges(const Graph& graph, bool by_number) {
  std::map<std::pair<std::string, std::string>, std::uint64_t> edges;
  const auto name = [&](Vertex v) { return by_number ? std::to_string(v) : graph.name(v); };
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      edges[{name(v), name(u)}] = std::bit_cast<std::uint64_t>(w);
    });
  }
  return edges;
}

std::map<std::string, std::uint64_t> named_values(const Graph& graph) {
  std::map<std::string, std::uint64_t> values;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    values[graph.name(v)] = graph.values().empty() ? 0 : std::bit_cast<std::uint64_t>(graph.values()[v]);
  }
  return values;
}

ReadOptions options_of_copy(const Graph& graph, const Format& format) {
  ReadOptions options;
  options.format = format.name;
  options.weighted = graph.weighted();
  options.labels = format.writer.labels_by_option && graph.names().kind() == VertexNames::Kind::labels;
  if (graph.signed_weights()) options.signs = WeightSigns::any;
  if (format.writer.holds_values && !graph.values().empty()) {
    options.vertex_numbers = {format.name == "metis" ? "weight" : std::string(detail::values_name)};
  }
  return options;
}

void compare(const Graph& graph, const Graph& copy, const OutputReport& report, const Format& format) {
  fuzz::require(copy.num_vertices() == graph.num_vertices() && copy.num_edges() == graph.num_edges());
  const bool by_number = format.writer.names == detail::HeldNames::none;
  const bool names_changed = !by_number && std::ranges::any_of(report.lost, [](const std::string& loss) {
    return loss.find("changed") != std::string::npos;
  });
  if (names_changed) return;
  fuzz::require(named_edges(graph, by_number) == named_edges(copy, by_number));
  const bool values_held =
      format.writer.holds_values && !graph.values().empty() && format.writer.holds_values(graph.values());
  if (values_held && !by_number) fuzz::require(named_values(graph) == named_values(copy));
}

/// False for a graph that the format cannot hold.
bool write_text(const Graph& graph, const Format& format, std::string& text, OutputReport& report) {
  WriteOptions options;
  options.format = format.name;
  try {
    report = write_graph(
        graph, [&](std::string_view part) { text += part; }, options, fuzz::run_context());
    return true;
  } catch (const InvalidArgument&) {
    return false;
  }
}

bool names_are_distinct(const Graph& graph) {
  std::set<std::string> names;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) names.insert(graph.name(v));
  return names.size() == graph.num_vertices();
}

void copy_through(const Graph& graph, const Format& format) {
  std::string text;
  OutputReport report;
  if (!names_are_distinct(graph) || !write_text(graph, format, text, report) || !format.read) return;
  const ReadOptions options = options_of_copy(graph, format);
  compare(graph, read_text(format, text, options).graph, report, format);
}

const Format& drawn(std::uint8_t byte, bool (*can)(const Format&)) {
  static const auto all = detail::formats();
  for (std::size_t i = byte;; ++i) {
    if (can(*all[i % all.size()])) return *all[i % all.size()];
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  const Format& from = drawn(data[1], [](const Format& format) { return format.read != nullptr; });
  const Format& to = drawn(data[2], [](const Format& format) { return format.writer.write != nullptr; });
  ReadOptions options = fuzz::options_from(data[0]);
  options.attributes = false;
  options.format = from.name;
  if (options.weighted) options.signs = data[0] & 64u ? WeightSigns::any : WeightSigns::from_zero;
  if (data[0] & 128u) options.vertex_numbers = {from.name == "metis" ? "weight" : "value"};
  LoadedGraph loaded;
  try {
    loaded = read_text(from, fuzz::text_of(data + 3, size - 3), options);
  } catch (const InputError&) {
    return 0;
  } catch (const InvalidArgument&) {
    return 0;
  }
  // Of formats, the lode format alone holds a graph without vertices.
  const Vertex n = loaded.graph.num_vertices();
  if (n >= 1 && n <= 1024) copy_through(loaded.graph, to);
  return 0;
}
