// Pictures that the pages make themselves: dots with intervals, and scores against prices.
"use strict";

const SVG = "http://www.w3.org/2000/svg";

function s(tag, given, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(given || {})) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// One row a system on a scale from 0 to 100; the table beside it says the same in figures.
function dots(rows, label) {
  const made = rows.map((row) => {
    const track = h("span", { class: "track" });
    if (row.interval) {
      const line = h("span", { class: "span" });
      line.style.left = `${100 * row.interval[0]}%`;
      line.style.width = `${100 * (row.interval[1] - row.interval[0])}%`;
      track.append(line);
    }
    const dot = h("span", { class: row.is_complete === false ? "dot hollow" : "dot" });
    dot.style.left = `${100 * row.value}%`;
    track.append(dot);
    return [
      h("span", { class: "who" }, row.system),
      track,
      h("span", { class: "what" }, per_cent(row.value)),
    ];
  });
  const scale = h("span", { class: "scale" }, ["0", "25", "50", "75", "100"].map((n) => h("i", {}, n)));
  return h("div", { class: "dots", role: "img", "aria-label": label }, made, h("span"), scale, h("span"));
}

// Scores against what a task costs, on a scale of powers of ten; filled: on the front.
function price_picture(rows, front, label) {
  const known = rows.filter((row) => row.is_complete && row.cost != null && row.cost > 0);
  if (known.length < 2) return null;
  const [wide, high, left, low] = [innerWidth < 700 ? 350 : 720, 300, 46, 44];
  const costs = known.map((row) => Math.log10(row.cost));
  const [first, last] = [Math.min(...costs) - 0.15, Math.max(...costs) + 0.35];
  const ends = known.flatMap((row) => row.interval || [row.value]);
  const bottom = Math.floor(Math.min(...ends) * 5) / 5;
  const top = Math.max(Math.ceil(Math.max(...ends) * 5) / 5, bottom + 0.2);
  const steps = Math.round((top - bottom) * 5) > 2 ? Math.round((top - bottom) * 5) : 4;
  const x = (cost) => left + ((Math.log10(cost) - first) / (last - first)) * (wide - left - 10);
  const y = (value) => 10 + ((top - value) / (top - bottom)) * (high - low - 10);
  const parts = [];
  for (let n = 0; n <= steps; n += 1) {
    const value = bottom + ((top - bottom) * n) / steps;
    parts.push(s("line", { x1: left, x2: wide - 10, y1: y(value), y2: y(value), class: "grid" }));
    parts.push(s("text", { x: left - 8, y: y(value) + 4, "text-anchor": "end" }, (100 * value).toFixed(0)));
  }
  for (let power = Math.floor(first); power <= last; power += 1) {
    for (const step of [1, 3]) {
      const cost = step * 10 ** power;
      if (Math.log10(cost) < first || Math.log10(cost) > last) continue;
      const given = { x: x(cost), y: high - low + 18, "text-anchor": "middle" };
      parts.push(s("text", given, dollars(cost)));
    }
  }
  parts.push(s("text", { x: left, y: high - 6, class: "axis" }, `${say("cost")} →`));
  const on_front = known.filter((row) => front.has(row.system)).sort((one, row) => one.cost - row.cost);
  const path = on_front
    .map((row, at) => `${at ? `${x(row.cost)},${y(on_front[at - 1].value)} ` : ""}${x(row.cost)},${y(row.value)}`)
    .join(" ");
  parts.push(s("polyline", { points: path, class: "front" }));
  const taken = [];
  for (const row of [...known].sort((one, other) => one.value - other.value)) {
    const at = { x: x(row.cost), y: y(row.value) };
    if (row.interval) {
      const [below, above] = row.interval.map(y);
      parts.push(s("line", { x1: at.x, x2: at.x, y1: below, y2: above, class: "whisker" }));
    }
    const is_front = front.has(row.system);
    parts.push(s("circle", { cx: at.x, cy: at.y, r: 5, class: is_front ? "point" : "point hollow" }));
    let place = at.y - 7;
    while (taken.some((one) => Math.abs(one.x - at.x) < 110 && Math.abs(one.y - place) < 13)) place -= 13;
    taken.push({ x: at.x, y: place });
    const is_right = at.x < wide / 2;
    const given = { x: at.x + (is_right ? 9 : -9), y: place, "text-anchor": is_right ? "start" : "end" };
    parts.push(s("text", { ...given, class: "name" }, row.system));
  }
  return s("svg", { viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": label, class: "price" }, ...parts);
}
