#include "core/shallow_text.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>

namespace lode::detail {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 16;

}  // namespace

bool Nesting::feed(std::string_view text) {
  for (const char c : text) {
    if (in_string_) {
      if (escaped_) {
        escaped_ = false;
      } else if (c == '\\') {
        escaped_ = true;
      } else if (c == '"') {
        in_string_ = false;
      }
    } else if (c == '"') {
      in_string_ = true;
    } else if (c == '[' || c == '{') {
      if (++depth_ > most) return false;
      names_[static_cast<std::size_t>(std::max(depth_, 0))] = 0;
    } else if (c == ':') {
      if (++names_[static_cast<std::size_t>(std::max(depth_, 0))] > most_names) return false;
    } else if (c == ']' || c == '}') {
      --depth_;
    }
  }
  return true;
}

ShallowText::ShallowText(std::istream& in, std::string path)
    : in_(in), path_(std::move(path)), buffer_(buffer_bytes) {}

ShallowText::int_type ShallowText::underflow() {
  const std::streamsize got =
      in_.rdbuf()->sgetn(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  if (got <= 0) return traits_type::eof();
  setg(buffer_.data(), buffer_.data(), buffer_.data() + got);
  if (!nesting_.feed({buffer_.data(), static_cast<std::size_t>(got)})) {
    const std::string problem =
        nesting_.too_deep()
            ? fmt::format("has more than {} lists and objects within each other", Nesting::most)
            : fmt::format("has an object of more than {} names", Nesting::most_names);
    throw InputError({path_}, problem, "give a file that lode wrote");
  }
  return traits_type::to_int_type(*gptr());
}

}  // namespace lode::detail
