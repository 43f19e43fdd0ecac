import { type ReaderOptions, type RecordResult, reject, SHIELD_COPY } from '../record-reader.js';
import { createNamedFieldsReader } from '../shared/named-fields.js';
import { isFalse, type JsonObject, textOf } from '../text/json-object.js';
import type { ObjectFormat } from '../shared/object-format.js';

const NO_REQUEST = reject(
  'unknown_shape',
  'has no status (`status_code` or `response_status`) that is a number, or no path (`path` or `url`): ' +
    'use the log format of the documentation',
);

/** The status in each of the formats. */
const STATUSES = ['status_code', 'response_status', 'http_status_code'];

/**
 * Reads what a logging endpoint of Fastly sends. The owner of a service writes its log format, so
 * there are several: the one that our documentation shows, which has the names of our own entries;
 * the JSON that Fastly proposes; and those of TollBit and Logz.io, which many services have already.
 *
 * Where a service has a shield, two servers of Fastly log one visit. Only the outer one counts.
 *
 * Source: https://www.fastly.com/documentation/guides/integrations/logging/
 */
export const fastly: ObjectFormat = {
  fits: (record) => record['fastly_is_edge'] !== undefined,

  create: (options: ReaderOptions) => {
    const readFields = createNamedFieldsReader(options);
    return (record) => {
      if (isFalse(record['fastly_is_edge'])) return SHIELD_COPY;
      if (!STATUSES.some((name) => record[name] !== undefined)) return NO_REQUEST;
      return withId(record, readFields(record)) ?? NO_REQUEST;
    };
  },
};

/** The number of a request is unique on one server only. */
function withId(record: JsonObject, result: RecordResult | undefined): RecordResult | undefined {
  const id = textOf(record['id']);
  if (result?.kind !== 'entry' || id === '') return result;
  return { ...result, id: `${id} ${result.entry.timestamp}` };
}
