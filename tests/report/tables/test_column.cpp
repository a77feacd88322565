#include <limits>

#include "core/column.hpp"
#include "report/tables/table.hpp"
#include "support/catch.hpp"

using namespace lode;

namespace {

struct Fruit {
  std::string name;
  double mass = 0.0;
};

detail::Columns<Fruit> fruit_columns() {
  using F = const Fruit&;
  detail::Columns<Fruit> columns;
  columns.add("name", [](F fruit) { return fruit.name; })
      .table(2, "fruit", {}, Align::left)
      .read([](const detail::Json& json, Fruit& fruit) { fruit.name = json.get<std::string>(); });
  columns.add("mass", [](F fruit) { return detail::json_number(fruit.mass); })
      .table(1, "kg", [](F fruit) { return std::to_string(static_cast<int>(fruit.mass)) + " kg"; })
      .tell("weighs", [](F fruit) { return fruit.mass > 1.0 ? "much" : ""; });
  columns.add("heavy", [](F fruit) { return fruit.mass > 2.0; }).only(detail::in_csv);
  columns.add("letters", [](F fruit) { return fruit.name.size(); }).only(detail::in_json);
  columns.add("stone", [](F fruit) { return fruit.mass > 2.0 ? detail::Json("none") : detail::no_value(); });
  return columns;
}

const std::vector<Fruit> fruits = {
    {"fig, dried", 0.25}, {"melon", 3.0}, {"void", std::numeric_limits<double>::infinity()}};

}  // namespace

TEST_CASE("columns declared once make CSV, JSON, tables and lines") {
  const auto columns = fruit_columns();
  CHECK(detail::csv_rows(columns, fruits) ==
        "name,mass,heavy,stone\n\"fig, dried\",0.25,false,\nmelon,3,true,none\nvoid,n/a,true,none\n");
  CHECK(columns.object(fruits[0]).dump() == R"({"name":"fig, dried","mass":0.25,"letters":10})");
  CHECK(columns.object(fruits[2]).dump() == R"({"name":"void","mass":null,"letters":4,"stone":"none"})");
  CHECK(columns.objects(fruits).size() == 3);
  const Table table = detail::text_table(columns, std::vector<Fruit>{fruits[1]});
  REQUIRE(table.columns.size() == 2);
  CHECK((table.columns[0].title == "kg" && table.columns[1].align == Align::left));
  CHECK(table.rows == std::vector<std::vector<std::string>>{{"3 kg", "melon"}});
  std::string lines;
  for (const Fruit& fruit : fruits) {
    detail::for_each_line(columns, fruit, [&](const auto& column, const std::string& sentence) {
      lines += fruit.name + " " + column.line + " " + sentence + ";";
    });
  }
  CHECK(lines == "melon weighs much;void weighs much;");
}

TEST_CASE("columns that say how are read back") {
  Fruit fruit;
  for (const auto& column : fruit_columns()) {
    if (column.take) column.take(fruit_columns().object(fruits[1]).at(column.key), fruit);
  }
  CHECK(fruit.name == "melon");
}
