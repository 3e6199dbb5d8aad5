"""The one spelling: the page's check values, and every other spelling refused."""

from __future__ import annotations

import json
from random import Random

import pytest

from game.net.answers import Opened, TurnText, commit_to
from game.net.draws import chain_of, draw_tiles, is_next_link
from game.net.encoding import from_base64, tagged_hash, to_base64, write_json
from game.net.entries import (
    MAX_LINE_BYTES,
    Answer,
    Body,
    Leave,
    NetCall,
    Sit,
    read_entry,
    sign_entry,
)
from game.net.invitations import MAX_URL, CardText, Invitation, read_card, read_invitation
from game.net.keys import Card, encrypt, is_box, is_signed
from game.net.packets import pack, split_packets, unpack
from game.rules.boards import CLASSIC, DAFFODIL
from game.rules.errors import Fault, FormatError
from game.rules.tiles import REGULAR_TILES
from tests.net import referee
from tests.net.runs import random_world
from tests.net.worlds import card_of


def same(byte: str) -> bytes:
    return bytes.fromhex(byte * 32)


def test_the_pages_draw() -> None:
    drawn = draw_tiles(same("11"), same("22"), (same("33"), same("44")), REGULAR_TILES, 3)
    assert " ".join(map(str, drawn)) == "753 654 794"


def test_the_pages_commitment() -> None:
    commit = commit_to(same("11"), same("22"), same("33"), Opened(same("44"), "294@c3"))
    assert commit.hex().startswith("dd6c61fa")


def test_the_chain_ends_where_the_table_says() -> None:
    card = Card(same("55"))
    chain = chain_of(card, 19)
    assert len(chain) == 20
    assert chain[19] == tagged_hash("chain", card.secret)
    assert all(is_next_link(chain[i], chain[i - 1]) for i in range(1, 20))
    assert not is_next_link(chain[2], chain[0])


def test_a_draw_is_fair_enough() -> None:
    # Each tile comes first about 1,000 times in 27,000; four standard deviations are 124.
    counts = dict.fromkeys(REGULAR_TILES, 0)
    for i in range(27_000):
        link = i.to_bytes(32, "big")
        counts[draw_tiles(same("11"), link, (), REGULAR_TILES, 1)[0]] += 1
    assert max(abs(count - 1000) for count in counts.values()) < 140


def some_entries() -> list[str]:
    world = random_world(5, rules="daffodil-4 free mail none", seats=3, faults=0.0)
    world.play()
    entries = list(world.master.kept.log)
    kinds = {type(entry.body): entry.line for entry in entries}
    assert len(kinds) >= 6
    return list(kinds.values())


LINES = some_entries()


@pytest.mark.parametrize("line", LINES, ids=[json.loads(x[129:])["body"]["kind"] for x in LINES])
def test_a_changed_byte_anywhere_is_refused(line: str) -> None:
    random = Random(line)
    for at in range(len(line)):
        for other in {random.randrange(256), ord(line[at]) ^ 1, ord(line[at]) ^ 32}:
            if other == ord(line[at]):
                continue
            raw = line[:at].encode() + bytes([other]) + line[at + 1 :].encode()
            with pytest.raises(FormatError):
                read_entry(raw)
        with pytest.raises(FormatError):
            read_entry(line[:at] + line[at + 1 :])
        with pytest.raises(FormatError):
            read_entry(line[:at] + " " + line[at:])


@pytest.mark.parametrize("line", LINES[:3], ids=["first", "second", "third"])
def test_signatures_are_what_another_library_calls_so(line: str) -> None:
    value = referee.read_line(line, check_signature=True)
    entry = read_entry(line)
    assert (entry.hash.hex(), entry.author.hex()) == (value["hash"], value["author"])
    forged = line[:20] + ("0" if line[20] != "0" else "1") + line[21:]
    with pytest.raises(referee.Bad):
        referee.read_line(forged, check_signature=True)


def spelled(card: Card, text: str) -> str:
    """Any text, properly signed."""
    data = b"take-it-easy 1 entry\n" + text.encode()
    return f"{card.sign(data).hex()} {text}"


def base(card: Card, body: object, **changes: object) -> dict[str, object]:
    value: dict[str, object] = {
        "table": "11" * 32,
        "author": card.author.hex(),
        "number": 2,
        "before": "22" * 32,
        "body": body,
    }
    return value | changes


CARD = Card(same("66"))
LEAVE = {"kind": "leave"}
SIT = {"kind": "sit", "name": "Zoë", "bot": None}
CALL = {"kind": "call", "call": 1, "link": "33" * 32, "until": 5}


@pytest.mark.parametrize("body", [LEAVE, SIT, CALL])
def test_the_base_of_these_tests_is_read(body: dict[str, object]) -> None:
    assert read_entry(spelled(CARD, write_json(base(CARD, body)))).number == 2


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (base(CARD, LEAVE | {"why": ""}), "unknown key"),
        (base(CARD, {"kind": "dance"}), "unknown"),
        (base(CARD, {"kind": ["leave"]}), "unknown"),
        (base(CARD, "leave"), "not an object"),
        (base(CARD, LEAVE, number=0), "number from"),
        (base(CARD, LEAVE, number=True), "whole number"),
        (base(CARD, LEAVE, number=2.0), "whole number"),
        (base(CARD, LEAVE, number=10**400), "number from"),
        (base(CARD, LEAVE, number=1), "0 belong"),
        (base(CARD, LEAVE, before=""), "32 belong"),
        (base(CARD, LEAVE, before="AA" * 32), "hex"),
        (base(CARD, LEAVE, table=""), "32 belong"),
        (base(CARD, LEAVE, table=None), "hex"),
        (base(CARD, LEAVE, extra=1), "unknown key"),
        (base(CARD, SIT | {"name": "x" * 101}), "longer"),
        (base(CARD, SIT | {"name": "\ud800"}), "Unicode"),
        (base(CARD, SIT | {"bot": 1}), "not a text"),
        (base(CARD, {"kind": "begin", "sits": ["22" * 32] * 2, "house": [1, 1]}), "a seat twice"),
        (base(CARD, CALL | {"until": -1}), "number from"),
        (base(CARD, CALL | {"call": 2**53}), "number from"),
        (base(CARD, CALL | {"link": "33" * 31}), "32 belong"),
    ],
)
def test_signed_nonsense_is_refused(value: dict[str, object], reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        read_entry(spelled(CARD, write_json(value)))


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(base(CARD, SIT), separators=(",", ":")),
        json.dumps(base(CARD, SIT), sort_keys=True),
        json.dumps(base(CARD, SIT), sort_keys=True, separators=(",", ":"), ensure_ascii=False),
        write_json(base(CARD, SIT)).replace("\\u00eb", "\\u00EB"),
        write_json(base(CARD, SIT)).replace("Zo", "\\u005ao"),
        write_json(base(CARD, CALL)).replace('"call":1', '"call":1.0'),
        write_json(base(CARD, CALL)).replace('"call":1', '"call":-0'),
        write_json(base(CARD, LEAVE)) + "\n",
        write_json(base(CARD, LEAVE)).replace('"number":2', '"number":2,"number":2'),
        "[" * 16_000,
        write_json(base(CARD, LEAVE)).replace(
            '{"kind":"leave"}', '{"a":' * 3000 + "1" + "}" * 3000
        ),
        "NaN",
        "",
    ],
    ids=range(13),
)
def test_any_other_spelling_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        read_entry(spelled(CARD, text))


def test_a_line_has_a_longest() -> None:
    text = write_json(base(CARD, SIT | {"name": "x" * MAX_LINE_BYTES}))
    with pytest.raises(FormatError, match="longer than 16384"):
        read_entry(spelled(CARD, text))


def test_nobody_signs_for_another() -> None:
    other = Card(same("77"))
    text = write_json(base(other, LEAVE))
    with pytest.raises(FormatError, match="not signed"):
        read_entry(spelled(CARD, text))


def test_weak_keys_sign_and_seal_nothing() -> None:
    assert not is_signed(bytes(32), b"x", bytes(64))
    assert not is_box(bytes(32))
    assert not is_box(b"\x01" + bytes(31))


def test_a_table_nothing_can_be_sealed_for_is_refused() -> None:
    line = next(x for x in LINES if json.loads(x[129:])["body"]["kind"] == "open")
    value = json.loads(line[129:]) | {"author": CARD.author.hex()}
    assert read_entry(spelled(CARD, write_json(value))).number == 1
    value["body"] |= {"box": "00" * 32}
    with pytest.raises(FormatError, match=r"body\.box"):
        read_entry(spelled(CARD, write_json(value)))


@pytest.mark.parametrize(
    "body", [Sit("Ana\u202eana", "greedy"), Leave(), NetCall(7, same("01"), 9)]
)
def test_what_is_signed_is_read(body: Body) -> None:
    entry = sign_entry(CARD, same("11"), 4, same("22"), body)
    assert read_entry(entry.line) == entry
    assert read_entry(entry.line.encode()).body == body


@pytest.mark.parametrize(
    ("text", "is_daffodil"),
    [
        ("294@c3", False),
        ("", False),
        ("294@c3 753@a1 618@e3", False),
        ("294@c3 /", True),
        ("294@x 753@c3 / 753@b2 294@e2", True),
    ],
)
def test_turns_are_read_as_they_are_written(text: str, is_daffodil: bool) -> None:
    board = DAFFODIL if is_daffodil else CLASSIC
    assert TurnText.read(board, text).write(board) == text


def test_every_seal_has_one_length() -> None:
    world = random_world(6, rules="daffodil-4 free mail none", seats=2, faults=0.2)
    world.play()
    answers = [e.body for e in world.master.kept.log if isinstance(e.body, Answer)]
    assert {len(answer.seal) for answer in answers} == {96 + 48}


def test_invitations_and_cards_round_trip() -> None:
    random = Random(4)
    for url in ("", "file:///a/b%20c", "nats://example.org:4222"):
        invitation = Invitation(random.randbytes(32), random.randbytes(32), url)
        card = CardText(card_of(random), invitation)
        assert read_invitation(str(invitation)) == invitation
        assert read_card(f" {str(card)[:30]}\n{str(card)[30:]} ") == card
        assert "Invitation" in repr(invitation)
        assert invitation.key.hex() not in repr(card) + repr(invitation)
        assert card.card.secret.hex() not in repr(card)


@pytest.mark.parametrize("is_card", [False, True])
def test_a_mistyped_invitation_is_refused(is_card: bool) -> None:
    random = Random(5)
    invitation = Invitation(random.randbytes(32), random.randbytes(32), "file:///tmp/x")
    text = str(CardText(card_of(random), invitation)) if is_card else str(invitation)
    read = read_card if is_card else read_invitation
    for at in range(len(text)):
        for changed in (text[:at] + "A" + text[at + 1 :], text[:at] + text[at + 1 :], text[:at]):
            if changed == text:
                continue
            with pytest.raises(FormatError):
                read(changed)


@pytest.mark.parametrize("length", range(12))
def test_base64_has_one_spelling(length: int) -> None:
    data = bytes(range(200, 200 + length))
    text = to_base64(data)
    assert from_base64(text) == data
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    read = 0
    for last in alphabet if text else "":
        try:
            from_base64(text[:-1] + last)
        except FormatError:
            continue
        read += 1
    assert read == {0: 64 if text else 0, 1: 4, 2: 16}[length % 3]


def one_packet() -> tuple[bytes, str]:
    key = same("88")
    entry = read_entry(LINES[-1])
    return key, next(pack(key, [entry]))


def test_a_changed_character_of_a_packet_is_refused() -> None:
    key, text = one_packet()
    assert len(text) < 900
    for at in range(len(text)):
        for other in "A_x! ":
            changed = text[:at] + other + text[at + 1 :]
            if changed == text:
                continue
            try:
                parts = split_packets(changed)
            except FormatError:
                continue
            for road, sealed in parts:
                if road == split_packets(text)[0][0]:
                    with pytest.raises(FormatError):
                        unpack(key, sealed)


def test_white_space_in_packets_counts_for_nothing() -> None:
    key, text = one_packet()
    folded = "\r\n".join(f"  {text[i : i + 60]}\t" for i in range(0, len(text), 60))
    assert split_packets(folded + "\n" + text) == split_packets(text) * 2
    ((_, sealed),) = split_packets(text)
    assert [e.line for e in unpack(key, sealed).entries] == [LINES[-1]]


def test_a_packet_unpacks_to_no_more_than_it_may() -> None:
    import zlib

    key = same("88")
    for size in (4 << 20, (4 << 20) + 1):
        sealed = encrypt(key, zlib.compress(b"\n" * size, 9))
        if size == 4 << 20:
            assert unpack(key, sealed).entries == ()
        else:
            with pytest.raises(FormatError, match="more than"):
                unpack(key, sealed)
    for wrong in (b"", b"nonsense", zlib.compress(b"x")[:-2], zlib.compress(b"x") + b"more"):
        with pytest.raises(FormatError):
            unpack(key, encrypt(key, wrong))
    with pytest.raises(FormatError, match="nobody of this table"):
        unpack(same("99"), encrypt(key, zlib.compress(b"")))


def test_many_entries_make_several_packets() -> None:
    key = same("88")
    entry = read_entry(LINES[-1])
    packets = list(pack(key, [entry] * 6_000))
    assert len(packets) == 2
    found = split_packets("\n".join(packets))
    assert sum(len(unpack(key, sealed).entries) for _, sealed in found) == 6_000
    assert list(pack(key, [])) == []


def test_a_bad_line_in_a_packet_spoils_no_other() -> None:
    import zlib

    key = same("88")
    lines = [LINES[0], "nonsense", LINES[1], LINES[2][:-1]]
    sealed = encrypt(key, zlib.compress("\n".join(lines).encode()))
    unpacked = unpack(key, sealed)
    assert [e.line for e in unpacked.entries] == [LINES[0], LINES[1]]
    assert [error.where for error in unpacked.refused] == [2, 4]


@pytest.mark.parametrize("prefix", ["TIE1I.", "TIE1C."])
def test_a_pasted_text_has_a_longest(prefix: str) -> None:
    read = read_invitation if prefix == "TIE1I." else read_card
    longest = prefix.ljust(4 * MAX_URL, "A")
    with pytest.raises(FormatError) as found:
        read(longest)
    assert found.value.fault is not Fault.TOO_MANY_CHARACTERS
    with pytest.raises(FormatError) as found:
        read(f"{longest}A")
    assert found.value.fault is Fault.TOO_MANY_CHARACTERS
    assert found.value.values["most"] == 4 * MAX_URL
