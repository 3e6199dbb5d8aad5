"""Ed25519 as RFC 8032 has it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.play.signing import is_signed, public_key, sign_data

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


@pytest.mark.parametrize("vector", VECTORS, ids=["empty", "one byte", "two bytes"])
def test_the_vectors_of_the_standard(vector: tuple[str, ...]) -> None:
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
    # The point of order one would sign everything.
    assert not is_signed(b"", b"x", signature)
