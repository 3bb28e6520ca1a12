// Reads the data of a site, and says, finds and computes what its pages show. Data come as scripts
// that call `give`: a page that was opened from a folder may fetch nothing.
"use strict";

const waiting = new Map();
const loaded = new Map();
const site = { about: null, language: "en", turn: 0 };

function give(name, packed) {
  const take = waiting.get(name);
  waiting.delete(name);
  if (take) take(packed);
}

async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

function load(name) {
  if (!loaded.has(name)) {
    const packed = new Promise((take, fail) => {
      const script = document.createElement("script");
      waiting.set(name, take);
      script.src = `data/${name}.js`;
      script.onload = () => script.remove();
      script.onerror = () => {
        loaded.delete(name);
        fail(new Error(name));
      };
      document.head.append(script);
    });
    loaded.set(name, packed.then(unpacked));
  }
  return loaded.get(name);
}

// Every text becomes a text node: nothing of the data is ever read as markup.
function h(tag, given, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given || {})) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children.flat(Infinity).filter((one) => one != null && one !== false));
  return made;
}

function say(name, values) {
  const text = site.about.texts[site.language][name] ?? name;
  return text.replace(/\{(\w+)\}/g, (whole, key) => (values && key in values ? values[key] : whole));
}

function cases(n) {
  return n === 1 ? say("one_case") : say("n_cases", { n: amount(n) });
}

function amount(value) {
  return value.toLocaleString(site.language === "zh" ? "zh-CN" : "en");
}

function per_cent(value) {
  return value == null ? say("unknown") : (100 * value).toFixed(1);
}

function dollars(value) {
  if (value == null) return say("unknown");
  return value === 0 ? "0" : value.toPrecision(3).replace(/\.?0+$/, "");
}

// What is there in every language, in the one that is chosen.
function said_in(texts) {
  return texts ? texts[site.language] : "";
}

function domain_name(name) {
  return said_in(site.about.names.domain[name]) || name;
}

function dimension_name(name) {
  return said_in(site.about.names.dimension[name]) || name;
}

function level_name(level) {
  return level ? say(`level_${level}`) : "";
}

const kept = {
  get(name) {
    try {
      return localStorage.getItem(`xpert-site-${name}`);
    } catch {
      return null;
    }
  },
  put(name, value) {
    try {
      localStorage.setItem(`xpert-site-${name}`, value);
    } catch {
      // A browser that keeps nothing of files: it is as chosen until the page is closed.
    }
  },
};

// Words, as `word_index.py` parts texts.
const UNSPACED = "\\u3040-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
const PIECES = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, "gu");
const IS_UNSPACED = new RegExp(`[${UNSPACED}]`, "u");

function words_in(text) {
  const found = [];
  for (const word of text.normalize("NFKC").toLowerCase().match(/[\p{L}\p{N}]+/gu) || []) {
    for (const piece of word.match(PIECES)) {
      const letters = [...piece];
      if (!IS_UNSPACED.test(letters[0])) {
        const is_plural = letters.length >= 4 && piece.endsWith("s") && !piece.endsWith("ss");
        found.push(is_plural ? piece.slice(0, -1) : piece);
      } else if (letters.length === 1) found.push(piece);
      else for (let n = 1; n < letters.length; n += 1) found.push(letters[n - 1] + letters[n]);
    }
  }
  return found;
}

function portion_of(word, portions) {
  let place = 0;
  for (const letter of word) place = (place * 31 + letter.codePointAt(0)) % 65521;
  return place % portions;
}

const MOST_WORDS = 200;
const K1 = 1.2;
const B = 0.75;

// Numbers of tasks with their scores by BM25, the best first.
async function search(text, tasks) {
  const words = [...new Set(words_in(text))].slice(0, MOST_WORDS);
  const portions = [...new Set(words.map((word) => portion_of(word, site.about.portions)))];
  const parts = await Promise.all(portions.map((n) => load(`words-${n}`).catch(() => ({}))));
  const postings = Object.assign(Object.create(null), ...parts);
  const mean = tasks.reduce((sum, task) => sum + task.length, 0) / tasks.length || 1;
  const scores = new Map();
  for (const word of words) {
    const found = postings[word];
    if (!found) continue;
    const held = found.length / 2;
    const rarity = Math.log(1 + (tasks.length - held + 0.5) / (held + 0.5));
    for (let at = 0; at < found.length; at += 2) {
      const [task, times] = [found[at], found[at + 1]];
      const room = K1 * (1 - B + (B * tasks[task].length) / mean);
      const gain = (rarity * times * (K1 + 1)) / (times + room);
      scores.set(task, (scores.get(task) || 0) + gain);
    }
  }
  return [...scores].sort((one, other) => other[1] - one[1]);
}

// A mean of shares with its interval, as `task_estimates.py` has it: delete-one-cluster jackknife,
// Student's t on the logit scale.
function estimate(values, clusters, quantiles) {
  const groups = new Map();
  values.forEach((value, at) => {
    const group = groups.get(clusters[at]) || [0, 0];
    groups.set(clusters[at], [group[0] + value, group[1] + 1]);
  });
  const sums = [...groups.values()];
  const [whole, count] = [values.reduce((sum, one) => sum + one, 0), values.length];
  if (!count) return { value: null, interval: null, n: 0, clusters: 0 };
  const value = whole / count;
  const found = { value, interval: null, n: count, clusters: sums.length };
  if (sums.length < 2) return found;
  const effective = 1 / sums.reduce((sum, group) => sum + (group[1] / count) ** 2, 0);
  const t = quantile(Math.max(effective - 1, 1), quantiles);
  if (Math.min(value, 1 - value) <= 1e-9) found.interval = wilson(value, effective, t);
  else {
    const without = sums.map(([sum, n]) => (whole - sum) / (count - n));
    if (spread(without) <= 1e-9) return found;
    const step = 0.001;
    const wide = spread(without.map((one) => logit(value + step * (one - value)))) / step;
    found.interval = [-1, 1].map((side) => 1 / (1 + Math.exp(-(logit(value) + side * t * wide))));
  }
  return found;
}

function logit(share) {
  return Math.log(share / (1 - share));
}

function spread(values) {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  const squares = values.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  return Math.sqrt((squares * (values.length - 1)) / values.length);
}

function wilson(share, trials, t) {
  const scale = (t * t) / trials;
  const middle = (share + scale / 2) / (1 + scale);
  const half = Math.sqrt(share * (1 - share) * scale + (scale * scale) / 4) / (1 + scale);
  return [share <= 1e-9 ? 0 : middle - half, share >= 1 - 1e-9 ? 1 : middle + half];
}

// Known at steps of the reciprocal of the degrees of freedom, from 0 to 1; linear between them.
function quantile(freedom, known) {
  const place = (known.length - 1) / freedom;
  const below = Math.min(Math.floor(place), known.length - 2);
  return known[below] + (known[below + 1] - known[below]) * (place - below);
}

// Systems on some tasks: the complete ones first, by their score.
function ranking(chosen, scores, wanted) {
  const rated = chosen.filter((task) => scores.score.some((row) => row[task] != null));
  const rows = scores.systems.map((system, place) => {
    const own = rated.filter((task) => scores.score[place][task] != null);
    const found = estimate(
      own.map((task) => scores.score[place][task]),
      own.map((task) => scores.cluster[task]),
      scores.quantiles,
    );
    const costs = own.map((task) => scores.cost[place][task]);
    const is_known = own.length && costs.every((cost) => cost != null);
    const cost = is_known ? costs.reduce((sum, one) => sum + one, 0) / own.length : null;
    return { system, place, ...found, cost, is_complete: own.length === rated.length };
  });
  return rows
    .filter((row) => row.n && (!wanted || wanted.has(row.system)))
    .sort((one, other) => other.is_complete - one.is_complete || other.value - one.value);
}

// The cheapest within the interval of the best, and the front that no other beats in both.
function value_for_money(rows) {
  const complete = rows.filter((row) => row.is_complete);
  const [best] = complete;
  const priced = complete.filter((row) => row.cost != null);
  const close = best?.interval ? complete.filter((row) => row.value >= best.interval[0]) : [];
  const unknown = close.filter((row) => row.cost == null);
  const cheapest = close.reduce((one, row) => (row.cost != null && (!one || row.cost < one.cost) ? row : one), null);
  const front = new Set();
  let highest = -1;
  const by_cost = [...priced].sort((one, row) => one.cost - row.cost || row.value - one.value);
  for (const row of by_cost) {
    if (row.value > highest) {
      front.add(row.system);
      highest = row.value;
    }
  }
  return { best, cheapest, unknown, front };
}
