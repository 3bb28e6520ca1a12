// What the system under test is given: the task as the expert wrote it, with its images.
// promptfoo reads what this returns as a template; `literal` keeps it from finding any in a task.

import { readFileSync } from 'node:fs';

const read = (path) => readFileSync(new URL(path, import.meta.url));
const tasks = JSON.parse(read('tasks.json'));
const types = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' };

export const literal = (text) =>
  text.replace(/\{(?=[{%#])|(?<=#)\}/g, (brace) => `{{ "${brace}" }}`);

function image(path) {
  const type = types[path.split('.').pop()] ?? 'image/png';
  const url = `data:${type};base64,${read(path).toString('base64')}`;
  return { type: 'image_url', image_url: { url } };
}

export default function prompt({ vars }) {
  const task = tasks[vars.number - 1];
  const text = literal(task.prompt);
  const seen = task.images.map(image);
  const content = seen.length ? [{ type: 'text', text }, ...seen] : text;
  return [{ role: 'user', content }];
}
