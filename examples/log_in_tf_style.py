"""Log as with tf.summary, without TensorFlow: one writer for training, one for validation."""

from __future__ import annotations

import sys

from sightline import summary


def main(logdir: str = "runs/tf_style") -> None:
    train = summary.create_file_writer(f"{logdir}/train")
    validation = summary.create_file_writer(f"{logdir}/validation")
    for step in range(100):
        with train.as_default(step=step):
            summary.scalar("loss", 1 / (step + 1))
        if step % 10 == 0:
            with validation.as_default(step=step):
                summary.scalar("loss", 1.2 / (step + 1))
    train.close()
    validation.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
