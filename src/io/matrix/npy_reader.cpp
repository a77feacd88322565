#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <lode/core/domain.hpp>

#include "io/matrix/readers.hpp"

// The format is that of numpy.lib.format, versions 1 to 3: a magic, the length of the header, the header,
// which is a Python dictionary of literals, and the values.

namespace lode::detail {
namespace {

constexpr std::size_t chunk_bytes = std::size_t{1} << 20;
constexpr std::uint64_t longest_header = std::uint64_t{1} << 20;

/// The header value of a key, up to the comma or bracket that ends it; or empty.
std::string_view value_of(std::string_view header, std::string_view key) {
  const std::size_t name = header.find(key);
  if (name == std::string_view::npos) return {};
  const std::size_t colon = header.find(':', name);
  const std::size_t begin = colon == header.npos ? header.npos : header.find_first_not_of(" \t", colon + 1);
  if (begin == std::string_view::npos) return {};
  const bool is_tuple = header[begin] == '(';
  const std::size_t end = header.find_first_of(is_tuple ? ")" : ",}", begin);
  return end == header.npos ? std::string_view() : header.substr(begin, end - begin + (is_tuple ? 1 : 0));
}

/// The numbers of a tuple of one or two, "(3,)" or "(3, 4)"; one number is followed by 1.
std::optional<std::array<std::uint64_t, 2>> shape_of(std::string_view tuple) {
  if (!tuple.starts_with('(')) return std::nullopt;
  std::array<std::uint64_t, 2> shape = {1, 1};
  std::size_t count = 0;
  FieldCursor cursor(tuple.data() + 1, tuple.data() + tuple.size() - 1, ',');
  for (Field field; cursor.next(field);) {
    if (field.text.empty()) continue;  // after the comma of "(3,)"
    if (count == 2 || parse_id(field, shape[count++])) return std::nullopt;
  }
  return count > 0 ? std::optional(shape) : std::nullopt;
}

template <class Number>
double number(const std::array<char, 8>& bytes) {
  Number value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return static_cast<double>(value);
}

/// The type of a value, as in "'<f8'": byte order, a letter, the size.
struct NpyType {
  std::string_view name;
  std::size_t bytes;
  double (*decode)(const std::array<char, 8>& bytes);
};
constexpr NpyType npy_types[] = {
    {"f4", 4, number<float>},         {"f8", 8, number<double>},       {"b1", 1, number<std::uint8_t>},
    {"i1", 1, number<std::int8_t>},   {"i2", 2, number<std::int16_t>}, {"i4", 4, number<std::int32_t>},
    {"i8", 8, number<std::int64_t>},  {"u1", 1, number<std::uint8_t>}, {"u2", 2, number<std::uint16_t>},
    {"u4", 4, number<std::uint32_t>}, {"u8", 8, number<std::uint64_t>}};

}  // namespace

MatrixFile read_npy(const GraphInput& input) {
  const auto text = [&](std::size_t size) {
    std::string bytes(size, '\0');
    if (input.text.read(bytes.data(), size) < size)
      input.fail("the file ends inside the .npy header", "the file is cut off");
    return bytes;
  };
  if (!input.text.head().starts_with(npy_magic)) {
    input.fail("the file does not begin as .npy files do", "write it with numpy.save");
  }
  const int version = text(8)[6];
  if (version < 1 || version > 3)
    input.fail(fmt::format("version {} of .npy is not read", version), "write version 1, 2 or 3");
  std::uint64_t size = 0;
  const std::string length = text(version == 1 ? 2 : 4);
  std::memcpy(&size, length.data(), length.size());
  if (size > longest_header) {
    input.fail(fmt::format("the .npy header claims {} bytes", size), "headers of up to 1 MiB are read");
  }
  const std::string header = text(size);
  const auto required = [&](std::string_view key) {
    const std::string_view value = value_of(header, key);
    if (value.empty())
      input.fail(fmt::format("the .npy header lacks '{}'", key), "write the file with numpy.save");
    return value;
  };
  const std::string_view descr = required("descr");
  const auto type =
      std::ranges::find(npy_types, descr.substr(std::min<std::size_t>(2, descr.size()), 2), &NpyType::name);
  if (type == std::end(npy_types) || descr.size() != 5) {
    input.fail(fmt::format("values of type {} are not read", excerpt(descr)),
               "save real numbers, numpy.asarray(a, dtype=float)");
  }
  const std::string_view order = required("fortran_order");
  if (order != "True" && order != "False") {
    input.fail(fmt::format("fortran_order is '{}'", excerpt(order)), "it must be True or False");
  }
  const bool is_by_columns = order == "True";
  const std::string_view tuple = required("shape");
  const auto shape = shape_of(tuple);
  const std::string is_shape = fmt::format("the shape is {}", excerpt(tuple));
  if (!shape) input.fail(is_shape, "a matrix has one or two dimensions");
  const auto [rows, columns] = *shape;
  if (std::min(rows, columns) == 0 || std::max(rows, columns) >= dimension_limit) {
    input.fail(is_shape, "rows and columns must be from 1 to 2^32-1");
  }

  const std::uint64_t count = rows * columns;
  std::vector<double> values;
  std::vector<char> chunk(chunk_bytes);
  while (values.size() < count) {
    input.check_interrupt();
    const std::uint64_t wanted = std::min<std::uint64_t>(count - values.size(), chunk.size() / type->bytes);
    const std::size_t got = input.text.read(chunk.data(), wanted * type->bytes);
    if (got < wanted * type->bytes) {
      input.fail(fmt::format("the shape asks for {} values, but the file holds {}", count,
                             values.size() + got / type->bytes),
                 "the file is cut off, or its header is wrong");
    }
    for (std::size_t i = 0; i < wanted; ++i) {
      std::array<char, 8> value{};
      std::copy_n(chunk.data() + i * type->bytes, type->bytes, value.data());
      if (descr[1] == '>') std::reverse(value.data(), value.data() + type->bytes);
      values.push_back(type->decode(value));
      if (in_domain(values.back())) continue;
      const std::uint64_t at = values.size() - 1;
      input.fail(
          fmt::format("row {}, column {} is {}, but {}", (is_by_columns ? at % rows : at / columns) + 1,
                      (is_by_columns ? at / rows : at % columns) + 1, values.back(), domain_words),
          std::isfinite(values.back()) ? "multiply all numbers by a power of ten" : "fill or drop such rows");
    }
  }
  if (input.text.read(chunk.data(), 1) != 0) {
    input.fail(fmt::format("bytes follow the {} values of the shape", count), "save one array per file");
  }
  MatrixFile file;
  file.format = "NumPy";
  file.rows = rows;
  file.columns = columns;
  const bool turn = !is_by_columns && columns > 1 && rows > 1;
  file.values = turn ? by_columns(values, rows, columns) : std::move(values);
  return file;
}

}  // namespace lode::detail
