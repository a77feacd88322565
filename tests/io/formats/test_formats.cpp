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
    CHECK((format->doubtful_extension.empty() || format->has_extension(format->doubtful_extension)));
    CHECK(format->has_extension(format->extensions.front()));
  }
  CHECK(detail::find_format("") == nullptr);
  CHECK(detail::find_format("Edges") == nullptr);
  CHECK(detail::formats().back()->recognise == nullptr);
  CHECK(detail::find_format("mtx")->has_extension(".MTX"));
}

TEST_CASE("a companion beside a file decides between formats of one extension") {
  const test::TemporaryFolder folder;
  const detail::Format& webgraph = *detail::find_format("webgraph");
  const std::string path = folder.write("a.graph", "2 1\n2\n1\n");
  const std::string packed = folder.write("b.graph.gz", "");
  CHECK_FALSE(detail::companion_path(webgraph, path));
  CHECK(detail::detect(detail::CompressedInput(path), {}).name == "metis");
  const std::string beside = folder.write("a.properties", "");
  const std::string packed_beside = folder.write("b.properties.zst", "");
  CHECK(detail::companion_path(webgraph, path) == beside);
  CHECK(detail::companion_path(webgraph, packed) == packed_beside);
  CHECK(&detail::detect(detail::CompressedInput(path), {}) == &webgraph);
  CHECK_FALSE(detail::companion_path(webgraph, folder.write("a.txt", "")));
  CHECK_FALSE(detail::companion_path(*detail::find_format("metis"), path));
}
