"""The steps of tools/check.sh. A step yields its parts one by one, since a build defines its tests."""
import os
import pathlib
import re
import subprocess

from parts import Part

JOBS = os.environ.get("LODE_CHECK_JOBS") or str(os.cpu_count())
CHECKS = pathlib.Path(__file__).resolve().parent
REPOSITORY = CHECKS.parents[1]
FOLDER = REPOSITORY / "build/check"
RESULTS = FOLDER / "results"  # of parts; other files of a step are in FOLDER / STEP
PYTHON = "/usr/bin/python3"

# Names of tests with threads, and the modules whose parallel code they run.
THREADED = ("core", "graph", "io", "subgraph", "bounds", "study", "questions")
MODULES = ("core", "graph", "hybrid", "io", "least_squares", "subgraph", "bounds", "study", "questions", "report")


def configured(preset, *more):
    return Part("configure", ["cmake", "--preset", preset, *more], repeat=True)


def built(preset, *targets):
    return Part("build", ["cmake", "--build", f"build/{preset}", "-j", JOBS, "--target",
                          *(targets or ("all", "lode_slow_tests"))], repeat=True)


def groups(build):
    """The groups of all tests, cheap ones first."""
    return groups_of(subprocess.run(["ctest", "--test-dir", str(build), "-N"], check=True, capture_output=True,
                                    text=True).stdout)


def groups_of(listed):
    """The prefixes before a colon in the test names of ctest, with or without a space after the colon."""
    names = set(re.findall(r"^ *Test +#\d+: ([^:\n]+):", listed, re.MULTILINE))
    order = [*MODULES, "differential", "concurrency", "fuzz", "headers", "build", "cli", "python", "cluster", "golden"]
    return sorted(names, key=lambda name: (order.index(name) if name in order else -1, name))


def tests_summary(log):
    """The number of tests in ctest's output, and the names of failed tests."""
    found = re.search(r"(\d+) tests failed out of (\d+)", log)
    if not found:
        return "ctest did not end"
    failed = re.findall(r"^\t *\d+ - (.*) \((?!Skipped|Disabled|Not Run \(Disabled\))[^)]*\)$", log, re.MULTILINE)
    skipped = len(re.findall(r"\*\*\*Skipped", log))
    text = f"{found[2]} tests" + (f", {skipped} skipped" if skipped else "")
    return text + (f"; failed: {', '.join(failed)}" if failed else "")


def findings(log):
    """The number of places in the output of clang-tidy or cppcheck, and the checks. clang-tidy repeats a place in a
    header for each source that includes it."""
    plain = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", log)
    found = set(re.findall(r"^(\S+:\d+(?::\d+)?): .*\[([\w.-]+)(?:,-warnings-as-errors)?\]$", plain, re.MULTILINE))
    names = sorted({name for _, name in found})
    return f"{len(found)} findings" + (f": {', '.join(names)}" if names else "")


def tests(preset, group, environment=None):
    return Part(f"tests {group}", ["ctest", "--test-dir", f"build/{preset}", "--output-on-failure", "-j", JOBS,
                                   "-R", f"^{re.escape(group)}:"], environment or {}, tests_summary)


def sanitized_tests(preset, group, names, options):
    """Tests whose sanitizers write reports into files: a report counts even if the test ignores it."""
    reports = FOLDER / preset / "reports" / group
    part = tests(preset, group, {name: f"{options[name]}:log_path={reports}/report" for name in names})
    log = REPOSITORY / "build" / preset / "Testing/Temporary/LastTest.log"
    part.command = [PYTHON, "-B", str(CHECKS / "reports.py"), str(reports), str(log), *part.command]
    part.summary = lambda log: "; ".join(filter(None, [tests_summary(log), *re.findall(r"^reports: (.*)$", log, re.M)]))
    return part


def dev():
    """every test under AddressSanitizer and UBSan, with heavy assertions"""
    yield configured("dev")
    yield built("dev")
    # A separate exit code: tests of wrong usage expect others.
    options = {"ASAN_OPTIONS": "detect_leaks=1:exitcode=99",
               "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1:exitcode=99"}
    for group in groups(REPOSITORY / "build/dev"):
        yield sanitized_tests("dev", group, list(options), options)


def tsan():
    """the tests of modules with threads under ThreadSanitizer, with a TBB that is built for it"""
    tbb = FOLDER / "tbb"
    yield Part("TBB", [str(CHECKS / "tbb.sh"), str(tbb)])
    yield configured("tsan")
    yield built("tsan", *(f"test_{module}" for module in THREADED), "test_concurrency")
    options = {"TSAN_OPTIONS": f"suppressions={REPOSITORY}/tools/cmake/tsan.supp"}
    for group in (*THREADED, "concurrency"):
        part = sanitized_tests("tsan", group, list(options), options)
        part.environment["LD_LIBRARY_PATH"] = str(tbb / "lib")
        yield part


def clang():
    """every test of a build by clang but faults, with GCC's golden answers; uncovered.md: the lines of src that none runs"""
    yield configured("clang", "-DLODE_BUILD_BENCH=ON")
    yield built("clang", "all", "lode_slow_tests", "lode_bench")
    build = REPOSITORY / "build/clang"
    for group in groups(build):
        if group != "faults":  # they would corrupt the counts that each program writes at its end
            yield tests("clang", group)
    yield Part("lines", [PYTHON, "-B", str(CHECKS / "coverage.py"), str(build), str(FOLDER / "clang/uncovered.md"),
                         "--least", "92"], summary=lambda log: log.strip().splitlines()[-1] if log.strip() else "")


def clang_tidy():
    """the checks that .clang-tidy lists"""
    build = FOLDER / "clang-tidy/build"
    # Without precompiled headers, which are not built. Groups of sources read headers once, which takes a third of the
    # time.
    yield Part("configure", ["cmake", "-S", ".", "-B", str(build), "-G", "Ninja", "-DCMAKE_CXX_COMPILER=clang++",
                             "-DCMAKE_BUILD_TYPE=Debug", "-DLODE_ARCH=x86-64-v3",
                             "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"], repeat=True)
    places = [f"src/{module}" for module in MODULES] + ["tools/lode"]
    for place in places:
        yield Part(place.replace("/", " "), ["run-clang-tidy", "-p", str(build), "-j", JOBS, "-quiet",
                                             "-checks=-bugprone-suspicious-include",  # caused by the groups
                                             f"/Unity/unity_{place.replace('/', '_')}_",
                                             f"^{re.escape(str(REPOSITORY / place))}/"], summary=findings)


def cppcheck():
    """warnings, slow code and undefined behaviour that cppcheck finds"""
    for place in (*(f"src/{module}" for module in MODULES), "tools/lode"):
        yield Part(place.replace("/", " "), [
            "cppcheck", "--enable=warning,performance,portability", "--std=c++20", "--language=c++", "--quiet",
            "--inline-suppr", f"--suppressions-list={CHECKS / 'cppcheck.txt'}", "--error-exitcode=1", "-j", JOBS,
            "--template={file}:{line}: {severity}: {message} [{id}]", "-I", "include", "-I", "src", "-I", "tools/lode",
            place], summary=findings)


def last_lines(pattern):
    """The last line of the output for each match."""
    def summary(log):
        found = {}
        for line in log.splitlines():
            if match := re.search(pattern, line):
                found[match[0].lstrip("0123456789 ")] = match[0].strip()
        return "; ".join(found.values())
    return summary


RELEASE = REPOSITORY / "build/release"
CASES = 1_000_000  # default of the step differential; LODE_CHECK_CASES overrides it
SOAK_SECONDS = 7200


def differential():
    """a million random questions to every method against the exact weights of all sets (half an hour)"""
    yield configured("release")
    yield built("release", "test_differential")
    cases, jobs = int(os.environ.get("LODE_CHECK_CASES", CASES)), int(JOBS)
    yield Part("questions", ["sh", "-c", f"for i in $(seq 0 {jobs - 1}); do {RELEASE}/tests/test_differential {cases // jobs} "
                             f"$(($i * {cases // jobs})) & pids=\"$pids $!\"; done; code=0; "
                             "for pid in $pids; do wait $pid || code=1; done; exit $code"],
               summary=last_lines(r"^ *\d+ (questions answered|bounds|proven optimal|false .* refused)$|^case \d+: .*"))


def soak():
    """many calls at once on one graph, cancelled at random moments, for two hours"""
    yield configured("release")
    yield built("release", "test_concurrency")
    yield Part("calls", [f"{RELEASE}/tests/test_concurrency", "200", str(SOAK_SECONDS)],
               summary=last_lines(r"^\d+ rounds.*|^memory: .*"))


def second_checker():
    """10,000 certificates and 2,000 that were tampered with, by lode verify and tools/verify.py"""
    yield configured("release")
    yield built("release", "lode_tool", "lode_python")
    yield Part("certificates", [PYTHON, "-B", "tests/second_checker/test_second_checker.py", "--cases", "10000", "--tampered",
                                "2000"], summary=lambda log: " ".join(log.split("\n")[-4:])[:400])


def faults():
    """failing memory, files, clocks and streams, and kills at 200 moments of each command that writes"""
    yield configured("release")
    yield built("release", "lode_tool")
    yield Part("faults", [PYTHON, "-B", "tests/faults/test_faults.py", "--long"],
               summary=last_lines(r"^Ran \d+ tests.*|^FAILED.*"))


def fuzz():
    """the fuzzers until they have made 10^8 executions; new inputs go to tests/fuzz/corpus"""
    yield configured("fuzz")
    yield built("fuzz")
    yield Part("executions", [PYTHON, "-B", "tools/checks/fuzz.py", "--executions", "1e8", "--jobs", JOBS, "--merge"],
               summary=lambda log: " ".join(log.strip().splitlines()[-1:]))


STEPS = {"dev": dev, "tsan": tsan, "clang": clang, "clang-tidy": clang_tidy, "cppcheck": cppcheck}
# Steps that run only when named.
LONG_STEPS = {"differential": differential, "soak": soak, "second-checker": second_checker, "faults": faults,
              "fuzz": fuzz}
