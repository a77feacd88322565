"""What lode raises, and the warning it gives. All errors but TypeError and MemoryError are a `LodeError`."""
from __future__ import annotations

import sys
import warnings

from ._core import InputError, Interrupted, InvalidArgument, LodeError, VerificationError

__all__ = ["InputError", "Interrupted", "InvalidArgument", "LodeError", "LodeWarning", "VerificationError"]


class LodeWarning(UserWarning):
    """Something that was given is not used, weights above all."""


def warn(text: str) -> None:
    """Warns the first caller that is not of this package."""
    level, frame = 1, sys._getframe()
    while frame is not None and str(frame.f_globals.get("__name__", "")).partition(".")[0] == "lode":
        level, frame = level + 1, frame.f_back  # type: ignore[assignment]
    warnings.warn(text, LodeWarning, stacklevel=level)
