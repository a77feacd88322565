"""What the tests of faults share: commands with the files they write, runs of them under the library of inject.c, and
what must hold after every run. LODE names the tool, LODE_INJECT the library, LODE_CLUSTER lode-cluster where it is built."""
import concurrent.futures
import dataclasses
import errno
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
LODE = os.environ.get("LODE", str(REPOSITORY / "build/release/bin/lode"))
INJECT = os.environ.get("LODE_INJECT", str(REPOSITORY / "build/release/tests/faults/libinject.so"))
CLUSTER = os.environ.get("LODE_CLUSTER")
LONG = "--long" in sys.argv
MOST_SHOWN = 40
AT_ONCE = min(2, os.cpu_count() or 1)
TIMEOUT = 60
FAILURES = (1, 2, 3, 4)  # exit codes that docs/cli.md defines for what is not done
OLD = b"an old file\n"
TEMPORARY = re.compile(r"\.\d+-\d+\.tmp$|^\.lode-\w{6}$")
MEASURED = re.compile(r"\d[\d.e+-]* (?:ns|us|µs|ms|s|min|[kMG]?B/s)\b")
CLOCK_KEYS = {"seconds", "cpu", "trace", "stop_reason", "time", "to_best"}


def without_clocks(value):
    if isinstance(value, dict):
        return {key: without_clocks(below) for key, below in value.items()
                if key not in CLOCK_KEYS and "seconds" not in key}
    if isinstance(value, list):
        return [without_clocks(below) for below in value]
    return MEASURED.sub("#", value) if isinstance(value, str) else value


def compared(name, content):
    """What of a file or of an output is the same in every run: JSON without times, pages and texts without digits, and
    every byte of other files. None: it is not whole."""
    if name.endswith((".html", ".md", ".stdout")):
        text = content.decode(errors="replace")
        if name.endswith(".html") and not text.rstrip().endswith("</html>"):
            return None
        if not text.startswith("{"):
            return " ".join(re.sub(r"(?:< )?# (?:[µunm]?s|min)\b", "# s", re.sub(r"\d[\d.,e+-]*", "#", text)).split())
        name = ".json"
    if name.endswith(".csv") and b"seconds" in content:
        return re.sub(rb"\d+\.\d+(?:e-\d+)?|\d+e-\d+", b"#", content)
    if name.endswith((".json", ".jsonl")) and not name.endswith("graph.json"):
        try:
            texts = content.decode().splitlines() if name.endswith(".jsonl") else [content.decode()]
            return [without_clocks(json.loads(text)) for text in texts]
        except ValueError:
            return None
    return content


@dataclasses.dataclass(frozen=True)
class Job:
    """A command that reads from the folder given/ and writes into the folder made/."""
    name: str
    words: tuple
    made: tuple = ()
    appended: tuple = ()  # files that grow by whole lines, and may hold a part of one after a failure
    tool: str = LODE
    environment: tuple = ()

    def line(self, force):
        return [self.tool, *self.words, *(["--force"] if force and self.made else [])]


@dataclasses.dataclass
class Outcome:
    code: int
    out: bytes
    err: str
    hits: list  # kind and path of the calls that failed
    calls: int
    files: dict


def job(name, words, made="", appended="", **more):
    return Job(name, tuple(words.split()), tuple(made.split()), tuple(appended.split()), **more)


def graph_text(vertices, edges, seed, clique=8):
    draw = random.Random(seed)
    pairs = {tuple(sorted(draw.sample(range(vertices), 2))) for _ in range(edges)}
    pairs |= set(itertools.combinations(range(clique), 2))
    return "".join(f"{u + 100} {v + 100}\n" for u, v in sorted(pairs))


QUIET = "-q --threads 1"
WRITERS = [
    *(job(f"convert to {name}", f"convert given/g.txt made/{name} -q", name)
      for name in ("x.lode", "x.mtx", "x.gml.gz", "x.graphml.zst", "x.graph.bz2", "x.txt.xz", "graph.json")),
    job("convert on disk", "convert given/g.txt made/x.lode -q --memory 1M", "x.lode"),
    job("convert a lode file", "convert given/g.lode made/x.txt -q --names made/n.csv", "x.txt n.csv"),
    job("find", f"find given/g.txt -s 5 -o made/s.txt --certificate made/c.json --induced made/i.txt --format json {QUIET}",
        "s.txt c.json i.txt"),
    job("find in a lode file", f"find given/g.lode -s 4,5 -o made/s{{s}}.txt {QUIET}", "s4.txt s5.txt"),
    job("report", f"report given/g.txt -s 4,5 --method peeling --effort cheap --html made/r.html --json made/r.json "
        f"{QUIET}", "r.html r.json"),
    job("compare", f"compare given/g.txt -s 4,5 --methods peeling,swap --starts 1 --csv made/c.csv --json made/c.json "
        f"--resume made/j.jsonl {QUIET}", "c.json", "j.jsonl"),
    job("generate", "generate gnp -n 60 -p 0.2 -o made/g.txt -q", "g.txt"),
    job("densest", f"densest given/g.txt -o made/d.txt --certificate made/d.json --decomposition made/l.csv {QUIET}",
        "d.txt d.json l.csv"),
    job("info", f"info given/g.txt --cores made/k.csv --core-tree made/t.json {QUIET}", "k.csv t.json"),
]
READERS = [
    job("read standard input", f"info - {QUIET}"),
    *(job(f"read {name}", f"info given/{name} {QUIET}")
      for name in ("g.txt.gz", "g.txt.zst", "g.mtx", "g.gml", "g.graphml", "g.graph", "graph.json")),
    job("verify a set", f"verify given/g.txt --set given/set.txt {QUIET}"),
    job("verify a certificate", f"verify given/g.txt --certificate given/proof.json {QUIET}"),
    job("verify a dense set", f"verify given/g.txt --certificate given/densest.json {QUIET}"),
    job("verify a result", f"verify given/g.txt --result given/result.json {QUIET}"),
    job("bounds", f"bounds given/g.txt -s 5 --effort cheap {QUIET}"),
    job("lsq", f"lsq solve given/a.csv given/b.csv -s 2 {QUIET}"),
    job("data list", "data list -q"),
    job("data path", "data path karate"),
]


def prepare(folder):
    """Inputs of all commands."""
    given = folder / "given"
    given.mkdir()
    (given / "g.txt").write_text(graph_text(30, 90, 1))
    for name in ("g.lode", "g.txt.gz", "g.txt.zst", "g.mtx", "g.gml", "g.graphml", "g.graph", "graph.json"):
        succeed("convert", given / "g.txt", given / name, "-q")
    succeed("find", given / "g.txt", "-s", 5, "-o", given / "set.txt", "--certificate", given / "proof.json", "-q")
    succeed("densest", given / "g.txt", "--certificate", given / "densest.json", "-q")
    (given / "result.json").write_text(succeed("find", given / "g.txt", "-s", 5, "--format", "json"))
    draw = random.Random(1)
    (given / "a.csv").write_text("".join(",".join(str(draw.randint(-9, 9)) for _ in range(4)) + "\n" for _ in range(6)))
    (given / "b.csv").write_text("".join(f"{draw.randint(-9, 9)}\n" for _ in range(6)))


def succeed(*words):
    result = subprocess.run([LODE, *map(str, words)], capture_output=True, text=True, timeout=TIMEOUT, check=False)
    if result.returncode != 0:
        raise AssertionError(f"lode {' '.join(map(str, words))}: {result.stderr}")
    return result.stdout


def chosen(count, most, seed=0):
    """At most so many of the numbers from 1 to `count`, one of each of as many parts; the same in every run."""
    if count <= most:
        return list(range(1, count + 1))
    draw = random.Random(f"{count} {most} {seed}")
    return [1 + draw.randrange(count * i // most, count * (i + 1) // most) for i in range(most)]


@unittest.skipUnless(pathlib.Path(INJECT).exists(), "built without the library of faults")
class FaultTest(unittest.TestCase):
    maxDiff = 2000

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        folder = tempfile.TemporaryDirectory(prefix="faults-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        prepare(cls.folder)
        cls.numbers = itertools.count()
        cls.right = {}  # what a job gives without faults

    # --- runs ----------------------------------------------------------------------------------------------------

    def place(self, job, old=False, own_inputs=False):
        """A folder of its own for a run: given/ is the common one or a copy, made/ is empty or holds old files."""
        place = self.folder / f"run-{next(self.numbers)}"
        (place / "made").mkdir(parents=True)
        if own_inputs:
            shutil.copytree(self.folder / "given", place / "given")
        else:
            (place / "given").symlink_to(self.folder / "given")
        for name in job.made if old else ():
            (place / "made" / name).write_bytes(OLD)
        return place

    def run_in(self, place, job, force=False, shell=None, stdin=None, fault=None, **more):
        """One run with the faults that `fault` asks for. `shell` is a script that runs the command "$@"."""
        report = place / "report"
        variables = {key: value for key, value in os.environ.items() if key != "LODE_DATA"}
        variables.update(job.environment)
        words = job.line(force)
        if fault is not None:
            report.unlink(missing_ok=True)
            variables.update({f"FAULT_{key.upper()}": str(value) for key, value in fault.items()})
            variables.update(LD_PRELOAD=INJECT, FAULT_REPORT=str(report))
        if shell:
            words = ["bash", "-c", shell, "bash", *words]
        with open(self.folder / "given" / "g.txt", "rb") as graph:
            result = subprocess.run(words, cwd=place, env=variables, stdin=stdin or graph, capture_output=True,
                                    timeout=TIMEOUT, check=False, **more)
        return self.outcome_of(place, result.returncode, result.stdout, result.stderr)

    def outcome_of(self, place, code, out=b"", err=b""):
        report = place / "report"
        lines = report.read_text().splitlines() if report.exists() else []
        hits = [tuple(line.split(" ", 1)) for line in lines if not line.startswith("calls ")]
        calls = [int(line.split()[1]) for line in lines if line.startswith("calls ")]
        files = {str(path.relative_to(place / "made")): path.read_bytes()
                 for path in sorted((place / "made").rglob("*")) if path.is_file()}
        return Outcome(code, out, err.decode(errors="replace"), hits, calls[0] if calls else 0, files)

    def run_once(self, job, old=False, keep=False, **more):
        place = self.place(job, old)
        outcome = self.run_in(place, job, force=old, **more)
        if not keep:
            shutil.rmtree(place)
        return outcome

    def rightly(self, job, old=False):
        """What a job gives without faults; the same each time, but for what `compared` leaves out."""
        if (job.name, old) not in self.right:
            outcome, again = self.run_once(job, old), self.run_once(job, old)
            self.assertEqual((outcome.code, outcome.err), (0, ""), job.name)
            for name in job.made + job.appended:
                self.assertIn(name, outcome.files, job.name)
            self.assert_same_files(job, again.files, outcome.files)
            self.assertEqual(compared(".stdout", again.out), compared(".stdout", outcome.out), job.name)
            self.right[job.name, old] = outcome
        return self.right[job.name, old]

    def count(self, job, **fault):
        """How many calls of a kind a job makes."""
        return self.run_once(job, fault=fault).calls

    def each(self, tests):
        """Runs (function, arguments) at once where there are processors; every failure is one of this test."""
        def tried(test):
            try:
                test[0](*test[1:])
            except AssertionError as problem:
                return str(problem)
            except subprocess.TimeoutExpired as problem:
                return f"hangs: {test[1:]}: {problem}"
            return ""

        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            problems = [problem for problem in pool.map(tried, tests) if problem]
        if problems:
            self.fail(f"{len(problems)} of {len(tests)} runs:\n" + "\n".join(problems[:MOST_SHOWN]))

    # --- what must hold --------------------------------------------------------------------------------------------

    def assert_same_files(self, job, files, right):
        self.assertEqual(sorted(files), sorted(right), job.name)
        for name, content in right.items():
            wanted, found = compared(name, content), compared(name, files[name])
            self.assertIsNotNone(found, f"{job.name}: {name} is not whole")
            self.assertEqual(found, wanted, f"{job.name}: {name}")

    def check_files(self, job, outcome, old, what, leftovers=False):
        """Every file is missing, old or new, and there is no other."""
        right = self.rightly(job, old).files
        for name, content in outcome.files.items():
            plain = TEMPORARY.sub("", name)
            if plain != name:
                self.assertTrue(leftovers, f"{what}: {name} is left")
            elif name in job.appended:
                lines = compared(name, right[name])
                whole = content[:content.rfind(b"\n") + 1]
                self.assertIn(compared(name, whole), [lines[:i] for i in range(len(lines) + 1)], f"{what}: {name}")
            else:
                self.assertIn(name, right, f"{what}: {name} is unknown")
                if not (old and content == OLD):
                    self.assertEqual(compared(name, content), compared(name, right[name]), f"{what}: {name}")
        for name in job.made if old else ():
            self.assertIn(name, outcome.files, f"{what}: the old file is gone")

    def check_message(self, outcome, what):
        """One line that says what failed, and where it is of the command line, another one that leads to the help."""
        self.assertIn(outcome.code, FAILURES, f"{what}: {outcome.err}")
        self.assertRegex(outcome.err, r"\Alode(-cluster)?: [^\n]+\n('lode[^\n]* --help' lists the options\.\n)?\Z", what)
        self.assertNotIn("terminate called", outcome.err, what)

    def check(self, job, outcome, old, fault):
        """What must hold after every run."""
        what = f"{job.name}, " + " ".join(f"{key}={value}" for key, value in fault.items()) + (", old files" if old else "")
        self.assertGreaterEqual(outcome.code, 0, f"{what}: a signal; {outcome.err}")
        leftovers = any(kind == "unlink" for kind, _ in outcome.hits)
        self.check_files(job, outcome, old, what, leftovers)
        if outcome.code == 0:
            right = self.rightly(job, old)
            self.assertEqual(outcome.err, "", what)
            if not leftovers:
                self.assert_same_files(dataclasses.replace(job, name=what), outcome.files, right.files)
            self.assertEqual(compared(".stdout", outcome.out), compared(".stdout", right.out), what)
            return
        self.check_message(outcome, what)
        kinds = {kind for kind, path in outcome.hits if not path}
        paths = [path for _, path in outcome.hits if path]
        if kinds & {"memory", "mmap"} or fault.get("error") == errno.ENOMEM and "lode: out of memory\n" == outcome.err:
            self.assertEqual(outcome.code, 1, f"{what}: {outcome.err}")
            self.assertIn("memory", outcome.err.lower(), what)
        elif paths:
            named = any(name in outcome.err for path in paths for name in self.names_of(path, job))
            self.assertTrue(named, f"{what}: none of {paths} is named: {outcome.err}")

    @staticmethod
    def names_of(path, job):
        """What a message may call a file: its name, its folder if it is a nameless one, or the stream that it is."""
        if path.startswith("pipe:"):
            return ["standard output"]
        name = TEMPORARY.sub("", pathlib.Path(path).name)
        if not name or name.startswith("#"):
            return [pathlib.Path(path).parent.name]
        return [name, "standard input"] if "-" in job.words else [name]

    def hit(self, job, old, fault):
        self.check(job, self.run_once(job, old=old, fault=fault), old, fault)
