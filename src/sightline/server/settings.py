"""The settings of a server: where it listens, who may read, who may edit."""

from __future__ import annotations

import ipaddress
import secrets
from dataclasses import dataclass, field

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})


def is_loopback(host: str) -> bool:
    """Whether binding `host` can be reached from this machine only."""
    if host in LOOPBACK_NAMES:
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True, kw_only=True)
class HostLimits:
    """When a process that hosts a plugin is ended.

    start_secs: to load the plugin; answer_secs: to begin and to continue an answer.
    memory_bytes: what it may hold; unless set, half of what is available when it starts.
    """

    start_secs: float = 60.0
    answer_secs: float = 30.0
    memory_bytes: int | None = None


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of one server; made by the command line, read by the handlers."""

    host: str = "127.0.0.1"
    port: int = 6006
    path_prefix: str = ""
    window_title: str = ""
    token: str | None = None
    writable: bool = True
    # Whether packages other than this one may add kinds, queries and pages.
    plugins: bool = True
    # Whether plugins of TensorBoard are hosted. None is on loopback only, and not where the prefix is secret:
    # it would be in the address of their frames.
    tensorboard_plugins: bool | None = None
    host_limits: HostLimits = field(default_factory=HostLimits)
    allowed_hosts: frozenset[str] = frozenset()
    # The path prefix is known to whoever started the server alone, and stands in for Host check and token.
    secret_prefix: bool = False
    # Who may frame the page, in the words of a Content-Security-Policy; None is this machine's own
    # pages, and "" leaves the policy out, because `*` does not mean the pages of editors such as VS Code.
    frame_ancestors: str | None = None
    certfile: str | None = None
    keyfile: str | None = None
    # How long a run has to be silent to count as stalled; torch flushes every two minutes.
    stalled_after_secs: float = 300.0
    max_body_bytes: int = 1 << 20
    body_timeout_secs: float = 10.0
    # Of all files given in the page; unless set, half of the memory that is available.
    max_given_bytes: int | None = None
    head_timeout_secs: float = 30.0
    # Generations count from one at every start of a server; this id tells the starts apart.
    instance: str = field(default_factory=lambda: secrets.token_hex(4))
    # What the keys in the addresses of plugins' frames are made from.
    frame_secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach the server."""
        return is_loopback(self.host)

    @property
    def hosts_plugins(self) -> bool:
        """Whether plugins of TensorBoard are hosted."""
        is_default = self.loopback and not self.secret_prefix
        return self.plugins and (is_default if self.tensorboard_plugins is None else self.tensorboard_plugins)

    @property
    def scheme(self) -> str:
        """The scheme of the server's own address."""
        return "https" if self.certfile else "http"


def normal_prefix(prefix: str) -> str:
    """Return a path prefix with one leading and no trailing slash ("" when there is none)."""
    stripped = prefix.strip().strip("/")
    return f"/{stripped}" if stripped else ""
