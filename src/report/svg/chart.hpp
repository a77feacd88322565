#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lode {

enum class AxisScale { linear, log };
enum class TickFormat {
  number,  ///< 1,000; very large and small ones as powers of ten
  seconds  ///< 10 us, 1 ms, 1 s
};

struct ChartAxis {
  std::string label = {};
  AxisScale scale = AxisScale::linear;
  TickFormat ticks = TickFormat::number;
  bool integers = false;            ///< marks stand at integers only
  std::optional<double> low = {};   ///< unset: from the data; a linear y axis then begins at 0
  std::optional<double> high = {};  ///< unset: from the data
};

enum class LineStyle {
  none,
  straight,
  step  ///< holds its value until the next point
};

/// Which points of a series carry a mark.
enum class Marks { none, all, last };

struct ChartPoint {
  double x = 0.0;
  double y = 0.0;
  std::string title = {};  ///< shown on hover, also where there is no mark
  bool hollow = false;     ///< an outlined mark: a value to be read with care
};

struct ChartSeries {
  /// A style from the palette; `reference` is a dashed neutral line, for bounds.
  static constexpr int reference = -1;

  std::vector<ChartPoint> points = {};  ///< x never falls
  LineStyle line = LineStyle::straight;
  Marks marks = Marks::all;
  bool filled = false;  ///< tints the area below
  int style = 0;        ///< colour, mark shape and dashes follow from it; any number >= 0
};

struct Chart {
  std::string id;           ///< unique on its page: letters, digits, hyphens
  std::string title;        ///< read by screen readers
  std::string description;  ///< one sentence on what the figure shows; read by screen readers
  ChartAxis x;
  ChartAxis y;
  std::vector<ChartSeries> series = {};  ///< earlier ones lie on top
  int width = 720;  ///< of the drawing in its own units, text being 12 high; it scales to its container
  int height = 360;
};

/// The least and the largest y of all points; infinity and 0 where there are none above 0.
struct ValueRange {
  double low = std::numeric_limits<double>::infinity();
  double high = 0.0;
};
ValueRange value_range(const std::vector<ChartSeries>& series);

/// Fits the y axis to the points, with some room: logarithmic where they differ by more than the factor
/// `wide`, else linear and never below 0.
void fit_y(Chart& chart, double wide = std::numeric_limits<double>::infinity());

/// The moments that figures against time have in common.
class TimeRange {
 public:
  /// Takes a moment in, unless it is none.
  void add(double seconds);
  /// From the power of ten below the earliest moment to the last one.
  ChartAxis axis() const;

 private:
  double first_ = std::numeric_limits<double>::infinity();
  double last_ = 0.0;
};

/// About how wide a text is in a drawing.
double text_width(std::string_view text);

/// An <svg> element for inlining in a page that has the rules of report/page/chart.css. Points that are not
/// finite, or not positive on a log axis, are left out, and so are those beyond 1e300 (on a log axis outside
/// 1e-150 to 1e150); without any point the frame stays empty and says "no data". All text is escaped. Pure:
/// the same chart gives the same bytes. Errors: InvalidArgument for an id with other characters, a size below
/// 120,
///         ends of an axis that such points would have.
std::string svg_chart(const Chart& chart);

/// A small <svg> of a style's line and mark, for legends outside of charts; hidden from screen readers.
std::string series_swatch(int style);

/// Round positions for axis marks inside [low, high], about `wanted` of them, increasing. Linear: steps of
/// 1, 2 or 5 times a power of ten. Log: powers of ten, with 2 and 5 between them where there is room.
/// Errors: InvalidArgument for ends that are not finite, or not positive on a log axis.
std::vector<double> axis_ticks(const ChartAxis& axis, double low, double high, int wanted);
/// How a mark is labelled, not escaped. Errors: InvalidArgument for a value that is not finite.
std::string tick_label(const ChartAxis& axis, double value);

}  // namespace lode
