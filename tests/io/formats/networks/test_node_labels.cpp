#include <optional>
#include <string>
#include <vector>

#include <lode/core/error.hpp>

#include "io/formats/networks/node_labels.hpp"
#include "support/catch.hpp"

using namespace lode;

namespace {

using Kind = VertexNames::Kind;
using Labels = std::vector<std::optional<std::string>>;

detail::TextColumn column(const std::vector<std::string>& texts) {
  detail::TextColumn result;
  for (const std::string& text : texts) result.add(text);
  return result;
}

/// Names by labels, and what the report says of them.
struct Named {
  std::optional<VertexNames> names;
  std::vector<std::string> notes;
};

Named by_labels(const Labels& labels, const detail::LabelUse& use = {}) {
  detail::NodeLabels all;
  for (const auto& label : labels) {
    all.add(label ? std::optional<std::string_view>(*label) : std::nullopt);
  }
  const detail::CompressedInput input("x", "input");
  InputReport report;
  Named result;
  result.names = all.names(input, report, use, [](std::size_t v) { return "node " + std::to_string(v); });
  result.notes = report.notes;
  return result;
}

}  // namespace

TEST_CASE("names from texts: ids if all are integers as they are written") {
  CHECK(detail::names_from_texts(column({"5", "0", "10"}), false).kind() == Kind::ids);
  CHECK(detail::names_from_texts(column({"5", "0", "10"}), true).kind() == Kind::labels);
  CHECK(detail::names_from_texts(column({"5", "00"}), false).kind() == Kind::labels);
  CHECK(detail::names_from_texts(column({"5", "18446744073709551616"}), false).kind() == Kind::labels);
  CHECK(detail::names_from_texts(column({"5", "x"}), false).name(1) == "x");
}

TEST_CASE("labels are names, or the report says why not") {
  const auto obstacle = [](const Labels& labels) {
    const Named result = by_labels(labels);
    CHECK(!result.names);
    return result.notes.size() == 1 ? result.notes[0] : "not one note";
  };
  const Named result = by_labels({"b", "a"});
  CHECK(result.notes.empty());
  CHECK(result.names.value().name(0) == "b");
  CHECK(by_labels({"7", "5"}).names.value().kind() == Kind::ids);
  CHECK(by_labels({"7", "5"}, {.kept = true}).names.value().kind() == Kind::labels);
  CHECK(obstacle({"a", std::nullopt}) == "labels not used: node 1 has no label");
  CHECK(obstacle({"a", ""}) == "labels not used: the label of node 1 is empty");
  CHECK(obstacle({"a\tb", "c"}) == "labels not used: the label of node 0 holds a control byte");
  CHECK(obstacle({"\xff", "c"}) == "labels not used: the label of node 0 is not UTF-8");
  CHECK(obstacle({"c", "a", "c"}) == "labels not used: label 'c' repeats");
}

TEST_CASE("where labels are demanded, what hinders them is an error") {
  const detail::LabelUse use = {.demanded = true, .instead = "numbers"};
  CHECK(by_labels({"b", "a"}, use).names.value().name(1) == "a");
  CHECK_THROWS_WITH(by_labels({"c", "c"}, use),
                    "input: labels cannot name the vertices: label 'c' repeats; read without option 'labels' "
                    "to use the numbers");
  CHECK_THROWS_WITH(by_labels({std::nullopt}, use), Catch::Contains("node 0 has no label"));
  const Named none = by_labels({std::nullopt, std::nullopt});
  CHECK(!none.names);
  CHECK(none.notes.empty());
}
