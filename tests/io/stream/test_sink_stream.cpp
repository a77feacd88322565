#include <string>
#include <string_view>

#include "io/stream/sink_stream.hpp"
#include "support/catch.hpp"

using namespace lode;

TEST_CASE("a stream into a sink passes on texts of any length, each byte once") {
  std::string expected;
  for (int i = 0; i < 50'000; ++i) expected += std::to_string(i) + "\n";
  for (const std::size_t length : {std::size_t{0}, std::size_t{1}, std::size_t{1} << 16, expected.size()}) {
    const std::string_view wanted = std::string_view(expected).substr(0, length);
    std::string whole;
    std::string bytewise;
    const TextSink to_whole = [&](std::string_view text) { whole += text; };
    const TextSink to_bytewise = [&](std::string_view text) { bytewise += text; };
    detail::SinkStream first(to_whole);
    detail::SinkStream second(to_bytewise);
    first.stream() << wanted;
    for (const char c : wanted) second.stream().put(c);
    first.finish();
    second.finish();
    CAPTURE(length);
    CHECK(whole == wanted);
    CHECK(bytewise == wanted);
  }
}
