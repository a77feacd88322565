// Runs a fuzz entry point over files and folders: each file as it is, then damaged in ways that a fixed
// random stream chooses, by the mutator of the entry point, too, if it has one. Ends in an abort or an
// uncaught exception where a fuzzer would.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz/mutation.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" __attribute__((weak)) std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                                                     std::size_t max_size, unsigned int seed);

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> inputs(int count, char** arguments) {
  std::vector<fs::path> paths;
  for (int i = 1; i < count; ++i) {
    if (!fs::is_directory(arguments[i])) {
      paths.emplace_back(arguments[i]);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(arguments[i])) {
      if (entry.is_regular_file()) paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

void run(const std::string& bytes) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

/// Changes, removes, repeats or cuts.
std::string damaged(std::string bytes, lode::Rng& rng) {
  for (std::uint64_t times = 1 + rng.below(4); times > 0 && !bytes.empty(); --times) {
    const std::size_t at = rng.below(bytes.size());
    const std::size_t length = 1 + rng.below(8);
    switch (rng.below(5)) {
      case 0:
        bytes[at] = static_cast<char>(rng.below(256));
        break;
      case 1:
        bytes.erase(at, length);
        break;
      case 2:
        bytes.insert(rng.below(bytes.size() + 1), bytes.substr(at, length));
        break;
      case 3:
        bytes.insert(at, 1, "0123456789-. \n\"[]%#"[rng.below(19)]);
        break;
      default:
        if (rng.below(10) == 0) bytes.resize(at);
        bytes.insert(0, 1, static_cast<char>(rng.below(32)));
        bytes.erase(std::min<std::size_t>(1, bytes.size() - 1), 1);
    }
  }
  return bytes;
}

/// What the mutator of the entry point makes of an input.
std::string mutated_by_entry_point(std::string bytes, lode::Rng& rng) {
  constexpr std::size_t room = 4096;
  const std::size_t size = bytes.size();
  bytes.resize(std::max(size, room));
  const auto seed = static_cast<unsigned int>(rng.next());
  bytes.resize(
      LLVMFuzzerCustomMutator(reinterpret_cast<std::uint8_t*>(bytes.data()), size, bytes.size(), seed));
  return bytes;
}

lode::Rng& damage() {
  static lode::Rng rng(2024);
  return rng;
}

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size) {
  return lode::fuzz::give(damaged(std::string(lode::fuzz::text_of(data, size)), damage()), data, max_size);
}

int main(int count, char** arguments) {
  constexpr std::size_t most_variants = 400;
  constexpr std::size_t most_inputs = 20000;
  const auto paths = inputs(count, arguments);
  const std::size_t variants =
      paths.empty() ? 0 : std::clamp<std::size_t>(most_inputs / paths.size(), 4, most_variants);
  for (const fs::path& path : paths) {
    std::ifstream in(path, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    run(bytes);
    for (std::size_t i = 0; i < variants; ++i) {
      const bool own = LLVMFuzzerCustomMutator && i % 2 == 0;
      run(own ? mutated_by_entry_point(bytes, damage()) : damaged(bytes, damage()));
    }
  }
  std::printf("%zu inputs, %zu damaged variants of each\n", paths.size(), variants);
  return paths.empty() ? 1 : 0;
}
