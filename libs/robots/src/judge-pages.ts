import type { RulesOfBot } from './rules-of-bot.js';

/** A page that bots visited. */
export interface VisitedPage {
  id: number;
  path: string;
}

/** Ids of pages by what some rules say about them. Pages that are in no list are allowed. */
export interface JudgedPages {
  disallowed: number[];
  not_judged: number[];
}

/** How many comparisons are made without a pause: some milliseconds. */
const COMPARISONS_AT_ONCE = 50_000;

/** Judges pages by some rules, with pauses, so that a process has time for others. */
export async function judgePages(
  rules: RulesOfBot,
  pages: readonly VisitedPage[],
): Promise<JudgedPages> {
  const judged: JudgedPages = { disallowed: [], not_judged: [] };
  const atOnce = Math.ceil(COMPARISONS_AT_ONCE / rules.effort);
  for (let from = 0; from < pages.length; from += atOnce) {
    if (from > 0) await new Promise((resolve) => setImmediate(resolve));
    for (const { id, path } of pages.slice(from, from + atOnce)) {
      const { verdict } = rules.judge(path);
      if (verdict !== 'allowed') judged[verdict].push(id);
    }
  }
  return judged;
}
