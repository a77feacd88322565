#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <new>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/catalogue.hpp>

#include "io/catalogue/content_digest.hpp"
#include "io/stream/compressed_input.hpp"

#ifdef LODE_WITH_OPENSSL
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/opensslv.h>

#include "core/shared_library.hpp"
#endif

namespace lode {

#ifdef LODE_WITH_OPENSSL

namespace {

/// OpenSSL, loaded by the first checksum.
struct LibCrypto {
#ifdef OPENSSL_SHLIB_VERSION  // from 3.0 on, a number
  detail::SharedLibrary library{"libcrypto.so." OPENSSL_MSTR(OPENSSL_SHLIB_VERSION)};
#else
  detail::SharedLibrary library{"libcrypto.so." SHLIB_VERSION_NUMBER};
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
  /// Where there was no memory for it, the other functions would use it all the same, and crash.
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

class Sha256 {
 public:
  /// OpenSSL is there.
  explicit Sha256(std::string path) : path_(std::move(path)), context_(nullptr, libcrypto().EVP_MD_CTX_free) {
    if (libcrypto().has_context()) context_.reset(libcrypto().EVP_MD_CTX_new());
    if (!context_) throw std::bad_alloc();
    if (libcrypto().EVP_DigestInit_ex(context_.get(), libcrypto().EVP_sha256(), nullptr) != 1) fail();
  }

  void update(const char* bytes, std::size_t size) {
    if (libcrypto().EVP_DigestUpdate(context_.get(), bytes, size) != 1) fail();
  }

  /// Must be the last call.
  std::string hexadecimal() {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    if (libcrypto().EVP_DigestFinal_ex(context_.get(), digest, &size) != 1) fail();
    std::string text;
    for (unsigned i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
    return text;
  }

 private:
  [[noreturn]] void fail() const {
    throw SystemError(path_ + ": OpenSSL has no SHA-256, or no memory for it");
  }

  std::string path_;
  std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context_;
};

/// Leaves out every CR before an LF, across calls.
class LineEndFilter {
 public:
  void feed(const char* bytes, std::size_t size, Sha256& digest) {
    const char* const end = bytes + size;
    if (size > 0 && pending_) {
      if (*bytes != '\n') digest.update("\r", 1);
      pending_ = false;
    }
    while (bytes < end) {
      const auto* cr =
          static_cast<const char*>(std::memchr(bytes, '\r', static_cast<std::size_t>(end - bytes)));
      const char* const stop = cr ? cr : end;
      digest.update(bytes, static_cast<std::size_t>(stop - bytes));
      if (!cr) return;
      bytes = cr + 1;
      if (bytes == end) {
        pending_ = true;
      } else if (*bytes != '\n') {
        digest.update("\r", 1);
      }
    }
  }

  void finish(Sha256& digest) {
    if (pending_) digest.update("\r", 1);
  }

 private:
  bool pending_ = false;  ///< a CR whose successor is not known yet
};

}  // namespace

std::string detail::sha256_problem() {
  const std::string& problem = libcrypto().library.problem();
  return problem.empty() ? ""
                         : fmt::format("lode computes checksums with OpenSSL ({}); install libssl3", problem);
}

std::string file_sha256(const std::string& path, const RunContext& run) {
  if (!detail::sha256_problem().empty()) return {};
  std::error_code ignored;
  if (path == "-" ||
      (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)))
    return {};
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rbe"), std::fclose);
  if (!file) throw InputError({path}, fmt::format("cannot read: {}", std::strerror(errno)), "check the path");
  Sha256 digest(path);
  std::vector<char> buffer(std::size_t{1} << 18);
  while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), file.get())) {
    run.require_time(path + ": checking");
    digest.update(buffer.data(), size);
  }
  if (std::ferror(file.get())) {
    throw InputError({path}, fmt::format("cannot read: {}", std::strerror(errno)), "check the file");
  }
  return digest.hexadecimal();
}

detail::ContentDigest detail::content_digest(const std::string& path, const RunContext& run) {
  if (const std::string problem = sha256_problem(); !problem.empty()) throw SystemError(problem);
  CompressedInput input(path);
  Sha256 as_is(path);
  Sha256 with_lf(path);
  LineEndFilter filter;
  std::vector<char> buffer(std::size_t{1} << 20);
  while (const std::size_t size = input.read(buffer.data(), buffer.size())) {
    run.require_time(path + ": checking");
    as_is.update(buffer.data(), size);
    filter.feed(buffer.data(), size, with_lf);
  }
  filter.finish(with_lf);
  return {as_is.hexadecimal(), with_lf.hexadecimal()};
}

#else

std::string detail::sha256_problem() {
  return "this lode was built without OpenSSL and cannot compute checksums; install libssl-dev and build it "
         "again";
}

std::string file_sha256(const std::string&, const RunContext&) { return {}; }

detail::ContentDigest detail::content_digest(const std::string&, const RunContext&) {
  throw SystemError(sha256_problem());
}

#endif

}  // namespace lode
