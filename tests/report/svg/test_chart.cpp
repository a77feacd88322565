#include <cmath>
#include <limits>
#include <regex>

#include <lode/core/error.hpp>

#include "report/markup_check.hpp"
#include "report/svg/chart.hpp"
#include "support/catch.hpp"

using namespace lode;

namespace {

Chart small_chart() {
  Chart chart;
  chart.id = "c";
  chart.title = "T";
  chart.description = "D";
  chart.x.label = "x";
  chart.y.label = "y";
  chart.series.push_back({.points = {{1, 1, "a"}, {2, 4, "b"}, {3, 9, "c"}}});
  return chart;
}

/// Centres of the circles that are marks, in the order drawn.
std::vector<std::pair<double, double>> marks(const std::string& svg) {
  const std::regex circle("<circle class=\"mark\" cx=\"([-0-9.]+)\" cy=\"([-0-9.]+)\"");
  std::vector<std::pair<double, double>> centres;
  for (std::sregex_iterator it(svg.begin(), svg.end(), circle), end; it != end; ++it) {
    centres.emplace_back(std::stod((*it)[1]), std::stod((*it)[2]));
  }
  return centres;
}

}  // namespace

TEST_CASE("axis marks are round, inside, increasing and about as many as wanted") {
  const ChartAxis linear{};
  CHECK(axis_ticks(linear, 0, 1, 5) == std::vector<double>{0, 0.2, 0.4, 0.6, 0.8, 1.0});
  CHECK(axis_ticks(linear, 0, 0.31, 3) == std::vector<double>{0, 0.1, 0.2, 0.3});
  CHECK(axis_ticks({.integers = true}, 2, 4, 10) == std::vector<double>{2, 3, 4});
  const ChartAxis log{.scale = AxisScale::log};
  CHECK(axis_ticks(log, 2, 10000, 8) == std::vector<double>{3, 10, 30, 100, 300, 1000, 3000, 10000});
  CHECK(axis_ticks(log, 1, 100, 8) == std::vector<double>{1, 2, 5, 10, 20, 50, 100});
  CHECK(axis_ticks(log, 1e-6, 1e2, 10).front() == 1e-6);
  CHECK(axis_ticks(log, 1e-5, 1e15, 5).size() <= 7);
  for (const double high : {1.7, 23.0, 480.0, 9.9e4}) {
    for (const AxisScale scale : {AxisScale::linear, AxisScale::log}) {
      const std::vector<double> ticks = axis_ticks({.scale = scale}, 1.0, high, 5);
      CAPTURE(high);
      CHECK(ticks.size() >= 2);
      CHECK(ticks.size() <= 12);
      CHECK(ticks.front() >= 1.0);
      CHECK(ticks.back() <= high * (1 + 1e-9));
      CHECK(std::adjacent_find(ticks.begin(), ticks.end(), std::greater_equal<>()) == ticks.end());
    }
  }
}

TEST_CASE("axis marks are labelled for people") {
  CHECK(tick_label({}, 12500) == "12,500");
  CHECK(tick_label({}, 0.05) == "0.05");
  CHECK(tick_label({}, 1e6) == "10\u2076");
  CHECK(tick_label({}, 3e-5) == "3\u00D710\u207B\u2075");
  const ChartAxis time{.ticks = TickFormat::seconds};
  CHECK(tick_label(time, 1e-5) == "10 \u00B5s");
  CHECK(tick_label(time, 0.001) == "1 ms");
  CHECK(tick_label(time, 30) == "30 s");
}

TEST_CASE("marks stand where the data is") {
  const auto linear = marks(svg_chart(small_chart()));
  REQUIRE(linear.size() == 3);
  CHECK(linear[1].first - linear[0].first == Approx(linear[2].first - linear[1].first).margin(0.2));
  // Up is smaller y, and 1 -> 4 -> 9 rises by 3 then 5.
  CHECK((linear[1].second - linear[2].second) / (linear[0].second - linear[1].second) ==
        Approx(5.0 / 3.0).epsilon(0.01));

  Chart log = small_chart();
  log.x.scale = AxisScale::log;
  log.series[0].points = {{1, 1}, {10, 2}, {100, 3}, {0, 2}, {-5, 2}};
  const auto spaced = marks(svg_chart(log));
  REQUIRE(spaced.size() == 3);  // what a log axis cannot hold is left out
  CHECK(spaced[1].first - spaced[0].first == Approx(spaced[2].first - spaced[1].first).margin(0.2));
}

TEST_CASE("every chart is well-formed markup with a title and a description") {
  Chart chart = small_chart();
  chart.title = "<script>\"'&";
  chart.series[0].points[0].title = "a < b";
  chart.series.push_back({{{1, 2}, {2, 6}}, LineStyle::straight, Marks::none, false, ChartSeries::reference});
  chart.series.push_back({{{1, 1}, {2, 2}}, LineStyle::step, Marks::last, true, 13});
  const std::string svg = svg_chart(chart);
  const test::MarkupCheck check(svg);
  CHECK(check.complaint == "");
  CHECK(check.count("script") == 0);
  CHECK(check.count("desc") == 1);
  CHECK(check.count("title") == 4);  // the chart's and three points'
}

TEST_CASE("empty, single and impossible data never writes a number that is not one") {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const std::vector<ChartPoint>& points :
       {std::vector<ChartPoint>{}, std::vector<ChartPoint>{{5, 0}}, std::vector<ChartPoint>{{0, 7}},
        std::vector<ChartPoint>{{std::nan(""), 1}, {1, infinity}}, std::vector<ChartPoint>{{1, 2}, {1, 2}}}) {
    for (const AxisScale scale : {AxisScale::linear, AxisScale::log}) {
      Chart chart = small_chart();
      chart.x.scale = chart.y.scale = scale;
      chart.series[0].points = points;
      const std::string svg = svg_chart(chart);
      CHECK(test::MarkupCheck(svg).complaint == "");
      CHECK(svg.find("nan") == std::string::npos);
      CHECK(svg.find("inf") == std::string::npos);
      const bool shown = std::any_of(points.begin(), points.end(), [&](const ChartPoint& p) {
        return std::isfinite(p.x) && std::isfinite(p.y) &&
               (scale == AxisScale::linear || (p.x > 0 && p.y > 0));
      });
      CHECK((svg.find("no data") == std::string::npos) == shown);
    }
  }
  Chart bad = small_chart();
  bad.id = "a b\"";
  CHECK_THROWS_AS(svg_chart(bad), InvalidArgument);
  bad.id = "ok";
  bad.width = 50;
  CHECK_THROWS_AS(svg_chart(bad), InvalidArgument);
}

TEST_CASE("ends of an axis are finite, and positive on a log axis") {
  const double infinity = std::numeric_limits<double>::infinity();
  const ChartAxis linear{};
  const ChartAxis log{.scale = AxisScale::log};
  for (const double value : {std::nan(""), infinity, -infinity}) {
    CHECK_THROWS_AS(tick_label(linear, value), InvalidArgument);
    CHECK_THROWS_AS(tick_label({.ticks = TickFormat::seconds}, value), InvalidArgument);
    CHECK_THROWS_AS(axis_ticks(linear, value, 1.0, 5), InvalidArgument);
    CHECK_THROWS_AS(axis_ticks(linear, 0.0, value, 5), InvalidArgument);
    for (const bool upper : {false, true}) {
      Chart chart = small_chart();
      (upper ? chart.y.high : chart.y.low) = value;
      CHECK_THROWS_AS(svg_chart(chart), InvalidArgument);
      chart = small_chart();
      (upper ? chart.x.high : chart.x.low) = value;
      CHECK_THROWS_AS(svg_chart(chart), InvalidArgument);
    }
  }
  CHECK_THROWS_AS(axis_ticks(log, 0.0, 1.0, 5), InvalidArgument);
  CHECK_THROWS_AS(axis_ticks(log, -1.0, 1.0, 5), InvalidArgument);
  Chart chart = small_chart();
  chart.y.scale = AxisScale::log;
  for (const double low : {0.0, -1.0, 1e-310}) {
    chart.y.low = low;
    CHECK_THROWS_AS(svg_chart(chart), InvalidArgument);
  }
}

TEST_CASE("an axis has few marks however far or near its ends are") {
  const ChartAxis linear{};
  const ChartAxis log{.scale = AxisScale::log};
  const double largest = std::numeric_limits<double>::max();
  const double least = std::numeric_limits<double>::denorm_min();
  for (const int wanted : {1, 5, std::numeric_limits<int>::max()}) {
    CHECK(axis_ticks(linear, -largest, largest, wanted).size() <= 2100);
    CHECK(axis_ticks(linear, 1e300, std::nextafter(1e300, 2e300), wanted).size() <= 2100);
    CHECK(axis_ticks(linear, 0.0, least, wanted).size() <= 2100);
    CHECK(axis_ticks(linear, 9007199254740992.0, 9007199254740996.0, wanted).size() <= 2100);
    CHECK(axis_ticks(log, least, largest, wanted).size() <= 2100);
    CHECK(axis_ticks(log, 1e-310, 1e-309, wanted).size() <= 2100);
  }
  CHECK_FALSE(tick_label(linear, least).empty());
  CHECK_FALSE(tick_label(linear, largest).empty());
}

TEST_CASE("points that no axis can hold are left out") {
  Chart chart = small_chart();
  chart.series.front().points = {{1, 1e-310}, {2, 1e-5}, {3, 1e308}, {4, 10.0}};
  chart.y.scale = AxisScale::log;
  CHECK(marks(svg_chart(chart)).size() == 2);
  chart.y.scale = AxisScale::linear;
  CHECK(marks(svg_chart(chart)).size() == 3);
}
