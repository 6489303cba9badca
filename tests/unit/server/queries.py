"""PromQL, read for sense: to a query that says nothing about this service Prometheus answers nothing, and no error."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import promql_parser as promql

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

OF_THE_SCRAPE = frozenset({"instance", "job"})
"""Labels that Prometheus gives to everything it reads."""
_OF_COUNTERS = {"increase", "irate", "rate"}
_OF_GAUGES = {"delta", "deriv", "predict_linear"}
_PICKING = {"bottomk", "topk"}
_COUNTED = ("_bucket", "_count", "_sum", "_total")

Labels = frozenset[str]


class Senseless(ValueError):
    """A query that Prometheus takes and that can never answer what it asks."""


@dataclass(frozen=True)
class Exported:
    """What the service says under one name."""

    labels: Labels
    from_the_start: frozenset[tuple[str, str]]
    """Labels with the values that an idle server already has: elsewhere the first increase is not seen."""


def labels_of(query: str, known: Mapping[str, Exported]) -> Labels:
    """The labels that the answer to a query has. Raises ValueError: it is no PromQL, or is senseless."""
    return _Reading(known).labels(promql.parse(query)) or frozenset()


class _Reading:
    """One query against what is exported; None are the labels of a number."""

    def __init__(self, known: Mapping[str, Exported]) -> None:
        self._known = known

    def labels(self, expr: promql.Expr) -> Labels | None:
        match expr:
            case promql.NumberLiteral():
                return None
            case promql.ParenExpr() | promql.UnaryExpr():
                return self.labels(expr.expr)
            case promql.VectorSelector():
                if _name(expr).endswith(_COUNTED):
                    raise Senseless(f"{expr} counts from a start that nobody knows: use rate()")
                return self._selected(expr)
            case promql.Call():
                return self._called(expr.func.name, expr.args)
            case promql.AggregateExpr():
                return self._aggregated(expr)
            case promql.BinaryExpr():
                return self._joined(expr)
            case _:
                raise Senseless(f"no query of ours had this yet: {expr.prettify()}")

    def _selected(self, selector: promql.VectorSelector) -> Labels:
        name = _name(selector)
        if name not in self._known:
            raise Senseless(f"{name or selector} is not exported")
        exported = self._known[name]
        for matcher in selector.matchers.matchers:
            if matcher.name not in exported.labels:
                raise Senseless(f"{name} has no label {matcher.name}")
            if (
                matcher.op == promql.MatchOp.Equal
                and matcher.name not in OF_THE_SCRAPE
                and (matcher.name, matcher.value) not in exported.from_the_start
            ):
                raise Senseless(f"{name} is not there with {matcher} from the start")
        return exported.labels

    def _called(self, function: str, args: Sequence[promql.Expr]) -> Labels | None:
        if function in _OF_COUNTERS | _OF_GAUGES:
            over = args[0]
            if not isinstance(over, promql.MatrixSelector):
                raise Senseless(f"no query of ours had this yet: {over.prettify()}")
            name = _name(over.vector_selector)
            if (function in _OF_COUNTERS) != name.endswith(_COUNTED):
                raise Senseless(f"{function}() of {name}: one is for counters, the other is not")
            return self._selected(over.vector_selector)
        if function == "histogram_quantile":
            names = _names(args[1])
            if not all(name.endswith("_bucket") for name in names):
                raise Senseless(f"a quantile of {names}: only buckets have one")
            found = self.labels(args[1])
            if found is None or "le" not in found:
                raise Senseless("histogram_quantile() where `le` is lost")
            return found - {"le"}
        if function == "absent":
            self.labels(args[0])
            return frozenset()
        raise Senseless(f"no query of ours had {function}() yet")

    def _aggregated(self, expr: promql.AggregateExpr) -> Labels:
        found = self.labels(expr.expr) or frozenset()
        if expr.modifier is None:
            return found if str(expr.op) in _PICKING else frozenset()
        named = frozenset(expr.modifier.labels)
        if not named <= found:
            raise Senseless(f"{expr.op} by or without {sorted(named - found)}: no such label")
        return named if expr.modifier.type == promql.AggModifierType.By else found - named

    def _joined(self, expr: promql.BinaryExpr) -> Labels | None:
        left, right = self.labels(expr.lhs), self.labels(expr.rhs)
        if left is None or right is None:
            return right if left is None else left
        if left != right or (expr.modifier is not None and expr.modifier.matching is not None):
            raise Senseless(f"{expr.op} between {sorted(left)} and {sorted(right)}: nothing meets")
        return left


def _name(selector: promql.VectorSelector) -> str:
    return selector.name or ""


def _names(expr: promql.Expr) -> list[str]:
    """Every name in an expression."""
    names: list[str] = []

    def note(each: promql.Expr) -> None:
        if isinstance(each, promql.VectorSelector):
            names.append(_name(each))
        elif isinstance(each, promql.MatrixSelector):
            names.append(_name(each.vector_selector))

    promql.walk(expr, note)
    return names
