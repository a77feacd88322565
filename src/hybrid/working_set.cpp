#include <charconv>
#include <optional>

#include <lode/core/error.hpp>
#include <lode/hybrid/working_set.hpp>

namespace lode::hybrid {
namespace {

/// Reads "X<number>" from the front of `text` and removes it.
std::optional<int> take_part(std::string_view& text, char letter) {
  if (text.empty() || (text[0] | 0x20) != letter) return std::nullopt;
  int value = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), value);
  if (error != std::errc{} || value < 0 || end == text.data() + 1) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

}  // namespace

void check_working_set(const WorkingSetSize& size) {
  const auto refuse = [&](const char* problem, const char* remedy) {
    throw InvalidArgument("working-set", to_string(size), problem, remedy);
  };
  if (size.random < 0 || size.greedy < 0) refuse("has a negative part", "for example R6-G6");
  if (size.random > max_block_size || size.greedy > max_block_size || size.total() > max_block_size) {
    refuse("holds more than 32 coordinates", "a block has at most 32: for example R16-G16");
  }
  if (size.total() < 2) refuse("is too small", "an exchange needs two");
}

WorkingSetSize parse_working_set(std::string_view text) {
  const std::string given(text);
  const auto random = take_part(text, 'r');
  if (!random || text.empty() || text[0] != '-') {
    throw InvalidArgument("working-set", given, "is not of the form R<random>-G<greedy>",
                          "for example R6-G6");
  }
  text.remove_prefix(1);
  const auto greedy = take_part(text, 'g');
  if (!greedy || !text.empty()) {
    throw InvalidArgument("working-set", given, "is not of the form R<random>-G<greedy>",
                          "for example R6-G6");
  }
  const WorkingSetSize size{*random, *greedy};
  check_working_set(size);
  return size;
}

std::string to_string(const WorkingSetSize& size) {
  return "R" + std::to_string(size.random) + "-G" + std::to_string(size.greedy);
}

void sample_without_replacement(std::span<const Coordinate> from, int count, Rng& rng,
                                std::vector<Coordinate>& set) {
  if (count <= 0) return;
  if (from.size() <= static_cast<std::size_t>(count)) {
    set.insert(set.end(), from.begin(), from.end());
    return;
  }
  // Floyd's sampling: position j, or its replacement when already taken.
  const std::size_t first = set.size();
  for (std::size_t j = from.size() - static_cast<std::size_t>(count); j < from.size(); ++j) {
    const Coordinate candidate = from[rng.below(j + 1)];
    const auto begin = set.begin() + static_cast<std::ptrdiff_t>(first);
    const bool taken = std::find(begin, set.end(), candidate) != set.end();
    set.push_back(taken ? from[j] : candidate);
  }
}

namespace detail {

void check_coordinates(std::size_t of_rule, std::size_t of_objective) {
  if (of_rule == of_objective) return;
  throw InvalidArgument("coordinates of the working set", std::to_string(of_rule),
                        "are not as many as those of the objective, " + std::to_string(of_objective));
}

}  // namespace detail

void normalise(std::vector<Coordinate>& set) {
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
}

}  // namespace lode::hybrid
