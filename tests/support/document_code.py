"""The Python code blocks of the documents, and running one of them on its own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from sightline import SummaryWriter

ROOT = Path(__file__).parents[2]
# Frameworks of docs/integrations/.
FRAMEWORKS = (
    "accelerate",
    "fastai",
    "hydra",
    "ignite",
    "keras",
    "lightgbm",
    "lightning",
    "mmengine",
    "optuna",
    "ray",
    "sklearn",
    "transformers",
    "xgboost",
)
# Packages that a block may need and the base install does not have.
OPTIONAL = ("duckdb", "jax", "pandas", "polars", "pyarrow", "tensorflow", "torch", "wandb", *FRAMEWORKS)
_BLOCK = re.compile(r"^```(?:python|py)\n(.*?)^```", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """One code block, where it begins, and the packages it needs."""

    document: Path
    line: int
    code: str

    @property
    def name(self) -> str:
        """The document and the line of the block."""
        return f"{self.document.relative_to(ROOT)}:{self.line + 1}"

    @property
    def packages(self) -> list[str]:
        """The optional packages it needs."""
        return [package for package in OPTIONAL if re.search(rf"\b(to_)?{package}\b", _plain(self.code))]

    def run(self, folder: Path) -> None:
        """Run the block as a program of its own; `runs/` below the current folder has a run to read."""
        with SummaryWriter(str(folder / "runs" / "resnet-1")) as writer:
            writer.log_hparams({"lr": 0.1}, ["val/loss"])
            for step in range(3):
                writer.add_scalar("loss/train", 0.1, step)
                writer.add_scalar("val/loss", 0.2, step)
        # Blank lines in front make a traceback name the line of the document.
        program = compile("\n" * self.line + self.code, str(self.document), "exec")
        exec(program, {"__name__": "__main__"})


def blocks() -> list[Block]:
    """All Python blocks of all documents."""
    documents = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
    return [
        Block(path, text.count("\n", 0, match.start(1)), match[1])
        for path in documents
        for text in [path.read_text()]
        for match in _BLOCK.finditer(text)
    ]


def _plain(code: str) -> str:
    """The code without comments; `.df()` of DuckDB needs pandas."""
    return re.sub(r"#.*", "", code).replace(".sql(", ".duckdb(").replace(".df()", ".pandas()")
