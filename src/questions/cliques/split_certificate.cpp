#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/questions/cliques.hpp>

#include "bounds/certificate/fields.hpp"
#include "io/stream/compressed_input.hpp"

namespace lode {
namespace detail {

void fields(auto& visit, Is<CliqueDensest> auto& claim) {
  visit("clique", claim.k);
  visit("bound", claim.bound);
  visit("vertices", claim.vertices);
  visit("cliques", claim.cliques);
  visit("outside", claim.split.outside);
  visit("denominator", claim.split.denominator);
  visit("shares", claim.split.shares);
}

}  // namespace detail

namespace {

using detail::Json;

constexpr const char* kind_of_cliques = "cliques";

__extension__ using Wide = unsigned __int128;

Json identity(const Graph& graph) {
  return {{"vertices", graph.num_vertices()}, {"edges", graph.num_edges()}};
}

template <class... Values>
void require(bool holds, fmt::format_string<Values...> why, Values&&... values) {
  if (!holds) throw VerificationError(fmt::format(why, std::forward<Values>(values)...));
}

/// The numbers in both lists, which increase. Each number of the shorter list is searched in the longer list.
void intersect(std::span<const Vertex> a, std::span<const Vertex> b, std::vector<Vertex>& both) {
  if (a.size() > b.size()) std::swap(a, b);
  auto at = b.begin();
  for (const Vertex v : a) {
    at = std::lower_bound(at, b.end(), v);
    if (at == b.end()) return;
    if (*at == v) both.push_back(v);
  }
}

/// Calls visit(clique) for every clique that is `chosen` and `more` of the increasing candidates, which are
/// joined to all that is chosen, in lexicographic order.
template <class Visit>
void extend(const Graph& graph, const RunContext& run, std::vector<Vertex>& chosen,
            std::span<const Vertex> candidates, Vertex more, const Visit& visit) {
  if (more == 0) return visit(chosen);
  if (candidates.size() < more) return;
  if (more > 1) run.require_time("checking the certificate");
  std::vector<Vertex> joined;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    joined.clear();
    if (more > 1) intersect(candidates.subspan(i + 1), graph.neighbors(candidates[i]), joined);
    chosen.push_back(candidates[i]);
    extend(graph, run, chosen, joined, more - 1, visit);
    chosen.pop_back();
  }
}

/// The cliques of k vertices that hold v and else neighbours of it that `accepts` takes.
template <class Accepts, class Visit>
void cliques_with(const Graph& graph, const RunContext& run, Vertex v, Vertex k, const Accepts& accepts,
                  const Visit& visit) {
  std::vector<Vertex> neighbors;
  std::ranges::copy_if(graph.neighbors(v), std::back_inserter(neighbors), accepts);
  std::vector<Vertex> chosen = {v};
  extend(graph, run, chosen, neighbors, k - 1, visit);
}

/// Marks the vertices. Errors: VerificationError for one that does not exist or is there twice.
std::vector<char> marked(const Graph& graph, const std::vector<Vertex>& vertices, const char* list) {
  std::vector<char> mark(graph.num_vertices(), 0);
  for (const Vertex v : vertices) {
    require(v < graph.num_vertices(), "'{}' names vertex {}, which does not exist", list, v);
    require(!mark[v], "'{}' names vertex {} twice", list, v);
    mark[v] = 1;
  }
  return mark;
}

/// The loads of the split, in units. Errors: VerificationError for one that does not add up.
std::vector<Wide> loads_of(const Graph& graph, const CliqueDensest& claim, const RunContext& run) {
  std::vector<char> gone = marked(graph, claim.split.outside, "outside");
  std::vector<Wide> load(graph.num_vertices(), 0);
  std::vector<std::size_t> turn(graph.num_vertices(), claim.split.outside.size());
  for (std::size_t i = 0; i < claim.split.outside.size(); ++i) turn[claim.split.outside[i]] = i;
  for (std::size_t i = 0; i < claim.split.outside.size(); ++i) {
    const Vertex v = claim.split.outside[i];
    cliques_with(
        graph, run, v, claim.k, [&](Vertex u) { return turn[u] > i; },
        [&](const std::vector<Vertex>&) { load[v] += claim.split.denominator; });
  }
  std::size_t next = 0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (gone[v]) continue;
    cliques_with(
        graph, run, v, claim.k, [&](Vertex u) { return u > v && !gone[u]; },
        [&](const std::vector<Vertex>& clique) {
          require(claim.split.shares.size() - next >= claim.k,
                  "there are more cliques outside of 'outside' than shares");
          Wide sum = 0;
          for (const Vertex u : clique) {
            sum += claim.split.shares[next];
            load[u] += claim.split.shares[next++];
          }
          require(sum == claim.split.denominator, "the shares of clique {} do not sum to the denominator {}",
                  next / claim.k, claim.split.denominator);
        });
  }
  require(next == claim.split.shares.size(), "there are more shares than cliques outside of 'outside'");
  return load;
}

CheckedCliques checked(const Graph& graph, const CliqueDensest& claim, const RunContext& run) {
  require(claim.k >= least_counted_clique && claim.k <= most_counted_clique,
          "cliques of {} vertices are not between {} and {}", claim.k, least_counted_clique,
          most_counted_clique);
  for (const std::uint64_t denominator : {std::uint64_t{claim.split.denominator}, claim.bound.denominator}) {
    require(denominator > 0 && denominator <= UINT32_MAX,  // products then fit into 128 bits
            "a denominator is {}, not between 1 and 2^32 - 1", denominator);
  }
  const std::vector<Wide> load = loads_of(graph, claim, run);
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    require(load[v] * claim.bound.denominator <= Wide{claim.bound.numerator} * claim.split.denominator,
            "the load of vertex {} is above the bound {}/{}", v, claim.bound.numerator,
            claim.bound.denominator);
  }
  const std::vector<char> inside = marked(graph, claim.vertices, "vertices");
  std::uint64_t found = 0;
  for (const Vertex v : claim.vertices) {
    cliques_with(
        graph, run, v, claim.k, [&](Vertex u) { return u > v && inside[u]; },
        [&](const std::vector<Vertex>&) { ++found; });
  }
  require(found == claim.cliques, "the set is said to hold {} cliques, and holds {}", claim.cliques, found);
  return {claim.k, claim.bound, claim.vertices, found};
}

}  // namespace

std::string clique_certificate_json(const Graph& graph, const CliqueDensest& found) {
  return detail::certificate_text(kind_of_cliques, identity(graph), found);
}

bool CheckedCliques::proven_optimal() const {
  return Wide{cliques} * bound.denominator == Wide{bound.numerator} * vertices.size();
}

CheckedCliques check_clique_certificate(const std::string& path, const Graph& graph, const RunContext& run) {
  std::ifstream in(path, std::ios::binary);
  return checked(
      graph, detail::read_certificate_text<CliqueDensest>(in, path, kind_of_cliques, identity(graph)), run);
}

CheckedCliques check_clique_certificate(std::span<const char> text, const Graph& graph,
                                        const RunContext& run) {
  std::istringstream in(std::string(text.data(), text.size()));
  return checked(
      graph,
      detail::read_certificate_text<CliqueDensest>(in, detail::memory_name, kind_of_cliques, identity(graph)),
      run);
}

}  // namespace lode
