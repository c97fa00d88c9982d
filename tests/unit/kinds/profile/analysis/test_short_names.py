"""Short names of kernels."""

from __future__ import annotations

import pytest

from sightline.kinds.profile.analysis.short_names import comparable_name, short_name


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("volta_sgemm_64x64_nt", "volta_sgemm_64x64_nt"),
        ("Memcpy HtoD (Pinned -> Device)", "Memcpy HtoD (Pinned -> Device)"),
        ("ncclKernel_AllReduce_RING_LL_Sum_float(ncclWorkElem)", "ncclKernel_AllReduce_RING_LL_Sum_float"),
        ("flash_fwd_kernel<64, 128, 128, 4>", "flash_fwd_kernel<64, 128, 128, 4>"),
        (
            "void at::native::(anonymous namespace)::CatArrayBatchedCopy<float, unsigned int, 2>(int)",
            "at::native::CatArrayBatchedCopy<float, unsigned int, 2>",
        ),
        (
            "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, "
            "at::detail::Array<char*, 3> >(int, at::native::CUDAFunctor_add<float>)",
            "at::native::vectorized_elementwise_kernel<4, CUDAFunctor_add, Array>",
        ),
        ("k<" + "x" * 100 + ">", "k<" + "x" * 39 + "…>"),
        ("broken<(", "broken<("),
        (")", ")"),
        ("", ""),
    ],
)
def test_short_name_keeps_what_tells_kernels_apart(name: str, short: str) -> None:
    assert short_name(name) == short


def test_parameters_that_change_with_the_version_do_not_make_another_kernel() -> None:
    old = "ncclKernel_AllReduce_RING_LL_Sum_float(ncclWorkElem)"
    new = "ncclKernel_AllReduce_RING_LL_Sum_float(ncclDevComm*, unsigned long, ncclWork*)"
    assert comparable_name(old) == comparable_name(new)
    assert comparable_name("void k<float>(int)") != comparable_name("void k<half>(int)")
