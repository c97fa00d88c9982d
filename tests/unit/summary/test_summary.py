"""tf.summary's ways: default writers and steps by thread, nesting, recording on and off, closing for good."""

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sightline as tf
from golden_tags import GOLDEN
from plain_records import events, tagged, values
from sightline.formats import messages
from sightline.formats.summary_values import array_of

WRITES = {
    "scalar": lambda: tf.summary.scalar("x", 1.5),
    "histogram": lambda: tf.summary.histogram("x", [1.0, 2.0]),
    "image": lambda: tf.summary.image("x", np.zeros((1, 2, 2, 3))),
    "audio": lambda: tf.summary.audio("x", np.zeros((1, 4, 1)), 8000),
    "text": lambda: tf.summary.text("x", "hello"),
    "write": lambda: tf.summary.write("x", [1.0, 2.0]),
    "graph": lambda: tf.summary.graph(b""),
}


@pytest.fixture(autouse=True)
def _clean_defaults() -> Any:
    yield
    tf.summary.experimental.set_step(None)
    from sightline.summary.state import state

    state.writer = None


def steps(folder: Path, tag: str = "x") -> list[int]:
    return [step for step, _ in tagged(folder, tag)]


@pytest.mark.parametrize("name", sorted(WRITES))
def test_writing_needs_a_default_writer(name: str, tmp_path: Path) -> None:
    assert WRITES[name]() is False
    with tf.summary.create_file_writer(str(tmp_path)).as_default(step=3):
        assert WRITES[name]() is True
    assert WRITES[name]() is False
    if name != "graph":
        assert steps(tmp_path) == [3]


@pytest.mark.parametrize("name", sorted(set(WRITES) - {"graph"}))
def test_writing_needs_a_step(name: str, tmp_path: Path) -> None:
    writer = tf.summary.create_file_writer(tmp_path)
    with writer.as_default(), pytest.raises(ValueError, match="no step: give step="):
        WRITES[name]()


@pytest.mark.parametrize(
    ("name", "golden", "tag"),
    [
        ("scalar", "summary_scalar/train", "metrics/acc"),
        ("histogram", "summary_histogram", "integers"),
        ("image", "summary_image", "gray_uint8"),
        ("audio", "summary_audio", "clipped"),
        ("text", "summary_text", "markdown_table"),
    ],
)
def test_metadata_and_form_are_tensorflows(name: str, golden: str, tag: str, tmp_path: Path) -> None:
    with tf.summary.create_file_writer(tmp_path).as_default(step=0):
        WRITES[name]()
    ours, theirs = tagged(tmp_path, "x")[0][1], tagged(GOLDEN / "tf" / golden, tag)[0][1]
    assert ours.metadata == theirs.metadata
    assert ours.tensor.dtype == theirs.tensor.dtype
    assert len(ours.tensor.tensor_shape.dim) == len(theirs.tensor.tensor_shape.dim)
    assert bool(ours.tensor.tensor_content) == bool(theirs.tensor.tensor_content)


def test_file_name_and_description(tmp_path: Path) -> None:
    with tf.summary.create_file_writer(tmp_path).as_default(step=0):
        tf.summary.scalar("x", 1, description="**about**")
    (path,) = tmp_path.iterdir()
    assert path.name.startswith("events.out.tfevents.")
    assert path.name.endswith(".v2")
    assert tagged(tmp_path, "x")[0][1].metadata.summary_description == "**about**"
    assert next(events(path)).file_version == "brain.Event:2"


def test_nested_writers_and_steps(tmp_path: Path) -> None:
    outer = tf.summary.create_file_writer(tmp_path / "outer")
    inner = tf.summary.create_file_writer(tmp_path / "inner", filename_suffix=".in")
    with outer.as_default(step=1):
        tf.summary.scalar("x", 0)
        with inner.as_default(step=2):
            tf.summary.scalar("x", 0)
            assert tf.summary.experimental.get_step() == 2
        with inner.as_default():
            tf.summary.scalar("x", 0)
            tf.summary.scalar("x", 0, step=9)
        tf.summary.scalar("x", 0)
        assert tf.summary.experimental.get_step() == 1
    assert tf.summary.experimental.get_step() is None
    assert steps(tmp_path / "outer") == [1, 1]
    assert steps(tmp_path / "inner") == [2, 1, 9]


def test_the_block_flushes_at_its_end(tmp_path: Path) -> None:
    writer = tf.summary.create_file_writer(tmp_path, flush_millis=10**9, max_queue=10**6)
    with writer.as_default(step=1):
        tf.summary.scalar("x", 0)
    assert steps(tmp_path) == [1]


def test_set_as_default_and_flush(tmp_path: Path) -> None:
    writer = tf.summary.create_file_writer(tmp_path)
    writer.init()
    writer.set_as_default(step=4)
    tf.summary.scalar("x", 0)
    tf.summary.flush()
    assert steps(tmp_path) == [4]
    tf.summary.scalar("x", 0, step=5)
    tf.summary.flush(writer)
    assert steps(tmp_path) == [4, 5]


def test_an_exception_restores_the_defaults(tmp_path: Path) -> None:
    writer = tf.summary.create_file_writer(tmp_path)
    with pytest.raises(KeyError), writer.as_default(step=4):
        raise KeyError
    assert tf.summary.should_record_summaries() is False
    assert tf.summary.experimental.get_step() is None


def test_threads_have_their_own_defaults(tmp_path: Path) -> None:
    seen: list[Any] = []

    def other() -> None:
        seen.append(tf.summary.should_record_summaries())
        seen.append(tf.summary.experimental.get_step())
        with tf.summary.create_file_writer(tmp_path / "other").as_default(step=7):
            seen.append(tf.summary.scalar("x", 1))

    with tf.summary.create_file_writer(tmp_path / "main").as_default(step=1), tf.summary.record_if(False):
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        assert tf.summary.scalar("x", 1) is False
    assert seen == [False, None, True]
    assert steps(tmp_path / "other") == [7]
    assert steps(tmp_path / "main") == []


def test_eight_threads_on_one_writer(tmp_path: Path) -> None:
    writer = tf.summary.create_file_writer(tmp_path)

    def log(number: int) -> None:
        with writer.as_default():
            for step in range(50):
                tf.summary.scalar(f"t{number}", step, step=step)

    threads = [threading.Thread(target=log, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    writer.close()
    assert all(steps(tmp_path, f"t{number}") == list(range(50)) for number in range(8))


def test_closed_file_writer_stays_closed(tmp_path: Path) -> None:
    writer = tf.summary.create_file_writer(tmp_path)
    with writer.as_default(step=1):
        tf.summary.scalar("x", 0)
        writer.close()
        with pytest.raises(RuntimeError, match="already closed"):
            tf.summary.scalar("x", 0)
    writer.close()
    writer.flush()
    for use in (writer.set_as_default, writer.init, lambda: writer.as_default().__enter__()):
        with pytest.raises(RuntimeError, match="already closed"):
            use()
    assert steps(tmp_path) == [1]


def test_recording_on_and_off(tmp_path: Path) -> None:
    conditions: list[bool] = [True, False]
    with tf.summary.create_file_writer(tmp_path).as_default():
        with tf.summary.record_if(False):
            assert tf.summary.scalar("x", 0) is False  # and no step is conditions for
            with tf.summary.record_if(True):
                assert tf.summary.scalar("x", 0, step=1) is True
            assert tf.summary.should_record_summaries() is False
        with tf.summary.record_if(lambda: conditions.pop(0)):
            assert tf.summary.scalar("x", 0, step=2) is True
            assert tf.summary.scalar("x", 0, step=3) is False
        assert tf.summary.should_record_summaries() is True
    assert steps(tmp_path) == [1, 2]


def test_create_file_writer_without_directory_writes_nothing(tmp_path: Path) -> None:
    with tf.summary.create_file_writer(tmp_path).as_default(step=1):
        nothing = tf.summary.create_file_writer(None)
        with nothing.as_default(step=2):
            tf.summary.scalar("x", 0)
        nothing.flush()
        nothing.close()
    assert steps(tmp_path) == [1]


def test_default_steps_of_all_sorts(tmp_path: Path) -> None:
    counter = np.array(5)
    with tf.summary.create_file_writer(tmp_path).as_default(step=counter):
        tf.summary.scalar("x", 0)
        counter += 1
        tf.summary.scalar("x", 0)
        tf.summary.experimental.set_step(np.int64(-3))
        tf.summary.scalar("x", 0)
        with pytest.raises(TypeError, match="expected an integer"):
            tf.summary.scalar("x", 0, step="1")
    assert steps(tmp_path) == [5, 6, -3]


def test_name_scopes_prefix_tags(tmp_path: Path) -> None:
    with tf.summary.create_file_writer(tmp_path).as_default(step=0):
        with tf.summary.name_scope("layer"):
            tf.summary.scalar("x", 0)
            with tf.summary.name_scope("inner") as scope:
                assert scope == "layer/inner/"
                tf.summary.text("y", "a")
            tf.summary.write("raw", 1.0)
        with tf.summary.experimental.summary_scope("s") as (tag, scope):
            assert (tag, scope) == ("s", "s/")
            tf.summary.scalar("x", 0)
    assert [value.tag for _, value in values(tmp_path)] == ["layer/x", "layer/inner/y", "raw", "s/x"]


def test_write_keeps_types(tmp_path: Path) -> None:
    given = {
        "python float": (0.5, "f4"),
        "python int": (3, "i4"),
        "large int": (2**40, "i8"),
        "bool": (True, "?"),
        "float64": (np.float64(0.5), "f8"),
        "half": (np.float16([1, 2]), "f2"),
        "complex": (np.complex64([[1j]]), "c8"),
        "lazy": (lambda: [1.0, 2.0], "O"),
    }
    given["lazy"] = (given["lazy"][0], "f8")
    with tf.summary.create_file_writer(tmp_path).as_default(step=0):
        for tag, (value, _) in given.items():
            assert tf.summary.write(tag, value) is True
        tf.summary.write("strings", ["a", b"b"])
    found = {value.tag: array_of(value, kind="write") for _, value in values(tmp_path)}
    assert found.pop("strings").tolist() == [b"a", b"b"]
    assert found.pop("lazy").tolist() == [1.0, 2.0]
    for tag, array in found.items():
        assert array.dtype == np.dtype(given[tag][1])
        np.testing.assert_array_equal(array, given[tag][0])


def test_write_with_metadata_and_raw_messages(tmp_path: Path) -> None:
    metadata = messages.SummaryMetadata(display_name="shown")
    metadata.plugin_data.plugin_name = "mine"
    raw = messages.Summary(value=[messages.Summary.Value(tag="raw", simple_value=2.0)])
    with tf.summary.create_file_writer(tmp_path).as_default(step=5):
        tf.summary.write("x", 1.0, metadata=metadata)
        tf.summary.write("y", 1.0, metadata=metadata.SerializeToString(), step=6)
        assert tf.summary.experimental.write_raw_pb(raw.SerializeToString()) is True
        assert tf.summary.experimental.write_raw_pb(raw, step=7) is True
    assert tf.summary.experimental.write_raw_pb(raw, step=7) is False
    assert tagged(tmp_path, "x")[0][1].metadata == metadata
    assert tagged(tmp_path, "y")[0][1].metadata == metadata
    assert steps(tmp_path, "raw") == [5, 7]


def test_graph_writes_a_graph_def(tmp_path: Path) -> None:
    class Graph:
        def as_graph_def(self) -> Any:
            return messages.GraphDef()

    with tf.summary.create_file_writer(tmp_path).as_default():
        assert tf.summary.graph(Graph()) is True
        assert tf.summary.graph(b"\n\x00") is True
        with pytest.raises(TypeError, match="expected a GraphDef"):
            tf.summary.graph(3)
    (path,) = tmp_path.iterdir()
    assert [event.graph_def for event in events(path) if event.WhichOneof("what") == "graph_def"] == [
        b"",
        b"\n\x00",
    ]


def test_tracing_warns_what_is_missing() -> None:
    with pytest.warns(RuntimeWarning, match="needs TensorFlow's own runtime"):
        tf.summary.trace_on(graph=True)
    with pytest.warns(RuntimeWarning, match=r"torch\.profiler"):
        tf.summary.trace_on(graph=False, profiler=True, profiler_outdir="x")
    with pytest.warns(RuntimeWarning, match="trace_export 'f'"):
        tf.summary.trace_export("f", step=0)
    tf.summary.trace_off()


def test_encoding_of_audio() -> None:
    with pytest.raises(ValueError, match="expected encoding 'wav'"):
        tf.summary.audio("a", np.zeros((1, 2, 1)), 8000, encoding="mp3")


def test_public_names_exist() -> None:
    for name in tf.summary.__all__:
        assert getattr(tf.summary, name) is not None


def test_scalars_beyond_float32(tmp_path: Path) -> None:
    given = [1e300, -1e300, float("nan"), 1e-50, -0.0, 2**70, np.float64(0.1)]
    with tf.summary.create_file_writer(tmp_path).as_default():
        for step, number in enumerate(given):
            tf.summary.scalar("x", number, step=step)
    with np.errstate(over="ignore"):
        wanted = np.array(given, dtype=np.float64).astype(np.float32)
    found = np.array([array_of(value, kind="scalar") for _, value in tagged(tmp_path, "x")])
    np.testing.assert_array_equal(found.view(np.uint32)[:2], wanted.view(np.uint32)[:2])
    np.testing.assert_array_equal(found, wanted)


def test_a_program_that_forgets_to_close_loses_nothing(tmp_path: Path) -> None:
    program = (
        "import sys, sightline as tf\n"
        "tf.summary.create_file_writer(sys.argv[1]).set_as_default()\n"
        "for step in range(100): tf.summary.scalar('x', step, step=step)\n"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=True)
    assert steps(tmp_path) == list(range(100))


def test_a_forked_child_writes_a_file_of_its_own(tmp_path: Path) -> None:
    program = (
        "import os, sys, sightline as tf\n"
        "writer = tf.summary.create_file_writer(sys.argv[1])\n"
        "with writer.as_default():\n"
        "    tf.summary.scalar('x', 0, step=0)\n"
        "    child = os.fork()\n"
        "    tf.summary.scalar('x', 0, step=1 if child else 2)\n"
        "    writer.flush()\n"
        "    if not child: os._exit(0)\n"
        "os.waitpid(child, 0)\n"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=True)
    assert len(list(tmp_path.iterdir())) == 2
    assert sorted(steps(tmp_path)) == [0, 1, 2]
