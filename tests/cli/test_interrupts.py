#!/usr/bin/env python3
"""What lode does when its terminal goes, when it is suspended, and when its output has no reader. LODE names the binary."""
import itertools
import json
import math
import os
import pathlib
import signal
import subprocess
import time
import unittest

from test_cli import LODE, ToolTest, wait_until_caught


def pending(process):
    """The signals that have been sent to a process and not been handled."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    bits = sum(int(line.split()[1], 16) for line in status.splitlines() if line.startswith("ShdPnd:"))
    return {number for number in signal.valid_signals() if bits >> (number - 1) & 1}


class Interrupts(ToolTest):
    def setUp(self):
        super().setUp()
        self.graph = self.folder / "dense.txt"
        self.succeed("generate", "gnp", "--vertices", "400", "--probability", "0.3", "-o", self.graph)

    def start(self, *arguments, **options):
        process = subprocess.Popen([LODE, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True, **options)
        self.addCleanup(process.kill)
        return process

    def test_a_terminal_that_goes_leaves_the_answer_and_the_files(self):
        path = self.folder / "set.txt"
        process = self.start("find", self.graph, "-s", "40", "--time", "60", "-o", path)
        wait_until_caught(process, signal.SIGHUP)
        time.sleep(1)  # until the graph is read
        process.send_signal(signal.SIGHUP)
        out, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 129)
        self.assertIn("s = 40", out)
        self.assertEqual(len([line for line in path.read_text().splitlines() if not line.startswith("#")]), 40)

    def test_one_request_may_come_as_two_signals(self):
        path = self.folder / "set.txt"
        process = self.start("find", self.graph, "-s", "40", "--time", "60", "--effort", "none", "-o", path)
        wait_until_caught(process, signal.SIGINT)
        time.sleep(1)  # until the graph is read
        process.send_signal(signal.SIGINT)
        while process.poll() is None and signal.SIGINT in pending(process):
            pass
        process.send_signal(signal.SIGINT)  # as `timeout` does, which tells the process and its group
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)
        self.assertTrue(path.exists())

    def test_nohup_is_respected(self):
        process = self.start("find", self.graph, "-s", "40", "--time", "2",
                             preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        wait_until_caught(process, signal.SIGTERM)
        process.send_signal(signal.SIGHUP)
        out, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0)
        self.assertIn("s = 40", out)

    def test_files_come_whatever_becomes_of_the_output(self):
        closed = {"preexec_fn": lambda: os.close(1)}
        with open("/dev/full", "w") as full:
            for number, options in enumerate(({"stdout": full}, closed)):
                with self.subTest(number=number):
                    path, certificate = self.folder / f"set{number}", self.folder / f"certificate{number}"
                    page, table = self.folder / f"page{number}.html", self.folder / f"table{number}.csv"
                    for arguments, files in (
                            (("find", "karate", "-s", "8", "-o", path, "--certificate", certificate),
                             (path, certificate)),
                            (("report", "karate", "-s", "8", "--method", "hybrid", "--html", page), (page,)),
                            (("compare", "karate", "-s", "8", "--methods", "hybrid", "--csv", table), (table,))):
                        result = subprocess.run([LODE, *map(str, arguments)], stderr=subprocess.PIPE, text=True,
                                                check=False, **options)
                        self.assertEqual(result.returncode, 1, result.stderr)
                        self.assertIn("cannot write to standard output", result.stderr)
                        for file in files:
                            self.assertGreater(file.stat().st_size, 10)

    def test_the_check_of_cliques_can_be_ended(self):
        n, edges = 400, list(itertools.combinations(range(400), 2))
        graph = self.write("complete.txt", "".join(f"{u} {v}\n" for u, v in edges))
        proof = self.write("proof.json", json.dumps({
            "command": "certificate", "schema_version": 3, "lode_version": "", "kind": "cliques",
            "graph": {"vertices": n, "edges": len(edges)}, "clique": 6, "outside": list(range(n)), "denominator": 1,
            "bound": {"numerator": math.comb(n - 1, 5), "denominator": 1}, "vertices": [0], "cliques": 0, "shares": []}))
        process = self.start("verify", graph, "--certificate", proof)
        wait_until_caught(process, signal.SIGTERM)
        time.sleep(1)  # until the graph is read
        process.send_signal(signal.SIGTERM)
        out, problem = process.communicate(timeout=60)
        self.assertEqual((process.returncode, out), (143, ""))
        self.assertIn("was stopped", problem)

    def test_a_suspension_does_not_count_towards_the_limit(self):
        process = self.start("find", self.graph, "-s", "40", "--time", "3", "--format", "json")
        wait_until_caught(process, signal.SIGCONT)
        process.send_signal(signal.SIGSTOP)
        time.sleep(4)
        process.send_signal(signal.SIGCONT)
        went_on = time.monotonic()
        out, _ = process.communicate(timeout=60)
        # It had begun hardly half a second before it was suspended for longer than its limit.
        self.assertGreater(time.monotonic() - went_on, 1.5)
        self.assertEqual(json.loads(out)["results"][0]["stop_reason"], "deadline")


if __name__ == "__main__":
    unittest.main(verbosity=2)
