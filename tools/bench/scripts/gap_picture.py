#!/usr/bin/env python3
"""Draws the remaining gap by time limit: gap_picture.py LODE OUTPUT.svg [S [LONGEST]]. For some real graphs runs
`lode find GRAPH -s S --effort strong --threads 1 --time T` with T = 1/4, 1/2, 1, ... up to LONGEST seconds (default: s = 100,
16 s), and writes one line per graph as an SVG picture (docs/gaps.svg)."""

import json
import subprocess
import sys

GRAPHS = (("p2p-Gnutella30", "#cf222e"), ("p2p-Gnutella04", "#bf8700"), ("ca-AstroPh", "#8250df"),
          ("email-Enron", "#0969da"), ("soc-Epinions1", "#1a7f37"))
LEFT, TOP, WIDTH, HEIGHT = 60, 30, 560, 260
FIRST_SECOND, WIDEST_GAP = 0.25, 40.0


def gaps(lode, graph, s, longest):
    """Pairs of a time limit and the remaining gap, in percent."""
    points, time = [], FIRST_SECOND
    while time <= longest:
        text = subprocess.run([lode, "find", graph, "-s", s, "--effort", "strong", "--threads", "1", "--time", str(time),
                               "--format", "json", "-q"], capture_output=True, text=True, check=True).stdout
        points.append((time, 100.0 * json.loads(text)["results"][0]["gap"]))
        time *= 2.0
    return points


def place(time, gap, seconds):
    """Time on a logarithmic axis, the gap on a square-root axis, which shows both 1 % and 40 % clearly."""
    from math import log
    x = LEFT + WIDTH * log(max(time, FIRST_SECOND) / FIRST_SECOND) / log(seconds / FIRST_SECOND)
    return x, TOP + HEIGHT * (1.0 - (min(gap, WIDEST_GAP) / WIDEST_GAP) ** 0.5)


def path_of(points, seconds):
    return "M" + "L".join("%.1f %.1f" % place(time, gap, seconds) for time, gap in points)


def picture(curves, s, seconds):
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 350" role="img" aria-labelledby="title"\n'
             '     font-family="system-ui, \'Segoe UI\', Helvetica, Arial, sans-serif">',
             f'  <title id="title">Gap between answer and bound over time, s = {s}, one thread</title>',
             "  <style>\n    text { fill: #1f2328; font-size: 13px }\n    .axis { stroke: #8c959f }\n"
             "    .grid { stroke: #d0d7de; stroke-width: 0.6 }\n    .end { text-anchor: end }\n"
             "    .middle { text-anchor: middle }\n    .gap { fill: none; stroke-width: 2.2 }\n"
             "    @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .grid { stroke: #30363d } }\n  </style>"]
    bottom = TOP + HEIGHT
    for gap in (0, 1, 2, 5, 10, 20, 40):
        _, y = place(1, gap, seconds)
        parts.append(f'  <path class="grid" d="M{LEFT} {y:.1f}H{LEFT + WIDTH}"/>')
        parts.append(f'  <text class="end" x="{LEFT - 8}" y="{y + 4:.1f}">{gap} %</text>')
    for time in (time for time, _ in curves[0][1]):
        x, _ = place(time, 1, seconds)
        parts.append(f'  <path class="grid" d="M{x:.1f} {TOP}V{bottom}"/>')
        parts.append(f'  <text class="middle" x="{x:.1f}" y="{bottom + 18}">{time:g}</text>')
    parts.append(f'  <path class="axis" fill="none" d="M{LEFT} {TOP}V{bottom}H{LEFT + WIDTH}"/>')
    parts.append(f'  <text class="middle" x="{LEFT + WIDTH / 2}" y="{bottom + 38}">--time in seconds, one thread</text>')
    parts.append(f'  <text x="{LEFT - 40}" y="18">gap, s = {s}</text>')
    used = []
    for (name, colour), points in sorted(curves, key=lambda curve: -curve[1][-1][1]):
        parts.append(f'  <path class="gap" stroke="{colour}" d="{path_of(points, seconds)}"/>')
        _, y = place(seconds, points[-1][1], seconds)
        if used and y < used[-1] + 16:
            y = used[-1] + 16
        used.append(y)
        parts.append(f'  <text x="{LEFT + WIDTH + 8}" y="{y + 4:.1f}" style="fill: {colour}">{name}, '
                     f'{points[-1][1]:.1f} %</text>')
    return "\n".join(parts) + "\n</svg>\n"


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    lode, output, s, longest = sys.argv[1:3] + sys.argv[3:] + ["100", "16"][len(sys.argv) - 3:]
    curves = []
    for name, colour in GRAPHS:
        curves.append(((name, colour), gaps(lode, name, s, float(longest))))
        print(name, *(f"{time:.2f}s {gap:.2f}%" for time, gap in curves[-1][1]), flush=True)
    with open(output, "w", encoding="ascii") as file:
        file.write(picture(curves, s, curves[0][1][-1][0]))


if __name__ == "__main__":
    main()
