"""The errors that lode raises, and the warning it gives. All errors are a `LodeError`, except TypeError,
OverflowError, MemoryError, and what `open` raises for a file that is loaded."""
from __future__ import annotations

import sys
import warnings

__all__ = ["InputError", "Interrupted", "InvalidArgument", "LodeError", "LodeWarning", "VerificationError"]


class LodeError(RuntimeError):
    """Base of every error of lode. Raised itself if the system refused something, or if an invariant of lode is
    broken."""


class InvalidArgument(LodeError, ValueError):
    """A parameter is outside its range, or an array is invalid."""

    parameter: str = ""  #: name of the parameter; may be empty


class InputError(LodeError):
    """The content of a file is invalid."""

    file: str = ""
    line: int = 0  #: from 1; 0: not known, here and for the column
    column: int = 0
    problem: str = ""
    remedy: str = ""


class VerificationError(LodeError):
    """A claim does not hold."""


class Interrupted(LodeError):
    """A call was stopped by its `cancel` or its `time` before it had an answer."""


class LodeWarning(UserWarning):
    """A part of the input is not used, for example weights."""


for _name in __all__:  # tracebacks show the public names
    globals()[_name].__module__ = "lode"


def warn(text: str) -> None:
    """Warns the first caller outside of this package."""
    level, frame = 1, sys._getframe()
    while frame is not None and str(frame.f_globals.get("__name__", "")).partition(".")[0] == "lode":
        level, frame = level + 1, frame.f_back  # type: ignore[assignment]
    warnings.warn(text, LodeWarning, stacklevel=level)
