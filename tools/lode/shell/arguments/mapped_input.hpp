#pragma once

#include <string>
#include <string_view>

namespace lode::tool {

/// Watches a file that may be mapped into memory, during the lifetime of this object, or until the end once
/// it is kept. If the file is shortened, reads beyond its new end are caught. The rest of its last page reads
/// as zeros, so the results are wrong and are not printed.
class MappedInput {
 public:
  explicit MappedInput(const std::string& path);
  MappedInput(const MappedInput&) = delete;
  MappedInput& operator=(const MappedInput&) = delete;
  ~MappedInput();
  void keep() { place_ = -1; }

 private:
  int place_ = -1;  ///< position among the watched files; -1: not watched, or kept
};

/// The path of a watched file that was changed, or nullptr. Safe in signal handlers: it does not allocate.
const char* changed_input();
inline constexpr std::string_view changed_input_problem = "was changed while it was in use";
inline constexpr std::string_view changed_input_remedy = "read it again";
/// Errors: InputError for a changed file.
void check_mapped_inputs();

}  // namespace lode::tool
