"""`sightline skill`: the SKILL.md that teaches an agent to log with Sightline and to read what happened."""

from __future__ import annotations

import click


@click.command(
    name="skill",
    short_help="Print or install the SKILL.md for agents.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--install",
    "folder",
    default=None,
    metavar="DIR",
    help="Write it to DIR/sightline/SKILL.md, where DIR has your agent's skills.",
)
def command(folder: str | None) -> None:
    """Print a skill for coding agents: how to log with Sightline, and how to find out what happened.

    \b
    sightline skill
    sightline skill --install ~/.agents/skills
    """
    from importlib.resources import files
    from pathlib import Path

    from sightline.cli._console import fail

    text = files("sightline.agents").joinpath("SKILL.md").read_text(encoding="utf-8")
    if folder is None:
        click.echo(text, nl=False)
        return
    path = Path(folder).expanduser() / "sightline" / "SKILL.md"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        fail(f"cannot write {path}: {error.strerror}")
    click.echo(str(path))
