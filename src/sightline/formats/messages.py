"""The protobuf messages of event files, in a descriptor pool of our own.

A private pool lives beside TensorFlow, tensorboard or any other owner of the same message names, in any
import order. Messages are reached as attributes, ``messages.Event()``, with the pool built when first used.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

_DESCRIPTORS = Path(__file__).parent / "proto" / "descriptors.binpb"
_PACKAGE = "sightline"


_lock = threading.RLock()  # one pool and one class per message, whichever thread is first
_pools: list[descriptor_pool.DescriptorPool] = []
# Threads make, fill and serialize messages of this pool while others import, log and collect garbage. Under
# the GIL that is sound: protobuf's C code (upb) never releases it, and a message is used by one thread only.
# The one hole is its cache of objects, which holds classes and descriptors without counting them. A class and
# its descriptor refer to each other, so they end by a garbage collection, which may run Python code before it
# takes them out of the cache; another thread could then get a class that is being torn down. Classes that
# are held here never become garbage, so that cannot happen. A Python without the GIL has no such promise.
_classes: list[Any] = []


def _pool() -> descriptor_pool.DescriptorPool:
    if not _pools:
        pool = descriptor_pool.DescriptorPool()
        files = descriptor_pb2.FileDescriptorSet.FromString(_DESCRIPTORS.read_bytes()).file
        for file in files:
            pool.Add(file)
        _pools.append(pool)
        for file in files:
            for descriptor in pool.FindFileByName(file.name).message_types_by_name.values():
                _hold_classes(descriptor)
    return _pools[0]


def _hold_classes(descriptor: Any) -> None:
    _classes.append(_message_class(descriptor))
    for nested in descriptor.nested_types:
        _hold_classes(nested)


def _message_class(descriptor: Any) -> Any:
    get: Any = getattr(message_factory, "GetMessageClass", None)
    if get is None:  # protobuf before 4.22
        factory: Any = message_factory.MessageFactory(_pool())
        get = factory.GetPrototype
    return get(descriptor)


def __getattr__(name: str) -> Any:
    """A message class, or the enum of that name as a wrapper with ``Value`` and ``Name``."""
    if name.startswith("_"):
        raise AttributeError(name)
    with _lock:
        found = globals().get(name) or _find(name)
        globals()[name] = found
    return found


def _find(name: str) -> Any:
    from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper

    try:
        return _message_class(_pool().FindMessageTypeByName(f"{_PACKAGE}.{name}"))
    except KeyError:
        pass
    try:
        return EnumTypeWrapper(_pool().FindEnumTypeByName(f"{_PACKAGE}.{name}"))
    except KeyError:
        raise AttributeError(f"no message or enum named {name!r} in the event formats") from None
