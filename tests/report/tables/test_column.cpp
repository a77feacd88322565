#include <limits>

#include "report/tables/column.hpp"
#include "support/catch.hpp"

using namespace lode;
using detail::Column;
using detail::ColumnFiles;

namespace {

struct Fruit {
  std::string name;
  double mass = 0.0;
};

std::vector<Column<Fruit>> fruit_columns() {
  return {
      {"fruit",
       "name",
       {},
       [](const Fruit& fruit) -> detail::Json { return fruit.name; },
       ColumnFiles::all,
       Align::left},
      {"kg", "mass", [](const Fruit& fruit) { return std::to_string(static_cast<int>(fruit.mass)) + " kg"; },
       [](const Fruit& fruit) { return detail::json_number(fruit.mass); }},
      {"",
       "heavy",
       {},
       [](const Fruit& fruit) -> detail::Json { return fruit.mass > 2.0; },
       ColumnFiles::csv},
      {"",
       "letters",
       {},
       [](const Fruit& fruit) -> detail::Json { return fruit.name.size(); },
       ColumnFiles::json}};
}

const std::vector<Fruit> fruits = {
    {"fig, dried", 0.25}, {"melon", 3.0}, {"void", std::numeric_limits<double>::infinity()}};

}  // namespace

TEST_CASE("columns declared once make CSV, JSON and tables") {
  const auto columns = fruit_columns();
  CHECK(detail::csv_rows(columns, fruits) ==
        "name,mass,heavy\n\"fig, dried\",0.25,false\nmelon,3,true\nvoid,n/a,true\n");
  CHECK(detail::json_row(columns, fruits[0]).dump() == R"({"name":"fig, dried","mass":0.25,"letters":10})");
  CHECK(detail::json_row(columns, fruits[2]).dump() == R"({"name":"void","mass":null,"letters":4})");
  const Table table = detail::text_table(detail::picked(columns, {"mass", "name"}), {fruits[1]});
  REQUIRE(table.columns.size() == 2);
  CHECK((table.columns[0].title == "kg" && table.columns[1].align == Align::left));
  CHECK(table.rows == std::vector<std::vector<std::string>>{{"3 kg", "melon"}});
}

TEST_CASE("a table asks only for columns that have a title") {
  CHECK_THROWS_AS(detail::picked(fruit_columns(), {"colour"}), InternalError);
  CHECK_THROWS_AS(detail::picked(fruit_columns(), {"heavy"}), InternalError);
}
