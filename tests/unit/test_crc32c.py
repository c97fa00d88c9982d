"""CRC-32C: the two native ways against each other and a bit-by-bit twin."""

from hypothesis import given
from hypothesis import strategies as st

from sightline import _native


def crc32c_twin(data: bytes) -> int:
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


@given(st.binary(max_size=200), st.binary(max_size=20))
def test_crc32c_implementations_agree(head: bytes, tail: bytes) -> None:
    expected = crc32c_twin(head + tail)
    assert _native.crc32c(head + tail) == expected
    assert _native.crc32c_table(head + tail) == expected
    assert _native.crc32c_hardware(head + tail) in (None, expected)
    assert _native.crc32c(tail, _native.crc32c(head)) == expected
