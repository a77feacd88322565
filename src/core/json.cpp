#include "core/json.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <istream>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/types.hpp>
#include <lode/core/version.hpp>

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

Json json_name(const std::string& name, bool labels) {
  std::uint64_t id = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), id);
  if (!labels && error == std::errc{} && end == name.data() + name.size()) return id;
  return name;
}

Json json_document(const char* command) {
  return {{"schema_version", 1}, {"lode_version", version()}, {"command", command}};
}

namespace {

void append_indented(const Json& json, const std::string& indent, std::string& out) {
  const bool nested =
      std::any_of(json.begin(), json.end(), [](const Json& part) { return part.is_structured(); });
  if (!json.is_structured() || json.empty() || (json.is_array() && !nested)) {
    out += compact(json);
    return;
  }
  const std::string inner = indent + "  ";
  out += json.is_object() ? "{\n" : "[\n";
  for (auto part = json.begin(); part != json.end(); ++part) {
    out += inner;
    if (json.is_object()) out += compact(Json(part.key())) + ": ";
    append_indented(*part, inner, out);
    out += std::next(part) == json.end() ? "\n" : ",\n";
  }
  out += indent;
  out += json.is_object() ? '}' : ']';
}

/// The exception of a stream that cannot be read does not name the file.
[[noreturn]] void fail_to_read(const std::string& path, const std::ios_base::failure& failure) {
  if (failure.code() == std::errc::is_a_directory)
    throw InputError({path}, "is a folder", "name a file inside it");
  throw SystemError(fmt::format("{}: cannot read: {}", path, failure.code().message()));
}

}  // namespace

std::string json_text(const Json& json) {
  std::string text;
  append_indented(json, "", text);
  return text + '\n';
}

std::string compact(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json::parser_callback_t shallow(const std::string& path) {
  static constexpr std::size_t most_levels = 100;
  static constexpr std::size_t most_names = 10'000;
  using Event = Json::parse_event_t;
  // `depth` counts the lists and objects that are open around the event.
  return [path, names = std::vector<std::size_t>(most_levels + 1)](int depth, Event event, Json&) mutable {
    const auto level = static_cast<std::size_t>(depth);
    const auto refuse = [&](const std::string& problem) {
      throw InputError({path}, problem, "give a file that lode wrote");
    };
    if (event == Event::object_start || event == Event::array_start) {
      if (level == most_levels)
        refuse(fmt::format("has more than {} lists and objects within each other", level));
      names[level + 1] = 0;
    }
    if (event == Event::key && ++names[level] > most_names)
      refuse(fmt::format("has an object of more than {} names", most_names));
    return true;
  };
}

Json parse_json(std::istream& in, const std::string& path, const char* remedy) {
  if (!in) throw InputError({path, 0, 0}, "cannot be opened", remedy);
  try {
    return Json::parse(in, shallow(path));
  } catch (const std::ios_base::failure& failure) {
    fail_to_read(path, failure);
  } catch (const Json::parse_error& error) {
    throw InputError({path, 0, 0}, fmt::format("is not JSON (byte {})", error.byte), remedy);
  } catch (const Json::exception& error) {
    throw InputError({path, 0, 0}, json_problem(error), remedy);
  }
}

Json certificate_head(const std::string& kind, const Json& graph) {
  Json json = json_document("certificate");
  json["schema_version"] = 3;  // formats 1 and 2 had other data
  if (!kind.empty()) json["kind"] = kind;
  json["graph"] = graph;
  return json;
}

void check_certificate_head(const Json& json, const std::string& kind, const Json& graph) {
  const auto require = [](const Json& in, const Json& wanted, const std::string& key, const char* what) {
    const Json found = in.value(key, Json()), of = wanted.value(key, Json());
    if (found == of) return;
    throw std::invalid_argument(fmt::format("{}: {} is {}, not {}", what, key, compact(found), compact(of)));
  };
  const Json head = certificate_head(kind, graph);
  for (const char* key : {"command", "kind", "schema_version"}) {
    require(json, head, key, "is not a certificate of this kind and format");
  }
  for (const auto& field : graph.items()) {
    require(json.at("graph"), graph, field.key(), "is a certificate of another graph");
  }
}

std::string json_problem(const nlohmann::json::exception& error) {
  constexpr int missing_index = 401, missing_key = 403, large_number = 406;
  const std::string_view message = error.what();
  const std::size_t begin = message.find('\'');
  const std::size_t end = message.rfind('\'');
  const std::string named =
      begin != end ? ": " + std::string(message.substr(begin + 1, std::min<std::size_t>(end - begin - 1, 40)))
                   : "";
  if (error.id == large_number) return "holds a number that is too large" + named;
  if (error.id == missing_key) return "lacks a field" + named;
  if (error.id == missing_index) return "has a list that is too short";
  return "has a field of another type than it should";
}

}  // namespace lode::detail
