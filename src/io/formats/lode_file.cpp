#include "io/formats/lode_file.hpp"

#include <algorithm>
#include <vector>

#include <tbb/parallel_for.h>
#include <zlib.h>

#include <lode/core/types.hpp>

namespace lode::detail {
namespace {

constexpr std::uint64_t alignment = 64;
constexpr std::size_t checksum_piece_bytes = std::size_t{1} << 22;

std::uint64_t aligned(std::uint64_t place) { return (place + alignment - 1) / alignment * alignment; }

std::uint32_t checksum(std::uint32_t before, std::string_view bytes) {
  return static_cast<std::uint32_t>(
      ::crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}  // namespace

LodeLayout layout_of(const LodeHeader& header) {
  const std::uint64_t n = header.vertices;
  LodeLayout layout{};
  std::uint64_t end = sizeof(LodeHeader);
  const auto place = [&](std::uint64_t bytes) {
    const std::uint64_t begin = bytes > 0 ? aligned(end) : end;
    end = begin + bytes;
    return begin;
  };
  layout.offsets = place(8 * (n + 1));
  layout.targets = place(4 * header.arcs);
  layout.weights = place(header.weighted ? 8 * header.arcs : 0);
  layout.names = place(header.names == 0 ? 0 : 8 * (header.names == 1 ? n : n + 1));
  layout.characters = place(header.label_bytes);
  layout.total = place(header.weighted ? sizeof(Weight) : 0);
  layout.end = end;
  layout.origin = aligned(end);
  return layout;
}

std::uint32_t extend_checksum(std::uint32_t before, std::string_view bytes) {
  const std::size_t pieces = (bytes.size() + checksum_piece_bytes - 1) / checksum_piece_bytes;
  std::vector<std::uint32_t> sums(pieces);
  const auto piece = [&](std::size_t i) {
    return bytes.substr(i * checksum_piece_bytes, checksum_piece_bytes);
  };
  tbb::parallel_for(std::size_t{0}, pieces, [&](std::size_t i) { sums[i] = checksum(0, piece(i)); });
  for (std::size_t i = 0; i < pieces; ++i) {
    before = joined_checksum(before, sums[i], piece(i).size());
  }
  return before;
}

std::uint32_t joined_checksum(std::uint32_t first, std::uint32_t second, std::uint64_t second_bytes) {
  return static_cast<std::uint32_t>(::crc32_combine(first, second, static_cast<z_off_t>(second_bytes)));
}

std::uint32_t checksum_of_header(const LodeHeader& header) {
  return checksum(0, {reinterpret_cast<const char*>(&header), offsetof(LodeHeader, header_checksum)});
}

}  // namespace lode::detail
