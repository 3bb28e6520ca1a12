// Unpacks the folder of a response beside this file, and runs a file of it; see folder.py.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const given = JSON.parse(readFileSync("folder.json", "utf8"));
mkdirSync("folder", { recursive: true });
for (const [path, content] of Object.entries(given.files)) {
  const place = join("folder", path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, Buffer.from(content, "base64"));
}
process.chdir("folder");
process.argv[1] = resolve(given.path);
await import(pathToFileURL(process.argv[1]).href);
