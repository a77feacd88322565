#include <cstdlib>
#include <limits>
#include <string>

#include <lode/core/text.hpp>

#include "support/catch.hpp"

using namespace lode;

TEST_CASE("counts are written with their nouns") {
  CHECK(format_plural(0, "vertex", "vertices") == "0 vertices");
  CHECK(format_plural(1, "vertex", "vertices") == "1 vertex");
  CHECK(format_plural(18446744073709551615u, "edge", "edges") == "18446744073709551615 edges");
}

TEST_CASE("exact numbers round-trip and integers have no point") {
  CHECK(format_exact(294) == "294");
  CHECK(format_exact(-0.0) == "0");
  CHECK(format_exact(0.1) == "0.1");
  CHECK(std::stod(format_exact(1.0 / 3.0)) == 1.0 / 3.0);
  CHECK(format_exact(9007199254740991.0) == "9007199254740991");
  for (const double value : {1e300, 5e-324, 1e16, 123456.789})
    CHECK(std::strtod(format_exact(value).c_str(), nullptr) == value);
  CHECK(format_exact(std::numeric_limits<double>::infinity()) == "n/a");
}

TEST_CASE("text is escaped for files and terminals") {
  CHECK(escape_markup("<a href=\"x\">'&'</a>") == "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;");
  CHECK(escape_markup("na\u00EFve \u2192") == "na\u00EFve \u2192");
  CHECK(escape_markup(std::string("a\0\x1b", 3)) == "a\uFFFD\uFFFD");
  CHECK(escape_markup("\xff\xC3") == "\uFFFD\uFFFD");
  CHECK(escape_markup("\xC0\xBC") == "\uFFFD\uFFFD");            // overlong '<'
  CHECK(escape_markup("\xED\xA0\x80") == "\uFFFD\uFFFD\uFFFD");  // a surrogate
  CHECK(escape_terminal("\x1b[2Jx\xC2\x9B\xff") == "\\x1b[2Jx\\xc2\\x9b\\xff");
  CHECK(escape_csv("plain") == "plain");
  CHECK(escape_csv("a,\"b\"\n") == "\"a,\"\"b\"\"\n\"");
  CHECK(printable_text("a\t<b>\n\xff\u00E9") == "a\uFFFD<b>\uFFFD\uFFFD\u00E9");
  CHECK(printable_text("\xEF\xBF\xBF") == "\uFFFD");
  CHECK(escape_markup("\xEF\xBF\xBE") == "\uFFFD");
  CHECK(utf8_length("\u2192x") == 3);
  CHECK(utf8_length("\x80") == 0);
}
