"""The edition cards: what they say, and how a wrong one is refused (V2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.locale import Language, load_catalogue
from game.play.editions import Edition, all_editions, find_edition, read_edition, read_editions
from game.resources import seed_file
from game.rules.errors import FormatError
from game.rules.placement import Position
from game.rules.ruleset import MAX_PLAYERS, CallRule
from game.rules.scoring import score_position
from game.rules.tiles import Tile

CARDS = read_editions(seed_file("editions"))
GOOD = seed_file("editions", "standard.toml").read_text(encoding="utf-8")


def test_there_is_one_card_for_each_text() -> None:
    assert [card.text for card in CARDS] == ["en", "fr", "fr4", "ro", "de"]


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_a_card_can_be_played_by_everybody_it_invites(card: Edition) -> None:
    fewest, most = card.players
    assert 1 <= fewest <= card.usual <= most <= MAX_PLAYERS
    for players in range(fewest, most + 1):
        assert card.rules.conflicts(players) == ()


@pytest.mark.parametrize("language", list(Language))
def test_every_card_has_its_words(language: Language) -> None:
    catalogue = load_catalogue(language)
    for card in CARDS:
        for part in ("name", "about"):
            assert f"editions.{card.name}.{part}" in catalogue


def test_cards_say_what_their_texts_say() -> None:
    by_text = {card.text: card for card in CARDS}
    assert by_text["fr4"].rules.rounds == 4
    assert by_text["fr4"].players == (1, 4)
    assert by_text["de"].rules.call is CallRule.MAIL
    assert by_text["ro"].rules.grid.name.value == "daffodil"
    assert (by_text["en"].facts.maximum, by_text["en"].facts.maximum_boards) == (307, 16)


def _refused(tmp_path: Path, text: str) -> str:
    path = tmp_path / "odd.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        read_edition(path)
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('text = "en"', "", "odd.toml: no 'text'"),
        ("classic free", "round free", "odd.toml: rules: "),
        ("place = 1", "place = 1\ncolour = 3", 'odd.toml: unknown key "colour"'),
        ("[1, 6]", "[2, 6]", "table.usual: is not a number from 2 to 6: 1"),
        ("usual = 1", "usual = 7", "table.usual: is not a number from 1 to 6: 7"),
        ("players = [1, 6]", "players = [6, 1]", "table.players: the smallest number comes first"),
        ("place = 1", "place = true", "odd.toml: place: is not a number"),
        ('caller = "rotating"', 'caller = "me"', "table.caller: 'me' is none of rotating"),
        ("single none", "single none bonus=call", "rules: a bonus needs the mail call"),
        ("points = 178", "points = 179", "facts.examples[0].points: the lines score 178"),
        ("points = 178", "points = 177", "facts.examples[0].points: the lines score 178"),
        ("maximum = 307\n", "", "facts.maximum: is missing beside maximum_boards"),
    ],
)
def test_a_wrong_card_is_refused_with_its_place(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    assert old in GOOD
    assert message in _refused(tmp_path, GOOD.replace(old, new))


def test_two_cards_for_one_text_are_refused(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.toml").write_text(GOOD, encoding="utf-8")
    with pytest.raises(FormatError, match=r"b\.toml: place: 1 is taken by a already"):
        read_editions(tmp_path)
    (tmp_path / "b.toml").write_text(GOOD.replace("place = 1", "place = 2"), encoding="utf-8")
    with pytest.raises(FormatError, match=r"b\.toml: text: 'en' is taken by a already"):
        read_editions(tmp_path)


def test_a_card_may_be_for_one_number_of_players(tmp_path: Path) -> None:
    path = tmp_path / "two.toml"
    path.write_text(GOOD.replace("[1, 6]\nusual = 1", "[2, 2]\nusual = 2"), encoding="utf-8")
    assert read_edition(path).players == (2, 2)


def test_an_empty_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="holds no edition"):
        read_editions(tmp_path)


@pytest.mark.parametrize(
    ("card", "proof"), [("standard", "maximum-classic"), ("daffodil", "maximum-daffodil")]
)
def test_s8_a_cards_maximum_is_the_proven_one(card: str, proof: str) -> None:
    """The golden lists hold every board that reaches the maximum; each is scored here."""
    facts = read_edition(seed_file("editions", f"{card}.toml")).facts
    rules = read_edition(seed_file("editions", f"{card}.toml")).rules
    text = (Path(__file__).parent.parent / "golden" / f"{proof}.txt").read_text("utf-8")
    boards = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    assert facts.maximum_boards == len(boards)
    for board in boards:
        tiles = tuple(Tile.parse(word) for word in board)
        position = Position(tiles, (1 << len(tiles)) - 1)
        assert score_position(rules, position).total == facts.maximum


def test_the_cards_are_in_the_order_of_the_setup_and_found_by_name(tmp_path: Path) -> None:
    assert all_editions() == CARDS
    assert [card.place for card in CARDS] == sorted(card.place for card in CARDS)
    assert [find_edition(card.name) for card in CARDS] == [*CARDS]
    assert find_edition("none") is None
    # The place decides, not the file's name.
    for name, place in (("a", 2), ("b", 1)):
        text = GOOD.replace("place = 1", f"place = {place}").replace('"en"', f'"{name}"')
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    assert [card.name for card in read_editions(tmp_path)] == ["b", "a"]


def test_a_card_may_have_a_time_of_a_second_to_a_day(tmp_path: Path) -> None:
    path = tmp_path / "timed.toml"
    for seconds in (1, 86_400):
        path.write_text(GOOD.replace("usual = 1", f"usual = 1\nanswer_seconds = {seconds}"))
        assert read_edition(path).answer_seconds == seconds
    for seconds in (0, 86_401):
        text = GOOD.replace("usual = 1", f"usual = 1\nanswer_seconds = {seconds}")
        assert "table.answer_seconds: is not a number from 1 to 86400" in _refused(tmp_path, text)
    for players in ("[1]", "[1, 2, 6]"):
        text = GOOD.replace("[1, 6]", players)
        assert "odd.toml: table.players" in _refused(tmp_path, text)
