#include <concepts>
#include <cstdint>
#include <fstream>
#include <istream>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/bounds/certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/graph/graph.hpp>
#include <lode/subgraph/problem.hpp>

#include "bounds/certificate/fields.hpp"
#include "bounds/rule.hpp"
#include "core/json.hpp"
#include "io/stream/compressed_input.hpp"

namespace lode::subgraph {
namespace detail {
namespace {

using lode::detail::Json;

/// Errors: those of Json for another shape; std::invalid_argument saying what is wrong with a value ("has
/// ...").
class CertificateInput {
 public:
  explicit CertificateInput(const Json& json) : json_(json) {}

  template <class Value>
  void operator()(const char* key, Value&& value) {
    take(json_.at(key), value);
  }
  template <class Value>
  void operator()(Value&& value) {
    take(json_.at(next_++), value);
  }
  template <class Value>
  void unless(const Value&, const char* key, Value& value) {
    if (json_.contains(key)) take(json_.at(key), value);
  }
  void for_readers(const char*, bool) {}

 private:
  [[noreturn]] static void refuse(const Json& json, const std::string& belongs) {
    throw std::invalid_argument(fmt::format("has {} where {} belongs", json.dump(), belongs));
  }

  static void take(const Json& json, double& value) {
    if (!json.is_number()) refuse(json, "a number");
    value = json.get<double>();
  }
  template <std::unsigned_integral Whole>
  static void take(const Json& json, Whole& value) {
    if (!json.is_number_unsigned() || json.get<std::uint64_t>() > std::numeric_limits<Whole>::max()) {
      refuse(json, fmt::format("a whole number up to {}", std::numeric_limits<Whole>::max()));
    }
    value = json.get<Whole>();
  }
  static void take(const Json& json, std::int32_t& value) {
    using Limits = std::numeric_limits<std::int32_t>;
    const bool fits = json.is_number_unsigned()  ? json.get<std::uint64_t>() <= Limits::max()
                      : json.is_number_integer() ? json.get<std::int64_t>() >= Limits::min()
                                                 : false;
    if (!fits) refuse(json, "an integer of 32 bits");
    value = json.get<std::int32_t>();
  }
  static void take(const Json& json, std::string& value) { value = json.get<std::string>(); }
  template <class Value>
  static void take(const Json& json, std::vector<Value>& list) {
    if (!json.is_array()) throw std::invalid_argument("has another value where a list belongs");
    list.clear();
    list.reserve(json.size());
    for (const Json& one : json) take(one, list.emplace_back());
  }
  template <class Value>
  static void take(const Json& json, std::optional<Value>& value) {
    take(json, value.emplace());
  }
  template <class Value>
  static void take(const Json& json, std::shared_ptr<const Value>& value) {
    auto made = std::make_shared<Value>();
    take(json, *made);
    value = std::move(made);
  }
  template <class Value>
  static void take(const Json& json, OrNull<Value>& either) {
    if (json.is_null()) {
      either.value = either.none;
    } else {
      take(json, either.value);
    }
  }
  template <class Value, std::size_t Count>
  static void take(const Json& json, AsWord<Value, Count>& word) {
    const auto text = json.get<std::string>();
    for (std::size_t i = 0; i < Count; ++i) {
      if (text == word.words[i]) return void(word.value = static_cast<Value>(i));
    }
    throw std::invalid_argument(fmt::format("has a search tree with '{}', which is not known", text));
  }
  template <class Data>
  static void take(const Json& json, Data& data) {
    CertificateInput inner(json);
    fields(inner, data);
    if (json.is_array() && json.size() != inner.next_) {
      throw std::invalid_argument(
          fmt::format("has a list of {} where one of {} belongs", json.size(), inner.next_));
    }
  }

  const Json& json_;
  std::size_t next_ = 0;
};

template <class Data>
Data read_data(CertificateInput& in) {
  Data data;
  fields(in, data);
  return data;
}

/// `whole`: a graph of as many vertices as the data are about, which stands for the part of all of them.
std::shared_ptr<const PartMultipliers> read_multipliers(const Json& json, const Graph& whole) {
  auto data = std::make_shared<PartMultipliers>();
  CertificateInput in(json);
  in("outside", data->part.outside);
  in("part", or_null(data->part.original, {}));
  if (json.at("part").is_null()) data->part.graph = whole;
  if (json.contains("planes")) {
    in("planes", data->multipliers.emplace<ConcaveTree>());
  } else if (json.contains("stages")) {
    data->multipliers = read_data<DualCertificate>(in);
  } else {
    data->multipliers = read_data<EdgeSplit>(in);
  }
  return data;
}

/// How many vertices the data are about. Errors: InvalidArgument for one that does not exist or is given
/// twice.
Vertex vertices_left(const Graph& graph, const BoundCertificate& certificate) {
  VertexSet gone = certificate.include;
  gone.insert(gone.end(), certificate.exclude.begin(), certificate.exclude.end());
  check_vertices(graph, gone, "vertex to include or exclude");
  return graph.num_vertices() - static_cast<Vertex>(gone.size());
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
  CertificateInput in(json);
  in.unless({}, "include", certificate.include);
  in.unless({}, "exclude", certificate.exclude);
  in.unless({}, "core_of", certificate.core_of);
  certificate.valued = json.value("valued", false);
  certificate.minimised = json.value("minimised", false);
  in("claims", certificate.claims);
  for (const BoundCertificate::Claim& claim : certificate.claims) {
    for (const BoundCertificate::Step& step : claim.steps) {
      if (proof_rule(step.rule)) continue;
      throw std::invalid_argument(fmt::format("has a step by the rule {}, which is not known", step.rule));
    }
  }
  in("clique_number", or_null(certificate.clique_number, {}));
  const Graph whole = Graph::from_edges(std::span<const Edge>(), vertices_left(graph, certificate));
  if (!json.at("multipliers").is_array()) throw std::invalid_argument("has no list of multipliers");
  for (const Json& one : json.at("multipliers"))
    certificate.multipliers.push_back(read_multipliers(one, whole));
  return certificate;
}

BoundCertificate read_certificate_text(std::istream& in, const std::string& path, const Graph& graph) {
  constexpr auto remedy = "give a file that function 'certificate_json' made";
  const Json json = lode::detail::parse_json(in, path, remedy);
  try {
    return certificate_from(json, graph);
  } catch (const Json::exception& error) {
    throw InputError({path, 0, 0}, lode::detail::json_problem(error), remedy);
  } catch (const std::invalid_argument& error) {
    throw InputError({path, 0, 0}, error.what(), remedy);
  } catch (const InvalidArgument& error) {
    throw InputError({path, 0, 0}, error.what(), remedy);
  }
}

}  // namespace
}  // namespace detail

BoundCertificate read_certificate(const std::string& path, const Graph& graph) {
  std::ifstream in(path, std::ios::binary);
  return detail::read_certificate_text(in, path, graph);
}

BoundCertificate read_certificate(std::span<const char> bytes, const Graph& graph) {
  std::istringstream in(std::string(bytes.data(), bytes.size()));
  return detail::read_certificate_text(in, lode::detail::memory_name, graph);
}

}  // namespace lode::subgraph
