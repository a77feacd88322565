#include <cmath>

#include <lode/io/matrix_file.hpp>

#include "fuzz/fuzz_target.hpp"
#include "fuzz/mutation.hpp"
#include "io/matrix/readers.hpp"

/// A matrix; the first byte says in which format.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lode;
  if (size == 0) return 0;
  constexpr MatrixFile (*readers[])(const detail::GraphInput&) = {
      detail::read_npy, detail::read_matrix_market_values, detail::read_csv_values};
  try {
    detail::CompressedInput input(fuzz::text_of(data + 1, size - 1), "input", detail::IfEmpty());
    const MatrixFile file = readers[data[0] % 3]({input, {}, fuzz::run_context()});
    fuzz::require(!file.dense || file.values.size() == file.rows * file.columns);
    for (const double value : file.values) fuzz::require(std::isfinite(value));
    for (const MatrixEntry& entry : file.entries) {
      fuzz::require(entry.row < file.rows && entry.column < file.columns && std::isfinite(entry.value));
    }
    fuzz::require(!file.summary().empty());
    vector_from(file);
  } catch (const InputError& error) {
    fuzz::require(!error.problem().empty());
  }
  return 0;
}
