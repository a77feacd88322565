#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <lode/bounds/certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/graph/densest.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

/// Integers, or numbers with all their digits.
std::vector<double> numbers(Vertex n, bool integral, bool positive, std::uint64_t seed) {
  std::vector<double> list;
  for (Vertex v = 0; v < n; ++v) {
    const double x = static_cast<double>((seed * 7919 + v * 104729 + seed * v * 31) % 9973) / 9973.0;
    const double y = positive ? 0.25 + 4.0 * x : 8.0 * x - 4.0;
    list.push_back(integral ? std::round(y + (positive ? 1.0 : 0.0)) : y);
  }
  return list;
}

struct Sample {
  Graph graph;
  DensityTerms terms;
  DensestSubgraph found;
  DensityCertificate certificate;
};

Sample sample(std::uint64_t seed) {
  const auto n = static_cast<Vertex>(1 + seed % 13);
  const auto weights = seed % 3 == 0   ? test::TestWeights::none
                       : seed % 3 == 1 ? test::TestWeights::integral
                                       : test::TestWeights::real;
  Sample s;
  s.graph = test::random_graph(n, 0.1 * static_cast<double>(1 + seed % 10), seed, weights);
  if (seed % 4 >= 2) s.terms.values = numbers(n, seed % 8 < 4, false, seed);
  if (seed % 5 >= 3) s.terms.costs = numbers(n, seed % 10 < 5, true, seed + 1);
  s.found = densest_subgraph(s.graph, s.terms, RunContext(), KeepSplit::yes);
  s.certificate = density_certificate(s.graph, s.terms, *s.found.split);
  return s;
}

/// Whether a certificate proves its bound, in long doubles with a margin: 1 yes, -1 no, 0 too close to say.
int proves(const Graph& graph, const DensityCertificate& certificate) {
  const EdgeSplit& split = certificate.split;
  if (split.share.size() != graph.num_edges()) return -1;
  std::vector<long double> load(graph.num_vertices(), 0.0L);
  std::size_t at = 0;
  int answer = 1;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    graph.for_each_neighbor(u, [&](Vertex v, Weight w) {
      if (v < u) return;
      const long double share = static_cast<long double>(split.share[at++]) / split.denominator;
      if (share < 0.0L || share > w) answer = -1;
      load[u] += share;
      load[v] += w - share;
    });
  }
  const long double bound = certificate.denominator != 0
                                ? static_cast<long double>(certificate.numerator) / certificate.denominator
                                : static_cast<long double>(certificate.bound);
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    const long double value = certificate.terms.values.empty() ? 0.0 : certificate.terms.values[v];
    const long double cost = certificate.terms.costs.empty() ? 1.0 : certificate.terms.costs[v];
    const long double over = (load[v] + value) - bound * cost;
    if (over > 1e-15L * (1.0L + std::abs(bound) * cost)) answer = -1;
    if (answer == 1 && over > -1e-15L && certificate.denominator == 0) answer = 0;
  }
  return answer;
}

}  // namespace

TEST_CASE("certificates of densest subgraphs prove their ratios") {
  test::TemporaryFolder folder;
  int fractions = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    INFO("seed " << seed);
    const Sample s = sample(seed);
    const std::string path = folder.write("c.json", density_certificate_json(s.graph, s.certificate));
    REQUIRE(subgraph::certificate_kind(path) == "densest");
    const DensityCertificate read = read_density_certificate(path, s.graph);
    check_density_certificate(s.graph, read);
    REQUIRE(proves(s.graph, read) >= 0);
    REQUIRE(read.bound == s.certificate.bound);
    REQUIRE(read.split.share == s.certificate.split.share);
    REQUIRE(read.terms.values == s.terms.values);
    REQUIRE(read.terms.costs == s.terms.costs);
    REQUIRE(read.bound == Approx(s.found.ratio()).epsilon(1e-9).margin(1e-9));
    if (read.denominator == 0) continue;
    ++fractions;
    REQUIRE(read.bound == s.found.ratio());
    REQUIRE(static_cast<double>(read.numerator) * s.found.cost ==
            (s.found.weight + s.found.value) * static_cast<double>(read.denominator));
  }
  CHECK(fractions > 50);
}

TEST_CASE("certificates that are tampered with are refused") {
  int refused = 0;
  for (std::uint64_t seed = 1; refused < 200; ++seed) {
    REQUIRE(seed < 4000);
    Sample s = sample(seed);
    DensityCertificate& c = s.certificate;
    const auto n = s.graph.num_vertices();
    const std::uint64_t pick = seed / 7;
    switch (seed % 7) {
      case 0:
        if (c.split.share.empty()) continue;
        c.split.share[pick % c.split.share.size()] += pick % 2 == 0 ? 1.0 : -1.0;
        break;
      case 1:
        if (c.terms.values.empty()) c.terms.values.assign(n, 0.0);
        c.terms.values[pick % n] += 0.5;
        if (c.denominator != 0) c.terms.values[pick % n] += 0.5;
        break;
      case 2:
        if (c.denominator != 0) {
          --c.numerator;
        } else {
          c.bound -= 1e-6 * (1.0 + std::abs(c.bound));
        }
        break;
      case 3:
        if (pick % 2 == 0) {
          c.split.share.push_back(0.0);
        } else {
          c.terms.values.assign(n + std::size_t{1}, 0.0);
        }
        break;
      case 4:
        if (c.terms.costs.empty()) c.terms.costs.assign(n, 1.0);
        c.terms.costs[pick % n] = pick % 2 == 0 ? 0.0 : -1.0;
        break;
      default:
        if (c.split.share.empty()) continue;
        c.split.share[pick % c.split.share.size()] = pick % 2 == 0 ? NAN : 1e9;
    }
    INFO("seed " << seed);
    const bool structure = seed % 7 >= 3;
    const int oracle = structure ? -1 : proves(s.graph, c);
    if (oracle == 0) continue;
    if (oracle > 0) {
      check_density_certificate(s.graph, c);  // another split that proves the bound
      continue;
    }
    REQUIRE_THROWS_AS(check_density_certificate(s.graph, c), VerificationError);
    ++refused;
  }
}

TEST_CASE("the check names the first vertex that has more") {
  const Graph graph = Graph::from_edges({{0, 1}, {1, 2}, {0, 2}});
  DensityCertificate certificate = density_certificate(graph, {}, {{1.0, 0.0, 1.0}, 1});
  CHECK(certificate.numerator == 1);
  CHECK(certificate.denominator == 1);
  check_density_certificate(graph, certificate);
  certificate.split.share = {1.0, 0.0, 0.0};  // edges 01, 02, 12
  CHECK_THROWS_WITH(check_density_certificate(graph, certificate), Catch::Matchers::Contains("vertex 2 has"));
}

TEST_CASE("bounds of any size are compared exactly") {
  constexpr double weight = 0x1p30 + 1.0;
  const Graph graph = Graph::from_edges({WeightedEdge{0, 1, weight}});
  const EdgeSplit split{{weight * 0x1p21}, std::int64_t{1} << 22};
  const DensityTerms terms{{}, {3.0, 1048573.0}};
  DensityCertificate certificate = density_certificate(graph, terms, split);
  REQUIRE(certificate.denominator == 6);
  check_density_certificate(graph, certificate);
  --certificate.numerator;
  CHECK_THROWS_AS(check_density_certificate(graph, certificate), VerificationError);

  for (const double scale : {1e-90, 1e-20, 1.0, 0x1p40}) {
    const Graph real = Graph::from_edges({WeightedEdge{0, 1, 0.3 * scale}, WeightedEdge{1, 2, 0.7 * scale}});
    const EdgeSplit any{{0.1 * scale, 0.2 * scale}, 1};
    DensityCertificate of_real = density_certificate(real, {}, any);
    check_density_certificate(real, of_real);
    CHECK(of_real.bound == Approx(0.5 * scale).epsilon(1e-12));
    const DensityCertificate in_quarters = density_certificate(real, {}, {{0.4 * scale, 0.8 * scale}, 4});
    CHECK(in_quarters.bound == Approx(of_real.bound).epsilon(1e-12));
    of_real.bound *= 1.0 - 1e-15;
    CHECK_THROWS_AS(check_density_certificate(real, of_real), VerificationError);
  }
}

TEST_CASE("files that are no certificate are refused") {
  test::TemporaryFolder folder;
  const Graph graph = Graph::from_edges({{0, 1}, {1, 2}});
  const std::string good = density_certificate_json(graph, density_certificate(graph, {}, {{1.0, 1.0}, 1}));
  const auto refused = [&](const std::string& from, const std::string& to, const char* part) {
    std::string text = good;
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
    const std::string path = folder.write("bad.json", text);
    CHECK_THROWS_AS(read_density_certificate(path, graph), InputError);
    CHECK_THROWS_WITH(read_density_certificate(path, graph), Catch::Matchers::Contains(part));
  };
  refused("{", "[", "");
  refused("\"kind\":\"densest\"", "\"kind\":\"directed\"", "kind");
  refused("\"schema_version\":3", "\"schema_version\":7", "is 7, not 3");
  refused("\"edges\":2", "\"edges\":3", "edges is 3, not 2");
  refused("\"weight\":2", "\"weight\":2.5", "2.5");
  refused("[1,1]", "[1]", "1 shares for 2 edges");
  refused("[1,1]", "[1,\"1\"]", "where a number belongs");
  refused("[1,1]", "1", "list");
  refused("\"shares\":", "\"values\":[1],\"shares\":", "1 values for 3 vertices");
  refused("\"shares\":", "\"values\":null,\"shares\":", "list");
  refused("\"shares\":", "\"costs\":[1,1,0],\"shares\":", "cost of vertex 2");
  refused("\"denominator\":1", "\"denominator\":-1", "");
  refused("\"shares\"", "\"share\"", "shares");
  CHECK(subgraph::certificate_kind(folder.write("other.json", "{\"kind\": \"cliques\"}")) == "cliques");
  CHECK(subgraph::certificate_kind((folder.path() / "none.json").string()).empty());
  CHECK_THROWS_AS(read_density_certificate((folder.path() / "none.json").string(), graph), InputError);
  CHECK_THROWS_AS(density_certificate(graph, {}, {{1.0}, 1}), InvalidArgument);
  CHECK_THROWS_AS(density_certificate(graph, {}, {{1.0, 2.0}, 1}), InvalidArgument);
  CHECK_THROWS_AS(density_certificate(graph, {{1.0}, {}}, {{1.0, 1.0}, 1}), InvalidArgument);
}
