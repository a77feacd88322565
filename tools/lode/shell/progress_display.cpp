#include "shell/progress_display.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include <lode/report/format.hpp>

#include "shell/terminal_width.hpp"
#include "shell/terminate.hpp"

namespace lode::tool {
namespace {

using std::chrono::steady_clock;

/// Time between redraws with and without news.
constexpr std::chrono::milliseconds shortest_pause{100};
constexpr std::chrono::milliseconds heartbeat{1000};

constexpr std::string_view erase_line = "\r\033[K";

/// The elapsed seconds, with the limit if there is one.
std::string clock_text(double seconds, double limit) {
  if (seconds < 1.0) return "";
  const std::string of = std::isfinite(limit) ? " of " + format_rounded(limit, 4) : "";
  return fmt::format(", {}{} s", static_cast<std::int64_t>(seconds), of);
}

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

}  // namespace

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
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  ended_.notify_all();
  if (heart_.joinable()) heart_.join();
}

void ProgressDisplay::begin(std::string_view label) {
  if (!possible()) return;
  const std::lock_guard lock(mutex_);
  label_ = label;
  news_ = {};
  shown_ = true;
  begun_ = drawn_ = steady_clock::now();
  if (!heart_.joinable()) heart_ = std::thread([this] { beat(); });
}

void ProgressDisplay::tell(std::string_view news) {
  Progress said;
  said.phase = news;
  tell(said);
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
  const std::string clock = clock_text(seconds, news_.time_limit);
  std::string line = escape_terminal(label_);
  const std::string news = news_text(news_, label_);
  if (!label_.empty() && !news.empty()) line += ": ";
  line += escape_terminal(news);
  // The last column stays free, because some terminals begin a new line when it is written.
  const std::size_t columns = terminal_columns() - 1;
  if (clock.size() >= columns) return;
  line = cut_to_width(line, columns - clock.size());
  write_error(fmt::format("{}{}{}", erase_line, line, clock));
  drawn_ = now;
  on_line_ = true;
}

void ProgressDisplay::erase() {
  if (!on_line_) return;
  write_error(erase_line);
  on_line_ = false;
}

void ProgressDisplay::beat() {
  std::unique_lock lock(mutex_);
  while (!over_) {
    // A redraw up to `early` before its time avoids a wait of another second.
    constexpr auto early = shortest_pause / 2;
    const Moment now = steady_clock::now();
    if (shown_ && now - drawn_ >= heartbeat - early) show(now);
    const auto pause = shown_ ? drawn_ + heartbeat - steady_clock::now() : steady_clock::duration(heartbeat);
    ended_.wait_for(lock, pause);
  }
}

}  // namespace lode::tool
