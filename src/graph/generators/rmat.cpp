#include <array>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <lode/graph/generators.hpp>

#include "graph/generators/random_rows.hpp"

namespace lode {
namespace {

void check(const RmatOptions& options) {
  detail::require(options.scale >= 0 && options.scale <= 31, "scale", options.scale, "must be from 0 to 31");
  detail::check_probability("a", options.a);
  detail::check_probability("b", options.b);
  detail::check_probability("c", options.c);
  detail::check_probability("d", options.d);
  const double sum = options.a + options.b + options.c + options.d;
  detail::require(std::abs(sum - 1.0) <= 1e-9, "a + b + c + d", sum, "must be 1");
}

/// A random-looking bijection of 0..2^bits-1 onto itself, without a table: rounds of an odd multiplication,
/// an addition and a shifted exclusive or, each of which can be undone.
class NumberScrambler {
 public:
  NumberScrambler(int bits, const Rng& rng) : mask_((std::uint64_t{1} << bits) - 1), shift_((bits + 1) / 2) {
    for (std::size_t i = 0; i < rounds; ++i) {
      factor_[i] = rng.at(2 * i + 1) | 1u;
      term_[i] = rng.at(2 * i + 2);
    }
  }
  Vertex operator()(std::uint64_t x) const {
    for (std::size_t i = 0; i < rounds; ++i) {
      x = (x * factor_[i] + term_[i]) & mask_;
      if (shift_ > 0) x ^= x >> shift_;
    }
    return static_cast<Vertex>(x);
  }

 private:
  static constexpr std::size_t rounds = 4;
  std::uint64_t mask_;
  int shift_;
  std::array<std::uint64_t, rounds> factor_{};
  std::array<std::uint64_t, rounds> term_{};
};

}  // namespace

void rmat_lines(const RmatOptions& options, std::uint64_t first_line, std::span<Edge> lines,
                const RunContext& run) {
  check(options);
  detail::require(first_line <= options.lines && lines.size() <= options.lines - first_line, "first line",
                  first_line, ": the list has only " + std::to_string(options.lines) + " lines");
  const Rng rng(options.seed, detail::tag_rmat);
  const NumberScrambler scramble(options.scale, Rng(options.seed, detail::tag_rmat_numbers));
  const double ab = options.a + options.b;
  const double abc = ab + options.c;
  // Without the last quadrant, rounding of a + b + c must not give it a chance.
  const double end_of_c = options.d == 0.0 ? 1.0 : abc;
  const auto levels = static_cast<std::uint64_t>(options.scale);
  const auto make_line = [&](std::uint64_t line) {
    std::uint64_t u = 0, v = 0;
    for (std::uint64_t level = 1; level <= levels; ++level) {
      const double x = rng.uniform_at(line * levels + level);
      const bool lower = x >= ab;
      const bool right = lower ? x >= end_of_c : x >= options.a;
      u = 2 * u + lower;
      v = 2 * v + right;
    }
    return options.permute ? Edge{scramble(u), scramble(v)}
                           : Edge{static_cast<Vertex>(u), static_cast<Vertex>(v)};
  };
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, lines.size(), 4096), [&](const auto& range) {
    run.require_time(detail::drawing_a_graph);
    for (std::size_t i = range.begin(); i < range.end(); ++i) lines[i] = make_line(first_line + i);
  });
}

std::vector<Edge> rmat_edges(const RmatOptions& options, const RunContext& run) {
  check(options);
  detail::require(options.lines <= std::vector<Edge>().max_size(), "number of lines", options.lines,
                  "does not fit in memory", "make the list block by block with rmat_lines");
  std::vector<Edge> lines(options.lines);
  rmat_lines(options, 0, lines, run);
  return lines;
}

Graph rmat(const RmatOptions& options, const RunContext& run) {
  const std::vector<Edge> lines = rmat_edges(options, run);
  return Graph::from_edges(std::span<const Edge>(lines), Vertex{1} << options.scale);
}

}  // namespace lode
