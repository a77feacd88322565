#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <lode/core/run_context.hpp>

#include "io/formats/networks/network.hpp"
#include "io/stream/compressed_input.hpp"

struct XML_ParserStruct;

namespace lode::detail {

/// The beginning of an element; it lasts for the call that passes it.
struct XmlTag {
  std::string_view name;          ///< without prefix
  const char* const* attributes;  ///< names and values in turn, then nullptr
  std::optional<std::string_view> attribute(std::string_view wanted) const;
};

/// Reads an XML document piece by piece, by expat: UTF-8, UTF-16, Latin-1 or ASCII. A derived class takes the
/// elements that belong to the vocabulary of the root; elements of another namespace are skipped with all
/// that is in them.
///
/// Nothing outside the document is ever read, and documents that declare entities are refused: a few bytes
/// could stand for any amount of text.
///
/// Cost:   O(bytes); memory for the elements that are open and for one tag, of 16 MiB at most.
/// Errors: InputError for documents that are not well-formed, entities, and tags too long to be meant;
///         exceptions of the derived class; SystemError once the run is interrupted.
class XmlReader {
 public:
  XmlReader(CompressedInput& input, const RunContext& run);
  virtual ~XmlReader() = default;
  XmlReader(const XmlReader&) = delete;
  XmlReader& operator=(const XmlReader&) = delete;

  /// Reads the whole document.
  void read_document();

 protected:
  /// False: the element and all within it are skipped.
  virtual bool open(const XmlTag& tag) = 0;
  /// The end of the innermost element that is open.
  virtual void close() = 0;
  /// A part of the text within it.
  virtual void text(std::string_view part) = 0;

  /// Where the tag or text begins that is being passed.
  TextPlace place() const;
  /// Of the whole document, once it has been read.
  std::uint64_t lines() const;
  [[noreturn]] void fail(std::string problem, std::string remedy) const;

 private:
  /// Runs a part of a callback; an exception waits until expat has returned.
  template <class Call>
  static void guarded(void* reader, const Call& call);
  void begin_element(std::string_view name, const char* const* attributes);
  [[noreturn]] void fail_on_entity(std::string_view name) const;
  [[noreturn]] void fail_on_text() const;
  /// Refuses entities in the attributes of the tag that is being passed: in documents whose type is declared
  /// elsewhere, expat leaves them out without a word. (Of UTF-16 it sees none.)
  void check_tag() const;

  CompressedInput& input_;
  const RunContext& run_;
  std::unique_ptr<XML_ParserStruct, void (*)(XML_ParserStruct*)> expat_;
  std::exception_ptr error_;
  bool has_outside_type_ = false;          ///< the document type names another file
  std::optional<std::string> vocabulary_;  ///< the namespace of the root
  std::uint64_t skipped_ = 0;              ///< elements that are open and not passed
};

}  // namespace lode::detail
