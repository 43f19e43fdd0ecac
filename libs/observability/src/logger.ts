import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** What may never stand in a log line, wherever it hangs on the object. */
const SECRETS = [
  'headers["x-api-key"]',
  'req.headers["x-api-key"]',
  'err.config.connectionString',
  'connectionString',
  'password',
];

/** One JSON line a record on standard output. `name` is the process: `api`, `worker`. */
export function createLogger(name: string, level: string): Logger {
  return pino({
    name,
    level,
    base: { name, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: SECRETS, censor: '[redacted]' },
  });
}
