#pragma once

#include <cstdint>
#include <span>

#include "io/csr/label_table.hpp"

namespace lode::detail {

struct OrderedLabel {
  std::uint64_t prefix = 0;  ///< scratch of sort_labels
  LabelRecord record;
};

/// Sorts different labels by increasing bytes.
///
/// Method: by eight bytes, then every group of labels that agree so far by the next eight (labels of one text
///         share long beginnings); groups that agree in very many bytes by comparison.
/// Runs on the threads of the surrounding arena.
void sort_labels(std::span<OrderedLabel> labels);

}  // namespace lode::detail
