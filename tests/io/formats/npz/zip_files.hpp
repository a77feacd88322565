#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <zlib.h>

#include "io/gzip.hpp"
#include "support/catch.hpp"

namespace lode::test {

using ZipContent = std::vector<std::pair<std::string, std::string>>;

inline void put_number(std::string& text, std::uint64_t number, int bytes) {
  for (int i = 0; i < bytes; ++i) text += i < 8 ? static_cast<char>(number >> (8 * i) & 0xffu) : '\0';
}

inline std::string deflated(const std::string& content) { return packed_by_zlib(content, 6, -15); }

enum class Zip { stored, deflated, zip64 };

/// An archive of these members; `zip64`: stored, with sizes and places in fields of 64 bits.
inline std::string zip_of(const ZipContent& members, Zip kind = Zip::deflated) {
  std::string archive;
  std::string directory;
  for (const auto& [name, content] : members) {
    const std::string packed = kind == Zip::deflated ? deflated(content) : content;
    const auto crc = static_cast<std::uint32_t>(
        ::crc32(0, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size())));
    const std::size_t place = archive.size();
    const bool wide = kind == Zip::zip64;
    std::string both;  // what the two headers have in common
    put_number(both, 0, 2);
    put_number(both, kind == Zip::deflated ? 8 : 0, 2);
    put_number(both, 0, 4);
    put_number(both, crc, 4);
    put_number(both, wide ? 0xffffffffu : packed.size(), 4);
    put_number(both, wide ? 0xffffffffu : content.size(), 4);
    put_number(both, name.size(), 2);
    std::string extra;
    if (wide) {
      put_number(extra, 1, 2);
      put_number(extra, 24, 2);
      for (const std::size_t number : {content.size(), packed.size(), place}) put_number(extra, number, 8);
    }
    archive += "PK\3\4";
    put_number(archive, 45, 2);
    archive += both;
    put_number(archive, extra.size(), 2);
    archive += name + extra + packed;
    directory += "PK\1\2";
    put_number(directory, 45, 2);
    put_number(directory, 45, 2);
    directory += both;
    put_number(directory, extra.size(), 2);
    put_number(directory, 0, 2 + 2 + 2 + 4);
    put_number(directory, wide ? 0xffffffffu : place, 4);
    directory += name + extra;
  }
  const std::size_t begin = archive.size();
  archive += directory;
  const bool wide = kind == Zip::zip64;
  if (wide) {
    const std::size_t end64 = archive.size();
    archive += "PK\6\6";
    put_number(archive, 44, 8);
    put_number(archive, 0, 2 + 2 + 4);
    put_number(archive, 0, 4);
    put_number(archive, members.size(), 8);
    put_number(archive, members.size(), 8);
    put_number(archive, directory.size(), 8);
    put_number(archive, begin, 8);
    archive += "PK\6\7";
    put_number(archive, 0, 4);
    put_number(archive, end64, 8);
    put_number(archive, 1, 4);
  }
  archive += "PK\5\6";
  put_number(archive, 0, 4);
  put_number(archive, wide ? 0xffffu : members.size(), 2);
  put_number(archive, wide ? 0xffffu : members.size(), 2);
  put_number(archive, wide ? 0xffffffffu : directory.size(), 4);
  put_number(archive, wide ? 0xffffffffu : begin, 4);
  put_number(archive, 0, 2);
  return archive;
}

/// An array as numpy.save writes it.
inline std::string npy_of(const std::string& descr, const std::string& shape, const std::string& bytes) {
  std::string header = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }";
  header.resize((header.size() + 11 + 63) / 64 * 64 - 10, ' ');
  header.back() = '\n';
  std::string text = "\x93NUMPY\x01";
  text += '\0';
  put_number(text, header.size(), 2);
  return text + header + bytes;
}

template <class Number>
std::string npy_of(const std::string& descr, const std::vector<Number>& numbers) {
  std::string bytes(numbers.size() * sizeof(Number), '\0');
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return npy_of(descr, "(" + std::to_string(numbers.size()) + ",)", bytes);
}

inline std::string npy_text(const std::string& text) {
  return npy_of("|S" + std::to_string(text.size()), "()", text);
}

}  // namespace lode::test
