"""Ed25519 as RFC 8032 has it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.play.signing import (
    SECRET_BYTES,
    is_signed,
    make_secret,
    public_key,
    read_secret,
    sign_data,
)

ORDER = 2**252 + 27742317777372353535851937790883648493

VECTORS = (
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
)
"""Secret, public key, text and signature of RFC 8032, 7.1, tests 1 to 3."""

EARLIER = (
    (
        b"k".hex() * SECRET_BYTES,
        "8320a51977d8c38ca8a4927c670df5821e449761945e15e9efb26a1509d230ea",
        bytes(range(256)).hex() * 8,
        "c9e7d3c41183d5c7aee8908a75c5f5a8ab3bbadb6033ff7b43d24acdad6b5641"
        "e62712958a9600d8816e11e76c7d982fda881d5ea88b3cd5e3423b9a336ce60f",
    ),
    (
        bytes(range(SECRET_BYTES)).hex(),
        "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8",
        "Jucătoare".encode().hex(),
        "a26b2d9bc9db75fe2bf6f24e2a9ab2210e79ece4760a2770276ecddc7ac33e51"
        "e37811f3522800f282b0597bda2b6844d6232c730812c118e6136f8faf0b2f0d",
    ),
)
"""The same by the game's own arithmetic, which signed records before PyNaCl did."""


@pytest.mark.parametrize(
    "vector",
    [*VECTORS, *EARLIER],
    ids=["empty", "one byte", "two bytes", "long, earlier", "short, earlier"],
)
def test_the_vectors_of_the_standard_and_of_earlier_games(vector: tuple[str, ...]) -> None:
    secret, public, data, signature = map(bytes.fromhex, vector)
    assert public_key(secret) == public
    assert sign_data(secret, data) == signature
    assert is_signed(public, data, signature)


@given(st.integers(0, 1023), st.sampled_from(("public", "data", "signature")))
@settings(max_examples=60, deadline=None)
def test_a_changed_bit_anywhere_is_noticed(bit: int, where: str) -> None:
    _, *signed = VECTORS[2]
    parts = dict(zip(("public", "data", "signature"), map(bytearray.fromhex, signed), strict=True))
    part = parts[where]
    part[bit // 8 % len(part)] ^= 1 << bit % 8
    assert not is_signed(*map(bytes, parts.values()))


@given(st.binary(max_size=80), st.binary(max_size=80))
@settings(deadline=None)
def test_any_bytes_are_an_answer(public: bytes, signature: bytes) -> None:
    assert not is_signed(public, b"x", signature)


def test_a_signature_has_one_form_and_a_key_an_owner() -> None:
    _, public, data, signature = map(bytes.fromhex, VECTORS[2])
    half = int.from_bytes(signature[SECRET_BYTES:], "little") + ORDER
    assert not is_signed(public, data, signature[:SECRET_BYTES] + half.to_bytes(32, "little"))
    # By a key of order one, the base itself and the number one would sign everything.
    one, base = (1).to_bytes(32, "little"), bytes.fromhex("58" + "66" * 31)
    assert not is_signed(one, data, base + one)


def test_a_secret_is_read_as_it_was_stored() -> None:
    secret = make_secret()
    assert read_secret(secret.hex()) == secret != make_secret()
    assert sign_data(secret, b"x") == sign_data(read_secret(secret.hex()) or b"", b"x")
    for text in ("", "6b", "6b" * (SECRET_BYTES + 1), "x" * 2 * SECRET_BYTES):
        assert read_secret(text) is None, text
