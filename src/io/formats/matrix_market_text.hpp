#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "io/formats/declared_graph.hpp"
#include "io/text/line_reader.hpp"

namespace lode::detail {

inline constexpr std::string_view matrix_market_magic = "%%MatrixMarket";

/// The lines of a Matrix Market file, as the readers of graphs and of matrices share them: the banner, which
/// is read when this is made, the size line, and as many entries as that declares.
class MatrixMarketText {
 public:
  /// What a reader takes, and what it says of anything else.
  struct Accepted {
    std::span<const std::string_view> storages, fields;
    std::string_view not_a_matrix, not_a_storage, not_a_field, not_a_symmetry;
    const char* remedy;  ///< the banner as it should be
  };

  /// Errors: InputError for a banner that is not accepted.
  MatrixMarketText(CompressedInput& input, const RunContext& run, const Accepted& accepted);

  /// Their places among those accepted.
  std::size_t storage() const { return storage_; }
  std::size_t field() const { return field_; }
  bool symmetric() const { return symmetric_; }

  /// The words of the size line. Errors: InputError if there is none.
  Words size_words();
  /// What the size line declares, once all its `words` have been taken; `form` is what it should be.
  /// Errors: InputError for text behind them.
  void declare(std::uint64_t entries, Words& words, const char* form);
  std::uint64_t size_line() const { return size_line_; }

  /// Moves to the next line that is neither blank nor a comment.
  bool next() {
    while (lines_.next()) {
      const char* p = lines_.begin();
      while (p != lines_.end() && is_blank(*p)) ++p;
      if (p != lines_.end() && *p != '%') return true;
      comment_lines_ += p != lines_.end();
    }
    return false;
  }
  /// Takes note of an entry, or of a value of a dense matrix; false if it is one more than declared.
  bool count() { return ++seen_ <= declared_; }
  /// The problems of such an entry, and of one above the diagonal of a symmetric matrix, in the present line.
  FieldProblem one_too_many(const char* at) const;
  FieldProblem above_diagonal(std::uint64_t row, std::uint64_t column) const;
  /// Errors: InputError if there were fewer entries than declared.
  void check_count() const;

  const LineReader& lines() const { return lines_; }
  std::uint64_t entries() const { return seen_; }
  std::uint64_t comment_lines() const { return comment_lines_; }

 private:
  std::size_t choose(Words& words, std::span<const std::string_view> known, std::string_view problem) const;

  LineReader lines_;
  const char* remedy_;
  std::size_t storage_ = 0, field_ = 0;
  bool symmetric_ = false;
  std::uint64_t size_line_ = 0, declared_ = 0, seen_ = 0;
  std::uint64_t comment_lines_ = 0;
};

}  // namespace lode::detail
