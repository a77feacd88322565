"""Where the package and the tool are: on the path and in LODE where ctest says so, else in build/release."""
import os
import pathlib
import sys

from hypothesis import settings

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
BUILD = REPOSITORY / "build/release"

try:
    import lode._core  # noqa: F401
except ImportError:
    sys.path.insert(0, str(BUILD / "python"))
os.environ.setdefault("LODE", str(BUILD / "bin/lode"))

# The machine may be busy: time says nothing. The same examples on every run.
settings.register_profile("lode", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("lode")
