"""Calls of lode._core while they run: signals, cancel, callbacks, threads, the GIL."""
import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest

from lode import _core as core

ENDLESS = {"effort": "none", "time": 3600.0}


@pytest.fixture(scope="module")
def graph():
    return core.generate("gnp", n=600, p=0.1, seed=5)


def stop_at_first_report(cancel):
    return lambda progress: cancel.set()


# --- signals -------------------------------------------------------------------------------------

CHILD = """
    import signal, sys
    import lode._core as core
    graph = core.generate("gnp", n=600, p=0.1, seed=5)
    told = []
    def progress(report):
        if not told:
            told.append(report)
            print("running", flush=True)
"""


def child(code):
    """Runs CHILD and `code`, sends SIGINT once it is running, and returns its exit code and the rest of its output."""
    root = pathlib.Path(core.__file__).resolve().parents[1]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(
        [str(root), str(pathlib.Path(sys.modules["lode"].__path__[0]).parent), os.environ.get("PYTHONPATH", "")])}
    process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(CHILD) + textwrap.dedent(code)], text=True,
                               stdout=subprocess.PIPE, env=environment)
    with process:
        assert process.stdout.readline() == "running\n"
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=120)
    return process.returncode, output.split()


def test_ctrl_c_ends_a_search_with_its_best_answer():
    code, output = child("""
        try:
            core.find(graph, [30], effort="none", time=3600.0, progress=progress)
        except KeyboardInterrupt as stopped:
            answer, = stopped.result.answers
            assert core.verify(graph, answer.vertices, s=30, weight=answer.weight) == (answer.edges, answer.weight)
            print(answer.stop_reason, stopped.result.interrupted)
    """)
    assert (code, output) == (0, ["interrupted", "True"])


def test_ctrl_c_returns_the_answer_by_choice():
    code, output = child("""
        result = core.find(graph, [30], effort="none", time=3600.0, progress=progress, on_interrupt="return")
        print(result.answers[0].stop_reason)
    """)
    assert (code, output) == (0, ["interrupted"])


def test_ctrl_c_ends_the_interpreter_where_nobody_waits_for_it():
    code, output = child("""
        import os
        sys.stderr = open(os.devnull, "w")
        core.find(graph, [30], effort="none", time=3600.0, progress=progress)
        print("went on")
    """)
    assert code == -signal.SIGINT and output == []


def test_other_handlers_raise_what_they_raise():
    code, output = child("""
        class Alarm(Exception): pass
        def ring(number, frame): raise Alarm(number)
        signal.signal(signal.SIGINT, ring)
        try:
            core.find(graph, [30], effort="none", time=3600.0, progress=progress)
        except Alarm as alarm:
            print(len(alarm.result.answers[0].vertices))
    """)
    assert (code, output) == (0, ["30"])


def test_a_handler_that_only_takes_note_stops_nothing():
    code, output = child("""
        noted = []
        cancel = core.Cancel()
        def note(number, frame):
            noted.append(number)
            cancel.set()
        signal.signal(signal.SIGINT, note)
        result = core.find(graph, [30], effort="none", time=3600.0, progress=progress, cancel=cancel)
        print(result.answers[0].stop_reason, len(noted))
    """)
    assert (code, output) == (0, ["interrupted", "1"])


# --- cancel --------------------------------------------------------------------------------------

def test_another_thread_cancels(graph):
    cancel = core.Cancel()
    running = threading.Event()

    def stop():
        running.wait()
        cancel.set()

    stopper = threading.Thread(target=stop)
    stopper.start()
    # Ends only if the other thread gets to run: the GIL is free.
    result = core.find(graph, [30], cancel=cancel, progress=lambda report: running.set(), **ENDLESS)
    stopper.join()
    assert result.interrupted and result.answers[0].stop_reason == "interrupted"
    assert cancel.is_set()


def test_a_flag_stops_all_of_its_calls_and_can_be_cleared(graph):
    cancel = core.Cancel()
    reasons = []

    def search():
        reasons.append(core.find(graph, [25], cancel=cancel, progress=lambda report: running.release(), **ENDLESS)
                       .answers[0].stop_reason)

    running = threading.Semaphore(0)
    threads = [threading.Thread(target=search) for _ in range(3)]
    for thread in threads:
        thread.start()
        running.acquire()
    cancel.set()
    for thread in threads:
        thread.join()
    assert reasons == ["interrupted"] * 3
    assert core.find(graph, [25], cancel=cancel, **ENDLESS).answers[0].stop_reason == "interrupted"
    cancel.clear()
    assert core.find(graph, [25], cancel=cancel, settings={"work": 1000}).answers[0].stop_reason != "interrupted"


def test_what_is_worth_nothing_half_done_raises(graph):
    cancel = core.Cancel()
    cancel.set()
    for call in (lambda: core.generate("gnp", n=100, p=0.5, cancel=cancel),
                 lambda: core.Graph.from_edges([0], [1], cancel=cancel),
                 lambda: core.verify(graph, list(range(30)), upper_bound=1e9, bound="lp", cancel=cancel)):
        with pytest.raises(core.Interrupted):
            call()
    assert core.densest(graph, cancel=cancel).proven in (True, False)


# --- callbacks -----------------------------------------------------------------------------------

def test_progress_is_told_and_what_it_raises_ends_the_search(graph):
    reports = []

    def progress(report):
        reports.append(report)
        if len(reports) == 3:
            raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        core.find(graph, [30], progress=progress, progress_interval=0.0, **ENDLESS)
    assert len(reports) == 3
    assert all(isinstance(report.phase, str) and report.seconds >= 0.0 for report in reports)
    assert [report.seconds for report in reports] == sorted(report.seconds for report in reports)


def test_a_proof_is_logged(graph):
    small = core.generate("gnp", n=40, p=0.3, seed=2)
    events = []
    result = core.find(small, [6, 9], effort="proof", proof_log=events.append)
    for answer in result.answers:
        last = [event for event in events if event.s == answer.s][-1]
        assert (last.best, last.bound) == (answer.weight, answer.upper_bound)
        assert answer.optimal


def test_callbacks_may_call_the_library(graph):
    inner = []

    def progress(report):
        inner.append(core.core_numbers(graph).max())
        cancel.set()

    cancel = core.Cancel()
    core.find(graph, [30], progress=progress, cancel=cancel, **ENDLESS)
    assert inner and set(inner) == {core.core_numbers(graph).max()}


# --- threads -------------------------------------------------------------------------------------

def test_searches_in_threads_find_what_they_find_alone(graph):
    seeds = [1, 2, 3, 4]
    alone = [core.find(graph, [12, 30], seed=seed, settings={"work": 200000}, threads=1) for seed in seeds]
    together = [None] * len(seeds)

    def search(place):
        together[place] = core.find(graph, [12, 30], seed=seeds[place], settings={"work": 200000}, threads=1)

    threads = [threading.Thread(target=search, args=(place,)) for place in range(len(seeds))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for one, other in zip(alone, together):
        for a, b in zip(one.answers, other.answers):
            assert np.array_equal(a.vertices, b.vertices) and a.iterations == b.iterations


def test_two_searches_run_at_once(graph):
    """Each ends only after the other one has begun."""
    begun = [threading.Event(), threading.Event()]
    cancels = [core.Cancel(), core.Cancel()]
    results = [None, None]

    def search(me):
        def progress(report):
            begun[me].set()
            if begun[1 - me].is_set():
                cancels[me].set()
        results[me] = core.find(graph, [30], progress=progress, progress_interval=0.0, cancel=cancels[me], **ENDLESS)

    threads = [threading.Thread(target=search, args=(me,)) for me in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [result.answers[0].stop_reason for result in results] == ["interrupted"] * 2


def test_fork_leaves_a_library_that_works(graph):
    before = core.find(graph, [12], settings={"work": 10000}).answers[0]
    child_id = os.fork()
    if child_id == 0:
        try:
            same = core.find(graph, [12], settings={"work": 10000}).answers[0]
            os._exit(0 if np.array_equal(before.vertices, same.vertices) else 1)
        finally:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child_id, 0)[1]) == 0
