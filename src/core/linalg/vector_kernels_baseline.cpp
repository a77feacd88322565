#include "core/linalg/vector_kernels.hpp"

namespace lode::detail {
namespace {

constexpr std::size_t lanes = 2;
#include "core/linalg/vector_kernels_body.hpp"

}  // namespace

const VectorKernels& baseline_kernels() { return all_kernels; }

}  // namespace lode::detail
