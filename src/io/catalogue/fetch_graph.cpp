#include <algorithm>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>

#include <arpa/inet.h>
#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/version.hpp>
#include <lode/io/catalogue.hpp>
#include <lode/io/output_file.hpp>

#include "io/catalogue/download.hpp"
#include "io/text/file_names.hpp"

#ifdef LODE_WITH_CURL
#include <curl/curl.h>
#include <sys/socket.h>

#include "core/shared_library.hpp"
#endif

namespace lode {

std::string detail::url_problem(std::string_view url) {
  const bool https = starts_ignoring_case(url, "https://");
  if (!https && !starts_ignoring_case(url, "http://")) return "is not an https:// URL";
  const auto unfit = [](char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7f || c == '\\'; };
  if (std::any_of(url.begin(), url.end(), unfit)) return "holds a blank, a backslash or a control byte";
  std::string_view place = url.substr(https ? 8 : 7);
  place = place.substr(0, place.find_first_of("/?#"));
  if (place.find('@') != std::string_view::npos) return "holds a user name";
  const std::size_t colon = place.find(':', place.starts_with('[') ? place.find(']') + 1 : 0);
  const std::string host(place.substr(0, colon));
  const std::string_view port = colon == std::string_view::npos ? "" : place.substr(colon + 1);
  if (host.empty() || port.find_first_not_of("0123456789") != std::string_view::npos) return "names no host";
  in_addr address{};
  const bool is_loopback = equal_ignoring_case(host, "localhost") || host == "[::1]" ||
                           (host.starts_with("127.") && ::inet_pton(AF_INET, host.c_str(), &address) == 1);
  return https || is_loopback ? "" : "is plain http://, which is for this machine only";
}

namespace {

using namespace detail;
namespace fs = std::filesystem;

#ifdef LODE_WITH_CURL

/// libcurl, which brings some thirty other libraries: loaded by the first download, not with every program.
struct LibCurl {
  SharedLibrary library{"libcurl.so.4"};
#define LODE_CURL_FUNCTION(NAME) \
  decltype(&::curl_##NAME) NAME = library.function<decltype(::curl_##NAME)>("curl_" #NAME);
  LODE_CURL_FUNCTION(easy_cleanup)
  LODE_CURL_FUNCTION(easy_getinfo)
  LODE_CURL_FUNCTION(easy_init)
  LODE_CURL_FUNCTION(easy_perform)
  LODE_CURL_FUNCTION(easy_setopt)
  LODE_CURL_FUNCTION(easy_strerror)
#undef LODE_CURL_FUNCTION
};

const LibCurl& libcurl() {
  static const LibCurl loaded;
  return loaded;
}

std::string download_problem() {
  const std::string& problem = libcurl().library.problem();
  return problem.empty() ? "" : fmt::format("lode downloads with libcurl ({}); install libcurl4", problem);
}

/// What the callbacks of a transfer share. libcurl follows redirections and detects a transfer that ends
/// early.
struct Transfer {
  const std::string& url;
  OutputFile& file;
  const DownloadOptions& options;
  const RunContext& run;
  std::unique_ptr<CURL, void (*)(CURL*)> curl{libcurl().easy_init(), libcurl().easy_cleanup};
  std::uint64_t received = 0;
  double last_activity = run.elapsed();
  std::exception_ptr failure = {};  ///< thrown while libcurl was at work

  /// The URL that redirections have led to.
  const char* target() const {
    const char* text = nullptr;
    libcurl().easy_getinfo(curl.get(), CURLINFO_EFFECTIVE_URL, &text);
    return text ? text : "";
  }
  template <class Call>
  bool succeeds(const Call& call) noexcept {
    try {
      return call();
    } catch (...) {
      failure = std::current_exception();
      return false;
    }
  }
  [[noreturn]] void fail(const std::string& problem) const {
    throw SystemError(fmt::format("{}: {}", url, problem));
  }
  bool go_on(std::uint64_t total) const {
    if (run.interrupted()) fail("interrupted");
    if (run.should_stop()) fail(fmt::format("not done within the time limit of {} s", run.time_limit()));
    if (run.elapsed() - last_activity > options.stall_limit)
      fail(fmt::format("nothing has come for {} s", options.stall_limit));
    if (options.progress && received > 0) options.progress({received, total, run.elapsed()});
    return true;
  }
  bool take(std::string_view bytes) {
    received += bytes.size();
    last_activity = run.elapsed();
    file.write(bytes);
    return true;
  }

  static std::size_t on_body(char* bytes, std::size_t, std::size_t size, void* self) noexcept {
    auto& transfer = *static_cast<Transfer*>(self);
    return transfer.succeeds([&] { return transfer.take({bytes, size}); }) ? size : 0;
  }
  static int on_progress(void* self, curl_off_t total, curl_off_t, curl_off_t, curl_off_t) noexcept {
    auto& transfer = *static_cast<Transfer*>(self);
    return transfer.succeeds([&] { return transfer.go_on(static_cast<std::uint64_t>(total)); }) ? 0 : 1;
  }
  /// Nothing is sent to a target of a redirection that a URL of a catalogue could not name.
  static curl_socket_t on_socket(void* self, curlsocktype, curl_sockaddr* address) noexcept {
    auto& transfer = *static_cast<Transfer*>(self);
    if (!transfer.succeeds([&] { return url_problem(transfer.target()).empty(); })) return CURL_SOCKET_BAD;
    return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
  }

  /// Returns the number of bytes.
  std::uint64_t perform() {
    if (!curl) throw std::bad_alloc();
    CURLcode code = CURLE_OK;
    const auto set = [&](CURLoption option, auto value) {
      if (code == CURLE_OK) code = libcurl().easy_setopt(curl.get(), option, value);
    };
    // From this machine a redirection may lead anywhere, from elsewhere to https alone.
    const bool local = starts_ignoring_case(url, "http://");
    set(CURLOPT_URL, url.c_str());
    set(CURLOPT_PROTOCOLS_STR, local ? "http" : "https");
    set(CURLOPT_REDIR_PROTOCOLS_STR, local ? "http,https" : "https");
    if (local) set(CURLOPT_NOPROXY, "*");
    set(CURLOPT_FOLLOWLOCATION, 1L);
    set(CURLOPT_MAXREDIRS, 10L);
    set(CURLOPT_FAILONERROR, 1L);
    set(CURLOPT_USERAGENT, fmt::format("lode/{}", version()).c_str());
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_QUICK_EXIT, 1L);  // a stopped run does not wait for the resolver
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_XFERINFOFUNCTION, on_progress);
    set(CURLOPT_OPENSOCKETFUNCTION, on_socket);
    set(CURLOPT_WRITEFUNCTION, on_body);
    for (const CURLoption data : {CURLOPT_XFERINFODATA, CURLOPT_OPENSOCKETDATA, CURLOPT_WRITEDATA})
      set(data, static_cast<void*>(this));
    if (code == CURLE_OK) code = libcurl().easy_perform(curl.get());
    if (failure) std::rethrow_exception(failure);
    if (code == CURLE_OK) return received;
    if (code == CURLE_OUT_OF_MEMORY) throw std::bad_alloc();
    if (const std::string problem = url_problem(target()); !problem.empty())
      fail(fmt::format("redirection to '{}', which {}", target(), problem));
    long status = 0;
    libcurl().easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &status);
    fail(code == CURLE_HTTP_RETURNED_ERROR
             ? fmt::format("the server answers HTTP {}", status)
             : fmt::format("{} ({} bytes received)", libcurl().easy_strerror(code), received));
  }
};

std::uint64_t download(const std::string& url, OutputFile& file, const DownloadOptions& options,
                       const RunContext& run) {
  return Transfer{url, file, options, run}.perform();
}

#else

std::string download_problem() {
  return "this lode was built without libcurl and cannot download; install libcurl4-openssl-dev and build it "
         "again";
}

std::uint64_t download(const std::string&, OutputFile&, const DownloadOptions&, const RunContext&) {
  throw SystemError(download_problem());
}

#endif

/// What is left to do where lode cannot download.
std::string by_hand(const CatalogueGraph& graph, const CatalogueFile& file, const SearchFolders& folders) {
  return fmt::format(
      "The graph is described at {} ({}); a file you get there goes to {} or a folder of LODE_DATA "
      "as {}, and 'lode data verify {}' checks it",
      graph.page, graph.note, folders.cache, file.name, graph.name);
}

/// Checks everything that a download needs, and makes the cache folder.
void require_means(const CatalogueGraph& graph, const CatalogueFile& file, const SearchFolders& folders,
                   const DownloadOptions& options, const RunContext& run) {
  if (folders.cache.empty()) throw SystemError("there is no cache folder; set XDG_CACHE_HOME or HOME");
  if (file.download.empty()) {
    const auto here = find_named_graph(graph.name, folders, {"", {graph}});
    throw SystemError(fmt::format("no download is known for {}{}. {}", file.name,
                                  here ? fmt::format("; '{}' means {}", graph.name, here->path) : "",
                                  by_hand(graph, file, folders)));
  }
  if (const std::string problem = url_problem(file.download); !problem.empty())
    throw InvalidArgument("URL", file.download, problem, "use https://");
  if (!(options.stall_limit > 0.0))
    throw InvalidArgument("stall limit", fmt::format("{}", options.stall_limit),
                          "must be a number of seconds > 0");
  if (const std::string problem = download_problem(); !problem.empty())
    throw SystemError(fmt::format("{}, or get {} by other means. {}", problem, file.download,
                                  by_hand(graph, file, folders)));
  std::error_code error;
  fs::create_directories(folders.cache, error);
  if (error)
    throw SystemError(fmt::format("{}: cannot make the folder ({})", folders.cache, error.message()));
  if (run.should_stop()) throw SystemError(file.download + ": stopped before it began");
}

FetchedFile fetch_file(const CatalogueGraph& graph, const CatalogueFile& file, const SearchFolders& folders,
                       Refetch refetch, const DownloadOptions& options, const RunContext& run) {
  const auto check = [&](const std::string& path) { return check_file(graph, file, path, run); };
  const auto matches = [&](const std::string& path) { return check(path).state == FileState::matches; };
  FetchedFile fetched{file.name, (fs::path(folders.cache) / file.name).string()};
  const std::optional<std::string> first = find_catalogue_file(file, folders);
  const bool first_matches = first && matches(*first);
  if (first && !first_matches && *first != fetched.path) fetched.hidden_by = *first;
  if (refetch == Refetch::no && first_matches) fetched.path = *first;
  if (refetch == Refetch::no && (first_matches || matches(fetched.path))) return fetched;
  require_means(graph, file, folders, options, run);
  OutputFile output(fetched.path, Overwrite::yes);
  fetched.downloaded = true;
  try {
    fetched.received = download(file.download, output, options, run);
  } catch (const SystemError& error) {
    throw SystemError(fmt::format("{}; nothing was kept. {}", error.what(), by_hand(graph, file, folders)));
  }
  const FileCheck content = check(output.flush());
  if (content.state != FileState::matches)
    throw VerificationError(fmt::format("{}: not the content of the catalogue: {}; nothing was kept. {}",
                                        file.download, content.problem, by_hand(graph, file, folders)));
  output.commit();
  return fetched;
}

}  // namespace

std::vector<FetchedFile> fetch_graph(const CatalogueGraph& graph, const SearchFolders& folders,
                                     Refetch refetch, const DownloadOptions& options, const RunContext& run) {
  std::vector<FetchedFile> fetched;
  for (const CatalogueFile& file : graph.files)
    fetched.push_back(fetch_file(graph, file, folders, refetch, options, run));
  return fetched;
}

}  // namespace lode
