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

class ClaimReader {
 public:
  /// `path` is the name of the text in errors.
  ClaimReader(const std::string& path, const Graph& graph) : path_(path), graph_(graph) {}

  FindClaims read(std::istream& in) const {
    const Json json = detail::parse_json(in, path_, "give a result of 'lode find --format json'");
    if (value(json, "/schema_version") != 1) throw wrong("/schema_version is not 1");
    if (value(json, "/command") != "find") throw wrong("/command is not find");
    if (json.contains("documents")) {
      throw InputError({path_, 0, 0}, "holds answers for several graphs", "give the document of one graph");
    }
    if (json.contains(Json::json_pointer("/graph/left"))) {
      throw InputError({path_, 0, 0}, "holds sets of a graph with two sides, as --sides finds them",
                       "what is found without --sides can be checked");
    }
    FindClaims claims;
    take(json, "/graph/vertices", claims.graph.vertices);
    take(json, "/graph/edges", claims.graph.edges);
    take(json, "/graph/weighted", claims.graph.weighted);
    take(json, "/provenance/input_sha256", claims.graph.sha256);
    if (json.contains("core_of")) take(json, "/core_of/core", claims.core_of.emplace());
    const Json& results = value(json, "/results");
    if (!results.is_array()) throw wrong("/results is not an array");
    const auto columns = detail::answer_columns({});
    for (std::size_t i = 0; i < results.size(); ++i) {
      detail::ClaimInput claim{graph_};
      claim.claim.core_of = claims.core_of;
      for (const auto& column : columns) {
        if (column.take) take(json, column, fmt::format("/results/{}/", i), claim);
      }
      const bool lifted = claims.core_of || json.contains("core_in_passes");
      if (claim.claim.bound == "core-of" && !lifted) {
        throw VerificationError(
            fmt::format("{}: the bound is that of a core, and the document tells of no core", path_));
      }
      claims.results.push_back(std::move(claim.claim));
    }
    return claims;
  }

 private:
  InputError wrong(const std::string& problem) const { return InputError({path_, 0, 0}, problem); }

  const Json& value(const Json& json, const std::string& pointer) const {
    const Json::json_pointer place(pointer);
    if (!json.contains(place)) throw wrong(pointer + " is missing");
    return json.at(place);
  }

  template <class Value>
  void take(const Json& json, const std::string& pointer, Value& into) const {
    try {
      detail::read_value(value(json, pointer), into);
    } catch (const std::invalid_argument& error) {
      throw wrong(pointer + error.what());
    }
  }

  /// Reads a column. `row` is the JSON pointer of its row.
  template <class Column>
  void take(const Json& json, const Column& column, const std::string& row, detail::ClaimInput& in) const {
    const std::string pointer = row + column.key;
    if (column.optional && !json.contains(Json::json_pointer(pointer))) return;
    try {
      column.take(value(json, pointer), in);
    } catch (const std::invalid_argument& error) {
      throw wrong(pointer + error.what());
    }
  }

  const std::string& path_;
  const Graph& graph_;
};

}  // namespace

FindClaims read_find_claims(const std::string& path, const Graph& graph) {
  std::ifstream in(path, std::ios::binary);
  return ClaimReader(path, graph).read(in);
}

FindClaims read_find_claims(std::span<const char> bytes, const Graph& graph) {
  const std::string name = detail::memory_name;
  std::istringstream in(std::string(bytes.data(), bytes.size()));
  return ClaimReader(name, graph).read(in);
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
