// Runs the tests of a check, inside the sandbox, and says last what came of them. The code of the
// response runs in a process of its own (solve.js): here there is nothing of it. Standard input is
// JSON: "tests", "entry" (names of functions that "check" may be called with) and "proof", with which
// the last line begins.
"use strict";
const fs = require("fs");
const vm = require("vm");
const nodeAssert = require("assert");
const { spawn, spawnSync } = require("child_process");
const { globalPaths, isBuiltin } = require("module");
const { inspect, types: { isPromise } } = require("util");
const { promiseHooks } = require("v8");
const { FORBIDDEN, PRINTING, Peer, know } = require("./peer.js");

const given = JSON.parse(fs.readFileSync(0, "utf8"));
fs.closeSync(0);
fs.openSync("/dev/null", "r");
const { apply } = Reflect;
const { then } = Promise.prototype;
let asserted = 0;
let said = "";
const failed = [];

// An assertion that failed is noted where it did, whoever catches the error.
function noted(check) {
  asserted += 1;
  const note = (error) => {
    failed.push(error);
    throw error;
  };
  try {
    const found = check();
    return isPromise(found) ? apply(then, found, [undefined, note]) : found;
  } catch (error) {
    return note(error);
  }
}

// Calls are counted: tests that assert nothing decide nothing.
function counting(what) {
  const made = (...values) => noted(() => what(...values));
  for (const [name, value] of Object.entries(what)) {
    const isCheck = typeof value === "function" && !/^[A-Z]/.test(name);
    if (name === "strict") continue;
    made[name] = isCheck ? (...values) => noted(() => value(...sound(name, values))) : value;
  }
  return made;
}

// A class of the code is not asked whether an error is its own; and what objects of the code show of
// themselves, or that promises equal each other, is for them to say.
function sound(name, [found, wanted, ...more]) {
  const isTheirs = [found, wanted].map((one) => peer.isRemote(one));
  const isShown = isTheirs[0] || isTheirs[1] || isPromise(found);
  if (/^deep|^partialDeep/.test(name) && isShown && found !== wanted) peer.isReliedOn = true;
  const isClass = /^(?:throws|rejects)$/.test(name) && isTheirs[1] && typeof wanted === "function";
  const values = [found, isClass ? (error) => error instanceof wanted : wanted, ...more];
  return values.slice(0, arguments[1].length);
}
const assert = counting(nodeAssert);
const strict = counting(nodeAssert.strict);
assert.strict = strict.strict = strict;
const ASSERTS = { assert, "assert/strict": strict };

// A pipe, of which either process has one end. What has no end here any more is at its end.
function pipe(name) {
  const both = fs.openSync(name, "r+");
  const [reader, writer] = [fs.openSync(name, "r"), fs.openSync(name, "w")];
  fs.closeSync(both);
  fs.unlinkSync(name);
  return [reader, writer];
}

function begin() {
  const names = ["pipe-1", "pipe-2"];
  spawnSync("mkfifo", names);
  const [[theirs, toThem], [fromThem, ours]] = names.map(pipe);
  const stdio = ["ignore", "ignore", "inherit", theirs, ours];
  const process_ = spawn(process.execPath, ["solve.js"], { stdio });
  fs.closeSync(theirs);
  fs.closeSync(ours);
  return [process_, new Peer(fromThem, toThem, may, { isOfTests: true })];
}

// Whether the code may do something with an object of the tests. It never gets at what makes code of
// texts, nor at what the tests did not hand over.
function may(name, [what, key]) {
  if (name === "console" || name === "print") return true;
  if (!peer.numbers.has(what)) return false;
  if (["call", "construct", "convert"].includes(name)) return typeof what === "function";
  if (["set", "delete"].includes(name) && peer.protos.has(what)) return false;
  return !FORBIDDEN.has(key);
}

// Modules that run text as code, which may be of the response's code.
const RUNNING = ["vm", "module", "repl", "inspector"];
const isSolution = (name) => /^(\.\/)?solution(\.js)?$/.test(name);
function find(name) {
  const plain = String(name).replace(/^node:/, "");
  if (Object.hasOwn(ASSERTS, plain)) return ASSERTS[plain];
  if (isSolution(plain)) return peer.ask("exports");
  if (RUNNING.includes(plain)) return finish("script", 0);
  if (isBuiltin(name)) {
    const found = require(name);
    know(found, `module ${name}`);
    return found;
  }
  // Not from the folder, where the code can write.
  const paths = globalPaths.filter((path) => path.startsWith("/usr/"));
  try {
    return require(require.resolve(plain, { paths }));
  } catch {
    return finish(`missing ${name}`, 0);
  }
}

// Writes at once, and waits where the reader is slow.
function say(where, text) {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length;) {
    try {
      done += fs.writeSync(where, bytes, done);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
  return true;
}
process.stdout.write = (text) => say(1, String(text));

function finish(word, code) {
  say(1, `\n${given.proof} ${word}\n`);
  process.reallyExit(code);
}

function fail(error) {
  if (error instanceof EvalError && !peer.theirs.has(error)) finish("script", 0);
  const text = inspect(error);
  const place = text.match(/tests\.js:(\d+)/);
  say(2, `${text}${place ? `\n(test line ${place[1]})` : ""}\n`);
  if (!peer.isGone) finish("failed", 1);
  solving.ref();
  solving.kill("SIGKILL");
}

const [solving, peer] = begin();
solving.unref();
solving.on("exit", (_code, signal) => {
  if (signal === "SIGXCPU") process.kill(process.pid, signal); // its time is up, and so is ours
  finish("failed", 1);
});
peer.more = {
  console: (name, ...values) => PRINTING.includes(name) && console[name](...values),
  print: (text) => process.stdout.write(text),
};

// What the code has under way goes on while the tests wait, and as long as something is.
let next;
function pump() {
  try {
    const isIdle = peer.ask("turn");
    next = undefined;
    wait(isIdle && !peer.settled.length);
  } catch (error) {
    fail(error);
  }
}
function wait(isIdle) {
  if (peer.isGone) return;
  next = next || setTimeout(pump, isIdle ? 4 : 0);
  if (isIdle) next.unref();
  else next.ref();
}
peer.atWork = peer.atSettled = () => wait(false);

let names = [];
let stopped;
try {
  [names, stopped] = peer.ask("load");
  names = [...new Set(names)].filter((name) => typeof name === "string" && /^[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{Nd}_$]*$/u.test(name));
  for (const name of names) {
    // What the tests call as a builtin or a module is that.
    if (given.entry.includes(name)) stand(name);
    else if (isModuleMeant(name)) globalThis[name] = require(name);
    else if (!(name in globalThis)) stand(name);
  }
} catch (error) {
  fail(error);
}

// Whether the tests use a module of Node.js that they leave to the code to require.
function isModuleMeant(name) {
  if (!isBuiltin(name)) return false;
  const used = [...given.tests.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, "g"))];
  return used.length > 0 && used.every(([, key]) => key in require(name));
}

function stand(name) {
  Object.defineProperty(globalThis, name, {
    get: () => peer.ask("read", name),
    set: (value) => peer.ask("write", name, value),
    configurable: true,
  });
}

// What tests began and did not end: their async functions, and what is to be done "then".
const open = new Set();
promiseHooks.onInit(function started(promise, parent) {
  if (!parent && asserts(textOfStarted(started))) open.add(promise);
});
promiseHooks.onSettled((promise) => open.delete(promise));
Promise.prototype.then = function (...given) {
  const close = () => open.delete(close);
  if (given.some((one) => typeof one === "function" && asserts(apply(textOf, one, [])))) {
    open.add(close);
    apply(then, this, [close, close]);
  }
  return apply(then, this, given);
};
const textOf = Function.prototype.toString;
const asserts = (text) => /\bassert|\bexpect\b|\bthrow\b/.test(text.replace(/\bassert\.fail\b/g, ""));

// The text of the async function of the tests that begins here; none where none does.
function textOfStarted(started) {
  const [prepare, limit] = [Error.prepareStackTrace, Error.stackTraceLimit];
  Error.stackTraceLimit = 1;
  Error.prepareStackTrace = (_, [frame]) => frame;
  const held = {};
  Error.captureStackTrace(held, started);
  const frame = held.stack;
  [Error.prepareStackTrace, Error.stackTraceLimit] = [prepare, limit];
  if (!frame || frame.isConstructor() || frame.getFileName() !== "tests.js") return "";
  const lines = source.split("\n").slice(frame.getLineNumber() - 1);
  return functionAt(lines.join("\n").slice(frame.getColumnNumber() - 1));
}

// The function that a text begins with: up to where its body ends, or what it is a part of.
function functionAt(text) {
  const bare = text.replace(/(["'`])(?:\\[^]|(?!\1)[^\\])*\1/g, (found) => " ".repeat(found.length));
  let depth = 0;
  for (let place = 0; place < bare.length; place += 1) {
    const sign = bare[place];
    if ("([{".includes(sign)) depth += 1;
    if (")]}".includes(sign)) depth -= 1;
    if (depth < 0 || (!depth && (sign === "}" || sign === ";"))) return text.slice(0, place);
  }
  return text;
}

// "beforeExit" comes when nothing is left to do; tests that wait for what never comes have not ended
// then. It comes twice, so that what else waits for it, such as node:test, is done before.
let rounds = 0;
process.on("beforeExit", () => {
  if (!said || peer.isGone) return;
  rounds += 1;
  if (rounds === 1) {
    setImmediate(() => {});
    return;
  }
  if (failed.length && !/\bAssertionError\b|\bERR_ASSERTION\b/.test(bare)) fail(failed[0]);
  if (open.size) fail(new Error("the tests wait for what never comes"));
  if (process.exitCode) say(2, "Error: a test failed, or did not end\n");
  const ended = process.exitCode ? "failed" : said;
  const word = ended === "nothing" && asserted ? "passed" : ended;
  finish(word === "passed" && peer.isReliedOn ? "passed own" : word, process.exitCode || 0);
});

const bare = given.tests.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
const definesCheck = /^\s*(?:async\s+)?function\s+check\s*\(|^\s*(?:const|let|var)\s+check\s*=/m;
const isChecked = definesCheck.test(bare);
const source = `(async (assert, require, check) => { {${given.tests}\n` +
  `return ${isChecked ? "check" : "undefined"};} })`;
const tests = new vm.Script(source, { filename: "tests.js" }).runInThisContext();

async function run() {
  const check = await tests(assert, find, undefined);
  const canThrow = /\bthrow\b|\bprocess\.exit\b|\bconsole\.assert\b|\w\.assert\./.test(bare);
  if (!asserted && typeof check === "function" && check.length === 1) {
    if (!given.entry.length) return "entry";
    const name = given.entry.find((one) => names.includes(one)) || given.entry[0];
    await check(vm.runInThisContext(name));
  }
  return canThrow ? "passed" : "nothing";
}
run().then((word) => { said = word; }, (error) => {
  if (stopped && error instanceof ReferenceError) fail(stopped);
  fail(error);
});
