#include <lode/io/sha256.hpp>

#ifdef LODE_WITH_OPENSSL
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include <fmt/format.h>
#include <openssl/evp.h>

#include <lode/core/error.hpp>
#endif

namespace lode {

#ifdef LODE_WITH_OPENSSL

std::string file_sha256(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rbe"), std::fclose);
  if (!file) throw InputError({path}, fmt::format("cannot read: {}", std::strerror(errno)), "check the path");
  const std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  if (!context || EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) != 1) throw std::bad_alloc();
  std::vector<unsigned char> buffer(std::size_t{1} << 18);
  while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), file.get())) {
    if (EVP_DigestUpdate(context.get(), buffer.data(), size) != 1)
      throw SystemError(path + ": SHA-256 failed");
  }
  if (std::ferror(file.get())) {
    throw InputError({path}, fmt::format("cannot read: {}", std::strerror(errno)), "check the file");
  }
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  if (EVP_DigestFinal_ex(context.get(), digest, &size) != 1) throw SystemError(path + ": SHA-256 failed");
  std::string text;
  for (unsigned i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
  return text;
}

#else

std::string file_sha256(const std::string&) { return {}; }

#endif

}  // namespace lode
