#include <algorithm>
#include <cmath>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>

#include <curl/curl.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/socket.h>

#include <lode/core/error.hpp>
#include <lode/core/version.hpp>
#include <lode/io/catalogue.hpp>
#include <lode/io/output_file.hpp>

#include "io/catalogue/download.hpp"
#include "io/text/file_names.hpp"

namespace lode {

std::string detail::url_problem(std::string_view url) {
  const auto unfit = [](char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7f || c == '\\'; };
  if (std::any_of(url.begin(), url.end(), unfit)) return "holds a blank, a backslash or a control byte";
  const std::size_t begin = url.find("://");
  const std::string_view scheme = url.substr(0, begin);
  if (!equal_ignoring_case(scheme, "https") && !equal_ignoring_case(scheme, "http"))
    return "is not an https:// URL";
  std::string_view host = url.substr(begin + 3);
  host = host.substr(0, host.find_first_of("/?#"));
  if (host.empty()) return "names no host";
  if (host.find('@') != std::string_view::npos) return "holds a user name";
  host = host.substr(0, host.find(':', host.starts_with('[') ? host.find(']') : 0));
  const bool is_local = equal_ignoring_case(host, "localhost") || host == "127.0.0.1" || host == "[::1]";
  return is_local || scheme.size() == 5 ? "" : "is plain http://, which is for this machine only";
}

namespace {

using namespace detail;
namespace fs = std::filesystem;

/// libcurl, which needs some thirty other libraries, so only a download loads it.
struct LibCurl {
  void* library = ::dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  std::string problem = library ? "" : ::dlerror();
#define LODE_CURL_FUNCTION(NAME)  \
  decltype(&::curl_##NAME) NAME = \
      library ? reinterpret_cast<decltype(&::curl_##NAME)>(::dlsym(library, "curl_" #NAME)) : nullptr;
  LODE_CURL_FUNCTION(easy_cleanup)
  LODE_CURL_FUNCTION(easy_getinfo)
  LODE_CURL_FUNCTION(easy_init)
  LODE_CURL_FUNCTION(easy_perform)
  LODE_CURL_FUNCTION(easy_setopt)
  LODE_CURL_FUNCTION(easy_strerror)
#undef LODE_CURL_FUNCTION
};

/// Errors: SystemError if libcurl cannot be loaded.
const LibCurl& libcurl() {
  static const LibCurl loaded;
  const std::string& problem = loaded.problem;
  // A library that exists must not be reported as missing.
  if (problem.find("memory") != problem.npos || problem.find("failed to map") != problem.npos)
    throw std::bad_alloc();
  if (!problem.empty())
    throw SystemError(fmt::format("lode downloads with libcurl ({}); install libcurl4", problem));
  return loaded;
}

/// The callbacks of a transfer.
struct Transfer {
  OutputFile& file;
  const DownloadOptions& options;
  const RunContext& run;
  CURL* curl;
  std::uint64_t received = 0;
  std::exception_ptr failure = {};  ///< thrown by a callback

  /// The URL that redirections have led to.
  std::string target() const {
    const char* text = nullptr;
    libcurl().easy_getinfo(curl, CURLINFO_EFFECTIVE_URL, &text);
    return text ? text : "";
  }
  template <class Call>
  bool succeeds(const Call& call) noexcept {
    try {
      call();
    } catch (...) {
      failure = std::current_exception();
    }
    return !failure;
  }
  static std::size_t on_body(char* bytes, std::size_t, std::size_t size, void* self) noexcept {
    auto& transfer = *static_cast<Transfer*>(self);
    transfer.received += size;
    return transfer.succeeds([&] { transfer.file.write({bytes, size}); }) ? size : 0;
  }
  static int on_progress(void* self, curl_off_t total, curl_off_t, curl_off_t, curl_off_t) noexcept {
    auto& transfer = *static_cast<Transfer*>(self);
    const auto total_bytes = static_cast<std::uint64_t>(total);
    if (transfer.options.progress && transfer.received > 0)
      transfer.succeeds([&] {
        transfer.options.progress({transfer.received, total_bytes, transfer.run.elapsed()});
      });
    return transfer.failure || transfer.run.should_stop() ? 1 : 0;
  }
  /// Refuses a redirection to a URL that a catalogue could not name.
  static curl_socket_t on_socket(void* self, curlsocktype, curl_sockaddr* address) noexcept {
    if (!url_problem(static_cast<Transfer*>(self)->target()).empty()) return CURL_SOCKET_BAD;
    return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
  }
};

/// Returns the number of bytes. libcurl follows redirections, and finds transfers that stall or end early.
std::uint64_t download(const std::string& url, OutputFile& file, const DownloadOptions& options,
                       const RunContext& run) {
  const std::unique_ptr<CURL, void (*)(CURL*)> curl{libcurl().easy_init(), libcurl().easy_cleanup};
  if (!curl) throw std::bad_alloc();
  Transfer transfer{file, options, run, curl.get()};
  CURLcode code = CURLE_OK;
  const auto set = [&](CURLoption option, auto value) {
    if (code == CURLE_OK) code = libcurl().easy_setopt(curl.get(), option, value);
  };
  // This machine may redirect anywhere, other hosts only to https.
  const bool local = starts_ignoring_case(url, "http://");
  set(CURLOPT_URL, url.c_str());
  set(CURLOPT_PROTOCOLS_STR, local ? "http,https" : "https");
  if (local) set(CURLOPT_NOPROXY, "*");
  set(CURLOPT_FOLLOWLOCATION, 1L);
  set(CURLOPT_MAXREDIRS, 10L);
  set(CURLOPT_FAILONERROR, 1L);
  set(CURLOPT_USERAGENT, fmt::format("lode/{}", version()).c_str());
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_QUICK_EXIT, 1L);  // a stopped run does not wait for the resolver
  set(CURLOPT_LOW_SPEED_LIMIT, 1L);
  set(CURLOPT_LOW_SPEED_TIME, static_cast<long>(std::ceil(std::min(options.stall_limit, 1e6))));
  set(CURLOPT_NOPROGRESS, 0L);
  set(CURLOPT_XFERINFOFUNCTION, Transfer::on_progress);
  set(CURLOPT_OPENSOCKETFUNCTION, Transfer::on_socket);
  set(CURLOPT_WRITEFUNCTION, Transfer::on_body);
  for (const CURLoption data : {CURLOPT_XFERINFODATA, CURLOPT_OPENSOCKETDATA, CURLOPT_WRITEDATA})
    set(data, static_cast<void*>(&transfer));
  if (code == CURLE_OK) code = libcurl().easy_perform(curl.get());
  if (transfer.failure) std::rethrow_exception(transfer.failure);
  if (code == CURLE_OUT_OF_MEMORY) throw std::bad_alloc();
  long status = 0;
  libcurl().easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &status);
  const std::string target = url_problem(transfer.target());
  const std::string problem =
      code == CURLE_OK    ? ""
      : !target.empty()   ? fmt::format("redirection to '{}', which {}", transfer.target(), target)
      : run.interrupted() ? "interrupted"
      : code == CURLE_ABORTED_BY_CALLBACK
          ? fmt::format("not done within the time limit of {} s", run.time_limit())
      : code == CURLE_OPERATION_TIMEDOUT ? fmt::format("nothing has come for {} s", options.stall_limit)
      : code == CURLE_HTTP_RETURNED_ERROR
          ? fmt::format("the server answers HTTP {}", status)
          : fmt::format("{} ({} bytes received)", libcurl().easy_strerror(code), transfer.received);
  if (!problem.empty()) throw SystemError(fmt::format("{}: {}", url, problem));
  return transfer.received;
}

FetchedFile fetch_file(const CatalogueGraph& graph, const CatalogueFile& file, const SearchFolders& folders,
                       Refetch refetch, const DownloadOptions& options, const RunContext& run) {
  const auto matches = [&](const std::string& path) {
    return check_file(graph, file, path, run).state == FileState::matches;
  };
  FetchedFile fetched{file.name, (fs::path(folders.cache) / file.name).string()};
  const std::optional<std::string> first = find_catalogue_file(file, folders);
  const bool first_matches = first && matches(*first);
  if (first && !first_matches && *first != fetched.path) fetched.hidden_by = *first;
  if (refetch == Refetch::no && first_matches) fetched.path = *first;
  if (refetch == Refetch::no && (first_matches || matches(fetched.path))) return fetched;
  if (folders.cache.empty()) throw SystemError("there is no cache folder; set XDG_CACHE_HOME or HOME");
  const std::string by_hand = fmt::format(
      "The graph is described at {} ({}); a file you get there goes to {} or a folder of LODE_DATA "
      "as {}, and 'lode data verify {}' checks it",
      graph.page, graph.note, folders.cache, file.name, graph.name);
  if (file.download.empty()) {
    const auto here = find_named_graph(graph.name, folders, {"", {graph}});
    throw SystemError(fmt::format("no download is known for {}{}. {}", file.name,
                                  here ? fmt::format("; '{}' means {}", graph.name, here->path) : "",
                                  by_hand));
  }
  if (const std::string problem = url_problem(file.download); !problem.empty())
    throw InvalidArgument("URL", file.download, problem, "use https://");
  if (!(options.stall_limit > 0.0))
    throw InvalidArgument("stall limit", fmt::format("{}", options.stall_limit),
                          "must be a number of seconds > 0");
  std::error_code error;
  fs::create_directories(folders.cache, error);
  if (error)
    throw SystemError(fmt::format("{}: cannot make the folder ({})", folders.cache, error.message()));
  if (run.should_stop()) throw SystemError(file.download + ": stopped before it began");
  OutputFile output(fetched.path, Overwrite::yes);
  fetched.downloaded = true;
  try {
    fetched.received = download(file.download, output, options, run);
  } catch (const SystemError& problem) {
    throw SystemError(fmt::format("{}; nothing was kept. {}", problem.what(), by_hand));
  }
  const FileCheck content = check_file(graph, file, output.flush(), run);
  if (content.state != FileState::matches)
    throw VerificationError(fmt::format("{}: not the content of the catalogue: {}; nothing was kept. {}",
                                        file.download, content.problem, by_hand));
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
