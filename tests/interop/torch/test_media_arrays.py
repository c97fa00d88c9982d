"""Torch tensors of every sort as arrays."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from sightline.formats.arrays import as_array  # noqa: E402


@pytest.mark.parametrize(
    "dtype",
    [
        *(torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64),
        *(torch.float16, torch.float32, torch.float64, torch.complex64, torch.complex128),
    ],
)
def test_numpy_has_the_type(dtype):
    tensor = torch.tensor([[0, 1], [1, 0]]).to(dtype)
    array = as_array(tensor, what="it")
    assert array.dtype == tensor.numpy().dtype
    assert array.tolist() == tensor.tolist()


NARROW = ["bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu"]


@pytest.mark.parametrize("name", NARROW)
def test_narrow_floats_are_widened_exactly(name):
    tensor = torch.tensor([0.5, 2.0, 64.0]).to(getattr(torch, name))
    array = as_array(tensor, what="it")
    assert array.dtype == np.float32
    assert array.tolist() == [0.5, 2.0, 64.0]


def test_bfloat16_keeps_its_range():
    assert as_array(torch.tensor([2.0**100], dtype=torch.bfloat16), what="it").tolist() == [2.0**100]


def test_gradients_views_and_lazy_signs():
    leaf = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    assert as_array(leaf, what="it").tolist() == [1, 2, 3]
    assert as_array(leaf * 2, what="it").tolist() == [2, 4, 6]
    assert as_array(torch.nn.Parameter(torch.ones(2)), what="it").tolist() == [1, 1]
    grid = torch.arange(12.0).reshape(3, 4)
    assert as_array(grid.T[::2], what="it").tolist() == grid.T[::2].tolist()
    wave = torch.tensor([1 + 2j, 3 - 4j])
    assert as_array(wave.conj(), what="it").tolist() == wave.conj().tolist()
    assert as_array(wave.conj().imag, what="it").tolist() == [-2, 4]


@pytest.mark.filterwarnings("ignore:ComplexHalf:UserWarning")
@pytest.mark.filterwarnings("ignore:.*quantiz:UserWarning")
@pytest.mark.filterwarnings("ignore:.*quantiz:DeprecationWarning")
def test_complex_halves_sparse_and_quantized():
    half = torch.tensor([1 + 2j]).to(torch.complex32)
    assert as_array(half, what="it").dtype == np.complex64
    assert as_array(torch.eye(2).to_sparse(), what="it").tolist() == [[1, 0], [0, 1]]
    quantized = torch.quantize_per_tensor(torch.tensor([0.5, 1.0]), 0.5, 0, torch.qint8)
    assert as_array(quantized, what="it").tolist() == [0.5, 1.0]


def test_lists_of_tensors():
    losses = [torch.tensor(1.0, requires_grad=True), torch.tensor(2.0, dtype=torch.bfloat16), 3.0]
    assert as_array(losses, what="it").tolist() == [1, 2, 3]


def test_a_tensor_without_values_is_refused():
    with pytest.raises(TypeError, match=r"image 'x': expected numbers.*meta"):
        as_array(torch.empty(3, device="meta"), what="image 'x'")


def test_through_dlpack():
    class Exporter:
        def __dlpack__(self, **options):
            return torch.arange(3).__dlpack__(**options)

        def __dlpack_device__(self):
            return torch.arange(3).__dlpack_device__()

    assert as_array(Exporter(), what="it").tolist() == [0, 1, 2]
