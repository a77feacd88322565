#include <charconv>
#include <cstdint>
#include <string>
#include <system_error>
#include <vector>

#include <lode/core/rng.hpp>

#include "io/text/fields.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::detail;

TEST_CASE("numbers are read eight digits at a time as they are one by one") {
  Rng rng(1);
  std::vector<std::string> texts = {"",
                                    "0",
                                    "00000000000000000000",
                                    "000000000000000000000",
                                    "18446744073709551615",
                                    "18446744073709551616",
                                    "19999999999999999999",
                                    "20000000000000000000",
                                    "99999999999999999999",
                                    "09999999999999999999",
                                    "184467440737095516150"};
  for (std::size_t digits = 1; digits <= 26; ++digits) {
    for (int round = 0; round < 200; ++round) {
      std::string text;
      while (text.size() < digits) text += static_cast<char>('0' + rng.below(10));
      if (rng.below(2)) text.front() = '1';
      texts.push_back(text);
    }
  }
  for (const std::string& text : texts) {
    for (const char follower : {' ', '\n', ',', '/', ':', '\0', 'a', '\x80', '\xff'}) {
      const std::string line = text + follower + std::string(30, static_cast<char>('0' + rng.below(10)));
      std::uint64_t value = 0;
      std::uint64_t expected = 0;
      const char* const end = number_by_words(line.data(), value);
      CAPTURE(text, follower);
      if (end) REQUIRE(end == line.data() + text.size());
      const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), expected);
      // Twenty digits that begin with 0 are left to whoever reads any line.
      const bool fits = text.size() <= 19 || (text.size() == 20 && text[0] == '1' && error == std::errc{});
      REQUIRE((end != nullptr) == (fits && !text.empty()));
      if (end) REQUIRE(value == expected);
    }
  }
}
