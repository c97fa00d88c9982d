"""Any array-like value a training loop may hold → a numpy array, importing no framework.

The result may share memory with the value: copy it before handing it to another thread.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from decimal import Decimal
from numbers import Number
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]

_EXPECTED = (
    "expected numbers: a Python number or (nested) list, a numpy, torch, JAX or TensorFlow array, "
    "a PIL image, or an object with __array__, __dlpack__ or the buffer protocol"
)
_NUMBER_KINDS = "biufc"
_TEXT_KINDS = "SU"


def as_array(value: Any, *, what: str, text: bool = False) -> Array:
    """Return the numbers of `value` as a numpy array; `what` names the value in error messages.

    bfloat16 and the float8 types are widened to float32, 4-bit integers to int8, complex32 to complex64: each
    value is preserved exactly. Gradients are detached and device memory is copied to the host. With `text`,
    strings and bytes are taken too and come back as an array of objects.
    """
    array = _convert(value, what)
    if text and _is_text(array):
        return array if array.dtype.kind == "O" else np.asarray(array.astype(object))
    return _numbers(array, value, what)


def _convert(value: Any, what: str) -> Array:
    if isinstance(value, np.ndarray):
        return np.asarray(value)
    if isinstance(value, (str, bytes)):
        return np.asarray(value, dtype=object)
    if isinstance(value, (Number, np.generic, Decimal)):
        return np.asarray(value)
    if isinstance(value, (list, tuple)):
        return _from_sequence(value, what)
    try:
        return _from_object(value, what)
    except (TypeError, ValueError, BufferError, RuntimeError) as error:
        reason = "" if _is_opaque(value) else f" ({error})"
        raise TypeError(f"{what}: {_EXPECTED}; got {_name(value)}{reason}") from error


def _from_sequence(values: Sequence[Any], what: str) -> Array:
    plain = all(isinstance(v, (Number, np.generic, str, bytes, Decimal)) for v in values)
    parts = values if plain else [_convert(v, what) for v in values]
    if any(isinstance(v, (str, bytes)) for v in parts):
        return np.asarray(parts, dtype=object)
    try:
        return np.asarray(parts)
    except ValueError as error:
        raise ValueError(f"{what}: the parts of the list differ in shape ({error})") from error


def _from_object(value: Any, what: str) -> Array:
    if _is_instance(value, "torch", "Tensor"):
        return _from_torch(value)
    if is_pil_image(value):
        return _from_pil(value)
    if hasattr(value, "__cuda_array_interface__") and callable(getattr(value, "get", None)):
        return np.asarray(value.get())  # cupy refuses an implicit copy to the host
    if hasattr(value, "__array__") or hasattr(value, "__array_interface__"):
        return np.asarray(value)
    if hasattr(value, "__dlpack__"):
        return np.asarray(np.from_dlpack(value))
    return np.asarray(memoryview(value))


def is_pil_image(value: Any) -> bool:
    """Whether the value is a PIL image, which knows its own layout."""
    return _is_instance(value, "PIL.Image", "Image")


def _is_opaque(value: Any) -> bool:
    return not any(hasattr(value, name) for name in ("__array__", "__array_interface__", "__dlpack__"))


def _is_instance(value: Any, module_name: str, class_name: str) -> bool:
    """Whether the value is of a class whose module somebody has imported already."""
    module = sys.modules.get(module_name)
    cls = getattr(module, class_name, None)
    return isinstance(cls, type) and isinstance(value, cls)


def _from_torch(tensor: Any) -> Array:
    torch = sys.modules["torch"]
    if tensor.device.type == "meta":
        raise TypeError("a tensor on the meta device has no values")
    tensor = tensor.detach()
    if tensor.is_quantized:
        tensor = tensor.dequantize()
    if tensor.layout != torch.strided:
        tensor = tensor.to_dense()
    if tensor.is_complex():
        tensor = tensor.to(torch.complex64) if tensor.dtype == torch.complex32 else tensor.resolve_conj()
    elif tensor.is_floating_point() and tensor.dtype not in (torch.float64, torch.float32, torch.float16):
        tensor = tensor.to(torch.float32)
    return np.asarray(tensor.cpu().resolve_neg().numpy())


def _from_pil(image: Any) -> Array:
    if image.mode in ("P", "PA", "CMYK", "YCbCr", "LAB", "HSV"):
        alpha = image.mode == "PA" or "transparency" in image.info
        image = image.convert("RGBA" if alpha else "RGB")
    return np.asarray(image)


def _numbers(array: Array, value: Any, what: str) -> Array:
    kind = array.dtype.kind
    if array.dtype.type.__module__ == "ml_dtypes":
        return _widened(array)
    if kind in _NUMBER_KINDS:
        return array
    if kind == "O" and array.size and all(isinstance(v, (Number, Decimal)) for v in array.flat):
        return np.asarray(array.astype(np.float64))
    got = f"{_name(value)} of dtype {array.dtype}" if kind not in "OSU" else _name(value)
    raise TypeError(f"{what}: {_EXPECTED}; got {got}")


def _widened(array: Array) -> Array:
    name = array.dtype.name
    if name.startswith(("int", "uint")):
        return np.asarray(array.astype(np.int8))
    return np.asarray(array.astype(np.float32))


def _is_text(array: Array) -> bool:
    if array.dtype.kind in _TEXT_KINDS:
        return True
    return array.dtype.kind == "O" and all(isinstance(v, (str, bytes)) for v in array.flat)


def _name(value: Any) -> str:
    cls = type(value)
    if isinstance(value, (list, tuple)) and value:
        return f"{cls.__name__} of {type(value[0]).__name__}"
    return cls.__name__ if cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__qualname__}"
