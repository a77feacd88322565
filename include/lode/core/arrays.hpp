#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lode/core/version.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// An integer type of 32 or 64 bits, signed or not.
template <class T>
concept IndexInteger = std::integral<T> && sizeof(T) >= sizeof(std::uint32_t) && !std::same_as<T, wchar_t> &&
                       !std::same_as<T, char32_t>;
/// An array that outlives the call, for a parameter of type T&&: a named vector or array, or a span. A
/// temporary vector does not qualify.
template <class T>
concept KeptArray =
    std::ranges::contiguous_range<T> && std::ranges::sized_range<T> && std::ranges::borrowed_range<T>;
/// A KeptArray of integers of 32 or 64 bits.
template <class T>
concept KeptIntegers = KeptArray<T> && IndexInteger<std::ranges::range_value_t<T>>;
/// A KeptArray of doubles.
template <class T>
concept KeptDoubles = KeptArray<T> &&(std::same_as<std::ranges::range_value_t<T>, double>);

/// True if integers of type T can be read in place as type Wanted. This holds for the same type, and for its
/// signed sibling, whose values have the same bits unless they are negative.
template <class T, class Wanted>
inline constexpr bool read_in_place = std::same_as<std::make_unsigned_t<T>, Wanted>;

/// Check of integers read in place for negative values.
enum class SignCheck { yes, no };

/// Refuses one value of an array.
///
/// Errors:  InvalidArgument "ARRAY[INDEX] is VALUE: is negative or too large", always.
[[noreturn]] void reject_integer(const char* array, std::size_t index, const std::string& value);

/// The integers of a caller, in the width that the library works with.
struct LentIntegers {
  std::vector<std::uint64_t> wide;    ///< copies in 64 bits, of arrays that cannot be read in place
  std::vector<std::uint32_t> narrow;  ///< copies in 32 bits, of arrays that cannot be read in place
  std::shared_ptr<const void> owner;  ///< owner of the arrays that are read in place

  /// The values as 64-bit integers, read in place or from a copy kept in this object.
  ///
  /// Cost:    O(size); O(1) for values in place that have this type already or need no check.
  /// Errors:  InvalidArgument naming the first value that is negative or too large.
  template <KeptIntegers Values>
  std::span<const std::uint64_t> as_wide(const char* array, Values&& values,
                                         SignCheck check = SignCheck::yes) {
    return as(wide, array, std::span<const std::ranges::range_value_t<Values>>(values), check);
  }
  /// The values as 32-bit integers; see as_wide.
  template <KeptIntegers Values>
  std::span<const std::uint32_t> as_narrow(const char* array, Values&& values,
                                           SignCheck check = SignCheck::yes) {
    return as(narrow, array, std::span<const std::ranges::range_value_t<Values>>(values), check);
  }

 private:
  template <class Wanted, class T>
  static std::span<const Wanted> as(std::vector<Wanted>& copy, const char* array, std::span<const T> values,
                                    SignCheck check) {
    constexpr bool in_place = read_in_place<T, Wanted>;
    if (!std::same_as<T, Wanted> && !(in_place && check == SignCheck::no)) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::in_range<Wanted>(values[i])) reject_integer(array, i, std::to_string(values[i]));
      }
    }
    if constexpr (in_place) {
      return {reinterpret_cast<const Wanted*>(values.data()), values.size()};
    } else {
      copy.reserve(values.size());
      for (const T value : values) copy.push_back(static_cast<Wanted>(value));
      return copy;
    }
  }
};

}  // namespace lode
#pragma GCC visibility pop
