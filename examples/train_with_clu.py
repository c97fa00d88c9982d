"""A training loop in JAX that logs through CLU's interface; then `sightline runs`. Needs jax."""

from __future__ import annotations

import jax
import jax.numpy as jnp

from sightline.integrations.clu import MetricWriter

writer = MetricWriter("runs/clu")
writer.write_hparams({"lr": 0.5})
x = jnp.linspace(-1, 1, 64)


@jax.jit
def loss(weight: jax.Array) -> jax.Array:
    return jnp.mean((weight * x - 3 * x) ** 2)


weight = jnp.zeros(())
for step in range(20):
    value, gradient = jax.value_and_grad(loss)(weight)
    weight -= 0.5 * gradient
    writer.write_scalars(step, {"loss": value, "weight": weight})
writer.close()
