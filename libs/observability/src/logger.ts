import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** Fields that must never appear in a log line, wherever they are in an object. */
const SECRETS = [
  ...['x-api-key', 'x-amz-firehose-access-key', 'authorization', 'cookie', 'set-cookie'].flatMap(
    (name) => [`headers["${name}"]`, `req.headers["${name}"]`, `res.headers["${name}"]`],
  ),
  'err.config.connectionString',
  'connectionString',
  'password',
];

/**
 * Creates a logger that writes one JSON line per record to standard output. `name` is the process:
 * `api` or `worker`.
 */
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
