#include <string>

#include <lode/core/error.hpp>

#include "io/formats/npz/zip_archive.hpp"
#include "io/formats/npz/zip_files.hpp"
#include "support/catch.hpp"

using namespace lode;
using test::Zip;

namespace {

std::string content_of(const detail::ZipMember& member, std::size_t step) {
  detail::ZipStream stream(member, "input");
  std::string all;
  std::string piece(step, '\0');
  for (std::size_t got = step; got == step;) {
    got = stream.read(piece.data(), step);
    all.append(piece, 0, got);
  }
  return all;
}

/// Reads every member to its end; what goes wrong.
std::string zip_error(const std::string& archive) {
  try {
    for (const detail::ZipMember& member : detail::zip_members(archive, "input")) content_of(member, 100);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("zip: members stored, deflated and with sizes of 64 bits") {
  const test::ZipContent content = {{"a.npy", std::string(10000, 'x')}, {"b/c", ""}, {"d", "short"}};
  for (const Zip kind : {Zip::stored, Zip::deflated, Zip::zip64}) {
    const std::string archive = test::zip_of(content, kind);
    for (const std::string& bytes : {archive, archive + std::string("a comment of an archive")}) {
      const auto members = detail::zip_members(bytes, "input");
      REQUIRE(members.size() == 3);
      for (std::size_t i = 0; i < 3; ++i) {
        CHECK(members[i].name == content[i].first);
        CHECK(members[i].size == content[i].second.size());
        for (const std::size_t step : {std::size_t{1}, std::size_t{4096}, std::size_t{1} << 20}) {
          CHECK(content_of(members[i], step) == content[i].second);
        }
      }
    }
  }
  CHECK(detail::zip_members(test::zip_of({}), "input").empty());
}

TEST_CASE("zip: every truncation and every changed byte of what is packed is noticed") {
  for (const Zip kind : {Zip::stored, Zip::deflated, Zip::zip64}) {
    const std::string archive = test::zip_of({{"a.npy", "some text, some text"}, {"b", "more"}}, kind);
    for (std::size_t size = 0; size < archive.size(); ++size) {
      CHECK(zip_error(archive.substr(0, size)) != "no error");
    }
    const auto members = detail::zip_members(archive, "input");
    for (const detail::ZipMember& member : members) {
      const auto begin = static_cast<std::size_t>(member.packed.data() - archive.data());
      for (std::size_t at = begin; at < begin + member.packed.size(); ++at) {
        std::string broken = archive;
        broken[at] = static_cast<char>(broken[at] ^ 0x10);
        const std::string error = zip_error(broken);
        INFO(member.name << " broken at " << at - begin);
        if (kind == Zip::deflated && error == "no error") {  // a bit that stands for nothing
          const auto same = detail::zip_members(broken, "input")[member.name == "b" ? 1 : 0];
          CHECK(content_of(same, 100) == content_of(member, 100));
        } else {
          CHECK(error ==
                "input: the member '" + member.name + "' is damaged; download or copy the file again");
        }
      }
    }
    for (std::size_t at = 0; at < archive.size(); ++at) {  // nothing else than an error or a text
      std::string broken = archive;
      broken[at] = '\xff';
      CHECK_NOTHROW(zip_error(broken));
    }
  }
  CHECK(zip_error("PK\5\6") ==
        "input: the zip archive is cut off or damaged; download or copy the file again");
}

TEST_CASE("zip: encrypted members and other ways of packing") {
  for (const auto& [place, value] : {std::pair<std::size_t, char>{8, '\1'}, {10, '\x0c'}}) {
    std::string archive = test::zip_of({{"a.npy", "text"}});
    archive[archive.find("PK\1\2") + place] = value;
    CHECK(zip_error(archive) ==
          "input: the member 'a.npy' is encrypted or packed in an unknown way; write it "
          "with scipy.sparse.save_npz");
  }
}
