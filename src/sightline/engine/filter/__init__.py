"""The filter language for runs: a small grammar, parsed to a tree, never evaluated as code."""

from sightline.engine.filter.expression import Expression, Facts, Value
from sightline.engine.filter.parser import parse
from sightline.engine.filter.tokens import FilterError

__all__ = ["Expression", "Facts", "FilterError", "Value", "parse"]
