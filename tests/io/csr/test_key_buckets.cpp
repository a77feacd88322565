#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <tbb/task_arena.h>

#include <lode/core/rng.hpp>
#include <lode/io/read_graph.hpp>

#include "io/csr/compaction.hpp"
#include "io/csr/key_buckets.hpp"
#include "io/csr/key_table.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::detail;

namespace {

/// Everything collides.
struct ConstantHash {
  std::uint64_t operator()(std::uint64_t) const { return 77; }
  std::uint64_t operator()(std::string_view) const { return 77; }
};

/// A few hashes only, over all buckets.
struct CoarseHash {
  std::uint64_t operator()(std::uint64_t id) const { return IdHash{}(id % 3); }
  std::uint64_t operator()(std::string_view label) const { return LabelHash{}(label.substr(0, 1)); }
};

/// The id whose IdHash is `hash`.
std::uint64_t id_of_hash(std::uint64_t hash) {
  std::uint64_t inverse = 1;  // of the multiplier, by Newton's iteration
  for (int i = 0; i < 6; ++i) inverse *= 2 - 0x9E3779B97F4A7C15u * inverse;
  hash *= inverse;
  return (hash ^ hash >> 32) * inverse;
}

std::uint64_t random_id(Rng& rng) {
  constexpr std::uint64_t special[] = {0, 1, UINT64_MAX, UINT64_MAX - 1, std::uint64_t{1} << 63, UINT32_MAX};
  return rng.below(20) == 0 ? special[rng.below(6)] : Rng::mix(rng.below(5000));
}

std::string random_label(Rng& rng) {
  std::string label(rng.below(40) == 0 ? 250 + rng.below(10) : rng.below(30), 'x');
  for (char& c : label) {
    if (rng.below(6) == 0) c = static_cast<char>(rng.below(256));
  }
  return label;
}

/// Numbers are those of a map, in the order in which keys are met. Whether the table has become a tree.
template <class Table, class Stored, class Make>
bool number_all(std::size_t count, const Make& make) {
  Table table;
  std::map<Stored, std::uint32_t> expected;
  for (std::size_t i = 0; i < count; ++i) {
    const Stored key = make();
    const auto wanted = expected.emplace(key, static_cast<std::uint32_t>(expected.size())).first->second;
    REQUIRE(table.number(key, Table::hash(key)) == wanted);
  }
  REQUIRE(table.size() == expected.size());
  return table.place(0) == nullptr;
}

/// Calls visit(key) with every key of a block.
template <class Keys, class Visit>
void for_each_key(const DealtKeys& dealt, const Visit& visit) {
  for (std::size_t at = 0; at < dealt.record_bytes;) {
    const typename Keys::Key key = Keys::read(dealt.records() + at);
    visit(key);
    at += Keys::record_bytes(key);
  }
}

/// Deals random blocks out, numbers and ranks them; every end must come back in its place.
template <class Keys, class Stored, class Make>
void deal_and_number(std::size_t blocks, std::size_t most_keys, const Make& make) {
  Rng rng(5, blocks);
  Slabs slabs;
  std::vector<std::vector<Stored>> texts(blocks);
  std::set<Stored> all;
  std::vector<DealtKeys> dealt;
  for (auto& text : texts) {
    for (std::size_t i = rng.below(most_keys + 1); i > 0; --i) text.push_back(make());
    const std::vector<typename Keys::Key> keys(text.begin(), text.end());
    dealt.push_back(deal_out<Keys>(keys, slabs));
    std::vector<Stored> seen;
    for_each_key<Keys>(dealt.back(), [&](const auto& key) { seen.emplace_back(key); });
    std::sort(seen.begin(), seen.end());
    std::vector<Stored> sorted = text;
    std::sort(sorted.begin(), sorted.end());
    REQUIRE(seen == sorted);
    all.insert(text.begin(), text.end());
  }
  KeyNumberer<Keys> numberer(std::move(dealt));
  std::vector<typename Keys::Table> tables(numberer.buckets());
  numberer.number([&](std::size_t b, typename Keys::Table&& table) { tables[b] = std::move(table); });
  REQUIRE(numberer.size() == all.size());
  PageBuffer<Vertex> ranks(numberer.size());
  Vertex rank = 0;
  for (const Stored& key : all) {
    const std::size_t bucket = (Keys::Table::hash(key) >> 54) * numberer.buckets() / DealtKeys::buckets;
    const std::uint32_t number = tables[bucket].number(key, Keys::Table::hash(key));
    ranks[numberer.base(bucket) + number] = rank++;
  }
  const std::vector<PageBuffer<Vertex>> ends = numberer.ranked(ranks);
  const std::vector<Stored> sorted(all.begin(), all.end());
  for (std::size_t i = 0; i < blocks; ++i) {
    REQUIRE(ends[i].size() == texts[i].size());
    for (std::size_t k = 0; k < texts[i].size(); ++k) REQUIRE(sorted[ends[i][k]] == texts[i][k]);
  }
}

}  // namespace

TEST_CASE("tables number ids and labels as a map does, whatever collides") {
  Rng rng(2);
  const auto id = [&] { return random_id(rng); };
  const auto label = [&] { return random_label(rng); };
  CHECK_FALSE(number_all<IdTable<>, std::uint64_t>(20000, id));
  CHECK_FALSE(number_all<LabelTable<>, std::string>(20000, label));
  CHECK(number_all<IdTable<ConstantHash>, std::uint64_t>(20000, id));
  CHECK(number_all<LabelTable<ConstantHash>, std::string>(20000, label));
  CHECK_FALSE(number_all<LabelTable<ConstantHash>, std::string>(
      1000, [&] { return std::string(rng.below(200), 'x'); }));  // equal hashes, before the tree
}

TEST_CASE("labels of any length are kept") {
  Rng rng(3);
  CHECK_FALSE(number_all<LabelTable<>, std::string>(
      300, [&] { return std::string(rng.below(3) ? rng.below(20) : 16000 + rng.below(40000), 'y'); }));
}

TEST_CASE("every byte of a label counts in its hash") {
  for (const std::size_t size : {2, 7, 8, 9, 16, 17, 63, 100}) {
    const std::string label(size, 'a');
    for (std::size_t i = 0; i < size; ++i) {
      std::string other = label;
      other[i] = 'b';
      CAPTURE(size, i);
      CHECK(detail::LabelHash()(other) != detail::LabelHash()(label));
    }
  }
}

TEST_CASE("a table of labels tells when one more may have no room") {
  const char byte = 'x';
  LabelTable table;
  CHECK(table.has_room({&byte, 1}));
  CHECK(table.has_room({&byte, std::size_t{1} << 34}));
  CHECK_FALSE(table.has_room({&byte, std::size_t{1} << 35}));
  const std::size_t nearly_all = 8 * ((std::size_t{1} << 32) - 3 * 2048);
  CHECK(table.has_room({&byte, nearly_all}));
  for (int i = 0; i < 3; ++i) {
    const std::string label(20000, static_cast<char>('a' + i));
    table.number(label, table.hash(label));
  }
  CHECK_FALSE(table.has_room({&byte, nearly_all}));
}

TEST_CASE("ids chosen to collide make a search tree of their table") {
  std::uint64_t next = 0;
  CHECK(IdHash{}(id_of_hash(12345)) == 12345);
  CHECK(number_all<IdTable<>, std::uint64_t>(30000, [&] { return id_of_hash(next++ % 20000); }));
}

TEST_CASE("what is dealt out to buckets comes back in the order of the text") {
  Rng rng(4);
  const auto id = [&] { return random_id(rng); };
  const auto label = [&] { return random_label(rng); };
  for (const int threads : {1, 2}) {
    tbb::task_arena(threads).execute([&] {
      deal_and_number<IdKeys<>, std::uint64_t>(1, 1, id);
      deal_and_number<IdKeys<>, std::uint64_t>(100, 1000, id);
      deal_and_number<IdKeys<CoarseHash>, std::uint64_t>(20, 1000, id);
      deal_and_number<IdKeys<ConstantHash>, std::uint64_t>(20, 2000, id);
      deal_and_number<LabelKeys<>, std::string>(1, 1, label);
      deal_and_number<LabelKeys<>, std::string>(100, 1000, label);
      deal_and_number<LabelKeys<CoarseHash>, std::string>(20, 1000, label);
      deal_and_number<LabelKeys<ConstantHash>, std::string>(20, 2000, label);
    });
  }
}

TEST_CASE("labels are sorted by bytes, long common beginnings and zeros included") {
  Rng rng(6);
  for (int round = 0; round < 40; ++round) {
    std::set<std::string> wanted;
    const std::string stem(rng.below(400), round % 2 ? 'z' : '\0');
    for (std::size_t i = 1 + rng.below(3000); i > 0; --i) {
      std::string text = stem.substr(0, rng.below(4) ? stem.size() : rng.below(stem.size() + 1));
      for (std::size_t k = rng.below(4); k > 0; --k)
        text += static_cast<char>(rng.below(3) ? rng.below(256) : 0);
      wanted.insert(text);
    }
    LabelTable table;
    for (const std::string& text : wanted) table.number(text, LabelTable<>::hash(text));
    std::vector<OrderedLabel> labels;
    table.for_each([&](LabelRecord record) { labels.push_back({0, record}); });
    for (std::size_t i = labels.size(); i > 1; --i) std::swap(labels[i - 1], labels[rng.below(i)]);
    sort_labels(labels);
    REQUIRE(labels.size() == wanted.size());
    auto next = wanted.begin();
    for (const OrderedLabel& label : labels) REQUIRE(label.record.label() == *next++);
  }
}

TEST_CASE("a file of ids that all collide gives the path that it is") {
  const test::TemporaryFolder folder;
  std::vector<std::uint64_t> ids;
  for (std::uint64_t i = 0; i < 5000; ++i) ids.push_back(id_of_hash((std::uint64_t{9} << 40) + i));
  std::string text;
  for (std::size_t i = 1; i < ids.size(); ++i) text += fmt::format("{} {}\n", ids[i - 1], ids[i]);
  const LoadedGraph loaded = read_graph(folder.write("graph.txt", text), {}, RunContext({.threads = 2}));
  REQUIRE(loaded.graph.num_vertices() == ids.size());
  REQUIRE(loaded.graph.num_edges() == ids.size() - 1);
  for (std::size_t i = 1; i < ids.size(); ++i) {
    const auto u = loaded.graph.names().find(std::to_string(ids[i - 1]), loaded.graph.num_vertices());
    const auto v = loaded.graph.names().find(std::to_string(ids[i]), loaded.graph.num_vertices());
    REQUIRE((u && v && loaded.graph.adjacent(*u, *v)));
  }
}
