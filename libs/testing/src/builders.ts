import type { LogEntry, LogEntryInput } from '@app/contracts';

export const GPTBOT =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)';
export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

/** Returns a log entry as a shipper sends it: a person's visit to `/` of example.com. */
export function aLogEntryInput(
  fields: Partial<LogEntryInput> = {},
): LogEntryInput & Record<string, unknown> {
  return {
    timestamp: '2026-11-20T12:00:00.000Z',
    method: 'GET',
    host: 'example.com',
    path: '/',
    status_code: 200,
    ip: '192.0.2.17',
    user_agent: CHROME,
    ...fields,
  } as LogEntryInput & Record<string, unknown>;
}

/** Returns the same visit after sanitising. */
export function aLogEntry(fields: Partial<LogEntry> = {}): LogEntry {
  return {
    time: Date.UTC(2026, 10, 20, 12),
    method: 'GET',
    host: 'example.com',
    path: '/',
    statusCode: 200,
    ip: '192.0.2.17',
    userAgent: CHROME,
    ...fields,
  };
}

/** A record of Cloudflare Logpush about one visit. A field that is set to undefined is absent. */
export function aLogpushRecord(changes: object = {}) {
  return {
    EdgeStartTimestamp: '2026-11-20T11:59:00Z',
    ClientRequestMethod: 'GET',
    ClientRequestHost: 'shop.example',
    ClientRequestURI: '/pricing?utm=1',
    EdgeResponseStatus: 200,
    ClientIP: '192.0.2.17',
    ClientRequestUserAgent: 'GPTBot/1.2',
    RayID: '8f1c9a0b7d3e2f10',
    ...changes,
  };
}
