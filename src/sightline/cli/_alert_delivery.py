"""Where alerts go: a line, a command, a webhook, a note in the page; what fails is a warning."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import urllib.request
from dataclasses import dataclass
from pathlib import Path

import click

from sightline.briefs.alerts import Alert
from sightline.cli._console import print_json, printable, warn

_COMMAND_SECS = 60.0
_WEBHOOK_SECS = 10.0
_MAX_NOTE = 500


@dataclass(frozen=True, kw_only=True)
class Delivery:
    """The ways that were chosen."""

    command: str | None
    webhook: str | None
    note: bool
    as_json: bool

    def __post_init__(self) -> None:
        if self.webhook is not None and not self.webhook.startswith(("http://", "https://")):
            raise click.UsageError("--webhook needs an address that begins with http:// or https://")
        try:
            shlex.split(self.command or "")
        except ValueError as error:
            raise click.UsageError(f"--command: {error}") from error

    def send(self, alert: Alert) -> None:
        """Tell everybody."""
        body: dict[str, object] = {
            "rule": alert.rule,
            "run": alert.run,
            "step": alert.step,
            "message": alert.message,
        }
        if self.as_json:
            print_json(body)
        else:
            # A condition is its own message.
            rule = "" if alert.message.startswith(alert.rule) else f"{alert.rule}: "
            click.echo(printable(f"{rule}{alert.run}: {alert.message}"))
        for way in (self._run_command, self._post, self._note):
            try:
                way(alert, body)
            except (OSError, ValueError, subprocess.SubprocessError) as error:
                warn(f"the alert was not delivered: {error}")

    def _run_command(self, alert: Alert, body: dict[str, object]) -> None:
        """Run the command without a shell: text from logs reaches it in its environment alone."""
        if self.command is None:
            return
        named = {f"SIGHTLINE_{key.upper()}": str(value).replace("\0", "") for key, value in body.items()}
        subprocess.run(
            shlex.split(self.command),
            env={**os.environ, **named},
            timeout=_COMMAND_SECS,
            check=True,
            stdin=subprocess.DEVNULL,
        )

    def _post(self, alert: Alert, body: dict[str, object]) -> None:
        """Send JSON; `text` is what chat programs show."""
        if self.webhook is None:
            return
        data = json.dumps({**body, "text": f"{alert.run}: {alert.message}"}).encode()
        request = urllib.request.Request(self.webhook, data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=_WEBHOOK_SECS):
            pass

    def _note(self, alert: Alert, body: dict[str, object]) -> None:
        """Add a note at the step, which the page shows in the run's charts; once for each sentence."""
        if not self.note or alert.step is None:
            return
        from sightline import platform
        from sightline.engine.notes import RunNotes, StepNote
        from sightline.engine.sidecar import Sidecar

        sidecar = Sidecar(alert.root, state_dir=Path(platform.state_directory()))
        known = sidecar.runs().get(alert.run, RunNotes()).step_notes
        new = StepNote(step=alert.step, text=f"Alert: {alert.message}"[:_MAX_NOTE])
        if new not in known:
            sidecar.edit_runs({alert.run: {"step_notes": (*known, new)[-200:]}})
