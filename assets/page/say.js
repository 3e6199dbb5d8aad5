// How a page words, draws and speaks what it knows in the reader's language. The offline page and the phones of
// a room share it; both have `tables` of the board and its tiles.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const matches = (query) => matchMedia(query).matches;
// The reader's language where it is one of the four, else the sender's.
const preferred = navigator.languages.map((tag) => tag.slice(0, 2)).find((code) => code in data.texts) ?? data.language;
let language = preferred;

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
const pointsText = (count) => text("terms.count.points", { count });
const listed = (names) => new Intl.ListFormat(language === "en" ? "en-GB" : language, { type: "conjunction" }).format(names);

function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== null && value !== false) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

const button = (id, words, onclick, attributes = {}) =>
  html("button", { type: "button", id, onclick, ...attributes }, words);

const ICONS = {
  first: "M4 4h3v16H4zM20 4v16L8 12z", previous: "M17 4v16L5 12z", next: "M7 4v16l12-8z",
  last: "M17 4h3v16h-3zM4 4v16l12-8z", run: "M7 4v16l12-8z", pause: "M6 4h4v16H6zm8 0h4v16h-4z",
  winner: "M6 3h12v2h4v2a5 5 0 0 1-5 5 6 6 0 0 1-4 3v3h4v3H7v-3h4v-3a6 6 0 0 1-4-3 5 5 0 0 1-5-5V5h4z",
};
const icon = (name) => svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
  svg("path", { d: ICONS[name] }));
const iconButton = (name, label, onclick, disabled) => html("button",
  { type: "button", "aria-label": label, title: label, onclick, disabled, "data-act": name }, icon(name));

// Tiles are read as they are called: wild ones by their names, the others number by number.
const WILD = { "***": "wild_triple", "*1*": "wild_black", "2**": "wild_white", "**3": "wild_pink" };
function spoken(tile) {
  const name = tables.tiles[tile].text;
  return name in WILD ? text(`terms.${WILD[name]}`) : [...name].join(" – ");
}
const spaceText = (space) => (space === ASIDE ? text("terms.daffodil") : tables.spaces[space].name);
const endsOf = (line) => {
  const { spaces } = tables.lines[line];
  return `${tables.spaces[spaces[0]].name}–${tables.spaces[spaces.at(-1)].name}`;
};
const lineText = (line) => text("page.line", {
  line: text(`terms.direction.${tables.axes[tables.lines[line].axis]}`), ends: endsOf(line),
});

// One region for the whole page, so that nothing said is lost when screens change.
const region = html("div", { class: "hidden-text", role: "status", "aria-live": "polite", id: "said" });
function say(...sentences) {
  region.textContent = "";
  setTimeout(() => { region.textContent = sentences.filter(Boolean).join(" "); }, 30);
}
