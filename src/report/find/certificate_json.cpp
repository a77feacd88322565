#include <cmath>
#include <cstdint>
#include <fstream>
#include <istream>
#include <limits>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/graph.hpp>
#include <lode/report/find_report.hpp>

#include "bounds/certificate/multipliers.hpp"
#include "bounds/rule.hpp"
#include "bounds/set_family.hpp"
#include "io/stream/compressed_input.hpp"
#include "report/find/certificate_values.hpp"
#include "report/find/search_tree_json.hpp"
#include "report/tables/json.hpp"

namespace lode {
namespace {

using detail::Json;
using subgraph::detail::ConcaveTree;

/// Format 1 had other data of semidefinite bounds.
constexpr int certificate_format = 2;

Json json_steps(const std::vector<subgraph::BoundCertificate::Step>& steps) {
  Json list = Json::array();
  for (const auto& step : steps) {
    list.push_back({{"s", step.s},
                    {"value", detail::json_number(step.value)},
                    {"rule", step.rule},
                    {"from", detail::null_for(step.from, subgraph::no_step)},
                    {"data", detail::null_for(step.data, subgraph::no_step)}});
    if (step.inside != subgraph::no_step) list.back()["inside"] = step.inside;
    if (!step.tail.empty()) list.back()["tail"] = step.tail;
  }
  return list;
}

void put_dual(Json& json, const subgraph::DualCertificate& dual) {
  json["s"] = dual.s;
  json["dummies"] = dual.dummies;
  json["incumbent"] = detail::json_number(dual.incumbent);
  json["stages"] = Json::array();
  for (const subgraph::DualStage& stage : dual.stages) {
    json["stages"].push_back({{"rows", stage.rows},
                              {"eigenvalue", stage.eigenvalue},
                              {"reserve_shift", stage.reserve_shift},
                              {"unit", stage.unit},
                              {"multipliers", stage.multipliers}});
  }
  json["tree"] = dual.tree ? detail::search_tree_json(*dual.tree) : Json(nullptr);
}

Json json_planes(const ConcaveTree& tree) {
  Json json = {{"s", tree.s}, {"shift", {tree.shift.diagonal, tree.shift.spread}}, {"nodes", Json::array()}};
  for (const ConcaveTree::Node& node : tree.nodes) {
    json["nodes"].push_back({{"y", node.y},
                             {"in", node.in},
                             {"out", node.out},
                             {"vertex", detail::null_for(node.vertex, no_vertex)},
                             {"below", detail::null_for(node.below, ConcaveTree::none)},
                             {"holding", detail::null_for(node.holding, ConcaveTree::none)}});
  }
  return json;
}

void put_clusters(Json& json, const subgraph::SparseSdpCertificate& sparse) {
  const subgraph::ClusterMultipliers& all = sparse.multipliers;
  json["s"] = all.s;
  json["eigenvalue"] = detail::json_number(sparse.eigenvalue);
  json["arc"] = all.arc;
  json["vertex"] = all.vertex;
  json["cluster"] = all.cluster;
  json["clusters"] = all.clusters;
  json["between"] = all.between;
}

Json json_multipliers(const subgraph::PartMultipliers& data) {
  Json json;
  json["part"] = data.part.whole() ? Json(nullptr) : Json(data.part.original);
  json["outside"] = detail::json_number(data.part.outside);
  if (const auto* split = std::get_if<subgraph::EdgeSplit>(&data.multipliers)) {
    json["arc"] = split->arc;
  } else if (const auto* tree = std::get_if<ConcaveTree>(&data.multipliers)) {
    json["planes"] = json_planes(*tree);
  } else if (const auto* dual = std::get_if<subgraph::DualCertificate>(&data.multipliers)) {
    put_dual(json, *dual);
  } else {
    put_clusters(json, std::get<subgraph::SparseSdpCertificate>(data.multipliers));
  }
  return json;
}

class CertificateReader {
 public:
  /// `path` is what errors call the text.
  CertificateReader(const std::string& path, const Graph& graph) : path_(path), graph_(graph) {}

  subgraph::BoundCertificate read(std::istream& in) {
    if (!in) throw wrong("cannot be opened");
    try {
      return read(Json::parse(in));
    } catch (const Json::parse_error& error) {
      throw wrong(fmt::format("is not JSON (byte {})", error.byte));
    } catch (const Json::exception& error) {
      throw wrong(detail::json_problem(error));
    } catch (const std::invalid_argument& error) {
      throw wrong(error.what());
    }
  }

 private:
  InputError wrong(const std::string& problem) const {
    return InputError({path_, 0, 0}, problem, "give a file that function 'certificate_json' made");
  }

  subgraph::BoundCertificate read(const Json& json) {
    if (json.at("command") != "certificate") throw wrong("is not a certificate");
    if (json.at("schema_version") != certificate_format) {
      throw wrong(fmt::format("is a certificate of format {}, and this is lode for format {}",
                              json["schema_version"].dump(), certificate_format));
    }
    const Json& graph = json.at("graph");
    if (graph.at("vertices") != graph_.num_vertices() || graph.at("edges") != graph_.num_edges() ||
        graph.at("weight").get<double>() != graph_.total_weight()) {
      throw wrong("is a certificate of another graph");
    }
    subgraph::BoundCertificate certificate;
    if (json.contains("include")) certificate.include = detail::certified_vertices(json["include"]);
    if (json.contains("exclude")) certificate.exclude = detail::certified_vertices(json["exclude"]);
    if (json.contains("core_of")) certificate.core_of = detail::certified_real(json["core_of"]);
    if (!certificate.include.empty() || !certificate.exclude.empty()) {
      try {
        graph_ = subgraph::reduce_family(graph_, {certificate.include, certificate.exclude, {}}).part.graph;
      } catch (const InvalidArgument& error) {
        throw wrong(error.what());
      }
    }
    for (const Json& claim : detail::certified_list(json.at("claims"))) {
      certificate.claims.push_back(
          {detail::certified_whole<Vertex>(claim.at("s")), claim.at("bound").get<std::string>(), {}});
      for (const Json& one : detail::certified_list(claim.at("steps")))
        certificate.claims.back().steps.push_back(step(one));
      certificate.claims.back().upper_bound = detail::certified_real(claim.at("upper_bound"));
    }
    for (const Json& one : detail::certified_list(json.at("multipliers")))
      certificate.multipliers.push_back(multipliers(one));
    if (const Json& cliques = json.at("clique_number"); !cliques.is_null())
      certificate.clique_number = detail::certified_whole<Vertex>(cliques);
    return certificate;
  }

  subgraph::BoundCertificate::Step step(const Json& json) const {
    auto word = json.at("rule").get<std::string>();
    if (subgraph::proof_rule(word) == nullptr) {
      throw wrong(fmt::format("has a step by the rule {}, which is not known", word));
    }
    std::vector<std::size_t> tail;
    if (json.contains("tail")) {
      for (const Json& place : detail::certified_list(json["tail"])) {
        tail.push_back(detail::certified_whole<std::size_t>(place));
      }
    }
    return {
        detail::certified_whole<Vertex>(json.at("s")),
        detail::certified_real(json.at("value")),
        std::move(word),
        detail::certified_whole_or(json.at("from"), subgraph::no_step),
        detail::certified_whole_or(json.at("data"), subgraph::no_step),
        json.contains("inside") ? detail::certified_whole<std::size_t>(json["inside"]) : subgraph::no_step,
        std::move(tail)};
  }

  std::shared_ptr<const subgraph::PartMultipliers> multipliers(const Json& json) const {
    auto data = std::make_shared<subgraph::PartMultipliers>();
    Part& part = data->part;
    if (json.at("part").is_null()) {
      part.graph = graph_;
    } else {
      const VertexSet vertices = detail::certified_vertices(json.at("part"));
      if (!std::ranges::is_sorted(vertices)) throw wrong("has a part whose vertices do not increase");
      try {
        part = part_of(graph_, vertices);
      } catch (const InvalidArgument& error) {
        throw wrong(error.what());
      }
    }
    part.outside = detail::certified_real(json.at("outside"));
    if (json.contains("planes")) {
      data->multipliers = planes(json.at("planes"));
    } else if (json.contains("stages")) {
      data->multipliers = dual(json);
    } else if (json.contains("clusters")) {
      data->multipliers = sparse(json);
    } else {
      data->multipliers = subgraph::EdgeSplit{detail::certified_reals(json.at("arc"))};
    }
    return data;
  }

  static subgraph::DualCertificate dual(const Json& json) {
    subgraph::DualCertificate all;
    all.s = detail::certified_whole<Vertex>(json.at("s"));
    all.dummies = detail::certified_whole<Vertex>(json.at("dummies"));
    all.incumbent = detail::certified_real(json.at("incumbent"));
    for (const Json& stage : detail::certified_list(json.at("stages"))) {
      all.stages.push_back({detail::certified_vertices(stage.at("rows")),
                            detail::certified_real(stage.at("unit")),
                            detail::certified_integers(stage.at("multipliers")),
                            detail::certified_real(stage.at("eigenvalue")),
                            detail::certified_real(stage.at("reserve_shift"))});
    }
    if (!json.at("tree").is_null()) {
      all.tree = std::make_shared<const subgraph::detail::SdpSearchTree>(
          detail::search_tree_from_json(json["tree"]));
    }
    return all;
  }

  static ConcaveTree planes(const Json& json) {
    const Json& shift = detail::certified_list(json.at("shift"));
    ConcaveTree tree{detail::certified_whole<Vertex>(json.at("s")),
                     {detail::certified_real(shift.at(0)), detail::certified_real(shift.at(1))},
                     {}};
    for (const Json& one : detail::certified_list(json.at("nodes"))) {
      tree.nodes.push_back({detail::certified_reals(one.at("y")), detail::certified_vertices(one.at("in")),
                            detail::certified_vertices(one.at("out")),
                            detail::certified_whole_or<Vertex>(one.at("vertex"), no_vertex),
                            detail::certified_whole_or<std::size_t>(one.at("below"), ConcaveTree::none),
                            detail::certified_whole_or<std::size_t>(one.at("holding"), ConcaveTree::none)});
    }
    return tree;
  }

  static subgraph::SparseSdpCertificate sparse(const Json& json) {
    return {{detail::certified_whole<Vertex>(json.at("s")), detail::certified_reals(json.at("vertex")),
             detail::certified_reals(json.at("arc")), detail::certified_vertices(json.at("cluster")),
             detail::certified_whole<std::size_t>(json.at("clusters")),
             detail::certified_reals(json.at("between"))},
            detail::certified_real(json.at("eigenvalue"))};
  }

  const std::string& path_;
  Graph graph_;  ///< without the vertices to include and exclude, once they are known
};

}  // namespace

std::string certificate_json(const Graph& graph, const subgraph::BoundCertificate& certificate) {
  Json json = detail::json_document("certificate");
  json["schema_version"] = certificate_format;
  json["graph"] = {{"vertices", graph.num_vertices()},
                   {"edges", graph.num_edges()},
                   {"weight", detail::json_number(graph.total_weight())}};
  if (!certificate.include.empty()) json["include"] = certificate.include;
  if (!certificate.exclude.empty()) json["exclude"] = certificate.exclude;
  if (certificate.core_of) json["core_of"] = detail::json_number(*certificate.core_of);
  const subgraph::ReducedFamily family =
      subgraph::reduce_family(graph, {certificate.include, certificate.exclude, {}});
  json["claims"] = Json::array();
  for (const auto& claim : certificate.claims) {
    const double last = claim.steps.empty() ? 0.0 : claim.steps.back().value;
    const double value = claim.upper_bound.value_or(last);
    json["claims"].push_back({{"s", claim.s},
                              {"bound", claim.bound},
                              {"upper_bound", detail::json_number(value)},
                              {"checkable", claim.checkable()},
                              {"steps", json_steps(claim.steps)}});
  }
  json["clique_number"] = certificate.clique_number ? Json(*certificate.clique_number) : Json(nullptr);
  json["multipliers"] = Json::array();
  for (const auto& data : certificate.multipliers) {
    json["multipliers"].push_back(json_multipliers(*data));
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

subgraph::BoundCertificate read_certificate(const std::string& path, const Graph& graph) {
  std::ifstream in(path, std::ios::binary);
  return CertificateReader(path, graph).read(in);
}

subgraph::BoundCertificate read_certificate(std::span<const char> bytes, const Graph& graph) {
  const std::string name = detail::memory_name;
  std::istringstream in(std::string(bytes.data(), bytes.size()));
  return CertificateReader(name, graph).read(in);
}

}  // namespace lode
