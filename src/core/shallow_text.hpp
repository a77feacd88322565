#pragma once

#include <cstddef>
#include <istream>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

namespace lode::detail {

/// Lists and objects of a JSON text within each other. No document of lode has ten. Each level takes stack
/// where a value is copied, so that a document of a million would end the program.
class Nesting {
 public:
  static constexpr int most = 100;

  /// Takes the next bytes of a document. Returns whether at most so many have been within each other.
  bool feed(std::string_view text);

 private:
  int depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
};

/// What a stream holds, as long as it is shallow.
///
/// Errors: InputError naming the path at the list or object that is too deep; what the stream's buffer
///         throws.
class ShallowText final : public std::streambuf {
 public:
  ShallowText(std::istream& in, std::string path);

 private:
  int_type underflow() override;

  std::istream& in_;
  std::string path_;
  std::vector<char> buffer_;
  Nesting nesting_;
};

}  // namespace lode::detail
