"""Money and points: exact reading, one printing, splits that sum; never a binary fraction."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ofc_score
from ofc_score.errors import BAD_INPUT, Fault, SheetError
from ofc_score.money import (
    AMOUNT_LIMIT,
    POINT_VALUE_LIMIT,
    POINTS_LIMIT,
    PointValue,
    decimals_of,
    format_amount,
    parse_amount,
    parse_point_value,
    parse_points,
    split,
)

CURRENCIES = ("JPY", "KRW", "EUR", "USD", "SEK", "KWD", "TND")
currencies = st.sampled_from(CURRENCIES)


def only_fault(caught: pytest.ExceptionInfo[SheetError]) -> Fault:
    assert caught.value.exit_code == BAD_INPUT
    (fault,) = caught.value.faults
    return fault


@pytest.mark.parametrize(
    ("text", "minor", "currency"),
    [
        ("0.25 EUR", 25, "EUR"),
        ("0,25 €", 25, "EUR"),
        ("0,25\u00a0€", 25, "EUR"),
        ("€0.25", 25, "EUR"),
        ("€ 0,5", 50, "EUR"),
        ("EUR 0.25", 25, "EUR"),
        ("eur 0.25", 25, "EUR"),
        ("$0.25", 25, "USD"),
        ("$.25", 25, "USD"),
        ("+1 euro", 100, "EUR"),
        ("$1 CAD", 100, "CAD"),
        ("CA$ 1", 100, "CAD"),
        ("2 Fr.", 200, "CHF"),
        ("Fr. 2", 200, "CHF"),
        ("5 kr SEK", 500, "SEK"),
        ("100 JPY", 100, "JPY"),
        ("¥100", 100, "JPY"),
        ("1250 JPY", 1250, "JPY"),
        ("0.100 KWD", 100, "KWD"),
        ("0,100 KWD", 100, "KWD"),
        ("1.250 KWD", 1250, "KWD"),
        ("0.1 KWD", 100, "KWD"),
    ],
)
def test_point_values(text: str, minor: int, currency: str) -> None:
    assert parse_point_value(text) == PointValue(minor, currency)


@pytest.mark.parametrize(
    ("text", "code", "hint"),
    [
        ("0.25", "no-currency", "write 0.25 EUR"),
        ("0,25", "no-currency", "write 0.25 EUR"),
        ("25 cents", "bad-amount", "0.25 EUR"),
        ("25c", "bad-amount", "0.25 EUR"),
        ("5 kr", "unknown-currency", "code"),
        ("5 ERU", "unknown-currency", "code"),
        ("€5 USD", "currency-mismatch", ""),
        ("€5 $", "currency-mismatch", ""),
        ("0 EUR", "bad-point-value", "points only"),
        ("0.00 EUR", "bad-point-value", "points only"),
        ("-0.25 EUR", "bad-point-value", "points only"),
        ("€-0.25", "bad-point-value", "points only"),
        ("0.125 EUR", "too-many-decimals", "EUR has 2 decimals"),
        ("0.250 EUR", "too-many-decimals", "EUR has 2 decimals"),
        ("0.5 JPY", "too-many-decimals", "JPY has no decimals"),
        ("1,250 EUR", "ambiguous-amount", "1250 or 1.25"),
        ("1.250 EUR", "ambiguous-amount", "1250 or 1.25"),
        ("1,250 JPY", "ambiguous-amount", "1250"),
        ("1,250 KWD", "ambiguous-amount", "1250 or 1.250"),
        ("10000000 EUR", "bad-point-value", ""),
        ("EUR.25", "ambiguous-amount", "blank"),
        ("Fr.25", "ambiguous-amount", "blank"),
        ("EUR", "bad-amount", "24.00"),
    ],
)
def test_point_values_refused(text: str, code: str, hint: str) -> None:
    with pytest.raises(SheetError) as caught:
        parse_point_value(text)
    fault = only_fault(caught)
    assert (fault.code, fault.where) == (code, "point")
    assert hint in fault.hint


@pytest.mark.parametrize(
    ("text", "currency", "minor"),
    [
        ("24.00", "EUR", 2400),
        ("24", "EUR", 2400),
        ("24.5", "EUR", 2450),
        ("5,50", "EUR", 550),
        ("86,40", "EUR", 8640),
        ("4362,65", "EUR", 436265),
        ("4362.65", "EUR", 436265),
        ("€5", "EUR", 500),
        ("5 EUR", "EUR", 500),
        ("$5", "CAD", 500),
        ("5 kr", "NOK", 500),
        (" 0,05 ", "EUR", 5),
        ("007", "EUR", 700),
        ("0", "EUR", 0),
        ("1000", "JPY", 1000),
        ("1.250", "KWD", 1250),
        ("12345.678", "KWD", 12345678),
        (format_amount(AMOUNT_LIMIT, "EUR"), "EUR", AMOUNT_LIMIT),
    ],
)
def test_amounts(text: str, currency: str, minor: int) -> None:
    assert parse_amount(text, currency) == minor


@pytest.mark.parametrize(
    ("text", "currency", "code"),
    [
        ("1,250", "EUR", "ambiguous-amount"),
        ("1.250", "EUR", "ambiguous-amount"),
        ("999.999", "EUR", "ambiguous-amount"),
        ("1.250", "JPY", "ambiguous-amount"),
        ("1,250", "KWD", "ambiguous-amount"),
        ("1,250.00", "EUR", "bad-amount"),
        ("1.250,00", "EUR", "bad-amount"),
        ("1 250,00", "EUR", "bad-amount"),
        ("1'250.00", "EUR", "bad-amount"),
        ("1_000", "EUR", "bad-amount"),
        ("1e3", "EUR", "bad-amount"),
        ("0x10", "EUR", "bad-amount"),
        ("5.", "EUR", "bad-amount"),
        ("5,-", "EUR", "bad-amount"),
        ("1.2.3", "EUR", "bad-amount"),
        ("--5", "EUR", "unknown-currency"),
        ("5-", "EUR", "unknown-currency"),
        ("nan", "EUR", "bad-amount"),
        ("", "EUR", "bad-amount"),
        ("٥", "EUR", "bad-amount"),
        ("５", "EUR", "bad-amount"),
        ("½", "EUR", "bad-amount"),
        ("1.005", "KRW", "ambiguous-amount"),
        ("0.005", "EUR", "too-many-decimals"),
        ("1234.567", "EUR", "too-many-decimals"),
        ("$5", "EUR", "currency-mismatch"),
        ("5 USD", "EUR", "currency-mismatch"),
        ("-5", "EUR", "negative-amount"),
        ("−5", "EUR", "negative-amount"),
        ("-€5", "EUR", "negative-amount"),
        ("9" * 400, "EUR", "bad-amount"),
        ("5 \x1b[31m", "EUR", "bad-amount"),
        ("5 \x1b[m", "EUR", "unknown-currency"),
    ],
)
def test_amounts_refused(text: str, currency: str, code: str) -> None:
    with pytest.raises(SheetError) as caught:
        parse_amount(text, currency, where="line 4")
    fault = only_fault(caught)
    assert (fault.code, fault.where) == (code, "line 4")
    assert fault.text().isprintable()
    assert len(fault.message) < 120


@pytest.mark.parametrize(("text", "minor"), [("-5", -500), ("−0,25", -25), ("€-5", -500), ("-0", 0), ("+5", 500)])
def test_signed_amounts(text: str, minor: int) -> None:
    assert parse_amount(text, "EUR", signed=True) == minor


@pytest.mark.parametrize(
    ("minor", "currency", "text"),
    [
        (300, "EUR", "3.00"),
        (-25, "EUR", "-0.25"),
        (0, "EUR", "0.00"),
        (-0, "EUR", "0.00"),
        (-5, "KWD", "-0.005"),
        (-100, "JPY", "-100"),
        (123456789, "USD", "1234567.89"),
    ],
)
def test_printing(minor: int, currency: str, text: str) -> None:
    assert format_amount(minor, currency) == text
    assert format_amount(minor, currency, code=True) == f"{text} {currency}"


@given(st.integers(-AMOUNT_LIMIT, AMOUNT_LIMIT), currencies, st.booleans())
def test_printed_amounts_read_back(minor: int, currency: str, code: bool) -> None:
    text = format_amount(minor, currency, code=code)
    assert parse_amount(text, currency, signed=True) == minor
    assert not text.startswith("-") or minor < 0


@given(st.integers(0, 10**7), st.sampled_from(["EUR", "SEK"]))
def test_comma_and_point_are_one(minor: int, currency: str) -> None:
    text = format_amount(minor, currency)
    assert parse_amount(text.replace(".", ","), currency) == parse_amount(text, currency)


@given(st.integers(1, POINT_VALUE_LIMIT), currencies, st.integers(-POINTS_LIMIT, POINTS_LIMIT))
def test_point_value_is_exact(minor: int, currency: str, points: int) -> None:
    value = PointValue(minor, currency)
    assert parse_point_value(str(value)) == value
    assert value.text == str(value).split()[0]
    assert value.decimals == decimals_of(currency)
    amount = value.amount(points)
    assert amount == points * minor
    assert value.whole_points(amount) == points
    assert minor == 1 or value.whole_points(amount + 1) is None


@pytest.mark.parametrize(
    ("minor", "currency"),
    [(0, "EUR"), (-1, "EUR"), (POINT_VALUE_LIMIT + 1, "EUR"), (True, "EUR"), (25, "eur"), (25, "XXQ")],
)
def test_point_value_checks_itself(minor: int, currency: str) -> None:
    with pytest.raises(SheetError):
        PointValue(minor, currency)


@pytest.mark.parametrize(
    ("text", "points"),
    [("12", 12), ("+12", 12), ("-12", -12), ("−12", -12), (" 0 ", 0), ("-0", 0), ("010", 10),
     (str(POINTS_LIMIT), POINTS_LIMIT), (f"-{POINTS_LIMIT}", -POINTS_LIMIT)],
)  # fmt: skip
def test_points(text: str, points: int) -> None:
    assert parse_points(text) == points


@pytest.mark.parametrize(
    "text",
    ["", "-", "1.0", "1,5", "1e3", "1_000", "1,250", "1 250", "٣", "１２", "²", "0x10", "--1", "12p", "True", "1\n2",
     str(POINTS_LIMIT + 1), "9" * 5000],
)  # fmt: skip
def test_points_refused(text: str) -> None:
    with pytest.raises(SheetError) as caught:
        parse_points(text, where="Ann")
    fault = only_fault(caught)
    assert (fault.code, fault.where) == ("bad-points", "Ann")
    assert len(fault.message) < 120


def test_points_below_the_least() -> None:
    assert parse_points("1", least=1) == 1
    with pytest.raises(SheetError) as caught:
        parse_points("0", least=1)
    assert only_fault(caught).hint == "at least 1"


@pytest.mark.parametrize(
    ("total", "weights", "shares"),
    [
        (1000, 3, [334, 333, 333]),
        (-1000, 3, [-334, -333, -333]),
        (2, 3, [1, 1, 0]),
        (0, 2, [0, 0]),
        (100, [1, 1, 1, 0], [34, 33, 33, 0]),
        (10, [1, 2, 4], [1, 3, 6]),
        (1, [1, 2], [0, 1]),
        (7, 1, [7]),
    ],
)
def test_split(total: int, weights: int | list[int], shares: list[int]) -> None:
    assert split(total, weights) == shares


@pytest.mark.parametrize("weights", [0, -1, [], [0, 0], [2, -1]])
def test_split_refused(weights: int | list[int]) -> None:
    with pytest.raises(ValueError, match="cannot split"):
        split(100, weights)


@given(
    st.integers(-(10**15), 10**15),
    st.lists(st.integers(0, 10**9), min_size=1, max_size=9).filter(any),
)
def test_split_is_exact_and_fair(total: int, weights: list[int]) -> None:
    shares = split(total, weights)
    assert sum(shares) == total
    assert split(-total, weights) == [-share for share in shares]
    for share, weight in zip(shares, weights, strict=True):
        assert abs(share * sum(weights) - total * weight) < sum(weights)
        assert weight or not share


@pytest.mark.parametrize("module", ["money", "names", "evening/payouts"])
def test_no_binary_fractions(module: str) -> None:
    path = Path(ofc_score.__file__).parent / f"{module}.py"
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        line = getattr(node, "lineno", 0)
        assert not isinstance(node, ast.Div), "true division"
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), line
        assert not (isinstance(node, ast.Name) and node.id in ("float", "round")), line
