#include "io/formats/networks/xml_reader.hpp"

#include <algorithm>
#include <iterator>
#include <new>
#include <utility>
#include <vector>

#include <expat.h>
#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/text/fields.hpp"

namespace lode::detail {
namespace {

/// Between the namespace and the name of an element; no XML text holds it in either.
constexpr char name_separator = '\n';
constexpr std::size_t piece_bytes = std::size_t{1} << 18;
constexpr std::int64_t longest_tag = std::int64_t{1} << 24;

}  // namespace

std::optional<std::string_view> XmlTag::attribute(std::string_view name) const {
  for (const char* const* at = attributes_; *at; at += 2) {
    if (name == at[0]) return at[1];
  }
  return std::nullopt;
}

struct XmlReader::Parser {
  Parser() : expat(::XML_ParserCreateNS(nullptr, name_separator)) {
    if (!expat) throw std::bad_alloc();
  }
  ~Parser() { ::XML_ParserFree(expat); }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  XML_Parser expat;
};

template <class Call>
void XmlReader::guarded(Call&& call) {
  if (error_) return;  // expat may still end the tag it was in
  try {
    call();
  } catch (...) {
    error_ = std::current_exception();
    ::XML_StopParser(parser_->expat, XML_FALSE);
  }
}

struct XmlReader::Callbacks {
  static void XMLCALL open(void* user, const char* name, const char** attributes) {
    auto& reader = *static_cast<XmlReader*>(user);
    reader.guarded([&] {
      if (reader.passed_over_ > 0) {
        ++reader.passed_over_;
        return;
      }
      if (reader.has_outside_type_) reader.check_tag();
      const std::string_view whole(name);
      const std::size_t end = whole.rfind(name_separator);
      const std::string_view space = end == std::string_view::npos ? "" : whole.substr(0, end);
      const std::string_view local = end == std::string_view::npos ? whole : whole.substr(end + 1);
      if (!std::exchange(reader.root_seen_, true)) reader.vocabulary_ = space;
      const bool known = space == reader.vocabulary_;
      if (!known || !reader.visitor_->open(XmlTag(local, attributes))) reader.passed_over_ = 1;
    });
  }

  static void XMLCALL close(void* user, const char*) {
    auto& reader = *static_cast<XmlReader*>(user);
    reader.guarded([&] {
      if (reader.passed_over_ > 0) {
        --reader.passed_over_;
      } else {
        reader.visitor_->close();
      }
    });
  }

  static void XMLCALL text(void* user, const char* part, int size) {
    auto& reader = *static_cast<XmlReader*>(user);
    if (reader.passed_over_ > 0) return;
    reader.guarded([&] { reader.visitor_->text({part, static_cast<std::size_t>(size)}); });
  }

  [[noreturn]] static void fail_on_entity(const XmlReader& reader, std::string_view name) {
    reader.fail(fmt::format("the entity '{}' has a meaning of its own", name),
                "write characters as they are; lode reads no documents that declare entities");
  }

  static void XMLCALL entity(void* user, const char* name, int, const char*, int, const char*, const char*,
                             const char*, const char*) {
    auto& reader = *static_cast<XmlReader*>(user);
    reader.guarded([&] { fail_on_entity(reader, name); });
  }

  /// Default values of attributes could stand for any amount of text, too.
  static void XMLCALL attribute_list(void* user, const char*, const char* name, const char*,
                                     const char* value, int) {
    auto& reader = *static_cast<XmlReader*>(user);
    if (!value) return;
    reader.guarded([&] {
      reader.fail(fmt::format("the document gives the attribute '{}' a default value", excerpt(name)),
                  "write the attribute where it is meant");
    });
  }

  static void XMLCALL document_type(void* user, const char*, const char* system, const char*, int) {
    static_cast<XmlReader*>(user)->has_outside_type_ = system != nullptr;
  }

  static void XMLCALL skipped(void* user, const char* name, int) {
    auto& reader = *static_cast<XmlReader*>(user);
    reader.guarded([&] { fail_on_entity(reader, name); });
  }
};

XmlReader::XmlReader(CompressedInput& input, const RunContext& run)
    : input_(input), run_(run), parser_(std::make_unique<Parser>()) {
  XML_Parser expat = parser_->expat;
  ::XML_SetUserData(expat, this);
  ::XML_SetElementHandler(expat, Callbacks::open, Callbacks::close);
  ::XML_SetCharacterDataHandler(expat, Callbacks::text);
  ::XML_SetEntityDeclHandler(expat, Callbacks::entity);
  ::XML_SetSkippedEntityHandler(expat, Callbacks::skipped);
  ::XML_SetAttlistDeclHandler(expat, Callbacks::attribute_list);
  ::XML_SetStartDoctypeDeclHandler(expat, Callbacks::document_type);
}

XmlReader::~XmlReader() = default;

void XmlReader::read(XmlVisitor& visitor) {
  visitor_ = &visitor;
  XML_Parser expat = parser_->expat;
  for (bool more = true; more;) {
    if (run_.interrupted()) throw SystemError(input_.display_name() + ": reading was interrupted");
    void* const room = ::XML_GetBuffer(expat, static_cast<int>(piece_bytes));
    if (!room) throw std::bad_alloc();
    const std::size_t got = input_.read(static_cast<char*>(room), piece_bytes);
    more = got == piece_bytes;
    const XML_Status state = ::XML_ParseBuffer(expat, static_cast<int>(got), more ? XML_FALSE : XML_TRUE);
    if (error_) std::rethrow_exception(error_);
    if (state != XML_STATUS_OK) fail_on_text();
    const std::int64_t waiting =
        static_cast<std::int64_t>(input_.bytes_read()) - ::XML_GetCurrentByteIndex(expat);
    if (more && waiting > longest_tag) {
      fail(fmt::format("a tag is longer than {} bytes", longest_tag), "the file is no XML, or damaged");
    }
  }
}

void XmlReader::check_tag() const {
  int offset = 0;
  int size = 0;
  const char* const bytes = ::XML_GetInputContext(parser_->expat, &offset, &size);
  const int count = ::XML_GetCurrentByteCount(parser_->expat);
  if (!bytes || count <= 0 || offset + count > size) return;
  const std::string_view tag(bytes + offset, static_cast<std::size_t>(count));
  for (std::size_t at = tag.find('&'); at != std::string_view::npos; at = tag.find('&', at + 1)) {
    const std::string_view name = tag.substr(at + 1, tag.find(';', at) - at - 1);
    constexpr std::string_view known[] = {"lt", "gt", "amp", "quot", "apos"};
    if (name.starts_with('#') || std::ranges::find(known, name) != std::end(known)) continue;
    Callbacks::fail_on_entity(*this, excerpt(name));
  }
}

TextPlace XmlReader::place() const {
  return {::XML_GetCurrentLineNumber(parser_->expat), ::XML_GetCurrentColumnNumber(parser_->expat) + 1};
}

std::uint64_t XmlReader::lines() const {
  const TextPlace end = place();
  return end.column == 1 && end.line > 1 ? end.line - 1 : end.line;
}

void XmlReader::fail(std::string problem, std::string remedy) const {
  fail_in_text(input_, place(), std::move(problem), std::move(remedy));
}

void XmlReader::fail_on_text() const {
  const XML_Error error = ::XML_GetErrorCode(parser_->expat);
  const char* const said = ::XML_ErrorString(error);
  switch (error) {
    case XML_ERROR_NO_MEMORY:
      throw std::bad_alloc();
    case XML_ERROR_NO_ELEMENTS:
    case XML_ERROR_UNCLOSED_TOKEN:
    case XML_ERROR_UNCLOSED_CDATA_SECTION:
      fail(fmt::format("the XML document ends too early ({})", said), "the file is cut off");
    case XML_ERROR_UNKNOWN_ENCODING:
    case XML_ERROR_INCORRECT_ENCODING:
      fail(fmt::format("the XML document cannot be decoded ({})", said),
           "convert it, as with: iconv -t UTF-8, and leave the encoding out of its first line");
    case XML_ERROR_INVALID_TOKEN:
    case XML_ERROR_PARTIAL_CHAR:
    case XML_ERROR_UNDEFINED_ENTITY:
      fail(error == XML_ERROR_UNDEFINED_ENTITY ? "the XML document uses an entity that has no meaning"
                                               : "the XML document is not well-formed",
           "'<' and '&' in texts are written &lt; and &amp;, values stand in quotes, and the text is UTF-8 "
           "(iconv "
           "-t UTF-8 converts it)");
    default:
      fail(fmt::format("the XML document is not well-formed ({})", said),
           "write the file anew with a program that makes XML");
  }
}

}  // namespace lode::detail
