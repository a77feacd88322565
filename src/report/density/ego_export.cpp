#include <lode/io/write_graph.hpp>
#include <lode/report/density_report.hpp>

namespace lode {
namespace {

std::string render(const EgoNetwork& network, const std::string& format) {
  WriteOptions options;
  options.format = format;
  options.attributes = {{"member", {network.member.begin(), network.member.end()}}};
  std::string text;
  write_graph(
      network.graph, [&](std::string_view piece) { text += piece; }, options, RunContext({.threads = 1}));
  return text;
}

}  // namespace

std::string render_graphml(const EgoNetwork& network) { return render(network, "graphml"); }

std::string render_gexf(const EgoNetwork& network) { return render(network, "gexf"); }

}  // namespace lode
