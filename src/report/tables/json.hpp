#pragma once

#include <string>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/report/find_report.hpp>
#include <lode/study/density_report.hpp>
#include <lode/subgraph/problem.hpp>

#include "core/json.hpp"

namespace lode::detail {

/// [{value_name, count_name}, ...]
Json json_histogram(const std::vector<HistogramBin>& bins, const char* value_name, const char* count_name);
/// The "graph" object of a graph that was read: its name, size, and what was dropped or merged.
Json json_graph(const std::string& name, const InputReport& input);
/// What is needed to get the same answer again.
Json json_provenance(const Provenance& provenance);
/// A field as it stands in an indented document: its name, its value, without the ends of lines around them.
std::string json_field(const char* name, const Json& value);
/// What a graph is declared to be the core of; what is not known of it is null.
Json json_core_of(const CoreOrigin& origin);

}  // namespace lode::detail
