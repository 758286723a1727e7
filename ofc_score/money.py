"""Points and minor units, both whole numbers: reading what people type, one printing, splits that sum exactly.

An amount is a count of minor units (cents; whole yen; fils) of one currency. Nothing here ever becomes a binary
fraction: amounts are read digit by digit and printed with ``divmod``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, NoReturn

from ofc_score.errors import Fault, SheetError

POINTS: Final = "points"
"""The unit of balances where a point has no value in money."""
POINTS_LIMIT: Final = 1_000_000_000
# Bounds keep every product and sum of an evening inside a 64-bit column.
POINT_VALUE_LIMIT: Final = 100_000_000
AMOUNT_LIMIT: Final = 1_000_000_000_000_000

_BY_DECIMALS: Final = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF",
    2: "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP "
    "CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR "
    "JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN "
    "NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP "
    "SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD YER ZAR ZMW ZWG",
    3: "BHD IQD JOD KWD LYD OMR TND",
}
_DECIMALS: Final = {code: decimals for decimals, codes in _BY_DECIMALS.items() for code in codes.split()}
# What people write for a currency; the first code counts unless something else says which.
_SIGNS: Final = {
    "€": "EUR", "euro": "EUR", "euros": "EUR",
    "$": "USD AUD CAD NZD HKD SGD TWD MXN ARS CLP COP", "us$": "USD", "dollar": "USD AUD CAD NZD HKD SGD TWD",
    "dollars": "USD AUD CAD NZD HKD SGD TWD", "ca$": "CAD", "c$": "CAD", "a$": "AUD", "au$": "AUD", "nz$": "NZD",
    "hk$": "HKD", "s$": "SGD", "nt$": "TWD", "r$": "BRL",
    "£": "GBP EGP", "pound": "GBP", "pounds": "GBP", "¥": "JPY CNY", "￥": "JPY CNY", "yen": "JPY", "円": "JPY",
    "元": "CNY TWD", "fr": "CHF", "sfr": "CHF", "zł": "PLN", "kč": "CZK", "ft": "HUF", "lei": "RON",
    "₹": "INR", "₩": "KRW", "₽": "RUB", "₺": "TRY", "₴": "UAH", "₪": "ILS", "฿": "THB", "₫": "VND", "₱": "PHP",
    "₦": "NGN", "₸": "KZT", "₾": "GEL", "₡": "CRC",
    "kr": "SEK NOK DKK ISK",
}  # fmt: skip
# Equally common in several countries: ambiguous without a code.
_UNDECIDED: Final = frozenset({"kr"})
_SUBUNITS: Final = frozenset({"c", "ct", "cts", "cent", "cents", "¢", "p", "penny", "pence"})

# A number runs from the first digit (with a separator just before it: ".25") to the last one.
_SHAPE: Final = re.compile(r"(?s)(?P<before>.*?)(?P<number>(?:(?<!\w)[.,])?[0-9](?:.*[0-9])?)(?P<after>.*)")
_NUMBER: Final = re.compile(r"(?P<whole>[0-9]*)(?:(?P<mark>[.,])(?P<part>[0-9]+))?")
_GROUPED: Final = re.compile(r"[0-9]{1,3}(?:[.,'’\s][0-9]{3})*(?:[.,][0-9]+)?")
_POINTS: Final = re.compile(r"([+\-−]?)([0-9]+)")
_MINUS: Final = ("-", "−")


class _Typed(NamedTuple):
    """An amount as typed, before its currency is known; digits and the decimal mark are still text."""

    text: str
    negative: bool
    whole: str
    mark: str
    part: str
    signs: tuple[str, ...]
    where: str

    def fail(self, code: str, message: str, hint: str = "") -> NoReturn:
        """Refuse the amount."""
        _fail(code, message, self.where, hint)


@dataclass(frozen=True, slots=True)
class PointValue:
    """What one point is worth: ``minor`` whole minor units (25 for 0.25 EUR) of ``currency`` (ISO code).

    Raises ``SheetError`` unless the currency is known and ``minor`` a whole number from 1 up to a sane bound.
    """

    minor: int
    currency: str

    def __post_init__(self) -> None:
        decimals_of(self.currency)
        if type(self.minor) is not int or not 0 < self.minor <= POINT_VALUE_LIMIT:
            _fail("bad-point-value", f"a point cannot be worth {self.minor} minor units", "point", "at least 1")

    @property
    def decimals(self) -> int:
        """Decimals of the currency: 0, 2 or 3."""
        return decimals_of(self.currency)

    def amount(self, points: int) -> int:
        """Points as minor units, exact and with the sign kept."""
        return points * self.minor

    def whole_points(self, minor: int) -> int | None:
        """Minor units as points, or None where they are not a whole number of points."""
        points, rest = divmod(minor, self.minor)
        return None if rest else points

    @property
    def text(self) -> str:
        """The value without the code: ``0.25``."""
        return format_amount(self.minor, self.currency)

    def __str__(self) -> str:
        return format_amount(self.minor, self.currency, code=True)


def decimals_of(currency: str) -> int:
    """Decimals of an ISO currency code: 0 (JPY), 2 (EUR) or 3 (KWD). Raises ``SheetError`` for an unknown code."""
    decimals = _DECIMALS.get(currency)
    if decimals is None:
        _fail("unknown-currency", f"{_quote(currency)} is not a currency code", "", "write a code such as EUR or JPY")
    return decimals


def parse_point_value(text: str, *, where: str = "point") -> PointValue:
    """Read the value of one point with its currency: ``0.25 EUR``, ``0,25 €``, ``$0.25``, ``100 JPY``, ``0.100 KWD``.

    Raises ``SheetError``: no or unknown currency, zero or negative, more decimals than the currency has, ambiguous.
    """
    typed = _read(text, where)
    if not typed.signs:
        typed.fail("no-currency", f"{_quote(text)} names no currency", f"write {_hint_number(typed)} EUR, for example")
    currency = _currency(typed)
    minor = _minor(typed, currency)
    if typed.negative or not minor:
        typed.fail("bad-point-value", f"a point cannot be worth {_quote(text)}", "leave it out to play for points only")
    if minor > POINT_VALUE_LIMIT:
        typed.fail("bad-point-value", f"{_quote(text)} for a point is too much")
    return PointValue(minor, currency)


def parse_amount(text: str, currency: str, *, where: str = "amount", signed: bool = False) -> int:
    """Read an amount of ``currency`` as minor units: ``24.00``, ``24``, ``5,50``, ``€5``, ``5 EUR``; zero is read.

    ``signed`` lets a leading minus through. Raises ``SheetError``: not an amount, another currency, more decimals
    than the currency has, negative, or ambiguous (``1,250`` is 1250 to some and 1.25 to others).
    """
    decimals_of(currency)
    typed = _read(text, where)
    if typed.signs and currency not in (codes := _candidates(typed)):
        typed.fail("currency-mismatch", f"{_quote(text)} is in {codes[0]}, the stakes are in {currency}")
    minor = _minor(typed, currency)
    if typed.negative and not signed:
        typed.fail("negative-amount", f"{_quote(text)} is negative", "swap payer and receiver instead")
    return -minor if typed.negative else minor


def format_amount(minor: int, currency: str, *, code: bool = False) -> str:
    """Minor units as a plain decimal with all decimals of the currency: ``-0.25``, with ``code`` ``-0.25 EUR``.

    The same text is read back by ``parse_amount``; zero never has a sign. Points (``POINTS``) are printed as they are.
    """
    decimals = 0 if currency == POINTS else decimals_of(currency)
    whole, part = divmod(abs(minor), 10**decimals)
    text = f"{'-' if minor < 0 else ''}{whole}" + (f".{part:0{decimals}d}" if decimals else "")
    return f"{text} {currency}" if code else text


def parse_points(text: str, *, where: str = "points", least: int = -POINTS_LIMIT) -> int:
    """Read whole points, ``least`` to one thousand million: ``12``, ``+12``, ``-12``.

    Raises ``SheetError`` for fractions, ``1e3``, ``1_000``, separators, digits other than 0-9, and out of bounds.
    """
    found = _POINTS.fullmatch(text.strip())
    if not found:
        _fail("bad-points", f"{_quote(text)} is not a whole number of points", where, "digits 0 to 9 only, as in 1250")
    digits = found[2].lstrip("0") or "0"
    if len(digits) > len(str(POINTS_LIMIT)) or int(digits) > POINTS_LIMIT:
        _fail("bad-points", f"{_quote(text)} is out of bounds", where, f"at most {POINTS_LIMIT} points")
    points = -int(digits) if found[1] in _MINUS else int(digits)
    if points < least:
        _fail("bad-points", f"{points} is too few", where, f"at least {least}")
    return points


def split(total_minor: int, weights: int | Sequence[int]) -> list[int]:
    """Share an amount by weights, or equally among ``weights`` people; the shares sum to ``total_minor`` exactly.

    Largest remainder: every share is rounded towards zero, then the units left over go one each to the largest
    remainders, the earlier place first among equals. A negative total gives the negated shares; weight 0 gets 0.
    Raises ``ValueError`` for nobody to share with, a negative weight, or only zero weights.
    """
    parts = [1] * weights if isinstance(weights, int) else list(weights)
    whole = sum(parts)
    if not parts or min(parts) < 0 or not whole:
        raise ValueError(f"cannot split by {weights!r}")
    shares, rests = zip(*(divmod(abs(total_minor) * part, whole) for part in parts), strict=True)
    left = abs(total_minor) - sum(shares)
    lucky = set(sorted(range(len(parts)), key=lambda place: -rests[place])[:left])
    sign = -1 if total_minor < 0 else 1
    return [sign * (share + (place in lucky)) for place, share in enumerate(shares)]


def _fail(code: str, message: str, where: str, hint: str = "") -> NoReturn:
    raise SheetError.of([Fault(code, message, where, hint)], what="the " + (where or "amount"))


def _quote(text: str) -> str:
    """Typed text inside a message: escapes stay visible, and long text is cut."""
    return repr(text if len(text) <= 40 else text[:40] + "…")


def _read(text: str, where: str) -> _Typed:
    """Take an amount apart into sign, digits and currency signs; refuse what is no plain decimal."""
    if any(char.isnumeric() and not char.isascii() for char in text):
        _fail("bad-amount", f"{_quote(text)} is not an amount", where, "digits 0 to 9 only, as in 24.00")
    found = _SHAPE.fullmatch(text.strip())
    if not found or found["after"][:1] in (".", ","):
        _fail("bad-amount", f"{_quote(text)} is not an amount", where, "write it like 24.00")
    number = _NUMBER.fullmatch(found["number"])
    if not number:
        hint = "write it like 24.00"
        if _GROUPED.fullmatch(found["number"]):
            hint = "leave out the marks between thousands: 1250.00"
        _fail("bad-amount", f"{_quote(text)} is not an amount", where, hint)
    if found["before"].endswith((".", ",")):
        _fail("ambiguous-amount", f"{_quote(text)} can be read in two ways", where, "put a blank before the number")
    before, negative = _sign(found["before"].strip())
    signs = (*before.split(), *found["after"].split())
    return _Typed(text, negative, number["whole"], number["mark"] or "", number["part"] or "", signs, where)


def _sign(before: str) -> tuple[str, bool]:
    """The text before a number without its sign, which stands on either side of a currency (``-€5``, ``€-5``)."""
    for rest, sign in ((before[1:], before[:1]), (before[:-1], before[-1:])):
        if sign == "+" or sign in _MINUS:
            return rest.strip(), sign in _MINUS
    return before, False


def _candidates(typed: _Typed) -> tuple[str, ...]:
    """The currencies that the signs of an amount can stand for together, the likeliest first."""
    possible: tuple[str, ...] = ()
    for sign in typed.signs:
        word = sign.casefold().rstrip(".")
        if word in _SUBUNITS:
            typed.fail("bad-amount", f"{_quote(typed.text)} is in small change", "write 0.25 EUR for 25 cents")
        codes = (sign.upper(),) if sign.isascii() and sign.upper() in _DECIMALS else tuple(_SIGNS.get(word, "").split())
        if not codes:
            typed.fail("unknown-currency", f"{_quote(sign)} is not a currency", "write a code such as EUR or JPY")
        both = tuple(code for code in codes if code in possible) if possible else codes
        if not both:
            typed.fail("currency-mismatch", f"{_quote(typed.text)} names two currencies")
        possible = both
    return possible


def _currency(typed: _Typed) -> str:
    """The one currency that an amount names."""
    possible = _candidates(typed)
    if len(possible) > 1 and any(sign.casefold().rstrip(".") in _UNDECIDED for sign in typed.signs):
        typed.fail("unknown-currency", f"{_quote(typed.text)} may be {', '.join(possible)}", "write the code instead")
    return possible[0]


def _minor(typed: _Typed, currency: str) -> int:
    """The digits as minor units of ``currency``, without the sign."""
    decimals = decimals_of(currency)
    shown = _quote(typed.text)
    # With three decimals 1.250 is how the amount is printed; everywhere else it may as well be thousands.
    thousands = len(typed.part) == 3 and re.fullmatch("[1-9][0-9]{0,2}", typed.whole)
    if thousands and not (decimals == 3 and typed.mark == "."):
        small = f" or {typed.whole}.{typed.part if decimals == 3 else typed.part[:2]}" if decimals else ""
        typed.fail("ambiguous-amount", f"{shown} can be read in two ways", f"write {typed.whole}{typed.part}{small}")
    if len(typed.part) > decimals:
        what = f"{decimals} decimals" if decimals else "no decimals"
        typed.fail("too-many-decimals", f"{shown} has {len(typed.part)} decimals", f"{currency} has {what}")
    digits = (typed.whole + typed.part.ljust(decimals, "0")).lstrip("0") or "0"
    if len(digits) > len(str(AMOUNT_LIMIT)) or int(digits) > AMOUNT_LIMIT:
        typed.fail("bad-amount", f"{shown} is too much")
    return int(digits)


def _hint_number(typed: _Typed) -> str:
    return f"{typed.whole or '0'}" + (f".{typed.part}" if typed.part else "")
