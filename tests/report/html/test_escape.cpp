#include <lode/report/format.hpp>

#include "support/catch.hpp"

using namespace lode;

TEST_CASE("text is escaped for where it stands") {
  CHECK(escape_markdown("a|b\n<c>") == "a\\|b \\<c\\>");
  CHECK(shorten("\u00E9\u00E9\u00E9\u00E9", 3) == "\u00E9\u00E9\u2026");
  CHECK(shorten("abc", 3) == "abc");
}
