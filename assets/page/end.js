// After the deal: who won, the boards side by side, and every placement. What the sender did is
// unpacked only here.
"use strict";

let secret = null;
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

// Of whom only the total is known has no rounds.
const totalOf = (player) => player.total ?? player.rounds.reduce((sum, round) => sum + roundTotal(round), 0);
const roundTotal = (round) => round.score.total + round.extras.reduce((sum, [, p]) => sum + p, 0);

function reveal(isNow = true) {
  secret ??= unpack(data.secret);
  players = secret.players.map((names) => ({ names, total: names.total, rounds: names.rounds.map(replayed) }));
  const sender = players[secret.seat] ?? null;
  if (sender) sender.isSender = true;
  if (secret.bestTotal) players.push({ key: "page.best", isBest: true, total: secret.bestTotal, rounds: [] });
  if (secret.best) players.push({ key: "page.best", isBest: true, rounds: secret.best.map(boardOnly) });
  if (game.rounds.length === deal.length && game.rounds.at(-1).isOver) {
    players.unshift({ key: "page.you", isYou: true, rounds: game.rounds.map(ownRound) });
  } else game.rounds = [];
  const walked = !players[0].isYou || sender?.rounds[0]?.review ? sender : players[0];
  view = { player: players.indexOf(walked), round: 0, step: 0, isRunning: false };
  view.step = stepsOf().length;
  if (!isNow) { draw(); return; }
  go("end");
  if (players[0].isYou && (medalOf(totalOf(players[0])) || (sender && totalOf(players[0]) > totalOf(sender)))) burst();
}

// A few bright hexagons fly from the total; none where motion is unwanted.
function burst() {
  if (matches("(prefers-reduced-motion: reduce)")) return;
  const sparks = html("div", { class: "sparks", "aria-hidden": "true" });
  const numbers = Object.keys(data.colours).filter((n) => n > 1);
  for (let i = 0; i < 24; i += 1) {
    const spark = svg("svg", { viewBox: "-10 -10 20 20" }, hexagon(0, 0, 9, { fill: data.colours[numbers[i % numbers.length]] }));
    const [angle, reach] = [(i * Math.PI) / 12, 90 + 23 * (i % 4)];
    spark.style.setProperty("--x", `${Math.round(reach * Math.cos(angle))}px`);
    spark.style.setProperty("--y", `${Math.round(reach * Math.sin(angle))}px`);
    sparks.append(spark);
  }
  at("total").append(sparks);
  setTimeout(() => sparks.remove(), 1300);
}

// A player is named with whoever held the seat afterwards: {name, key, then: [{name, key}, …]}.
// One that is read from right to left is isolated (U+2068), or the points beside it would go astray.
const isolated = (name) => (/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(name) ? `\u2068${name}\u2069` : name);
const ownName = ({ name, key }) => (key ? text(key) : isolated(name));
const nameOf = ({ name, key, then = [] }) => then.reduce((before, after) =>
  text("breakdown.two_names", { name: before, substitute: ownName(after) }), ownName({ name, key }));
const playerName = (player) => (player.key ? text(player.key) : nameOf(player.names));
const find = (what) => players.find((player) => player[what]);
const opponents = () => players.filter((player) => player.names);
const stepsOf = () => {
  const round = players[view.player].rounds[view.round];
  return [...round.steps, ...round.finish.map((move) => ({ ...move, isClosing: true }))];
};

const medalFor = (total, best, master) => (total >= master ? "master"
  : data.medals.find(([, share]) => 100 * total >= share * best)?.[0] ?? null);
const medalOf = (total) => (find("isBest") ? medalFor(total, totalOf(find("isBest")), secret.master) : null);

function verdict() {
  const [you, sender] = [find("isYou"), find("isSender")];
  if (!sender) return pointsText(totalOf(you));
  const name = playerName(sender);
  if (!you) return opponents().length > 1 ? winners() : text("page.shown", { name });
  const difference = totalOf(you) - totalOf(sender);
  if (!difference) return text("page.even", { name });
  return text(difference > 0 ? "page.won" : "page.lost", { name, points: pointsText(Math.abs(difference)) });
}

// S6: the highest total wins, and equal ones share it.
const isWinner = (player) => totalOf(player) === Math.max(...opponents().map(totalOf));

function winners() {
  const names = opponents().filter(isWinner).map(playerName);
  const key = names.length > 1 ? "page.winners" : "page.winner";
  return text(key, { name: listed(names), points: pointsText(Math.max(...opponents().map(totalOf))) });
}

// Everybody who played the deal, the reader too.
function standings() {
  const ranked = players.filter((player) => !player.isBest).sort((a, b) => totalOf(b) - totalOf(a));
  const isFirst = (player) => totalOf(player) === totalOf(ranked[0]);
  const cell = (name, words, attributes = {}) => html(name, attributes, words);
  const heads = deal.length > 1 ? deal.map((_, i) => text("breakdown.round_short", { number: i + 1 })) : [];
  const rows = ranked.map((player) => html("tr", { class: isFirst(player) ? "winner" : null },
    html("td", {}, isFirst(player) ? icon("winner") : `${1 + ranked.filter((o) => totalOf(o) > totalOf(player)).length}.`),
    cell("th", playerName(player), { scope: "row" }),
    ...(heads.length ? player.rounds.map((round) => cell("td", number(roundTotal(round)))) : []),
    cell("td", number(totalOf(player)), { class: "sum" })));
  return html("section", { class: "panel standings", id: "standings" },
    html("table", {}, html("thead", {}, html("tr", {}, html("td", {}), cell("th", text("terms.player"), { scope: "col" }),
      ...heads.map((words) => cell("th", words, { scope: "col" })), cell("th", text("page.total"), { scope: "col" }))),
    html("tbody", {}, ...rows)));
}

function showEnd() {
  const [you, sender, best] = [find("isYou"), find("isSender"), find("isBest")];
  const shown = you ?? sender;
  const medal = shown.names?.key === "page.master" ? null : medalOf(totalOf(shown));
  const buttons = html("div", { class: "buttons" },
    you ? button("again", text("page.again"), begin) : null,
    daily ? button("calendar", text("daily.heading"), () => daily.looks()) : null);
  const hero = html("section", { class: "panel hero" },
    html("div", { class: "verdict-words" },
      html("p", { class: "label" }, playerName(shown)),
      html("h2", { tabindex: -1, id: "verdict" }, verdict()),
      medal ? html("p", { class: `medal ${medal}` }, text(`daily.medal.${medal}`)) : null,
      you ? button("share", text(navigator.share ? "page.share" : "page.copy"), shareResult, { class: "main" })
        : button("again", text("page.play"), begin, { class: "main" }),
      buttons, html("div", { id: "copied" })),
    column(shown, [...new Set([sender ?? shown, ...opponents()])].filter((player) => player !== shown), best));
  const rounds = deal.length > 1 ? choice("round", text("terms.round"),
    deal.map((_, i) => text("page.round_of", { round: i + 1, rounds: deal.length })),
    view.round, (i) => { view.round = i; view.step = stepsOf().length; redraw(); }) : null;
  const cards = [you, sender, best].filter((player) => player?.rounds.length);
  const others = opponents().filter((player) => player !== sender);
  const boards = (of) => html("div", { class: "boards" }, ...of.map(card));
  return html("main", { class: "end" }, hero, opponents().length > 1 ? standings() : null, rounds, boards(cards),
    others.length ? html("details", { class: "others", id: "others" }, html("summary", {}, text("page.others")), boards(others)) : null,
    showSteps());
}

function redraw() {
  const { scrollY } = window;
  const focused = document.activeElement?.dataset?.act;
  const open = [...document.querySelectorAll("main details[id]")].map((fold) => [fold.id, fold.open]);
  draw();
  open.forEach(([id, isOpen]) => { at(id).open = isOpen; });
  scrollTo(0, scrollY);
  if (focused) document.querySelector(`[data-act="${focused}"]`)?.focus({ preventScroll: true });
}

function choice(act, label, names, chosen, action) {
  return html("div", { class: "choice", role: "group", "aria-label": label }, ...names.map((name, i) =>
    html("button", { type: "button", "aria-pressed": String(i === chosen), "data-act": `${act}${i}`, onclick: () => action(i) }, name)));
}

// The harvest of all rounds with its total, and where the others and the best possible are.
function column(shown, others, best) {
  const named = (player) => `${playerName(player)} ${number(totalOf(player))}`;
  const marks = others.map((player) => [named(player), totalOf(player), ""]);
  if (best) marks.push([named(best), totalOf(best), "best"]);
  const element = html("div", { class: "harvest", role: "img", "aria-label": [named(shown), ...marks.map(([words]) => words)].join(", ") });
  const total = html("p", { class: "total", id: "total" }, number(totalOf(shown)));
  showHarvest(element, shown.rounds.flatMap((round) => rowsOf(round)), marks, total);
  return element;
}

function card(player) {
  const round = player.rounds[view.round];
  const name = playerName(player);
  const label = player.isYou ? text("page.your_board") : player.isBest ? text("page.best_board") : text("page.board_of", { name });
  const picture = newBoard(label);
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
  items.push(html("li", { class: "sum" }, html("span", {}, text("page.total")), html("b", {}, number(roundTotal(round)))));
  const kind = player.isYou ? "you" : player.isBest ? "best" : player.isSender ? "sender" : "other";
  return html("section", { class: "panel card", "data-board": kind, "aria-label": label },
    html("div", { class: "top" }, html("h3", {}, name), html("span", { class: "points" }, number(roundTotal(round)))),
    picture.element, folded({ id: `lines${players.indexOf(player)}` },
      text("terms.count.lines", { count: round.score.lines.length }), html("ul", { class: "rows" }, ...items)));
}

// The same lines as those of `game/page/result.py`.
function resultText() {
  const [you, best] = [find("isYou"), find("isBest")];
  const total = totalOf(you);
  const lines = you.rounds.reduce((sum, round) => sum + round.score.lines.length, 0);
  const { title, line } = aboutDeal();
  const words = [text("result.title", { game: text("terms.title"), what: title })];
  if (line) words.push(line);
  if (best) {
    const medal = medalOf(total);
    const parts = [text("result.of_best", { points: total, best: totalOf(best) })];
    if (medal) parts.push(text(`daily.medal.${medal}`));
    if (secret.master !== null) parts.push(text("result.master", { points: secret.master }));
    const full = Math.floor((10 * total) / (totalOf(best) || 1));
    words.push(parts.join(" · "), "⬢".repeat(full) + "⬡".repeat(Math.max(0, 10 - full)));
  } else words.push(pointsText(total));
  words.push(text("result.lines", { lines, all: tables.lines.length * deal.length }));
  if (address) words.push(address);
  return words.join("\n");
}

// The device's own way to share, else the clipboard, else a text to copy by hand. What has no address is
// sent along, so that others can play it.
async function shareResult() {
  const told = (...parts) => at("copied").replaceChildren(...parts);
  if (!address && (await shared({ text: resultText(), files: [pageFile()] }))) return;
  if (await shared({ text: resultText() })) return;
  try {
    await navigator.clipboard.writeText(resultText());
    told(html("p", { class: "label" }, text("page.copied")));
    say(text("page.copied"));
  } catch {
    const field = html("textarea", { readonly: true, "aria-label": text("page.copy_this") });
    field.value = resultText();
    told(html("p", { class: "label" }, text("page.copy_this")), field);
    field.select();
  }
}

// ---- Step by step

function positionAt(moves, step) {
  return moves.slice(0, step).reduce((position, move) => (move.isClosing
    ? rules.moveToStamen(position, move.tile, move.space)
    : rules.put(position, move.tile, move.space, move.late)), rules.newPosition());
}

function showSteps() {
  const who = players.filter((player) => !player.isBest && player.rounds.length);
  const round = players[view.player].rounds[view.round];
  const moves = stepsOf();
  const picture = newBoard(text("page.steps"));
  const now = html("p", { class: "now", id: "step" });
  const why = html("div", { class: "why", id: "why" });
  const slider = html("input", { type: "range", min: 0, max: moves.length, "aria-label": text("page.steps"), "data-act": "slider" });
  const buttons = html("div", { class: "buttons" });
  let curve = null;
  view.isRunning = false;

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
      parts.push(html("p", {}, text("page.cost", { count: Math.round(found.cost * 10) / 10 })),
        html("p", {}, text(key, { tile: spoken(tile), space: spaceText(space) })));
    }
    return parts;
  }

  function set(step, isQuiet = false) {
    view.step = Math.max(0, Math.min(moves.length, step));
    const move = moves[view.step - 1];
    picture.show(positionAt(moves, view.step), { last: move && move.space >= 0 ? move.space : null });
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
  const facts = html("div", { class: "facts" });
  if (who.length > 1) {
    facts.append(choice("whose", text("page.whose"), who.map(playerName), who.indexOf(players[view.player]),
      (i) => { stop(); view.player = players.indexOf(who[i]); view.step = stepsOf().length; redraw(); }));
  }
  facts.append(now, buttons, slider, why);
  if (round.review) {
    curve = makeCurve(round, (step) => { stop(); set(step); });
    facts.append(html("h3", {}, text("page.curve")), curve.element,
      html("p", { class: "legend" },
        html("span", {}, html("i", { "data-colour": "var(--cool)" }), text("review.legend_luck")),
        html("span", {}, html("i", { "data-colour": "var(--bad)" }), text("review.legend_skill"))));
  }
  const fold = folded({ class: "panel steps", id: "steps", onkeydown: (event) => {
    const moved = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!moved || event.target.type === "range") return;
    event.preventDefault();
    stop();
    set(view.step + moved);
  } }, html("h2", {}, text("page.steps")), html("div", { class: "walk" }, picture.element, facts));
  set(view.step, true);
  return paintDots(fold);
}

// Colours are set through the style object: the page's policy allows no inline style attributes.
function paintDots(element) {
  element.querySelectorAll("[data-colour]").forEach((dot) => { dot.style.background = dot.dataset.colour; });
  return element;
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
      stroke: point.luck ? "var(--cool)" : "var(--bad)", "stroke-linecap": "round",
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

// ---- What a sheet of paper and another window of the same page change

let unfolded = [];
addEventListener("beforeprint", () => {
  unfolded = [...document.querySelectorAll(".card details:not([open])")];
  unfolded.forEach((fold) => { fold.open = true; });
});
addEventListener("afterprint", () => unfolded.forEach((fold) => { fold.open = false; }));
addEventListener("storage", (event) => { if (event.key === storeKey) start(); });
addEventListener("pageshow", (event) => { if (event.persisted) start(); });
