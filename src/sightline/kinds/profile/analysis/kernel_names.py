"""What the name of a kernel tells: communication, copying or computing, and whether it uses tensor cores."""

from __future__ import annotations

import re
from typing import Literal

Direction = Literal["to device", "to host", "other"]
COMMUNICATION, MEMORY, COMPUTE = "communication", "memory", "compute"

_COMMUNICATION = re.compile(
    r"nccl|rccl|hccl|oneccl|xccl|msccl|nvshmem|all_?reduce_kernel|cross_device_reduce|multimem_"
    r"|(?:one|two)_?shot_all_?reduce"
    # XLA's, which are operators of a TPU
    r"|^%?(?:ragged-)?(?:all-(?:reduce|gather|to-all)|reduce-scatter|collective-(?:permute|broadcast))",
    re.IGNORECASE,
)
_MEMORY = re.compile(r"^(?:mem(?:cpy|set)|dma)|^(?:Copy|Fill)Buffer", re.IGNORECASE)
# Names of matrix instructions: Volta to Ampere by shape, Hopper and Blackwell by instruction or library.
_TENSOR_CORES = re.compile(
    r"[hsci]?(?:884|1688|16816|8816|16832|16864)(?!\d)"
    r"|hmma|imma|wgmma|gmma|tcgen05|umma"
    r"|xmma_(?:implicit_|sparse_|warp_specialized_implicit_)?(?:gemm|conv)"
    r"|first_layer_wgrad_kernel|dgrad_1x1_stride_2x2|conv1x1|conv2d_c1_k1|direct_group"
    r"|nvjet|cutlass.*(?:tensorop|bf16|fp8|e4m3|e5m2)|(?:bf16|fp8|e4m3|e5m2).*gemm"
    # AMD's matrix cores: Tensile names the instruction of its kernels, "…_MI32x32x8x1_…"
    r"|flash_(?:fwd|bwd)|flash_?attn|fmha|mfma|Cijk_.*_MI\d+x\d+",
    re.IGNORECASE,
)
_LOW_PRECISION = re.compile(
    r"half|fp16|f16|bf16|bfloat16|fp8|f8|e4m3|e5m2|h884|h1688|s884|s1688|16816|hmma|hgemm"
    # Tensile's types of the operands: half, bfloat16, 8 bits
    r"|Cijk_[a-z]+_[a-z]+_(?:H|B(?!8)|F8|B8)[A-Z0-9]*_",
    re.IGNORECASE,
)
# By CUPTI and XLA ("HtoD", "H2D"), PTI ("M2D": from plain host memory), and AMD ("CopyHostToDevice").
_COPY = r"\b(?:mem(?:ory_?)?(?:cpy|copy)[ _]?)?"
_TO_DEVICE = re.compile(_COPY + r"[HM](?:2|to)D\b|host_?to_?device", re.IGNORECASE)
_TO_HOST = re.compile(_COPY + r"D(?:2|to)[HM]\b|device_?to_?host", re.IGNORECASE)
_PAGEABLE = re.compile(r"pageable|\bM2D\b", re.IGNORECASE)


def kernel_class(name: str) -> str:
    """The class of a kernel. Collectives are kernels too: only their name tells."""
    if _COMMUNICATION.search(name):
        return COMMUNICATION
    return MEMORY if _MEMORY.search(name) else COMPUTE


def uses_tensor_cores(name: str) -> bool:
    """Whether the name is one of those that run on tensor cores. A guess by name: no profile says so."""
    return _TENSOR_CORES.search(name) is not None


def is_low_precision(name: str) -> bool:
    """Whether the name tells of 16 bits or fewer; bf16 and fp8 count."""
    return _LOW_PRECISION.search(name) is not None


def copy_direction(name: str) -> Direction:
    """Where a copy goes."""
    if _TO_DEVICE.search(name):
        return "to device"
    return "to host" if _TO_HOST.search(name) else "other"


def is_pageable(text: str) -> bool:
    """Whether the name or the details of a copy tell of host memory that is not pinned."""
    return _PAGEABLE.search(text) is not None
