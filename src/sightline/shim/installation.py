"""Installing the shim into this process and its children, and taking it out again."""

from __future__ import annotations

import os
import sys

from sightline.shim import children
from sightline.shim.finder import ShimFinder, loaded_shim_modules
from sightline.shim.names import DECIDE_AT_IMPORT, MODULES, REAL_PACKAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

_TORCH_PACKAGE = "torch.utils.tensorboard"

# The real modules that a forced shim replaced, to be put back.
_replaced: dict[str, ModuleType] = {}


def install(*, force: bool = False, quiet: bool = False) -> bool:
    """Let `tensorboardX` and `torch.utils.tensorboard` be Sightline's; return whether they are.

    Nothing changes where the real `tensorboard` or `tensorboardX` is installed, unless `force` is set.
    Call it before the framework is imported. Processes that this one starts get the shim too. One line on
    stderr says what was done, unless `quiet`.
    """
    if is_installed():
        return True
    real = [name for name in REAL_PACKAGES if _is_importable(name)]
    if real and not force:
        found = f"{real[0]} is" if len(real) == 1 else f"{' and '.join(real)} are"
        _report(f"the shim steps aside: {found} installed (`sightline run --force` takes over)", quiet)
        return False
    late = [name for name in DECIDE_AT_IMPORT if name in sys.modules]
    for name in MODULES:
        if name in sys.modules:
            _replaced[name] = sys.modules.pop(name)
    sys.meta_path.insert(0, ShimFinder())
    children.add_to(os.environ, force=force)
    _report("tensorboardX and torch.utils.tensorboard are Sightline's writer in this program", quiet)
    if late:
        import warnings

        warnings.warn(
            f"sightline: {', '.join(late)} chose a writer at import; "
            "install the shim before that import, or start the program by `sightline run`",
            RuntimeWarning,
            stacklevel=2,
        )
    return True


def uninstall() -> None:
    """Restore the imports of this process, and the environment of its children, as they were."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, ShimFinder)]
    for name in loaded_shim_modules():
        del sys.modules[name]
    sys.modules.update(_replaced)
    utils = sys.modules.get("torch.utils")
    if utils is not None and getattr(getattr(utils, "tensorboard", None), "__sightline__", False):
        delattr(utils, "tensorboard")
        if _TORCH_PACKAGE in _replaced:
            setattr(utils, "tensorboard", _replaced[_TORCH_PACKAGE])  # noqa: B010  torch's type lacks it
    _replaced.clear()
    children.remove_from(os.environ)


def is_installed() -> bool:
    """Whether the shim answers for this process's imports."""
    return any(isinstance(finder, ShimFinder) for finder in sys.meta_path)


def _is_importable(name: str) -> bool:
    from importlib.machinery import PathFinder

    return name in sys.modules or PathFinder.find_spec(name) is not None


def _report(message: str, quiet: bool) -> None:
    if not quiet and sys.stderr is not None:
        print(f"sightline: {message}", file=sys.stderr)
