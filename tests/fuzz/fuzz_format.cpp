#include "fuzz/fuzz_target.hpp"
#include "io/formats/formats.hpp"

/// The reader of the format LODE_FUZZ_FORMAT; little is believed, so that time goes into parsing.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const lode::detail::Format* const format = lode::detail::find_format(LODE_FUZZ_FORMAT);
  lode::fuzz::require(format && format->read);
  const auto read = [](std::string_view text, const lode::ReadOptions& options, const lode::RunContext& run) {
    lode::detail::CompressedInput input(text, "input");
    return format->read(input, options, run, {.vertices = 1024});
  };
  return lode::fuzz::run_reader(data, size, read);
}
