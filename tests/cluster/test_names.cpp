#include <string>
#include <string_view>
#include <vector>

#include "graph/names.hpp"
#include "support/catch.hpp"

using namespace lode::cluster;

namespace {

using Counts = std::vector<std::uint64_t>;

LabelList list_of(const std::vector<std::string_view>& labels) {
  LabelList list;
  for (const std::string_view label : labels) list.add(label);
  return list;
}

}  // namespace

TEST_CASE("labels of a list are what was added, empty ones and zero bytes too") {
  const std::vector<std::string_view> labels = {"", std::string_view("a\0b", 3), "\xff", "", "zebra"};
  const LabelList list = list_of(labels);
  REQUIRE(list.size() == labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) CHECK(list[i] == labels[i]);
  CHECK(LabelList().size() == 0);
}

TEST_CASE("a range of labels ends with its splitter") {
  const LabelList list = list_of({"", "a", "ab", "b", "z", "\xc3\xa4"});
  CHECK(count_by_range(list, LabelList()) == Counts{6});
  const LabelList some = list_of({"ab", "b"});
  CHECK(count_by_range(list, some) == Counts{3, 1, 2});
  // Bytes count without sign; splitters need not be labels, and may repeat: the ranges between are empty.
  const LabelList others = list_of({"aa", "aa", "zz", "\xff"});
  CHECK(count_by_range(list, others) == Counts{2, 0, 3, 1, 0});
  CHECK(count_by_range(LabelList(), others) == Counts{0, 0, 0, 0, 0});
}

TEST_CASE("a range of ids ends with its splitter") {
  const IdList ids = {{0, 3, 7, UINT64_MAX}};
  CHECK(count_by_range(ids, IdList()) == Counts{4});
  CHECK(count_by_range(ids, IdList{{3, 5, 5}}) == Counts{2, 0, 0, 2});
  CHECK(count_by_range(ids, IdList{{UINT64_MAX}}) == Counts{4, 0});
}

TEST_CASE("a sample keeps an id, and of a label the first 256 bytes") {
  CHECK(IdList::sample_of(UINT64_MAX) == UINT64_MAX);
  CHECK(LabelList::sample_of("short") == "short");
  CHECK(LabelList::sample_of(std::string(300, 'x')) == std::string(256, 'x'));
}
