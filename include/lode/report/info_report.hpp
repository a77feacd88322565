#pragma once

#include <span>
#include <string>

#include <lode/io/read_graph.hpp>
#include <lode/study/graph_summary.hpp>

namespace lode {

/// What `lode info` shows.
struct InfoReport {
  std::string graph;  ///< its name
  InputReport input;
  GraphSummary summary;
};

/// For people: how the file was read, then the graph's facts, one per line.
std::string info_text(const InfoReport& report);
/// One JSON object, schema version 1, with the degree and core histograms.
std::string info_json(const InfoReport& report);
/// "id,degree,core" and one line per vertex, in the order of vertex numbers, original names.
std::string cores_csv(const Graph& graph, std::span<const Vertex> cores);

}  // namespace lode
