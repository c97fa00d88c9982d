"""SummaryWriter's method for embeddings, which live in files of their own beside the events."""

from __future__ import annotations

import os

from sightline.writer.arguments import as_step, as_tag
from sightline.writer.base import WriterBase
from sightline.writer.notices import warn_user

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class EmbeddingMethods(WriterBase):
    """add_embedding."""

    def add_embedding(
        self,
        mat: Any,
        metadata: Sequence[Any] | None = None,
        label_img: Any = None,
        global_step: Any = None,
        tag: str = "default",
        metadata_header: Sequence[str] | None = None,
        *,
        step: Any = None,
    ) -> None:
        """Log points in many dimensions, one a row of `mat`, with labels and small pictures.

        With `metadata_header` each label is a list of as many values. `label_img` has the shape (n, 3, h, w).
        The files are torch's: ``<step>/<tag>/tensors.tsv`` and so on, listed in projector_config.pbtxt. The
        same tag and step again takes the place of the earlier one.
        """
        from sightline.kinds.embedding.encode import embedding_files

        text = as_tag(tag)
        made = embedding_files(mat, metadata, label_img, as_step(global_step, step), text, metadata_header)
        if not self._write_to_disk or not self._admits_large(text):
            return
        from sightline.formats.whole_file import write_file
        from sightline.kinds.embedding.files import add_to_list

        try:
            for path, content in made.files.items():
                write_file(os.path.join(self.local_dir, path), content)
            add_to_list(self.local_dir, made.info)
        except OSError as error:
            warn_user(f"add_embedding {text!r}: not written ({error})")
