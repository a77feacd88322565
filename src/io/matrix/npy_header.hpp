#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lode::detail {

/// What the header of an array of NumPy says of its values.
struct NpyType {
  char kind = 'f';        ///< f, i, u, b (true or false), S and U (text), or another letter of NumPy
  std::size_t bytes = 8;  ///< of one value; of U, characters of four bytes
  bool swapped = false;   ///< the other order of bytes than this machine's
};

struct NpyHeader {
  std::string descr;  ///< as it stands in the file, quotes included
  std::optional<NpyType> type;
  bool by_columns = false;
  std::string tuple;                                ///< the shape as it stands in the file
  std::optional<std::vector<std::uint64_t>> shape;  ///< nothing: it is no tuple of sizes
};

/// Reads the header of an array, its magic included: version 1, 2 or 3. `read` fills in as many bytes as
/// there are, up to those asked for; `fail` throws for a problem and a remedy.
NpyHeader read_npy_header(const std::function<std::size_t(char* out, std::size_t size)>& read,
                          const std::function<void(std::string problem, std::string remedy)>& fail);

/// A value as the file holds it, in the order of bytes of this machine; the rest is zero.
inline std::array<char, 8> npy_bytes(const NpyType& type, const char* bytes) {
  std::array<char, 8> value{};
  for (std::size_t i = 0; i < type.bytes; ++i) value[i] = bytes[type.swapped ? type.bytes - 1 - i : i];
  return value;
}

template <class Number>
Number npy_number(const std::array<char, 8>& bytes) {
  Number number;
  std::memcpy(&number, bytes.data(), sizeof number);
  return number;
}

}  // namespace lode::detail
