#include "core/linalg/vector_kernels.hpp"

namespace lode::detail {

const VectorKernels& vector_kernels() {
#if defined(__x86_64__)
  static const VectorKernels& chosen = __builtin_cpu_supports("avx2") ? avx2_kernels() : baseline_kernels();
  return chosen;
#else
  return baseline_kernels();
#endif
}

}  // namespace lode::detail
