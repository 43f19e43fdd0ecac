import type { Verdict } from '@app/contracts';

/** One verdict as a line of JSON; for people name, provider and category are null. */
export function verdictLine(userAgent: string, verdict: Verdict): string {
  const { name, provider, category } = verdict.kind === 'human' ? NOBODY : verdict.bot;
  return `${JSON.stringify({ user_agent: userAgent, kind: verdict.kind, name, provider, category })}\n`;
}

const NOBODY = { name: null, provider: null, category: null };
