#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <lode/bounds/certificate.hpp>
#include <lode/graph/graph.hpp>

#include "bounds/certificate/fields.hpp"
#include "core/json.hpp"

namespace lode::subgraph {
namespace detail {
namespace {

using lode::detail::Json;
using lode::detail::json_number;

class CertificateOutput {
 public:
  template <class Value>
  void operator()(const char* key, const Value& value) {
    json[key] = form(value);
  }
  template <class Value>
  void operator()(const Value& value) {
    json.push_back(form(value));
  }
  template <class Value>
  void unless(const Value& none, const char* key, const Value& value) {
    if (value != none) json[key] = form(value);
  }
  /// Reading passes over this one.
  void for_readers(const char* key, bool value) { json[key] = value; }

  Json json;

 private:
  static Json form(double value) { return json_number(value); }
  template <std::unsigned_integral Whole>
  static Json form(const Whole& value) {
    return value;
  }
  static Json form(const std::string& value) { return value; }
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
    return form(value.value());
  }
  template <class Value>
  static Json form(const std::shared_ptr<const Value>& value) {
    return form(*value);
  }
  template <class Value>
  static Json form(const OrNull<Value>& either) {
    return either.value == either.none ? Json(nullptr) : form(either.value);
  }
  template <class Value, std::size_t Count>
  static Json form(const AsWord<Value, Count>& word) {
    return word.words[static_cast<std::size_t>(word.value)];
  }
  template <class Data>
  static Json form(const Data& data) {
    CertificateOutput inner;
    fields(inner, data);
    return std::move(inner.json);
  }
};

Json json_of(const PartMultipliers& data, std::size_t n) {
  CertificateOutput out;
  const VertexSet& part = data.part.original;
  if (data.part.whole() || part.size() == n) {
    out.json["part"] = nullptr;
  } else {
    out("part", part);
  }
  out("outside", data.part.outside);
  if (const auto* tree = std::get_if<ConcaveTree>(&data.multipliers)) {
    out("planes", *tree);
  } else {
    std::visit([&](const auto& kind) { fields(out, kind); }, data.multipliers);
  }
  return std::move(out.json);
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
  out.unless({}, "include", certificate.include);
  out.unless({}, "exclude", certificate.exclude);
  out.unless({}, "core_of", certificate.core_of);
  if (certificate.valued) out.json["valued"] = true;
  if (certificate.minimised) out.json["minimised"] = true;
  std::vector<BoundCertificate::Claim> claims = certificate.claims;
  for (BoundCertificate::Claim& claim : claims) {
    if (!claim.upper_bound) claim.upper_bound = claim.steps.empty() ? 0.0 : claim.steps.back().value;
  }
  out("claims", claims);
  out("clique_number", detail::or_null(certificate.clique_number, {}));
  const auto gone = certificate.include.size() + certificate.exclude.size();
  const std::size_t n = graph.num_vertices() - gone;
  out.json["multipliers"] = lode::detail::json_list(
      certificate.multipliers, [&](const auto& data) { return detail::json_of(*data, n); });
  return lode::detail::compact(out.json) + '\n';
}

}  // namespace lode::subgraph
