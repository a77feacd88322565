#include <nlohmann/json.hpp>

#include <lode/bounds/certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/report/graph_report.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using ParsedJson = nlohmann::json;

namespace {

/// Arcs 0, 1 -> 2, 3 and a loop at 4.
DirectedReport sample_directed(const test::TemporaryFolder& folder) {
  auto loaded = read_arcs(folder.write("arcs.txt", "0 2\n0 3\n1 2\n1 3\n4 4\n"), {}, RunContext());
  DirectedReport report;
  report.name = "arcs";
  report.input = std::move(loaded.report);
  report.arcs = std::move(loaded.arcs);
  report.densest = directed_densest(report.arcs, RunContext(), KeepSplits::yes);
  return report;
}

}  // namespace

TEST_CASE("a directed densest pair as text, lines and JSON") {
  const test::TemporaryFolder folder;
  const DirectedReport report = sample_directed(folder);
  REQUIRE(report.densest.proven_optimal);
  const ParsedJson json = ParsedJson::parse(directed_json(report));
  CHECK(json["command"] == "densest");
  CHECK(json["result"]["sources"] == ParsedJson({0, 1}));
  CHECK(json["result"]["targets"] == ParsedJson({2, 3}));
  CHECK(json["result"]["edges"] == 4);
  CHECK(json["result"]["rho"] == 2);
  CHECK(json["result"]["bound"] == 2);
  CHECK(json["result"]["proven_optimal"] == true);
  CHECK(directed_text(report).find("loops") != std::string::npos);
  CHECK(directed_pair_lines(report.arcs, report.densest) ==
        "# arcs 4\nsource\t0\nsource\t1\ntarget\t2\ntarget\t3\n");
}

TEST_CASE("certificates of directed pairs are read, checked and refused when changed") {
  const test::TemporaryFolder folder;
  const DirectedReport report = sample_directed(folder);
  const std::string text = directed_certificate_json(report);
  const std::string path = folder.write("proof.json", text);
  CHECK(subgraph::certificate_kind(path) == "directed");
  CHECK(check_directed_certificate(path, report.arcs).answer.rho() == report.densest.rho());
  CHECK(subgraph::certificate_kind(folder.write("other.json", "{\"command\": \"find\"}")).empty());
  CHECK_THROWS_AS(
      check_directed_certificate(folder.write("cut.json", text.substr(0, text.size() / 2)), report.arcs),
      InputError);
  CHECK_THROWS_AS(check_directed_certificate(path, report.arcs.without_loops()), InputError);
}
