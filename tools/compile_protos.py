"""Compile src/sightline/formats/proto/*.proto to the descriptor set beside them; --check only compares."""

from __future__ import annotations

import sys
import tempfile
from importlib.resources import files
from pathlib import Path

PROTO = Path(__file__).parents[1] / "src/sightline/formats/proto"
TARGET = PROTO / "descriptors.binpb"


def compiled() -> bytes:
    """The FileDescriptorSet of all .proto files, dependencies first."""
    from grpc_tools import protoc

    with tempfile.NamedTemporaryFile() as out:
        includes = [f"-I{PROTO}", f"-I{files('grpc_tools') / '_proto'}"]
        sources = sorted(path.name for path in PROTO.glob("*.proto"))
        if protoc.main(
            ["protoc", *includes, "--include_imports", f"--descriptor_set_out={out.name}", *sources]
        ):
            raise SystemExit("protoc failed")
        return Path(out.name).read_bytes()


def main() -> None:
    """Write the descriptor set, or with --check fail where it is stale."""
    fresh = compiled()
    if "--check" in sys.argv:
        if TARGET.read_bytes() != fresh:
            raise SystemExit(f"{TARGET.name} is stale: run python tools/compile_protos.py")
    else:
        TARGET.write_bytes(fresh)


if __name__ == "__main__":
    main()
