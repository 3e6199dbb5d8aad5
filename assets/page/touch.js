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

// {tile, put: what a drop on a space does, x, y, piece: the tile under the pointer once it is pulled}
let drag = null;

// grab: the tile that a pointer would pull, with its `put`, or null; aimAt: shows where it would lie, nowhere
// for null.
function dragTiles({ grab, aimAt }) {
  const root = document.getElementById("page");

  root.addEventListener("pointerdown", (event) => {
    if (event.button || !event.isPrimary) return;
    const held = grab(event.target);
    if (held) drag = { ...held, x: event.clientX, y: event.clientY };
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
      drag.pull?.();
    }
    drag.piece.style.left = `${event.clientX}px`;
    drag.piece.style.top = `${event.clientY}px`;
    aimAt(spaceAt(event));
  });

  addEventListener("pointerup", (event) => {
    if (drag?.piece) {
      dropped = event.timeStamp;
      const [space, { put }] = [spaceAt(event), drag];
      end();
      if (space !== null) put(space);
    }
    end();
  });
  addEventListener("pointercancel", end);

  function end() {
    const { piece } = drag ?? {};
    drag = null;
    if (!piece) return;
    piece.remove();
    aimAt(null);
  }
}
