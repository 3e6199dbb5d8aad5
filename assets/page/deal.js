// The deal of a seed and of a day, the same as game/rules/deal.py and game/progress/daily.py make it. Nothing
// here may ever change, or two players would meet different deals; tests/page/test_daily.py compares them.
"use strict";

// The first eight bytes of the SHA-256 of a text (FIPS 180-4), as a BigInt. The browser's own is missing
// where a page comes without TLS.
function sha256Start(text) {
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((p) => n % p)) primes.push(n);
  const fraction = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32);
  const rounds = primes.map((p) => fraction(Math.cbrt(p)));
  const state = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  for (let block = 0; block < padded.length; block += 64) {
    const words = Array.from({ length: 16 }, (_, i) => view.getUint32(block + 4 * i));
    for (let i = 16; i < 64; i += 1) {
      const [a, b] = [words[i - 15], words[i - 2]];
      words[i] = (words[i - 16] + words[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3))
        + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + rounds[i] + words[i]) | 0;
      const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => { state[i] = (state[i] + x) | 0; });
  }
  return (BigInt(state[0] >>> 0) << 32n) | BigInt(state[1] >>> 0);
}

// SplitMix64 (Steele, Lea and Flood 2014): `below(bound)` is each integer under it, equally likely.
function splitMix64(state) {
  const cut = (n) => BigInt.asUintN(64, n);
  const next = () => {
    state = cut(state + 0x9e3779b97f4a7c15n);
    let z = cut((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = cut((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  };
  return { below: (bound) => {
    const limit = (1n << 64n) - ((1n << 64n) % BigInt(bound));
    for (;;) {
      const n = next();
      if (n < limit) return Number(n % BigInt(bound));
    }
  } };
}

// C1, C6: the tiles that a round calls, in calling order, as indices.
function dealOrder({ tiles, spaces }, seed) {
  const names = tiles.map((tile) => tile.text).join(" ");
  const random = splitMix64(sha256Start(`take-it-easy deal 1\n${names}\n${seed}`));
  const order = tiles.map((_, i) => i);
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = random.below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order.slice(0, spaces.length);
}

// The seed of an edition's deal on a day such as 2026-11-21.
const daySeed = (edition, day) => String(sha256Start(`take-it-easy daily 1\n${edition}\n${day}`) >> 34n);
