import { createHash } from 'node:crypto';
import type { SentLogEntry } from '@app/contracts';

const HOUR_MS = 3_600_000;
const GPTBOT = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';
const COUNTRIES = ['DE', 'FR', 'US', 'ZA', undefined];
const ASSISTANTS = ['https://chatgpt.com/', 'https://claude.ai/', 'https://perplexity.ai/search'];

/** Returns a number that follows from a text. */
const numberOf = (text: string) => createHash('md5').update(text).digest().readUInt32LE();

/**
 * Returns a log whose visitors come from countries, for several hosts, on several days and hours, and
 * some from assistants, and that has errors, probes and a bot.
 */
export function variedLog(entries: readonly SentLogEntry[], domain: string): SentLogEntry[] {
  return entries.map((entry, at) => {
    const visitor = numberOf(`${entry.ip} ${entry.user_agent}`);
    const own = numberOf(`${at}`);
    const hosts = [domain, `www.${domain}`, 'elsewhere.test'];
    const isProbe = own % 97 === 0;
    return {
      ...entry,
      timestamp: Number(entry.timestamp) + (visitor % 31) * HOUR_MS,
      host: hosts[visitor % hosts.length] as string,
      country: COUNTRIES[visitor % COUNTRIES.length],
      referer:
        visitor % 4 === 0 && !entry.referer ? ASSISTANTS[own % ASSISTANTS.length] : entry.referer,
      user_agent: visitor % 29 === 0 ? GPTBOT : entry.user_agent,
      ...(own % 13 === 0 && { status_code: own % 2 === 0 ? 404 : 503 }),
      ...(isProbe && { path: '/wp-login.php', status_code: 404 }),
    };
  });
}
