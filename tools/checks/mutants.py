#!/usr/bin/env python3
"""mutants.py STEP...: counts the small changes of the sources that the tests notice.

find   lists all places where a small change makes a mutant (mutations.py)
build  writes a random sample of them into a copy of the sources, switched by LODE_MUTANT, and builds it
reach  runs each test once, which notes the mutants it reaches, and its time
run    runs for each mutant the tests that reach it, until one fails: the mutant is killed
table  writes build/check/mutants/mutants.md: the shares of killed mutants, and the survivors

Each step keeps its results in build/check/mutants and continues from them. Mutants equivalent to the sources are
listed in equivalent.txt.
"""
import argparse
import collections
import concurrent.futures
import filecmp
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

import mutant_tests

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
FOLDER = REPOSITORY / "build/check/mutants"
COPY = FOLDER / "source"
BUILD = FOLDER / "build"
CHECKS = pathlib.Path(__file__).resolve().parent

# The first matching folder of a file decides its module.
MODULES = {"certificates": ("src/bounds/certificate/", "src/graph/proof/", "src/study/find/verify", "src/bounds/cliques/"),
           "bounds": ("src/bounds/",), "search": ("src/subgraph/",), "readers": ("src/io/",)}
LEFT_OUT = ("src/io/catalogue/",)

SWITCH = """#pragma once
#include <cstdio>
#include <cstdlib>
#include <type_traits>
namespace lode_mutants {
inline unsigned char reached[100000];
inline void write_reached() {
  std::FILE* file = std::fopen(std::getenv("LODE_MUTANT_RECORD"), "a");
  for (int i = 0; file != nullptr && i < 100000; ++i) if (reached[i] != 0) std::fprintf(file, "%d\\n", i);
  if (file != nullptr) std::fclose(file);
}
inline int first() {
  if (std::getenv("LODE_MUTANT_RECORD") != nullptr) { std::atexit(write_reached); return -2; }
  const char* text = std::getenv("LODE_MUTANT");
  return text != nullptr ? std::atoi(text) : -1;
}
inline const int chosen = first();
}
constexpr bool lode_mutant(int k) {
  if (std::is_constant_evaluated()) return false;
  if (lode_mutants::chosen == -2) lode_mutants::reached[k] = 1;
  return lode_mutants::chosen == k;
}
"""


def module_of(name):
    if name.startswith(LEFT_OUT):
        return None
    return next((module for module, places in MODULES.items() if name.startswith(places)), None)


def load(name, otherwise=None):
    path = FOLDER / name
    return json.loads(path.read_text()) if path.exists() else otherwise


def save(name, value):
    new = FOLDER / (name + ".new")
    new.write_text(json.dumps(value, indent=1))
    new.rename(FOLDER / name)


def run(*command, **options):
    return subprocess.run([str(word) for word in command], **options)


# --- find -------------------------------------------------------------------------------------------
def configure(source, build, *more):
    run("cmake", "-S", source, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DLODE_ARCH=x86-64-v3",
        "-DLODE_BUILD_CLUSTER=OFF", *more, check=True, stdout=subprocess.DEVNULL)


def mutants_of(entry):
    import mutations
    return mutations.mutants_of(entry, REPOSITORY, module_of)


def find(chosen):
    parse = FOLDER / "parse"
    configure(REPOSITORY, parse, "-DLODE_UNITY=OFF", "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON",
              "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "-DLODE_BUILD_TESTS=OFF", "-DCMAKE_CXX_COMPILER=clang++")
    entries = json.loads((parse / "compile_commands.json").read_text())
    random.Random(chosen.seed).shuffle(entries)
    taken, found = collections.Counter(), {}
    for entry in list(entries):
        module = module_of(os.path.relpath(entry["file"], REPOSITORY))
        taken[module] += 1
        if module is None or taken[module] > chosen.sources:
            entries.remove(entry)
    with concurrent.futures.ProcessPoolExecutor(chosen.jobs) as pool:
        for number, mutants in enumerate(pool.map(mutants_of, entries), 1):
            found.update({(m["file"], m["start"], m["end"], m["kind"]): m for m in mutants})
            print(f"\r{number} of {len(entries)} sources, {len(found)} mutants", end="", flush=True)
    print()
    save("found.json", [found[key] for key in sorted(found)])


# --- build ------------------------------------------------------------------------------------------
def sample(mutants, chosen):
    """An equal number from each module, a tenth more than requested since some do not compile; none inside another."""
    by_module = collections.defaultdict(list)
    for mutant in mutants:
        by_module[module_of(mutant["file"])].append(mutant)
    drawn = []
    for module in sorted(by_module):
        of_module = by_module[module]
        random.Random(chosen.seed).shuffle(of_module)
        taken = []
        for m in of_module:
            apart = all(m["file"] != t["file"] or m["end"] <= t["start"] or t["end"] <= m["start"] for t in taken)
            if apart and len(taken) < 1.1 * chosen.count / len(MODULES):
                taken.append(dict(m, module=module))
        drawn += taken
    return [dict(m, number=number) for number, m in enumerate(drawn)]


def write_file(name, mutants):
    """The copy of a file with the switches of mutants; records the line of each mutant in the copy."""
    data = (REPOSITORY / name).read_bytes()
    first = f'#include "{COPY}/lode_mutant.hpp"\n'.encode()
    text, place = first, 0
    for m in sorted(mutants, key=lambda m: m["start"]):
        if data[m["start"]:m["end"]].decode() != m["before"]:
            sys.exit(f"{name} has changed since its mutants were found: begin anew with an empty {FOLDER}")
        text += data[place:m["start"]]
        m["first_line"] = text.count(b"\n") + 1
        text += m["code"].replace("@", f"lode_mutant({m['number']})").encode()
        m["last_line"] = text.count(b"\n") + 1
        place = m["end"]
    text += data[place:]
    path = COPY / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_bytes() != text:
        path.write_bytes(text)


def write_copy(mutants):
    """Updates the copy to the current sources with the mutants. Unchanged files keep their times."""
    names = set(run("git", "ls-files", "-z", "-c", "-o", "--exclude-standard", cwd=REPOSITORY, check=True,
                    capture_output=True, text=True).stdout.split("\0")) - {""}
    changed = {m["file"] for m in mutants if not m.get("dropped")}
    for name in sorted(names - changed):
        old, new = REPOSITORY / name, COPY / name
        if old.exists() and not (new.exists() and filecmp.cmp(old, new, shallow=False)):
            new.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(old, new)
    for name in sorted(changed):
        write_file(name, [m for m in mutants if m["file"] == name and not m.get("dropped")])


def build(chosen):
    if load("mutants.json") is None:
        save("mutants.json", sample(load("found.json"), chosen))
    mutants = load("mutants.json")
    COPY.mkdir(parents=True, exist_ok=True)
    (COPY / "lode_mutant.hpp").write_text(SWITCH)
    write_copy(mutants)
    configure(COPY, BUILD, "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG")
    while True:
        done = run("cmake", "--build", BUILD, "-j", chosen.jobs, "--target", *chosen.targets, "--", "-k", "0",
                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        (FOLDER / "build.log").write_text(done.stdout)
        if done.returncode == 0:
            break
        errors = re.findall(r"([^\s:]+):(\d+):\d+: error", re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", done.stdout))
        bad = [m for m in mutants if not m.get("dropped") and any(
            file.endswith(m["file"]) and m["first_line"] <= int(line) <= m["last_line"] for file, line in errors)]
        if not bad:
            sys.exit(f"The build failed, at no mutant: see {FOLDER / 'build.log'}")
        for m in bad:
            m["dropped"] = True
        print(f"{len(bad)} mutants do not compile")
        write_copy(mutants)
        save("mutants.json", mutants)
    save("mutants.json", mutants)


# --- reach, run -------------------------------------------------------------------------------------
def tests_of(chosen):
    built = "|".join(target.removeprefix("test_") for target in chosen.targets)
    return mutant_tests.listed(BUILD, chosen.tests or f"^({built}):")


def reach(chosen):
    tests, reached = tests_of(chosen), {} if chosen.again else load("reach.json", {})
    mutant_tests.reach(tests, reached, chosen.jobs, lambda: save("reach.json", reached))
    failed = [name for name, test in reached.items() if not test["passed"]]
    print(f"{len(failed)} tests fail without a mutant, and are not used: {', '.join(failed)}")


def chosen_mutants(chosen):
    """The sample without mutants that do not compile, an equal number from each module."""
    counts, kept = collections.Counter(), []
    for m in load("mutants.json"):
        counts[m["module"]] += 0 if m.get("dropped") else 1
        if not m.get("dropped") and counts[m["module"]] <= chosen.count / len(MODULES):
            kept.append(m)
    return kept


def run_mutants(chosen):
    tests, results = tests_of(chosen), load("results.json", {})
    done = {number for number, result in results.items() if result["killed"] or not chosen.again}
    todo = [m for m in chosen_mutants(chosen) if str(m["number"]) not in done]
    mutant_tests.run(todo, tests, load("reach.json"), results, chosen, lambda: save("results.json", results))


# --- table ------------------------------------------------------------------------------------------
def equivalents():
    """The reasons of equivalent.txt, by file, line of code, and text before and after."""
    path = CHECKS / "equivalent.txt"
    lines = path.read_text().splitlines() if path.exists() else []
    rows = [line.split("\t") for line in lines if line.strip() and line[0] != "#"]
    return {tuple(row[:4]): row[4] for row in rows}


def code(mutant):
    """The line of code that a mutant begins in."""
    return flat((REPOSITORY / mutant["file"]).read_text().splitlines()[mutant["line"] - 1])


def flat(text):
    return " ".join(text.split())


def table(chosen):
    results, same = load("results.json", {}), equivalents()
    rows, survivors = collections.defaultdict(collections.Counter), []
    for m in chosen_mutants(chosen):
        result = results.get(str(m["number"]))
        if result is None:
            continue
        reason = same.get((m["file"], code(m), flat(m["before"]), flat(m["after"])))
        state = "equivalent" if reason else "survived" if result["reach"] else "not reached"
        state = "killed" if result["killed"] else state
        for row in (rows[m["module"]], rows["all"]):
            row["mutants"] += 1
            row[state] += 1
        if state != "killed":
            survivors.append(f"- {m['file']}:{m['line']}: `{flat(m['before'])}` -> `{flat(m['after'])}`: "
                             f"{reason or state} ({result['ran']} of {result['reach']} tests)")
    lines = ["| module | mutants | equivalent | killed | share | survived | not reached |",
             "|---|---|---|---|---|---|---|"]
    for module in (*sorted(MODULES), "all"):
        row = rows[module]
        share = 100.0 * row["killed"] / max(1, row["mutants"] - row["equivalent"])
        lines.append(f"| {module} | {row['mutants']} | {row['equivalent']} | {row['killed']} | {share:.1f} % "
                     f"| {row['survived']} | {row['not reached']} |")
    text = "\n".join([*lines, "", *survivors]) + "\n"
    (FOLDER / "mutants.md").write_text(text)
    print("\n".join(lines))


STEPS = {"find": find, "build": build, "reach": reach, "run": run_mutants, "table": table}


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("steps", nargs="+", choices=STEPS)
    parser.add_argument("--count", type=int, default=400, help="how many mutants (default 400)")
    parser.add_argument("--sources", type=int, default=1000,
                        help="how many sources of each module, at random (default all)")
    parser.add_argument("--seed", type=int, default=1, help="which random sample (default 1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at a time")
    parser.add_argument("--targets", nargs="*", default=["test_bounds", "test_subgraph", "test_io", "test_graph"],
                        help="what is built")
    parser.add_argument("--tests", default="",
                        help="a pattern of the names of tests that are run (default those of the targets)")
    parser.add_argument("--seconds", type=float, default=120.0,
                        help="time of processors for the tests of one mutant (default 120)")
    parser.add_argument("--again", action="store_true", help="reach: run every test again; run: run survivors again")
    chosen = parser.parse_args(arguments)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in chosen.steps:
        STEPS[name](chosen)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
