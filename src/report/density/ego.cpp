#include <lode/io/write_graph.hpp>
#include <lode/report/density_report.hpp>

namespace lode {
namespace {

std::string render(const EgoNetwork& network, const std::string& format, const RunContext& run) {
  WriteOptions options;
  options.format = format;
  options.attributes = {{"member", {network.member.begin(), network.member.end()}}};
  std::string text;
  write_graph(
      network.graph, [&](std::string_view piece) { text += piece; }, options, run);
  return text;
}

}  // namespace

std::string render_graphml(const EgoNetwork& network, const RunContext& run) {
  return render(network, "graphml", run);
}

std::string render_gexf(const EgoNetwork& network, const RunContext& run) {
  return render(network, "gexf", run);
}

}  // namespace lode
