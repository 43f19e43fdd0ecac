import { type RecordReader, type RecordResult, BLANK, reject, skipOf } from '../record-reader.js';
import { isObject, type JsonObject, parseJson } from '../text/json-object.js';
import { withoutSyslogHead } from '../text/syslog-head.js';
import { withoutSeparators } from '../text/separators.js';

/** Returns the records of an object that wraps several, or undefined when it is one record. */
type Unwrap = (object: JsonObject) => unknown[] | undefined;

/** Returns the record of a line that is no JSON, or undefined when it is none. */
type ReadOther = (line: string) => JsonObject | undefined;

/**
 * Characters of the records of a line together, from which on a record has no line of its own:
 * records may share what is large, such as the resource of OTLP, and each would have it.
 */
const MOST_SPLIT = 4 * 1024 * 1024;

/**
 * Returns a reader for a format whose records are JSON objects. A line holds an object or a list of
 * them. `unwrap` says how else an object may hold several records, and `readOther` how a record may
 * be written that is no JSON.
 */
export function objectReader(
  readObject: (record: JsonObject) => RecordResult,
  unwrap: Unwrap = () => undefined,
  readOther: ReadOther = () => undefined,
): RecordReader {
  const valueOf = (text: string): unknown => {
    const value = parseJson(text);
    return value === undefined ? (valueInList(text) ?? readOther(text)) : value;
  };

  const read = (record: unknown): RecordResult =>
    isObject(record) ? readObject(record) : NO_OBJECT;
  const readValue = (value: unknown): RecordResult[] => {
    const records = recordsIn(value, unwrap);
    if (!records) return [read(value)];
    return records.length === 0 ? [BLANK] : records.map(read);
  };
  return {
    read,
    readValue,
    readLine: (line) => {
      const text = withoutSyslogHead(line);
      const skip = skipOf(text);
      if (skip) return [skip];
      const value = valueOf(text);
      return value === undefined ? [NO_JSON] : readValue(value);
    },
    split: (line) => {
      const records = recordsIn(valueOf(withoutSyslogHead(line)), unwrap) ?? [];
      return records.length === 0 ? [line] : linesOf(records);
    },
    preamble: () => [],
  };
}

/** Returns the value of a line that is one of a list, with the commas and brackets around it. */
function valueInList(text: string): unknown {
  const bare = withoutSeparators(text);
  return bare === text ? undefined : parseJson(bare);
}

function linesOf(records: readonly unknown[]): string[] {
  let characters = 0;
  return records.map((record) => {
    if (characters >= MOST_SPLIT) return '';
    const line = JSON.stringify(record);
    characters += line.length;
    return line;
  });
}

function recordsIn(value: unknown, unwrap: Unwrap): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  return isObject(value) ? unwrap(value) : undefined;
}

const NO_OBJECT = reject('not_an_object', 'is not one JSON object');
const NO_JSON = reject('not_json', 'is not JSON');
