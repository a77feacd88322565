#include <algorithm>
#include <set>
#include <string>

#include "io/formats/formats.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

TEST_CASE("records of formats: names are different, and what remains is what nothing recognises") {
  std::set<std::string_view> names;
  std::set<std::string_view> titles;
  for (const detail::Format* format : detail::formats()) {
    CAPTURE(format->name);
    CHECK(names.insert(format->name).second);
    CHECK(titles.insert(format->title).second);
    CHECK(detail::find_format(format->name) == format);
    CHECK((format->read || format->writer.write));
    CHECK_FALSE(format->has_extension(""));
    if (format->extensions.front().empty()) continue;  // read by its name alone
    CHECK(format->extensions.front().starts_with('.'));
    CHECK(format->has_extension(format->extensions.front()));
  }
  CHECK(detail::find_format("") == nullptr);
  CHECK(detail::find_format("Edges") == nullptr);
  CHECK(detail::formats().back()->recognise == nullptr);
  CHECK(detail::find_format("mtx")->has_extension(".MTX"));
}

TEST_CASE("content decides between formats of one extension, and names where content says nothing") {
  const test::TemporaryFolder folder;
  const auto format_of = [&](const std::string& name, const std::string& text) {
    return detail::detect(detail::CompressedInput(folder.write(name, text)), {}).name;
  };
  CHECK(format_of("a.graph", "2 1\r\n2\r\n1\r\n") == "metis");
  CHECK(format_of("b.graph", "2 1\x80\x03") == "webgraph");
  for (const std::string name : {"a.mtx", "a.gr", "a.gml", "a.json"})
    CHECK(format_of(name, "# c\n1 2\n") == "edges");
  CHECK(format_of("a.gr", "c nothing\n") == "gr");
  CHECK(format_of("a.json", "[1, 2]\n") == "json");
}
