#include <cstdint>

#include "io/text/words.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::detail;

TEST_CASE("special bytes are found in every place") {
  for (unsigned byte = 0; byte < 256; ++byte) {
    const bool special = byte <= 0x20 || byte == 0x7f || byte == '"' || byte == ',';
    for (unsigned place = 0; place < 8; ++place) {
      for (const std::uint64_t rest : {std::uint64_t{'a'}, std::uint64_t{0xff}, std::uint64_t{0x21}}) {
        std::uint64_t word = rest * 0x0101010101010101u;
        word = (word & ~(std::uint64_t{0xff} << (8 * place))) | std::uint64_t{byte} << (8 * place);
        REQUIRE(special_bytes<','>(word) == (special ? std::uint64_t{0x80} << (8 * place) : 0));
      }
    }
  }
}
