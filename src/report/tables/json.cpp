#include "report/tables/json.hpp"

namespace lode::detail {

Json json_histogram(const std::vector<HistogramBin>& bins, const char* value_name, const char* count_name) {
  return json_list(bins, [&](const HistogramBin& bin) -> Json {
    return {{value_name, bin.value}, {count_name, bin.count}};
  });
}

Json json_graph(const std::string& name, const InputReport& input) {
  Json json = {{"name", name},
               {"vertices", input.vertices},
               {"edges", input.edges},
               {"self_loops_dropped", input.self_loops_dropped},
               {"duplicates_merged", input.duplicates_merged},
               {"reciprocal_merged", input.reciprocal_merged},
               {"weighted", input.weighted},
               {"notes", input.notes}};
  if (input.signed_weights) json["signed_weights"] = true;
  return json;
}

Json json_provenance(const Provenance& provenance) {
  return {{"arguments", provenance.arguments},
          {"input_sha256", provenance.input_sha256},
          {"compiler", provenance.compiler},
          {"arch", provenance.arch},
          {"cpu", provenance.cpu}};
}

Json json_core_of(const CoreOrigin& origin) {
  const auto known = [](const auto& value) { return value == 0 ? Json(nullptr) : Json(value); };
  return {{"core", json_number(origin.core)},
          {"vertices", known(origin.vertices)},
          {"edges", known(origin.edges)},
          {"weight", origin.weight == 0.0 ? Json(nullptr) : json_number(origin.weight)},
          {"bounds", json_list(origin.bounds, [&](const StatedBound& bound) -> Json {
             return {{"size", bound.size == 0 ? Json("any") : Json(bound.size)},
                     {"value", json_number(bound.value)},
                     {"rule", bound.rule}};
           })}};
}

}  // namespace lode::detail

namespace lode {

std::string with_provenance(std::string document, const Provenance& provenance) {
  constexpr std::string_view end = "\n}\n";
  if (!document.starts_with("{\n  \"schema_version\"") || !document.ends_with(end) ||
      document.find("\n  \"provenance\": {") != std::string::npos) {
    return document;
  }
  document.resize(document.size() - end.size());
  const std::string object = detail::json_text({{"provenance", detail::json_provenance(provenance)}});
  document += ",\n" + object.substr(2, object.rfind("\n}") - 2);  // without its braces
  return document.append(end);
}

}  // namespace lode
