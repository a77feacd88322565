#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>
#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/densest.hpp>

#include "core/exact_sum.hpp"
#include "core/json.hpp"

namespace lode {
namespace {

using detail::ExactSum;
using detail::Json;

__extension__ using Wide = __int128;

constexpr int density_certificate_format = 1;
constexpr const char* kind_of_density = "densest";
constexpr const char* density_remedy = "give a file that lode densest --certificate wrote";
constexpr double most_whole = 0x1p53;

bool is_whole(double number) { return std::abs(number) < most_whole && std::floor(number) == number; }
bool all_whole(const std::vector<double>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), is_whole);
}

/// Whether all numbers are integers, so that sums of 128 bits are exact.
bool in_integers(const Graph& graph, const DensityTerms& terms, const EdgeSplit& split) {
  return graph.integral() && all_whole(terms.values) && all_whole(terms.costs) && all_whole(split.share);
}

/// What does not hold of the lengths and the terms; nothing if all does.
std::string problem_of(const Graph& graph, const DensityTerms& terms, const EdgeSplit& split) {
  const std::size_t n = graph.num_vertices();
  if (split.share.size() != graph.num_edges()) {
    return fmt::format("there are {} shares for {} edges", split.share.size(), graph.num_edges());
  }
  if (split.denominator < 1 || split.denominator > static_cast<std::int64_t>(most_whole)) {
    return fmt::format("the denominator of the shares is {}, not between 1 and 2^53", split.denominator);
  }
  if (!terms.values.empty() && terms.values.size() != n) {
    return fmt::format("there are {} values for {} vertices", terms.values.size(), n);
  }
  if (!terms.costs.empty() && terms.costs.size() != n) {
    return fmt::format("there are {} costs for {} vertices", terms.costs.size(), n);
  }
  for (std::size_t v = 0; v < terms.values.size(); ++v) {
    if (!std::isfinite(terms.values[v])) return fmt::format("the value of vertex {} is not finite", v);
  }
  for (std::size_t v = 0; v < terms.costs.size(); ++v) {
    if (std::isfinite(terms.costs[v]) && terms.costs[v] > 0.0) continue;
    return fmt::format("the cost of vertex {} is not positive and finite", v);
  }
  return {};
}

/// Calls visit(u, v, weight, share) for every edge, u < v.
template <class Visit>
void for_each_share(const Graph& graph, const EdgeSplit& split, Visit visit) {
  std::size_t edge = 0;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    graph.for_each_neighbor(u, [&](Vertex v, Weight weight) {
      if (v > u) visit(u, v, weight, split.share[edge++]);
    });
  }
}

std::string share_problem(const Graph& graph, Vertex u, Vertex v, double share) {
  return fmt::format("the share {} of the edge between {} and {} is not between 0 and its weight", share,
                     graph.name(u), graph.name(v));
}

/// a / b <= c / d for positive b and d.
bool at_most(Wide a, Wide b, Wide c, Wide d) {
  using Exact = boost::multiprecision::cpp_int;
  return Exact(a) * Exact(d) <= Exact(c) * Exact(b);
}

/// What every vertex has, values included, times the denominator of the shares. `Problem` says what becomes
/// of a share that is not valid.
template <class Problem>
std::vector<Wide> whole_loads(const Graph& graph, const DensityTerms& terms, const EdgeSplit& split,
                              Problem problem) {
  const Wide q = split.denominator;
  std::vector<Wide> load(graph.num_vertices(), 0);
  for (std::size_t v = 0; v < terms.values.size(); ++v) {
    load[v] = static_cast<std::int64_t>(terms.values[v]) * q;
  }
  for_each_share(graph, split, [&](Vertex u, Vertex v, Weight weight, double given) {
    const Wide whole = static_cast<std::int64_t>(weight) * q;
    const Wide share = is_whole(given) ? static_cast<std::int64_t>(given) : -1;
    if (share < 0 || share > whole) problem(share_problem(graph, u, v, given));
    load[u] += share;
    load[v] += whole - share;
  });
  return load;
}

/// What a product of doubles lacks of a * b; at least that much where it is too small for doubles.
double rest_of_product(double a, double b, double product) {
  constexpr double rest_is_exact = 0x1p-900;
  const double rest = std::fma(a, b, -product);
  const bool exact = a == 0.0 || b == 0.0 || std::abs(product) >= rest_is_exact;
  return exact ? rest : std::nextafter(rest, std::numeric_limits<double>::infinity());
}
/// Adds a * b without rounding, or hardly more.
void add_product(ExactSum& sum, double a, double b) {
  const double product = a * b;
  sum.add(product);
  sum.add(rest_of_product(a, b, product));
}
/// Adds a * b * q in the same way.
void add_product(ExactSum& sum, double a, double b, double q) {
  const double product = a * b;
  add_product(sum, product, q);
  add_product(sum, rest_of_product(a, b, product), q);
}

/// The same as sums of doubles.
template <class Problem>
std::vector<ExactSum> exact_loads(const Graph& graph, const DensityTerms& terms, const EdgeSplit& split,
                                  Problem problem) {
  const auto q = static_cast<double>(split.denominator);
  double largest = 0.0;
  for (const double value : terms.values) largest = std::max(largest, std::abs(value));
  constexpr double most = 0x1p900;  // no sum or product leaves the range of doubles
  if (std::max(graph.total_weight(), largest) > most / q) problem("its numbers are too large to be checked");
  std::vector<ExactSum> load(graph.num_vertices());
  for (std::size_t v = 0; v < terms.values.size(); ++v) add_product(load[v], terms.values[v], q);
  for_each_share(graph, split, [&](Vertex u, Vertex v, Weight weight, double share) {
    ExactSum rest;
    add_product(rest, weight, q);
    rest.subtract(share);
    if (!(share >= 0.0) || rest.sign() < 0) problem(share_problem(graph, u, v, share));
    load[u].add(share);
    add_product(load[v], weight, q);
    load[v].subtract(share);
  });
  return load;
}

double cost_of(const DensityTerms& terms, Vertex v) { return terms.costs.empty() ? 1.0 : terms.costs[v]; }

/// load <= bound * cost * q.
bool within(ExactSum load, double bound, double cost, double q) {
  constexpr double beyond_loads = 0x1p990;
  if (std::abs(bound) * cost * q > beyond_loads) return bound > 0.0;
  add_product(load, -bound, cost, q);
  return load.sign() <= 0;
}

[[noreturn]] void has_more(const Graph& graph, Vertex v) {
  throw VerificationError(fmt::format("vertex {} has more than the bound allows", graph.name(v)));
}

template <class Value>
void read_numbers(const Json& json, std::vector<Value>& numbers) {
  if (!json.is_array()) throw std::invalid_argument(" has another value where a list belongs");
  numbers.reserve(json.size());
  for (const Json& one : json) detail::read_value(one, numbers.emplace_back());
}

std::int64_t read_integer(const Json& json) {
  if (!json.is_number_integer()) throw std::invalid_argument(" is not an integer");
  if (json.is_number_unsigned() && json.get<std::uint64_t>() > std::uint64_t{INT64_MAX}) {
    throw std::invalid_argument(" is too large");
  }
  return json.get<std::int64_t>();
}

DensityCertificate certificate_from(const Json& json) {
  DensityCertificate certificate;
  std::string kind;
  if (read_integer(json.at("schema_version")) != density_certificate_format) {
    throw std::invalid_argument(" 'schema_version' is not 1");
  }
  detail::read_value(json.at("kind"), kind);
  if (kind != kind_of_density) throw std::invalid_argument(" 'kind' is not densest");
  const Json& graph = json.at("graph");
  detail::read_value(graph.at("vertices"), certificate.vertices);
  detail::read_value(graph.at("edges"), certificate.edges);
  detail::read_value(graph.at("weight"), certificate.weight);
  const auto read_terms = [&](const char* name, std::vector<Weight>& terms) {
    if (json.at(name).is_null()) return;
    read_numbers(json.at(name), terms);
    if (terms.empty() && certificate.vertices > 0) {
      throw std::invalid_argument(std::string(" '") + name + "' is an empty list; null stands for none");
    }
  };
  read_terms("values", certificate.terms.values);
  read_terms("costs", certificate.terms.costs);
  const Json& bound = json.at("bound");
  if (bound.is_object()) {
    certificate.numerator = read_integer(bound.at("numerator"));
    certificate.denominator = read_integer(bound.at("denominator"));
    if (certificate.denominator < 1) throw std::invalid_argument(" 'denominator' is not positive");
    certificate.bound =
        static_cast<double>(certificate.numerator) / static_cast<double>(certificate.denominator);
  } else {
    detail::read_value(bound, certificate.bound);
  }
  certificate.split.denominator = read_integer(json.at("denominator"));
  read_numbers(json.at("shares"), certificate.split.share);
  return certificate;
}

Json list_or_null(const std::vector<double>& numbers) {
  return numbers.empty() ? Json() : detail::json_list(numbers, detail::json_number);
}

std::string other_graph(const Graph& graph, const DensityCertificate& certificate) {
  if (certificate.vertices == graph.num_vertices() && certificate.edges == graph.num_edges() &&
      certificate.weight == graph.total_weight()) {
    return {};
  }
  return fmt::format(
      "is about a graph of {} vertices and {} edges of weight {}; this one has {} and {} of weight {}",
      certificate.vertices, certificate.edges, certificate.weight, graph.num_vertices(), graph.num_edges(),
      graph.total_weight());
}

}  // namespace

DensityCertificate density_certificate(const Graph& graph, const DensityTerms& terms,
                                       const EdgeSplit& split) {
  const auto refuse = [](const std::string& problem) { throw InvalidArgument("the split: " + problem); };
  if (const std::string problem = problem_of(graph, terms, split); !problem.empty()) refuse(problem);
  DensityCertificate certificate;
  certificate.vertices = graph.num_vertices();
  certificate.edges = graph.num_edges();
  certificate.weight = graph.total_weight();
  certificate.terms = terms;
  certificate.split = split;
  if (graph.num_vertices() == 0) {
    certificate.denominator = 1;
    return certificate;
  }
  if (in_integers(graph, terms, split)) {
    const std::vector<Wide> load = whole_loads(graph, terms, split, refuse);
    Wide most = 0;
    Wide over = 0;
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      const Wide cost = static_cast<std::int64_t>(cost_of(terms, v)) * Wide{split.denominator};
      if (over != 0 && at_most(load[v], cost, most, over)) continue;
      most = load[v];
      over = cost;
    }
    Wide common = most < 0 ? -most : most;
    for (Wide rest = over; rest != 0;) std::swap(common %= rest, rest);
    most /= common;
    over /= common;
    constexpr Wide limit = INT64_MAX;
    if (most <= limit && most >= -limit && over <= limit) {
      certificate.numerator = static_cast<std::int64_t>(most);
      certificate.denominator = static_cast<std::int64_t>(over);
      certificate.bound = static_cast<double>(most) / static_cast<double>(over);
      return certificate;
    }
  }
  const auto q = static_cast<double>(split.denominator);
  const std::vector<ExactSum> load = exact_loads(graph, terms, split, refuse);
  double bound = -std::numeric_limits<double>::infinity();
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    const double cost = cost_of(terms, v);
    if (std::isfinite(bound) && within(load[v], bound, cost, q)) continue;
    // From a number that is near, upwards in steps that double.
    double least = load[v].rounded() / q / cost;
    double step = std::max(std::numeric_limits<double>::denorm_min(), std::abs(least) * 0x1p-53);
    for (; !within(load[v], least, cost, q); step *= 2.0) least += step;
    bound = std::max(bound, least);
  }
  certificate.bound = bound;
  return certificate;
}

std::string density_certificate_json(const DensityCertificate& certificate) {
  Json json = detail::json_document("certificate");
  json["schema_version"] = density_certificate_format;
  json["kind"] = kind_of_density;
  json["graph"] = {{"vertices", certificate.vertices},
                   {"edges", certificate.edges},
                   {"weight", detail::json_number(certificate.weight)}};
  json["values"] = list_or_null(certificate.terms.values);
  json["costs"] = list_or_null(certificate.terms.costs);
  if (certificate.denominator == 0) {
    json["bound"] = certificate.bound;
  } else {
    json["bound"] = {{"numerator", certificate.numerator}, {"denominator", certificate.denominator}};
  }
  json["denominator"] = certificate.split.denominator;
  json["shares"] = detail::json_list(certificate.split.share, detail::json_number);
  return detail::compact(json) + '\n';
}

bool is_density_certificate(const std::string& path) { return detail::has_kind(path, "densest"); }

DensityCertificate read_density_certificate(const std::string& path, const Graph& graph) {
  const auto refuse = [&](const std::string& problem) { throw InputError({path}, problem, density_remedy); };
  DensityCertificate certificate;
  std::ifstream in(path, std::ios::binary);
  const Json json = detail::parse_json(in, path, density_remedy);
  try {
    certificate = certificate_from(json);
  } catch (const Json::exception& error) {
    refuse(detail::json_problem(error));
  } catch (const std::invalid_argument& error) {
    refuse(std::string("a field") + error.what());
  }
  if (const std::string problem = other_graph(graph, certificate); !problem.empty()) {
    throw InputError({path}, problem, "name the graph that the certificate was written for");
  }
  if (const std::string problem = problem_of(graph, certificate.terms, certificate.split); !problem.empty()) {
    refuse(problem);
  }
  return certificate;
}

void check_density_certificate(const Graph& graph, const DensityCertificate& certificate) {
  refuse_signed_weights(graph, "densest sets");
  const auto refuse = [](const std::string& problem) { throw VerificationError(problem); };
  const DensityTerms& terms = certificate.terms;
  const EdgeSplit& split = certificate.split;
  if (const std::string problem = other_graph(graph, certificate); !problem.empty()) {
    refuse("the certificate " + problem);
  }
  if (const std::string problem = problem_of(graph, terms, split); !problem.empty()) refuse(problem);
  if (certificate.denominator != 0) {
    if (certificate.denominator < 0) refuse("the denominator of the bound is not positive");
    if (!in_integers(graph, terms, split)) {
      refuse("the bound is a fraction, but not all weights, values, costs and shares are integers");
    }
    const std::vector<Wide> load = whole_loads(graph, terms, split, refuse);
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      const Wide cost = static_cast<std::int64_t>(cost_of(terms, v)) * Wide{split.denominator};
      if (!at_most(load[v], cost, certificate.numerator, certificate.denominator)) has_more(graph, v);
    }
    return;
  }
  constexpr double most_bound = 0x1p900;
  if (!(std::abs(certificate.bound) <= most_bound)) refuse("the bound is too large to be checked");
  const std::vector<ExactSum> load = exact_loads(graph, terms, split, refuse);
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    const double q = static_cast<double>(split.denominator);
    if (!within(load[v], certificate.bound, cost_of(terms, v), q)) has_more(graph, v);
  }
}

}  // namespace lode
