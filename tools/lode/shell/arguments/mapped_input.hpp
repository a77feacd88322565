#pragma once

#include <string>
#include <string_view>

namespace lode::tool {

/// Remembers a file that may be mapped into memory while the value lives, or to the end once it is kept.
/// Where the file is shortened, reads behind its new end are caught. The rest of its last page reads as
/// zeros: what was found then is wrong, and is not printed.
class MappedInput {
 public:
  explicit MappedInput(const std::string& path);
  MappedInput(const MappedInput&) = delete;
  MappedInput& operator=(const MappedInput&) = delete;
  ~MappedInput();
  void keep() { place_ = -1; }

 private:
  int place_ = -1;  ///< among those remembered; -1: none, or kept
};

/// The path of one of these files that was changed in its place; nullptr: there is none. For handlers of
/// signals, too: it allocates nothing.
const char* changed_input();
inline constexpr std::string_view changed_input_problem = "was changed while it was in use";
inline constexpr std::string_view changed_input_remedy = "read it again";
/// Errors: InputError for such a file.
void check_mapped_inputs();

}  // namespace lode::tool
