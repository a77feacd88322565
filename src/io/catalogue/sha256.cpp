#include <array>
#include <filesystem>
#include <memory>
#include <new>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/evp.h>

#include <lode/core/error.hpp>
#include <lode/io/catalogue.hpp>

#include "io/stream/compressed_input.hpp"

namespace lode {
namespace {

using namespace detail;

/// SHA-256 of bytes that arrive in pieces.
class Sha256 {
 public:
  Sha256() { check(context_ && ::EVP_DigestInit_ex(context_.get(), ::EVP_sha256(), nullptr) == 1); }
  void add(std::string_view bytes) {
    check(::EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
  }
  /// 64 hexadecimal digits. The last call.
  std::string digits() {
    std::array<unsigned char, 32> bytes{};
    check(::EVP_DigestFinal_ex(context_.get(), bytes.data(), nullptr) == 1);
    return fmt::format("{:02x}", fmt::join(bytes, ""));
  }

 private:
  /// Only lack of memory stops OpenSSL.
  static void check(bool good) {
    if (!good) throw std::bad_alloc();
  }

  std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context_{::EVP_MD_CTX_new(), ::EVP_MD_CTX_free};
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
