"""What lode raises. All but TypeError and MemoryError are a `LodeError`."""
from __future__ import annotations

from ._core import InputError, Interrupted, InvalidArgument, LodeError, VerificationError

__all__ = ["InputError", "Interrupted", "InvalidArgument", "LodeError", "VerificationError"]
