#!/usr/bin/env python3
"""Memory, disks and files that give out. LODE names the binary."""
import gzip
import json
import os
import pathlib
import random
import resource
import signal
import subprocess
import threading
import time
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
    def test_reading(self):
        graph = self.write("g.txt", edge_list(400_000, 100_000))
        result = limited(resource.RLIMIT_AS, 250 << 20, "info", graph, "--threads", "1")
        self.assertEqual(result.returncode, 0, result.stderr)  # enough for this one
        outputs = set()
        the_loader_fails, no_room_for_the_program, started = 127, -signal.SIGSEGV, False
        for megabytes in range(16, 106):
            output = self.folder / f"out{megabytes}.lode"
            result = limited(resource.RLIMIT_AS, megabytes << 20, "convert", graph, output, "--threads", "1")
            if result.returncode == the_loader_fails or (result.returncode == no_room_for_the_program and not started):
                continue
            started = True
            outputs.add(result.returncode)
            if result.returncode != 0:
                self.assertEqual(result.returncode, 1, result.stderr)
                self.assertIn("out of memory", result.stderr)
                self.assertFalse(output.exists())
        self.assertIn(1, outputs)
        self.assertFalse(list(self.folder.glob("*.tmp")) + list(self.folder.glob(".lode-*")))

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


class DiskFull(ToolTest):
    def test_a_file_that_may_not_grow(self):
        graph = self.write("g.txt", edge_list(60_000, 5_000))
        for more in ((), ("--memory", "1M")):
            for size in (100, 20_000, 400_000):
                output = self.folder / "out.lode"
                result = limited(resource.RLIMIT_FSIZE, size, "convert", graph, output, *more)
                self.assertEqual(result.returncode, 1, result.stderr)
                self.assertIn("File too large", result.stderr)
                left = sorted(path.name for path in self.folder.iterdir())
            if left != ["g.txt"]:  # the signal came after the file was whole
                self.assertEqual(left, ["g.txt", "out.lode"])
                self.assertEqual(self.run_lode("info", self.folder / "out.lode", "--verify").returncode, 0)

    def test_a_small_file_system(self):
        disk = self.folder / "disk"
        disk.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk], capture_output=True).returncode:
            self.skipTest("no file system can be mounted here")
        try:
            graph = self.write("g.txt", edge_list(60_000, 5_000))
            for more in ((), ("--memory", "1M")):
                result = lode("convert", graph, disk / "out.lode", *more)
                self.assertEqual(result.returncode, 1, result.stderr)
                self.assertIn("No space left on device", result.stderr)
                self.assertEqual(list(disk.iterdir()), [])
            result = lode("generate", "rmat", "--scale", "15", "--lines", "100000", "--as-drawn", "-o", disk / "x.txt")
            self.assertEqual(result.returncode, 1, result.stderr)
            self.assertEqual(list(disk.iterdir()), [])
        finally:
            subprocess.run(["umount", disk], check=True)


class ChangingInput(ToolTest):
    def test_a_file_that_grows_while_it_is_read_is_read_to_some_end(self):
        graph = self.write("g.txt", edge_list(200_000, 1000))
        stop = threading.Event()

        def grow():
            with open(graph, "a") as file:
                while not stop.is_set():
                    file.write("1 2\n" * 1000)
                    file.flush()
                    time.sleep(0.001)

        writer = threading.Thread(target=grow)
        writer.start()
        try:
            document = json.loads(self.succeed("info", graph, "--format", "json"))
        finally:
            stop.set()
            writer.join()
        self.assertEqual(document["graph"]["vertices"], 1000)

    def test_a_file_that_shrinks_while_it_is_read(self):
        graph = self.write("g.txt", edge_list(300_000, 1000))
        size = graph.stat().st_size
        process = subprocess.Popen([LODE, "info", graph, "--threads", "1"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        while size > 0 and process.poll() is None:
            size -= 100_001
            os.truncate(graph, max(size, 0))
        out, error = process.communicate(timeout=60)
        self.assertIn(process.returncode, (0, 3), error)  # whole lines up to some end, or the line that was cut
        if process.returncode == 3:
            self.assertIn(str(graph), error)

    def test_a_mapped_file_that_shrinks_while_it_is_used(self):
        graph = self.folder / "g.lode"
        self.succeed("convert", self.write("g.txt", edge_list(300_000, 50_000)), graph)
        process = subprocess.Popen([LODE, "find", graph, "-s", "100", "--time", "60", "--threads", "1"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while process.poll() is None and "g.lode" not in pathlib.Path(f"/proc/{process.pid}/maps").read_text():
            time.sleep(0.01)
        os.truncate(graph, 100)
        out, error = process.communicate(timeout=120)
        self.assertEqual((process.returncode, out), (3, ""), error)
        self.assertIn("was changed while it was in use", error)

    def test_conversion_of_a_file_cut_short(self):
        packed = self.folder / "g.txt.gz"

        packed.write_bytes(gzip.compress(edge_list(50_000, 1000).encode())[:-1000])
        for more in ((), ("--memory", "1M")):
            self.fail_with(3, ["truncated"], "convert", packed, self.folder / "out.lode", *more)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["g.txt.gz"])


class ConvertInLittleMemory(ToolTest):
    def test_same_bytes(self):
        graph = self.write("g.txt", edge_list(100_000, 30_000))
        one, two = self.folder / "one.lode", self.folder / "two.lode"
        self.succeed("convert", graph, one)
        for memory in ("100K", "1M", "2G"):
            result = lode("convert", graph, two, "--memory", memory, "--force")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn("wrote", result.stderr)
            self.assertEqual(one.read_bytes(), two.read_bytes())
        found = [self.find_json(path, "-s", "5", "--preset", "fast")["results"][0]["vertices"] for path in (two, graph)]
        self.assertEqual(*found)

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
