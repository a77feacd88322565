#include "study/find/request_check.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>

namespace lode::detail {
namespace {

/// `sizes`: those of the request, increasing.
void check_known(const FindRequest& request, const std::vector<Vertex>& sizes) {
  const auto refuse = [&](const char* problem, const char* remedy) {
    throw InvalidArgument("known", fmt::format("{} sizes", request.known.size()), problem, remedy);
  };
  if (request.effort != subgraph::Effort::none) refuse("is in place of other bounds", "use effort none");
  if (!request.exclude.empty()) refuse("is of the whole graph", "exclude no vertices");
  if (request.core_of) refuse("is of the graph itself", "declare no core");
  std::vector<Vertex> known;
  for (const KnownSize& size : request.known) known.push_back(size.bound.s);
  std::sort(known.begin(), known.end());
  if (known != sizes) refuse("must be of the sizes asked for", "give one entry for each of them");
}

}  // namespace

void check_request(const Graph& graph, const FindRequest& request) {
  if (request.sizes.empty()) throw InvalidArgument("sizes", "empty", "there is no size to look for");
  std::vector<Vertex> sorted = request.sizes;
  std::sort(sorted.begin(), sorted.end());
  if (sorted.front() < 1 || sorted.back() > graph.num_vertices()) {
    throw InvalidArgument(
        "sizes", std::to_string(sorted.front() < 1 ? sorted.front() : sorted.back()),
        fmt::format("must be between 1 and {}", graph.num_vertices()),
        request.core_of ? "cut a smaller core: sets of more vertices reach outside of this one" : "");
  }
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) throw InvalidArgument("sizes", std::to_string(*twice), "is given twice");
  const std::uint64_t listed = std::accumulate(sorted.begin(), sorted.end(), std::uint64_t{0});
  if (sorted.size() > 1 && listed > most_listed_vertices) {
    throw InvalidArgument("sizes", fmt::format("{} of them", sorted.size()),
                          fmt::format("sets hold {} vertices in all, more than the {} that are kept at once",
                                      listed, most_listed_vertices),
                          "ask for fewer sizes");
  }
  if (!request.known.empty()) check_known(request, sorted);
}

}  // namespace lode::detail
