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

#include "io/stream/compressed_input.hpp"
#include "report/find/concave_tree_json.hpp"
#include "report/find/search_tree_json.hpp"
#include "report/tables/json.hpp"
#include "subgraph/bounds/rule.hpp"
#include "subgraph/bounds/rules/clique_proof.hpp"
#include "subgraph/bounds/rules/multipliers.hpp"

namespace lode {
namespace {

using detail::Json;

Json json_place(std::size_t place) { return place == subgraph::no_step ? Json(nullptr) : Json(place); }

Json json_steps(const std::vector<subgraph::BoundCertificate::Step>& steps) {
  Json list = Json::array();
  for (const auto& step : steps) {
    list.push_back({{"s", step.s},
                    {"value", detail::json_number(step.value)},
                    {"rule", step.rule},
                    {"from", json_place(step.from)},
                    {"data", json_place(step.data)}});
  }
  return list;
}

Json json_branches(const std::vector<subgraph::CliqueProof::Branch>& branches) {
  Json list = Json::array();
  for (const auto& branch : branches) list.push_back({branch.vertex, json_place(branch.child)});
  return list;
}

Json json_cliques(const subgraph::CliqueProof& proof) {
  Json json = {{"limit", proof.limit},
               {"order", proof.order},
               {"children", json_branches(proof.children)},
               {"nodes", Json::array()}};
  for (const auto& node : proof.nodes) {
    json["nodes"].push_back({{"classes", node.classes}, {"branches", json_branches(node.branches)}});
  }
  return json;
}

Json json_multipliers(const subgraph::PartMultipliers& data, Vertex n) {
  Json json;
  const bool whole = data.part.vertices.size() == n;
  json["part"] = whole ? Json(nullptr) : Json(data.part.vertices);
  json["outside"] = detail::json_number(data.part.outside);
  if (const auto* capped = std::get_if<subgraph::CappedMultipliers>(&data.multipliers)) {
    json["arc"] = capped->arc;
    json["vertex"] = capped->vertex;
    return json;
  }
  if (const auto* tree = std::get_if<subgraph::detail::ConcaveTree>(&data.multipliers)) {
    json["planes"] = detail::concave_tree_json(*tree);
    return json;
  }
  if (const auto* sparse = std::get_if<subgraph::SparseSdpCertificate>(&data.multipliers)) {
    const subgraph::ClusterMultipliers& all = sparse->multipliers;
    json["s"] = all.s;
    json["eigenvalue"] = detail::json_number(sparse->eigenvalue);
    json["arc"] = all.arc;
    json["vertex"] = all.vertex;
    json["cluster"] = all.cluster;
    json["clusters"] = all.clusters;
    json["between"] = all.between;
    return json;
  }
  const auto& sdp = std::get<subgraph::SdpCertificate>(data.multipliers);
  json["s"] = sdp.s;
  json["incumbent"] = detail::json_number(sdp.incumbent);
  json["stages"] = Json::array();
  for (const subgraph::SdpStage& stage : sdp.stages) {
    json["stages"].push_back({{"vertices", stage.vertices},
                              {"eigenvalue", stage.eigenvalue},
                              {"reserve_shift", stage.reserve_shift},
                              {"multipliers", stage.multipliers}});
  }
  json["tree"] = sdp.tree ? detail::search_tree_json(*sdp.tree) : Json(nullptr);
  return json;
}

class CertificateReader {
 public:
  /// `path` is what errors call the text.
  CertificateReader(const std::string& path, const Graph& graph) : path_(path), graph_(graph) {}

  subgraph::BoundCertificate read(std::istream& in) const {
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

  template <class T>
  T whole(const Json& json) const {
    if (!json.is_number_unsigned() || json.get<std::uint64_t>() > std::numeric_limits<T>::max()) {
      throw wrong(fmt::format("has {} where a whole number up to {} belongs", json.dump(),
                              std::numeric_limits<T>::max()));
    }
    return json.get<T>();
  }
  std::vector<Vertex> vertices(const Json& json) const {
    std::vector<Vertex> list;
    for (const Json& one : array(json)) list.push_back(whole<Vertex>(one));
    return list;
  }
  double real(const Json& json) const {
    if (!json.is_number()) throw wrong(fmt::format("has {} where a number belongs", json.dump()));
    return json.get<double>();
  }
  std::vector<double> reals(const Json& json) const {
    std::vector<double> list;
    for (const Json& one : array(json)) list.push_back(real(one));
    return list;
  }
  const Json& array(const Json& json) const {
    if (!json.is_array()) throw wrong("has another value where a list belongs");
    return json;
  }

  subgraph::BoundCertificate read(const Json& json) const {
    if (json.at("schema_version") != 1 || json.at("command") != "certificate") {
      throw wrong("is not a certificate");
    }
    const Json& graph = json.at("graph");
    if (graph.at("vertices") != graph_.num_vertices() || graph.at("edges") != graph_.num_edges() ||
        graph.at("weight").get<double>() != graph_.total_weight()) {
      throw wrong("is a certificate of another graph");
    }
    subgraph::BoundCertificate certificate;
    for (const Json& claim : array(json.at("claims"))) {
      certificate.claims.push_back({whole<Vertex>(claim.at("s")), claim.at("bound").get<std::string>(), {}});
      for (const Json& one : array(claim.at("steps"))) certificate.claims.back().steps.push_back(step(one));
      certificate.claims.back().upper_bound = real(claim.at("upper_bound"));
    }
    for (const Json& one : array(json.at("multipliers"))) certificate.multipliers.push_back(multipliers(one));
    if (!json.at("cliques").is_null())
      certificate.cliques = std::make_shared<const subgraph::CliqueProof>(cliques(json.at("cliques")));
    return certificate;
  }

  std::size_t place(const Json& json) const {
    return json.is_null() ? subgraph::no_step : whole<std::size_t>(json);
  }

  subgraph::BoundCertificate::Step step(const Json& json) const {
    auto word = json.at("rule").get<std::string>();
    if (subgraph::proof_rule(word) == nullptr) {
      throw wrong(fmt::format("has a step by the rule {}, which is not known", word));
    }
    return {whole<Vertex>(json.at("s")), real(json.at("value")), std::move(word), place(json.at("from")),
            place(json.at("data"))};
  }

  std::shared_ptr<const subgraph::PartMultipliers> multipliers(const Json& json) const {
    auto data = std::make_shared<subgraph::PartMultipliers>();
    subgraph::CorePart& part = data->part;
    part.outside = real(json.at("outside"));
    if (json.at("part").is_null()) {
      part.graph = graph_;
      for (Vertex v = 0; v < graph_.num_vertices(); ++v) part.vertices.push_back(v);
    } else {
      part.vertices = vertices(json.at("part"));
      try {
        part.graph = induced_subgraph(graph_, part.vertices);
      } catch (const InvalidArgument& error) {
        throw wrong(error.what());
      }
    }
    if (json.contains("planes")) {
      data->multipliers = detail::concave_tree_from_json(json.at("planes"));
      return data;
    }
    if (json.contains("clusters")) {
      data->multipliers = subgraph::SparseSdpCertificate{
          {whole<Vertex>(json.at("s")), reals(json.at("vertex")), reals(json.at("arc")),
           vertices(json.at("cluster")), whole<std::size_t>(json.at("clusters")), reals(json.at("between"))},
          real(json.at("eigenvalue"))};
      return data;
    }
    if (!json.contains("stages")) {
      data->multipliers = subgraph::CappedMultipliers{reals(json.at("arc")), reals(json.at("vertex"))};
      return data;
    }
    subgraph::SdpCertificate sdp{whole<Vertex>(json.at("s")), real(json.at("incumbent")), {}};
    for (const Json& stage : array(json.at("stages"))) {
      sdp.stages.push_back({vertices(stage.at("vertices")), reals(stage.at("multipliers")),
                            real(stage.at("eigenvalue")),
                            stage.contains("reserve_shift") ? real(stage["reserve_shift"]) : 0.0});
    }
    if (!json.at("tree").is_null()) {
      sdp.tree = std::make_shared<const subgraph::detail::SdpSearchTree>(
          detail::search_tree_from_json(json.at("tree")));
    }
    data->multipliers = std::move(sdp);
    return data;
  }

  std::vector<subgraph::CliqueProof::Branch> branches(const Json& json) const {
    std::vector<subgraph::CliqueProof::Branch> list;
    for (const Json& one : array(json)) list.push_back({whole<Vertex>(one.at(0)), place(one.at(1))});
    return list;
  }

  subgraph::CliqueProof cliques(const Json& json) const {
    subgraph::CliqueProof proof;
    proof.limit = whole<Vertex>(json.at("limit"));
    proof.order = vertices(json.at("order"));
    proof.children = branches(json.at("children"));
    for (const Json& node : array(json.at("nodes"))) {
      std::vector<std::vector<Vertex>> classes;
      for (const Json& one : array(node.at("classes"))) classes.push_back(vertices(one));
      proof.nodes.push_back({std::move(classes), branches(node.at("branches"))});
    }
    return proof;
  }

  const std::string& path_;
  const Graph& graph_;
};

}  // namespace

std::string certificate_json(const Graph& graph, const subgraph::BoundCertificate& certificate) {
  static_assert(subgraph::CliqueProof::small == subgraph::no_step);
  Json json = detail::json_document("certificate");
  json["graph"] = {{"vertices", graph.num_vertices()},
                   {"edges", graph.num_edges()},
                   {"weight", detail::json_number(graph.total_weight())}};
  json["claims"] = Json::array();
  for (const auto& claim : certificate.claims) {
    const double value = claim.steps.empty() ? 0.0 : claim.steps.back().value;
    json["claims"].push_back({{"s", claim.s},
                              {"bound", claim.bound},
                              {"upper_bound", detail::json_number(value)},
                              {"steps", json_steps(claim.steps)}});
  }
  json["cliques"] = certificate.cliques ? json_cliques(*certificate.cliques) : Json(nullptr);
  json["multipliers"] = Json::array();
  for (const auto& data : certificate.multipliers) {
    json["multipliers"].push_back(json_multipliers(*data, graph.num_vertices()));
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
