#pragma once

#include <vector>

#include <lode/graph/cores.hpp>

#include "checkpoint.hpp"
#include "graph_part.hpp"
#include "number_phase.hpp"
#include "peel_phase.hpp"
#include "share.hpp"

namespace lode::cluster {

// What a run has after each step, to a checkpoint and back.

void put(StateWriter& writer, const Share& share);
void get(StateReader& reader, Share& share);

void put(StateWriter& writer, const Numbering& numbering);
void get(StateReader& reader, Numbering& numbering);

void put(StateWriter& writer, const GraphPart& part);
void get(StateReader& reader, GraphPart& part);

void put(StateWriter& writer, const std::vector<StatedBound>& bounds);
void get(StateReader& reader, std::vector<StatedBound>& bounds);

void put(StateWriter& writer, const CoreCut& cut);
void get(StateReader& reader, CoreCut& cut);

}  // namespace lode::cluster
