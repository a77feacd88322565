#include "run/checkpoint.hpp"

#include <algorithm>
#include <filesystem>
#include <regex>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/formats/lode_file.hpp"
#include "io/stream/mapped_file.hpp"

namespace lode::cluster {
namespace {

constexpr std::string_view magic = "lode-cluster 2\n";
constexpr auto broken_remedy = "remove the checkpoint and begin again without --resume";

/// Files of checkpoints in a folder, and the number of ranks that each was made by.
std::vector<std::pair<std::string, std::string>> checkpoint_files(const std::string& folder) {
  static const std::regex name("(read|graph|bounds|core)\\.[0-9]+-of-([0-9]+)");
  std::vector<std::pair<std::string, std::string>> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::string file = entry.path().filename().string();
    std::smatch match;
    if (std::regex_match(file, match, name)) files.emplace_back(file, match[2].str());
  }
  if (error) throw SystemError(fmt::format("{}: cannot read the folder: {}", folder, error.message()));
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

void CheckpointWriter::bytes(std::string_view bytes) {
  file_.write(bytes);
  checksum_ = detail::extend_checksum(checksum_, bytes);
}

void CheckpointReader::fail(const std::string& problem) const {
  throw InputError({path_}, problem, broken_remedy);
}

std::string_view CheckpointReader::take(std::uint64_t size) {
  if (size > rest_.size()) fail("the checkpoint ends too early");
  const std::string_view taken = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return taken;
}

std::string_view CheckpointReader::take_array(std::uint64_t element) {
  const auto count = value<std::uint64_t>();
  if (count > rest_.size() / element) fail("the checkpoint ends too early");
  return take(count * element);
}

void CheckpointReader::end() const {
  if (!rest_.empty()) fail("the checkpoint is longer than what it holds");
}

Checkpoint::Checkpoint(std::string folder, bool resume, Overwrite overwrite, std::string inputs,
                       const Ranks& ranks)
    : folder_(std::move(folder)), resume_(resume), inputs_(std::move(inputs)), ranks_(ranks) {
  if (folder_.empty()) return;
  ranks_.on_first([&] {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (error) throw SystemError(fmt::format("{}: cannot make the folder: {}", folder_, error.message()));
    const auto files = checkpoint_files(folder_);
    if (resume_) {
      refuse_other_ranks();
    } else if (!files.empty() && overwrite == Overwrite::no) {
      throw InvalidArgument("--checkpoint", folder_, "holds a checkpoint",
                            "go on with --resume, or overwrite it with --force");
    } else {
      for (const auto& [file, of] : files) std::filesystem::remove(folder_ + "/" + file);
    }
  });
}

void Checkpoint::refuse_other_ranks() const {
  for (const auto& [file, of] : checkpoint_files(folder_)) {
    if (of == std::to_string(ranks_.size())) continue;
    throw InputError({folder_ + "/" + file},
                     fmt::format("was made by {} ranks, and these are {}", of, ranks_.size()),
                     fmt::format("resume with mpirun -n {}, or begin again with --force", of));
  }
}

std::string Checkpoint::path(std::string_view phase) const {
  return fmt::format("{}/{}.{}-of-{}", folder_, phase, ranks_.rank(), ranks_.size());
}

bool Checkpoint::load(std::string_view phase, const std::string& options,
                      const std::function<void(CheckpointReader&)>& load) const {
  if (!resume_ || folder_.empty()) return false;
  const std::string file = path(phase);
  if (ranks_.min(std::filesystem::exists(file) ? 1 : 0) == 0) return false;
  detail::MappedFile mapped;
  std::optional<CheckpointReader> reader;
  bool same = false;
  ranks_.together([&] {
    mapped = detail::map_file(file);
    reader.emplace(file, mapped.bytes);
    std::uint32_t sum = 0;
    if (mapped.bytes.size() < magic.size() + sizeof sum || !mapped.bytes.starts_with(magic)) {
      reader->fail("is no checkpoint of this version of lode-cluster");
    }
    const std::string_view content = mapped.bytes.substr(0, mapped.bytes.size() - sizeof sum);
    std::memcpy(&sum, content.data() + content.size(), sizeof sum);
    if (detail::extend_checksum(0, content) != sum)
      reader->fail("the checkpoint is damaged: its checksum is wrong");
    reader.emplace(file, content.substr(magic.size()));
    if (reader->text() != inputs_) {
      throw InputError({file}, "the checkpoint was made from other files, or they were read in another way",
                       "resume with the same files and options, or begin again with --force");
    }
    same = reader->text() == options;
  });
  if (ranks_.min(same ? 1 : 0) == 0) return false;
  ranks_.together([&] {
    load(*reader);
    reader->end();
  });
  return true;
}

void Checkpoint::save(std::string_view phase, const std::string& options,
                      const std::function<void(CheckpointWriter&)>& save) const {
  if (folder_.empty()) return;
  ranks_.together([&] {
    OutputFile file(path(phase), Overwrite::yes);
    CheckpointWriter writer(file);
    writer.bytes(magic);
    writer.array<char>(inputs_);
    writer.array<char>(options);
    save(writer);
    const std::uint32_t sum = writer.checksum();
    file.write({reinterpret_cast<const char*>(&sum), sizeof sum});
    file.commit();
  });
}

}  // namespace lode::cluster
