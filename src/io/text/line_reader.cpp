#include "io/text/line_reader.hpp"

#include <cstring>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>

namespace lode::detail {
namespace {

constexpr std::size_t line_block_bytes = std::size_t{1} << 20;

}  // namespace

LineReader::LineReader(CompressedInput& input, const RunContext* run, std::size_t longest_line)
    : input_(input), run_(run), blocks_(input, line_block_bytes, longest_line), longest_(longest_line) {}

bool LineReader::next() {
  if (next_ == block_end_ && !next_block()) return false;
  begin_ = next_;
  const auto* newline =
      static_cast<const char*>(std::memchr(begin_, '\n', static_cast<std::size_t>(block_end_ - begin_)));
  end_ = line_content_end(begin_, newline);
  next_ = newline + 1;
  ++number_;
  return true;
}

bool LineReader::next_block() {
  do {
    if (run_ && run_->interrupted()) throw SystemError(input_.display_name() + ": reading was interrupted");
    if (!blocks_.next(block_)) return false;
  } while (block_.size == 0);
  if (block_.overlong) {
    throw InputError({input_.display_name(), number_ + 1, longest_},
                     fmt::format("the line is longer than {} bytes", longest_),
                     "the file is no text, or damaged");
  }
  next_ = block_.begin();
  block_end_ = block_.end();
  return true;
}

void LineReader::fail(const FieldProblem& problem) const {
  throw InputError({input_.display_name(), number_, static_cast<std::uint64_t>(problem.at - begin_) + 1},
                   problem.problem, problem.remedy);
}

void LineReader::fail_at(std::uint64_t line, std::string problem, std::string remedy,
                         std::uint64_t column) const {
  throw InputError({input_.display_name(), line, column}, std::move(problem), std::move(remedy));
}

}  // namespace lode::detail
