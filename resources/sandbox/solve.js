// The process that runs the code of a response, and does with it what the tests ask.
"use strict";
const fs = require("fs");
const vm = require("vm");
const { PRINTING, Peer } = require("./peer.js");

const [now, later, never] = [setImmediate, setTimeout, clearTimeout];
const isOwn = new Set(Object.getOwnPropertyNames(globalThis));
const LEAVE = Symbol("exit");
const solution = { exports: {} };
const peer = new Peer(3, 4, () => true);
const isSolution = (name) => /^(\.\/)?solution(\.js)?$/.test(name);

for (const name of PRINTING) {
  console[name] = (...given) => { peer.ask("console", name, ...given); };
}
process.stdout.write = (text) => peer.ask("print", String(text));
Object.assign(globalThis, {
  require: (name) => (isSolution(name) ? solution.exports : require(name)),
  module: solution,
  exports: solution.exports,
});

// The names that the code defines, and what stopped it: it may be only a show of its use that failed.
function load() {
  const text = fs.readFileSync("solution.js", "utf8");
  const leave = process.exit;
  process.exit = () => { throw LEAVE; };
  let stopped;
  try {
    new vm.Script(text, { filename: "solution.js" }).runInThisContext();
  } catch (error) {
    stopped = error === LEAVE ? undefined : error;
  }
  process.exit = leave;
  const { exports } = solution;
  const named = typeof exports === "function" ? { [exports.name]: exports } : {};
  for (const [name, value] of Object.entries({ ...named, ...exports })) {
    if (isName(name) && !isDefined(name)) globalThis[name] = value;
  }
  const words = new Set([...(text.match(/[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{Nd}_$]*/gu) || []), ...Object.keys(globalThis)]);
  return [[...words].filter((name) => isName(name) && isDefined(name)), stopped];
}

function isName(name) {
  return /^[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{Nd}_$]*$/u.test(name);
}

function isDefined(name) {
  try {
    return vm.runInThisContext(`typeof ${name} !== "undefined"`);
  } catch {
    return false;
  }
}

// The tests wait: what is under way here goes on, until something they wait for is done, or for a
// few milliseconds. They are told when nothing is under way any more.
let waiting;
function turn(isIdle) {
  if (waiting === undefined) return;
  never(waiting);
  waiting = undefined;
  peer.send({ is: isIdle, shared: [], copies: [] });
  serve();
}
peer.atSettled = () => now(turn, false);
process.on("beforeExit", () => {
  turn(true);
  now(() => {});
});

function serve() {
  for (;;) {
    const said = peer.receive();
    if (said.do === "turn") break;
    peer.answer(said);
  }
  waiting = later(turn, 4, false);
  waiting.unref();
}

peer.more = {
  load,
  exports: () => solution.exports,
  read: (name) => vm.runInThisContext(name),
  write: (name, value) => {
    globalThis.__value__ = value;
    vm.runInThisContext(`${name} = __value__`);
    delete globalThis.__value__;
  },
};
serve();
