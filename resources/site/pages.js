// The pages: leaderboard, cases, one case, value for money, methods, limits, wishes.
"use strict";

const PAGES = ["board", "cases", "value", "methods", "limits", "wish"];
const AT_ONCE = 25;
const FOUND = 12;
const BESIDE = 20;
// What has less of the score of the best shares with a text only words that are everywhere.
const NEAR = 0.3;
const LEVELS = ["basic", "medium", "hard"];
let mine = [];
let ballot = null;

async function all_tasks() {
  const rows = await load("tasks");
  const names = ["id", "title", "domain", "category", "level", "family", "language", "length", "nearest"];
  return rows.map((row, place) => ({ place, ...Object.fromEntries(names.map((name, at) => [name, row[at]])) }));
}

function address(page, given) {
  const asked = new URLSearchParams(Object.entries(given || {}).filter(([, value]) => value));
  return `#/${page}${asked.size ? `?${asked}` : ""}`;
}

function where() {
  const [path, asked] = location.hash.replace(/^#\/?/, "").split("?");
  const [page, ...rest] = path.split("/");
  let item = rest.join("/");
  try {
    item = decodeURIComponent(item);
  } catch {
    // As it is: there will be no such task.
  }
  return { page: page || "board", item, asked: new URLSearchParams(asked || "") };
}

function piece(html) {
  // Made by the program, which escapes every text in it; scripts in it would not run either.
  const made = h("div");
  made.innerHTML = html;
  for (const table of made.querySelectorAll(".table")) {
    table.setAttribute("tabindex", "0");
    table.setAttribute("role", "group");
    const caption = table.querySelector("caption");
    table.setAttribute("aria-label", caption?.textContent || say("board"));
    if (!caption) continue;
    table.before(h("p", { class: "caption" }, caption.textContent));
    caption.remove();
  }
  return made;
}

// Draws a place anew, and gives the focus back to the control that had it, or to its successor.
function drawn_again(place, draw) {
  const all = () => [...place.querySelectorAll("a, button, select, input, summary, [tabindex='0']")].filter((one) => !one.disabled);
  const at = all().indexOf(document.activeElement);
  draw();
  if (at < 0) return;
  const now = all();
  (now[Math.min(at, now.length - 1)] || place).focus();
}

function heading(text) {
  return h("h1", { tabindex: "-1" }, text);
}

function fact(n, name) {
  return h("div", {}, h("b", {}, amount(n)), h("span", {}, say(name)));
}

async function board_page() {
  const about = site.about;
  const [[[, html]], tasks] = await Promise.all([load(`board-${site.language}`), all_tasks()]);
  const counts = about.counts;
  const facts = ["tasks", "systems", "responses", "checkpoints", "judgments"];
  const domains = Object.keys(about.names.domain).map((name) => {
    const n = tasks.filter((task) => task.domain === name).length;
    return h("li", {}, h("a", { href: address("cases", { domain: name }) }, domain_name(name), h("small", {}, cases(n))));
  });
  const held = about.held_out;
  return [
    heading(about.name),
    piece(html),
    domains.length ? [h("h2", {}, say("domains")), h("ul", { class: "domains" }, domains)] : null,
    h("div", { class: "facts" }, facts.map((name) => fact(counts[name] || 0, name))),
    held ? h("p", { class: "note" }, held === 1 ? say("held_out_one") : say("held_out", { n: amount(held) })) : null,
  ];
}

function made_page(name) {
  return async () => {
    const parts = await load(`${name}-${site.language}`);
    if (parts.length === 1) return [heading(say(name)), piece(parts[0][1])];
    return [heading(say(name)), parts.map(([title, html], at) =>
      h("details", { class: "part", open: at === 0 }, h("summary", {}, h("h2", {}, title)), piece(html)))];
  };
}

addEventListener("beforeprint", () => {
  for (const one of document.querySelectorAll("main details")) one.open = true;
});

function choice(name, values, chosen, titled) {
  const options = values.map((value) => h("option", { value, selected: value === chosen }, titled(value)));
  return h("select", { name }, h("option", { value: "" }, say("all")), options);
}

const FACETS = [
  ["domain", "domain", domain_name],
  ["category", "category", (name) => name],
  ["family", "scenario", (name) => name],
  ["level", "level", level_name],
  ["language", "task_language", (name) => name],
];

function filters(asked, has_costs, change) {
  const names = site.about.names;
  const form = h("form", { "aria-label": say("filters") });
  for (const [name, title, titled] of FACETS) {
    const values = name === "domain" ? Object.keys(names.domain) : names[name];
    if (values.length > 1) form.append(h("label", {}, say(title), choice(name, values, asked.get(name), titled)));
  }
  const cost = h("input", { name: "cost", inputmode: "decimal", value: asked.get("cost") || "", size: "8" });
  if (has_costs) form.append(h("label", {}, say("most_cost"), cost));
  const hidden = new Set((asked.get("without") || "").split("\n").filter(Boolean));
  const ticks = site.about.systems.map((name) =>
    h("label", { class: "tick" }, h("input", { type: "checkbox", name: "system", value: name, checked: !hidden.has(name) }), name),
  );
  form.append(h("details", { open: hidden.size > 0 }, h("summary", {}, say("which")), ticks));
  form.append(h("a", { href: address("cases") }, say("reset")));
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", () => {
    const found = new FormData(form);
    const shown = new Set(found.getAll("system"));
    const without = site.about.systems.filter((name) => !shown.has(name)).join("\n");
    const given = Object.fromEntries(FACETS.map(([name]) => [name, found.get(name)]));
    change({ ...given, cost: (found.get("cost") || "").trim(), without });
  });
  const is_open = matchMedia("(min-width: 60.01rem)").matches;
  return h("details", { class: "filters", open: is_open }, h("summary", {}, say("filters")), form);
}

function fits(task, asked) {
  return FACETS.every(([name]) => !asked.get(name) || task[name] === asked.get(name));
}

// The best by keywords of those that come near the best of all, then the nearest by likeness of these.
async function like(text, tasks, asked) {
  const found = await search(text, tasks);
  const near = found.filter(([, score]) => score >= NEAR * found[0][1]).map(([place]) => place);
  const chosen = new Set(near.filter((place) => fits(tasks[place], asked)).slice(0, FOUND));
  for (const place of [...chosen]) {
    for (const other of tasks[place].nearest.slice(0, 2)) {
      if (chosen.size < BESIDE && fits(tasks[other], asked)) chosen.add(other);
    }
  }
  return [...chosen];
}

async function cases_page(asked) {
  const [tasks, scores] = await Promise.all([all_tasks(), load("scores")]);
  const result = h("div", { "aria-live": "polite" });
  const text = h("textarea", { id: "query", name: "query", rows: "3" });
  text.value = asked.get("q") || "";
  const change = (given) => {
    const now = where().asked;
    const next = Object.fromEntries([...now, ...Object.entries(given)]);
    history.replaceState(null, "", address("cases", next));
    show(new URLSearchParams(Object.entries(next)));
  };
  const query = h(
    "form",
    { class: "query", role: "search", onsubmit: (event) => (event.preventDefault(), change({ q: text.value.trim() })) },
    h("label", { class: "field", for: "query" }, say("query")),
    text,
    h("div", { class: "tools" }, h("button", { class: "main" }, say("find")), h("p", { class: "hint" }, say("query_hint"))),
  );
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) query.requestSubmit();
  });
  let turn = 0;
  async function show(now) {
    turn += 1;
    const own = turn;
    const wanted = now.get("q");
    const all = tasks.filter((task) => fits(task, now)).map((task) => task.place);
    const chosen = wanted ? await like(wanted, tasks, now) : all;
    if (own === turn) result.replaceChildren(...compared(chosen, tasks, scores, now, Boolean(wanted)));
  }
  await show(asked);
  return [heading(say("cases")), query, h("div", { class: "split" }, filters(asked, scores.cost.some((row) => row.some((cost) => cost != null)), change), result)];
}

function compared(chosen, tasks, scores, asked, is_like) {
  if (!chosen.length) return [h("p", { class: "note" }, say("no_case"))];
  const without = new Set((asked.get("without") || "").split("\n"));
  const most = parseFloat((asked.get("cost") || "").replace(",", "."));
  const shown = new Set(scores.systems.filter((name) => !without.has(name)));
  const rows = ranking(chosen, scores, shown).filter((row) => !(most >= 0) || (row.cost != null && row.cost <= most));
  const title = is_like ? say("like_yours", { n: amount(chosen.length), how: said_in(site.about.likeness) }) : cases(chosen.length);
  const parts = [h("h2", {}, say("on_cases")), h("p", { class: "hint" }, title)];
  if (!rows.length) parts.push(h("p", { class: "note" }, say("no_score")));
  else parts.push(...figures(rows, chosen, tasks, scores));
  parts.push(h("h2", {}, say("tasks")), case_list(chosen, tasks, scores, rows));
  return parts;
}

function figures(rows, chosen, tasks, scores) {
  const found = value_for_money(rows);
  const picture = price_picture(rows, found.front, say("value"));
  const few = rows.some((row) => row.clusters < scores.few);
  const notes = [];
  if (rows.every((row) => row.cost == null)) notes.push(say("no_prices"));
  else if (found.best?.clusters < scores.few) notes.push(say("too_few", { n: found.best.clusters, few: scores.few }));
  else {
    if (found.cheapest) notes.push(say("cheapest", { system: found.cheapest.system, best: found.best.system }));
    if (found.unknown.length) notes.push(say("unknown_cost", { systems: found.unknown.map((row) => row.system).join(say("comma")) }));
  }
  if (few) notes.push(say("few", { n: scores.few }));
  if (rows.some((row) => !row.is_complete)) notes.push(say("not_ranked"));
  return [
    dots(rows, say("on_cases")),
    systems_table(rows, found, chosen, tasks, scores),
    notes.length ? h("p", { class: "note" }, notes.join("\n")) : null,
    picture ? h("figure", {}, picture) : null,
  ].filter(Boolean);
}

function systems_table(rows, found, chosen, tasks, scores) {
  const levels = LEVELS.filter((level) => chosen.some((task) => tasks[task].level === level));
  const shown = levels.length > 1 ? levels : [];
  const has_cost = rows.some((row) => row.cost != null);
  const head = [
    h("th", { scope: "col" }, say("system")),
    ...["score", "interval", "n"].map((name) => h("th", { scope: "col", class: "n" }, say(name))),
    ...shown.map((level) => h("th", { scope: "col", class: "n" }, level_name(level))),
    has_cost ? [h("th", { scope: "col", class: "n" }, say("cost")), h("th", { scope: "col" }, say("on_front"))] : [],
  ];
  const body = rows.map((row) => {
    const interval = row.interval ? row.interval.map(per_cent).join("–") : say("unknown");
    const sign = row.interval && row.clusters < scores.few ? "\u00a0‡" : "";
    const by_level = shown.map((level) => {
      const own = chosen.filter((task) => tasks[task].level === level && scores.score[row.place][task] != null);
      const mean = own.reduce((sum, task) => sum + scores.score[row.place][task], 0) / own.length;
      return h("td", { class: "n" }, own.length ? per_cent(mean) : say("unknown"), h("small", {}, ` (${own.length})`));
    });
    const is_cheapest = found.cheapest?.system === row.system && found.best.clusters >= scores.few;
    return h(
      "tr",
      { class: row.is_complete ? "" : "apart" },
      h("th", { scope: "row" }, row.system),
      h("td", { class: "n" }, h("b", {}, per_cent(row.value))),
      h("td", { class: "n" }, interval + sign),
      h("td", { class: "n" }, amount(row.n)),
      by_level,
      has_cost
        ? [h("td", { class: is_cheapest ? "n best" : "n" }, dollars(row.cost)), h("td", {}, found.front.has(row.system) ? say("on_front_yes") : "")]
        : [],
    );
  });
  const table = h("table", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, body));
  return h("div", { class: "table", tabindex: "0", role: "group", "aria-label": say("on_cases") }, table);
}

function case_link(task) {
  return h("a", { href: `#/case/${encodeURIComponent(task.id)}` }, task.title);
}

function tags(task) {
  const said = [domain_name(task.domain), task.category, task.family, level_name(task.level)];
  return said.filter(Boolean).map((text) => h("span", {}, text));
}

function case_list(chosen, tasks, scores, rows) {
  const list = h("ul", { class: "cases" });
  let shown = 0;
  const more = h("button", { type: "button", onclick: add }, say("more"));
  function add() {
    const entries = chosen.slice(shown, shown + AT_ONCE).map((place) => case_entry(tasks[place], tasks, scores, rows));
    list.append(...entries);
    if (document.activeElement === more) entries[0].querySelector("a").focus();
    shown += AT_ONCE;
    more.hidden = shown >= chosen.length;
  }
  add();
  return h("div", {}, list, more);
}

function case_entry(task, tasks, scores, rows) {
  const known = rows.filter((row) => scores.score[row.place][task.place] != null);
  const best = known.reduce((one, row) => (one && scores.score[one.place][task.place] >= scores.score[row.place][task.place] ? one : row), null);
  const top = best ? h("span", {}, h("b", {}, `${best.system} ${per_cent(scores.score[best.place][task.place])}`)) : null;
  const near = task.nearest.slice(0, 5).map((place) => h("li", {}, case_link(tasks[place])));
  return h(
    "li",
    {},
    case_link(task),
    h("div", { class: "tags" }, tags(task), top),
    near.length ? h("details", {}, h("summary", {}, say("nearest")), h("ul", {}, near)) : null,
  );
}

async function case_page(id) {
  const tasks = await all_tasks();
  const task = tasks.find((one) => one.id === id);
  if (!task) return [heading(say("nothing"))];
  const [data, scores] = await Promise.all([load(`task-${task.place}`), load("scores")]);
  const crumbs = [h("li", {}, h("a", { href: "#/" }, say("board")))];
  if (task.domain) crumbs.push(h("li", {}, h("a", { href: address("cases", { domain: task.domain }) }, domain_name(task.domain))));
  crumbs.push(h("li", { "aria-current": "page" }, task.title));
  const own = scores.systems
    .map((system, place) => ({ system, place, value: scores.score[place][task.place] }))
    .filter((row) => row.value != null)
    .sort((one, other) => other.value - one.value);
  const chips = [...tags(task), h("span", {}, task.language), h("span", {}, task.id)];
  return [
    h("nav", { "aria-label": say("path") }, h("ol", { class: "crumbs" }, crumbs)),
    heading(task.title),
    h("ul", { class: "chips" }, chips.filter((one) => one.textContent).map((one) => h("li", {}, one.textContent))),
    own.length ? dots(own, say("score")) : null,
    brief(data),
    responses_part(data, own),
    task.nearest.length
      ? [h("h2", {}, say("nearest")), h("ul", { class: "cases" }, task.nearest.map((place) => h("li", {}, case_link(tasks[place]), h("div", { class: "tags" }, tags(tasks[place])))))]
      : null,
  ];
}

function written(html, given) {
  const made = h("div", { ...given, class: "written" });
  made.innerHTML = html;
  return made;
}

function brief(data) {
  const parts = Object.entries(data.texts).map(([name, html]) =>
    h("details", { class: "part", open: name !== "reference_answer" && html.length < 1800 }, h("summary", {}, say(name)), written(html)),
  );
  return h("div", {}, parts, data.files.map(attached));
}

// An attached file, read when it is opened.
function attached([number, name, caption], at) {
  const title = [name, caption].filter(Boolean).join(" – ") || say("attachment", { n: at + 1 });
  const place = h("div");
  const part = h("details", { class: "part", ontoggle: async () => {
    if (!part.open || place.firstChild) return;
    const file = await load(`file-${number}`).catch(() => null);
    const pictures = file ? file.pictures.map((src) => h("img", { src, alt: title })) : [];
    const gaps = file ? said_in(file.gaps) : [say("failed")];
    const text = file && file.text ? h("div", { class: "written as-written" }, file.text) : null;
    place.replaceChildren(...[...pictures, text, ...gaps.map((one) => h("p", { class: "hint" }, one))].filter(Boolean));
  } }, h("summary", {}, title), place);
  return part;
}

function responses_part(data, own) {
  const systems = [...own.map((row) => row.system), ...data.responses.map((one) => one.system)];
  const names = [...new Set(systems)].filter((name) => data.responses.some((one) => one.system === name));
  if (!names.length) return null;
  const state = { columns: names.slice(0, 2), together: true, differ: false };
  const columns = h("div", { class: "columns" });
  const judged = h("div");
  const score_of = new Map(own.map((row) => [row.system, row.value]));
  const add = h("button", { type: "button", onclick: () => {
    state.columns.push(names.find((name) => !state.columns.includes(name)));
    draw();
  } }, say("add_column"));
  function draw() {
    drawn_again(columns, () => columns.replaceChildren(...state.columns.map((name, at) => column(data, names, score_of, state, at, draw))));
    add.disabled = state.columns.length >= names.length;
    scroll_together(columns, state);
    judged.replaceChildren(judged_table(data, state, columns));
  }
  const together = h("input", { type: "checkbox", checked: true, onchange: () => (state.together = together.checked) });
  const differ = h("input", { type: "checkbox", onchange: () => ((state.differ = differ.checked), draw()) });
  draw();
  return [
    h("h2", {}, say("side")),
    h("div", { class: "tools" }, names.length > 2 ? add : null, h("label", { class: "tick" }, together, say("together"))),
    columns,
    h("h2", {}, say("verdicts")),
    h("div", { class: "tools" }, h("p", { class: "hint" }, say("verdicts_hint")), h("label", { class: "tick" }, differ, say("only_different"))),
    judged,
  ];
}

function column(data, names, score_of, state, at, draw) {
  const name = state.columns[at];
  const response = data.responses.find((one) => one.system === name);
  const pick = h("select", { "aria-label": say("shown_system", { n: at + 1 }), onchange: () => ((state.columns[at] = pick.value), draw()) },
    names.map((one) => h("option", { value: one, selected: one === name }, one)));
  const remove = state.columns.length > 1
    ? h("button", { type: "button", class: "plain", "aria-label": say("remove_column"), onclick: () => (state.columns.splice(at, 1), draw()) }, "×")
    : null;
  const score = score_of.get(name);
  const meter = h("div", { class: "meter" }, h("span"));
  meter.firstChild.style.width = `${100 * (score || 0)}%`;
  const given = { tabindex: "0", role: "group", "aria-label": name, "data-system": name };
  const told = [
    response.tokens != null ? say("tokens", { n: amount(response.tokens) }) : "",
    response.seconds != null ? say("seconds", { n: response.seconds }) : "",
  ].filter(Boolean).join(" · ");
  return h("section", { "aria-label": name },
    h("header", {}, h("div", { class: "row" }, pick, h("span", { class: "big" }, per_cent(score)), remove), meter, told ? h("p", { class: "hint" }, told) : null),
    response.text ? written(response.html, given) : h("div", { ...given, class: "written" }, say("no_text")),
    response.files.map(attached));
}

function scroll_together(columns, state) {
  const texts = [...columns.querySelectorAll("[data-system]")];
  let leader = null;
  for (const one of texts) {
    one.addEventListener("scroll", () => {
      if (!state.together || (leader && leader !== one)) return;
      leader = one;
      const share = one.scrollTop / Math.max(1, one.scrollHeight - one.clientHeight);
      for (const other of texts) if (other !== one) other.scrollTop = share * (other.scrollHeight - other.clientHeight);
      requestAnimationFrame(() => (leader = null));
    });
  }
}

function judged_table(data, state, columns) {
  const places = state.columns.map((name) => data.responses.findIndex((one) => one.system === name));
  const by_cell = new Map();
  for (const rating of data.ratings) {
    const key = `${rating[0]}/${rating[1]}`;
    by_cell.set(key, [...(by_cell.get(key) || []), rating]);
  }
  const head = [h("th", { scope: "col" }, say("checkpoint")), ...state.columns.map((name) => h("th", { scope: "col" }, name))];
  const body = [];
  data.points.forEach((point, at) => {
    const cells = places.map((place) => by_cell.get(`${place}/${at}`) || []);
    const words = cells.map((ratings) => summary(ratings, data.raters));
    if (state.differ && new Set(words.map((one) => one.text)).size < 2) return;
    const row = h("tr", {}, h("th", { scope: "row" }, point.text, point_words(point)));
    const below = h("tr", { hidden: true }, h("td", { colspan: String(places.length + 1) }));
    cells.forEach((ratings, cell) => {
      const given = { type: "button", "aria-expanded": "false", onclick: () => open_cell(row, below, ratings, given.node, data, state.columns[cell], columns) };
      given.node = h("button", { type: "button", "aria-expanded": "false", onclick: given.onclick, disabled: !ratings.length },
        h("span", { class: words[cell].look }, words[cell].text), words[cell].beside ? h("small", {}, words[cell].beside) : null);
      row.append(h("td", {}, given.node));
    });
    body.push(row, below);
  });
  const table = h("table", { class: "judged" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, body));
  return h("div", { class: "table", tabindex: "0", role: "group", "aria-label": say("verdicts") }, table);
}

function point_words(point) {
  const said = [point.tier ? say(`tier_${point.tier}`) : "", `${say("points")} ${point.weight}`, dimension_name(point.dimension), said_in(point.kind)];
  const parts = point.parts ? said_in(point.parts) : [];
  return h("small", {}, said.filter(Boolean).join(" · "), parts.length
    ? h("details", {}, h("summary", {}, say("scale")), h("ul", {}, parts.map((part) => h("li", {}, part)))) : null);
}

function word_of(rating) {
  return said_in(rating[4]) || (rating[3] > 0 ? say("met") : rating[3] < 0 ? say("not_met") : say("none_judged"));
}

function look_of(tone) {
  return tone > 0 ? "met" : tone < 0 ? "not-met" : "neutral";
}

// Experts decide what a cell says, else programs, else judges; judges are a second sign.
function summary(ratings, raters) {
  const by = Object.groupBy(ratings, (one) => raters[one[2]][0]);
  const kind = ["expert", "program", "judge"].find((one) => by[one]);
  if (!kind) return { text: say("none_judged"), look: "neutral", beside: "" };
  return { ...together(by[kind], kind), beside: kind === "expert" && by.judge ? judges_in_short(by.judge, raters) : "" };
}

function together(ratings, kind) {
  const words = [...new Set(ratings.map(word_of))];
  const n = ratings.length;
  const who = kind === "program" ? say("program") : say(n === 1 ? `one_${kind}` : `n_${kind}s`, { n });
  if (words.length === 1) return { text: `${words[0]} · ${who}`, look: look_of(ratings[0][3]) };
  if (ratings.some((one) => one[4])) return { text: words.join("; "), look: "neutral" };
  const met = ratings.filter((one) => one[3] > 0).length;
  return { text: `${say("split")} · ${say(`met_by_${kind}s`, { n: met, all: n })}`, look: kind === "expert" ? "split-word" : "neutral" };
}

// Of how many judges most trials say that it is met; values where there are any.
function judges_in_short(ratings, raters) {
  const values = [...new Set(ratings.map((one) => said_in(one[4])).filter(Boolean))];
  if (values.length) return `${say("judges")} ${values.slice(0, 3).join(" / ")}${values.length > 3 ? " …" : ""}`;
  const judges = Object.values(Object.groupBy(ratings, (one) => raters[one[2]][2]));
  const met = judges.filter((own) => own.reduce((sum, one) => sum + one[3], 0) > 0).length;
  return say("met_by_judges", { n: met, all: judges.length });
}

function open_cell(row, below, ratings, pressed, data, system, columns) {
  const was_open = pressed.getAttribute("aria-expanded") === "true";
  for (const other of row.querySelectorAll("button")) other.setAttribute("aria-expanded", "false");
  below.hidden = was_open;
  pressed.setAttribute("aria-expanded", String(!was_open));
  if (!was_open) below.firstChild.replaceChildren(h("div", { class: "said" }, ratings.map((one) => said_part(one, data, system, columns))));
}

function said_part(rating, data, system, columns) {
  const [kind, trial, name] = data.raters[rating[2]];
  const is_expert = kind === "expert";
  const called = is_expert ? [say("expert_n", { n: trial })] : [say(kind), name, trial > 1 ? say("trial", { n: trial }) : ""];
  const who = [...called, rating[7] ? say(rating[7]) : ""].filter(Boolean).join(" · ");
  const quotes = rating[6].map(([text, is_found]) => h("blockquote", { class: is_found === false ? "unverified" : "" }, text, " ",
    is_found === false ? h("small", {}, `(${say("not_found")})`)
      : is_found == null && kind === "judge" ? null
        : h("button", { type: "button", class: "plain", onclick: () => show_quote(text, system, columns, data) }, say("show_quote"))));
  return h("section", {}, h("h3", { title: is_expert ? name : false }, `${who}: `, h("span", { class: look_of(rating[3]) }, word_of(rating))),
    rating[5] ? written(rating[5], {}) : h("p", {}, say("no_rationale")), quotes);
}

// Marks a quote where it is read; where its form hides it, in the text as it was written.
function show_quote(quote, system, columns, data) {
  const shown = [...columns.querySelectorAll("[data-system]")].find((one) => one.dataset.system === system);
  const response = data.responses.find((one) => one.system === system);
  if (!shown || !response.text) return;
  shown.innerHTML = response.html;
  let place = place_of(quote.replace(/(^|\s)(#{1,6}|[-*+>|]|\d+\.)(?=\s)/g, " ").replace(/[*_`|\\]/g, ""), shown.textContent);
  if (!place) {
    place = place_of(quote, response.text);
    if (!place) return;
    shown.replaceChildren(h("div", { class: "as-written" }, response.text));
  }
  const marked = mark_text(shown, ...place);
  shown.scrollTop = marked.offsetTop - shown.offsetTop - 60;
  marked.scrollIntoView({ block: "center" });
  marked.focus({ preventScroll: true });
}

function place_of(quote, text) {
  const words = quote.trim().split(/\s+/).filter(Boolean);
  const loose = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("\\s+");
  const found = loose ? new RegExp(loose, "i").exec(text) : null;
  return found && [found.index, found.index + found[0].length];
}

function mark_text(within, start, end) {
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let at = 0; walker.nextNode(); at += walker.currentNode.length) {
    const node = walker.currentNode;
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at, node.length)];
    if (from < to && node.data.slice(from, to).trim()) found.push([node, from, to]);
  }
  const marks = found.map(([node, from, to]) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    const made = h("mark", { tabindex: "-1" });
    range.surroundContents(made);
    return made;
  });
  return marks[0];
}

async function wish_page() {
  const [about, tasks] = [site.about, await all_tasks()];
  const example = (family) => say("wish_example", { title: tasks.find((task) => task.family === family)?.title ?? family });
  const title = h("input", { id: "wish-title", maxlength: "200", autocomplete: "off" });
  const text = h("textarea", { id: "wish-text", rows: "5", maxlength: "5000" });
  const domain = choice("domain", Object.keys(about.names.domain), "", domain_name);
  domain.firstChild.textContent = say("unknown");
  domain.id = "wish-domain";
  const problem = h("p", { class: "not-met", role: "alert" });
  const list = h("ul", { class: "cases", tabindex: "-1" });
  const votes = [];
  const out = h("textarea", { id: "wish-out", rows: "6", readonly: true });
  const status = h("p", { class: "hint", role: "status" });
  ballot ??= kept.get("ballot") || [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");
  kept.put("ballot", ballot);
  const plain = () => JSON.stringify({ format: "xpert-studio-wishes", version: 1, ballot, benchmark: about.name, wishes: mine }, null, 1);
  function draw() {
    const rows = mine.map((one, at) => h("li", {}, h("b", {}, one.title), " ",
      h("button", { type: "button", class: "plain", onclick: () => (mine.splice(at, 1), draw()) }, say("wish_remove"))));
    drawn_again(list, () => list.replaceChildren(...(rows.length ? rows : [h("li", {}, say("wish_none"))])));
    for (const [button, one] of votes) button.setAttribute("aria-pressed", String(mine.some((other) => other.title === one.title)));
    out.value = mine.length ? plain() : "";
    for (const one of acts) one.disabled = !mine.length;
  }
  function add(one) {
    if (!mine.some((other) => other.title === one.title)) mine.push(one);
    draw();
  }
  // A vote is for what is there; the same button takes it back.
  function vote_for(one) {
    const button = h("button", { type: "button", class: "plain", "aria-pressed": "false", "aria-label": `${say("wish_vote")}: ${one.title}`, onclick: () => {
      const before = mine.filter((other) => other.title !== one.title);
      mine = before.length < mine.length ? before : [...mine, one];
      draw();
    } }, say("wish_vote"));
    votes.push([button, one]);
    return button;
  }
  const save = h("button", { type: "button", class: "main", onclick: () => {
    const link = h("a", { href: URL.createObjectURL(new Blob([plain()], { type: "application/json" })), download: "wishes.json" });
    link.click();
    URL.revokeObjectURL(link.href);
  } }, say("wish_save"));
  const copy = h("button", { type: "button", onclick: async () => {
    out.select();
    const is_done = await navigator.clipboard?.writeText(out.value).then(() => true, () => false) || document.execCommand("copy");
    status.textContent = is_done ? say("wish_copied") : "";
  } }, say("wish_copy"));
  const acts = [save, copy];
  const form = h("form", { class: "form", onsubmit: (event) => {
    event.preventDefault();
    const named = title.value.trim();
    problem.textContent = named ? "" : say("wish_needs");
    if (!named) return title.focus();
    add({ title: named, text: text.value.trim(), domain: domain.value });
    title.value = text.value = "";
    return title.focus();
  } },
  h("label", { class: "field", for: "wish-title" }, say("wish_title")), title,
  h("label", { class: "field", for: "wish-text" }, say("wish_text")), text,
  h("label", { class: "field", for: "wish-domain" }, say("domain")), domain,
  problem, h("div", {}, h("button", {}, say("wish_add"))));
  const vote = (one, beside) => h("li", {}, h("b", {}, one.title), " ", beside ? h("span", { class: "hint" }, beside) : null, " ",
    vote_for({ title: one.title, text: one.text || "", domain: "" }),
    one.text ? h("p", { class: "hint" }, one.text) : null);
  const made = [
    heading(say("wish")),
    h("p", { class: "lead" }, say("wish_intro")),
    about.wishes.length ? [h("h2", {}, say("wish_so_far")), h("ul", { class: "cases" }, about.wishes.map((one) => vote(one, say("wish_votes", { n: one.votes }))))] : null,
    form,
    about.names.family.length ? [h("h2", {}, say("wish_scenarios")), h("ul", { class: "cases" }, about.names.family.slice(0, 60).map((name) => vote({ title: name }, example(name))))] : null,
    h("h2", {}, say("wish_mine")),
    list,
    h("div", { class: "tools" }, acts),
    status,
    h("div", { class: "form" }, h("label", { class: "field", for: "wish-out" }, say("wish_paste")), out),
  ];
  draw();
  return made;
}

const MADE = {
  board: board_page,
  cases: (asked) => cases_page(asked),
  case: (asked, item) => case_page(item),
  value: made_page("value"),
  methods: made_page("methods"),
  limits: made_page("limits"),
  wish: wish_page,
};

function is_dark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function frame(page) {
  const links = PAGES.map((name) => {
    const is_here = name === page || (name === "cases" && page === "case");
    return h("a", { href: name === "board" ? "#/" : `#/${name}`, "aria-current": is_here ? "page" : false }, say(name));
  });
  const other = site.language === "en" ? "zh" : "en";
  const switched = h("button", { type: "button", lang: other, onclick: () => {
    site.language = other;
    kept.put("language", other);
    render(true);
  } }, other === "zh" ? "中文" : "English");
  const theme = h("button", { type: "button", "aria-label": say("theme"), title: say("theme"), "aria-pressed": String(is_dark()), onclick: () => {
    document.documentElement.dataset.theme = is_dark() ? "light" : "dark";
    kept.put("theme", document.documentElement.dataset.theme);
    theme.setAttribute("aria-pressed", String(is_dark()));
  } }, "◐");
  const top = document.getElementById("top");
  drawn_again(top, () => top.replaceChildren(
    h("a", { class: "skip", href: "#main", onclick: (event) => (event.preventDefault(), document.getElementById("main").focus()) }, say("skip")),
    h("div", { class: "bar" }, h("a", { class: "home", href: "#/" }, site.about.name), h("nav", { "aria-label": say("pages") }, links), h("div", { class: "set" }, switched, theme)),
  ));
  const about = site.about;
  const version = document.querySelector("meta[name=generator]").content.split(" ").pop();
  const said = [
    say("made", { version, day: about.day }),
    about.licence ? say("licence", { name: about.licence }) : "",
    about.citation ? say("cite", { text: about.citation }) : "",
    about.canary ? say("canary", { text: about.canary }) : "",
  ];
  document.getElementById("foot").replaceChildren(h("div", {}, said.filter(Boolean).map((text) => h("span", {}, text))));
}

async function render(is_same) {
  site.turn += 1;
  const turn = site.turn;
  const { page, item, asked } = where();
  const main = document.getElementById("main");
  document.documentElement.lang = site.language === "zh" ? "zh-CN" : "en";
  frame(page);
  main.setAttribute("aria-busy", "true");
  let made;
  try {
    made = await (MADE[page] || (() => [heading(say("nothing"))]))(asked, item);
  } catch (error) {
    made = [heading(say("failed")), h("p", { class: "hint" }, String(error.message))];
  }
  if (turn !== site.turn) return;
  main.replaceChildren(...made.flat(Infinity).filter(Boolean));
  main.removeAttribute("aria-busy");
  const title = main.querySelector("h1");
  document.title = page === "board" ? site.about.name : `${title.textContent} · ${site.about.name}`;
  if (is_same === false) {
    scrollTo(0, 0);
    title.focus({ preventScroll: true });
  }
}

async function begin() {
  const theme = kept.get("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  try {
    site.about = await load("site");
  } catch (error) {
    document.getElementById("main").append(h("p", {}, `${error.name}: ${error.message}`));
    return;
  }
  const first = kept.get("language") || (navigator.language.startsWith("zh") ? "zh" : navigator.language.startsWith("en") ? "en" : document.documentElement.lang);
  site.language = first in site.about.texts ? first : "en";
  addEventListener("hashchange", () => render(false));
  await render(true);
}

begin();
