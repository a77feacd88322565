#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include <lode/core/version.hpp>
#include <lode/report/format.hpp>
#include <lode/report/tables.hpp>

#include "core/json.hpp"
#include "report/tables/json.hpp"
#include "report/tables/table.hpp"

namespace lode {
namespace {

using detail::Json;

/// A column of the common table: the pointer to its value in a row, and its format.
struct SharedColumn {
  const char* title = nullptr;
  const char* pointer = nullptr;
  std::string (*text)(const Json& value) = nullptr;
  Align align = Align::right;
};

std::string plain(const Json& value) {
  if (value.is_string()) return escape_terminal(value.get<std::string>());
  return value.is_number() ? format_weight(value.get<double>()) : value.is_null() ? "" : value.dump();
}
std::string four_digits(const Json& value) { return format_rounded(value.get<double>(), 5); }
std::string density(const Json& value) { return format_density(value.get<double>()); }
std::string duration(const Json& value) { return format_seconds(value.get<double>()); }
std::string yes_or_no(const Json& value) { return value.get<bool>() ? "yes" : "no"; }
std::string percent(const Json& value) { return format_percent(value.get<double>()); }

/// The columns in table order. Columns without a value in any row are left out.
constexpr SharedColumn shared_columns[] = {
    {"graph", "/graph/name", plain, Align::left},
    {"vertices", "/graph/vertices", plain},
    {"edges", "/graph/edges", plain},
    {"degeneracy", "/graph/degeneracy", plain},
    {"s", "/s", plain},
    {"s", "/size", plain},
    {"left", "/left_size", plain},
    {"right", "/right_size", plain},
    {"rank", "/rank", plain},
    {"edges inside", "/edges", plain},
    {"edge density", "/edge_density", density},
    {"weight per pair", "/weight_per_pair", density},
    {"avg degree", "/average_degree", four_digits},
    {"avg strength", "/average_strength", four_digits},
    {"per vertex", "/ratio/value", four_digits},
    {"rho", "/rho", four_digits},
    {"bound", "/bound", plain},
    {"gap", "/gap", percent},
    {"proven optimal", "/proven_optimal", yes_or_no},
    {"stopped", "/stop_reason", plain, Align::left},
    {"time", "/seconds/solve", duration},
};

/// The value at a pointer; nullptr if it is missing or not suitable for a cell.
const Json* value_at(const Json& row, const char* pointer) {
  const Json::json_pointer at(pointer);
  if (!row.contains(at)) return nullptr;
  const Json& value = row.at(at);
  return value.is_structured() || value.is_null() ? nullptr : &value;
}

Json parsed(const GraphDocument& document) {
  std::istringstream text(document.text);
  return detail::parse_json(text, document.graph, "give the document of one graph");
}

/// The rows of a document, each with its graph: its answers, or for a density report the set of largest
/// average degree.
std::vector<Json> rows_of(Json document) {
  std::vector<Json> rows;
  if (document.contains("result")) rows.push_back(document["result"]);
  if (document.contains("results")) rows.assign(document["results"].begin(), document["results"].end());
  if (document["command"] == "report" && !rows.empty()) {
    const auto degree = [](const Json& row) {
      return row.value("average_degree", row.value("average_strength", 0.0));
    };
    const auto richest = std::max_element(
        rows.begin(), rows.end(), [&](const Json& a, const Json& b) { return degree(a) < degree(b); });
    rows = {*richest};
  }
  for (Json& row : rows) {
    row["graph"] = document["graph"];
    if (document.contains("/seconds/solve"_json_pointer) && !row.contains("seconds")) {
      row["seconds"] = document["seconds"];
    }
  }
  return rows;
}

}  // namespace

std::string several_text(std::span<const GraphDocument> documents) {
  std::vector<Json> rows;
  for (const GraphDocument& document : documents) {
    Json json = parsed(document);
    json["graph"]["name"] = document.graph;
    for (Json& row : rows_of(std::move(json))) rows.push_back(std::move(row));
  }
  if (rows.empty()) return "no answer\n";
  Table table;
  table.rows.resize(rows.size());
  for (const SharedColumn& column : shared_columns) {
    const auto has = [&](const Json& row) { return value_at(row, column.pointer) != nullptr; };
    if (std::none_of(rows.begin(), rows.end(), has)) continue;
    table.columns.push_back({column.title, column.align});
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Json* const value = value_at(rows[i], column.pointer);
      table.rows[i].push_back(value ? column.text(*value) : "");
    }
  }
  return table_text(table);
}

std::string several_json(const char* command, std::span<const GraphDocument> documents,
                         std::span<const std::string> missing, const Provenance& provenance) {
  Json json = detail::json_document(command);
  json["documents"] = detail::json_list(documents, [](const GraphDocument& document) {
    Json part = parsed(document);
    part["graph"]["name"] = document.graph;
    return part;
  });
  if (!missing.empty()) json["not_answered"] = missing;
  json["provenance"] = detail::json_provenance(provenance);
  return detail::json_text(json);
}

}  // namespace lode
