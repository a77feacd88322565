#include <lode/core/error.hpp>

#include "study/compare/journal.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using Catch::Matchers::Contains;

namespace {

const JournalHeader header = {{"journal", "a test"}, {"seed", "1"}, {"graph \"q\"", "of 5 vertices"}};

std::vector<std::string> texts(const Journal& journal) {
  std::vector<std::string> list;
  for (const Journal::Record& record : journal.records()) list.push_back(record.text);
  return list;
}

}  // namespace

TEST_CASE("records come back in order with their lines") {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "j.jsonl").string();
  {
    Journal journal(path, header);
    CHECK(journal.records().empty());
    journal.append("{\"a\":1}");
    journal.append("second");
    CHECK(test::read_file(path).substr(test::read_file(path).find('\n') + 1) == "{\"a\":1}\nsecond\n");
  }
  Journal again(path, header);
  CHECK(texts(again) == std::vector<std::string>{"{\"a\":1}", "second"});
  CHECK(again.records()[1].line == 3);
  CHECK_THROWS_AS(again.append("two\nlines"), InternalError);
}

TEST_CASE("a journal cut at any byte keeps its whole lines and goes on") {
  const test::TemporaryFolder folder;
  std::string whole;
  {
    const std::string path = (folder.path() / "whole").string();
    Journal journal(path, header);
    for (const char* text : {"first", "second", "third"}) journal.append(text);
    whole = test::read_file(path);
  }
  for (std::size_t bytes = 0; bytes <= whole.size(); ++bytes) {
    const std::string path = folder.write("cut", whole.substr(0, bytes));
    const std::string kept = whole.substr(0, bytes == 0 ? 0 : whole.rfind('\n', bytes - 1) + 1);
    const bool has_newline = whole.substr(0, bytes).find('\n') != std::string::npos;
    const std::string expected = has_newline ? kept : whole.substr(0, whole.find('\n') + 1);
    CAPTURE(bytes, expected);
    {
      Journal journal(path, header);
      CHECK(test::read_file(path) == expected);
      CHECK(journal.records().size() ==
            static_cast<std::size_t>(std::count(expected.begin(), expected.end(), '\n')) - 1);
      journal.append("more");
    }
    CHECK(test::read_file(path) == expected + "more\n");
  }
}

TEST_CASE("a journal made with other options is refused and stays as it is") {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "j").string();
  { Journal(path, header).append("kept"); }
  const std::string before = test::read_file(path);
  JournalHeader other = header;
  other[1].second = "2";
  CHECK_THROWS_WITH(Journal(path, other), Contains("was made with seed 1, not 2") && Contains(path));
  CHECK_THROWS_AS(Journal(path, other), InvalidArgument);
  other = header;
  other.pop_back();
  CHECK_THROWS_WITH(Journal(path, other), Contains("was made with graph \"q\" (of 5 vertices)"));
  other = header;
  other.emplace_back("graph z", "of 7 vertices");
  CHECK_THROWS_WITH(Journal(path, other), Contains("was made without graph z (of 7 vertices)"));
  other = header;
  other[0].second = "another study";
  CHECK_THROWS_WITH(Journal(path, other), Contains("is not a journal of another study"));
  CHECK(test::read_file(path) == before);
}

TEST_CASE("foreign files are refused and stay as they are") {
  const test::TemporaryFolder folder;
  for (const std::string content :
       {"precious", "precious\n", "0 1\n1 2\n", "{}\n", "[1]\n", "{\"journal\":7}\n", "\n"}) {
    const std::string path = folder.write("foreign", content);
    CAPTURE(content);
    CHECK_THROWS_AS(Journal(path, header), InputError);
    CHECK(test::read_file(path) == content);
  }
  CHECK_THROWS_AS(Journal((folder.path() / "missing" / "j").string(), header), SystemError);
  CHECK_THROWS_AS(Journal(folder.path().string(), header), SystemError);
  CHECK_THROWS_AS(Journal("/dev/null", header), InvalidArgument);
}

TEST_CASE("a journal in use is not opened twice") {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "j").string();
  const Journal journal(path, header);
  CHECK_THROWS_WITH(Journal(path, header), Contains("in use"));
}

TEST_CASE("names that are not UTF-8 make a header that is found again") {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "j").string();
  const JournalHeader odd = {{"journal", "a test"}, {"graph \xff", "\xfe\n\"<"}};
  { Journal(path, odd).append("kept"); }
  CHECK(texts(Journal(path, odd)) == std::vector<std::string>{"kept"});
}
