"""Words that are read aloud: sentences, labels, and as much as twelve seconds hold."""

from __future__ import annotations

from game.ui.frame.topics import GIST_LETTERS, TOPICS, as_sentences, gist_of, labelled, sentences_of


def test_texts_become_sentences_each_with_an_end() -> None:
    for parts, sentences in (
        (["Play", "About it."], "Play. About it."),
        (
            ["a\n b \n", "", "Really?", "Wait!", "So…", "at:", "or;"],
            "a. b. Really? Wait! So… at: or;",
        ),
        ([], ""),
    ):
        assert as_sentences(parts) == sentences


def test_sentences_are_split_where_they_end_and_ranks_stay() -> None:
    for words, sentences in (
        ("One. Two! Three? Four… Five", ["One.", "Two!", "Three?", "Four…", "Five"]),
        ("1. Ana: 180. 2. Bo: 170.", ["1. Ana: 180.", "2. Bo: 170."]),
        ("It was 7.5 of 10. 12. Ana", ["It was 7.5 of 10.", "12. Ana"]),
        ("Rank 3. Next.", ["Rank 3.", "Next."]),
        ("The last: 5.", ["The last: 5."]),
        ("First. 12.", ["First.", "12."]),
    ):
        assert sentences_of(words) == sentences


def test_the_gist_is_what_fits_and_at_least_one_sentence() -> None:
    half = "x" * (GIST_LETTERS // 2 - 1)
    assert gist_of([half, half, "y"]) == [half, half]
    assert gist_of([half, f"{half}z", "y"]) == [half, f"{half}z"]
    assert gist_of([half, f"{half}zz", "y"]) == [half]
    assert gist_of([half, half], beside="ab") == [half]
    assert gist_of(["x" * 999, "y"]) == ["x" * 999]
    assert gist_of([]) == []


def test_a_label_and_its_values_are_one_sentence() -> None:
    for words, sentence in (
        ([], ""),
        (["Points"], "Points"),
        (["Points", "12"], "Points: 12"),
        (["Points", "12", "first"], "Points: 12, first"),
        (["Really?", "yes"], "Really? yes"),
        (["Level: fox", "strong"], "Level: fox, strong"),
        (["3.", "Ana", "180"], "3. Ana: 180"),
        (["3", "Ana"], "3. Ana"),
        (["3"], "3"),
    ):
        assert labelled(words) == sentence


def test_each_action_that_reads_has_the_topic_of_its_name() -> None:
    names = {action.name.removeprefix("SAY_"): topic.name for action, topic in TOPICS.items()}
    assert names == {name: name for name in ("NOW", "BOARD", "LINES", "SCORE", "HERE")}
