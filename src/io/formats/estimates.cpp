#include "io/formats/estimates.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>

#include <fmt/format.h>
#include <sys/stat.h>
#include <zstd.h>

#include <lode/core/error.hpp>

#include "io/text/fields.hpp"

namespace lode::detail {
namespace {

constexpr std::uint64_t bytes_per_line = 24;
constexpr std::uint64_t bytes_per_weighted_line = 48;

std::uint64_t bytes_of_file(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

}  // namespace

std::uint64_t peak_bytes_of_lines(std::uint64_t lines, const ReadOptions& options) {
  return lines * (options.weighted ? bytes_per_weighted_line : bytes_per_line);
}

std::optional<std::uint64_t> text_bytes(const CompressedInput& input) {
  const std::uint64_t size = bytes_of_file(input.path());
  switch (input.compression()) {
    case Compression::none:
      return size;
    case Compression::gzip: {
      // The length of the last member modulo 2^32, little endian.
      const std::string tail = bytes_at(input.path(), size - std::min<std::uint64_t>(size, 4), 4);
      std::uint64_t length = 0;
      for (std::size_t i = tail.size(); i-- > 0;) length = length << 8 | static_cast<unsigned char>(tail[i]);
      while (length < size) length += std::uint64_t{1} << 32;  // text does not grow by packing
      return length;
    }
    case Compression::zstd: {
      const std::string head = bytes_at(input.path(), 0, 32);
      const unsigned long long length = ::ZSTD_getFrameContentSize(head.data(), head.size());
      if (length == ZSTD_CONTENTSIZE_UNKNOWN || length == ZSTD_CONTENTSIZE_ERROR) return std::nullopt;
      return length;
    }
  }
  return std::nullopt;
}

std::string bytes_at(const std::string& path, std::uint64_t place, std::size_t size) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes(size, '\0');
  file.seekg(static_cast<std::streamoff>(place));
  file.read(bytes.data(), static_cast<std::streamsize>(size));
  bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
  return bytes;
}

std::vector<std::uint64_t> header_numbers(std::string_view head, char comment, std::string_view word) {
  while (!head.empty()) {
    std::string_view line = head.substr(0, head.find('\n'));
    head.remove_prefix(std::min(head.size(), line.size() + 1));
    if (line.empty() || line.front() == comment || line == "\r" || !line.starts_with(word)) continue;
    line.remove_prefix(std::min(line.find_first_of("0123456789"), line.size()));
    std::vector<std::uint64_t> numbers;
    const char* p = line.data();
    const char* const end = p + line.size();
    for (std::uint64_t value = 0; p < end;) {
      const auto [next, error] = std::from_chars(p, end, value);
      if (error != std::errc{}) break;
      numbers.push_back(value);
      p = next;
      while (p < end && is_blank(*p)) ++p;
    }
    return numbers;
  }
  return {};
}

void estimate_declared(const CompressedInput& input, const ReadOptions& options,
                       std::span<const std::uint64_t> numbers, InputEstimate& estimate) {
  if (numbers.size() < 2) throw InputError({input.display_name()}, "the header with its counts is missing");
  estimate.exact = true;
  estimate.vertices = numbers[0];
  estimate.lines = estimate.edges = numbers[1];
  estimate.text_bytes = text_bytes(input).value_or(0);
  estimate.reading_peak = peak_bytes_of_lines(estimate.lines, options);
}

}  // namespace lode::detail
