#include <set>
#include <tuple>

#include "questions/sides/pairs.hpp"
#include "questions/sides/small_sides.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::test;

namespace {

/// The (alpha, beta)-core by definition: what stays when vertices with too few neighbours leave.
std::array<std::uint32_t, 2> core_of(const SmallSides& sides, Vertex alpha, Vertex beta) {
  std::uint32_t s = (1u << sides.left) - 1, t = (1u << sides.right) - 1;
  for (;;) {
    std::uint32_t next_s = 0, next_t = 0;
    for (Vertex u = 0; u < sides.left; ++u) {
      if (s >> u & 1 && static_cast<Vertex>(std::popcount(sides.rows[u] & t)) >= alpha) next_s |= 1u << u;
    }
    for (Vertex v = 0; v < sides.right; ++v) {
      if (t >> v & 1 && sides.edges(next_s, 1u << v) >= beta) next_t |= 1u << v;
    }
    if (next_s == s && next_t == t) return {s, t};
    s = next_s;
    t = next_t;
  }
}

}  // namespace

TEST_CASE("corners of the cores say exactly which vertices are in which core") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const SmallSides sides = random_sides(seed, 16);
    const auto corners = sided_cores(sided(sides));
    for (Vertex alpha = 1; alpha <= sides.right + 1; ++alpha) {
      for (Vertex beta = 1; beta <= sides.left + 1; ++beta) {
        std::array<std::uint32_t, 2> said = {0, 0};
        for (const auto& corner : corners) {
          if (corner.alpha < alpha || corner.beta < beta) continue;
          const bool is_left = corner.vertex < sides.left;
          said[is_left ? 0 : 1] |= 1u << (is_left ? corner.vertex : corner.vertex - sides.left);
        }
        INFO("seed " << seed << ", alpha " << alpha << ", beta " << beta);
        CHECK(said == core_of(sides, alpha, beta));
      }
    }
    // No corner lies below another of its vertex.
    for (std::size_t i = 1; i < corners.size(); ++i) {
      const auto& a = corners[i - 1];
      const auto& b = corners[i];
      if (a.vertex == b.vertex) CHECK((a.alpha < b.alpha && a.beta > b.beta));
    }
  }
}
