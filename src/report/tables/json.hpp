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
/// The "graph" object of an input graph: its name, its size, and the counts of dropped and merged edges.
Json json_graph(const std::string& name, const InputReport& input);
/// The data needed to reproduce an answer.
Json json_provenance(const Provenance& provenance);
/// The declared larger graph of a core; unknown values are null.
Json json_core_of(const CoreOrigin& origin);

}  // namespace lode::detail
