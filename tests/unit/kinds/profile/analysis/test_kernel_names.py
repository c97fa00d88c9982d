from __future__ import annotations

import pytest

from sightline.kinds.profile.analysis.kernel_names import (
    copy_direction,
    is_low_precision,
    is_pageable,
    kernel_class,
    uses_tensor_cores,
)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ncclKernel_AllReduce_RING_LL_Sum_float(ncclWorkElem)", "communication"),
        ("ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)", "communication"),
        ("Memcpy HtoD (Pageable -> Device)", "memory"),
        ("Memset (Device)", "memory"),
        ("void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>>", "compute"),
    ],
)
def test_kernel_class_is_told_by_the_name(name: str, expected: str) -> None:
    assert kernel_class(name) == expected


@pytest.mark.parametrize(
    "name",
    [
        "volta_fp16_s884cudnn_fp16_256x128_ldg8_relu_exp_small_nhwc_tn_v1",
        "turing_h1688gemm_128x128_ldg8_nn",
        "ampere_bf16_s16816gemm_bf16_128x128_ldg8_f2f_stages_32x5_tn",
        "sm80_xmma_gemm_f16f16_f16f32_f32_tn_n_tilesize128x128x32_stage4",
        "sm90_xmma_fprop_implicit_gemm_wgmma_bf16",
        "void flash_fwd_kernel<Flash_fwd_kernel_traits<64, 128, 128, 4>>",
        "nvjet_tst_128x256_64x4_2x1_v_bz_TNT",
        "void cutlass::device_kernel<flash::FlashAttnFwdSm90<flash::CollectiveMainloopFwdSm90<2>>>",
        "Cijk_Alik_Bljk_BBS_BH_Bias_HAS_SAV_UserArgs_MT256x224x64_MI16x16x1_SN_LDSB1_AFC1",
    ],
)
def test_tensor_cores_are_recognized(name: str) -> None:
    assert uses_tensor_cores(name)


@pytest.mark.parametrize(
    "name",
    [
        "volta_sgemm_128x64_nn",
        "void at::native::vectorized_elementwise_kernel<4, at::native::AddFunctor<c10::Half>>",
        "ncclDevKernel_AllReduce_Sum_f32_RING_LL",
        "void cub::DeviceReduceKernel<16840>",
    ],
)
def test_ordinary_kernels_do_not_use_tensor_cores(name: str) -> None:
    assert not uses_tensor_cores(name)


@pytest.mark.parametrize(
    "name",
    [
        "hgemm",
        "cutlass_80_bf16_gemm",
        "fp8_e4m3_gemm",
        "elementwise<c10::Half>",
        "Cijk_Ailk_Bljk_HHS_BH_MT64x64",
    ],
)
def test_bf16_and_fp8_are_low_precision(name: str) -> None:
    assert is_low_precision(name)


def test_float32_is_not_low_precision() -> None:
    assert not is_low_precision("volta_sgemm_128x64_nn")
    assert not is_low_precision("Cijk_Ailk_Bljk_SB_MT64x64x16_MI16x16x4x1")


@pytest.mark.parametrize(
    ("name", "direction", "pageable"),
    [
        ("Memcpy HtoD (Pageable -> Device)", "to device", True),
        ("Memcpy HtoD (Pinned -> Device)", "to device", False),
        ("MemcpyH2D", "to device", False),
        ("Memcpy M2D (Memory -> Device)", "to device", True),
        ("CopyHostToDevice", "to device", False),
        ("MEMORY_COPY_HOST_TO_DEVICE", "to device", False),
        ("Memcpy DtoH (Device -> Pageable)", "to host", True),
        ("MemcpyD2H", "to host", False),
        ("CopyDeviceToHost", "to host", False),
        ("Memcpy DtoD (Device -> Device)", "other", False),
        ("MemcpyP2P", "other", False),
    ],
)
def test_copies_of_all_makers_by_name(name: str, direction: str, pageable: bool) -> None:
    assert (copy_direction(name), is_pageable(name)) == (direction, pageable)
