"""The ruleset file's format as types: what `rules check` proves and `rules schema` prints come from these.

Every key is optional here, since a file may leave anything to the ruleset that it extends; `logic` sees to it
that a whole ruleset says everything. Imported only when somebody's own file is read: pydantic is heavy.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias

from pydantic import (
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    StrictBool,
    StrictStr,
    Tag,
    TypeAdapter,
    WithJsonSchema,
    with_config,
)
from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from ofc_score.cards.cards import RANKS
from ofc_score.cards.evaluate import CATEGORIES

MOST: Final = 1_000_000
MOST_CONDITIONS: Final = 50
# Marks in an error's place that stand for no key of the file. No key of a file can hold a NUL.
MAP, WORD, NUMBER = "\0map", "\0word", "\0number"


def _text(value: Any) -> Any:
    """A name or word that YAML took for a number or a truth value, as it was typed."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else value


def _map_or_word(value: Any) -> str:
    return MAP if isinstance(value, dict) else WORD


def _number_or_word(value: Any) -> str:
    return NUMBER if isinstance(value, int) and not isinstance(value, bool) else WORD


def _kind(value: Any) -> str:
    return MAP if isinstance(value, dict) else _number_or_word(value)


Points = Annotated[int, Field(strict=True, ge=0, le=MOST)]
Cards = Annotated[int, Field(strict=True, ge=13, le=54)]
Line = Annotated[StrictStr, Field(min_length=1, max_length=80, pattern=r"^[^\n\t]*$"), BeforeValidator(_text)]
Name = Annotated[StrictStr, Field(min_length=1, max_length=40, pattern=r"^[^\n\t/\\]*$"), BeforeValidator(_text)]
Notes = Annotated[StrictStr, Field(max_length=4000), BeforeValidator(_text)]
NoneWord = Annotated[Literal["none"], Tag(WORD)]

if TYPE_CHECKING:
    RankKey: TypeAlias = str
    HighKey: TypeAlias = str
    MiddleKey: TypeAlias = str
    TopWord: TypeAlias = str
    MiddleWord: TypeAlias = str
    BottomWord: TypeAlias = str
    Qualifier: TypeAlias = str
else:
    _HIGH = CATEGORIES[1:]
    _LOW_RANKS = tuple(RANKS[5:])

    def _word(*words: str) -> Any:
        # A bare 22 or 8 reaches an editor's schema as a number.
        shown = [*words, *(int(word) for word in words if word.isdigit())]
        return Annotated[Literal[words], BeforeValidator(_text), WithJsonSchema({"enum": shown})]

    RankKey = Literal[tuple(RANKS)]
    HighKey = Literal[_HIGH]
    MiddleKey = Literal[(*_HIGH, *_LOW_RANKS, "75432")]
    TopWord = _word("trips", *(rank * 2 for rank in RANKS), *(rank * 3 for rank in RANKS))
    MiddleWord = _word(*_HIGH, "75432")
    BottomWord = _word(*_HIGH)
    Qualifier = _word(*_LOW_RANKS)


_STRICT: Final = ConfigDict(extra="forbid")


def _said(words: str) -> Any:
    return Field(description=words)


@with_config(_STRICT)
class Players(TypedDict, total=False):
    """How many can play."""

    min: Annotated[int, Field(strict=True, ge=2, le=4), _said("Fewest players.")]
    max: Annotated[int, Field(strict=True, ge=2, le=4), _said("Most players dealt into one hand.")]


@with_config(_STRICT)
class Deck(TypedDict, total=False):
    """The cards in play."""

    jokers: Annotated[int, Field(strict=True, ge=0, le=2), _said("Jokers in the deck: 0, 1 or 2.")]


_Dealt = Annotated[int, Field(strict=True, ge=1, le=13)]


@with_config(_STRICT)
class Deal(TypedDict, total=False):
    """How the cards come."""

    first: Annotated[_Dealt, _said("Cards in the first deal.")]
    then: Annotated[_Dealt, _said("Cards in every later deal.")]
    keep: Annotated[_Dealt, _said("How many of those go on the board.")]


@with_config(_STRICT)
class PointValues(TypedDict, total=False):
    """Points between two players."""

    row: Annotated[Points, _said("Points for a row won.")]
    scoop: Annotated[Points, _said("Extra points for winning all three rows.")]
    overall: Annotated[Points, _said("Extra points for winning more rows than the other, at least two.")]


@with_config(_STRICT)
class LowMiddle(TypedDict, total=False):
    """A middle row that is played for low."""

    low: Annotated[Literal["deuce-to-seven"], _said("The low that is played.")]
    qualifier: Annotated[Qualifier, _said("Highest card that a low may have; anything else is a foul.")]


@with_config(_STRICT)
class Rows(TypedDict, total=False):
    """What the rows are played for."""

    middle: Annotated[
        Annotated[Literal["high"], Tag(WORD)] | Annotated[LowMiddle, Tag(MAP)],
        Discriminator(_map_or_word),
        _said("high, or {low: deuce-to-seven, qualifier: T}."),
    ]


_RankValues = Annotated[
    Annotated[Points, Tag(NUMBER)] | NoneWord | Annotated[dict[RankKey, Points], Tag(MAP)], Discriminator(_kind)
]


@with_config(_STRICT)
class TopRoyalties(TypedDict, total=False):
    """What the top row pays."""

    pair: Annotated[_RankValues, _said("Points per rank of the pair, or one number for every pair.")]
    trips: Annotated[_RankValues, _said("Points per rank of the trips, or one number for all trips.")]


@with_config(_STRICT)
class Royalties(TypedDict, total=False):
    """Bonuses for strong rows."""

    paid: Annotated[Literal["all", "row-winner"], _said("To everybody, or only to the winner of each row.")]
    mode: Annotated[Literal["add", "replace"], _said("Add to the row's point, or replace it.")]
    top: Annotated[
        NoneWord | Annotated[TopRoyalties, Tag(MAP)],
        Discriminator(_map_or_word),
        _said("What pairs and trips on top pay, or none."),
    ]
    middle: Annotated[
        NoneWord | Annotated[dict[MiddleKey, Points], Tag(MAP)],
        Discriminator(_map_or_word),
        _said("What the middle row pays, by category; a low middle by its highest card, and 75432; or none."),
    ]
    bottom: Annotated[
        NoneWord | Annotated[dict[HighKey, Points], Tag(MAP)],
        Discriminator(_map_or_word),
        _said("What the bottom row pays, by category, or none."),
    ]


@with_config(_STRICT)
class FoulTerms(TypedDict, total=False):
    """What a fouled board costs."""

    pays: Annotated[
        Annotated[Points, Tag(NUMBER)] | Annotated[Literal["scoop", "rows"], Tag(WORD)],
        Discriminator(_number_or_word),
        _said("What a foul costs: scoop (rows and scoop), rows, or a number of points."),
    ]
    pays_royalties: Annotated[StrictBool, _said("Whether a foul also pays the other's royalties.")]
    tie_legal: Annotated[StrictBool, _said("Whether a middle exactly equal to the bottom is legal.")]


class _RowConditions(TypedDict, total=False):
    top: Annotated[TopWord, _said("Top row at least so strong: QQ, trips, 88, 222 ...")]
    middle: Annotated[MiddleWord, _said("Middle row of this category or better; a low middle: 75432.")]
    bottom: Annotated[BottomWord, _said("Bottom row of this category or better.")]


@with_config(_STRICT)
class Stay(_RowConditions, total=False):
    """A way to stay in Fantasyland; several rows in one entry: all of them."""


@with_config(_STRICT)
class Enter(_RowConditions):
    """A way into Fantasyland; several rows in one entry: all of them."""

    cards: Annotated[Cards, _said("How many cards the player is dealt in Fantasyland.")]


def _names_a_row(value: Any) -> Any:
    if isinstance(value, dict) and not {"top", "middle", "bottom"} & value.keys():
        raise ValueError("no row is named")
    return value


@with_config(_STRICT)
class FantasylandTerms(TypedDict, total=False):
    """Who enters and stays, and with how many cards."""

    enter: Annotated[
        list[Annotated[Enter, BeforeValidator(_names_a_row)]],
        Field(max_length=MOST_CONDITIONS),
        _said("Ways into Fantasyland; the highest number of cards that applies counts."),
    ]
    stay: Annotated[
        list[Annotated[Stay, BeforeValidator(_names_a_row)]],
        Field(max_length=MOST_CONDITIONS),
        _said("Ways to stay, for a player who is in Fantasyland already."),
    ]
    stay_cards: Annotated[
        Annotated[Cards, Tag(NUMBER)] | Annotated[Literal["entry"], Tag(WORD)],
        Discriminator(_number_or_word),
        _said("Cards for a player who stays: a number, or entry (as many as they entered with)."),
    ]
    button: Annotated[Literal["frozen", "moves"], _said("Whether the button waits for Fantasyland hands.")]
    last_player: Annotated[
        Literal["buy-in", "lapse"],
        _said("When only a player with Fantasyland pending has points: the others may buy in, or it lapses."),
    ]


# The call form of TypedDict, since these keys have hyphens.
Naturals = TypedDict(
    "Naturals",
    {
        "six-pairs": Annotated[Points, _said("Six pairs: points from each opponent.")],
        "three-straights": Annotated[Points, _said("Three straights: points from each opponent.")],
        "three-flushes": Annotated[Points, _said("Three flushes: points from each opponent.")],
        "dragon": Annotated[Points, _said("One card of each rank: points from each opponent.")],
        "versus": Annotated[Literal["higher"], _said("Natural against natural: the higher collects its value.")],
    },
    total=False,
)
with_config(_STRICT)(Naturals)


@with_config(_STRICT)
class CountTerms(TypedDict, total=False):
    """How points become chips."""

    order: Annotated[Literal["pairs", "payer"], _said("Who counts against whom first.")]
    loser_cap: Annotated[StrictBool, _said("Nobody loses more than they have in front of them.")]
    winner_cap: Annotated[StrictBool, _said("Nobody wins more than they have in front of them.")]
    bust_leaves_hand: Annotated[StrictBool, _said("A stack that reached 0 takes no further part in the hand.")]


@with_config(_STRICT)
class SetTerms(TypedDict, total=False):
    """What may happen when in a set."""

    rebuy: Annotated[Literal["set-end", "any-hand", "never"], _said("When buying in counts.")]
    join: Annotated[Literal["set-start", "any-hand"], _said("When a new player may join.")]
    sit_out: Annotated[Literal["forced", "allowed"], _said("Whether a player may sit a hand out.")]


@with_config(ConfigDict(extra="forbid", title="ofc-score ruleset"))
class RulesetFile(TypedDict, total=False):
    """A ruleset file of ofc-score."""

    name: Annotated[Name, _said("Short name, printed with every result; best the same as the file's.")]
    title: Annotated[Line, _said("The name in full, for the rules card.")]
    extends: Annotated[Line, _said("The ruleset that this one starts from, by name or path.")]
    notes: Annotated[Notes, _said("What is agreed beyond the numbers; printed on the rules card, line by line.")]
    players: Annotated[Players, _said("How many can play.")]
    deck: Annotated[Deck, _said("The cards in play.")]
    deal: Annotated[Deal, _said("How the cards come.")]
    dealer_sits_out: Annotated[StrictBool, _said("One player more than max may sit down; the button rests.")]
    points: Annotated[PointValues, _said("Points between two players.")]
    rows: Annotated[Rows, _said("What the middle row is played for.")]
    royalties: Annotated[
        NoneWord | Annotated[Royalties, Tag(MAP)],
        Discriminator(_map_or_word),
        _said("Bonuses for strong rows, or none."),
    ]
    foul: Annotated[FoulTerms, _said("What a fouled board costs.")]
    fantasyland: Annotated[
        NoneWord | Annotated[FantasylandTerms, Tag(MAP)], Discriminator(_map_or_word), _said("Fantasyland, or none.")
    ]
    naturals: Annotated[
        NoneWord | Annotated[Naturals, Tag(MAP)],
        Discriminator(_map_or_word),
        _said("Declared thirteen-card hands of the closed game, or none."),
    ]
    surrender: Annotated[
        Annotated[Points, Tag(NUMBER)] | NoneWord,
        Discriminator(_number_or_word),
        _said("What a surrender pays to each opponent, or none."),
    ]
    count: Annotated[CountTerms, _said("How points become chips.")]
    set: Annotated[SetTerms, _said("What may happen when in a set.")]


FORMAT: Final[TypeAdapter[RulesetFile]] = TypeAdapter(RulesetFile)
"""Validates what a file says; its errors carry places in which `MAP`, `WORD` and `NUMBER` are to be left out."""


@cache
def json_schema() -> dict[str, Any]:
    """The JSON Schema of a ruleset file, for editors. Made once: it is not to be changed."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **FORMAT.json_schema()}
