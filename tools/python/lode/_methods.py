"""Methods with their settings, and questions, from the records of the C++ library."""
from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ._values import grid_of
from . import _core

__all__ = ["QUESTIONS", "Method", "Methods", "Setting", "methods", "methods_of", "settings_text"]

#: the records of all questions, in the order of the library
QUESTIONS: list[dict[str, Any]] = json.loads(_core.questions())["questions"]


@dataclass(frozen=True)
class Setting:
    """A setting of a method: a keyword of `find`."""

    name: str  #: name, as a keyword
    meaning: str
    range: str
    default: str
    other_defaults: dict[str, str]  #: presets with another default, each with that default


@dataclass(frozen=True)
class Method:
    """A method with its abilities and its guarantee."""

    name: str
    summary: str
    guarantee: str  #: guarantee of the answer
    cost: str
    source: str  #: paper behind the method
    presets: tuple[str, ...]  #: values of the setting `preset`, the default first
    settings: tuple[Setting, ...]

    def __str__(self) -> str:
        return f"{self.name}: {self.summary}"


class Methods(list[Method]):
    """A list of methods, in the order of the tool."""

    def __repr__(self) -> str:
        return "\n".join(map(str, self))

    def _repr_html_(self) -> str:
        rows = [[each.name, each.summary, each.guarantee, ", ".join(setting.name for setting in each.settings)]
                for each in self]
        return grid_of("Methods", ["name", "what it does", "proven", "settings"], rows)


def methods_of(texts: tuple[str, str]) -> Methods:
    """Methods, from the JSON that the tool prints of them and of their options."""
    told, options = (json.loads(text)["methods"] for text in texts)
    return Methods(
        Method(row["name"], row["summary"], row["guarantee"], row["cost"], row["source"], tuple(row["presets"]),
               tuple(Setting(option["name"].replace("-", "_"), option["meaning"], option["range"], option["default"],
                             option["preset_defaults"]) for option in its["options"]))
        for row, its in zip(told, options))


def methods() -> Methods:
    """All methods for dense subgraphs, in the order of `lode methods`."""
    return methods_of(_core.methods())


def settings_text(all_methods: Methods, indent: int) -> str:
    """The settings of methods, for a docstring."""
    lines = []
    for method in all_methods:
        if not method.settings and len(method.presets) < 2:
            continue
        lines.append(f"{method.name}: {method.summary}")
        if len(method.presets) > 1:
            lines.append(f"  preset: {', '.join(method.presets)}")
        for setting in method.settings:
            others = "".join(f"; {preset}: {value}" for preset, value in setting.other_defaults.items())
            default = f", default {setting.default}" if setting.default else ""
            lines.append(f"  {setting.name}: {setting.meaning} [{setting.range}{default}{others}]")
    return "".join(" " * indent + line + "\n" for line in lines)
