#include "io/matrix/npy_header.hpp"

#include <charconv>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/text/fields.hpp"

namespace lode::detail {
namespace {

constexpr std::uint64_t longest_header = std::uint64_t{1} << 20;

/// The value of the quoted key in the header, which is a Python dictionary of literals; up to the comma or
/// brace that ends it.
std::optional<std::string_view> entry(std::string_view header, std::string_view key) {
  for (const char quote : {'\'', '"'}) {
    const std::string quoted = quote + std::string(key) + quote;
    std::size_t at = header.find(quoted);
    if (at == std::string_view::npos) continue;
    at = header.find_first_not_of(" \t", at + quoted.size());
    if (at == std::string_view::npos || header[at] != ':') return std::nullopt;
    at = header.find_first_not_of(" \t", at + 1);
    if (at == std::string_view::npos) return std::nullopt;
    std::size_t end = header[at] == '(' ? header.find(')', at) : header.find_first_of(",}", at);
    if (end == std::string_view::npos) return std::nullopt;
    if (header[at] == '(') ++end;
    while (end > at && is_blank(header[end - 1])) --end;
    return header.substr(at, end - at);
  }
  return std::nullopt;
}

/// "'<f8'": the order of bytes, a letter, the size.
std::optional<NpyType> type_of(std::string_view descr) {
  const bool plain =
      descr.size() >= 5 && (descr.front() == '\'' || descr.front() == '"') && descr.back() == descr.front();
  const std::string_view type = plain ? descr.substr(1, descr.size() - 2) : std::string_view();
  if (type.size() < 3 || type.find_first_of("<>|=") != 0) return std::nullopt;
  NpyType found;
  found.kind = type[1];
  found.swapped = type[0] == (std::endian::native == std::endian::little ? '>' : '<');
  const auto [stop, error] = std::from_chars(type.data() + 2, type.data() + type.size(), found.bytes);
  if (error != std::errc{} || stop != type.data() + type.size()) return std::nullopt;
  return found;
}

std::optional<std::vector<std::uint64_t>> shape_of(std::string_view tuple) {
  if (tuple.size() < 2 || tuple.front() != '(' || tuple.back() != ')') return std::nullopt;
  std::vector<std::uint64_t> shape;
  const char* p = tuple.data() + 1;
  const char* const end = tuple.data() + tuple.size() - 1;
  const auto skip_blanks = [&] {
    while (p < end && is_blank(*p)) ++p;
  };
  for (skip_blanks(); p < end; skip_blanks()) {
    std::uint64_t size = 0;
    const auto [stop, error] = std::from_chars(p, end, size);
    if (error != std::errc{}) return std::nullopt;
    p = stop;
    skip_blanks();
    if (p < end && *p++ != ',') return std::nullopt;
    shape.push_back(size);
  }
  return shape;
}

}  // namespace

NpyHeader read_npy_header(const std::function<std::size_t(char* out, std::size_t size)>& read,
                          const std::function<void(std::string problem, std::string remedy)>& fail) {
  const auto read_exactly = [&](char* out, std::size_t size) {
    if (read(out, size) < size) fail("the file ends inside the .npy header", "the file is cut off");
  };
  std::array<char, 8> start{};
  read_exactly(start.data(), start.size());
  const int version = static_cast<unsigned char>(start[6]);
  if (version < 1 || version > 3) {
    fail(fmt::format("version {} of .npy is not read", version), "write version 1, 2 or 3");
  }
  std::array<char, 4> length{};
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  read_exactly(length.data(), length_bytes);
  std::uint64_t size = 0;
  for (std::size_t i = 0; i < length_bytes; ++i) {
    size |= std::uint64_t{static_cast<unsigned char>(length[i])} << (8 * i);
  }
  if (size > longest_header) {
    fail(fmt::format("the .npy header claims {} bytes", size), "headers of up to 1 MiB are read");
  }
  std::string text(size, '\0');
  read_exactly(text.data(), text.size());
  const auto required = [&](std::string_view key) {
    const auto found = entry(text, key);
    if (!found) fail(fmt::format("the .npy header lacks '{}'", key), "write the file with numpy.save");
    return found.value_or("");
  };
  NpyHeader header;
  header.descr = required("descr");
  header.type = type_of(header.descr);
  const std::string_view order = required("fortran_order");
  if (order != "True" && order != "False") {
    fail(fmt::format("fortran_order is '{}'", excerpt(order)), "it must be True or False");
  }
  header.by_columns = order == "True";
  header.tuple = required("shape");
  header.shape = shape_of(header.tuple);
  return header;
}

}  // namespace lode::detail
