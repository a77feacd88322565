#include "io/catalogue/download.hpp"

#include <lode/core/error.hpp>

#ifdef LODE_WITH_CURL
#include <algorithm>
#include <charconv>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string_view>

#include <curl/curl.h>
#include <fmt/format.h>

#include <lode/core/version.hpp>

#include "core/shared_library.hpp"
#include "io/catalogue/download_url.hpp"
#include "io/text/file_names.hpp"
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

constexpr int most_redirections = 10;
constexpr std::uint64_t longest_redirection = std::uint64_t{1} << 20;
constexpr int poll_milliseconds = 100;

bool is_redirection(long status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

/// "bytes 100-199/200" or "bytes */200".
struct ContentRange {
  std::optional<std::uint64_t> first;
  std::optional<std::uint64_t> total;
};

std::optional<std::uint64_t> leading_number(std::string_view& text) {
  std::uint64_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return value;
}

ContentRange parse_content_range(std::string_view text) {
  ContentRange range;
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  if (!text.starts_with("bytes ")) return range;
  text.remove_prefix(6);
  range.first = leading_number(text);
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return range;
  text.remove_prefix(slash + 1);
  range.total = leading_number(text);
  return range;
}

/// One request and what came of it.
struct Exchange {
  CURL* curl = nullptr;
  PartFile* part = nullptr;
  const RunContext* run = nullptr;
  std::uint64_t offset = 0;  ///< first byte that was asked for

  long status = 0;  ///< of the last header block
  ContentRange range;
  bool body_begun = false;
  bool refused = false;  ///< the body is not the content and was not taken
  std::uint64_t total = 0;
  std::uint64_t received = 0;
  std::uint64_t skipped = 0;  ///< bytes of a redirection's own text
  double last_activity = 0.0;
  std::exception_ptr failure;  ///< thrown while a body was taken

  /// True if this answer carries the bytes that were asked for, or all of them.
  bool answers() const { return status == 200 || (status == 206 && range.first == offset); }

  void begin_body() {
    body_begun = true;
    if (status == 206) {
      total = range.total.value_or(0);
      return;
    }
    if (part->size() > 0) part->restart();
    curl_off_t length = -1;
    if (libcurl().easy_getinfo(curl, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length) == CURLE_OK && length > 0)
      total = static_cast<std::uint64_t>(length);
  }

  bool take(std::string_view bytes) {
    last_activity = run->elapsed();
    if (is_redirection(status)) {
      skipped += bytes.size();
      return skipped <= longest_redirection;
    }
    if (!answers()) {
      refused = true;
      return false;
    }
    if (!body_begun) begin_body();
    part->append(bytes);
    received += bytes.size();
    return true;
  }

  void take_header(std::string_view line) {
    last_activity = run->elapsed();
    constexpr std::string_view wanted = "content-range:";
    if (line.starts_with("HTTP/")) {
      range = {};
      libcurl().easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    } else if (starts_ignoring_case(line, wanted)) {
      range = parse_content_range(line.substr(wanted.size()));
    }
  }
};

std::size_t on_body(char* bytes, std::size_t, std::size_t size, void* self) noexcept {
  auto& exchange = *static_cast<Exchange*>(self);
  try {
    return exchange.take({bytes, size}) ? size : 0;
  } catch (...) {
    exchange.failure = std::current_exception();
    return 0;
  }
}

std::size_t on_header(char* bytes, std::size_t, std::size_t size, void* self) noexcept {
  static_cast<Exchange*>(self)->take_header({bytes, size});
  return size;
}

template <class Value>
void set(CURL* curl, CURLoption option, Value value) {
  const CURLcode code = libcurl().easy_setopt(curl, option, value);
  if (code == CURLE_OUT_OF_MEMORY) throw std::bad_alloc();
  if (code != CURLE_OK)
    throw SystemError(fmt::format("libcurl {}: {}", libcurl().version(), libcurl().easy_strerror(code)));
}

std::string_view status_word(long status) {
  if (status == 401 || status == 403) return " (forbidden)";
  if (status == 404 || status == 410) return " (not found)";
  if (status == 429) return " (too many requests)";
  return status == 503 ? " (unavailable)" : "";
}

class Downloader {
 public:
  Downloader(const std::string& url, PartFile& part, const DownloadOptions& options, const RunContext& run)
      : url_(url), part_(part), options_(options), run_(run) {}

  DownloadResult result() {
    std::uint64_t offset = part_.size();
    int redirections = 0;
    while (true) {
      Exchange exchange;
      exchange.offset = offset;
      const std::string target = request(exchange);
      if (is_redirection(exchange.status)) {
        if (++redirections > most_redirections) fail("too many redirections");
        follow(target);
      } else if (offset > 0 && (exchange.status == 416 || (exchange.status == 206 && !exchange.answers()))) {
        if (exchange.status == 416 && exchange.range.total == offset)
          return {0, offset};  // nothing is missing
        part_.restart();
        offset = 0;
      } else if (!exchange.answers()) {
        fail(fmt::format("the server answers HTTP {}{}", exchange.status, status_word(exchange.status)));
      } else {
        return finish(exchange);
      }
    }
  }

 private:
  [[noreturn]] void fail(const std::string& problem) const {
    throw SystemError(fmt::format("{}: {}", url_, problem));
  }

  void follow(const std::string& target) {
    const std::string problem = target.empty() ? "leads nowhere" : url_problem(target);
    if (!problem.empty()) fail(fmt::format("redirection to '{}', which {}", target, problem));
    if (is_loopback_url(target) && !is_loopback_url(url_))
      fail(fmt::format("redirection to '{}', from https to http", target));
    url_ = target;
  }

  /// Sends one request and takes its answer; returns where a redirection leads.
  std::string request(Exchange& exchange) {
    const std::unique_ptr<CURL, void (*)(CURL*)> curl(libcurl().easy_init(), libcurl().easy_cleanup);
    if (!curl) throw std::bad_alloc();
    exchange.curl = curl.get();
    exchange.part = &part_;
    exchange.run = &run_;
    exchange.last_activity = run_.elapsed();
    char message[CURL_ERROR_SIZE] = "";
    prepare(exchange, message);
    const CURLcode code = transfer(exchange);
    if (exchange.failure) std::rethrow_exception(exchange.failure);
    if (code != CURLE_OK && !exchange.refused) fail(explain(code, message, exchange));
    const char* target = nullptr;
    libcurl().easy_getinfo(exchange.curl, CURLINFO_REDIRECT_URL, &target);
    return target ? target : "";
  }

  void prepare(Exchange& exchange, char* message) const {
    CURL* const curl = exchange.curl;
    set(curl, CURLOPT_URL, url_.c_str());
    set(curl, CURLOPT_ERRORBUFFER, message);
    set(curl, CURLOPT_NOSIGNAL, 1L);
    set(curl, CURLOPT_USERAGENT, user_agent_.c_str());
    set(curl, CURLOPT_WRITEFUNCTION, on_body);
    set(curl, CURLOPT_WRITEDATA, static_cast<void*>(&exchange));
    set(curl, CURLOPT_HEADERFUNCTION, on_header);
    set(curl, CURLOPT_HEADERDATA, static_cast<void*>(&exchange));
    if (is_loopback_url(url_)) set(curl, CURLOPT_NOPROXY, "*");
#if LIBCURL_VERSION_NUM >= 0x075500
    set(curl, CURLOPT_PROTOCOLS_STR, is_loopback_url(url_) ? "http" : "https");
#else
    set(curl, CURLOPT_PROTOCOLS, static_cast<long>(is_loopback_url(url_) ? CURLPROTO_HTTP : CURLPROTO_HTTPS));
#endif
#if LIBCURL_VERSION_NUM >= 0x075700
    set(curl, CURLOPT_QUICK_EXIT, 1L);  // a stopped run does not wait for the resolver
#endif
    const std::string range = fmt::format("{}-", exchange.offset);
    if (exchange.offset > 0) set(curl, CURLOPT_RANGE, range.c_str());
  }

  CURLcode transfer(Exchange& exchange) const {
    const std::unique_ptr<CURLM, CURLMcode (*)(CURLM*)> multi(libcurl().multi_init(),
                                                              libcurl().multi_cleanup);
    if (!multi) throw std::bad_alloc();
    check(libcurl().multi_add_handle(multi.get(), exchange.curl));
    struct Removal {
      CURLM* multi;
      CURL* curl;
      ~Removal() { libcurl().multi_remove_handle(multi, curl); }
    } const removal{multi.get(), exchange.curl};
    for (int running = 1; running > 0;) {
      check(libcurl().multi_perform(multi.get(), &running));
      if (options_.progress && exchange.body_begun)
        options_.progress({part_.size(), exchange.total, run_.elapsed()});
      if (running == 0) break;
      if (run_.should_stop()) fail(stopped());
      if (run_.elapsed() - exchange.last_activity > options_.stall_limit)
        fail(fmt::format("nothing has come for {} s", options_.stall_limit));
      check(libcurl().multi_poll(multi.get(), nullptr, 0, poll_milliseconds, nullptr));
    }
    int left = 0;
    const CURLMsg* const done = libcurl().multi_info_read(multi.get(), &left);
    if (!done || done->msg != CURLMSG_DONE) throw InternalError("libcurl ended without a result");
    return done->data.result;
  }

  static void check(CURLMcode code) {
    if (code == CURLM_OUT_OF_MEMORY) throw std::bad_alloc();
    if (code != CURLM_OK) throw SystemError(fmt::format("libcurl: {}", libcurl().multi_strerror(code)));
  }

  std::string stopped() const {
    return run_.interrupted() ? "interrupted"
                              : fmt::format("not done within the time limit of {} s", run_.time_limit());
  }

  static std::string explain(CURLcode code, const char* message, const Exchange& exchange) {
    const std::string detail = *message ? message : libcurl().easy_strerror(code);
    switch (code) {
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
        return fmt::format("the server ended the transfer after {}", span(exchange));
      default:
        return detail;
    }
  }

  static std::string span(const Exchange& exchange) {
    const std::string of = exchange.total > 0 ? fmt::format(" of {}", exchange.total) : "";
    return fmt::format("{}{} bytes", exchange.part->size(), of);
  }

  DownloadResult finish(Exchange& exchange) {
    if (!exchange.body_begun) exchange.begin_body();
    if (exchange.total > 0 && part_.size() != exchange.total)
      fail(fmt::format("the server ended the transfer after {}", span(exchange)));
    return {exchange.received, exchange.status == 206 ? exchange.offset : 0};
  }

  std::string url_;
  PartFile& part_;
  const DownloadOptions& options_;
  const RunContext& run_;
  std::string user_agent_ = fmt::format("lode/{}", version());
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
