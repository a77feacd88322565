#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lode/graph/generators.hpp>

#include "shell/outputs.hpp"
#include "shell/session.hpp"

namespace lode::tool {

/// The options of all kinds of graphs; each kind uses some of them.
struct GenerateArguments {
  std::string output;
  std::string set_path;
  std::uint64_t seed = 1;
  int threads = 0;
  Outputs out;

  GnpOptions gnp;
  RmatOptions rmat;
  bool as_drawn = false;
  PlantedOptions planted;
  RegularOptions regular;
  BipartiteOptions bipartite;
  std::vector<Vertex> parts;
};

/// Makes a graph; a planted set goes into the second argument.
using Make = Graph (*)(const GenerateArguments&, VertexSet&, const RunContext&);

/// Generates a graph and writes it with its planted set, if any.
void write_generated(const GenerateArguments& arguments, Session& session, Make make);
/// Writes R-MAT lines after a header "n m", without the list in memory.
void write_drawn_lines(const GenerateArguments& arguments, Session& session);

}  // namespace lode::tool
