#include "graph/names.hpp"

namespace lode::cluster {

IdList exchange(const IdList& ids, std::span<const std::uint64_t> counts, std::vector<std::uint64_t>& from,
                const Ranks& ranks) {
  return {ranks.exchange<std::uint64_t>(ids.ids, counts, from)};
}

LabelList exchange(const LabelList& labels, std::span<const std::uint64_t> counts,
                   std::vector<std::uint64_t>& from, const Ranks& ranks) {
  std::vector<std::uint32_t> sizes;
  std::vector<std::uint64_t> bytes, bytes_from;
  ranks.together([&] {
    sizes.reserve(labels.size());
    for (std::size_t i = 0; i < labels.size(); ++i) {
      sizes.push_back(static_cast<std::uint32_t>(labels[i].size()));
    }
    std::size_t at = 0;
    for (const std::uint64_t count : counts) {
      bytes.push_back(labels.begin[at + count] - labels.begin[at]);
      at += count;
    }
  });
  LabelList come;
  sizes = ranks.exchange<std::uint32_t>(sizes, counts, from);
  come.characters = ranks.exchange<char>(labels.characters, bytes, bytes_from);
  ranks.together([&] {
    come.begin.reserve(sizes.size() + 1);
    for (const std::uint32_t size : sizes) come.begin.push_back(come.begin.back() + size);
  });
  return come;
}

}  // namespace lode::cluster
