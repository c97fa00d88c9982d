"""Fields of truncated messages, compared with the messages they were cut from."""

from __future__ import annotations

from sightline.formats import messages
from sightline.formats.wire_prefix import fields, first

VALUE = messages.Summary.Value(
    tag="t" * 200, image={"height": 300, "width": 2, "encoded_image_string": b"x" * 50}
)
DATA = VALUE.SerializeToString()


def test_fields_of_a_whole_message() -> None:
    tag, image = fields(DATA)
    assert (tag.number, DATA[tag.begin : tag.end]) == (1, b"t" * 200)
    assert [field.value for field in fields(DATA, image.begin, image.end)][:2] == [300, 2]


def test_every_prefix_yields_the_fields_that_begin_in_it() -> None:
    whole = list(fields(DATA))
    for length in range(len(DATA)):
        found = list(fields(DATA[:length]))
        assert found == whole[: len(found)]
        assert len(found) >= sum(field.end <= length for field in whole)


def test_first_finds_a_field_by_number_or_nothing() -> None:
    image = first(DATA, 4)
    assert image is not None
    assert first(DATA, 9) is None
    assert first(DATA[: image.begin - 1], 4) is None


def test_bytes_that_are_no_message_end_the_fields() -> None:
    assert list(fields(b"\xff" * 40)) == []
    assert list(fields(b"\x0b")) == []
