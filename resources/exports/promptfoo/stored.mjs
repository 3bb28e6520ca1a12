// A provider that gives a system's stored responses instead of asking a model.

import { readFileSync } from 'node:fs';

const systems = JSON.parse(readFileSync(new URL('responses.json', import.meta.url)));

export default class StoredResponses {
  constructor(options) {
    this.label = options.label;
    this.system = systems[options.config.number - 1];
  }

  id() {
    return this.label;
  }

  async callApi(prompt, context) {
    const output = this.system.responses[context.vars.number];
    return output === undefined ? { error: 'There is no stored response to this task.' } : { output };
  }
}
