"""The plugins of TensorBoard that a server hosts: their pages, their processes, what became of them."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Callable, Iterable, Sequence
from urllib.parse import quote

from sightline.plugins import OfferedPage, OfferedPages
from sightline.plugins.of_tensorboard import TensorBoardPlugin
from sightline.server.plugin_hosts.host_process import HostProcess
from sightline.server.plugin_hosts.host_request import (
    Headers,
    HostAnswer,
    HostConnection,
    HostGoneError,
    HostSilentError,
)
from sightline.server.schema.shapes import FrameAnswer, Root
from sightline.server.security.frame_keys import FrameKeys
from sightline.server.settings import Settings
from sightline.tensorboard.host.config import SECRET_HEADER, BoardAddress, HostConfig, HostReport

# A plugin is asked what it shows only once it runs; of the one that TensorBoard brings it is known.
_SHOWN_KINDS = {"tensorboard.plugins.projector.projector_plugin:ProjectorPlugin": ("embedding",)}
_ALL_ADDRESSES = {"0.0.0.0": "127.0.0.1", "::": "::1"}


class NotRunningError(Exception):
    """The plugin's process is not there; the message says why."""


class PluginHosts:
    """One process for each plugin, started when its page is opened. Safe from any thread."""

    def __init__(
        self,
        plugins: Iterable[TensorBoardPlugin],
        *,
        pages: OfferedPages,
        settings: Settings,
        roots: Callable[[], Sequence[Root]],
    ) -> None:
        self._plugins = {plugin.slug: plugin for plugin in plugins}
        self.pages = pages
        self._settings = settings
        self._roots = roots
        self._keys = FrameKeys(settings.frame_secret)
        self._processes: dict[str, HostProcess] = {}
        self._n_starts = 0
        self._is_closed = False
        self._lock = threading.Lock()
        for plugin in self._plugins.values():
            self._offer(plugin, title=plugin.name)

    def close(self) -> None:
        """End all processes, and wait until they are gone."""
        with self._lock:
            self._is_closed = True
            processes = list(self._processes.values())
        for process in processes:
            process.close()

    async def start(self, slug: str) -> FrameAnswer:
        """Start a plugin's process where none runs; NotRunningError says why that fails."""
        plugin = self._plugins[slug]
        report = await asyncio.wrap_future(self._running(plugin).report)
        if report.error is not None:
            self._offer(plugin, title=plugin.name, reason=report.error)
            raise NotRunningError(report.error)
        self._offer(plugin, title=report.tab_name)
        return FrameAnswer(self._frame(plugin, report), report.note)

    def _running(self, plugin: TensorBoardPlugin) -> HostProcess:
        with self._lock:
            process = self._processes.get(plugin.slug)
            if process is None or not process.is_alive:
                if self._is_closed:
                    raise NotRunningError("the server ends")
                self._n_starts += 1
                process = self._processes[plugin.slug] = self._started(plugin)
            return process

    def _started(self, plugin: TensorBoardPlugin) -> HostProcess:
        logdir, logdir_spec = _log_directories(self._roots())
        config = HostConfig(
            target=plugin.target,
            secret=secrets.token_hex(16),
            board=_address(self._settings),
            logdir=logdir,
            logdir_spec=logdir_spec,
            window_title=self._settings.window_title,
        )
        return HostProcess(
            config,
            self._settings.host_limits,
            on_end=lambda reason: self._offer(plugin, title=self._title(plugin), reason=reason),
        )

    def _title(self, plugin: TensorBoardPlugin) -> str:
        return next((page.title for page in self.pages.all if page.slug == plugin.slug), plugin.name)

    def _offer(self, plugin: TensorBoardPlugin, *, title: str, reason: str | None = None) -> None:
        self.pages.offer(
            OfferedPage(
                slug=plugin.slug,
                title=title,
                plugin=plugin.package,
                start=f"plugins/{plugin.slug}/start",
                kinds=_SHOWN_KINDS.get(plugin.target, ()),
                owns_runs=True,
                state="ok" if reason is None else "broken",
                reason=reason,
            )
        )

    def _frame(self, plugin: TensorBoardPlugin, report: HostReport) -> str:
        """The address of the frame; another one after each start, so that the page opens it again."""
        key, name = self._keys.key(plugin.slug), quote(report.plugin_name)
        return f"frames/{plugin.slug}/{key}/data/plugin_entry.html?name={name}&start={self._n_starts}"

    def has_key(self, slug: str, key: str) -> bool:
        """Whether this is the key of a plugin that is hosted here."""
        return slug in self._plugins and self._keys.is_valid(slug, key)

    async def ask(self, slug: str, method: str, target: str, headers: Headers, body: bytes) -> HostAnswer:
        """Hand a request to a plugin's process; NotRunningError where there is none or it is silent."""
        process = self._processes.get(slug)
        report = process.report.result() if process and process.is_alive and process.report.done() else None
        if process is None or report is None or report.error is not None:
            raise NotRunningError("the plugin is not running; open its page to start it")
        limit_secs = self._settings.host_limits.answer_secs
        connection = HostConnection(report.port, limit_secs, on_silence=lambda: self._silent(process))
        secret = (SECRET_HEADER.encode(), process.secret.encode())
        try:
            return await connection.ask(method, target, [*headers, secret], body)
        except HostSilentError as error:
            raise NotRunningError("the plugin did not answer and was ended") from error
        except HostGoneError as error:
            raise NotRunningError("the plugin's process is gone") from error

    def _silent(self, process: HostProcess) -> None:
        limit_secs = self._settings.host_limits.answer_secs
        process.end(f"it was ended because it did not answer within {limit_secs:g} s")


def _log_directories(roots: Sequence[Root]) -> tuple[str, str]:
    """The log directory where there is one alone, else the list of them, as TensorBoard's flags have it."""
    if len(roots) == 1 and roots[0].name is None:
        return roots[0].path, ""
    return "", ",".join(f"{root.name}:{root.path}" if root.name else root.path for root in roots)


def _address(settings: Settings) -> BoardAddress:
    return BoardAddress(
        host=_ALL_ADDRESSES.get(settings.host, settings.host),
        port=settings.port,
        path_prefix=settings.path_prefix,
        token=settings.token,
        certfile=settings.certfile,
    )
