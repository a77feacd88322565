#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/report/directed_report.hpp>
#include <lode/report/format.hpp>

#include "io/text/quoted_label.hpp"
#include "report/tables/json.hpp"

namespace lode {
namespace {

using detail::Json;
using detail::json_number;

constexpr auto certificate_remedy = "a certificate is what densest --directed --certificate wrote";

VertexSet both_sets(const DirectedDensest& densest) {
  VertexSet both;
  std::set_union(densest.sources.begin(), densest.sources.end(), densest.targets.begin(),
                 densest.targets.end(), std::back_inserter(both));
  return both;
}

bool has_labels(const Arcs& arcs) { return arcs.names().kind() == VertexNames::Kind::labels; }

Json json_names(const Arcs& arcs, const VertexSet& vertices) {
  return detail::json_list(vertices,
                           [&](Vertex v) { return detail::json_name(arcs.name(v), has_labels(arcs)); });
}

std::string wrapped_set(const Arcs& arcs, const VertexSet& vertices) {
  std::vector<std::string> names;
  for (const Vertex v : vertices) names.push_back(escape_terminal(detail::quoted_if_needed(arcs.name(v))));
  return wrapped_words(names, "    ");
}

std::string loops_in_words(const DirectedReport& report) {
  return report.drops_loops
             ? fmt::format("left out, {}", format_plural(report.loops_dropped, "loop", "loops"))
             : fmt::format("counted, {}", format_plural(report.arcs.num_loops(), "loop", "loops"));
}

/// Reads a field. Errors: InputError.
class CertificateFields {
 public:
  CertificateFields(const Json& json, const std::string& path) : json_(json), path_(path) {}

  template <class Read>
  void read(const Read& read) const {
    try {
      read(json_);
    } catch (const nlohmann::json::exception& error) {
      refuse(detail::json_problem(error));
    } catch (const std::invalid_argument& error) {
      refuse(std::string("a field") + error.what());
    }
  }
  [[noreturn]] void refuse(const std::string& problem) const {
    throw InputError({path_}, problem, certificate_remedy);
  }

 private:
  const Json& json_;
  const std::string& path_;
};

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

std::string directed_text(const DirectedReport& report) {
  const DirectedDensest& densest = report.densest;
  std::string text = fmt::format("{}\n", escape_terminal(report.name));
  const auto line = [&](std::string_view name, const std::string& value) {
    text += fmt::format("  {:<15} {}\n", name, value);
  };
  line("input", escape_terminal(report.input.summary()));
  line("loops", loops_in_words(report));
  line("densest pair",
       fmt::format("{} and {}, {} in both", format_plural(densest.sources.size(), "source", "sources"),
                   format_plural(densest.targets.size(), "target", "targets"),
                   densest.sources.size() + densest.targets.size() - both_sets(densest).size()));
  line("arcs", fmt::format("{} from sources to targets", densest.arcs));
  line("rho", fmt::format("{}/sqrt({}*{}) = {}", densest.arcs, densest.sources.size(), densest.targets.size(),
                          format_rounded(densest.rho(), 10)));
  line("bound", densest.proven
                    ? "the same: no pair has a larger rho"
                    : fmt::format("{}: no pair has a larger rho", format_rounded(densest.bound, 10)));
  line("proof", fmt::format("{} of the arcs, {}{}", format_plural(densest.ratios, "split", "splits"),
                            format_plural(densest.flows, "flow", "flows"),
                            densest.proven ? "" : "; not optimal as far as is known"));
  line("time", fmt::format("{} to load, {} to solve", format_seconds(report.load_seconds),
                           format_seconds(report.solve_seconds)));
  return text + "  sources\n" + wrapped_set(report.arcs, densest.sources) + "  targets\n" +
         wrapped_set(report.arcs, densest.targets);
}

std::string directed_json(const DirectedReport& report) {
  const DirectedDensest& densest = report.densest;
  const VertexSet both = both_sets(densest);
  const double product =
      static_cast<double>(densest.sources.size()) * static_cast<double>(densest.targets.size());
  Json json = detail::json_document("densest");
  json["graph"] = {{"name", report.name},
                   {"vertices", report.arcs.num_vertices()},
                   {"edges", report.arcs.num_arcs()},
                   {"directed", true},
                   {"loops", report.arcs.num_loops()},
                   {"self_loops_dropped", report.loops_dropped},
                   {"duplicates_merged", report.input.duplicates_merged},
                   {"weighted", false},
                   {"notes", report.input.notes}};
  json["result"] = {{"size", both.size()},
                    {"edges", densest.arcs},
                    {"weight", densest.arcs},
                    {"ratio",
                     {{"numerator", densest.arcs},
                      {"denominator", json_number(std::sqrt(product))},
                      {"value", json_number(densest.rho())}}},
                    {"rho", json_number(densest.rho())},
                    {"bound", json_number(densest.bound)},
                    {"proven_optimal", densest.proven},
                    {"loops_counted", !report.drops_loops},
                    {"proof", {{"splits", densest.ratios}, {"flows", densest.flows}}},
                    {"sources", json_names(report.arcs, densest.sources)},
                    {"targets", json_names(report.arcs, densest.targets)},
                    {"vertices", json_names(report.arcs, both)}};
  json["seconds"] = {{"load", json_number(report.load_seconds)},
                     {"solve", json_number(report.solve_seconds)}};
  return detail::json_text(json);
}

std::string directed_pair_lines(const Arcs& arcs, const DirectedDensest& densest) {
  std::string text = fmt::format("# arcs {}\n", densest.arcs);
  const auto add = [&](const char* side, const VertexSet& vertices) {
    for (const Vertex v : vertices) {
      const std::string name = arcs.name(v);
      text += fmt::format("{}\t{}\n", side, has_labels(arcs) ? detail::quoted_if_needed(name) : name);
    }
  };
  add("source", densest.sources);
  add("target", densest.targets);
  return text;
}

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
  json["proven_optimal"] = densest.proven;
  json["splits"] = detail::json_list(densest.splits, [](const RatioSplit& split) -> Json {
    return {{"from", {split.from.numerator, split.from.denominator}},
            {"to", {split.to.numerator, split.to.denominator}},
            {"denominator", split.denominator},
            {"shares", split.shares}};
  });
  return detail::compact(json) + '\n';
}

bool is_directed_certificate(const std::string& path) {
  constexpr std::size_t looked_at = 1024;
  std::ifstream in(path, std::ios::binary);
  if (!in) return false;  // whoever reads it says why
  std::string head(looked_at, '\0');
  in.read(head.data(), static_cast<std::streamsize>(looked_at));
  head.resize(static_cast<std::size_t>(in.gcount()));
  std::erase_if(head, [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; });
  return head.find("\"kind\":\"directed\"") != std::string::npos;
}

CheckedDirected check_directed_certificate(const std::string& path, const Arcs& arcs) {
  std::ifstream in(path, std::ios::binary);
  const Json json = detail::parse_json(in, path, certificate_remedy);
  const CertificateFields fields(json, path);
  CheckedDirected checked;
  std::uint64_t vertices = 0;
  std::uint64_t num_arcs = 0;
  fields.read([&](const Json& all) {
    if (field<std::uint64_t>(all, "schema_version") != 1) {
      throw std::invalid_argument(" 'schema_version' is not 1");
    }
    if (field<std::string>(all, "kind") != "directed") throw std::invalid_argument(" 'kind' is not directed");
    vertices = field<std::uint64_t>(all.at("graph"), "vertices");
    num_arcs = field<std::uint64_t>(all.at("graph"), "arcs");
    checked.drops_loops = field<bool>(all, "drops_loops");
    DirectedDensest& answer = checked.answer;
    answer.sources = numbers<Vertex>(all.at("sources"));
    answer.targets = numbers<Vertex>(all.at("targets"));
    answer.arcs = field<std::uint64_t>(all, "arcs");
    answer.bound = field<double>(all, "bound");
    answer.proven = field<bool>(all, "proven_optimal");
    for (const Json& one : all.at("splits")) {
      RatioSplit split{
          fraction(one.at("from")), fraction(one.at("to")), numbers<std::int64_t>(one.at("shares")),
          static_cast<std::int64_t>(std::min<std::uint64_t>(field<std::uint64_t>(one, "denominator"),
                                                            std::numeric_limits<std::int64_t>::max()))};
      answer.splits.push_back(std::move(split));
    }
  });
  const Arcs checked_arcs = checked.drops_loops ? arcs.without_loops() : arcs;
  if (vertices != checked_arcs.num_vertices() || num_arcs != checked_arcs.num_arcs()) {
    throw InputError({path},
                     fmt::format("is about a graph of {} vertices and {} arcs; this one has {} and {}",
                                 vertices, num_arcs, checked_arcs.num_vertices(), checked_arcs.num_arcs()),
                     "name the graph that the certificate was written for");
  }
  verify_directed(checked_arcs, checked.answer);
  return checked;
}

}  // namespace lode
