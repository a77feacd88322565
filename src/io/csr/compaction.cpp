#include "io/csr/compaction.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <memory>

#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>

#include "io/text/fields.hpp"

namespace lode::detail {
namespace {

// --- dense ids ---

VertexNames names_of(const PageBuffer<IdRanks::Word>& words, std::uint64_t count) {
  auto ids = std::make_shared<PageBuffer<std::uint64_t>>(count);
  tbb::parallel_for(std::size_t{0}, words.size(), [&](std::size_t w) {
    std::uint64_t* out = ids->data() + words[w].before;
    for (std::uint64_t rest = words[w].members; rest != 0; rest &= rest - 1) {
      *out++ = 64 * w + static_cast<std::uint64_t>(std::countr_zero(rest));
    }
  });
  return VertexNames::from_ids(ids->span(), ids);
}

CompactEdges compact_dense(std::vector<RawEdges> edges, std::uint64_t largest_id,
                           const std::string& display_name) {
  CompactEdges compact;
  IdRanks& ranks = compact.ranks.emplace(largest_id);
  std::ranges::fill(ranks.words(), IdRanks::Word{0, 0});
  tbb::parallel_for(std::size_t{0}, edges.size(), [&](std::size_t b) {
    for (const std::uint32_t id : edges[b].narrow) {
      const std::atomic_ref members(ranks.words()[id / 64].members);
      const std::uint64_t bit = std::uint64_t{1} << (id % 64);
      if ((members.load(std::memory_order_relaxed) & bit) == 0)
        members.fetch_or(bit, std::memory_order_relaxed);
    }
  });
  compact.num_vertices = ranks.finish();
  check_vertex_count(compact.num_vertices, display_name);
  if (compact.num_vertices != largest_id + 1) {
    compact.names = names_of(ranks.words(), compact.num_vertices);
  } else {
    compact.ranks.reset();
  }
  for (RawEdges& block : edges) {
    compact.chunks.push_back({std::move(block.narrow), std::move(block.weights)});
  }
  return compact;
}

// --- other ids, and labels ---

std::uint64_t folded_product(std::uint64_t x, std::uint64_t y) {
  const uint128 product = static_cast<uint128>(x) * y;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// Two random numbers of this process, the second one odd.
std::array<std::uint64_t, 2> secrets() {
  static const std::array<std::uint64_t, 2> numbers = [] {
    const auto now = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    const std::uint64_t seed = Rng::mix(now ^ reinterpret_cast<std::uintptr_t>(&numbers));
    return std::array{seed, Rng::mix(seed + 1) | 1};
  }();
  return numbers;
}

/// A key as the hash table sees it: the first slot to try, and a word other than 0.
struct Probe {
  std::uint64_t hash, word;
};

/// The ids of a block in order. A word is the id plus 1; the largest id has none.
class IdProbes {
 public:
  explicit IdProbes(const RawEdges& block) : block_(block) {}
  Probe next() {
    const std::uint64_t id = block_.id(at_++);
    return {folded_product(id ^ secrets_[0], secrets_[1]), id + 1};
  }
  static bool same(std::uint64_t held, std::uint64_t word) { return held == word; }

 private:
  const RawEdges& block_;
  std::size_t at_ = 0;
  const std::array<std::uint64_t, 2> secrets_ = secrets();
};

/// The labels of a block. A word is a record's position (low 48 bits) and 16 bits of the hash.
class LabelProbes {
 public:
  static constexpr unsigned address_bits = 48;

  explicit LabelProbes(const RawEdges& block) : at_(block.labels.data()) {}
  Probe next() {
    const std::string_view label = label_at(at_);
    const std::uint64_t hash = text_hash(label);
    const auto address = reinterpret_cast<std::uint64_t>(at_);
    at_ = label.data() + label.size();
    return {hash, address | hash << address_bits};
  }
  static const char* record(std::uint64_t word) {
    return reinterpret_cast<const char*>(word << (64 - address_bits) >> (64 - address_bits));
  }
  static bool same(std::uint64_t held, std::uint64_t word) {
    return held >> address_bits == word >> address_bits && label_at(record(held)) == label_at(record(word));
  }

 private:
  const char* at_;
};

/// A key for sorting: an id, or eight bytes of a label.
struct OrderedKey {
  std::uint64_t order;
  std::uint32_t slot;
};

/// Distinct keys in an open-addressing table that several threads fill.
template <class Probes>
class KeyTable {
 public:
  static constexpr unsigned most_bits = 31;

  explicit KeyTable(unsigned bits) : shift_(64 - bits), words_(std::size_t{1} << bits) {
    if (words_.size() < std::size_t{1} << 16) std::ranges::fill(words_, 0);  // larger arrays are zero
  }

  /// Puts the slots of the ends of a block into `slots`; false if the table is too full.
  bool enter(const RawEdges& block, PageBuffer<Vertex>& slots) {
    std::array<Probe, 32> some{};
    Probes probes(block);
    for (std::size_t first = 0; first < slots.size(); first += some.size()) {
      const std::size_t count = std::min(some.size(), slots.size() - first);
      for (std::size_t i = 0; i < count; ++i) {
        some[i] = probes.next();
        __builtin_prefetch(&words_[some[i].hash >> shift_]);
      }
      for (std::size_t i = 0; i < count; ++i) {
        slots[first + i] = slot_of(some[i]);
        if (slots[first + i] == no_vertex) return false;
      }
    }
    return true;
  }

  /// The keys and their slots. Keys of labels have no order.
  std::vector<OrderedKey> keys() const {
    std::vector<OrderedKey> keys;
    for (std::size_t slot = 0; slot < words_.size(); ++slot) {
      if (words_[slot] != 0) keys.push_back({words_[slot] - 1, static_cast<std::uint32_t>(slot)});
    }
    if (has_largest_id_) keys.push_back({UINT64_MAX, static_cast<std::uint32_t>(words_.size())});
    return keys;
  }
  std::string_view label(std::uint32_t slot) const { return label_at(LabelProbes::record(words_[slot])); }
  std::size_t size() const { return words_.size() + 1; }

 private:
  /// Probing in a table that is three quarters full is seldom longer.
  static constexpr int longest_way = 256;

  std::uint32_t slot_of(const Probe& probe) {
    if (probe.word == 0) {
      has_largest_id_ = true;
      return static_cast<std::uint32_t>(words_.size());
    }
    std::size_t slot = probe.hash >> shift_;
    for (int way = 0; way < longest_way; ++way, slot = (slot + 1) & (words_.size() - 1)) {
      std::uint64_t held = std::atomic_ref(words_[slot]).load(std::memory_order_relaxed);
      if (held == 0 && std::atomic_ref(words_[slot]).compare_exchange_strong(held, probe.word))
        return static_cast<std::uint32_t>(slot);
      if (Probes::same(held, probe.word)) return static_cast<std::uint32_t>(slot);
    }
    return no_vertex;
  }

  unsigned shift_;
  PageBuffer<std::uint64_t> words_;
  std::atomic<bool> has_largest_id_ = false;
};

/// Sorts ids; `slots` become ranks.
VertexNames sorted_names(const KeyTable<IdProbes>&, std::vector<OrderedKey>& keys) {
  tbb::parallel_sort(keys.begin(), keys.end(),
                     [](const OrderedKey& x, const OrderedKey& y) { return x.order < y.order; });
  auto ids = std::make_shared<PageBuffer<std::uint64_t>>(keys.size());
  std::ranges::transform(keys, ids->begin(), &OrderedKey::order);
  return VertexNames::from_ids(ids->span(), ids);
}

/// Sorts labels by the eight bytes after their common prefix, then by all bytes.
VertexNames sorted_names(const KeyTable<LabelProbes>& table, std::vector<OrderedKey>& keys) {
  const auto label_of = [&](std::size_t i) { return table.label(keys[i].slot); };
  std::string_view shared = label_of(0);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::string_view label = label_of(i);
    shared = {shared.begin(), std::ranges::mismatch(shared, label).in1};
  }
  tbb::parallel_for(std::size_t{0}, keys.size(), [&](std::size_t i) {
    char bytes[8] = {};
    label_of(i).substr(shared.size()).copy(bytes, sizeof bytes);
    keys[i].order = __builtin_bswap64(load_word(bytes));
  });
  tbb::parallel_sort(keys.begin(), keys.end(), [&](const OrderedKey& x, const OrderedKey& y) {
    return x.order != y.order ? x.order < y.order : table.label(x.slot) < table.label(y.slot);
  });
  struct Names {
    std::vector<std::uint64_t> begin = {0};
    std::string characters;
  };
  auto names = std::make_shared<Names>();
  for (std::size_t i = 0; i < keys.size(); ++i) {
    names->characters += label_of(i);
    names->begin.push_back(names->characters.size());
  }
  return VertexNames::from_labels(names->begin, names->characters, names);
}

/// Numbers keys by a table. Most graphs have several ends per key; a table that proves too small is refilled.
template <class Probes>
CompactEdges compact_keys(std::vector<RawEdges> edges, const std::string& display_name) {
  std::vector<PageBuffer<Vertex>> ends;
  std::uint64_t num_ends = 0;
  for (const RawEdges& block : edges) {
    ends.emplace_back(2 * block.lines);
    num_ends += 2 * block.lines;
  }
  for (unsigned bits = static_cast<unsigned>(std::bit_width(num_ends / 4 + 4)); true; bits += 2) {
    KeyTable<Probes> table(std::min(bits, KeyTable<Probes>::most_bits));
    std::atomic<bool> full = false;
    tbb::parallel_for(std::size_t{0}, edges.size(), [&](std::size_t b) {
      if (!full && !table.enter(edges[b], ends[b])) full = true;
    });
    if (full && bits < KeyTable<Probes>::most_bits) continue;
    if (full)
      throw InputError({display_name}, "too many different ids or words", "number the vertices from 0 on");
    CompactEdges compact;
    std::vector<OrderedKey> keys = table.keys();
    compact.names = sorted_names(table, keys);
    compact.num_vertices = keys.size();
    PageBuffer<Vertex> ranks(table.size(), Pages::small);
    for (std::size_t i = 0; i < keys.size(); ++i) ranks[keys[i].slot] = static_cast<Vertex>(i);
    tbb::parallel_for(std::size_t{0}, edges.size(), [&](std::size_t b) {
      for (Vertex& end : ends[b]) end = ranks[end];
    });
    for (std::size_t b = 0; b < edges.size(); ++b) {
      compact.chunks.push_back({std::move(ends[b]), std::move(edges[b].weights)});
    }
    return compact;
  }
}

}  // namespace

PageBuffer<char> label_records(std::span<const std::string_view> labels) {
  std::size_t size = 0;
  for (const std::string_view label : labels) size += sizeof(std::uint32_t) + label.size();
  PageBuffer<char> records(size);
  char* to = records.data();
  for (const std::string_view label : labels) {
    const auto length = static_cast<std::uint32_t>(label.size());
    std::memcpy(to, &length, sizeof length);
    label.copy(to + sizeof length, length);
    to += sizeof length + length;
  }
  return records;
}

std::string_view label_at(const char* record) {
  std::uint32_t size = 0;
  std::memcpy(&size, record, sizeof size);
  return {record + sizeof size, size};
}

std::uint64_t text_hash(std::string_view text) {
  const auto [a, b] = secrets();
  std::uint64_t hash = folded_product(text.size() ^ a, b);
  for (; text.size() > 8; text.remove_prefix(8)) hash = folded_product(load_word(text.data()) ^ a, hash ^ b);
  char bytes[8] = {};
  text.copy(bytes, sizeof bytes);
  return folded_product(folded_product(load_word(bytes) ^ a, hash ^ b), b);
}

void check_vertex_count(std::uint64_t count, const std::string& display_name) {
  if (count >= no_vertex) {
    throw InputError({display_name}, std::to_string(count) + " different vertices are more than 4294967294",
                     "lode numbers vertices in 32 bits");
  }
}

CompactEdges compact_ids(std::vector<RawEdges> edges, std::uint64_t largest_id,
                         const std::string& display_name) {
  std::uint64_t lines = 0;
  for (const RawEdges& block : edges) lines += block.lines;
  // True if a bitmap of all numbers up to the largest id is worth its memory.
  const bool dense = largest_id <= UINT32_MAX && largest_id <= 4 * lines + (std::uint64_t{1} << 20);
  return dense ? compact_dense(std::move(edges), largest_id, display_name)
               : compact_keys<IdProbes>(std::move(edges), display_name);
}

CompactEdges compact_labels(std::vector<RawEdges> edges, const std::string& display_name) {
  return compact_keys<LabelProbes>(std::move(edges), display_name);
}

}  // namespace lode::detail
