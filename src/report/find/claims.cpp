#include <fstream>
#include <istream>
#include <sstream>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/report/find_report.hpp>

#include "core/json.hpp"
#include "io/stream/compressed_input.hpp"
#include "report/find/answer_columns.hpp"

namespace lode {
namespace {

using detail::Json;

/// `path` is the name of the text in errors.
FindClaims read_claims(std::istream& in, const std::string& path, const Graph& graph) {
  const Json json = detail::parse_json(in, path, "give a result of 'lode find --format json'");
  const auto has = [&](const std::string& pointer) { return json.contains(Json::json_pointer(pointer)); };
  const auto at = [&](const std::string& pointer) -> const Json& {
    if (!has(pointer)) throw InputError({path}, pointer + " is missing");
    return json.at(Json::json_pointer(pointer));
  };
  const auto read = [&](const std::string& pointer, const auto& take) {
    try {
      take(at(pointer));
    } catch (const std::invalid_argument& error) {
      throw InputError({path}, pointer + error.what());
    }
  };
  const auto into = [](auto& value) { return [&](const Json& found) { detail::read_value(found, value); }; };
  if (at("/schema_version") != 1) throw InputError({path}, "/schema_version is not 1");
  if (at("/command") != "find") throw InputError({path}, "/command is not find");
  if (has("/documents")) {
    throw InputError({path}, "holds answers for several graphs", "give the document of one graph");
  }
  if (has("/graph/left")) {
    throw InputError({path}, "holds sets of a graph with two sides, as --sides finds them",
                     "what is found without --sides can be checked");
  }
  FindClaims claims;
  read("/graph/vertices", into(claims.graph.vertices));
  read("/graph/edges", into(claims.graph.edges));
  read("/graph/weighted", into(claims.graph.weighted));
  read("/provenance/input_sha256", into(claims.graph.sha256));
  if (has("/core_of")) read("/core_of/core", into(claims.core_of.emplace()));
  if (!at("/results").is_array()) throw InputError({path}, "/results is not an array");
  const auto columns = detail::answer_columns({});
  for (std::size_t i = 0; i < json["results"].size(); ++i) {
    detail::ClaimInput input{graph};
    input.claim.core_of = claims.core_of;
    for (const auto& column : columns) {
      const std::string pointer = fmt::format("/results/{}/{}", i, column.key);
      if (!column.take || (column.optional && !has(pointer))) continue;
      read(pointer, [&](const Json& found) { column.take(found, input); });
    }
    if (input.claim.bound == "core-of" && !claims.core_of && !has("/core_in_passes")) {
      throw VerificationError(path + ": the bound is that of a core, and the document tells of no core");
    }
    claims.results.push_back(std::move(input.claim));
  }
  return claims;
}

}  // namespace

FindClaims read_find_claims(const std::string& path, const Graph& graph) {
  std::ifstream in(path, std::ios::binary);
  return read_claims(in, path, graph);
}

FindClaims read_find_claims(std::span<const char> bytes, const Graph& graph) {
  std::istringstream in(std::string(bytes.data(), bytes.size()));
  return read_claims(in, detail::memory_name, graph);
}

std::vector<VerifiedTotals> verify_find_claims(const Graph& graph, const GraphIdentity& graph_read,
                                               const std::optional<CoreOrigin>& core_of,
                                               std::span<const Weight> values, const FindClaims& claims,
                                               const RunContext& run) {
  if (claims.results.empty()) throw VerificationError("the result holds no answer: nothing is claimed");
  check_same_core(graph, claims.core_of, core_of);
  check_same_graph(claims.graph, graph_read);
  return verify_claims(graph, values, claims.results, run);
}

}  // namespace lode
