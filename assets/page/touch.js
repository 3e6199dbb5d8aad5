// What fingers do besides pressing: a slip of two taps is one tap, and a tile can be dragged.
"use strict";

const SLIP = 400;
const NEAR = 28;
const PULL = 8;
let tap = { x: 0, y: 0, time: -Infinity };
let dropped = -Infinity;

// A second tap on the same place right after one that changed something was not meant for what has
// come there since: the tile that lies, another screen's button. Keys and scripts have no detail.
addEventListener("click", (event) => {
  if (!event.detail) return;
  const isNear = Math.hypot(event.clientX - tap.x, event.clientY - tap.y) < NEAR;
  const isSlip = isNear && event.timeStamp - tap.time < SLIP && changed >= tap.time;
  if (isSlip || event.timeStamp - dropped < 50) {
    event.stopImmediatePropagation();
    event.preventDefault();
    return;
  }
  tap = { x: event.clientX, y: event.clientY, time: event.timeStamp };
}, true);

function spaceAt({ clientX, clientY }) {
  const target = document.elementsFromPoint(clientX, clientY).map((e) => e.closest(".target")).find(Boolean);
  return target ? spaceNamed(target.dataset.space) : null;
}
const spaceNamed = (name) => (name === "x" ? ASIDE : tables.spaces.findIndex((space) => space.name === name));

// {tile, place: what a drop does, x, y, piece: the tile under the pointer once it is pulled}
let drag = null;

root.addEventListener("pointerdown", (event) => {
  if (game.screen !== "play" || event.button || !event.isPrimary) return;
  const now = turn();
  const [held, lying] = [event.target.closest("#hand > *"), event.target.closest(".target.movable")];
  const { clientX: x, clientY: y } = event;
  if (held && (!now.isAnswered || now.isClosing)) {
    const index = [...at("hand").children].indexOf(held);
    drag = { tile: now.hand[index], x, y, pick: index, place };
  } else if (lying) drag = { tile: now.position.tiles[now.last], x, y, place: (space) => space === now.last || choose(space) };
});

// A tile that is pulled does not scroll the page; those of the hand, which are drawn anew meanwhile, have
// their `touch-action` for that.
addEventListener("touchmove", (event) => { if (drag) event.preventDefault(); }, { passive: false });

addEventListener("pointermove", (event) => {
  if (!drag || !event.isPrimary) return;
  if (!drag.piece) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < PULL) return;
    drag.piece = html("div", { class: "dragged" }, tilePicture(tables, drag.tile, "", hasSymbols));
    drag.piece.style.width = `${196 * board.element.getScreenCTM().a}px`;
    document.body.append(drag.piece);
    root.setPointerCapture(event.pointerId);
    if ("pick" in drag) aim.picked = drag.pick;
  }
  drag.piece.style.left = `${event.clientX}px`;
  drag.piece.style.top = `${event.clientY}px`;
  const space = spaceAt(event);
  if (space !== aim.ghost) { aim.ghost = space; update(); }
});

addEventListener("pointerup", (event) => {
  if (drag?.piece) {
    dropped = event.timeStamp;
    const [space, { place: put }] = [spaceAt(event), drag];
    endDrag();
    if (space !== null) put(space);
  }
  endDrag();
});
addEventListener("pointercancel", endDrag);

function endDrag() {
  const { piece } = drag ?? {};
  drag = null;
  if (!piece) return;
  piece.remove();
  if (game.screen === "play" && aim.ghost !== null) { aim.ghost = null; update(); }
}
