"""Programs as people write them with torch tensors, modules and figures: only the import is changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: make test-interop")
pytest.importorskip("matplotlib", reason="matplotlib is not installed: make test-interop")

import matplotlib as mpl  # noqa: E402
import numpy as np  # noqa: E402
from torch import nn  # noqa: E402

import sightline as tf  # noqa: E402
from plain_records import values  # noqa: E402
from sightline import SummaryWriter  # noqa: E402


def tags(run: Path) -> set[str]:
    return {value.tag for _, value in values(run)}


class SimpleModel(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc1 = nn.Linear(10, 20)
        self.relu = nn.ReLU()
        self.fc2 = nn.Linear(20, 1)

    def forward(self, x: Any) -> Any:
        return self.fc2(self.relu(self.fc1(x)))


def test_a_training_loop(tmp_path: Path) -> None:
    writer = SummaryWriter(str(tmp_path / "run"))
    model, criterion = SimpleModel(), nn.MSELoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.001)
    writer.add_graph(model, torch.randn(1, 10))
    for epoch in range(2):
        inputs, targets = torch.randn(8, 10), torch.randn(8, 1)
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        writer.add_scalar("Loss/train_batch", loss.item(), epoch)
        writer.add_scalar("Loss/tensor", loss, epoch)
        writer.add_scalars("Loss", {"train": loss, "val": loss.detach() * 2}, epoch)
        writer.add_scalar("Learning_rate", optimizer.param_groups[0]["lr"], epoch)
        for name, param in model.named_parameters():
            writer.add_histogram(name, param, epoch)
            writer.add_histogram(f"Gradients/{name}", param.grad, epoch)
        writer.add_image("Sample_inputs", torch.rand(3, 16, 16), epoch)
    writer.close()
    found = tags(tmp_path / "run")
    assert {"Loss/tensor", "fc1.weight", "Gradients/fc2.bias", "Sample_inputs"} <= found
    assert tags(tmp_path / "run" / "Loss_train") == {"Loss"}


def test_embeddings_meshes_and_curves_of_tensors(tmp_path: Path) -> None:
    labels, predictions = torch.randint(0, 2, (20,)), torch.rand(20, 2, requires_grad=True)
    writer = SummaryWriter(str(tmp_path))
    writer.add_embedding(
        torch.randn(9, 5), metadata=list("abcdefghi"), label_img=torch.rand(9, 3, 10, 32), global_step=1
    )
    vertices = torch.as_tensor([[1, 1, 1], [-1, -1, 1], [1, -1, -1]], dtype=torch.float).unsqueeze(0)
    colors = torch.as_tensor([[255, 0, 0], [0, 255, 0], [0, 0, 255]], dtype=torch.int).unsqueeze(0)
    faces = torch.as_tensor([[0, 1, 2]], dtype=torch.int).unsqueeze(0)
    writer.add_mesh("my_mesh", vertices=vertices, colors=colors, faces=faces)
    for i in range(2):
        writer.add_pr_curve(f"PR_curve/class_{i}", labels == i, predictions[:, i], global_step=3)
    writer.add_hparams({"lr": 0.1, "momentum": torch.tensor(0.9)}, {"hparam/loss": torch.tensor(0.5)})
    writer.close()
    assert {"my_mesh_FACE", "PR_curve/class_1"} <= tags(tmp_path)
    assert (tmp_path / "00001/default/sprite.png").exists()


def test_add_figure_logs_an_image(tmp_path: Path) -> None:
    mpl.use("agg")
    import matplotlib.pyplot as plt

    fig, ax = plt.subplots()
    x = np.linspace(0, 2 * np.pi, 100)
    ax.plot(x, np.cos(x))
    ax.set_title("Cos(x)")
    with SummaryWriter(str(tmp_path)) as writer:
        writer.add_figure("cos_plot", fig, global_step=0)
    plt.close(fig)
    assert tags(tmp_path) == {"cos_plot"}


def test_tensors_in_tf_summary(tmp_path: Path) -> None:
    weights = torch.randn(4, 3, requires_grad=True)
    with tf.summary.create_file_writer(str(tmp_path)).as_default(step=torch.tensor(3)):
        tf.summary.scalar("loss", weights.sum())
        tf.summary.histogram("weights", weights)
        tf.summary.histogram("half", weights.bfloat16())
        tf.summary.image("images", torch.rand(2, 8, 8, 3))
    assert {(step, value.tag) for step, value in values(tmp_path)} == {
        (3, "loss"),
        (3, "weights"),
        (3, "half"),
        (3, "images"),
    }
