"""Every media call written by Sightline and by torch's writer is the same to the official TensorBoard."""

from __future__ import annotations

import io

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("tensorboard")

from PIL import Image  # noqa: E402
from tensorboard.backend.event_processing import event_accumulator, plugin_event_accumulator  # noqa: E402
from tensorboard.util import tensor_util  # noqa: E402
from torch.utils.tensorboard import SummaryWriter as TorchWriter  # noqa: E402

from sightline import SummaryWriter  # noqa: E402

RNG = np.random.default_rng(11)
NORMAL = RNG.normal(size=(20, 30)).astype(np.float32)
CHW = RNG.random((3, 12, 10)).astype(np.float32)
BYTES = RNG.integers(0, 256, (3, 12, 10), dtype=np.uint8)
BOXES = torch.tensor([[2, 3, 20, 25], [5, 6, 30, 28]])
SCENE = torch.from_numpy(RNG.random((3, 32, 40)).astype(np.float32))


@pytest.fixture
def both(tmp_path):
    """A function that logs the same by both writers and returns what an official reader makes of each."""

    def log(call, reader=event_accumulator):
        read = []
        for name, writer_class in (("ours", SummaryWriter), ("torch", TorchWriter)):
            with writer_class(str(tmp_path / name)) as writer:
                call(writer)
            accumulator = reader.EventAccumulator(
                str(tmp_path / name), size_guidance=dict.fromkeys(GUIDED, 0)
            )
            read.append(accumulator.Reload())
        return read

    return log


GUIDED = ["histograms", "images", "audio", "tensors", "scalars", "compressedHistograms"]


def assert_same_metadata(both, call):
    """The plugin reader sees equal tags, metadata, steps and shapes."""
    ours, theirs = both(call, reader=plugin_event_accumulator)
    assert ours.Tags() == theirs.Tags()
    for tag in theirs.Tags()["tensors"]:
        assert ours.SummaryMetadata(tag) == theirs.SummaryMetadata(tag)
        mine, known = ours.Tensors(tag), theirs.Tensors(tag)
        assert [event.step for event in mine] == [event.step for event in known]
        for a, b in zip(mine, known, strict=True):
            assert a.tensor_proto.dtype == b.tensor_proto.dtype
            assert a.tensor_proto.tensor_shape == b.tensor_proto.tensor_shape


# histograms

EDGES = [-3.0, -1.0, 0.0, 0.1, 4.0]
BINS = ["tensorflow", "auto", "fd", "doane", "scott", "stone", "rice", "sturges", "sqrt", 1, 17, EDGES]


def assert_same_histograms(both, call):
    ours, theirs = both(call)
    assert ours.Tags() == theirs.Tags()
    for tag in theirs.Tags()["histograms"]:
        mine, known = ours.Histograms(tag), theirs.Histograms(tag)
        assert [event.step for event in mine] == [event.step for event in known]
        for a, b in zip(mine, known, strict=True):
            found, wanted = vars(a.histogram_value), vars(b.histogram_value)
            assert found.keys() == wanted.keys()
            for field in wanted:  # bit for bit, NaN is NaN; but BLAS adds squares in an order of its own
                rounding = 1e-13 if field == "sum_squares" else 0
                np.testing.assert_allclose(found[field], wanted[field], rtol=rounding, atol=0)


@pytest.mark.parametrize("bins", BINS, ids=str)
@pytest.mark.parametrize("max_bins", [None, 1, 5, 16])
def test_histogram_bins(both, bins, max_bins):
    def call(writer):
        writer.add_histogram("w", NORMAL, 3, bins=bins, max_bins=max_bins)

    assert_same_histograms(both, call)


@pytest.mark.parametrize(
    "values",
    [
        NORMAL.astype(np.float64) * 1e-9,
        NORMAL * 1e10,
        (NORMAL * 20).astype(np.int64),
        (NORMAL * 20).astype(np.uint8),
        NORMAL > 0,
        np.zeros(7),
        np.array([1e30, -1e30, 5.0]),
        np.array([1.0, np.nan, 2.0]),
        np.array([1.0, np.inf, -np.inf]),
        np.array([-0.0, 1e-12, -1e-12, 1.1e-12, 1e-300]),
        torch.from_numpy(NORMAL).half(),
        torch.from_numpy(NORMAL).bfloat16(),
        torch.from_numpy(NORMAL).requires_grad_(),
        torch.from_numpy(NORMAL).T[::3],
        3,
        2.5,
    ],
    ids=lambda values: str(getattr(values, "dtype", values)),
)
@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")
def test_histogram_values(both, values):
    assert_same_histograms(both, lambda writer: writer.add_histogram("w", values, 0))


def test_histogram_of_many(both):
    values = torch.from_numpy(RNG.normal(size=100_000) * np.exp(RNG.normal(size=100_000) * 8))
    assert_same_histograms(both, lambda writer: writer.add_histogram("w", values))


def test_histogram_raw(both):
    values = RNG.normal(size=500)
    counts, limits = np.histogram(values, bins=20)

    def call(writer):
        for step in range(3):
            writer.add_histogram_raw(
                tag="raw",
                min=values.min(),
                max=values.max(),
                num=len(values),
                sum=values.sum(),
                sum_squares=values.dot(values),
                bucket_limits=limits[1:].tolist(),
                bucket_counts=counts.tolist(),
                global_step=step,
            )

    assert_same_histograms(both, call)


def test_histogram_metadata(both):
    assert_same_metadata(both, lambda writer: writer.add_histogram("w", NORMAL, 5))


# images


def pixels(encoded):
    return np.asarray(Image.open(io.BytesIO(encoded)))


def assert_same_pictures(both, call):
    ours, theirs = both(call)
    assert ours.Tags() == theirs.Tags()
    for tag in theirs.Tags()["images"]:
        mine, known = ours.Images(tag), theirs.Images(tag)
        assert [event.step for event in mine] == [event.step for event in known]
        for a, b in zip(mine, known, strict=True):
            assert (a.width, a.height) == (b.width, b.height)
            np.testing.assert_array_equal(pixels(a.encoded_image_string), pixels(b.encoded_image_string))


LAYOUTS = {
    "CHW": CHW,
    "HWC": CHW.transpose(1, 2, 0),
    "WHC": CHW.transpose(2, 1, 0),
    "chw": CHW,
    "HW": CHW[0],
    "WH": CHW[0].T,
    "NCHW": RNG.random((11, 3, 5, 7)).astype(np.float32),
    "NHWC": RNG.random((3, 5, 7, 1)).astype(np.float32),
    "WNCH": RNG.random((7, 8, 3, 5)).astype(np.float32),
}


@pytest.mark.parametrize("dataformats", LAYOUTS)
@pytest.mark.parametrize("as_bytes", [False, True])
@pytest.mark.parametrize("method", ["add_image", "add_images"])
def test_image_layouts(both, dataformats, as_bytes, method):
    array = LAYOUTS[dataformats]
    array = (array * 255).astype(np.uint8) if as_bytes else array
    assert_same_pictures(both, lambda writer: getattr(writer, method)("p", array, 2, dataformats=dataformats))


@pytest.mark.parametrize(
    "value",
    [
        CHW * 3 - 1,
        CHW.astype(np.float64),
        CHW.astype(np.float16),
        torch.from_numpy(CHW).bfloat16(),
        torch.from_numpy(CHW).requires_grad_(),
        (CHW * 3 - 1).astype(np.int64),
        CHW > 0.5,
        BYTES,
        BYTES[:1],
        BYTES[:2],
        np.concatenate([BYTES, BYTES[:1]]),
        np.linspace(0, 1, 3 * 1000).reshape(3, 10, 100),
    ],
    ids=lambda value: f"{value.dtype}-{value.shape[0]}",
)
def test_image_values(both, value):
    assert_same_pictures(both, lambda writer: writer.add_image("p", value))


def test_image_metadata(both):
    assert_same_metadata(both, lambda writer: writer.add_image("p", CHW, 7))


@pytest.mark.parametrize("labels", [None, ["cat", "a dog"], ["", "x"]])
@pytest.mark.parametrize("rescale", [1, 0.5, 2])
def test_boxes(both, labels, rescale):
    def call(writer):
        writer.add_image_with_boxes("b", SCENE, BOXES, 1, labels=labels, rescale=rescale)
        writer.add_image_with_boxes("f", SCENE, BOXES.float() + 0.3, 1, labels=labels, rescale=rescale)
        hwc = (SCENE.permute(1, 2, 0) * 255).byte()
        writer.add_image_with_boxes("h", hwc, BOXES, dataformats="HWC", labels=labels)

    assert_same_pictures(both, call)


def test_boxes_with_one_label_as_text(both):
    def call(writer):
        writer.add_image_with_boxes("b", SCENE, BOXES[:1], labels="only")

    assert_same_pictures(both, call)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.filterwarnings("ignore:image 'b':RuntimeWarning")
@pytest.mark.filterwarnings("ignore:sightline. image 'b':RuntimeWarning")
def test_boxes_with_labels_of_another_number(both):
    def call(writer):
        writer.add_image_with_boxes("b", SCENE, BOXES, labels=["one"])

    assert_same_pictures(both, call)


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("close", [False, True])
def test_figures(both, many, close):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    from matplotlib import pyplot

    def call(writer):
        figures = []
        for color in ("red", "blue"):
            figure, axes = pyplot.subplots(figsize=(2, 1.5))
            axes.plot([1, 2, 3], [3, 1, 2], color=color)
            figures.append(figure)
        writer.add_figure("f", figures if many else figures[0], 4, close)
        open_figures = pyplot.get_fignums()
        assert len(open_figures) == (2 if not close else 0 if many else 1)
        pyplot.close("all")

    assert_same_pictures(both, call)


def test_figures_must_be_of_one_size(tmp_path):
    pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure

    with (
        SummaryWriter(tmp_path) as writer,
        pytest.raises(ValueError, match="figure 'f': expected figures of one size"),
    ):
        writer.add_figure("f", [Figure(figsize=(1, 1)), Figure(figsize=(2, 1))])


# audio, text, tensors

SOUND = np.sin(np.arange(400) / 7).astype(np.float32)


@pytest.mark.parametrize(
    ("value", "options"),
    [
        (SOUND, {}),
        (SOUND[None], {"sample_rate": 8000}),
        (SOUND[:, None].astype(np.float64), {"sample_rate": 22050}),
        (torch.from_numpy(SOUND), {"global_step": 4}),
        (np.array([0, 1, -1, 0]), {}),
        (SOUND * 3, {}),
    ],
)
@pytest.mark.filterwarnings("ignore:sightline. audio:RuntimeWarning")
def test_audio(both, value, options):
    ours, theirs = both(lambda writer: writer.add_audio("a", value, **options))
    assert ours.Tags() == theirs.Tags()
    for a, b in zip(ours.Audio("a"), theirs.Audio("a"), strict=True):
        assert {**vars(a), "wall_time": 0} == {**vars(b), "wall_time": 0}


def test_audio_metadata(both):
    assert_same_metadata(both, lambda writer: writer.add_audio("a", SOUND, 3))


@pytest.mark.parametrize("text", ["plain", "", "**md** | a | b |", "ünïcode 日本 🚀", "line\nline"])
def test_text(both, text):
    def call(writer):
        writer.add_text("t", text)
        writer.add_text("t", text, 9)

    ours, theirs = both(call)
    assert ours.Tags() == theirs.Tags()
    tag = "t/text_summary"
    assert ours.SummaryMetadata(tag) == theirs.SummaryMetadata(tag)
    for a, b in zip(ours.Tensors(tag), theirs.Tensors(tag), strict=True):
        assert (a.step, a.tensor_proto) == (b.step, b.tensor_proto)


@pytest.mark.parametrize(
    "tensor",
    [
        torch.arange(6.0).reshape(2, 3),
        torch.tensor(2.5),
        torch.arange(3, dtype=torch.float64),
        torch.arange(-3, 3, dtype=torch.int8),
        torch.arange(-3, 3, dtype=torch.int16),
        torch.arange(-3, 3, dtype=torch.int32),
        torch.arange(-3, 3),
        torch.tensor([True, False]),
        torch.tensor([1 + 2j]),
        torch.tensor([1 + 2j], dtype=torch.complex128),
        torch.empty(0, 3),
    ],
    ids=lambda tensor: f"{tensor.dtype}",
)
def test_tensors(both, tensor):
    ours, theirs = both(lambda writer: writer.add_tensor("x", tensor, 3))
    assert ours.SummaryMetadata("x") == theirs.SummaryMetadata("x")
    (a,), (b,) = ours.Tensors("x"), theirs.Tensors("x")
    assert (a.step, a.tensor_proto) == (b.step, b.tensor_proto)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.uint8, torch.float8_e5m2])
def test_tensors_that_only_ours_makes_readable(tmp_path, dtype):
    with SummaryWriter(tmp_path) as writer:
        writer.add_tensor("x", torch.tensor([0, 1, 2, 3]).to(dtype))
        for name in ("uint16", "uint32", "uint64"):
            writer.add_tensor(name, np.array([1, 2**16 - 1], dtype=name))
    accumulator = event_accumulator.EventAccumulator(str(tmp_path)).Reload()
    assert tensor_util.make_ndarray(accumulator.Tensors("x")[0].tensor_proto).tolist() == [0, 1, 2, 3]
    for name in ("uint16", "uint32", "uint64"):
        array = tensor_util.make_ndarray(accumulator.Tensors(name)[0].tensor_proto)
        assert (array.dtype, array.tolist()) == (np.dtype(name), [1, 2**16 - 1])


# video: torch's writer needs a moviepy that is no longer made, so tensorboardX is the other side


@pytest.mark.parametrize("n", [1, 3, 4])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_video_is_an_image_for_tensorboard(tmp_path, n):
    pytest.importorskip("moviepy")
    their_class = pytest.importorskip("tensorboardX").SummaryWriter
    colors = torch.tensor([[255, 0, 0], [0, 255, 0], [0, 0, 255]], dtype=torch.uint8)
    clip = colors[None, :, :, None, None].expand(n, 3, 3, 8, 12)
    frames = []
    for name, writer_class in (("ours", SummaryWriter), ("theirs", their_class)):
        with writer_class(str(tmp_path / name)) as writer:
            writer.add_video("v", clip, 5, 10)
        for reader in (event_accumulator, plugin_event_accumulator):
            accumulator = reader.EventAccumulator(str(tmp_path / name)).Reload()
            if reader is plugin_event_accumulator:
                metadata = accumulator.SummaryMetadata("v")
                assert metadata.plugin_data.plugin_name == "images"
                continue
            (event,) = accumulator.Images("v")
            assert event.step == 5
            gif = Image.open(io.BytesIO(event.encoded_image_string))
            frames.append((event.width, event.height, gif.n_frames, gif.info["duration"], [
                np.asarray(gif.convert("RGB"))[0, 0].tolist() for i in range(gif.n_frames) if not gif.seek(i)
            ]))  # fmt: skip
    assert frames[0] == frames[1]


# histograms as TensorBoard's distributions show them


def test_percentiles_are_tensorboards():
    from tensorboard.plugins.distribution import compressor

    from sightline.kinds.histogram.histogram import Histogram
    from sightline.kinds.histogram.table import NORMAL_POINTS, table_of

    for n in (1, 2, 7, 30, 400):
        counts = RNG.integers(0, 5, n).astype(float)
        counts[-1] = 3
        rights = np.cumsum(RNG.random(n)) - 5
        lefts = np.concatenate([[-5.0], rights[:-1]])
        theirs = compressor.compress_histogram(np.stack([lefts, rights, counts], axis=1))
        ours = table_of([Histogram(lefts, rights, counts)]).percentiles(np.array(NORMAL_POINTS, float))
        np.testing.assert_allclose(ours, [value for _, value in theirs])
