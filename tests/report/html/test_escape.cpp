#include <lode/report/format.hpp>

#include "support/catch.hpp"

using namespace lode;

TEST_CASE("text is escaped for where it stands") {
  CHECK(escape_markdown("a|b\n<c>") == "a\\|b \\<c\\>");
  CHECK(escape_latex("a_b & 5% {$1#2} ~^<>\\\n|") ==
        "a\\_b \\& 5\\% \\{\\$1\\#2\\} \\textasciitilde{}\\textasciicircum{}$<$$>$\\textbackslash{} |");
  CHECK(shorten("\u00E9\u00E9\u00E9\u00E9", 3) == "\u00E9\u00E9\u2026");
  CHECK(shorten("abc", 3) == "abc");
}
