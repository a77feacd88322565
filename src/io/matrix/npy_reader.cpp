#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <lode/core/domain.hpp>
#include <lode/core/error.hpp>
#include <lode/core/types.hpp>

#include "io/matrix/readers.hpp"

// The format is that of numpy.lib.format, versions 1 to 3: a magic, the length of the header, the header,
// which is a Python dictionary of literals, and the values.

namespace lode::detail {
namespace {

constexpr std::size_t chunk_bytes = std::size_t{1} << 20;
constexpr std::uint64_t longest_header = std::uint64_t{1} << 20;

/// The value of a key in the header, up to the comma or brace that ends it.
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

/// The numbers of a tuple, "(3, 4)".
std::optional<std::vector<std::uint64_t>> numbers_of(std::string_view tuple) {
  if (tuple.size() < 2 || tuple.front() != '(' || tuple.back() != ')') return std::nullopt;
  std::vector<std::uint64_t> numbers;
  FieldCursor cursor(tuple.data() + 1, tuple.data() + tuple.size() - 1, ',');
  for (Field field; cursor.next(field);) {
    if (field.text.empty()) continue;  // behind the comma of "(3,)"
    if (parse_id(field, numbers.emplace_back())) return std::nullopt;
  }
  return numbers;
}

template <class Number>
double number(const std::array<char, 8>& bytes) {
  Number value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return static_cast<double>(value);
}

/// The type of a value, as "'<f8'" names it: the order of bytes, a letter, the size.
struct NpyType {
  std::size_t bytes = 0;
  bool swapped = false;  ///< the other order of bytes than this machine's
  double (*decode)(const std::array<char, 8>& bytes) = nullptr;
};

std::optional<NpyType> type_of(std::string_view descr) {
  constexpr std::pair<std::string_view, NpyType> types[] = {
      {"f4", {4, false, number<float>}},         {"f8", {8, false, number<double>}},
      {"i1", {1, false, number<std::int8_t>}},   {"i2", {2, false, number<std::int16_t>}},
      {"i4", {4, false, number<std::int32_t>}},  {"i8", {8, false, number<std::int64_t>}},
      {"u1", {1, false, number<std::uint8_t>}},  {"u2", {2, false, number<std::uint16_t>}},
      {"u4", {4, false, number<std::uint32_t>}}, {"u8", {8, false, number<std::uint64_t>}}};
  if (descr.size() != 5 || descr.find_first_of("'\"") != 0 || descr.back() != descr.front() ||
      descr.find_first_of("<>|=", 1) != 1)
    return std::nullopt;
  for (const auto& [name, type] : types) {
    if (descr.substr(2, 2) != name) continue;
    NpyType found = type;
    found.swapped = descr[1] == (std::endian::native == std::endian::little ? '>' : '<');
    return found;
  }
  return std::nullopt;
}

class NpyReader {
 public:
  NpyReader(CompressedInput& input, const RunContext& run) : input_(input), run_(run) {}

  MatrixFile read() {
    read_header();
    std::vector<double> stored = read_values();
    check_domain(stored);
    const bool turn = !by_columns_ && file_.columns > 1 && file_.rows > 1;
    file_.values = turn ? by_columns(stored, file_.rows, file_.columns) : std::move(stored);
    return std::move(file_);
  }

 private:
  [[noreturn]] void fail(std::string problem, std::string remedy) const {
    throw InputError({input_.display_name()}, std::move(problem), std::move(remedy));
  }

  void read_of_header(char* out, std::size_t size) {
    if (input_.read(out, size) < size) fail("the file ends inside the .npy header", "the file is cut off");
  }

  void read_header() {
    std::array<unsigned char, 12> start{};
    const auto read = [&](std::size_t from, std::size_t size) {
      read_of_header(reinterpret_cast<char*>(start.data()) + from, size);
    };
    if (!input_.head().starts_with(npy_magic))
      fail("the file does not begin as .npy files do", "write it with numpy.save");
    read(0, 8);
    const int version = start[6];
    if (version < 1 || version > 3) {
      fail(fmt::format("version {} of .npy is not read", version), "write version 1, 2 or 3");
    }
    read(8, version == 1 ? 2 : 4);
    const std::uint64_t size =
        start[8] + (start[9] << 8) + (std::uint64_t{start[10]} << 16) + (std::uint64_t{start[11]} << 24);
    if (size > longest_header) {
      fail(fmt::format("the .npy header claims {} bytes", size), "headers of up to 1 MiB are read");
    }
    std::string header(size, '\0');
    read_of_header(header.data(), header.size());
    const auto required = [&](std::string_view key) {
      const auto found = entry(header, key);
      if (!found) fail(fmt::format("the .npy header lacks '{}'", key), "write the file with numpy.save");
      return *found;
    };
    const std::string_view descr = required("descr");
    const std::string_view order = required("fortran_order");
    if (order != "True" && order != "False") {
      fail(fmt::format("fortran_order is '{}'", excerpt(order)), "it must be True or False");
    }
    by_columns_ = order == "True";
    const std::string_view tuple = required("shape");
    const auto type = type_of(descr);
    if (!type) {
      fail(fmt::format("values of type {} are not read", excerpt(descr)),
           "save real numbers, numpy.asarray(a, dtype=float)");
    }
    type_ = *type;
    const auto shape = numbers_of(tuple);
    const std::string problem = fmt::format("the shape is {}", excerpt(tuple));
    if (!shape || shape->empty() || shape->size() > 2) fail(problem, "a matrix has one or two dimensions");
    for (const std::uint64_t length : *shape) {
      if (length == 0 || length >= dimension_limit)
        fail(problem, "rows and columns must be from 1 to 2^32-1");
    }
    file_.format = "NumPy";
    file_.rows = shape->front();
    file_.columns = shape->size() == 2 ? shape->back() : 1;
  }

  std::vector<double> read_values() {
    const std::uint64_t count = file_.rows * file_.columns;
    std::vector<double> values;
    std::vector<char> chunk(chunk_bytes);
    while (values.size() < count) {
      if (run_.interrupted()) throw SystemError(input_.display_name() + ": reading was interrupted");
      const std::uint64_t wanted = std::min<std::uint64_t>(count - values.size(), chunk.size() / type_.bytes);
      const std::size_t got = input_.read(chunk.data(), wanted * type_.bytes);
      if (got < wanted * type_.bytes) {
        fail(fmt::format("the shape asks for {} values, but the file holds {}", count,
                         values.size() + got / type_.bytes),
             "the file is cut off, or its header is wrong");
      }
      for (std::size_t i = 0; i < wanted; ++i) {
        std::array<char, 8> value{};
        std::copy_n(chunk.data() + i * type_.bytes, type_.bytes, value.data());
        if (type_.swapped) std::reverse(value.data(), value.data() + type_.bytes);
        values.push_back(type_.decode(value));
      }
    }
    if (input_.read(chunk.data(), 1) != 0) {
      fail(fmt::format("bytes follow the {} values of the shape", count), "save one array per file");
    }
    return values;
  }

  void check_domain(const std::vector<double>& stored) const {
    const auto bad = std::find_if(stored.begin(), stored.end(), [](double v) { return !in_domain(v); });
    if (bad == stored.end()) return;
    const auto place = static_cast<std::uint64_t>(bad - stored.begin());
    const std::uint64_t row = by_columns_ ? place % file_.rows : place / file_.columns;
    const std::uint64_t column = by_columns_ ? place / file_.rows : place % file_.columns;
    fail(fmt::format("row {}, column {} is {}, but {}", row + 1, column + 1, *bad, domain_words),
         std::isfinite(*bad) ? "multiply all numbers by a power of ten" : "fill or drop such rows");
  }

  CompressedInput& input_;
  const RunContext& run_;
  NpyType type_;
  bool by_columns_ = false;
  MatrixFile file_;
};

}  // namespace

MatrixFile read_npy(CompressedInput& input, const RunContext& run) { return NpyReader(input, run).read(); }

}  // namespace lode::detail
