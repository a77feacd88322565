#include <cstdint>
#include <fstream>
#include <istream>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/report/find_report.hpp>

#include "core/json.hpp"
#include "io/stream/compressed_input.hpp"

namespace lode {
namespace {

using ParsedJson = detail::Json;

class ClaimReader {
 public:
  /// `path` is what errors call the text.
  ClaimReader(const std::string& path, const Graph& graph) : path_(path), graph_(graph) {}

  FindClaims read(std::istream& in) const {
    const ParsedJson json = detail::parse_json(in, path_, "give a file that function 'find_json' made");
    if (value<int>(json, "/schema_version") != 1) throw wrong("/schema_version", "is not 1");
    if (value<std::string>(json, "/command") != "find") throw wrong("/command", "is not find");
    FindClaims claims;
    claims.graph.vertices = value<Vertex>(json, "/graph/vertices");
    claims.graph.edges = value<EdgeCount>(json, "/graph/edges");
    claims.graph.weighted = value<bool>(json, "/graph/weighted");
    claims.graph.sha256 = value<std::string>(json, "/provenance/input_sha256");
    if (json.contains("core_of")) claims.core_of = value<double>(json, "/core_of/core");
    const std::size_t count = array(json, "/results").size();
    for (std::size_t i = 0; i < count; ++i) {
      claims.results.push_back(claim(json, fmt::format("/results/{}", i)));
    }
    return claims;
  }

 private:
  InputError wrong(const std::string& pointer, const std::string& problem) const {
    return InputError({path_, 0, 0}, fmt::format("{} {}", pointer, problem));
  }

  const ParsedJson& at(const ParsedJson& json, const std::string& pointer) const {
    const ParsedJson::json_pointer place(pointer);
    if (!json.contains(place)) throw wrong(pointer, "is missing");
    return json.at(place);
  }

  template <class T>
  T value(const ParsedJson& json, const std::string& pointer) const {
    const ParsedJson& node = at(json, pointer);
    const bool fits = std::is_same_v<T, std::string> ? node.is_string()
                      : std::is_same_v<T, bool>      ? node.is_boolean()
                      : std::is_floating_point_v<T>  ? node.is_number()
                                                     : node.is_number_unsigned();
    if (!fits) throw wrong(pointer, "has another type than it should");
    if constexpr (std::is_unsigned_v<T> && !std::is_same_v<T, bool>) {
      if (node.get<std::uint64_t>() > std::numeric_limits<T>::max()) throw wrong(pointer, "is too large");
    }
    return node.get<T>();
  }

  const ParsedJson& array(const ParsedJson& json, const std::string& pointer) const {
    const ParsedJson& node = at(json, pointer);
    if (!node.is_array()) throw wrong(pointer, "is not an array");
    return node;
  }

  VertexSet vertices(const ParsedJson& json, const std::string& place) const {
    const ParsedJson& list = array(json, place);
    VertexSet set;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string pointer = fmt::format("{}/{}", place, i);
      if (!list[i].is_number_unsigned() && !list[i].is_string()) {
        throw wrong(pointer, "is neither an id nor a label");
      }
      const std::string name = list[i].is_string() ? list[i].get<std::string>() : list[i].dump();
      const auto vertex = graph_.names().find(name, graph_.num_vertices());
      if (!vertex)
        throw wrong(pointer, fmt::format("names the vertex {}, which the graph does not have", name));
      set.push_back(*vertex);
    }
    return set;
  }

  subgraph::StationarityReport stationarity(const ParsedJson& json, const std::string& place) const {
    subgraph::StationarityReport report;
    const auto k = value<std::uint32_t>(json, place + "/k");
    if (k > 1000) throw wrong(place + "/k", "is no block size");
    report.k = static_cast<int>(k);
    const auto mode = value<std::string>(json, place + "/mode");
    if (mode != "exhaustive" && mode != "sampled") throw wrong(place + "/mode", "is not known");
    report.mode = mode == "exhaustive" ? subgraph::StationarityReport::Mode::exhaustive
                                       : subgraph::StationarityReport::Mode::sampled;
    report.blocks = value<std::uint64_t>(json, place + "/blocks");
    report.holds = value<bool>(json, place + "/holds");
    return report;
  }

  subgraph::Claim claim(const ParsedJson& json, const std::string& place) const {
    subgraph::Claim claim;
    claim.s = value<Vertex>(json, place + "/s");
    claim.edges = value<EdgeCount>(json, place + "/edges");
    claim.weight = value<double>(json, place + "/weight");
    claim.density = value<double>(json, place + "/density");
    claim.average_degree = value<double>(json, place + "/average_degree");
    claim.upper_bound = value<double>(json, place + "/upper_bound");
    claim.bound = value<std::string>(json, place + "/bound");
    claim.gap = value<double>(json, place + "/gap");
    claim.proven_optimal = value<bool>(json, place + "/proven_optimal");
    claim.vertices = vertices(json, place + "/vertices");
    if (!at(json, place + "/stationarity").is_null()) {
      claim.stationarity = stationarity(json, place + "/stationarity");
    }
    if (json.contains(ParsedJson::json_pointer(place + "/include"))) {
      claim.include = vertices(json, place + "/include");
    }
    if (json.contains(ParsedJson::json_pointer(place + "/exclude"))) {
      claim.exclude = vertices(json, place + "/exclude");
    }
    // What the sets of the bound lack, the answer lacks, too.
    if (json.contains(ParsedJson::json_pointer(place + "/bound_excludes"))) {
      const VertexSet earlier = vertices(json, place + "/bound_excludes");
      claim.exclude.insert(claim.exclude.end(), earlier.begin(), earlier.end());
    }
    if (json.contains(ParsedJson::json_pointer(place + "/connected"))) {
      claim.connected = value<bool>(json, place + "/connected");
    }
    return claim;
  }

  const std::string& path_;
  const Graph& graph_;
};

}  // namespace

FindClaims read_find_claims(const std::string& path, const Graph& graph) {
  std::ifstream in(path, std::ios::binary);
  return ClaimReader(path, graph).read(in);
}

FindClaims read_find_claims(std::span<const char> bytes, const Graph& graph) {
  const std::string name = detail::memory_name;
  std::istringstream in(std::string(bytes.data(), bytes.size()));
  return ClaimReader(name, graph).read(in);
}

}  // namespace lode
