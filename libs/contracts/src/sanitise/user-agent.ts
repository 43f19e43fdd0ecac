import { cleanText, cutText } from './text.js';

const MAX_USER_AGENT_CHARACTERS = 1024;

/** Cleans a user agent and cuts it to its maximum length before any pattern reads it. */
export function sanitiseUserAgent(userAgent: string): string {
  return cleanText(cutText(userAgent, MAX_USER_AGENT_CHARACTERS));
}
