"""Writes two trainings of a made-up credit model; only one treats groups alike in the end."""

from __future__ import annotations

import sys

import numpy as np

from sightline import summary
from sightline_fairness import log_groups

N_PEOPLE = {"under 25": 800, "25 to 60": 4000, "over 60": 1200}


def write(logdir: str) -> None:
    """Write the runs `plain` and `reweighted`."""
    for run, final_gap in (("plain", 0.22), ("reweighted", 0.03)):
        random = np.random.default_rng(7)
        with summary.create_file_writer(f"{logdir}/{run}").as_default():
            for step in range(0, 2001, 100):
                progress = 1 - np.exp(-step / 500)
                summary.scalar("loss", 0.7 - 0.5 * progress + random.normal(0, 0.01), step)
                log_groups("credit", _counts(progress, final_gap, random), step)


def _counts(progress: float, final_gap: float, random: np.random.Generator) -> dict[str, list[float]]:
    counts = {}
    for place, (name, n_people) in enumerate(N_PEOPLE.items()):
        n_good = n_people // 2
        hit_rate = 0.5 + 0.4 * progress - final_gap * progress * place / 2
        true_pos = random.binomial(n_good, hit_rate)
        false_pos = random.binomial(n_people - n_good, 0.5 - 0.4 * progress)
        counts[name] = [true_pos, false_pos, n_people - n_good - false_pos, n_good - true_pos]
    return counts


if __name__ == "__main__":
    write(sys.argv[1])
