// Legality and scoring for one seat, fed with the tables that game/page/tables.py makes of game.rules.
// A position is {tiles: [tile or -1 for each space], aside: [tile, …], late: [tile, …]}; tiles and spaces
// are indices, ASIDE (-1) as a space is the daffodil. Functions never change the position they are given.
"use strict";

const ASIDE = -1;

function makeRules(tables) {
  const { lines, neighbours, stamens, tiles, numbers } = tables;
  const isStamen = neighbours.map((_, space) => stamens.includes(space));
  const hasAside = tables.daffodil === 4;

  const newPosition = () => ({ tiles: neighbours.map(() => -1), aside: [], late: [] });

  const emptySpaces = (position) =>
    position.tiles.flatMap((tile, space) => (tile < 0 ? [space] : []));

  // P5, P6: which of the empty spaces the Daffodil variant opens now.
  function openSpaces(position) {
    const empty = emptySpaces(position);
    const onStamens = empty.filter((space) => isStamen[space]);
    const elsewhere = empty.filter((space) => !isStamen[space]);
    if (tables.daffodil === 2 && onStamens.length) return onStamens;
    if (tables.daffodil === 3 && elsewhere.length) return elsewhere;
    return hasAside ? elsewhere : empty;
  }

  // P2, P3, P7: those of the open spaces that adjacency allows, or all of them. The stamens do not
  // touch each other, so that those that Daffodil 2 asks for first (P5) are never kept from anybody.
  function legalSpaces(position, tile) {
    const open = openSpaces(position);
    let spaces = open;
    if (tables.placement !== "free") {
      const isAnchor = (space) => {
        const other = position.tiles[space];
        if (other < 0) return false;
        return tables.placement === "adjacent" || tiles[other].sun === tiles[tile].sun;
      };
      const touching = open.filter((space) => neighbours[space].some(isAnchor));
      if (touching.length) spaces = touching;
    }
    return hasAside && position.aside.length < tables.asideRoom ? [ASIDE, ...spaces] : spaces;
  }

  function put(position, tile, space, isLate = false) {
    const next = {
      tiles: [...position.tiles], aside: [...position.aside], late: [...position.late],
    };
    if (space === ASIDE) next.aside.push(tile);
    else next.tiles[space] = tile;
    if (isLate) next.late.push(tile);
    return next;
  }

  // P6: a tile set aside may close the round on a free stamen, unless it bears a wild stripe.
  function closingSpaces(position, tile) {
    if (!hasAside || tiles[tile].wild || !position.aside.includes(tile)) return [];
    return stamens.filter((space) => position.tiles[space] < 0);
  }

  function moveToStamen(position, tile, space) {
    const next = put(position, tile, space);
    next.aside = next.aside.filter((other) => other !== tile);
    return next;
  }

  // The bits of the numbers that a line can still score with, and how many tiles lie on it (S1, S2).
  function readLine(position, line) {
    let bits = 7;
    let filled = 0;
    let symbol = null;
    let isRay = true;
    for (const space of line.spaces) {
      const tile = position.tiles[space];
      if (tile < 0) { isRay = false; continue; }
      filled += 1;
      bits &= tiles[tile].masks[line.axis];
      if (symbol !== null && symbol !== tiles[tile].sun) isRay = false;
      symbol = tiles[tile].sun;
    }
    return { bits, filled, isFull: filled === line.spaces.length, ray: isRay ? symbol : null };
  }

  const highest = (axis, bits) => numbers[axis][bits & 4 ? 2 : bits & 2 ? 1 : 0];

  // {state: "empty" | "alive" | "complete" | "dead", number: the highest left or 0, filled}
  function lineStatus(position, index) {
    const line = lines[index];
    const { bits, filled, isFull } = readLine(position, line);
    if (!filled) return { state: "empty", number: 0, filled };
    if (!bits) return { state: "dead", number: 0, filled };
    return { state: isFull ? "complete" : "alive", number: highest(line.axis, bits), filled };
  }

  // S1-S4, M3: {lines: [{line, number, points, late}], rays: [{line, sun, points}], total}
  function score(position) {
    const found = { lines: [], rays: [], total: 0 };
    lines.forEach((line, index) => {
      const { bits, isFull, ray } = readLine(position, line);
      if (!isFull) return;
      const length = line.spaces.length;
      if (bits) {
        const number = highest(line.axis, bits);
        const late = line.spaces.some((space) => position.late.includes(position.tiles[space]));
        found.lines.push({ line: index, number, points: (length * number) / (late ? 2 : 1), late });
      }
      if (tables.rays === "rays" && ray !== null) {
        found.rays.push({ line: index, sun: ray, points: length * tables.rayPoints[ray ? 0 : 1] });
      }
    });
    for (const { points } of [...found.lines, ...found.rays]) found.total += points;
    return found;
  }

  return {
    tables, hasAside, isStamen, newPosition, legalSpaces, put, closingSpaces, moveToStamen,
    lineStatus, score,
  };
}
