#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <lode/io/read_graph.hpp>

namespace lode::detail {

/// A file in an archive.
struct ZipMember {
  std::string name;
  std::uint64_t size = 0;   ///< unpacked
  std::string_view packed;  ///< in the archive
  bool deflated = false;    ///< else stored as it is
  std::uint32_t crc = 0;    ///< of what is unpacked
};

/// The members of a zip archive that is in memory, by its directory, which stands at its end; archives and
/// members beyond 4 GiB (zip64) included. Errors: InputError naming `display_name` for archives that are cut
/// off or damaged, encrypted members, and ways
///         of packing other than deflate.
std::vector<ZipMember> zip_members(std::string_view archive, const std::string& display_name);

/// The bytes of a member, unpacked piece by piece. The archive must outlive it.
class ZipStream {
 public:
  ZipStream(const ZipMember& member, std::string display_name);
  ~ZipStream();
  ZipStream(ZipStream&&) noexcept;

  /// The next `size` bytes; fewer only at the end, where size and checksum are compared with the directory.
  /// Errors: InputError for damaged data.
  std::size_t read(char* out, std::size_t size);

 private:
  struct Inflater;
  std::size_t unpack(char* out, std::size_t size);
  [[noreturn]] void fail_damaged() const;

  std::string display_name_, name_;
  std::uint64_t left_;  ///< bytes of the member that have not been read
  std::string_view packed_;
  std::uint32_t crc_, wanted_crc_;
  std::unique_ptr<Inflater> inflater_;  ///< none: stored
};

}  // namespace lode::detail
