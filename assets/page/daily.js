// The page that deals each day's deal: its calendar, what was made of each day, and the days in a row.
// A day is a text such as 2026-11-21, by the reader's own clock.
"use strict";

const EDITION = "standard";
const BOOK = "take-it-easy daily";

const pad = (n) => String(n).padStart(2, "0");
const dayOf = (date) => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
const partsOf = (day) => day.split("-").map(Number);
const numbered = (day) => Math.round(Date.UTC(...monthFirst(day)) / 86400000);
const monthFirst = (day) => { const [year, month, date] = partsOf(day); return [year, month - 1, date]; };
const dayBefore = (day) => new Date(Date.UTC(...monthFirst(day)) - 86400000).toISOString().slice(0, 10);
const dealNumber = (day) => numbered(day) - numbered(data.daily.first) + 1;

function dateText(day) {
  const [year, month, date] = partsOf(day);
  return text("format.date.long", {
    day: date === 1 ? text("format.date.first") : String(date), month: text(`format.month.${month}`), year: String(year),
  });
}

const totals = unpack(data.daily.totals);
// [best possible, Master's] of a day; nothing for a day beyond those that the page was made for.
const totalsOf = (day) => totals[numbered(day) - numbered(data.daily.from)] ?? null;

// {day: {begun: the day on which its attempt was begun, total: what it made, if it ended}}
let book = {};

function readBook() {
  try {
    const found = JSON.parse(localStorage.getItem(BOOK));
    if (found && typeof found === "object") book = Object.fromEntries(Object.entries(found).filter(([, made]) => typeof made?.begun === "string"));
  } catch { /* Forbidden, or not a book. */ }
}

// Reads, changes and writes the book in one step: another tab may have written since. `made` turns what was
// made of the day into what is made of it now, or null to leave it. Returns whether the book has changed.
function change(day, made) {
  readBook();
  const now = made(book[day]);
  if (!now) return false;
  book[day] = now;
  try { localStorage.setItem(BOOK, JSON.stringify(book)); } catch { /* Forbidden, or full. */ }
  return true;
}

// The code of all days, as game/progress/days_code.py writes and reads it: the deal's number, the days after its
// own on which the attempt was begun, and the total of one that ended.
const DAYS = "TIE1D";
const dayAt = (count) => new Date(count * 86400000).toISOString().slice(0, 10);
const sumOf = (content) => {
  const sum = sha256Start(DAYS + content);
  return Array.from({ length: 6 }, (_, i) => String.fromCharCode(Number((sum >> BigInt(56 - 8 * i)) & 255n))).join("");
};

function writeDays() {
  readBook();
  // No reader takes what is later, as by a clock that was ahead.
  const last = numbered(dayOf(new Date())) + 1;
  const lines = Object.keys(book).filter((day) => dealNumber(day) > 0 && numbered(day) <= last).sort().map((day) => {
    const { begun, total } = book[day];
    return [dealNumber(day), Math.min(numbered(begun), last) - numbered(day), ...(isNumber(total) ? [total] : [])].join(" ");
  });
  const content = lines.filter((line) => /^[0-9]+ [0-9]+( [0-9]+)?$/.test(line)).join("\n");
  const signs = btoa(content + sumOf(content)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  return `${DAYS}.${signs.length}.${signs}`;
}

// [[day, what was made of it]] of the code in a text; null where it is none, damaged, or ahead of the clock.
function readDays(text) {
  const [, length, rest] = /TIE1D\s*\.\s*([0-9]+)\s*\.([^]*)/.exec(text) ?? [];
  const signs = rest?.replace(/\s/g, "").slice(0, Number(length)).replace(/-/g, "+").replace(/_/g, "/");
  try {
    const bytes = atob(signs);
    const content = bytes.slice(0, -6);
    if (signs.length !== Number(length) || bytes.slice(-6) !== sumOf(content)) return null;
    const found = new Map();
    const last = numbered(dayOf(new Date())) + 1;
    for (const line of content ? content.split("\n") : []) {
      const [, count, late, total] = /^([0-9]{1,5}) ([0-9]{1,5})(?: ([0-9]{1,3}))?$/.exec(line);
      const day = numbered(data.daily.first) + Number(count) - 1;
      if (Number(count) < 1 || day + Number(late) > last || found.has(dayAt(day))) return null;
      found.set(dayAt(day), { begun: dayAt(day + Number(late)), ...(total === undefined ? {} : { total: Number(total) }) });
    }
    return [...found];
  } catch { return null; }
}

// Takes days from elsewhere, and returns how many. Of two attempts at a day the one that ended is kept, of two
// that ended the one begun first.
const takeDays = (days) => days.filter(([day, made]) => change(day, (before) => {
  const isNews = !before || (isNumber(before.total) === isNumber(made.total) ? made.begun < before.begun : isNumber(made.total));
  return isNews ? made : null;
})).length;

const isNumber = (total) => typeof total === "number";
const madeOn = (day) => (isNumber(book[day]?.total) ? book[day].total : null);

function medalOn(day) {
  const [total, known] = [madeOn(day), totalsOf(day)];
  return total === null || !known ? null : medalFor(total, ...known);
}

// Days without a gap that end today, or yesterday as long as today is not over.
function daysInARow(today) {
  const counts = (day) => madeOn(day) !== null && book[day].begun === day;
  let day = counts(today) ? today : dayBefore(today);
  let count = 0;
  while (counts(day)) { count += 1; day = dayBefore(day); }
  return count;
}

daily = {
  today: dayOf(new Date()),
  day: null,
  // The month that the calendar shows, as its first day.
  month: null,
  isLookedAt: false,

  // The day's deal becomes the page's: today's where none is chosen.
  opens() {
    readBook();
    const today = dayOf(new Date());
    if (today !== this.today || !this.day) Object.assign(this, { today, day: today, month: null });
    this.month ??= `${this.day.slice(0, 8)}01`;
    deal = [dealOrder(tables, daySeed(EDITION, this.day)).map((tile) => [tile])];
    storeKey = `${BOOK} ${this.day}`;
    const known = totalsOf(this.day);
    const master = known ? [{ name: "", key: "page.master", then: [], rounds: [], total: known[1] }] : [];
    secret = { players: master, seat: 0, best: null, bestTotal: known?.[0] ?? null, master: known?.[1] ?? null };
    data.beat = data.daily.beat ? master.map((names) => [names, names.total]) : [];
  },

  about() {
    const title = text("daily.title", { number: String(dealNumber(this.day)), date: dateText(this.day) });
    return { title, rules: text(`editions.${EDITION}.name`), line: text(`editions.${EDITION}.name`) };
  },

  // One attempt counts: the first that is begun. What follows is practice.
  begins() {
    game.isCounting = change(this.day, (before) => (before ? null : { begun: this.today }));
  },

  ends(total) {
    if (game.isCounting) change(this.day, (before) => (isNumber(before?.total) ? null : { ...before, total }));
  },

  pick(day) {
    this.day = day;
    this.isLookedAt = true;
    start();
    at("day").focus({ preventScroll: true });
  },

  looks() {
    this.isLookedAt = true;
    draw();
    scrollTo(0, 0);
    at("day").focus({ preventScroll: true });
  },

  show: showDay,

  // What the page does without: called once it is shown, and each part may be forbidden.
  extras: [install, registerWorker, followTabs],
};

function showDay() {
  const { day, today } = daily;
  if (today < data.daily.first) {
    return html("main", { class: "intro" }, html("section", { class: "panel" },
      html("h2", { class: "lead", tabindex: -1, id: "day" }, text("daily.none")),
      html("p", {}, text("daily.none_about", { date: dateText(today) }))));
  }
  const total = madeOn(day);
  const [isBegun, isOver] = [game.rounds.length > 0, game.rounds.at(-1)?.isOver];
  const row = daysInARow(today);
  const state = total !== null ? pointsText(total) : book[day] && !isBegun ? text("daily.lost")
    : isBegun && !isOver ? text("daily.begun") : day === today ? text("daily.one") : text("daily.archived_about");
  const medal = medalOn(day);
  const again = text(book[day] ? "daily.practise" : "daily.play");
  const plays = isBegun && !isOver
    ? door("play", text("menu.continue"), null, () => go("play", ".target[tabindex='0']"))
    : door("play", again, null, begin, { isMain: !isOver });
  return html("main", { class: "intro day" },
    html("section", { class: "panel" },
      html("div", { class: "words" },
        html("h2", { class: "lead", tabindex: -1, id: "day" }, daily.about().title),
        html("p", { class: "label" }, daily.about().rules),
        html("p", { class: "now", id: "state" }, state, " ", medal ? html("span", { class: `medal ${medal}` }, text(`daily.medal.${medal}`)) : ""),
        beatList(),
        row ? html("p", { class: "row", id: "row" }, text("daily.row", { count: row })) : null),
      html("div", { class: "doors" },
        isOver ? door("result", text("page.see"), null, reveal) : null,
        plays, howItGoes())),
    calendar());
}

function calendar() {
  const [year, month] = partsOf(daily.month);
  const name = (m, y) => text("daily.month", { month: text(`format.month.${m}`), year: String(y) });
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const before = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 6) % 7;
  const turned = (by) => new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10);
  const turn = (act, by) => {
    const [y, m] = partsOf(turned(by));
    const label = text(by < 0 ? "daily.earlier" : "daily.later", { month: name(m, y) });
    const isShut = by < 0 ? daily.month <= data.daily.first : turned(by) > daily.today;
    return iconButton(act, label, () => {
      daily.month = turned(by);
      draw();
      document.querySelector(`[data-act=${act}]`)?.focus();
    }, isShut);
  };
  const cells = Array.from({ length: days }, (_, i) => {
    const day = `${daily.month.slice(0, 8)}${pad(i + 1)}`;
    const [total, medal] = [madeOn(day), medalOn(day)];
    const values = { date: dateText(day), points: total === null ? "" : pointsText(total) };
    const label = total === null ? text("daily.not_yet", values) : medal === null ? text("daily.cell", values)
      : text("daily.cell_medal", { ...values, medal: text(`daily.medal.${medal}`) });
    return html("button", {
      type: "button", "data-day": day, "aria-label": label, "aria-current": day === daily.today ? "date" : null,
      "aria-pressed": String(day === daily.day), class: medal ?? (total === null ? null : "played"),
      disabled: day > daily.today || day < data.daily.first, onclick: () => daily.pick(day),
    }, html("span", {}, String(i + 1)), total === null ? null : html("small", {}, number(total)));
  });
  return html("section", { class: "panel calendar", "aria-label": name(month, year) },
    html("div", { class: "top" }, turn("previous", -1), html("h3", { id: "month" }, name(month, year)), turn("next", 1)),
    html("div", { class: "days" },
      ...[0, 1, 2, 3, 4, 5, 6].map((i) => html("span", { class: "weekday" }, text(`format.weekday_short.${i}`))),
      ...Array.from({ length: before }, () => html("span", {})), ...cells),
    travel());
}

// The days as a code: to be copied, and another's to be put in its place.
function travel() {
  const field = html("textarea", { id: "days", rows: 3, "aria-label": text("daily.travel_code"), spellcheck: "false" });
  const told = html("p", { class: "label", role: "status" });
  const take = () => {
    const days = readDays(field.value);
    const count = days ? takeDays(days) : 0;
    if (count) draw();
    const words = !days ? text("daily.travel_bad") : count ? text("daily.days_brought", { count }) : text("daily.days_known");
    const drawn = document.querySelector(".travel");
    drawn.open = true;
    drawn.querySelector("[role=status]").textContent = words;
    drawn.querySelector("textarea").focus();
  };
  const copy = async () => {
    field.select();
    try { await navigator.clipboard.writeText(field.value); told.textContent = text("page.copied"); } catch { /* It is selected. */ }
  };
  field.value = writeDays();
  return html("details", { class: "travel" },
    html("summary", {}, text("daily.travel")), html("p", { class: "label" }, text("daily.travel_about")), field,
    html("div", { class: "doors" }, button("copy-days", text("daily.copy_days"), copy), button("take-days", text("daily.travel_take"), take)), told);
}

// A page that lies on a web server can be installed as an app.
function install() {
  if (!address) return;
  const manifest = {
    name: text("terms.title"), short_name: text("terms.title"), id: address, start_url: address, scope: address,
    display: "standalone", background_color: "#14102e", theme_color: "#14102e",
    icons: [{ src: data.daily.icon, sizes: "any", type: "image/svg+xml" }],
  };
  const href = `data:application/manifest+json,${encodeURIComponent(JSON.stringify(manifest))}`;
  document.head.append(html("link", { rel: "manifest", href }));
}

// Where a worker was written beside the page, a web server's page opens without a network as well.
function registerWorker() {
  if (!address || !data.daily.worker || !isSecureContext) return;
  navigator.serviceWorker?.register(data.daily.worker).catch(() => {});
}

// Days that another tab has played, and a day that began since the page was looked at last.
function followTabs() {
  addEventListener("storage", (event) => {
    if (event.key !== BOOK && event.key !== null) return;
    readBook();
    if (game.screen === "intro" || daily.isLookedAt) draw();
  });
  const wake = () => { if (!document.hidden && dayOf(new Date()) !== daily.today) start(); };
  addEventListener("visibilitychange", wake);
  addEventListener("pageshow", wake);
}
