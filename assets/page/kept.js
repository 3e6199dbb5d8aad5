// The game as the moves that were made, kept on this device under the page's own key.
"use strict";

let storeKey = `take-it-easy ${data.id}`;

// Where the game is kept: on the "device", else in the "tab" through a reload and the way back, or nowhere.
function readKept() {
  try {
    const found = localStorage.getItem(storeKey);
    if (found !== null) return [found, "device"];
  } catch { /* Forbidden here. */ }
  return [history.state?.[storeKey] ?? null, "tab"];
}

// Returns where it was written; null as a text forgets.
function writeKept(text) {
  let where = "tab";
  try {
    if (text === null) localStorage.removeItem(storeKey);
    else localStorage.setItem(storeKey, text);
    where = "device";
  } catch { /* Forbidden, or full. */ }
  try {
    history.replaceState(text === null || where === "device" ? null : { [storeKey]: text }, "");
  } catch { /* Too much of it, or forbidden as well. */ }
  return text === null ? null : where;
}

// A round is {moves: [[tile, space], …], called, isOver}: `called` is the open call, from 0. Moves beyond
// the tiles of all calls are closing moves. Tiles, spaces and turns are all unfolded from these.
const newRound = () => ({ moves: [], called: 0, isOver: false });

function unfold({ moves, called, isOver }, calls) {
  const callOf = calls.flatMap((tiles, call) => tiles.map(() => call));
  let position = rules.newPosition();
  const [steps, finish] = [[], []];
  moves.forEach(([tile, space], i) => {
    const isClosing = i >= callOf.length;
    (isClosing ? finish : steps).push({ call: callOf[i], tile, space });
    position = isClosing ? rules.moveToStamen(position, tile, space) : rules.put(position, tile, space);
  });
  const hand = calls[called].filter((tile) => !moves.some(([other]) => other === tile));
  const isLast = called === calls.length - 1;
  const movable = !hand.length && isLast ? position.aside.filter((tile) => rules.closingSpaces(position, tile).length) : [];
  return {
    position, steps, finish, isLast, hand: hand.length ? hand : movable, isClosing: movable.length > 0,
    isAnswered: !hand.length, last: moves.at(-1)?.[1] ?? null,
    // C4: what was placed in this call may be taken back until the next one.
    canTakeBack: !isOver && callOf.slice(0, moves.length).filter((call) => call === called).length + finish.length > 0,
  };
}

// Raises unless every move of a kept round was allowed when it was made.
function check({ moves, called, isOver }, calls) {
  const sizes = calls.map((tiles) => tiles.length);
  const before = (call) => sizes.slice(0, call).reduce((sum, size) => sum + size, 0);
  if (!Number.isInteger(called) || !(called in calls) || moves.length < before(called)) throw Error("call");
  moves.forEach(([tile, space], i) => {
    const call = sizes.findIndex((_, n) => i < before(n + 1));
    const open = call < 0 ? calls.length - 1 : call;
    const { position, hand, isClosing } = unfold({ moves: moves.slice(0, i), called: open }, calls);
    const legal = isClosing ? rules.closingSpaces(position, tile) : rules.legalSpaces(position, tile);
    if (open > called || !hand.includes(tile) || !legal.includes(space)) throw Error("move");
  });
  const { isAnswered, isLast } = unfold({ moves, called }, calls);
  if (isOver && !(isAnswered && isLast)) throw Error("round");
}

// The kept game and where it was kept; null where none is, or what is kept cannot be this page's.
function restored() {
  try {
    const [text, where] = readKept();
    const kept = JSON.parse(text);
    kept.rounds.forEach((round, i) => {
      check(round, deal[i]);
      if (!round.isOver && i < kept.rounds.length - 1) throw Error("round");
    });
    if (!(kept.language in data.texts)) throw Error("language");
    return [kept, where];
  } catch { return [null, null]; }
}
