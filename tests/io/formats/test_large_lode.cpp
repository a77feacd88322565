#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>

#include "io/formats/lode/stored_file.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using detail::LodeHeader;

namespace {

/// A file of more than 4 GiB that takes little room on a disk: its targets are a hole, so that all of them
/// are 0.
class SparseLodeFile {
 public:
  static constexpr Vertex vertices = 40000;
  static constexpr ArcIndex arcs_of_each = 27000;

  explicit SparseLodeFile(const std::filesystem::path& path) : path_(path.string()) {
    std::memcpy(header_.magic, detail::lode_magic, sizeof header_.magic);
    header_.vertices = vertices;
    header_.arcs = vertices * arcs_of_each;
    header_.file_bytes = detail::layout_of(header_).end;
    header_.header_checksum = detail::checksum_of_header(header_);
    std::vector<ArcIndex> offsets(vertices + 1);
    for (Vertex v = 0; v <= vertices; ++v) offsets[v] = v * arcs_of_each;
    std::ofstream(path_, std::ios::binary).write(reinterpret_cast<const char*>(&header_), sizeof header_);
    std::filesystem::resize_file(path_, header_.file_bytes);
    put(layout().offsets, offsets);
  }

  detail::LodeLayout layout() const { return detail::layout_of(header_); }

  template <class T>
  void put(std::uint64_t place, const std::vector<T>& numbers) {
    std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(place));
    file.write(reinterpret_cast<const char*>(numbers.data()),
               static_cast<std::streamsize>(numbers.size() * sizeof(T)));
    REQUIRE(file.good());
  }

  /// What reading it says is wrong.
  std::string problem() const {
    try {
      read_graph(path_);
      return "read";
    } catch (const InputError& error) {
      return error.problem();
    }
  }

 private:
  std::string path_;
  LodeHeader header_;
};

}  // namespace

TEST_CASE("targets and offsets of a lode file of several gigabytes are looked at before they are used") {
  const test::TemporaryFolder folder;
  SparseLodeFile file(folder.path() / "large.lode");
  REQUIRE(file.layout().end > (std::uint64_t{1} << 32));
  const std::uint64_t first = file.layout().targets;
  CHECK_THAT(file.problem(),
             Catch::Contains(fmt::format("byte {}: target 0 joins vertex 0 to itself", first)));
  file.put<Vertex>(first, {1, SparseLodeFile::vertices});
  CHECK_THAT(file.problem(),
             Catch::Contains(fmt::format("byte {}: target 1 is 40000, which is no vertex", first + 4)));
  file.put<ArcIndex>(file.layout().offsets + 8 * 7, {ArcIndex{1} << 40});
  CHECK_THAT(file.problem(), Catch::Contains("offset 7 is 1099511627776, out of order"));
}
