#include "io/formats/networks/xml_reader.hpp"

#include <algorithm>
#include <iterator>
#include <new>
#include <utility>

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

std::optional<std::string_view> XmlTag::attribute(std::string_view wanted) const {
  for (const char* const* at = attributes; *at; at += 2) {
    if (wanted == at[0]) return at[1];
  }
  return std::nullopt;
}

template <class Call>
void XmlReader::guarded(void* reader, const Call& call) {
  XmlReader& self = *static_cast<XmlReader*>(reader);
  if (self.error_) return;  // expat may still end the tag it was in
  try {
    call(self);
  } catch (...) {
    self.error_ = std::current_exception();
    ::XML_StopParser(self.expat_.get(), XML_FALSE);
  }
}

XmlReader::XmlReader(CompressedInput& input, const RunContext& run)
    : input_(input), run_(run), expat_(::XML_ParserCreateNS(nullptr, name_separator), ::XML_ParserFree) {
  if (!expat_) throw std::bad_alloc();
  XML_Parser expat = expat_.get();
  ::XML_SetUserData(expat, this);
  ::XML_SetElementHandler(
      expat,
      [](void* reader, const char* name, const char** attributes) {
        guarded(reader, [&](XmlReader& self) { self.begin_element(name, attributes); });
      },
      [](void* reader, const char*) {
        guarded(reader, [](XmlReader& self) { self.skipped_ > 0 ? void(--self.skipped_) : self.close(); });
      });
  ::XML_SetCharacterDataHandler(expat, [](void* reader, const char* part, int size) {
    guarded(reader, [&](XmlReader& self) {
      if (self.skipped_ == 0) self.text({part, static_cast<std::size_t>(size)});
    });
  });
  ::XML_SetEntityDeclHandler(
      expat, [](void* reader, const char* name, int, const char*, int, const char*, const char*, const char*,
                const char*) { guarded(reader, [&](XmlReader& self) { self.fail_on_entity(name); }); });
  ::XML_SetSkippedEntityHandler(expat, [](void* reader, const char* name, int) {
    guarded(reader, [&](XmlReader& self) { self.fail_on_entity(name); });
  });
  // Default values of attributes could stand for any amount of text, too.
  ::XML_SetAttlistDeclHandler(
      expat, [](void* reader, const char*, const char* name, const char*, const char* value, int) {
        guarded(reader, [&](XmlReader& self) {
          if (!value) return;
          self.fail(fmt::format("the document gives the attribute '{}' a default value", excerpt(name)),
                    "write the attribute where it is meant");
        });
      });
  ::XML_SetStartDoctypeDeclHandler(expat,
                                   [](void* reader, const char*, const char* system, const char*, int) {
                                     static_cast<XmlReader*>(reader)->has_outside_type_ = system != nullptr;
                                   });
}

void XmlReader::begin_element(std::string_view name, const char* const* attributes) {
  if (skipped_ > 0) {
    ++skipped_;
    return;
  }
  if (has_outside_type_) check_tag();
  const std::size_t end = name.rfind(name_separator);
  const std::string_view space = end == std::string_view::npos ? "" : name.substr(0, end);
  if (!vocabulary_) vocabulary_ = space;
  if (space != *vocabulary_ || !open({name.substr(end + 1), attributes})) skipped_ = 1;
}

void XmlReader::fail_on_entity(std::string_view name) const {
  fail(fmt::format("the entity '{}' has a meaning of its own", name),
       "write characters as they are; lode reads no documents that declare entities");
}

void XmlReader::read_document() {
  XML_Parser expat = expat_.get();
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
  const char* const bytes = ::XML_GetInputContext(expat_.get(), &offset, &size);
  const int count = ::XML_GetCurrentByteCount(expat_.get());
  if (!bytes || count <= 0 || offset + count > size) return;
  const std::string_view tag(bytes + offset, static_cast<std::size_t>(count));
  for (std::size_t at = tag.find('&'); at != std::string_view::npos; at = tag.find('&', at + 1)) {
    const std::string_view name = tag.substr(at + 1, tag.find(';', at) - at - 1);
    constexpr std::string_view known[] = {"lt", "gt", "amp", "quot", "apos"};
    if (name.starts_with('#') || std::ranges::find(known, name) != std::end(known)) continue;
    fail_on_entity(excerpt(name));
  }
}

TextPlace XmlReader::place() const {
  return {::XML_GetCurrentLineNumber(expat_.get()), ::XML_GetCurrentColumnNumber(expat_.get()) + 1};
}

std::uint64_t XmlReader::lines() const {
  const TextPlace end = place();
  return end.column == 1 && end.line > 1 ? end.line - 1 : end.line;
}

void XmlReader::fail(std::string problem, std::string remedy) const {
  fail_in_text(input_, place(), std::move(problem), std::move(remedy));
}

void XmlReader::fail_on_text() const {
  const XML_Error error = ::XML_GetErrorCode(expat_.get());
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
