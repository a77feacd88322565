#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <lode/io/output_file.hpp>

#include "io/formats/lode_file.hpp"

namespace lode::detail {

/// Appends sections to a lode file and adds their checksums up.
class SectionWriter {
 public:
  SectionWriter(OutputFile& file, std::uint64_t begin) : file_(file), begin_(begin) {}

  void append(std::string_view bytes) {
    file_.write_at(begin_ + size_, bytes);
    checksum_ = extend_checksum(checksum_, bytes);
    size_ += bytes.size();
  }
  /// Joins this section to `sum`, the checksum of all bytes from the header to `end`.
  void join(std::uint32_t& sum, std::uint64_t& end) const {
    if (size_ == 0) return;
    const std::string gap(begin_ - end, '\0');
    sum = joined_checksum(extend_checksum(sum, gap), checksum_, size_);
    end = begin_ + size_;
  }

 private:
  OutputFile& file_;
  std::uint64_t begin_;
  std::uint64_t size_ = 0;
  std::uint32_t checksum_ = 0;
};

}  // namespace lode::detail
