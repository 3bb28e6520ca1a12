// Runs the tests of a check on the code of a response, inside the sandbox, and says last what came
// of them. Standard input is JSON: "tests", "entry" (names of functions that "check" may be called
// with) and "proof", with which the last line begins.
// The code runs in this process: what decides is taken hold of, or made fast, before it is run.
"use strict";
const fs = require("fs");
const vm = require("vm");
const nodeAssert = require("assert");
const { builtinModules } = require("module");

const given = JSON.parse(fs.readFileSync(0, "utf8"));
fs.closeSync(0);
fs.openSync("/dev/null", "r");

const write = fs.writeSync;
const exit = process.reallyExit.bind(process);
const onceDone = process.once.bind(process, "beforeExit");
const listeners = process.listenerCount.bind(process);
const captures = process.hasUncaughtExceptionCaptureCallback.bind(process);
const HANDLERS = ["uncaughtException", "unhandledRejection", "uncaughtExceptionMonitor"];
const then = Function.prototype.call.bind(Promise.prototype.then);
const inspect = require("util").inspect;
let said = "";
let asserted = 0;

// The tests call these by name, or on values that the code gives them.
const SOUND = {
  JSON, Math, Object, Number, Array, String, Boolean, Promise, Reflect, Symbol, BigInt, console,
  Error, TypeError, RangeError, SyntaxError, isNaN, isFinite, parseInt, parseFloat, setTimeout,
};
const FAST = [
  JSON, Math, Object, Number, Array, String, Boolean, Promise, Reflect, Symbol, BigInt, Map, Set,
  RegExp, Date,
];
for (const kind of FAST) {
  makeFast(kind);
  if (kind.prototype && kind !== Object) makeFast(kind.prototype);
}

function makeFast(what) {
  for (const name of Reflect.ownKeys(what)) {
    const found = Object.getOwnPropertyDescriptor(what, name);
    if (!found.configurable || name === "constructor") continue;
    const fixed = "value" in found ? { writable: false } : {};
    Object.defineProperty(what, name, { ...fixed, configurable: false });
  }
}

// Calls are counted: tests that assert nothing decide nothing.
function counting(what) {
  const made = function (...values) {
    asserted += 1;
    return what(...values);
  };
  for (const [name, value] of Object.entries(what)) {
    const isCheck = typeof value === "function" && !/^[A-Z]/.test(name);
    if (name === "strict") continue;
    made[name] = isCheck ? (...values) => { asserted += 1; return value(...values); } : value;
  }
  return Object.freeze(made);
}
const assert = counting(nodeAssert);
const strict = counting(nodeAssert.strict);
const ASSERTS = { assert, "assert/strict": strict };

const solution = { exports: {} };
const isSolution = (name) => /^(\.\/)?solution(\.js)?$/.test(name);
const isOwn = (name) => builtinModules.includes(name.replace(/^node:/, ""));
// By these the code could look into the memory of this process, where the proof is.
const HIDDEN = ["inspector", "inspector/promises", "module", "repl", "v8", "worker_threads"];
process.binding = process.mainModule = process.getBuiltinModule = undefined;
function find(name) {
  if (HIDDEN.includes(String(name).replace(/^node:/, ""))) throw new Error(`There is no ${name}.`);
  return isSolution(name) ? solution.exports : require(name);
}
function findForTests(name) {
  const plain = name.replace(/^node:/, "");
  if (Object.hasOwn(ASSERTS, plain)) return ASSERTS[plain];
  if (!isSolution(name) && !isOwn(name)) {
    try {
      require.resolve(name);
    } catch {
      finish(`missing ${name}`, 0);
    }
  }
  return find(name);
}

function finish(word, code) {
  write(1, `\n${given.proof} ${word}\n`);
  exit(code);
}

function fail(error) {
  const text = inspect(error);
  const place = text.match(/tests\.js:(\d+)/);
  write(2, `${text}${place ? `\n(test line ${place[1]})` : ""}\n`);
  finish("failed", 1);
}

const LEAVE = Symbol("exit");
const leave = process.exit;
process.exit = () => { throw LEAVE; };
Object.assign(globalThis, { require: find, module: solution, exports: solution.exports });
const script = new vm.Script(fs.readFileSync("solution.js", "utf8"), { filename: "solution.js" });
let stopped;
try {
  script.runInThisContext();
} catch (error) {
  stopped = error; // it may be only a show of its use that failed
}
process.exit = leave;
nameExports(solution.exports);

// What the code exports is called by its name too.
function nameExports(exported) {
  const named = typeof exported === "function" ? { [exported.name]: exported } : {};
  for (const [name, value] of Object.entries({ ...named, ...exported })) {
    if (!/^[A-Za-z_$][\w$]*$/.test(name) || isDefined(name)) continue;
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  }
}

function isDefined(name) {
  try {
    return vm.runInThisContext(`typeof ${name} !== "undefined"`);
  } catch {
    return true;
  }
}

// "beforeExit" comes when nothing is left to do, and not where the code ends the process; tests that
// wait for what never comes have not ended then.
onceDone(() => {
  const isSilenced = HANDLERS.some((name) => listeners(name)) || captures();
  if (said && !isSilenced) finish(said, 0);
});

const names = ["assert", "require", "check", ...Object.keys(SOUND)];
const bare = given.tests.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
const definesCheck = /^\s*(?:async\s+)?function\s+check\s*\(|^\s*(?:const|let|var)\s+check\s*=/m;
const isChecked = definesCheck.test(bare);
const tests = new vm.Script(
  `(async (${names.join(", ")}) => { {${given.tests}\n` +
    `return ${isChecked ? "check" : "undefined"};} })`,
  { filename: "tests.js" },
).runInThisContext();

async function run() {
  const check = await tests(assert, findForTests, undefined, ...Object.values(SOUND));
  const canThrow = /\bthrow\b|\bprocess\.exit\b|\bconsole\.assert\b/.test(bare);
  if (!asserted && typeof check === "function" && check.length === 1) {
    if (!given.entry.length) return "entry";
    const name = given.entry.find((one) => isDefined(one)) || given.entry[0];
    await check(vm.runInThisContext(name));
  }
  return asserted || canThrow ? "passed" : "nothing";
}
then(run(), (word) => { said = word; }, (error) => {
  if (stopped && stopped !== LEAVE && error instanceof ReferenceError) fail(stopped);
  fail(error);
});
