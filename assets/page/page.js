// The frame of the page, the introduction, the deal as it is played, and the count.
"use strict";

const root = document.getElementById("page");
const at = (id) => document.getElementById(id);
const AUTO_PAUSE = 1200;
// When the screen or the board changed last, see touch.js.
let changed = -Infinity;

// {rounds, screen, language, isAuto}: what is kept. A game that is not begun has no rounds.
let game = null;
// "device", "tab", or null where nothing is.
let kept = null;
let timer = null;
let board = null;
const SCREENS = { intro: showIntro, play: showPlay, count: showCount, end: showEnd };

// What is only looked at, forgotten with the screen.
let aim = null;
const newAim = () => ({ picked: 0, ghost: null, fresh: null, current: Math.floor(tables.spaces.length / 2), typed: "" });

function keep() {
  game.language = language;
  kept = writeKept(JSON.stringify(game));
}

function start() {
  daily?.opens();
  const [found, where] = restored();
  game = found ?? { rounds: [], screen: "intro", isAuto: false };
  language = found?.language ?? preferred;
  kept = where;
  const isOver = game.rounds.length === deal.length && game.rounds.at(-1).isOver;
  const fits = { play: game.rounds.length && !game.rounds.at(-1).isOver, count: game.rounds.at(-1)?.isOver,
    end: isOver || !game.rounds.length };
  if (!fits[game.screen]) Object.assign(game, { screen: "intro", rounds: [] });
  aim = newAim();
  if (game.screen === "end") reveal(false);
  else draw();
  if (game.screen === "play") sayCall(text("page.goes_on"));
}

function forget() {
  kept = writeKept(null);
  game = { rounds: [], screen: "intro", isAuto: false };
  draw();
  scrollTo(0, 0);
  document.querySelector("main h2").focus({ preventScroll: true });
  say(text("page.forgotten"));
}

function go(screen, focus = "h2") {
  clearTimeout(timer);
  if (daily) daily.isLookedAt = false;
  changed = performance.now();
  game.screen = screen;
  keep();
  draw();
  scrollTo(0, 0);
  document.querySelector(`#page main ${focus}`)?.focus({ preventScroll: true });
}

function draw() {
  clearTimeout(timer);
  document.documentElement.lang = language;
  const isDaysFirst = daily && (daily.isLookedAt || game.screen === "intro");
  document.title = `${text("terms.title")} ${aboutDeal().title}`;
  const chooser = html("select", { id: "language", "aria-label": text("page.language"), onchange: (event) => {
    language = event.target.value;
    if (kept) keep();
    draw();
    at("language").focus();
  } }, ...Object.entries(data.languages).map(([code, own]) =>
    html("option", { value: code, lang: code, selected: code === language }, own)));
  root.replaceChildren(
    html("header", {}, html("h1", {}, text("terms.title")), html("p", {}, aboutText()), chooser),
    isDaysFirst ? daily.show() : SCREENS[game.screen](), footer(), region);
  if (game.screen === "play" && !isDaysFirst) update();
}

const aboutDeal = () => (daily ? daily.about() : data.about[language]);
const aboutText = () => {
  const { title, rules: words } = aboutDeal();
  return [title, words].filter(Boolean).join(" · ");
};

function footer() {
  const note = !kept ? "kept_nothing" : kept === "device" ? "kept_here" : "kept_never";
  return html("footer", {}, html("p", {}, text("page.about")), html("details", { id: "kept" },
    html("summary", {}, text("page.kept")), html("p", {}, text(`page.${note}`)), html("p", {}, text("page.pass_about")),
    html("div", { class: "buttons" }, button("pass", text("page.pass"), passOn),
      kept ? button("forget", text("page.forget"), forget) : null)));
}

// ---- What leaves the page

const pageFile = () => new File([source], "take-it-easy.html", { type: "text/html" });

// By the device's own way; false where there is none, or it will not take this.
async function shared(what) {
  if (!navigator.share || (what.files && !navigator.canShare?.({ files: what.files }))) return false;
  try {
    await navigator.share(what);
    return true;
  } catch (error) { return error.name === "AbortError"; }
}

async function passOn() {
  if (await shared({ title: document.title, files: [pageFile()] })) return;
  const link = URL.createObjectURL(pageFile());
  html("a", { href: link, download: "take-it-easy.html" }).click();
  setTimeout(() => URL.revokeObjectURL(link), 10000);
}

const newBoard = (label, more = {}) => makeBoard(rules, { colours: data.colours, hasSymbols, label, ...more });

// Open where there is room, folded on a small screen; printed unfolded.
const isWide = () => matches("(min-width: 861px)");
const folded = (attributes, summary, ...children) =>
  html("details", { ...attributes, open: isWide() }, html("summary", {}, summary), ...children);

// ---- The introduction

// A band of the first screen: its word, and a sentence in small letters; the yellow one has a mark.
const door = (id, words, about, onclick, { isMain = true } = {}) => html("div", { class: `leaf${isMain ? " yellow" : ""}` },
  html("button", { type: "button", id, onclick, class: `door${isMain ? " main" : ""}` }, isMain ? icon("run") : null,
    html("span", {}, words, about ? html("small", {}, about) : null)));

function showIntro() {
  const picture = newBoard(text("page.board"));
  picture.show(rules.newPosition(), { legal: tables.spaces.map((_, i) => i) });
  return html("main", { class: "intro" }, picture.element, html("section", { class: "panel" },
    html("div", { class: "words" },
      html("h2", { class: "lead", tabindex: -1 },
        data.sender === null ? text("page.challenge") : text("page.sent", { name: nameOf(data.sender) })),
      html("p", { class: "label" }, aboutText()),
      beatList()),
    html("div", { class: "doors" },
      door("play", text("page.play"), text("page.play_about"), begin),
      howItGoes()),
    html("div", { class: "buttons" }, button("show", text("page.show"), () => reveal(), { class: "quiet" }))));
}

// Whom to beat, as the sender chose to say.
const beatList = () => (data.beat.length ? html("ul", { class: "beat", "aria-label": text("page.beat") },
  ...data.beat.map(([names, total]) =>
    html("li", {}, text("page.to_beat", { name: nameOf(names) }), " ", html("b", {}, number(total))))) : null);

function howItGoes() {
  const notes = ["how_tile"];
  if (tables.rays === "rays") notes.push("how_rays");
  if (tables.placement === "adjacent") notes.push("how_adjacent");
  if (tables.placement === "adjacent-symbol") notes.push("how_symbol");
  if (tables.daffodil === 2) notes.push("how_stamens_first");
  if (tables.daffodil === 3) notes.push("how_stamens_last");
  if (tables.daffodil === 4) notes.push("how_aside");
  if (tables.rays === "best-ray") notes.push("how_best_ray");
  if (data.bonus) notes.push("how_bonus");
  notes.push("how_back");
  const most = Math.max(...tables.numbers[0]);
  return html("details", { id: "how" }, html("summary", { class: "door" }, text("page.how")),
    linesPicture(tables, text("page.how_picture", { most, points: 3 * most }), hasSymbols),
    html("ul", {}, ...notes.map((key) => html("li", {}, text(`page.${key}`)))),
    html("p", { class: "keys" }, text("page.keys")));
}

// ---- Playing

function begin() {
  daily?.begins();
  game.rounds = [];
  beginRound();
}

function beginRound() {
  game.rounds.push(newRound());
  aim = newAim();
  go("play", ".target[tabindex='0']");
  sayCall();
}

const calls = () => deal[game.rounds.length - 1];
const turn = () => unfold(game.rounds.at(-1), calls());
const scoreOf = (round, i) => rules.score(unfold(round, deal[i]).position).total;

function legalSpaces({ hand, position, isClosing }) {
  if (!hand.length) return [];
  const tile = hand[aim.picked];
  return isClosing ? rules.closingSpaces(position, tile) : rules.legalSpaces(position, tile);
}

// C4: where the tile that was placed last could lie as well, now that the whole call lies.
function otherSpaces() {
  const { moves, called } = game.rounds.at(-1);
  const { position, isClosing } = unfold({ moves: moves.slice(0, -1), called }, calls());
  const [tile] = moves.at(-1);
  return isClosing ? rules.closingSpaces(position, tile) : rules.legalSpaces(position, tile);
}

const openSpaces = (now) => (now.isAnswered && !now.isClosing ? otherSpaces() : legalSpaces(now));

function callText(now) {
  const parts = [now.isClosing ? text("page.step_closing")
    : text("page.call_of", { call: game.rounds.at(-1).called + 1, calls: calls().length })];
  if (deal.length > 1) parts.unshift(text("page.round_of", { round: game.rounds.length, rounds: deal.length }));
  return parts.join(" · ");
}

function sayCall(before = "") {
  const now = turn();
  if (now.isClosing) say(before, text("page.closing"));
  else if (now.isAnswered) say(before, text("page.may_change"));
  else say(before, text("page.called", { tile: now.hand.map(spoken).join(", "), call: game.rounds.at(-1).called + 1, calls: calls().length }));
}

function showPlay() {
  board = newBoard(text("page.your_board"), { onChoose: choose, onHover: hover, onKey: press });
  const isAuto = html("input", { type: "checkbox", id: "auto", checked: game.isAuto, onchange: (event) => {
    game.isAuto = event.target.checked;
    keep();
    update();
  } });
  return html("main", { class: "play" },
    html("h2", { class: "hidden-text", tabindex: -1 }, text("page.your_board")),
    html("p", { class: "label", id: "call" }),
    html("section", { class: "panel called" },
      html("div", { class: "hand", id: "hand" }), html("p", { class: "spoken", id: "spoken" })),
    html("section", { class: "panel points" },
      html("p", { class: "hidden-text" }, text("page.score")),
      html("div", { class: "harvest", id: "harvest" }, html("p", { class: "score", id: "score" }))),
    html("div", { class: "stage" }, board.element),
    html("div", { class: "tools" }, html("div", { class: "buttons" },
      button("next", "", onward, { class: "main" }), button("back", text("page.take_back"), takeBack),
      rules.hasAside ? button("aside", text("page.set_aside"), () => place(ASIDE)) : null),
    html("p", { class: "message", id: "message" }),
    html("label", { class: "switch" }, isAuto, html("span", {}, text("settings.auto_call")))));
}

function update(warning = "") {
  clearTimeout(timer);
  const now = turn();
  const open = openSpaces(now);
  const tile = now.hand[aim.picked];
  if (now.isAnswered || !open.includes(aim.ghost)) aim.ghost = null;
  board.show(now.position, {
    legal: open, last: now.last, current: aim.current,
    picked: now.isClosing ? tile : null, movable: now.isAnswered && !now.isClosing ? now.last : null, fresh: aim.fresh, ghost: aim.ghost === null ? null : { tile, space: aim.ghost },
    labels: (space) => labelOf(space, now, open),
  });
  at("score").textContent = number(game.rounds.reduce((sum, round, i) => sum + scoreOf(round, i), 0));
  showHarvest(at("harvest"), reapedSoFar(), [], at("score"));
  at("call").textContent = callText(now);
  const shown = now.hand.length ? now.hand : calls()[game.rounds.at(-1).called];
  at("hand").classList.toggle("answered", now.isAnswered && !now.isClosing);
  at("hand").replaceChildren(...shown.map((other, i) => {
    const picture = tilePicture(tables, other, spoken(other), hasSymbols);
    if (now.hand.length < 2) return html("div", { class: "single" }, picture);
    return html("button", {
      type: "button", "aria-pressed": String(i === aim.picked), "aria-label": spoken(other),
      onclick: () => { aim.picked = i; update(); document.querySelector("#hand [aria-pressed=true]").focus(); },
    }, picture);
  }));
  at("spoken").textContent = spoken(tile ?? shown.at(-1));
  const canGoOn = now.isAnswered;
  at("next").textContent = text(!now.isLast ? "page.next_call" : now.isClosing ? "page.done" : "page.to_count");
  at("next").disabled = !canGoOn;
  at("back").disabled = !now.canTakeBack;
  if (at("aside")) at("aside").disabled = now.isClosing || !open.includes(ASIDE);
  const message = now.isClosing ? "closing" : now.isAnswered ? "may_change" : "place_hint";
  at("message").textContent = warning || text(`page.${message}`);
  at("message").classList.toggle("warn", Boolean(warning));
  const runs = game.isAuto && now.isAnswered && !now.isLast;
  at("next").classList.toggle("runs", runs);
  if (runs) timer = setTimeout(onward, AUTO_PAUSE);
}

function labelOf(space, { position, isAnswered, isClosing, last }, open) {
  if (space === ASIDE) return text("page.daffodil", { free: tables.asideRoom - position.aside.length });
  const values = { space: tables.spaces[space].name };
  const tile = position.tiles[space];
  if (tile >= 0) return text(isAnswered && !isClosing && space === last ? "page.lies" : "page.taken", { ...values, tile: spoken(tile) });
  if (!open.includes(space)) return text("page.closed", values);
  return text(rules.isStamen[space] ? "page.stamen" : "page.free", values);
}

// A press places the tile; while its call is open a press elsewhere moves it, and one more press on it
// calls the next.
function choose(space) {
  const now = turn();
  aim.current = space;
  if (!now.isAnswered || now.isClosing) { place(space); return; }
  if (space === now.last) { onward(); return; }
  if (!otherSpaces().includes(space)) { refuse(space, now); return; }
  const { moves } = game.rounds.at(-1);
  const [tile] = moves.pop();
  moves.push([tile, space]);
  moved(tile, space, unfold({ ...game.rounds.at(-1), moves: moves.slice(0, -1) }, calls()).position);
}

function refuse(space, { position }) {
  if (space !== ASIDE && position.tiles[space] >= 0) { update(); return; }
  say(text("page.no"));
  update(text("page.no"));
}

function hover(space, event) {
  if (game.screen !== "play" || event.pointerType === "touch") return;
  if (event.pointerType === "key") aim.current = space;
  if (aim.ghost === space || (event.pointerType === "key" && matches("(pointer: coarse)"))) return;
  aim.ghost = space;
  if (!turn().isAnswered || turn().isClosing) update();
}

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

function press(space, event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.repeat && (event.key === "Enter" || event.key === " ")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const is = (id) => at(id) && !at(id).disabled;
  if (key in ARROWS) board.focus(board.neighbour(space, ARROWS[key]));
  else if (key === "Enter" || key === " ") choose(space);
  else if (key === "Backspace" && is("back")) takeBack();
  else if (key === "n" && is("next")) onward();
  else if (key === "t" && turn().hand.length > 1) { aim.picked = (aim.picked + 1) % turn().hand.length; update(); }
  else if (key === "x" && is("aside")) place(ASIDE);
  else if (/^[a-f]$/.test(key)) aim.typed = key;
  else if (/^[1-5]$/.test(key) && aim.typed) {
    const found = tables.spaces.findIndex((s) => s.name === aim.typed + key);
    aim.typed = "";
    if (found >= 0) board.focus(found);
  } else return;
  event.preventDefault();
}

// What a finger can pull: a tile of the hand, or the one that was just placed.
function grabbed(element) {
  if (game.screen !== "play") return null;
  const now = turn();
  const [held, lying] = [element.closest("#hand > *"), element.closest(".target.movable")];
  if (held && (!now.isAnswered || now.isClosing)) {
    const index = [...at("hand").children].indexOf(held);
    return { tile: now.hand[index], put: place, pull: () => { aim.picked = index; } };
  }
  return lying ? { tile: now.position.tiles[now.last], put: (space) => space === now.last || choose(space) } : null;
}

function aimAt(space) {
  if (game.screen === "play" && space !== aim.ghost) { aim.ghost = space; update(); }
}

function place(space) {
  const now = turn();
  if (!legalSpaces(now).includes(space)) { refuse(space, now); return; }
  const tile = now.hand[aim.picked];
  game.rounds.at(-1).moves.push([tile, space]);
  moved(tile, space, now.position);
}

// A tile lies: kept, shown, and told with the lines that it completed.
function moved(tile, space, position) {
  const hadFocus = root.querySelector(".stage").contains(document.activeElement) || document.activeElement === at("aside");
  changed = performance.now();
  keep();
  const before = rules.score(position);
  const after = rules.score(turn().position);
  const gained = [...after.lines, ...after.rays].filter(({ line, number: n }) =>
    ![...before.lines, ...before.rays].some((old) => old.line === line && old.number === n));
  Object.assign(aim, { picked: 0, ghost: null, current: space, fresh: new Set(gained.map(({ line }) => line)) });
  update();
  if (gained.length) showGain(gained.reduce((sum, { points: p }) => sum + p, 0));
  if (hadFocus) board.focus(space);
  sayCall([
    space === ASIDE ? text("page.put_aside", { tile: spoken(tile) })
      : text("page.placed", { tile: spoken(tile), space: spaceText(space) }),
    ...gained.map(({ line, points: p }) => text("page.line_done", { line: lineText(line), points: p })),
  ].join(" "));
}

// What a line earned rises from the score; nothing does where motion is unwanted.
function showGain(points) {
  const gain = html("span", { class: "gain", "aria-hidden": "true", onanimationend: () => gain.remove() }, `+${number(points)}`);
  at("score").append(gain);
}

function onward() {
  const now = turn();
  if (!now.isAnswered) return;
  const round = game.rounds.at(-1);
  if (now.isLast) {
    round.isOver = true;
    daily?.ends(game.rounds.reduce((sum, each, i) => sum + scoreOf(each, i), 0));
    go("count");
    return;
  }
  round.called += 1;
  Object.assign(aim, { picked: 0, fresh: null });
  keep();
  update();
  board.focus(aim.current);
  sayCall();
}

function takeBack() {
  if (!turn().canTakeBack) return;
  const { moves } = game.rounds.at(-1);
  const [, space] = moves.pop();
  Object.assign(aim, { picked: 0, ghost: null, current: space });
  keep();
  update();
  board.focus(space);
  sayCall(text("page.taken_back"));
}

// ---- The count

// The lines of the round as they were finished, the latest last.
function reapedSoFar() {
  const { moves, called } = game.rounds.at(-1);
  let reaped = [];
  const isSame = (row) => (other) => other.line === row.line && other.isRay === row.isRay;
  for (let count = 1; count <= moves.length; count += 1) {
    const { position } = unfold({ moves: moves.slice(0, count), called }, calls());
    const rows = rowsOf({ score: rules.score(position), extras: [] });
    const before = reaped.map((row) => rows.find(isSame(row))).filter(Boolean);
    reaped = [...before, ...rows.filter((row) => !reaped.some(isSame(row)))];
  }
  return reaped;
}

function rowsOf(round) {
  const rows = round.score.lines.map(({ line, number: n, points: p, late }) => ({
    line, points: p, number: n, isRay: false, label: lineText(line), short: `${tables.lines[line].spaces.length}×${n}`,
    sum: text(late ? "score.late_line_sum" : "score.line_sum", { length: tables.lines[line].spaces.length, number: n, points: p }),
  }));
  round.score.rays.forEach(({ line, sun, points: p }) => rows.push({
    line, points: p, isRay: true, colour: sun ? "#ffd65c" : "#c4ceff", short: (sun ? "☀" : "☾").repeat(tables.lines[line].spaces.length),
    label: text(sun ? "page.sun_ray" : "page.moon_ray", { ends: endsOf(line) }),
    sum: text("score.ray_sum", { length: tables.lines[line].spaces.length, number: tables.rayPoints[sun ? 0 : 1], points: p }),
  }));
  round.extras.forEach(([kind, p]) => rows.push({
    line: null, points: p, isRay: false, colour: "#6cbcff", label: text(`page.${kind}`), short: "+", sum: number(p),
  }));
  return rows;
}

// A line of a board as a band of its number's colour; what else was earned is dark with a coloured word.
function rowItem(row) {
  const item = html("li", {}, html("span", {}, row.label), html("b", {}, row.sum));
  const colour = row.number ? data.colours[row.number] : "#180e28";
  Object.assign(item.style, { background: colour, color: row.number ? inkOn(colour) : row.colour });
  item.style.setProperty("--points", row.points);
  return item;
}

// A round of one's own as the boards at the end show it.
function ownRound(round, i) {
  const { position, steps, finish } = unfold(round, deal[i]);
  return { steps, finish, position, score: rules.score(position), extras: [], review: null };
}

function showCount() {
  const index = game.rounds.length - 1;
  const round = ownRound(game.rounds[index], index);
  const rows = rowsOf(round);
  const picture = newBoard(text("page.your_board"));
  const list = html("ol", { class: "rows" });
  const total = html("p", { class: "total", id: "counted" });
  const isLast = game.rounds.length === deal.length;
  const next = button("onward", "", () => (shown < rows.length ? finish() : isLast ? reveal() : beginRound()), { class: "main" });
  let shown = 0;
  const step = () => {
    const lit = new Set(rows.slice(0, shown).map((row) => row.line));
    picture.show(round.position, { lit, isFinal: true });
    while (list.children.length < shown) list.append(rowItem(rows[list.children.length]));
    total.textContent = number(rows.slice(0, shown).reduce((sum, row) => sum + row.points, 0));
    const isOver = shown >= rows.length;
    next.textContent = text(!isOver ? "page.skip" : isLast ? "page.see" : "page.next_round");
    if (isOver) say(text("page.total_of", { points: total.textContent }));
    else timer = setTimeout(() => { shown += 1; step(); }, 520);
  };
  const finish = () => { clearTimeout(timer); shown = rows.length; step(); };
  if (matches("(prefers-reduced-motion: reduce)")) finish(); else step();
  if (!rows.length) list.append(html("li", {}, text("page.none")));
  return html("main", { class: "count" }, html("div", { class: "stage" }, picture.element),
    html("section", { class: "panel" }, html("h2", { tabindex: -1 }, text("page.count")), total, next, list));
}
