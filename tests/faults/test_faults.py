#!/usr/bin/env python3
"""lode when memory, disks, clocks and other programs fail. LODE names the tool, LODE_INJECT the library of inject.c,
LODE_CLUSTER lode-cluster where it is built.

`test_faults.py` runs the part for every day, `test_faults.py --long` many more faults of each kind."""
import errno
import http.server
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import unittest

from fault_test import (CLUSTER, FaultTest, LODE, LONG, OLD, QUIET, READERS, REPOSITORY, TEMPORARY, WRITERS, chosen,
                        compared, graph_text, job, succeed)

JOBS = WRITERS + READERS
KILLED = -signal.SIGKILL


def most(everyday, long):
    return long if LONG else everyday


def job_of(name):
    return next(each for each in JOBS if each.name == name)


class Memory(FaultTest):
    """An allocation that fails, and all of them from one on."""

    def test_out_of_memory(self):
        parsed = self.count(READERS[-1], calls="memory")  # most of what the command line itself takes
        tests = []
        for each in JOBS:
            self.rightly(each)
            count = self.count(each, calls="memory")
            early = chosen(parsed, most(2, 60), each.name)
            later = [parsed + n for n in chosen(max(count - parsed, 1), most(8, 300), each.name)]
            for n in early + later:
                tests += [(self.hit, each, False, {"calls": "memory", "nth": n, "times": times})
                          for times in ((1, 0) if LONG else (n % 2,))]
        self.each(tests)


class Files(FaultTest):
    """Calls on files that fail, and threads that cannot be started."""
    ERRORS = {"open": (errno.EMFILE, errno.EACCES, errno.ENOMEM), "read": (errno.EIO, errno.EINTR, "SHORT"),
              "write": (errno.EIO, errno.ENOSPC, errno.EINTR, "SHORT"), "sync": (errno.EIO,), "close": (errno.EIO,),
              "rename": (errno.EACCES, errno.EINVAL), "rename,link": (errno.EPERM,), "unlink": (errno.EPERM,),
              "truncate": (errno.EIO,), "mmap": (errno.ENOMEM,), "thread": (errno.EAGAIN,)}

    def test_calls_that_fail(self):
        tests = []
        for each in JOBS:
            for old in (False, True):
                self.rightly(each, old)
            for kind, errors in self.ERRORS.items():
                count = self.count(each, calls=kind)
                for i, error in enumerate(errors):
                    tests += [(self.hit, each, (n + i) % 2 == 0, {"calls": kind, "nth": n, "error": error})
                              for n in chosen(count, most(2 if each.made else 1, 60), f"{each.name} {error}")]
        self.each(tests)

    def test_calls_that_fail_for_ever(self):
        """A disk that is gone does not come back."""
        tests = []
        for each in JOBS:
            for kind, error in (("write", errno.ENOSPC), ("read", errno.EIO), ("open", errno.EMFILE), ("sync", errno.EIO),
                                ("rename,link", errno.EIO), ("write,sync,rename,link", errno.EROFS)):
                count = self.count(each, calls=kind)
                tests += [(self.hit, each, n % 2 == 0, {"calls": kind, "nth": n, "error": error, "times": 0})
                          for n in chosen(count, most(1, 20), each.name)]
        self.each(tests)

    def test_a_disk_that_is_full_after_a_byte(self):
        tests = []
        for each in WRITERS:
            size = sum(len(content) for content in self.rightly(each).files.values())
            tests += [(self.hit, each, n % 2 == 0, {"calls": "write", "path": "made/", "room": n - 1})
                      for n in chosen(size, most(3, 40), each.name)]
        self.each(tests)


class Kills(FaultTest):
    """A process that is killed leaves old files or new ones, and the next one tidies up."""

    def check_killed(self, each, old, place, outcome, what):
        what = f"{each.name}, {what}"
        self.assertEqual(outcome.code, KILLED, f"{what}: {outcome.err}")
        self.check_files(each, outcome, old, what, leftovers=True)
        after = self.run_in(place, each, force=True)
        self.assertEqual((after.code, after.err), (0, ""), what)
        right = self.rightly(each, old=True).files
        if not each.appended:  # a journal may hold what was done before
            self.assert_same_files(each, after.files, right)
        self.assertEqual([name for name in after.files if TEMPORARY.search(name)], [], what)
        shutil.rmtree(place)

    def kill_at(self, each, old, kinds, n, error):
        place = self.place(each, old)
        outcome = self.run_in(place, each, force=old, fault={"calls": kinds, "nth": n, "error": error})
        if outcome.code != KILLED and error == "HALF":  # a write of one byte is whole
            return
        self.check_killed(each, old, place, outcome, f"killed at {kinds} {n}, {error}, old files: {old}")

    def test_killed_at_a_call(self):
        tests = []
        for each in WRITERS:
            for old in (False, True):
                self.rightly(each, old)
            for kinds, error, share in (("open,close,write,sync,rename,link,unlink,truncate,lock", "KILL", most(6, 200)),
                                        ("write", "HALF", most(2, 60)), ("memory", "KILL", most(1, 40))):
                count = self.count(each, calls=kinds)
                tests += [(self.kill_at, each, n % 2 == 0, kinds, n, error) for n in chosen(count, share, each.name)]
        self.each(tests)

    def kill_after(self, each, old, seconds):
        place = self.place(each, old)
        with open(os.devnull, "r+b") as nothing:
            process = subprocess.Popen(each.line(old), cwd=place, stdin=nothing, stdout=nothing, stderr=nothing)
            time.sleep(seconds)
            process.kill()
            code = process.wait()
        outcome = self.outcome_of(place, code)
        if code == 0:
            self.check_files(each, outcome, old, each.name)
        else:
            self.struck.append(each.name)
            self.check_killed(each, old, place, outcome, f"killed after {seconds} s, old files: {old}")

    def test_killed_at_any_time(self):
        tests = []
        for each in WRITERS:
            began = time.monotonic()
            self.rightly(each, old=True)
            longest = (time.monotonic() - began) / 2 or 0.02  # of two runs
            self.rightly(each)
            draw = random.Random(each.name)
            tests += [(self.kill_after, each, n % 2 == 0, draw.random() * longest) for n in range(most(2, 200))]
        self.struck = []
        self.each(tests)
        self.assertGreater(len(self.struck), len(tests) // 8)  # the others were faster


class AddressSpace(FaultTest):
    """Little memory: `ulimit -v` at ten levels."""

    def limited(self, each, kilobytes):
        outcome = self.run_once(each, shell=f'ulimit -v {kilobytes}; exec "$@"')
        what = f"{each.name} in {kilobytes} kB"
        self.assertGreaterEqual(outcome.code, 0, f"{what}: a signal; {outcome.err}")
        self.check_files(each, outcome, False, what)
        if outcome.code == 0:
            self.assert_same_files(each, outcome.files, self.rightly(each).files)
            return
        self.assertEqual(outcome.code, 1, f"{what}: {outcome.err}")
        self.assertRegex(outcome.err, r"\Alode: [^\n]*(memory|thread)[^\n]*\n\Z", what)
        self.refused.append(kilobytes)

    def test_ten_levels(self):
        (self.folder / "given" / "large.txt").write_text(graph_text(3000, 60000, 2))
        version = job("version", "--version")
        low, high = 1000, 4_000_000
        while high - low > 200:  # below that the system does not even start the program
            middle = (low + high) // 2
            good = self.run_once(version, shell=f'ulimit -v {middle}; exec "$@"').code == 0
            low, high = (low, middle) if good else (middle, high)
        more = [job("convert much", "convert given/large.txt made/x.lode -q", "x.lode"),
                job("convert much to xz", "convert given/large.txt made/x.txt.xz -q --threads 2", "x.txt.xz"),
                job("search much", "find given/large.txt -s 20 -o made/s.txt --effort cheap --preset fast -q --threads 2",
                    "s.txt")]
        tests = []
        for each in more + (WRITERS if LONG else []):
            self.rightly(each)
            tests += [(self.limited, each, high + 200 + int(40 * 3.2 ** level)) for level in range(10)]
        self.refused = []
        self.each(tests)
        self.assertGreater(len(self.refused), len(more))
        self.assertLess(len(self.refused), len(tests))


class Clocks(FaultTest):
    """Clocks that jump back and forth change no answer, and nothing waits for them."""

    def jump(self, each, seconds):
        began = time.monotonic()
        outcome = self.run_once(each, fault={"clock": seconds})
        self.assertLess(time.monotonic() - began, 40, each.name)
        self.assertEqual((outcome.code, outcome.err), (0, ""), each.name)
        self.assert_same_files(each, outcome.files, self.rightly(each).files)

    def jump_with_limit(self, seconds, limit):
        """A limit may end the search at once. What is printed then is still true."""
        each = job("find within a limit", f"find given/g.txt -s 5 -o made/s.txt --certificate made/c.json --time {limit} -q",
                   "s.txt c.json")
        place = self.place(each)
        began = time.monotonic()
        outcome = self.run_in(place, each, fault={"clock": seconds})
        self.assertLess(time.monotonic() - began, 40)
        self.assertEqual((outcome.code, outcome.err), (0, ""))
        succeed("verify", place / "given/g.txt", "--set", place / "made/s.txt")
        succeed("verify", place / "given/g.txt", "--certificate", place / "made/c.json", "--trust-search")

    def test_jumps(self):
        # A report is made for a time; without its end it is the same.
        timeless = [each for each in JOBS if each.name not in ("report", "compare", "bounds")]
        for each in timeless:
            self.rightly(each)
        tests = [(self.jump, each, seconds) for each in timeless for seconds in most((1000,), (1, 60, 1000, 10**7))]
        tests += [(self.jump_with_limit, seconds, 2) for seconds in most((3, 1000), (1, 2, 3, 10, 100, 1000, 10**6))]
        self.each(tests)


class ChangingInputs(FaultTest):
    """An input that grows, shrinks or is replaced while it is read: the old answer, the new one, or an error."""
    READING = (("g.txt", "convert given/g.txt made/x.mtx -q --force", "x.mtx"),
               ("g.txt", f"find given/g.txt -s 5 -o made/s.txt --induced made/i.txt {QUIET} --force", "s.txt i.txt"),
               ("g.txt", "convert given/g.txt made/x.lode --memory 1M -q --force", "x.lode"),
               ("g.lode", "convert given/g.lode made/x.txt -q --force", "x.txt"),
               ("g.lode", f"find given/g.lode -s 5 -o made/s.txt --induced made/i.txt {QUIET} --force", "s.txt i.txt"),
               ("g.lode", f"densest given/g.lode -o made/d.txt --certificate made/d.json {QUIET} --force", "d.txt d.json"),
               ("g.txt.gz", "convert given/g.txt.gz made/x.mtx -q --force", "x.mtx"),
               ("g.graph", "convert given/g.graph made/x.txt -q --force", "x.txt"))

    def change(self, each, name, new, n, kind, fault, rights):
        place = self.place(each, own_inputs=True)
        path = place / "given" / name
        if new is not None:
            path.with_name(name + ".new").write_bytes(new)
        outcome = self.run_in(place, each, fault={"calls": kind, "nth": n, "error": "CHANGE", "file": path, **fault})
        what = f"{each.name}: {name} is changed at {kind} {n} {fault}"
        self.assertIn(outcome.code, (0, 1, 3), f"{what}: {outcome.err}")
        if outcome.code:
            self.assertRegex(outcome.err, r"\Alode: [^\n]+\n\Z", what)
            self.assertIn(name, outcome.err, what)
        for made, content in outcome.files.items():
            if TEMPORARY.search(made):  # the process ends at once where a mapped page is gone; the next run tidies up
                self.assertEqual((outcome.code, name), (3, "g.lode"), f"{what}: {made} is left")
                continue
            allowed = [compared(made, right[made]) for right in rights if made in right]
            self.assertIn(compared(made, content), allowed, f"{what}: {made} is that of no graph")
        if outcome.code == 0:
            self.assertEqual(sorted(outcome.files), sorted(each.made), what)
        elif any(TEMPORARY.search(made) for made in outcome.files):
            shutil.copy(self.folder / "given" / name, path)
            after = self.run_in(place, each)
            self.assertEqual((after.code, sorted(after.files)), (0, sorted(each.made)), what)
        shutil.rmtree(place)

    def test_changes(self):
        tests = []
        other = self.folder / "given" / "other.txt"
        other.write_text(graph_text(40, 150, 5, clique=9))
        for name, words, made in self.READING:
            each = job(words, words, made)
            old = (self.folder / "given" / name).read_bytes()
            succeed("convert", other, self.folder / "given" / f"new-{name}", "-q", "--force")
            new = (self.folder / "given" / f"new-{name}").read_bytes()
            cut = old[:old.index(b"\n", len(old) // 2) + 1] if name.endswith(".txt") else old[:len(old) // 2]
            tail = old[:-1] if not name.endswith(".txt") else old[:old.rindex(b"\n", 0, -1) + 1]
            rights = []
            for content in (old, new, cut, tail, old + bytes(4096)):
                place = self.place(each, own_inputs=True)
                (place / "given" / name).write_bytes(content)
                rights.append(self.run_in(place, each).files)
                shutil.rmtree(place)
            for kind, share in (("memory", most(4, 60)), ("read,open,close,mmap", most(4, 60))):
                count = self.count(each, calls=kind)
                late = chosen(count, share, words) if kind != "memory" else [
                    count - n + 1 for n in chosen(max(1, min(count, count - 18000)), share, words)]
                for n in late:
                    tests += [(self.change, each, name, new, n, kind, {}, rights)]
                    tests += [(self.change, each, name, None, n, kind, {"size": size}, rights)
                              for size in most((len(cut), len(old) + 4096), (0, len(cut), len(tail), len(old) + 4096))]
        self.each(tests)


class Streams(FaultTest):
    """Standard streams that are closed or full, and inputs that are no plain files."""

    def test_standard_input_is_closed(self):
        outcome = self.run_once(job("info", f"info - {QUIET}"), shell='exec "$@" <&-')
        self.check_message(outcome, "info -")
        self.assertIn("standard input", outcome.err)
        for each in WRITERS:
            if "-" not in each.words:
                outcome = self.run_once(each, shell='exec "$@" <&-')
                self.assertEqual((outcome.code, outcome.err), (0, ""), each.name)
                self.assert_same_files(each, outcome.files, self.rightly(each).files)

    def test_standard_output_is_closed_or_full(self):
        for each in WRITERS:
            for shell in ('exec "$@" >&-', 'exec "$@" >/dev/full'):
                outcome = self.run_once(each, shell=shell)
                right = self.rightly(each)
                if right.out:
                    self.check_message(outcome, each.name)
                    self.assertIn("standard output", outcome.err)
                else:
                    self.assertEqual((outcome.code, outcome.err), (0, ""), each.name)
                self.assert_same_files(each, outcome.files, right.files)

    def test_standard_error_is_closed_or_full(self):
        for each in WRITERS:
            for shell in ('exec "$@" 2>&-', 'exec "$@" 2>/dev/full'):
                loud = job(each.name, " ".join(word for word in each.words if word != "-q"), " ".join(each.made),
                           " ".join(each.appended))
                outcome = self.run_once(loud, shell=shell)
                self.assertEqual(outcome.code, 0, each.name)
                self.assertEqual(sorted(outcome.files), sorted(self.rightly(each).files))
        wrong = job("wrong", "find given/none.txt -s 5 -o made/s.txt")
        for shell in ('exec "$@" 2>&-', 'exec "$@" 2>/dev/full'):
            outcome = self.run_once(wrong, shell=shell)
            self.assertEqual((outcome.code, outcome.files), (3, {}))

    def test_pipes_as_inputs(self):
        for name in ("g.txt", "g.txt.gz", "g.mtx", "g.gml", "g.graph", "graph.json", "g.lode"):
            for words in ("info PIPE -q", "find PIPE -s 5 -q", "convert PIPE made/x.mtx -q --from FORMAT"):
                kind = {"g.txt": "edges", "g.txt.gz": "edges", "g.graph": "metis",
                        "graph.json": "json"}.get(name, name.split(".")[1])
                line = words.replace("FORMAT", kind)
                outcome = self.run_once(job(name, line.replace("PIPE", "pipe")),
                                        shell=f'mkfifo pipe; cat given/{name} >pipe & exec "$@"')
                if outcome.code != 0:
                    self.check_message(outcome, f"{line}, {name}")
                    self.assertIn("pipe", outcome.err)
                    continue
                direct = self.run_once(job(name, line.replace("PIPE", f"given/{name}")))
                self.assertEqual(direct.code, 0)
                counts = [compared(".stdout", each.out).split()[-8:] for each in (outcome, direct)]
                self.assertEqual(counts[0], counts[1], f"{line}, {name}")

    def test_folders_as_inputs(self):
        for words in ("info given", "find given -s 5", "convert given made/x.txt", "report given -s 5", "densest given",
                      "verify given/g.txt --set given", "verify given/g.txt --certificate given",
                      "verify given/g.txt --result given", "find given/g.txt -s 5 --values given",
                      "find given/g.txt -s 5 --start file:given", "find given/g.txt -s 5 --include file:given",
                      "lsq solve given given/b.csv -s 2", "lsq solve given/a.csv given -s 2",
                      "compare given/g.txt -s 5 --methods peeling --resume given", "data list --catalogue given",
                      "find given/g.txt -s 5 -o given", "convert given/g.txt given --to edges --force",
                      "convert given/g.txt made/x.txt --minus given --weighted",
                      "find given/g.txt -s 5 --groups given --quota given", "--config given find given/g.txt -s 5"):
            with self.subTest(words):
                outcome = self.run_once(job("folder", words))
                self.check_message(outcome, words)
                self.assertIn("given", outcome.err)
                self.assertEqual(outcome.files, {}, words)

    @unittest.skipUnless(os.getuid() == 0, "another user can be taken by root alone")
    def test_files_without_permission(self):
        nobody = {"user": 65534, "group": 65534, "extra_groups": []}
        tool = self.folder / "lode"
        shutil.copy(LODE, tool)
        self.folder.chmod(0o755)
        for words, mode, named in (
                ("info given/g.txt", "given/g.txt", "g.txt"), ("info given/g.lode", "given/g.lode", "g.lode"),
                ("verify given/g.mtx --set given/set.txt", "given/set.txt", "set.txt"),
                ("verify given/g.mtx --certificate given/proof.json", "given/proof.json", "proof.json"),
                ("verify given/g.mtx --result given/result.json", "given/result.json", "result.json"),
                ("convert given/g.mtx made/x.txt", None, "x.txt"), ("find given/g.mtx -s 5 -o made/x.txt", None, "x.txt"),
                ("convert given/g.txt.gz made/x.lode --memory 1M", None, "x.lode"),
                ("compare given/g.mtx -s 5 --methods peeling --resume made/j.jsonl", None, "j.jsonl"),
                ("convert given/g.mtx given/g.gml --force", None, "g.gml")):
            with self.subTest(words):
                if mode:
                    (self.folder / mode).chmod(0)
                each = job("permission", words, tool=str(tool))
                outcome = self.run_once(each, **nobody)
                self.check_message(outcome, words)
                self.assertIn(named, outcome.err)
                self.assertEqual(outcome.files, {}, words)
                if mode:
                    (self.folder / mode).chmod(0o644)


class HostileDocuments(FaultTest):
    """JSON that would take all of the stack."""

    def test_lists_within_each_other(self):
        given = self.folder / "given"
        deep = "[" * 10**6 + "]" * 10**6
        kind = '"schema_version": 1, "kind": "densest", '
        (given / "deep.json").write_text('{"a": ' + deep + "}")
        (given / "deep-densest.json").write_text("{" + kind + '"a": ' + deep + "}")
        (given / "open.json").write_text("[" * 10**6)
        for words in ("verify given/g.txt --certificate given/deep.json", "verify given/g.txt --result given/deep.json",
                      "verify given/g.txt --certificate given/deep-densest.json",
                      "verify given/g.txt --certificate given/open.json", "verify given/g.txt --result given/open.json"):
            with self.subTest(words):
                outcome = self.run_once(job("deep", words))
                self.check_message(outcome, words)
                self.assertEqual(outcome.code, 3)
                self.assertIn("within each other", outcome.err)
        brackets = (given / "brackets.json")
        brackets.write_text('{"a": "' + "[" * 1000 + '\\"' + "{" * 1000 + '", "b": ' + "[" * 99 + "]" * 99 + "}")
        outcome = self.run_once(job("shallow", "verify given/g.txt --result given/brackets.json"))
        self.assertNotIn("within each other", outcome.err)

    def test_lines_of_a_journal(self):
        each = job_of("compare")
        place = self.place(each)
        self.assertEqual(self.run_in(place, each).code, 0)
        journal = place / "made/j.jsonl"
        with open(journal, "a") as lines:
            lines.write('{"graph": ' + "[" * 10**6 + "]" * 10**6 + "}\n")
        outcome = self.run_in(place, each, force=True)
        self.check_message(outcome, "a deep record")
        self.assertIn("j.jsonl:", outcome.err)
        journal.write_text("[" * 10**6 + "]" * 10**6 + "\n")
        outcome = self.run_in(place, each, force=True)
        self.check_message(outcome, "a deep header")
        self.assertIn("within each other", outcome.err)


class Downloads(FaultTest):
    """lode data get when memory and disks fail: the whole file or none, and nothing that stays."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        content = (cls.folder / "given" / "g.txt").read_bytes() * 50

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *arguments):
                pass

            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

        import hashlib
        cls.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.addClassCleanup(cls.server.shutdown)
        columns = "name aliases vertices edges format file sha256 download page note".split()
        row = ["mine", "", "30", "110", "edges", "m.txt", hashlib.sha256(content).hexdigest(),
               f"http://127.0.0.1:{cls.server.server_port}/m.txt", "https://example.org", ""]
        (cls.folder / "given" / "catalogue.tsv").write_text("\t".join(columns) + "\n" + "\t".join(row) + "\n")
        cls.content = content
        cls.job = job("data get", "data get mine --catalogue given/catalogue.tsv -q",
                      environment=(("XDG_CACHE_HOME", "made"), ("no_proxy", "*")))

    def get(self, fault):
        place = self.place(self.job)
        outcome = self.run_in(place, self.job, fault=fault)
        what = f"data get, {fault}"
        if outcome.code != KILLED or fault.get("error") != "KILL":
            self.assertIn(outcome.code, (0, 1, 2, 3), f"{what}: {outcome.err}")
            if outcome.code:
                self.check_message(outcome, what)
        for name, content in outcome.files.items():
            if name == "lode/m.txt":
                self.assertEqual(content, self.content, what)
            else:
                self.assertTrue(name.startswith("lode/m.txt") and self.content.startswith(content), f"{what}: {name}")
        if outcome.code == 0:
            self.assertIn("lode/m.txt", outcome.files, what)
        after = self.run_in(place, self.job)
        self.assertEqual((after.code, after.err, after.files), (0, "", {"lode/m.txt": self.content}), what)
        shutil.rmtree(place)

    def test_faults(self):
        tests = []
        for kind, errors in (("memory", ("ENOMEM",)), ("open", (errno.EMFILE,)), ("write", (errno.ENOSPC, "SHORT")),
                             ("read", (errno.EIO, "SHORT")), ("sync", (errno.EIO,)), ("rename", (errno.EACCES,)),
                             ("lock", (errno.ENOLCK,)), ("open,write,sync,rename,unlink,lock,truncate", ("KILL",))):
            count = self.count(self.job, calls=kind)
            for error in errors:
                tests += [(self.get, {"calls": kind, "nth": n, "error": error})
                          for n in chosen(count, most(4, 100), kind)]
        self.each(tests)


@unittest.skipUnless(CLUSTER, "LODE_CLUSTER names no lode-cluster")
class OneRank(FaultTest):
    """lode-cluster as a single process. What MPI and PETSc do before it reads is theirs."""

    def setUp(self):
        sys.path.insert(0, str(REPOSITORY / "tests/cluster"))
        from cluster_test import environment
        settings = tuple((key, value) for key, value in environment(self.folder).items() if key not in os.environ)
        settings += (("TMPDIR", str(self.folder)),)
        self.core = job("cluster core", "core given/g.txt -s 5 -o made/core.lode --cores made/k.csv -q", "core.lode k.csv",
                        tool=CLUSTER, environment=settings)
        self.version = job("cluster version", "--version", tool=CLUSTER, environment=settings)

    def test_files_that_fail(self):
        tests = []
        for old in (False, True):
            self.rightly(self.core, old)
        for part in ("given/", "made/"):
            for kind, errors in Files.ERRORS.items():
                if kind in ("thread", "mmap"):
                    continue
                count = self.count(self.core, calls=kind, path=part)
                tests += [(self.hit, self.core, n % 2 == 0, {"calls": kind, "path": part, "nth": n, "error": error})
                          for error in errors[:most(1, 9)] for n in chosen(count, most(1, 20), kind)]
        self.each(tests)

    def out_of_memory(self, n, times):
        outcome = self.run_once(self.core, fault={"calls": "memory", "nth": n, "times": times})
        what = f"allocation {n} fails, {times} times"
        self.check_files(self.core, outcome, False, what)
        if outcome.code < 0:
            for fewer in (1, 2, 4, 8, 16):  # MPI needs memory to print frames
                if not self.place_of_signal(outcome.err):
                    outcome = self.run_once(self.core, fault={"calls": "memory", "nth": n, "times": fewer})
            self.assertNotIn(self.place_of_signal(outcome.err), ("lode-cluster", ""), f"{what}: a signal; {outcome.err}")
            return
        self.assertNotIn("terminate called", outcome.err, what)
        if outcome.code:
            self.assertRegex(outcome.err, r"(?m)^lode(-cluster)?: .*(memory|PETSc|MPI)", what)

    @staticmethod
    def place_of_signal(err):
        """The program or library that a signal ended, of the frames that MPI prints; the innermost is the C library's."""
        frames = [pathlib.PurePath(path).name for path in re.findall(r"\] \[ *\d+\] (/[^(\s]+)", err)]
        return next((name for name in frames if not name.startswith("libc.so")), "")

    def test_out_of_memory(self):
        """PETSc and MPI, which do their part before and after, have messages of their own. Some of their calls use what
        they did not get: a signal inside of them is not one of lode."""
        self.rightly(self.core)
        begun, all_calls = (self.count(each, calls="memory") for each in (self.version, self.core))
        self.each([(self.out_of_memory, begun + n, n % 2)
                   for n in chosen((all_calls - begun) * 4 // 5, most(6, 200), "cluster")])


if __name__ == "__main__":
    unittest.main(argv=[word for word in sys.argv if word != "--long"], verbosity=2)
