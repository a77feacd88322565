#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/types.hpp>

#include "io/matrix/readers.hpp"
#include "io/text/file_names.hpp"

namespace lode::detail {
namespace {

constexpr std::uint64_t longest_header = std::uint64_t{1} << 20;
constexpr std::size_t chunk_bytes = std::size_t{1} << 20;

/// What the header says of the data.
struct Layout {
  char kind = 'f';  ///< f, i or u
  std::size_t bytes = 8;
  bool swapped = false;  ///< the other order of bytes than this machine's
  bool by_columns = false;
  std::vector<std::uint64_t> shape;
};

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

class NpyReader {
 public:
  NpyReader(CompressedInput& input, const RunContext& run) : input_(input), run_(run) {}

  MatrixFile read() {
    read_layout(header());
    MatrixFile file;
    file.format = "NumPy";
    file.rows = layout_.shape[0];
    file.columns = layout_.shape.size() == 2 ? layout_.shape[1] : 1;
    std::vector<double> stored = read_values(file.rows * file.columns);
    check_finite(stored, file);
    const bool turn = !layout_.by_columns && file.columns > 1 && file.rows > 1;
    file.values = turn ? by_columns(stored, file.rows, file.columns) : std::move(stored);
    return file;
  }

 private:
  [[noreturn]] void fail(std::string problem, std::string remedy) const {
    throw InputError({input_.display_name()}, std::move(problem), std::move(remedy));
  }

  void read_exactly(char* out, std::size_t size, const char* what) {
    if (input_.read(out, size) < size) {
      fail(fmt::format("the file ends inside {}", what), "the file is cut off");
    }
  }

  std::string header() {
    std::array<char, 8> start{};
    read_exactly(start.data(), start.size(), "the .npy header");
    const int version = start[6];
    if (version < 1 || version > 3) {
      fail(fmt::format("version {} of .npy is not read", version), "write version 1, 2 or 3");
    }
    std::array<char, 4> length{};
    const std::size_t length_bytes = version == 1 ? 2 : 4;
    read_exactly(length.data(), length_bytes, "the .npy header");
    std::uint64_t size = 0;
    for (std::size_t i = 0; i < length_bytes; ++i) {
      size |= std::uint64_t{static_cast<unsigned char>(length[i])} << (8 * i);
    }
    if (size > longest_header) {
      fail(fmt::format("the .npy header claims {} bytes", size), "headers of up to 1 MiB are read");
    }
    std::string text(size, '\0');
    read_exactly(text.data(), text.size(), "the .npy header");
    return text;
  }

  std::string_view required(std::string_view header, std::string_view key) const {
    const auto found = entry(header, key);
    if (!found) fail(fmt::format("the .npy header lacks '{}'", key), "write the file with numpy.save");
    return *found;
  }

  void read_layout(std::string_view header) {
    read_type(required(header, "descr"));
    const std::string_view order = required(header, "fortran_order");
    if (order != "True" && order != "False") {
      fail(fmt::format("fortran_order is '{}'", excerpt(order)), "it must be True or False");
    }
    layout_.by_columns = order == "True";
    read_shape(required(header, "shape"));
  }

  void read_type(std::string_view descr) {
    constexpr auto remedy = "save real numbers, numpy.asarray(a, dtype=float)";
    const bool plain =
        descr.size() >= 5 && (descr.front() == '\'' || descr.front() == '"') && descr.back() == descr.front();
    const std::string_view type = plain ? descr.substr(1, descr.size() - 2) : std::string_view();
    if (type.size() != 3 || type.find_first_of("<>|=") != 0) {
      fail(fmt::format("values of type {} are not read", excerpt(descr)), remedy);
    }
    const std::size_t bytes = static_cast<std::size_t>(type[2] - '0');
    const bool integer = type[1] == 'i' || type[1] == 'u';
    const bool known = type[1] == 'f' ? bytes == 4 || bytes == 8
                                      : integer && (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8);
    if (!known) fail(fmt::format("values of type {} are not read", excerpt(descr)), remedy);
    layout_.kind = type[1];
    layout_.bytes = bytes;
    layout_.swapped = type[0] == (std::endian::native == std::endian::little ? '>' : '<');
  }

  void read_shape(std::string_view tuple) {
    const auto refuse = [&] {
      fail(fmt::format("the shape is {}", excerpt(tuple)), "a matrix has one or two dimensions");
    };
    if (tuple.size() < 2 || tuple.front() != '(' || tuple.back() != ')') refuse();
    const char* p = tuple.data() + 1;
    const char* const end = tuple.data() + tuple.size() - 1;
    const auto skip_blanks = [&] {
      while (p < end && is_blank(*p)) ++p;
    };
    for (skip_blanks(); p < end; skip_blanks()) {
      std::uint64_t size = 0;
      const auto [stop, error] = std::from_chars(p, end, size);
      if (error != std::errc{}) refuse();
      p = stop;
      skip_blanks();
      if (p < end && *p++ != ',') refuse();
      layout_.shape.push_back(size);
    }
    if (layout_.shape.empty() || layout_.shape.size() > 2) refuse();
    for (const std::uint64_t size : layout_.shape) {
      if (size == 0 || size >= dimension_limit) {
        fail(fmt::format("the shape is {}", excerpt(tuple)), "rows and columns must be from 1 to 2^32-1");
      }
    }
  }

  std::vector<double> read_values(std::uint64_t count) {
    std::vector<double> values;
    std::vector<char> chunk(chunk_bytes);
    while (values.size() < count) {
      if (run_.interrupted()) throw SystemError(input_.display_name() + ": reading was interrupted");
      const std::uint64_t wanted =
          std::min<std::uint64_t>(count - values.size(), chunk.size() / layout_.bytes);
      const std::size_t got = input_.read(chunk.data(), wanted * layout_.bytes);
      if (got < wanted * layout_.bytes) {
        fail(fmt::format("the shape asks for {} values, but the file holds {}", count,
                         values.size() + got / layout_.bytes),
             "the file is cut off, or its header is wrong");
      }
      for (std::size_t i = 0; i < wanted; ++i) values.push_back(decoded(chunk.data() + i * layout_.bytes));
    }
    if (input_.read(chunk.data(), 1) != 0) {
      fail(fmt::format("bytes follow the {} values of the shape", count), "save one array per file");
    }
    return values;
  }

  double decoded(const char* bytes) const {
    std::array<char, 8> value{};
    for (std::size_t i = 0; i < layout_.bytes; ++i) {
      value[i] = bytes[layout_.swapped ? layout_.bytes - 1 - i : i];
    }
    if (layout_.kind == 'f') {
      return layout_.bytes == 8 ? std::bit_cast<double>(value) : static_cast<double>(as<float>(value));
    }
    const bool is_signed = layout_.kind == 'i';
    switch (layout_.bytes) {
      case 1:
        return is_signed ? exact(as<std::int8_t>(value)) : exact(as<std::uint8_t>(value));
      case 2:
        return is_signed ? exact(as<std::int16_t>(value)) : exact(as<std::uint16_t>(value));
      case 4:
        return is_signed ? exact(as<std::int32_t>(value)) : exact(as<std::uint32_t>(value));
      default:
        return is_signed ? exact(as<std::int64_t>(value)) : exact(as<std::uint64_t>(value));
    }
  }

  template <class Number>
  static Number as(const std::array<char, 8>& bytes) {
    Number number;
    std::memcpy(&number, bytes.data(), sizeof number);
    return number;
  }

  template <class Integer>
  double exact(Integer number) const {
    const auto value = static_cast<double>(number);
    if (std::abs(value) > exact_integer_limit) {
      fail(fmt::format("{} is not exact as a double", number), "integers go up to 2^53");
    }
    return value;
  }

  void check_finite(const std::vector<double>& stored, const MatrixFile& file) const {
    const auto bad = std::find_if(stored.begin(), stored.end(), [](double v) { return !std::isfinite(v); });
    if (bad == stored.end()) return;
    const auto place = static_cast<std::uint64_t>(bad - stored.begin());
    const std::uint64_t row = layout_.by_columns ? place % file.rows : place / file.columns;
    const std::uint64_t column = layout_.by_columns ? place / file.rows : place % file.columns;
    fail(fmt::format("row {}, column {} is {}", row + 1, column + 1, std::isnan(*bad) ? "NaN" : "infinite"),
         "values must be finite; fill or drop such rows");
  }

  CompressedInput& input_;
  const RunContext& run_;
  Layout layout_;
};

}  // namespace

MatrixFile read_npy(CompressedInput& input, const RunContext& run) { return NpyReader(input, run).read(); }

}  // namespace lode::detail
