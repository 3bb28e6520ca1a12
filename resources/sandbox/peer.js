// What the process of the tests and that of the solution say to each other, as lines of JSON.
//
// Each can do something with an object of the other, by its number. Plain values (arrays, objects
// without functions and accessors, Map, Set, Date, RegExp, errors, bytes) cross as copies; copies
// that were handed over are brought up to date after a call, and go back as what they are copies
// of. Whatever else is named by its number, and stands as a Proxy on the other side. Nothing that
// crosses is ever run as code.
"use strict";
const fs = require("fs");
const { types } = require("util");
const { AssertionError } = require("assert");
const { randomUUID } = require("crypto");
const { performance } = require("perf_hooks");

class GoneError extends Error {}

const CHUNK = 65536;
const STEADY_MS = 100;
const FORBIDDEN = new Set(["constructor", "__proto__", "caller", "callee", "arguments"]);
const PRINTING = ["log", "info", "warn", "error", "debug", "table", "dir"];
const MAKERS = [async () => {}, function* () {}, async function* () {}].map((one) => one.constructor);
const BASES = [Object.prototype, Function.prototype, ...MAKERS.map((one) => one.prototype)];
// What makes code of texts.
MAKERS.push(Function, globalThis.eval);
const KEYED = ["get", "set", "has", "delete", "describe"];
const { defineProperty, deleteProperty, getPrototypeOf, ownKeys, apply } = Reflect;
const describe = Reflect.getOwnPropertyDescriptor;

// What both processes have: it crosses by its name. Not what makes code of texts.
const KNOWN = new Map();
const NAMED = new Map();
function know(value, name) {
  if (KNOWN.has(value) || MAKERS.includes(value)) return;
  KNOWN.set(value, name);
  NAMED.set(name, value);
}
for (const [name, value] of Object.entries({ Buffer, AssertionError, ...globals() })) {
  if (typeof value === "function") know(value, name);
  if (value.prototype) know(value.prototype, `${name}.prototype`);
  if (/^[A-Z]/.test(name)) for (const [key, one] of functionsOf(value)) know(one, `${name}.${key}`);
}

function globals() {
  const found = Object.getOwnPropertyNames(globalThis).map((name) => [name, describe(globalThis, name)]);
  return Object.fromEntries(
    found.filter(([, { value }]) => value && value !== globalThis && /function|object/.test(typeof value))
      .map(([name, { value }]) => [name, value]),
  );
}

function functionsOf(value) {
  return Object.getOwnPropertyNames(value)
    .map((key) => [key, describe(value, key).value])
    .filter(([key, one]) => typeof one === "function" && key !== "constructor");
}

const is = (proto) => (value) => getPrototypeOf(value) === proto;
const pairsOf = (value) => Object.keys(value).flatMap((key) => [key, value[key]]);
const isSmooth = (value, key) => {
  const found = describe(value, key);
  return typeof key === "string" && found.enumerable && "value" in found && typeof found.value !== "function";
};
const isOfValues = (value) => isDense(value)
  || Object.keys(value).every((key) => /^\d+$/.test(key) || isSmooth(value, key));
const isPlain = (value) => ownKeys(value).every((key) => isSmooth(value, key));
function put(value, key, content, enumerable = true) {
  defineProperty(value, key, { value: content, writable: true, enumerable, configurable: true });
}
function fillObject(value, parts, had = ownKeys(value)) {
  const keys = parts.filter((_, place) => place % 2 === 0);
  if (had.length !== keys.length || had.some((key, place) => key !== keys[place])) {
    for (const key of had) deleteProperty(value, key);
  }
  for (let place = 0; place < parts.length; place += 2) put(value, parts[place], parts[place + 1]);
}
function isDense(value) {
  for (let place = 0; place < value.length; place += 1) if (!(place in value)) return false;
  return Object.keys(value).length === value.length;
}
function fillMap(value, parts) {
  value.clear();
  for (let place = 0; place < parts.length; place += 2) value.set(parts[place], parts[place + 1]);
}

// Kinds of copies: what is one, its parts, and how one is made and filled with parts.
const KINDS = {
  array: {
    is: (value) => Array.isArray(value) && is(Array.prototype)(value) && isOfValues(value),
    fits: Array.isArray,
    parts: (value) => (isDense(value) ? [true].concat(value) : [false, value.length, ...pairsOf(value)]),
    make: () => [],
    fill: (value, parts) => {
      value.length = 0;
      if (!parts[0]) fillObject(value, parts.slice(2), Object.keys(value));
      else for (let place = 1; place < parts.length; place += 1) value.push(parts[place]);
      if (!parts[0]) value.length = parts[1];
    },
  },
  object: {
    is: (value) => is(Object.prototype)(value) && isPlain(value),
    fits: is(Object.prototype),
    parts: pairsOf,
    make: () => ({}),
    fill: fillObject,
  },
  bare: {
    is: (value) => is(null)(value) && isPlain(value),
    fits: is(null),
    parts: pairsOf,
    make: () => Object.create(null),
    fill: fillObject,
  },
  map: {
    is: (value) => types.isMap(value) && is(Map.prototype)(value),
    parts: (value) => [...value].flat(),
    make: () => new Map(),
    fill: fillMap,
  },
  set: {
    is: (value) => types.isSet(value) && is(Set.prototype)(value),
    parts: (value) => [...value],
    make: () => new Set(),
    fill: (value, parts) => {
      value.clear();
      for (const one of parts) value.add(one);
    },
  },
  date: {
    is: (value) => types.isDate(value) && is(Date.prototype)(value),
    parts: (value) => [value.getTime()],
    make: () => new Date(0),
    fill: (value, [time]) => value.setTime(time),
  },
  regexp: {
    is: (value) => types.isRegExp(value) && is(RegExp.prototype)(value),
    parts: (value) => [value.lastIndex, value.source, value.flags],
    make: ([, source, flags]) => new RegExp(source, flags),
    fill: (value, [last]) => { value.lastIndex = last; },
  },
  bytes: {
    is: (value) => types.isAnyArrayBuffer(value) || ArrayBuffer.isView(value),
    parts: (value) => {
      const view = ArrayBuffer.isView(value) ? value : new Uint8Array(value);
      const bytes = Buffer.from(view.buffer, view.byteOffset, view.byteLength);
      return [bytes.toString("base64"), Buffer.isBuffer(value) ? "Buffer" : nameOfBytes(value)];
    },
    make: ([text, name]) => {
      const bytes = Uint8Array.from(Buffer.from(text, "base64")).buffer;
      if (name === "ArrayBuffer" || name === "SharedArrayBuffer") return bytes;
      return name === "Buffer" ? Buffer.from(bytes) : new (globalThis[bytesNamed(name)])(bytes);
    },
    fill: (value, [text]) => {
      const view = ArrayBuffer.isView(value) ? value : new Uint8Array(value);
      const found = Buffer.from(text, "base64");
      if (found.length === view.byteLength) {
        new Uint8Array(view.buffer, view.byteOffset, view.byteLength).set(found);
      }
    },
  },
  error: {
    is: types.isNativeError,
    parts: (value) => ownKeys(value).flatMap((key) => [key, describe(value, key).enumerable, value[key]]),
    make: () => new Error(),
    fill: (value, parts) => {
      for (const key of ownKeys(value)) deleteProperty(value, key);
      for (let place = 0; place < parts.length; place += 3) {
        put(value, parts[place], parts[place + 2], parts[place + 1] === true);
      }
    },
  },
};

function nameOfBytes(value) {
  return ArrayBuffer.isView(value) ? (value[Symbol.toStringTag] || "DataView") : "ArrayBuffer";
}

function bytesNamed(name) {
  return /^(?:DataView|(?:Big)?(?:Ui|I)nt\d+(?:Clamped)?Array|Float\d+Array|Uint8ClampedArray)$/.test(name) ? name : "Uint8Array";
}

// What may be done with an object of the other, by name.
const DEEDS = {
  call: (what, self, ...given) => apply(what, self, given),
  construct: (what, ...given) => Reflect.construct(what, given),
  // What every object and function has is found on the other side, where it is asked for.
  get: (what, key, self) => (isBasic(what, key) ? ABSENT : Reflect.get(what, key, self)),
  set: (what, key, value) => Reflect.set(what, key, value),
  has: (what, key) => key in what,
  delete: (what, key) => deleteProperty(what, key),
  keys: (what) => ownKeys(what),
  describe: (what, key) => {
    const found = describe(what, key);
    return found && [found.enumerable, "value" in found ? found.value : what[key]];
  },
};
DEEDS.convert = DEEDS.call;
const ABSENT = Symbol("absent");
// What does not change anything, so that it comes to the same when it is done again at once.
const LOOKS = new Set(["get", "has", "keys", "describe", "convert"]);

function isBasic(what, key) {
  if (types.isProxy(what)) return false;
  let holder = what;
  while (holder && !describe(holder, key)) holder = getPrototypeOf(holder);
  return !holder || BASES.includes(holder);
}

// One of the two processes: it reads and writes by two descriptors. "may" says whether the other may
// do something: its name, and what it is done with.
class Peer {
  constructor(reader, writer, may, { isOfTests = false } = {}) {
    Object.assign(this, { reader, writer, may, isOfTests });
    this.kept = new Map();
    this.numbers = new Map();
    this.theirs = new WeakMap();
    this.copies = new Map();
    this.promises = new Map();
    this.told = new Set();
    this.crossed = new Map();
    this.protos = new Set();
    this.settled = [];
    this.turns = 0;
    this.left = Buffer.alloc(0);
    this.chunk = Buffer.alloc(CHUNK);
    this.isGone = this.isReliedOn = false;
    this.more = {};
    this.atWork = this.atSettled = () => {};
  }

  // What the other gets by a deed on values; what it throws is thrown here.
  ask(name, ...given) {
    const shared = new Shared();
    if (!LOOKS.has(name)) {
      this.turns += 1;
      this.atWork();
    }
    const values = given.map((one) => this.encode(one, shared));
    this.send({ do: name, with: values, copies: this.copiesOf(shared) });
    for (;;) {
      const said = this.receive();
      if (said.do === undefined) return this.result(said, shared);
      this.answer(said);
    }
  }

  result(said, shared) {
    const found = this.sure(() => {
      const ours = [...shared.values];
      this.make(said.copies, shared);
      ours.forEach((one, place) => this.refill(one, said.shared[place], shared));
      return this.decode(said.is, shared);
    });
    if (said.raised) throw found;
    return found;
  }

  answer(said) {
    const shared = new Shared();
    const [deed, given] = this.sure(() => {
      this.make(said.copies, shared);
      const values = said.with.map((one) => this.decode(one, shared));
      if (KEYED.includes(said.do) && !isKey(values[1])) this.lose();
      const deeds = [this.more, DEEDS].find((all) => Object.hasOwn(all, said.do));
      return [deeds[said.do], values];
    });
    const first = [...shared.values];
    const reply = {};
    try {
      if (!this.may(said.do, given)) throw new TypeError("the tests do not hand this over");
      reply.is = this.encode(deed(...given), shared);
    } catch (error) {
      if (error instanceof GoneError) throw error;
      reply.raised = true;
      reply.is = this.encode(error, shared);
    }
    reply.shared = first.map((one) => this.partsOf(one, shared));
    reply.copies = this.copiesOf(shared);
    this.send(reply);
  }

  // What the other said is read as it should be, or the other is given up.
  sure(reading) {
    try {
      return reading();
    } catch (error) {
      if (error instanceof GoneError) throw error;
      return this.lose();
    }
  }

  send(said) {
    if (this.settled.length) {
      const settled = this.settled.splice(0);
      said.settled = settled.map(([number, isWell, value]) => {
        const shared = new Shared();
        return [number, isWell, this.encode(value, shared), this.copiesOf(shared)];
      });
    }
    const bytes = Buffer.from(`${JSON.stringify(said)}\n`);
    try {
      for (let done = 0; done < bytes.length;) done += fs.writeSync(this.writer, bytes, done);
    } catch {
      this.lose();
    }
  }

  receive() {
    if (this.isGone) this.lose();
    const said = this.sure(() => JSON.parse(this.line()));
    this.sure(() => (said.settled || []).forEach((one) => this.settle(...one)));
    return said;
  }

  settle(number, isWell, value, copies) {
    const shared = new Shared();
    this.make(copies, shared);
    this.promises.get(number)[isWell ? "resolve" : "reject"](this.decode(value, shared));
    this.promises.delete(number);
  }

  line() {
    const chunks = [this.left];
    while (!chunks[chunks.length - 1].includes(10)) {
      const length = fs.readSync(this.reader, this.chunk, 0, CHUNK);
      if (!length) this.lose();
      chunks.push(Buffer.from(this.chunk.subarray(0, length)));
    }
    const all = Buffer.concat(chunks);
    const end = all.indexOf(10);
    this.left = all.subarray(end + 1);
    return all.toString("utf8", 0, end);
  }

  lose() {
    this.isGone = true;
    if (!this.isOfTests) process.reallyExit(1);
    throw new GoneError("the code ended the program");
  }

  // Values.

  encode(value, shared) {
    switch (typeof value) {
      case "undefined":
        return ["undefined"];
      case "bigint":
        return ["bigint", String(value)];
      case "number":
        if (Object.is(value, -0)) return ["number", "-0"];
        return Number.isFinite(value) ? value : ["number", String(value)];
      case "symbol":
        return this.encodeSymbol(value);
      case "object":
      case "function":
        return value === null ? null : this.encodeObject(value, shared);
      default:
        return value;
    }
  }

  encodeSymbol(value) {
    if (value === ABSENT) return ["absent"];
    const known = WELL_KNOWN.find((name) => Symbol[name] === value);
    if (known) return ["symbol", known];
    const key = Symbol.keyFor(value);
    if (key !== undefined) return ["registered", key];
    const theirs = this.copies.get(value);
    return theirs ? ["yours", theirs.number] : ["unique", this.numberOf(value), String(value.description)];
  }

  encodeObject(value, shared) {
    if (KNOWN.has(value)) return ["known", KNOWN.get(value)];
    if (shared.places.has(value)) return ["again", shared.places.get(value)];
    const theirs = this.theirs.get(value);
    if (theirs && !theirs.kind) return ["yours", theirs.number];
    const kind = theirs ? theirs.kind : kindOf(value);
    if (!kind) return this.encodeNumber(value, shared);
    return ["again", shared.add(value)];
  }

  // The copies that the values of an exchange need, beyond those that it had: each names its parts
  // by their places, so that nothing is nested.
  copiesOf(shared) {
    const made = [];
    for (; shared.told < shared.values.length; shared.told += 1) {
      const value = shared.values[shared.told];
      const theirs = this.theirs.get(value);
      const kind = theirs ? theirs.kind : kindOf(value);
      const number = theirs ? theirs.number : this.numberOf(value);
      if (!theirs) this.crossed.set(number, kind);
      const proto = kind === "error" && !theirs ? this.encode(getPrototypeOf(value), shared) : null;
      made.push([kind, number, Boolean(theirs), this.partsOf(value, shared), proto]);
    }
    return made;
  }

  partsOf(value, shared) {
    const theirs = this.theirs.get(value);
    const kind = KINDS[(theirs && theirs.kind) || kindOf(value)];
    if (!kind) return null;
    let parts = kind.parts(value);
    // Where an error of the tests came about is theirs alone.
    if (kind === KINDS.error && this.isOfTests) parts = parts.filter((_, place) => parts[place - (place % 3)] !== "stack");
    const made = [Object.isFrozen(value)];
    for (let place = 0; place < parts.length; place += 1) made.push(this.encode(parts[place], shared));
    return made;
  }

  encodeNumber(value, shared) {
    if (this.isOfTests && (isOfNode(value) || makesCode(value))) throw new TypeError("the tests cannot hand this over");
    const number = this.numberOf(value);
    if (types.isPromise(value)) {
      if (!this.told.has(number)) this.watch(value, number);
      return ["promise", number];
    }
    if (this.told.has(number)) return ["object", number];
    this.told.add(number);
    const shape = typeof value === "function" ? "function" : Array.isArray(value) ? "array" : "object";
    const proto = getPrototypeOf(value);
    this.protos.add(proto);
    return ["object", number, shape, this.encode(proto, shared)];
  }

  numberOf(value) {
    if (!this.numbers.has(value)) {
      this.numbers.set(value, this.numbers.size + 1);
      this.kept.set(this.numbers.size, value);
    }
    return this.numbers.get(value);
  }

  watch(promise, number) {
    this.told.add(number);
    const note = (isWell) => (value) => {
      this.settled.push([number, isWell, value]);
      this.atSettled();
    };
    then(promise, note(true), note(false));
  }

  decode(value, shared) {
    if (!Array.isArray(value)) {
      if (value !== null && typeof value === "object") this.lose();
      return value;
    }
    return this[`decode_${value[0]}`](shared, ...value.slice(1));
  }

  decode_undefined() { return undefined; }
  decode_bigint(_shared, text) { return BigInt(text); }
  decode_number(_shared, text) { return Number(text); }
  decode_absent() { return ABSENT; }
  decode_symbol(_shared, name) { return WELL_KNOWN.includes(name) ? Symbol[name] : this.lose(); }
  decode_registered(_shared, key) { return Symbol.for(key); }
  decode_unique(_shared, number, text) {
    return this.local(number, () => Symbol(text));
  }
  decode_known(_shared, name) {
    if (!this.isOfTests && name.startsWith("module ")) return require(name.slice(7));
    return NAMED.has(name) ? NAMED.get(name) : this.lose();
  }
  decode_again(shared, place) { return shared.values[place]; }
  decode_yours(_shared, number) { return this.kept.has(number) ? this.kept.get(number) : this.lose(); }

  // Makes copies, then fills them: parts may be of those that come later.
  make(copies, shared) {
    const values = copies.map(([kind, number, isOurs, parts]) => {
      const { fits, is: isOne, make } = KINDS[kind];
      const value = isOurs ? this.kept.get(number) : this.local(number, () => make(parts.slice(1)), kind);
      if (!(fits || isOne)(value) || (isOurs && this.crossed.get(number) !== kind)) this.lose();
      shared.add(value);
      return value;
    });
    shared.told = shared.values.length;
    copies.forEach(([kind, , isOurs, parts, proto], place) => {
      if (proto && kind === "error" && !isOurs) {
        Object.setPrototypeOf(values[place], this.ofErrors(this.decode(proto, shared)));
      }
      this.refill(values[place], parts, shared, kind);
    });
  }

  refill(value, parts, shared, kind = (this.theirs.get(value) || {}).kind || kindOf(value)) {
    if (!parts || !kind || Object.isFrozen(value)) return;
    const content = [];
    for (let place = 1; place < parts.length; place += 1) content.push(this.decode(parts[place], shared));
    this.check(value, content, kind);
    KINDS[kind].fill(value, content);
    if (parts[0] && kind !== "bytes") Object.freeze(value);
  }

  // The prototype of an error: one of errors, or of a class of the other that comes from one.
  ofErrors(proto) {
    let known = proto;
    while (this.isRemote(known)) known = getPrototypeOf(known);
    const isError = known === Error.prototype || Object.prototype.isPrototypeOf.call(Error.prototype, known);
    return isError ? proto : this.lose();
  }

  // A copy has no methods of its own: they would answer for it. Those of errors, and those that the
  // code gives to objects of the tests, are what they are on an object of the code.
  check(value, content, kind) {
    const isList = kind === "array";
    if (!["array", "object", "bare", "error"].includes(kind) || (isList && content[0])) return;
    const step = kind === "error" ? 3 : 2;
    for (let place = isList ? 2 : 0; place < content.length; place += step) {
      const [key, last] = [content[place], place + step - 1];
      if (!isKey(key)) this.lose();
      if (!this.isOfTests || typeof content[last] !== "function" || (isList && /^\d+$/.test(key))) continue;
      if (this.theirs.has(value) && kind !== "error") this.lose();
      if (CONVERSIONS.has(key) || typeof key === "symbol") content[last] = undefined;
      else if (ANSWERS.has(key)) content[last] = telling(content[last], this);
    }
  }

  decode_promise(_shared, number) {
    return this.local(number, () => {
      let ends;
      const made = new Promise((resolve, reject) => { ends = { resolve, reject }; });
      this.promises.set(number, ends);
      return made;
    });
  }

  decode_object(shared, number, shape, proto) {
    const known = this.copies.get(number);
    if (known) return known.value;
    const target = shape === "function" ? function () {}.bind() : shape === "array" ? [] : {};
    if (shape === "function") for (const key of ownKeys(target)) deleteProperty(target, key);
    const handler = new Remote(this, this.decode(proto, shared));
    const value = this.local(number, () => new Proxy(target, handler));
    handler.self = value;
    return value;
  }

  isRemote(value) {
    const found = isObject(value) && this.theirs.get(value);
    return Boolean(found) && !found.kind;
  }

  // What stands here for an object of the other.
  local(number, make, kind) {
    if (!this.copies.has(number)) {
      const made = { number, kind, value: make() };
      this.copies.set(number, made);
      if (typeof made.value === "symbol") this.copies.set(made.value, made);
      else this.theirs.set(made.value, made);
    }
    return this.copies.get(number).value;
  }
}

const then = Function.prototype.call.bind(Promise.prototype.then);
const WELL_KNOWN = Object.getOwnPropertyNames(Symbol).filter((name) => typeof Symbol[name] === "symbol");

function kindOf(value) {
  if (typeof value !== "object" || types.isProxy(value)) return undefined;
  const likely = LIKELY.get(getPrototypeOf(value));
  return likely && KINDS[likely].is(value) ? likely : KIND_NAMES.find((kind) => KINDS[kind].is(value));
}
const KIND_NAMES = Object.keys(KINDS);
const LIKELY = new Map([[Object.prototype, "object"], [Array.prototype, "array"]]);

const TIMERS = [setTimeout(() => {}, 0), setImmediate(() => {})].map((one) => {
  clearTimeout(one);
  clearImmediate(one);
  return getPrototypeOf(one);
});

const isKey = (key) => typeof key === "string" || typeof key === "symbol";

// Whether this makes code of texts, as the constructors of functions and their classes do.
function makesCode(value) {
  for (let one = value; typeof one === "function"; one = getPrototypeOf(one)) {
    if (MAKERS.includes(one)) return true;
  }
  return false;
}

// Whether this belongs to the process itself, which the tests' must not share.
function isOfNode(value) {
  return value === globalThis || value === process || TIMERS.includes(getPrototypeOf(value));
}

// The values of one exchange that can change, in the order in which both sides meet them.
class Shared {
  constructor() {
    this.values = [];
    this.places = new Map();
    this.told = 0;
  }

  add(value) {
    if (!this.places.has(value)) this.places.set(value, this.values.push(value) - 1);
    return this.places.get(value);
  }
}

// An object of the other process.
class Remote {
  constructor(peer, proto) {
    Object.assign(this, { peer, proto, found: new Map() });
  }

  get(_target, key, receiver) {
    // Whether a plain value is an instance is not for the class to say.
    if (key === Symbol.hasInstance) return undefined;
    // Node.js would hand its own functions to what it finds there.
    if (this.peer.isOfTests && typeof key === "symbol" && /^nodejs\./.test(Symbol.keyFor(key))) return undefined;
    const found = this.steady(key, () => this.peer.ask("get", this.self, key, receiver));
    if (found === ABSENT) return Reflect.get(baseOf(this.self), key, receiver);
    if (!this.peer.isOfTests || typeof found !== "function") return found;
    if (ANSWERS.has(key)) return telling(found, this.peer);
    return CONVERSIONS.has(key) ? this.converting(found, String(key)) : found;
  }

  // What was found is found again until something is done: else each look could give another value.
  steady(key, find) {
    const had = this.found.get(key);
    if (had && had.turns === this.peer.turns && performance.now() - had.at < STEADY_MS) return had.value;
    const value = find();
    this.found.set(key, { value, turns: this.peer.turns, at: performance.now() });
    return value;
  }

  converting(found, name) {
    const remote = this;
    return function (...given) {
      if (!/^to[SJ]/.test(name)) remote.peer.isReliedOn = true; // a number, as which it is compared
      const find = () => remote.peer.ask("convert", found, this, ...given);
      return remote.steady(`${name} ${given.map(String)}`, find);
    };
  }

  set(_target, key, value) { return this.peer.ask("set", this.self, key, value); }
  has(_target, key) { return this.peer.ask("has", this.self, key); }
  deleteProperty(_target, key) { return this.peer.ask("delete", this.self, key); }
  defineProperty(_target, key, { value }) { return this.peer.ask("set", this.self, key, value); }
  ownKeys() { return this.peer.ask("keys", this.self); }
  getPrototypeOf() { return this.proto; }
  setPrototypeOf() { return false; }
  preventExtensions() { return false; }
  apply(_target, self, given) {
    return this.peer.ask("call", this.self, isObject(self) && isOfNode(self) ? undefined : self, ...given);
  }
  construct(_target, given) { return this.peer.ask("construct", this.self, ...given); }
  getOwnPropertyDescriptor(target, key) {
    const found = this.peer.ask("describe", this.self, key);
    if (!found) return undefined;
    const [enumerable, value] = found;
    const ours = describe(target, key); // the length of an array
    if (ours) target[key] = value;
    return { value, writable: true, enumerable, configurable: !ours };
  }
}

// Methods that say yes or no to a value: one that says yes to everything tells nothing.
const ANSWERS = new Set([
  "includes", "has", "contains", "startsWith", "endsWith", "equals", "isEqual", "every", "some", "test",
  "indexOf", "lastIndexOf", "search", "match",
]);
const isYes = (said) => (typeof said === "number" ? said >= 0 : Boolean(said));
function decoysOf(value) {
  const token = randomUUID();
  if (typeof value === "function") return [() => false];
  return types.isRegExp(value) ? [new RegExp(token)] : [token, -parseInt(token, 16) - 0.5, [token]];
}
function telling(found, peer) {
  return function (...given) {
    const said = apply(found, this, given);
    if (!isYes(said) || !given.length) return said;
    peer.isReliedOn = true;
    const isTold = decoysOf(given[0]).some((one) => {
      try {
        return !isYes(apply(found, this, [one, ...given.slice(1)]));
      } catch {
        return true;
      }
    });
    if (!isTold) throw new AssertionError({ message: "an object of the code says yes to everything" });
    return said;
  };
}
const CONVERSIONS = new Set(["valueOf", "toString", "toJSON", Symbol.toPrimitive]);

function isObject(value) {
  return typeof value === "function" || (typeof value === "object" && value !== null);
}

function baseOf(value) {
  return typeof value === "function" ? Function.prototype : Object.prototype;
}

module.exports = { FORBIDDEN, PRINTING, Peer, know };
