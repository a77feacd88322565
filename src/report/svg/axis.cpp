#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/report/format.hpp>

#include "report/svg/chart.hpp"

namespace lode {
namespace {

constexpr double tolerance = 0.15;  // a step may be finer than wanted by this share
constexpr double slack = 1e-9;      // marks may miss the ends of the axis by this share of a step
constexpr int most_marks = 1000;

void check_finite_value(const char* name, double value) {
  if (std::isfinite(value)) return;
  throw InvalidArgument(name, fmt::format("{}", value), "must be finite");
}

std::vector<double> linear_ticks(double low, double high, int wanted, bool integers) {
  const double rough = high / wanted - low / wanted;  // the difference itself may be too large
  if (rough < std::numeric_limits<double>::min()) return {low, high};
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  double step = 10.0 * power;
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough * (1.0 - tolerance)) {
      step = factor * power;
      break;
    }
  }
  if (integers) step = std::max(1.0, step);
  std::vector<double> ticks;
  const double first = std::ceil(low / step - slack) + 0.0;  // never -0
  for (int count = 0; count < 2 * wanted + 8; ++count) {
    const double i = first + count;
    if (!(i * step <= high + slack * step)) break;
    // Division by a whole number keeps 0.3 the double nearest to 0.3.
    const double tick = step < 1.0 ? i / std::round(1.0 / step) : i * step;
    if (ticks.empty() || tick > ticks.back()) ticks.push_back(tick);  // large numbers may round to the same
  }
  return ticks;
}

/// factor * 10^exponent for all exponents, inside [low, high].
std::vector<double> decade_ticks(double low, double high, bool integers, const std::vector<double>& factors) {
  const int first = static_cast<int>(std::floor(std::log10(low) + slack));
  const int last = static_cast<int>(std::floor(std::log10(high) + slack));
  std::vector<double> ticks;
  for (int exponent = first; exponent <= last; ++exponent) {
    for (const double factor : factors) {
      // Division keeps 0.001 the double nearest to it.
      const double value =
          exponent >= 0 ? factor * std::pow(10.0, exponent) : factor / std::pow(10.0, -exponent);
      const bool inside = value >= low * (1.0 - slack) && value <= high * (1.0 + slack);
      if (inside && !(integers && value != std::floor(value))) ticks.push_back(value);
    }
  }
  return ticks;
}

std::vector<double> log_ticks(double low, double high, int wanted, bool integers) {
  const auto limit = static_cast<std::size_t>(wanted) + 2;
  for (const std::vector<double>& factors :
       {std::vector<double>{1, 2, 5}, std::vector<double>{1, 3}, std::vector<double>{1}}) {
    std::vector<double> ticks = decade_ticks(low, high, integers, factors);
    if (ticks.size() <= limit) return ticks;
  }
  const std::vector<double> all = decade_ticks(low, high, integers, {1});
  const std::size_t stride = (all.size() + limit - 1) / limit;
  std::vector<double> ticks;
  for (std::size_t i = 0; i < all.size(); i += stride) ticks.push_back(all[i]);
  return ticks;
}

std::string superscript(int number) {
  static constexpr std::string_view digits[] = {"\u2070", "\u00B9", "\u00B2", "\u00B3", "\u2074",
                                                "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  std::string text = number < 0 ? "\u207B" : "";
  for (const char c : std::to_string(std::abs(number))) text += digits[c - '0'];
  return text;
}

std::string seconds_label(double value) {
  if (value < 1e-3 * (1.0 - slack)) return format_rounded(value * 1e6, 3) + " \u00B5s";
  if (value < 1.0 - slack) return format_rounded(value * 1e3, 3) + " ms";
  return group_thousands(format_rounded(value, 3)) + " s";
}

}  // namespace

std::vector<double> axis_ticks(const ChartAxis& axis, double low, double high, int wanted) {
  check_finite_value("low end of an axis", low);
  check_finite_value("high end of an axis", high);
  if (axis.scale == AxisScale::log && low <= 0.0) {
    throw InvalidArgument("low end of an axis", fmt::format("{}", low), "must be above 0 on a log axis");
  }
  if (!(low < high)) return {low};
  wanted = std::clamp(wanted, 1, most_marks);
  if (axis.scale == AxisScale::log) {
    std::vector<double> ticks = log_ticks(low, high, wanted, axis.integers);
    if (ticks.size() >= 2) return ticks;
  }
  // One mark alone does not tell a scale: narrower steps until there are two.
  std::vector<double> ticks = linear_ticks(low, high, wanted, axis.integers);
  for (int more = 1; more <= 4 && ticks.size() < 2; ++more) {
    ticks = linear_ticks(low, high, wanted + more, axis.integers);
  }
  return ticks;
}

std::string tick_label(const ChartAxis& axis, double value) {
  check_finite_value("mark", value);
  if (axis.ticks == TickFormat::seconds) return value == 0.0 ? "0" : seconds_label(value);
  const double magnitude = std::abs(value);
  if (value == 0.0 || (magnitude >= 1e-3 && magnitude < 9.99e5)) {
    return group_thousands(format_rounded(value, 6));
  }
  const int exponent = static_cast<int>(std::floor(std::log10(magnitude) + slack));
  const double mantissa =
      exponent < -300 ? value * 1e300 / std::pow(10.0, exponent + 300) : value / std::pow(10.0, exponent);
  const std::string power = "10" + superscript(exponent);
  return std::abs(mantissa - 1.0) < 1e-6 ? power : format_rounded(mantissa, 3) + "\u00D7" + power;
}

void TimeRange::add(double seconds) {
  constexpr double earliest = 1e-6;
  if (!(seconds > 0.0) || !std::isfinite(seconds)) return;
  first_ = std::min(first_, std::max(seconds, earliest));
  last_ = std::max(last_, seconds);
}

ChartAxis TimeRange::axis() const {
  ChartAxis axis{
      .label = "time", .scale = AxisScale::log, .ticks = TickFormat::seconds, .low = 1e-3, .high = 1.0};
  if (last_ == 0.0) return axis;
  axis.low = std::pow(10.0, std::floor(std::log10(first_)));
  axis.high = std::max(last_, 10.0 * *axis.low);
  return axis;
}

void fit_y(Chart& chart, double wide) {
  const auto [low, high] = value_range(chart.series);
  if (low > high) return;
  if (low > 0.0 && high > wide * low) {
    chart.y.scale = AxisScale::log;
    chart.y.low = low / 1.05;
    chart.y.high = high * 1.05;
    return;
  }
  const double room = low < high ? 0.1 * (high - low) : std::max(1.0, 0.01 * std::abs(high));
  chart.y.low = std::max(0.0, low - room);
  chart.y.high = high + room;
}

ValueRange value_range(const std::vector<ChartSeries>& series) {
  ValueRange range;
  for (const ChartSeries& one : series) {
    for (const ChartPoint& point : one.points) {
      range.low = std::min(range.low, point.y);
      range.high = std::max(range.high, point.y);
    }
  }
  return range;
}

}  // namespace lode
