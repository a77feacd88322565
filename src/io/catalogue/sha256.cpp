#include <array>
#include <bit>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/catalogue.hpp>

#include "io/stream/compressed_input.hpp"

namespace lode {
namespace {

using namespace detail;

/// SHA-256 of bytes that arrive in pieces (FIPS 180-4).
class Sha256 {
 public:
  void add(std::string_view bytes) {
    size_ += bytes.size();
    rest_ += bytes;
    std::size_t at = 0;
    for (; rest_.size() - at >= 64; at += 64) take_block(rest_.data() + at);
    rest_.erase(0, at);
  }
  /// 64 hexadecimal digits. The last call.
  std::string digits() {
    const std::uint64_t bits = __builtin_bswap64(8 * size_);
    std::string end("\x80");
    end.resize((119 - rest_.size()) % 64 + 1, '\0');
    end.append(reinterpret_cast<const char*>(&bits), sizeof bits);
    add(end);
    std::string text;
    for (const std::uint32_t word : state_) text += fmt::format("{:08x}", word);
    return text;
  }

 private:
  void take_block(const char* bytes) {
    // clang-format off
    static constexpr std::uint32_t constants[64] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
    // clang-format on
    const auto mixed = [](std::uint32_t x, int a, int b, std::uint32_t third) {
      return std::rotr(x, a) ^ std::rotr(x, b) ^ third;
    };
    std::array<std::uint32_t, 64> w;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    for (std::size_t i = 0; i < 64; ++i) {
      if (i < 16) {
        std::memcpy(&w[i], bytes + 4 * i, 4);
        w[i] = __builtin_bswap32(w[i]);
      } else {
        w[i] = w[i - 16] + mixed(w[i - 15], 7, 18, w[i - 15] >> 3) + w[i - 7] +
               mixed(w[i - 2], 17, 19, w[i - 2] >> 10);
      }
    }
    auto [a, b, c, d, e, f, g, h] = state_;
    for (std::size_t i = 0; i < 64; ++i) {
      const std::uint32_t x =
          h + mixed(e, 6, 11, std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + w[i];
      const std::uint32_t y = mixed(a, 2, 13, std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = std::exchange(g, std::exchange(f, std::exchange(e, d + x)));
      d = std::exchange(c, std::exchange(b, std::exchange(a, x + y)));
    }
    const std::array<std::uint32_t, 8> added = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < 8; ++i) state_[i] += added[i];
  }

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::uint64_t size_ = 0;
  std::string rest_;  ///< a partial block
};

/// Calls visit(bytes) for all that `read` puts into a buffer until it returns 0.
template <class Read, class Visit>
void for_each_piece(const std::string& path, const RunContext& run, const Read& read, const Visit& visit) {
  std::vector<char> buffer(std::size_t{1} << 18);
  while (const std::size_t size = read(buffer.data(), buffer.size())) {
    run.require_time(path + ": checking");
    visit(std::string_view(buffer.data(), size));
  }
}

/// SHA-256 of a file's unpacked content, unchanged and with LF for every CR LF.
std::pair<std::string, std::string> content_sha256(const std::string& path, const RunContext& run) {
  CompressedInput input(path);
  Sha256 kept;
  Sha256 lf;
  std::string text;
  bool held = false;  // a CR whose successor is unknown
  const auto read = [&](char* out, std::size_t size) { return input.read(out, size); };
  for_each_piece(path, run, read, [&](std::string_view bytes) {
    kept.add(bytes);
    text.clear();
    for (const char c : bytes) {
      if (held && c != '\n') text += '\r';
      held = c == '\r';
      if (!held) text += c;
    }
    lf.add(text);
  });
  if (held) lf.add("\r");
  return {kept.digits(), lf.digits()};
}

}  // namespace

std::string file_sha256(const std::string& path, const RunContext& run) {
  std::error_code ignored;
  if (path == "-" ||
      (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)))
    return {};
  RawInput input(path, path);
  Sha256 digest;
  const auto read = [&](char* out, std::size_t size) { return input.read_some(out, size); };
  for_each_piece(path, run, read, [&](std::string_view bytes) { digest.add(bytes); });
  return digest.digits();
}

FileCheck check_file(const CatalogueGraph& graph, const CatalogueFile& file, const std::string& path,
                     const RunContext& run) {
  FileCheck check{graph.name, file.name, path, FileState::matches, ""};
  try {
    const auto [kept, lf] = content_sha256(path, run);
    if (kept != file.sha256 && lf != file.sha256) {
      check.state = FileState::differs;
      check.problem = fmt::format("the content has SHA-256 {}, the catalogue {}", kept, file.sha256);
    }
  } catch (const InputError& error) {
    check.state = FileState::damaged;
    check.problem = error.problem();
  }
  return check;
}

std::vector<FileCheck> check_graph(const CatalogueGraph& graph, const SearchFolders& folders,
                                   const RunContext& run) {
  std::vector<FileCheck> checks;
  for (const CatalogueFile& file : graph.files) {
    if (const auto path = find_catalogue_file(file, folders)) {
      checks.push_back(check_file(graph, file, *path, run));
    }
  }
  return checks;
}

std::string_view to_string(FileState state) {
  constexpr std::string_view names[] = {"ok", "differs", "damaged"};
  return names[static_cast<std::size_t>(state)];
}

}  // namespace lode
