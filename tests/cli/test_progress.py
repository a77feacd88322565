#!/usr/bin/env python3
"""What lode shows on a terminal while it works. LODE names the binary."""
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import unittest

from test_cli import LODE, ToolTest

ERASE = "\r\x1b[K"


class Progress(ToolTest):
    def setUp(self):
        super().setUp()
        self.graph = self.folder / "dense.txt"
        self.succeed("generate", "gnp", "--vertices", "400", "--probability", "0.3", "-o", self.graph)

    def on_terminal(self, *arguments, columns=40, term="xterm", both=True):
        """What a terminal gets of a command that runs to its end, in the parts it came in."""
        main, side = pty.openpty()
        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        process = subprocess.Popen([LODE, *map(str, arguments)], stderr=side, env=os.environ | {"TERM": term},
                                   stdout=side if both else subprocess.DEVNULL)
        os.close(side)
        seen = []
        while select.select([main], [], [], 60)[0]:
            try:
                seen.append(os.read(main, 65536).decode())
            except OSError:  # the other side is closed
                break
        os.close(main)
        self.assertEqual(process.wait(60), 0)
        return seen

    def drawings(self, seen):
        """The texts of the progress line."""
        return [line for line in re.split(r"\r\x1b\[K|\r\n", "".join(seen)) if line]

    def test_something_moves_and_fits_the_terminal(self):
        seen = self.on_terminal("find", self.graph, "-s", "40", "--time", "4", both=False)
        lines = self.drawings(seen)
        self.assertTrue(any(line.startswith("dense s=40: ") for line in lines), lines)
        self.assertTrue(any(re.search(r": \d+ of at most \d+, ", line) for line in self.drawings(
            self.on_terminal("find", self.graph, "-s", "40", "--time", "2", columns=100, both=False))))
        for line in lines:
            self.assertLess(len(line), 40)
        beats = [line for line in lines if re.search(r", [1-4] of 4 s$", line)]
        self.assertGreaterEqual(len(beats), 3, lines)  # each second, though nothing is found any more

    def test_best_and_bound_are_those_of_the_answer(self):
        seen = self.on_terminal("find", self.graph, "-s", "40", "--time", "3", "--effort", "strong", columns=120)
        text = "".join(seen)
        weight = int(re.search(r"edges +(\d+) of", text).group(1))
        bound = int(re.search(r"upper bound +(\d+) edges", text).group(1))
        known = [tuple(map(int, found)) for found in re.findall(r"dense s=40: (\d+) of at most (\d+), ", text)]
        self.assertTrue(known, text)
        for best, most in known:
            self.assertLessEqual(best, weight)
            self.assertGreaterEqual(most, bound)

    def test_lines_of_the_log_stand_alone(self):
        seen = self.on_terminal("find", self.graph, "-s", "40", "--time", "3", "--effort", "proof", columns=60)
        screen = []  # as a terminal shows it
        for part in re.split(r"(\r\x1b\[K|\r\n)", "".join(seen)):
            if part == ERASE:
                if screen:
                    screen[-1] = ""
            elif part == "\r\n":
                screen.append("")
            elif screen:
                screen[-1] += part
            else:
                screen.append(part)
        header = [line for line in screen if "time | best | bound" in line]
        self.assertEqual(header, ["s = 40: time | best | bound | gap | by"])
        for line in screen:
            if " | " in line and line not in header:
                self.assertRegex(line, r"^[0-9.]+ [mµu]?s \| \d+ \| \d+ \| [0-9.]+ % \| \S.*$")
        self.assertEqual(screen[-1], "")

    def test_nothing_is_drawn_where_nothing_can_be_erased(self):
        for term in ("dumb", ""):
            text = "".join(self.on_terminal("find", self.graph, "-s", "40", "--time", "1.5", term=term))
            self.assertNotIn("\x1b", text)
        self.assertEqual(self.on_terminal("find", self.graph, "-s", "40", "--time", "1.5", "-q", both=False), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
