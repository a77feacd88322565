#include "io/catalogue/download.hpp"

#include <lode/core/error.hpp>

#ifdef LODE_WITH_CURL
#include <exception>
#include <memory>
#include <new>
#include <string_view>

#include <curl/curl.h>
#include <fmt/format.h>
#include <sys/socket.h>

#include <lode/core/version.hpp>

#include "core/shared_library.hpp"
#include "io/catalogue/download_url.hpp"
#endif

namespace lode::detail {

#ifdef LODE_WITH_CURL

namespace {

/// libcurl, which brings some thirty other libraries: loaded by the first download, not with every program.
struct LibCurl {
  SharedLibrary library{"libcurl.so.4"};
#define LODE_CURL_FUNCTION(NAME) \
  decltype(&::curl_##NAME) NAME = library.function<decltype(::curl_##NAME)>("curl_" #NAME);
  LODE_CURL_FUNCTION(easy_cleanup)
  LODE_CURL_FUNCTION(easy_getinfo)
  LODE_CURL_FUNCTION(easy_init)
  LODE_CURL_FUNCTION(easy_setopt)
  LODE_CURL_FUNCTION(easy_strerror)
  LODE_CURL_FUNCTION(global_init)
  LODE_CURL_FUNCTION(multi_add_handle)
  LODE_CURL_FUNCTION(multi_cleanup)
  LODE_CURL_FUNCTION(multi_info_read)
  LODE_CURL_FUNCTION(multi_init)
  LODE_CURL_FUNCTION(multi_perform)
  LODE_CURL_FUNCTION(multi_poll)
  LODE_CURL_FUNCTION(multi_remove_handle)
  LODE_CURL_FUNCTION(multi_strerror)
  LODE_CURL_FUNCTION(version)
#undef LODE_CURL_FUNCTION
};

LibCurl& libcurl() {
  static LibCurl loaded;
  return loaded;
}

constexpr long most_redirections = 10;
constexpr int poll_milliseconds = 100;

template <class Value>
void set(CURL* curl, CURLoption option, Value value) {
  const CURLcode code = libcurl().easy_setopt(curl, option, value);
  if (code == CURLE_OUT_OF_MEMORY) throw std::bad_alloc();
  if (code != CURLE_OK)
    throw SystemError(fmt::format("libcurl {}: {}", libcurl().version(), libcurl().easy_strerror(code)));
}

void check(CURLMcode code) {
  if (code == CURLM_OUT_OF_MEMORY) throw std::bad_alloc();
  if (code != CURLM_OK) throw SystemError(fmt::format("libcurl: {}", libcurl().multi_strerror(code)));
}

std::string_view status_word(long status) {
  if (status == 401 || status == 403) return " (forbidden)";
  if (status == 404 || status == 410) return " (not found)";
  if (status == 429) return " (too many requests)";
  return status == 503 ? " (unavailable)" : "";
}

/// One transfer. libcurl follows redirections, asks for the rest and tells a transfer that ends early; what
/// is left to do here is to look after each address, the clock and the file.
class Downloader {
 public:
  Downloader(const std::string& url, PartFile& part, const DownloadOptions& options, const RunContext& run)
      : url_(url), part_(part), options_(options), run_(run), offset_(part.size()) {
    if (!curl_ || !multi_) throw std::bad_alloc();
    set(curl_.get(), CURLOPT_URL, url_.c_str());
    set(curl_.get(), CURLOPT_ERRORBUFFER, message_);
    set(curl_.get(), CURLOPT_NOSIGNAL, 1L);
    set(curl_.get(), CURLOPT_QUICK_EXIT, 1L);  // a stopped run does not wait for the resolver
    set(curl_.get(), CURLOPT_USERAGENT, user_agent_.c_str());
    set(curl_.get(), CURLOPT_FAILONERROR, 1L);
    set(curl_.get(), CURLOPT_FOLLOWLOCATION, 1L);
    set(curl_.get(), CURLOPT_MAXREDIRS, most_redirections);
    // To this machine directly; from there to anywhere, from elsewhere by https alone.
    const bool loopback = is_loopback_url(url_);
    set(curl_.get(), CURLOPT_PROTOCOLS_STR, loopback ? "http" : "https");
    set(curl_.get(), CURLOPT_REDIR_PROTOCOLS_STR, loopback ? "http,https" : "https");
    if (loopback) set(curl_.get(), CURLOPT_NOPROXY, "*");
    if (offset_ > 0) set(curl_.get(), CURLOPT_RANGE, range_.c_str());
    set(curl_.get(), CURLOPT_OPENSOCKETFUNCTION, on_socket);
    set(curl_.get(), CURLOPT_OPENSOCKETDATA, static_cast<void*>(this));
    set(curl_.get(), CURLOPT_WRITEFUNCTION, on_body);
    set(curl_.get(), CURLOPT_WRITEDATA, static_cast<void*>(this));
  }

  DownloadResult result() {
    const CURLcode code = transfer();
    if (failure_) std::rethrow_exception(failure_);
    if (offset_ > 0 && status() == 416) return {0, offset_};  // there is no rest
    if (code != CURLE_OK) fail(explain(code));
    if (!body_begun_) begin_body();
    return {received_, status() == 206 ? offset_ : 0};
  }

 private:
  template <class Value>
  Value info(CURLINFO what, Value otherwise) const {
    libcurl().easy_getinfo(curl_.get(), what, &otherwise);
    return otherwise;
  }
  long status() const { return info(CURLINFO_RESPONSE_CODE, 0L); }
  /// The URL that redirections have led to.
  std::string target() const {
    const char* const text = info<const char*>(CURLINFO_EFFECTIVE_URL, nullptr);
    return text ? text : url_;
  }

  /// A server that does not go on behind what is here sends everything.
  void begin_body() {
    body_begun_ = true;
    if (status() != 206 && part_.size() > 0) part_.restart();
    const auto length = info(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, curl_off_t{-1});
    total_ = length > 0 ? part_.size() + static_cast<std::uint64_t>(length) : 0;
  }

  static std::size_t on_body(char* bytes, std::size_t, std::size_t size, void* self) noexcept {
    auto& download = *static_cast<Downloader*>(self);
    try {
      if (!download.body_begun_) download.begin_body();
      download.part_.append({bytes, size});
    } catch (...) {
      download.failure_ = std::current_exception();
      return 0;
    }
    download.received_ += size;
    download.last_activity_ = download.run_.elapsed();
    return size;
  }

  /// Nothing is sent to a redirection's target that a URL of a catalogue could not name.
  static curl_socket_t on_socket(void* self, curlsocktype, curl_sockaddr* address) noexcept {
    if (!url_problem(static_cast<Downloader*>(self)->target()).empty()) return CURL_SOCKET_BAD;
    return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
  }

  CURLcode transfer() {
    check(libcurl().multi_add_handle(multi_.get(), curl_.get()));
    struct Removal {
      CURLM* multi;
      CURL* curl;
      ~Removal() { libcurl().multi_remove_handle(multi, curl); }
    } const removal{multi_.get(), curl_.get()};
    last_activity_ = run_.elapsed();
    for (int running = 1; running > 0;) {
      check(libcurl().multi_perform(multi_.get(), &running));
      if (options_.progress && body_begun_) options_.progress({part_.size(), total_, run_.elapsed()});
      if (running == 0) break;
      if (run_.interrupted()) fail("interrupted");
      if (run_.should_stop()) fail(fmt::format("not done within the time limit of {} s", run_.time_limit()));
      if (run_.elapsed() - last_activity_ > options_.stall_limit)
        fail(fmt::format("nothing has come for {} s", options_.stall_limit));
      check(libcurl().multi_poll(multi_.get(), nullptr, 0, poll_milliseconds, nullptr));
    }
    int left = 0;
    const CURLMsg* const done = libcurl().multi_info_read(multi_.get(), &left);
    if (!done || done->msg != CURLMSG_DONE) throw InternalError("libcurl ended without a result");
    return done->data.result;
  }

  [[noreturn]] void fail(const std::string& problem) const {
    throw SystemError(fmt::format("{}: {}", url_, problem));
  }

  std::string explain(CURLcode code) const {
    if (const std::string problem = url_problem(target()); !problem.empty())
      return fmt::format("redirection to '{}', which {}", target(), problem);
    std::string detail = *message_ ? message_ : libcurl().easy_strerror(code);
    switch (code) {
      case CURLE_HTTP_RETURNED_ERROR:
        return fmt::format("the server answers HTTP {}{}", status(), status_word(status()));
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
        return fmt::format("the server ended the transfer after {}{} bytes", part_.size(),
                           total_ > 0 ? fmt::format(" of {}", total_) : "");
      default:
        return detail;
    }
  }

  std::string url_;
  PartFile& part_;
  const DownloadOptions& options_;
  const RunContext& run_;
  std::uint64_t offset_;  ///< first byte that is asked for
  std::string range_ = fmt::format("{}-", offset_);
  std::string user_agent_ = fmt::format("lode/{}", version());
  char message_[CURL_ERROR_SIZE] = "";
  std::unique_ptr<CURL, void (*)(CURL*)> curl_{libcurl().easy_init(), libcurl().easy_cleanup};
  std::unique_ptr<CURLM, CURLMcode (*)(CURLM*)> multi_{libcurl().multi_init(), libcurl().multi_cleanup};

  bool body_begun_ = false;
  std::uint64_t total_ = 0;
  std::uint64_t received_ = 0;
  double last_activity_ = 0.0;
  std::exception_ptr failure_;  ///< thrown while a body was taken
};

void initialise_curl() {
  if (const std::string problem = download_problem(); !problem.empty()) throw SystemError(problem);
  static const CURLcode code = libcurl().global_init(CURL_GLOBAL_DEFAULT);
  if (code != CURLE_OK) throw SystemError(fmt::format("libcurl: {}", libcurl().easy_strerror(code)));
}

}  // namespace

std::string download_problem() {
  const std::string& problem = libcurl().library.problem();
  return problem.empty() ? "" : fmt::format("lode downloads with libcurl ({}); install libcurl4", problem);
}

DownloadResult download(const std::string& url, PartFile& part, const DownloadOptions& options,
                        const RunContext& run) {
  const std::string problem = url_problem(url);
  if (!problem.empty()) throw InvalidArgument("URL", url, problem, "use https://");
  if (!(options.stall_limit > 0.0))
    throw InvalidArgument("stall limit", fmt::format("{}", options.stall_limit),
                          "must be a number of seconds > 0");
  if (run.should_stop()) throw SystemError(fmt::format("{}: stopped before it began", url));
  initialise_curl();
  return Downloader(url, part, options, run).result();
}

#else

std::string download_problem() {
  return "this lode was built without libcurl and cannot download; install libcurl4-openssl-dev and build it "
         "again";
}

DownloadResult download(const std::string&, PartFile&, const DownloadOptions&, const RunContext&) {
  throw SystemError(download_problem());
}

#endif

}  // namespace lode::detail
