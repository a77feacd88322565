#include <algorithm>
#include <charconv>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/study/find.hpp>

#include "study/find/finder.hpp"

namespace lode {
namespace {

/// Keeps the first of equal sizes.
void drop_repetitions(std::vector<Vertex>& sizes) {
  std::vector<Vertex> sorted = sizes;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end()) return;
  std::set<Vertex> seen;
  std::erase_if(sizes, [&](Vertex s) { return !seen.insert(s).second; });
}

}  // namespace

std::vector<Vertex> detail::distinct_sizes(std::vector<Vertex> sizes, Vertex n, const std::string& remedy) {
  const auto out = std::ranges::find_if(sizes, [&](Vertex s) { return s < 1 || s > n; });
  if (out != sizes.end()) {
    throw InvalidArgument("size", std::to_string(*out), "must be between 1 and the number of vertices",
                          remedy);
  }
  drop_repetitions(sizes);
  return sizes;
}

std::vector<Vertex> parse_sizes(const std::string& text, Vertex n, const std::string& limit) {
  const auto fail = [&](const std::string& problem) -> InvalidArgument {
    return InvalidArgument("-s", text, ": " + problem,
                           fmt::format("write one size, several (2,3) or a range (2:{})", n));
  };
  std::string_view rest = text;
  const auto number = [&] {
    const std::string_view part = rest.substr(0, rest.find_first_of(",:"));
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (part.empty() || error != std::errc{} || end != part.data() + part.size()) {
      throw fail(fmt::format("'{}' is not a size", part));
    }
    rest.remove_prefix(part.size());
    return value;
  };
  const auto takes = [&](char separator) {
    const bool next = rest.starts_with(separator);
    rest.remove_prefix(next ? 1 : 0);
    return next;
  };

  std::vector<Vertex> sizes;
  do {
    const std::uint64_t first = number();
    const std::uint64_t last = takes(':') ? number() : first;
    const std::uint64_t step = takes(':') ? number() : 1;
    if (rest.starts_with(':')) throw fail("a range has at most three parts");
    if (step == 0) throw fail("the step of a range must be at least 1");
    if (first > last) throw fail("a range must not fall");
    if (first < 1) throw fail("sizes start at 1");
    if (last > n) throw InvalidArgument("-s", text, ": " + limit, fmt::format("choose sizes up to {}", n));
    if ((last - first) / step >= most_listed_vertices - sizes.size()) {
      throw InvalidArgument("-s", text, fmt::format("lists more than {} sizes", most_listed_vertices));
    }
    for (std::uint64_t s = first;; s += step) {
      sizes.push_back(static_cast<Vertex>(s));
      if (last - s < step) break;
    }
  } while (takes(','));
  drop_repetitions(sizes);
  return sizes;
}

}  // namespace lode
