"""The reference of the Python API, made from the signatures and docstrings of what is public."""

from __future__ import annotations

import importlib
import inspect
from types import ModuleType
from typing import Any

# Modules whose public names are documented one by one.
MODULES = (
    "sightline",
    "sightline.summary",
    "sightline.hparams",
    "sightline.profiler",
    "sightline.tracker",
    "sightline.projector",
    "sightline.notebook",
    "sightline.shim",
)


def python_reference() -> str:
    """Return the page: a section per module, an entry per class, method and function."""
    parts = ["# Python\n"]
    for name in MODULES:
        module = importlib.import_module(name)
        parts += [f"## {name}\n", f"{inspect.getdoc(module) or ''}\n"]
        parts += [_entry(f"{name}.{one}", getattr(module, one)) for one in _public(module)]
    return "\n".join(parts)


def _public(module: ModuleType) -> list[str]:
    names = getattr(module, "__all__", None) or [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", "").startswith("sightline")
    ]
    return [name for name in names if callable(_value(module, name))]


def _value(module: ModuleType, name: str) -> Any:
    """A public name; None where it needs a framework that is not installed."""
    try:
        return getattr(module, name)
    except ImportError:
        return None


def _entry(name: str, value: Any) -> str:
    lines = [
        f"### {name}",
        "",
        _signature(name.rpartition(".")[2], value),
        "",
        inspect.getdoc(value) or "",
        "",
    ]
    if inspect.isclass(value):
        for member in sorted(dir(value)):
            found = inspect.getattr_static(value, member)
            if member.startswith("_") or not inspect.getdoc(getattr(value, member)):
                continue
            if isinstance(found, property):
                lines += [f"#### {member}", "", inspect.getdoc(found) or "", ""]
            elif callable(getattr(value, member)):
                method = getattr(value, member)
                lines += [
                    f"#### {member}",
                    "",
                    _signature(member, method),
                    "",
                    inspect.getdoc(method) or "",
                    "",
                ]
    return "\n".join(lines)


def _signature(name: str, value: Any) -> str:
    try:
        signature = str(inspect.signature(value)).replace("(self, ", "(").replace("(self)", "()")
    except (TypeError, ValueError):
        return ""
    return f"```python\n{name}{signature}\n```"
