#include "io/catalogue/download_url.hpp"

#include <algorithm>

#include <arpa/inet.h>

#include "io/text/file_names.hpp"

namespace lode::detail {
namespace {

constexpr std::string_view https = "https://";
constexpr std::string_view http = "http://";

std::string_view authority(std::string_view url) {
  url.remove_prefix(starts_ignoring_case(url, https) ? https.size() : http.size());
  return url.substr(0, url.find_first_of("/?#"));
}

/// The host of an authority without user name; empty if the port is not a number.
std::string_view host(std::string_view text) {
  const std::size_t bracket = text.empty() || text.front() != '[' ? std::string_view::npos : text.find(']');
  const std::size_t end = text.find(':', bracket == std::string_view::npos ? 0 : bracket);
  const std::string_view port = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  const bool number = std::all_of(port.begin(), port.end(), [](char c) { return c >= '0' && c <= '9'; });
  return number ? text.substr(0, end) : std::string_view{};
}

bool is_loopback(std::string_view name) {
  if (equal_ignoring_case(name, "localhost") || name == "[::1]") return true;
  in_addr address{};
  return ::inet_pton(AF_INET, std::string(name).c_str(), &address) == 1 && name.starts_with("127.");
}

}  // namespace

std::string url_problem(std::string_view url) {
  if (!starts_ignoring_case(url, https) && !starts_ignoring_case(url, http)) return "is not an https:// URL";
  const auto unfit = [](char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7f || c == '\\'; };
  if (std::any_of(url.begin(), url.end(), unfit)) return "holds a blank, a backslash or a control byte";
  const std::string_view place = authority(url);
  if (place.find('@') != std::string_view::npos) return "holds a user name";
  if (host(place).empty()) return "names no host";
  if (starts_ignoring_case(url, http) && !is_loopback(host(place)))
    return "is plain http://, which is for this machine only";
  return {};
}

bool is_loopback_url(std::string_view url) {
  return url_problem(url).empty() && starts_ignoring_case(url, http);
}

}  // namespace lode::detail
