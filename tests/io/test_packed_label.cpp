#include <algorithm>
#include <string>
#include <vector>

#include "io/packed_label.hpp"
#include "support/catch.hpp"

using lode::detail::PackedLabel;

TEST_CASE("packed labels compare as their texts, and give them back") {
  std::vector<std::string> texts = {"",
                                    "a",
                                    "b",
                                    "ab",
                                    "a~",
                                    "abcdefgh",
                                    "abcdefghi",
                                    "abcdefgi",
                                    "\xff",
                                    "\x01",
                                    "abcdefgh\x01",
                                    "abcdefghijklmnop",
                                    "abcdefghijklmno",
                                    "\xff\xff\xff\xff\xff\xff\xff\xff\xff"};
  for (const std::string& x : texts) {
    const PackedLabel packed = PackedLabel::of(x);
    CHECK(packed.text() == x);
    CHECK((packed.low == 0) == (x.size() <= 8));
    for (const std::string& y : texts) {
      CAPTURE(x, y);
      CHECK((packed < PackedLabel::of(y)) == (x < y));
      CHECK((packed == PackedLabel::of(y)) == (x == y));
    }
    if (x.empty()) continue;
    const std::string followed = x + "0123456789abcdef";
    CHECK(PackedLabel::load(followed.data(), x.size()) == packed);
  }
  CHECK(PackedLabel::fits("abcdefghijklmnop"));
  CHECK_FALSE(PackedLabel::fits("abcdefghijklmnopq"));
  CHECK_FALSE(PackedLabel::fits(std::string("a\0b", 3)));
}
