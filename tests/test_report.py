"""The report: numbers as in the JSON, nothing that runs, nothing from outside, every hand on it; in a real browser."""

from __future__ import annotations

import html
import json
import os
import random
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from ofc_score import read_table
from ofc_score.boards.board import CARDS
from ofc_score.errors import OfcError
from ofc_score.evening.events import Buy, Fix, Hand, Join, Leave
from ofc_score.evening.session import Session
from ofc_score.evening.state import State
from ofc_score.ledger.store import open_ledger
from ofc_score.reports.chart import HEIGHTS, Line, Point, chart_svg, stack_lines
from ofc_score.reports.chart_text import HEIGHT, chart_text
from ofc_score.reports.html import MARK
from ofc_score.reports.layout import columns

from .ledgercli import Cli
from .ledgergen import BOARDS, book_all, evening, setup, template

QUEENS = "QhQd2c / KsKd8h8c3d / AhTh7h5h2h"
JACKS = "JsJd5c / TsTd7s7c3h / 9c8d7d6s5d"
EVIL = ("<script>alert(1)</script>", '"><img src=//x.test onerror=alert(2)>', "&lt;b&gt; {{ 7*7 }} </style>")
VOID = {"meta", "input", "br", "img", "link"}
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
browser = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine: the page is not looked at")


class Page(HTMLParser):
    """The page as a browser reads it: elements with their classes, and texts. Every tag must be closed in its place."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[tuple[str, dict[str, str | None]]] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[tuple[str, ...], str]] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append((tag, dict(attrs)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append((tuple(f"{tag}.{attrs.get('class') or ''}" for tag, attrs in self.open), data.strip()))

    def within(self, *path: str) -> list[str]:
        """The texts inside elements whose tag.class begin so, from the outside in."""
        return [text for where, text in self.texts if _inside(where, path)]

    def count(self, tag: str, kind: str) -> int:
        """How many elements have this tag and, among others, this class."""
        return sum(name == tag and kind in (attrs.get("class") or "").split() for name, attrs in self.elements)


def _inside(where: tuple[str, ...], path: tuple[str, ...]) -> bool:
    left = iter(where)
    return all(any(one.startswith(part) for one in left) for part in path)


def _cli(folder: Path) -> Cli:
    return Cli(folder / "ledger.db")


def _report(cli: Cli, file: Path) -> tuple[str, Page]:
    cli.ok("report", str(file))
    text = file.read_text(encoding="utf-8")
    return text, Page(text)


def _booked(cli: Cli, session: Session) -> None:
    with open_ledger(cli.db, create=True) as ledger:
        book_all(ledger, session)


def _balances(page: Page) -> list[list[str]]:
    """The rows of the balances as printed: name, values."""
    rows: list[list[str]] = []
    for where, text in page.texts:
        if _inside(where, ("table.balances", "tbody", "th")) and where[-1] == "bdi.":
            rows.append([text])
        elif _inside(where, ("table.balances", "tbody", "td")):
            rows[-1].append(text)
    return rows


def _plus(value: int | str) -> str:
    return f"+{value}" if str(value).strip("0.-") and not str(value).startswith("-") else str(value)


@pytest.mark.parametrize("seed", range(16))
def test_numbers_are_those_of_the_json(seed: int, tmp_path: Path) -> None:
    cli = _cli(tmp_path)
    _booked(cli, evening(seed))
    _, page = _report(cli, tmp_path / "night.html")
    told: list[list[str]] = []
    for account in cli.ok("balances", "--json").json["accounts"]:
        several = any(str(it["before"]).strip("0.") for it in account["players"].values())
        apart = any(it["table"] != it["tonight"] for it in account["players"].values())
        for name, it in account["players"].items():
            columns = [
                *(("points", "table") if apart else ()),
                *(("tonight", "before", "total") if several else ("tonight",)),
            ]
            told.append([name, *(_plus(it[column]) for column in columns)])
    assert _balances(page) == told
    paid = [f"{it['amount'] or it['points']}" for it in cli.ok("payouts", "--json").json["payments"]]
    assert [text.split()[0] for text in page.within("ul.payments", "b.")] == paid


@pytest.mark.parametrize("seed", range(16))
def test_every_hand_is_on_it(seed: int, tmp_path: Path) -> None:
    cli = _cli(tmp_path)
    session = evening(seed)
    _booked(cli, session)
    _, page = _report(cli, tmp_path / "night.html")
    state = session.state
    ids = [attrs.get("id") for tag, attrs in page.elements if tag == "article"]
    assert ids == [f"hand-{record.number}" for record in state.hands]
    players = [player for record in state.hands for player in record.table.players.values()]
    assert page.count("div", "fouled") == sum(player.foul for player in players)
    laid = sum(13 for player in players if player.board.kind == CARDS or player.natural)
    assert sum(tag == "b" and (attrs.get("class") or "") in FACES for tag, attrs in page.elements) == laid
    nets = [int(text) for text in page.within("article", "b.net")]
    assert nets == [record.moved.get(name, 0) for record in state.hands for name in record.table.players]
    fixed = sum(record.fixed for record in state.hands)
    assert page.within("article", "span.badge warn") == ["corrected"] * fixed
    for player in players:
        if player.foul:
            assert any(str(player.reason) in text for text in page.within("article", "p.why"))
    flags = [flag for record in state.hands for flag in record.flags]
    assert [text for text in page.within("article", "p.flag") if "difference booked later" not in text] == flags
    assert len(page.within("section.log", "li", "span.said")) == len(session.events)


FACES = {"c", "d", "h", "s", "n", "cj", "dj", "hj", "sj", "nj"}


def _evil(folder: Path) -> Cli:
    cli = _cli(folder)
    players = ",".join(f"{name}=100" for name in EVIL)
    cli.ok("start", "--rules", "pineapple", "--players", players, "--point", "0.25 EUR", "--name", EVIL[0])
    cli.ok("hand", QUEENS, JACKS, "foul")
    cli.ok("expense", EVIL[0], "3.00", "--for", "all", "--why", EVIL[1])
    cli.ok("note", EVIL[2])
    return cli


def test_names_with_html_are_inert(tmp_path: Path) -> None:
    text, page = _report(_evil(tmp_path), tmp_path / "evil.html")
    assert not {tag for tag, _ in page.elements} & {
        "script",
        "img",
        "iframe",
        "object",
        "embed",
        "link",
        "base",
        "form",
    }
    assert not [name for _, attrs in page.elements for name in attrs if name.startswith("on")]
    assert text.count("<style>") == text.count("</style>") == 1
    assert "49 " not in text.split("</style>")[1].split("Rules:")[0]
    for name in EVIL:
        assert name in page.within("table.balances", "bdi")
    assert page.within("h1") == [EVIL[0]]


def test_nothing_comes_from_outside(tmp_path: Path) -> None:
    text, page = _report(_evil(tmp_path), tmp_path / "evil.html")
    for _, attrs in page.elements:
        assert (attrs.get("href") or "#").startswith("#")
        assert not {"src", "srcset", "action", "data", "poster"} & set(attrs)
    style = text.split("<style>")[1].split("</style>")[0]
    assert "url(" not in style
    assert "@import" not in style
    policy = next(attrs["content"] for _, attrs in page.elements if attrs.get("http-equiv"))
    assert policy == "default-src 'none'; style-src 'unsafe-inline'"


def test_two_hundred_hands_stay_below_a_megabyte(tmp_path: Path) -> None:
    cli = _cli(tmp_path)
    _booked(cli, template(("Ann", "Bob", "Cy"), 200))
    text, page = _report(cli, tmp_path / "long.html")
    assert page.count("article", "") == 0
    assert sum(tag == "article" for tag, _ in page.elements) == 200
    assert len(text.encode()) < 1_000_000


def test_rules_and_corrections_are_on_it(tmp_path: Path) -> None:
    cli = _cli(tmp_path)
    cli.ok("start", "--rules", "pineapple", "--players", "Ann=100,Bob=100")
    cli.ok("hand", QUEENS, JACKS)
    cli.ok("hand", "K32 AAJT9 22345", "foul")
    cli.ok("fix", "1", "Bob: foul", "--replay")
    cli.ok("void", "2", "--replay")
    _, page = _report(cli, tmp_path / "night.html")
    assert "Rules: Pineapple" in page.within("section.rules", "h2")
    assert page.within("section.rules", "h3") == [
        "The game", "Points between two players", "Royalties", "Foul", "Fantasyland", "Settling", "Notes"
    ]  # fmt: skip
    assert "corrected" in page.within("article", "h3")
    assert "Hand 2 was voided" in page.within("p.entry")
    assert "fix hand 1, later hands settled again: Bob: foul" in page.within("section.log", "span.said")
    assert page.within("section.log", "span.badge warn") == ["voided"]
    assert any("not closed yet" in text for text in page.within("p.facts"))


def test_every_game_has_its_rules(tmp_path: Path) -> None:
    cli = _cli(tmp_path)
    cli.ok("start", "--rules", "regular", "--players", "Ann,Bob")
    cli.ok("hand", QUEENS, JACKS)
    cli.ok("switch", "pineapple", "--from-hand", "1", "--why", "wrong game")
    cli.ok("hand", "K32 QQ985 22345", "foul")
    _, page = _report(cli, tmp_path / "night.html")
    assert [text for text in page.within("section.rules", "h2") if text.startswith("Rules")] == ["Rules: Pineapple"]


# The file


def test_only_a_report_is_written_over(tmp_path: Path) -> None:
    cli = _evil(tmp_path)
    file = tmp_path / "night.html"
    cli.ok("report", str(file))
    assert file.read_text(encoding="utf-8").splitlines()[:2] == ["<!DOCTYPE html>", MARK]
    cli.ok("report", str(file))
    file.write_text("a letter to my mother", encoding="utf-8")
    assert cli("report", str(file)).code == 2
    assert file.read_text(encoding="utf-8") == "a letter to my mother"
    cli.ok("report", str(file), "--force")
    assert MARK in file.read_text(encoding="utf-8")
    assert cli("report", str(tmp_path)).code == 2
    assert cli("report", str(tmp_path / "no" / "such" / "folder.html")).code == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ledger.db", "night.html"]


def test_json_says_where(tmp_path: Path) -> None:
    cli = _evil(tmp_path)
    file = tmp_path / "night.html"
    told = cli.ok("report", str(file), "--json").json
    assert told == {"format": 1, "session": 1, "report": str(file), "bytes": file.stat().st_size}


@pytest.mark.parametrize(("name", "told"), [
    ("night.csv", "not .csv (name it night.html; export --csv night.csv writes rows for other programs)"),
    ("night.JSON", "not .JSON (name it night.html; export --json night.JSON writes the session for other programs)"),
    ("night.yaml", "not .yaml (name it night.html; export --sheet night.yaml writes a score sheet)"),
    ("night.yml", "not .yml (name it night.html; export --sheet night.yml writes a score sheet)"),
    ("night.txt", "not .txt (name it night.html; message prints the evening as text)"),
    ("night.pdf", "not .pdf (name it night.html; a browser prints the page to PDF)"),
    ("night.xlsx", "not .xlsx (name it night.html)"),
], ids=lambda it: it if it.startswith("night") else "")  # fmt: skip
def test_a_page_is_not_written_under_the_name_of_something_else(name: str, told: str, tmp_path: Path) -> None:
    cli = _evil(tmp_path)
    for force in ([], ["--force"]):
        done = cli("report", str(tmp_path / name), *force)
        assert (done.code, done.err) == (2, f"error: the report is a page for a browser, {told}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["ledger.db"]


@pytest.mark.parametrize("name", ["night.htm", "NIGHT.HTML", "night"])
def test_names_of_a_page(name: str, tmp_path: Path) -> None:
    _evil(tmp_path).ok("report", str(tmp_path / name))
    assert (tmp_path / name).read_text(encoding="utf-8").splitlines()[1] == MARK


# The chart


@pytest.mark.parametrize("seed", range(20))
def test_lines_end_where_the_stacks_are(seed: int) -> None:
    session = evening(seed)
    state = session.state
    lines = {line.player: line.points for line in stack_lines(session)}
    assert {name: lines[name][-1].stack for name in state.seats} == dict(state.stacks)
    landed = {(record.number, name) for record in state.hands for name in record.table.fantasyland}
    assert {(point.hand, name) for name, points in lines.items() for point in points if point.land} == landed
    for record in state.hands:
        for name, points in lines.items():
            here = [point.stack for point in points if point.hand == record.number]
            assert here in ([record.stacks[name]] if name in record.stacks else [], [record.stacks.get(name)])
    started = {name: points or 0 for name, points in session.setup.players.items()}
    for name, points in lines.items():
        first = points[0].stack
        assert name not in started or first == started[name]
        left = name in state.taken or name not in state.seats
        assert left or first + sum(point.bought for point in points) == state.bought[name]


def _ends_are_right(session: Session) -> None:
    state = session.state
    lines = stack_lines(session)
    assert {line.player for line in lines} == set(state.bought)
    assert sum(line.points[-1].stack + line.away for line in lines) == sum(state.bought.values())
    for line in lines:
        left = line.points[-1].stack + line.away - state.stacks.get(line.player, 0)
        assert left == state.taken.get(line.player, 0)
        places = [(point.place, point.hand) for point in line.points]
        assert len({*places}) == len(places)
        assert [place for place, _ in places] == sorted(place for place, _ in places)


@pytest.mark.parametrize("seed", range(60))
def test_the_chips_of_all_are_those_bought(seed: int) -> None:
    _ends_are_right(evening(seed))


def test_the_chips_of_all_are_those_bought_where_many_come_and_go() -> None:
    differences = returns = 0
    for seed in range(60):
        rng = random.Random(seed)
        session = Session(setup("Ann", "Bob", "Cy", points=60))
        for _ in range(20):
            before = session.state
            happens = (_played, _played, _left, _back, _bought_more, _differs) if len(before.seats) > 1 else (_back,)
            try:
                state = session.add(rng.choice(happens)(rng, before))
            except OfcError:
                continue
            _ends_are_right(session)
            gone = {name: points for name, points in state.taken.items() if name not in state.seats}
            differences += any(before.taken.get(name, points) != points for name, points in gone.items())
            returns += bool(set(state.taken) & set(state.seats))
    assert min(differences, returns) > 20


def _played(rng: random.Random, state: State) -> Hand:
    boards = dict(zip(state.next.playing, rng.sample(BOARDS, len(state.next.playing)), strict=True))
    return Hand(read_table(boards, state.rules), fantasyland={})


def _left(rng: random.Random, state: State) -> Leave:
    return Leave(rng.choice(state.seats), forced=True)


def _back(rng: random.Random, state: State) -> Join:
    away = [name for name in ("Ann", "Bob", "Cy", "Dee") if name not in state.seats]
    return Join(rng.choice(away), rng.choice((20, 60)), None, forced=True)


def _bought_more(rng: random.Random, state: State) -> Buy:
    return Buy({rng.choice(state.seats): 30})


def _differs(rng: random.Random, state: State) -> Fix:
    record = rng.choice(state.hands) if state.hands else None
    name = rng.choice([*record.table.totals]) if record else "Ann"
    board = read_table({name: rng.choice(BOARDS)}, state.rules)
    return Fix(record.entry if record else 1, board, difference=True)


LEAVER = ("QJ2 KK883 AA994", "KJ2 KK883 AA994", "KJ3 KK883 AA994")


def _leaver(folder: Path) -> Cli:
    cli = _cli(folder)
    cli.ok("start", "--rules", "pineapple", "--players", "Ann=100,Bob=100,Cy=100")
    for board in LEAVER:
        cli.ok("hand", board, "foul", "foul")
    cli.ok("leave", "Bob")
    cli.ok("fix", "1", "Bob: Q42 KK774 AAJJ3", "--difference")
    return cli


def test_a_difference_reaches_the_line_of_whoever_left(tmp_path: Path) -> None:
    cli = _leaver(tmp_path)
    assert "A Ann 131 · B Bob 93 · C Cy 76" in cli.ok("status", "--chart").lines
    _, page = _report(cli, tmp_path / "night.html")
    assert page.within("ul.legend", "li.line", "b.") == ["131", "93", "76"]


def test_whoever_comes_back_has_his_first_chips_too(tmp_path: Path) -> None:
    cli = _leaver(tmp_path)
    cli.ok("join", "Bob", "60")
    assert "A Ann 131 · B Bob 60 (and 93 before leaving) · C Cy 76" in cli.ok("status", "--chart").lines
    _, page = _report(cli, tmp_path / "night.html")
    assert page.within("ul.legend", "li.line", "span") == ["and 93 before leaving"]


def test_no_chart_before_the_first_hand() -> None:
    assert chart_svg([Line("Ann", (Point(0, 0, 100),))], "wide") == ""


@pytest.mark.parametrize("shape", HEIGHTS)
def test_everything_is_drawn_inside(shape: str) -> None:
    lines = [
        Line("Ann", (Point(0, 0, 10), Point(1, 1, -300, True), Point(2, 2, 1_000_000))),
        Line("Bob", (Point(0, 0, 5), Point(1, 1, 0), Point(2, 2, 70, False, 60), Point(3, 0, 7))),
    ]
    svg = chart_svg(lines, shape)
    assert svg.count('class="land"') == 1
    assert svg.count('class="bought"') == 1
    for points in re.findall(r'points="([^"]+)"', svg):
        for x, y in (pair.split(",") for pair in points.split()):
            assert 0 <= int(x) <= 4800
            assert 0 <= int(y) <= HEIGHTS[shape]


@pytest.mark.parametrize("width", [24, 40, 80, None])
@pytest.mark.parametrize("seed", [2, 5, 9])
def test_the_chart_in_a_terminal(seed: int, width: int | None) -> None:
    session = evening(seed)
    state = session.state
    drawn = chart_text(stack_lines(session), width)
    lines = drawn.splitlines()
    assert width is None or max(map(columns, lines)) <= width
    legend = " ".join(" ".join(lines[HEIGHT + 2 :]).split())
    for name, stack in state.stacks.items():
        assert f"{name} {stack}" in legend
    landed = any(record.table.fantasyland for record in state.hands)
    assert ("in Fantasyland" in drawn) == landed


@pytest.mark.parametrize("width", [40, 60])
@pytest.mark.parametrize("hands", [11, 16, 40])
def test_a_chart_of_many_hands_fits_a_narrow_terminal(hands: int, width: int, tmp_path: Path) -> None:
    cli = _cli(tmp_path)
    _booked(cli, template(("Alexandra", "Bartholomew", "Wilhelmina-Charlotte"), hands))
    cli.extra["COLUMNS"] = str(width)
    lines = cli.ok("status", "--chart").lines
    assert max(map(columns, lines)) <= width
    assert any(line.rstrip(":").endswith("in Fantasyland") for line in lines)
    stacks = cli.booked().state.stacks
    assert {f"{name[0]} {name} {stack}" for name, stack in stacks.items()} <= {
        entry for line in lines for entry in line.split(" · ")
    }


def test_a_small_chart_in_a_terminal() -> None:
    lines = [
        Line("Ann", (Point(0, 0, 100), Point(1, 1, 60), Point(2, 3, 120, True))),
        Line("Al", (Point(0, 0, 100), Point(1, 1, 140), Point(2, 3, 80, False, 20))),
    ]
    assert chart_text(lines, 40).splitlines() == [
        "150 |",
        "    |   1",
        "    |      A",
        "    |",
        "100 |*",
        "    |",
        "    |      1",
        "    |   A",
        " 50 |",
        "    |",
        "    |",
        "    |",
        "  0 |",
        "    +---------",
        "        1  3",
        "           A  in Fantasyland",
        "           1  bought in",
        "A Ann 120 · 1 Al 80",
    ]
    assert chart_text([Line("Ann", (Point(0, 0, 100),))]) == ""


# In a browser


def _chromium(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    assert CHROMIUM is not None
    plain = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--hide-scrollbars",
             "--no-first-run", "--disable-component-update")  # fmt: skip
    profile = folder / "profile"
    return subprocess.run(
        [CHROMIUM, *plain, f"--user-data-dir={profile}", *args], capture_output=True, text=True, timeout=120,
        check=True, env={**os.environ, "HOME": str(folder)},
    )  # fmt: skip


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with long names, markup in names and thirty hands."""
    folder = tmp_path_factory.mktemp("browser")
    cli = _cli(folder)
    _booked(cli, template(("Ann", "Wilhelmina-Charlotte van den Bergh-Müll", EVIL[1]), 30))
    cli.ok("report", str(folder / "night.html"))
    return folder / "night.html"


_MEASURE = """<title>?</title><iframe style="width:{width}px;height:900px;border:0" srcdoc="{page}"></iframe><script>
onload = () => {{
  const seen = document.querySelector("iframe").contentDocument, root = seen.documentElement;
  document.body.textContent = JSON.stringify({{wide: root.scrollWidth, high: root.scrollHeight,
    scripts: seen.scripts.length, images: seen.images.length, title: seen.title,
    cards: seen.querySelectorAll(".cards b").length,
    gap: Math.min(...[...seen.querySelectorAll("h2")].filter(it => it.previousElementSibling).map(it =>
      it.getBoundingClientRect().top - it.previousElementSibling.getBoundingClientRect().bottom)),
    charts: [...seen.querySelectorAll("svg.chart")].filter(it => it.getBoundingClientRect().width).length,
    asked: performance.getEntriesByType("resource").length}});
}};
</script>"""


def _measured(page: Path, width: int) -> Any:
    wrapper = page.with_name(f"frame{width}.html")
    text = html.escape(page.read_text(encoding="utf-8"))
    wrapper.write_text(_MEASURE.format(width=width, page=text), encoding="utf-8")
    dumped = _chromium(page.parent, "--dump-dom", wrapper.as_uri()).stdout
    return json.loads(html.unescape(dumped.split("<body>")[1].split("</body>")[0]))


@browser
@pytest.mark.parametrize("width", [320, 390, 1200])
def test_it_fits_the_screen(page_file: Path, width: int) -> None:
    seen = _measured(page_file, width)
    assert seen["wide"] <= width
    assert seen["high"] > 2000
    assert seen["charts"] == 1
    assert seen["cards"] > 500
    assert (seen["scripts"], seen["images"]) == (0, 0)


@browser
@pytest.mark.parametrize("width", [390, 1200])
@pytest.mark.parametrize("even", [False, True])
def test_headings_stand_apart_from_what_is_above(even: bool, width: int, tmp_path: Path) -> None:
    cli = _cli(tmp_path)
    cli.ok("start", "--rules", "pineapple", "--players", "Ann=100,Bob=100,Cy=100")
    cli.ok("hand", "QJ2 KK883 AA994", "foul", "foul")
    if even:
        cli.ok("adjust", "Ann", "Bob", "6")
        cli.ok("adjust", "Ann", "Cy", "6")
    cli.ok("report", str(tmp_path / "night.html"))
    assert ("Nobody owes anything." in (tmp_path / "night.html").read_text()) is even
    assert _measured(tmp_path / "night.html", width)["gap"] >= 12


@browser
def test_it_asks_for_nothing(page_file: Path) -> None:
    log = page_file.with_name("net.json")
    _chromium(page_file.parent, f"--log-net-log={log}", "--net-log-capture-mode=Everything", "--dump-dom",
              page_file.as_uri())  # fmt: skip
    told = log.read_text(encoding="utf-8", errors="replace")
    assert '"constants"' in told
    # The host that a name on the page tries to reach. What a browser looks up for itself is no matter of the page.
    assert "x.test" not in told


@browser
def test_it_prints(page_file: Path) -> None:
    pdf = page_file.with_name("night.pdf")
    _chromium(page_file.parent, "--no-pdf-header-footer", f"--print-to-pdf={pdf}", page_file.as_uri())
    data = pdf.read_bytes()
    assert data.startswith(b"%PDF")
    pages = len(re.findall(rb"/Type\s*/Page\b(?!s)", data))
    assert 3 <= pages <= 18
