"""`sightline embed`: the board's projector page on one file of vectors, wherever it lies."""

from __future__ import annotations

import click

from sightline.cli._one_file import showing_one_file


@click.command(
    name="embed",
    short_help="Show one file of vectors on the projector page.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@showing_one_file
def command(file: str, host: str | None, port: int | None, open_browser: bool, as_json: bool) -> None:
    """Show the vectors in FILE on the projector page: tsv, csv, npy, npz, safetensors or parquet.

    In text and parquet, columns of numbers are the vectors and all others describe the points; a file
    words.metadata.tsv beside words.npy describes them too. The file is read when the page asks for it.
    Nothing is written beside the file.
    """
    from sightline.cli._console import CANNOT_READ, fail
    from sightline.cli._given_path import look_up_file
    from sightline.cli._options import ServeOptions
    from sightline.cli._serving import serve
    from sightline.kinds.embedding import kind

    path = look_up_file(file, "a file of vectors")
    if not path.endswith(kind.given_files):
        fail(f"{file} is none of the files that hold vectors: {', '.join(kind.given_files)}.", CANNOT_READ)
    serve(
        ServeOptions(
            vectors=file, host=host, port=port, open_browser=open_browser, as_json=as_json, writable=False
        )
    )
