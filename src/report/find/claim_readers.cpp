#include "report/find/claim_readers.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

namespace lode::detail {
namespace {

/// Reads a field of an object.
template <class Value>
void read_field(const Json& json, const std::string& key, Value& value) {
  if (!json.is_object() || !json.contains(key)) throw std::invalid_argument("/" + key + " is missing");
  try {
    read_value(json.at(key), value);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument("/" + key + error.what());
  }
}

}  // namespace

void read_upper_bound(const Json& json, ClaimInput& in) {
  if (json.is_null() && in.claim.lower_bound) return;
  read_value(json, in.claim.upper_bound);
}

void read_optimum(const Json& json, ClaimInput& in) {
  std::string optimum;
  read_value(json, optimum);
  if (optimum != "minimum") throw std::invalid_argument(" is not 'minimum'");
  in.claim.minimised = true;
}

void read_next_size(const Json& json, ClaimInput& in) {
  if (!in.claim.threshold) in.claim.threshold.emplace();
  Vertex& next = in.claim.threshold->next_possible.emplace(0);
  if (!json.is_null()) read_value(json, next);
}

FieldReader vertices_into(VertexSet subgraph::Claim::*part) {
  return [part](const Json& list, ClaimInput& in) {
    if (!list.is_array()) throw std::invalid_argument(" is not an array");
    std::unordered_set<Vertex> named;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!list[i].is_number_unsigned() && !list[i].is_string()) {
        throw std::invalid_argument(fmt::format("/{} is neither an id nor a label", i));
      }
      const std::string name = list[i].is_string() ? list[i].get<std::string>() : list[i].dump();
      const auto vertex = in.graph.names().find(name, in.graph.num_vertices());
      if (!vertex) {
        throw std::invalid_argument(
            fmt::format("/{} names the vertex {}, which the graph does not have", i, name));
      }
      if (!named.insert(*vertex).second) {
        throw std::invalid_argument(fmt::format("/{} names the vertex {} once more", i, name));
      }
      (in.claim.*part).push_back(*vertex);
    }
  };
}

void read_quota_claims(const Json& list, ClaimInput& in) {
  if (!list.is_array()) throw std::invalid_argument(" is not an array");
  for (std::size_t i = 0; i < list.size(); ++i) {
    subgraph::QuotaClaim quota;
    try {
      read_field(list[i], "group", quota.group);
      read_field(list[i], "count", quota.count);
      read_field(list[i], "at_least", quota.at_least);
      const bool limited = list[i].contains("at_most") && !list[i].at("at_most").is_null();
      if (limited) read_field(list[i], "at_most", quota.at_most.emplace());
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(fmt::format("/{}{}", i, error.what()));
    }
    in.claim.quotas.push_back(std::move(quota));
  }
}

void read_stationarity(const Json& json, ClaimInput& in) {
  if (json.is_null()) return;
  subgraph::StationarityReport report;
  std::uint32_t k = 0;
  std::string mode;
  read_field(json, "k", k);
  if (k > 1000) throw std::invalid_argument("/k is no block size");
  read_field(json, "mode", mode);
  if (mode != "exhaustive" && mode != "sampled") throw std::invalid_argument("/mode is not known");
  read_field(json, "blocks", report.blocks);
  read_field(json, "holds", report.holds);
  report.k = static_cast<int>(k);
  report.mode = mode == "exhaustive" ? subgraph::StationarityReport::Mode::exhaustive
                                     : subgraph::StationarityReport::Mode::sampled;
  in.claim.stationarity = report;
}

}  // namespace lode::detail
