"""SummaryWriter's media methods through real event files."""

from __future__ import annotations

import io
import subprocess
import sys
import threading
import warnings
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from plain_records import events, tagged, values
from sightline import SummaryWriter
from sightline.formats.text import text_of
from sightline.kinds.histogram.decode import decode as decode_histogram
from sightline.kinds.tensor.decode import decode as decode_tensor
from sightline.kinds.video.decode import decode as decode_video

PICTURE = np.random.default_rng(0).integers(0, 256, (3, 6, 8), dtype=np.uint8)
GIF = b"GIF89a\x02\0\x03\0" + bytes(10)

# One call of each method, and the tag it writes.
CALLS = {
    "add_tensor": (([1.0, 2.0],), "x"),
    "add_histogram": (([1.0, 2.0],), "x"),
    "add_histogram_raw": ((0, 1, 2, 1, 1, [1.0], [2]), "x"),
    "add_image": ((PICTURE,), "x"),
    "add_images": ((PICTURE[None],), "x"),
    "add_image_with_boxes": ((PICTURE, [[1, 1, 4, 4]]), "x"),
    "add_video": ((PICTURE[None, None],), "x"),
    "add_audio": (([0.0, 0.5],), "x"),
    "add_text": (("hello",), "x/text_summary"),
}


@pytest.mark.parametrize("name", CALLS)
def test_step_by_either_name_and_walltime(name, tmp_path):
    arguments, tag = CALLS[name]
    with SummaryWriter(tmp_path) as writer:
        method = getattr(writer, name)
        method("x", *arguments)
        method("x", *arguments, global_step=3, walltime=123.5)
        method("x", *arguments, step=np.int32(4))
        with pytest.raises(TypeError, match="give only one"):
            method("x", *arguments, global_step=1, step=2)
    assert [step for step, _ in tagged(tmp_path, tag)] == [0, 3, 4]
    (path,) = tmp_path.iterdir()
    assert 123.5 in [event.wall_time for event in events(path)]


@pytest.mark.parametrize("name", CALLS)
def test_tags_are_checked_at_the_call(name, tmp_path):
    with SummaryWriter(tmp_path) as writer, pytest.raises(TypeError, match="expected text"):
        getattr(writer, name)(7, *CALLS[name][0])


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("add_tensor", (None,)),
        ("add_histogram", ([],)),
        ("add_histogram_raw", (0, 1, 2, 1, 1, [1.0, 2.0], [2])),
        ("add_image", (np.zeros((5, 5)),)),
        ("add_image", (PICTURE, 0, None, "HH")),
        ("add_images", (PICTURE,)),
        ("add_image_with_boxes", (PICTURE, [1, 2, 3])),
        ("add_figure", (3,)),
        ("add_video", (PICTURE,)),
        ("add_video", (b"no film",)),
        ("add_audio", (np.zeros((3, 3)),)),
        ("add_text", (5,)),
    ],
)
def test_bad_values_raise_at_the_call_with_the_tag(name, arguments, tmp_path):
    with (
        SummaryWriter(tmp_path) as writer,
        pytest.raises((TypeError, ValueError), match=r"'the/tag'.*expected"),
    ):
        getattr(writer, name)("the/tag", *arguments)
    assert values(tmp_path) == []


def test_flush_makes_everything_before_it_durable(tmp_path):
    writer = SummaryWriter(tmp_path)
    for step in range(5):
        writer.add_image("picture", PICTURE, step)
        writer.add_histogram("spread", PICTURE, step)
        writer.add_scalar("loss", 1.0, step)
    writer.flush()
    for tag in ("picture", "spread", "loss"):
        assert [step for step, _ in tagged(tmp_path, tag)] == [0, 1, 2, 3, 4]
    writer.close()


def test_background_values_are_copied_at_the_call(tmp_path):
    weights = np.zeros(1000)
    picture = np.zeros((3, 4, 4), dtype=np.uint8)
    with SummaryWriter(tmp_path) as writer:
        for step in range(20):
            weights[:] = step
            picture[:] = step
            writer.add_histogram("w", weights, step)
            writer.add_tensor("t", weights, step)
            writer.add_image("p", picture, step)
    for step, value in tagged(tmp_path, "w"):
        assert decode_histogram(value.SerializeToString()).statistics.max == step
    for step, value in tagged(tmp_path, "t"):
        assert (decode_tensor(value.SerializeToString()) == step).all()
    for step, value in tagged(tmp_path, "p"):
        shown = np.asarray(Image.open(io.BytesIO(value.image.encoded_image_string)))
        assert (shown == step).all()


def test_background_values_have_the_wall_time_of_the_call(tmp_path):
    with SummaryWriter(tmp_path) as writer:
        writer.add_image("p", PICTURE, 0)
        writer.add_scalar("s", 1.0, 0)
    (path,) = tmp_path.iterdir()
    times = {event.summary.value[0].tag: event.wall_time for event in events(path) if event.summary.value}
    assert times["p"] <= times["s"]


def test_large_every_secs_limits_large_kinds(tmp_path):
    with SummaryWriter(tmp_path, large_every_secs=3600) as writer:
        for step in range(3):
            for name, (arguments, _) in CALLS.items():
                getattr(writer, name)(f"{name}:", *arguments, global_step=step)
    logged = [(step, value.tag.partition(":")[0]) for step, value in values(tmp_path)]
    steps = {name: [step for step, found in logged if found == name] for name in CALLS}
    assert steps == {name: [0, 1, 2] if name == "add_text" else [0] for name in CALLS}


def test_another_kind_under_a_tag_is_written_with_a_warning(tmp_path):
    with SummaryWriter(tmp_path) as writer:
        writer.add_image("x", PICTURE)
        with pytest.warns(RuntimeWarning, match="'x' already has image data and now gets histogram data"):
            writer.add_histogram("x", PICTURE)
        writer.add_text("x", "its tag has an end of its own")
    assert len(tagged(tmp_path, "x")) == 2


def test_background_failure_warns_with_the_tag(tmp_path):
    with SummaryWriter(tmp_path) as writer, pytest.warns(RuntimeWarning, match="'narrow' could not be"):
        log_failing(writer)
    assert tagged(tmp_path, "narrow") == []
    assert len(tagged(tmp_path, "wide")) == 1


def log_failing(writer):
    writer.add_histogram("narrow", [1e16, 1e16 + 2], bins=1000)
    writer.add_histogram("wide", [0.0, 1.0], bins=1000)
    writer.flush()


def test_labels_of_another_number_are_left_out_with_a_warning(tmp_path):
    with SummaryWriter(tmp_path) as writer:
        with pytest.warns(RuntimeWarning, match="image 'b': the numbers of labels and boxes differ"):
            writer.add_image_with_boxes("b", PICTURE, [[1, 1, 4, 4]], labels=["a", "b"])
        writer.add_image_with_boxes("b", PICTURE, [[1, 1, 4, 4]], labels="a")
    assert len(tagged(tmp_path, "b")) == 2


def test_clipped_audio_warns(tmp_path):
    with SummaryWriter(tmp_path) as writer, pytest.warns(RuntimeWarning, match="audio 'a'.*clipped"):
        writer.add_audio("a", [0.0, 2.0])


def test_films_and_text_arrays(tmp_path):
    with SummaryWriter(tmp_path) as writer:
        writer.add_video("v", GIF)
        writer.add_text("t", [["a", "b"]])
    video = decode_video(tagged(tmp_path, "v")[0][1].SerializeToString())
    assert (video.data, video.width, video.height) == (GIF, 2, 3)
    assert text_of(tagged(tmp_path, "t/text_summary")[0][1].SerializeToString()).tolist() == [["a", "b"]]


def test_write_to_disk_false_still_checks_arguments(tmp_path):
    with SummaryWriter(tmp_path / "none", write_to_disk=False) as writer:
        writer.add_image("p", PICTURE)
        with pytest.raises(ValueError, match="histogram 'h'"):
            writer.add_histogram("h", [])
    assert not (tmp_path / "none").exists()


def test_eight_threads_on_one_writer(tmp_path):
    with SummaryWriter(tmp_path) as writer:

        def log(n: int) -> None:
            for step in range(20):
                writer.add_image(f"p{n}", PICTURE, step)
                writer.add_histogram(f"h{n}", PICTURE, step)

        threads = [threading.Thread(target=log, args=(n,)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    for n in range(8):
        assert [step for step, _ in tagged(tmp_path, f"p{n}")] == list(range(20))
        assert [step for step, _ in tagged(tmp_path, f"h{n}")] == list(range(20))


def test_background_with_a_small_budget_blocks_the_caller_and_loses_nothing(tmp_path):
    noise = np.random.default_rng(1).integers(0, 256, (3, 64, 64), dtype=np.uint8)
    with (
        SummaryWriter(tmp_path, max_buffer_bytes=3 * noise.nbytes) as writer,
        warnings.catch_warnings(record=True) as caught,
    ):
        warnings.simplefilter("always")
        for step in range(40):
            writer.add_image("p", noise, step)
    assert ["large_every_secs" in str(warning.message) for warning in caught] == [True]
    assert [step for step, _ in tagged(tmp_path, "p")] == list(range(40))


def test_a_program_that_never_closes_keeps_its_pictures(tmp_path):
    code = f"""
import numpy as np
from sightline import SummaryWriter
writer = SummaryWriter({str(tmp_path)!r})
for step in range(10):
    writer.add_image("p", np.full((3, 50, 50), step, dtype=np.uint8), step)
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
    assert [step for step, _ in tagged(tmp_path, "p")] == list(range(10))


def test_a_forked_child_does_not_write_the_parents_pictures_again(tmp_path):
    code = f"""
import os, numpy as np
from sightline import SummaryWriter
writer = SummaryWriter({str(tmp_path)!r})
for step in range(30):
    writer.add_image("p", np.full((3, 50, 50), step, dtype=np.uint8), step)
child = os.fork()
if child == 0:
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
writer.close()
"""
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True, timeout=60)
    assert [step for step, _ in tagged(tmp_path, "p")] == list(range(30))


@pytest.mark.parametrize("loaded", [False, True], ids=["first_use_in_worker", "used_before"])
def test_a_multiprocessing_worker_that_never_closes_keeps_its_pictures(tmp_path, loaded):
    code = f"""
import multiprocessing, numpy as np
from sightline import SummaryWriter
writer = SummaryWriter({str(tmp_path)!r})
if {loaded}:
    writer.add_image("parent", np.zeros((3, 50, 50)))
def work():
    for step in range(10):
        writer.add_image("p", np.full((3, 50, 50), step, dtype=np.uint8), step)
if __name__ == "__main__":
    worker = multiprocessing.get_context("fork").Process(target=work)
    worker.start()
    worker.join()
    assert worker.exitcode == 0
"""
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True, timeout=60)
    assert [step for step, _ in tagged(tmp_path, "p")] == list(range(10))
    assert len(tagged(tmp_path, "parent")) == loaded


def test_making_a_writer_imports_nothing_heavy(tmp_path):
    code = f"""
import sys
from sightline import SummaryWriter
with SummaryWriter({str(tmp_path)!r}) as writer:
    writer.add_scalar("x", 1.0)
print([name for name in ("numpy", "google.protobuf", "PIL", "click", "rich") if name in sys.modules])
"""
    out = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert out.stdout.strip() == "[]"


def test_log_dir_is_a_path(tmp_path):
    with SummaryWriter(Path(tmp_path) / "run") as writer:
        writer.add_text("t", "x")
    assert len(values(tmp_path / "run")) == 1


def test_default_bins_have_torchs_name(tmp_path):
    with SummaryWriter(tmp_path) as writer:
        assert len(writer.default_bins) == 1549
        assert writer.default_bins[774:776] == [0.0, 1e-12]
