"""A module of a plugin whose import does not end."""

import threading

threading.Event().wait()
