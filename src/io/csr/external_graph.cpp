#include "io/csr/external_graph.hpp"

#include <algorithm>

#include "core/assert.hpp"
#include "io/csr/compaction.hpp"

namespace lode::detail {

ExternalGraph::ExternalGraph(const ExternalOptions& options) : options_(options), ends_(options.folder) {
  if (options_.weighted) weights_.emplace(options.folder);
}

void ExternalGraph::note(std::span<const std::uint32_t> ends) {
  std::uint32_t largest = 0;
  for (const std::uint32_t id : ends) largest = std::max(largest, id);
  largest_id_ = std::max<std::uint64_t>(largest_id_, largest);
  ranks_.extend(largest_id_);
  if (arcs_of_range_.size() <= largest_id_ >> range_bits) {
    arcs_of_range_.resize(std::max<std::size_t>((largest_id_ >> range_bits) + 1, 2 * arcs_of_range_.size()),
                          0);
  }
  for (std::size_t i = 0; i < ends.size(); i += 2) {
    ranks_.insert(ends[i]);
    ranks_.insert(ends[i + 1]);
    const std::uint64_t arcs = ends[i] != ends[i + 1];
    self_loops_ += 1 - arcs;
    arcs_of_range_[ends[i] >> range_bits] += arcs;
    arcs_of_range_[ends[i + 1] >> range_bits] += arcs;
  }
}

void ExternalGraph::add(std::span<const std::uint32_t> ends, std::span<const Weight> weights) {
  if (ends.empty()) return;
  note(ends);
  ends_.write_at(8 * edges_, ends.data(), ends.size_bytes());
  if (weights_) weights_->write_at(8 * edges_, weights.data(), weights.size_bytes());
  for (const Weight w : weights) largest_weight_ = std::max(largest_weight_, std::abs(w));
  edges_ += ends.size() / 2;
}

void ExternalGraph::add_in_front(std::uint32_t u, std::uint32_t v, Weight weight) {
  LODE_ASSERT_LIGHT(!has_front_);
  has_front_ = true;
  const std::uint32_t ends[] = {u, v};
  note(ends);
  ends_.write_at(0, ends, sizeof ends);
  if (weights_) weights_->write_at(0, &weight, sizeof weight);
  largest_weight_ = std::max(largest_weight_, std::abs(weight));
}

void ExternalGraph::declare_vertices(std::uint64_t n) {
  declared_ = true;
  vertices_ = n;
}

void ExternalGraph::number_vertices(const CompressedInput& input) {
  if (!declared_) vertices_ = ranks_.finish();
  check_vertex_count(vertices_, input.display_name());
  const std::uint64_t ids = declared_ ? vertices_ : largest_id_ + 1;
  arcs_of_range_.resize(((ids - 1) >> range_bits) + 1, 0);
}

Vertex ExternalGraph::first_of_range(std::size_t range) const {
  const std::uint64_t id = static_cast<std::uint64_t>(range) << range_bits;
  if (declared_) return static_cast<Vertex>(std::min(vertices_, id));
  return static_cast<Vertex>(id / 64 < ranks_.words().size() ? ranks_.words()[id / 64].before : vertices_);
}

}  // namespace lode::detail
