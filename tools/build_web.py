"""Make the page, or run one of its npm scripts with the Node that the build would choose.

python tools/build_web.py              make src/sightline/_static if it is missing or stale
python tools/build_web.py --requires   print what to pip install first, if anything
python tools/build_web.py run check    run an npm script of web/package.json, its tools installed first
python tools/build_web.py --tools      install those tools alone
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "build_backend"))

from sightline_build.page import PageError, install_packages, make, need_node, requires  # noqa: E402


def run_script(arguments: list[str]) -> int:
    """Run `npm run …` in the open, so that its output is seen."""
    node = need_node()
    install_packages(ROOT, node, tools=True)
    command = [*node.npm, "run", "--silent", *arguments]
    # The browser tests start the server with this Python unless told otherwise.
    environment = {"PYTHON": sys.executable, **node.environment()}
    return subprocess.run(command, cwd=ROOT / "web", env=environment).returncode


def main(arguments: list[str]) -> int:
    """Do what the command line says."""
    if arguments == ["--requires"]:
        print("\n".join(requires(ROOT)))
        return 0
    if arguments == ["--tools"]:
        install_packages(ROOT, need_node(), tools=True)
        return 0
    if arguments[:1] == ["run"]:
        return run_script(arguments[1:])
    print("page made" if make(ROOT) else "page is up to date")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except PageError as error:
        sys.exit(f"error: {error}")
