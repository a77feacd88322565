#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <new>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/catalogue.hpp>

#include "io/catalogue/download.hpp"
#include "io/stream/compressed_input.hpp"

#ifdef LODE_WITH_OPENSSL
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/opensslv.h>

#include "core/shared_library.hpp"
#endif

namespace lode {
namespace {

using namespace detail;

/// Reads the next bytes into a buffer; returns their number, 0 at the end.
using ReadSome = std::function<std::size_t(char* out, std::size_t size)>;

enum class LineEnds {
  kept,
  lf  ///< LF for every CR LF
};

#ifdef LODE_WITH_OPENSSL

/// OpenSSL, loaded by the first checksum.
struct LibCrypto {
#ifdef OPENSSL_SHLIB_VERSION  // from 3.0 on, a number
  SharedLibrary library{"libcrypto.so." OPENSSL_MSTR(OPENSSL_SHLIB_VERSION)};
#else
  SharedLibrary library{"libcrypto.so." SHLIB_VERSION_NUMBER};
#endif
#define LODE_CRYPTO_FUNCTION(NAME) decltype(&::NAME) NAME = library.function<decltype(::NAME)>(#NAME);
  LODE_CRYPTO_FUNCTION(EVP_MD_CTX_new)
  LODE_CRYPTO_FUNCTION(EVP_MD_CTX_free)
  LODE_CRYPTO_FUNCTION(EVP_DigestInit_ex)
  LODE_CRYPTO_FUNCTION(EVP_DigestUpdate)
  LODE_CRYPTO_FUNCTION(EVP_DigestFinal_ex)
  LODE_CRYPTO_FUNCTION(EVP_sha256)
#ifdef OPENSSL_SHLIB_VERSION
  LODE_CRYPTO_FUNCTION(OSSL_LIB_CTX_get0_global_default)
  /// Without memory for it, the other functions would use it all the same, and crash.
  bool has_context() const { return OSSL_LIB_CTX_get0_global_default() != nullptr; }
#else
  bool has_context() const { return true; }
#endif
#undef LODE_CRYPTO_FUNCTION
};

LibCrypto& libcrypto() {
  static LibCrypto loaded;
  return loaded;
}

/// Returns the SHA-256 of all bytes that `read` gives, as 64 hexadecimal digits.
std::string sha256(const std::string& path, const ReadSome& read, LineEnds line_ends, const RunContext& run) {
  const LibCrypto& crypto = libcrypto();
  const auto check = [&](int state) {
    if (state != 1) throw SystemError(path + ": OpenSSL has no SHA-256, or no memory for it");
  };
  if (!crypto.has_context()) throw std::bad_alloc();
  const std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> digest(crypto.EVP_MD_CTX_new(),
                                                                  crypto.EVP_MD_CTX_free);
  if (!digest) throw std::bad_alloc();
  check(crypto.EVP_DigestInit_ex(digest.get(), crypto.EVP_sha256(), nullptr));
  std::vector<char> buffer(std::size_t{1} << 18);
  std::size_t held = 0;  // 1: the buffer begins with a CR whose successor is not known yet
  while (const std::size_t size = read(buffer.data() + held, buffer.size() - held)) {
    run.require_time(path + ": checking");
    std::size_t end = held + size;
    held = 0;
    if (line_ends == LineEnds::lf) {
      std::size_t kept = 0;
      for (std::size_t i = 0; i < end; ++i) {
        if (buffer[i] != '\r' || i + 1 == end || buffer[i + 1] != '\n') buffer[kept++] = buffer[i];
      }
      end = kept;
      if (buffer[end - 1] == '\r') {
        held = 1;
        --end;
      }
    }
    check(crypto.EVP_DigestUpdate(digest.get(), buffer.data(), end));
    if (held > 0) buffer[0] = '\r';
  }
  check(crypto.EVP_DigestUpdate(digest.get(), buffer.data(), held));
  unsigned char bytes[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  check(crypto.EVP_DigestFinal_ex(digest.get(), bytes, &size));
  std::string text;
  for (unsigned i = 0; i < size; ++i) text += fmt::format("{:02x}", bytes[i]);
  return text;
}

#else

std::string sha256(const std::string&, const ReadSome&, LineEnds, const RunContext&) { return {}; }

#endif

/// SHA-256 of the unpacked content of a file.
std::string content_sha256(const std::string& path, LineEnds line_ends, const RunContext& run) {
  CompressedInput input(path);
  return sha256(
      path, [&](char* out, std::size_t size) { return input.read(out, size); }, line_ends, run);
}

}  // namespace

std::string detail::sha256_problem() {
#ifdef LODE_WITH_OPENSSL
  const std::string& problem = libcrypto().library.problem();
  return problem.empty() ? ""
                         : fmt::format("lode computes checksums with OpenSSL ({}); install libssl3", problem);
#else
  return "this lode was built without OpenSSL and cannot compute checksums; install libssl-dev and build it "
         "again";
#endif
}

std::string file_sha256(const std::string& path, const RunContext& run) {
  if (!sha256_problem().empty()) return {};
  std::error_code ignored;
  if (path == "-" ||
      (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)))
    return {};
  const auto check = [&](bool good) {
    if (!good)
      throw InputError({path}, fmt::format("cannot read: {}", std::strerror(errno)), "check the file");
  };
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rbe"), std::fclose);
  check(file != nullptr);
  return sha256(
      path,
      [&](char* out, std::size_t size) {
        const std::size_t got = std::fread(out, 1, size, file.get());
        check(std::ferror(file.get()) == 0);
        return got;
      },
      LineEnds::kept, run);
}

FileCheck check_file(const CatalogueGraph& graph, const CatalogueFile& file, const std::string& path,
                     const RunContext& run) {
  if (const std::string problem = sha256_problem(); !problem.empty()) throw SystemError(problem);
  FileCheck check{graph.name, file.name, path, FileState::matches, ""};
  try {
    const std::string digest = content_sha256(path, LineEnds::kept, run);
    if (digest != file.sha256 && content_sha256(path, LineEnds::lf, run) != file.sha256) {
      check.state = FileState::differs;
      check.problem = fmt::format("the content has SHA-256 {}, the catalogue {}", digest, file.sha256);
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
