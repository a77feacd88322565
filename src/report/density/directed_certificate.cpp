#include <algorithm>
#include <fstream>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/report/graph_report.hpp>

#include "core/json.hpp"

namespace lode {
namespace {

using detail::Json;
using detail::json_number;

constexpr auto certificate_remedy = "a certificate is what densest --directed --certificate wrote";

template <class Value>
Value field(const Json& json, const char* key) {
  Value value;
  detail::read_value(json.at(key), value);
  return value;
}

template <class Value>
std::vector<Value> numbers(const Json& json) {
  std::vector<Value> values;
  values.reserve(json.size());
  for (const Json& one : json) {
    if (!one.is_number_unsigned()) throw std::invalid_argument(" holds what is no whole number");
    const auto value = one.get<std::uint64_t>();
    if (value > static_cast<std::uint64_t>(std::numeric_limits<Value>::max())) {
      throw std::invalid_argument(" holds a number that is too large");
    }
    values.push_back(static_cast<Value>(value));
  }
  return values;
}

Fraction fraction(const Json& json) {
  const std::vector<std::uint64_t> pair = numbers<std::uint64_t>(json);
  if (pair.size() != 2) throw std::invalid_argument(" is not a ratio of two numbers");
  return {pair[0], pair[1]};
}

}  // namespace

std::string directed_certificate_json(const DirectedReport& report) {
  const DirectedDensest& densest = report.densest;
  Json json = detail::json_document("certificate");
  json["kind"] = "directed";
  json["graph"] = {{"vertices", report.arcs.num_vertices()}, {"arcs", report.arcs.num_arcs()}};
  json["drops_loops"] = report.drops_loops;
  json["sources"] = densest.sources;
  json["targets"] = densest.targets;
  json["arcs"] = densest.arcs;
  json["bound"] = json_number(densest.bound);
  json["proven_optimal"] = densest.proven_optimal;
  json["splits"] = detail::json_list(densest.splits, [](const RatioSplit& split) -> Json {
    return {{"from", {split.from.numerator, split.from.denominator}},
            {"to", {split.to.numerator, split.to.denominator}},
            {"denominator", split.denominator},
            {"shares", split.shares}};
  });
  return detail::compact(json) + '\n';
}

bool is_directed_certificate(const std::string& path) { return detail::has_kind(path, "directed"); }

CheckedDirected check_directed_certificate(const std::string& path, const Arcs& arcs, const RunContext& run) {
  std::ifstream in(path, std::ios::binary);
  const Json json = detail::parse_json(in, path, certificate_remedy);
  CheckedDirected checked;
  std::uint64_t vertices = 0;
  std::uint64_t num_arcs = 0;
  try {
    if (field<std::uint64_t>(json, "schema_version") != 1) {
      throw std::invalid_argument(" 'schema_version' is not 1");
    }
    if (field<std::string>(json, "kind") != "directed")
      throw std::invalid_argument(" 'kind' is not directed");
    vertices = field<std::uint64_t>(json.at("graph"), "vertices");
    num_arcs = field<std::uint64_t>(json.at("graph"), "arcs");
    checked.drops_loops = field<bool>(json, "drops_loops");
    DirectedDensest& answer = checked.answer;
    answer.sources = numbers<Vertex>(json.at("sources"));
    answer.targets = numbers<Vertex>(json.at("targets"));
    answer.arcs = field<std::uint64_t>(json, "arcs");
    answer.bound = field<double>(json, "bound");
    answer.proven_optimal = field<bool>(json, "proven_optimal");
    for (const Json& one : json.at("splits")) {
      const auto denominator = std::min<std::uint64_t>(field<std::uint64_t>(one, "denominator"),
                                                       std::numeric_limits<std::int64_t>::max());
      answer.splits.push_back({fraction(one.at("from")), fraction(one.at("to")),
                               numbers<std::int64_t>(one.at("shares")),
                               static_cast<std::int64_t>(denominator)});
    }
  } catch (const nlohmann::json::exception& error) {
    throw InputError({path}, detail::json_problem(error), certificate_remedy);
  } catch (const std::invalid_argument& error) {
    throw InputError({path}, std::string("a field") + error.what(), certificate_remedy);
  }
  const Arcs checked_arcs = checked.drops_loops ? arcs.without_loops() : arcs;
  if (vertices != checked_arcs.num_vertices() || num_arcs != checked_arcs.num_arcs()) {
    throw InputError({path},
                     fmt::format("is about a graph of {} vertices and {} arcs; this one has {} and {}",
                                 vertices, num_arcs, checked_arcs.num_vertices(), checked_arcs.num_arcs()),
                     "name the graph that the certificate was written for");
  }
  verify_directed(checked_arcs, checked.answer, run);
  return checked;
}

}  // namespace lode
