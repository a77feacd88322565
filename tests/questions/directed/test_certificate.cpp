#include <lode/bounds/certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/questions/directed.hpp>

#include "questions/asked.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

/// Arcs 0, 1 -> 2, 3 and a loop at 4.
std::string sample(const test::TemporaryFolder& folder) {
  return folder.write("arcs.txt", "0 2\n0 3\n1 2\n1 3\n4 4\n");
}

QuestionAnswer ask(const std::string& path, test::Asked::Options options) {
  test::Asked in(path, std::move(options));
  return test::question_of("densest", "--directed").ask(in);
}

}  // namespace

TEST_CASE("certificates of directed pairs are read, checked and refused when changed") {
  const test::TemporaryFolder folder;
  const std::string graph = sample(folder);
  const Arcs arcs = read_arcs(graph).arcs;
  const std::string text = test::file_of(ask(graph, {{"--certificate", "proof.json"}}), "--certificate");
  const std::string path = folder.write("proof.json", text);
  CHECK(subgraph::certificate_kind(path) == "directed");
  CHECK(check_directed_certificate(path, arcs).answer.rho() == 2.0);
  CHECK(subgraph::certificate_kind(folder.write("other.json", "{\"command\": \"find\"}")).empty());
  CHECK_THROWS_AS(check_directed_certificate(folder.write("cut.json", text.substr(0, text.size() / 2)), arcs),
                  InputError);
  CHECK_THROWS_AS(check_directed_certificate(path, arcs.without_loops()), InputError);
}
