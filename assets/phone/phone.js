// A phone's page in a room: it draws what the window says, and says what was touched. It knows no rules.
"use strict";

const root = document.getElementById("page");
const at = (id) => document.getElementById(id);
document.documentElement.lang = language;

// What the page keeps: the seat's key, so that a closed tab or a dark screen loses nothing, and the name for the
// next time. Where a browser keeps nothing, this tab has both. Behind one proxy each room has a path of its own.
const here = {};
const folder = location.pathname.replace(/[^/]*$/, "");
const SEAT = `seat${folder}`;
const WISH = `wish${folder}`;
function recall(name) {
  try { return localStorage.getItem(name); } catch { return here[name] ?? null; }
}
function keep(name, value) {
  here[name] = value;
  try { if (value === null) localStorage.removeItem(name); else localStorage.setItem(name, value); } catch { /* this tab alone */ }
}

// The key of the seat that is asked for, until it is given: asked for twice, since an answer may be lost, it is one seat.
function keyOfWish() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  if (!recall(WISH)) keep(WISH, [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
  return recall(WISH);
}

// After the # of a link stand the room's letters, which no server on the way sees, and behind & what a window needs;
// or, longer than those, a key that brings the seat to another browser.
const [marked] = location.hash.slice(1).split("&");
const letters = marked.length < 21 ? marked.toUpperCase() : "";
if (marked && !letters) {
  keep(SEAT, marked);
  history.replaceState(null, "", location.pathname);
}
addEventListener("hashchange", () => location.reload());

const ASIDE = -1;
const QUIET = 10000;
const UNANSWERED = 2500;
// A tap so soon after a new call was meant for the tile before.
const TOO_SOON = 350;
const LITTLE_LEFT = 10;

let [socket, isOpen, pause, timer, heard] = [null, false, 300, 0, 0];
let [tables, hasSymbols, state, waiting] = [null, false, null, null];
let [board, screen, message, sent, reaped] = [null, "", "", null, []];
// The state in which something was taken back or closed last.
let acted = null;
let aim = { picked: 0, ghost: null, current: null, typed: "" };
// When the screen or the board changed last, see touch.js, and when a call began.
let [changed, calledAt] = [-Infinity, -Infinity];
// When the time of the call is up, null without a clock, and the call that was warned of it.
let [timeUp, warnedAt] = [null, ""];
let isMoved = false;
// The wish to sit down that was pressed before the line was open.
let wish = null;
const typed = { name: recall("name") ?? "", code: letters };

// ---- The line to the window

function connect() {
  clearTimeout(timer);
  if (isMoved || (socket && socket.readyState < 2)) return;
  const own = new WebSocket(`${location.origin.replace("http", "ws")}${folder}socket`);
  socket = own;
  own.onopen = () => {
    [isOpen, pause, heard] = [true, 300, performance.now()];
    const word = recall(SEAT) ? { do: "sit", key: recall(SEAT) } : wish;
    wish = null;
    if (word) send(word);
    draw();
  };
  own.onmessage = (event) => { if (own === socket) hear(JSON.parse(event.data)); };
  own.onclose = () => {
    if (own !== socket) return;
    [isOpen, sent] = [false, null];
    timer = setTimeout(connect, pause);
    pause = Math.min(3000, pause * 1.6);
    draw();
  };
}

// A phone that wakes up has often lost its line without a `close` (iOS).
function renew() {
  if (document.hidden || isMoved) return;
  const old = socket;
  [socket, isOpen, pause, sent] = [null, false, 300, null];
  old?.close();
  connect();
}
addEventListener("visibilitychange", renew);
addEventListener("pageshow", (event) => { if (event.persisted) renew(); });
addEventListener("online", renew);
setInterval(() => { if (isOpen && performance.now() - heard > (sent ? UNANSWERED : QUIET)) renew(); }, 500);

function send(word) {
  if (socket?.readyState === 1) socket.send(JSON.stringify(word));
  else if (word.do === "join") wish = word;
}

const ERRORS = ["away", "code", "code_elsewhere", "full", "illegal", "late", "left", "moved", "name", "shut", "shut_elsewhere", "taken"];

function hear(word) {
  heard = performance.now();
  if (!Object.keys(word).length) return;
  const before = state;
  if (!("state" in word)) message = "";
  if ("key" in word) {
    keep(SEAT, word.key);
    keep(WISH, null);
  }
  if ("name" in word) keep("name", word.name);
  if ("waiting" in word) [waiting, state] = [word, null];
  if ("table" in word) {
    [tables, board, screen] = [word.table, null, ""];
    hasSymbols = tables.rays !== "none" || tables.placement === "adjacent-symbol";
    aim.current = Math.floor(tables.spaces.length / 2);
  }
  if ("record" in word) download(word);
  if ("state" in word) {
    // What others have placed is no answer: the own tile stays where it was put. A state also follows each
    // refusal, whose words stay until the next call or the next move.
    if (ownPart(word.state) !== ownPart(state)) sent = null;
    if (word.state.at !== state?.at) message = "";
    state = word.state;
    timeUp = state.left === null ? null : performance.now() + 1000 * state.left;
  }
  if ("error" in word) {
    [sent, acted] = [null, null];
    if (["unknown", "away", "left"].includes(word.error)) {
      keep(SEAT, null);
      [state, waiting] = [null, null];
    }
    if (word.error === "moved") { isMoved = true; socket.close(); }
    const names = data.isElsewhere ? [`${word.error}_elsewhere`, word.error] : [word.error];
    if (word.error !== "unknown") message = text(`phone.error.${names.find((name) => ERRORS.includes(name)) ?? "bad"}`);
    if (message) say(message);
  }
  if ("state" in word) follow(before);
  draw();
}

const ownPart = (one) => one && JSON.stringify([one.at, one.do, one.hand, one.board]);

function download({ record, file }) {
  const link = URL.createObjectURL(new Blob([record], { type: "application/json" }));
  html("a", { href: link, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(link), 10000);
}

// What a new state changes in the hand, and what is said of it.
function follow(before) {
  const isNew = before?.at !== state.at || before.do === "over";
  if (isNew || before.hand.length !== state.hand.length) Object.assign(aim, { picked: 0, ghost: null });
  if (isNew) [changed, calledAt] = [performance.now(), performance.now()];
  const old = isNew && before?.round !== state.round ? [] : reaped;
  const rows = rowsOf(state.board);
  const isSame = (a) => (b) => a.line === b.line && a.isRay === b.isRay;
  const news = rows.filter((row) => !old.some(isSame(row)));
  reaped = [...old.map((row) => rows.find(isSame(row))).filter(Boolean), ...news];
  aim.fresh = new Set(before && !isNew ? news.map(({ line }) => line) : []);
  if (state.do === "over") return;
  if (isResting() && !isResting(before)) say(text("phone.resting"));
  if (isNew) {
    const tile = state.called.map(spoken).join(", ");
    // Before the first call there is none to be read.
    if (tile) say(text("page.called", { tile, call: state.call, calls: state.calls }));
  } else if (state.last !== null && before.last !== state.last) {
    const placed = state.last === ASIDE ? text("page.put_aside", { tile: spoken(lying()) })
      : text("page.placed", { tile: spoken(lying()), space: spaceText(state.last) });
    say(placed,
      ...news.map(({ line, points: p }) => text("page.line_done", { line: lineText(line), points: p })));
  } else if (before.last !== null && state.last === null && state.hand.length) say(text("page.taken_back"));
}

// ---- The board: `board.js` asks for the state of lines, and the window has said them

const held = () => state.hand[aim.picked];
const worthOf = (space) => held()?.spaces[space];
const told = {
  get tables() { return tables; },
  get hasAside() { return tables.daffodil === 4; },
  get isStamen() { return tables.spaces.map((_, space) => tables.stamens.includes(space)); },
  lineStatus: (position, line) => ({ state: position.lines[line][0], number: position.lines[line][1] }),
  put: (position, tile, space) => ({ ...position, lines: worthOf(space)?.lines ?? position.lines }),
  score: (position) => ({ rays: position.rays.map(([line, sun]) => ({ line, sun })) }),
};
const newBoard = (label, more = {}) => makeBoard(told, { colours: data.colours, hasSymbols, label, ...more });

const SUN = "#ffd65c";
const MOON = "#c4ceff";
const rowsOf = (position) => [
  ...position.scored.map(([line, n, p]) => ({ line, number: n, points: p, isRay: false, short: `${tables.lines[line].spaces.length}×${n}` })),
  ...position.rays.map(([line, sun, p]) => ({
    line, points: p, isRay: true, colour: sun ? SUN : MOON, short: (sun ? "☀" : "☾").repeat(tables.lines[line].spaces.length),
  })),
];

// The tile that was placed last and may still move.
const lying = () => (state.last === ASIDE ? state.board.aside.at(-1) : state.board.tiles[state.last]);
const openSpaces = () => (held() ? Object.keys(held().spaces).map(Number) : state.moves);

// A tap places; another one moves the tile until the next call.
function choose(space) {
  aim.current = space;
  if (!isOpen || sent || performance.now() - calledAt < TOO_SOON) return;
  if (openSpaces().includes(space)) {
    sent = { tile: held()?.tile ?? lying(), space };
    message = "";
    send({ do: "place", at: state.at, ...sent });
    navigator.vibrate?.(10);
    changed = performance.now();
  } else if (space !== state.last) {
    message = text(state.do === "wait" && !state.moves.length ? "phone.wait" : "page.no");
    say(message);
  }
  update();
}

// Whoever has missed three calls is played for by a computer, until there is a touch or a key again.
const isResting = (one = state) => Boolean(one?.players[one.you]?.bot);
function comeBack() {
  if (screen === "play" && isOpen && isResting()) send({ do: "sit", key: recall(SEAT) });
}
addEventListener("pointerdown", comeBack, true);
addEventListener("keydown", comeBack, true);

// A second tap that comes before the answer was meant for the same.
function act(what) {
  if (acted === state) return;
  [acted, message] = [state, ""];
  send({ do: what, at: state.at });
}

function grabbed(element) {
  if (screen !== "play" || !isOpen || sent) return null;
  const [hand, last] = [element.closest("#hand > *"), element.closest(".target.movable")];
  if (hand && state.hand.length) {
    const index = [...at("hand").children].indexOf(hand);
    return { tile: state.hand[index].tile, put: choose, pull: () => { aim.picked = index; } };
  }
  return last ? { tile: lying(), put: (space) => space === state.last || choose(space) } : null;
}

function aimAt(space) {
  const ghost = space !== null && openSpaces().includes(space) ? space : null;
  if (screen !== "play" || ghost === aim.ghost) return;
  aim.ghost = ghost;
  update();
}

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

function press(space, event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key in ARROWS) focusOn(board.neighbour(space, ARROWS[key]));
  else if ((key === "Enter" || key === " ") && !event.repeat) choose(space);
  else if (key === "Backspace" && state.back) act("back");
  else if (key === "t" && state.hand.length > 1) { aim.picked = (aim.picked + 1) % state.hand.length; update(); }
  else if (/^[a-f]$/.test(key)) aim.typed = key;
  else if (/^[1-5]$/.test(key) && tables.spaces.some((s) => s.name === aim.typed + key)) focusOn(spaceNamed(aim.typed + key));
  else return;
  event.preventDefault();
}

function focusOn(space) {
  aim.current = space;
  update();
  board.focus(space);
}

// ---- The pictures

function draw() {
  const next = isMoved ? "moved" : state && tables ? (state.do === "over" ? "count" : "play")
    : waiting ? "waiting" : recall(SEAT) ? "looking" : "enter";
  const isSame = next === screen;
  screen = next;
  root.classList.toggle("cut-off", !isOpen && !isMoved);
  at("cut").textContent = isOpen || isMoved ? "" : text("phone.cut");
  if (isSame && next === "play") { update(); return; }
  if (isSame && next === "enter") { at("why").textContent = message; return; }
  changed = performance.now();
  const focused = at("screen").contains(document.activeElement) ? document.activeElement.id : null;
  at("screen").replaceChildren(SCREENS[next]());
  if (next === "play") update();
  // Keys and screen readers go on where they were, else at the new screen's title.
  if (focused !== null) (at(focused) ?? at("screen").querySelector("h1")).focus({ preventScroll: true });
  if (!isSame) scrollTo(0, 0);
}

const SCREENS = {
  enter: showEnter,
  looking: () => says(text("phone.looking")),
  moved: () => says(message),
  waiting: showWaiting,
  play: showPlay,
  count: showCount,
};

const says = (words, ...more) => html("main", { class: "enter" }, html("h1", { tabindex: -1 }, text("terms.title")),
  html("p", { role: "status", class: "lead" }, words), ...more, bands());

const rule = () => html("p", { class: "quiet" }, text("menu.rule"));

// The stripes of the title: they run in from the left and fold upwards, below all words.
const bands = () => html("div", { class: "bands", "aria-hidden": "true" }, html("i"), html("i"), html("i"), html("i"));

function showEnter() {
  const field = (id, words, more) => html("label", {}, words, html("input", {
    id, required: true, value: typed[id], autocomplete: "off", enterkeyhint: "go", ...more,
    oninput: (event) => { typed[id] = event.target.value; },
  }));
  const join = (event) => {
    event.preventDefault();
    send({ do: "join", name: typed.name, code: typed.code, key: keyOfWish() });
  };
  return html("main", { class: "enter" }, html("h1", {}, text("terms.title")),
    html("form", { onsubmit: join },
      field("name", text("phone.name"), { maxlength: 20, autofocus: !typed.name }),
      field("code", text(data.isElsewhere ? "phone.code_elsewhere" : "phone.code"), { maxlength: 20, autocapitalize: "characters", spellcheck: "false" }),
      html("p", { class: "message warn", id: "why", role: "alert" }, message),
      html("button", { class: "main", id: "join" }, text("phone.join"))),
    rule(), bands());
}

function showWaiting() {
  const waits = data.isElsewhere ? "phone.waiting_elsewhere" : "phone.waiting";
  return says(text(waiting.asks ? "phone.asks" : waits),
    data.isElsewhere ? html("p", { class: "quiet" }, text("phone.who_looks")) : null,
    html("ul", { class: "faces" }, ...waiting.waiting.map((name) => html("li", { class: "done" }, name))), rule(), ownLink(),
    html("div", { class: "buttons" }, button("leave", text("phone.leave"), () => send({ do: "leave" }))));
}

// The seat's key as a link, for another browser; whoever has it plays this seat. A page that is drawn anew leaves it open.
const ownLink = () => html("details", { class: "own", id: "own", open: at("own")?.open ?? false }, html("summary", {}, text("phone.own_link")),
  html("p", {}, text("phone.own_about")),
  html("input", { readonly: true, "aria-label": text("phone.own_link"), value: `${location.origin}${folder}#${recall(SEAT)}`,
    onfocus: (event) => event.target.select() }));

function showPlay() {
  board = newBoard(text("page.your_board"), { onChoose: choose, onHover: hover, onKey: press });
  return html("main", { class: "play" },
    html("h1", { class: "hidden-text", tabindex: -1 }, text("page.your_board")),
    html("p", { class: "label", id: "call" }),
    html("section", { class: "panel called" },
      html("div", { class: "hand", id: "hand" }), html("p", { class: "spoken", id: "spoken" })),
    html("section", { class: "panel points" }, html("p", { class: "hidden-text" }, text("page.score")),
      html("div", { class: "harvest", id: "harvest" }, html("p", { class: "score", id: "score" }))),
    html("div", { class: "stage" }, board.element),
    html("div", { class: "tools" },
      html("p", { class: "message", id: "message" }),
      html("div", { class: "buttons" },
        button("finish", text("page.done"), () => act("finish"), { class: "main" }),
        button("back", text("page.take_back"), () => act("back")),
        tables.daffodil === 4 ? button("aside", text("page.set_aside"), () => choose(ASIDE)) : null)),
    html("ul", { class: "faces", id: "faces" }), ownLink());
}

function hover(space, event) {
  if (event.pointerType === "touch" || event.pointerType === "key") return;
  aimAt(space);
}

function update() {
  const [position, tile, open] = [state.board, held()?.tile, openSpaces()];
  const isMine = state.do === "wait" && state.last !== null;
  const ghost = sent ?? (aim.ghost !== null && tile !== undefined ? { tile, space: aim.ghost } : null);
  board.show(position, {
    legal: isMine ? [...open, state.last] : open, ghost, last: state.last, current: aim.current, fresh: aim.fresh,
    picked: state.do === "close" ? tile : null, movable: isMine ? state.last : null, worth: sent ? null : worths(),
    labels: (space) => labelOf(space, open),
  });
  at("score").textContent = number(state.points);
  showHarvest(at("harvest"), reaped, [], at("score"));
  showCall();
  const shown = state.hand.length ? state.hand.map((one) => one.tile) : state.called;
  at("hand").classList.toggle("answered", !state.hand.length || Boolean(sent));
  at("hand").replaceChildren(...shown.map((other, i) => {
    const picture = tilePicture(tables, other, spoken(other), hasSymbols);
    if (state.hand.length < 2) return html("div", { class: "single" }, picture);
    const pick = () => { aim.picked = i; update(); document.querySelector("#hand [aria-pressed=true]").focus(); };
    return html("button", { type: "button", "aria-pressed": String(i === aim.picked), "aria-label": spoken(other), onclick: pick }, picture);
  }));
  at("spoken").textContent = shown.length ? spoken(tile ?? shown.at(-1)) : "";
  const hint = isResting() ? "phone.resting" : state.do === "place" ? "page.place_hint" : state.do === "close" ? "page.closing" : state.moves.length ? "phone.may_move" : "phone.wait";
  at("message").textContent = message || text(hint);
  at("message").classList.toggle("warn", Boolean(message));
  at("back").disabled = !state.back;
  at("finish").hidden = state.do !== "close";
  if (at("aside")) at("aside").disabled = !open.includes(ASIDE);
  at("faces").replaceChildren(...state.players.map(face));
}

// The call, and what is left of its time where it has one: said aloud once, when little is left.
function showCall() {
  const parts = [text(state.do === "close" ? "page.step_closing" : "page.call_of", { call: state.call, calls: state.calls })];
  if (state.rounds > 1) parts.unshift(text("page.round_of", { round: state.round, rounds: state.rounds }));
  if (timeUp !== null) {
    const left = Math.max(0, Math.ceil((timeUp - performance.now()) / 1000));
    const time = text("phone.left", { time: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` });
    parts.push(time);
    if (left <= LITTLE_LEFT && state.hand.length && warnedAt !== state.at) {
      warnedAt = state.at;
      say(time);
    }
  }
  const words = parts.join(" · ");
  if (at("call").textContent !== words) at("call").textContent = words;
}
setInterval(() => { if (screen === "play") showCall(); }, 500);

// What each open space would earn with the tile in hand: nothing is said of what earns nothing.
function worths() {
  const words = {};
  for (const space of openSpaces()) {
    const gain = worthOf(space)?.gain ?? 0;
    if (gain) words[space] = `${gain > 0 ? "+" : ""}${number(gain)}`;
  }
  return words;
}

function labelOf(space, open) {
  if (space === ASIDE) return text("page.daffodil", { free: tables.asideRoom - state.board.aside.length });
  const values = { space: tables.spaces[space].name };
  const tile = state.board.tiles[space];
  if (tile >= 0) return text("page.taken", { ...values, tile: spoken(tile) });
  if (!open.includes(space)) return text("page.closed", values);
  const words = text(told.isStamen[space] ? "page.stamen" : "page.free", values);
  const gain = worthOf(space)?.gain;
  return gain ? `${words}, ${pointsText(gain)}` : words;
}

const SIGNS = { done: ["M4.5 12.8 10 18.2 19.8 6.4", "none"], waits: ["M6 3h12v3l-5 6 5 6v3H6v-3l5-6-5-6z", "currentColor"] };
function face({ name, done, bot }, seat) {
  const sign = done ? "done" : "waits";
  const [path, fill] = SIGNS[sign];
  return html("li", { class: `${sign}${seat === state.you ? " me" : ""}` },
    svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
      svg("path", { d: path, fill, stroke: "currentColor", "stroke-width": fill === "none" ? 3.2 : 0 })),
    html("span", { "aria-hidden": "true" }, name),
    html("span", { class: "hidden-text" }, text(bot ? "phone.is_computer" : done ? "phone.has_placed" : "phone.is_thinking", { name })));
}

function showCount() {
  const order = state.count.map((one, seat) => ({ ...one, seat })).sort((a, b) => b.total - a.total);
  const rank = (one) => 1 + order.filter((other) => other.total > one.total).length;
  return html("main", { class: "count-all" },
    html("h1", { tabindex: -1 }, text(state.last_round ? "page.total" : "phone.round_over")),
    html("ol", { class: "ranks" }, ...order.map((one) => {
      const picture = newBoard(text("page.board_of", { name: one.name }));
      picture.show(one.board, { isFinal: true });
      return html("li", {}, html("p", { class: `row${one.won ? " won" : ""}${one.seat === state.you ? " me" : ""}` },
        html("span", {}, `${rank(one)}. ${one.name}`), html("b", {}, number(one.total))), picture.element);
    })),
    state.last_round ? html("p", { class: "quiet" }, text("phone.keep_about")) : null,
    state.last_round ? html("div", { class: "buttons" }, button("keep", text("phone.keep"), () => send({ do: "keep" }))) : null,
    ownLink());
}

root.replaceChildren(html("div", { id: "cut", class: "cut", role: "status" }), html("div", { id: "screen" }), region);
document.body.prepend(makeDefinitions({ numbers: [[1, 5, 9], [2, 6, 7], [3, 4, 8]] }, data.colours));
dragTiles({ grab: grabbed, aimAt });
draw();
connect();
