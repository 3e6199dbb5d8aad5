"""Keys of seats: the shared key of both sides, what it seals and proves, and halves of no use."""

from __future__ import annotations

import hmac
from hashlib import sha256, shake_256

from game.net.journal.keys import (
    derive,
    is_proof,
    mask,
    new_secret,
    proof,
    public_of,
    shared_key,
)


def test_keys_are_those_of_rfc_7748() -> None:
    """The examples of sections 5.2 and 6.1."""
    # The highest bit of the second public half is set, and ignored.
    for secret, half, expected in (
        (
            "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
            "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
            "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552",
        ),
        (
            "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
            "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
            "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957",
        ),
    ):
        shared = shared_key(bytes.fromhex(secret), bytes.fromhex(half))
        assert shared == sha256(bytes.fromhex(expected)).digest()
    bob = bytes.fromhex("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")
    alice = bytes.fromhex("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
    public = "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"
    product = "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"
    assert public_of(bob).hex() == public
    assert shared_key(bob, alice) == sha256(bytes.fromhex(product)).digest()
    one, two = new_secret(), new_secret()
    assert shared_key(one, public_of(two)) == shared_key(two, public_of(one))


def test_a_public_half_that_gives_everyone_the_same_key_is_refused() -> None:
    prime, secret = 2**255 - 19, new_secret()
    of_order_8 = 0xB8495F16056286FDB1329CEB8D09DA6AC49FF1FAE35616AEB8413B7C7AEBE0
    for u in (0, 1, of_order_8, prime - 1, prime, prime + 1):
        assert shared_key(secret, u.to_bytes(32, "little")) is None, u
        assert shared_key(secret, (u | 1 << 255).to_bytes(32, "little")) is None, u
    # 11 is as good as 9; of the numbers above the prime, it is the one 11 above.
    assert shared_key(secret, (11).to_bytes(32, "little")) is not None
    above = shared_key(secret, (prime + 11).to_bytes(32, "little"))
    assert above == shared_key(secret, (11).to_bytes(32, "little"))


def test_texts_are_sealed_and_proved_by_hmac_and_shake_as_ever() -> None:
    """Computed here from the standard library alone: programs of all versions agree."""
    key, other, data = bytes(range(32)), bytes(32), b"a turn " * 20

    def follows(*parts: bytes) -> bytes:
        return hmac.digest(key, b"\n".join((b"take-it-easy", *parts)), "sha256")

    assert derive(key, b"seat", b"1") == follows(b"seat", b"1")
    sealed = mask(key, b"id 1", data)
    stream = shake_256(follows(b"seal", b"id 1")).digest(len(data))
    assert sealed == bytes(a ^ b for a, b in zip(data, stream, strict=True)) != data
    assert mask(key, b"id 1", sealed) == data
    assert data not in {mask(other, b"id 1", sealed), mask(key, b"id 2", sealed)}
    text = hmac.digest(follows(b"proof"), data, "sha256").hex()
    assert proof(key, data) == text
    judged = [
        is_proof(*given)
        for given in ((key, data, text), (other, data, text), (key, b"", text), (key, data, "é"))
    ]
    assert judged == [True, False, False, False]
    assert len({new_secret() for _ in range(3)}) == 3
