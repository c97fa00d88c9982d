"""Plugins of TensorBoard that misbehave, each in its own way; `conftest.py` installs them by entry points."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from typing import Any

from tensorboard.data.provider import RunTagFilter
from tensorboard.plugins import base_plugin
from werkzeug import Request, Response


class Sample(base_plugin.TBPlugin):
    """Shows one module, and answers `/act`."""

    script = "export function render() { document.body.textContent = 'here'; }"

    def __init__(self, context: base_plugin.TBContext) -> None:
        self.context = context

    def get_plugin_apps(self) -> dict[str, Callable[..., Any]]:
        return {"/index.js": self._module, "/act": self._act}

    def is_active(self) -> bool:
        return True

    def frontend_metadata(self) -> base_plugin.FrontendMetadata:
        return base_plugin.FrontendMetadata(
            es_module_path="/index.js", tab_name=self.plugin_name.capitalize()
        )

    @Request.application
    def _module(self, _request: Request) -> Response:
        return Response(self.script, mimetype="text/javascript", headers={"Set-Cookie": "planted=1; Path=/"})

    @Request.application
    def _act(self, request: Request) -> Response:
        return Response(self.act(request), mimetype="text/plain")

    def act(self, request: Request) -> str:
        return f"{request.method} {request.get_data(as_text=True)} {request.headers.get('cookie')}"


class Prying(Sample):
    """Tries to get at the board from its frame, and shows what came of it."""

    plugin_name = "prying"
    script = """
const attempt = async (work) => {
  try {
    return `got ${await work()}`;
  } catch (error) {
    return `refused: ${error.name}`;
  }
};
const load = (name, url) => new Promise((resolve, reject) => {
  const element = document.createElement(name);
  element.onload = () => resolve('loaded');
  element.onerror = () => reject(new DOMException('', 'LoadError'));
  element[name === 'link' ? 'href' : 'src'] = url;
  if (name === 'link') element.rel = 'stylesheet';
  document.head.append(element);
});
export async function render() {
  const board = new URL('/', location.href).href;
  const api = new URL('/api/v1/', board).href;
  const results = {
    origin: self.origin,
    cookie: document.cookie,
    parent: await attempt(() => parent.document.title),
    top: await attempt(() => top.location.href),
    storage: await attempt(() => indexedDB.open('x') && 'a database'),
    runs: await attempt(async () => (await fetch(api + 'runs')).status),
    runsWithCookie: await attempt(async () => (await fetch(api + 'runs', { credentials: 'include' })).status),
    opaque: await attempt(async () => (await (await fetch(api + 'runs', { mode: 'no-cors' })).text()).length),
    page: await attempt(async () => (await fetch(board)).status),
    script: await attempt(() => load('script', api + 'runs')),
    picture: await attempt(() => load('img', new URL('/icon.svg', board).href)),
    edit: await attempt(async () => (await fetch(api + 'views/x', { method: 'PUT', body: '{}' })).status),
    elsewhere: await attempt(async () => (await fetch('http://127.0.0.2:9/')).status),
    own: await attempt(async () => (await fetch('./act', { method: 'POST', body: 'hello',
      headers: { 'content-type': 'application/json' } })).text()),
    remembered: await attempt(() => (localStorage.setItem('a', 1), localStorage.getItem('a'))),
  };
  const shown = document.body.appendChild(document.createElement('pre'));
  shown.id = 'results';
  shown.textContent = JSON.stringify(results);
}
"""


class Hanging(Sample):
    """Never answers, and its page waits for that."""

    plugin_name = "hanging"
    script = """
export function render() {
  document.body.textContent = 'here';
  void fetch('./act');
}
"""

    def act(self, request: Request) -> str:
        threading.Event().wait()
        return ""


class Hungry(Sample):
    """Takes all the memory it gets."""

    plugin_name = "hungry"

    def act(self, request: Request) -> str:
        eaten = []
        while True:
            eaten.append(os.urandom(1 << 20) * 8)


class Crashing(Sample):
    """Ends its process."""

    plugin_name = "crashing"

    def act(self, request: Request) -> str:
        print("cannot go on", file=sys.stderr, flush=True)
        os._exit(3)


class Failing(Sample):
    """Raises in a route."""

    plugin_name = "failing"

    def act(self, request: Request) -> str:
        raise ZeroDivisionError("nothing to divide")


class Reading(Sample):
    """Answers with what its data provider has."""

    plugin_name = "reading"

    def act(self, request: Request) -> str:
        provider = self.context.data_provider
        chosen = RunTagFilter(runs=["first"], tags=["loss"])
        found = provider.read_scalars(
            experiment_id="", plugin_name="scalars", downsample=10, run_tag_filter=chosen
        )
        points = found["first"]["loss"]
        return f"{len(points)} {points[-1].step} {points[-1].value} {self.context.flags.logdir}"


class Old(Sample):
    """Keeps the multiplexer for later."""

    plugin_name = "old"

    def __init__(self, context: base_plugin.TBContext) -> None:
        super().__init__(context)
        self.multiplexer = context.multiplexer


class Older(Sample):
    """Needs the multiplexer at once."""

    plugin_name = "older"

    def __init__(self, context: base_plugin.TBContext) -> None:
        super().__init__(context)
        self.runs = context.multiplexer.Runs()


class Bare(Sample):
    """Has no module of its own, as TensorBoard's oldest plugins."""

    plugin_name = "bare"

    def frontend_metadata(self) -> base_plugin.FrontendMetadata:
        return base_plugin.FrontendMetadata(element_name="tf-bare-dashboard")


class Exiting(base_plugin.TBLoader):
    """Calls sys.exit() when it is loaded."""

    def load(self, context: base_plugin.TBContext) -> Any:
        sys.exit("wrong machine")


class Slow(base_plugin.TBLoader):
    """Is never loaded."""

    def load(self, context: base_plugin.TBContext) -> Any:
        threading.Event().wait()
