import type { Answered, Got } from '@app/guarded-http';
import { MOST_ROBOTS_BYTES } from '@app/contracts';
import { type Ask, askWebsite, type FetchResult, resultOf } from './fetch-result.js';

/** Without a text, the last one stays in force. An empty one forbids nothing. */
export interface FetchedRobots extends FetchResult {
  text?: string;
}

/** Fetches the robots.txt of a website, from an address or from where its domain has it. */
export async function fetchRobots(
  { domain, url }: { domain: string; url: string | null },
  ask: Ask,
): Promise<FetchedRobots> {
  return judgeRobots(url === null ? await askWebsite(domain, '/robots.txt', ask) : await ask(url));
}

/**
 * Tells what an answer means (RFC 9309, section 2.3.1). The RFC lets a crawler assume that a website
 * that it cannot reach forbids everything. We judge others by the text, so the last one stays.
 */
export function judgeRobots(got: Got): FetchedRobots {
  const result = resultOf(got);
  if (result.outcome === 'unavailable' || result.outcome === 'too_many_redirects')
    return { ...result, text: '' };
  if (got.kind !== 'answered' || result.outcome !== 'fetched') return result;
  if (isWebPage(got)) return { ...result, outcome: 'web_page', text: '' };
  const { text, isCut } = textOf(got);
  return { ...result, ...(isCut && { outcome: 'fetched_in_part' }), text };
}

/** Whether it is one matters, not what its type says: bots read what was sent with a wrong one. */
function isWebPage({ contentType, body }: Answered): boolean {
  const start = body.subarray(0, 1_024).toString('latin1');
  if (/^text\/html\b|^application\/xhtml/i.test(contentType ?? '')) return /^[^\w#*]*</.test(start);
  return /^[^\w#*]*<(?:!doctype html|html|head|body)\b/i.test(start);
}

/** Returns the text as it can be stored. A line that the bound cuts could mean anything. */
function textOf({ body, isCut }: Answered): { text: string; isCut: boolean } {
  const text = new TextDecoder().decode(body).replaceAll('\0', '');
  // What replaces a byte that is none of UTF-8 takes three.
  const bytes = Buffer.from(text);
  if (!isCut && bytes.length <= MOST_ROBOTS_BYTES) return { text, isCut: false };
  const cut = new TextDecoder().decode(bytes.subarray(0, MOST_ROBOTS_BYTES));
  const end = Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf('\r')) + 1;
  return { text: cut.slice(0, end), isCut: true };
}
