"""Calls while they run: signals, cancel, callbacks, threads, the GIL."""
import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest

import lode

ENDLESS = {"effort": "none", "time": 3600.0}


@pytest.fixture(scope="module")
def graph():
    return lode.generate("gnp", n=600, p=0.1, seed=5)


def stop_at_first_report(cancel):
    return lambda progress: cancel.set()


# --- signals -------------------------------------------------------------------------------------

CHILD = """
    import signal, sys
    import lode
    graph = lode.generate("gnp", n=600, p=0.1, seed=5)
    told = []
    def progress(report):
        if not told:
            told.append(report)
            print("running", flush=True)
"""


def child(code):
    """Runs CHILD and `code`, sends SIGINT once it is running, and returns its exit code and the rest of its output."""
    root = pathlib.Path(lode.__file__).parents[1]
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
            lode.find(graph, 30, effort="none", time=3600.0, progress=progress)
        except KeyboardInterrupt as stopped:
            answer = stopped.result
            assert lode.verify(graph, answer) == (answer.edges, answer.weight) and len(answer) == 30
            print(answer.stop_reason)
    """)
    assert (code, output) == (0, ["interrupted"])


def test_ctrl_c_returns_the_answer_by_choice():
    code, output = child("""
        result = lode.find(graph, 30, effort="none", time=3600.0, progress=progress, on_interrupt="return")
        assert lode.last_result() is result
        print(result.stop_reason)
    """)
    assert (code, output) == (0, ["interrupted"])


def test_ctrl_c_ends_the_interpreter_where_nobody_waits_for_it():
    code, output = child("""
        import os
        sys.stderr = open(os.devnull, "w")
        lode.find(graph, 30, effort="none", time=3600.0, progress=progress)
        print("went on")
    """)
    assert code == -signal.SIGINT and output == []


def test_other_handlers_raise_what_they_raise():
    code, output = child("""
        class Alarm(Exception): pass
        def ring(number, frame): raise Alarm(number)
        signal.signal(signal.SIGINT, ring)
        try:
            lode.find(graph, 30, effort="none", time=3600.0, progress=progress)
        except Alarm as alarm:
            print(len(alarm.result.vertices))
    """)
    assert (code, output) == (0, ["30"])


def test_a_handler_that_only_takes_note_stops_nothing():
    code, output = child("""
        noted = []
        cancel = lode.Cancel()
        def note(number, frame):
            noted.append(number)
            cancel.set()
        signal.signal(signal.SIGINT, note)
        result = lode.find(graph, 30, effort="none", time=3600.0, progress=progress, cancel=cancel)
        print(result.stop_reason, len(noted))
    """)
    assert (code, output) == (0, ["interrupted", "1"])


# --- cancel --------------------------------------------------------------------------------------

def test_another_thread_cancels(graph):
    cancel = lode.Cancel()
    running = threading.Event()

    def stop():
        running.wait()
        cancel.set()

    stopper = threading.Thread(target=stop)
    stopper.start()
    # Ends only if the other thread gets to run: the GIL is free.
    result = lode.find(graph, 30, cancel=cancel, progress=lambda report: running.set(), **ENDLESS)
    stopper.join()
    assert result.stop_reason == "interrupted"
    assert cancel.is_set()


def test_a_flag_stops_all_of_its_calls_and_can_be_cleared(graph):
    cancel = lode.Cancel()
    reasons = []

    def search():
        reasons.append(lode.find(graph, 25, cancel=cancel, progress=lambda report: running.release(), **ENDLESS)
                       .stop_reason)

    running = threading.Semaphore(0)
    threads = [threading.Thread(target=search) for _ in range(3)]
    for thread in threads:
        thread.start()
        running.acquire()
    cancel.set()
    for thread in threads:
        thread.join()
    assert reasons == ["interrupted"] * 3
    assert lode.find(graph, 25, cancel=cancel, **ENDLESS).stop_reason == "interrupted"
    cancel.clear()
    assert lode.find(graph, 25, cancel=cancel, work=1000).stop_reason != "interrupted"


def test_what_is_worth_nothing_half_done_raises(graph):
    cancel = lode.Cancel()
    cancel.set()
    with pytest.raises(lode.Interrupted):
        lode.read_bytes(b"1 2\n2 3\n", cancel=cancel)
    assert lode.densest(graph, cancel=cancel).proven_optimal in (True, False)


# --- callbacks -----------------------------------------------------------------------------------

def test_progress_is_told_and_what_it_raises_ends_the_search(graph):
    reports = []

    def progress(report):
        reports.append(report)
        if len(reports) == 3:
            raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        lode.find(graph, 30, progress=progress, **ENDLESS)
    assert len(reports) == 3
    assert all(isinstance(report.phase, str) and report.seconds >= 0.0 for report in reports)
    assert [report.seconds for report in reports] == sorted(report.seconds for report in reports)


def test_a_proof_is_logged(graph):
    small = lode.generate("gnp", n=40, p=0.3, seed=2)
    events = []
    for answer in lode.find(small, [6, 9], effort="proof", proof_log=events.append):
        last = [event for event in events if event.s == answer.s][-1]
        assert (last.best, last.bound) == (answer.weight, answer.bound)
        assert answer.proven_optimal


def test_callbacks_may_call_the_library(graph):
    inner = []

    def progress(report):
        inner.append(lode.cores(graph).max())
        cancel.set()

    cancel = lode.Cancel()
    lode.find(graph, 30, progress=progress, cancel=cancel, **ENDLESS)
    assert inner and set(inner) == {lode.cores(graph).max()}


# --- threads -------------------------------------------------------------------------------------

def test_searches_in_threads_find_what_they_find_alone(graph):
    seeds = [1, 2, 3, 4]
    alone = [lode.find(graph, [12, 30], seed=seed, work=200000, threads=1) for seed in seeds]
    together = [None] * len(seeds)

    def search(place):
        together[place] = lode.find(graph, [12, 30], seed=seeds[place], work=200000, threads=1)

    threads = [threading.Thread(target=search, args=(place,)) for place in range(len(seeds))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for one, other in zip(alone, together):
        for a, b in zip(one, other):
            assert np.array_equal(a.vertices, b.vertices) and a.iterations == b.iterations


def test_two_searches_run_at_once(graph):
    """Each ends only after the other one has begun."""
    begun = [threading.Event(), threading.Event()]
    cancels = [lode.Cancel(), lode.Cancel()]
    results = [None, None]

    def search(me):
        def progress(report):
            begun[me].set()
            if begun[1 - me].is_set():
                cancels[me].set()
        results[me] = lode.find(graph, 30, progress=progress, cancel=cancels[me], **ENDLESS)

    threads = [threading.Thread(target=search, args=(me,)) for me in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [result.stop_reason for result in results] == ["interrupted"] * 2


def test_a_fork_while_another_thread_searches_works_or_is_refused(graph):
    before = lode.find(graph, 12, effort="none", work=10000, threads=2)
    cancel, begun = lode.Cancel(), threading.Event()
    search = threading.Thread(target=lode.find, args=(graph, 30), kwargs={
        "progress": lambda report: begun.set(), "cancel": cancel, "threads": 2, **ENDLESS})
    search.start()
    try:
        begun.wait()
        for _ in range(8):
            child_id = os.fork()
            if child_id == 0:
                try:
                    signal.alarm(200)  # a child that waits for ever ends by this signal
                    same = lode.find(graph, 12, effort="none", work=10000, threads=2)
                    os._exit(0 if np.array_equal(before.vertices, same.vertices) else 1)
                except lode.LodeError as error:
                    os._exit(0 if "forked" in str(error) and "spawn" in str(error) else 1)
                finally:
                    os._exit(2)
            assert os.waitstatus_to_exitcode(os.waitpid(child_id, 0)[1]) == 0
    finally:
        cancel.set()
        search.join()
