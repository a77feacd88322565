#include "states.hpp"

#include <string>

namespace lode::cluster {
namespace {

template <class T>
void put_vector(StateWriter& writer, const std::vector<T>& values) {
  writer.put_all(std::span<const T>(values));
}

}  // namespace

void put(StateWriter& writer, const Share& share) {
  put_vector(writer, share.ids());
  writer.put(share.self_loops());
  writer.put(share.pairs());
  share.for_each_pair([&](const Share::Pair& pair) { writer.put(pair); });
}

void get(StateReader& reader, Share& share) {
  std::vector<std::uint64_t> ids = reader.get_all<std::uint64_t>();
  const auto self_loops = reader.get<std::uint64_t>();
  share.restore(std::move(ids), self_loops);
  for (auto left = reader.get<std::uint64_t>(); left > 0; --left) share.add_pair(reader.get<Share::Pair>());
}

void put(StateWriter& writer, const Numbering& numbering) {
  put_vector(writer, numbering.first);
  put_vector(writer, numbering.ids);
  put_vector(writer, numbering.ends);
  put_vector(writer, numbering.places);
}

void get(StateReader& reader, Numbering& numbering) {
  numbering.first = reader.get_all<std::uint64_t>();
  numbering.ids = reader.get_all<std::uint64_t>();
  numbering.ends = reader.get_all<std::uint64_t>();
  numbering.places = reader.get_all<Place>();
}

void put(StateWriter& writer, const GraphPart& part) {
  put_vector(writer, part.first);
  writer.put(part.edges);
  writer.put(part.max_degree);
  writer.put(part.rank);
  put_vector(writer, part.ids);
  put_vector(writer, part.offsets);
  writer.put_all(part.targets.span());
  put_vector(writer, part.ghosts);
}

void get(StateReader& reader, GraphPart& part) {
  part.first = reader.get_all<std::uint64_t>();
  part.edges = reader.get<std::uint64_t>();
  part.max_degree = reader.get<std::uint64_t>();
  part.rank = reader.get<int>();
  part.ids = reader.get_all<std::uint64_t>();
  part.offsets = reader.get_all<std::uint64_t>();
  part.targets = detail::PageBuffer<std::uint32_t>(reader.size_of_next(sizeof(std::uint32_t)));
  reader.get_bytes(part.targets.data(), part.targets.size() * sizeof(std::uint32_t));
  part.ghosts = reader.get_all<std::uint64_t>();
}

void put(StateWriter& writer, const std::vector<StatedBound>& bounds) {
  writer.put<std::uint64_t>(bounds.size());
  for (const StatedBound& bound : bounds) {
    writer.put(bound.size);
    writer.put(bound.value);
    writer.put_all(std::span<const char>(bound.rule.data(), bound.rule.size()));
  }
}

void get(StateReader& reader, std::vector<StatedBound>& bounds) {
  bounds.clear();
  for (auto left = reader.get<std::uint64_t>(); left > 0; --left) {
    StatedBound bound;
    bound.size = reader.get<std::uint64_t>();
    bound.value = reader.get<double>();
    const std::vector<char> rule = reader.get_all<char>();
    bound.rule.assign(rule.begin(), rule.end());
    bounds.push_back(bound);
  }
}

void put(StateWriter& writer, const CoreCut& cut) {
  writer.put(cut.core);
  writer.put(cut.vertices);
  writer.put(cut.edges);
  put_vector(writer, cut.inside);
  put_vector(writer, cut.core_number);
  put_vector(writer, cut.steps);
}

void get(StateReader& reader, CoreCut& cut) {
  cut.core = reader.get<std::uint64_t>();
  cut.vertices = reader.get<std::uint64_t>();
  cut.edges = reader.get<std::uint64_t>();
  cut.inside = reader.get_all<std::uint8_t>();
  cut.core_number = reader.get_all<std::uint32_t>();
  cut.steps = reader.get_all<PeelStep>();
}

}  // namespace lode::cluster
