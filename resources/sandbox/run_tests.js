// Runs the tests of a check on the code of a response, inside the sandbox, and proves that it did.
// Standard input is JSON: "tests", and "proof", which is printed last when all tests passed.
"use strict";
const fs = require("fs");
const vm = require("vm");

const given = JSON.parse(fs.readFileSync(0, "utf8"));
fs.closeSync(0);
fs.openSync("/dev/null", "r");

const solution = { exports: {} };
const find = (name) => (/^(\.\/)?solution(\.js)?$/.test(name) ? solution.exports : require(name));
Object.assign(globalThis, {
  require: find, module: solution, exports: solution.exports, assert: require("assert"),
});
vm.runInThisContext(fs.readFileSync("solution.js", "utf8"), { filename: "solution.js" });

// "beforeExit" comes when nothing is left to do, and not where the code ends the process; tests that
// wait for what never comes have not ended then.
let ended = false;
process.once("beforeExit", () => {
  if (ended && !process.exitCode) fs.writeSync(1, `\n${given.proof}\n`);
});
vm.runInThisContext(`(async () => { ${given.tests}\n})()`, { filename: "tests.js" }).then(() => {
  ended = true;
});
