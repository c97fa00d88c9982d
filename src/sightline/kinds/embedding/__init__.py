"""Embeddings: points in many dimensions with labels and pictures, in the projector's files."""

from __future__ import annotations

from sightline.engine.kind import Claim, Kind

# Beside a file `words.npy` of vectors: `words.metadata.tsv` with what its points are.
METADATA_ENDING = ".metadata.tsv"

kind = Kind(
    slug="embedding",
    title="Embeddings",
    claims=(Claim(files="projector_config.pbtxt", alone=True), Claim(files="*.index")),
    given_files=(".tsv", ".txt", ".csv", ".npy", ".npz", ".parquet", ".safetensors"),
    beside_given=(METADATA_ENDING,),
)
