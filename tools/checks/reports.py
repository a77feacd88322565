#!/usr/bin/env python3
"""reports.py FOLDER COMMAND...: runs a command whose sanitizers write reports into a folder. The command fails if it
leaves one; the reports are printed, each kind once."""
import pathlib
import re
import shutil
import subprocess
import sys


def kinds(texts):
    """What each report is about, without addresses and numbers of processes: a line and one whole report for it."""
    found = {}
    for text in texts:
        for line in re.findall(r"^(?:SUMMARY: .*|.*: runtime error: .*)$", text, re.MULTILINE) or text.splitlines()[:1]:
            found.setdefault(re.sub(r"0x[0-9a-f]+", "0x...", line), text)
    return found


def main(folder, *command):
    folder = pathlib.Path(folder)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    code = subprocess.run(command).returncode
    found = kinds(path.read_text(errors="replace") for path in sorted(folder.iterdir()))
    for text in dict.fromkeys(found.values()):
        print(text[:6000], flush=True)
    for line in found:
        print(f"reports: {line}")
    return code or (1 if found else 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
