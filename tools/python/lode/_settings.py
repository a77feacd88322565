"""Keywords of `find` and `lsq.solve` as type checkers see them; a test compares them with the records of methods."""
from __future__ import annotations

from typing import Any, Callable, Iterable, Literal, TypedDict

from . import _core

__all__ = ["FindOptions", "FindSettings", "LsqSettings"]


class FindSettings(TypedDict, total=False):
    """Settings of the methods for dense subgraphs."""

    preset: Literal["default", "fast", "thorough", "descent", "paper"]
    working_set: str
    theta: float
    stop: Literal["idle-blocks", "relative-decrease"]
    epsilon: float
    window: int
    idle: int
    max_iterations: int
    stationarity_blocks: int
    work: int
    passes: int
    block: int
    cluster: int
    starts: Literal["all", "first"]
    searchers: int
    work_limit: int
    shift: float | Literal["automatic"]
    tolerance: float
    step: Literal["lipschitz", "exact"]
    growth: float
    cap: float
    penalty: float
    alternations: int
    inner_steps: int
    gap: float
    stall: int
    restarts: int
    random_exchange: float
    max_memory: float


class FindOptions(FindSettings, total=False):
    """Keywords of `find` but `top`."""

    weight: str | bool | None
    method: str
    effort: Literal["none", "cheap", "auto", "strong", "proof"]
    time: float | None
    include: Iterable[Any]
    exclude: Iterable[Any]
    connected: bool
    core_of: float | None
    memory: int | str | None
    max_overlap: float | None
    start: str | Iterable[Any] | None
    target: float | None
    certificate: bool
    seed: int
    threads: int
    progress: bool | Callable[[_core.Progress], object] | None
    proof_log: Callable[[_core.ProofEvent], object] | None
    cancel: _core.Cancel | None
    on_interrupt: Literal["raise", "return"]


class LsqSettings(TypedDict, total=False):
    """Settings of the methods for least squares."""

    preset: Literal["default", "fast", "thorough", "paper"]
    working_set: str
    theta: float
    epsilon: float
    window: int
    idle: int
    max_iterations: int
    start_scale: float
    work: float
    tolerance: float
    omega: float
    max_sweeps: int
    columns: Literal["unit", "raw"]
    max_rounds: int
    penalty: float
    growth: float
    max_exchanges: int
