"""Runs the tests of a build with mutants: the mutants reached by each test, and a test that fails with a mutant."""
import collections
import concurrent.futures
import json
import math
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import tempfile
import time


def listed(build, pattern):
    """The ctest tests that match the pattern: command, folder and environment by name."""
    printed = subprocess.run(["ctest", "--test-dir", str(build), "--show-only=json-v1"], check=True,
                             capture_output=True).stdout
    tests = {}
    for test in json.loads(printed)["tests"]:
        properties = {p["name"]: p["value"] for p in test.get("properties", [])}
        if "command" in test and re.search(pattern, test["name"]):
            tests[test["name"]] = {"command": test["command"], "cwd": properties.get("WORKING_DIRECTORY", str(build)),
                                   "environment": properties.get("ENVIRONMENT", [])}
    return tests


def limits(seconds):
    """Limits of a process: CPU time, which is independent of other processes, memory and files."""
    gigabyte = 1 << 30
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds)))
    resource.setrlimit(resource.RLIMIT_AS, (8 * gigabyte, 8 * gigabyte))
    resource.setrlimit(resource.RLIMIT_FSIZE, (2 * gigabyte, 2 * gigabyte))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def passes(test, seconds, wait, **variables):
    """True if a test passes within a CPU time and a waiting time, and the seconds used."""
    environment = dict(os.environ, **dict(pair.split("=", 1) for pair in test["environment"]), **variables)
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as temporary:
        process = subprocess.Popen(
            test["command"], cwd=test["cwd"], env=dict(environment, TMPDIR=temporary), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=lambda: limits(seconds),
            start_new_session=True)
        while True:
            done, status, used = os.wait4(process.pid, os.WNOHANG)
            if done:
                process.returncode = os.waitstatus_to_exitcode(status)
                return process.returncode == 0, used.ru_utime + used.ru_stime
            if time.monotonic() - begin > wait:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                return False, seconds
            time.sleep(0.01)


def reach_of(name, test):
    with tempfile.NamedTemporaryFile() as record:
        passed, seconds = passes(test, 300, 3600, LODE_MUTANT_RECORD=record.name)
        return name, passed, seconds, sorted({int(line) for line in pathlib.Path(record.name).read_text().split()})


def reach(tests, reached, jobs, save):
    """Adds the missing tests to `reached`."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        todo = [pool.submit(reach_of, name, test) for name, test in tests.items() if name not in reached]
        for number, job in enumerate(concurrent.futures.as_completed(todo), 1):
            name, passed, seconds, mutants = job.result()
            reached[name] = {"passed": passed, "seconds": seconds, "mutants": mutants}
            if number % 50 == 0 or number == len(todo):
                save()
                print(f"{number} of {len(todo)} tests", flush=True)


def verdict(mutant, names, tests, reached, seconds):
    """The test that kills the mutant, or None, and the number of tests run."""
    spent, ran = 0.0, 0
    for name in names:
        if spent > seconds:
            break
        ran += 1
        limit = max(10.0, 5.0 * reached[name]["seconds"])
        passed, took = passes(tests[name], limit, 10.0 * limit, LODE_MUTANT=str(mutant["number"]))
        spent += took
        if not passed:
            return {"killed": name, "ran": ran, "reach": len(names)}
    return {"killed": None, "ran": ran, "reach": len(names)}


def run(mutants, tests, reached, results, chosen, save):
    """Adds the result of each mutant to `results`."""
    killers = collections.defaultdict(collections.Counter)  # by file

    def one(mutant):
        names = [name for name in tests if name in reached and reached[name]["passed"]
                 and mutant["number"] in reached[name]["mutants"]]
        # Tests that killed mutants of the same file come first, then quick ones.
        names.sort(key=lambda name: (-killers[mutant["file"]][name], reached[name]["seconds"]))
        result = verdict(mutant, names, tests, reached, chosen.seconds)
        killers[mutant["file"]][result["killed"]] += 1
        return mutant, result

    with concurrent.futures.ThreadPoolExecutor(chosen.jobs) as pool:
        jobs = [pool.submit(one, mutant) for mutant in random.Random(1).sample(mutants, len(mutants))]
        for number, job in enumerate(concurrent.futures.as_completed(jobs), 1):
            mutant, result = job.result()
            results[str(mutant["number"])] = result
            save()
            if number % 10 == 0 or number == len(jobs):
                killed = sum(1 for found in results.values() if found["killed"])
                print(f"{number} of {len(jobs)}: {killed} of {len(results)} killed", flush=True)
