#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include <lode/core/rng.hpp>

// What mutators that know the structure of an input are made of. A program of libFuzzer has LLVMFuzzerMutate
// from there; a replay has its own.

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed);

namespace lode::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// The text after a mutation that knows no structure, at most `most` bytes.
inline std::string mutated(std::string_view text, std::size_t most) {
  std::string bytes(text.substr(0, most));
  const std::size_t size = bytes.size();
  bytes.resize(most);
  if (most == 0) return bytes;
  bytes.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(bytes.data()), size, most));
  return bytes;
}

/// Puts an input in the place of another; one that is too long is cut.
inline std::size_t give(std::string_view bytes, std::uint8_t* data, std::size_t max_size) {
  const std::size_t size = std::min(bytes.size(), max_size);
  if (size > 0) std::memcpy(data, bytes.data(), size);
  return size;
}

/// A number near another one, or one at an edge of a type.
inline std::uint64_t changed_number(std::uint64_t value, Rng& rng) {
  switch (rng.below(8)) {
    case 0:
      return value + 1;
    case 1:
      return value - 1;
    case 2:
      return rng.below(16);
    case 3:
      return value ^ (std::uint64_t{1} << rng.below(64));
    case 4:
      return (std::uint64_t{1} << rng.below(64)) - rng.below(2);
    case 5:
      return value * 2;
    case 6:
      return rng.next() >> rng.below(64);
    default:
      return value + rng.below(9) - 4;
  }
}

}  // namespace lode::fuzz
