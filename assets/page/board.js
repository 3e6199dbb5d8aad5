// The board as SVG, drawn like the game's own: wells, solid tiles with three glossy stripes, beams.
// Lengths are hundredths of a cell's radius. Nothing here knows whose turn it is.
"use strict";

const SVG_SPACE = "http://www.w3.org/2000/svg";
const CELL = 100;
const PIECE = 93;
const HEIGHT = Math.sqrt(3) * CELL;
const BAR_WIDTH = 0.4 * PIECE;
const BAR_LENGTH = 1.02 * Math.sqrt(3) * PIECE;
const DIGITS = [[0, -0.575], [-0.52, 0.3], [0.52, 0.3]];
const TURN = [0, 60, -60];
const ALONG = [[0, 1], [Math.sqrt(3) / 2, -0.5], [Math.sqrt(3) / 2, 0.5]];
const TRAY = [[3.84, 2.58], [3.28, 3.44], [4.4, 3.44]];
const PROFILE = [
  [0, -0.62], [0.05, -0.4], [0.12, -0.08], [0.24, 0.34], [0.33, 0.5], [0.44, 0.14], [0.62, 0],
  [0.84, -0.16], [0.95, -0.4], [1, -0.66],
];

function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG_SPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

const points = (corners) => corners.map((c) => c.map((n) => n.toFixed(1)).join()).join(" ");
const hexCorners = (x, y, radius) =>
  [0, 1, 2, 3, 4, 5].map((i) => {
    const a = (i * Math.PI) / 3;
    return [x + radius * Math.cos(a), y + radius * Math.sin(a)];
  });

// A hexagon with rounded corners: filled a little smaller, with a round-jointed edge of its own.
function hexagon(x, y, radius, attributes) {
  const round = 0.07 * radius;
  return svg("polygon", {
    points: points(hexCorners(x, y, radius - 1.155 * round)), "stroke-linejoin": "round",
    "stroke-width": 2 * round, stroke: attributes.fill, ...attributes,
  });
}

const ringed = (x, y, radius, attributes) => svg("polygon", {
  points: points(hexCorners(x, y, radius)), fill: "none", "stroke-linejoin": "round", ...attributes,
});

function mixed(colour, other, share) {
  const parts = (text) => [1, 3, 5].map((i) => parseInt(text.slice(i, i + 2), 16));
  const [a, b] = [parts(colour), parts(other)];
  return "#" + a.map((n, i) => Math.round(n + (b[i] - n) * share).toString(16).padStart(2, "0")).join("");
}

function shaded(colour, shade) {
  return shade >= 0 ? mixed(colour, "#ffffff", shade * 0.8) : mixed(colour, "#0a0814", -shade * 0.8);
}

// Black as light on a dark board is its pale edge.
const glowing = (number, colours) => (number === 1 ? "#a8aac4" : colours[number]);

// Gradients, patterns and clips that all boards of the page share.
function makeDefinitions(tables, colours) {
  const gradient = (id, stops, across) => svg("linearGradient",
    { id, x1: 0, y1: 0, x2: across ? 1 : 0, y2: across ? 0 : 1 },
    ...stops.map(([offset, colour, opacity = 1]) =>
      svg("stop", { offset, "stop-color": colour, "stop-opacity": opacity })));
  const bars = Object.entries(colours).map(([number, colour]) => gradient(`bar${number}`,
    number === "1"
      ? [[0, "#ced0e2"], [0.06, "#8b8d9c"], [0.1, colour], [0.2, "#30303a"], [0.32, "#666874"],
        [0.44, "#30303a"], [0.5, colour], [0.9, colour], [0.94, "#8b8d9c"], [1, "#ced0e2"]]
      : PROFILE.map(([place, shade]) => [place, shaded(colour, shade)]), true));
  const twists = tables.numbers.map((numbers, axis) => {
    const band = BAR_WIDTH * 0.78;
    const slant = BAR_WIDTH * 0.9;
    const strips = [-2, -1, 0, 1, 2, 3].map((i) => svg("polygon", {
      points: points([[0, i * band + slant], [BAR_WIDTH, i * band],
        [BAR_WIDTH, (i + 1.03) * band], [0, (i + 1.03) * band + slant]]),
      fill: colours[numbers[(i + 3) % 3]],
    }));
    return svg("pattern", {
      id: `twist${axis}`, patternUnits: "userSpaceOnUse", x: -BAR_WIDTH / 2, y: 0,
      width: BAR_WIDTH, height: 3 * band,
    }, ...strips);
  });
  const shade = gradient("shade", PROFILE.map(([place, s]) =>
    [place, s >= 0 ? "#ffffff" : "#0a0814", Math.abs(s) * 0.7]), true);
  const clip = (id, radius) => svg("clipPath", { id },
    svg("polygon", { points: points(hexCorners(0, 0, radius)) }));
  const blur = (id, amount) => svg("filter", { id, x: "-50%", y: "-50%", width: "200%", height: "200%" },
    svg("feGaussianBlur", { stdDeviation: amount }));
  return svg("svg", { width: 0, height: 0, "aria-hidden": "true", class: "definitions" }, svg("defs", {},
    ...bars, ...twists, shade, clip("face", 0.945 * PIECE), blur("soft", 9),
    gradient("plate", [[0, "#392f66"], [1, "#201a41"]]),
    gradient("well", [[0, "#0b0917"], [1, "#1b172b"]]),
    gradient("wellOpen", [[0, "#17122f"], [1, "#2a2353"]]),
    gradient("stamenWell", [[0, "#2a1d0f"], [1, "#41290f"]]),
    gradient("rim", [[0, "#a89ee2"], [1, "#3e3668"]]),
    gradient("faceLight", [[0, "#554d82"], [1, "#322c58"]])));
}

// The middle of a tile: a sun or a moon on a dark disc.
function symbolOf(isSun) {
  const group = svg("g", {}, svg("circle", { r: 17.5, fill: "#0e0c1a" }),
    svg("circle", { r: 15.8, fill: "none", stroke: isSun ? "#5a4c2c" : "#474a63", "stroke-width": 1.4 }));
  if (isSun) {
    for (let i = 0; i < 8; i += 1) {
      group.append(svg("polygon", {
        points: "8.5,-2.6 13.8,-0.6 13.8,0.6 8.5,2.6", fill: "#ffd65c", transform: `rotate(${i * 45 + 22.5})`,
      }));
    }
    group.append(svg("circle", { r: 7.6, fill: "#ffd65c" }));
  } else {
    group.append(svg("path", {
      d: "M3.2-10.6A11 11 0 1 0 10.6 3.4 9.2 9.2 0 0 1 3.2-10.6z", fill: "#c4ceff",
    }));
  }
  return group;
}

// A tile around the origin; `dead` tells for each axis whether its stripe is past hope.
function tileArt(tables, index, { dead = [], hasSymbols = false } = {}) {
  const tile = tables.tiles[index];
  const group = svg("g", { class: "tile" },
    hexagon(0, 3, PIECE, { fill: "#08061280" }), hexagon(0, 0, PIECE, { fill: "#0e0c1a" }),
    hexagon(0, 0, 0.985 * PIECE, { fill: "url(#rim)" }),
    hexagon(0, 0, 0.925 * PIECE, { fill: "url(#faceLight)" }));
  const stripes = [0, 1, 2].sort((a, b) => (tile.numbers[a] ?? 10) - (tile.numbers[b] ?? 10));
  const layer = svg("g", { "clip-path": "url(#face)" });
  stripes.forEach((axis, order) => {
    const number = tile.numbers[axis];
    const box = { x: -BAR_WIDTH / 2, y: -BAR_LENGTH / 2, width: BAR_WIDTH, height: BAR_LENGTH };
    const turned = svg("g", { transform: `rotate(${TURN[axis]})` });
    if (order) {
      layer.append(svg("g", { transform: "translate(0 5)" }, svg("g", { transform: `rotate(${TURN[axis]})` },
        svg("rect", { ...box, x: box.x - 2, width: box.width + 4, fill: "#0a0814", opacity: 0.4 }))));
    }
    turned.append(svg("rect", { ...box, x: box.x - 2, width: box.width + 4, fill: "#0a0814", opacity: 0.5 }));
    turned.append(svg("rect", { ...box, fill: number === null ? `url(#twist${axis})` : `url(#bar${number})` }));
    if (number === null) turned.append(svg("rect", { ...box, fill: "url(#shade)" }));
    if (dead[axis]) turned.append(svg("rect", { ...box, fill: "#2c2650", opacity: 0.72 }));
    layer.append(turned);
  });
  layer.append(ringed(0, 0, 0.95 * PIECE, { stroke: "#080612", "stroke-width": 5, opacity: 0.5 }));
  group.append(layer);
  if (hasSymbols) group.append(symbolOf(tile.sun));
  DIGITS.forEach(([dx, dy], axis) => {
    const number = tile.numbers[axis];
    const isWild = number === null;
    const size = (isWild ? 0.4 : 0.66) * PIECE;
    group.append(svg("text", {
      x: dx * PIECE * (isWild ? 0.9 : 1), y: dy * PIECE + size * 0.315, "font-size": size,
      class: "digit", "stroke-width": size * 0.18,
    }, isWild ? [...tables.numbers[axis]].reverse().join("") : String(number)));
  });
  return group;
}

// A single tile as a picture of its own, such as the one that was called.
function tilePicture(tables, index, label, hasSymbols) {
  return svg("svg", { viewBox: "-98 -88 196 178", role: "img", "aria-label": label, class: "piece" },
    tileArt(tables, index, { hasSymbols }));
}

// Two lines of three tiles: one number from edge to edge, and a broken one, each with its points.
function linesPicture(tables, label, hasSymbols) {
  const highest = Math.max(...tables.numbers[0]);
  const whole = tables.tiles.flatMap(({ numbers }, i) => (numbers[0] === highest ? [i] : []));
  const other = tables.tiles.findIndex(({ numbers }) => numbers[0] !== null && numbers[0] !== highest);
  const line = (tiles, x, words, isDead) => svg("g", { transform: `translate(${x} 0)` },
    ...tiles.map((tile, i) => {
      const art = tileArt(tables, tile, { dead: [isDead, true, true], hasSymbols });
      art.setAttribute("transform", `translate(0 ${i * HEIGHT})`);
      return art;
    }),
    svg("text", { y: 2.5 * HEIGHT + 70, class: "sum" }, words));
  return svg("svg", { viewBox: `-130 -96 560 ${3 * HEIGHT + 96}`, role: "img", "aria-label": label, class: "lines" },
    line(whole.slice(0, 3), 0, `3 × ${highest} = ${3 * highest}`, false),
    line([whole[0], other, whole[1]], 300, "0", true));
}

// The board: `element` to be put on the page, `show(position, …)` to redraw it, `focus(space)`.
function makeBoard(rules, { colours, hasSymbols, label, onChoose = null, onHover = null, onKey = null }) {
  const { tables } = rules;
  const centres = tables.spaces.map(({ q, r }) => [1.5 * CELL * q, HEIGHT * (r + q / 2)]);
  const tray = rules.hasAside ? TRAY.map(([q, y]) => [1.5 * CELL * q, HEIGHT * y]) : [];
  const all = [...centres, ...tray];
  const margin = 66;
  const xs = all.map(([x]) => x);
  const ys = all.map(([, y]) => y);
  const [left, top] = [Math.min(...xs) - CELL - margin, Math.min(...ys) - HEIGHT / 2 - margin];
  const size = [Math.max(...xs) + CELL + margin - left, Math.max(...ys) + HEIGHT / 2 + margin - top];
  const element = svg("svg", {
    viewBox: [left, top, ...size].map(Math.round).join(" "), class: "board",
    role: onChoose ? "group" : "img", "aria-label": label,
  });
  element.append(plate());
  // What is drawn is told by the targets above it.
  const [wells, tracks, pieces, lights] = [0, 1, 2, 3].map(() => svg("g", { "aria-hidden": "true" }));
  const hits = svg("g");
  element.append(wells, tracks, pieces, lights, hits);
  const targets = new Map();
  if (onChoose) makeTargets();

  function plate() {
    const group = svg("g", { "aria-hidden": "true" });
    const add = (attributes) => (grow, dy) => {
      if (tables.board === "daffodil") {
        // The last one closes the gap between the board and the daffodil beside it.
        const gap = [1.5 * CELL * 2.95, HEIGHT * 2.75];
        const discs = [...centres.map((c) => [c, 0.93]), ...tray.map((c) => [c, 0.86])];
        if (tray.length) discs.push([gap, 0.4]);
        discs.forEach(([[x, y], own]) =>
          group.append(svg("circle", { cx: x, cy: y + dy, r: CELL * (own + grow), fill: attributes })));
      } else {
        const corners = hull(centres.flatMap(([x, y]) => hexCorners(x, y + dy, CELL)));
        group.append(svg("polygon", {
          points: points(corners), fill: attributes, stroke: attributes,
          "stroke-width": 2 * grow * CELL, "stroke-linejoin": "round",
        }));
      }
    };
    add("#0705124d")(0.53, 12);
    add("#1a1536")(0.5, 6);
    add("#564aaa")(0.5, 0);
    add("#2a2256")(0.465, 1);
    return group;
  }

  function well(place, [x, y], state) {
    const isStamen = rules.isStamen[place];
    const radius = place < 0 ? 0.86 * PIECE : PIECE;
    const [floor, edge] = state === "open"
      ? [isStamen ? "url(#stamenWell)" : "url(#wellOpen)", isStamen ? "#d9b04a" : "#8d82cc"]
      : [isStamen ? "url(#stamenWell)" : "url(#well)", isStamen ? "#74592a" : "#3b3374"];
    const group = svg("g", {}, hexagon(x, y + 3, radius, { fill: "#443c70" }),
      hexagon(x, y - 1, radius, { fill: "#100d21" }), hexagon(x, y, 0.965 * radius, { fill: floor }),
      ringed(x, y, 0.86 * radius, { stroke: edge, "stroke-width": 3 }));
    if (isStamen) {
      [[x, y], ...hexCorners(x, y, 0.3 * PIECE)].forEach(([cx, cy]) =>
        group.append(svg("circle", { cx, cy, r: 7.5, fill: state === "open" ? "#ffce3a" : "#97783a" })));
    }
    if (place >= 0) {
      group.append(svg("text", { x, y: y + 0.65 * PIECE, class: "name" }, tables.spaces[place].name));
    }
    return group;
  }

  function makeTargets() {
    const add = (space, [x, y], radius) => {
      const target = svg("g", { role: "button", tabindex: -1, class: "target" },
        hexagon(x, y, radius, { fill: "transparent" }),
        ringed(x, y, radius, { class: "cursor" }));
      target.addEventListener("click", (event) => onChoose(space, event));
      target.addEventListener("pointerenter", (event) => onHover?.(space, event));
      target.addEventListener("pointerleave", (event) => onHover?.(null, event));
      target.addEventListener("focus", () => onHover?.(space, { pointerType: "key" }));
      target.addEventListener("keydown", (event) => onKey?.(space, event));
      target.dataset.space = space < 0 ? "x" : tables.spaces[space].name;
      targets.set(space, target);
      hits.append(target);
    };
    centres.forEach((centre, space) => add(space, centre, CELL));
    if (tray.length) {
      const [x, y] = [0, 1].map((i) => tray.reduce((sum, c) => sum + c[i], 0) / 3);
      add(ASIDE, [x, y], 1.7 * CELL);
    }
  }

  function ends(line) {
    const [a, b] = [line.spaces[0], line.spaces.at(-1)].map((space) => centres[space]);
    const [ux, uy] = ALONG[line.axis];
    const at = ([x, y], reach) => [x + ux * reach, y + uy * reach];
    const first = line.axis === 0 ? a : line.spaces.map((s) => centres[s]).sort((p, q) => p[0] - q[0])[0];
    const last = first === a ? b : a;
    return { from: (d) => at(first, -(HEIGHT / 2 + d)), to: (d) => at(last, HEIGHT / 2 + d) };
  }

  const stroke = ([x1, y1], [x2, y2], attributes) => svg("line", {
    x1, y1, x2, y2, "stroke-linecap": "round", ...attributes,
  });

  // The badge stands at the top, at the lower left or at the lower right end of its line.
  function badge([x, y], number, isBright) {
    const group = svg("g", { transform: `translate(${x} ${y})`, class: "badge" });
    const colour = glowing(number, colours);
    if (isBright) group.append(svg("circle", { r: 34, fill: colour, opacity: 0.55, filter: "url(#soft)" }));
    group.append(svg("circle", { r: 25, fill: "#0e0c1a" }),
      svg("circle", { r: 23, fill: isBright ? "#ffffff" : mixed(colour, "#ffffff", 0.3) }),
      svg("circle", { r: isBright ? 19 : 20, fill: isBright ? colours[number] : mixed(colours[number], "#14102e", 0.2) }),
      svg("text", { y: 11.5, "font-size": 36, class: "digit", "stroke-width": 7 }, String(number)));
    if (!isBright) group.setAttribute("opacity", 0.85);
    return group;
  }

  function showLine(index, position, { lit, isFinal, fresh }) {
    const line = tables.lines[index];
    const status = rules.lineStatus(position, index);
    const { from, to } = ends(line);
    const own = line.axis === 2 ? to : from;
    if (status.state === "complete") {
      const colour = glowing(status.number, colours);
      const isLit = lit === null || lit.has(index);
      const [ux, uy] = ALONG[line.axis];
      const shift = BAR_WIDTH / 2 - 2;
      const group = svg("g", { class: `beam${isLit ? "" : " quiet"}${fresh?.has(index) ? " fresh" : ""}` });
      group.append(stroke(from(-8), to(-8), {
        stroke: colour, "stroke-width": BAR_WIDTH + 16, opacity: 0.16, "stroke-linecap": "butt",
      }));
      for (const side of [-shift, shift]) {
        const moved = ([x, y]) => [x - uy * side, y + ux * side];
        group.append(stroke(moved(from(-6)), moved(to(-6)), {
          stroke: mixed(colour, "#ffffff", 0.5), "stroke-width": 4,
        }));
      }
      lights.append(group);
      lights.append(badge(own(20), status.number, isLit));
    } else if (status.state === "alive" && !isFinal) {
      tracks.append(stroke(from(-70), to(-70), {
        stroke: glowing(status.number, colours), "stroke-width": 10, opacity: 0.5,
      }));
      lights.append(badge(own(20), status.number, false));
    } else if (status.state === "dead") {
      const [x, y] = own(20);
      lights.append(svg("path", {
        d: `M${x - 8} ${y - 8}l16 16m0-16l-16 16`, stroke: "#6a5fa8", "stroke-width": 3.5,
        "stroke-linecap": "round", opacity: 0.8,
      }));
    }
  }

  // The other end from the badge's tells of a ray.
  function showRay({ line, sun }) {
    const { from, to } = ends(tables.lines[line]);
    const [x, y] = (tables.lines[line].axis === 2 ? from : to)(20);
    lights.append(svg("g", { transform: `translate(${x} ${y}) scale(1.25)`, class: "badge ray" }, symbolOf(sun)));
  }

  // legal: spaces that are open now; ghost: {tile, space}; last: a space to point at; lit: the lines
  // that shine, all if null; worth: words in the open wells; labels: what each target says; movable: whose tile can be dragged; fresh: the
  // lines that have just been completed.
  function show(position, { legal = [], ghost = null, last = null, lit = null, isFinal = false,
    labels = null, worth = null, current = null, picked = null, movable = null, fresh = null } = {}) {
    for (const layer of [wells, tracks, pieces, lights]) layer.replaceChildren();
    const shown = ghost && ghost.space >= 0 ? rules.put(position, ghost.tile, ghost.space) : position;
    const dead = tables.spaces.map(() => [false, false, false]);
    tables.lines.forEach((line, index) => {
      if (rules.lineStatus(shown, index).state !== "dead") return;
      for (const space of line.spaces) dead[space][line.axis] = true;
    });
    centres.forEach((centre, space) => {
      const tile = position.tiles[space];
      if (tile < 0) wells.append(well(space, centre, legal.includes(space) ? "open" : "closed"));
      if (tile < 0 && worth?.[space]) wells.append(svg("text", { x: centre[0], y: centre[1] + 20, class: "worth" }, worth[space]));
      const isGhost = ghost !== null && ghost.space === space;
      if (tile < 0 && !isGhost) return;
      const art = tileArt(tables, isGhost ? ghost.tile : tile, { dead: dead[space], hasSymbols });
      art.setAttribute("transform", `translate(${centre.map((n) => n.toFixed(1)).join(" ")})`);
      if (isGhost) art.classList.add("ghost");
      else art.dataset.tile = tables.tiles[tile].text;
      if (space === last) art.classList.add("last");
      pieces.append(art);
    });
    tray.forEach((centre, place) => {
      const isOpen = legal.includes(ASIDE) && place >= position.aside.length;
      wells.append(well(ASIDE, centre, isOpen ? "open" : "closed"));
      let tile = position.aside[place];
      const isGhost = tile === undefined && ghost?.space === ASIDE && place === position.aside.length;
      if (isGhost) tile = ghost.tile;
      if (tile === undefined) return;
      const art = tileArt(tables, tile, { hasSymbols });
      art.setAttribute("transform", `translate(${centre.join(" ")}) scale(0.86)`);
      if (isGhost) art.classList.add("ghost");
      if (tile === picked) art.classList.add("last");
      pieces.append(art);
    });
    tables.lines.forEach((_, index) => showLine(index, shown, { lit, isFinal, fresh }));
    rules.score(shown).rays.forEach(showRay);
    if (ghost !== null && ghost.space >= 0) {
      lights.append(ringed(...centres[ghost.space], 0.93 * CELL, { class: "ghost-mark" }));
    }
    if (last !== null && last >= 0) {
      lights.append(ringed(...centres[last], 0.97 * CELL, { class: "mark" }));
    }
    for (const [space, target] of targets) {
      target.setAttribute("aria-label", labels ? labels(space) : "");
      target.setAttribute("aria-disabled", String(!legal.includes(space)));
      target.setAttribute("tabindex", space === current ? 0 : -1);
      target.classList.toggle("movable", space === movable);
    }
  }

  // The nearest space from `space` in a direction on the screen; itself where the board ends.
  function neighbour(space, [dx, dy]) {
    const places = [...centres.map((c, i) => [i, c]), ...(tray.length ? [[ASIDE, tray[0]]] : [])];
    const [x, y] = space < 0 ? tray[0] : centres[space];
    let best = [space, Infinity];
    for (const [other, [ox, oy]] of places) {
      const ahead = (ox - x) * dx + (oy - y) * dy;
      const aside = Math.abs((ox - x) * dy - (oy - y) * dx);
      if (other !== space && ahead > 20 && aside < 1.8 * ahead && ahead + 2 * aside < best[1]) {
        best = [other, ahead + 2 * aside];
      }
    }
    return best[0];
  }

  return {
    element, show, neighbour, focus: (space) => targets.get(space)?.focus(),
  };
}

function hull(corners) {
  const ordered = [...corners].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (sequence) => {
    const chain = [];
    for (const p of sequence) {
      while (chain.length > 1) {
        const [a, b] = chain.slice(-2);
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0.01) break;
        chain.pop();
      }
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(ordered), ...half(ordered.reverse())];
}
