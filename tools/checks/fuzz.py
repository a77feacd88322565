#!/usr/bin/env python3
"""fuzz.py [TARGET ...] [--executions N] [--seconds T] [--longest N] [--merge]: runs the fuzzers of preset `fuzz` in
turn, until all executions, those of earlier calls included, are N, or for T seconds. --merge then adds the inputs that
cover more to tests/fuzz/corpus. Findings are kept in build/check/fuzz: counts.json, a folder of inputs per target,
and crashes."""
import argparse
import concurrent.futures
import dataclasses
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import threading
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
SOURCES = REPOSITORY / "tests/fuzz"
FOLDER = REPOSITORY / "build/check/fuzz"
# Longest inputs in bytes; for other targets, --longest.
LONGEST = {"certificate": 8192, "result": 8192, "densest-certificate": 2048, "directed-certificate": 2048,
           "compressed": 1024, "lode": 1024, "catalogue": 1024}
MOST_BYTES, MOST_INPUTS = 70_000, 40  # per target in the repository
INTERRUPTED = 72  # the status of a run that a signal ended
MOST_CRASHES = 5  # per target; then its executions stop
ENVIRONMENT = {"UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
               "ASAN_OPTIONS": "detect_leaks=0:quarantine_size_mb=16:malloc_context_size=2"}


@dataclasses.dataclass
class Count:
    """The statistics of all runs of a target."""
    executions: int = 0
    seconds: float = 0.0
    edges: int = 0
    crashes: int = 0

    def add(self, log, seconds, status):
        done = re.findall(r"^(?:stat::number_of_executed_units: *|#)(\d+)", log, re.MULTILINE)
        self.executions += int(done[-1]) if done else 0
        self.seconds += seconds
        self.edges = max([self.edges, *map(int, re.findall(r" cov: (\d+) ", log))])
        self.crashes += status not in (0, INTERRUPTED)


def corpus_of(target):
    return SOURCES / "corpus" / target


def command_of(build, target, longest, *more):
    program = f"fuzz_{target}" if (SOURCES / f"fuzz_{target}.cpp").exists() else "fuzz_format"
    dictionary = SOURCES / "dictionaries" / f"{target}.dict"
    # -entropic=0: with many counters, the weights of inputs took three quarters of the time.
    # zstd allocates windows of up to 2 GiB, but touches only used pages.
    options = [f"-max_len={LONGEST.get(target, longest)}", "-timeout=25", "-rss_limit_mb=2048", "-malloc_limit_mb=2560",
               "-entropic=0", *more]
    return ["env", f"LODE_FUZZ_FORMAT={target}", str(build / "tests/fuzz" / program), *options,
            *([f"-dict={dictionary}"] if dictionary.exists() else [])]


def run(command):
    """Exit status and output."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          env={**os.environ, **ENVIRONMENT})
    return done.returncode, done.stdout


class Campaign:
    """Runs of several targets; counts are kept in a file."""

    def __init__(self, build, targets, folder=FOLDER, longest=512):
        self.build, self.targets, self.folder, self.longest = build, targets, folder, longest
        self.file = folder / "counts.json"
        kept = json.loads(self.file.read_text()) if self.file.exists() else {}
        self.counts = {target: Count(**kept.get(target, {})) for target in {*kept, *targets}}
        self.lock = threading.Lock()

    def executions(self):
        return sum(self.counts[target].executions for target in self.targets)

    def slice(self, target, seconds, runs):
        """One run of a target."""
        inputs = self.folder / target
        inputs.mkdir(parents=True, exist_ok=True)
        start = time.monotonic()
        command = command_of(self.build, target, self.longest, f"-max_total_time={seconds}",
                             f"-runs={int(min(runs, 2**31 - 1))}", "-print_final_stats=1",
                             f"-artifact_prefix={self.folder}/crash-{target}-")
        status, log = run([*command, str(inputs), str(corpus_of(target))])
        (self.folder / f"{target}.log").write_text(log[-100_000:])
        with self.lock:
            self.counts[target].add(log, time.monotonic() - start, status)
            self.save()

    def save(self):
        new = self.file.with_suffix(".new")
        new.write_text(json.dumps({name: dataclasses.asdict(count) for name, count in sorted(self.counts.items())},
                                  indent=1))
        new.replace(self.file)

    def run(self, executions, seconds, slice_seconds, jobs):
        """Targets take turns in slices of time."""
        end = time.monotonic() + seconds
        turns = itertools.cycle(self.targets)

        def work():
            while (left := executions - self.executions()) > 0 and (time_left := end - time.monotonic()) > 1:
                with self.lock:
                    target = next(turns)
                if self.counts[target].crashes < MOST_CRASHES:
                    self.slice(target, int(min(slice_seconds, time_left)) or 1, left)
                elif all(self.counts[one].crashes >= MOST_CRASHES for one in self.targets):
                    return

        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for worker in [pool.submit(work) for _ in range(jobs)]:
                worker.result()

    def merge(self, target):
        """Adds to the repository the inputs that cover more, shortest first, within the limits."""
        corpus = corpus_of(target)
        before = set(corpus.iterdir())
        inputs = self.folder / target
        if inputs.exists():
            # Without counts of edge executions, a tenth of the inputs covers all edges.
            run([*command_of(self.build, target, self.longest, "-set_cover_merge=1", "-use_counters=0"),
                 str(corpus), str(inputs)])
        room, places = MOST_BYTES - sum(path.stat().st_size for path in before), MOST_INPUTS - len(before)
        for path in sorted(set(corpus.iterdir()) - before, key=lambda path: path.stat().st_size):
            room, places = room - path.stat().st_size, places - 1
            if min(room, places) < 0:
                path.unlink()

    def table(self):
        rows = [("target", "executions", "executions/s", "coverage edges", "corpus files", "bytes", "crashes")]
        for target in self.targets:
            count = self.counts[target]
            sizes = [path.stat().st_size for path in corpus_of(target).iterdir()]
            rows.append((target, count.executions, round(count.executions / max(count.seconds, 1e-9)), count.edges,
                         len(sizes), sum(sizes), count.crashes))
        rows.append(("all", self.executions(), "", "", *map(sum, zip(*[row[4:] for row in rows[1:]]))))
        return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in [rows[0], ["---"] * 7, *rows[1:]])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*")
    parser.add_argument("--executions", type=float, default=1e18)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--slice", type=float, default=120.0, help="seconds of a turn")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--longest", type=int, default=512, help="bytes of an input, where the target says no other")
    parser.add_argument("--merge", action="store_true")
    parser.add_argument("--build", type=pathlib.Path, default=REPOSITORY / "build/fuzz")
    given = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    all_targets = sorted(path.name for path in (SOURCES / "corpus").iterdir())
    campaign = Campaign(given.build, given.targets or all_targets, longest=given.longest)
    if given.executions < 1e18 or given.seconds < 1e9:
        campaign.run(given.executions, given.seconds, given.slice, given.jobs)
    if given.merge:
        for target in campaign.targets:
            campaign.merge(target)
    print(campaign.table())
    return 1 if any(campaign.counts[target].crashes for target in campaign.targets) else 0


if __name__ == "__main__":
    sys.exit(main())
