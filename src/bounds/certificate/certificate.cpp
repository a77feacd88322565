// The JSON of certificates, which docs/certificates.md defines. A function `fields` for each kind of data
// names its fields once, for writing and for reading: `visit(key, value)` is a field of an object, and
// `visit.list(values...)` are the elements of a list. `visit.optional(key, value)` is a field that is left
// out where it is empty. null is the largest std::size_t: no place.
#include <algorithm>
#include <concepts>
#include <cstdint>
#include <fstream>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include <lode/bounds/certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/graph/graph.hpp>
#include <lode/subgraph/problem.hpp>

#include "bounds/certificate/proof_data.hpp"
#include "bounds/rule.hpp"
#include "core/json.hpp"
#include "io/stream/compressed_input.hpp"

namespace lode::subgraph {
namespace detail {
namespace {

using lode::detail::Json;

/// Formats 1 and 2 had other data of semidefinite bounds.
constexpr int certificate_format = 3;

constexpr std::string_view node_states[] = {"branched", "proof", "enumerated"};
constexpr std::string_view cut_kinds[] = {"within", "cover", "meeting", "triangle"};
std::span<const std::string_view> words_of(SdpNodeState) { return node_states; }
std::span<const std::string_view> words_of(SdpCutKind) { return cut_kinds; }

/// `Type`, or the same to be read alone.
template <class Type, class Kind>
concept Is = std::is_same_v<std::remove_const_t<Type>, Kind>;

void fields(auto& visit, Is<SdpPair> auto& pair) { visit.list(pair.i, pair.j, pair.multiplier); }
void fields(auto& visit, Is<SdpCut> auto& cut) { visit.list(cut.kind, cut.i, cut.j, cut.l, cut.multiplier); }
void fields(auto& visit, Is<SdpSearchTree::Node> auto& node) {
  visit.list(node.state, node.vertex, node.included, node.excluded, node.proof);
}
void fields(auto& visit, Is<SdpNodeProof> auto& proof) {
  visit("node", proof.node);
  visit("shift", proof.shift);
  visit("eigenvalue", proof.eigenvalue);
  visit("rows", proof.rows);
  visit("pairs", proof.pairs);
  visit("cuts", proof.cuts);
}
void fields(auto& visit, Is<ConcaveShift> auto& shift) { visit.list(shift.diagonal, shift.spread); }
void fields(auto& visit, Is<ConcavePlane> auto& plane) {
  visit("node", plane.node);
  visit("y", plane.y);
}
void fields(auto& visit, Is<DualStage> auto& stage) {
  visit("node", stage.node);
  visit("eigenvalue", stage.eigenvalue);
  visit("unit", stage.unit);
  visit("multipliers", stage.multipliers);
}
void fields(auto& visit, Is<SdpSearchTree> auto& tree) {
  visit("nodes", tree.nodes);
  visit.optional("stages", tree.stages);
  visit.optional("proofs", tree.proofs);
  visit.optional("shift", tree.shift);
  visit.optional("planes", tree.planes);
}
void fields(auto& visit, Is<DualCertificate> auto& dual) {
  visit("s", dual.s);
  visit("dummies", dual.dummies);
  visit("tree", dual.tree);
}
void fields(auto& visit, Is<EdgeSplit> auto& split) { visit("arc", split.arc); }
void fields(auto& visit, Is<BoundCertificate::Step> auto& step) {
  visit("s", step.s);
  visit("value", step.value);
  visit("rule", step.rule);
  visit("from", step.from);
  visit("data", step.data);
  visit.optional("inside", step.inside);
  visit.optional("tail", step.tail);
}
void fields(auto& visit, Is<BoundCertificate::Claim> auto& claim) {
  visit("s", claim.s);
  visit("bound", claim.bound);
  visit("upper_bound", claim.upper_bound);
  visit("steps", claim.steps);
}
void fields(auto& visit, Is<BoundCertificate> auto& certificate) {
  visit.optional("include", certificate.include);
  visit.optional("exclude", certificate.exclude);
  visit.optional("core_of", certificate.core_of);
  visit.optional("valued", certificate.valued);
  visit.optional("minimised", certificate.minimised);
  visit("claims", certificate.claims);
  visit("clique_number", certificate.clique_number);
}

/// Writes fields.
struct CertificateOutput {
  Json json;

  void operator()(const char* key, const auto& value) { json[key] = form(value); }
  void list(const auto&... values) { (json.push_back(form(values)), ...); }
  void optional(const char* key, const auto& value) {
    Json made = form(value);
    if (made != Json() && made != Json(false) && made != Json::array()) json[key] = std::move(made);
  }

  template <class Value>
  static Json form(const Value& value) {
    if constexpr (std::is_floating_point_v<Value>) {
      return lode::detail::json_number(value);
    } else if constexpr (std::is_enum_v<Value>) {
      return words_of(value)[static_cast<std::size_t>(value)];
    } else if constexpr (std::is_same_v<Value, std::size_t>) {
      return value == std::numeric_limits<Value>::max() ? Json() : Json(value);
    } else if constexpr (std::is_arithmetic_v<Value> || std::is_same_v<Value, std::string>) {
      return value;
    } else {
      CertificateOutput inner;
      fields(inner, value);
      return std::move(inner.json);
    }
  }
  template <class Value>
  static Json form(const std::vector<Value>& list) {
    if constexpr (std::is_arithmetic_v<Value>) {
      return list;
    } else {
      return lode::detail::json_list(list, [](const Value& one) { return form(one); });
    }
  }
  template <class Value>
  static Json form(const std::optional<Value>& value) {
    return value ? form(*value) : Json();
  }
  template <class Value>
  static Json form(const std::shared_ptr<Value>& value) {
    return value ? form(*value) : Json();
  }
};

/// Reads fields. Errors: as Json for another shape; std::invalid_argument with the problem of a value ("has
/// ...").
class CertificateInput {
 public:
  explicit CertificateInput(const Json& json) : json_(json) {}

  void operator()(const char* key, auto& value) { take(json_.at(key), value); }
  void list(auto&... values) {
    if (!json_.is_array() || json_.size() != sizeof...(values)) {
      throw std::invalid_argument("has a list of another length");
    }
    std::size_t next = 0;
    (take(json_[next++], values), ...);
  }
  void optional(const char* key, auto& value) {
    if (!json_.contains(key)) return;
    require(!json_[key].is_null(), json_[key], "another value");
    take(json_[key], value);
  }

  template <class Value>
  static void take(const Json& json, Value& value) {
    if constexpr (std::is_enum_v<Value>) {
      const auto words = words_of(value);
      const auto at = std::ranges::find(words, json.get<std::string>());
      require(at != words.end(), json, "a known word");
      value = static_cast<Value>(at - words.begin());
    } else if constexpr (std::unsigned_integral<Value> && !std::is_same_v<Value, bool>) {
      const bool is_none = std::is_same_v<Value, std::size_t> && json.is_null();
      const bool fits = json.is_number_unsigned() && std::in_range<Value>(json.get<std::uint64_t>());
      require(is_none || fits, json, "a whole number in its range");
      value = is_none ? std::numeric_limits<Value>::max() : json.get<Value>();
    } else if constexpr (std::is_same_v<Value, std::int32_t>) {
      require(json.is_number_integer() && std::in_range<Value>(json.get<std::int64_t>()), json,
              "an integer of 32 bits");
      value = json.get<Value>();
    } else if constexpr (std::is_same_v<Value, bool> || std::is_same_v<Value, std::string>) {
      value = json.get<Value>();
    } else if constexpr (std::is_same_v<Value, double>) {
      require(json.is_number(), json, "a number");
      value = json.get<double>();
    } else {
      CertificateInput inner(json);
      fields(inner, value);
    }
  }
  template <class Value>
  static void take(const Json& json, std::vector<Value>& list) {
    require(json.is_array(), json, "a list");
    list.clear();
    list.reserve(json.size());
    for (const Json& one : json) take(one, list.emplace_back());
  }
  template <class Value>
  static void take(const Json& json, std::optional<Value>& value) {
    if (!json.is_null()) take(json, value.emplace());
  }
  template <class Value>
  static void take(const Json& json, std::shared_ptr<const Value>& value) {
    if (json.is_null()) return;
    auto made = std::make_shared<Value>();
    take(json, *made);
    value = std::move(made);
  }

 private:
  static void require(bool fits, const Json& json, const char* what) {
    if (!fits) throw std::invalid_argument(fmt::format("has {} where {} belongs", json.dump(), what));
  }

  const Json& json_;
};

/// Data on a part of a graph of n vertices; null is the part of all vertices.
Json json_of(const PartMultipliers& data, std::size_t n) {
  const VertexSet& part = data.part.original;
  CertificateOutput out;
  out.json["part"] = data.part.whole() || part.size() == n ? Json() : Json(part);
  out("outside", data.part.outside);
  std::visit([&](const auto& kind) { fields(out, kind); }, data.multipliers);
  return std::move(out.json);
}

/// `whole`: a graph with the number of vertices in the data.
std::shared_ptr<const PartMultipliers> read_multipliers(const Json& json, const Graph& whole) {
  auto data = std::make_shared<PartMultipliers>();
  CertificateInput in(json);
  in("outside", data->part.outside);
  if (json.at("part").is_null()) {
    data->part.graph = whole;
  } else {
    in("part", data->part.original);
  }
  if (json.contains("tree")) {
    fields(in, data->multipliers.emplace<DualCertificate>());
  } else {
    fields(in, data->multipliers.emplace<EdgeSplit>());
  }
  return data;
}

BoundCertificate certificate_from(const Json& json, const Graph& graph) {
  if (json.at("command") != "certificate") throw std::invalid_argument("is not a certificate");
  if (json.at("schema_version") != certificate_format) {
    throw std::invalid_argument(fmt::format("is a certificate of format {}, and this is lode for format {}",
                                            json["schema_version"].dump(), certificate_format));
  }
  const Json& of = json.at("graph");
  if (of.at("vertices") != graph.num_vertices() || of.at("edges") != graph.num_edges() ||
      of.at("weight").get<double>() != graph.total_weight()) {
    throw std::invalid_argument("is a certificate of another graph");
  }
  BoundCertificate certificate;
  CertificateInput::take(json, certificate);
  for (const BoundCertificate::Claim& claim : certificate.claims) {
    if (!claim.upper_bound) throw std::invalid_argument("has a claim without a bound");
    for (const BoundCertificate::Step& step : claim.steps) {
      if (proof_rule(step.rule)) continue;
      throw std::invalid_argument(fmt::format("has a step by the rule {}, which is not known", step.rule));
    }
  }
  VertexSet gone = certificate.include;
  gone.insert(gone.end(), certificate.exclude.begin(), certificate.exclude.end());
  check_vertices(graph, gone, "vertex to include or exclude");
  const Graph whole =
      Graph::from_edges(std::span<const Edge>(), graph.num_vertices() - static_cast<Vertex>(gone.size()));
  if (!json.at("multipliers").is_array()) throw std::invalid_argument("has no list of multipliers");
  for (const Json& one : json["multipliers"]) {
    certificate.multipliers.push_back(read_multipliers(one, whole));
  }
  return certificate;
}

BoundCertificate read_certificate_text(std::istream& in, const std::string& path, const Graph& graph) {
  constexpr auto remedy = "give a certificate that lode wrote";
  const Json json = lode::detail::parse_json(in, path, remedy);
  std::string problem;
  try {
    return certificate_from(json, graph);
  } catch (const Json::exception& error) {
    problem = lode::detail::json_problem(error);
  } catch (const std::invalid_argument& error) {
    problem = error.what();
  } catch (const InvalidArgument& error) {
    problem = error.what();
  }
  throw InputError({path, 0, 0}, problem, remedy);
}

}  // namespace
}  // namespace detail

std::string certificate_json(const Graph& graph, const BoundCertificate& certificate) {
  detail::CertificateOutput out;
  out.json = lode::detail::json_document("certificate");
  out.json["schema_version"] = detail::certificate_format;
  out.json["graph"] = {{"vertices", graph.num_vertices()},
                       {"edges", graph.num_edges()},
                       {"weight", lode::detail::json_number(graph.total_weight())}};
  BoundCertificate stated = certificate;
  for (BoundCertificate::Claim& claim : stated.claims) {
    if (!claim.upper_bound) claim.upper_bound = claim.steps.empty() ? 0.0 : claim.steps.back().value;
  }
  fields(out, stated);
  const std::size_t n = graph.num_vertices() - certificate.include.size() - certificate.exclude.size();
  out.json["multipliers"] = lode::detail::json_list(
      certificate.multipliers, [&](const auto& data) { return detail::json_of(*data, n); });
  return lode::detail::compact(out.json) + '\n';
}

BoundCertificate read_certificate(const std::string& path, const Graph& graph) {
  std::ifstream in(path, std::ios::binary);
  return detail::read_certificate_text(in, path, graph);
}

BoundCertificate read_certificate(std::span<const char> bytes, const Graph& graph) {
  std::istringstream in(std::string(bytes.data(), bytes.size()));
  return detail::read_certificate_text(in, lode::detail::memory_name, graph);
}

}  // namespace lode::subgraph
