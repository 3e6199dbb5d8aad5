// Finished lines as bands, each as thick as its points: the score of a round as one sees it.
"use strict";

const STEPS = [150, 200, 250, 300, 400, 500];

// Light or dark, whichever is easier to read on a band.
function inkOn(colour) {
  const [r, g, b] = [1, 3, 5].map((i) => (parseInt(colour.slice(i, i + 2), 16) / 255) ** 2.2);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.2 ? "#180e28" : "#ffffff";
}

// A column of bands, each as thick as its points, with its total above them, and dotted lines where better
// totals are: [words, total, kind]. Of lines whose words would cover each other the best one stays.
function showHarvest(element, rows, marks, sum) {
  const total = rows.reduce((sum, row) => sum + row.points, 0);
  const near = marks.map(([, points]) => points).filter((points) => points <= 1.5 * Math.max(total, 1));
  const least = 1.1 * Math.max(total, ...near, 0);
  const most = STEPS.find((step) => step >= least) ?? 100 * Math.ceil(least / 100);
  const apart = [];
  for (const mark of marks.filter(([, points]) => points > total).sort(([, a], [, b]) => b - a)) {
    const last = apart.at(-1)?.[1] ?? Infinity;
    if (mark[1] > most || last > most || last - mark[1] > 0.08 * most) apart.push(mark);
  }
  // Above the column there is room for the two nearest.
  const higher = apart.filter(([, points]) => points > most).sort(([, a], [, b]) => b - a).slice(0, -2);
  element.replaceChildren(...rows.map((row) => {
    const share = row.points / most;
    const kind = row.number ? tables.axes[tables.lines[row.line].axis] : "other";
    const band = html("div", { class: `band ${kind}${share < 0.05 ? " thin" : ""}`, "aria-hidden": "true" },
      html("span", {}, row.short), html("b", {}, number(row.points)));
    if (row.number) Object.assign(band.style, { background: data.colours[row.number], color: inkOn(data.colours[row.number]) });
    else band.style.color = row.colour;
    band.style.setProperty("--share", share);
    return band;
  }), sum, ...apart.filter((mark) => !higher.includes(mark)).map(([words, points, kind]) => {
    const isHigh = points > most;
    const mark = html("div", { class: `to-beat ${kind}${isHigh ? " high" : ""}` }, isHigh ? `↑ ${words}` : words);
    mark.style.setProperty("--share", points / most);
    return mark;
  }));
}
