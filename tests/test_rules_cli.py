"""``ofc-score rules`` in a process of its own: every command, as text and JSON, and the two shapes of the card."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from ofc_score import load_ruleset
from ofc_score.reports.layout import columns
from ofc_score.reports.rulecard import card_html, card_text, differences_text
from ofc_score.rules.card import Card, card
from ofc_score.rules.describe import differences
from ofc_score.rules.files import VARIABLE, resolve
from ofc_score.rules.ruleset import build
from ofc_score.rules.schema import json_schema
from ofc_score.rules.template import full_text, starting_file
from ofc_score.rules.yaml import read

from .command import run
from .test_rulefiles import NAMES, ONLY_SHIPPED

HOUSE_RULES = Path(__file__).parent.parent / "examples" / "house-rules"
ALL = (*NAMES, *(str(path) for path in sorted(HOUSE_RULES.glob("*.yaml"))))


def _rules(folder: Path, *args: str, **env: str) -> tuple[int, str, str]:
    done = run(folder, "rules", *args, env=env)
    return done.returncode, done.stdout, done.stderr


def test_list_names_origins_and_what_hides_what(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "turbo.yaml").write_text("name: turbo\ntitle: Ours\nextends: turbo\n", encoding="utf-8")
    env = {VARIABLE: str(tmp_path / "own")}
    code, out, err = _rules(tmp_path, "list", **env)
    assert (code, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == sorted([*NAMES, "turbo"])
    turbo = [re.split(r"  +", line) for line in out.splitlines() if line.startswith("turbo")]
    assert turbo == [
        ["turbo", "Ours", VARIABLE], ["turbo", "Turbo OFC", f"shipped, hidden by the one from {VARIABLE}"],
    ]  # fmt: skip
    listed = json.loads(_rules(tmp_path, "list", "--json", **env)[1])["rulesets"]
    assert [(each["origin"], each["hidden_by"]) for each in listed if each["name"] == "turbo"] == [
        (VARIABLE, None), ("shipped", VARIABLE),
    ]  # fmt: skip


def test_show_prints_a_file_that_needs_no_other(tmp_path: Path) -> None:
    code, out, _ = _rules(tmp_path, "show", "progressive")
    assert code == 0
    assert out.startswith("# progressive in full\n# is progressive (shipped): ")
    assert "# extends pineapple (shipped): " in out
    (tmp_path / "progressive.yaml").write_text(out, encoding="utf-8")
    assert _rules(tmp_path, "check", "progressive.yaml")[:2] == (0, "progressive: no faults\n")
    assert load_ruleset(tmp_path / "progressive.yaml") == load_ruleset("progressive")
    document = json.loads(_rules(tmp_path, "show", "progressive", "--json")[1])
    assert document["fingerprint"] == load_ruleset("progressive").fingerprint()
    assert build(document["rules"]) == load_ruleset("progressive")
    assert [each["name"] for each in document["files"]] == ["progressive", "pineapple", "regular"]


@pytest.mark.parametrize("name", NAMES)
def test_full_text_reads_back(name: str) -> None:
    mapping = resolve(name, places=ONLY_SHIPPED).mapping
    document = read(full_text(mapping), typed=True)
    assert (document.value, document.faults) == (mapping, ())


def test_check_of_a_faulty_file(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(
        "name: x\nextends: pineapple\npoins: {row: 1}\nsurrender: no\nroyalties: {bottom: {flush: 1}}\n",
        encoding="utf-8",
    )
    code, out, err = _rules(tmp_path, "check", "x.yaml")
    assert (code, out) == (3, "")
    assert err.splitlines() == [
        "warning: line 5, royalties.bottom.flush: flush pays 1, the weaker straight pays 2 (is this intended?)",
        "error: 2 faults in the ruleset x.yaml",
        "  line 3, poins: there is no key 'poins' here (did you mean points?)",
        "  line 4, surrender: 'no' is neither a whole number nor none (write a whole number, as in 14)",
    ]
    code, out, err = _rules(tmp_path, "check", "x.yaml", "--json")
    error = json.loads(out)["error"]
    assert (code, err, error["code"]) == (3, "", "bad-rules")
    assert [(fault["code"], fault["where"], fault["line"]) for fault in error["faults"]] == [
        ("unknown-key", "line 3, poins", 3), ("wrong-type", "line 4, surrender", 4),
    ]  # fmt: skip


def test_check_reports_warnings_and_what_is_extended(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text("name: base\nextends: turbo\n", encoding="utf-8")
    text = "name: x\nextends: base.yaml\nroyalties: {bottom: {flush: 1}}\n"
    (tmp_path / "x.yaml").write_text(text, encoding="utf-8")
    code, out, err = _rules(tmp_path, "check", "x.yaml")
    lines = out.splitlines()
    assert (code, err, lines[-1]) == (0, "", "x: no faults")
    assert lines[0].startswith("warning: line 3, royalties.bottom.flush: ")
    assert lines[1] == "extends base (file): base.yaml"
    assert [line.split(":")[0] for line in lines[2:4]] == ["extends turbo (shipped)", "extends regular (shipped)"]
    document = json.loads(_rules(tmp_path, "check", "x.yaml", "--json")[1])
    assert [each["name"] for each in document["extends"]] == ["base", "turbo", "regular"]
    assert [warning["code"] for warning in document["warnings"]] == ["pays-less"]
    assert document["faults"] == []


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("check", "nope.yaml"), "cannot read the ruleset file nope.yaml: No such file or directory (check the path)"),
        (("check", "."), "no ruleset called '.' (known: " + ", ".join(NAMES) + ")"),
        (("table", "regulr"), "no ruleset called 'regulr' (did you mean regular?)"),
        (("diff", "regular", "turb"), "no ruleset called 'turb' (did you mean turbo?)"),
        (("show", "./x/"), "cannot read the ruleset file x: No such file or directory (check the path)"),
        (("new", "y", "--from", "pineaple"), "no ruleset called 'pineaple' (did you mean pineapple?)"),
    ],
)
def test_rulesets_that_are_not_there(args: tuple[str, ...], message: str, tmp_path: Path) -> None:
    assert _rules(tmp_path, *args) == (3, "", f"error: {message}\n")


def test_diff_in_words(tmp_path: Path) -> None:
    code, out, _ = _rules(tmp_path, "diff", "pineapple", str(HOUSE_RULES / "one-joker.yaml"))
    assert code == 0
    assert [line for line in out.splitlines() if line] == [
        "pineapple | one-joker",
        "THE GAME",
        "deck: 52 cards | 53 cards with one joker",
        "a joker: - | any card that is not already in its row",
        "POINTS BETWEEN TWO PLAYERS",
        "all three rows (scoop): 3 more | 1 more",
        "ROYALTIES",
        *(f"{rank * 3} on top pays {value} | 20" for value, rank in enumerate("23456789TJQKA", 10) if value != 20),
        "FANTASYLAND",
        "a player who stays is dealt: 14 cards | 15 cards",
        "QQ or better on top enters with 14 cards | with 15 cards",
        "SETTLING",
        "most that a player can win: what they have in front of them | no limit",
        "a stack that reached 0 in the count: is out of this hand | can still win",
    ]
    document = json.loads(_rules(tmp_path, "diff", "pineapple", "progressive", "--json")[1])
    assert document["differences"] == [
        {"group": "Fantasyland", "what": f"{rank} on top enters", "a": "with 14 cards", "b": f"with {cards} cards"}
        for rank, cards in (("KK or better", 15), ("AA or better", 16), ("trips", 17))
    ]


DIFFERENCES = {
    "full house": ("full-house-stay", "pineapple", ["full house or better in the middle stays yes | no"]),
    "2-4": ("two-four", "regular", [
        "all three rows (scoop): nothing more | 3 more",
        "more rows than the other (at least two): 1 more | nothing more",
    ]),
    "bonuses": ("chinese-bonus", "chinese", [
        "a royalty comes: on top of the row's point | in place of the row's point",
        "four of a kind in the middle pays 8 | 4", "straight flush in the middle pays 10 | 5",
        "royal flush in the middle pays 14 | 5", "royal flush at the bottom pays 7 | 5",
    ]),
}  # fmt: skip


@pytest.mark.parametrize(("house", "base", "lines"), DIFFERENCES.values(), ids=DIFFERENCES)
def test_differences_of_house_rules(house: str, base: str, lines: list[str]) -> None:
    found = differences(load_ruleset(HOUSE_RULES / f"{house}.yaml"), load_ruleset(base))
    text = differences_text((house, base), found, 100).splitlines()
    assert [line for line in text if line in lines] == lines


@pytest.mark.parametrize("name", ALL, ids=lambda name: Path(name).stem)
def test_a_ruleset_does_not_differ_from_itself(name: str) -> None:
    rules = load_ruleset(name)
    assert differences(rules, rules) == []
    assert differences_text(("a", "b"), []) == "a and b play the same"


@pytest.mark.parametrize("first", NAMES)
def test_differences_are_the_same_from_both_sides(first: str) -> None:
    for second in NAMES:
        one, other = load_ruleset(first), load_ruleset(second)
        there = {(each.group, each.what, each.first, each.second) for each in differences(one, other)}
        back = {(each.group, each.what, each.second, each.first) for each in differences(other, one)}
        assert there == back
        assert bool(there) == (first != second)


@pytest.mark.parametrize("name", ALL, ids=lambda name: Path(name).stem)
@pytest.mark.parametrize("width", [40, 57, 80, 100])
def test_the_card_fits(name: str, width: int) -> None:
    text = card_text(card(load_ruleset(name)), width)
    assert max(columns(line) for line in text.splitlines()) <= width


@pytest.mark.parametrize("name", ALL, ids=lambda name: Path(name).stem)
def test_both_cards_show_all_of_the_content(name: str) -> None:
    made = card(load_ruleset(name))
    text = re.sub(r"\s+", " ", card_text(made, 70))
    page = _Page(card_html(made)).text
    for words in _all_words(made):
        plain = re.sub(r"\s+", " ", words)
        assert plain in text or plain.upper() in text
        assert plain in page


def _all_words(made: Card) -> list[str]:
    found = [made.title]
    for section in made.sections:
        found += [section.heading, *section.lines]
        found += [part for pair in section.facts for part in pair]
        found += [part for row in section.table for part in row if part]
        found += [
            part for heading, listed in section.lists for part in (heading, *(p for pair in listed for p in pair))
        ]
    return [words for words in found if words]


class _Page(HTMLParser):
    """The text of a page, its tags, and whatever it would load from elsewhere."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[str] = []
        self.loads: list[str] = []
        self.feed(page)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.words))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.loads += [value or "" for name, value in attrs if name in ("src", "href", "onload", "style")]

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_card_holds_the_right_numbers() -> None:
    lines = [re.sub(r"(?<=\S)  +", " ", line) for line in card_text(card(load_ruleset("progressive")), 80).splitlines()]
    for line in (
        "pair on top: 66 1, 77 2, 88 3, 99 4, TT 5, JJ 6, QQ 7, KK 8, AA 9",
        "straight 4 2",
        "three of a kind 2 -",
        "royal flush 50 25",
        "  trips on top: 17 cards",
        "  four of a kind or better at the bottom",
        "a player who stays is dealt: 14 cards",
        "a foul pays each other player: three rows and the scoop",
        "most that a player can win: what they have in front of them",
    ):
        assert line in lines


def test_html_card(tmp_path: Path) -> None:
    text = "name: x\ntitle: '<script>alert(1)</script> & \"co\"'\nextends: pineapple\nnotes: '<b onload=x>'\n"
    (tmp_path / "x.yaml").write_text(text, encoding="utf-8")
    assert _rules(tmp_path, "table", "x.yaml", "--html", "card.html") == (0, "wrote card.html\n", "")
    source = (tmp_path / "card.html").read_text(encoding="utf-8")
    page = _Page(source)
    assert not {"script", "link", "img", "iframe"} & set(page.tags)
    assert page.loads == []
    assert "url(" not in source
    assert "http" not in source
    assert '<script>alert(1)</script> & "co"' in page.text
    assert "<b onload=x>" in page.text
    assert _rules(tmp_path, "table", "turbo", "--html", "card.html")[0] == 0
    assert "Turbo OFC" in (tmp_path / "card.html").read_text(encoding="utf-8")


def test_html_card_overwrites_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "mine.html").write_text("my page", encoding="utf-8")
    message = "error: mine.html exists and is no rules card (name another file)\n"
    assert _rules(tmp_path, "table", "turbo", "--html", "mine.html") == (2, "", message)
    assert (tmp_path / "mine.html").read_text(encoding="utf-8") == "my page"
    assert _rules(tmp_path, "table", "turbo", "--html", "nope/card.html")[0] == 2
    assert _rules(tmp_path, "table", "turbo", "--html", ".")[0] == 2


def test_table_as_text_and_json(tmp_path: Path) -> None:
    code, out, _ = _rules(tmp_path, "table", "chinese", COLUMNS="40")
    assert code == 0
    assert out.startswith("Chinese Poker (chinese)\n=======================\n")
    assert max(map(len, out.splitlines())) <= 40
    document = json.loads(_rules(tmp_path, "table", "chinese", "--json")[1])
    assert document["name"] == "chinese"
    assert ["dragon", "13"] in [fact for section in document["sections"] for fact in section["facts"]]


def test_new_writes_a_file_that_plays_as_its_base(tmp_path: Path) -> None:
    code, out, _ = _rules(tmp_path, "new", "ours", "--from", "progressive")
    assert (code, out) == (0, "wrote ours.yaml\nchange it, then: ofc-score rules check ours.yaml\n")
    assert _rules(tmp_path, "diff", "progressive", "ours.yaml")[1] == "progressive and ours play the same\n"
    assert _rules(tmp_path, "check", "ours.yaml")[1].endswith("ours: no faults\n")
    before = (tmp_path / "ours.yaml").read_bytes()
    message = "error: ours.yaml exists already (name another file; nothing was changed)\n"
    assert _rules(tmp_path, "new", "ours.yaml") == (2, "", message)
    assert (tmp_path / "ours.yaml").read_bytes() == before
    assert _rules(tmp_path, "new", "nope/ours")[0] == 2


def test_new_from_a_file_names_it_from_the_new_files_folder(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    assert _rules(tmp_path, "new", "a")[0] == 0
    assert _rules(tmp_path, "new", "sub/b", "--from", "a.yaml")[0] == 0
    assert 'extends: "../a.yaml"\n' in (tmp_path / "sub" / "b.yaml").read_text(encoding="utf-8")
    assert load_ruleset(tmp_path / "sub" / "b.yaml").cards_per_hand == 17


@pytest.mark.parametrize(
    "name", ["x y", "No", "007", "1e5", "José", "Zoë 🃏", "=1", "a: b", "#x", "'", '"', "true", "a\\b"]
)
def test_new_keeps_any_name(name: str) -> None:
    mapping = resolve("pineapple", places=ONLY_SHIPPED).mapping
    document = read(starting_file(name, name, "pineapple", mapping), typed=True)
    assert (document.value, document.faults) == ({"name": name, "title": name, "extends": "pineapple"}, ())


@pytest.mark.parametrize("name", ["a" * 41, "a\x1bb", "a\nb", "a\\b", "a\u202eb", "a\u200bb"], ids=ascii)
def test_new_writes_nothing_that_check_refuses(name: str, tmp_path: Path) -> None:
    code, out, err = _rules(tmp_path, "new", name)
    assert (code, out, list(tmp_path.iterdir())) == (2, "", [])
    assert re.fullmatch(r"error: no ruleset can be called '[\w\\.]+': .+ \(as in our-table\.yaml\)\n", err)


@pytest.mark.parametrize("file", [".", "..", "", "sub/", ".hidden", ".yaml"])
def test_new_needs_the_name_of_a_file(file: str, tmp_path: Path) -> None:
    error = f"error: '{file}' cannot be the name of a ruleset file (as in our-table.yaml)\n"
    assert _rules(tmp_path, "new", file) == (2, "", error)


@pytest.mark.parametrize("width", [40, 60, 80])
def test_lines_are_measured_in_cells(width: int, tmp_path: Path) -> None:
    wide = "日本語" * 13
    (tmp_path / "語.yaml").write_text(
        f"name: {'日本語' * 5}\ntitle: {wide}\nextends: pineapple\npoints: {{row: 3}}\nnotes: |\n  {wide} {wide}\n",
        encoding="utf-8",
    )
    (tmp_path / "broken.yaml").write_text(f"title: '{wide}\n" * 3, encoding="utf-8")
    (tmp_path / "long.yaml").write_text(f"title: {'x' * 5000}\n", encoding="utf-8")
    for args in (("list",), ("table", "語"), ("diff", "語", "chinese"), ("diff", "語", "語")):
        code, out, _ = _rules(tmp_path, *args, COLUMNS=str(width), **{VARIABLE: str(tmp_path)})
        assert code == 0
        assert max(map(columns, out.splitlines())) <= width


@pytest.mark.parametrize("name", NAMES)
def test_every_line_of_a_new_file_can_be_switched_on(name: str) -> None:
    mapping = resolve(name, places=ONLY_SHIPPED).mapping
    text = starting_file("x", "X", name, mapping)
    switched_on = re.sub(r"^#(?=\S|  )", "", text, flags=re.MULTILINE)
    assert switched_on.count("\n# ") > 12, "remarks stay remarks"
    document = read(switched_on, typed=True)
    assert document.faults == ()
    assert document.value == {**mapping, "name": "x", "title": "X", "extends": name}


def test_schema_is_what_the_types_say(tmp_path: Path) -> None:
    code, out, _ = _rules(tmp_path, "schema")
    assert (code, json.loads(out)) == (0, json_schema())
    assert all("description" in node or "$ref" in node for node in json_schema()["properties"].values())


@pytest.mark.parametrize("command", ["list", "show", "table", "check", "diff", "new", "schema"])
def test_help_has_an_example(command: str, tmp_path: Path) -> None:
    code, out, _ = _rules(tmp_path, command, "--help")
    assert code == 0
    assert f"Example:\n    ofc-score rules {command}" in out
