#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <lode/core/run_context.hpp>

#include "io/formats/networks/network_sink.hpp"
#include "io/stream/compressed_input.hpp"

namespace lode::detail {

/// The beginning of an element; it lasts for the call that hands it over.
class XmlTag {
 public:
  XmlTag(std::string_view name, const char* const* attributes) : name_(name), attributes_(attributes) {}
  /// Without prefix.
  std::string_view name() const { return name_; }
  std::optional<std::string_view> attribute(std::string_view name) const;

 private:
  std::string_view name_;
  const char* const* attributes_;
};

/// Takes the elements of a document that belong to the vocabulary of its root, in their order.
class XmlVisitor {
 public:
  virtual ~XmlVisitor() = default;
  /// False: the element and all within it are passed over.
  virtual bool open(const XmlTag& tag) = 0;
  /// The end of the innermost element that is open.
  virtual void close() = 0;
  /// A part of the text within it.
  virtual void text(std::string_view part) = 0;
};

/// Reads an XML document piece by piece, by expat: UTF-8, UTF-16, Latin-1 or ASCII. Elements of other
/// vocabularies than that of the root (another namespace) are passed over with all that is in them.
///
/// Nothing outside the document is ever read, and documents that declare entities are refused: a few bytes
/// could stand for any amount of text.
///
/// Cost:   O(bytes); memory for the elements that are open and for one tag, of 16 MiB at most.
/// Errors: InputError for what is not well-formed, entities, and tags too long to be meant; what the visitor
///         throws; SystemError once the run is interrupted.
class XmlReader {
 public:
  XmlReader(CompressedInput& input, const RunContext& run);
  ~XmlReader();
  XmlReader(const XmlReader&) = delete;
  XmlReader& operator=(const XmlReader&) = delete;

  /// Reads the whole document.
  void read(XmlVisitor& visitor);
  /// Where the tag or text begins that is being handed over.
  TextPlace place() const;
  /// Of the whole document, once it has been read.
  std::uint64_t lines() const;
  [[noreturn]] void fail(std::string problem, std::string remedy) const;

 private:
  struct Callbacks;
  struct Parser;

  /// Runs a part of the visitor; what it throws waits until expat has returned.
  template <class Call>
  void guarded(Call&& call);
  [[noreturn]] void fail_on_text() const;
  /// Refuses entities in the attributes of the tag that is being handed over: in documents of a type that
  /// stands elsewhere, expat leaves them out without a word. (Of UTF-16 it sees none.)
  void check_tag() const;

  CompressedInput& input_;
  const RunContext& run_;
  std::unique_ptr<Parser> parser_;
  XmlVisitor* visitor_ = nullptr;
  std::exception_ptr error_;
  bool has_outside_type_ = false;  ///< the document type names another file
  bool root_seen_ = false;
  std::string vocabulary_;         ///< the namespace of the root
  std::uint64_t passed_over_ = 0;  ///< elements that are open and not handed over
};

/// A text that a visitor keeps, of all its parts.
inline constexpr std::size_t longest_xml_text = std::size_t{1} << 20;

}  // namespace lode::detail
