import { cleanText, cutText } from './text.js';

const MAX_USER_AGENT_CHARACTERS = 1024;

/** Cut before any pattern runs over it. */
export function sanitiseUserAgent(userAgent: string): string {
  return cleanText(cutText(userAgent, MAX_USER_AGENT_CHARACTERS));
}
