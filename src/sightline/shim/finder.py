"""The import hook that answers for tensorboardX and torch.utils.tensorboard, also to importlib.metadata."""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec

from sightline.shim.names import DISTRIBUTION, MODULES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import ModuleType
    from typing import Any


class ShimFinder:
    """Finds and loads the modules of `names.MODULES`; every other name is left to Python."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module that the shim provides."""
        if fullname not in MODULES:
            return None
        spec = ModuleSpec(fullname, self, origin="sightline.shim", is_package=MODULES[fullname])  # type: ignore[arg-type]
        if spec.submodule_search_locations is not None:
            # The helpers of torch's own package that need no TensorBoard (`_convert_np`) stay importable.
            spec.submodule_search_locations.extend(f"{folder}/tensorboard" for folder in path or ())
        return spec

    def find_distributions(self, context: Any = None) -> Iterator[Any]:
        """Yield tensorboardX's metadata where it is requested by name; listings of packages stay true."""
        name = getattr(context, "name", None)
        if name is not None and name.lower() == DISTRIBUTION.lower():
            from sightline.shim.distribution import ShimDistribution

            yield ShimDistribution()

    def invalidate_caches(self) -> None:
        """Keep nothing, so forget nothing."""

    def create_module(self, spec: ModuleSpec) -> None:
        """Let Python make the module object."""

    def exec_module(self, module: ModuleType) -> None:
        """Fill a module with the names that frameworks import from it."""
        from sightline.shim import contents

        contents.fill(module)


def loaded_shim_modules() -> list[str]:
    """The names of the shim's modules that this process has imported."""
    return [name for name in MODULES if getattr(sys.modules.get(name), "__sightline__", False)]
