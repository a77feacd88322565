#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>

#include "graph/graph_of_edges.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using Catch::Matchers::Contains;
using test::from;
using test::row;

namespace {

/// The path 0-1-2 and the isolated vertex 3, with weights.
struct SmallArrays {
  std::vector<ArcIndex> offsets{0, 1, 3, 4, 4};
  std::vector<Vertex> targets{1, 0, 2, 1};
  std::vector<Weight> weights{2.0, 2.0, 0.5, 0.5};
  Graph graph() const { return Graph::from_csr(offsets, targets, weights); }
};

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// A file mapped into memory that counts when it is unmapped.
class Mapping {
 public:
  Mapping(const std::string& path, std::size_t size, int& unmapped) : size_(size), unmapped_(unmapped) {
    const int file = ::open(path.c_str(), O_RDONLY);
    REQUIRE(file >= 0);
    data_ = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    ::close(file);
    REQUIRE(data_ != MAP_FAILED);
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() { unmapped_ += ::munmap(data_, size_) == 0 ? 1 : 100; }
  const char* data() const { return static_cast<const char*>(data_); }

 private:
  void* data_ = nullptr;
  std::size_t size_;
  int& unmapped_;
};

template <class T>
std::string_view bytes(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

}  // namespace

TEST_CASE("the empty graph") {
  const Graph graph;
  CHECK(graph.num_vertices() == 0);
  CHECK(graph.num_edges() == 0);
  CHECK(graph.total_weight() == 0.0);
  CHECK_FALSE(graph.weighted());
  CHECK(graph.integral());
  CHECK(from(std::vector<Edge>{}).num_vertices() == 0);
  CHECK(from(std::vector<Edge>{}, 3).num_vertices() == 3);
  CHECK(from(std::vector<Edge>{}, 3).degree(2) == 0);
}

TEST_CASE("edges that cannot be are refused by number") {
  CHECK_THROWS_WITH(from(std::vector<Edge>{{0, 1}, {1, 3}}, 3),
                    Contains("edges[1]") && Contains("{1, 3}") && Contains("vertex"));
  CHECK_THROWS_AS(from(std::vector<Edge>{{0, no_vertex}}), InvalidArgument);
  CHECK_THROWS_AS(from(std::vector<Edge>{{7, 7}}, 7), InvalidArgument);
  CHECK_THROWS_WITH(from(std::vector<WeightedEdge>{{0, 1, 1.0}, {1, 2, not_a_number}}),
                    Contains("weights[1]"));
  CHECK_THROWS_WITH(from(std::vector<WeightedEdge>{{0, 1, -0.5}}), Contains(">= 0, not -0.5"));
  CHECK_THROWS_AS(from(std::vector<WeightedEdge>{{0, 1, infinity}}), InvalidArgument);
  CHECK_THROWS_AS(from(std::vector<WeightedEdge>{{1, 1, not_a_number}}), InvalidArgument);
  CHECK(from(std::vector<WeightedEdge>{{0, 1, 0.0}}).edge_weight(0, 1) == 0.0);
}

TEST_CASE("integral weights sum to less than 2^53, and others are real") {
  const double half = exact_integer_limit / 2;
  CHECK(from(std::vector<WeightedEdge>{{0, 1, half}, {1, 2, half}}).weight_kind() == WeightKind::real);
  const Graph below = from(std::vector<WeightedEdge>{{0, 1, half}, {1, 2, half - 1}});
  CHECK(below.total_weight() == exact_integer_limit - 1);
  CHECK(below.weight_kind() == WeightKind::integral);
  CHECK(from(std::vector<WeightedEdge>{{0, 1, 1e16}, {1, 2, 0.5}}).weight_kind() == WeightKind::real);
  const double largest = std::numeric_limits<double>::max();
  CHECK_THROWS_AS(from(std::vector<WeightedEdge>{{0, 1, largest}, {1, 0, largest}}), InvalidArgument);
}

TEST_CASE("borrowed arrays are used in place") {
  const SmallArrays arrays;
  const Graph graph = Graph::from_csr({arrays.offsets, arrays.targets, arrays.weights, {}});
  CHECK(graph.targets().data() == arrays.targets.data());
  CHECK(graph.offsets().data() == arrays.offsets.data());
  CHECK(graph.weights().data() == arrays.weights.data());
  CHECK(graph.num_vertices() == 4);
  CHECK(graph.num_edges() == 2);
  CHECK(graph.edge_weight(1, 2) == 0.5);
  CHECK(graph.arc_weight(0) == 2.0);
  const Graph copy = graph;
  CHECK(copy.targets().data() == graph.targets().data());
}

TEST_CASE("of a matrix that is not symmetric an arc without its reverse is named") {
  Rng rng(11);
  int refused = 0;
  ArcIndex arcs = 0;
  for (int round = 0; round < 3000; ++round) {
    const auto n = static_cast<Vertex>(2 + rng.below(6));
    std::vector<std::vector<bool>> matrix(n, std::vector<bool>(n, false));
    for (Vertex u = 0; u < n; ++u) {
      for (Vertex v = 0; v < u; ++v) matrix[u][v] = matrix[v][u] = rng.below(2) == 0;
    }
    for (std::uint64_t flips = rng.below(4); flips > 0; --flips) {
      const auto u = static_cast<Vertex>(rng.below(n)), v = static_cast<Vertex>(rng.below(n));
      if (u != v) matrix[u][v] = !matrix[u][v];
    }
    std::vector<ArcIndex> offsets{0};
    std::vector<Vertex> targets;
    std::set<std::string> one_way;
    for (Vertex u = 0; u < n; ++u) {
      for (Vertex v = 0; v < n; ++v) {
        if (!matrix[u][v]) continue;
        if (!matrix[v][u]) {
          one_way.insert(fmt::format("targets[{}] = {} has no reverse arc to {}", targets.size(), v, u));
        }
        targets.push_back(v);
      }
      offsets.push_back(targets.size());
    }
    std::string said;
    try {
      arcs = Graph::from_csr(offsets, targets, {}).num_arcs();
    } catch (const InvalidArgument& error) {
      said = error.what();
    }
    CHECK(said.empty() == one_way.empty());
    CHECK((!said.empty() || arcs == targets.size()));
    CHECK((said.empty() || one_way.contains(said)));
    refused += !said.empty();
  }
  CHECK(refused > 1000);
}

TEST_CASE("every rule of CSR arrays is checked and named") {
  SmallArrays a;
  REQUIRE_NOTHROW(a.graph());
  const auto refused = [&](const std::string& message) {
    CHECK_THROWS_AS(a.graph(), InvalidArgument);
    CHECK_THROWS_WITH(a.graph(), Contains(message));
  };
  SECTION("no offsets") {
    a.offsets.clear();
    refused("offsets must hold n+1 values, not empty");
  }
  SECTION("first offset") {
    a.offsets[0] = 1;
    refused("offsets[0] must be 0, not 1");
  }
  SECTION("last offset") {
    a.offsets[4] = 3;
    refused("offsets[4] must be the number of targets, 4, not 3");
  }
  SECTION("falling offsets") {
    a.offsets = {0, 1, 0, 4, 4};
    refused("offsets[2] must be at least the previous one and at most the number of targets, not 0");
  }
  SECTION("an offset past the targets") {
    a.offsets = {0, 1, 9, 4, 4};
    refused("offsets[2] must be at least the previous one and at most the number of targets, not 9");
  }
  SECTION("a target that is no vertex") {
    a.targets[2] = 4;
    refused("targets[2] = 4 is not a vertex");
  }
  SECTION("a self-loop") {
    a.targets[2] = 1;
    refused("targets[2] = 1 is a self-loop");
  }
  SECTION("a falling row") {
    a.targets[1] = 2;
    a.targets[2] = 0;
    refused("targets[2] = 0 does not follow a smaller one in its row");
  }
  SECTION("a repeated target") {
    a.targets[1] = 2;
    refused("targets[2] = 2 does not follow a smaller one in its row");
  }
  SECTION("an arc without its reverse") {
    a.targets[3] = 0;
    refused("has no reverse arc");
  }
  SECTION("number of weights") {
    a.weights.pop_back();
    refused("number of weights must be 0 or the number of targets, 4, not 3");
  }
  SECTION("weights that differ by direction") {
    a.weights[3] = 0.25;
    refused("differs from the weight of the reverse arc");
  }
  SECTION("a weight that is no number") {
    a.weights[1] = not_a_number;
    refused("weights[1] must be 0 or between 1e-100 and 1e100 in magnitude, not nan");
  }
  SECTION("a negative weight") {
    a.weights[0] = a.weights[1] = -1.0;
    refused("weights[0] must be >= 0, not -1");
  }
  SECTION("an infinite weight") {
    a.weights[2] = a.weights[3] = infinity;
    refused("weights[2] must be 0 or between 1e-100 and 1e100 in magnitude, not inf");
  }
  SECTION("weights without targets") {
    a.offsets = {0};
    a.targets.clear();
    refused("number of weights must be 0 or the number of targets, 0, not 4");
  }
}

TEST_CASE("the owner of the arrays lives as long as the last copy") {
  const auto arrays = std::make_shared<SmallArrays>();
  const std::weak_ptr<SmallArrays> watch = arrays;
  std::optional<Graph> first =
      Graph::from_csr({arrays->offsets, arrays->targets, arrays->weights, arrays}, {}, CsrCheck::full);
  std::shared_ptr<SmallArrays> mine = arrays;
  std::optional<Graph> second = first->with_names(VertexNames::from_ids({10, 20, 30, 40}));
  const auto before = watch.use_count();
  CHECK(before == 4);
  first.reset();
  CHECK(watch.use_count() == 3);
  CHECK(second->edge_weight(0, 1) == 2.0);
  second.reset();
  CHECK(watch.use_count() == 2);
}

TEST_CASE("a graph over a memory-mapped file unmaps with its last copy") {
  const test::TemporaryFolder folder;
  const SmallArrays arrays;
  const std::string content = std::string(bytes(arrays.offsets)) + std::string(bytes(arrays.weights)) +
                              std::string(bytes(arrays.targets));
  const std::string path = folder.write("graph.bin", content);
  int unmapped = 0;
  std::optional<Graph> copy;
  {
    const auto mapping = std::make_shared<const Mapping>(path, content.size(), unmapped);
    const auto* offsets = reinterpret_cast<const ArcIndex*>(mapping->data());
    const auto* weights = reinterpret_cast<const Weight*>(offsets + arrays.offsets.size());
    const auto* targets = reinterpret_cast<const Vertex*>(weights + arrays.weights.size());
    const Graph graph = Graph::from_csr({{offsets, arrays.offsets.size()},
                                         {targets, arrays.targets.size()},
                                         {weights, arrays.weights.size()},
                                         mapping});
    copy = graph;
  }
  CHECK(unmapped == 0);
  CHECK(copy->num_edges() == 2);
  CHECK(copy->edge_weight(2, 1) == 0.5);
  CHECK(row(*copy, 1) == std::vector<Vertex>{0, 2});
  copy.reset();
  CHECK(unmapped == 1);
}

TEST_CASE("vertices without names are called by their number") {
  const Graph graph = from(std::vector<Edge>{{0, 2}});
  CHECK(graph.name(2) == "2");
  CHECK(graph.names().find("2", 3) == 2u);
  CHECK_FALSE(graph.names().find("3", 3));
  CHECK_FALSE(graph.names().find("-1", 3));
  CHECK_FALSE(graph.names().find("1x", 3));
  CHECK_FALSE(graph.names().find("", 3));
}

TEST_CASE("64-bit ids, in order or not") {
  const std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
  const std::vector<std::uint64_t> sorted{3, 1ull << 40, largest};
  const std::vector<std::uint64_t> unsorted{largest, 3, 1ull << 40};
  for (const auto& ids : {sorted, unsorted}) {
    const VertexNames names = VertexNames::from_ids(ids);
    CHECK(names.size() == 3);
    CHECK(names.kind() == VertexNames::Kind::ids);
    for (Vertex v = 0; v < 3; ++v) {
      CHECK(names.id(v) == ids[v]);
      CHECK(names.name(v) == std::to_string(ids[v]));
      CHECK(names.find(names.name(v), 3) == v);
    }
    CHECK_FALSE(names.find("4", 3));
    CHECK_FALSE(names.find("0", 3));
    CHECK_FALSE(names.find("18446744073709551616", 3));
  }
  const auto owner = std::make_shared<const std::vector<std::uint64_t>>(sorted);
  const VertexNames borrowed = VertexNames::from_ids(*owner, owner);
  CHECK(owner.use_count() == 2);
  CHECK(borrowed.name(2) == "18446744073709551615");
}

TEST_CASE("labels, in order or not") {
  for (const std::vector<std::string>& labels : {std::vector<std::string>{"", "a b", "ab", "z\xC3\xA9"},
                                                 std::vector<std::string>{"z", "", "ab", "a"}}) {
    const VertexNames names = VertexNames::from_labels(labels);
    REQUIRE(names.size() == 4);
    for (Vertex v = 0; v < 4; ++v) {
      CHECK(names.label(v) == labels[v]);
      CHECK(names.find(labels[v], 4) == v);
    }
    CHECK_FALSE(names.find("0", 4));
    CHECK_FALSE(names.find("zz", 4));
  }
}

TEST_CASE("the id nearest to one that no vertex has is the smaller of two") {
  const VertexNames ids = VertexNames::from_ids({70, 10, 20, std::uint64_t{1} << 63});
}

TEST_CASE("a subset of names keeps names and the order asked for") {
  const std::vector<Vertex> wanted{2, 0};
  const VertexNames ids = VertexNames::from_ids({7, 8, 9}).subset(wanted);
  CHECK(ids.name(0) == "9");
  CHECK(ids.find("7", 2) == 1u);
  CHECK_FALSE(ids.find("8", 2));
  const VertexNames labels = VertexNames::from_labels({"x", "y", "z"}).subset(wanted);
  CHECK(labels.label(0) == "z");
  CHECK(labels.find("x", 2) == 1u);
  CHECK(VertexNames().subset(wanted).name(0) == "2");
  const std::vector<Vertex> strangers{2, 3};
  for (const VertexNames& names :
       {VertexNames::from_ids({7, 8, 9}), VertexNames::from_labels({"x", "y", "z"})}) {
    CHECK_THROWS_AS(names.name(3), InvalidArgument);
    CHECK_THROWS_AS(names.subset(strangers), InvalidArgument);
  }
}

TEST_CASE("names that were moved from stay what they were") {
  VertexNames first = VertexNames::from_ids({7, 8, 9});
  const VertexNames second = std::move(first);
  CHECK(second.name(1) == "8");
  CHECK(first.name(1) == "8");
}

TEST_CASE("there is a name for every vertex or none") {
  const Graph graph = from(std::vector<Edge>{{0, 1}});
  CHECK_THROWS_WITH(graph.with_names(VertexNames::from_ids({1, 2, 3})), Contains("of vertices, 2, not 3"));
  CHECK_THROWS_AS(graph.with_names(VertexNames::from_labels({"a"})), InvalidArgument);
  const Graph named = graph.with_names(VertexNames::from_labels({"a", "b"}));
  CHECK(named.name(1) == "b");
  CHECK(named.targets().data() == graph.targets().data());
}

TEST_CASE("a graph owns the arrays it is given for good, and stays what it was when moved from") {
  const Graph owned = Graph::from_csr(std::vector<ArcIndex>{0, 1, 3, 4}, std::vector<Vertex>{1, 0, 2, 1},
                                      std::vector<Weight>{2.0, 2.0, 0.5, 0.5});
  CHECK(owned.num_edges() == 2);
  CHECK(owned.total_weight() == 2.5);
  Graph first = owned;
  const Graph second = std::move(first);
  CHECK(first.num_vertices() == 3);
  CHECK(first.neighbors(1).size() == 2);
  CHECK(second.edge_weight(1, 2) == 0.5);
  Graph target;
  target = std::move(first);
  CHECK(first.num_edges() == target.num_edges());
  CHECK_THROWS_AS(Graph::from_csr(std::vector<ArcIndex>{0, 1}, std::vector<Vertex>{}), InvalidArgument);
}

TEST_CASE("borrowed labels must stay within their characters") {
  const auto refused = [](const std::vector<std::uint64_t>& begin) {
    CHECK_THROWS_AS(VertexNames::from_labels(begin, "abc"), InvalidArgument);
  };
  refused({});
  refused({0, 4});
  refused({0, 2, 1, 3});
  const std::vector<std::uint64_t> begin = {0, 1, 3};
  CHECK(VertexNames::from_labels(begin, "abc").label(1) == "bc");
}

TEST_CASE("values are kept by parts, copies and names, and must be finite and one per vertex") {
  const Graph graph = Graph::from_edges({Edge{0, 1}, Edge{1, 2}, Edge{2, 3}});
  CHECK(graph.values().empty());
  const Graph valued = graph.with_values({1.5, -2.0, 0.0, 4.0});
  CHECK(std::vector<double>(valued.values().begin(), valued.values().end()) ==
        std::vector<double>{1.5, -2.0, 0.0, 4.0});
  CHECK(graph.values().empty());
  const Graph part = induced_subgraph(valued, std::vector<Vertex>{3, 1});
  CHECK(std::vector<double>(part.values().begin(), part.values().end()) == std::vector<double>{-2.0, 4.0});
  CHECK(part_of(valued, std::vector<Vertex>{0, 1, 2, 3}).graph.values().size() == 4);
  CHECK(part_of(valued, std::vector<Vertex>{2}).graph.values().front() == 0.0);
  const Graph renamed = valued.with_names(VertexNames::from_ids(std::vector<std::uint64_t>{5, 6, 7, 8}));
  CHECK(renamed.values().data() == valued.values().data());
  const std::vector<double> lent = {1.0, 2.0, 3.0, 4.0};
  CHECK(graph.with_values(lent, nullptr).values().data() == lent.data());
  CHECK(valued.with_values(std::vector<double>()).values().empty());
  CHECK_THROWS_WITH(graph.with_values({1.0}), Catch::Contains("must be the number of vertices, 4"));
  CHECK_THROWS_WITH(graph.with_values({1.0, 2.0, std::nan(""), 4.0}), Catch::Contains("values[2]"));
}
