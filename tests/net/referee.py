"""A second reader of logs, written from the page alone (game/net/FORMAT.md), as another program.

It imports nothing of `game`: hashes from hashlib, signatures by RFC 8032 in whole numbers, draws,
commitments and the order of things from the page, boards and scores from the tests' own referee
of the rules. `read_table` takes lines in any order and gives what the game master's log says.

`python -m tests.net.referee INVITATION FILE…` opens packets (`take-it-easy apart packet`), proves
every signature, says what it found on standard error, and prints the match's record; with a card
instead of the invitation, the game master's, it opens every sealed answer too.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import sys
import zlib
from copy import deepcopy
from itertools import product
from pathlib import Path
from typing import Any

from nacl.public import PrivateKey, SealedBox
from nacl.secret import SecretBox

from tests.rules.referee import Foul, judge

REGULAR = ["".join(t) for t in product("267", "159", "348")]
WILD = ["***", "*1*", "2**", "**3"]
COUNTS = {"single": 1, "pairs": 2, "mail": 2}

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


class Bad(Exception):
    """Not an entry."""


class Refuse(Exception):
    """A game master's entry that changes nothing; the argument says why."""


class Wait(Exception):
    """It names something that is not here."""


def h(name: str, *parts: bytes) -> bytes:
    return hashlib.sha256(f"take-it-easy 1 {name}\n".encode() + b"".join(parts)).digest()


# --- Ed25519 (RFC 8032, section 6) ---


def _add(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    e = (a[1] - a[0]) * (b[1] - b[0]) % P
    f = (a[1] + a[0]) * (b[1] + b[0]) % P
    g = 2 * a[3] * b[3] * D % P
    i = 2 * a[2] * b[2] % P
    e, j, k, m = f - e, i - g, i + g, f + e
    return (e * j % P, k * m % P, j * k % P, e * m % P)


def _times(n: int, a: tuple[int, ...]) -> tuple[int, ...]:
    q: tuple[int, ...] = (0, 1, 1, 0)
    while n:
        if n & 1:
            q = _add(q, a)
        a = _add(a, a)
        n >>= 1
    return q


def _x(y: int, sign: int) -> int:
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P or (x == 0 and sign):
        raise Bad("no point")
    return P - x if x & 1 != sign else x


def _point(raw: bytes) -> tuple[int, ...]:
    y = int.from_bytes(raw, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    if y >= P:
        raise Bad("no point")
    x = _x(y, sign)
    return (x, y, 1, x * y % P)


_BASE_Y = 4 * pow(5, P - 2, P) % P
_BASE_X = _x(_BASE_Y, 0)
BASE = (_BASE_X, _BASE_Y, 1, _BASE_X * _BASE_Y % P)


def is_signed(key: bytes, data: bytes, signature: bytes) -> bool:
    try:
        a, r = _point(key), _point(signature[:32])
    except Bad:
        return False
    s = int.from_bytes(signature[32:], "little")
    if s >= L:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + data).digest(), "little") % L
    left, right = _times(s, BASE), _add(r, _times(k, a))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (
        left[1] * right[2] - right[1] * left[2]
    ) % P == 0


# --- entries ---


def read_line(line: str, check_signature: bool = True) -> dict[str, Any]:
    """An entry's fields with its `hash`; `Bad` for anything else."""
    if not line.isascii() or len(line) > 16_384:
        raise Bad("not ASCII, or too long")
    signature, _, text = line.partition(" ")
    try:
        value = json.loads(text)
    except ValueError:
        raise Bad("not JSON") from None
    if json.dumps(value, sort_keys=True, separators=(",", ":")) != text:
        raise Bad("another spelling")
    if set(value) != {"table", "author", "number", "before", "body"}:
        raise Bad("keys")
    if signature != signature.lower() or len(signature) != 128:
        raise Bad("signature")
    data = text.encode()
    if check_signature:
        tagged = b"take-it-easy 1 entry\n" + data
        if not is_signed(bytes.fromhex(value["author"]), tagged, bytes.fromhex(signature)):
            raise Bad("not signed")
    value["hash"] = h("entry", data).hex()
    return dict(value)


class TableOf:
    """A table as its entries make it."""

    def __init__(self, entries: list[dict[str, Any]], table: str) -> None:
        self.id = table
        self.all = {e["hash"]: e for e in entries if e["table"] == table or e["hash"] == table}
        self.refused: list[tuple[int, str]] = []
        self.waits = False
        self.forked: int | None = None
        self.open: dict[str, Any] | None = None
        self.seats: list[dict[str, Any]] = []
        self.rounds: list[dict[str, Any]] = []
        self.call: dict[str, Any] | None = None
        self.calls = 0
        self.closed_at = 0
        self.has_begun = False
        self.former: set[str] = set()
        self.placed_for: list[tuple[int, int]] = []
        self.guests: set[str] = set()
        self.left: set[str] = set()
        self.closed = ""
        self.aside: list[str] = []
        self.invitation = ""

    def find(self, hash: str) -> dict[str, Any]:
        """An entry with all that its author said before it."""
        entry = found = self.all.get(hash)
        while entry is not None and entry["number"] > 1:
            before = self.all.get(entry["before"])
            if before is None:
                raise Wait(hash)
            if before["author"] != entry["author"] or before["number"] != entry["number"] - 1:
                raise Wait(hash)
            entry = before
        if found is None:
            raise Wait(hash)
        return found

    def run(self) -> TableOf:
        opening = self.all.get(self.id)
        if opening is None:
            return self
        master = opening["author"]
        mine: dict[int, list[dict[str, Any]]] = {}
        for entry in self.all.values():
            if entry["author"] == master:
                mine.setdefault(entry["number"], []).append(entry)
        if opening["body"]["version"] == 2:
            return self.run_by_receipts(opening)
        twice = [number for number, found in mine.items() if len(found) > 1]
        self.forked = min(twice, default=None)
        number = 1
        while number in mine and number != self.forked:
            entry = mine[number][0]
            try:
                self.find(entry["hash"])
                self.judge(entry)
            except Wait:
                self.waits = True
                return self
            except Refuse as refusal:
                self.refused.append((number, str(refusal)))
            number += 1
        return self

    @property
    def is_over(self) -> bool:
        return self.has_begun and self.call is None and self.calls == self.length

    @property
    def is_settled(self) -> bool:
        asked = self.guests - self.left
        said = {
            e["author"]
            for e in self.all.values()
            if e["body"]["kind"] == "receipt" and e["body"]["close"] == self.closed
        }
        return self.is_over and bool(asked) and asked <= said

    def copy(self) -> TableOf:
        """The same table, to be read on another branch."""
        all, self.all = self.all, {}
        other = deepcopy(self)
        self.all = other.all = all
        return other

    def run_by_receipts(self, opening: dict[str, Any]) -> TableOf:
        """Read on as far as only one branch goes on, or only one is settled."""
        entry: dict[str, Any] | None = opening
        while entry is not None:
            if not self.take(entry):
                return self
            entry = None if self.is_over else self.next_of(entry)
        if self.is_over:
            after = {self.closed}
            said = []
            for e in sorted(self.all.values(), key=lambda e: int(e["number"])):
                if e["author"] == self.master and e["before"] in after:
                    after.add(e["hash"])
                    if e["body"]["kind"] == "next":
                        said.append(e["body"]["invitation"])
                    else:
                        self.refused.append((e["number"], "after the end"))
            self.invitation = said[0] if len(said) == 1 else ""
        return self

    def take(self, entry: dict[str, Any]) -> bool:
        try:
            self.find(entry["hash"])
            self.judge(entry)
        except Wait:
            self.waits = True
            return False
        except Refuse as refusal:
            self.refused.append((entry["number"], str(refusal)))
        return True

    def next_of(self, last: dict[str, Any]) -> dict[str, Any] | None:
        number = last["number"] + 1
        held = [e for e in self.all.values() if (e["author"], e["number"]) == (self.master, number)]
        branches = [e for e in held if e["before"] == last["hash"]]
        astray = [e for e in held if e["before"] not in self.all]
        if not branches or len(branches) + len(astray) == 1:
            return branches[0] if branches else None
        settled = [e for e in branches if self.copy().can_settle(e)]
        if len(settled) != 1:
            self.forked = number
            return None
        self.aside += [e["hash"] for e in held if e is not settled[0]]
        return settled[0]

    def can_settle(self, entry: dict[str, Any]) -> bool:
        """Whether some way on from here ends at a settled last close."""
        if not self.take(entry):
            return False
        if self.is_over:
            return self.is_settled
        after = [
            e
            for e in self.all.values()
            if e["author"] == self.master
            and e["before"] == entry["hash"]
            and e["number"] == entry["number"] + 1
        ]
        return any(self.copy().can_settle(e) for e in after)

    def judge(self, entry: dict[str, Any]) -> None:
        body = entry["body"]
        kind = body["kind"]
        if kind == "open":
            self.open, self.master = body, entry["author"]
            rules = body["rules"]
            self.rules = rules
            total = 19 if rules["board"] == "classic" else 21
            sizes = [3] if rules["call"] == "mail" else []
            while sum(sizes) < total:
                sizes.append(min(COUNTS[rules["call"]], total - sum(sizes)))
            self.sizes = sizes
            self.link = body["end"]
        elif kind == "begin":
            self.begin(body)
        elif kind == "call":
            self.next_call(entry["hash"], body)
        elif kind == "close":
            self.close(entry["hash"], body)
        elif kind == "seat":
            self.substitute(body)
        else:
            raise Refuse("a seat's entry")

    def sit(self, hash: str, taken: list[dict[str, Any]], in_house: bool) -> dict[str, Any]:
        entry = self.find(hash)
        if entry["body"]["kind"] != "sit":
            raise Refuse("no sit")
        author = entry["author"]
        sitting = {seat["author"] for seat in taken}
        if author == self.master or author in self.former or author in sitting:
            raise Refuse("sits already")
        fresh = {"misses": 0, "out": False, "dropped": False}
        return {"author": author, "house": in_house, **fresh, **entry["body"]}

    def begin(self, body: dict[str, Any]) -> None:
        assert self.open is not None
        if self.has_begun:
            raise Refuse("begun")
        if len(body["sits"]) != self.open["seats"]:
            raise Refuse("seats")
        if any(seat >= self.open["seats"] for seat in body["house"]):
            raise Refuse("house")
        seats: list[dict[str, Any]] = []
        for i, sit in enumerate(body["sits"]):
            seats.append(self.sit(sit, seats, i in body["house"]))
        self.seats, self.has_begun = seats, True
        self.guests = {seat["author"] for seat in seats if not seat["house"]}
        self.numbers = [bytes.fromhex(sit) for sit in body["sits"]]

    @property
    def length(self) -> int:
        return len(self.sizes) * int(self.rules.get("rounds", 1))

    def next_call(self, hash: str, body: dict[str, Any]) -> None:
        if not self.has_begun or self.call is not None or self.calls == self.length:
            raise Refuse("no call now")
        if body["call"] != self.calls + 1:
            raise Refuse("not the next call")
        if h("link", bytes.fromhex(body["link"])).hex() != self.link:
            raise Refuse("link")
        assert self.open is not None
        if (self.open["version"] == 2) is not ("from" in body):
            raise Refuse("another version's call")
        if "from" in body and not self.closed_at <= body["from"] <= body["until"]:
            raise Refuse("time")
        if self.calls % len(self.sizes) == 0:
            boards: list[dict[str, Any]] = [{"turns": [], "finish": None} for _ in self.seats]
            self.rounds.append({"caller": None, "calls": [], "boards": boards})
        called = [tile for call in self.rounds[-1]["calls"] for tile in call]
        tiles = REGULAR + (WILD if self.rules["board"] == "daffodil" else [])
        bag = sorted(set(tiles) - set(called))
        n = int.from_bytes(
            h("draw", bytes.fromhex(self.id), bytes.fromhex(body["link"]), *self.numbers), "big"
        )
        drawn = []
        for _ in range(self.sizes[len(self.rounds[-1]["calls"])]):
            drawn.append(bag.pop(n % (len(bag) or 1)))
            n //= len(bag) + 1
        self.rounds[-1]["calls"].append(drawn)
        self.call = {"hash": hash, **body}
        self.calls, self.link = self.calls + 1, body["link"]

    def close(self, hash: str, body: dict[str, Any]) -> None:
        if self.call is None or body["call"] != self.call["hash"]:
            raise Refuse("not the open call")
        if len(body["seats"]) != len(self.seats):
            raise Refuse("seats")
        assert self.open is not None
        answers = [self.find(s["answer"]) if "answer" in s else None for s in body["seats"]]
        for closed in body["seats"]:
            if "leave" in closed:
                self.find(closed["leave"])
        is_mail = self.rules["call"] == "mail"
        house = []
        for seat, closed in zip(self.seats, body["seats"], strict=True):
            if seat["house"]:
                if "placed" in closed:
                    raise Refuse("the house missed")
                house.append(closed["answer"])
        turns: list[list[str]] = []
        finishes: list[list[str] | None] = []
        numbers: list[bytes] = []
        for i, (seat, closed) in enumerate(zip(self.seats, body["seats"], strict=True)):
            answer = answers[i]
            if answer is not None:
                said = answer["body"]
                is_its = said["kind"] == "answer" and answer["author"] == seat["author"]
                if not is_its or said["call"] != self.call["hash"]:
                    raise Refuse("not its answer")
            is_missed = "placed" in closed
            if is_missed:
                if "leave" in closed:
                    left = self.find(closed["leave"])
                    is_its = left["body"]["kind"] == "leave" and left["author"] == seat["author"]
                    if self.open["version"] == 1 or not is_its:
                        raise Refuse("no leave of the seat")
                elif body["at"] < self.call["until"] and not self.may_be_early(seat, closed, body):
                    raise Refuse("early")
                text = closed["placed"]
                numbers.append(bytes(32))
            else:
                if seat["out"] and is_mail:
                    raise Refuse("out")
                assert answer is not None
                text = closed["text"]
                parts = (self.id, self.call["hash"], seat["author"], closed["salt"])
                commit = h("answer", *map(bytes.fromhex, parts), text.encode())
                if commit.hex() != answer["body"]["commit"]:
                    raise Refuse("opened wrongly")
                if answer["body"]["after"] != ([] if seat["house"] else house):
                    raise Refuse("not after the house")
                numbers.append(bytes.fromhex(closed["salt"]))
            turn, finish = self.turn_of(i, text, is_missed)
            turns.append(turn)
            finishes.append(finish)
        self.try_record(turns, finishes)
        for i, closed in enumerate(body["seats"]):
            seat = self.seats[i]
            if "placed" in closed:
                seat["misses"] += 1
                can_be_out = is_mail or self.open["version"] == 2
                seat["out"] = seat["out"] or (can_be_out and seat["misses"] >= 3)
                seat["dropped"] = "answer" not in closed and "leave" not in closed
                self.placed_for.append((self.calls, i))
            else:
                seat["misses"], seat["out"], seat["dropped"] = 0, False, False
        self.numbers, self.call, self.closed_at = numbers, None, body["at"]
        self.closed = hash
        self.left |= {self.all[s["leave"]]["author"] for s in body["seats"] if "leave" in s}

    def may_be_early(
        self, seat: dict[str, Any], closed: dict[str, Any], body: dict[str, Any]
    ) -> bool:
        assert self.call is not None
        assert self.open is not None
        if self.rules["call"] == "mail":
            return False
        if self.open["version"] == 1:
            return bool(seat["misses"] > 0)
        since, until = self.call["from"], self.call["until"]
        is_later = body["at"] >= since + min(20, until - since)
        return bool(seat["dropped"] and "answer" not in closed and is_later)

    def turn_of(self, index: int, text: str, is_missed: bool) -> tuple[list[str], list[str] | None]:
        """The record's turn and closing moves; refused unless all that must be placed is."""
        played = self.rounds[-1]
        is_last = len(played["calls"]) == len(self.sizes)
        words = text.split(" ") if text else []
        finish: list[str] | None = None
        if self.rules.get("daffodil") == 4 and is_last:
            if "/" not in words:
                raise Refuse("no closing moves")
            at = words.index("/")
            words, finish = words[:at], words[at + 1 :]
        is_mail = self.rules["call"] == "mail"
        before = played["boards"][index]["turns"]
        owes = is_mail and before and all(t.startswith("!") for t in before[-1])
        owed = list(played["calls"][-2]) if owes else []
        due = owed + played["calls"][-1]
        if is_missed and is_mail and not is_last:
            due = owed
        if sorted(word.partition("@")[0] for word in words) != sorted(due):
            raise Refuse("not what must be placed")
        mark = "!" if is_missed and is_mail else ""
        return [mark + word for word in words], finish

    def try_record(self, turns: list[list[str]], finishes: list[list[str] | None]) -> None:
        boards = self.rounds[-1]["boards"]
        for board, turn, finish in zip(boards, turns, finishes, strict=True):
            board["turns"].append(turn)
            board["finish"] = finish
        try:
            judge({**self.record(), "rounds": self.record()["rounds"][-1:]})
        except Foul as foul:
            for board in boards:
                board["turns"].pop()
                board["finish"] = None
            raise Refuse(str(foul)) from None

    def substitute(self, body: dict[str, Any]) -> None:
        if not self.has_begun or self.call is not None or self.calls == self.length:
            raise Refuse("not now")
        if body["seat"] >= len(self.seats):
            raise Refuse("seat")
        seat = self.seats[body["seat"]]
        leave = None if body["leave"] is None else self.find(body["leave"])
        new = self.sit(body["sit"], self.seats, body["house"])
        if leave is None:
            if not seat["out"]:
                raise Refuse("neither left nor out")
        elif leave["body"]["kind"] != "leave" or leave["author"] != seat["author"]:
            raise Refuse("no leave of the seat")
        self.former.add(seat["author"])
        self.seats[body["seat"]] = new
        self.guests |= set() if new["house"] else {new["author"]}
        self.left |= set() if leave is None else {seat["author"]}

    def record(self) -> dict[str, Any]:
        """What a record keeps of it."""
        players = []
        for seat in self.seats:
            player = {"name": seat["name"], "kind": "human" if seat["bot"] is None else "bot"}
            players.append(player if seat["bot"] is None else {**player, "bot": seat["bot"]})
        has_aside = self.rules.get("daffodil") == 4
        rounds = [
            {
                **played,
                "boards": [
                    {
                        key: value
                        for key, value in board.items()
                        if key == "turns" or (has_aside and value is not None)
                    }
                    for board in played["boards"]
                ],
            }
            for played in self.rounds
        ]
        return {
            "format": "take-it-easy",
            "version": 1,
            "rules": self.rules,
            "players": players,
            "rounds": rounds,
        }


def read_table(lines: list[str], table: str, check_signatures: bool = False) -> TableOf:
    """What these lines say of a table."""
    entries = [read_line(line, check_signatures) for line in lines]
    return TableOf(entries, table).run()


# --- roads ---


def read_base64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def read_invitation(text: str) -> tuple[bytes | None, bytes, bytes, str]:
    """Card (None in an invitation), table, key and the road's URL."""
    prefix, data = text[:6], read_base64(text[6:])
    if prefix not in ("TIE1I.", "TIE1C.") or hashlib.sha256(data[:-4]).digest()[:4] != data[-4:]:
        raise Bad("no invitation")
    card, data = (data[:32], data[32:-4]) if prefix == "TIE1C." else (None, data[:-4])
    return card, data[:32], data[32:64], data[64:].decode("ascii")


def read_packets(text: str, key: bytes) -> list[str]:
    """The lines in packets of the table with this key."""
    lines: list[str] = []
    for packet in "".join(text.split()).split("TIE1P.")[1:]:
        data = read_base64(packet)
        if data[:16] != h("road", key)[:16]:
            raise Bad("another table's packet")
        lines += zlib.decompress(SecretBox(key).decrypt(data[16:])).decode("ascii").splitlines()
    return lines


def read_message(key: bytes, name: str, value: bytes) -> str:
    """The line under a name in the bucket."""
    if name != f"{h('road', key)[:16].hex()}.{hashlib.sha256(value).hexdigest()[:32]}":
        raise Bad("another name")
    return SecretBox(key).decrypt(value).decode("ascii")


def open_answers(table: TableOf, card: bytes) -> int:
    """Open the sealed answers of all closes with the game master's card; how many there were."""
    box = SealedBox(PrivateKey(h("box", card)))
    opened = 0
    closes = [e["body"] for e in table.all.values() if e["body"]["kind"] == "close"]
    for seat in [seat for close in closes for seat in close["seats"] if "text" in seat]:
        data = box.decrypt(bytes.fromhex(table.all[seat["answer"]]["body"]["seal"]))
        if data != (bytes.fromhex(seat["salt"]) + seat["text"].encode()).ljust(96):
            raise Bad("a close says what was not sealed")
        opened += 1
    x = h("chain", card)
    for _ in range(table.length):
        x = h("link", x)
    assert table.open is not None
    if x.hex() != table.open["end"]:
        raise Bad("the chain does not end where the table says")
    return opened


def main() -> None:
    """Judge a table's packets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("invitation", help="an invitation, or a card")
    parser.add_argument("file", nargs="+", type=Path)
    options = parser.parse_args()
    card, id, key, _ = read_invitation(options.invitation)
    lines = {line for path in options.file for line in read_packets(path.read_text(), key)}
    table = read_table(sorted(lines), id.hex(), check_signatures=True)
    told = f"{len(lines)} signatures, {table.calls} draws, {len(table.refused)} refused"
    if card is not None:
        told += f", {open_answers(table, card)} answers opened"
    print(told, file=sys.stderr)
    if table.refused or table.waits or table.forked:
        raise SystemExit(f"refused {table.refused}, waits {table.waits}, forked {table.forked}")
    print(json.dumps(table.record()))


if __name__ == "__main__":
    main()
