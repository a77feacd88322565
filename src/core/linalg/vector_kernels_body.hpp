// The loops of VectorKernels for vectors of `lanes` doubles, a constant that the including source defines in
// its anonymous namespace before it includes this file there. Only plain functions: nothing compiled with the
// flags of that source may take the place of a function of another.

/// In registers, and as found in memory.
using Packet = double __attribute__((vector_size(sizeof(double) * lanes)));
// Clang leaves out the alignment of a type behind an equals sign.
using StoredPacket __attribute__((vector_size(sizeof(double) * lanes), aligned(8), may_alias)) = double;
static_assert(alignof(StoredPacket) == alignof(double));

constexpr std::size_t tile_packets = 2;

#define LODE_LOAD(address) (*reinterpret_cast<const StoredPacket*>(address))
#define LODE_STORE(address) (*reinterpret_cast<StoredPacket*>(address))

void add_tile(std::size_t depth, const double* a, const double* b, double alpha, double* c,
              std::size_t stride) {
  for (std::size_t j = 0; j < tile_columns; ++j) __builtin_prefetch(c + j * stride, 1);
  Packet sums[tile_columns][tile_packets] = {};
#pragma GCC unroll 4
  for (std::size_t k = 0; k < depth; ++k) {
    const Packet upper = LODE_LOAD(a);
    const Packet lower = LODE_LOAD(a + lanes);
#pragma GCC unroll 6
    for (std::size_t j = 0; j < tile_columns; ++j) {
      sums[j][0] += upper * b[j];
      sums[j][1] += lower * b[j];
    }
    a += tile_packets * lanes;
    b += tile_columns;
  }
#pragma GCC unroll 6
  for (std::size_t j = 0; j < tile_columns; ++j) {
    LODE_STORE(c + j * stride) += alpha * sums[j][0];
    LODE_STORE(c + j * stride + lanes) += alpha * sums[j][1];
  }
}

double dot(std::size_t n, const double* x, const double* y) {
  constexpr std::size_t width = 8;
  Packet packets[width / lanes] = {};
  std::size_t i = 0;
  for (; i + width <= n; i += width) {
#pragma GCC unroll 4
    for (std::size_t p = 0; p < width / lanes; ++p) {
      packets[p] += LODE_LOAD(x + i + p * lanes) * LODE_LOAD(y + i + p * lanes);
    }
  }
  double sums[width];
  for (std::size_t l = 0; l < width; ++l) sums[l] = packets[l / lanes][l % lanes];
  for (std::size_t l = 0; i < n; ++i, ++l) sums[l] += x[i] * y[i];
  return ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}

void add_scaled(std::size_t n, double t, const double* x, double* y) {
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) LODE_STORE(y + i) += t * LODE_LOAD(x + i);
  for (; i < n; ++i) y[i] += t * x[i];
}

void add_scaled_products(std::size_t n, double t, const double* x, const double* y, double* z) {
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) LODE_STORE(z + i) += t * (LODE_LOAD(x + i) * LODE_LOAD(y + i));
  for (; i < n; ++i) z[i] += t * (x[i] * y[i]);
}

double least_sum(std::size_t n, const double* x, const double* y) {
  constexpr std::size_t chains = 4;
  double least = __builtin_inf();
  std::size_t i = 0;
  if (n >= chains * lanes) {
    Packet low[chains];
    for (std::size_t p = 0; p < chains; ++p) low[p] = LODE_LOAD(x + p * lanes) + LODE_LOAD(y + p * lanes);
    for (i = chains * lanes; i + chains * lanes <= n; i += chains * lanes) {
#pragma GCC unroll 4
      for (std::size_t p = 0; p < chains; ++p) {
        const Packet sum = LODE_LOAD(x + i + p * lanes) + LODE_LOAD(y + i + p * lanes);
        low[p] = sum < low[p] ? sum : low[p];
      }
    }
    for (std::size_t p = 1; p < chains; ++p) low[0] = low[p] < low[0] ? low[p] : low[0];
    for (std::size_t l = 0; l < lanes; ++l) least = low[0][l] < least ? low[0][l] : least;
  }
  for (; i < n; ++i) least = x[i] + y[i] < least ? x[i] + y[i] : least;
  return least;
}

void add_columns(std::size_t n, const double* a, std::size_t stride, const double* t, double* y) {
  const double* const a1 = a + stride;
  const double* const a2 = a1 + stride;
  const double* const a3 = a2 + stride;
  const double t0 = t[0], t1 = t[1], t2 = t[2], t3 = t[3];
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    Packet sum = LODE_LOAD(y + i);
    sum += t0 * LODE_LOAD(a + i);
    sum += t1 * LODE_LOAD(a1 + i);
    sum += t2 * LODE_LOAD(a2 + i);
    sum += t3 * LODE_LOAD(a3 + i);
    LODE_STORE(y + i) = sum;
  }
  for (; i < n; ++i) y[i] = (((y[i] + t0 * a[i]) + t1 * a1[i]) + t2 * a2[i]) + t3 * a3[i];
}

/// The sums of four lanes and of what is left of four columns from `first` on.
constexpr std::size_t column_width = 4;

void finish_columns(std::size_t first, std::size_t n, const double* a, std::size_t stride, const double* x,
                    const Packet (*packets)[column_width / lanes], double* sums) {
  for (std::size_t c = 0; c < 4; ++c) {
    double lane[column_width];
    for (std::size_t l = 0; l < column_width; ++l) lane[l] = packets[c][l / lanes][l % lanes];
    for (std::size_t i = first, l = 0; i < n; ++i, ++l) lane[l] += a[c * stride + i] * x[i];
    sums[c] = (lane[0] + lane[2]) + (lane[1] + lane[3]);
  }
}

void dot_columns(std::size_t n, const double* a, std::size_t stride, const double* x, double* sums) {
  Packet packets[4][column_width / lanes] = {};
  std::size_t i = 0;
  for (; i + column_width <= n; i += column_width) {
#pragma GCC unroll 2
    for (std::size_t p = 0; p < column_width / lanes; ++p) {
      const Packet value = LODE_LOAD(x + i + p * lanes);
#pragma GCC unroll 4
      for (std::size_t c = 0; c < 4; ++c) packets[c][p] += LODE_LOAD(a + c * stride + i + p * lanes) * value;
    }
  }
  finish_columns(i, n, a, stride, x, packets, sums);
}

void add_and_dot_columns(std::size_t n, const double* a, std::size_t stride, const double* t, double* y,
                         const double* x, double* sums) {
  Packet packets[4][column_width / lanes] = {};
  const double t0 = t[0], t1 = t[1], t2 = t[2], t3 = t[3];
  std::size_t i = 0;
  for (; i + column_width <= n; i += column_width) {
#pragma GCC unroll 2
    for (std::size_t p = 0; p < column_width / lanes; ++p) {
      const std::size_t at = i + p * lanes;
      const Packet value = LODE_LOAD(x + at);
      const Packet c0 = LODE_LOAD(a + at);
      const Packet c1 = LODE_LOAD(a + stride + at);
      const Packet c2 = LODE_LOAD(a + 2 * stride + at);
      const Packet c3 = LODE_LOAD(a + 3 * stride + at);
      packets[0][p] += c0 * value;
      packets[1][p] += c1 * value;
      packets[2][p] += c2 * value;
      packets[3][p] += c3 * value;
      Packet sum = LODE_LOAD(y + at);
      sum += t0 * c0;
      sum += t1 * c1;
      sum += t2 * c2;
      sum += t3 * c3;
      LODE_STORE(y + at) = sum;
    }
  }
  finish_columns(i, n, a, stride, x, packets, sums);
  for (; i < n; ++i) {
    y[i] = (((y[i] + t0 * a[i]) + t1 * a[stride + i]) + t2 * a[2 * stride + i]) + t3 * a[3 * stride + i];
  }
}

#undef LODE_LOAD
#undef LODE_STORE

constexpr VectorKernels all_kernels{tile_packets * lanes, add_tile,  dot,         add_scaled,
                                    add_scaled_products,  least_sum, add_columns, dot_columns,
                                    add_and_dot_columns};
