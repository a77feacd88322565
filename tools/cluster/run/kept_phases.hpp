#pragma once

#include "bounds/whole_bounds.hpp"
#include "core/choose_core.hpp"
#include "core/peeling.hpp"
#include "graph/rows.hpp"
#include "read/read_shards.hpp"
#include "run/checkpoint.hpp"

namespace lode::cluster {

// What a checkpoint keeps of every phase.

void write(CheckpointWriter& file, const LocalEdges& edges);
void read(CheckpointReader& file, LocalEdges& edges);
void write(CheckpointWriter& file, const Rows& rows);
void read(CheckpointReader& file, Rows& rows);
void write(CheckpointWriter& file, const WholeBounds& bounds);
void read(CheckpointReader& file, WholeBounds& bounds);
void write(CheckpointWriter& file, const ChosenCore& chosen);
void read(CheckpointReader& file, ChosenCore& chosen);

}  // namespace lode::cluster
