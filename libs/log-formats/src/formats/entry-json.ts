import { logEntrySchema, parseTimestamp } from '@app/contracts';
import {
  lineByLine,
  type LogParser,
  type ParsedLine,
  type ParserOptions,
  reject,
} from '../parsed-line.js';
import { readJsonObject } from '../shared/json-object.js';

/**
 * Reads one JSON object per line, in the shape of the service's own log entries. `host` may be
 * missing.
 */
export function createEntryJsonParser(options: ParserOptions): LogParser {
  return lineByLine((line) => parseEntryJson(line, options));
}

function parseEntryJson(line: string, { now, host }: ParserOptions): ParsedLine {
  const value = readJsonObject(line);
  if (typeof value === 'string') return reject(value);
  const parsed = logEntrySchema.safeParse({ ...value, host: value['host'] || host });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return reject(`has a ${issue?.path.join('.')} that ${issue?.message}`);
  }
  const verdict = parseTimestamp(parsed.data.timestamp, { now, retentionDays: 0 });
  if ('fault' in verdict) return reject(`has a time that ${verdict.fault}`);
  return { kind: 'entry', entry: { ...parsed.data, timestamp: verdict.time } };
}
