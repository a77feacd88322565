// The sizes of a request, and checks of requests.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>

#include "core/exact_sum.hpp"
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

namespace detail {

void check_request(const Graph& graph, const FindRequest& request) {
  if (request.sizes.empty()) throw InvalidArgument("sizes", "", "are empty: there is no size to look for");
  std::vector<Vertex> sorted = request.sizes;
  std::sort(sorted.begin(), sorted.end());
  if (sorted.front() < 1 || sorted.back() > graph.num_vertices()) {
    throw InvalidArgument(
        "sizes", std::to_string(sorted.front() < 1 ? sorted.front() : sorted.back()),
        fmt::format("must be between 1 and {}", graph.num_vertices()),
        request.core_of ? "cut a smaller core: sets of more vertices reach outside of this one" : "");
  }
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) throw InvalidArgument("size", std::to_string(*twice), "is given twice");
  const std::uint64_t listed = std::accumulate(sorted.begin(), sorted.end(), std::uint64_t{0});
  if (sorted.size() > 1 && listed > most_listed_vertices) {
    throw InvalidArgument("sizes", "",
                          fmt::format("ask for {} vertices in all, more than the {} that can be kept", listed,
                                      most_listed_vertices),
                          "ask for fewer sizes");
  }
}

void refuse_asked(const FindRequest& request, std::initializer_list<std::string_view> names,
                  const char* problem, const char* remedy) {
  const std::pair<std::string_view, bool> asked[] = {
      {"certificate", request.keep_proofs},     {"connected", request.connected},
      {"core_of", request.core_of.has_value()}, {"memory", request.memory.has_value()},
      {"minimise", request.minimise},           {"target", std::isfinite(request.target)},
      {"top", request.top.has_value()},         {"values", !request.values.empty()}};
  for (const auto& [name, given] : asked) {
    if (!given || std::ranges::find(names, name) == names.end()) continue;
    throw InvalidArgument(std::string(name), "", problem, remedy);
  }
}

FindRequest with_value_demands(const Graph& graph, const FindRequest& request, const FindEvents& events) {
  const std::vector<Weight>& values = request.values;
  if (values.empty() || request.top || request.connected || !subgraph::method(request.method).anchors) {
    return request;
  }
  check_request(graph, request);
  subgraph::check_values(graph, values);
  subgraph::check_vertices(graph, request.include, "vertex to include");
  subgraph::check_vertices(graph, request.exclude, "vertex to exclude");
  enum class Place : char { open, included, excluded };
  std::vector<Place> places(graph.num_vertices(), Place::open);
  for (const Vertex v : request.include) places[v] = Place::included;
  for (const Vertex v : request.exclude) places[v] = Place::excluded;
  VertexSet open;
  std::vector<double> least;  // by place in `open`: least contribution to any set
  std::vector<double> most;
  std::vector<double> magnitudes;
  double heaviest = 0.0;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (Vertex v = 0; v < places.size(); ++v) {
    if (places[v] != Place::open) continue;
    ExactSum low;
    ExactSum high;
    low.add(values[v]);
    high.add(values[v]);
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (places[u] == Place::excluded) return;
      heaviest = std::max(heaviest, std::abs(w));
      if (w < 0.0 || places[u] == Place::included) low.add(w);
      if (w > 0.0 || places[u] == Place::included) high.add(w);
    });
    open.push_back(v);
    least.push_back(std::nextafter(low.rounded(), -infinity));
    most.push_back(std::nextafter(high.rounded(), infinity));
    magnitudes.push_back(std::abs(values[v]));
  }
  const auto [smallest, largest] = std::ranges::minmax(request.sizes);
  const std::size_t held = request.include.size();
  if (held >= smallest || open.size() + held <= largest) return request;
  const auto ranked = [](std::vector<double> numbers, std::size_t rank) {  // the largest has rank 0
    const auto at = numbers.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(numbers.begin(), at, numbers.end(), std::greater<>());
    return *at;
  };
  const double gain = heaviest * static_cast<double>(possible_edges(largest)) +
                      largest * ranked(magnitudes, magnitudes.size() / 2);
  const double in = ranked(most, smallest - held);       // fewer than s others may add more
  const double out = ranked(least, largest - held - 1);  // s others add at least this
  FindRequest demanded = request;
  for (std::size_t i = 0; i < open.size(); ++i) {
    const double value = values[open[i]];
    if (value > gain && least[i] > in) demanded.include.push_back(open[i]);
    if (value < -gain && most[i] < out) demanded.exclude.push_back(open[i]);
  }
  const std::size_t included = demanded.include.size() - held;
  const std::size_t excluded = demanded.exclude.size() - request.exclude.size();
  if (events.note && included + excluded > 0) {
    events.note(fmt::format("values beyond what any set can gain include {} and exclude {}",
                            format_plural(included, "vertex", "vertices"),
                            format_plural(excluded, "vertex", "vertices")));
  }
  return demanded;
}

}  // namespace detail
}  // namespace lode
