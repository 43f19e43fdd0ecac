import { isObject, type JsonObject, parseJson } from './json-object.js';

/** Matches time and tag in front of an object, with a tab or a space behind each of them. */
const FRONT =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d))[\t ]\S{1,128}[\t ](?=\{)/;
const LONGEST_FRONT = 256;

/**
 * Returns the record of a line that Fluentd writes into a file: time, tag and record. Parsers take
 * the time out of the record, so that it stands in front of it only. Undefined when the line is none.
 *
 * Source: https://docs.fluentd.org/formatter/out_file
 */
export function recordOfFluentd(line: string): JsonObject | undefined {
  const [front, time] = FRONT.exec(line.slice(0, LONGEST_FRONT)) ?? [];
  const record = front === undefined ? undefined : parseJson(line.slice(front.length));
  return isObject(record) ? { '@timestamp': time, ...record } : undefined;
}
