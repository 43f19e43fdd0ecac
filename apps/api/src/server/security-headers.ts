/**
 * These headers are on every answer. A browser must not read JSON with a visitor's text in it as a
 * page, and nobody on the way may keep an answer (OWASP REST Security Cheat Sheet, "Security
 * Headers"). `shortenAnswers` lets the client that asked for a report keep it.
 */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
} as const;
