#include "run/kept_phases.hpp"

namespace lode::cluster {

void write(CheckpointWriter& file, const LocalEdges& edges) {
  file.value(edges.counts);
  file.array<std::uint64_t>(edges.ids);
  file.value(edges.labelled);
  file.value<std::uint64_t>(edges.labels.size());
  edges.labels.for_each([&](detail::LabelRecord record) { file.array<char>(record.label()); });
  file.value<std::uint64_t>(edges.chunks.size());
  for (const auto& chunk : edges.chunks) file.array<std::uint32_t>(chunk.span());
}

void read(CheckpointReader& file, LocalEdges& edges) {
  edges.counts = file.value<ReadCounts>();
  edges.ids = file.array<std::uint64_t>();
  edges.labelled = file.value<bool>();
  edges.labels = {};
  for (auto count = file.value<std::uint64_t>(); count > 0; --count) {
    const std::string label = file.text();
    edges.labels.number(label, edges.labels.hash(label));
  }
  edges.chunks.clear();
  for (auto count = file.value<std::uint64_t>(); count > 0; --count) {
    edges.chunks.push_back(file.buffer<std::uint32_t>());
  }
}

void write(CheckpointWriter& file, const Rows& rows) {
  file.value(rows.vertices);
  file.value(rows.edges);
  file.array<std::uint64_t>(rows.first);
  file.value(rows.begin);
  file.array<std::uint64_t>(rows.ids);
  file.value(rows.labelled);
  file.array<std::uint64_t>(rows.labels.begin);
  file.array<char>(rows.labels.characters);
  file.array<std::uint64_t>(rows.offsets);
  file.array<std::uint32_t>(rows.columns.span().first(rows.arcs()));
  file.array<std::uint64_t>(rows.ghosts);
}

void read(CheckpointReader& file, Rows& rows) {
  rows.vertices = file.value<std::uint64_t>();
  rows.edges = file.value<std::uint64_t>();
  rows.first = file.array<std::uint64_t>();
  rows.begin = file.value<std::uint64_t>();
  rows.ids = file.array<std::uint64_t>();
  rows.labelled = file.value<bool>();
  rows.labels.begin = file.array<std::uint64_t>();
  rows.labels.characters = file.array<char>();
  rows.offsets = file.array<std::uint64_t>();
  rows.columns = file.buffer<std::uint32_t>();
  rows.ghosts = file.array<std::uint64_t>();
}

void write(CheckpointWriter& file, const WholeBounds& bounds) {
  file.value<std::uint64_t>(bounds.bounds.size());
  for (const StatedBound& bound : bounds.bounds) {
    file.value(bound.size);
    file.value(bound.value);
    file.array<char>(bound.rule);
  }
  file.value(bounds.eigenvalue_quotient);
  file.value(bounds.eigenvalue_rounds);
  file.value(bounds.eigenvalue_estimate);
}

void read(CheckpointReader& file, WholeBounds& bounds) {
  bounds.bounds.clear();
  for (auto count = file.value<std::uint64_t>(); count > 0; --count) {
    StatedBound bound;
    bound.size = file.value<std::uint64_t>();
    bound.value = file.value<double>();
    bound.rule = file.text();
    bounds.bounds.push_back(std::move(bound));
  }
  bounds.eigenvalue_quotient = file.value<std::uint64_t>();
  bounds.eigenvalue_rounds = file.value<int>();
  bounds.eigenvalue_estimate = file.value<double>();
}

void write(CheckpointWriter& file, const ChosenCore& chosen) {
  file.value(chosen.core);
  file.array<PeelLevel>(chosen.levels);
}

void read(CheckpointReader& file, ChosenCore& chosen) {
  chosen.core = file.value<PeelLevel>();
  chosen.levels = file.array<PeelLevel>();
}

}  // namespace lode::cluster
