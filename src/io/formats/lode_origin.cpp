#include "io/formats/lode_origin.hpp"

#include <cstring>

#include <fmt/format.h>

#include "io/formats/lode_file.hpp"

namespace lode::detail {
namespace {

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

template <class T>
std::string_view bytes_of_record(const T& record) {
  return {reinterpret_cast<const char*>(&record), sizeof record};
}

std::uint32_t checksum_of_origin(OriginHead head, std::string_view rest) {
  head.checksum = 0;
  return extend_checksum(extend_checksum(0, bytes_of_record(head)), rest);
}

}  // namespace

std::string origin_section(const CoreOrigin& origin) {
  std::string records;
  std::string rules;
  for (const StatedBound& bound : origin.bounds) {
    records += bytes_of_record(BoundRecord{bound.size, bound.value, bound.rule.size()});
    rules += bound.rule;
  }
  OriginHead head{
      origin.core, origin.vertices, origin.edges, origin.weight, origin.bounds.size(), rules.size(), 0};
  records += rules;
  head.checksum = checksum_of_origin(head, records);
  return std::string(bytes_of_record(head)) + records;
}

CoreOrigin parsed_origin(std::string_view section, const OriginFailure& fail) {
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
