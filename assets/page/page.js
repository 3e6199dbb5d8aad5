// The page: an introduction, the deal to be played, the count, and at last both boards side by side.
// What the sender did is unpacked only then.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const rules = makeRules(data.tables);
const tables = data.tables;
const hasSymbols = tables.rays !== "none" || tables.placement === "adjacent-symbol";
const calmly = matchMedia("(prefers-reduced-motion: reduce)").matches;
const root = document.getElementById("page");
let language = data.language;

// The calls to come and the sender's boards are only hidden from a passing glance.
function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes.map((b, i) => b ^ ((i * 73 + 41) & 255))));
}

const deal = unpack(data.deal);

function text(key, values = {}) {
  let words = data.texts[language][key];
  if (typeof words === "object") {
    words = words[new Intl.PluralRules(language).select(values.count)] ?? words.other;
  }
  return words.replace(/\{(\w+)\}/g, (_, name) =>
    typeof values[name] === "number" ? number(values[name]) : values[name]);
}

const number = (value) => new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  .format(value).replace("-", "−");
const percent = (share) => new Intl.NumberFormat(language, { style: "percent" }).format(share);

function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

const ICONS = {
  first: "M4 4h3v16H4zM20 4v16L8 12z", previous: "M17 4v16L5 12z", next: "M7 4v16l12-8z",
  last: "M17 4h3v16h-3zM4 4v16l12-8z", run: "M7 4v16l12-8z", pause: "M6 4h4v16H6zm8 0h4v16h-4z",
};
const iconButton = (name, label, action, disabled) => html("button",
  { type: "button", "aria-label": label, title: label, onclick: action, disabled: disabled ? "" : null, "data-act": name },
  svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: ICONS[name] })));

const tileText = (tile) => tables.tiles[tile].text;
const spoken = (tile) => [...tileText(tile)].join(" – ");
const spaceText = (space) => (space === ASIDE ? text("terms.daffodil") : tables.spaces[space].name);
const endsOf = (line) => {
  const { spaces } = tables.lines[line];
  return `${tables.spaces[spaces[0]].name}–${tables.spaces[spaces.at(-1)].name}`;
};
const lineText = (line) => text("page.line", {
  line: text(`terms.direction.${tables.axes[tables.lines[line].axis]}`), ends: endsOf(line),
});

// What is said aloud: one region for the whole page, so that nothing is lost when screens change.
const region = html("div", { class: "hidden-text", role: "status", "aria-live": "polite", id: "said" });
function say(...sentences) {
  region.textContent = "";
  setTimeout(() => { region.textContent = sentences.filter(Boolean).join(" "); }, 30);
}

let screen = showIntro;
let timer = null;

function go(next, focus = "h2") {
  clearTimeout(timer);
  screen = next;
  draw();
  scrollTo(0, 0);
  document.querySelector(`#page main ${focus}`)?.focus({ preventScroll: true });
}

function draw() {
  document.documentElement.lang = language;
  const about = data.about[language];
  document.title = `${text("terms.title")} ${about.title}`;
  const languages = html("div", { class: "languages", role: "group", "aria-label": text("page.language") },
    ...Object.entries(data.languages).map(([code, own]) => html("button", {
      type: "button", lang: code, title: own, "aria-label": own, "aria-pressed": String(code === language),
      "data-language": code,
      onclick: () => { language = code; draw(); document.querySelector(`[data-language=${code}]`).focus(); },
    }, code.toUpperCase())));
  root.replaceChildren(
    html("header", {}, html("div", { class: "titles" }, html("h1", {}, text("terms.title")),
      html("p", {}, [about.title, about.rules].filter(Boolean).join(" · "))), languages),
    screen(), html("footer", {}, text("page.about")), region);
  if (screen === showPlay) update();
}

// ---- The introduction

function showIntro() {
  const notes = ["how_tile"];
  if (tables.rays === "rays") notes.push("how_rays");
  if (tables.placement === "adjacent") notes.push("how_adjacent");
  if (tables.placement === "adjacent-symbol") notes.push("how_symbol");
  if (tables.daffodil === 2) notes.push("how_stamens_first");
  if (tables.daffodil === 3) notes.push("how_stamens_last");
  if (tables.daffodil === 4) notes.push("how_aside");
  if (tables.rays === "best-ray") notes.push("how_best_ray");
  if (data.bonus) notes.push("how_bonus");
  const board = makeBoard(rules, { colours: data.colours, hasSymbols, label: text("page.board") });
  board.show(rules.newPosition(), { legal: tables.spaces.map((_, i) => i) });
  return html("main", { class: "intro" }, board.element, html("section", { class: "panel" },
    html("h2", { class: "lead", tabindex: -1 },
      data.sender === null ? text("page.challenge") : text("page.sent", { name: data.sender })),
    html("p", {}, text("page.play_about")),
    html("div", { class: "buttons" },
      html("button", { type: "button", class: "main", id: "play", onclick: begin }, text("page.play")),
      html("button", { type: "button", class: "quiet", id: "show", onclick: () => reveal() }, text("page.show"))),
    html("h3", {}, text("page.how")),
    html("ul", {}, ...notes.map((key) => html("li", {}, text(`page.${key}`)))),
    html("p", { class: "label" }, text("page.keys"))));
}

// ---- Playing

let game = null;
let board = null;

function begin() {
  game = { rounds: [], round: 0 };
  beginRound();
}

function beginRound() {
  const calls = deal[game.round];
  game.now = {
    calls, call: 0, position: rules.newPosition(), hand: [...calls[0]], picked: 0, steps: [], finish: [],
    undo: [], isClosing: false, ghost: null, armed: null, current: Math.floor(tables.spaces.length / 2),
    last: null, typed: "",
  };
  go(showPlay, ".target[tabindex='0']");
  sayCall();
}

const handTile = () => game.now.hand[game.now.picked];
function legalNow() {
  const { now } = game;
  if (!now.hand.length) return [];
  return now.isClosing ? rules.closingSpaces(now.position, handTile()) : rules.legalSpaces(now.position, handTile());
}

function sayCall(before = "") {
  const { now } = game;
  if (now.isClosing) { say(before, text("page.closing")); return; }
  const values = { tile: now.hand.map(spoken).join(", "), call: now.call + 1, calls: now.calls.length };
  say(before, text("page.called", values));
}

function showPlay() {
  board = makeBoard(rules, {
    colours: data.colours, hasSymbols, label: text("page.your_board"),
    onChoose: choose, onHover: hover, onKey: press,
  });
  const main = html("main", { class: "play" },
    html("h2", { class: "hidden-text", tabindex: -1 }, text("page.your_board")),
    html("div", { class: "stage" }, board.element),
    html("aside", { class: "side" },
      html("div", { class: "panel" }, html("p", { class: "label" }, text("page.score")),
        html("p", { class: "score", id: "score" })),
      html("div", { class: "panel" }, html("p", { class: "label", id: "call" }),
        html("div", { class: "hand", id: "hand" }), html("p", { class: "spoken", id: "spoken" })),
      html("div", { class: "buttons tools", id: "tools" }),
      html("p", { class: "message", id: "message" })));
  return main;
}

function update(warning = "") {
  const { now } = game;
  const at = (id) => document.getElementById(id);
  const legal = legalNow();
  const tile = handTile();
  if (now.ghost !== null && !legal.includes(now.ghost)) now.ghost = null;
  board.show(now.position, {
    legal, last: now.last, current: now.current, picked: now.isClosing ? tile : null,
    ghost: now.ghost === null || now.isClosing ? null : { tile, space: now.ghost },
    labels: (space) => labelOf(space, legal),
  });
  const before = game.rounds.reduce((sum, round) => sum + round.score.total, 0);
  at("score").textContent = number(before + rules.score(now.position).total);
  const parts = [now.isClosing ? text("page.step_closing")
    : text("page.call_of", { call: now.call + 1, calls: now.calls.length })];
  if (deal.length > 1) parts.unshift(text("page.round_of", { round: game.round + 1, rounds: deal.length }));
  at("call").textContent = parts.join(" · ");
  const pictures = now.hand.map((other, i) => {
    const picture = tilePicture(tables, other, spoken(other), hasSymbols);
    if (now.hand.length === 1) { picture.classList.add("single"); return picture; }
    return html("button", {
      type: "button", "aria-pressed": String(i === now.picked), "aria-label": spoken(other),
      onclick: () => { now.picked = i; now.armed = null; update(); },
    }, picture);
  });
  at("hand").replaceChildren(...pictures);
  at("spoken").textContent = tile === undefined ? "" : spoken(tile);
  const tools = [];
  const tool = (id, key, action) => tools.push(html("button", { type: "button", id, onclick: action }, text(`page.${key}`)));
  if (!now.isClosing && legal.includes(ASIDE)) tool("aside", "set_aside", () => place(ASIDE));
  if (now.undo.length) tool("back", "take_back", takeBack);
  if (now.isClosing) tool("done", "done", endRound);
  at("tools").replaceChildren(...tools);
  const isTouch = matchMedia("(pointer: coarse)").matches;
  at("message").textContent = warning || (now.isClosing ? text("page.closing")
    : isTouch && !now.steps.length ? text("page.place_hint") : "");
  at("message").classList.toggle("warn", Boolean(warning));
}

function labelOf(space, legal) {
  const { position } = game.now;
  if (space === ASIDE) return text("page.daffodil", { free: tables.asideRoom - position.aside.length });
  const values = { space: tables.spaces[space].name };
  const tile = position.tiles[space];
  if (tile >= 0) return text("page.taken", { ...values, tile: spoken(tile) });
  if (!legal.includes(space)) return text("page.closed", values);
  return text(rules.isStamen[space] ? "page.stamen" : "page.free", values);
}

let lastPointer = "mouse";
addEventListener("pointerdown", (event) => { lastPointer = event.pointerType; }, true);

// A mouse shows where the tile would lie before it is pressed; a finger cannot, so it touches twice.
function choose(space, event) {
  const { now } = game;
  const isTouch = (event.pointerType || (event.detail ? lastPointer : "")) === "touch";
  now.current = space;
  if (!legalNow().includes(space)) { refuse(space); return; }
  if (isTouch && now.armed !== space && !now.isClosing) {
    now.armed = space;
    now.ghost = space;
    update();
    return;
  }
  place(space);
}

function refuse(space) {
  game.now.armed = null;
  if (space !== ASIDE && game.now.position.tiles[space] >= 0) { update(); return; }
  say(text("page.no"));
  update(text("page.no"));
}

function hover(space, event) {
  if (!game?.now || screen !== showPlay) return;
  const { now } = game;
  if (event.pointerType === "touch" || (event.pointerType === "key" && lastPointer === "touch")) return;
  if (event.pointerType === "key") now.current = space;
  if (now.ghost === space) return;
  now.ghost = space;
  update();
}

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

function press(space, event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const { now } = game;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key in ARROWS) board.focus(board.neighbour(space, ARROWS[key]));
  else if (key === "Enter" || key === " ") { lastPointer = "key"; choose(space, event); }
  else if (key === "Backspace" && now.undo.length) takeBack();
  else if (key === "t" && now.hand.length > 1) { now.picked = (now.picked + 1) % now.hand.length; update(); }
  else if (key === "x" && legalNow().includes(ASIDE)) place(ASIDE);
  else if (/^[a-f]$/.test(key)) now.typed = key;
  else if (/^[1-5]$/.test(key) && now.typed) {
    const found = tables.spaces.findIndex((s) => s.name === now.typed + key);
    now.typed = "";
    if (found >= 0) board.focus(found);
  } else return;
  event.preventDefault();
}

function place(space) {
  const { now } = game;
  const tile = handTile();
  if (!legalNow().includes(space)) { refuse(space); return; }
  const before = rules.score(now.position);
  const hadFocus = board.element.contains(document.activeElement);
  now.undo.push({ ...now, undo: [], steps: [...now.steps], finish: [...now.finish] });
  now.position = now.isClosing ? rules.moveToStamen(now.position, tile, space) : rules.put(now.position, tile, space);
  (now.isClosing ? now.finish : now.steps).push({ call: now.call, tile, space });
  now.hand = now.hand.filter((other) => other !== tile);
  Object.assign(now, { picked: 0, ghost: null, armed: null, last: space, current: space });
  const after = rules.score(now.position);
  const gained = [...after.lines, ...after.rays].filter(({ line, number: n }) =>
    ![...before.lines, ...before.rays].some((old) => old.line === line && old.number === n));
  const told = [
    space === ASIDE ? text("page.put_aside", { tile: spoken(tile) })
      : text("page.placed", { tile: spoken(tile), space: spaceText(space) }),
    ...gained.map(({ line, points: p }) => text("page.line_done", { line: lineText(line), points: p })),
  ].join(" ");
  if (!now.hand.length && !now.isClosing) nextCall();
  if (game.now !== now || screen !== showPlay) return;
  update();
  if (hadFocus) board.focus(space);
  sayCall(told);
}

function nextCall() {
  const { now } = game;
  now.undo = [];
  now.call += 1;
  if (now.call < now.calls.length) { now.hand = [...now.calls[now.call]]; return; }
  const movable = now.position.aside.filter((tile) => rules.closingSpaces(now.position, tile).length);
  if (!movable.length) { endRound(); return; }
  Object.assign(now, { isClosing: true, hand: movable, call: now.calls.length - 1 });
}

function takeBack() {
  const { now } = game;
  const { undo } = now;
  Object.assign(now, undo.at(-1), { undo: undo.slice(0, -1), ghost: null, armed: null });
  update();
  sayCall();
}

function endRound() {
  const { now } = game;
  game.rounds.push({
    steps: now.steps, finish: now.finish, position: now.position, score: rules.score(now.position), extras: [],
  });
  go(showCount);
}

// ---- The count

function rowsOf(round) {
  const rows = round.score.lines.map(({ line, number: n, points: p, late }) => ({
    line, points: p, colour: glowing(n, data.colours), label: lineText(line),
    sum: text(late ? "score.late_line_sum" : "score.line_sum", { length: tables.lines[line].spaces.length, number: n, points: p }),
  }));
  round.score.rays.forEach(({ line, sun, points: p }) => rows.push({
    line, points: p, colour: sun ? "#ffd65c" : "#c4ceff",
    label: text(sun ? "page.sun_ray" : "page.moon_ray", { ends: endsOf(line) }),
    sum: text("score.ray_sum", { length: tables.lines[line].spaces.length, number: tables.rayPoints[sun ? 0 : 1], points: p }),
  }));
  round.extras.forEach(([kind, p]) => rows.push({
    line: null, points: p, colour: "#ffce3a", label: text(`page.${kind}`), sum: number(p),
  }));
  return rows;
}

const rowItem = (row) => html("li", {},
  html("span", {}, html("i", { class: "dot", "data-colour": row.colour }), row.label), html("b", {}, row.sum));

// Colours are set through the style object: the page's policy allows no inline style attributes.
function paintDots(element) {
  element.querySelectorAll("[data-colour]").forEach((dot) => { dot.style.background = dot.dataset.colour; });
  return element;
}

function showCount() {
  const index = game.rounds.length - 1;
  const round = game.rounds[index];
  const rows = rowsOf(round);
  const picture = makeBoard(rules, { colours: data.colours, hasSymbols, label: text("page.your_board") });
  const list = html("ol", { class: "rows" });
  const total = html("p", { class: "total", id: "counted" });
  const isLast = game.rounds.length === deal.length;
  const onward = () => {
    if (isLast) { reveal(); return; }
    game.round += 1;
    beginRound();
  };
  const button = html("button", { type: "button", class: "main", id: "onward", onclick: () => (shown < rows.length ? finish() : onward()) });
  let shown = 0;
  const step = () => {
    const lit = new Set(rows.slice(0, shown).map((row) => row.line));
    picture.show(round.position, { lit, isFinal: true });
    while (list.children.length < shown) list.append(paintDots(rowItem(rows[list.children.length])));
    [...list.children].forEach((item, i) => item.classList.toggle("lit", i === shown - 1));
    total.textContent = number(rows.slice(0, shown).reduce((sum, row) => sum + row.points, 0));
    const isOver = shown >= rows.length;
    button.textContent = text(!isOver ? "page.skip" : isLast ? "page.reveal" : "page.next_round");
    if (isOver) say(text("page.total_of", { points: total.textContent }));
    else timer = setTimeout(() => { shown += 1; step(); }, 520);
  };
  const finish = () => { clearTimeout(timer); shown = rows.length; step(); };
  if (calmly) finish(); else step();
  if (!rows.length) list.append(html("li", {}, text("page.none")));
  return html("main", { class: "count" }, html("div", { class: "stage" }, picture.element),
    html("section", { class: "panel" }, html("h2", { tabindex: -1 }, text("page.count")), total, list, button));
}

// ---- Both boards

let players = [];
let view = { player: 0, round: 0, step: 0, isRunning: false };

function replayed(moves) {
  let position = rules.newPosition();
  for (const [, tile, space, late] of moves.steps) position = rules.put(position, tile, space, late);
  for (const [tile, space] of moves.finish) position = rules.moveToStamen(position, tile, space);
  return {
    steps: moves.steps.map(([call, tile, space, late]) => ({ call, tile, space, late })),
    finish: moves.finish.map(([tile, space]) => ({ tile, space })), position, score: rules.score(position),
    extras: moves.extras, review: moves.review ?? null,
  };
}

function boardOnly(tiles) {
  const position = { tiles, aside: [], late: [] };
  return { steps: [], finish: [], position, score: rules.score(position), extras: [], review: null };
}

const totalOf = (player) => player.rounds.reduce((sum, round) =>
  sum + round.score.total + round.extras.reduce((more, [, p]) => more + p, 0), 0);

let secret = null;

function reveal() {
  secret ??= unpack(data.secret);
  players = secret.players.map((player) => ({ name: player.name, key: player.key, rounds: player.rounds.map(replayed) }));
  if (secret.best) players.push({ key: "page.best", isBest: true, rounds: secret.best.map(boardOnly) });
  if (game && game.rounds.length === deal.length) players.unshift({ key: "page.you", isYou: true, rounds: game.rounds });
  view = { player: 0, round: 0, step: 0, isRunning: false };
  const found = players.findIndex((player) => !player.isYou && !player.isBest);
  if (!players[0].isYou || players[found + secret.seat].rounds[0].review) view.player = found + secret.seat;
  view.step = walkable()[view.player] ? stepsOf().length : 0;
  go(showEnd);
}

const nameOf = (player) => (player.key ? text(player.key) : player.name);
const walkable = () => players.map((player) => !player.isBest);
const stepsOf = () => {
  const round = players[view.player].rounds[view.round];
  return [...round.steps, ...round.finish.map((move) => ({ ...move, isClosing: true }))];
};

function medalOf(total) {
  if (secret.master === null || !secret.best) return null;
  if (total >= secret.master) return "master";
  const best = totalOf(players.find((player) => player.isBest));
  return data.medals.find(([, share]) => 100 * total >= share * best)?.[0] ?? null;
}

function showEnd() {
  const you = players.find((player) => player.isYou);
  const sender = players.filter((player) => !player.isYou && !player.isBest)[secret.seat];
  const best = players.find((player) => player.isBest);
  const hero = html("section", { class: "panel hero" });
  const main = you ?? sender;
  const total = totalOf(main);
  const medal = main.key === "page.master" ? null : medalOf(total);
  const difference = you ? totalOf(you) - totalOf(sender) : 0;
  const sentence = !you ? text("page.shown", { name: nameOf(sender) })
    : difference > 0 ? text("page.won", { name: nameOf(sender), points: difference })
      : difference < 0 ? text("page.lost", { name: nameOf(sender), points: -difference })
        : text("page.even", { name: nameOf(sender) });
  hero.append(html("h2", { tabindex: -1, id: "verdict" }, sentence), html("p", { class: "total", id: "total" }, number(total)));
  if (medal) hero.append(html("p", { class: `medal ${medal}` }, text(`daily.medal.${medal}`)));
  if (best) hero.append(scale([...new Set([main, sender])], best));
  const buttons = html("div", { class: "buttons" },
    html("button", { type: "button", id: "again", onclick: begin }, text(you ? "page.again" : "page.play")));
  if (you) buttons.append(html("button", { type: "button", id: "copy", onclick: copyResult }, text("page.copy")));
  hero.append(buttons, html("div", { id: "copied" }));
  const shown = players.filter((player) => player === you || player === sender || player === best);
  const rounds = deal.length > 1 ? choice(text("terms.round"), deal.map((_, i) => text("page.round_of", { round: i + 1, rounds: deal.length })),
    view.round, (i) => { view.round = i; view.step = stepsOf().length; redraw(); }) : null;
  return html("main", {}, hero, rounds, html("div", { class: "boards" }, ...shown.map(card)), showSteps());
}

function redraw() {
  const { scrollY } = window;
  const focused = document.activeElement?.dataset?.act;
  draw();
  scrollTo(0, scrollY);
  if (focused) document.querySelector(`[data-act="${focused}"]`)?.focus({ preventScroll: true });
}

function choice(label, names, chosen, action) {
  return html("div", { class: "choice", role: "group", "aria-label": label }, ...names.map((name, i) =>
    html("button", { type: "button", "aria-pressed": String(i === chosen), "data-act": `${label}${i}`, onclick: () => action(i) }, name)));
}

// Where the totals lie between nothing and the best possible.
function scale(shown, best) {
  const most = Math.max(totalOf(best), ...shown.map(totalOf)) || 1;
  const at = (value) => 20 + (580 * value) / most;
  const element = svg("svg", { class: "scale", role: "img" });
  element.append(svg("rect", { x: 20, y: 44, width: 580, height: 12, rx: 6, fill: "var(--sunken)", stroke: "var(--panel-edge)" }),
    svg("rect", { x: 20, y: 44, width: Math.max(12, at(totalOf(shown[0])) - 20), height: 12, rx: 6, fill: "var(--accent)" }));
  const marks = [shown[0], best, ...shown.slice(1)];
  element.setAttribute("aria-label", marks.map((player) => `${nameOf(player)} ${number(totalOf(player))}`).join(", "));
  // A name stands above or below the bar, wherever it does not lie on another one.
  const letters = matchMedia("(max-width: 860px)").matches ? 23 : 15;
  const taken = [];
  let lowest = 84;
  marks.forEach((player, i) => {
    const x = at(totalOf(player));
    const words = `${nameOf(player)} ${number(totalOf(player))}`;
    const half = Math.min(300, 8 + words.length * 0.28 * letters);
    const isFree = (m, row) => taken.every(([other, width, own]) =>
      own !== row || Math.abs(other - m) >= width + half);
    let middle = Math.min(Math.max(x, half), 620 - half);
    const rows = i ? [84, 22, 84 + 1.25 * letters] : [22];
    const row = rows.find((y) => isFree(middle, y)) ?? rows[0];
    while (!isFree(middle, row) && middle > half) middle -= 4;
    taken.push([middle, half, row]);
    lowest = Math.max(lowest, row);
    element.append(svg("line", { x1: x, x2: x, y1: 36, y2: 64, stroke: i ? "var(--soft)" : "var(--ink)", "stroke-width": 3 }),
      svg("text", { x: middle, y: row, "font-size": letters }, words));
  });
  element.setAttribute("viewBox", `0 0 620 ${lowest + 8}`);
  return element;
}

function card(player) {
  const round = player.rounds[view.round];
  const label = player.isYou ? text("page.your_board") : player.isBest ? text("page.best_board")
    : text("page.board_of", { name: nameOf(player) });
  const picture = makeBoard(rules, { colours: data.colours, hasSymbols, label });
  const plain = () => picture.show(round.position, { isFinal: true });
  plain();
  const rows = rowsOf(round);
  const items = rows.map((row) => {
    const item = rowItem(row);
    if (row.line !== null) {
      const light = () => picture.show(round.position, { isFinal: true, lit: new Set([row.line]) });
      item.addEventListener("pointerenter", light);
      item.addEventListener("pointerleave", plain);
    }
    return item;
  });
  if (!rows.length) items.push(html("li", {}, text("page.none")));
  const sum = rows.reduce((all, row) => all + row.points, 0);
  items.push(html("li", { class: "sum" }, html("span", {}, text("page.total")), html("b", {}, number(sum))));
  const kind = player.isYou ? "you" : player.isBest ? "best" : "sender";
  return paintDots(html("section", { class: "panel card", "data-board": kind, "aria-label": label },
    html("div", { class: "top" }, html("h3", {}, nameOf(player)), html("span", { class: "points" }, number(sum))),
    picture.element, html("ul", { class: "rows" }, ...items)));
}

function resultText() {
  const you = players.find((player) => player.isYou);
  const best = players.find((player) => player.isBest);
  const total = totalOf(you);
  const lines = you.rounds.reduce((sum, round) => sum + round.score.lines.length, 0);
  const words = [`${text("terms.title")} ${data.about[language].title}`];
  if (best) {
    const medal = medalOf(total);
    const parts = [text("result.of_best", { points: total, best: totalOf(best) })];
    if (medal) parts.push(text(`daily.medal.${medal}`));
    const full = Math.floor((10 * total) / (totalOf(best) || 1));
    words.push(parts.join(" · "), "⬢".repeat(full) + "⬡".repeat(Math.max(0, 10 - full)));
  } else words.push(text("terms.count.points", { count: total }));
  words.push(text("result.lines", { lines, all: tables.lines.length * deal.length }));
  return words.join("\n");
}

async function copyResult() {
  const place = document.getElementById("copied");
  try {
    await navigator.clipboard.writeText(resultText());
    place.replaceChildren(html("p", { class: "label" }, text("page.copied")));
    say(text("page.copied"));
  } catch {
    const field = html("textarea", { readonly: "", "aria-label": text("page.copy_this") });
    field.value = resultText();
    place.replaceChildren(html("p", { class: "label" }, text("page.copy_this")), field);
    field.select();
  }
}

// ---- Step by step

function positionAt(round, step) {
  let position = rules.newPosition();
  const moves = [...round.steps, ...round.finish.map((move) => ({ ...move, isClosing: true }))];
  for (const move of moves.slice(0, step)) {
    position = move.isClosing ? rules.moveToStamen(position, move.tile, move.space)
      : rules.put(position, move.tile, move.space, move.late);
  }
  return position;
}

function showSteps() {
  const who = players.map((player, i) => i).filter((i) => walkable()[i]);
  const round = players[view.player].rounds[view.round];
  const moves = stepsOf();
  const picture = makeBoard(rules, { colours: data.colours, hasSymbols, label: text("page.steps") });
  const now = html("p", { class: "now", id: "step" });
  const why = html("div", { class: "why", id: "why" });
  const slider = html("input", { type: "range", min: 0, max: moves.length, "aria-label": text("page.steps"), "data-act": "slider" });
  const buttons = html("div", { class: "buttons" });
  let curve = null;

  const wordsFor = (step) => {
    const move = moves[step - 1];
    if (!move) return text("page.start");
    if (move.isClosing) return text("page.closing_move", { tile: spoken(move.tile), space: spaceText(move.space) });
    const key = move.space === ASIDE ? "page.step_aside" : "page.step_placed";
    const words = text(key, { call: move.call + 1, tile: spoken(move.tile), space: spaceText(move.space) });
    return move.late ? `${words} (${text("page.step_late")})` : words;
  };

  function explain(step) {
    const found = round.review?.steps[step - 1];
    if (!found) return [];
    const parts = [html("p", {}, html("span", { class: `verdict ${found.verdict}` }, text(`review.verdict.${found.verdict}`)))];
    if (found.verdict === "best") parts.push(html("p", {}, text("page.nothing_better")));
    else {
      const [tile, space] = found.best;
      const key = tile === moves[step - 1].tile ? "page.better" : "page.better_tile";
      parts.push(html("p", {}, text("page.cost", { points: Math.round(found.cost * 10) / 10 })),
        html("p", {}, text(key, { tile: spoken(tile), space: spaceText(space) })));
    }
    return parts;
  }

  function set(step, isQuiet = false) {
    view.step = Math.max(0, Math.min(moves.length, step));
    const move = moves[view.step - 1];
    picture.show(positionAt(round, view.step), { last: move && move.space >= 0 ? move.space : null });
    now.textContent = wordsFor(view.step);
    why.replaceChildren(...explain(view.step));
    slider.value = view.step;
    slider.setAttribute("aria-valuetext", now.textContent);
    curve?.mark(view.step);
    const focused = document.activeElement?.dataset?.act;
    buttons.replaceChildren(
      iconButton("first", text("page.first"), () => { stop(); set(0); }, view.step === 0),
      iconButton("previous", text("page.previous"), () => { stop(); set(view.step - 1); }, view.step === 0),
      iconButton(view.isRunning ? "pause" : "run", text(view.isRunning ? "page.pause" : "page.run"), toggle, false),
      iconButton("next", text("page.next"), () => { stop(); set(view.step + 1); }, view.step === moves.length),
      iconButton("last", text("page.last"), () => { stop(); set(moves.length); }, view.step === moves.length));
    if (focused) buttons.querySelector(`[data-act="${focused}"]`)?.focus({ preventScroll: true });
    if (!isQuiet && !view.isRunning) say(now.textContent, why.textContent);
  }

  const stop = () => { clearTimeout(timer); view.isRunning = false; };
  function run() {
    if (view.step >= moves.length) { stop(); set(view.step, true); return; }
    set(view.step + 1, true);
    timer = setTimeout(run, 900);
  }
  function toggle() {
    if (view.isRunning) { stop(); set(view.step); return; }
    view.isRunning = true;
    if (view.step >= moves.length) view.step = 0;
    run();
  }

  slider.addEventListener("input", () => { stop(); set(Number(slider.value)); });
  const facts = html("div", { class: "facts" }, now, buttons, slider, why);
  if (round.review) {
    curve = makeCurve(round, (step) => { stop(); set(step); });
    facts.append(html("h3", {}, text("page.curve")), curve.element,
      html("p", { class: "legend" },
        html("span", {}, html("i", { "data-colour": "#6cbcff" }), text("review.legend_luck")),
        html("span", {}, html("i", { "data-colour": "#ff6878" }), text("review.legend_skill")),
        html("span", {}, text("page.accuracy", { percent: percent(round.review.accuracy / 100) }))));
  }
  const section = html("section", { class: "panel steps", id: "steps", onkeydown: (event) => {
    const moved = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!moved || event.target.type === "range") return;
    event.preventDefault();
    stop();
    set(view.step + moved);
  } }, html("h2", {}, text("page.steps")),
  html("div", { class: "walk" }, html("div", {}, picture.element), facts));
  if (who.length > 1) {
    section.insertBefore(choice(text("page.whose"), who.map((i) => nameOf(players[i])), who.indexOf(view.player),
      (i) => { stop(); view.player = who[i]; view.step = stepsOf().length; redraw(); }), section.lastChild);
  }
  set(view.step, true);
  return paintDots(section);
}

// The expected total after each call (luck) and each placement; pressing it goes to that step.
function makeCurve(round, onStep) {
  const { curve } = round.review;
  const values = curve.map((point) => point.value);
  const [least, most] = [Math.min(...values) - 8, Math.max(...values) + 8];
  const x = (i) => 40 + (i * 545) / Math.max(1, curve.length - 1);
  const y = (value) => 170 - (150 * (value - least)) / (most - least);
  const element = svg("svg", { viewBox: "0 0 600 186", class: "curve", role: "img" });
  const start = curve[0].value;
  const end = values.at(-1);
  const luck = curve.reduce((sum, point, i) => sum + (i && point.luck ? point.value - curve[i - 1].value : 0), 0);
  element.setAttribute("aria-label", text("page.curve_about", {
    start: Math.round(start), end, luck: Math.round(luck), skill: Math.round(end - start - luck),
  }));
  const jump = Math.max(10, Math.round((most - least) / 4 / 10) * 10);
  for (let value = Math.ceil(least / jump) * jump; value < most; value += jump) {
    element.append(svg("line", { x1: 36, x2: 590, y1: y(value), y2: y(value), stroke: "#5e52ac55" }),
      svg("text", { x: 6, y: y(value) + 4.5 }, number(value)));
  }
  curve.forEach((point, i) => {
    if (!i) return;
    element.append(svg("line", {
      x1: x(i - 1), y1: y(curve[i - 1].value), x2: x(i), y2: y(point.value), "stroke-width": 3.5,
      stroke: point.luck ? "#6cbcff" : "#ff6878", "stroke-linecap": "round",
    }));
  });
  const dot = svg("circle", { r: 7, fill: "#ffce3a", stroke: "#14102e", "stroke-width": 2.5 });
  element.append(dot);
  // The point of the curve that stands after so many placements.
  const pointOf = (step) => {
    const found = curve.findIndex((point) => point.steps === step && !point.luck);
    return step === 0 ? 0 : found < 0 ? curve.length - 1 : found;
  };
  element.addEventListener("click", (event) => {
    const box = element.getBoundingClientRect();
    const place = ((event.clientX - box.left) / box.width) * 600;
    const i = Math.round(((place - 40) / 545) * (curve.length - 1));
    onStep(curve[Math.max(0, Math.min(curve.length - 1, i))].steps);
  });
  return { element, mark: (step) => {
    const i = pointOf(step);
    dot.setAttribute("cx", x(i));
    dot.setAttribute("cy", y(values[i]));
  } };
}

document.body.prepend(makeDefinitions(tables, data.colours));
draw();
