import { explain } from '@app/classification';
import type { Verdict } from '@app/contracts';

/** One verdict as a line of JSON; for people name, provider and category are null. */
export function verdictLine(userAgent: string, verdict: Verdict): string {
  return `${JSON.stringify(verdictDocument(userAgent, verdict))}\n`;
}

/** The same with the layers that were asked, in their order; the last one decided and says why. */
export function explainedLine(userAgent: string): string {
  const { verdict, steps } = explain(userAgent);
  return `${JSON.stringify({ ...verdictDocument(userAgent, verdict), layers: steps })}\n`;
}

function verdictDocument(userAgent: string, verdict: Verdict) {
  const { name, provider, category } = verdict.kind === 'human' ? NOBODY : verdict.bot;
  return { user_agent: userAgent, kind: verdict.kind, name, provider, category };
}

const NOBODY = { name: null, provider: null, category: null };
