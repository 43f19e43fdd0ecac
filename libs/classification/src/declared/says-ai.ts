/** `anthropic-ai`, `AI2Bot`. The ending of a domain says nothing: `.ai` is that of a country. */
const WORD = /(?<![a-z.])ai(?![a-z.])/i;
/** `OpenAI`, `CentralAIBot`, but not `RAID` or `AIM`. */
const IN_CAPITALS = /(?<![A-Z.])AI(?=[A-Z][a-z]|[^A-Za-z.]|$)/;

/**
 * Tells whether a name says that its bot is for AI. It does with the word `ai` only: no other word
 * was right often enough where it was tried on bots that came later
 * (`docs/decisions/0053-agents-newer-than-the-table.md`).
 */
export function saysAi(name: string): boolean {
  return WORD.test(name) || IN_CAPITALS.test(name);
}
