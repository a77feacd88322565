#include "io/formats/lode/stored_file.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include <fmt/format.h>
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

struct OriginHead {
  double core = 0.0;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  double weight = 0.0;
  std::uint64_t bounds = 0;
  std::uint64_t characters = 0;
  std::uint64_t checksum = 0;
};
static_assert(sizeof(OriginHead) == least_origin_bytes);

struct BoundRecord {
  std::uint64_t size = 0;
  double value = 0.0;
  std::uint64_t characters = 0;
};
static_assert(sizeof(BoundRecord) == 24);

std::uint32_t checksum_of_origin(OriginHead head, std::string_view rest) {
  head.checksum = 0;
  return extend_checksum(extend_checksum(0, bytes_of(std::span<const OriginHead>(&head, 1))), rest);
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
  layout.values = place(has_values(header.version) ? sizeof(Weight) * n : 0);
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
    before =
        static_cast<std::uint32_t>(::crc32_combine(before, sums[i], static_cast<z_off_t>(piece(i).size())));
  }
  return before;
}

std::uint32_t checksum_of_header(const LodeHeader& header) {
  return checksum(0, {reinterpret_cast<const char*>(&header), offsetof(LodeHeader, header_checksum)});
}

std::string origin_section(const CoreOrigin& origin) {
  std::string records;
  std::string rules;
  for (const StatedBound& bound : origin.bounds) {
    const BoundRecord record{bound.size, bound.value, bound.rule.size()};
    records += bytes_of(std::span(&record, 1));
    rules += bound.rule;
  }
  OriginHead head{
      origin.core, origin.vertices, origin.edges, origin.weight, origin.bounds.size(), rules.size(), 0};
  records += rules;
  head.checksum = checksum_of_origin(head, records);
  return std::string(bytes_of(std::span<const OriginHead>(&head, 1))) + records;
}

CoreOrigin parsed_origin(std::string_view section, const LodeFailure& fail) {
  OriginHead head;
  if (section.size() < sizeof head) fail(section.size(), "the declaration of the core ends inside its head");
  std::memcpy(&head, section.data(), sizeof head);
  const std::string_view rest = section.substr(sizeof head);
  if (head.checksum != checksum_of_origin(head, rest)) {
    fail(offsetof(OriginHead, checksum), "the checksum of the declaration of the core is wrong");
  }
  const std::uint64_t room = rest.size();
  if (head.bounds > room / sizeof(BoundRecord) ||
      room - head.bounds * sizeof(BoundRecord) != head.characters) {
    fail(offsetof(OriginHead, bounds), fmt::format("{} stated bounds with {} characters do not take {} bytes",
                                                   head.bounds, head.characters, room));
  }
  CoreOrigin origin{head.core, head.vertices, head.edges, head.weight, {}};
  std::string_view rules = rest.substr(head.bounds * sizeof(BoundRecord));
  for (std::uint64_t i = 0; i < head.bounds; ++i) {
    BoundRecord record;
    const std::uint64_t place = i * sizeof record;
    std::memcpy(&record, rest.data() + place, sizeof record);
    if (record.characters > rules.size()) {
      fail(sizeof head + place + offsetof(BoundRecord, characters),
           fmt::format("the rule of stated bound {} has {} characters, and {} are left", i + 1,
                       record.characters, rules.size()));
    }
    origin.bounds.push_back({record.size, record.value, std::string(rules.substr(0, record.characters))});
    rules.remove_prefix(record.characters);
  }
  if (!rules.empty()) {
    fail(section.size() - rules.size(), fmt::format("{} characters belong to no stated bound", rules.size()));
  }
  return origin;
}

}  // namespace lode::detail
