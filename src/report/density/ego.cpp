#include <lode/io/write_graph.hpp>
#include <lode/report/density_report.hpp>

namespace lode {

std::string render_graphml(const EgoNetwork& network, const RunContext& run) {
  WriteOptions options;
  options.format = "graphml";
  options.attributes = {{"member", {network.member.begin(), network.member.end()}}};
  std::string text;
  write_graph(
      network.graph, [&](std::string_view piece) { text += piece; }, options, run);
  return text;
}

}  // namespace lode
