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

LibCurl& libcurl() {
  static LibCurl loaded;
  return loaded;
}

std::string download_problem() {
  const std::string& problem = libcurl().library.problem();
  return problem.empty() ? "" : fmt::format("lode downloads with libcurl ({}); install libcurl4", problem);
}

/// One transfer. libcurl follows redirections and detects a transfer that ends early; this class checks each
/// address, watches the clock and passes the bytes on.
class Download {
 public:
  Download(const std::string& url, OutputFile& file, const DownloadOptions& options, const RunContext& run)
      : url_(url), file_(file), options_(options), run_(run) {
    if (!curl_) throw std::bad_alloc();
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
    set(CURLOPT_ERRORBUFFER, message_);
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_QUICK_EXIT, 1L);  // a stopped run does not wait for the resolver
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_XFERINFOFUNCTION, on_progress);
    set(CURLOPT_XFERINFODATA, static_cast<void*>(this));
    set(CURLOPT_OPENSOCKETFUNCTION, on_socket);
    set(CURLOPT_OPENSOCKETDATA, static_cast<void*>(this));
    set(CURLOPT_WRITEFUNCTION, on_body);
    set(CURLOPT_WRITEDATA, static_cast<void*>(this));
  }

  /// Returns the number of bytes.
  std::uint64_t perform() {
    const CURLcode code = libcurl().easy_perform(curl_.get());
    if (failure_) std::rethrow_exception(failure_);
    if (code == CURLE_OUT_OF_MEMORY) throw std::bad_alloc();
    if (code != CURLE_OK) fail(explain(code));
    return received_;
  }

 private:
  template <class Value>
  void set(CURLoption option, Value value) {
    const CURLcode code = libcurl().easy_setopt(curl_.get(), option, value);
    if (code == CURLE_OUT_OF_MEMORY) throw std::bad_alloc();
    if (code != CURLE_OK) fail(fmt::format("libcurl: {}", libcurl().easy_strerror(code)));
  }

  /// The URL that redirections have led to.
  std::string target() const {
    const char* text = nullptr;
    libcurl().easy_getinfo(curl_.get(), CURLINFO_EFFECTIVE_URL, &text);
    return text ? text : url_;
  }

  /// Runs a part of a callback; an exception waits until libcurl has returned.
  template <class Call>
  bool guarded(const Call& call) noexcept {
    try {
      call();
    } catch (...) {
      failure_ = std::current_exception();
    }
    return !failure_;
  }

  static std::size_t on_body(char* bytes, std::size_t, std::size_t size, void* self) noexcept {
    auto& download = *static_cast<Download*>(self);
    download.received_ += size;
    download.last_activity_ = download.run_.elapsed();
    return download.guarded([&] { download.file_.write({bytes, size}); }) ? size : 0;
  }

  static int on_progress(void* self, curl_off_t total, curl_off_t, curl_off_t, curl_off_t) noexcept {
    auto& download = *static_cast<Download*>(self);
    download.total_ = static_cast<std::uint64_t>(total);
    return download.guarded([&] { download.look_at_clock(); }) ? 0 : 1;
  }

  /// Nothing is sent to a target of a redirection that a URL of a catalogue could not name.
  static curl_socket_t on_socket(void* self, curlsocktype, curl_sockaddr* address) noexcept {
    auto& download = *static_cast<Download*>(self);
    bool allowed = false;
    download.guarded([&] { allowed = url_problem(download.target()).empty(); });
    if (!allowed) return CURL_SOCKET_BAD;
    return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
  }

  void look_at_clock() const {
    if (run_.interrupted()) fail("interrupted");
    if (run_.should_stop()) fail(fmt::format("not done within the time limit of {} s", run_.time_limit()));
    if (run_.elapsed() - last_activity_ > options_.stall_limit)
      fail(fmt::format("nothing has come for {} s", options_.stall_limit));
    if (options_.progress && received_ > 0) options_.progress({received_, total_, run_.elapsed()});
  }

  [[noreturn]] void fail(const std::string& problem) const {
    throw SystemError(fmt::format("{}: {}", url_, problem));
  }

  std::string explain(CURLcode code) const {
    if (const std::string problem = url_problem(target()); !problem.empty())
      return fmt::format("redirection to '{}', which {}", target(), problem);
    const std::string detail = *message_ ? message_ : libcurl().easy_strerror(code);
    switch (code) {
      case CURLE_HTTP_RETURNED_ERROR: {
        long status = 0;
        libcurl().easy_getinfo(curl_.get(), CURLINFO_RESPONSE_CODE, &status);
        return fmt::format("the server answers HTTP {}{}", status, status == 404 ? " (not found)" : "");
      }
      case CURLE_TOO_MANY_REDIRECTS:
        return "too many redirections";
      case CURLE_COULDNT_RESOLVE_HOST:
      case CURLE_COULDNT_RESOLVE_PROXY:
      case CURLE_COULDNT_CONNECT:
        return fmt::format("cannot reach the server ({})", detail);
      case CURLE_PEER_FAILED_VERIFICATION:
      case CURLE_SSL_CONNECT_ERROR:
        return fmt::format("no trusted connection to the server ({})", detail);
      case CURLE_GOT_NOTHING:
      case CURLE_PARTIAL_FILE:
      case CURLE_RECV_ERROR:
        return fmt::format("the server ended the transfer after {}{} bytes", received_,
                           total_ > 0 ? fmt::format(" of {}", total_) : "");
      default:
        return detail;
    }
  }

  const std::string& url_;
  OutputFile& file_;
  const DownloadOptions& options_;
  const RunContext& run_;
  char message_[CURL_ERROR_SIZE] = "";
  std::unique_ptr<CURL, void (*)(CURL*)> curl_{libcurl().easy_init(), libcurl().easy_cleanup};
  std::uint64_t received_ = 0, total_ = 0;  ///< bytes; total 0: not known
  double last_activity_ = run_.elapsed();
  std::exception_ptr failure_;  ///< thrown in a callback
};

std::uint64_t download(const std::string& url, OutputFile& file, const DownloadOptions& options,
                       const RunContext& run) {
  return Download(url, file, options, run).perform();
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

class Fetcher {
 public:
  Fetcher(const CatalogueGraph& graph, const SearchFolders& folders, const DownloadOptions& options,
          const RunContext& run)
      : graph_(graph), folders_(folders), options_(options), run_(run) {}

  FetchedFile fetch(const CatalogueFile& file, Refetch refetch) const {
    FetchedFile fetched{file.name, (fs::path(folders_.cache) / file.name).string()};
    const std::optional<std::string> first = find_catalogue_file(file, folders_);
    const bool first_matches = first && matches(file, *first);
    if (first && !first_matches && *first != fetched.path) fetched.hidden_by = *first;
    if (refetch == Refetch::no && first_matches) {
      fetched.path = *first;
      return fetched;
    }
    if (refetch == Refetch::no && matches(file, fetched.path)) return fetched;
    require_means(file);
    OutputFile output(fetched.path, Overwrite::yes);
    fetched.downloaded = true;
    try {
      fetched.received = download(file.download, output, options_, run_);
    } catch (const SystemError& error) {
      throw SystemError(fmt::format("{}; nothing was kept. {}", error.what(), by_hand(file)));
    }
    const FileCheck check = check_file(graph_, file, output.flush(), run_);
    if (check.state != FileState::matches)
      throw VerificationError(fmt::format("{}: not the content of the catalogue: {}; nothing was kept. {}",
                                          file.download, check.problem, by_hand(file)));
    output.commit();
    return fetched;
  }

 private:
  bool matches(const CatalogueFile& file, const std::string& path) const {
    return sha256_problem().empty() && check_file(graph_, file, path, run_).state == FileState::matches;
  }

  /// What the graph's name leads to although this file is not here; empty: nothing.
  std::string other_file() const {
    const auto location = find_named_graph(graph_.name, folders_, {"", {graph_}});
    return location ? fmt::format("; '{}' means {}", graph_.name, location->path) : "";
  }

  std::string by_hand(const CatalogueFile& file) const {
    return fmt::format(
        "The graph is described at {} ({}); a file you get there goes to {} or a folder of LODE_DATA "
        "as {}, and 'lode data verify {}' checks it",
        graph_.page, graph_.note, folders_.cache, file.name, graph_.name);
  }

  /// Checks everything that a download needs, and makes the cache folder.
  void require_means(const CatalogueFile& file) const {
    if (folders_.cache.empty()) throw SystemError("there is no cache folder; set XDG_CACHE_HOME or HOME");
    if (file.download.empty())
      throw SystemError(
          fmt::format("no download is known for {}{}. {}", file.name, other_file(), by_hand(file)));
    if (const std::string problem = url_problem(file.download); !problem.empty())
      throw InvalidArgument("URL", file.download, problem, "use https://");
    if (!(options_.stall_limit > 0.0))
      throw InvalidArgument("stall limit", fmt::format("{}", options_.stall_limit),
                            "must be a number of seconds > 0");
    if (const std::string problem = download_problem(); !problem.empty())
      throw SystemError(
          fmt::format("{}, or get {} by other means. {}", problem, file.download, by_hand(file)));
    if (const std::string problem = sha256_problem(); !problem.empty()) throw SystemError(problem);
    std::error_code error;
    fs::create_directories(folders_.cache, error);
    if (error)
      throw SystemError(fmt::format("{}: cannot make the folder ({})", folders_.cache, error.message()));
    if (run_.should_stop()) throw SystemError(file.download + ": stopped before it began");
  }

  const CatalogueGraph& graph_;
  const SearchFolders& folders_;
  const DownloadOptions& options_;
  const RunContext& run_;
};

}  // namespace

std::vector<FetchedFile> fetch_graph(const CatalogueGraph& graph, const SearchFolders& folders,
                                     Refetch refetch, const DownloadOptions& options, const RunContext& run) {
  const Fetcher fetcher(graph, folders, options, run);
  std::vector<FetchedFile> fetched;
  for (const CatalogueFile& file : graph.files) fetched.push_back(fetcher.fetch(file, refetch));
  return fetched;
}

}  // namespace lode
