/**
 * On every answer: a browser must not take JSON with a visitor's text in it for a page, and nobody on
 * the way keeps a report (OWASP REST Security Cheat Sheet, "Security Headers").
 */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
} as const;
