#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>
#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/densest.hpp>

#include "core/json.hpp"

namespace lode {
namespace {

using detail::Json;

constexpr const char* kind_of_density = "densest";
constexpr double most_whole = 0x1p53;

bool is_whole(double number) { return std::abs(number) < most_whole && std::floor(number) == number; }
bool all_whole(const std::vector<double>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), is_whole);
}

/// True if all numbers are integers.
bool in_integers(const Graph& graph, const DensityTerms& terms, const EdgeSplit& split) {
  return graph.integral() && all_whole(terms.values) && all_whole(terms.costs) && all_whole(split.share);
}

/// Problem of the lengths and the terms; empty if they are valid.
std::string problem_of(const Graph& graph, const DensityTerms& terms, const EdgeSplit& split) {
  const std::size_t n = graph.num_vertices();
  if (split.share.size() != graph.num_edges()) {
    return fmt::format("there are {} shares for {} edges", split.share.size(), graph.num_edges());
  }
  if (split.denominator < 1 || split.denominator > static_cast<std::int64_t>(most_whole)) {
    return fmt::format("the denominator of the shares is {}, not between 1 and 2^53", split.denominator);
  }
  for (const auto& [name, numbers] : {std::pair{"value", &terms.values}, {"cost", &terms.costs}}) {
    const bool are_costs = numbers == &terms.costs;
    if (!numbers->empty() && numbers->size() != n) {
      return fmt::format("there are {} {}s for {} vertices", numbers->size(), name, n);
    }
    for (std::size_t v = 0; v < numbers->size(); ++v) {
      const double number = (*numbers)[v];
      if (std::isfinite(number) && (!are_costs || number > 0.0)) continue;
      return fmt::format("the {} of vertex {} is not {}finite", name, v, are_costs ? "positive and " : "");
    }
  }
  return {};
}

using Exact = boost::multiprecision::cpp_int;
using Ratio = boost::multiprecision::cpp_rational;

/// The least k >= 0 for which number 2^k is an integer.
int fraction_bits(double number) {
  if (!std::isfinite(number) || std::floor(number) == number) return 0;
  int exponent = 0;
  const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(number, &exponent), 53));
  return 53 - exponent - std::countr_zero(static_cast<std::uint64_t>(mantissa));
}
int fraction_bits(std::span<const double> numbers) {
  int most = 0;
  for (const double number : numbers) most = std::max(most, fraction_bits(number));
  return most;
}
/// number 2^bits, for bits >= fraction_bits(number).
Exact whole(double number, int bits) {
  int exponent = 0;
  const Exact mantissa(static_cast<std::int64_t>(std::ldexp(std::frexp(number, &exponent), 53)));
  const int shift = exponent - 53 + bits;
  return shift >= 0 ? Exact(mantissa << shift) : Exact(mantissa >> -shift);
}

/// The least double that is not smaller.
double rounded_up(const Ratio& ratio) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  auto number = static_cast<double>(ratio);
  while (ratio > Ratio(number)) number = std::nextafter(number, infinity);
  for (double less = number; ratio <= Ratio(less); less = std::nextafter(less, -infinity)) number = less;
  return number;
}

/// Load and value of every vertex over its cost. `refuse` is called for a share that is not valid.
template <class Refuse>
std::vector<Ratio> exact_ratios(const Graph& graph, const DensityTerms& terms, const EdgeSplit& split,
                                Refuse refuse) {
  const Exact q = split.denominator;
  const int bits =
      std::max({fraction_bits(graph.weights()), fraction_bits(terms.values), fraction_bits(split.share)});
  std::vector<Exact> sum(graph.num_vertices());
  for (std::size_t v = 0; v < terms.values.size(); ++v) sum[v] = whole(terms.values[v], bits) * q;
  auto given = split.share.begin();
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    graph.for_each_neighbor(u, [&](Vertex v, Weight weight) {
      if (v < u) return;
      const bool valid = *given >= 0.0 && !std::isinf(*given);
      const Exact all = whole(weight, bits) * q;
      const Exact share = valid ? whole(*given, bits) : Exact(0);
      if (!valid || share > all) {
        refuse(fmt::format("the share {} of the edge between {} and {} is not between 0 and its weight",
                           *given, graph.name(u), graph.name(v)));
      }
      ++given;
      sum[u] += share;
      sum[v] += all - share;
    });
  }
  std::vector<Ratio> ratios;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    const Ratio cost(terms.costs.empty() ? 1.0 : terms.costs[v]);
    ratios.emplace_back(Ratio(sum[v], Exact(q << bits)) / cost);
  }
  return ratios;
}

Json identity(const Graph& graph) {
  return {{"vertices", graph.num_vertices()},
          {"edges", graph.num_edges()},
          {"weight", detail::json_number(graph.total_weight())}};
}

DensityCertificate certificate_from(const Json& json, const Graph& graph) {
  detail::check_certificate_head(json, kind_of_density, identity(graph));
  DensityCertificate certificate;
  const auto read_list = [&](const char* name, std::vector<double>& numbers) {
    if (!json.contains(name)) return;
    if (!json[name].is_array()) throw std::invalid_argument(" has another value where a list belongs");
    for (const Json& one : json[name]) detail::read_value(one, numbers.emplace_back());
  };
  read_list("values", certificate.terms.values);
  read_list("costs", certificate.terms.costs);
  read_list("shares", certificate.split.share);
  detail::read_value(json.at("denominator"), certificate.split.denominator);
  const Json& bound = json.at("bound");
  if (!bound.is_object()) {
    detail::read_value(bound, certificate.bound);
    return certificate;
  }
  detail::read_value(bound.at("numerator"), certificate.numerator);
  detail::read_value(bound.at("denominator"), certificate.denominator);
  if (certificate.denominator < 1) throw std::invalid_argument(" 'denominator' is not positive");
  certificate.bound =
      static_cast<double>(certificate.numerator) / static_cast<double>(certificate.denominator);
  return certificate;
}

}  // namespace

DensityCertificate density_certificate(const Graph& graph, const DensityTerms& terms,
                                       const EdgeSplit& split) {
  const auto refuse = [](const std::string& problem) { throw InvalidArgument("the split: " + problem); };
  if (const std::string problem = problem_of(graph, terms, split); !problem.empty()) refuse(problem);
  DensityCertificate certificate;
  certificate.terms = terms;
  certificate.split = split;
  if (graph.num_vertices() == 0) {
    certificate.denominator = 1;
    return certificate;
  }
  const std::vector<Ratio> ratios = exact_ratios(graph, terms, split, refuse);
  const Ratio most = *std::max_element(ratios.begin(), ratios.end());
  certificate.bound = rounded_up(most);
  const Exact numerator = boost::multiprecision::numerator(most);
  const Exact denominator = boost::multiprecision::denominator(most);
  constexpr std::int64_t limit = INT64_MAX;
  if (in_integers(graph, terms, split) && abs(numerator) <= limit && denominator <= limit) {
    certificate.numerator = static_cast<std::int64_t>(numerator);
    certificate.denominator = static_cast<std::int64_t>(denominator);
    certificate.bound =
        static_cast<double>(certificate.numerator) / static_cast<double>(certificate.denominator);
  }
  return certificate;
}

std::string density_certificate_json(const Graph& graph, const DensityCertificate& certificate) {
  Json json = detail::certificate_head(kind_of_density, identity(graph));
  const auto write_list = [&](const char* name, const std::vector<double>& numbers) {
    if (!numbers.empty()) json[name] = detail::json_list(numbers, detail::json_number);
  };
  write_list("values", certificate.terms.values);
  write_list("costs", certificate.terms.costs);
  if (certificate.denominator == 0) {
    json["bound"] = certificate.bound;
  } else {
    json["bound"] = {{"numerator", certificate.numerator}, {"denominator", certificate.denominator}};
  }
  json["denominator"] = certificate.split.denominator;
  write_list("shares", certificate.split.share);
  return detail::compact(json) + '\n';
}

DensityCertificate read_density_certificate(const std::string& path, const Graph& graph) {
  constexpr auto remedy = "give a certificate of this graph that lode densest wrote";
  std::ifstream in(path, std::ios::binary);
  const Json json = detail::parse_json(in, path, remedy);
  std::string problem;
  try {
    const DensityCertificate certificate = certificate_from(json, graph);
    problem = problem_of(graph, certificate.terms, certificate.split);
    if (problem.empty()) return certificate;
  } catch (const Json::exception& error) {
    problem = detail::json_problem(error);
  } catch (const std::invalid_argument& error) {
    problem = error.what();
    if (problem.front() == ' ') problem = "a field" + problem;
  }
  throw InputError({path}, problem, remedy);
}

void check_density_certificate(const Graph& graph, const DensityCertificate& certificate) {
  refuse_signed_weights(graph, "densest sets");
  const auto refuse = [](const std::string& problem) { throw VerificationError(problem); };
  const DensityTerms& terms = certificate.terms;
  const EdgeSplit& split = certificate.split;
  if (const std::string problem = problem_of(graph, terms, split); !problem.empty()) refuse(problem);
  Ratio bound;
  if (certificate.denominator == 0) {
    if (!std::isfinite(certificate.bound)) refuse("the bound is not finite");
    bound = Ratio(certificate.bound);
  } else if (certificate.denominator < 0) {
    refuse("the denominator of the bound is not positive");
  } else if (!in_integers(graph, terms, split)) {
    refuse("the bound is a fraction, but not all weights, values, costs and shares are integers");
  } else {
    bound = Ratio(certificate.numerator, certificate.denominator);
  }
  const std::vector<Ratio> ratios = exact_ratios(graph, terms, split, refuse);
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (ratios[v] > bound) refuse(fmt::format("vertex {} has more than the bound allows", graph.name(v)));
  }
}

}  // namespace lode
