#include <lode/core/arrays.hpp>
#include <lode/core/error.hpp>

namespace lode {

void reject_integer(const char* array, std::size_t index, const std::string& value) {
  throw InvalidArgument(std::string(array) + "[" + std::to_string(index) + "]", value,
                        "is negative or too large");
}

}  // namespace lode
