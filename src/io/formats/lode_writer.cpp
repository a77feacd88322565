#include "io/formats/lode_writer.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "io/formats/lode_file.hpp"

namespace lode::detail {
namespace {

struct Section {
  std::uint64_t begin;
  std::string_view bytes;
};

/// Calls visit(bytes) for everything behind the header, in order.
template <class Visit>
void for_each_part(std::span<const Section> sections, const Visit& visit) {
  constexpr std::array<char, 64> zeros{};
  std::uint64_t place = sizeof(LodeHeader);
  for (const Section& section : sections) {
    visit(std::string_view(zeros.data(), section.begin - place));
    visit(section.bytes);
    place = section.begin + section.bytes.size();
  }
}

}  // namespace

void write_lode(const Graph& graph, const WriteOptions&, const TextSink& sink) {
  const VertexNames& names = graph.names();
  const bool labels = names.kind() == VertexNames::Kind::labels;
  LodeHeader header;
  std::memcpy(header.magic, lode_magic, sizeof header.magic);
  header.vertices = graph.num_vertices();
  header.arcs = graph.num_arcs();
  header.label_bytes = labels ? names.characters().size() : 0;
  header.weighted = static_cast<std::uint32_t>(graph.weight_kind());
  header.names = static_cast<std::uint32_t>(names.kind());
  const LodeLayout layout = layout_of(header);
  header.file_bytes = layout.end;

  const Weight total = graph.total_weight();
  const std::array<Section, 6> sections = {
      {{layout.offsets, bytes_of(graph.offsets())},
       {layout.targets, bytes_of(graph.targets())},
       {layout.weights, bytes_of(graph.weights())},
       {layout.names, bytes_of(labels ? names.label_begin() : names.ids())},
       {layout.characters, labels ? names.characters() : std::string_view()},
       {layout.total, bytes_of(std::span(&total, graph.weighted() ? 1u : 0u))}}};
  for_each_part(sections, [&](std::string_view bytes) {
    header.data_checksum = extend_checksum(header.data_checksum, bytes);
  });
  header.header_checksum = checksum_of_header(header);

  sink({reinterpret_cast<const char*>(&header), sizeof header});
  constexpr std::size_t piece_bytes = std::size_t{1} << 16;
  for_each_part(sections, [&](std::string_view bytes) {
    for (; !bytes.empty(); bytes.remove_prefix(std::min(piece_bytes, bytes.size()))) {
      sink(bytes.substr(0, piece_bytes));
    }
  });
}

}  // namespace lode::detail
