"""Invitations and seat keys as text: what each holds, and the first lengths that are refused."""

from __future__ import annotations

import pytest

from game.net.journal.invitations import MAX_URL, Invitation, read_invitation
from game.rules.errors import Fault, FormatError
from game.storage.pasted import CodeKind, write_code

TABLE, KEY, SECRET = bytes(range(16)), bytes([7]) * 32, bytes([9]) * 32
PLAIN = Invitation(TABLE, KEY, "file:///shared")


@pytest.mark.parametrize(
    "invitation",
    [
        PLAIN,
        Invitation(TABLE, KEY),
        Invitation(TABLE, KEY, "x" * MAX_URL),
        Invitation(TABLE, KEY, "file:///shared", SECRET),
        Invitation(TABLE, KEY, "", SECRET, leads=True),
    ],
)
def test_an_invitation_is_read_as_it_is_written_and_shared_without_its_secret(
    invitation: Invitation,
) -> None:
    text = str(invitation)
    assert text.startswith("TIE1K" if invitation.secret else "TIE1I")
    assert read_invitation(f"Hello,\n{text}\nBen") == invitation
    assert invitation.without_secret() == Invitation(TABLE, KEY, invitation.url)
    # A log names no key.
    assert repr(invitation) == f"<Invitation to {TABLE.hex()[:8]}>"


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (TABLE + KEY[:-1], Fault.CUT),
        (TABLE + KEY + b"x" * (MAX_URL + 1), Fault.NO_ADDRESS),
        (TABLE + KEY + "ș".encode(), Fault.NO_ADDRESS),
        (TABLE + KEY + b"file:///a\nb", Fault.NO_ADDRESS),
    ],
)
def test_a_code_of_another_length_or_with_other_signs_is_refused(data: bytes, fault: Fault) -> None:
    for text in (
        write_code(CodeKind.INVITATION, data),
        write_code(CodeKind.SEAT_KEY, b"\1" + SECRET + data),
    ):
        with pytest.raises(FormatError) as caught:
            read_invitation(text)
        assert caught.value.fault is fault


def test_the_first_code_of_a_text_counts_and_only_the_leaders_leads() -> None:
    other = Invitation(bytes(16), KEY)
    assert read_invitation(f"{PLAIN}\n\n{other}") == PLAIN
    for sign, leads in ((b"\0", False), (b"\1", True), (b"\2", False)):
        key = read_invitation(write_code(CodeKind.SEAT_KEY, sign + SECRET + TABLE + KEY))
        assert (key.leads, key.secret, key.url) == (leads, SECRET, "")
    with pytest.raises(FormatError) as caught:
        read_invitation("no code")
    assert caught.value.fault is Fault.NO_CODE
