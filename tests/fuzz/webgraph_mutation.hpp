#pragma once

#include <bit>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lode/core/error.hpp>

#include "fuzz/mutation.hpp"
#include "io/formats/webgraph.hpp"

namespace lode::fuzz {

/// The numbers of a BVGraph bit stream, each with what it is for, so that numbers can be changed and all of
/// them written again. A number is taken for what it would be if no list were
/// damaged.
class WebGraphNumbers {
 public:
  explicit WebGraphNumbers(const detail::WebGraphProperties& properties) : properties_(properties) {}

  void read(std::string_view stream) {
    constexpr std::size_t most = 4096;
    bits_ = stream;
    ended_ = false;
    for (std::uint64_t node = 0; node < properties_.nodes && !ended_ && numbers_.size() < most; ++node) {
      read_list();
    }
  }

  void change(Rng& rng) {
    if (numbers_.empty()) return;
    Number& number = numbers_[rng.below(numbers_.size())];
    const auto at = numbers_.begin() + (&number - numbers_.data());
    switch (rng.below(8)) {
      case 0:
        numbers_.erase(at);
        break;
      case 1:
        numbers_.insert(at, Number(number));
        break;
      case 2:
        std::swap(number.value, numbers_[rng.below(numbers_.size())].value);
        break;
      case 3:
        number.value = changed_number(number.value, rng);
        break;
      default:
        number.value += rng.below(3) - 1;
    }
  }

  /// The stream. Numbers that would be too long are cut.
  std::string stream(const detail::WebGraphProperties& properties) {
    bytes_.clear();
    used_ = 0;
    for (const Number& number : numbers_) put(number.part, properties.zeta_k, number.value);
    return bytes_;
  }

 private:
  enum class Part { reference, gamma, residual };  ///< in unary, gamma and zeta code
  struct Number {
    Part part;
    std::uint64_t value;
  };

  // --- reading ---

  void read_list() {
    constexpr std::uint64_t longest = 1024;
    const std::uint64_t degree = take(Part::gamma);
    degrees_.push_back(std::min(degree, longest));
    if (degree == 0 || degree > longest) return;
    std::uint64_t left = degree;
    const std::uint64_t reference = properties_.window == 0 ? 0 : take(Part::reference);
    if (reference > 0) left -= std::min(left, copied(reference));
    if (properties_.least_interval > 0 && left > 0) {
      for (std::uint64_t count = std::min(take(Part::gamma), longest); count > 0 && !ended_; --count) {
        take(Part::gamma);
        left -= std::min(left, take(Part::gamma) + properties_.least_interval);
      }
    }
    for (; left > 0 && !ended_; --left) take(Part::residual);
  }

  std::uint64_t copied(std::uint64_t reference) {
    const std::uint64_t length = reference < degrees_.size() ? degrees_[degrees_.size() - 1 - reference] : 0;
    const std::uint64_t count = std::min<std::uint64_t>(take(Part::gamma), 1024);
    std::uint64_t sum = 0;
    std::uint64_t place = 0;
    for (std::uint64_t i = 0; i < count && !ended_; ++i) {
      const std::uint64_t block = take(Part::gamma) + (i == 0 ? 0 : 1);
      if (i % 2 == 0) sum += block;
      place += block;
    }
    return count % 2 == 0 && place < length ? sum + length - place : sum;
  }

  std::uint64_t take(Part part) {
    const std::uint64_t value = decoded(part);
    if (!ended_) numbers_.push_back({part, value});
    return ended_ ? 0 : value;
  }

  std::uint64_t bit() {
    if (taken_ / 8 >= bits_.size()) {
      ended_ = true;
      return 1;
    }
    const std::uint64_t value = static_cast<unsigned char>(bits_[taken_ / 8]) >> (7 - taken_ % 8) & 1u;
    ++taken_;
    return value;
  }
  std::uint64_t some_bits(std::uint64_t count) {
    std::uint64_t value = 0;
    for (; count > 0; --count) value = value << 1 | bit();
    return value;
  }
  std::uint64_t unary() {
    std::uint64_t zeros = 0;
    while (bit() == 0) ++zeros;
    return zeros;
  }
  std::uint64_t with_length(std::uint64_t length) {
    if (length > 62) ended_ = true;
    return ended_ ? 0 : (std::uint64_t{1} << length | some_bits(length)) - 1;
  }
  std::uint64_t zeta() {
    const auto k = static_cast<std::uint64_t>(properties_.zeta_k);
    const std::uint64_t h = unary();
    if (h * k + k > 62) ended_ = true;
    if (ended_) return 0;
    const std::uint64_t left = std::uint64_t{1} << (h * k);
    const std::uint64_t m = some_bits(h * k + k - 1);
    return m < left ? m + left - 1 : (m << 1 | bit()) - 1;
  }
  std::uint64_t decoded(Part part) {
    if (part == Part::residual) return zeta();
    const std::uint64_t value = unary();
    return part == Part::gamma ? with_length(value) : value;
  }

  // --- writing ---

  void put_bits(std::uint64_t value, int count) {
    for (int i = count - 1; i >= 0; --i) {
      if (used_ % 8 == 0) bytes_.push_back(0);
      if (i < 64 && (value >> i & 1u))
        bytes_.back() = static_cast<char>(bytes_.back() | (0x80 >> (used_ % 8)));
      ++used_;
    }
  }
  void put_unary(std::uint64_t value) {
    constexpr std::uint64_t longest = 512;
    for (value = std::min(value, longest); value > 0; --value) put_bits(0, 1);
    put_bits(1, 1);
  }
  static int length_of(std::uint64_t value) { return static_cast<int>(std::bit_width(value)) - 1; }

  void put(Part part, int k, std::uint64_t value) {
    if (part == Part::reference) return put_unary(value);
    const std::uint64_t next = value + 1 == 0 ? value : value + 1;
    if (part == Part::residual) return put_zeta(next, k);
    put_unary(static_cast<std::uint64_t>(length_of(next)));
    put_bits(next, length_of(next));
  }
  void put_zeta(std::uint64_t next, int k) {
    const int h = length_of(next) / k;
    put_unary(static_cast<std::uint64_t>(h));
    const std::uint64_t left = std::uint64_t{1} << (h * k);
    if (next - left < left) {
      put_bits(next - left, h * k + k - 1);
    } else {
      put_bits(next, std::min(h * k + k, 64));
    }
  }

  detail::WebGraphProperties properties_;
  std::vector<Number> numbers_;
  std::vector<std::uint64_t> degrees_;
  std::string_view bits_;
  std::uint64_t taken_ = 0;
  bool ended_ = false;
  std::string bytes_;
  std::uint64_t used_ = 0;
};

/// Properties as a file.
inline std::string properties_text(const detail::WebGraphProperties& properties) {
  return "graphclass=BVGraph\nversion=0\nnodes=" + std::to_string(properties.nodes) +
         "\narcs=" + std::to_string(properties.arcs) + "\nwindowsize=" + std::to_string(properties.window) +
         "\nminintervallength=" + std::to_string(properties.least_interval) +
         "\nzetak=" + std::to_string(properties.zeta_k) + "\ncompressionflags=\n";
}

inline void change_properties(detail::WebGraphProperties& properties, Rng& rng) {
  std::uint64_t* const numbers[] = {&properties.nodes, &properties.arcs, &properties.window,
                                    &properties.least_interval};
  switch (rng.below(3)) {
    case 0:
      properties.zeta_k = static_cast<int>(1 + rng.below(16));
      break;
    case 1: {
      std::uint64_t& number = *numbers[rng.below(4)];
      number = changed_number(number, rng);
      break;
    }
    default:
      properties.arcs += rng.below(5) - 2;
  }
}

/// An input of properties, a zero byte and a stream after a few changes; nothing for properties that are
/// damaged.
inline std::optional<std::string> changed_webgraph(std::string_view text, Rng& rng) {
  const std::size_t cut = std::min(text.find('\0'), text.size());
  detail::WebGraphProperties properties;
  try {
    detail::CompressedInput input(text.substr(0, cut), "input.properties");
    properties = detail::read_webgraph_properties(input);
  } catch (const InputError&) {
    return {};
  }
  WebGraphNumbers numbers(properties);
  numbers.read(text.substr(std::min(cut + 1, text.size())));
  for (std::uint64_t times = 1 + rng.below(4); times > 0; --times) {
    if (rng.below(3) == 0) {
      change_properties(properties, rng);
    } else {
      numbers.change(rng);
    }
  }
  return properties_text(properties) + '\0' + numbers.stream(properties);
}

}  // namespace lode::fuzz
