#include "report/svg/chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/report/format.hpp>

namespace lode {
namespace {

constexpr int palette_size = 8;
constexpr int mark_shapes = 4;
constexpr double character_width = 6.5;  // of a 12-unit sans-serif, on average

// --- scales -----------------------------------------------------------------------------------------

/// Maps data to drawing coordinates along one axis.
struct Projection {
  AxisScale scale = AxisScale::linear;
  double low = 0.0;
  double high = 1.0;
  double from = 0.0;
  double to = 1.0;

  double operator()(double value) const {
    const double share =
        scale == AxisScale::log ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    return from + share * (to - from);
  }
};

/// Whether a value has a place on the axis: its distance from any other is a finite number.
bool shows(const ChartAxis& axis, double value) {
  constexpr double largest_linear = 1e300;
  constexpr double largest_log = 1e150;
  return axis.scale == AxisScale::linear ? std::abs(value) <= largest_linear
                                         : value >= 1.0 / largest_log && value <= largest_log;
}

void check_limits(const ChartAxis& axis) {
  for (const std::optional<double>& limit : {axis.low, axis.high}) {
    if (!limit || shows(axis, *limit)) continue;
    throw InvalidArgument("end of an axis", fmt::format("{}", *limit),
                          axis.scale == AxisScale::log ? "must lie between 1e-150 and 1e150 on a log axis"
                                                       : "must lie between -1e300 and 1e300");
  }
}

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool empty() const { return low > high; }
};

/// Calls visit(x, y) for every point that can be shown.
template <class Visit>
void for_each_shown(const Chart& chart, const Visit& visit) {
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& point : series.points) {
      if (shows(chart.x, point.x) && shows(chart.y, point.y)) visit(point.x, point.y);
    }
  }
}

enum class Direction { across, up };

/// The interval an axis covers: what was asked, else the data with a little room.
Range axis_range(const ChartAxis& axis, Range data, Direction direction) {
  if (data.empty())
    data = {axis.scale == AxisScale::log ? 1.0 : 0.0, axis.scale == AxisScale::log ? 10.0 : 1.0};
  const bool log = axis.scale == AxisScale::log;
  if (direction == Direction::up && !log && data.low > 0.0 && !axis.low) data.low = 0.0;
  if (!(data.low < data.high)) {
    const double below = data.low > 0.0 ? std::max(0.0, data.low - 1.0) : data.low;
    data = log ? Range{data.low / 2.0, data.high * 2.0} : Range{below, data.high + 1.0};
  } else if (direction == Direction::up) {
    if (log) {
      const double room = std::pow(data.high / data.low, 0.04);
      data = {data.low / room, data.high * room};
    } else {
      data.high += 0.05 * (data.high - data.low);
    }
  }
  if (axis.low) data.low = *axis.low;
  if (axis.high) data.high = *axis.high;
  if (!(data.low < data.high)) data.high = log ? data.low * 10.0 : data.low + 1.0;
  return data;
}

// --- drawing ----------------------------------------------------------------------------------------

std::string series_class(int style) {
  return style == ChartSeries::reference ? std::string("ref") : fmt::format("s{}", style % palette_size);
}

/// A mark centred at (x, y): the palette's first round uses circles, squares, triangles and diamonds in
/// turn, so that marks differ by shape as well as colour.
std::string mark(int style, double x, double y, double r, std::string_view classes) {
  const int shape = style < 0 ? 0 : (style % palette_size + style / palette_size) % mark_shapes;
  switch (shape) {
    case 1:
      return fmt::format(R"(<rect class="{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"/>)",
                         classes, x - 0.88 * r, y - 0.88 * r, 1.76 * r, 1.76 * r);
    case 2:
      return fmt::format(R"(<path class="{}" d="M{:.1f} {:.1f}l{:.1f} {:.1f}h{:.1f}z"/>)", classes, x,
                         y - 1.2 * r, 1.12 * r, 1.95 * r, -2.24 * r);
    case 3:
      return fmt::format(
          R"(<path class="{}" d="M{:.1f} {:.1f}l{:.1f} {:.1f}l{:.1f} {:.1f}l{:.1f} {:.1f}z"/>)", classes, x,
          y - 1.25 * r, 1.25 * r, 1.25 * r, -1.25 * r, 1.25 * r, -1.25 * r, -1.25 * r);
    default:
      return fmt::format(R"(<circle class="{}" cx="{:.1f}" cy="{:.1f}" r="{:.1f}"/>)", classes, x, y, r);
  }
}

class Drawing {
 public:
  explicit Drawing(const Chart& chart) : chart_(chart) {
    Range across;
    Range up;
    for_each_shown(chart, [&](double x, double y) {
      across.add(x);
      up.add(y);
    });
    empty_ = across.empty();
    across = axis_range(chart.x, across, Direction::across);
    up = axis_range(chart.y, up, Direction::up);

    const double top = 26.0;
    const double bottom = chart.height - 42.0;
    y_ticks_ = axis_ticks(chart.y, up.low, up.high, std::max(2, static_cast<int>((bottom - top) / 48.0)));
    double label_width = 0.0;
    for (const double tick : y_ticks_) {
      label_width = std::max(label_width, text_width(tick_label(chart.y, tick)));
    }
    const double left = std::max(24.0, label_width + 12.0);
    const double right = chart.width - 18.0;
    x_ = {chart.x.scale, across.low, across.high, left + 6.0, right - 6.0};
    y_ = {chart.y.scale, up.low, up.high, bottom, top};
    x_ticks_ = fitting_x_ticks(across, right - left);
    left_ = left;
    right_ = right;
  }

  std::string svg() const {
    std::string out =
        fmt::format(R"(<svg class="chart" viewBox="0 0 {} {}" role="img" aria-labelledby="{}-t {}-d">)"
                    "\n<title id=\"{}-t\">{}</title><desc id=\"{}-d\">{}</desc>\n",
                    chart_.width, chart_.height, chart_.id, chart_.id, chart_.id, escape_markup(chart_.title),
                    chart_.id, escape_markup(chart_.description));
    out += frame();
    const auto& series = chart_.series;
    for (auto it = series.rbegin(); it != series.rend(); ++it) out += area_and_line(*it);
    for (auto it = series.rbegin(); it != series.rend(); ++it) out += marks(*it);
    if (empty_) {
      out += fmt::format(R"(<text class="none" x="{:.1f}" y="{:.1f}" text-anchor="middle">no data</text>)",
                         (left_ + right_) / 2, (y_.from + y_.to) / 2);
    }
    return out + "</svg>\n";
  }

 private:
  /// As many marks as fit without their labels touching.
  std::vector<double> fitting_x_ticks(const Range& range, double width) const {
    for (int wanted = std::max(2, static_cast<int>(width / 70.0)); wanted > 1; --wanted) {
      std::vector<double> ticks = axis_ticks(chart_.x, range.low, range.high, wanted);
      bool fits = true;
      for (std::size_t i = 1; i < ticks.size(); ++i) {
        const double room = x_(ticks[i]) - x_(ticks[i - 1]);
        const double need =
            (text_width(tick_label(chart_.x, ticks[i])) + text_width(tick_label(chart_.x, ticks[i - 1]))) / 2;
        fits = fits && room > need + 10.0;
      }
      if (fits) return ticks;
    }
    return axis_ticks(chart_.x, range.low, range.high, 1);
  }

  std::string frame() const {
    std::string out = "<g class=\"frame\">\n";
    for (const double tick : y_ticks_) {
      const double y = y_(tick);
      out += fmt::format(R"(<path class="rule" d="M{:.1f} {:.1f}H{:.1f}"/>)", left_, y, right_);
      out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", left_ - 8.0,
                         y + 4.0, escape_markup(tick_label(chart_.y, tick)));
    }
    out += fmt::format(R"(<path class="base" d="M{:.1f} {:.1f}H{:.1f}"/>)", left_, y_.from, right_);
    for (const double tick : x_ticks_) {
      const double x = x_(tick);
      out += fmt::format(R"(<path class="base" d="M{:.1f} {:.1f}v5"/>)", x, y_.from);
      out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", x,
                         y_.from + 18.0, escape_markup(tick_label(chart_.x, tick)));
    }
    out += fmt::format("<text class=\"label\" x=\"0\" y=\"12\">{}</text>\n", escape_markup(chart_.y.label));
    out += fmt::format("<text class=\"label\" x=\"{:.1f}\" y=\"{}\" text-anchor=\"end\">{}</text>\n</g>\n",
                       right_, chart_.height - 6, escape_markup(chart_.x.label));
    return out;
  }

  double clamped_y(double value) const { return y_(std::clamp(value, y_.low, y_.high)); }

  std::string area_and_line(const ChartSeries& series) const {
    std::string path;
    double first_x = 0.0;
    double last_x = 0.0;
    double last_y = 0.0;
    for (const ChartPoint& point : series.points) {
      if (!shows(chart_.x, point.x) || !shows(chart_.y, point.y)) continue;
      const double x = x_(point.x);
      const double y = clamped_y(point.y);
      if (path.empty()) {
        path = fmt::format("M{:.1f} {:.1f}", x, y);
        first_x = x;
      } else if (series.line == LineStyle::step) {
        path += fmt::format("H{:.1f}V{:.1f}", x, y);
      } else {
        path += fmt::format("L{:.1f} {:.1f}", x, y);
      }
      last_x = x;
      last_y = y;
    }
    if (path.empty() || series.line == LineStyle::none) return "";
    std::string out;
    const std::string colour = series_class(series.style);
    if (series.filled) {
      out +=
          fmt::format("<path class=\"area {}\" d=\"{}V{:.1f}H{:.1f}z\"/>\n", colour, path, y_.from, first_x);
    }
    const std::string_view dashes = series.style >= palette_size ? " dashed" : "";
    // A single point without a mark is drawn as a short dash, so that it can be seen.
    if (last_x == first_x && series.marks == Marks::none) {
      path = fmt::format("M{:.1f} {:.1f}h32", first_x - 16.0, last_y);
    }
    out += fmt::format("<path class=\"line {}{}\" d=\"{}\"/>\n", colour, dashes, path);
    return out;
  }

  std::string marks(const ChartSeries& series) const {
    std::string out;
    const std::string colour = series_class(series.style);
    for (const ChartPoint& point : series.points) {
      if (!shows(chart_.x, point.x) || !shows(chart_.y, point.y)) continue;
      const bool marked =
          series.marks == Marks::all || (series.marks == Marks::last && &point == &series.points.back());
      if (!marked && point.title.empty()) continue;
      const double x = x_(point.x);
      const double y = clamped_y(point.y);
      out += fmt::format("<g class=\"point {}\">", colour);
      if (!point.title.empty()) {
        out += fmt::format(R"(<title>{}</title><circle class="hit" cx="{:.1f}" cy="{:.1f}" r="9"/>)",
                           escape_markup(point.title), x, y);
      }
      const std::string_view kind = !marked ? "quiet" : point.hollow ? "mark hollow" : "mark";
      out += mark(series.style, x, y, 4.0, kind) + "</g>\n";
    }
    return out;
  }

  const Chart& chart_;
  Projection x_;
  Projection y_;
  std::vector<double> x_ticks_;
  std::vector<double> y_ticks_;
  double left_ = 0.0;
  double right_ = 0.0;
  bool empty_ = false;
};

}  // namespace

double text_width(std::string_view text) {
  return character_width * static_cast<double>(character_count(text));
}

std::string svg_chart(const Chart& chart) {
  const bool plain_id = !chart.id.empty() && std::all_of(chart.id.begin(), chart.id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
  });
  if (!plain_id) throw InvalidArgument("chart id", "'" + chart.id + "'", "needs letters, digits, hyphens");
  if (chart.width < 120 || chart.height < 120) {
    throw InvalidArgument("chart size", fmt::format("{}x{}", chart.width, chart.height),
                          "must be at least 120x120");
  }
  check_limits(chart.x);
  check_limits(chart.y);
  return Drawing(chart).svg();
}

std::string series_swatch(int style) {
  const std::string colour = series_class(style);
  const std::string_view dashes = style >= palette_size ? " dashed" : "";
  return fmt::format(
      R"(<svg class="chart swatch" viewBox="0 0 28 12" aria-hidden="true"><path class="line {}{}" d="M1 6h26"/>)"
      R"(<g class="{}">{}</g></svg>)",
      colour, dashes, colour,
      style == ChartSeries::reference ? std::string() : mark(style, 14.0, 6.0, 4.0, "mark"));
}

}  // namespace lode
