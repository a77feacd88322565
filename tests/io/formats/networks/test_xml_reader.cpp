#include <string>
#include <vector>

#include <lode/core/error.hpp>

#include "io/formats/networks/xml_reader.hpp"
#include "io/text/head_lines.hpp"
#include "support/catch.hpp"

using namespace lode;

namespace {

/// Writes down what it is shown; passes over elements called "skip".
class Recorder final : public detail::XmlReader {
 public:
  using XmlReader::XmlReader;
  std::string seen;

 private:
  bool open(const detail::XmlTag& tag) override {
    seen += "<" + std::string(tag.name);
    if (const auto a = tag.attribute("a")) seen += " " + std::string(*a);
    seen += ">";
    return tag.name != "skip";
  }
  void close() override { seen += "</>"; }
  void text(std::string_view part) override { seen += part; }
};

std::string seen_in(std::string_view text) {
  const RunContext run({.threads = 1});
  detail::CompressedInput input(text, "input");
  Recorder recorder(input, run);
  recorder.read_document();
  return recorder.seen;
}

std::string error_in(const std::string& text) {
  try {
    return "was read: " + seen_in(text);
  } catch (const InputError& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("XML: elements of the vocabulary of the root, with what is passed over left out") {
  CHECK(seen_in("<r a='1'>x<skip>y<e/></skip><e b='2' a='&lt;'/>&#233;<![CDATA[<&]]></r>") ==
        "<r 1>x<skip><e <></>\xc3\xa9<&</>");
  CHECK(seen_in("<p:r xmlns:p='u' xmlns:q='v'><q:e>z<p:e/></q:e><p:e q:a='no' a='yes'/></p:r>") ==
        "<r><e yes></></>");
  CHECK(seen_in("<?xml version='1.0' encoding='ISO-8859-1'?><r>\xe9</r>") == "<r>\xc3\xa9</>");
}

TEST_CASE("XML: entities are refused, and nothing outside of the document is read") {
  const std::string bomb = "<!DOCTYPE r [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;\">]>\n<r>&b;</r>";
  CHECK(error_in(bomb) ==
        "input:1:25: the entity 'a' has a meaning of its own; write characters as they are; lode reads no "
        "documents that declare entities");
  CHECK_THAT(error_in("<!DOCTYPE r [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><r>&x;</r>"),
             Catch::Contains("the entity 'x' has a meaning of its own"));
  CHECK_THAT(error_in("<!DOCTYPE r SYSTEM \"http://127.0.0.1:1/x.dtd\"><r>&x;</r>"),
             Catch::Contains("the entity 'x' has a meaning of its own"));
  CHECK_THAT(error_in("<!DOCTYPE r [<!ENTITY % p SYSTEM \"file:///etc/passwd\"> %p;]><r/>"),
             Catch::Contains("the entity 'p' has a meaning of its own"));
  CHECK(seen_in("<!DOCTYPE r SYSTEM \"http://127.0.0.1:1/x.dtd\"><r/>") == "<r></>");
}

TEST_CASE("XML: documents that are not well-formed") {
  CHECK(error_in("<r><e></r>") ==
        "input:1:9: the XML document is not well-formed (mismatched tag); write the file anew with a program "
        "that makes XML");
  CHECK(error_in("<r>\n<e>") ==
        "input:2:4: the XML document ends too early (no element found); the file is cut off");
  CHECK_THAT(error_in("<r>\n  a & b</r>"), Catch::Contains("input:2:6: ") && Catch::Contains("&amp;"));
  CHECK_THAT(error_in("<r>\xe9</r>"), Catch::Contains("input:1:4: ") && Catch::Contains("iconv"));
  CHECK_THAT(error_in("<?xml version='1.0' encoding='x-none'?><r/>"),
             Catch::Contains("cannot be decoded (unknown encoding)"));
  CHECK_THAT(error_in("<r/><r/>"), Catch::Contains("junk after document element"));
  CHECK_THAT(error_in("<r a='1' a='2'/>"), Catch::Contains("duplicate attribute"));
}

TEST_CASE("XML: a tag without an end does not fill the memory, elements within elements cost little") {
  std::string endless = "<r a='";
  endless.append(std::size_t{20} << 20, 'x');
  CHECK_THAT(error_in(endless), Catch::Contains("a tag is longer than 16777216 bytes"));
  std::string text = "<r>";
  text.append(std::size_t{20} << 20, 'x');
  CHECK(seen_in(text + "</r>").size() == (std::size_t{20} << 20) + 6);
  std::string deep = "<r><skip>";
  for (int i = 0; i < 50000; ++i) deep += "<e>";
  for (int i = 0; i < 50000; ++i) deep += "</e>";
  CHECK(seen_in(deep + "</skip></r>") == "<r><skip></>");
}

TEST_CASE("the root of an XML document") {
  CHECK(detail::xml_root("<a b='1'>") == "a");
  CHECK(
      detail::xml_root(
          "\xef\xbb\xbf<?xml version='1.0'?>\n<!-- <b> -->\n<!DOCTYPE x [\n<!ENTITY a \"b\">\n]>\n<p:a/>") ==
      "a");
  CHECK(detail::xml_root("x <a>").empty());
  CHECK(detail::xml_root("<!-- <a>").empty());
  CHECK(detail::xml_root("").empty());
}
