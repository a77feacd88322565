#include "io/formats/npz/zip_archive.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include <fmt/format.h>
#include <zlib.h>

#include <lode/core/error.hpp>

#include "io/text/fields.hpp"

// Layout: APPNOTE.TXT, .ZIP File Format Specification, PKWARE, 4.3.

namespace lode::detail {
namespace {

constexpr std::string_view local_magic = "PK\3\4";
constexpr std::string_view entry_magic = "PK\1\2";
constexpr std::string_view end_magic = "PK\5\6";
constexpr std::string_view end64_magic = "PK\6\6";
constexpr std::string_view locator64_magic = "PK\6\7";
constexpr std::size_t end_bytes = 22;
constexpr std::size_t longest_comment = 65535;
constexpr std::uint64_t in_zip64 = 0xffffffffu;  ///< the number stands in another place

[[noreturn]] void fail_cut(const std::string& display_name) {
  throw InputError({display_name}, "the zip archive is cut off or damaged",
                   "download or copy the file again");
}

/// Numbers in a part of an archive, the lowest byte first.
class ZipRecord {
 public:
  /// Errors: InputError if `archive` has no such bytes at `at`, or they do not begin with `magic`.
  ZipRecord(std::string_view archive, std::uint64_t at, std::size_t size, std::string_view magic,
            const std::string& display_name)
      : archive_(archive), at_(at), display_name_(display_name) {
    if (at > archive.size() || archive.size() - at < size || !bytes(0, size).starts_with(magic))
      fail_cut(display_name);
  }

  std::string_view bytes(std::size_t begin, std::size_t size) const {
    const std::uint64_t at = at_ + begin;
    if (at > archive_.size() || archive_.size() - at < size) fail_cut(display_name_);
    return archive_.substr(at, size);
  }
  std::uint64_t number(std::size_t begin, std::size_t size) const {
    const std::string_view digits = bytes(begin, size);
    std::uint64_t value = 0;
    for (std::size_t i = size; i > 0; --i) value = value << 8 | static_cast<unsigned char>(digits[i - 1]);
    return value;
  }

 private:
  std::string_view archive_;
  std::uint64_t at_;
  const std::string& display_name_;
};

struct Directory {
  std::uint64_t entries = 0, begin = 0;
};

/// The record at the end, behind which a comment may stand.
Directory find_directory(std::string_view archive, const std::string& display_name) {
  if (archive.size() < end_bytes) fail_cut(display_name);
  const std::size_t first = archive.size() - std::min(archive.size(), end_bytes + longest_comment);
  const std::size_t at = archive.rfind(end_magic, archive.size() - end_bytes);
  if (at == std::string_view::npos || at < first) fail_cut(display_name);
  const ZipRecord end(archive, at, end_bytes, end_magic, display_name);
  Directory directory{end.number(10, 2), end.number(16, 4)};
  constexpr std::size_t locator_bytes = 20;
  const bool has_locator =
      at >= locator_bytes && archive.substr(at - locator_bytes).starts_with(locator64_magic);
  if (has_locator) {
    const ZipRecord locator(archive, at - locator_bytes, locator_bytes, locator64_magic, display_name);
    const ZipRecord end64(archive, locator.number(8, 8), 56, end64_magic, display_name);
    directory = {end64.number(32, 8), end64.number(48, 8)};
  }
  return directory;
}

/// Sizes and place of a member; those that do not fit in 32 bits stand in an extra field, in this order.
struct Extent {
  std::uint64_t size = 0, packed = 0, local = 0;
};

void read_zip64(const ZipRecord& entry, std::size_t begin, std::size_t length, Extent& extent,
                const std::string& display_name) {
  for (std::size_t at = begin; at + 4 <= begin + length;) {
    const std::uint64_t kind = entry.number(at, 2);
    const std::size_t size = entry.number(at + 2, 2);
    at += 4;
    if (kind == 1) {
      std::size_t next = at;
      for (std::uint64_t* const number : {&extent.size, &extent.packed, &extent.local}) {
        if (*number != in_zip64) continue;
        if (next + 8 > at + size) fail_cut(display_name);
        *number = entry.number(next, 8);
        next += 8;
      }
      return;
    }
    at += size;
  }
}

}  // namespace

std::vector<ZipMember> zip_members(std::string_view archive, const std::string& display_name) {
  constexpr std::size_t entry_bytes = 46;
  constexpr std::size_t local_bytes = 30;
  const Directory directory = find_directory(archive, display_name);
  std::vector<ZipMember> members;
  std::uint64_t at = directory.begin;
  for (std::uint64_t i = 0; i < directory.entries; ++i) {
    const ZipRecord entry(archive, at, entry_bytes, entry_magic, display_name);
    const std::size_t name_bytes = entry.number(28, 2);
    const std::size_t extra_bytes = entry.number(30, 2);
    ZipMember member;
    member.name = entry.bytes(entry_bytes, name_bytes);
    const std::uint64_t method = entry.number(10, 2);
    if ((entry.number(8, 2) & 1u) != 0 || (method != 0 && method != Z_DEFLATED)) {
      throw InputError(
          {display_name},
          fmt::format("the member '{}' is encrypted or packed in an unknown way", excerpt(member.name)),
          "write it with scipy.sparse.save_npz");
    }
    member.deflated = method == Z_DEFLATED;
    member.crc = static_cast<std::uint32_t>(entry.number(16, 4));
    Extent extent{entry.number(24, 4), entry.number(20, 4), entry.number(42, 4)};
    read_zip64(entry, entry_bytes + name_bytes, extra_bytes, extent, display_name);
    const ZipRecord local(archive, extent.local, local_bytes, local_magic, display_name);
    member.size = extent.size;
    member.packed = local.bytes(local_bytes + local.number(26, 2) + local.number(28, 2), extent.packed);
    if (!member.deflated && member.packed.size() != member.size) fail_cut(display_name);
    members.push_back(std::move(member));
    at += entry_bytes + name_bytes + extra_bytes + entry.number(32, 2);
  }
  return members;
}

struct ZipStream::Inflater {
  Inflater() {
    constexpr int raw_deflate = -15;
    const int state = ::inflateInit2(&stream, raw_deflate);
    if (state == Z_MEM_ERROR) throw std::bad_alloc();
    if (state != Z_OK) throw SystemError(fmt::format("zlib {}: {}", ::zlibVersion(), ::zError(state)));
  }
  ~Inflater() { ::inflateEnd(&stream); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  z_stream stream{};
};

ZipStream::ZipStream(const ZipMember& member, std::string display_name)
    : display_name_(std::move(display_name)),
      name_(member.name),
      left_(member.size),
      packed_(member.packed),
      crc_(static_cast<std::uint32_t>(::crc32(0, nullptr, 0))),
      wanted_crc_(member.crc),
      inflater_(member.deflated ? std::make_unique<Inflater>() : nullptr) {}
ZipStream::~ZipStream() = default;
ZipStream::ZipStream(ZipStream&&) noexcept = default;

void ZipStream::fail_damaged() const {
  throw InputError({display_name_}, fmt::format("the member '{}' is damaged", excerpt(name_)),
                   "download or copy the file again");
}

std::size_t ZipStream::unpack(char* out, std::size_t size) {
  if (!inflater_) {
    const std::size_t taken = packed_.copy(out, size);
    packed_.remove_prefix(taken);
    return taken;
  }
  z_stream& stream = inflater_->stream;
  stream.next_out = reinterpret_cast<Bytef*>(out);
  stream.avail_out = static_cast<uInt>(size);
  while (stream.avail_out > 0) {
    const auto given = static_cast<uInt>(std::min<std::size_t>(packed_.size(), std::size_t{1} << 30));
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed_.data()));
    stream.avail_in = given;
    const int state = ::inflate(&stream, Z_NO_FLUSH);
    packed_.remove_prefix(given - stream.avail_in);
    if (state == Z_STREAM_END) break;
    if (state == Z_MEM_ERROR) throw std::bad_alloc();
    if (state != Z_OK) fail_damaged();
  }
  return size - stream.avail_out;
}

std::size_t ZipStream::read(char* out, std::size_t size) {
  std::size_t done = 0;
  while (done < size && left_ > 0) {
    const auto wanted =
        static_cast<std::size_t>(std::min({std::uint64_t{size - done}, left_, std::uint64_t{1} << 30}));
    const std::size_t got = unpack(out + done, wanted);
    if (got < wanted) fail_damaged();
    crc_ = static_cast<std::uint32_t>(
        ::crc32(crc_, reinterpret_cast<const Bytef*>(out + done), static_cast<uInt>(got)));
    done += got;
    left_ -= got;
    if (left_ == 0 && crc_ != wanted_crc_) fail_damaged();
  }
  return done;
}

}  // namespace lode::detail
