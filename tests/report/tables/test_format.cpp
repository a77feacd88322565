#include <cmath>
#include <limits>

#include <lode/core/error.hpp>
#include <lode/report/format.hpp>

#include "report/tables/table.hpp"
#include "support/catch.hpp"

using namespace lode;

namespace {
const double infinity = std::numeric_limits<double>::infinity();
}

TEST_CASE("nothing infinite is written") {
  for (const double bad : {infinity, -infinity, std::nan("")}) {
    for (const std::string& text : {format_exact(bad), format_rounded(bad), format_weight(bad),
                                    format_density(bad), format_percent(bad), format_seconds(bad)}) {
      CHECK(text == "n/a");
    }
  }
}

TEST_CASE("rounded numbers keep their digits and their meaning") {
  CHECK(format_rounded(0.24) == "0.24");
  CHECK(format_rounded(1234567.8) == "1234568");
  CHECK(format_rounded(0.000123456) == "0.0001235");
  CHECK(format_rounded(1e-9, 3) == "1e-09");
  CHECK(format_rounded(-1.5) == "-1.5");
  CHECK(format_weight(8088) == "8088");
  CHECK(format_weight(2.0 / 3.0) == "0.666667");
  CHECK(format_density(1.0) == "1");
  CHECK(format_density(0.99995) == "0.99995");
  CHECK(format_density(1.0 - 1e-12) != "1");
  CHECK(format_percent(0.31786543) == "31.79 %");
  CHECK(format_percent(0.0) == "0 %");
  CHECK(format_tolerance(0.0).empty());
  CHECK(format_tolerance(1e-9) == " within 1e-09 of the weight");
  CHECK(format_distance(0.00342) == "within ±0.00344");
  CHECK(format_percent(1e-9) == "< 0.01 %");
  CHECK(format_seconds(0.0) == "0 s");
  CHECK(format_seconds(12e-6) == "12 us");
  CHECK(format_seconds(0.00999) == "9.99 ms");
  CHECK(format_seconds(0.9999) == "1 s");
  CHECK(format_seconds(200) == "3 min 20 s");
  CHECK(format_seconds(7260) == "2 h 1 min");
  CHECK(group_thousands("1234567.8912") == "1,234,567.8912");
  CHECK(group_thousands("-123") == "-123");
  CHECK(group_thousands("n/a") == "n/a");
  CHECK(format_plural(1, "vertex", "vertices") == "1 vertex");
}

TEST_CASE("tables align, quote and refuse ragged rows") {
  const Table table{{{"s"}, {"name", Align::left}, {"n"}}, {{"1", "a|b", "7"}, {"200", "\u00E9", "1000"}}};
  CHECK(table_text(table) ==
        "  s  name     n\n"
        "  1  a|b      7\n"
        "200  \u00E9     1000\n");
  CHECK(table_markdown(table) ==
        "| s | name | n |\n|--:|---|--:|\n| 1 | a\\|b | 7 |\n| 200 | \u00E9 | 1000 |\n");
  CHECK(table_csv({{{"a"}, {"b"}}, {{"1,5", "x"}}}) == "a,b\n\"1,5\",x\n");
  CHECK_THROWS_AS(table_text({{{"a"}, {"b"}}, {{"1"}}}), InternalError);
}
