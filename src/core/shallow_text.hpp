#pragma once

#include <array>
#include <cstddef>
#include <istream>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

namespace lode::detail {

/// Lists and objects of a JSON text within each other, and names of one object. No document of lode has ten
/// levels or a thousand names. Each level takes stack where a value is copied, so that a document of a
/// million would end the program. Every name is compared with those before it, which takes hours for a
/// million.
class Nesting {
 public:
  static constexpr int most = 100;
  static constexpr std::size_t most_names = 10'000;

  /// Takes the next bytes of a document. Returns whether no more than these have been seen.
  bool feed(std::string_view text);
  /// Whether what was too much are levels.
  bool too_deep() const { return depth_ > most; }

 private:
  int depth_ = 0;
  std::array<std::size_t, most + 1> names_{};  ///< by depth, of the object that is open there
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
