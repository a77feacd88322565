#!/usr/bin/env python3
"""Conversion and decompression in little memory. LODE names the binary."""
import os
import random
import resource
import signal
import subprocess
import unittest

from test_cli import LODE, ToolTest, lode, wait_until_caught


def edge_list(lines, ids, seed=1):
    draw = random.Random(seed)
    return "".join(f"{draw.randrange(ids)} {draw.randrange(ids)}\n" for _ in range(lines))


def limited(limit, size, *arguments):
    """Runs lode under a resource limit."""
    return subprocess.run([LODE, *map(str, arguments)], capture_output=True, text=True, timeout=120,
                          preexec_fn=lambda: resource.setrlimit(limit, (size, size)))


class OutOfMemory(ToolTest):
    @unittest.skipIf("address" in os.environ.get("LODE_SANITIZE", ""),
                     "built without limits of memory: a sanitizer takes all addresses")
    def test_a_large_window_of_zstd(self):
        graph = self.folder / "g.txt.zst"
        block = b"1 2\n"  # the last one, of 4 bytes, behind a header that asks for a window of 2 GiB
        graph.write_bytes(bytes.fromhex("28b52ffd00a8210000") + block)
        self.assertIn("2 vertices", self.succeed("info", graph))
        result = limited(resource.RLIMIT_AS, 1 << 30, "info", graph, "--threads", "1")
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn("out of memory", result.stderr)


class ConvertInLittleMemory(ToolTest):
    def test_what_it_refuses(self):
        graph = self.write("g.txt", "0 1\n1 2\n")
        out = self.folder / "out.lode"
        self.fail_with(2, ["needs a lode file"], "convert", graph, self.folder / "out.mtx", "--memory", "1M")
        self.fail_with(2, ["--labels"], "convert", graph, out, "--memory", "1M", "--labels")
        self.fail_with(2, ["--names"], "convert", graph, out, "--memory", "1M", "--names", self.folder / "n.csv")
        self.fail_with(2, ["--memory"], "convert", graph, out, "--memory", "much")
        out.write_text("x")
        self.fail_with(2, ["--force"], "convert", graph, out, "--memory", "1M")

    def test_interrupted(self):
        graph = self.write("g.txt", edge_list(500_000, 100_000))
        process = subprocess.Popen([LODE, "convert", graph, self.folder / "out.lode", "--memory", "1M"],
                                   stderr=subprocess.PIPE, text=True)
        wait_until_caught(process, signal.SIGTERM)
        process.send_signal(signal.SIGTERM)
        error = process.communicate(timeout=60)[1]
        self.assertIn(process.returncode, (0, 143), error)
        if process.returncode:
            self.assertEqual([path.name for path in self.folder.iterdir()], ["g.txt"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
