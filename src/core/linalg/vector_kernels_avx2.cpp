// Compiled with -mavx2, whatever the rest of lode is compiled for.
#include "core/linalg/vector_kernels.hpp"

#if defined(__x86_64__)

namespace lode::detail {
namespace {

constexpr std::size_t lanes = 4;
#include "core/linalg/vector_kernels_body.hpp"

}  // namespace

const VectorKernels& avx2_kernels() { return all_kernels; }

}  // namespace lode::detail

#endif
