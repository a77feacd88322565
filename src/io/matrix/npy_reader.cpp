#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <lode/core/domain.hpp>
#include <lode/core/error.hpp>
#include <lode/core/types.hpp>

#include "io/matrix/npy_header.hpp"
#include "io/matrix/readers.hpp"
#include "io/text/file_names.hpp"

namespace lode::detail {
namespace {

constexpr std::size_t chunk_bytes = std::size_t{1} << 20;

class NpyReader {
 public:
  NpyReader(CompressedInput& input, const RunContext& run) : input_(input), run_(run) {}

  MatrixFile read() {
    read_layout();
    MatrixFile file;
    file.format = "NumPy";
    file.rows = shape_[0];
    file.columns = shape_.size() == 2 ? shape_[1] : 1;
    std::vector<double> stored = read_values(file.rows * file.columns);
    check_domain(stored, file);
    const bool turn = !by_columns_ && file.columns > 1 && file.rows > 1;
    file.values = turn ? by_columns(stored, file.rows, file.columns) : std::move(stored);
    return file;
  }

 private:
  [[noreturn]] void fail(std::string problem, std::string remedy) const {
    throw InputError({input_.display_name()}, std::move(problem), std::move(remedy));
  }

  void read_layout() {
    NpyHeader header = read_npy_header(
        [this](char* out, std::size_t size) { return input_.read(out, size); },
        [this](std::string problem, std::string remedy) { fail(std::move(problem), std::move(remedy)); });
    set_type(header);
    by_columns_ = header.by_columns;
    set_shape(header);
  }

  void set_type(const NpyHeader& header) {
    const NpyType type = header.type.value_or(NpyType{'?', 0, false});
    const bool integer = type.kind == 'i' || type.kind == 'u';
    const std::size_t bytes = type.bytes;
    const bool known = type.kind == 'f' ? bytes == 4 || bytes == 8
                                        : integer && (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8);
    if (!known) {
      fail(fmt::format("values of type {} are not read", excerpt(header.descr)),
           "save real numbers, numpy.asarray(a, dtype=float)");
    }
    type_ = type;
  }

  void set_shape(const NpyHeader& header) {
    const std::string problem = fmt::format("the shape is {}", excerpt(header.tuple));
    if (!header.shape || header.shape->empty() || header.shape->size() > 2) {
      fail(problem, "a matrix has one or two dimensions");
    }
    for (const std::uint64_t size : *header.shape) {
      if (size == 0 || size >= dimension_limit) fail(problem, "rows and columns must be from 1 to 2^32-1");
    }
    shape_ = *header.shape;
  }

  std::vector<double> read_values(std::uint64_t count) {
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
      for (std::size_t i = 0; i < wanted; ++i) values.push_back(decoded(chunk.data() + i * type_.bytes));
    }
    if (input_.read(chunk.data(), 1) != 0) {
      fail(fmt::format("bytes follow the {} values of the shape", count), "save one array per file");
    }
    return values;
  }

  double decoded(const char* bytes) const {
    const std::array<char, 8> value = npy_bytes(type_, bytes);
    if (type_.kind == 'f') {
      return type_.bytes == 8 ? npy_number<double>(value) : static_cast<double>(npy_number<float>(value));
    }
    const bool is_signed = type_.kind == 'i';
    switch (type_.bytes) {
      case 1:
        return is_signed ? static_cast<double>(npy_number<std::int8_t>(value))
                         : static_cast<double>(npy_number<std::uint8_t>(value));
      case 2:
        return is_signed ? static_cast<double>(npy_number<std::int16_t>(value))
                         : static_cast<double>(npy_number<std::uint16_t>(value));
      case 4:
        return is_signed ? static_cast<double>(npy_number<std::int32_t>(value))
                         : static_cast<double>(npy_number<std::uint32_t>(value));
      default:
        return is_signed ? static_cast<double>(npy_number<std::int64_t>(value))
                         : static_cast<double>(npy_number<std::uint64_t>(value));
    }
  }

  void check_domain(const std::vector<double>& stored, const MatrixFile& file) const {
    const auto bad = std::find_if(stored.begin(), stored.end(), [](double v) { return !in_domain(v); });
    if (bad == stored.end()) return;
    const auto place = static_cast<std::uint64_t>(bad - stored.begin());
    const std::uint64_t row = by_columns_ ? place % file.rows : place / file.columns;
    const std::uint64_t column = by_columns_ ? place / file.rows : place % file.columns;
    const bool finite = std::isfinite(*bad);
    fail(fmt::format("row {}, column {} is {}, but {}", row + 1, column + 1, *bad, domain_words),
         finite ? "multiply all numbers by a power of ten" : "fill or drop such rows");
  }

  CompressedInput& input_;
  const RunContext& run_;
  NpyType type_;
  bool by_columns_ = false;
  std::vector<std::uint64_t> shape_;
};

}  // namespace

MatrixFile read_npy(CompressedInput& input, const RunContext& run) { return NpyReader(input, run).read(); }

}  // namespace lode::detail
