// What the page knows: the rules and the deal, and where it was found.
"use strict";

const rules = makeRules(data.tables);
const tables = data.tables;
const hasSymbols = tables.rays !== "none" || tables.placement === "adjacent-symbol";
// The file as it was opened, to be kept or passed on; and where it lies, if it lies anywhere.
const source = `<!doctype html>\n${document.documentElement.outerHTML}\n`;
const address = /^https?:$/.test(location.protocol) ? location.href.split("#")[0] : null;

// The calls to come and the sender's boards are only hidden from a passing glance.
function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes.map((b, i) => b ^ ((i * 73 + 41) & 255))));
}

// The calls of each round; those of a page for every day are the chosen day's, see daily.js.
let deal = data.deal ? unpack(data.deal) : null;
let daily = null;
