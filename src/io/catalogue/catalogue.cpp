#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <sstream>
#include <utility>

#include <curl/curl.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/evp.h>

#include <lode/core/error.hpp>
#include <lode/core/version.hpp>
#include <lode/io/catalogue.hpp>
#include <lode/io/output_file.hpp>

#include "io/formats/declared_graph.hpp"
#include "io/stream/file_names.hpp"

// The list of known graphs, checksums of their files, and downloads.

namespace lode {
namespace {

using namespace detail;

constexpr std::array<std::string_view, 10> column_names = {"name", "aliases", "vertices", "edges", "format",
                                                           "file", "sha256",  "download", "page",  "note"};
constexpr std::string_view local_hosts[] = {"localhost", "127.0.0.1", "[::1]"};
constexpr std::string_view second_file = "properties";

/// Reason why a URL cannot be the source of a download; empty if it can. Allowed are https://, and http:// to
/// this machine.
std::string url_problem(std::string_view url) {
  const auto is_of_urls = [](char c) { return c > ' ' && c < '\x7f' && c != '\\'; };
  if (!std::ranges::all_of(url, is_of_urls)) return "holds a character that URLs do not have";
  const bool is_secure = starts_ignoring_case(url, "https://");
  if (!is_secure && !starts_ignoring_case(url, "http://")) return "is not an https:// URL";
  std::string_view host = url.substr(is_secure ? 8 : 7);
  host = host.substr(0, host.find_first_of("/?#"));
  if (host.empty() || host.find('@') != host.npos) return "names no host, or a user";
  const bool is_local = std::ranges::any_of(local_hosts, [&](std::string_view local) {
    return starts_ignoring_case(host, local) && (host.size() == local.size() || host[local.size()] == ':');
  });
  return is_secure || is_local ? "" : "is plain http://, which is for this machine only";
}

// Libraries that are loaded when a run needs them: libcurl needs some thirty others, and libcrypto takes a
// millisecond to start.
constexpr const char* libcurl = "libcurl.so.4";
constexpr const char* libcrypto = "libcrypto.so.3";

/// Errors: SystemError if the library cannot be loaded.
template <class Function>
Function* function(const char* library, const char* name) {
  void* const loaded = ::dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (loaded) return reinterpret_cast<Function*>(::dlsym(loaded, name));
  const std::string problem = ::dlerror();
  // Lack of memory must not be reported as a missing library.
  if (problem.find("memory") != problem.npos || problem.find("failed to map") != problem.npos)
    throw std::bad_alloc();
  throw SystemError(fmt::format("a library cannot be loaded ({}); install libcurl4 and libssl3", problem));
}

/// SHA-256 of the bytes that read(buffer, size) gives until it returns 0, as 64 hexadecimal digits.
template <class Read>
std::string sha256_of(const std::string& path, const RunContext& run, const Read& read) {
  const auto create = function<decltype(::EVP_MD_CTX_new)>(libcrypto, "EVP_MD_CTX_new");
  const auto destroy = function<decltype(::EVP_MD_CTX_free)>(libcrypto, "EVP_MD_CTX_free");
  const auto sha256 = function<decltype(::EVP_sha256)>(libcrypto, "EVP_sha256");
  const auto begin = function<decltype(::EVP_DigestInit_ex)>(libcrypto, "EVP_DigestInit_ex");
  const auto add = function<decltype(::EVP_DigestUpdate)>(libcrypto, "EVP_DigestUpdate");
  const auto finish = function<decltype(::EVP_DigestFinal_ex)>(libcrypto, "EVP_DigestFinal_ex");
  const std::unique_ptr<EVP_MD_CTX, decltype(destroy)> digest(create(), destroy);
  bool good = digest && begin(digest.get(), sha256(), nullptr) == 1;
  std::vector<char> buffer(std::size_t{1} << 18);
  while (const std::size_t size = read(buffer.data(), buffer.size())) {
    run.require_time(path + ": checking");
    good = good && add(digest.get(), buffer.data(), size) == 1;
  }
  std::array<unsigned char, 32> bytes{};
  good = good && finish(digest.get(), bytes.data(), nullptr) == 1;
  if (!good) throw std::bad_alloc();  // only lack of memory stops OpenSSL
  return fmt::format("{:02x}", fmt::join(bytes, ""));
}

/// SHA-256 of a file's unpacked content, with LF for every CR LF.
std::string sha256_of_lines(const std::string& path, const RunContext& run) {
  CompressedInput input(path);
  bool held = false;  // a CR whose successor is unknown
  return sha256_of(path, run, [&](char* out, std::size_t size) {
    const char* const last = out + 1 + input.read(out + 1, size - 1);
    char* to = out;
    for (const char* p = out + 1; p < last; ++p) {
      if (held && *p != '\n') *to++ = '\r';
      held = *p == '\r';
      if (!held) *to++ = *p;
    }
    if (last < out + size && std::exchange(held, false)) *to++ = '\r';
    return static_cast<std::size_t>(to - out);
  });
}

/// A transfer, for the callbacks of libcurl.
struct Transfer {
  OutputFile& file;
  const DownloadProgress& progress;
  const RunContext& run;
  std::uint64_t received = 0;
  std::exception_ptr failure = {};  ///< thrown by a callback

  template <class Call>
  bool succeeds(const Call& call) noexcept {
    try {
      call();
    } catch (...) {
      failure = std::current_exception();
    }
    return !failure;
  }
};

std::size_t on_body(char* bytes, std::size_t, std::size_t size, void* self) noexcept {
  auto& transfer = *static_cast<Transfer*>(self);
  transfer.received += size;
  return transfer.succeeds([&] { transfer.file.write({bytes, size}); }) ? size : 0;
}

int on_progress(void* self, curl_off_t total, curl_off_t, curl_off_t, curl_off_t) noexcept {
  auto& transfer = *static_cast<Transfer*>(self);
  const bool is_reported = transfer.succeeds([&] {
    if (transfer.progress && transfer.received > 0)
      transfer.progress(transfer.received, static_cast<std::uint64_t>(total));
  });
  return is_reported && !transfer.run.should_stop() ? 0 : 1;
}

/// Returns the number of bytes. libcurl follows redirections, and finds transfers that stall or end early.
std::uint64_t download(const std::string& url, OutputFile& file, const DownloadProgress& progress,
                       const RunContext& run) {
  const auto init = function<decltype(::curl_easy_init)>(libcurl, "curl_easy_init");
  const auto setopt = function<decltype(::curl_easy_setopt)>(libcurl, "curl_easy_setopt");
  const auto perform = function<decltype(::curl_easy_perform)>(libcurl, "curl_easy_perform");
  const auto cleanup = function<decltype(::curl_easy_cleanup)>(libcurl, "curl_easy_cleanup");
  const std::unique_ptr<CURL, decltype(cleanup)> curl(init(), cleanup);
  if (!curl) throw std::bad_alloc();
  Transfer transfer{file, progress, run};
  char said[CURL_ERROR_SIZE] = "libcurl is older than 7.87";
  CURLcode code = CURLE_OK;
  const auto set = [&](CURLoption option, auto value) {
    if (code == CURLE_OK) code = setopt(curl.get(), option, value);
  };
  // Redirections from other hosts lead only to https.
  const bool local = starts_ignoring_case(url, "http://");
  set(CURLOPT_URL, url.c_str());
  set(CURLOPT_PROTOCOLS_STR, local ? "http,https" : "https");
  if (local) set(CURLOPT_NOPROXY, "*");
  set(CURLOPT_FOLLOWLOCATION, 1L);
  set(CURLOPT_MAXREDIRS, 10L);
  set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
  set(CURLOPT_FAILONERROR, 1L);
  set(CURLOPT_ERRORBUFFER, said);
  set(CURLOPT_USERAGENT, fmt::format("lode/{}", version()).c_str());
  set(CURLOPT_QUICK_EXIT, 1L);  // a stopped run does not wait for the resolver
  set(CURLOPT_LOW_SPEED_LIMIT, 1L);
  set(CURLOPT_LOW_SPEED_TIME, 60L);
  set(CURLOPT_NOPROGRESS, 0L);
  set(CURLOPT_XFERINFOFUNCTION, on_progress);
  set(CURLOPT_XFERINFODATA, &transfer);
  set(CURLOPT_WRITEFUNCTION, on_body);
  set(CURLOPT_WRITEDATA, &transfer);
  if (code == CURLE_OK) code = perform(curl.get());
  if (transfer.failure) std::rethrow_exception(transfer.failure);
  if (code == CURLE_OUT_OF_MEMORY) throw std::bad_alloc();
  if (code == CURLE_OK) return transfer.received;
  run.require_time(url);
  throw SystemError(fmt::format("{}: {} ({} bytes received)", url, said, transfer.received));
}

}  // namespace

Catalogue read_catalogue(const std::string& path) {
  CompressedInput input(path, {"begin with the line that names the columns"});
  TableReader table(input, "separate fields by one tab, empty ones too");
  Catalogue catalogue{path, {}};
  while (table.next()) {
    const std::vector<Field>& fields = table.fields();
    if (table.is_first()) {
      if (std::ranges::equal(fields, column_names, {}, &Field::text)) continue;
      table.fail(fields[0], "the first line does not name the columns",
                 fmt::format("begin with the tab-separated line: {}", fmt::join(column_names, " ")));
    }
    if (fields.size() != column_names.size()) {
      table.fail(fields[0], fmt::format("the line has {}, and a catalogue 10 columns",
                                        format_plural(fields.size(), "field", "fields")));
    }
    const auto text = [&](std::size_t column) { return std::string(fields[column].text); };
    const auto require = [&](bool good, std::size_t column, const std::string& problem,
                             const std::string& remedy) {
      if (!good) table.fail(fields[column], fmt::format("'{}' {}", excerpt(text(column)), problem), remedy);
    };
    const CatalogueFile file{text(5), text(6), text(7)};
    require(!file.name.empty() && file.name.find('/') == file.name.npos && file.name.front() != '.', 5,
            "is not a plain file name", "write it without folder, not beginning with a dot");
    require(
        file.sha256.size() == 64 && file.sha256.find_first_not_of("0123456789abcdef") == std::string::npos, 6,
        "is not a SHA-256", "write 64 lower-case hexadecimal digits");
    const std::string problem = file.download.empty() ? "" : url_problem(file.download);
    require(problem.empty(), 7, problem, "name an https:// URL of the file, or leave the field empty");
    if (fields[4].text == second_file) {
      const auto graph = std::ranges::find(catalogue.graphs, text(0), &CatalogueGraph::name);
      require(graph != catalogue.graphs.end(), 0, "has a second file, and no line above lists it as a graph",
              "give it the name of the graph above");
      graph->files.push_back(file);
      continue;
    }
    require(find_format(fields[4].text), 4, "is not a format",
            fmt::format("use {}, or one of: {}", second_file, fmt::join(readable_formats(), ", ")));
    CatalogueGraph graph{text(0), {}, 0, 0, text(4), text(8), text(9), {file}};
    std::istringstream aliases(text(1));
    for (std::string alias; std::getline(aliases, alias, ',');) graph.aliases.push_back(alias);
    table.lines().check(parse_count(fields[2].text, "the number of vertices", graph.vertices));
    table.lines().check(parse_count(fields[3].text, "the number of edges", graph.edges));
    catalogue.graphs.push_back(std::move(graph));
  }
  if (catalogue.graphs.empty()) table.lines().fail_at(0, "lists no graph", "write one line per graph");
  return catalogue;
}

const CatalogueGraph* Catalogue::find(std::string_view wanted) const {
  const std::string folded = folded_name(wanted);
  const auto is_wanted = [&](std::string_view name) { return folded_name(name) == folded; };
  for (const CatalogueGraph& graph : graphs) {
    if (is_wanted(graph.name) || std::ranges::any_of(graph.aliases, is_wanted)) return &graph;
  }
  return nullptr;
}

std::string file_sha256(const std::string& path, const RunContext& run) {
  std::error_code ignored;
  if (path == "-" ||
      (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)))
    return {};
  RawInput input(path, path);
  return sha256_of(path, run, [&](char* out, std::size_t size) { return input.read_some(out, size); });
}

FileCheck check_file(const CatalogueGraph& graph, const CatalogueFile& file, const std::string& path,
                     const RunContext& run) {
  FileCheck check{graph.name, file.name, path};
  try {
    CompressedInput input(path);
    const std::string own =
        sha256_of(path, run, [&](char* out, std::size_t size) { return input.read(out, size); });
    if (own == file.sha256 || sha256_of_lines(path, run) == file.sha256) return check;
    check.state = "differs";
    check.problem = fmt::format("the content has SHA-256 {}, the catalogue {}", own, file.sha256);
  } catch (const InputError& error) {
    check.state = "damaged";
    check.problem = error.problem();
  }
  return check;
}

FetchedFile fetch_file(const CatalogueGraph& graph, const CatalogueFile& file, const SearchFolders& folders,
                       const DownloadProgress& progress, const RunContext& run) {
  FetchedFile fetched{folders.cache + "/" + file.name};
  if (const std::optional<std::string> found = find_catalogue_file(file, folders)) {
    if (check_file(graph, file, *found, run).problem.empty()) return {*found};
    if (*found != fetched.path)
      throw InputError({*found}, "has other content than the catalogue, and is found before a download",
                       "rename or remove it");
  }
  if (folders.cache.empty()) throw SystemError("there is no cache folder; set XDG_CACHE_HOME or HOME");
  const std::string by_hand = fmt::format(
      "The graph is described at {} ({}); a file you get there goes to {} or a folder of LODE_DATA "
      "as {}, and 'lode data verify {}' checks it",
      graph.page, graph.note, folders.cache, file.name, graph.name);
  if (file.download.empty())
    throw SystemError(fmt::format("no download is known for {}. {}", file.name, by_hand));
  if (const std::string problem = url_problem(file.download); !problem.empty())
    throw InvalidArgument("URL", file.download, problem, "use https://");
  std::error_code ignored;
  std::filesystem::create_directories(folders.cache, ignored);
  OutputFile output(fetched.path, Overwrite::yes);
  try {
    fetched.received = download(file.download, output, progress, run);
  } catch (const SystemError& problem) {
    throw SystemError(fmt::format("{}; nothing was kept. {}", problem.what(), by_hand));
  }
  if (const FileCheck check = check_file(graph, file, output.flush(), run); !check.problem.empty()) {
    throw VerificationError(fmt::format("{}: not the content of the catalogue: {}; nothing was kept. {}",
                                        file.download, check.problem, by_hand));
  }
  output.commit();
  return fetched;
}

}  // namespace lode
