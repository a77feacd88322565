#!/usr/bin/env python3
"""reports.py FOLDER LOG COMMAND...: runs a command whose sanitizers write reports into a folder. A report there, or a
line of UBSan in the log of the command, counts as a failure. Each kind of report is printed once.

UBSan needs the log: with AddressSanitizer, GCC's UBSan writes only to standard error."""
import pathlib
import re
import shutil
import subprocess
import sys


def kinds(texts):
    """The distinct reports, by text without addresses and process ids: a line and one whole report for each."""
    found = {}
    for text in texts:
        for line in re.findall(r"^(?:SUMMARY: .*|.*: runtime error: .*)$", text, re.MULTILINE) or text.splitlines()[:1]:
            found.setdefault(re.sub(r"0x[0-9a-f]+", "0x...", line), text)
    return found


def main(folder, log, *command):
    folder = pathlib.Path(folder)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    log = pathlib.Path(log)
    log.unlink(missing_ok=True)
    code = subprocess.run(command).returncode
    texts = [path.read_text(errors="replace") for path in sorted(folder.iterdir())]
    if log.exists():
        lines = log.read_text(errors="replace").splitlines()
        starts = [i for i, line in enumerate(lines) if ": runtime error: " in line]
        texts += ["\n".join(lines[i:i + 20]) for i in starts]
    found = kinds(texts)
    for text in dict.fromkeys(found.values()):
        print(text[:6000], flush=True)
    for line in found:
        print(f"reports: {line}")
    return code or (1 if found else 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
