"""Invitations and turn files in whatever a mail program makes of them."""

from __future__ import annotations

import base64
import html
import quopri
import textwrap
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from game.climb.sharing import read_climb_seed
from game.net.journal.invitations import Invitation, read_invitation
from game.net.journal.keys import new_secret, public_of
from game.net.post.turn_files import read_text_file, read_turn_files, write_turn_file
from game.rules.errors import Fault, FormatError
from game.rules.ruleset import Ruleset
from game.storage.codes import Deal, format_code, read_deal
from game.storage.pasted import CodeKind, find_code, find_codes, write_code
from tests.climb.codes import climb_code
from tests.net.worlds import World

INVITATION = Invitation(bytes(range(16)), public_of(bytes(32)), "nats://t1:ab@192.168.1.2:4222")
DATA = bytes(range(256)) * 9

Change = Callable[[str], str]


def quoted(text: str, sign: str = "> ") -> str:
    return "".join(f"{sign}{line}\n" for line in text.splitlines())


CHANGES: dict[str, Change] = {
    "as it is": lambda t: t,
    "quoted": quoted,
    "quoted three times": lambda t: quoted(quoted(quoted(t), ">"), "> "),
    "indented": lambda t: textwrap.indent(t, "    "),
    "a tab before": lambda t: textwrap.indent(t, "\t"),
    "wrapped at 30": lambda t: "\n".join(textwrap.wrap(t, 30, break_on_hyphens=False)),
    "wrapped, then quoted": lambda t: quoted("\n".join(textwrap.wrap(t, 50))),
    "words and a signature": lambda t: f"Dear Ana,\nhere it is:\n\n{t}\n-- \nBen\nSent from home\n",
    "in quotes, with a full stop": lambda t: f"Take ‹{t.strip()}›.",
    "in a sentence": lambda t: f"my code is {t.strip()}, good luck",
    "windows lines": lambda t: t.replace("\n", "\r\n"),
    "blank lines": lambda t: t.replace("\n", "\n\n"),
    "a mark at the start": lambda t: "\ufeff" + t,
    "zero-width signs": lambda t: "\u200b".join(t[i : i + 9] for i in range(0, len(t), 9)),
    "no-break spaces": lambda t: "\u00a0\u00a0" + t.replace("\n", "\u00a0\n\u00a0"),
    "quoted-printable": lambda t: quopri.encodestring(t.encode()).decode(),
    "quoted-printable, long lines": lambda t: quopri.encodestring(
        f"Grüße, {t.replace(chr(10), '')}".encode()
    ).decode(),
    "a mail's body": lambda t: base64.encodebytes(f"Grüße an Ana und Ben:\n{t}".encode()).decode(),
    "a web page": lambda t: f"<p>{t.replace(chr(10), '<br>' + chr(10))}</p>",
    "a list's footer": lambda t: f"{t}\n_______\nThe list mailing list\nlist@example.org\n",
    "Markdown": lambda t: t.replace("_", "\\_").replace("-", "\\-"),
    "an editor's dashes": lambda t: t.replace("-", "\u2212").replace("\n", " \n"),
    "a page's source": lambda t: html.escape(quoted(t)).replace("-", "&#45;"),
    "soft hyphens": lambda t: "\u00ad".join(t[i : i + 5] for i in range(0, len(t), 5)),
    "marks of direction": lambda t: f"\u2068\u200f{t}\u2069",
    "in guillemets": lambda t: f"«\u202f{t.strip()}\u00a0»",
    "twice": lambda t: f"{t}\n{quoted(t)}",
    "a spoilt quotation below": lambda t: f"{t}\n{quoted(t[: len(t) // 2])}",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("kind", [CodeKind.TURN_FILE, CodeKind.INVITATION])
def test_a_code_is_found_in_any_text(change: Change, kind: CodeKind) -> None:
    text = change(write_code(kind, DATA))
    assert [(code.kind, code.data, code.damage) for code in find_codes(text)] == [
        (kind, DATA, None)
    ]


def full_width(text: str) -> str:
    """A code as an Asian keyboard types it."""
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


SHORT: dict[str, Change] = {
    **{name: change for name, change in CHANGES.items() if name != "a mail's body"},
    "full-width signs": full_width,
    "em dashes": lambda t: t.replace("-", "\u2014"),
    "bold": lambda t: f"**{t}**",
}
"""Changes of a code that is typed as well: no player copies one from a mail's base64."""


@pytest.mark.parametrize("change", SHORT.values(), ids=SHORT)
@pytest.mark.parametrize("seed", ["7", "123456789", "fox"])
def test_the_code_of_a_deal_or_a_climb_is_found_in_any_text(change: Change, seed: str) -> None:
    """As another seed it would be dealt without a word."""
    deal = Deal(Ruleset.parse("classic adjacent pairs none"), seed)
    assert read_deal(change(format_code(deal))) == deal
    assert read_climb_seed(change(climb_code(seed))).seed == seed


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_an_invitation_is_found_in_any_text(change: Change) -> None:
    assert read_invitation(change(str(INVITATION))) == INVITATION
    key = Invitation(INVITATION.table, INVITATION.key, "", new_secret(), leads=True)
    assert read_invitation(change(str(key))) == key


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1"]
)
def test_files_of_every_encoding(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "mail.txt"
    path.write_bytes(f"Grüße\n{write_code(CodeKind.TURN_FILE, DATA)}".encode(encoding))
    assert find_codes(read_text_file(str(path)))[0].data == DATA


def test_damage_is_told_as_damage_and_blames_nobody() -> None:
    """Any sign changed, left out or added within the code."""
    random, text = Random(1), write_code(CodeKind.TURN_FILE, DATA)
    start = text.index("\n") + 1
    for _ in range(300):
        at = random.randrange(start, len(text) - 1)
        if text[at] == "\n":
            continue
        other = random.choice([c for c in "AZaz09" if c != text[at]])
        for spoilt in (text[:at] + other + text[at + 1 :], text[:at] + text[at + 1 :]):
            with pytest.raises(FormatError) as caught:
                read_turn_files(spoilt)
            assert caught.value.fault in (Fault.ALTERED, Fault.CUT)


def test_whatever_is_no_code_is_said_to_be_none() -> None:
    for text in ("", "hello", "TIE1T", "TIE1T.", "TIE1T.x.", "TIE1Z.4.abcd"):
        with pytest.raises(FormatError) as caught:
            read_turn_files(text)
        assert caught.value.fault is Fault.NO_CODE
    with pytest.raises(FormatError):
        read_invitation("TIE1I.99999999." + "A" * 99)
    assert read_invitation(f"{write_code(CodeKind.TURN_FILE, DATA)} {INVITATION}") == INVITATION


def test_a_seat_key_is_shown_by_nothing_but_its_own_text() -> None:
    key = Invitation(INVITATION.table, INVITATION.key, "", bytes(range(32)))
    assert bytes(range(32)).hex() not in repr(key)
    assert key.without_secret() == Invitation(INVITATION.table, INVITATION.key)


def test_a_turn_file_is_short_enough_for_a_mail(tmp_path: Path) -> None:
    world = World(tmp_path).begin()
    world.answer("Ben")
    assert len(write_turn_file(world.guests["Ben"])) < 700
    world.play_on()
    assert len(write_turn_file(world.leader)) < 20_000


def test_a_damaged_code_as_long_as_a_whole_one_is_said() -> None:
    """A damaged copy of the whole one is not, wherever it was cut."""
    one, two = (write_code(CodeKind.TURN_FILE, Random(n).randbytes(300)) for n in range(2))
    assert one.splitlines()[0] == two.splitlines()[0]
    for order in ((one, two[:-9]), (two[:-9], one)):
        assert [c.damage is None for c in find_codes("\nand\n".join(order))] == [True, False]
    for order in ((one, one[:-9]), (one[:-9], one)):
        assert [c.damage for c in find_codes("\nand\n".join(order))] == [None]


def test_damaged_codes_come_last_and_a_quoted_one_alone_is_shown() -> None:
    climb, days = write_code(CodeKind.CLIMB, DATA), write_code(CodeKind.DAYS, b"days")
    cut = climb[:-9]
    for text, found in (
        (f"{cut}\n{days}", [(CodeKind.DAYS, b"days"), (CodeKind.CLIMB, Fault.CUT)]),
        (f"{quoted(cut)}\n{days}", [(CodeKind.DAYS, b"days")]),
        (f"{quoted(cut)}\n{quoted(cut)}", [(CodeKind.CLIMB, Fault.CUT)] * 2),
        (f"{days}\n{days}", [(CodeKind.DAYS, b"days")]),
        ("TIE1T.99999999.AAAA", [(CodeKind.TURN_FILE, Fault.TOO_MANY_BYTES)]),
        (f"{days}".replace("TIE1D", "TIE1K"), [(CodeKind.SEAT_KEY, Fault.ALTERED)]),
    ):
        codes = find_codes(text)
        assert [(c.kind, c.damage.fault if c.damage else c.data) for c in codes] == found, text


def test_no_more_codes_of_a_text_are_read_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.storage.pasted.MAX_CODES", 3)
    codes = [write_code(CodeKind.DAYS, bytes([number])) for number in range(4)]
    assert [code.data for code in find_codes("\n".join(codes))] == [b"\0", b"\1", b"\2"]


def test_a_text_and_a_code_may_be_as_long_as_they_may(monkeypatch: pytest.MonkeyPatch) -> None:
    code = write_code(CodeKind.CLIMB, DATA)
    for name, size in (("MAX_TEXT", len(code)), ("MAX_CODE_BYTES", len(DATA))):
        with monkeypatch.context() as patch:
            patch.setattr(f"game.storage.pasted.{name}", size)
            assert find_codes(code)[0].data == DATA
            patch.setattr(f"game.storage.pasted.{name}", size - 1)
            with pytest.raises(FormatError) as refused:
                find_code(code, CodeKind.CLIMB)
            assert refused.value.fault is Fault.TOO_MANY_BYTES


def test_the_first_whole_code_of_a_wanted_kind_is_found() -> None:
    days, climb, key = (
        write_code(kind, kind.encode())
        for kind in (CodeKind.DAYS, CodeKind.CLIMB, CodeKind.SEAT_KEY)
    )
    spoilt = days.replace(".", ".A", 2)[:-1]
    text = f"{spoilt}\n{key}\n{climb}\n{days}"
    for kinds, found in (
        ((CodeKind.SEAT_KEY,), CodeKind.SEAT_KEY),
        ((CodeKind.DAYS,), CodeKind.DAYS),
        ((CodeKind.DAYS, CodeKind.CLIMB), CodeKind.CLIMB),
    ):
        assert find_code(text, *kinds).data == found.encode()
    with pytest.raises(FormatError) as refused:
        find_code(text, CodeKind.INVITATION)
    assert refused.value.fault is Fault.NO_CODE
    with pytest.raises(FormatError) as cut:
        find_code(climb[:-9], CodeKind.CLIMB)
    assert cut.value.fault in (Fault.CUT, Fault.ALTERED)


def test_a_code_begins_as_it_does_in_mails_of_earlier_versions() -> None:
    heads = {kind.name: write_code(kind, b"x").split(".")[0] for kind in CodeKind}
    assert heads == {
        "INVITATION": "TIE1I",
        "SEAT_KEY": "TIE1K",
        "TURN_FILE": "TIE1T",
        "CLIMB": "TIE1R",
        "DAYS": "TIE1D",
    }
