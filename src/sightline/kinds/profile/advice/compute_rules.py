"""Rules about how the device computes: tensor cores, precision, occupancy."""

from __future__ import annotations

import re

import numpy as np

from sightline.kinds.profile.advice.facts import Facts
from sightline.kinds.profile.advice.finding import Finding, in_words_of, percent
from sightline.kinds.profile.analysis.kernel_names import is_low_precision, uses_tensor_cores
from sightline.kinds.profile.operator_names import launching_operators

_RARE_LOW_PRECISION = 0.1
_MOSTLY_MATRIX = 0.2
_LOW_OCCUPANCY, _MIN_BUSY = 25.0, 0.2

_MATRIX_OPERATOR = re.compile(
    r"aten::(?:_?conv\w*|cudnn_conv\w*|\w*mm\w*|linear|matmul|\w*attention\w*|\w*rnn\w*|lstm|gru)\Z"
    # TensorFlow's and JAX's
    r"|(?:Batch|Fused)?MatMul\w*\Z|_?(?:Fused)?Conv[23]D\w*\Z|Einsum\Z|CudnnRNN\w*\Z"
    r"|dot_general\Z|conv_general_dilated\Z"
)


def unused_tensor_cores(facts: Facts) -> Finding | None:
    """Matrix work on a device that has tensor cores, none of it on them."""
    kernels = facts.compute_kernels
    if facts.capability < 7 or not kernels.size or facts.profile.by_name(kernels, uses_tensor_cores).any():
        return None
    durations = facts.trace.slices.dur_ns[kernels]
    operators = launching_operators(facts.profile, kernels)
    is_matrix = np.array([_MATRIX_OPERATOR.match(text) is not None for text in operators.texts], np.bool_)[
        operators.ids
    ]
    if not is_matrix.any():
        return None
    share = float(durations[is_matrix].sum() / durations.sum())
    return Finding(
        rule="unused_tensor_cores",
        level="high" if share >= _MOSTLY_MATRIX else "moderate",
        title="Tensor cores are not used",
        evidence=(
            f"{percent(share)} of the kernel time is matrix operators, none of it in kernels that use "
            "tensor cores, by their names",
        ),
        action=in_words_of(
            facts.framework,
            {
                "torch": "Train in mixed precision: `torch.autocast('cuda', dtype=torch.bfloat16)`, or "
                "`torch.float16` with a gradient scaler on devices before Ampere.",
                "tensorflow": "Train in mixed precision: "
                "`keras.mixed_precision.set_global_policy('mixed_bfloat16')`, or `'mixed_float16'` on "
                "devices before Ampere.",
                "jax": "Compute in `jnp.bfloat16`: parameters stay in 32 bits, and are cast where they are "
                "used.",
                "any": "Compute in 16 bits.",
            },
        ),
        share=share * facts.share(facts.roles.compute),
        slices=facts.longest(kernels[is_matrix]),
    )


def rare_low_precision(facts: Facts) -> Finding | None:
    """Tensor cores are there and in use, but nearly all computing is in 32 bits."""
    kernels = facts.compute_kernels
    durations = facts.trace.slices.dur_ns[kernels]
    if facts.capability < 7 or not durations.sum():
        return None
    on_cores = facts.profile.by_name(kernels, uses_tensor_cores)
    low = facts.profile.by_name(kernels, is_low_precision)
    share = float(durations[low].sum() / durations.sum())
    if not on_cores.any() or share >= _RARE_LOW_PRECISION:
        return None
    return Finding(
        rule="rare_low_precision",
        level="moderate",
        title="Little of the computing is in 16 bits",
        evidence=(f"{percent(share)} of the kernel time is in kernels named for 16 bits or fewer",),
        action=in_words_of(
            facts.framework,
            {
                "torch": "Widen autocast to the whole forward pass, prefer bfloat16, or allow TF32 with "
                "`torch.set_float32_matmul_precision('high')`.",
                "tensorflow": "Set the policy `mixed_bfloat16` for all layers, or allow TF32: "
                "`tf.config.experimental.enable_tensor_float_32_execution(True)`.",
                "jax": "Cast activations to `jnp.bfloat16`, or allow TF32: "
                "`jax.config.update('jax_default_matmul_precision', 'tensorfloat32')`.",
                "any": "Compute more in 16 bits.",
            },
        ),
        share=(1 - share) * facts.share(facts.roles.compute),
        slices=facts.longest(kernels[~low]),
    )


def low_occupancy(facts: Facts) -> Finding | None:
    """Kernels that keep few threads of each multiprocessor busy."""
    kernels = facts.compute_kernels
    if not facts.has_device or not kernels.size:
        return None
    known = facts.profile.occupancy(kernels)
    durations = facts.trace.slices.dur_ns[kernels]
    is_known = np.isfinite(known) & (known > 0)
    total = durations[is_known].sum()
    if not total or total / facts.window_ns < _MIN_BUSY:
        return None
    mean = float((known[is_known] * durations[is_known]).sum() / total)
    if mean >= _LOW_OCCUPANCY:
        return None
    is_low = is_known & (known < _LOW_OCCUPANCY)
    blocks = facts.trace.arg_numbers("blocks per SM", kernels)
    few = float(durations[is_low & (blocks < 1)].sum() / max(durations[is_low].sum(), 1))
    return Finding(
        rule="low_occupancy",
        level="moderate",
        title="Kernels occupy little of the device",
        evidence=(
            f"Occupancy is {mean:.0f} % on average by time",
            f"{percent(few)} of the time in kernels below {_LOW_OCCUPANCY:.0f} % they have fewer blocks than "
            "the device has multiprocessors: there is too little work for it",
        ),
        action=in_words_of(
            facts.framework,
            {
                "torch": "Try a larger batch, mixed precision (`torch.autocast`), or `torch.compile`, which "
                "fuses small kernels and tunes others (`mode='max-autotune'`).",
                "tensorflow": "Try a larger batch, a policy of mixed precision, or "
                "`tf.function(jit_compile=True)`.",
                "jax": "Try a larger batch, `jnp.bfloat16`, or `jax.vmap` over what is computed one by one.",
                "any": "Try a larger batch, and compute in 16 bits.",
            },
        ),
        share=float(durations[is_low].sum() / durations.sum()) * facts.share(facts.roles.compute),
        slices=facts.longest(kernels[is_low]),
    )
