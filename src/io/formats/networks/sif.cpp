#include <string_view>

#include "io/formats/networks/network.hpp"

// SIF, the simple interaction format of Cytoscape: lines "SOURCE RELATION TARGET TARGET ...", or a node
// alone. Tabs separate where the line holds one, else blanks. Relations are not kept.

namespace lode::detail {
namespace {

void parse_sif(Network& network, const GraphInput& input) {
  network.graph = {1, 1};
  LineReader lines(input.text, &input.run);
  while (lines.next()) {
    const TextPlace place{lines.number(), 1};
    const char separator = lines.text().find('\t') == std::string_view::npos ? by_blanks : '\t';
    FieldCursor cursor(lines.begin(), lines.end(), separator);
    std::string_view source;
    std::uint64_t fields = 0;
    for (Field field; cursor.next(field); ++fields) {
      if (fields == 1 || field.text.empty()) continue;
      network.node_if_new(field.text, place);
      if (fields == 0) source = field.text;
      if (fields > 1) network.edge({source, field.text, {}, true, place});
    }
    lines.check(cursor.problem());
    if (fields == 2) network.fail(place, "the line has no target", "write 'source relation target'");
  }
  network.lines = lines.number();
}

constexpr NetworkForm sif_form = {
    .title = "SIF", .directed_remedy = "", .holds_weights = false, .parse = parse_sif};

}  // namespace

extern constinit const Format sif_format = {
    .name = "sif",
    .title = "SIF",
    .extensions = {".sif"},
    .read = read_declared<parse_network<sif_form>>,
    .read_arcs = read_declared_arcs<parse_network<sif_form>>,
};

}  // namespace lode::detail
