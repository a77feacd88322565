"""The npm packages that tests of pages use: axe-core and eslint, in the versions of package-lock.json."""
import fcntl
import os
import pathlib
import re
import shutil
import subprocess
import unittest

HERE = pathlib.Path(__file__).resolve().parent
FILES = ("package.json", "package-lock.json", "eslint.config.mjs")
LEAST_NODE = (18, 18)
UNREACHED = r"\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b"


def node_is_missing():
    """Why the packages cannot be used here; empty: they can."""
    for program in ("npm", "node"):
        if shutil.which(program) is None:
            return f"npm and node are needed; {program} is not installed"
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if tuple(map(int, version.lstrip("v").split(".")[:2])) < LEAST_NODE:
        return f"npm has node {version}; eslint needs {'.'.join(map(str, LEAST_NODE))}"
    return ""


def install(folder, *options):
    """Installs the packages into a folder, once for each content of the lock file; without npm or network, skips the test."""
    if reason := node_is_missing():
        raise unittest.SkipTest(reason)
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "busy", "w", encoding="ascii") as busy:
        fcntl.flock(busy, fcntl.LOCK_EX)
        for name in FILES:
            shutil.copyfile(HERE / name, folder / name)
        wanted, done = (folder / "package-lock.json").read_bytes(), folder / "installed"
        if not done.exists() or done.read_bytes() != wanted:
            done.unlink(missing_ok=True)
            result = subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1", *options],
                                    cwd=folder, capture_output=True, text=True, timeout=400)
            if result.returncode != 0:
                if code := re.search(UNREACHED, result.stderr):
                    raise unittest.SkipTest(f"npm does not reach its registry: {code[0]}")
                raise AssertionError(f"npm ci: {result.stderr}")
            done.write_bytes(wanted)
    return folder


def installed():
    """The folder of the build that holds the packages."""
    return install(pathlib.Path(os.environ["LODE"]).resolve().parent.parent / "page-packages")
