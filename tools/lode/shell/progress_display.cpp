#include "shell/progress_display.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <lode/report/format.hpp>

#include "shell/signals.hpp"

namespace lode::tool {
namespace {

using std::chrono::steady_clock;

/// Time between redraws with and without news.
constexpr std::chrono::milliseconds shortest_pause{100};
constexpr std::chrono::milliseconds longest_pause{1000};
constexpr std::chrono::milliseconds beat_pause{50};

constexpr std::string_view erase_line = "\r\033[K";

/// The size, unless the label contains it, the best objective, the bound, and the name of the phase.
std::string news_text(const Progress& news, std::string_view label) {
  std::string text;
  const std::string size = fmt::format("s={}", news.size);
  if (news.size > 0 && !label.ends_with(size)) text = size + ": ";
  const bool has_bound = !std::isnan(news.bound);
  if (!std::isnan(news.best)) text += (has_bound ? "" : "best ") + format_weight(news.best);
  if (has_bound) text += (std::isnan(news.best) ? "at most " : " of at most ") + format_weight(news.bound);
  if (has_bound || !std::isnan(news.best)) text += ", ";
  // Details of a phase follow a colon; other news is one sentence.
  return text.append(text.empty() ? news.phase : news.phase.substr(0, news.phase.find(':')));
}

/// The beginning of a text that fits these columns, with "..." if it is cut. Characters from U+1000 on count
/// twice, as wide scripts need. The estimate is too large for some, which only shortens the line.
std::string cut_to_width(std::string_view text, std::size_t columns) {
  constexpr std::string_view cut_sign = "...";
  std::size_t width = 0;
  std::size_t kept = 0;  ///< bytes before the cut sign, if one is needed
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if ((byte & 0xC0) == 0x80) continue;  // not the first byte of a character
    if (width + cut_sign.size() <= columns) kept = at;
    width += byte < 0xE1 ? 1 : 2;
    if (width > columns) return std::string(text.substr(0, kept)).append(cut_sign.substr(0, columns));
  }
  return std::string(text);
}

}  // namespace

std::size_t terminal_columns(int stream) {
  winsize size{};
  constexpr std::size_t usual = 80;
  return ::ioctl(stream, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual;
}

bool ProgressDisplay::possible() {
  static const bool answer = [] {
    const char* const term = std::getenv("TERM");
    return term != nullptr && *term != '\0' && std::string_view(term) != "dumb" &&
           ::isatty(STDERR_FILENO) == 1;
  }();
  return answer;
}

ProgressDisplay::~ProgressDisplay() {
  end();
  if (!heart_.joinable()) return;
  heart_.request_stop();
  heart_.join();
}

void ProgressDisplay::begin(std::string_view label) {
  if (!possible()) return;
  const std::lock_guard lock(mutex_);
  label_ = label;
  news_ = {};
  shown_ = true;
  begun_ = drawn_ = steady_clock::now();
  keep_clock();
}

void ProgressDisplay::keep_clock() {
  if (!heart_.joinable()) heart_ = std::jthread([this](const std::stop_token& stop) { beat(stop); });
}

void ProgressDisplay::tell(const Progress& progress) {
  if (!possible()) return;
  const std::lock_guard lock(mutex_);
  // Only lines that are drawn are formatted, since a search may report a million times a second.
  const bool first = news_.phase.empty();
  phase_ = progress.phase;
  news_ = progress;
  news_.phase = phase_;
  shown_ = true;
  const Moment now = steady_clock::now();
  if (first || now - drawn_ >= shortest_pause) show(now);
}

void ProgressDisplay::end() {
  const std::lock_guard lock(mutex_);
  erase();
  shown_ = false;
}

void ProgressDisplay::show(Moment now) {
  const double seconds = std::chrono::duration<double>(now - begun_).count();
  const double limit = news_.time_limit;
  const std::string of = std::isfinite(limit) ? " of " + format_rounded(limit, 4) : "";
  const std::string clock =
      seconds < 1.0 ? "" : fmt::format(", {}{} s", static_cast<std::int64_t>(seconds), of);
  const std::string news = news_text(news_, label_);
  const char* const colon = label_.empty() || news.empty() ? "" : ": ";
  const std::string line = escape_terminal(label_ + colon + news);
  // The last column stays free, because some terminals begin a new line when it is written.
  const std::size_t columns = terminal_columns() - 1;
  if (clock.size() >= columns) return;
  write_error(fmt::format("{}{}{}", erase_line, cut_to_width(line, columns - clock.size()), clock));
  drawn_ = now;
  on_line_ = true;
}

void ProgressDisplay::erase() {
  if (!on_line_) return;
  write_error(erase_line);
  on_line_ = false;
}

void ProgressDisplay::beat(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    working_clock().seconds();
    const Moment now = steady_clock::now();
    // A redraw up to one beat before its time avoids a wait of another second.
    if (shown_ && now - drawn_ >= longest_pause - beat_pause) show(now);
    ended_.wait_for(lock, stop, beat_pause, [] { return false; });
  }
}

}  // namespace lode::tool
