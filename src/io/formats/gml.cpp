#include <algorithm>
#include <cmath>

#include <lode/core/text.hpp>

#include "io/formats/format.hpp"
#include "io/formats/networks/network.hpp"
#include "io/text/line_reader.hpp"
#include "io/text/pieces.hpp"

namespace lode::detail {
namespace {

/// "graph [", perhaps after comments and "Creator", "Version" and "comment" lines.
bool is_gml(std::string_view head) {
  head = without_byte_order_mark(head);
  while (!head.empty()) {
    std::string_view line = take_line(head);
    if (line.empty() || line.front() == '#') continue;
    if (line == "graph[") return true;
    const std::string_view word = take_word(line);
    if (word == "graph" || word == "graph[") {
      while (line.empty() && !head.empty()) line = take_line(head);
      return !line.empty() && line.front() == '[';
    }
    if (word != "Creator" && word != "Version" && word != "comment") return false;
  }
  return false;
}

/// The code point of the first `length` bytes, which are one UTF-8 sequence.
std::uint32_t code_point(std::string_view text, std::size_t length) {
  const auto byte = [&](std::size_t i) { return std::uint32_t{static_cast<unsigned char>(text[i])}; };
  std::uint32_t code = length == 1 ? byte(0) : byte(0) & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) code = code << 6 | (byte(i) & 0x3fu);
  return code;
}

std::string gml_string(std::string_view label) {
  std::string text = "\"";
  const std::string printable = printable_text(label);
  for (std::string_view rest = printable; !rest.empty();) {
    const std::size_t length = utf8_length(rest);
    if (rest.front() == '"') {
      text += "&quot;";
    } else if (rest.front() == '&') {
      text += "&amp;";
    } else if (length == 1) {
      text += rest.front();
    } else {
      text += fmt::format("&#{};", code_point(rest, length));
    }
    rest.remove_prefix(length);
  }
  return text + '"';
}

/// A GML number: reals have a point before their exponent.
std::string number(Weight weight) {
  std::string text = format_exact(weight);
  const std::size_t exponent = text.find('e');
  if (text.find('.') == std::string::npos &&
      (exponent != std::string::npos || std::abs(weight) > 2147483647.0)) {
    text.insert(std::min(exponent, text.size()), ".0");
  }
  if (const std::size_t e = text.find('e'); e != std::string::npos) text[e] = 'E';
  return text;
}

/// "graph [ directed 0 node [ id 3 label "a" ] ... edge [ source 3 target 4 weight 0.5 ] ... ]" in plain
/// ASCII. The id of a vertex is its original id, or its number when it has a label; other characters of
/// labels are written as "&#N;". Numbers beyond 32 bits have a decimal point, since many readers take
/// integers for 32 bits wide; original ids are written as they are.
void write_gml(const Graph& graph, const WriteOptions& options, const TextSink& sink) {
  const VertexNames& names = graph.names();
  const bool labels = names.kind() == VertexNames::Kind::labels;
  const auto id = [&](Vertex v) { return labels ? std::uint64_t{v} : names.id(v); };
  TextPieces out(sink);
  out.put(comment_lines("# ", options.comment), "graph [\n  directed 0\n");
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    out.put("  node [\n    id ", id(v), '\n');
    if (labels) out.put("    label ", gml_string(names.label(v)), '\n');
    if (!graph.values().empty()) out.put("    ", values_name, ' ', number(graph.values()[v]), '\n');
    for (const VertexAttribute& attribute : options.attributes) {
      out.put("    ", attribute.name, ' ', std::to_string(attribute.values[v]), '\n');
    }
    out.put("  ]\n");
  }
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    graph.for_each_neighbor(u, [&](Vertex v, Weight weight) {
      if (v < u) return;
      out.put("  edge [\n    source ", id(u), "\n    target ", id(v), '\n');
      if (graph.weighted()) out.put("    weight ", number(weight), '\n');
      out.put("  ]\n");
    });
  }
  out.put("]\n");
  out.flush();
}

}  // namespace

extern constinit const Format gml_format = {
    .name = "gml",
    .title = "GML",
    .extensions = {".gml"},
    .recognise = is_gml,
    .read = [](CompressedInput& input, const ReadOptions& options, const RunContext& run,
               const ReadTrust&) { return read_network(gml_form, input, options, run); },
    .read_arcs = [](CompressedInput& input, const ReadOptions& options, const RunContext& run,
                    const ReadTrust&) { return read_network_arcs(gml_form, input, options, run); },
    .writer = {.write = write_gml,
               .names = HeldNames::printable,
               .attributes = true,
               .holds_values = holds_all_values},
};

}  // namespace lode::detail
