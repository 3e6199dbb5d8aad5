"""Deal codes: a short text that carries a ruleset and a seed, to send to a friend.

`K7QX-42AB-9F` is Crockford's base 32 (no I, L, O, U; small letters, spaces and hyphens do not
matter; O reads as 0, I and L as 1) in groups of four: four characters of format and rules (six
where a match has more than 100 rounds, or a rule that came after the first codes), the seed, and
two check characters over the field of 32 elements, which notice any wrong character, any two
swapped neighbours, and all but one in a thousand other mistakes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import StrEnum
from random import SystemRandom
from typing import Final, NamedTuple

from game.rules.boards import BoardName
from game.rules.deal import MAX_SEED_LENGTH, check_seed
from game.rules.errors import FormatError, RulesetError
from game.rules.ruleset import BonusRule, CallRule, PlacementRule, RayRule, Ruleset
from game.rules.texts import normalise, strip_marks, typed_text, without_references

_CHANCE: Final = SystemRandom()

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_VALUES: Final = {c: i for i, c in enumerate(ALPHABET)} | {"O": 0, "I": 1, "L": 1}
_DASHES: Final = "-\u2010\u2011\u2013\u2014\u2212"
_IGNORED: Final = frozenset(f" \u00a0\t\r\n{_DASHES}")

HEADER: Final = 4
CHECKS: Final = 2
MOST_CHARACTERS: Final = 1000
"""The most characters of a code of any seed, hyphens included."""
VERSIONS: Final = 2
"""Header versions; the second one is followed by an extension."""
EXTENSION: Final = 2
"""Characters of the extension."""

# The order of these lists is the format: append, never reorder. A new choice of the rules (a field,
# not a value) needs another header version, with an extension of its own that is written only where
# the choice is not the usual one: older programs then say that the code is newer.
_BOARDS: Final = (
    (BoardName.CLASSIC, None),
    *((BoardName.DAFFODIL, variant) for variant in (1, 2, 3, 4)),
)
_PLACEMENTS: Final = (PlacementRule.FREE, PlacementRule.ADJACENT, PlacementRule.ADJACENT_SYMBOL)
_CALLS: Final = (CallRule.SINGLE, CallRule.PAIRS, CallRule.MAIL)
_RAYS: Final = (RayRule.NONE, RayRule.RAYS, RayRule.BEST_RAY)
_BONUSES: Final = (BonusRule.CALL, BonusRule.GAME)
_ROUNDS: Final = 100
_RADICES: Final = (5, 3, 3, 3, 2, _ROUNDS, 2, VERSIONS)
"""Board, placement, call, rays, bonus, rounds, kind of seed, version; the least significant
first."""
_EXTENSION: Final = (100, 2, 2, 2)
"""Hundreds of rounds; the multiples of the header's ranges for board, placement and rays."""


class CodeMistake(StrEnum):
    """The mistakes in a code; values are catalogue keys."""

    EMPTY = "empty"
    TOO_SHORT = "too-short"
    TOO_LONG = "too-long"
    BAD_CHARACTER = "bad-character"
    WRONG_CHECK = "wrong-check"
    NEWER = "newer"
    MEANINGLESS = "meaningless"


class CodeError(Exception):
    """The text is no deal code. `character` is the offending one for `BAD_CHARACTER`."""

    def __init__(self, mistake: CodeMistake, character: str = "") -> None:
        self.mistake = mistake
        self.character = character
        super().__init__(mistake.value.replace("-", " ") + (f": {character!r}" * bool(character)))

    @property
    def values(self) -> dict[str, str]:
        """The values for the catalogue's sentence about the mistake."""
        return {"character": self.character} if self.character else {}


class Deal(NamedTuple):
    """The content of a code: a ruleset and a seed."""

    rules: Ruleset
    seed: str


def new_seed(below: Callable[[int], int] = _CHANCE.randrange) -> str:
    """Return a random seed, 1 to 10 digits; `below(n)` returns a number from 0 to n - 1."""
    return str(below(1 << 30))


def format_code(deal: Deal) -> str:
    """Return the code of a deal. Raises `FormatError` for an unusable seed."""
    check_seed(deal.seed)
    is_text = not _is_plain_number(deal.seed)
    digits = _pack(deal.rules, is_text)
    if is_text:
        # A leading 1 keeps the number of leading zero bytes.
        digits += _digits(int.from_bytes(b"\x01" + deal.seed.encode("utf-8"), "big"))
    else:
        digits += _digits(int(deal.seed))
    digits += _checks(digits)
    text = "".join(ALPHABET[d] for d in digits)
    return "-".join(text[i : i + 4] for i in range(0, len(text), 4))


def parse_code(text: str) -> Deal:
    """Return the deal that a code carries. Raises `CodeError`, nothing else."""
    digits = _read_digits(text)
    *content, first, second = digits
    if [first, second] != _checks(content):
        raise CodeError(CodeMistake.WRONG_CHECK)
    rules, is_text, length = _unpack(content)
    seed = _read_seed(content[length:], is_text)
    try:
        deal = Deal(rules, seed)
        canonical = format_code(deal)
    except (FormatError, UnicodeEncodeError):
        raise CodeError(CodeMistake.MEANINGLESS) from None
    if canonical.replace("-", "") != "".join(ALPHABET[d] for d in digits):
        raise CodeError(CodeMistake.MEANINGLESS)
    return deal


def read_deal(text: str) -> Deal | str:
    """Return the deal of a typed or pasted code; for another text the text itself, as a seed.

    A seed has no blanks around it, and composed letters (NFC). In a sentence a whole code is found.

    Raises `CodeError` for a text that is no code but looks like a mistyped one: as a seed it would
    be dealt without a warning, and two friends would play different tiles. Any one wrong character
    of a written code, and any two swapped neighbours, are noticed. Plain numbers (without leading
    zeros) and words of nothing but letters are always seeds.
    """
    # An invisible sign may be where a character should be.
    pasted, text = text.strip(), typed_text(text)
    seed, bare = text.strip(), strip_marks(text)
    if bare != seed and _is_grouped(bare) and _is_code(bare):
        return parse_code(bare)
    for word in code_words(text):
        if word != seed and _is_grouped(word) and _is_code(word):
            return parse_code(word)
    if not seed.isalpha() and not _is_plain_number(seed):
        try:
            deal = parse_code(seed)
        except CodeError:
            if any(map(_is_mistyped, (seed, text, pasted))):
                raise
        else:
            is_bare = not any(c in _IGNORED for c in seed)
            if _is_grouped(seed) or (is_bare and not _is_one_slip_away(seed)):
                return deal
            # A character is missing, or one too many, and the checks fit by luck.
            raise CodeError(CodeMistake.WRONG_CHECK)
    if len(seed) > MAX_SEED_LENGTH:
        raise CodeError(CodeMistake.TOO_LONG)
    return seed


def code_words(text: str) -> list[str]:
    """Return the words of a text, perhaps of a web page, that hold only signs of codes.

    Full-width signs are made plain.
    """
    plain = normalise("NFKC", without_references(text).replace("\\", ""))
    return re.findall(f"[0-9A-Za-z{_DASHES}]+", plain)


_GROUPS: Final = re.compile(r"[0-3oil][^-]{3}(-[^-]{4})*-[^-]{1,4}", re.IGNORECASE)
"""The groups of `format_code`, with any characters; the header's first is never above 3."""


def _is_grouped(text: str) -> bool:
    return bool(_GROUPS.fullmatch("".join("-" if c in _IGNORED else c for c in text)))


def _is_mistyped(text: str) -> bool:
    if not text or len(text) > 2 * MOST_CHARACTERS:
        return False
    if len(text) > HEADER + CHECKS + 1:
        # Blanks between the groups, or none at all, only where nothing but a code begins so.
        if (text[0] == "0" or (text[0] in "123" and " " not in text)) and _is_grouped(text):
            return True
        if text[0] == "0" and text.isalnum() and not text.isdigit():
            return sum(c not in _VALUES for c in text.upper()) < 2
    return _is_one_slip_away(text)


def _is_one_slip_away(text: str) -> bool:
    """Whether `text` is a written code with a wrong first character or a wrong hyphen."""
    odd = [i for i, c in enumerate(text) if (c in _IGNORED) is not (i % 5 == HEADER)]
    if len(odd) > 1:
        return False
    i = odd[0] if odd else 0
    others = "-" if i % 5 == HEADER else ALPHABET
    mended = [f"{text[:i]}{other}{text[i + 1 :]}" for other in others]
    return any(map(_is_code, mended if odd else [text[1::-1] + text[2:], *mended]))


def _is_code(text: str) -> bool:
    try:
        parse_code(text)
    except CodeError:
        return False
    return True


def _read_digits(text: str) -> list[int]:
    if len(text) > 2 * MOST_CHARACTERS:
        raise CodeError(CodeMistake.TOO_LONG)
    digits: list[int] = []
    for character in text.upper():
        if character in _IGNORED:
            continue
        if character not in _VALUES:
            raise CodeError(CodeMistake.BAD_CHARACTER, character)
        digits.append(_VALUES[character])
    if not digits:
        raise CodeError(CodeMistake.EMPTY)
    if len(digits) <= HEADER + CHECKS:
        raise CodeError(CodeMistake.TOO_SHORT)
    if len(digits) > MOST_CHARACTERS:
        raise CodeError(CodeMistake.TOO_LONG)
    return digits


def _read_seed(digits: list[int], is_text: bool) -> str:
    number = _number(digits)
    if not is_text:
        return str(number)
    raw = number.to_bytes((number.bit_length() + 7) // 8, "big")
    if not raw.startswith(b"\x01"):
        raise CodeError(CodeMistake.MEANINGLESS)
    try:
        return raw[1:].decode("utf-8")
    except UnicodeDecodeError:
        raise CodeError(CodeMistake.MEANINGLESS) from None


def _is_plain_number(seed: str) -> bool:
    return seed.isascii() and seed.isdigit() and (seed == "0" or not seed.startswith("0"))


def _pack(rules: Ruleset, is_text: bool) -> list[int]:
    """Return the digits of the rules; the extension's only if it is not 0."""
    hundreds, rounds = divmod(rules.rounds - 1, _ROUNDS)
    boards, board = divmod(_BOARDS.index((rules.board, rules.daffodil)), _RADICES[0])
    placements, placement = divmod(_PLACEMENTS.index(rules.placement), _RADICES[1])
    rays_, rays = divmod(_RAYS.index(rules.rays), _RADICES[3])
    call = _CALLS.index(rules.call)
    bonus = 0 if rules.bonus is None else _BONUSES.index(rules.bonus)
    extension = _join((hundreds, boards, placements, rays_), _EXTENSION)
    header = (board, placement, call, rays, bonus, rounds, int(is_text), int(extension > 0))
    digits = _digits(_join(header, _RADICES), HEADER)
    return digits + _digits(extension, EXTENSION) if extension else digits


def _unpack(digits: list[int]) -> tuple[Ruleset, bool, int]:
    """Return the rules, whether the seed is a text, and the number of digits read."""
    number, header = _split(_number(digits[:HEADER]), _RADICES)
    length = HEADER + EXTENSION * header[7]
    more, (hundreds, boards, placements, rays) = _split(_number(digits[HEADER:length]), _EXTENSION)
    board = header[0] + boards * _RADICES[0]
    placement = header[1] + placements * _RADICES[1]
    rays = header[3] + rays * _RADICES[3]
    is_known = board < len(_BOARDS) and placement < len(_PLACEMENTS) and rays < len(_RAYS)
    if number or more or not is_known:
        raise CodeError(CodeMistake.NEWER)
    name, variant = _BOARDS[board]
    call = _CALLS[header[2]]
    bonus = _BONUSES[header[4]] if call is CallRule.MAIL else None
    count = hundreds * _ROUNDS + header[5] + 1
    try:
        rules = Ruleset(name, _PLACEMENTS[placement], call, _RAYS[rays], variant, bonus, count)
    except RulesetError:
        raise CodeError(CodeMistake.MEANINGLESS) from None
    return rules, bool(header[6]), length


def _join(places: Sequence[int], radices: Sequence[int]) -> int:
    """Return one number from several, each below its radix; the first is the least significant."""
    number = 0
    for place, radix in zip(reversed(places), reversed(radices), strict=True):
        assert place < radix
        number = number * radix + place
    return number


def _split(number: int, radices: Sequence[int]) -> tuple[int, list[int]]:
    """Return the quotient left over, and the numbers that `_join` joined."""
    places: list[int] = []
    for radix in radices:
        number, place = divmod(number, radix)
        places.append(place)
    return number, places


def _number(digits: list[int]) -> int:
    number = 0
    for digit in digits:
        number = number * 32 + digit
    return number


def _digits(number: int, least: int = 1) -> list[int]:
    digits: list[int] = []
    while number or len(digits) < least:
        number, digit = divmod(number, 32)
        digits.append(digit)
    return digits[::-1]


def _times_two(a: int) -> int:
    """Return twice `a` in the field of 32 elements, modulo x^5 + x^2 + 1."""
    a <<= 1
    return a ^ 0b100101 if a & 32 else a


def _checks(digits: list[int]) -> list[int]:
    """Return two Reed-Solomon check characters: the text's values at the elements 2 and 4."""
    at_two = at_four = 0
    for digit in (*digits, 1):
        at_two = _times_two(at_two) ^ digit
        at_four = _times_two(_times_two(at_four)) ^ digit
    return [at_two, at_four]
