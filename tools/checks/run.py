#!/usr/bin/env python3
"""Runs the steps of tools/check.sh, part by part, and writes the page of results after each."""
import argparse
import pathlib
import sys

import page
import steps
from parts import Record, fingerprint


def run_step(name, parts, record, after_part, say=print):
    """Runs the parts that have not passed on these sources. A failed configuration or build ends the step; failed tests
    do not. True if all parts have passed."""
    if record.complete(name):
        say(f"{name}: has passed on these sources")
        return True
    passed = True
    for part in parts():
        if not part.repeat and record.passed(name, part.name):
            say(f"{name}, {part.name}: has passed on these sources")
            continue
        say(f"{name}, {part.name} ...")
        result = record.run(name, part)
        say(f"{name}, {part.name}: {'passed' if result.passed else 'FAILED'} after {page.told(result.seconds)}"
            + (f"; {result.summary}" if result.summary else ""))
        after_part()
        passed = passed and result.passed
        if not result.passed and part.repeat:
            return False
    if passed:
        record.completed(name)
    return passed


def all_steps():
    return {**steps.STEPS, **steps.LONG_STEPS}


def main(arguments):
    parser = argparse.ArgumentParser(prog="tools/check.sh", description="Runs the checks that take long.")
    known = all_steps()
    parser.add_argument("steps", nargs="*", metavar="STEP",
                        help=f"one of {', '.join(known)}; none: {', '.join(steps.STEPS)}")
    parser.add_argument("--list", action="store_true", help="say what the steps are, and run none")
    parser.add_argument("--again", action="store_true", help="forget earlier results of these steps first")
    chosen = parser.parse_args(arguments)
    unknown = [name for name in chosen.steps if name not in known]
    if unknown:
        parser.error(f"there is no step {unknown[0]}; steps are {', '.join(known)}")
    if chosen.list:
        for name, step in known.items():
            print(f"{name:16}{step.__doc__}{'' if name in steps.STEPS else '; only when named'}")
        return 0
    record = Record(steps.RESULTS, fingerprint(steps.REPOSITORY))
    where = page.commit(steps.REPOSITORY)
    results = pathlib.Path(steps.FOLDER, "results.md")

    def write():
        results.parent.mkdir(parents=True, exist_ok=True)
        results.write_text(page.page(record, known, where, steps.LONG_STEPS))

    names = chosen.steps or list(steps.STEPS)
    for name in names:
        if chosen.again:
            record.forget(name)
        run_step(name, known[name], record, write)
    write()
    print(f"The results are in {results}")
    return 0 if all(record.complete(name) for name in names) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
