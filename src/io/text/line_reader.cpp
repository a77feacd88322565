#include "io/text/line_reader.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>

namespace lode::detail {
namespace {

constexpr std::size_t line_block_bytes = std::size_t{1} << 20;

void ensure_capacity(LineBlock& block, std::size_t capacity) {
  if (block.capacity >= capacity) return;
  capacity = std::max(capacity, 2 * block.capacity);
  auto larger = std::make_unique_for_overwrite<char[]>(capacity);
  if (block.size > 0) std::memcpy(larger.get(), block.text.get(), block.size);
  block.text = std::move(larger);
  block.capacity = capacity;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (is_blank(text.front()) || text.front() == '\r')) text.remove_prefix(1);
  while (!text.empty() && (is_blank(text.back()) || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

}  // namespace

LineBlockReader::LineBlockReader(CompressedInput& input, std::size_t block_bytes, std::size_t longest)
    : input_(input),
      block_bytes_(input.head_is_all() ? std::min(block_bytes, input.head().size() + 1) : block_bytes),
      longest_(longest) {
  char mark[byte_order_mark.size()];
  if (input.head().starts_with(byte_order_mark)) input.read(mark, sizeof mark);
}

bool LineBlockReader::next(LineBlock& block) {
  block.size = 0;
  block.overlong = false;
  if (ended_) return false;
  ensure_capacity(block, rest_.size() + block_bytes_ + 1);
  std::copy(rest_.begin(), rest_.end(), block.text.get());
  block.size = rest_.size();
  rest_.clear();
  while (true) {
    ensure_capacity(block, block.size + block_bytes_ + 1);
    const std::size_t before = block.size;
    const std::size_t got = input_.read(block.text.get() + before, block_bytes_);
    block.size += got;
    const char* const begin = block.begin();
    const void* const newline = ::memrchr(begin + before, '\n', got);
    ended_ = got < block_bytes_;
    if (ended_ && block.size > 0 && begin[block.size - 1] != '\n') block.text[block.size++] = '\n';
    if (ended_) return block.size > 0;
    if (newline) {
      const auto kept = static_cast<std::size_t>(static_cast<const char*>(newline) - begin) + 1;
      rest_.assign(begin + kept, block.size - kept);
      block.size = kept;
      return true;
    }
    if (block.size > longest_) {
      block.text[block.size++] = '\n';
      ended_ = block.overlong = true;
      return true;
    }
  }
}

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
  if (run_ && run_->interrupted()) throw SystemError(input_.display_name() + ": reading was interrupted");
  if (!blocks_.next(block_)) return false;
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

bool TableReader::next() {
  while (lines_.next()) {
    if (is_blank_line(lines_) || Words(lines_.text()).next().starts_with('#')) continue;
    if (count_++ == 0) separator_ = separator_of_line(lines_.text());
    fields_.clear();
    FieldCursor cursor(lines_.begin(), lines_.end(), separator_);
    for (Field field; cursor.next(field);) fields_.push_back(field);
    lines_.check(cursor.problem());
    return true;
  }
  return false;
}

std::string_view without_byte_order_mark(std::string_view head) {
  if (head.starts_with(byte_order_mark)) head.remove_prefix(byte_order_mark.size());
  return head;
}

std::string_view take_line(std::string_view& rest) {
  const std::size_t newline = rest.find('\n');
  const std::string_view line = rest.substr(0, newline);
  rest = newline == std::string_view::npos ? std::string_view{} : rest.substr(newline + 1);
  return trimmed(line);
}

std::string_view dimacs_problem_line(std::string_view head) {
  head = without_byte_order_mark(head);
  while (!head.empty()) {
    Words words(take_line(head));
    const std::string_view word = words.next();
    if (word == "p") return words.rest();
    if (!word.empty() && word != "c") return {};
  }
  return {};
}

}  // namespace lode::detail
