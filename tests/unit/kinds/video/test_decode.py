"""Video summaries that are none."""

from __future__ import annotations

import numpy as np
import pytest

from sightline.formats import messages
from sightline.formats.tensor_proto import to_tensor_proto
from sightline.kinds.video.decode import decode


@pytest.mark.parametrize(
    "array", [np.zeros(3), np.array([b"a", b"b"], dtype=object), np.empty(0, dtype=object)], ids=repr
)
def test_other_tensors_are_refused(array):
    data = messages.Summary.Value(tensor=to_tensor_proto(array)).SerializeToString()
    with pytest.raises(ValueError, match="expected one string"):
        decode(data)


def test_an_empty_value_is_refused():
    with pytest.raises(ValueError, match="no video"):
        decode(b"")
