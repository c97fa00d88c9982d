"""Whether lower or higher is better, where a tag's name tells; the page's direction.ts has the same words."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

Direction: TypeAlias = Literal["lower", "higher"]

_LOWER = re.compile(
    r"(^|[/_\-. ])(loss|error|err|perplexity|ppl|fid|mse|mae|rmse|wer|cer|nll)($|[/_\-. @\d])", re.IGNORECASE
)
_HIGHER = re.compile(
    r"(^|[/_\-. ])(acc|accuracy|f1|auc|auroc|psnr|ssim|bleu|map|iou|miou|reward|recall|precision|r2)"
    r"($|[/_\-. @\d])",
    re.IGNORECASE,
)
_EVALUATION = re.compile(
    r"(^|[/_\-. ])(val|valid|validation|eval|evaluation|test)($|[/_\-. @\d])", re.IGNORECASE
)


def direction(tag: str) -> Direction | None:
    """Which way a metric gets better; None where its name does not tell."""
    if _LOWER.search(tag):
        return "lower"
    return "higher" if _HIGHER.search(tag) else None


def importance(tag: str) -> int:
    """How much a person wants to see a tag first: losses, then scores, those of an evaluation most."""
    ranks = {"lower": 3, "higher": 2, None: 0}
    return 2 * ranks[direction(tag)] + 3 * (_EVALUATION.search(tag) is not None)
