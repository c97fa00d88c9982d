"""The private messages: complete, current, and at peace with other owners of the same names."""

import gc
import subprocess
import sys
import weakref
from pathlib import Path

from sightline.formats import messages

ROOT = Path(__file__).parents[3]


def test_descriptors_are_current() -> None:
    subprocess.run([sys.executable, ROOT / "tools/compile_protos.py", "--check"], check=True)


def test_event_survives_serialization() -> None:
    event = messages.Event(wall_time=1.5, step=-3)
    value = event.summary.value.add(tag="loss")
    value.tensor.dtype = messages.DataType.Value("DT_FLOAT")
    value.tensor.float_val.append(0.25)
    again = messages.Event.FromString(event.SerializeToString())
    assert again == event
    assert again.WhichOneof("what") == "summary"


def test_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(messages, "NoSuchMessage")


def test_threads_that_come_first_share_one_pool() -> None:
    program = """
import threading
from sightline.formats import messages
start, found = threading.Barrier(8), []
def ask():
    start.wait()
    found.append(messages.Event)
threads = [threading.Thread(target=ask) for _ in range(8)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
assert len(set(found)) == 1 and len(messages._pools) == 1
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_messages_hold_the_classes_of_nested_messages() -> None:
    def nested_class() -> weakref.ref[type]:
        return weakref.ref(type(messages.Summary.Value(tag="image").image))

    found = nested_class()
    gc.collect()
    assert found() is not None
