#pragma once

#include <span>
#include <string>

#include <lode/io/estimate_input.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/study/graph_summary.hpp>
#include <lode/study/memory.hpp>

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

/// The memory that reading a graph and working on it will take, for people.
std::string estimate_text(const std::string& graph, const InputEstimate& input, const MemoryEstimate& memory);
/// The same as one JSON object.
std::string estimate_json(const std::string& graph, const InputEstimate& input, const MemoryEstimate& memory);

}  // namespace lode
