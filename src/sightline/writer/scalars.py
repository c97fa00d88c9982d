"""SummaryWriter's methods for numbers over steps."""

from __future__ import annotations

from sightline.writer.arguments import as_number, as_step, as_tag, as_walltime
from sightline.writer.base import WriterBase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


class ScalarMethods(WriterBase):
    """add_scalar and add_scalars."""

    def add_scalar(
        self,
        tag: str,
        scalar_value: Any,
        global_step: Any = None,
        walltime: Any = None,
        new_style: bool = False,
        double_precision: bool = False,
        *,
        step: Any = None,
        display_name: str = "",
        summary_description: str = "",
    ) -> None:
        """Log one number under `tag` at a step; about a microsecond, without waiting for the disk.

        `new_style` writes it as a tensor with the scalar plugin's name, `double_precision` (with `new_style`)
        in 64 bits; the default is the 32-bit field that every reader knows. `display_name` and
        `summary_description` (as in tensorboardX) are a title and a text that readers show with the tag.
        """
        if step is not None:
            global_step = as_step(global_step, step)
        if display_name or summary_description:
            texts = (display_name or "", summary_description or "")
            tag = self._add_described(
                tag, scalar_value, global_step, walltime, new_style, double_precision, texts
            )
        elif not self._try_add_scalar(tag, scalar_value, global_step, walltime, new_style, double_precision):
            tag = self._convert_and_add(tag, scalar_value, global_step, walltime, new_style, double_precision)
        if tag not in self._scalar_tags:
            self._claim_tag(tag, "scalar")

    def _convert_and_add(
        self, tag: Any, value: Any, step: Any, walltime: Any, new_style: Any, double_precision: Any
    ) -> str:
        text = as_tag(tag)
        self._file.add_scalar(
            text,
            as_number(value, f"add_scalar({text!r})"),
            as_step(step),
            as_walltime(walltime),
            new_style=bool(new_style),
            double_precision=bool(double_precision),
        )
        return text

    def _add_described(
        self,
        tag: Any,
        value: Any,
        step: Any,
        walltime: Any,
        new_style: Any,
        double_precision: Any,
        texts: tuple[str, str],
    ) -> str:
        from sightline.kinds.scalar.encode import encode_described

        text = as_tag(tag)
        encoded = encode_described(
            text,
            as_number(value, f"add_scalar({text!r})"),
            display_name=as_tag(texts[0], "display_name"),
            description=as_tag(texts[1], "summary_description"),
            new_style=bool(new_style),
            double_precision=bool(double_precision),
        )
        self._add_value(encoded, step, walltime)
        return text

    def add_scalars(
        self,
        main_tag: str,
        tag_scalar_dict: Mapping[str, Any],
        global_step: Any = None,
        walltime: Any = None,
        *,
        step: Any = None,
        as_tags: bool = False,
    ) -> None:
        """Log several numbers to be drawn together.

        As in torch each becomes a run of its own, ``<log_dir>/<main_tag>_<tag>``, that holds `main_tag`. With
        `as_tags` they stay in this run, as the tags ``<main_tag>/<tag>``: one file, nothing to fold.
        """
        import time

        main = as_tag(main_tag, "main_tag")
        at = as_step(global_step, step)
        seconds = as_walltime(walltime)
        if seconds is None:
            seconds = time.time()
        if not hasattr(tag_scalar_dict, "items"):
            raise TypeError(f"add_scalars({main!r}): expected a dict of tag to number")
        numbers = {
            as_tag(tag): as_number(value, f"add_scalars({main!r}) {tag!r}")
            for tag, value in tag_scalar_dict.items()
        }
        for tag, number in numbers.items():
            if as_tags:
                self.add_scalar(f"{main}/{tag}", number, at, seconds)
            else:
                directory = f"{self.log_dir}/{main.replace('/', '_')}_{tag}"
                self._sub_run(directory).event_writer.add_scalar(main, number, at, seconds)
