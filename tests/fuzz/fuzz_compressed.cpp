#include "fuzz/containers.hpp"
#include "fuzz/fuzz_target.hpp"
#include "fuzz/mutation.hpp"
#include "io/formats/formats.hpp"

// A compressed graph. The mutator unpacks it, changes the text, and packs it again, so that changes get past
// the checksums; now and then it damages the container.

namespace {

using namespace lode;

constexpr std::size_t most_text = 1 << 16;

/// What a container holds, up to `most_text` bytes; nothing for a damaged one.
std::optional<std::string> unpacked(std::string_view bytes) {
  try {
    detail::CompressedInput input(bytes, "input");
    std::string text(most_text, '\0');
    text.resize(input.read(text.data(), text.size()));
    return text;
  } catch (const InputError&) {
    return {};
  }
}

/// One container, or two whose texts belong together.
std::string packed_again(const std::string& text, Rng& rng) {
  const std::uint64_t kind = rng.below(8);
  if (rng.below(4) != 0) return fuzz::packed(text, kind);
  const std::size_t cut = rng.below(text.size() + 1);
  const std::uint64_t second = rng.below(8) == 0 ? rng.below(8) : kind;
  return fuzz::packed(text.substr(0, cut), kind) + fuzz::packed(text.substr(cut), second);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto read = [](std::string_view bytes, const ReadOptions& options, const RunContext& run) {
    detail::CompressedInput input(bytes, "input");
    return detail::detect(input, options).read({input, options, run, {.vertices = 256, .arcs = 1024}});
  };
  return fuzz::run_reader(data, size, read);
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed) {
  constexpr std::size_t most_mutated = 512;
  Rng rng(seed);
  if (size < 2 || rng.below(8) == 0) return LLVMFuzzerMutate(data, size, max_size);
  const auto text = unpacked(fuzz::text_of(data + 1, size - 1));
  if (!text) return LLVMFuzzerMutate(data, size, max_size);
  std::string bytes(1, static_cast<char>(rng.below(16) == 0 ? rng.below(256) : data[0]));
  bytes += packed_again(rng.below(8) == 0 ? *text : fuzz::mutated(*text, most_mutated), rng);
  if (rng.below(8) == 0) bytes = fuzz::mutated(bytes, max_size);
  return fuzz::give(bytes, data, max_size);
}
