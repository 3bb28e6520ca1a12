// The score of a response: S = sum of the weights met / sum of the weights decided.
//
// promptfoo takes a grader's reply without "pass" for a pass, and one it cannot read for a failure.
// Here neither counts: a checkpoint is met or not met only where the grader said so, and what is
// left open is left out of S and lowers the coverage.

const SAYS_MET = /^\W*MET\b/i;
const SAYS_NOT_MET = /^\W*NOT[ _-]?MET\b/i;

/** Whether a checkpoint is met: true, false, or null where the grader gave no clear verdict. */
export function verdict({ pass, reason, metadata, assertion }) {
  if (metadata?.graderError) return null;
  if (assertion?.type !== 'llm-rubric') return pass;
  if (pass) return SAYS_MET.test(reason) ? true : null;
  return SAYS_MET.test(reason) ? null : SAYS_NOT_MET.test(reason) ? false : null;
}

const share = (rows) => {
  const whole = rows.reduce((sum, row) => sum + row.weight, 0);
  return whole ? rows.reduce((sum, row) => sum + (row.met ? row.weight : 0), 0) / whole : 0;
};

export default function score(namedScores, { componentResults }) {
  const rows = componentResults.map((result) => ({
    met: verdict(result),
    weight: result.assertion?.weight ?? 1,
    dimension: result.assertion?.config?.dimension,
    checkpoint: result.assertion?.config?.checkpoint ?? result.assertion?.type,
    essential: result.assertion?.config?.tier === 'Essential',
  }));
  const decided = rows.filter((row) => row.met !== null);
  const open = rows.filter((row) => row.met === null).map((row) => row.checkpoint);
  const essential = rows.filter((row) => row.essential);
  const needed = essential.length ? essential : rows;
  const pass = open.length === 0 && needed.every((row) => row.met);

  const dimensions = new Set(decided.map((row) => row.dimension).filter(Boolean));
  const named = [...dimensions].map((name) => {
    const part = decided.filter((row) => row.dimension === name);
    return [name, share(part), part.reduce((sum, row) => sum + row.weight, 0)];
  });
  named.push(['verdict coverage', decided.length / rows.length, 1]);

  return {
    pass,
    score: share(decided),
    reason: reasonFor(rows, open, needed, essential.length > 0),
    namedScores: Object.fromEntries(named.map(([name, value]) => [name, value])),
    namedScoreWeights: Object.fromEntries(named.map(([name, , weight]) => [name, weight])),
  };
}

function reasonFor(rows, open, needed, hasEssential) {
  if (open.length === rows.length) return 'No checkpoint has a verdict: the score says nothing.';
  if (open.length) return `Incomplete: no verdict for ${open.join(', ')}; the score leaves them out.`;
  const missed = needed.filter((row) => !row.met).map((row) => row.checkpoint);
  const kind = hasEssential ? 'Essential checkpoint' : 'checkpoint';
  return missed.length ? `${kind} not met: ${missed.join(', ')}.` : `Every ${kind} is met.`;
}
