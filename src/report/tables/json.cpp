#include "report/tables/json.hpp"

#include <charconv>
#include <cmath>

#include <lode/core/version.hpp>
#include <lode/report/format.hpp>

namespace lode::detail {

Json json_number(double value) {
  if (!std::isfinite(value)) return nullptr;
  if (std::abs(value) < exact_integer_limit && value == std::floor(value)) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

Json json_trace(const Trace& trace, const char* value_name) {
  return json_list(trace, [&](const TracePoint& point) -> Json {
    return {{"seconds", json_number(point.seconds)},
            {value_name, json_number(point.weight)},
            {"iteration", point.iteration}};
  });
}

std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string compact(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json json_document(const char* command) {
  return {{"schema_version", 1}, {"lode_version", version()}, {"command", command}};
}

Json json_name(const std::string& name, bool labels) {
  std::uint64_t id = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), id);
  if (!labels && error == std::errc{} && end == name.data() + name.size()) return id;
  return name;
}

Json json_histogram(const std::vector<HistogramBin>& bins, const char* value_name, const char* count_name) {
  return json_list(bins, [&](const HistogramBin& bin) -> Json {
    return {{value_name, bin.value}, {count_name, bin.count}};
  });
}

std::string json_problem(const nlohmann::json::exception& error) {
  constexpr int missing_index = 401, missing_key = 403, large_number = 406;
  const std::string_view message = error.what();
  const std::size_t begin = message.find('\'');
  const std::size_t end = message.rfind('\'');
  const bool names = begin != std::string_view::npos && begin != end;
  const std::string named =
      names ? ": " + escape_terminal(shorten(message.substr(begin + 1, end - begin - 1), 40)) : std::string();
  if (error.id == large_number) return "holds a number that is too large" + named;
  if (error.id == missing_key) return "lacks a field" + named;
  if (error.id == missing_index) return "has a list that is too short";
  return "has a field of another type than it should";
}

Json json_graph(const std::string& name, const InputReport& input) {
  return {{"name", name},
          {"vertices", input.vertices},
          {"edges", input.edges},
          {"self_loops_dropped", input.self_loops_dropped},
          {"duplicates_merged", input.duplicates_merged},
          {"reciprocal_merged", input.reciprocal_merged},
          {"weighted", input.weighted},
          {"notes", input.notes}};
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
